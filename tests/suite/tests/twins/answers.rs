//! Twins that differ in answers: as long as a sealed question is open, nobody else can tell what has been answered in it, nor
//! how many questions that took, nor whether anything was answered at all.
//!
//! Found once: a sealed answer shows in who is waited for, in numbers of prompts and in what a seat imagines; another seat's
//! question shows in the place at which one was asked.

use super::{Sight, first_difference, sight};
use cardwright_content::Files;
use cardwright_game::{
    Begin, Match, MatchInside, Progress, PromptView, Random, Ruleset, RulesetInside, Seat, Viewer, load,
};
use cardwright_kernel::setup::Generator;
use suite::{content, cores, game, is_long, part, root};

/// Games that ask several seats in secret.
const SEALED: &[&str] = &["hearts", "mega_calamities", "roadstead", "tideline", "war_of_the_ring"];

/// In how many sealed questions of each game answers are exchanged, in short and in long.
const QUESTIONS: [u64; 2] = [4, 1_000];

/// How many decisions of a random game are played at most.
const MOST: usize = 250;

/// How many different answers are compared with none.
const VARIANTS: u64 = 2;

/// Who has no seat.
const WATCHER: Seat = Seat(31);

#[test]
fn a_sealed_answer_tells_nothing() {
    for name in SEALED {
        exchange_answers(name, &game(name));
    }
}

/// A bid of nothing ends the dialogue, any other rolls dice and may ask again.
#[test]
fn a_sealed_answer_that_leads_to_another_question_tells_nothing() {
    for pack in ["toy", "snatch"] {
        let (files, _) = Files::read(&root().join("tests/packs").join(pack));
        exchange_answers(pack, &load(&files, pack).ruleset.expect("the pack is right"));
    }
}

#[test]
fn every_game_that_asks_in_secret_is_among_them() {
    let others = content().games.keys().filter(|name| !SEALED.contains(&&***name));
    let others: Vec<String> = others.map(ToString::to_string).collect();
    let sealed = cores::each(&others, |name| {
        let mut sealed = false;
        (1..=2).for_each(|seed| play(&game(name), seed, |playing, _| sealed |= !sealed_of(playing).is_empty()));
        sealed.then(|| name.clone())
    });
    assert_eq!(sealed.into_iter().flatten().collect::<Vec<_>>(), Vec::<String>::new());
}

/// Exchanges answers in sealed questions of random games until there were enough.
fn exchange_answers(name: &str, ruleset: &Ruleset) {
    let range = part(QUESTIONS[usize::from(is_long())]);
    let (wanted, first) = (range.end - range.start, 1 + 100 * range.start);
    let (mut compared, mut found) = (0, Vec::new());
    for seeds in (first..first + 20_000).step_by(4) {
        let seeds: Vec<u64> = (seeds..seeds + 4).collect();
        for (questions, differences) in cores::each(&seeds, |seed| in_a_game(ruleset, *seed, wanted)) {
            compared += questions;
            found.extend(differences);
        }
        if compared >= wanted {
            break;
        }
    }
    assert!(compared >= wanted, "only {compared} sealed questions were met in {name}");
    let shown: Vec<String> = found.iter().take(6).cloned().collect();
    assert!(found.is_empty(), "{} of {compared} sealed questions of {name} tell:\n{}", found.len(), shown.join("\n"));
}

/// Exchanges answers in the sealed questions of one random game. Gives how many there were, and what tells.
fn in_a_game(ruleset: &Ruleset, seed: u64, wanted: u64) -> (u64, Vec<String>) {
    let (mut questions, mut found) = (0, Vec::new());
    play(ruleset, seed, |playing, luck| {
        let sealed = sealed_of(playing);
        if sealed.len() > 1 && questions < wanted {
            questions += 1;
            let answering = &sealed[luck.below(sealed.len() as u32) as usize];
            found.extend(told(ruleset, playing, answering.seat, luck).map(|told| format!("seed {seed}: {told}")));
        }
    });
    (questions, found)
}

/// Plays a random game, and looks at it at each question.
fn play(ruleset: &Ruleset, seed: u64, mut look: impl FnMut(&Match, &mut Generator)) {
    let mut luck = Generator::new(seed);
    let people = ruleset.rules().players.0.max(3).min(ruleset.rules().players.1);
    let mut playing = Match::begin(ruleset, &Begin::new(people, seed)).expect("so many can play it");
    let mut random = Random::new(seed);
    for _ in 0..MOST {
        if playing.advance().expect("no script fails") == Progress::Over {
            break;
        }
        look(&playing, &mut luck);
        let open = playing.prompts(Viewer::Host);
        let prompt = &open[luck.below(open.len() as u32) as usize];
        playing.answer(prompt.number, random.choose(prompt)).expect("what is drawn fits");
    }
}

/// The open prompts of a sealed question.
fn sealed_of(playing: &Match) -> Vec<PromptView> {
    playing.prompts(Viewer::Host).into_iter().filter(|prompt| prompt.sealed).collect()
}

/// By what somebody else can tell what a seat answers, if by anything.
fn told(ruleset: &Ruleset, playing: &Match, answering: Seat, luck: &mut Generator) -> Option<String> {
    let copy = || {
        let mut copy = ruleset.match_of(playing.game().fork(ruleset.rules()));
        copy.advance().expect("it stands before the same question").eq(&Progress::Waiting).then_some(copy)
    };
    let others = |seat: &Seat| *seat != answering;
    let mut others: Vec<Seat> = (0..playing.people() as u8).map(Seat).filter(others).collect();
    luck.shuffle(&mut others);
    others.truncate(2);
    others.push(WATCHER);
    let unanswered = copy()?;
    for _ in 0..VARIANTS {
        let mut answered = copy()?;
        let said = answer(&mut answered, answering, luck)?;
        let told = others.iter().find_map(|seat| told_to(ruleset, &unanswered, &answered, *seat, luck));
        if let Some(told) = told {
            return Some(format!("{} answers {said}: {told}", answering.letter()));
        }
    }
    None
}

/// A seat answers some of its sealed questions, or all. Gives what it said; nothing if the question is over with that.
fn answer(playing: &mut Match, seat: Seat, luck: &mut Generator) -> Option<String> {
    let mut random = Random::new(u64::from(luck.bits()));
    let (mut said, inputs) = (String::new(), playing.game().log().len());
    for _ in 0..1 + luck.below(4) {
        let Some(prompt) = sealed_of(playing).into_iter().find(|prompt| prompt.seat == seat) else { break };
        let answer = random.choose(&prompt);
        said += &format!("{answer:?} to {}, ", prompt.text);
        playing.answer(prompt.number, answer).expect("what is drawn fits");
        playing.advance().expect("no script fails");
        if playing.game().log().len() > inputs {
            // What comes now is another question.
            return None;
        }
    }
    (!sealed_of(playing).is_empty()).then_some(said)
}

/// By what a seat can tell two games apart, if by anything: now, and when it answers in both itself.
fn told_to(ruleset: &Ruleset, one: &Match, other: &Match, seat: Seat, luck: &mut Generator) -> Option<String> {
    if let Some(what) = first_difference(&all(ruleset, one, seat), &all(ruleset, other, seat)) {
        return Some(format!("{} sees {what}", seat.letter()));
    }
    let seed = u64::from(luck.bits());
    let mut both = [one, other].map(|game| ruleset.match_of(game.game().fork(ruleset.rules())));
    let open = both.each_mut().map(|game| {
        game.advance().ok()?;
        answer(game, seat, &mut Generator::new(seed))
    });
    // Otherwise it is over in one of them, and what was answered may be told.
    if let [Some(_), Some(_)] = open {
        let [one, other] = both.map(|game| all(ruleset, &game, seat));
        return first_difference(&one, &other).map(|what| format!("{} answers, too, and sees {what}", seat.letter()));
    }
    None
}

/// Everything that a seat gets, and what it can imagine.
fn all(ruleset: &Ruleset, playing: &Match, seat: Seat) -> Sight {
    let mut sight = sight(ruleset, playing, seat);
    if seat != WATCHER {
        let imagined = playing.imagine(seat, 1).map(|imagined| {
            let observed = imagined.observe(Viewer::Host);
            serde_json::to_string(&(observed.prompts, observed.view.waiting_for.len())).expect("it is plain data")
        });
        sight.push(("what it imagines", vec![format!("{imagined:?}")]));
    }
    sight
}
