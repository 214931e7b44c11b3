//! What is going on: items, standing effects, open windows.

use super::observer::Observer;
use super::{EffectView, ItemStatus, ItemView, Until, WindowView};
use cardwright_kernel::ids::Seat;
use cardwright_kernel::questions::Question;
use cardwright_kernel::state::{Effect, Expiry, Item, OpenWindow, Status, Step};

impl Observer<'_> {
    pub(super) fn item(&self, item: &Item) -> ItemView {
        let action = self.rules().actions.get_index(item.action.index()).map(|(key, _)| key.clone());
        ItemView {
            handle: self.handle(item.id),
            what: self.named(item.def, self.state().entity(item.id).known),
            source: self.datum_if_any(if item.trigger.is_some() { item.source } else { item.card }),
            action: action.filter(|_| item.trigger.is_none()),
            controller: item.player,
            answers: self.datum_if_any(item.answers),
            targets: item.targets.iter().map(|target| self.datum(*target)).collect(),
            exempt: item.exempt.iter().collect(),
            status: item.status.into(),
            copy: item.copy,
        }
    }

    pub(super) fn effect(&self, effect: &Effect) -> EffectView {
        EffectView {
            handle: self.handle(effect.id),
            what: self.named(effect.def, self.state().entity(effect.id).known),
            source: self.datum_if_any(effect.card),
            controller: effect.player,
            targets: effect.targets.iter().map(|target| self.datum(*target)).collect(),
            exempt: effect.exempt.iter().collect(),
            until: self.until(effect.expiry),
        }
    }

    fn until(&self, expiry: Expiry) -> Until {
        let rules = self.rules();
        match expiry {
            Expiry::StartOfTurn(player, _) => Until::StartOfTurn { player },
            Expiry::EndOfTurn(player, _) => Until::EndOfTurn { player },
            Expiry::EndOfThisTurn(turn) => Until::EndOfThisTurn { turn },
            Expiry::EndOfPhase => Until::EndOfPhase,
            Expiry::EndOfThatPhase(phase) => Until::EndOf { what: rules.phases[phase.index()].title.clone() },
            Expiry::EndOfProcedure(procedure, _) => {
                let name = rules.procedures.get_index(procedure.index()).map(|(name, _)| name.clone());
                Until::EndOf { what: name.unwrap_or_default() }
            }
            Expiry::Predicate => Until::Condition,
            Expiry::Never => Until::Never,
        }
    }

    /// The open windows; only in the innermost somebody is asked.
    pub(super) fn windows(&self) -> Vec<WindowView> {
        let agenda = self.state().agenda();
        let open = agenda.iter().filter_map(|step| match step {
            Step::Window(open) => Some(self.window(open)),
            _ => None,
        });
        let mut windows: Vec<WindowView> = open.collect();
        if let (Some(Step::Window(open)), Some(innermost)) = (agenda.last(), windows.last_mut()) {
            innermost.asked = self.asked_in(open);
        }
        windows
    }

    fn window(&self, open: &OpenWindow) -> WindowView {
        let (key, decl) = self.rules().windows.get_index(open.decl.index()).expect("a window that is open is declared");
        let round = decl.rounds.get(usize::from(open.round)).map_or("", |class| self.rules().words.text(*class));
        WindowView {
            window: key.clone(),
            round: round.into(),
            about: self.datum_if_any(open.subject),
            actor: open.actor,
            asked: Vec::new(),
            passed: open.passed.iter().collect(),
            acted: open.acted.iter().collect(),
        }
    }

    fn asked_in(&self, open: &OpenWindow) -> Vec<Seat> {
        let here = |question: Question| matches!(question, Question::Act { window, .. } if window == open.decl);
        // All that are open at the same time belong to one question.
        let asks = self.game.prompts().iter().any(|prompt| here(prompt.question));
        if asks { self.waiting_for() } else { Vec::new() }
    }
}

impl From<Status> for ItemStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => Self::Pending,
            Status::Resolving => Self::Resolving,
            Status::Resolved => Self::Resolved,
            Status::Negated => Self::Negated,
            Status::Fizzled => Self::Fizzled,
            Status::Faulted => Self::Faulted,
            Status::Suspended => Self::Suspended,
        }
    }
}
