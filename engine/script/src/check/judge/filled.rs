//! What is filled in for the names of a text.

use super::Judge;
use super::given::Given;
use crate::check::kind::Type;
use crate::check::signature::Signature;
use crate::faults;
use crate::syntax::finding::{Finding, LineSpan, did_you_mean};
use crate::syntax::tree::{Node, NodeKind};
use crate::verbs::filling::ASK;
use cardwright_kernel::rules::Template;
use cardwright_kernel::text::suggest;

impl<'p> Judge<'p> {
    /// Reports what is wrong with a question: a text that is put together, or one into which something else is filled.
    pub(super) fn judge_question(&mut self, name: &str, question: &'p Node) {
        match &question.what {
            NodeKind::Map { keys, values } => {
                let Some(at) = keys.iter().position(|key| **key == *ASK) else {
                    let finding = self.report("blank-given", question.at, faults::question_without_text().message);
                    finding.help = Some("write `#{ ask: \"block {attacker} with\", attacker: … }`".into());
                    return;
                };
                self.judge_written_out(name, &values[at]);
                let given: Vec<&str> = keys.iter().map(|key| &**key).filter(|key| *key != ASK).collect();
                self.judge_asked(&values[at], &given, question.at);
            }
            _ => {
                self.judge_written_out(name, question);
                self.judge_asked(question, &[], question.at);
            }
        }
    }

    /// Reports what is wrong with the text of a question, and where it does not fit what is given for its names.
    fn judge_asked(&mut self, text: &'p Node, given: &[&str], at: LineSpan) {
        let Some(written) = text.text() else { return };
        match Template::parse(written) {
            Err(error) => {
                let finding = self.report("text-malformed", text.at, error.what.to_string());
                finding.help = Some(error.what.help().into());
            }
            Ok(template) => {
                let names: Vec<Box<str>> = template.blanks().map(Box::from).collect();
                self.judge_names(written, &names, given, at);
            }
        }
    }

    /// Reports what a line is given that it has no name for, and names for which it is given nothing.
    pub(super) fn judge_line(&mut self, signature: &Signature, given: &[Given<'p>]) {
        let Some(at) = signature.takes.iter().position(|kind| *kind == Type::word("line")) else { return };
        let pack = self.pack;
        let Some(line) = given.get(at).and_then(|given| given.node.text()) else { return };
        let Some(names) = pack.vocabulary.blanks(line) else { return };
        match given.get(at + 1) {
            Some(about) if about.kind == Type::Map || about.kind.is_open() => {
                self.judge_filled(line, names, about.node);
            }
            Some(about) if names.len() != 1 => {
                let message = format!("the line `{line}` is not about one thing");
                self.report_blanks(about.node.at, message, names);
            }
            Some(_) => {}
            None if names.is_empty() => {}
            None => {
                self.report_blanks(given[at].node.at, format!("nothing is given for the line `{line}`"), names);
            }
        }
    }

    /// A map that is written out must have the names of a text, and no others.
    fn judge_filled(&mut self, text: &str, names: &'p [Box<str>], about: &'p Node) {
        let NodeKind::Map { keys, .. } = &about.what else { return };
        let given: Vec<&str> = keys.iter().map(|key| &**key).collect();
        self.judge_names(text, names, &given, about.at);
    }

    /// What is given must be the names of a text, and no others.
    fn judge_names(&mut self, text: &str, names: &[Box<str>], given: &[&str], at: LineSpan) {
        if let Some(key) = given.iter().find(|key| names.iter().all(|name| **name != ***key)) {
            let label = did_you_mean(suggest(key, names.iter().map(|name| &**name)));
            self.report_blanks(at, faults::blank_unknown(text, key).message, names).label = label;
        } else if let Some(name) = names.iter().find(|name| !given.contains(&&***name)) {
            self.report_blanks(at, faults::blank_missing(name, text).message, names);
        }
    }

    fn report_blanks(&mut self, at: LineSpan, message: String, names: &[Box<str>]) -> &mut Finding {
        let finding = self.report("blank-given", at, message);
        finding.help = Some(match names {
            [] => "it has no names in braces: give it nothing".into(),
            names => {
                let given: Vec<String> = names.iter().map(|name| format!("`{name}: …`")).collect();
                format!("give in a map what its names stand for: {}", given.join(", "))
            }
        });
        finding
    }
}
