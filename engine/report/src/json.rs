//! The trace as JSON lines: the same facts, with causes, places in scripts, and the fingerprints of the state.

use super::Reporter;
use cardwright_kernel::trace::{Fact, FactKind, Named};
use cardwright_kernel::visits::{IdVisitor, VisitIds, Visited};
use serde_json::{Map, Value, json};
use std::convert::Infallible;

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
        object.insert("mark".into(), json!(fact.what.mark()));
        object.insert("fact".into(), json!(fact.what.tag()));
        object.insert("text".into(), json!(self.sentence(&fact.what).trim_start()));
        let names = self.names(&fact.what);
        if !names.is_empty() {
            object.insert("names".into(), json!(names));
        }
        if let Some(cause) = &fact.cause {
            object.insert("cause".into(), json!(self.name(cause)));
        }
        if let FactKind::Refused { card, why, .. } = &fact.what {
            let reasons = self.reasons_told(why, card).into_iter().map(|(text, place)| {
                let mut reason = Map::new();
                reason.insert("reason".into(), json!(text));
                if let Some(place) = place {
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

    /// The cards that a fact names.
    fn names(&self, what: &FactKind) -> Vec<String> {
        let mut names = NamesOfCards { reporter: self, found: Vec::new() };
        let _ = what.visit(&mut names);
        names.found
    }
}

struct NamesOfCards<'r> {
    reporter: &'r Reporter<'r>,
    found: Vec<String>,
}

impl IdVisitor for NamesOfCards<'_> {
    type Stop = Infallible;

    fn named(&mut self, named: &Named) -> Visited<Infallible> {
        self.found.push(self.reporter.name(named));
        Ok(())
    }
}
