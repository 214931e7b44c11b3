//! The columns of an observation: made once for a ruleset and a number of people, from the declared attributes, values,
//! zones and sites.

use crate::playing::Known;
use cardwright_game::{Begin, BeginError, RulesetInside};
use cardwright_kernel::rules::{AttrType, Attribute, Category, Rules, ZonePer};
use cardwright_kernel::values::NumberList;
use std::collections::HashMap;

/// How an attribute is written: in how many columns, and what they mean.
#[derive(Clone, Debug)]
pub enum Form {
    /// The number, 0 or 1 for a flag, one more than the side.
    Number,
    /// A column for each of these words.
    Words(Vec<Box<str>>),
    /// One more than the number of the word in the table of ids, 0 for none.
    Text,
    /// One more than the numbers of a definition and of a site.
    Thing,
    /// A column for each player, counted from the viewer.
    Players(usize),
    /// One more than the number of a site.
    Site,
    /// A column for each side.
    Sides(usize),
    /// How many numbers there are, and the numbers.
    List,
}

impl Form {
    fn of(rules: &Rules, type_: &AttrType, players: usize) -> Self {
        let texts = |words: &[_]| words.iter().map(|word| rules.words.text(*word).into()).collect();
        match type_ {
            AttrType::Number | AttrType::Flag | AttrType::Side => Self::Number,
            AttrType::Choice(words) | AttrType::Choices(words) => Self::Words(texts(words)),
            AttrType::Text => Self::Text,
            AttrType::Card => Self::Thing,
            AttrType::Player | AttrType::Players => Self::Players(players),
            AttrType::Space => Self::Site,
            AttrType::Sides => Self::Sides(usize::from(rules.board.sides)),
            AttrType::Numbers => Self::List,
        }
    }

    fn columns(&self) -> Vec<String> {
        match self {
            Self::Number | Self::Text | Self::Site => vec![String::new()],
            Self::Words(words) => words.iter().map(|word| format!("={word}")).collect(),
            Self::Thing => vec!["=card".into(), "=site".into()],
            Self::Players(players) => (0..*players).map(|player| format!("=player+{player}")).collect(),
            Self::Sides(sides) => (0..*sides).map(|side| format!("=side{side}")).collect(),
            Self::List => (0..=NumberList::MOST).map(|at| format!("[{at}]")).collect(),
        }
    }
}

/// The columns of something that has attributes and values.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its attributes, each with where its columns begin.
    pub attributes: HashMap<Box<str>, (usize, Form)>,
    /// Its values, each with its column.
    pub values: HashMap<Box<str>, usize>,
    /// The names of its columns.
    pub names: Vec<String>,
}

impl Block {
    fn new(rules: &Rules, players: usize, wanted: impl Fn(usize) -> bool, changing: bool) -> Self {
        let mut block = Self::default();
        let is_wanted = |decl: &Attribute| {
            (decl.changes == changing || changing && decl.modified.is_some())
                && decl.of.iter().any(|kind| wanted(kind.index()))
        };
        for (name, decl) in rules.attributes.iter().filter(|(_, decl)| is_wanted(decl)) {
            let form = Form::of(rules, &decl.type_, players);
            let at = block.names.len();
            block.names.extend(form.columns().iter().map(|column| format!("{name}{column}")));
            block.attributes.insert(name.clone(), (at, form));
        }
        let values =
            rules.values.iter().filter(|(_, decl)| changing && decl.of.iter().any(|kind| wanted(kind.index())));
        for (name, _) in values.filter(|(_, decl)| decl.words.is_none()) {
            block.values.insert(name.clone(), block.names.len());
            block.names.push(format!("value {name}"));
        }
        block
    }

    /// How many columns it has.
    pub fn width(&self) -> usize {
        self.names.len()
    }
}

/// Columns of the turn.
pub const TURN: [&str; 3] = ["number", "extra", "reversed"];
/// Columns of the open prompt.
pub const PROMPT: [&str; 15] = [
    "is open",
    "question",
    "window",
    "round",
    "one of",
    "some of",
    "in order",
    "number",
    "shares",
    "from",
    "to",
    "chosen",
    "may wait",
    "sealed",
    "withdrawable",
];
/// Columns of a row before those of attributes.
pub const ROW: [&str; 16] = [
    "sort",
    "definition",
    "zone",
    "site",
    "controller",
    "owner",
    "place",
    "number",
    "count",
    "token",
    "attached to",
    "status",
    "copy",
    "action",
    "targets",
    "exempt",
];

/// Where everything lies in an observation.
#[derive(Clone, Debug)]
pub struct Layout {
    /// How many players there are.
    pub players: usize,
    /// How many seats there are.
    pub people: usize,
    /// The turn: [`TURN`], then whose it is, then which phase.
    pub turn: usize,
    /// The seats that are asked, counted from the viewer.
    pub waiting: usize,
    /// The innermost window: which, its round, who has passed, who has acted.
    pub window: usize,
    /// The game.
    pub game: usize,
    /// The players, the viewer's first: each whether present, then its block.
    pub player: usize,
    /// The sites.
    pub sites: usize,
    /// For each zone, how many cards lie in it and how many of them are unknown.
    pub zones: usize,
    /// The prompt: [`PROMPT`].
    pub prompt: usize,
    /// How often each id was said for it.
    pub said: usize,
    /// The rows.
    pub rows: usize,
    /// How many rows there are.
    pub count: usize,
    /// How many columns all of it has.
    pub width: usize,
    /// The columns of the game.
    pub of_game: Block,
    /// The columns of a player.
    pub of_player: Block,
    /// The columns of a site.
    pub of_site: Block,
    /// The columns of a card.
    pub of_card: Block,
    /// The columns of what was learned of a card, where cards have places.
    pub of_learned: Block,
    /// The numbers of the definitions by their names.
    pub definitions: HashMap<Box<str>, usize>,
    /// The numbers of the spaces and joints by their names.
    pub site_numbers: HashMap<Box<str>, usize>,
    /// The number of the zones in front of each declared zone, and whether each player has one.
    pub zone_numbers: HashMap<Box<str>, (usize, ZonePer)>,
    names: Vec<String>,
}

impl Layout {
    /// The columns for a game of so many people.
    ///
    /// # Errors
    /// So many cannot play it.
    pub fn new(known: &Known, people: u8) -> Result<Self, BeginError> {
        let rules = known.rules();
        let begun = known.ruleset.begin(&Begin::new(people, 0))?;
        let (players, sites) = (usize::from(rules.players_of(people)), rules.board.sites());
        let category = |kind: usize| rules.kinds.get_index(kind).map(|(_, kind)| kind.category);
        let named = |kind: usize, name: &str| rules.kinds.get_index(kind).is_some_and(|(key, _)| &**key == name);
        let is_site = |kind| category(kind).is_some_and(Category::is_site);
        let is_card = |kind| matches!(category(kind), Some(Category::Card | Category::Counted));
        let of_card = Block::new(rules, players, is_card, true);
        let has_places = rules.zones.values().any(|zone| zone.places);
        let of_learned = Block::new(rules, players, |kind| has_places && is_card(kind), false);
        // Each piece of a pile may come to lie by itself, and cards may be created.
        let there: usize = begun.state().entities().map(|(_, entity)| entity.count as usize).sum();
        let count = known.ids.bounds.rows.unwrap_or(there + there / 4 + 64);
        let mut layout = Self {
            players,
            people: usize::from(people),
            of_game: Block::new(rules, players, |kind| named(kind, "game"), true),
            of_player: Block::new(rules, players, |kind| named(kind, "player"), true),
            of_site: Block::new(rules, players, is_site, true),
            of_card,
            of_learned,
            count,
            definitions: numbered(rules.definitions.keys().cloned()),
            site_numbers: numbered(
                rules
                    .board
                    .space_ids()
                    .chain(rules.board.joint_ids())
                    .map(|site| rules.name_of(rules.board.def(site)).into()),
            ),
            zone_numbers: HashMap::new(),
            names: Vec::new(),
            turn: 0,
            waiting: 0,
            window: 0,
            game: 0,
            player: 0,
            sites: 0,
            zones: 0,
            prompt: 0,
            said: 0,
            rows: 0,
            width: 0,
        };
        layout.name_all(known, sites);
        Ok(layout)
    }

    fn section(&mut self, names: impl IntoIterator<Item = String>) -> usize {
        let start = self.names.len();
        self.names.extend(names);
        start
    }

    fn name_all(&mut self, known: &Known, sites: usize) {
        let rules = known.rules();
        let (players, people) = (self.players, self.people);
        let each_player = |what: &str| (0..players).map(|player| format!("{what} player+{player}")).collect::<Vec<_>>();
        self.turn = self.section(TURN.map(|column| format!("turn {column}")));
        self.section(each_player("turn of"));
        self.section(rules.phases.keys().map(|phase| format!("phase {phase}")));
        self.waiting = self.section((0..people).map(|seat| format!("asked seat+{seat}")));
        self.window = self.section(rules.windows.keys().map(|window| format!("window {window}")));
        self.section(["window round".to_string()]);
        self.section(each_player("window passed"));
        self.section(each_player("window acted"));
        let names = self.of_game.names.clone();
        self.game = self.section(names.into_iter().map(|name| format!("game {name}")));
        self.player = self.names.len();
        for player in 0..players {
            let names = self.of_player.names.clone();
            self.section([format!("player+{player} present")]);
            self.section(names.into_iter().map(|name| format!("player+{player} {name}")));
        }
        self.sites = self.names.len();
        for site in 0..sites {
            let names = self.of_site.names.clone();
            self.section(names.into_iter().map(|name| format!("site{site} {name}")));
        }
        self.zones = self.names.len();
        self.name_zones(rules, sites);
        self.prompt = self.section(PROMPT.map(|column| format!("prompt {column}")));
        self.said = self.section(known.ids.names().iter().map(|id| format!("said {id}")));
        self.rows = self.names.len();
        self.width = self.rows + self.count * self.row_width();
    }

    fn name_zones(&mut self, rules: &Rules, sites: usize) {
        let mut number = 0;
        for (key, decl) in &rules.zones {
            self.zone_numbers.insert(key.clone(), (number, decl.per));
            let instances: Vec<String> = match decl.per {
                ZonePer::Player => (0..self.players).map(|player| format!("{key}+{player}")).collect(),
                ZonePer::Game => vec![key.to_string()],
                // A site of the other kind has none; its columns stay 0.
                ZonePer::Space | ZonePer::Joint => (0..sites).map(|site| format!("{key} site{site}")).collect(),
            };
            number += instances.len();
            let columns = instances.into_iter().flat_map(|zone| [format!("{zone} count"), format!("{zone} unknown")]);
            self.section(columns);
        }
    }

    /// How many columns a row has.
    pub fn row_width(&self) -> usize {
        ROW.len() + self.of_card.width() + self.of_learned.width()
    }

    /// The names of the columns before the rows.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of the columns of a row.
    pub fn row_names(&self) -> Vec<String> {
        let learned = self.of_learned.names.iter().map(|name| format!("learned {name}"));
        ROW.iter().map(ToString::to_string).chain(self.of_card.names.iter().cloned()).chain(learned).collect()
    }
}

fn numbered(names: impl Iterator<Item = Box<str>>) -> HashMap<Box<str>, usize> {
    names.enumerate().map(|(number, name)| (name, number)).collect()
}
