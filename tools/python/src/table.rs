//! The table of ids: every element that an answer can be spelt with, numbered once when a game is loaded, from what the
//! game declares and nothing else. The same packs and bounds give the same table.

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::{ActionId, DefId, PlayerId, SiteId, Word};
use cardwright_kernel::rules::ZonePer;
use cardwright_kernel::state::Zone;
use std::fmt;

/// Raised when an id would mean something else in a table of the same packs than it did before.
pub const TABLE_FORMAT: u32 = 1;

/// How many ids there are for what no declaration limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The least and the greatest number that can be answered.
    pub numbers: (i64, i64),
    /// How many options that are otherwise alike can be told apart.
    pub copies: u32,
    /// How many cards, items and effects an observation has room for; computed from the decks where not given.
    pub rows: Option<usize>,
}

/// The most numbers, copies and rows that there can be.
const MOST: u32 = 1 << 20;

impl Default for Bounds {
    fn default() -> Self {
        Self { numbers: (-16, 255), copies: 128, rows: None }
    }
}

/// Something that the bounds have no room for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overflow(pub String);

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The ids of a game. They lie one section after another, in the order of the fields.
#[derive(Clone, Debug)]
pub struct IdTable {
    /// What the ids were made for.
    pub bounds: Bounds,
    player: u32,
    action: u32,
    card: u32,
    zone: u32,
    /// Where the zones of each declaration begin, and whether each player has one.
    zones: Vec<(u32, bool)>,
    site: u32,
    word: u32,
    number: u32,
    copy: u32,
    names: Vec<String>,
    version: String,
}

impl IdTable {
    /// To do nothing.
    pub const PASS: u32 = 0;
    /// An answer, or the name of an option, is complete.
    pub const DONE: u32 = 1;
    /// To wait for those before.
    pub const WAIT: u32 = 2;
    /// Something that the seat does not know.
    pub const UNKNOWN: u32 = 3;

    /// The ids of a game.
    ///
    /// # Errors
    /// The bounds are the wrong way round or have no room.
    pub fn new(ruleset: &Ruleset, bounds: Bounds) -> Result<Self, Overflow> {
        let rules = ruleset.rules();
        let (from, to) = bounds.numbers;
        if from > to || to.abs_diff(from) > u64::from(MOST) || bounds.copies > MOST {
            return Err(Overflow(format!(
                "no table has room for the numbers {from} to {to} and {} copies",
                bounds.copies
            )));
        }
        if let Some(rows) = bounds.rows.filter(|rows| *rows > MOST as usize) {
            return Err(Overflow(format!("no observation has room for {rows} rows")));
        }
        let players = (rules.players.0..=rules.players.1).map(|people| rules.players_of(people)).max().unwrap_or(1);
        let mut table = Self::empty(bounds);
        table.names.extend(["pass", "done", "wait", "unknown"].map(String::from));
        table.player = table.section((0..players).map(|player| format!("player+{player}")));
        table.action = table.section(rules.actions.keys().map(|key| format!("action:{key}")));
        table.card = table.section(rules.definitions.keys().map(|name| format!("card:{name}")));
        table.zone = table.names.len() as u32;
        for (key, decl) in &rules.zones {
            let per_player = decl.per == ZonePer::Player;
            let names = (0..if per_player { players } else { 1 }).map(|player| match per_player {
                true => format!("zone:{key}+{player}"),
                false => format!("zone:{key}"),
            });
            let start = table.section(names);
            table.zones.push((start, per_player));
        }
        let sites = rules.board.space_ids().chain(rules.board.joint_ids());
        table.site = table.section(sites.map(|site| format!("site:{}", rules.name_of(rules.board.def(site)))));
        table.word = table.section(rules.words.iter().map(|word| format!("word:{word}")));
        table.number = table.section((from..=to).map(|number| format!("number:{number}")));
        table.copy = table.section((1..=bounds.copies).map(|copy| format!("copy:{copy}")));
        table.version = table.hashed();
        Ok(table)
    }

    const fn empty(bounds: Bounds) -> Self {
        Self {
            bounds,
            player: 0,
            action: 0,
            card: 0,
            zone: 0,
            zones: Vec::new(),
            site: 0,
            word: 0,
            number: 0,
            copy: 0,
            names: Vec::new(),
            version: String::new(),
        }
    }

    fn section(&mut self, names: impl Iterator<Item = String>) -> u32 {
        let start = self.names.len() as u32;
        self.names.extend(names);
        start
    }

    /// The format and a hash of all names: two tables with one version are equal.
    fn hashed(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in self.names.iter().flat_map(|name| name.bytes().chain([0])) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        format!("{TABLE_FORMAT}-{hash:016x}")
    }

    /// How many ids there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// The names of all ids, in their order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Which table it is.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A player, counted from the one who is asked.
    pub const fn player(&self, player: u32) -> u32 {
        self.player + player
    }

    /// A way of using a card.
    pub fn action(&self, action: ActionId) -> u32 {
        self.action + action.index() as u32
    }

    /// What is printed on a card; of those without a definition, the game and the players, nothing is known.
    pub fn card(&self, def: DefId) -> u32 {
        match def == DefId::NONE {
            true => Self::UNKNOWN,
            false => self.card + def.index() as u32,
        }
    }

    /// A zone as one of these players sees it.
    pub fn zone(&self, zone: &Zone, seen_by: PlayerId, players: u32) -> u32 {
        self.zone_of(zone.decl.index(), zone.owner, seen_by, players)
    }

    /// A zone by its declaration and the player whose it is.
    pub fn zone_of(&self, decl: usize, owner: Option<PlayerId>, seen_by: PlayerId, players: u32) -> u32 {
        let (start, per_player) = self.zones[decl];
        match owner {
            Some(owner) if per_player => start + relative(owner, seen_by, players),
            _ => start,
        }
    }

    /// A space or joint.
    pub fn site(&self, site: SiteId) -> u32 {
        self.site + site.index() as u32
    }

    /// A word.
    pub fn word(&self, word: Word) -> u32 {
        self.word + word.index() as u32
    }

    /// A number.
    ///
    /// # Errors
    /// The bounds have no room for it.
    pub fn number(&self, number: i64) -> Result<u32, Overflow> {
        let (from, to) = self.bounds.numbers;
        match (from..=to).contains(&number) {
            true => Ok(self.number + number.abs_diff(from) as u32),
            false => Err(Overflow(format!(
                "the number {number} is outside of the table's numbers, {from} to {to}: load the game with other bounds"
            ))),
        }
    }

    /// The number that an id means.
    pub fn number_at(&self, id: u32) -> Option<i64> {
        let at = i64::from(id.checked_sub(self.number).filter(|_| id < self.copy)?);
        Some(self.bounds.numbers.0 + at)
    }

    /// One of several that are alike, counted from 1.
    ///
    /// # Errors
    /// The bounds have no room for it.
    pub fn copy(&self, number: u32) -> Result<u32, Overflow> {
        match (1..=self.bounds.copies).contains(&number) {
            true => Ok(self.copy + number - 1),
            false => Err(Overflow(format!(
                "{number} options are alike and the table has {} copies: load the game with other bounds",
                self.bounds.copies
            ))),
        }
    }
}

/// A player counted from another, who is 0.
pub const fn relative(player: PlayerId, from: PlayerId, players: u32) -> u32 {
    (player.0 as u32 + players - from.0 as u32 % players) % players
}
