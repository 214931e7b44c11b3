//! The trace as JSON lines: the same facts, with causes, places in scripts, and the fingerprints of the state.

use super::Reporter;
use cardwright_kernel::model::trace::{Fact, FactKind, Named, Thing};
use serde_json::{Map, Value, json};

impl Reporter<'_> {
    /// One JSON object a fact, one a line. `fingerprints` are pairs of a number of facts and the state's
    /// fingerprint after the step that wrote the last of them.
    pub fn json_lines(&self, facts: &[Fact], fingerprints: &[(u32, u64)]) -> String {
        let mut text = String::new();
        let mut prints = fingerprints.iter().peekable();
        for (at, fact) in facts.iter().enumerate() {
            // What the trace does not tell, a seat learns from no place in a script either.
            if self.reader.is_some() && self.sentence(&fact.what).is_empty() {
                continue;
            }
            let mut object = self.json(fact);
            let mut last = None;
            while let Some((_, print)) = prints.next_if(|(facts, _)| *facts as usize <= at + 1) {
                last = Some(*print);
            }
            if let (Some(print), Value::Object(object)) = (last, &mut object) {
                object.insert("fingerprint".into(), json!(format!("{print:016x}")));
            }
            text.push_str(&object.to_string());
            text.push('\n');
        }
        text
    }

    /// A fact as a JSON object: `depth`, `mark`, `fact`, `text`, `names`, `cause`, `script`; of what was refused also
    /// `why`: each reason, and its `place` in the files of the packs.
    pub fn json(&self, fact: &Fact) -> Value {
        let mut object = Map::new();
        object.insert("depth".into(), json!(fact.depth));
        object.insert("mark".into(), json!(Self::mark(&fact.what)));
        object.insert("fact".into(), json!(tag(&fact.what)));
        object.insert("text".into(), json!(self.sentence(&fact.what).trim_start()));
        let names = self.names(&fact.what);
        if !names.is_empty() {
            object.insert("names".into(), json!(names));
        }
        if let Some(cause) = &fact.cause {
            object.insert("cause".into(), json!(self.name(cause)));
        }
        if let FactKind::Refused { card, why, .. } = &fact.what {
            let reasons = why.iter().map(|against| {
                let mut reason = Map::new();
                reason.insert("reason".into(), json!(self.reason_about(against.reason, card)));
                if let Some(place) = self.place_of(against, card) {
                    reason.insert("place".into(), json!(place));
                }
                Value::Object(reason)
            });
            object.insert("why".into(), reasons.collect());
        }
        // A script's name tells which card acts: who does not see the card is not told.
        let told = self.reader.is_none() || !fact.input && fact.cause.as_ref().is_none_or(|cause| self.sees(cause));
        if let Some(place) = fact.place.filter(|_| told)
            && let Some((path, _)) = self.rules.scripts.get_index(usize::from(place.script))
        {
            object.insert("script".into(), json!(format!("{path}:{}:{}", place.line, place.column)));
        }
        Value::Object(object)
    }

    fn names(&self, what: &FactKind) -> Vec<String> {
        let mut named: Vec<&Named> = Vec::new();
        match what {
            FactKind::Uses { card, answers: other, .. } | FactKind::Attaches(card, other) => {
                named.push(card);
                named.extend(other);
            }
            FactKind::Announces(_, things)
            | FactKind::Chooses(_, _, things)
            | FactKind::Chance(_, _, things, _)
            | FactKind::Lost(_, things)
            | FactKind::RefusedChoice { things, .. }
            | FactKind::Learns { things, .. }
            | FactKind::Ended { about: things, .. } => named.extend(cards(things)),
            FactKind::Retargets(item, things) => {
                named.push(item);
                named.extend(cards(things));
            }
            FactKind::Moves(card, ..)
            | FactKind::Sent(card)
            | FactKind::Pieces(card, ..)
            | FactKind::Controls(card, _)
            | FactKind::Shows(card, _)
            | FactKind::Resolves(card)
            | FactKind::Triggers(card)
            | FactKind::TriggerResolves(card)
            | FactKind::TriggerLeaves(card)
            | FactKind::Creates(card, _)
            | FactKind::Vanishes(card, _)
            | FactKind::Fizzles(card)
            | FactKind::Exempt(_, card)
            | FactKind::Copies(_, card)
            | FactKind::Copied(_, card)
            | FactKind::Stands(card)
            | FactKind::Ends(card) => named.push(card),
            FactKind::Value(_, thing, _) | FactKind::Says(_, thing) => {
                named.extend(thing.as_slice().iter().flat_map(card))
            }
            FactKind::Part(_, by, why) => named.extend(by.iter().chain(cards(why))),
            FactKind::Negated(item, by) => named.extend([item, by]),
            FactKind::Sets(Some(Thing::Card(card)), ..)
            | FactKind::Stays(Thing::Card(card), _)
            | FactKind::Idle(Thing::Card(card), _)
            | FactKind::SaysOf(_, card) => named.push(card),
            FactKind::Refused { card, answers, choosing, .. } => {
                named.push(card);
                named.extend(answers);
                named.extend(choosing.iter().flat_map(|(_, thing)| self::card(thing)));
            }
            FactKind::Faulted(who, ..) => named.extend(who),
            FactKind::Turn(..)
            | FactKind::Phase(_)
            | FactKind::Passes(..)
            | FactKind::Waits(_)
            | FactKind::Sets(..)
            | FactKind::Shuffles(_)
            | FactKind::Refills(..)
            | FactKind::Owns(..)
            | FactKind::Restacks(..)
            | FactKind::ExtraTurn(_)
            | FactKind::Skip(..)
            | FactKind::Reverses
            | FactKind::Stays(..)
            | FactKind::Idle(..)
            | FactKind::Leaves(_)
            | FactKind::LeaveTogether(_)
            | FactKind::Drops(_)
            | FactKind::Repeats(_)
            | FactKind::Loops(..)
            | FactKind::Over(..)
            | FactKind::Scores(_) => {}
        }
        named.into_iter().map(|named| self.name(named)).collect()
    }
}

fn card(thing: &Thing) -> Option<&Named> {
    cards(std::slice::from_ref(thing)).next()
}

fn cards(things: &[Thing]) -> impl Iterator<Item = &Named> {
    things.iter().filter_map(|thing| match thing {
        Thing::Card(named) => Some(named),
        Thing::Player(_) | Thing::Word(_) | Thing::Number(_) | Thing::Zone(_) => None,
    })
}

/// What sort of fact it is, in one word.
pub const fn tag(what: &FactKind) -> &'static str {
    match what {
        FactKind::Turn(..) => "turn",
        FactKind::Phase(_) => "phase",
        FactKind::Uses { .. } => "uses",
        FactKind::Announces(..) => "announces",
        FactKind::Passes(..) => "passes",
        FactKind::Waits(_) => "waits",
        FactKind::Lost(..) => "lost",
        FactKind::Chooses(..) => "chooses",
        FactKind::Chance(..) => "chance",
        FactKind::Triggers(_) => "triggers",
        FactKind::TriggerResolves(_) => "trigger resolves",
        FactKind::TriggerLeaves(_) => "trigger leaves",
        FactKind::Creates(..) => "creates",
        FactKind::Vanishes(..) => "vanishes",
        FactKind::Copied(..) => "copied",
        FactKind::Idle(..) => "does not trigger",
        FactKind::Restacks(..) => "restacks",
        FactKind::Moves(..) => "moves",
        FactKind::Sent(_) => "sent",
        FactKind::Pieces(..) => "pieces",
        FactKind::Value(..) => "value",
        FactKind::Part(..) => "part",
        FactKind::Sets(..) => "sets",
        FactKind::Attaches(..) => "attaches",
        FactKind::Controls(..) => "controls",
        FactKind::Shows(..) => "shows",
        FactKind::Learns { .. } => "learns",
        FactKind::Shuffles(_) => "shuffles",
        FactKind::Refills(..) => "refills",
        FactKind::Owns(..) => "owns",
        FactKind::Resolves(_) => "resolves",
        FactKind::Negated(..) => "negated",
        FactKind::Fizzles(_) => "fizzles",
        FactKind::Exempt(..) => "exempt",
        FactKind::Retargets(..) => "retargets",
        FactKind::Copies(..) => "copies",
        FactKind::Stands(_) => "stands",
        FactKind::Ends(_) => "ends",
        FactKind::ExtraTurn(_) => "extra-turn",
        FactKind::Skip(..) => "skip",
        FactKind::Reverses => "reverses",
        FactKind::Says(..) | FactKind::SaysOf(..) => "says",
        FactKind::Stays(..) => "stays",
        FactKind::Refused { .. } => "refused",
        FactKind::RefusedChoice { .. } => "refused choice",
        FactKind::Faulted(..) => "faulted",
        FactKind::Leaves(_) | FactKind::LeaveTogether(_) => "leaves",
        FactKind::Drops(_) => "drops",
        FactKind::Repeats(_) => "repeats",
        FactKind::Loops(..) => "loops",
        FactKind::Over(..) | FactKind::Ended { .. } => "over",
        FactKind::Scores(_) => "scores",
    }
}
