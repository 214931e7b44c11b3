//! What is given for a part of a price: the player chooses it, or chance does, so that enough is left for the other parts.

use crate::model::ids::{Handle, Word};
use crate::model::prompt::Choice;
use crate::model::trace::Reason;
use crate::model::words;
use crate::play::call::Stop;
use crate::play::pay::GivenAway;
use crate::play::queries::{Attempt, Division, is_pile};
use crate::play::run::RuledOutFrom;
use crate::play::session::Table;
use smallvec::SmallVec;

/// Of each card and pile of a division, how many can be given for a part.
type Caps = SmallVec<[i64; 8]>;

impl Table {
    /// A player chooses what to give for a part of a price. What would leave too little for the other parts is ruled out;
    /// as long as several choices together could do that, one is chosen at a time.
    ///
    /// # Errors
    /// A stop from the question.
    pub(super) fn choose_given(
        &mut self,
        attempt: Attempt,
        part: usize,
        division: &mut Division,
    ) -> Result<GivenAway, Stop> {
        let mut given = GivenAway::new();
        while division.due[part] > 0 {
            let caps = caps(division, part);
            if caps.iter().sum::<i64>() < division.due[part] {
                return Err(self.cannot_pay(attempt, Reason::Cost));
            }
            self.rule_out_needed(attempt, part, division, &caps)?;
            let count = if division.any_way(part, &caps) { division.due[part] } else { 1 };
            let taken = self.choose_of_stock(attempt, division, &caps, count)?;
            self.forget_ruled_out(attempt.player);
            for (stock, count) in taken {
                division.take(part, stock, count);
                given.push((division.stock[stock].card, count));
            }
        }
        Ok(given)
    }

    /// Says why something cannot be given that would do for the part: the other parts need it.
    fn rule_out_needed(
        &mut self,
        attempt: Attempt,
        part: usize,
        division: &Division,
        caps: &[i64],
    ) -> Result<(), Stop> {
        let needed = |(stock, cap): &(usize, &i64)| **cap == 0 && division.fits(part, *stock);
        let needed = caps.iter().enumerate().filter(needed).map(|(stock, _)| division.stock[stock].card);
        let options: Vec<Choice> = needed.map(|card| Choice::Entity(card, self.named(card.id))).collect();
        if options.is_empty() {
            return Ok(());
        }
        let against = self.against_price(attempt, Reason::Needed);
        self.rule_out(RuledOutFrom::NextQuestion(attempt.player), options, against)
    }

    /// A player chooses so many cards, or shares them out among piles.
    fn choose_of_stock(
        &mut self,
        attempt: Attempt,
        division: &Division,
        caps: &[i64],
        count: i64,
    ) -> Result<SmallVec<[(usize, i64); 4]>, Stop> {
        let open = || caps.iter().enumerate().filter(|(_, cap)| **cap > 0);
        let cards: SmallVec<[Handle; 8]> = open().map(|(stock, _)| division.stock[stock].card).collect();
        if cards.iter().any(|card| is_pile(self.reading(), card.id)) {
            let options = cards.iter().map(|card| Choice::Entity(*card, self.named(card.id))).collect();
            let limits = open().map(|(_, cap)| *cap).collect();
            let shares = self.share_out(attempt.player, words::PAYS, options, (count, limits))?;
            let shared = open().zip(shares).filter(|(_, share)| *share > 0);
            return Ok(shared.map(|((stock, _), share)| (stock, share)).collect());
        }
        let count = count as u32;
        let chosen = self.choose_entities(attempt.player, words::PAYS, &cards, (count, count), true)?;
        let stock = |card: &Handle| division.stock.iter().position(|stock| stock.card == *card);
        Ok(chosen.iter().filter_map(stock).map(|stock| (stock, 1)).collect())
    }

    /// Chance takes what is given for a part of a price, of what the other parts can spare.
    ///
    /// # Errors
    /// A stop from the question to chance.
    pub(super) fn draw_given(
        &mut self,
        attempt: Attempt,
        part: usize,
        division: &mut Division,
        cause: Word,
    ) -> Result<GivenAway, Stop> {
        let mut given = GivenAway::new();
        // Paying the parts before may have changed what lies there.
        for stock in &mut division.stock {
            let there = if self.state().fresh(stock.card) { self.state().entity(stock.card.id).count } else { 0 };
            stock.left = stock.left.min(i64::from(there));
        }
        while division.due[part] > 0 {
            let caps = caps(division, part);
            let each = caps.iter().enumerate().flat_map(|(stock, cap)| std::iter::repeat_n(stock, *cap as usize));
            let each: Vec<Handle> = each.map(|stock| division.stock[stock].card).collect();
            let count = if division.any_way(part, &caps) { division.due[part] } else { 1 };
            let picked = self.pick_at_random(attempt.player, &each, count as usize, cause)?;
            if picked.is_empty() {
                return Err(self.cannot_pay(attempt, Reason::Cost));
            }
            for card in picked {
                let Some(stock) = division.stock.iter().position(|stock| stock.card == card) else { continue };
                division.take(part, stock, 1);
                match given.iter_mut().find(|(known, _)| *known == card) {
                    Some((_, count)) => *count += 1,
                    None => given.push((card, 1)),
                }
            }
        }
        // Piles shrink in their own order, whatever came first.
        if given.iter().any(|(card, _)| is_pile(self.reading(), card.id)) {
            given.sort_by_key(|(card, _)| division.stock.iter().position(|stock| stock.card == *card));
        }
        Ok(given)
    }
}

fn caps(division: &Division, part: usize) -> Caps {
    (0..division.stock.len()).map(|stock| division.most(part, stock)).collect()
}
