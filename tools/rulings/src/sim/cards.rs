//! What became of the cards of a game: who drew, used and gained them, and what it was worth to them.

use super::score::Share;
use cardwright_kernel::ids::{DefId, PlayerId, ZoneId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::trace::{FactKind, Scores};
use std::collections::BTreeMap;

/// How often a player drew, used and gained cards of a definition in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardCounts {
    /// Drawn from a pile into where cards are drawn to.
    pub drawn: u32,
    /// Used, in whatever way.
    pub used: u32,
    /// Become the player's, for instance bought.
    pub gained: u32,
}

/// What became of the cards of a game, by card and player.
pub type CardsOfGame = BTreeMap<(DefId, PlayerId), CardCounts>;

/// Notes a fact that is about cards.
pub(super) fn note(cards: &mut CardsOfGame, fact: &FactKind, game: &Game, rules: &Rules) {
    let state = game.state();
    match fact {
        FactKind::Uses { seat, card, .. } => cards.entry((card.def, state.player_of(*seat))).or_default().used += 1,
        FactKind::Moves(card, from, to, _) => {
            if let Some(player) = drawer(game, rules, *from, *to) {
                cards.entry((card.def, player)).or_default().drawn += 1;
            }
        }
        FactKind::Owns(card, player) if *player != PlayerId::NOBODY => {
            cards.entry((card.def, *player)).or_default().gained += 1;
        }
        _ => {}
    }
}

/// Who draws, if going from one zone to the other is drawing.
fn drawer(game: &Game, rules: &Rules, from: ZoneId, to: ZoneId) -> Option<PlayerId> {
    if !from.is_some() || !to.is_some() {
        return None;
    }
    let (from, to) = (game.state().zone(from), game.state().zone(to));
    let draws = rules.zones[from.decl.index()].drawn_to == Some(to.decl);
    to.owner.filter(|_| draws)
}

/// What a card came to over the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardTally {
    /// How often it was used.
    pub uses: u64,
    /// The scores of the players who drew it, each once a game.
    pub drawn: Share,
    /// The scores of those who used it.
    pub played: Share,
    /// The scores of those who gained it.
    pub gained: Share,
}

impl CardTally {
    pub(super) fn add(&mut self, counts: CardCounts, player: PlayerId, scores: Option<&Scores>) {
        self.uses += u64::from(counts.used);
        let Some((halves, most)) = scores.and_then(|scores| Some((*scores.halves.get(player.index())?, scores.most)))
        else {
            return;
        };
        let shares =
            [(counts.drawn, &mut self.drawn), (counts.used, &mut self.played), (counts.gained, &mut self.gained)];
        shares.into_iter().filter(|(count, _)| *count > 0).for_each(|(_, share)| share.add(halves, most));
    }

    /// Whether anything became of it.
    pub const fn is_met(&self) -> bool {
        self.uses > 0 || self.drawn.games() > 0 || self.gained.games() > 0
    }
}
