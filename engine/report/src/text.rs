//! The trace as plain text: one fact a line, indent is nesting.

use super::{Reporter, letters};
use cardwright_kernel::ids::{Seat, WindowId};
use cardwright_kernel::questions::{Prompt, Question, Shape};
use cardwright_kernel::trace::{Fact, FactKind, LoggedLine};

impl Reporter<'_> {
    /// The whole trace, each line ended.
    pub fn trace(&self, facts: &[Fact]) -> String {
        let mut text = String::new();
        for (_, line) in self.lines(facts) {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    /// What scripts have written for their authors, each line ended.
    pub fn logged(&self, lines: &[LoggedLine]) -> String {
        let mut text = String::new();
        for LoggedLine { text: line, place } in lines {
            let at = place.and_then(|place| self.asking(place, None)).map(|at| format!("{at}: ")).unwrap_or_default();
            text.push_str(&format!("  {at}{line}\n"));
        }
        text
    }

    /// The lines of some facts, each with the position of the first fact on it.
    pub fn lines(&self, facts: &[Fact]) -> Vec<(usize, String)> {
        let mut lines: Vec<(usize, String)> = Vec::new();
        let mut at = 0;
        while at < facts.len() {
            let (line, next) = self.line(facts, at);
            if let Some(line) = line.filter(|_| !is_on_the_line_of_a_use(facts, at)) {
                lines.push((at, line));
            }
            at = next;
        }
        drop_empty_headings(lines)
    }

    fn line(&self, facts: &[Fact], at: usize) -> (Option<String>, usize) {
        let fact = &facts[at];
        match &fact.what {
            FactKind::Uses { seat, .. } => {
                let mut sentence = self.sentence(&fact.what);
                for fact in facts[at + 1..].iter().take_while(|fact| goes_on(fact)) {
                    if let FactKind::Announces(phrase, things) = &fact.what {
                        sentence.push_str(&self.announces(*phrase, things, Some(*seat)));
                    }
                }
                (Some(indented(fact, &sentence)), at + 1)
            }
            FactKind::Passes(seat, window, round) => {
                let mut seats = vec![*seat];
                let mut next = at + 1;
                while let Some(seat) = same_round(facts.get(next), fact, *window, *round) {
                    if seats.contains(&seat) {
                        break;
                    }
                    seats.push(seat);
                    next += 1;
                }
                (Some(indented(fact, &passes(&seats))), next)
            }
            what => {
                let mut sentence = self.sentence(what);
                if let Some(FactKind::Sent(by)) = facts.get(at + 1).map(|fact| &fact.what) {
                    sentence.push_str(&format!(" ({})", self.name_or_unseen(by)));
                }
                ((!sentence.is_empty()).then(|| indented(fact, &sentence)), at + 1)
            }
        }
    }

    /// An open question with its options, for its seat.
    pub fn prompt(&self, prompt: &Prompt) -> String {
        let options: Vec<String> =
            prompt.options.iter().map(|choice| self.option(prompt.seat, prompt.question, choice)).collect();
        let options: Vec<&str> = options.iter().map(|option| option.trim_start()).collect();
        format!("? {}: {}", self.question(prompt), options.join(" | "))
    }

    /// What a prompt asks, and how options may be combined.
    pub fn question(&self, prompt: &Prompt) -> String {
        let seat = prompt.seat.letter();
        let asked = match prompt.question {
            Question::Act { subject: Some(subject), .. } => format!("{seat} may answer {}", self.name(&subject)),
            Question::Act { window, .. } => format!("{seat} may act: {}", self.rules.windows[window.index()].title),
            // The words go on the line of a use, after a comma of their own: `, cast by`.
            Question::Announce(word) => {
                format!("{seat} chooses {}", self.rules.words.text(word).trim_start_matches([',', ' ']))
            }
            Question::Choose(word) => format!("{seat}, {}", self.asked(word, &prompt.about)),
        };
        let how = match &prompt.shape {
            Shape::OneOf => String::new(),
            Shape::SomeOf(from, to) if from == to => format!(" ({from})"),
            Shape::SomeOf(from, to) => format!(" ({from} to {to})"),
            Shape::InOrder => " (in order)".to_string(),
            Shape::Number(from, to) => format!(" ({from} to {to})"),
            Shape::Shares(amount, _) => format!(" ({amount} in all)"),
        };
        let wait = if prompt.may_wait() { ", or wait" } else { "" };
        format!("{asked}{how}{wait}")
    }
}

fn same_round(fact: Option<&Fact>, first: &Fact, window: WindowId, round: u8) -> Option<Seat> {
    match fact?.what {
        FactKind::Passes(seat, other, at) if other == window && at == round && fact?.depth == first.depth => Some(seat),
        _ => None,
    }
}

/// Whether what was announced before this fact may still go on after it: choosing and paying change things in between.
const fn goes_on(fact: &Fact) -> bool {
    match &fact.what {
        FactKind::Announces(..) => true,
        FactKind::Turn(..)
        | FactKind::Phase(_)
        | FactKind::Resolves(_)
        | FactKind::Triggers(_)
        | FactKind::TriggerResolves(_)
        | FactKind::Faulted(..)
        | FactKind::Over(..)
        | FactKind::Ended { .. }
        | FactKind::Scores(_) => false,
        what => !what.is_input(),
    }
}

/// Whether a choice of an announcement belongs on the line of its use.
fn is_on_the_line_of_a_use(facts: &[Fact], at: usize) -> bool {
    // Looked for only where it matters: a trace can have very many lines.
    let first = || facts[..at].iter().rev().find(|fact| !goes_on(fact));
    matches!(facts[at].what, FactKind::Announces(..))
        && first().is_some_and(|fact| matches!(fact.what, FactKind::Uses { .. }))
}

/// `C passes`, `C and A pass`.
pub fn passes(seats: &[Seat]) -> String {
    let verb = if seats.len() == 1 { "passes" } else { "pass" };
    format!("{} {verb}", letters(seats.iter().map(|seat| seat.letter())))
}

fn indented(fact: &Fact, sentence: &str) -> String {
    let mark = fact.what.mark();
    let depth = if mark.starts_with('#') { 0 } else { fact.depth };
    format!("{:indent$}{mark} {sentence}", "", indent = indent(depth))
}

/// How many blanks stand before a line that lies so deep. Beyond [`LEVELS`] nobody could read it any more.
pub fn indent(depth: u16) -> usize {
    2 * usize::from(depth.min(LEVELS))
}

/// How many levels are indented; deeper lines are indented no further.
const LEVELS: u16 = 20;

/// A heading with nothing under it says nothing.
fn drop_empty_headings(lines: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let phase = |line: &str| line.starts_with("## ");
    let heading = |line: &str| line.starts_with('#');
    let keep: Vec<bool> = (0..lines.len())
        .map(|at| !phase(&lines[at].1) || lines.get(at + 1).is_some_and(|next| !heading(&next.1)))
        .collect();
    lines.into_iter().zip(keep).filter_map(|(line, keep)| keep.then_some(line)).collect()
}
