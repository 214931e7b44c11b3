//! Names of things: cards, players, zones, spaces, values, and lists of them.

use super::Reporter;
use cardwright_kernel::ids::{AttrId, DefId, PlayerId, Seat, SiteId, ZoneDeclId, ZoneId};
use cardwright_kernel::rules::{Printed, ZonePer};
use cardwright_kernel::trace::{Named, Thing, Things};
use cardwright_kernel::values::Value;

impl<'a> Reporter<'a> {
    /// A thing with the letter of whose card it is.
    pub(super) fn whose(&self, thing: &Thing) -> String {
        match thing {
            Thing::Card(named) if self.rules.is_card(named.def) && self.sees(named) => {
                format!("{}{}", self.name(named), holder(named.controller))
            }
            thing => self.thing(thing, None),
        }
    }

    /// So many pieces: `3 Tokens`, `1 Coin`.
    pub(super) fn counted(&self, pile: &Named, count: u32) -> String {
        if !self.sees(pile) {
            return if count == 1 { "1 piece".to_string() } else { format!("{count} pieces") };
        }
        let name = self.plain_name(pile);
        if count == 1 {
            return format!("1 {name}");
        }
        let plural = self.rules.definitions.get_index(pile.def.index()).and_then(|(_, def)| def.plural.as_deref());
        plural.map_or_else(|| format!("{count} {name}s"), |plural| format!("{count} {plural}"))
    }

    /// A value of an attribute in words.
    pub fn value(&self, attr: AttrId, value: Value) -> String {
        match value {
            Value::Nothing => "none".to_string(),
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => if flag { "yes" } else { "no" }.to_string(),
            Value::Word(word) => self.rules.words.text(word).to_string(),
            Value::Entity(handle) => {
                let def = self.state.entity(handle.id).def;
                self.rules.name_of(def).to_string()
            }
            Value::Player(player) => player.letter().to_string(),
            Value::Players(players) => letters(players.iter().map(PlayerId::letter)),
            Value::Choices(set) => {
                let words = self.rules.attributes[attr.index()].type_.words_of(set);
                listed(words.iter().map(|word| self.rules.words.text(*word).to_string()).collect())
            }
            Value::Numbers(numbers) => listed(numbers.iter().map(|number| number.to_string()).collect()),
        }
    }

    /// The name of a zone without its owner.
    pub(super) fn zone_title(&self, zone: ZoneDeclId) -> &'a str {
        let declared = self.rules.zones.get_index(zone.index());
        declared.map_or("?", |(key, decl)| if decl.title.is_empty() { key } else { &decl.title })
    }

    pub(super) fn name_or_unseen(&self, named: &Named) -> String {
        if self.sees(named) { self.name(named) } else { "something you cannot see".to_string() }
    }

    pub(super) fn sees(&self, named: &Named) -> bool {
        self.reader.is_none_or(|reader| named.known.has(reader))
    }

    /// Whether the reader may learn what is secret about something: its controller may. The game and the board have none.
    pub(super) fn may_learn_secrets_of(&self, thing: Option<&Thing>) -> bool {
        let Some(reader) = self.reader else { return true };
        let controller = match thing {
            Some(Thing::Card(named)) if !self.rules.category_of(named.def).is_site() => named.controller,
            Some(Thing::Player(player)) => *player,
            Some(Thing::Card(_) | Thing::Word(_) | Thing::Number(_) | Thing::Zone(_)) | None => return false,
        };
        controller != PlayerId::NOBODY && self.state.player_of(reader) == controller
    }

    /// The name of a card as the reader knows it.
    pub fn name(&self, named: &Named) -> String {
        self.name_for(named, None)
    }

    /// The name of a card; with the letter of its controller if that is not the seat that speaks of it.
    pub fn name_for(&self, named: &Named, seat: Option<Seat>) -> String {
        if !self.sees(named) {
            return self.place_of_unseen(named);
        }
        let mut name = self.plain_name(named);
        if named.ordinal > 0 {
            name.push_str(&format!(" #{}", named.ordinal));
        }
        if named.site.is_some() {
            name.push_str(&format!(" at {}", self.site(named.site)));
        }
        let foreign = seat.is_some_and(|seat| self.state.player_of(seat) != named.controller);
        if foreign && self.rules.is_card(named.def) {
            name.push_str(&holder(named.controller));
        }
        name
    }

    /// A card that the reader does not know, by its place if it has one: `A's third card`.
    fn place_of_unseen(&self, named: &Named) -> String {
        if named.place == 0 || !named.zone.is_some() {
            return "a card".to_string();
        }
        let ordinal = ordinal(u32::from(named.place));
        let zone = self.state.zone(named.zone);
        let with_places = self.rules.zones.values().filter(|decl| decl.places).count();
        match zone.owner {
            // Where only one zone has places, nobody needs to hear which.
            Some(owner) if with_places == 1 && self.rules.zones[zone.decl.index()].places => {
                format!("{}'s {ordinal} card", owner.letter())
            }
            _ => format!("the {ordinal} card of {}", self.zone(named.zone)),
        }
    }

    pub(super) fn plain_name(&self, named: &Named) -> String {
        if named.def == DefId::NONE || self.rules.actors.iter().any(|(_, def)| *def == named.def) {
            return "the rules".to_string();
        }
        self.rules.name_of(named.def).to_string()
    }

    /// Something named, for a seat that speaks of it.
    pub fn thing(&self, thing: &Thing, seat: Option<Seat>) -> String {
        match thing {
            Thing::Card(named) => self.name_for(named, seat),
            Thing::Player(PlayerId::NOBODY) => "nobody".to_string(),
            Thing::Player(player) => player.letter().to_string(),
            Thing::Word(word) => self.rules.words.text(*word).to_string(),
            Thing::Number(number) => number.to_string(),
            Thing::Zone(zone) => self.zone(*zone),
        }
    }

    pub(super) fn things(&self, things: &Things, seat: Option<Seat>) -> Vec<String> {
        things.iter().map(|thing| self.thing(thing, seat)).collect()
    }

    /// A zone: `B's discard pile`, `the table`.
    pub fn zone(&self, id: ZoneId) -> String {
        let zone = self.state.zone(id);
        let decl = &self.rules.zones[zone.decl.index()];
        match (decl.per, zone.owner) {
            (ZonePer::Player, Some(owner)) => format!("{}'s {}", owner.letter(), decl.title),
            (ZonePer::Space | ZonePer::Joint, _) => self.zone_on_board(zone.site, &decl.title),
            (ZonePer::Player | ZonePer::Game, _) => format!("the {}", decl.title),
        }
    }

    /// A zone on the board: the site itself, or what lies there is called: `the camp of Moria`.
    pub(super) fn zone_on_board(&self, site: SiteId, title: &str) -> String {
        let name = self.site(site);
        if title.is_empty() { name.to_string() } else { format!("the {title} of {name}") }
    }

    /// The name of a space or joint.
    pub(super) fn site(&self, site: SiteId) -> &str {
        let def = self.rules.board.def(site);
        self.rules.name_of(def)
    }

    /// A printed value in words.
    pub fn printed(&self, printed: &Printed) -> String {
        match printed {
            Printed::Nothing => String::new(),
            Printed::Number(number) => number.to_string(),
            Printed::Flag(flag) => if *flag { "yes" } else { "no" }.to_string(),
            Printed::Word(word) => self.rules.words.text(*word).to_string(),
            Printed::Words(words) => {
                words.iter().map(|word| self.rules.words.text(*word)).collect::<Vec<_>>().join(", ")
            }
            Printed::Numbers(numbers) => numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
            Printed::Text(text) => text.to_string(),
            Printed::Space(def) => self.rules.name_of(*def).to_string(),
            Printed::Sides(sides) => {
                listed((0..32).filter(|side| sides >> side & 1 == 1).map(|side: u32| side.to_string()).collect())
            }
        }
    }
}

/// `third`, `21st`.
pub(super) fn ordinal(number: u32) -> String {
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    if let Some(word) = (number as usize).checked_sub(1).and_then(|at| WORDS.get(at)) {
        return (*word).to_string();
    }
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Whose something is, behind its name: ` (B)`; nothing if it is nobody's.
pub(super) fn holder(player: PlayerId) -> String {
    if player.is_somebody() { format!(" ({})", player.letter()) } else { String::new() }
}

/// `C`, `C and A`, `C, A and B`.
pub fn and(names: Vec<String>) -> String {
    match names.split_last() {
        None => "none".to_string(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// The same for a player who has a letter.
pub(super) fn letters(all: impl Iterator<Item = char>) -> String {
    and(all.map(String::from).collect())
}

/// `C`, `C or A`, `C, A or B`.
pub(super) fn or(names: &[&str]) -> String {
    match names.split_last() {
        None => "something".to_string(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// `5, 6, 2`, or `none`.
pub fn listed(names: Vec<String>) -> String {
    if names.is_empty() { "none".to_string() } else { names.join(", ") }
}
