//! Triggers: listeners' calls that are gathered, and put on the stack at the next check.

use crate::model::agenda::{Event, Step, Trigger};
use crate::model::change::Change;
use crate::model::ids::{PlayerId, Word};
use crate::model::index::IndexEntry;
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::TriggerOrder;
use crate::model::trace::Things;
use crate::model::words;
use crate::play::ask::Ask;
use crate::play::call::Stop;
use crate::play::session::Table;

impl Table {
    /// Gathers a listener's call for the next check.
    pub(super) fn gather(&mut self, entry: IndexEntry, player: PlayerId, event: Event) {
        let entity = self.state().entity(entry.entity);
        let (def, part) = (entity.def, entity.part);
        let source = self.state().handle(entry.entity);
        let trigger = Trigger { source, def, part, number: entry.number, player, event };
        self.change(Change::Queue(Step::Trigger(trigger)));
    }

    /// Takes what was gathered: calls become steps; triggers are put on the stack in the order of the rules.
    ///
    /// # Errors
    /// A stop from a question about their order.
    pub(crate) fn take_queue(&mut self) -> Result<(), Stop> {
        let steps: Box<[Step]> = self.state().queue.clone().into();
        let mut calls: Vec<Step> = Vec::new();
        let mut triggers: Vec<Trigger> = Vec::new();
        for step in &steps {
            match step {
                Step::Trigger(trigger) => triggers.push(*trigger),
                other => calls.push(other.clone()),
            }
        }
        let triggers = self.in_order(triggers)?;
        self.change(Change::TakeQueue(steps));
        // In reverse, because the agenda is a stack: calls come first, then the triggers in their order.
        for trigger in triggers.into_iter().rev() {
            self.push_step(Step::Trigger(trigger));
        }
        for step in calls.into_iter().rev() {
            self.push_step(step);
        }
        Ok(())
    }

    /// The order in which triggers are put on the stack: the last one resolves first.
    fn in_order(&mut self, triggers: Vec<Trigger>) -> Result<Vec<Trigger>, Stop> {
        if triggers.len() < 2 || self.rules.triggers == TriggerOrder::AsTheyCame {
            return Ok(triggers);
        }
        let around = self.state().around(self.state().turn().player);
        if let (TriggerOrder::TurnPlayer, Some(player)) = (self.rules.triggers, around.first()) {
            return self.ordered_by(*player, triggers);
        }
        let mut ordered = Vec::with_capacity(triggers.len());
        for player in around {
            let own: Vec<Trigger> = triggers.iter().filter(|trigger| trigger.player == player).copied().collect();
            ordered.extend(self.ordered_by(player, own)?);
        }
        Ok(ordered)
    }

    /// A player orders triggers; if all are alike, nobody is asked.
    fn ordered_by(&mut self, player: PlayerId, own: Vec<Trigger>) -> Result<Vec<Trigger>, Stop> {
        let kind = |trigger: &Trigger| (trigger.def, trigger.part, trigger.number, trigger.player);
        if own.iter().all(|trigger| kind(trigger) == kind(&own[0])) {
            return Ok(own);
        }
        let named = |trigger: &Trigger| match self.called(trigger, &own) {
            Some(title) => Choice::Word(title),
            None => Choice::Entity(trigger.source, self.named(trigger.source.id)),
        };
        let options = self.told_apart(player, own.iter().map(named).collect());
        let question = Question::Choose(words::TRIGGERS);
        let ask = Ask { player, question, about: Things::new(), shape: Shape::InOrder, options, public: false };
        let (answer, options) = self.ask(ask)?;
        let things: Things = answer.options().iter().flat_map(|at| options[usize::from(*at)].things()).collect();
        self.tell_choice(player, words::TRIGGERS, things);
        Ok(answer.options().iter().map(|at| own[usize::from(*at)]).collect())
    }

    /// How a trigger is called among others: by its title if its card has triggered in another way as well, and no
    /// second card of that name has.
    fn called(&self, trigger: &Trigger, own: &[Trigger]) -> Option<Word> {
        let several = own.iter().any(|other| {
            other.source == trigger.source && (other.part, other.number) != (trigger.part, trigger.number)
        }) && own.iter().all(|other| other.def != trigger.def || other.source == trigger.source);
        let listeners = &self.rules.abilities(trigger.def, trigger.part).listeners;
        listeners[usize::from(trigger.number)].title.filter(|_| several)
    }
}
