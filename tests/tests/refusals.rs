//! What is refused says why and where: each reason against an attempt has its place in the files of the packs, and what
//! stands there is what gives the reason.

use cardwright::game::Ruleset;
use cardwright::model::trace::{Against, Named, Reason, What};
use cardwright::report::Reporter;
use cardwright_cli::rulings;
use rulings_content::{Content, root};
use std::fs;

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
        Reason::Forbidden(_) => vec!["forbids".into(), "rule_out".into()],
        Reason::Cost | Reason::Unpaid(_) | Reason::Gives(..) | Reason::Spends(..) => vec!["cost".into()],
        Reason::Elsewhere(..) => vec!["from".into(), "[actions.".into(), "[uses.".into(), "[[answers]]".into()],
        Reason::NotHis(..) => vec!["[actions.".into()],
        Reason::NotAnswered => vec!["to ".into(), "answers".into()],
        Reason::NotOffered => vec!["to ".into(), "answers".into(), "[windows.".into(), "[actions.".into()],
        Reason::Unasked(..) => vec!["[windows.".into()],
        Reason::NoTarget(_) | Reason::NotAmong(_) => vec!["aim".into(), "pick".into()],
        Reason::Word(word) => vec![rules.words.text(word).into(), "refuse".into(), "rule_out".into()],
        Reason::Exempt(..)
        | Reason::Protected(_)
        | Reason::Replaced(_)
        | Reason::Gone
        | Reason::Terminal(_)
        | Reason::Full(_)
        | Reason::Room(..)
        | Reason::Short(..) => Vec::new(),
    }
}

fn check(game: &Ruleset, reporter: Reporter<'_>, against: &Against, card: &Named) -> Result<(), String> {
    let reason = reporter.reason(against.reason);
    let place = reporter.place_of(against, card).ok_or(format!("`{reason}` has no place"))?;
    let line = line(&place);
    let wanted = expected(game, against.reason);
    match wanted.iter().any(|part| line.contains(&**part)) {
        true => Ok(()),
        false => Err(format!("`{reason}` leads to {place}: `{line}`, and not to one of {wanted:?}")),
    }
}

#[test]
fn every_refusal_of_every_ruling_leads_to_what_refuses() {
    let content = Content::read();
    let (mut refusals, mut wrong) = (0, Vec::new());
    for file in &content.rulings {
        let game = content.game(file).unwrap_or_else(|problems| panic!("{problems}"));
        let Ok(ruling) = rulings::read(file, &game) else { continue };
        let run = rulings::run(&ruling, &game, &game.host());
        let reporter = game.reporter(&run.game, None);
        for fact in &run.facts {
            let What::Refused { card, why, .. } = &fact.what else { continue };
            refusals += 1;
            assert!(!why.is_empty(), "{}: a refusal without a reason", file.name());
            for against in why.iter() {
                wrong.extend(
                    check(&game, reporter, against, card).map_err(|error| format!("{}: {error}", file.name())).err(),
                );
            }
        }
    }
    assert!(refusals > 100, "only {refusals} refusals were seen");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Who sees neither a card nor what forbids it is not told where that is written either, nor what could be read from the
/// card alone: its own gates, its price, what it could be aimed at.
#[test]
fn a_reason_gives_no_card_away() {
    let content = Content::read();
    let (mut hidden, mut read) = (0, 0);
    for file in &content.rulings {
        let game = content.game(file).unwrap_or_else(|problems| panic!("{problems}"));
        let Ok(ruling) = rulings::read(file, &game) else { continue };
        let run = rulings::run(&ruling, &game, &game.host());
        for (fact, reader) in run.facts.iter().flat_map(|fact| (0..run.game.state().people()).map(move |at| (fact, at)))
        {
            let What::Refused { card, why, .. } = &fact.what else { continue };
            let reader = cardwright::model::ids::Seat(reader as u8);
            let reporter = game.reporter(&run.game, Some(reader));
            for against in why.iter().filter(|_| !card.known.has(reader)) {
                let by = match against.reason {
                    Reason::Forbidden(by) => by.known.has(reader),
                    _ => false,
                };
                if !by {
                    hidden += 1;
                    assert_eq!(reporter.place_of(against, card), None, "{}", file.name());
                }
                if against.reason.is_of_the_card() {
                    read += 1;
                    let told = reporter.against(against, card);
                    assert_eq!(told, "for a reason that you cannot see", "{}", file.name());
                }
            }
        }
    }
    assert!(hidden > 10 && read > 10, "only {hidden} reasons were hidden, {read} of them read from a card");
}

/// Where a script asks for a choice is told to the host alone, and the script of a fact only to who sees the card that
/// acts: its name is the card's.
#[test]
fn a_script_gives_no_card_away() {
    let content = Content::read();
    let mut hidden = 0;
    for file in &content.rulings {
        let game = content.game(file).unwrap_or_else(|problems| panic!("{problems}"));
        let Ok(ruling) = rulings::read(file, &game) else { continue };
        let run = rulings::run(&ruling, &game, &game.host());
        let reporters = (0..run.game.state().people()).map(|at| cardwright::model::ids::Seat(at as u8));
        for (reader, reporter) in reporters.map(|reader| (reader, game.reporter(&run.game, Some(reader)))) {
            let unseen = run.facts.iter().filter(|fact| {
                fact.input && fact.place.is_some() || fact.cause.is_some_and(|cause| !cause.known.has(reader))
            });
            for fact in unseen {
                hidden += 1;
                assert!(reporter.json(fact).get("script").is_none(), "{}: {fact:?}", file.name());
            }
        }
    }
    assert!(hidden > 100, "only {hidden} facts have a script that somebody is not told");
}
