//! Prices: which of them can be paid, and paying one whole.

use crate::model::ids::{EntityId, Handle, PlayerId, ValueId, Word, ZoneId};
use crate::model::index::Cell;
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{Amount, Cost, CostPart, Price};
use crate::model::state::State;
use crate::model::trace::{Against, FactKind, Reason};
use crate::model::value::Value;
use crate::model::words;
use crate::play::ask::Ask;
use crate::play::look::{Attempt, concerns, givable, is_pile};
use crate::play::operations::Goes;
use crate::play::run::RuledOutFrom;
use crate::play::session::{Stop, Table};
use smallvec::SmallVec;

impl Table {
    /// The alternatives of a price that can be paid, in their order.
    pub(super) fn payable<'c>(&mut self, attempt: Attempt, cost: &'c Cost) -> Result<Vec<&'c Price>, Stop> {
        let mut payable = Vec::new();
        for price in cost {
            if concerns(self.reading(), attempt, price) && self.can_pay(attempt, &price.parts)? {
                payable.push(price);
            }
        }
        Ok(payable)
    }

    /// Whether any of the alternatives of a price can be paid.
    pub(super) fn is_payable(&mut self, attempt: Attempt, cost: &Cost) -> Result<bool, Stop> {
        for price in cost {
            if concerns(self.reading(), attempt, price) && self.can_pay(attempt, &price.parts)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Why nothing of a cost can be paid: what would do.
    pub(super) fn unpaid(&mut self, attempt: Attempt, cost: &Cost) -> Result<Reason, Stop> {
        let concerning: Vec<&Price> = cost.iter().filter(|price| concerns(self.reading(), attempt, price)).collect();
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
                    let to = self.rules.attributes[attr.index()].type_.value_of(to);
                    self.note_read(Cell::Entity(attempt.card));
                    self.state().changing(&self.rules, attempt.card, *attr).is_some_and(|now| now != to)
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
                    for given in givable(self.reading(), attempt, *from, card) {
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
            Amount::Value(value) => self.priced_value(value, card)?,
            Amount::Attribute(attr) => {
                let of = self.rules.bearer(attr, card);
                self.note_read(Cell::Entity(of));
                self.state().attribute(&self.rules, of, attr).number()
            }
        };
        Ok(amount.max(0))
    }

    /// A value that a price asks for: of a card that has come from a zone to be used, what it was there.
    fn priced_value(&mut self, value: ValueId, card: EntityId) -> Result<i64, Stop> {
        let pricing = self.run.priced.filter(|(priced, _)| *priced == card);
        let outer = std::mem::replace(&mut self.run.pricing, pricing);
        let result = self.value(value, card);
        self.run.pricing = outer;
        result
    }

    /// Pays for the use of a card that waits already, if it has come from a zone: its price is what it was there.
    ///
    /// # Errors
    /// As [`Table::pay`].
    pub(super) fn pay_from(
        &mut self,
        from: Option<(EntityId, ZoneId)>,
        attempt: Attempt,
        cost: &Cost,
    ) -> Result<Option<Word>, Stop> {
        let outer = std::mem::replace(&mut self.run.priced, from);
        let paid = self.pay(attempt, cost);
        self.run.priced = outer;
        paid
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
            Some(_) => self.choose_price(attempt, &payable, cost)?,
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
        Stop::Illegal(self.against_price(attempt, reason))
    }

    /// A reason against a price, with the line in which the price is declared.
    fn against_price(&self, attempt: Attempt, reason: Reason) -> Against {
        let usage = &self.rules.definitions[self.state().entity(attempt.card).def.index()].uses;
        let usage = &usage[usize::from(attempt.number)];
        let lines = usage.lines.over(self.rules.actions[usage.action.index()].lines);
        Against::declared(reason, lines.cost)
    }

    fn choose_price<'c>(&mut self, attempt: Attempt, payable: &[&'c Price], cost: &Cost) -> Result<&'c Price, Stop> {
        let player = attempt.player;
        self.rule_out_prices(attempt, payable, cost)?;
        let gives = |price: &Price| price.parts.iter().any(|part| matches!(part, CostPart::Give { .. }));
        let names = payable.iter().map(|price| Choice::Word(price.name.unwrap_or(words::PAYS)));
        let ask = Ask {
            player,
            question: Question::Announce(words::PAYS),
            shape: Shape::OneOf,
            options: names.collect(),
            public: !cost.iter().any(gives),
        };
        let (answer, options) = self.ask(ask)?;
        let at = answer.first();
        self.tell(FactKind::Announces(words::PAYS, options[at].things()));
        Ok(payable[at])
    }

    /// Says why the other alternatives cannot be chosen.
    fn rule_out_prices(&mut self, attempt: Attempt, payable: &[&Price], cost: &Cost) -> Result<(), Stop> {
        let Some(item) = self.state().items().last().map(|item| self.state().handle(item.id)) else { return Ok(()) };
        for price in cost.iter().filter(|price| !payable.iter().any(|other| other.name == price.name)) {
            let Some(name) = price.name else { continue };
            let reason = match concerns(self.reading(), attempt, price) {
                true => self.missing(attempt, &price.parts)?,
                false => self.unpaid(attempt, cost)?,
            };
            let against = self.against_price(attempt, reason);
            self.rule_out(RuledOutFrom::Announcement(item), vec![Choice::Word(name)], against);
        }
        Ok(())
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
            self.share_out(player, words::PAYS, options, (i64::from(count), caps))?
        };
        for (option, share) in options.iter().zip(shares) {
            if share > 0 && is_pile(self.reading(), option.id) {
                self.move_pieces(*option, share as u32, Goes::Routed, cause)?;
            } else if share > 0 {
                self.move_cards(&[*option], Goes::Routed, cause)?;
            }
        }
        Ok(())
    }

    /// The cards that a player chooses to give for a part of a price, none of them twice; pieces are shared out when it
    /// is paid.
    fn choose_given(&mut self, attempt: Attempt, part: &CostPart, before: &[Vec<Handle>]) -> Result<Vec<Handle>, Stop> {
        let CostPart::Give { count, from, card, random: false, .. } = part else { return Ok(Vec::new()) };
        let count = self.amount(*count, attempt.card)? as u32;
        let mut options = givable(self.reading(), attempt, *from, card);
        options.retain(|card| !before.iter().flatten().any(|given| given == card));
        if count == 0 || options.iter().any(|option| is_pile(self.reading(), option.id)) {
            return Ok(Vec::new());
        }
        if options.len() < count as usize {
            return Err(self.cannot_pay(attempt, Reason::Cost));
        }
        self.choose_entities(attempt.player, words::PAYS, &options, (count, count), true)
    }

    fn pay_part(&mut self, attempt: Attempt, part: &CostPart, given: Vec<Handle>) -> Result<(), Stop> {
        match part {
            CostPart::Leave(cause) => {
                let card = self.state().handle(attempt.card);
                self.move_cards(&[card], Goes::Routed, *cause)?;
            }
            CostPart::Set(attr, to) => {
                let to = self.rules.attributes[attr.index()].type_.value_of(to);
                self.set(attempt.card, *attr, to)?;
            }
            CostPart::Spend(attr, amount) => {
                let id = State::player_entity(attempt.player);
                let amount = self.amount(*amount, attempt.card)?;
                let now = self.state().attribute(&self.rules, id, *attr).number();
                self.set(id, *attr, Value::Number(now - amount))?;
            }
            CostPart::Give { count, from, card, cause, random } => {
                let count = self.amount(*count, attempt.card)? as usize;
                let options = givable(self.reading(), attempt, *from, card);
                if options.iter().map(|option| self.state().entity(option.id).count as usize).sum::<usize>() < count {
                    return Err(self.cannot_pay(attempt, Reason::Cost));
                }
                if options.iter().any(|option| is_pile(self.reading(), option.id)) {
                    return self.give_pieces(attempt.player, &options, count as u32, (*cause, *random));
                }
                let given = match random {
                    true => self.pick_at_random(attempt.player, &options, count, *cause)?,
                    false => given,
                };
                self.move_cards(&given, Goes::Routed, *cause)?;
            }
        }
        Ok(())
    }
}
