//! Attributes, values and targets as data: numbers, flags, words, handles.

use super::super::handles::SeatHandle;
use super::{PlaceKey, letters};
use cardwright_kernel::ids::PlayerId;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// What an attribute or a target is. As JSON, nothing is `null`, numbers, flags, words and lists of words or
/// numbers are themselves, and everything else is an object with one key that says what it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Datum {
    /// Nothing.
    Nothing,
    /// A number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A word of the ruleset, or a printed text.
    Word(Box<str>),
    /// Some words.
    Words(Vec<Box<str>>),
    /// Some numbers, in order.
    Numbers(Vec<i64>),
    /// A card, an item or an effect that the viewer knows: `{"handle": "51c3…"}`.
    Handle(SeatHandle),
    /// One that the viewer does not know, or that is no longer what it was: `{"handle": null}`.
    Unknown,
    /// A card that the viewer does not know, by its place: `{"place": {"zone": "hand", "owner": "A", "site": null, "number": 3}}`.
    Place(PlaceKey),
    /// A player: `{"player": "A"}`.
    Player(PlayerId),
    /// Some players: `{"players": ["A", "C"]}`.
    Players(Vec<PlayerId>),
    /// A space or joint of the board: `{"site": "Wick"}`.
    Site(Box<str>),
    /// Some sides of a space: `{"sides": [0, 3]}`.
    Sides(Vec<u8>),
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_unit(),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Words(words) => words.serialize(serializer),
            Self::Numbers(numbers) => numbers.serialize(serializer),
            Self::Handle(handle) => object(serializer, "handle", handle),
            Self::Unknown => object(serializer, "handle", &()),
            Self::Place(place) => object(serializer, "place", place),
            Self::Player(player) => object(serializer, "player", &player.letter()),
            Self::Players(players) => object(serializer, "players", &Letters(players)),
            Self::Site(name) => object(serializer, "site", name),
            Self::Sides(sides) => object(serializer, "sides", sides),
        }
    }
}

fn object<S: Serializer>(serializer: S, key: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(1))?;
    object.serialize_entry(key, value)?;
    object.end()
}

struct Letters<'a>(&'a [PlayerId]);

impl Serialize for Letters<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        letters::all(self.0, serializer)
    }
}

impl fmt::Display for Datum {
    /// In words, for people; a handle is written as it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters =
            |players: &[PlayerId]| players.iter().map(|player| player.letter().to_string()).collect::<Vec<_>>();
        match self {
            Self::Nothing => f.write_str("none"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Word(word) | Self::Site(word) => f.write_str(word),
            Self::Words(words) => f.write_str(&words.join(", ")),
            Self::Numbers(numbers) => f.write_str(&numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")),
            Self::Handle(handle) => write!(f, "{handle}"),
            Self::Unknown => f.write_str("unknown"),
            Self::Place(place) => write!(f, "card {} of {}", place.number, place.zone.zone),
            Self::Player(player) => write!(f, "{}", player.letter()),
            Self::Players(players) => f.write_str(&cardwright_report::and(letters(players))),
            Self::Sides(sides) => f.write_str(&cardwright_report::listed(sides.iter().map(u8::to_string).collect())),
        }
    }
}

/// What is true of the game, a player, a site or a card.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Properties {
    /// Every attribute that can change, as it is now.
    pub attributes: BTreeMap<Box<str>, Datum>,
    /// Those of them that are not as printed, or not as they began.
    pub changed: Vec<Box<str>>,
    /// The numbers that cards modify, as they are now: those for which the viewer knows all that they come from,
    /// without what unknown cards contribute.
    pub values: BTreeMap<Box<str>, i64>,
    /// Of which values a script fails, and whose it is: they are what the other scripts make of them, or cannot be computed
    /// and are not among the values. As JSON, it is left out where nothing fails.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failed: BTreeMap<Box<str>, Box<str>>,
}
