//! Turns and phases: the next turn is that of the next player or one that was inserted; some are skipped.

use crate::model::agenda::Step;
use crate::model::change::Change;
use crate::model::effect::Expiry;
use crate::model::ids::{DefId, EntityId, Handle, PhaseId, PlayerId, ProcedureId, Word, ZoneId};
use crate::model::rules::{Hook, Turns};
use crate::model::trace::{FactKind, Reason, Thing};
use crate::model::turn::Turn;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::{Arg, Stop};
use crate::play::faults;
use crate::play::operations::ignore_fault;
use crate::play::queries::{Attempt, gate_test};
use crate::play::run::RunningEvent;
use crate::play::session::Table;

impl Table {
    /// The next turn begins.
    pub(super) fn next_turn(&mut self) -> Result<(), Stop> {
        if self.ends_by_turns()? {
            return Ok(());
        }
        let mut turn = self.state().turn.clone();
        let extra = !turn.inserted.is_empty();
        let player = if extra { turn.inserted.remove(0) } else { self.next_in_rotation(&turn) };
        if !self.state().present.has(player) {
            self.expire_with_turn_of(player)?;
            return self.skip_to(turn, player, extra);
        }
        if !extra && turn.skips.get(player.index()).copied().unwrap_or(0) > 0 {
            turn.skips[player.index()] -= 1;
            self.tell(FactKind::Skip(player, true));
            self.turn_signal(words::TURN_ENDS, player, 0)?;
            return self.skip_to(turn, player, extra);
        }
        turn.before_first = false;
        turn.number += 1;
        turn.player = player;
        turn.extra = extra;
        turn.phase = PhaseId(0);
        if !extra {
            turn.rotation = player;
        }
        if self.ends_by_repetition(&turn)? {
            return Ok(());
        }
        let number = turn.number;
        self.run.counts_anew = true;
        self.set_turn(turn);
        self.tell(FactKind::Turn(number, player, extra));
        // On the agenda before anything is told: what listeners put there lies above it, and so comes before the phase.
        self.push_step(Step::BeginPhase(PhaseId(0)));
        let shared = self.is_turn_shared();
        self.expire(|expiry| {
            matches!(expiry, Expiry::StartOfTurn(whose, since) if (shared || whose == player) && number > since)
        })?;
        self.turn_signal(words::TURN_BEGINS, player, i64::from(extra))
    }

    /// What lasts until a turn of a player who is out ends when that turn would have come.
    fn expire_with_turn_of(&mut self, player: PlayerId) -> Result<(), Stop> {
        let number = self.state().turn.number + 1;
        self.expire(|expiry| match expiry {
            Expiry::StartOfTurn(whose, since) | Expiry::EndOfTurn(whose, since) => whose == player && number > since,
            Expiry::EndOfThisTurn(_)
            | Expiry::EndOfPhase
            | Expiry::EndOfThatPhase(_)
            | Expiry::EndOfProcedure(..)
            | Expiry::Predicate
            | Expiry::Never => false,
        })
    }

    /// Whether a turn is everybody's: then it is each player's own.
    fn is_turn_shared(&self) -> bool {
        self.rules.turns == Turns::Shared
    }

    /// The turn of everybody goes on, and its first player is gone: from now on the next who is there begins it.
    pub(super) fn hand_on_turn(&mut self) {
        let mut turn = self.state().turn.clone();
        if let Some(first) = self.state().around(turn.player).first().copied() {
            turn.player = first;
            self.set_turn(turn);
        }
    }

    fn skip_to(&mut self, mut turn: Turn, player: PlayerId, extra: bool) -> Result<(), Stop> {
        turn.before_first = false;
        if !extra {
            turn.rotation = player;
        }
        self.set_turn(turn);
        self.push_step(Step::NextTurn);
        Ok(())
    }

    fn next_in_rotation(&self, turn: &Turn) -> PlayerId {
        match self.rules.turns {
            Turns::Rotate if turn.before_first => turn.player,
            Turns::Rotate => self.state().left_of(turn.rotation),
            // The same player begins each turn, whoever has begun one that was inserted.
            Turns::Shared => self.state().around(turn.rotation).first().copied().unwrap_or(turn.rotation),
        }
    }

    fn set_turn(&mut self, after: Turn) {
        let before = Box::new(self.state().turn.clone());
        self.change(Change::Turn { before, after: Box::new(after) });
    }

    fn turn_signal(&mut self, signal: Word, player: PlayerId, amount: i64) -> Result<(), Stop> {
        self.signal(self.event(signal, player, Value::Player(player), amount, ZoneId::NONE))
    }

    /// A phase begins: its hook, then its windows.
    pub(super) fn begin_phase(&mut self, phase: PhaseId) -> Result<(), Stop> {
        let decl = &self.rules.phases[phase.index()];
        let (condition, begin) = (decl.condition.as_ref().map(Hook::predicate), decl.begin.as_ref().map(Hook::id));
        let whose = self.state().turn.player;
        if let Some(condition) = condition
            && !self.predicate(condition, &[Arg::Player(whose)])?
        {
            // A phase that is not held is over at once; if it would have been the last of the turn, the turn ends.
            self.push_phase_after(phase);
            return self.end_turn_after(phase);
        }
        let mut turn = self.state().turn.clone();
        turn.phase = phase;
        self.set_turn(turn);
        let player = self.state().turn.player;
        self.tell(FactKind::Phase(phase));
        // As in `next_turn`: what the signal and the hook put on the agenda comes before the windows.
        self.push_step(Step::EndPhase(phase));
        self.push_step(Step::PhaseWindows(phase, 0));
        self.turn_signal(words::PHASE_BEGINS, player, 0)?;
        if let Some(begin) = begin {
            ignore_fault(self.call(begin, &[Arg::Player(player)]))?;
        }
        Ok(())
    }

    /// The next window of a phase opens.
    pub(super) fn phase_windows(&mut self, phase: PhaseId, at: u8) -> Result<(), Stop> {
        let player = self.state().turn.player;
        let windows = &self.rules.phases[phase.index()].windows;
        if let Some(window) = windows.get(usize::from(at)).copied() {
            if usize::from(at) + 1 < windows.len() {
                self.push_step(Step::PhaseWindows(phase, at + 1));
            }
            self.open_window(window, Handle::NONE, player);
        }
        Ok(())
    }

    /// A phase ends: its hook, effects that last as long, then the next phase or the next turn.
    pub(super) fn end_phase(&mut self, phase: PhaseId) -> Result<(), Stop> {
        let decl = &self.rules.phases[phase.index()];
        let (end, between_turns) = (decl.end.as_ref().map(Hook::id), decl.between_turns);
        let player = self.state().turn.player;
        if !self.state().present.has(player) && !between_turns && !self.goes_on_after_leaving(phase) {
            return self.break_off(phase, player);
        }
        // First, so that what the hook and the signal put on the agenda comes before the next phase.
        self.push_phase_after(phase);
        if let Some(end) = end {
            ignore_fault(self.call(end, &[Arg::Player(player)]))?;
        }
        self.turn_signal(words::PHASE_ENDS, player, 0)?;
        self.expire_with_phase(phase)?;
        self.end_turn_after(phase)
    }

    /// What lasts until the end of the running phase, or of the phase that this is, ends.
    fn expire_with_phase(&mut self, phase: PhaseId) -> Result<(), Stop> {
        self.expire(|expiry| [Expiry::EndOfPhase, Expiry::EndOfThatPhase(phase)].contains(&expiry))
    }

    /// A procedure of this name has ended: so does what lasts as long as more of them are running.
    pub(super) fn expire_with_procedure(&mut self, procedure: ProcedureId) -> Result<(), Stop> {
        let left = self.state().running(procedure);
        self.expire(|expiry| matches!(expiry, Expiry::EndOfProcedure(of, level) if of == procedure && left < level))
    }

    fn push_phase_after(&mut self, phase: PhaseId) {
        let next = phase.index() + 1;
        if next == self.rules.phases.len() {
            self.push_step(Step::NextTurn);
        } else {
            self.push_step(Step::BeginPhase(PhaseId::from(next)));
        }
    }

    /// The turn ends with its last phase, or with the last before the gap between turns.
    fn end_turn_after(&mut self, phase: PhaseId) -> Result<(), Stop> {
        let player = self.state().turn.player;
        let next = phase.index() + 1;
        let last = next == self.rules.phases.len();
        let gap_follows =
            !last && self.rules.phases[next].between_turns && !self.rules.phases[phase.index()].between_turns;
        if gap_follows || (last && !self.rules.phases.values().any(|phase| phase.between_turns)) {
            self.end_turn(player)?;
        }
        Ok(())
    }

    /// Whether this is the phase with which the turn of a player who has left continues, or a later one.
    pub(super) fn goes_on_after_leaving(&self, phase: PhaseId) -> bool {
        self.rules.phases.values().position(|phase| phase.after_leaving).is_some_and(|first| first <= phase.index())
    }

    /// The turn of a player who has left ends with the running phase; the gap between turns still follows.
    /// Or it goes on with the phase that the rules name.
    fn break_off(&mut self, phase: PhaseId, player: PlayerId) -> Result<(), Stop> {
        if let Some(next) = self.rules.phases.values().position(|phase| phase.after_leaving)
            && next > phase.index()
        {
            self.push_step(Step::BeginPhase(PhaseId::from(next)));
            return self.expire_with_phase(phase);
        }
        let gap = self.rules.phases.values().position(|phase| phase.between_turns);
        self.push_step(gap.map_or(Step::NextTurn, |gap| Step::BeginPhase(PhaseId::from(gap))));
        self.expire_with_phase(phase)?;
        self.end_turn(player)
    }

    fn end_turn(&mut self, player: PlayerId) -> Result<(), Stop> {
        let (number, shared) = (self.state().turn.number, self.is_turn_shared());
        self.expire(|expiry| match expiry {
            Expiry::EndOfTurn(whose, since) => (shared || whose == player) && number > since,
            Expiry::EndOfThisTurn(turn) => number >= turn,
            Expiry::StartOfTurn(..)
            | Expiry::EndOfPhase
            | Expiry::EndOfThatPhase(_)
            | Expiry::EndOfProcedure(..)
            | Expiry::Predicate
            | Expiry::Never => false,
        })?;
        self.turn_signal(words::TURN_ENDS, player, i64::from(self.state().turn.extra))
    }

    fn expire(&mut self, ends: impl Fn(Expiry) -> bool) -> Result<(), Stop> {
        let ending: Vec<_> =
            self.state().effects.iter().filter(|effect| ends(effect.expiry)).map(|effect| effect.id).collect();
        for id in ending {
            let event = self.event(
                words::EXPIRED,
                self.state().entity(id).controller,
                Value::Entity(self.state().handle(id)),
                1,
                ZoneId::NONE,
            );
            if self.replaced(RunningEvent::before(event, ZoneId::NONE))?.is_some() {
                self.end_effect(id, words::EXPIRED)?;
            }
        }
        Ok(())
    }

    /// What should no longer be in effect. For callers outside a step, even while a question is open.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn overdue(&mut self) -> Result<Vec<EntityId>, Stop> {
        let stopped = std::mem::replace(&mut self.run.stopped, false);
        self.begin_scripts();
        let lapsed = self.lapsed();
        self.run.stopped = stopped;
        lapsed
    }

    /// The effects that a predicate or a lasting gate should hold, and that no longer hold.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub(crate) fn lapsed(&mut self) -> Result<Vec<EntityId>, Stop> {
        let effects = self.state().effects.iter().filter(|effect| effect.expiry == Expiry::Predicate);
        let held: Vec<(EntityId, DefId, Handle)> = effects.map(|effect| (effect.id, effect.def, effect.card)).collect();
        let mut lapsed = Vec::new();
        for (id, def, card) in held {
            let (entity, handle) = (*self.state().entity(id), self.state().handle(id));
            let mut holds = match self.rules.abilities_of(&entity).lasts.as_ref().map(Hook::predicate) {
                Some(lasts) => self.predicate(lasts, &[Arg::Effect(handle)])?,
                None => true,
            };
            // The gates of a card's uses concern the effect that its use leaves, not those that it begins by name.
            if holds && entity.part == 0 {
                holds = self.lasting_gates_hold(def, id, card)?;
            }
            if !holds {
                lapsed.push(id);
            }
        }
        Ok(lapsed)
    }

    /// Whether the gates of the card's uses that must stay open are open.
    fn lasting_gates_hold(&mut self, def: DefId, effect: EntityId, card: Handle) -> Result<bool, Stop> {
        let player = self.state().entity(effect).controller;
        let card = if self.state().fresh(card) { card.id } else { effect };
        for number in 0..self.rules.definitions[def.index()].uses.len() {
            let attempt = Attempt { player, card, number: number as u16, subject: None, free: true, copy: 0 };
            for at in 0..self.rules.definitions[def.index()].uses[number].gates.len() {
                let gate = &self.rules.definitions[def.index()].uses[number].gates[at];
                if gate.lasting && !self.gate_holds(gate_test(self.reading(), gate, attempt), attempt)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The effects whose predicate no longer holds end.
    pub(super) fn end_what_no_longer_holds(&mut self) -> Result<bool, Stop> {
        let lapsed = self.lapsed()?;
        for id in &lapsed {
            self.end_effect(*id, words::EXPIRED)?;
        }
        Ok(!lapsed.is_empty())
    }

    /// From now on, the player's next seat speaks for the player.
    pub(super) fn pass_to_next_seat(&mut self, player: PlayerId) {
        let before = self.state().acting_seat(player);
        let own = self.state().seats_of(player);
        let after = own.iter().find(|seat| seat.0 > before.0).or(own.iter().next()).unwrap_or(before);
        if after != before {
            self.change(Change::ActingSeat { player: player.0, before, after });
        }
    }

    /// A player is to have a turn more, at once after the running one. False if something prevents it.
    ///
    /// # Errors
    /// A stop from what replaces it or opens for it.
    pub fn insert_turn(&mut self, player: PlayerId) -> Result<bool, Stop> {
        self.refuse_if_pure("an extra turn")?;
        let event = self.event(words::EXTRA_TURN, player, Value::Player(player), 1, ZoneId::NONE);
        if self.replaced(RunningEvent::before(event, ZoneId::NONE))?.is_none() {
            return Ok(false);
        }
        let mut turn = self.state().turn.clone();
        turn.inserted.push(player);
        self.set_turn(turn);
        self.tell(FactKind::ExtraTurn(player));
        Ok(true)
    }

    /// A player's next turn is skipped.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn skip_turn(&mut self, player: PlayerId) -> Result<(), Stop> {
        self.refuse_if_pure("skipping a turn")?;
        if self.is_turn_shared() {
            return Err(faults::shared_turn_not_skipped().into());
        }
        let mut turn = self.state().turn.clone();
        while turn.skips.len() < self.state().players() {
            turn.skips.push(0);
        }
        turn.skips[player.index()] = turn.skips[player.index()].saturating_add(1);
        self.set_turn(turn);
        self.tell(FactKind::Skip(player, false));
        Ok(())
    }

    /// The turns still to be inserted for a player are dropped but for so many.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn drop_turns(&mut self, player: PlayerId, keep: usize) -> Result<(), Stop> {
        self.refuse_if_pure("dropping a turn")?;
        let mut turn = self.state().turn.clone();
        let (before, mut kept) = (turn.inserted.len(), 0);
        turn.inserted.retain(|whose| {
            kept += usize::from(*whose == player);
            *whose != player || kept <= keep
        });
        if turn.inserted.len() < before {
            self.set_turn(turn);
            self.tell(FactKind::Stays(Thing::Player(player), Reason::Word(words::EXTRA_TURN)));
        }
        Ok(())
    }

    /// Play goes the other way round.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn reverse(&mut self) -> Result<(), Stop> {
        self.refuse_if_pure("reversing the direction")?;
        let mut turn = self.state().turn.clone();
        turn.reversed = !turn.reversed;
        self.set_turn(turn);
        self.tell(FactKind::Reverses);
        Ok(())
    }

    /// Ends the running phase: what waits above its end is cleared from the agenda.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn end_running_phase(&mut self) -> Result<(), Stop> {
        self.refuse_if_pure("ending a phase")?;
        let phase = self.state().turn.phase;
        self.drop_down_to(|step| *step == Step::EndPhase(phase));
        Ok(())
    }

    /// Goes on with a function of the ruleset that is on the agenda: what was to come before it is dropped. Items that
    /// wait stay. False if the function is not on the agenda.
    ///
    /// # Errors
    /// A fault inside a predicate.
    pub fn go_on_with(&mut self, name: Word) -> Result<bool, Stop> {
        self.refuse_if_pure("`skip_to`")?;
        Ok(self.drop_down_to(|step| matches!(step, Step::Hook(hook, _) if *hook == name)))
    }

    /// Drops windows and functions of the ruleset that lie on the agenda above a step. False if that is not there.
    fn drop_down_to(&mut self, wanted: impl Fn(&Step) -> bool) -> bool {
        let agenda = &self.state().agenda;
        let Some(end) = agenda.iter().rposition(wanted) else {
            return false;
        };
        // A run of the agenda inside a step may drop only what it has put there itself.
        let floor = agenda.iter().rposition(|step| *step == Step::Floor).map_or(0, |at| at + 1);
        self.drop_steps((end + 1).max(floor), |_, step| match step {
            Step::Window(open) => open.subject == Handle::NONE,
            Step::PhaseWindows(..) | Step::Hook(..) => true,
            _ => false,
        });
        true
    }
}
