//! A table and steps, as the file of a ruling says them.

use cardwright_content::tree::{key, quoted};
use cardwright_game::Seed;
use cardwright_kernel::ids::{AttrId, EntityId, PlayerId, SiteId};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::{State, Zone};
use cardwright_kernel::values::Value;

/// What a ruling says besides its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// How many people sit at the table.
    pub people: usize,
    /// Whose turn it is.
    pub turn: char,
    /// The running phase; none if the game begins.
    pub phase: Option<String>,
    /// The seed of chance.
    pub seed: Seed,
    /// The cards in each zone, and the attributes of players and the game.
    pub places: Vec<ScenePlace>,
    /// The steps.
    pub steps: Vec<String>,
}

/// A zone, or the attributes of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenePlace {
    /// Whose: a letter, or `game`.
    pub whose: String,
    /// The zone.
    pub zone: String,
    /// Its cards; for attributes, one card without a name.
    pub cards: Vec<Card>,
}

/// A card at its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// How many pieces it has, if it is a pile.
    pub count: Option<u32>,
    /// Its owner, if that does not follow from its zone.
    pub of: Option<String>,
    /// The number of its place, if that does not follow from its zone.
    pub place: Option<u16>,
    /// Its changing attributes, as they are written.
    pub attributes: Vec<(String, String)>,
    /// What is attached to it.
    pub attached: Vec<Card>,
}

/// The key under which a table has the attributes of a player or the game.
pub const ATTRIBUTES: &str = "attributes";

impl Scene {
    /// A table in the middle of a turn, without steps.
    pub fn of(rules: &Rules, state: &State) -> Self {
        let writer = Writer { rules, state };
        let phase = rules.phases.get_index(state.turn().phase.index());
        let players = (0..state.players() as u8).map(PlayerId);
        let own = players.map(|seat| (seat.letter().to_string(), State::player_entity(seat)));
        let sites = rules.board.space_ids().chain(rules.board.joint_ids());
        let sites = sites.map(|site| (writer.site(site), state.entity_at(site)));
        let own = own.chain([("game".to_owned(), EntityId(0))]).chain(sites).map(|(whose, id)| ScenePlace {
            whose,
            zone: ATTRIBUTES.to_owned(),
            cards: vec![Card { attributes: writer.attributes(id), ..Card::default() }],
        });
        let zones = state.zones().map(|(_, zone)| writer.place(zone));
        let places = zones.chain(own).filter(|place| place.cards.iter().any(|card| *card != Card::default()));
        Self {
            people: state.people(),
            turn: state.turn().player.letter(),
            phase: phase.map(|(key, _)| key.to_string()),
            seed: 1.into(),
            places: places.collect(),
            steps: Vec::new(),
        }
    }

    /// A table before the first step of a game, without steps.
    pub fn beginning(rules: &Rules, state: &State, seed: Seed) -> Self {
        Self { phase: None, seed, ..Self::of(rules, state) }
    }

    /// The same with these steps.
    pub fn with_steps(&self, steps: Vec<String>) -> Self {
        Self { steps, ..self.clone() }
    }

    /// The same, with everybody passing at the end.
    pub fn passed_out(&self) -> Self {
        let mut scene = self.clone();
        scene.steps.push("all pass".to_owned());
        scene
    }

    /// The text of the ruling, of one that shows a script that fails if it does.
    pub fn text(&self, claim: &str, expects_fault: bool) -> String {
        let expects = if expects_fault { "expects = \"fault\"\n" } else { "" };
        let mut text =
            format!("claim = {}\n{expects}players = {}\nturn = \"{}\"\n", quoted(claim), self.people, self.turn);
        text += &match &self.phase {
            Some(phase) => format!("phase = {}\n", quoted(phase)),
            None => "begins = true\n".to_owned(),
        };
        text += &format!("seed = {}\n", crate::seed::written(&self.seed));
        let mut whose: Vec<&str> = self.places.iter().map(|place| &*place.whose).collect();
        whose.sort_unstable();
        whose.dedup();
        for whose in whose {
            text += &format!("\n[{whose}]\n");
            for place in self.places.iter().filter(|place| place.whose == whose) {
                text += &place.text();
            }
        }
        text + &format!("\n[play]\nsteps = \"\"\"\n{}\n\"\"\"\n", self.steps.join("\n"))
    }
}

impl ScenePlace {
    fn text(&self) -> String {
        if self.zone == ATTRIBUTES {
            let attributes = self.cards.iter().flat_map(|card| &card.attributes);
            return format!("{ATTRIBUTES} = {{ {} }}\n", pairs(attributes));
        }
        let cards: Vec<String> = self.cards.iter().map(Card::text).collect();
        let line = format!("{} = [{}]\n", key(&self.zone), cards.join(", "));
        match line.chars().count() > 100 {
            true => format!("{} = [\n    {},\n]\n", key(&self.zone), cards.join(",\n    ")),
            false => line,
        }
    }
}

impl Card {
    fn text(&self) -> String {
        let mut parts = vec![format!("name = {}", quoted(&self.name))];
        parts.extend(self.count.map(|count| format!("count = {count}")));
        parts.extend(self.of.as_ref().map(|owner| format!("of = \"{owner}\"")));
        parts.extend(self.place.map(|place| format!("place = {place}")));
        if parts.len() == 1 && self.attributes.is_empty() && self.attached.is_empty() {
            return quoted(&self.name);
        }
        if !self.attributes.is_empty() {
            parts.push(pairs(&self.attributes));
        }
        if !self.attached.is_empty() {
            let attached: Vec<String> = self.attached.iter().map(Self::text).collect();
            parts.push(format!("attached = [{}]", attached.join(", ")));
        }
        format!("{{ {} }}", parts.join(", "))
    }
}

fn pairs<'p>(attributes: impl IntoIterator<Item = &'p (String, String)>) -> String {
    let pairs: Vec<String> = attributes.into_iter().map(|(name, value)| format!("{} = {value}", key(name))).collect();
    pairs.join(", ")
}

struct Writer<'a> {
    rules: &'a Rules,
    state: &'a State,
}

impl Writer<'_> {
    fn place(&self, zone: &Zone) -> ScenePlace {
        let (name, ordered) = match self.rules.zones.get_index(zone.decl.index()) {
            Some((name, decl)) => (name.to_string(), decl.ordered),
            None => (String::new(), false),
        };
        let free = zone.cards.iter().filter(|card| self.state.entity(**card).host == EntityId::NONE);
        let free: Vec<EntityId> = free.copied().collect();
        let placed = !self.is_filled_up(&free);
        let mut cards: Vec<Card> = free.iter().map(|card| self.card(*card, placed)).collect();
        if ordered {
            // From the top.
            cards.reverse();
        }
        ScenePlace { whose: self.whose(zone), zone: name, cards }
    }

    /// Whether cards with all that is attached to them have the places, if any, that a table would give them.
    fn is_filled_up(&self, cards: &[EntityId]) -> bool {
        let order = cards.iter().flat_map(|card| self.with_attached(*card));
        order
            .map(|card| self.state.entity(card).place)
            .enumerate()
            .all(|(at, place)| place == 0 || usize::from(place) == at + 1)
    }

    fn attached_to(&self, host: EntityId) -> impl Iterator<Item = EntityId> {
        self.state.entities().filter(move |(_, entity)| entity.exists && entity.host == host).map(|(id, _)| id)
    }

    /// A card and all that is attached to it, in the order of a table.
    fn with_attached(&self, card: EntityId) -> Vec<EntityId> {
        std::iter::once(card).chain(self.attached_to(card).flat_map(|card| self.with_attached(card))).collect()
    }

    /// The table of the file that a zone belongs to.
    fn whose(&self, zone: &Zone) -> String {
        match zone.owner {
            _ if zone.site.is_some() => self.site(zone.site),
            Some(seat) => seat.letter().to_string(),
            None => "game".to_owned(),
        }
    }

    /// The table of a site of the board.
    fn site(&self, site: SiteId) -> String {
        let definition = self.rules.definitions.get_index(self.rules.board.def(site).index());
        format!("board.{}", quoted(definition.map_or("", |(name, _)| name)))
    }

    /// A card; with its place if that is to be said.
    fn card(&self, id: EntityId, placed: bool) -> Card {
        let entity = self.state.entity(id);
        // In a player's own zone a card is that player's, elsewhere it is the first player's; but commons are nobody's.
        let zone = self.state.zone(entity.zone);
        let is_nobodys = self.rules.is_common(entity.def) || self.rules.zones[zone.decl.index()].supply;
        let plain = if is_nobodys { PlayerId::NOBODY } else { zone.owner.unwrap_or(PlayerId(0)) };
        let owner = match entity.owner {
            PlayerId::NOBODY => "nobody".to_owned(),
            player => player.letter().to_string(),
        };
        let owned = (plain != entity.owner).then_some(owner);
        Card {
            name: self.name(id).unwrap_or_default(),
            count: self.rules.piles_up(entity.def, zone.decl).then_some(entity.count),
            of: owned,
            attributes: self.attributes(id),
            place: Some(entity.place).filter(|place| placed && *place > 0),
            attached: self.attached_to(id).map(|id| self.card(id, placed)).collect(),
        }
    }

    fn name(&self, id: EntityId) -> Option<String> {
        let definition = self.rules.definitions.get_index(self.state.entity(id).def.index());
        definition.map(|(name, _)| name.to_string())
    }

    /// The attributes that are not what is printed.
    fn attributes(&self, id: EntityId) -> Vec<(String, String)> {
        let kind = self.rules.kinds.get_index(self.state.entity(id).kind.index());
        let changing = kind.map(|(_, kind)| kind.changing.as_slice()).unwrap_or_default();
        let said = changing.iter().filter_map(|attr| {
            let (name, _) = self.rules.attributes.get_index(attr.index())?;
            let value = self.state.changing(self.rules, id, *attr)?;
            if value == self.rules.printed_value(self.state.entity(id).def, *attr) {
                return None;
            }
            Some((name.to_string(), self.value(*attr, value)))
        });
        said.collect()
    }

    /// A value as a ruling writes it. What it cannot say is a name that no card has, so that the ruling is refused.
    fn value(&self, attr: AttrId, value: Value) -> String {
        match value {
            Value::Nothing => quoted("none"),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Word(word) => quoted(self.rules.words.text(word)),
            Value::Entity(handle) => {
                let name = Some(handle.id).filter(|_| self.state.fresh(handle)).and_then(|id| self.name(id));
                quoted(name.as_deref().unwrap_or("a card that is no longer there"))
            }
            Value::Player(seat) => quoted(&seat.letter().to_string()),
            Value::Choices(set) => {
                let words = self.rules.attributes[attr.index()].type_.words_of(set);
                let words: Vec<String> = words.into_iter().map(|word| quoted(self.rules.words.text(word))).collect();
                format!("[{}]", words.join(", "))
            }
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(|number| number.to_string()).collect();
                format!("[{}]", numbers.join(", "))
            }
            Value::Players(seats) => {
                let letters: Vec<String> = seats.iter().map(|seat| quoted(&seat.letter().to_string())).collect();
                format!("[{}]", letters.join(", "))
            }
        }
    }
}
