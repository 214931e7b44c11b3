//! The numbers of prompts, as clients rely on them: a number names one question of a game and never another, a prompt keeps
//! its number as long as it is open, and a question that is no longer open takes no answer.

use cardwright_game::{Begin, Match, Progress, PromptView, Random, Ruleset, Seat, Viewer};
use std::collections::BTreeMap;
use suite::{cores, game};

/// Games in which one seat is asked, several are asked at once, and several choose in secret.
const GAMES: [(&str, u8); 6] =
    [("hearts", 4), ("masquerade", 3), ("mega_calamities", 3), ("roadstead", 3), ("spellfire", 2), ("tideline", 3)];

/// How many moments of each game are looked at.
const MOMENTS: usize = 120;

/// A game, and which question each number has named.
struct Numbered {
    game: Match,
    named: BTreeMap<u32, String>,
}

impl Numbered {
    /// Plays on to the next question. No number may have named another.
    fn advance(&mut self) -> Option<Vec<PromptView>> {
        let progress = self.game.advance().expect("no script goes astray");
        let open = self.game.prompts(Viewer::Host);
        for prompt in &open {
            let before = self.named.entry(prompt.number).or_insert_with(|| asked(prompt));
            assert_eq!(*before, asked(prompt), "number {} names two questions", prompt.number);
        }
        (progress == Progress::Waiting).then_some(open)
    }

    /// None of these prompts takes an answer any more.
    fn refuses(&mut self, late: &[PromptView]) {
        for prompt in late {
            assert!(self.game.answer(prompt.number, prompt.default.clone()).is_err(), "{}", asked(prompt));
        }
    }

    /// Answers one of the open prompts; those of the others that are still asked keep their numbers.
    fn answer(&mut self, open: &[PromptView], at: usize, random: &mut Random) {
        let prompt = &open[at];
        self.game.answer(prompt.number, random.choose(prompt)).expect("what is drawn at random fits");
        self.refuses(std::slice::from_ref(prompt));
        // Nothing is open when the game is over.
        for after in self.advance().unwrap_or_default() {
            let same = open.iter().find(|before| before.seat != prompt.seat && asked(before) == asked(&after));
            assert!(same.is_none_or(|before| before.number == after.number), "{}", asked(&after));
        }
    }
}

/// What a prompt asks, without its number.
fn asked(prompt: &PromptView) -> String {
    format!("{:?} {:?} {:?}", prompt.seat, prompt.question, prompt.options)
}

fn play(ruleset: &Ruleset, players: u8) {
    let mut random = Random::new(u64::from(players));
    let begun = Match::begin(ruleset, &Begin::new(players, 1)).expect("the game has decks");
    let mut of = Numbered { game: begun, named: BTreeMap::new() };
    let seats: Vec<Seat> = (0..players).map(Seat).collect();
    for moment in 1..=MOMENTS {
        let Some(open) = of.advance() else { break };
        match moment % 6 {
            2 => {
                of.game = Match::load(ruleset, &of.game.save()).expect("it can be loaded");
                assert_eq!(of.advance(), Some(open), "a save keeps the numbers");
            }
            4 if of.game.undo(&seats).is_ok() => of.refuses(&open),
            5 if open[0].withdrawable => {
                of.game.withdraw(open[0].number).expect("it can still be given up");
                of.refuses(&open);
            }
            _ => of.answer(&open, moment % open.len(), &mut random),
        }
    }
    assert!(of.named.len() > MOMENTS / 3, "only {} questions were asked", of.named.len());
}

#[test]
fn a_number_names_one_question_for_ever() {
    cores::each(&GAMES, |(name, players)| play(&game(name), *players));
}
