//! What a seat is sent: what its view holds, and nothing that depends on what it cannot see.

use super::game;
use crate::shown::{self, Around, text};
use cardwright_game::{
    Answer, Begin, Match, MatchInside, Observation, PromptView, Random, Ruleset, RulesetInside, Seat, Viewer,
};
use cardwright_kernel::ids::EntityId;
use cardwright_kernel::questions::{Branch, Input};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::{Generator, Hidden};
use cardwright_kernel::state::{Entity, State};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// All games, and of how many people.
pub(super) const GAMES: [(&str, u8); 16] = [
    ("apiary", 3),
    ("crazy_eights", 3),
    ("gin_rummy", 2),
    ("grand_archive", 3),
    ("hearts", 4),
    ("kuhn_poker", 2),
    ("leduc_poker", 2),
    ("masquerade", 4),
    ("mega_calamities", 5),
    ("menagerie", 3),
    ("roadstead", 3),
    ("rose_window", 3),
    ("spellfire", 3),
    ("tideline", 3),
    ("time_nodes", 3),
    ("war_of_the_ring", 2),
];

/// The game in which everybody sees everything: there is nothing to exchange that a seat does not know.
const OPEN: &str = "apiary";

/// How many positions are looked at in all games together; ten times as many in the long version.
const POSITIONS: usize = 1_000;

/// How many pairs of twins are followed in each game, ten times as many in the long version, and over how many answers.
const TWINS: usize = 8;
const ON: usize = 12;

/// How many times as much is done as usual.
pub(super) fn times() -> usize {
    if std::env::var_os("CARDWRIGHT_LONG").is_some_and(|long| long == "1") { 10 } else { 1 }
}

/// How many pairs of cards, and answers, are tried.
const TRIES: usize = 40;

const ALONE: Around = Around { here: Vec::new(), bots: Vec::new(), undo: None };

/// A game of random decisions, shown at each question.
fn each_position(ruleset: &Ruleset, people: u8, seed: u64, mut look: impl FnMut(&Match) -> bool) {
    let mut playing = Match::begin(ruleset, &Begin::new(people, seed)).expect("so many can play it");
    let mut random = Random::new(seed);
    while playing.advance().is_ok() && playing.outcome().is_none() && look(&playing) {
        let prompt = playing.prompts(Viewer::Host).remove(0);
        playing.answer(prompt.number, random.choose(&prompt)).expect("what is drawn fits");
    }
}

#[test]
fn a_seat_is_sent_what_its_view_holds_and_nothing_else() {
    let keys = ["v", "kind", "rev", "view", "prompts", "why_not", "around", "from", "lines"];
    let keys: BTreeSet<&str> = keys.into_iter().collect();
    let of_each = (times() * POSITIONS).div_ceil(GAMES.len());
    for (pack, people) in GAMES {
        let ruleset = game(pack).ruleset;
        let (mut looked, mut luck) = (0, Generator::new(7));
        for seed in 1.. {
            each_position(&ruleset, people, seed, |playing| {
                if luck.below(3) > 0 {
                    return looked < of_each;
                }
                looked += 1;
                for viewer in [Viewer::Seat(Seat(luck.below(u32::from(people)) as u8)), Viewer::WATCHER] {
                    let message = shown::of(playing, viewer, &ALONE).message(1, &[]);
                    let sent: Value = serde_json::from_str(&message).expect("it is JSON");
                    let sent = sent.as_object().expect("an object");
                    assert_eq!(sent.keys().map(String::as_str).collect::<BTreeSet<_>>(), keys, "{pack}");
                    let Observation { view, prompts, trace, why_not } = playing.observe(viewer);
                    for (key, own) in [
                        ("view", text(&view)),
                        ("prompts", text(&prompts)),
                        ("why_not", text(&why_not)),
                        ("lines", text(&trace)),
                    ] {
                        let own: Value = serde_json::from_str(&own).expect("it is JSON");
                        assert_eq!(sent[key], own, "{pack}, seed {seed}, {viewer:?}: {key}");
                    }
                    assert_no_stranger(ruleset.rules(), playing, viewer, &sent["view"]);
                }
                looked < of_each
            });
            if looked >= of_each {
                break;
            }
        }
    }
}

/// In a view, every card of a zone is one that the viewer knows, and the others are only counted.
fn assert_no_stranger(rules: &Rules, playing: &Match, viewer: Viewer, view: &Value) {
    let Viewer::Seat(seat) = viewer else { return };
    let state = playing.game().state();
    let known = state.entities().filter(|(_, card)| card.exists && (card.known.has(seat) || !card.can_be_hidden()));
    let known: BTreeSet<&str> = known.map(|(_, card)| rules.name_of(card.def)).collect();
    for zone in view["zones"].as_array().expect("a list") {
        for card in zone["cards"].as_array().expect("a list") {
            let name = card["name"].as_str().expect("a name");
            assert!(known.contains(name), "{seat:?} is sent {name} in {}", zone["zone"]);
        }
    }
}

/// Two games that differ in two cards, and what a seat was sent of each so far.
struct Twins {
    games: [Match; 2],
    seat: Seat,
    cards: [EntityId; 2],
    began: [Entity; 2],
    learned: usize,
    lines: [Arc<[Box<str>]>; 2],
    streams: [String; 2],
}

impl Twins {
    fn at(ruleset: &Ruleset, playing: &Match, seat: Seat, luck: &mut Generator) -> Option<Self> {
        let (game, rules) = (playing.game(), ruleset.rules());
        // Answers that the running step has been given are about one of the twins.
        if !game.fork(rules).log().iter().all(is_unanswered) {
            return None;
        }
        let hidden = Hidden::of(rules, ruleset.homes(), game.state(), game.state(), seat).ok()?;
        let [one, other] = hidden.pair(rules, game.state(), luck, TRIES)?;
        Some(Self {
            games: [game.fork(rules), game.fork_exchanged(rules, one, other)].map(|game| ruleset.match_of(game)),
            seat,
            cards: [one, other],
            began: [one, other].map(|card| *game.state().entity(card)),
            learned: learned(game.state(), [one, other]),
            lines: [Arc::default(), Arc::default()],
            streams: [String::new(), String::new()],
        })
    }

    /// Goes on with both, and gives how many messages of the seat's streams were compared.
    fn follow(mut self, random: &mut Random) -> usize {
        for step in 0..ON {
            let over = self.games.each_mut().map(|game| game.advance().is_err() || game.outcome().is_some());
            if self.may_know_more() {
                return step;
            }
            for at in 0..2 {
                let shown = shown::of(&self.games[at], Viewer::Seat(self.seat), &ALONE);
                self.streams[at] += &shown.message(step as u64 + 1, &self.lines[at]);
                self.lines[at] = shown.lines;
            }
            let [one, other] = &self.streams;
            assert!(one == other, "{}", apart(one, other));
            if over != [false, false] || self.go_on(random).is_none() {
                return step + 1;
            }
        }
        ON
    }

    /// Whether something has happened to one of the cards: then the seat may have come to know more.
    fn may_know_more(&self) -> bool {
        self.games.iter().any(|playing| {
            let state = playing.game().state();
            let touched = |(card, began): (&EntityId, &Entity)| {
                let now = state.entity(*card);
                (now.zone, now.known, now.incarnation) != (began.zone, began.known, began.incarnation)
            };
            learned(state, self.cards) != self.learned || self.cards.iter().zip(&self.began).any(touched)
        })
    }

    /// Gives both the same answer; nothing if none was found that means the same.
    fn go_on(&mut self, random: &mut Random) -> Option<()> {
        let [one, other] = self.games.each_ref().map(|game| game.prompts(Viewer::Host));
        let one = one.into_iter().next()?;
        let other = other.into_iter().find(|other| other.seat == one.seat)?;
        for _ in 0..TRIES {
            let answer = random.choose(&one);
            if let Some(same) = translated(&one, &answer, &other) {
                self.games[0].answer(one.number, answer).ok()?;
                self.games[1].answer(other.number, same).ok()?;
                return Some(());
            }
        }
        None
    }
}

/// Whether it is a question to several seats that none of them has answered.
fn is_unanswered(input: &Input) -> bool {
    let blank = |branch: &Branch| branch.sealed.is_empty() && branch.in_view.is_empty();
    matches!(input, Input::Together(_, branches) if branches.iter().all(blank))
}

fn learned(state: &State, cards: [EntityId; 2]) -> usize {
    cards.iter().map(|card| state.learned(*card).count()).sum()
}

/// The answer to one prompt that means what this answer means to another.
fn translated(one: &PromptView, answer: &Answer, other: &PromptView) -> Option<Answer> {
    let same = match answer {
        Answer::Options(chosen) => {
            let place = |at: &u16| other.options.iter().position(|own| *own == one.options[usize::from(*at)]);
            Answer::Options(chosen.iter().map(|at| place(at).map(|at| at as u16)).collect::<Option<_>>()?)
        }
        Answer::Shares(_) if one.options != other.options => return None,
        Answer::Shares(_) | Answer::Number(_) | Answer::Wait => answer.clone(),
    };
    (one.question == other.question && other.check(&same).is_ok()).then_some(same)
}

/// Where two streams part, with a little of what is before.
pub(super) fn apart(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| {
        let from = (0..=at.saturating_sub(80)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text[from..].chars().take(240).collect::<String>()
    };
    format!("{}\n    or else\n    {}", from(one), from(other))
}

#[test]
fn the_streams_of_twins_are_the_same_byte_for_byte() {
    let wanted = times() * TWINS;
    for (pack, people) in GAMES.into_iter().filter(|(pack, _)| *pack != OPEN) {
        let ruleset = game(pack).ruleset;
        let (mut twins, mut messages) = (0, 0);
        let mut luck = Generator::new(3);
        for seed in 1..600 * times() as u64 {
            let mut question = 0;
            each_position(&ruleset, people, seed, |playing| {
                question += 1;
                let seat = Seat(luck.below(u32::from(people)) as u8);
                let pair = (luck.below(8) == 0).then(|| Twins::at(&ruleset, playing, seat, &mut luck)).flatten();
                if let Some(mut pair) = pair {
                    if twins == 0 {
                        let all = pair.games.each_mut().map(|game| {
                            let _ = game.advance();
                            shown::of(game, Viewer::Host, &ALONE).message(1, &[])
                        });
                        assert_ne!(all[0], all[1], "{pack}: who sees everything can tell twins apart");
                    }
                    twins += 1;
                    messages += pair.follow(&mut Random::new(u64::from(luck.bits())));
                }
                twins < wanted && question < 120
            });
            if twins >= wanted {
                break;
            }
        }
        assert!(twins >= wanted && messages > 2 * twins, "{pack}: {twins} pairs of twins, {messages} messages");
    }
}
