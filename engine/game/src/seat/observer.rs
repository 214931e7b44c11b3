//! What looks at a game with the eyes of one seat. Whatever leaves for a seat is made here, and every name, handle and
//! number in it passes [`Observer::sees`] first.

use super::super::handles::SeatHandle;
use super::super::load::Ruleset;
use super::datum::{Datum, Properties};
use super::glance::{Beholder, Glance, LeftOut, SharedValues};
use super::{
    CardView, LearnedView, NamedView, OutcomeView, PlacingView, PlayerView, TurnView, UnknownCardView, View, Viewer,
    ZoneKey, ZoneView,
};
use cardwright_kernel::ids::{AttrId, DefId, EntityId, Handle, PlayerId, Seat, Seats, SiteId, ValueId, ZoneId};
use cardwright_kernel::rules::{Attribute, Printed, Rules, SeenBy};
use cardwright_kernel::state::{Entity, Game, Learned, State, Zone};
use cardwright_kernel::table::Table;
use cardwright_kernel::trace::Placing;
use cardwright_kernel::values::{Cell, ChoiceSet, Value, ValueNow};
use cardwright_report::Reporter;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// No game has this many seats: this seat knows nothing.
pub(super) const STRANGER: Seat = Seat(31);

impl Viewer {
    /// Somebody who has no seat and knows what everybody knows.
    pub const WATCHER: Self = Self::Seat(STRANGER);
}

/// Who is told whether and where in the files of the packs a reason is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// Players and whoever watches: never.
    ToPlayers,
    /// Whoever writes the packs: always.
    ToAuthors,
}

/// Somebody who looks at a game.
pub(crate) struct Observer<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) game: &'a Game,
    /// `None` for the host.
    pub(super) seat: Option<Seat>,
    pub(super) told: Told,
    /// What has been computed for others at the same moment.
    pub(super) shared: Option<&'a SharedValues>,
    /// What is looked for again and again, found once.
    looked_up: LookedUp,
}

/// What is looked for again and again: secret slots, what is attached to what, and what was learned of what.
#[derive(Default)]
struct LookedUp {
    secret: OnceCell<FxHashSet<u32>>,
    attached: OnceCell<FxHashMap<EntityId, Vec<EntityId>>>,
    learned: OnceCell<FxHashMap<Handle, Vec<Learned>>>,
}

impl<'a> Observer<'a> {
    /// Somebody who looks at a game.
    pub fn new(ruleset: &'a Ruleset, game: &'a Game, viewer: Viewer) -> Self {
        let seat = match viewer {
            Viewer::Host => None,
            Viewer::Seat(seat) if seat.index() < game.state().people() => Some(seat),
            Viewer::Seat(_) => Some(STRANGER),
        };
        let (shared, looked_up) = (None, LookedUp::default());
        Self { ruleset, game, seat, told: Told::ToPlayers, shared, looked_up }
    }

    /// The same for a viewer who is told this much.
    pub fn told(self, told: Told) -> Self {
        Self { told, ..self }
    }

    /// The same, for whom nothing is computed again that was computed for another at this moment.
    pub fn beside(self, shared: &'a SharedValues) -> Self {
        Self { shared: Some(shared), ..self }
    }

    /// The table.
    pub fn view(&self) -> View {
        let state = self.state();
        // Values are computed by scripts, which need a table to be asked at; what happens there is nobody's game.
        let mut glance = Glance::new(self.beholder());
        View {
            viewer: self.seat.map_or(Viewer::Host, Viewer::Seat),
            turn: self.turn(),
            outcome: self.outcome(),
            waiting_for: self.waiting_for(),
            game: self.properties(&mut glance, EntityId::GAME, true),
            players: (0..state.players()).map(|at| self.player(&mut glance, PlayerId(at as u8))).collect(),
            board: self.board(&mut glance),
            zones: state.zones().map(|(_, zone)| self.zone(&mut glance, zone)).collect(),
            items: state.items().iter().map(|item| self.item(item)).collect(),
            effects: state.effects().iter().map(|effect| self.effect(effect)).collect(),
            windows: self.windows(),
        }
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<OutcomeView> {
        let outcome = self.state().outcome()?;
        let winners = outcome.winners.iter().collect();
        let placing = |one: &Placing| PlacingView {
            player: one.player,
            place: one.place,
            score: one.score,
            ties: one.ties.to_vec(),
        };
        Some(OutcomeView {
            winners,
            why: self.reporter().ending(outcome.winners, outcome.why, &outcome.about).into(),
            defeat: outcome.defeat,
            placings: outcome.placings.iter().map(placing).collect(),
        })
    }

    /// The seats that are asked, in seat order, as far as the viewer may know.
    pub fn waiting_for(&self) -> Vec<Seat> {
        self.game.asked_for(self.seat)
    }

    pub(super) fn rules(&self) -> &'a Rules {
        self.ruleset.rules()
    }

    pub(super) fn state(&self) -> &'a State {
        self.game.state()
    }

    pub(super) fn reporter(&self) -> Reporter<'a> {
        Reporter { rules: self.rules(), state: self.state(), reader: self.seat, places: self.told == Told::ToAuthors }
    }

    fn beholder(&self) -> Beholder<'a> {
        Beholder { ruleset: self.ruleset, game: self.game, seat: self.seat, shared: self.shared }
    }

    /// A table with a copy of the state, for what only looks but has to be computed.
    pub(super) fn scratch(&self) -> Table {
        self.beholder().scratch()
    }

    // ---- what the viewer knows ----

    /// Whether the viewer knows what is known to these seats.
    pub(super) fn sees(&self, known: Seats) -> bool {
        self.seat.is_none_or(|seat| known.has(seat))
    }

    fn knows(&self, id: EntityId) -> bool {
        self.sees(self.state().entity(id).known)
    }

    /// Whether the viewer answers for this player.
    fn is_for(&self, player: PlayerId) -> bool {
        self.seat.is_none_or(|seat| seat != STRANGER && self.state().player_of(seat) == player)
    }

    /// Whether the viewer may learn what is secret about something: its controller may. The game and the board have none.
    fn may_learn_secrets_of(&self, entity: &Entity) -> bool {
        let is_nobodys = entity.controller == PlayerId::NOBODY || entity.kind == Rules::GAME;
        let is_nobodys = is_nobodys || self.rules().kinds[entity.kind.index()].category.is_site();
        self.seat.is_none() || !is_nobodys && self.is_for(entity.controller)
    }

    /// Where the attributes of an entity are kept that are secret to the viewer.
    fn secret_slots(&self, id: EntityId) -> impl Iterator<Item = u32> {
        let secret = self.rules().attributes.values().enumerate().filter(|(_, decl)| decl.secret);
        let slots = secret.filter_map(move |(at, _)| self.state().slot_of(self.rules(), id, AttrId::from(at)));
        slots.filter(move |_| !self.may_learn_secrets_of(self.state().entity(id)))
    }

    /// How the viewer names the present incarnation of something.
    pub(super) fn handle(&self, id: EntityId) -> SeatHandle {
        SeatHandle::new(self.game, self.seat, self.state().handle(id))
    }

    /// What a handle of the viewer names.
    pub(super) fn meant(&self, handle: SeatHandle) -> Option<EntityId> {
        let mut all = self.state().entities().filter(|(_, entity)| entity.exists && self.sees(entity.known));
        all.find(|(id, _)| self.handle(*id) == handle).map(|(id, _)| id)
    }

    /// Something as a target: a space by its name, what the viewer knows by its handle.
    pub(super) fn datum_of(&self, handle: Handle) -> Datum {
        if !self.state().fresh(handle) {
            return Datum::Unknown;
        }
        match self.state().site_of(self.rules(), handle.id) {
            Some(site) => Datum::Site(self.site_name(site)),
            None if self.knows(handle.id) => Datum::Handle(self.handle(handle.id)),
            None => Datum::Unknown,
        }
    }

    /// The same of something that may be none.
    pub(super) fn datum_if_any(&self, handle: Handle) -> Option<Datum> {
        (handle != Handle::NONE).then(|| self.datum_of(handle))
    }

    pub(super) fn datum(&self, value: Value) -> Datum {
        match value {
            Value::Nothing => Datum::Nothing,
            Value::Number(number) => Datum::Number(number),
            Value::Flag(flag) => Datum::Flag(flag),
            Value::Word(word) => Datum::Word(self.rules().words.text(word).into()),
            Value::Entity(handle) if handle == Handle::NONE => Datum::Nothing,
            Value::Entity(handle) => self.datum_of(handle),
            Value::Player(player) => Datum::Player(player),
            Value::Players(players) => Datum::Players(players.iter().collect()),
            Value::Numbers(numbers) => Datum::Numbers(numbers.iter().collect()),
            // Only an attribute has some of its choices, and it knows their words.
            Value::Choices(_) => Datum::Nothing,
        }
    }

    /// What is printed on something, if the viewer knows it.
    pub(super) fn named(&self, def: DefId, known: Seats) -> Option<NamedView> {
        let (name, definition) = self.rules().definitions.get_index(def.index())?;
        let named = NamedView { definition: definition.id.clone(), name: name.clone() };
        self.sees(known).then_some(named)
    }

    // ---- parts of the view ----

    fn turn(&self) -> TurnView {
        let turn = self.state().turn();
        let phase = self.rules().phases.get_index(turn.phase.index()).map_or("", |(key, _)| key);
        TurnView {
            number: turn.number,
            player: turn.player,
            phase: phase.into(),
            extra: turn.extra,
            reversed: turn.reversed,
        }
    }

    fn player(&self, glance: &mut Glance<'_>, player: PlayerId) -> PlayerView {
        let state = self.state();
        PlayerView {
            player,
            seats: state.seats_of(player).iter().collect(),
            acting_seat: state.acting_seat(player),
            present: state.present().has(player),
            properties: self.properties(glance, State::player_entity(player), true),
        }
    }

    /// Which zone it is.
    pub(super) fn zone_key(&self, zone: &Zone) -> ZoneKey {
        let key = self.rules().zones.get_index(zone.decl.index()).map_or("", |(key, _)| key);
        let site = zone.site.is_some().then(|| self.site_name(zone.site));
        ZoneKey { zone: key.into(), owner: zone.owner, site }
    }

    /// Which zone it is, by its number.
    pub(super) fn zone_at(&self, zone: ZoneId) -> ZoneKey {
        self.zone_key(self.state().zone(zone))
    }

    fn zone(&self, glance: &mut Glance<'_>, zone: &Zone) -> ZoneView {
        let decl = &self.rules().zones[zone.decl.index()];
        // Where a known card lies among unknown ones is nobody's business.
        let in_order = self.seat.is_none() || decl.seen == SeenBy::All;
        let known = zone.cards.iter().enumerate().filter(|(_, card)| self.knows(**card));
        let mut cards: Vec<CardView> =
            known.map(|(at, card)| self.card(glance, *card, in_order.then_some(at), decl.in_play)).collect();
        if !in_order {
            cards.sort_by(|one, other| (&one.name, one.handle).cmp(&(&other.name, other.handle)));
        }
        let places = if decl.places { self.unknown_places(zone) } else { Vec::new() };
        let (count, unknown) = (zone.cards.len(), zone.cards.len() - cards.len());
        ZoneView { zone: self.zone_key(zone), count, unknown, cards, places }
    }

    /// The cards of a zone that the viewer does not know, by their places.
    fn unknown_places(&self, zone: &Zone) -> Vec<UnknownCardView> {
        let unknown = zone.cards.iter().filter(|card| !self.knows(**card));
        let mut places: Vec<UnknownCardView> = unknown
            .map(|card| UnknownCardView { number: self.state().entity(*card).place, learned: self.learned(*card) })
            .collect();
        places.sort_by_key(|unknown| unknown.number);
        places
    }

    /// What seats have learned about a card, as far as the viewer knows.
    fn learned(&self, card: EntityId) -> Vec<LearnedView> {
        let all = self.looked_up.learned.get_or_init(|| self.all_learned());
        let told = all.get(&self.state().handle(card)).into_iter().flatten().filter(|learned| self.sees(learned.told));
        let view = |learned: &Learned| LearnedView {
            by: learned.by.iter().collect(),
            attribute: self.rules().attributes.get_index(learned.attr.index()).map_or("", |(name, _)| name).into(),
            value: self.datum(learned.value),
            is: learned.is,
        };
        told.map(view).collect()
    }

    fn all_learned(&self) -> FxHashMap<Handle, Vec<Learned>> {
        let mut all: FxHashMap<Handle, Vec<Learned>> = FxHashMap::default();
        for learned in self.state().all_learned() {
            all.entry(learned.card).or_default().push(*learned);
        }
        all
    }

    fn card(&self, glance: &mut Glance<'_>, id: EntityId, place: Option<usize>, in_play: bool) -> CardView {
        let entity = self.state().entity(id);
        let (name, definition) = self.printed_on(entity);
        CardView {
            handle: self.handle(id),
            definition,
            name,
            kind: self.kind_of(entity),
            owner: Some(entity.owner).filter(|owner| owner.is_somebody()),
            controller: Some(entity.controller).filter(|player| player.is_somebody()),
            place,
            number: (entity.place > 0).then_some(entity.place),
            learned: self.learned(id),
            count: entity.count,
            token: entity.token,
            attached_to: entity.host.is_some().then(|| self.datum_of(self.state().handle(entity.host))),
            attachments: self.attachments(id, entity),
            properties: self.properties(glance, id, in_play),
        }
    }

    fn printed_on(&self, entity: &Entity) -> (Box<str>, Box<str>) {
        let printed = self.rules().definitions.get_index(entity.def.index());
        printed.map_or_else(Default::default, |(name, definition)| (name.clone(), definition.id.clone()))
    }

    pub(super) fn kind_of(&self, entity: &Entity) -> Box<str> {
        self.rules().kinds.get_index(entity.kind.index()).map_or("", |(key, _)| key).into()
    }

    fn attachments(&self, host: EntityId, entity: &Entity) -> Vec<SeatHandle> {
        if entity.attachments == 0 {
            return Vec::new();
        }
        let all = self.looked_up.attached.get_or_init(|| self.all_attached());
        let own = all.get(&host).into_iter().flatten();
        own.filter(|id| self.knows(**id)).map(|id| self.handle(*id)).collect()
    }

    fn all_attached(&self) -> FxHashMap<EntityId, Vec<EntityId>> {
        let mut all: FxHashMap<EntityId, Vec<EntityId>> = FxHashMap::default();
        let attached = self.state().entities().filter(|(_, other)| other.exists && other.host.is_some());
        attached.for_each(|(id, other)| all.entry(other.host).or_default().push(id));
        all
    }

    // ---- attributes and values ----

    /// What is true of an entity that the viewer knows; its values only if they are wanted.
    pub(super) fn properties(&self, glance: &mut Glance<'_>, id: EntityId, values: bool) -> Properties {
        let entity = self.state().entity(id);
        let mut properties = Properties::default();
        for attr in &self.rules().kinds[entity.kind.index()].changing {
            let Some((name, value, changed)) = self.attribute(id, entity, *attr) else { continue };
            properties.attributes.insert(name.into(), value);
            if changed {
                properties.changed.push(name.into());
            }
        }
        if values {
            self.add_values(glance, id, entity, &mut properties);
        }
        properties
    }

    /// A changing attribute, its value, and whether that is another than what is printed; nothing if it is secret and
    /// another player's, or nobody's.
    fn attribute(&self, id: EntityId, entity: &Entity, attr: AttrId) -> Option<(&'a str, Datum, bool)> {
        let (name, decl): (_, &Attribute) = self.rules().attributes.get_index(attr.index())?;
        if decl.secret && !self.may_learn_secrets_of(entity) {
            return None;
        }
        let value = self.state().changing(self.rules(), id, attr)?;
        let changed = value != self.rules().printed_value(entity.def, attr);
        let datum = match value {
            Value::Choices(set) => self.words(set, attr),
            value => self.datum(value),
        };
        Some((name, datum, changed))
    }

    /// The values of which the viewer knows all that they come from; and of which of them something fails.
    fn add_values(&self, glance: &mut Glance<'_>, id: EntityId, entity: &Entity, to: &mut Properties) {
        for (at, (name, decl)) in self.rules().values.iter().enumerate() {
            if !decl.of.contains(&entity.kind) {
                continue;
            }
            match glance.value(ValueId::from(at), id) {
                Ok(ValueNow { value, reads, faults }) if self.knows_all(&reads) => {
                    match (value, decl.words.and(decl.base)) {
                        (Some(bits), Some(base)) => self.add_set(name, (ChoiceSet::of_bits(bits), base), entity, to),
                        (Some(value), None) => drop(to.values.insert(name.clone(), value)),
                        (None, _) => {}
                    }
                    if let Some(fault) = faults.first() {
                        to.failed.insert(name.clone(), self.reporter().sentence(fault).into());
                    }
                }
                Err(LeftOut { reads, told }) if self.knows_all(&reads) => {
                    to.failed.insert(name.clone(), told.into());
                }
                Ok(_) | Err(_) => {}
            }
        }
    }

    /// A set of words that cards modify stands for the attribute from which it starts.
    fn add_set(&self, name: &str, (set, base): (ChoiceSet, AttrId), entity: &Entity, to: &mut Properties) {
        to.attributes.insert(name.into(), self.words(set, base));
        to.changed.retain(|changed| **changed != *name);
        if Value::Choices(set) != self.rules().printed_value(entity.def, base) {
            to.changed.push(name.into());
        }
    }

    pub(super) fn words(&self, set: ChoiceSet, attr: AttrId) -> Datum {
        let words = self.rules().attributes[attr.index()].type_.words_of(set);
        Datum::Words(words.into_iter().map(|word| self.rules().words.text(word).into()).collect())
    }

    /// Whether the viewer knows all that was read to compute something. What is printed on a card can be read without a
    /// trace of it, but only by a script that has found the card in its zone: so no card of a zone that was read may be unknown.
    pub(super) fn knows_all(&self, reads: &[Cell]) -> bool {
        let is_known = |id: EntityId| {
            let entity = self.state().entity(id);
            !entity.can_be_hidden() || self.sees(entity.known)
        };
        let has_secrets = self.rules().attributes.values().any(|decl| decl.secret);
        let all_secret = || self.state().entities().flat_map(|(id, _)| self.secret_slots(id)).collect();
        let is_secret = |slot: u32| self.looked_up.secret.get_or_init(all_secret).contains(&slot);
        reads.iter().all(|cell| match cell {
            Cell::Entity(id) => is_known(*id) && self.secret_slots(*id).next().is_none(),
            Cell::Body(id) => is_known(*id),
            Cell::Zone(zone) => !zone.is_some() || self.state().zone(*zone).cards.iter().all(|card| is_known(*card)),
            // Whoever reads a slot reads the body of its entity, too.
            Cell::Slot(slot) => !has_secrets || !is_secret(*slot),
            Cell::Turn | Cell::Stack | Cell::Order | Cell::Topic(_) => true,
        })
    }

    /// What is printed, as data.
    pub(crate) fn printed(rules: &Rules, printed: &Printed) -> Datum {
        let text = |word| rules.words.text(word).into();
        match printed {
            Printed::Nothing => Datum::Nothing,
            Printed::Number(number) => Datum::Number(*number),
            Printed::Flag(flag) => Datum::Flag(*flag),
            Printed::Word(word) => Datum::Word(text(*word)),
            Printed::Words(words) => Datum::Words(words.iter().map(|word| text(*word)).collect()),
            Printed::Numbers(numbers) => Datum::Numbers(numbers.to_vec()),
            Printed::Text(words) => Datum::Word(words.clone()),
            Printed::Space(def) => Datum::Site(rules.name_of(*def).into()),
            Printed::Sides(sides) => Datum::Sides((0..32).filter(|side| sides >> side & 1 == 1).collect()),
        }
    }

    pub(super) fn site_name(&self, site: SiteId) -> Box<str> {
        self.rules().name_of(self.rules().board.def(site)).into()
    }
}
