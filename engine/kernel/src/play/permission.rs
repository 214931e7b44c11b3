//! Permissions: allowed = no ban, and every gate true or opened by a grant. What stands against an attempt is shown one by one:
//! "why not?" collects the reasons of all, and "may they?" asks whether there is a first.

use crate::model::ids::{DefId, EntityId, ZoneId};
use crate::model::index::{Cell, IndexEntry, Topic};
use crate::model::rules::{
    AbilitySort, Action, Cost, Does, Exercised, Gate, Holder, Hook, Rules, SourceLine, SourceLines, Targets, Use,
};
use crate::model::trace::{Against, NotNow, Reason, Reasons};
use crate::play::call::{Arg, Stop};
use crate::play::item::Aiming;
pub use crate::play::queries::{Attempt, GateTest, Viewpoint, passes, zone_decl};
use crate::play::queries::{Entries, gate_test};
use crate::play::session::Table;
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What stands against an attempt: nothing is put into words before somebody asks why.
#[derive(Clone, Copy)]
enum Objection {
    /// The card is not where it could be used.
    Elsewhere,
    /// The card is where it could be used, but by somebody else.
    NotYours,
    /// The card lies in a zone that it cannot leave.
    Stuck(ZoneId),
    /// It answers, and there is nothing to answer, or the other way round.
    Round,
    /// It does not answer this.
    Subject,
    /// This forbids it.
    Forbidden(EntityId, Option<SourceLine>),
    /// This gate of the action is closed.
    Gate(u16),
    /// This gate of the use is closed.
    OwnGate(u16),
    /// Its price cannot be paid.
    Price,
    /// There is too little to aim at, for this declaration.
    Target(u8),
}

/// An attempt and what is declared about it.
#[derive(Clone, Copy)]
struct JudgedUse<'r> {
    rules: &'r Rules,
    def: DefId,
    attempt: Attempt,
    usage: &'r Use,
    action: &'r Action,
}

impl<'r> JudgedUse<'r> {
    fn new(rules: &'r Rules, def: DefId, attempt: Attempt) -> Self {
        let usage = &rules.definitions[def.index()].uses[usize::from(attempt.number)];
        Self { rules, def, attempt, usage, action: &rules.actions[usage.action.index()] }
    }

    fn cost(self) -> &'r Cost {
        self.usage.cost.as_ref().unwrap_or(&self.action.cost)
    }

    fn targets(self) -> &'r [Targets] {
        self.rules.targets_of_use(self.def, self.attempt.number)
    }

    fn lines(self) -> SourceLines {
        self.usage.lines.over(self.action.lines)
    }

    fn viewpoint(self) -> Viewpoint {
        Viewpoint { player: self.attempt.player, source: self.attempt.card }
    }
}

impl Table {
    /// Whether an attempt is allowed: nothing stands against it.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn may(&mut self, rules: &Rules, attempt: Attempt) -> Result<bool, Stop> {
        let case = self.case(rules, attempt);
        let mut allowed = true;
        self.objections(case, |_| {
            allowed = false;
            ControlFlow::Break(())
        })?;
        Ok(allowed)
    }

    /// Every reason why an attempt is not allowed; none if it is.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub(super) fn reasons(&mut self, rules: &Rules, attempt: Attempt) -> Result<Reasons, Stop> {
        let case = self.case(rules, attempt);
        let mut objections: SmallVec<[Objection; 2]> = SmallVec::new();
        self.objections(case, |objection| {
            objections.push(objection);
            ControlFlow::Continue(())
        })?;
        objections.into_iter().map(|objection| self.against(case, objection)).collect()
    }

    /// Every reason why an attempt is not allowed now; none if it is. For callers outside a step, even while a
    /// question is open.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn reasons_against(&mut self, attempt: Attempt) -> Result<Reasons, Stop> {
        self.begin_scripts();
        self.reasons_in_look(attempt)
    }

    /// The same as a part of a look, for all of which there is one budget.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub(super) fn reasons_in_look(&mut self, attempt: Attempt) -> Result<Reasons, Stop> {
        let stopped = std::mem::replace(&mut self.run.stopped, false);
        let facts = self.game.trace.len();
        let rules = Arc::clone(&self.rules);
        let reasons = self.reasons(&rules, attempt);
        // Nothing has happened: not even a failure is part of the game's story.
        self.game.untell(facts, |_| false);
        self.run.stopped = stopped;
        reasons
    }

    fn case<'r>(&self, rules: &'r Rules, attempt: Attempt) -> JudgedUse<'r> {
        // A predicate that asks `may` is kept by what it has read, and the rules below read all of these.
        let case = JudgedUse::new(rules, self.state().entity(attempt.card).def, attempt);
        if self.run.reads.watching() {
            let (ban, grant) = (Topic::ban(case.usage.action), Topic::grant(case.usage.action));
            let about = [Cell::about(ban), Cell::about(grant)];
            for cell in [Cell::Body(attempt.card)].into_iter().chain(about) {
                self.note_read(cell);
            }
        }
        case
    }

    /// Shows what stands against an attempt, in the order in which it is checked. Whoever has seen enough is shown nothing
    /// more, and no script is asked any more.
    #[inline]
    fn objections(
        &mut self,
        case: JudgedUse<'_>,
        mut visit: impl FnMut(Objection) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let JudgedUse { attempt, usage, action, .. } = case;
        if let Some(objection) = self.misplaced(case)?
            && visit(objection).is_break()
        {
            return Ok(());
        }
        if usage.answers.is_some() != attempt.subject.is_some() && visit(Objection::Round).is_break() {
            return Ok(());
        }
        if let (Some(filter), Some(subject)) = (&usage.answers, attempt.subject)
            && !passes(self.reading(), filter, subject.id, case.viewpoint())
            && visit(Objection::Subject).is_break()
        {
            return Ok(());
        }
        if let Some(silence) = self.reading().silencer(attempt.card, usage.keyword).filter(|_| usage.own) {
            let line = self.reading().static_ability(silence).line;
            if visit(Objection::Forbidden(silence.entity, line)).is_break() {
                return Ok(());
            }
        }
        if let Some(objection) = self.ban(case)?
            && visit(objection).is_break()
        {
            return Ok(());
        }
        for (at, (name, gate)) in action.gates.iter().enumerate() {
            if usage.gates.contains_key(&**name) {
                continue;
            }
            let is_open = self.gate_open(name, gate, case)?;
            case.rules.exercise(|| Exercised::Gate(usage.action, at as u16, is_open));
            if !is_open && visit(Objection::Gate(at as u16)).is_break() {
                return Ok(());
            }
        }
        for (at, (name, gate)) in usage.gates.iter().enumerate() {
            let is_open = self.gate_open(name, gate, case)?;
            let def = self.state().entity(attempt.card).def;
            case.rules.exercise(|| Exercised::OwnGate(def, attempt.number, at as u16, is_open));
            if !is_open && visit(Objection::OwnGate(at as u16)).is_break() {
                return Ok(());
            }
        }
        if !attempt.free
            && !case.cost().is_empty()
            && !self.is_payable(attempt, case.cost())?
            && visit(Objection::Price).is_break()
        {
            return Ok(());
        }
        let aiming = Aiming { player: attempt.player, card: attempt.card, item: EntityId::NONE };
        if let Some(at) = self.lacks_targets(case.targets(), aiming)? {
            let _ = visit(Objection::Target(at as u8));
        }
        Ok(())
    }

    /// The reason that an objection is.
    fn against(&mut self, case: JudgedUse<'_>, objection: Objection) -> Result<Against, Stop> {
        let JudgedUse { attempt, usage, action, .. } = case;
        let def = self.state().entity(attempt.card).def;
        let lines = case.lines();
        let (reason, line) = match objection {
            Objection::Elsewhere => (Reason::Elsewhere(def, attempt.number), lines.from),
            Objection::NotYours => (Reason::NotYours(def, attempt.number), action.lines.whole),
            Objection::Stuck(zone) => (Reason::Terminal(zone), lines.from),
            Objection::Round if usage.answers.is_some() => (Reason::NotNow(NotNow::NothingToAnswer), lines.answers),
            Objection::Round => (Reason::NotNow(NotNow::AnswersNothing), lines.answers),
            Objection::Subject => (Reason::NotAnswered(def, attempt.number), lines.answers),
            Objection::Forbidden(by, line) => (Reason::Forbidden(self.named(by)), line),
            Objection::Gate(at) => (Reason::Gate(usage.action, at), action.gates[usize::from(at)].line),
            Objection::OwnGate(at) => (Reason::OwnGate(def, attempt.number, at), usage.gates[usize::from(at)].line),
            Objection::Target(at) => {
                let targets = &case.targets()[usize::from(at)];
                (Reason::NoTarget(targets.phrase), targets.line)
            }
            Objection::Price => (self.unpaid(attempt, case.cost())?, lines.cost),
        };
        Ok(Against::declared(reason, line))
    }

    /// The card is used from elsewhere, or by others.
    fn misplaced(&mut self, case: JudgedUse<'_>) -> Result<Option<Objection>, Stop> {
        let JudgedUse { attempt, usage, action, .. } = case;
        let entity = *self.state().entity(attempt.card);
        let holds = match action.holder {
            Holder::Controller => entity.controller == attempt.player,
            Holder::Others => entity.controller != attempt.player,
            Holder::Anyone => true,
        };
        let from = usage.from.as_ref().unwrap_or(&action.from);
        let here = match entity.kind {
            Rules::PLAYER | Rules::GAME => true,
            _ => entity.zone.is_some() && from.contains(&self.state().zone(entity.zone).decl),
        };
        if holds && here || self.granted("from", case)? {
            let stuck = action.moves && entity.zone.is_some() && zone_decl(self.reading(), entity.zone).terminal;
            return Ok(stuck.then_some(Objection::Stuck(entity.zone)));
        }
        Ok(Some(if here { Objection::NotYours } else { Objection::Elsewhere }))
    }

    fn gate_open(&mut self, name: &str, gate: &Gate, case: JudgedUse<'_>) -> Result<bool, Stop> {
        Ok(self.gate_holds(gate_test(self.reading(), gate, case.attempt), case.attempt)? || self.granted(name, case)?)
    }

    /// Whether a gate is open, as far as grants do not matter.
    pub(super) fn gate_holds(&mut self, test: GateTest, attempt: Attempt) -> Result<bool, Stop> {
        let (player, card) = (Arg::Player(attempt.player), self.arg_of(attempt.card));
        match test {
            GateTest::Is(holds) => Ok(holds),
            GateTest::Ask(predicate, [item, value]) => self.predicate(predicate, &[player, card, item, value]),
        }
    }

    fn granted(&mut self, gate: &str, case: JudgedUse<'_>) -> Result<bool, Stop> {
        if self.run.opened.iter().any(|(card, opened)| *card == case.attempt.card && **opened == *gate) {
            return Ok(true);
        }
        // That a card can be used from a zone at all, it says where it works.
        let topic = Topic::grant(case.usage.action);
        let at = self.reading();
        let entries = if gate == "from" { at.about(topic) } else { at.concerning(topic, case.attempt.card) };
        let is_meant = |does: &Does| matches!(does, Does::Allow(_, gates) if gates.iter().any(|name| &**name == gate));
        let grant = self.first_agreeing(entries, case, is_meant)?;
        Ok(grant.is_some() && !self.is_out_of_work())
    }

    fn ban(&mut self, case: JudgedUse<'_>) -> Result<Option<Objection>, Stop> {
        let entries = self.reading().concerning(Topic::ban(case.usage.action), case.attempt.card);
        let ban = self.first_agreeing(entries, case, |_| true)?;
        Ok(ban.map(|entry| Objection::Forbidden(entry.entity, self.reading().static_ability(entry).line)))
    }

    /// The first of these abilities that agrees about an attempt, or at which there is no work left to find out: what cannot
    /// be found out any more is refused.
    fn first_agreeing(
        &mut self,
        entries: Entries,
        case: JudgedUse<'_>,
        is_meant: impl Fn(&Does) -> bool,
    ) -> Result<Option<IndexEntry>, Stop> {
        let JudgedUse { rules, attempt, .. } = case;
        for entry in entries {
            self.run.work.add(1);
            if self.is_out_of_work() {
                return Ok(Some(entry));
            }
            self.note_read(Cell::Body(entry.entity));
            let at = self.reading();
            let ability = rules.static_ability(self.state().entity(entry.entity), entry.number);
            if is_meant(&ability.does)
                && at.applies(entry, ability, attempt.player)
                && passes(at, &ability.subject, attempt.card, at.viewpoint_of(entry))
                && self.script_agrees(ability.script.as_ref(), entry, attempt)?
            {
                self.exercise(AbilitySort::Static, entry);
                return Ok(Some(entry));
            }
        }
        Ok(None)
    }

    fn script_agrees(&mut self, hook: Option<&Hook>, entry: IndexEntry, attempt: Attempt) -> Result<bool, Stop> {
        let Some(hook) = hook else { return Ok(true) };
        let args = [self.arg_of(entry.entity), Arg::Player(attempt.player), self.arg_of(attempt.card)];
        self.predicate(hook.predicate(), &args)
    }
}
