//! What a client may know of a ruleset before any game begins: what is declared and what is printed.

use super::load::Ruleset;
use super::seat::{Datum, Observer};
use cardwright_kernel::ids::{DefId, SiteId, Word};
use cardwright_kernel::rules::{
    AttrType, Attribute, Category, DeclMap, Definition, GameOption, Joint, Looks, Rules, SeenBy, Space, ZonePer,
};
use serde::Serialize;

/// What is declared and printed, in the order of declaration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The pack that holds the ruleset.
    pub pack: Box<str>,
    /// The game's title.
    pub title: Box<str>,
    /// The fewest and the most people who can play it.
    pub people: (u8, u8),
    /// The phases of a turn.
    pub phases: Vec<TitleInfo>,
    /// The windows.
    pub windows: Vec<TitleInfo>,
    /// The kinds of card, counted piece, space and joint.
    pub kinds: Vec<KindInfo>,
    /// The zones.
    pub zones: Vec<ZoneInfo>,
    /// The attributes that change during a game: by themselves, or as sets of words that cards modify.
    pub attributes: Vec<AttributeInfo>,
    /// The attributes that are printed and do not change.
    pub printed: Vec<PrintedInfo>,
    /// The numbers that cards modify.
    pub values: Vec<ValueInfo>,
    /// The decks that players can choose.
    pub decks: Vec<TitleInfo>,
    /// The tables on which a game can begin.
    pub tables: Vec<TableInfo>,
    /// What can be chosen before a game begins.
    pub options: Vec<OptionInfo>,
    /// How many sides a space of the board has; 0 if joints lie at no sides.
    pub sides: u8,
    /// The attribute that says by how many sides a card is turned on its space.
    pub rotation: Option<Box<str>>,
    /// The spaces of the board.
    pub spaces: Vec<SpaceInfo>,
    /// The joints of the board.
    pub joints: Vec<JointInfo>,
    /// What is printed on cards, pieces, spaces and joints.
    pub cards: Vec<CardInfo>,
    /// How all of it looks: what packs say, and defaults for the rest.
    pub looks: Looks,
}

/// A key, and the name shown to people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TitleInfo {
    /// The key.
    pub key: Box<str>,
    /// The title.
    pub title: Box<str>,
}

/// A table that is set up in the middle of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableInfo {
    /// Its key.
    pub key: Box<str>,
    /// What it shows, in one sentence.
    pub text: Box<str>,
    /// For how many people it is meant.
    pub people: u8,
}

/// What can be chosen before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionInfo {
    /// Its key.
    pub key: Box<str>,
    /// What it decides.
    pub text: Box<str>,
    /// The words of which it can be any; none if it is a number.
    pub choices: Vec<Box<str>>,
    /// From which number to which it can be, if it is one.
    pub range: Option<(i64, i64)>,
    /// What it is if nobody chooses.
    pub default: String,
}

/// A kind of entity.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KindInfo {
    /// Its key.
    pub key: Box<str>,
    /// What its entities are: `card`, `counted`, `space` or `joint`.
    pub category: &'static str,
}

/// A zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ZoneInfo {
    /// Its key.
    pub key: Box<str>,
    /// How people call it.
    pub title: Box<str>,
    /// What has one: each `player`, the `game`, each `space` or each `joint`.
    pub per: &'static str,
    /// Whether the player whose zone it is learns a card that enters and no other player does, or the other way round: a
    /// hand.
    pub private: bool,
    /// Whether the order of its cards matters.
    pub ordered: bool,
    /// Whether cards in it are in play.
    pub in_play: bool,
    /// Whether cards lie there while their items wait to resolve.
    pub pending: bool,
    /// Whether everybody learns a card that enters.
    pub open: bool,
}

/// An attribute that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AttributeInfo {
    /// Its key.
    pub key: Box<str>,
    /// Whether no trace speaks of it: book-keeping of the ruleset.
    pub quiet: bool,
    /// Whether it counts the faces of dice.
    pub dice: bool,
    /// What its values are: `number`, `flag`, `choice`, `choices`, `text`, `card`, `player`, `players`, `space`, `side` or
    /// `sides`.
    pub values: &'static str,
    /// The kinds that have it, `game` and `player` among them.
    pub of: Vec<Box<str>>,
    /// The marks of a track: names and their numbers, the lowest first.
    pub marks: Vec<(Box<str>, i64)>,
}

/// A value that cards modify.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct ValueInfo {
    /// Its key.
    pub key: Box<str>,
    /// Whether nobody speaks of it: book-keeping of the ruleset.
    pub quiet: bool,
}

/// An attribute that is printed and does not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PrintedInfo {
    /// Its key.
    pub key: Box<str>,
    /// What its values are, as for [`AttributeInfo::values`].
    pub values: &'static str,
    /// Whether every card of the kinds that have it must print it.
    pub required: bool,
    /// The kinds that have it.
    pub of: Vec<Box<str>>,
}

/// A space of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SpaceInfo {
    /// Its name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// Where the board's file draws it: how far along, how far down.
    pub at: Option<(i32, i32)>,
}

/// A joint of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JointInfo {
    /// Its name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// The two spaces that it joins.
    pub ends: [Box<str>; 2],
    /// At which side of each of them it lies, on a board whose spaces have sides.
    pub sides: Option<[u8; 2]>,
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CardInfo {
    /// `pack:kind/file`.
    pub definition: Box<str>,
    /// Its name.
    pub name: Box<str>,
    /// The key of its kind.
    pub kind: Box<str>,
    /// A paraphrase of its text.
    pub text: Box<str>,
    /// The printed attributes that are not at their default, in the order of the kind.
    pub printed: Vec<(Box<str>, Datum)>,
}

impl Ruleset {
    /// The game's title.
    pub fn title(&self) -> &str {
        &self.rules().title
    }

    /// What is declared and printed.
    pub fn info(&self) -> GameInfo {
        let rules = self.rules();
        GameInfo {
            pack: rules.pack.clone(),
            title: rules.title.clone(),
            people: rules.players,
            phases: titles(rules.phases.iter().map(|(key, phase)| (key, &phase.title))),
            windows: titles(rules.windows.iter().map(|(key, window)| (key, &window.title))),
            kinds: kinds(rules),
            zones: zones(rules),
            attributes: attributes(rules),
            printed: printed_attributes(rules),
            values: value_infos(rules),
            decks: titles(rules.decks.iter().map(|(key, deck)| (key, &deck.title))),
            tables: tables(rules),
            options: options(rules),
            sides: rules.board.sides,
            rotation: rules.board.rotation.and_then(|attr| key_at(&rules.attributes, attr.index())),
            spaces: rules.board.spaces.iter().map(|space| space_info(rules, space)).collect(),
            joints: rules.board.joints.iter().map(|joint| joint_info(rules, joint)).collect(),
            cards: rules.definitions.iter().map(|(name, definition)| card(rules, name, definition)).collect(),
            looks: rules.looks.clone(),
        }
    }
}

fn titles<'a>(all: impl Iterator<Item = (&'a Box<str>, &'a Box<str>)>) -> Vec<TitleInfo> {
    all.map(|(key, title)| TitleInfo { key: key.clone(), title: title.clone() }).collect()
}

fn tables(rules: &Rules) -> Vec<TableInfo> {
    let tables = rules.tables.iter();
    tables.map(|(key, table)| TableInfo { key: key.clone(), text: table.text.clone(), people: table.people }).collect()
}

fn options(rules: &Rules) -> Vec<OptionInfo> {
    let info = |(_, key, decl, option): (_, &str, &Attribute, &GameOption)| OptionInfo {
        key: key.into(),
        text: option.text.clone(),
        choices: rules.option_words(decl).map(Box::from).collect(),
        range: (decl.type_ == AttrType::Number).then_some((option.from, option.to)),
        default: rules.option_default(decl),
    };
    rules.options().map(info).collect()
}

fn kinds(rules: &Rules) -> Vec<KindInfo> {
    let declared = rules.kinds.iter().skip(Rules::OWN_KINDS.len());
    declared.map(|(key, kind)| KindInfo { key: key.clone(), category: category(kind.category) }).collect()
}

const fn category(category: Category) -> &'static str {
    match category {
        Category::Card | Category::Actor => "card",
        Category::Counted => "counted",
        Category::Space => "space",
        Category::Joint => "joint",
    }
}

fn zones(rules: &Rules) -> Vec<ZoneInfo> {
    let zones = rules.zones.iter();
    let zones = zones.map(|(key, decl)| ZoneInfo {
        key: key.clone(),
        title: decl.title.clone(),
        per: per(decl.per),
        private: matches!(decl.seen, SeenBy::Owner | SeenBy::Others),
        ordered: decl.ordered,
        in_play: decl.in_play,
        pending: decl.pending,
        open: decl.seen == SeenBy::All,
    });
    zones.collect()
}

const fn per(per: ZonePer) -> &'static str {
    match per {
        ZonePer::Player => "player",
        ZonePer::Game => "game",
        ZonePer::Space => "space",
        ZonePer::Joint => "joint",
    }
}

fn attributes(rules: &Rules) -> Vec<AttributeInfo> {
    let of_dice = |at: usize| rules.dice.values().flat_map(|dice| &dice.faces).any(|(_, attr)| attr.index() == at);
    let changes = |decl: &Attribute| decl.changes || decl.modified.is_some();
    let changing = rules.attributes.iter().enumerate().filter(|(_, (_, decl))| changes(decl));
    let mark = |(word, number): &(Word, i64)| (rules.words.text(*word).into(), *number);
    let info = changing.map(|(at, (key, decl))| AttributeInfo {
        key: key.clone(),
        quiet: decl.quiet,
        dice: of_dice(at),
        values: values(&decl.type_),
        of: kinds_of(rules, decl),
        marks: decl.marks.iter().map(mark).collect(),
    });
    info.collect()
}

fn value_infos(rules: &Rules) -> Vec<ValueInfo> {
    let numbers = rules.values.iter().filter(|(_, decl)| decl.words.is_none());
    numbers.map(|(key, decl)| ValueInfo { key: key.clone(), quiet: decl.quiet }).collect()
}

fn printed_attributes(rules: &Rules) -> Vec<PrintedInfo> {
    let printed = rules.attributes.iter().filter(|(_, decl)| !decl.changes);
    let info = printed.map(|(key, decl)| PrintedInfo {
        key: key.clone(),
        values: values(&decl.type_),
        required: decl.required,
        of: kinds_of(rules, decl),
    });
    info.collect()
}

const fn values(of: &AttrType) -> &'static str {
    match of {
        AttrType::Number => "number",
        AttrType::Flag => "flag",
        AttrType::Choice(_) => "choice",
        AttrType::Choices(_) => "choices",
        AttrType::Numbers => "numbers",
        AttrType::Text => "text",
        AttrType::Card => "card",
        AttrType::Player => "player",
        AttrType::Players => "players",
        AttrType::Space => "space",
        AttrType::Side => "side",
        AttrType::Sides => "sides",
    }
}

fn kinds_of(rules: &Rules, attribute: &Attribute) -> Vec<Box<str>> {
    attribute.of.iter().filter_map(|kind| key_at(&rules.kinds, kind.index())).collect()
}

fn key_at<T>(declared: &DeclMap<T>, at: usize) -> Option<Box<str>> {
    declared.get_index(at).map(|(key, _)| key.clone())
}

fn kind_key(rules: &Rules, def: DefId) -> Box<str> {
    let definition = rules.definitions.get_index(def.index()).map(|(_, definition)| definition);
    definition.and_then(|definition| key_at(&rules.kinds, definition.kind.index())).unwrap_or_default()
}

fn space_info(rules: &Rules, space: &Space) -> SpaceInfo {
    SpaceInfo { name: rules.name_of(space.def).into(), kind: kind_key(rules, space.def), at: space.at }
}

fn joint_info(rules: &Rules, joint: &Joint) -> JointInfo {
    let name = |site: SiteId| rules.name_of(rules.board.def(site)).into();
    JointInfo {
        name: rules.name_of(joint.def).into(),
        kind: kind_key(rules, joint.def),
        ends: joint.ends.map(name),
        sides: joint.sides,
    }
}

fn card(rules: &Rules, name: &str, definition: &Definition) -> CardInfo {
    let (kind, decl) = rules.kinds.get_index(definition.kind.index()).expect("every definition has a kind");
    let printed = decl.attributes.iter().zip(&definition.printed).filter_map(|(attr, printed)| {
        let (name, decl) = rules.attributes.get_index(attr.index())?;
        (*printed != decl.default).then(|| (name.clone(), Observer::printed(rules, printed)))
    });
    CardInfo {
        definition: definition.id.clone(),
        name: name.into(),
        kind: kind.clone(),
        text: definition.text.clone(),
        printed: printed.collect(),
    }
}
