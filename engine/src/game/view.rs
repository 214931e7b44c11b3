//! What a seat may see: zones, the cards it knows, and its open prompt. Nothing else.

use super::handles::SeatHandle;
use super::load::Ruleset;
use crate::model::game::Game;
use crate::model::ids::{EntityId, Seat, Seats, SiteId};
use crate::model::prompt::Prompt;
use crate::model::rules::SeenBy;
use crate::model::value::Value;
use serde::Serialize;

/// What a seat sees, or the public, or the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Whose turn it is.
    pub turn_player: char,
    /// The number of the turn.
    pub turn: u32,
    /// The running phase.
    pub phase: String,
    /// Who is still in the game.
    pub present: Vec<char>,
    /// Whom the game waits for.
    pub waiting_for: Vec<char>,
    /// Attributes of the players.
    pub players: Vec<Vec<(String, String)>>,
    /// The spaces of the board and its joints, with what has changed about them.
    pub board: Vec<SiteView>,
    /// The zones.
    pub zones: Vec<ZoneView>,
    /// The items that wait, the oldest first.
    pub stack: Vec<String>,
    /// Standing effects, the oldest first.
    pub effects: Vec<String>,
    /// The seat's open prompt.
    #[serde(skip)]
    pub prompt: Option<Prompt>,
}

/// A space or joint of the board as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SiteView {
    /// Its name.
    pub name: String,
    /// The spaces across the joints of a space, or the two ends of a joint.
    pub joins: Vec<String>,
    /// Attributes that differ from what is printed.
    pub changed: Vec<(String, String)>,
}

/// A zone as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneView {
    /// Its key.
    pub zone: String,
    /// Whose it is.
    pub owner: Option<char>,
    /// The space or joint on which it lies.
    pub site: Option<String>,
    /// How many cards it holds.
    pub count: usize,
    /// The cards that the viewer knows: from the bottom to the top where everybody may see the order.
    pub cards: Vec<CardView>,
}

/// A card as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardView {
    /// A handle that only this seat's views use; it changes whenever the card passes out of its sight.
    pub handle: SeatHandle,
    /// The printed name.
    pub name: String,
    /// How many pieces a pile has; 1 for a card.
    pub count: u32,
    /// Who controls it.
    pub controller: char,
    /// Attributes that differ from what is printed.
    pub changed: Vec<(String, String)>,
    /// The handle of the card it is attached to.
    pub host: Option<SeatHandle>,
}

impl Ruleset {
    /// What a seat sees; `None` for the host, who sees everything.
    pub fn view(&self, game: &Game, seat: Option<Seat>) -> View {
        let state = game.state();
        let rules = self.rules();
        let reporter = self.reporter(game, seat);
        let phase = rules.phases.get_index(state.turn().phase.index()).map_or("", |(key, _)| key);
        let prompts = game.prompts();
        View {
            turn_player: state.turn().player.letter(),
            turn: state.turn().number,
            phase: phase.to_string(),
            present: state.present().iter().map(Seat::letter).collect(),
            waiting_for: waited_for(prompts),
            players: (0..state.players()).map(|at| self.attributes(game, EntityId(1 + at as u32))).collect(),
            board: rules
                .board
                .space_ids()
                .chain(rules.board.joint_ids())
                .map(|site| self.site_view(game, site))
                .collect(),
            zones: state.zones().map(|(_, zone)| self.zone_view(game, seat, zone)).collect(),
            stack: state.items().iter().map(|item| reporter.name(&named(game, item.id))).collect(),
            effects: state.effects().iter().map(|effect| reporter.name(&named(game, effect.id))).collect(),
            prompt: prompts.iter().find(|prompt| seat.is_none_or(|seat| seat == prompt.seat)).cloned(),
        }
    }

    fn site_view(&self, game: &Game, site: SiteId) -> SiteView {
        let board = &self.rules().board;
        let joins: Vec<SiteId> = match board.joint(site) {
            Some(joint) => joint.ends.to_vec(),
            None => board.around(site).map(|(_, space)| space).collect(),
        };
        SiteView {
            name: self.site_name(site),
            joins: joins.into_iter().map(|site| self.site_name(site)).collect(),
            changed: self.attributes(game, game.state().entity_at(site)),
        }
    }

    fn site_name(&self, site: SiteId) -> String {
        let def = self.rules().board.def(site);
        self.rules().name_of(def).to_string()
    }

    fn zone_view(&self, game: &Game, seat: Option<Seat>, zone: &crate::model::state::Zone) -> ZoneView {
        let rules = self.rules();
        let (key, decl) = rules.zones.get_index(zone.decl.index()).map_or(("", None), |(key, decl)| (key, Some(decl)));
        let mut cards: Vec<CardView> = zone
            .cards
            .iter()
            .filter(|card| seat.is_none_or(|seat| game.state().entity(**card).known.has(seat)))
            .map(|card| self.card_view(game, seat, *card))
            .collect();
        if seat.is_some() && decl.is_some_and(|decl| decl.seen != SeenBy::All) {
            // Where a known card lies among unknown ones is nobody's business.
            cards.sort_by(|one, other| (&one.name, &one.handle).cmp(&(&other.name, &other.handle)));
        }
        ZoneView {
            zone: key.to_string(),
            owner: zone.owner.map(Seat::letter),
            site: zone.site.is_some().then(|| self.site_name(zone.site)),
            count: zone.cards.len(),
            cards,
        }
    }

    fn card_view(&self, game: &Game, seat: Option<Seat>, card: EntityId) -> CardView {
        let entity = game.state().entity(card);
        CardView {
            handle: handle(game, seat, card),
            name: self.rules().name_of(entity.def).to_string(),
            count: entity.count,
            controller: entity.controller.letter(),
            changed: self.attributes(game, card),
            host: entity.host.is_some().then(|| handle(game, seat, entity.host)),
        }
    }

    /// The changing attributes of an entity that differ from what is printed.
    fn attributes(&self, game: &Game, id: EntityId) -> Vec<(String, String)> {
        let rules = self.rules();
        let entity = game.state().entity(id);
        let reporter = self.reporter(game, None);
        let changing = rules.kinds[entity.kind.index()].changing.iter();
        let differing = changing.filter_map(|attr| {
            let (name, decl) = rules.attributes.get_index(attr.index())?;
            let value = game.state().changing(rules, id, *attr)?;
            let differs = value != Value::of(rules.printed(entity.def, *attr)) && !decl.secret;
            differs.then(|| (name.to_string(), reporter.value(value)))
        });
        differing.collect()
    }
}

fn named(game: &Game, id: EntityId) -> crate::model::trace::Named {
    let entity = game.state().entity(id);
    let known = Seats::first(game.state().people());
    crate::model::trace::Named {
        def: entity.def,
        controller: entity.controller,
        ordinal: 0,
        known,
        site: SiteId::NONE,
        card: id,
    }
}

fn handle(game: &Game, seat: Option<Seat>, card: EntityId) -> SeatHandle {
    SeatHandle::new(game, seat, game.state().handle(card))
}

/// The seats that are asked, in seat order, whatever the order of their questions.
fn waited_for(prompts: &[crate::model::prompt::Prompt]) -> Vec<char> {
    let mut seats: Vec<char> = prompts.iter().map(|prompt| prompt.seat.letter()).collect();
    seats.sort_unstable();
    seats
}
