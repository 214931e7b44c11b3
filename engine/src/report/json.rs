//! The trace as JSON lines: the same facts, with causes, places in scripts, and the fingerprints of the state.

use super::Reporter;
use crate::model::trace::{Fact, Named, Thing, What};
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
        if let What::Refused { card, why, .. } = &fact.what {
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

    fn names(&self, what: &What) -> Vec<String> {
        let mut named: Vec<&Named> = Vec::new();
        match what {
            What::Uses { card, answers, .. } => {
                named.push(card);
                named.extend(answers);
            }
            What::Announces(_, things) | What::Chooses(_, _, things) | What::Chance(_, _, things, _) => {
                named.extend(cards(things));
            }
            What::Lost(_, things) | What::RefusedChoice { things, .. } => named.extend(cards(things)),
            What::Retargets(item, things) => {
                named.push(item);
                named.extend(cards(things));
            }
            What::Moves(card, ..)
            | What::Pieces(card, ..)
            | What::Controls(card, _)
            | What::Shows(card, _)
            | What::Resolves(card)
            | What::Triggers(card)
            | What::TriggerResolves(card)
            | What::Creates(card, _)
            | What::Vanishes(card, _)
            | What::Fizzles(card)
            | What::Exempt(_, card)
            | What::Copies(_, card)
            | What::Copied(_, card)
            | What::Stands(card)
            | What::Ends(card) => named.push(card),
            What::Value(_, thing, _) => named.extend(thing.as_slice().iter().flat_map(card)),
            What::Part(_, by, why) => named.extend(by.iter().chain(cards(why))),
            What::Negated(item, by) => named.extend([item, by]),
            What::Attaches(card, host) => {
                named.push(card);
                named.extend(host);
            }
            What::Sets(Some(Thing::Card(card)), ..)
            | What::Stays(Thing::Card(card), _)
            | What::Idle(Thing::Card(card), _) => named.push(card),
            What::Refused { card, answers, choosing, .. } => {
                named.push(card);
                named.extend(answers);
                named.extend(choosing.iter().flat_map(|(_, thing)| self::card(thing)));
            }
            What::Faulted(who, ..) => named.extend(who),
            What::Turn(..)
            | What::Phase(_)
            | What::Passes(..)
            | What::Waits(_)
            | What::Sets(..)
            | What::Shuffles(_)
            | What::Restacks(..)
            | What::ExtraTurn(_)
            | What::Skip(..)
            | What::Reverses
            | What::Stays(..)
            | What::Idle(..)
            | What::Leaves(_)
            | What::Over(..) => {}
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
pub const fn tag(what: &What) -> &'static str {
    match what {
        What::Turn(..) => "turn",
        What::Phase(_) => "phase",
        What::Uses { .. } => "uses",
        What::Announces(..) => "announces",
        What::Passes(..) => "passes",
        What::Waits(_) => "waits",
        What::Lost(..) => "lost",
        What::Chooses(..) => "chooses",
        What::Chance(..) => "chance",
        What::Triggers(_) => "triggers",
        What::TriggerResolves(_) => "trigger resolves",
        What::Creates(..) => "creates",
        What::Vanishes(..) => "vanishes",
        What::Copied(..) => "copied",
        What::Idle(..) => "does not trigger",
        What::Restacks(..) => "restacks",
        What::Moves(..) => "moves",
        What::Pieces(..) => "pieces",
        What::Value(..) => "value",
        What::Part(..) => "part",
        What::Sets(..) => "sets",
        What::Attaches(..) => "attaches",
        What::Controls(..) => "controls",
        What::Shows(..) => "shows",
        What::Shuffles(_) => "shuffles",
        What::Resolves(_) => "resolves",
        What::Negated(..) => "negated",
        What::Fizzles(_) => "fizzles",
        What::Exempt(..) => "exempt",
        What::Retargets(..) => "retargets",
        What::Copies(..) => "copies",
        What::Stands(_) => "stands",
        What::Ends(_) => "ends",
        What::ExtraTurn(_) => "extra-turn",
        What::Skip(..) => "skip",
        What::Reverses => "reverses",
        What::Stays(..) => "stays",
        What::Refused { .. } => "refused",
        What::RefusedChoice { .. } => "refused choice",
        What::Faulted(..) => "faulted",
        What::Leaves(_) => "leaves",
        What::Over(..) => "over",
    }
}
