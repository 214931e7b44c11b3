//! Prices: which of them can be paid, and paying one whole.

use crate::model::change::Change;
use crate::model::ids::{EntityId, Handle, Word, ZoneId};
use crate::model::index::Cell;
use crate::model::prompt::{Choice, Question, Shape};
use crate::model::rules::{Amount, Cost, CostPart, Price, SeenBy};
use crate::model::state::{Entity, State};
use crate::model::trace::{Against, FactKind, Reason, Things};
use crate::model::words;
use crate::play::ask::Ask;
use crate::play::call::Stop;
use crate::play::operations::Goes;
use crate::play::queries::{Attempt, Division, concerns, givable, is_pile, room_in, route, zone_decl};
use crate::play::run::RuledOutFrom;
use crate::play::session::Table;
use smallvec::SmallVec;

/// How much each part of a price asks for; nothing that counts where no number is asked for.
pub(super) type Amounts = SmallVec<[i64; 4]>;

/// Cards and pieces that are given for a part of a price.
pub(super) type GivenAway = SmallVec<[(Handle, i64); 4]>;

/// A card as it was where its use was offered, before it was moved to wait on the stack.
#[derive(Clone, Copy)]
pub(super) struct Offered {
    card: EntityId,
    entity: Entity,
    at: u32,
}

impl Offered {
    /// A card where it lies now.
    pub fn here(state: &State, card: EntityId) -> Self {
        let entity = *state.entity(card);
        let at = state.zone(entity.zone).cards.iter().rposition(|other| *other == card).unwrap_or(0) as u32;
        Self { card, entity, at }
    }
}

/// What was paid.
#[derive(Default)]
pub(super) struct Paid {
    /// The name of the price, if it has one.
    pub name: Option<Word>,
    /// The cards that were given for it.
    pub given: SmallVec<[Handle; 4]>,
}

/// An alternative of a cost, with the numbers that it asks for.
pub(super) struct Asked<'c> {
    pub price: &'c Price,
    pub amounts: Amounts,
    /// Whether it is for this card and player.
    concerns: bool,
    /// Whether it can be paid, too.
    payable: bool,
}

impl Table {
    /// Whether any of the alternatives of a price can be paid.
    pub(super) fn is_payable(&mut self, attempt: Attempt, cost: &Cost) -> Result<bool, Stop> {
        for price in cost {
            if self.asked(attempt, price)?.payable {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What an alternative of a price asks for here, and whether it can be paid.
    fn asked<'c>(&mut self, attempt: Attempt, price: &'c Price) -> Result<Asked<'c>, Stop> {
        let mut asked = Asked {
            price,
            amounts: Amounts::new(),
            concerns: concerns(self.reading(), attempt, price),
            payable: false,
        };
        if asked.concerns {
            for part in &price.parts {
                asked.amounts.push(self.amount(part, attempt.card)?);
            }
            asked.payable = self.can_pay(attempt, &price.parts, &asked.amounts);
        }
        Ok(asked)
    }

    /// Why nothing of a cost can be paid: what would do.
    pub(super) fn unpaid(&mut self, attempt: Attempt, cost: &Cost) -> Result<Reason, Stop> {
        let concerning: Vec<&Price> = cost.iter().filter(|price| concerns(self.reading(), attempt, price)).collect();
        let mut would: Vec<Word> = concerning.iter().filter_map(|price| price.name).collect();
        would.dedup();
        match (&concerning[..], &would[..]) {
            ([only], []) => {
                let asked = self.asked(attempt, only)?;
                Ok(self.missing(attempt, &asked))
            }
            (_, []) => Ok(Reason::Cost),
            _ => Ok(Reason::Unpaid(would.into())),
        }
    }

    /// The first part of a price that cannot be paid by itself. The reason says what is demanded, not what the player
    /// has: that may be hidden from others.
    fn missing(&self, attempt: Attempt, asked: &Asked<'_>) -> Reason {
        let parts = asked.price.parts.iter().zip(&asked.amounts);
        for (part, amount) in parts {
            if self.can_pay(attempt, std::slice::from_ref(part), &[*amount]) {
                continue;
            }
            return match part {
                CostPart::Give { from, .. } => {
                    let division = self.division(attempt, std::slice::from_ref(part), &[*amount]);
                    // That there would be enough is told only where everybody sees it.
                    let is_seen = self.rules.zones[from.index()].seen == SeenBy::All;
                    division.too_full(0).filter(|_| is_seen).map_or(Reason::Gives(*amount, *from), Reason::Full)
                }
                CostPart::Spend(attr, _) => Reason::Spends(*amount, *attr),
                CostPart::Leave(_) | CostPart::Set(..) | CostPart::SpendAny(..) => Reason::Cost,
            };
        }
        Reason::Cost
    }

    /// Whether all parts can be paid together: there is some way to divide what there is among them.
    fn can_pay(&self, attempt: Attempt, parts: &[CostPart], amounts: &[i64]) -> bool {
        let alone = parts.iter().zip(amounts).all(|(part, amount)| match part {
            CostPart::Leave(_) | CostPart::Give { .. } => true,
            CostPart::Set(attr, to) => {
                let to = self.rules.attributes[attr.index()].type_.value_of(to);
                self.note_read(Cell::Entity(attempt.card));
                self.state().changing(&self.rules, attempt.card, *attr).is_some_and(|now| now != to)
            }
            CostPart::Spend(attr, _) => self.holds(attempt, *attr) >= *amount,
            CostPart::SpendAny(of, _) => {
                self.left_to_spend(attempt, of, (parts, amounts)).iter().sum::<i64>() >= *amount
            }
        });
        alone && self.division(attempt, parts, amounts).can_be_met()
    }

    /// What the player could give for the parts of a price for which something is given.
    fn division(&self, attempt: Attempt, parts: &[CostPart], amounts: &[i64]) -> Division {
        let mut division = Division::default();
        for (part, amount) in parts.iter().zip(amounts) {
            if let CostPart::Give { from, card, cause, .. } = part {
                let cards = if *amount > 0 { givable(self.reading(), attempt, *from, card) } else { SmallVec::new() };
                let count = |card: EntityId| i64::from(self.state().entity(card).count);
                let to = |card| route(self.reading(), card, *cause, attempt.player).0;
                division.add(*amount, cards.iter().map(|card| (*card, count(card.id), to(card.id))));
            }
        }
        for zone in division.zones().into_iter().filter(|zone| self.is_limited(*zone)) {
            self.note_read(Cell::Zone(zone));
            division.limit(zone, i64::from(room_in(self.reading(), zone)));
        }
        division
    }

    fn is_limited(&self, zone: ZoneId) -> bool {
        zone.is_some() && zone_decl(self.reading(), zone).capacity.is_some()
    }

    /// How much a part of a price asks for the use of a card; never less than nothing.
    fn amount(&mut self, part: &CostPart, card: EntityId) -> Result<i64, Stop> {
        let (CostPart::Spend(_, amount) | CostPart::SpendAny(_, amount) | CostPart::Give { count: amount, .. }) = part
        else {
            return Ok(0);
        };
        let amount = match *amount {
            Amount::Fixed(amount) => amount,
            Amount::Value(value) => self.value(value, card)?,
            Amount::Attribute(attr) => {
                let of = self.rules.bearer(attr, card);
                self.note_read(Cell::Entity(of));
                self.state().attribute(&self.rules, of, attr).number()
            }
        };
        Ok(amount.max(0))
    }

    /// Looks at something as if a card that waits on the stack still lay where its use was offered: what it costs is found
    /// out by the same functions in the same place, then as now.
    fn where_offered<R>(&mut self, offered: Option<Offered>, look: impl FnOnce(&mut Self) -> R) -> R {
        let Some(Offered { card, entity: then, at }) = offered else { return look(self) };
        let now = *self.state().entity(card);
        // A script may have moved it meanwhile.
        if !zone_decl(self.reading(), now.zone).pending {
            return look(self);
        }
        let Entity { zone, incarnation, known, place, .. } = then;
        let from = self.state().zone(now.zone).cards.iter().rposition(|other| *other == card).unwrap_or(0) as u32;
        let to = at.min(self.state().zone(zone).cards.len() as u32);
        let after = Entity { zone, incarnation, known, place, ..now };
        let back = Change::Move { id: card, before: now, after, from, to };
        self.game.suppose(&self.rules, &back);
        // Only looking: nothing may change that would have to be taken back first.
        self.run.pure += 1;
        let result = look(self);
        self.run.pure -= 1;
        self.game.suppose_no_more(&self.rules, &back);
        result
    }

    /// Pays a price whole, for a card that may have moved since its use was offered. What is chosen here belongs to the
    /// announcement. Where prices have names, the player chooses among those that can be paid.
    ///
    /// # Errors
    /// [`Stop::Illegal`] if it cannot be paid after all; a stop from a question.
    pub(super) fn pay(&mut self, offered: Option<Offered>, attempt: Attempt, cost: &Cost) -> Result<Paid, Stop> {
        if cost.is_empty() {
            return Ok(Paid::default());
        }
        let asked = self.where_offered(offered, |table| {
            let asked: Result<Vec<Asked<'_>>, Stop> = cost.iter().map(|price| table.asked(attempt, price)).collect();
            asked.and_then(|asked| match asked.iter().any(|price| price.payable) {
                true => Ok(asked),
                false => {
                    let reason = table.unpaid(attempt, cost)?;
                    Err(table.cannot_pay(attempt, reason))
                }
            })
        })?;
        let price = self.choose_price(attempt, &asked, cost)?;
        let given = self.pay_price(attempt, price)?;
        Ok(Paid { name: price.price.name, given })
    }

    /// The stop of a price that cannot be paid after all.
    pub(super) fn cannot_pay(&self, attempt: Attempt, reason: Reason) -> Stop {
        Stop::Illegal(self.against_price(attempt, reason))
    }

    /// A reason against a price, with the line in which the price is declared.
    pub(super) fn against_price(&self, attempt: Attempt, reason: Reason) -> Against {
        let usage = &self.rules.definitions[self.state().entity(attempt.card).def.index()].uses;
        let usage = &usage[usize::from(attempt.number)];
        let lines = usage.lines.over(self.rules.actions[usage.action.index()].lines);
        Against::declared(reason, lines.cost)
    }

    /// The alternative that is paid: the first that can be paid, or where they have names, the one that the player chooses.
    fn choose_price<'a, 'c>(
        &mut self,
        attempt: Attempt,
        asked: &'a [Asked<'c>],
        cost: &Cost,
    ) -> Result<&'a Asked<'c>, Stop> {
        let payable: SmallVec<[&Asked<'_>; 4]> = asked.iter().filter(|price| price.payable).collect();
        let Some(first) = payable.first().copied() else { return Err(self.cannot_pay(attempt, Reason::Cost)) };
        if first.price.name.is_none() {
            return Ok(first);
        }
        self.rule_out_prices(attempt, asked, cost)?;
        let gives = |price: &Price| price.parts.iter().any(|part| matches!(part, CostPart::Give { .. }));
        let names = payable.iter().map(|asked| Choice::Word(asked.price.name.unwrap_or(words::PAYS)));
        let ask = Ask {
            player: attempt.player,
            question: Question::Announce(words::PAYS),
            about: Things::new(),
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
    fn rule_out_prices(&mut self, attempt: Attempt, asked: &[Asked<'_>], cost: &Cost) -> Result<(), Stop> {
        let Some(item) = self.state().items().last().map(|item| self.state().handle(item.id)) else { return Ok(()) };
        let can_be_chosen = |name: Word| asked.iter().any(|price| price.payable && price.price.name == Some(name));
        for price in asked {
            let Some(name) = price.price.name.filter(|name| !can_be_chosen(*name)) else { continue };
            let reason = if price.concerns { self.missing(attempt, price) } else { self.unpaid(attempt, cost)? };
            let against = self.against_price(attempt, reason);
            self.rule_out(RuledOutFrom::Announcement(item), vec![Choice::Word(name)], against)?;
        }
        Ok(())
    }

    /// Pays all parts of a price. Everything is chosen before anything is paid: the choices stand together on the line of
    /// the use. What chance takes it takes last, of what was not chosen.
    fn pay_price(&mut self, attempt: Attempt, asked: &Asked<'_>) -> Result<SmallVec<[Handle; 4]>, Stop> {
        let parts = || asked.price.parts.iter().zip(&asked.amounts);
        let mut division = self.division(attempt, &asked.price.parts, &asked.amounts);
        let mut chosen: SmallVec<[GivenAway; 2]> = SmallVec::new();
        for (part, _) in parts().filter(|(part, _)| matches!(part, CostPart::Give { .. })) {
            let given = match part {
                CostPart::Give { random: false, .. } => self.choose_given(attempt, chosen.len(), &mut division)?,
                _ => GivenAway::new(),
            };
            chosen.push(given);
        }
        let divided = self.divide_spent(attempt, asked)?;
        let (mut number, mut all) = (0, SmallVec::new());
        for (part, amount) in parts() {
            match part {
                CostPart::Leave(cause) => {
                    let card = self.state().handle(attempt.card);
                    self.move_cards(&[card], Goes::Routed, *cause)?;
                    all.push(card);
                }
                CostPart::Set(attr, to) => {
                    let to = self.rules.attributes[attr.index()].type_.value_of(to);
                    self.set(attempt.card, *attr, to)?;
                }
                CostPart::Spend(attr, _) => self.spend(attempt, *attr, *amount)?,
                CostPart::SpendAny(of, _) => {
                    for ((attr, _), share) in of.iter().zip(&divided).filter(|(_, share)| **share > 0) {
                        self.spend(attempt, *attr, *share)?;
                    }
                }
                CostPart::Give { cause, random, .. } => {
                    let given = match random {
                        true => self.draw_given(attempt, number, &mut division, *cause)?,
                        false => std::mem::take(&mut chosen[number]),
                    };
                    number += 1;
                    all.extend(given.iter().map(|(card, _)| *card).filter(|card| !is_pile(self.reading(), card.id)));
                    self.give(&given, *cause)?;
                }
            }
        }
        Ok(all)
    }

    /// Cards leave together; of piles, as many pieces as were given.
    fn give(&mut self, given: &[(Handle, i64)], cause: Word) -> Result<(), Stop> {
        let (piles, cards): (GivenAway, GivenAway) =
            given.iter().copied().partition(|(card, _)| is_pile(self.reading(), card.id));
        for (pile, count) in piles {
            self.move_pieces(pile, count as u32, Goes::Routed, cause)?;
        }
        if !cards.is_empty() {
            let cards: SmallVec<[Handle; 8]> = cards.iter().map(|(card, _)| *card).collect();
            self.move_cards(&cards, Goes::Routed, cause)?;
        }
        Ok(())
    }
}
