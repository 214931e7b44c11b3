//! What was said in a sealed dialogue: kept by what it meant, and said again when the dialogue is opened.

use crate::model::open_chance::ChanceQuestion;
use crate::model::prompt::{Answer, Choice, Question};
use crate::model::trace::{FactKind, Thing};
use crate::play::ask::Ask;
use crate::play::dialogue::{AnswerMeaning, Said};
use crate::play::session::Table;
use smallvec::SmallVec;

impl Table {
    /// The sealed answer to a question, as far as it can still be given; a line says what cannot.
    pub(in crate::play) fn say_again(&mut self, ask: Ask) -> (Answer, Vec<Choice>) {
        let said = self.said(|said| matches!(said, Said::Answer(question, _) if *question == ask.question));
        let default = ask.shape.least(ask.options.len());
        let Some(Said::Answer(_, meaning)) = said else { return (default, ask.options) };
        let (answer, all) = meaning.among(&ask.shape, &ask.options, &default);
        if !all && let Question::Choose(word) | Question::Announce(word) = ask.question {
            let instead = AnswerMeaning::of(&answer, &ask.options).things();
            let seat = self.state().acting_seat(ask.player);
            self.tell(FactKind::Chooses(seat, word, ask.about.clone(), meaning.things()));
            self.tell(FactKind::Lost(seat, instead));
            if let Some(running) = &mut self.run.branch {
                running.told = true;
            }
        }
        (answer, ask.options)
    }

    /// What chance gave in the sealed dialogue, if it can still come; something new otherwise.
    pub(in crate::play) fn chance_again(&mut self, question: &ChanceQuestion) -> SmallVec<[u16; 4]> {
        let said = self.said(
            |said| matches!(said, Said::Chance(what, player, ..) if *what == question.what && *player == question.player),
        );
        // The game's own source moves on as if it had been asked now.
        let Some(Said::Chance(_, _, things, false)) = &said else {
            let fresh = self.generated(question);
            let Some(Said::Chance(_, _, things, _)) = said else { return fresh.options().into() };
            return positions(question, &things).unwrap_or_else(|| fresh.options().into());
        };
        match positions(question, things) {
            Some(positions) => positions,
            None => self.generated(question).options().into(),
        }
    }

    /// The first fitting entry in the rest of the sealed dialogue; entries before it are dropped.
    fn said(&mut self, fits: impl Fn(&Said) -> bool) -> Option<Said> {
        let running = self.run.branch.as_mut()?;
        let at = running.said[running.at..].iter().position(fits)? + running.at;
        running.at = at + 1;
        Some(running.said[at].clone())
    }
}

/// The positions of these things among the options of a question to chance, if all of them are there.
fn positions(question: &ChanceQuestion, things: &[Thing]) -> Option<SmallVec<[u16; 4]>> {
    if things.len() != question.count as usize {
        return None;
    }
    let same = |one: &Thing, other: &Thing| match (one, other) {
        (Thing::Card(one), Thing::Card(other)) => one.card == other.card && one.def == other.def,
        _ => one == other,
    };
    things.iter().map(|thing| Some(question.options.iter().position(|other| same(thing, other))? as u16)).collect()
}
