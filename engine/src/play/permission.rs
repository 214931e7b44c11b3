//! Permissions: allowed = no ban, and every gate true or opened by a grant. One function answers "may they?" and,
//! asked to, "why not?".

use crate::model::ids::{DefId, EntityId, Handle, PlayerId, Word};
use crate::model::index::{Cell, IndexEntry, Topic};
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{Amount, Cost, CostPart, Gate, Holder, Hook, Price, Rules, Spot, Use, Who, Whose};
use crate::model::state::State;
pub use crate::model::trace::Reasons;
use crate::model::trace::{Against, Reason, What};
use crate::model::value::Value;
use crate::play::filter::Looker;
use crate::play::session::{Arg, Stop, Table};
use smallvec::{SmallVec, smallvec};

/// A use of a card by a player, in answer to an item or not.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    /// Who.
    pub player: PlayerId,
    /// Which card.
    pub card: EntityId,
    /// Which of its definition's uses.
    pub number: u16,
    /// What it would answer.
    pub subject: Option<Handle>,
    /// Whether nothing is paid for it.
    pub free: bool,
}

impl Table {
    /// Whether an attempt is allowed. With `why`, every reason against it is gathered; without, the first ends it.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn may(&mut self, attempt: Attempt, mut why: Option<&mut Reasons>) -> Result<bool, Stop> {
        // A predicate that asks `may` is kept by what it has read, and the rules below read all of these.
        for cell in [Cell::Entity(attempt.card), Cell::Turn, Cell::Stack, Cell::Abilities] {
            self.note_read(cell);
        }
        let rules = self.rules.clone();
        let entity = *self.state().entity(attempt.card);
        let definition = &rules.definitions[entity.def.index()];
        let usage = &definition.uses[usize::from(attempt.number)];
        let action = &rules.actions[usage.action.index()];
        let mut allowed = true;
        let mut refuse = |reason: Reason, spot: Option<Spot>, why: &mut Option<&mut Reasons>| -> bool {
            allowed = false;
            match why {
                Some(reasons) => {
                    reasons.push(Against::declared(reason, spot));
                    false
                }
                None => true,
            }
        };
        let holds = match action.holder {
            Holder::Controller => entity.controller == attempt.player,
            Holder::Others => entity.controller != attempt.player,
            Holder::Anyone => true,
        };
        let from = usage.from.as_ref().unwrap_or(&action.from);
        let here = entity.zone.is_some() && from.contains(&self.state().zone(entity.zone).decl);
        let spots = usage.spots.over(action.spots);
        let usable = holds && here;
        if !usable && !self.granted("from", attempt, usage)? {
            let (reason, spot) = match here {
                true => (Reason::NotHis(entity.def, attempt.number), action.spots.whole),
                false => (Reason::Elsewhere(entity.def, attempt.number), spots.from),
            };
            if refuse(reason, spot, &mut why) {
                return Ok(false);
            }
        }
        if usage.answers.is_some() != attempt.subject.is_some() && refuse(Reason::NotOffered, spots.answers, &mut why) {
            return Ok(false);
        }
        if let (Some(filter), Some(subject)) = (&usage.answers, attempt.subject) {
            let looker = Looker { player: attempt.player, source: attempt.card };
            if !self.passes(filter, subject.id, looker) && refuse(Reason::NotAnswered, spots.answers, &mut why) {
                return Ok(false);
            }
        }
        if let Some((by, spot)) = self.ban(attempt, usage)? {
            let reason = Reason::Forbidden(self.named(by));
            if refuse(reason, spot, &mut why) {
                return Ok(false);
            }
        }
        for (at, (name, gate)) in action.gates.iter().enumerate() {
            if usage.gates.contains_key(name) {
                continue;
            }
            let reason = Reason::Gate(usage.action, at as u16);
            if !self.gate_open(name, gate, attempt, usage)? && refuse(reason, gate.spot, &mut why) {
                return Ok(false);
            }
        }
        for (at, (name, gate)) in usage.gates.iter().enumerate() {
            let reason = Reason::OwnGate(entity.def, attempt.number, at as u16);
            if !self.gate_open(name, gate, attempt, usage)? && refuse(reason, gate.spot, &mut why) {
                return Ok(false);
            }
        }
        let cost = usage.cost.as_ref().unwrap_or(&action.cost);
        if !attempt.free && !cost.is_empty() && self.payable(attempt, cost)?.is_empty() {
            if why.is_none() {
                return Ok(false);
            }
            let reason = self.unpaid(attempt, cost)?;
            if refuse(reason, spots.cost, &mut why) {
                return Ok(false);
            }
        }
        Ok(allowed)
    }

    /// Every reason why an attempt is not allowed now; none if it is. For callers outside a step, even while a
    /// question is open.
    ///
    /// # Errors
    /// A stop from a predicate.
    pub fn reasons_against(&mut self, attempt: Attempt) -> Result<Reasons, Stop> {
        let stopped = std::mem::replace(&mut self.run.stopped, false);
        self.scripts.begin();
        let facts = self.game.trace.len();
        let mut reasons = Reasons::new();
        let allowed = self.may(attempt, Some(&mut reasons));
        // Nothing has happened: not even a failure is part of the game's story.
        self.game.trace.truncate(facts);
        self.run.stopped = stopped;
        allowed.map(|_| reasons)
    }

    fn gate_open(&mut self, name: &str, gate: &Gate, attempt: Attempt, usage: &Use) -> Result<bool, Stop> {
        Ok(self.gate_holds(gate, attempt)? || self.granted(name, attempt, usage)?)
    }

    pub(super) fn gate_holds(&mut self, gate: &Gate, attempt: Attempt) -> Result<bool, Stop> {
        let turn = self.state().turn();
        let own = turn.player == attempt.player;
        let declared = (gate.phases.is_empty() || gate.phases.contains(&turn.phase))
            && match gate.turn {
                None => true,
                Some(Whose::Own) => own,
                Some(Whose::Others) => !own,
            }
            && (!gate.stack_empty || self.state().items.is_empty())
            && gate.card.as_ref().is_none_or(|filter| {
                let looker = Looker { player: attempt.player, source: attempt.card };
                self.passes(filter, attempt.card, looker)
            })
            && gate.player.as_ref().is_none_or(|filter| {
                let looker = Looker { player: attempt.player, source: attempt.card };
                self.passes(filter, State::player_entity(attempt.player), looker)
            });
        match &gate.script {
            Some(hook) if declared => self.asked(hook, attempt),
            _ => Ok(declared),
        }
    }

    fn asked(&mut self, hook: &Hook, attempt: Attempt) -> Result<bool, Stop> {
        let card = self.arg_of(attempt.card);
        self.predicate(hook, &[Arg::Player(attempt.player), card])
    }

    fn granted(&mut self, gate: &str, attempt: Attempt, usage: &Use) -> Result<bool, Stop> {
        if self.run.opened.iter().any(|(card, opened)| *card == attempt.card && **opened == *gate) {
            return Ok(true);
        }
        let entries: SmallVec<[IndexEntry; 4]> = self.state().index.about(Topic::grant(usage.action)).into();
        let rules = self.rules.clone();
        for entry in entries {
            let source = *self.state().entity(entry.entity);
            let grant = &rules.abilities_of(&source).grants[usize::from(entry.number)];
            if !grant.gates.iter().any(|name| &**name == gate) {
                continue;
            }
            let looker = Looker { player: source.controller, source: entry.entity };
            if grant.who.has(attempt.player, source.controller)
                && self.passes(&grant.card, attempt.card, looker)
                && self.script_agrees(grant.script.as_ref(), entry, attempt)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn ban(&mut self, attempt: Attempt, usage: &Use) -> Result<Option<(EntityId, Option<Spot>)>, Stop> {
        let entries: SmallVec<[IndexEntry; 4]> = self.state().index.about(Topic::ban(usage.action)).into();
        let rules = self.rules.clone();
        for entry in entries {
            let source = *self.state().entity(entry.entity);
            let ban = &rules.abilities_of(&source).bans[usize::from(entry.number)];
            let exempt = self.state().effect(entry.entity).is_some_and(|effect| effect.exempt.has(attempt.player));
            let looker = Looker { player: source.controller, source: entry.entity };
            if !exempt
                && ban.who.has(attempt.player, source.controller)
                && self.passes(&ban.card, attempt.card, looker)
                && self.script_agrees(ban.script.as_ref(), entry, attempt)?
            {
                return Ok(Some((entry.entity, ban.spot)));
            }
        }
        Ok(None)
    }

    fn script_agrees(&mut self, hook: Option<&Hook>, entry: IndexEntry, attempt: Attempt) -> Result<bool, Stop> {
        let Some(hook) = hook else { return Ok(true) };
        let args = [self.arg_of(entry.entity), Arg::Player(attempt.player), self.arg_of(attempt.card)];
        self.predicate(hook, &args)
    }

    // ---- costs ----

    /// The alternatives of a price that can be paid, in their order.
    fn payable<'c>(&mut self, attempt: Attempt, cost: &'c Cost) -> Result<Vec<&'c Price>, Stop> {
        let mut payable = Vec::new();
        for price in cost {
            if self.concerns(attempt, price) && self.can_pay(attempt, &price.parts)? {
                payable.push(price);
            }
        }
        Ok(payable)
    }

    /// Whether a price is for this card and player.
    fn concerns(&self, attempt: Attempt, price: &Price) -> bool {
        let looker = Looker { player: attempt.player, source: attempt.card };
        let player = State::player_entity(attempt.player);
        price.card.as_ref().is_none_or(|filter| self.passes(filter, attempt.card, looker))
            && price.player.as_ref().is_none_or(|filter| self.passes(filter, player, looker))
    }

    /// Why nothing of a cost can be paid: what would do.
    fn unpaid(&mut self, attempt: Attempt, cost: &Cost) -> Result<Reason, Stop> {
        let concerning: Vec<&Price> = cost.iter().filter(|price| self.concerns(attempt, price)).collect();
        let mut would: Vec<Word> = concerning.iter().filter_map(|price| price.name).collect();
        would.dedup();
        match (&concerning[..], &would[..]) {
            ([only], []) => self.missing(attempt, &only.parts),
            (_, []) => Ok(Reason::Cost),
            _ => Ok(Reason::Unpaid(would.into())),
        }
    }

    /// The first part of a price that cannot be paid by itself. The reason says what is demanded, not what the player
    /// has: that may be hidden from others.
    fn missing(&mut self, attempt: Attempt, parts: &[CostPart]) -> Result<Reason, Stop> {
        for part in parts {
            if self.can_pay(attempt, std::slice::from_ref(part))? {
                continue;
            }
            return Ok(match part {
                CostPart::Give { count, from, .. } => Reason::Gives(self.amount(*count, attempt.card)?, *from),
                CostPart::Spend(attr, amount) => Reason::Spends(self.amount(*amount, attempt.card)?, *attr),
                CostPart::Leave(_) | CostPart::Set(..) => Reason::Cost,
            });
        }
        Ok(Reason::Cost)
    }

    /// Whether all parts can be paid together: what two parts take from one zone is counted once for each.
    fn can_pay(&mut self, attempt: Attempt, parts: &[CostPart]) -> Result<bool, Stop> {
        let mut taken: SmallVec<[(Handle, i64); 8]> = SmallVec::new();
        for part in parts {
            let can = match part {
                CostPart::Leave(_) => true,
                CostPart::Set(attr, to) => {
                    self.state().changing(&self.rules, attempt.card, *attr).is_some_and(|now| now != Value::of(to))
                }
                CostPart::Spend(attr, amount) => {
                    let id = State::player_entity(attempt.player);
                    let amount = self.amount(*amount, attempt.card)?;
                    self.note_read(Cell::Entity(id));
                    self.state().attribute(&self.rules, id, *attr).number() >= amount
                }
                CostPart::Give { count, from, card, .. } => {
                    let count = self.amount(*count, attempt.card)?;
                    let mut missing = count;
                    for given in self.givable(attempt, *from, card) {
                        let before: i64 = taken.iter().filter(|(card, _)| *card == given).map(|(_, count)| count).sum();
                        let left = i64::from(self.state().entity(given.id).count) - before;
                        taken.push((given, left.min(missing)));
                        missing -= left.min(missing);
                    }
                    missing == 0
                }
            };
            if !can {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How much a price asks for the use of a card; never less than nothing.
    fn amount(&mut self, amount: Amount, card: EntityId) -> Result<i64, Stop> {
        let amount = match amount {
            Amount::Fixed(amount) => amount,
            Amount::Value(value) => self.value(value, card)?,
            Amount::Attribute(attr) => {
                self.note_read(Cell::Entity(card));
                self.state().attribute(&self.rules, card, attr).number()
            }
        };
        Ok(amount.max(0))
    }

    fn givable(
        &self,
        attempt: Attempt,
        from: crate::model::ids::ZoneDeclId,
        filter: &crate::model::rules::Filter,
    ) -> Vec<Handle> {
        let zone = self.state().zone_of(&self.rules, from, attempt.player);
        self.note_read(Cell::Zone(zone));
        let looker = Looker { player: attempt.player, source: attempt.card };
        let cards = self.state().zone(zone).cards.iter();
        cards
            .filter(|card| **card != attempt.card && self.passes(filter, **card, looker))
            .map(|card| self.state().handle(*card))
            .collect()
    }

    /// Pays a price whole. The caller has seen that it can be paid; what is chosen here belongs to the announcement.
    /// Where prices have names, the player chooses among those that can be paid. Returns the name of what was paid.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if it cannot be paid after all; a stop from a question.
    pub fn pay(&mut self, attempt: Attempt, cost: &Cost) -> Result<Option<Word>, Stop> {
        let payable = self.payable(attempt, cost)?;
        let Some(first) = payable.first().copied() else {
            if cost.is_empty() {
                return Ok(None);
            }
            let reason = self.unpaid(attempt, cost)?;
            return Err(self.cannot_pay(attempt, reason));
        };
        let price = match first.name {
            Some(_) => self.choose_price(attempt.player, &payable, cost)?,
            None => first,
        };
        // Everything is chosen before anything is paid: the choices stand together on the line of the use.
        let mut chosen: Vec<Vec<Handle>> = Vec::new();
        for part in &price.parts {
            let given = self.choose_given(attempt, part, &chosen)?;
            chosen.push(given);
        }
        for (part, given) in price.parts.iter().zip(chosen) {
            self.pay_part(attempt, part, given)?;
        }
        Ok(price.name)
    }

    /// The stop of a price that cannot be paid after all.
    fn cannot_pay(&self, attempt: Attempt, reason: Reason) -> Stop {
        let usage = &self.rules.definitions[self.state().entity(attempt.card).def.index()].uses;
        let usage = &usage[usize::from(attempt.number)];
        let spots = usage.spots.over(self.rules.actions[usage.action.index()].spots);
        Stop::Illegal(Against::declared(reason, spots.cost))
    }

    fn choose_price<'c>(&mut self, player: PlayerId, payable: &[&'c Price], cost: &Cost) -> Result<&'c Price, Stop> {
        let gives = |price: &Price| price.parts.iter().any(|part| matches!(part, CostPart::Give { .. }));
        let names = payable.iter().map(|price| Choice::Word(price.name.unwrap_or(crate::model::words::PAYS)));
        let ask = crate::play::ask::Ask {
            player,
            question: Question::Announce(crate::model::words::PAYS),
            shape: Shape::OneOf,
            options: names.collect(),
            default: None,
            public: !cost.iter().any(gives),
        };
        let (answer, options) = self.ask(ask)?;
        let at = usize::from(answer.options().first().copied().unwrap_or(0));
        self.tell(What::Announces(crate::model::words::PAYS, smallvec![options[at].thing()]));
        Ok(payable[at])
    }

    /// Pieces are given, and cards beside them: as many of each pile as the player likes, or as chance has it.
    fn give_pieces(
        &mut self,
        player: PlayerId,
        options: &[Handle],
        count: u32,
        (cause, random): (Word, bool),
    ) -> Result<(), Stop> {
        let caps: SmallVec<[i64; 4]> =
            options.iter().map(|option| i64::from(self.state().entity(option.id).count)).collect();
        let shares = if random {
            let each = options.iter().zip(&caps).flat_map(|(option, cap)| std::iter::repeat_n(*option, *cap as usize));
            let all: Vec<Handle> = each.collect();
            let picked = self.pick_at_random(player, &all, count as usize, cause)?;
            options.iter().map(|option| picked.iter().filter(|other| *other == option).count() as i64).collect()
        } else {
            let options = options.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
            self.share_out(player, crate::model::words::PAYS, options, (i64::from(count), caps))?
        };
        for (option, share) in options.iter().zip(shares) {
            if share > 0 && self.is_pile(option.id) {
                self.move_pieces(*option, share as u32, crate::play::deed::Goes::Routed, cause)?;
            } else if share > 0 {
                self.move_cards(&[*option], crate::play::deed::Goes::Routed, cause)?;
            }
        }
        Ok(())
    }

    /// The cards that a player chooses to give for a part of a price, none of them twice; pieces are shared out when it
    /// is paid.
    fn choose_given(&mut self, attempt: Attempt, part: &CostPart, before: &[Vec<Handle>]) -> Result<Vec<Handle>, Stop> {
        let CostPart::Give { count, from, card, random: false, .. } = part else { return Ok(Vec::new()) };
        let count = self.amount(*count, attempt.card)? as u32;
        let mut options = self.givable(attempt, *from, card);
        options.retain(|card| !before.iter().flatten().any(|given| given == card));
        if count == 0 || options.iter().any(|option| self.is_pile(option.id)) {
            return Ok(Vec::new());
        }
        if options.len() < count as usize {
            return Err(self.cannot_pay(attempt, Reason::Cost));
        }
        self.choose_entities(attempt.player, crate::model::words::PAYS, &options, (count, count), true)
    }

    fn pay_part(&mut self, attempt: Attempt, part: &CostPart, given: Vec<Handle>) -> Result<(), Stop> {
        match part {
            CostPart::Leave(cause) => {
                let card = self.state().handle(attempt.card);
                self.move_cards(&[card], crate::play::deed::Goes::Routed, *cause)?;
            }
            CostPart::Set(attr, to) => {
                self.set(attempt.card, *attr, Value::of(to))?;
            }
            CostPart::Spend(attr, amount) => {
                let id = State::player_entity(attempt.player);
                let amount = self.amount(*amount, attempt.card)?;
                let now = self.state().attribute(&self.rules, id, *attr).number();
                self.set(id, *attr, Value::Number(now - amount))?;
            }
            CostPart::Give { count, from, card, cause, random } => {
                let count = self.amount(*count, attempt.card)? as usize;
                let options = self.givable(attempt, *from, card);
                if options.iter().map(|option| self.state().entity(option.id).count as usize).sum::<usize>() < count {
                    return Err(self.cannot_pay(attempt, Reason::Cost));
                }
                if options.iter().any(|option| self.is_pile(option.id)) {
                    return self.give_pieces(attempt.player, &options, count as u32, (*cause, *random));
                }
                let given = match random {
                    true => self.pick_at_random(attempt.player, &options, count, *cause)?,
                    false => given,
                };
                self.move_cards(&given, crate::play::deed::Goes::Routed, *cause)?;
            }
        }
        Ok(())
    }
}

impl Who {
    /// Whether a player is meant, seen from the controller of the source.
    pub fn has(self, player: PlayerId, controller: PlayerId) -> bool {
        match self {
            Self::Everyone => true,
            Self::You => player == controller,
            Self::Others => player != controller,
        }
    }
}

impl Rules {
    /// Whether a definition can be used at all.
    pub fn has_uses(&self, def: DefId) -> bool {
        def != DefId::NONE && !self.definitions[def.index()].uses.is_empty()
    }
}
