//! What is spent for a price: attributes of the player, or of the card itself.

use crate::model::ids::{AttrId, EntityId, Word};
use crate::model::index::Cell;
use crate::model::prompt::Choice;
use crate::model::rules::{CostPart, Rules};
use crate::model::state::State;
use crate::model::trace::Reason;
use crate::model::value::Value;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::pay::{Amounts, Asked};
use crate::play::queries::Attempt;
use crate::play::session::Table;

impl Table {
    /// Whose attribute is spent: the player's, or that of the card if players have none.
    fn spender(&self, attempt: Attempt, attr: AttrId) -> EntityId {
        match self.rules.attributes[attr.index()].of.contains(&Rules::PLAYER) {
            true => State::player_entity(attempt.player),
            false => attempt.card,
        }
    }

    /// How much there is to spend of an attribute.
    pub(super) fn holds(&self, attempt: Attempt, attr: AttrId) -> i64 {
        let id = self.spender(attempt, attr);
        self.note_read(Cell::Entity(id));
        self.state().attribute(&self.rules, id, attr).number()
    }

    /// What is left of each of these attributes when the other parts of a price have taken theirs.
    pub(super) fn left_to_spend(
        &self,
        attempt: Attempt,
        of: &[(AttrId, Word)],
        (parts, amounts): (&[CostPart], &[i64]),
    ) -> Amounts {
        let taken = |attr: AttrId| -> i64 {
            let own = parts.iter().zip(amounts);
            own.filter(|(part, _)| matches!(part, CostPart::Spend(other, _) if *other == attr))
                .map(|(_, amount)| *amount)
                .sum()
        };
        of.iter().map(|(attr, _)| (self.holds(attempt, *attr) - taken(*attr)).max(0)).collect()
    }

    /// The player divides what may be spent of any among the attributes that are named.
    pub(super) fn divide_spent(&mut self, attempt: Attempt, asked: &Asked<'_>) -> Result<Amounts, Stop> {
        let all = (&asked.price.parts[..], &asked.amounts[..]);
        let any = asked.price.parts.iter().zip(&asked.amounts).find_map(|(part, amount)| match part {
            CostPart::SpendAny(of, _) => Some((of, *amount)),
            _ => None,
        });
        let Some((of, amount)) = any else { return Ok(Amounts::new()) };
        let caps = self.left_to_spend(attempt, of, all);
        let options = of.iter().map(|(_, name)| Choice::Word(*name)).collect();
        self.share_out(attempt.player, words::PAYS, options, (amount, caps))
    }

    /// So much less of an attribute.
    pub(super) fn spend(&mut self, attempt: Attempt, attr: AttrId, amount: i64) -> Result<(), Stop> {
        let (id, now) = (self.spender(attempt, attr), self.holds(attempt, attr));
        if now < amount {
            return Err(self.cannot_pay(attempt, Reason::Cost));
        }
        self.set(id, attr, Value::Number(now - amount)).map(drop)
    }
}
