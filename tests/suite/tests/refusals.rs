//! What is refused says why and where: each reason against an attempt has its place in the files of the packs, and what
//! stands there is what gives the reason.

use cardwright_game::{Begin, Match, Ruleset, RulesetInside, Viewer};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::trace::{Against, FactKind, Named, Reason};
use cardwright_report::Reporter;
use cardwright_rulings::rulings::{self, Run};
use std::fs;
use std::slice::from_ref;
use std::sync::LazyLock;
use suite::{content, cores, game, root};

/// The line at a place, `cards/…/ruleset.toml:12`.
fn line(place: &str) -> String {
    let (path, line) = place.rsplit_once(':').expect("a place is a path and a line");
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let number: usize = line.parse().expect("a line is a number");
    text.lines().nth(number - 1).unwrap_or_else(|| panic!("{place}: there is no such line")).to_string()
}

/// What must stand in the line that a reason leads to.
fn expected(game: &Ruleset, reason: Reason) -> Vec<String> {
    let rules = game.rules();
    match reason {
        Reason::Gate(action, gate) => {
            let gates = &rules.actions[action.index()].gates;
            vec![gates.get_index(usize::from(gate)).expect("a gate that is declared").0.to_string()]
        }
        Reason::OwnGate(def, usage, gate) => {
            let gates = &rules.definitions[def.index()].uses[usize::from(usage)].gates;
            vec![gates.get_index(usize::from(gate)).expect("a gate that is declared").0.to_string()]
        }
        Reason::Forbidden(_) => vec!["forbids".into(), "rule_out".into(), "silences".into()],
        Reason::Cost | Reason::Unpaid(_) | Reason::Gives(..) | Reason::Spends(..) | Reason::Needed => {
            vec!["cost".into()]
        }
        Reason::Elsewhere(..) => vec!["from".into(), "[actions.".into(), "[uses.".into(), "[[answers]]".into()],
        Reason::NotYours(..) => vec!["[actions.".into()],
        Reason::NotAnswered(..) => vec!["to ".into(), "answers".into()],
        Reason::NotNow(_) => {
            vec!["to ".into(), "answers".into(), "[windows.".into(), "rounds = ".into(), "[actions.".into()]
        }
        Reason::Unasked(..) => vec!["[windows.".into(), "rounds = ".into()],
        Reason::NoTarget(_) | Reason::NotAmong(_) => vec!["aim".into(), "choose".into()],
        Reason::Word(word) => vec![rules.words.text(word).into(), "refuse".into(), "rule_out".into()],
        Reason::Exempt(..)
        | Reason::Protected(_)
        | Reason::Replaced(_)
        | Reason::Gone
        | Reason::Terminal(_)
        | Reason::Out(_)
        | Reason::Full(_)
        | Reason::Room(..)
        | Reason::Short(..)
        | Reason::InPart(..) => Vec::new(),
    }
}

/// Where a reason is written, if a reader is told.
fn place(reporter: Reporter<'_>, against: &Against, card: &Named) -> Option<String> {
    reporter.reasons_told(from_ref(against), card).remove(0).1
}

fn check(game: &Ruleset, reporter: Reporter<'_>, against: &Against, card: &Named) -> Result<(), String> {
    let reason = reporter.reason(against.reason);
    let place = place(reporter, against, card).ok_or(format!("`{reason}` has no place"))?;
    let line = line(&place);
    let wanted = expected(game, against.reason);
    // A gate that several name stands where it is declared, with its reason.
    let is_shared = matches!(against.reason, Reason::Gate(..) | Reason::OwnGate(..)) && line.contains(&*reason);
    match is_shared || wanted.iter().any(|part| line.contains(&**part)) {
        true => Ok(()),
        false => Err(format!("`{reason}` leads to {place}: `{line}`, and not to one of {wanted:?}")),
    }
}

/// What was seen of something in a ruling: how often, and where it was not as it must be.
#[derive(Default)]
struct Tally {
    seen: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.seen += other.seen;
        self.wrong.extend(other.wrong);
    }

    fn is_right(&self, least: usize) {
        assert!(self.seen > least, "only {} were seen", self.seen);
        assert!(self.wrong.is_empty(), "{}", self.wrong.join("\n"));
    }
}

/// What was seen in rulings.
#[derive(Default)]
struct Seen {
    /// Refusals, and reasons that lead nowhere.
    refusals: Tally,
    /// Reasons that somebody sees nothing of, and those whose place is told nevertheless.
    hidden: Tally,
    /// Reasons that could be read from the card alone, and those that are told to a seat that does not see it.
    read: Tally,
    /// Facts whose script somebody must not be told, and those where he is.
    scripts: Tally,
}

/// What was seen in all rulings; they are run once for all tests.
fn seen() -> &'static Seen {
    static SEEN: LazyLock<Seen> = LazyLock::new(|| {
        let each = cores::each(&content().rulings, |file| {
            let game = content().game(file).unwrap_or_else(|problems| panic!("{problems}"));
            let ruling = rulings::read(file, &game).ok()?;
            let run = rulings::run(&ruling, &game, &game.host());
            Some(Seen {
                refusals: refusals(&game, &run, file.name()),
                hidden: hidden(&game, &run, file.name()),
                read: read(&game, &run, file.name()),
                scripts: scripts(&game, &run, file.name()),
            })
        });
        let mut all = Seen::default();
        for seen in each.into_iter().flatten() {
            all.refusals.add(seen.refusals);
            all.hidden.add(seen.hidden);
            all.read.add(seen.read);
            all.scripts.add(seen.scripts);
        }
        all
    });
    &SEEN
}

/// The seats of a ruling.
fn readers(run: &Run) -> impl Iterator<Item = Seat> {
    (0..run.game.state().people()).map(|at| Seat(at as u8))
}

/// Each reason against something, and the card that it is about.
fn reasons(run: &Run) -> impl Iterator<Item = (&Against, &Named)> {
    let refused = run.facts.iter().filter_map(|fact| match &fact.what {
        FactKind::Refused { card, why, .. } => Some((card, why)),
        _ => None,
    });
    refused.flat_map(|(card, why)| why.iter().map(move |against| (against, card)))
}

/// Each reason, and the seat that does not see the card that it is about.
fn unseen(run: &Run) -> impl Iterator<Item = (Seat, &Against, &Named)> {
    let all = readers(run).flat_map(|reader| reasons(run).map(move |(against, card)| (reader, against, card)));
    all.filter(|(reader, _, card)| !card.known.has(*reader))
}

fn refusals(game: &Ruleset, run: &Run, name: &str) -> Tally {
    let reporter = game.reporter(&run.game, None);
    let refused = run.facts.iter().filter_map(|fact| match &fact.what {
        FactKind::Refused { why, .. } => Some(why.is_empty()),
        _ => None,
    });
    let mut tally = Tally::default();
    for is_without_reason in refused {
        tally.seen += 1;
        tally.wrong.extend(is_without_reason.then(|| format!("{name}: a refusal without a reason")));
    }
    let errors = reasons(run).filter_map(|(against, card)| check(game, reporter, against, card).err());
    tally.wrong.extend(errors.map(|error| format!("{name}: {error}")));
    tally
}

fn hidden(game: &Ruleset, run: &Run, name: &str) -> Tally {
    let mut tally = Tally::default();
    for (reader, against, card) in unseen(run) {
        if matches!(against.reason, Reason::Forbidden(by) if by.known.has(reader)) {
            continue;
        }
        tally.seen += 1;
        let place = place(game.reporter(&run.game, Some(reader)), against, card);
        tally.wrong.extend(place.map(|place| format!("{name}: {reader:?} is told {place}")));
    }
    tally
}

fn read(game: &Ruleset, run: &Run, name: &str) -> Tally {
    let mut tally = Tally::default();
    for (reader, against, card) in unseen(run).filter(|(_, against, _)| against.reason.is_of_the_card()) {
        tally.seen += 1;
        let told = game.reporter(&run.game, Some(reader)).against(from_ref(against), card);
        let is_wrong = told != "for a reason that you cannot see";
        tally.wrong.extend(is_wrong.then(|| format!("{name}: {reader:?} is told `{told}`")));
    }
    tally
}

fn scripts(game: &Ruleset, run: &Run, name: &str) -> Tally {
    let mut tally = Tally::default();
    for reader in readers(run) {
        let reporter = game.reporter(&run.game, Some(reader));
        let unseen = run.facts.iter().filter(|fact| {
            fact.input && fact.place.is_some() || fact.cause.is_some_and(|cause| !cause.known.has(reader))
        });
        for fact in unseen {
            tally.seen += 1;
            let is_told = reporter.json(fact).get("script").is_some();
            tally.wrong.extend(is_told.then(|| format!("{name}: {reader:?} is told the script of {fact:?}")));
        }
    }
    tally
}

#[test]
fn every_refusal_of_every_ruling_leads_to_what_refuses() {
    seen().refusals.is_right(100);
}

/// Who sees neither a card nor what forbids it is not told where that is written either, nor what could be read from the
/// card alone: its own gates, its price, what it could be aimed at.
#[test]
fn a_reason_gives_no_card_away() {
    seen().hidden.is_right(10);
    seen().read.is_right(10);
}

/// Where a script asks for a choice is told to the host alone, and the script of a fact only to a seat that sees the card that
/// acts: its name is the card's.
#[test]
fn a_script_gives_no_card_away() {
    seen().scripts.is_right(100);
}

/// Why each seat is asked nothing, at so many questions in turn, answered as the engine would.
fn unasked(name: &str, questions: usize) -> Vec<String> {
    let ruleset = game(name);
    let mut playing = Match::begin(&ruleset, &Begin::new(ruleset.rules().players.0, 5)).expect("so many can play it");
    let mut told = Vec::new();
    for _ in 0..questions {
        playing.advance().expect("no script fails");
        let prompts = playing.prompts(Viewer::Host);
        for seat in (0..playing.people() as u8).map(Seat) {
            let is_asked = prompts.iter().any(|prompt| prompt.seat == seat);
            let why = playing.why_not(Viewer::Seat(seat)).unasked;
            assert_eq!(why.is_some(), !is_asked && !prompts.is_empty(), "{name}, {}: {why:?}", seat.letter());
            told.extend(why);
        }
        let Some(prompt) = prompts.into_iter().next() else { break };
        playing.answer(prompt.number, prompt.default).expect("the default fits");
    }
    assert!(playing.why_not(Viewer::Host).unasked.is_none(), "the host is no player");
    told
}

#[test]
fn who_is_asked_nothing_hears_why_and_nobody_else_does() {
    let told: Vec<String> = content().games.keys().flat_map(|name| unasked(name, 30)).collect();
    for reason in ["is asked", "has passed"] {
        assert!(told.iter().any(|why| why.contains(reason)), "{reason}: {:?}", &told[..10]);
    }
}
