//! The table on which a recorded game began in the middle of a turn, by the names of phases, attributes and words.

use super::start::{card, unknown};
use cardwright_kernel::ids::{AttrId, EntityId, Handle, PhaseId, PlayerId, Players, SiteId, Word};
use cardwright_kernel::rules::{AttrType, Rules};
use cardwright_kernel::setup::{Arranged, Setup, Subject};
use cardwright_kernel::values::{ChoiceSet, NumberList, Value};
use serde::{Deserialize, Serialize};

/// What is arranged besides the cards and pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OnTable {
    phase: String,
    attributes: Vec<Set>,
    /// Cards and what each is attached to, by their numbers.
    attached: Vec<(usize, usize)>,
    /// Cards and the number of the place of each, where it is not the lowest that is free.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<(usize, u16)>,
}

/// The attribute of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    of: Owner,
    attribute: String,
    is: Is,
}

/// Whose attribute it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Owner {
    Game,
    Player(u8),
    Card(usize),
    Site(String),
}

/// What it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Is {
    Nothing,
    Number(i64),
    Flag(bool),
    Word(String),
    Player(u8),
    Players(Vec<u8>),
    Words(Vec<String>),
    Numbers(Vec<i64>),
    Card(usize),
    Site(String),
}

/// What a table must not go beyond.
#[derive(Clone, Copy)]
struct Extent<'r> {
    rules: &'r Rules,
    players: u8,
    cards: usize,
}

impl OnTable {
    /// The table of a game.
    pub fn of(rules: &Rules, setup: &Setup, arranged: &Arranged) -> Self {
        let phase = rules.phases.get_index(arranged.phase.index()).map(|(key, _)| key.to_string());
        let set = |(subject, attr, value): &(Subject, AttrId, Value)| Set {
            of: match subject {
                Subject::Game => Owner::Game,
                Subject::Player(player) => Owner::Player(player.0),
                Subject::Card(number) => Owner::Card(*number),
                Subject::Site(site) => Owner::Site(rules.name_of(rules.board.def(*site)).to_string()),
            },
            attribute: rules.attributes.get_index(attr.index()).map(|(key, _)| key.to_string()).unwrap_or_default(),
            is: Is::of(rules, setup, *attr, value),
        };
        Self {
            phase: phase.unwrap_or_default(),
            attributes: arranged.sets.iter().map(set).collect(),
            attached: arranged.attached.clone(),
            places: arranged.places.clone(),
        }
    }

    /// The same for these rules.
    ///
    /// # Errors
    /// Where it says what these rules do not have.
    pub fn arranged(&self, rules: &Rules, players: u8, cards: usize) -> Result<Arranged, String> {
        let extent = Extent { rules, players, cards };
        let phases = || rules.phases.keys().map(|key| &**key);
        let phase = rules.phases.get_index_of(&*self.phase).map(PhaseId::from);
        let phase = phase.ok_or_else(|| unknown("start.arranged.phase", "phase", &self.phase, phases()))?;
        let sets = self.attributes.iter().enumerate().map(|(at, set)| set.set(extent, at));
        for (at, (card, host)) in self.attached.iter().enumerate() {
            let place = format!("start.arranged.attached[{at}]");
            extent.card(*card, &place)?;
            extent.card(*host, &place)?;
        }
        for (at, (card, place)) in self.places.iter().enumerate() {
            let key = format!("start.arranged.places[{at}]");
            extent.card(*card, &key)?;
            if *place == 0 {
                return Err(format!("`{key}`: places are numbered from 1"));
            }
        }
        let (attached, places) = (self.attached.clone(), self.places.clone());
        Ok(Arranged { phase, sets: sets.collect::<Result<_, _>>()?, attached, places })
    }
}

impl Set {
    fn set(&self, extent: Extent<'_>, at: usize) -> Result<(Subject, AttrId, Value), String> {
        let rules = extent.rules;
        let place = format!("start.arranged.attributes[{at}]");
        let keys = || rules.attributes.keys().map(|key| &**key);
        let attr = rules.attributes.get_index_of(&*self.attribute).map(AttrId::from);
        let attr = attr.ok_or_else(|| unknown(&format!("{place}.attribute"), "attribute", &self.attribute, keys()))?;
        let subject = match &self.of {
            Owner::Game => Subject::Game,
            Owner::Player(player) => Subject::Player(extent.player(*player, &place)?),
            Owner::Card(number) => Subject::Card(extent.card(*number, &place)?),
            Owner::Site(name) => Subject::Site(extent.site(name, &place)?),
        };
        Ok((subject, attr, self.is.value(extent, attr, &place)?))
    }
}

impl Extent<'_> {
    fn word(self, text: &str, place: &str) -> Result<Word, String> {
        self.rules.words.get(text).ok_or_else(|| format!("`{place}.is`: no rule has the word `{text}`"))
    }

    fn player(self, number: u8, place: &str) -> Result<PlayerId, String> {
        let player = (number < self.players).then_some(PlayerId(number));
        player.ok_or_else(|| format!("`{place}`: there is no player {number}"))
    }

    fn card(self, number: usize, place: &str) -> Result<usize, String> {
        let card = (number < self.cards).then_some(number);
        card.ok_or_else(|| format!("`{place}`: there is no card {number}"))
    }

    fn site(self, name: &str, place: &str) -> Result<SiteId, String> {
        let site = self.rules.board.site_of(card(self.rules, name, place)?);
        site.ok_or_else(|| format!("`{place}`: `{name}` is no space or joint of the board"))
    }

    /// What has this number among the entities that follow the players.
    fn entity(self, number: usize) -> Value {
        Value::Entity(Handle { id: EntityId::from(1 + usize::from(self.players) + number), incarnation: 0 })
    }
}

impl Is {
    fn of(rules: &Rules, setup: &Setup, attr: AttrId, value: &Value) -> Self {
        match value {
            Value::Nothing => Self::Nothing,
            Value::Number(number) => Self::Number(*number),
            Value::Flag(flag) => Self::Flag(*flag),
            Value::Word(word) => Self::Word(rules.words.text(*word).to_string()),
            Value::Player(player) => Self::Player(player.0),
            Value::Players(players) => Self::Players(players.iter().map(|player| player.0).collect()),
            Value::Numbers(numbers) => Self::Numbers(numbers.iter().collect()),
            Value::Choices(set) => {
                let words = rules.attributes[attr.index()].type_.words_of(*set);
                Self::Words(words.into_iter().map(|word| rules.words.text(word).to_string()).collect())
            }
            // Sites and then cards follow the game and the players, see `Setup::card`.
            Value::Entity(handle) => {
                let number = handle.id.index().saturating_sub(1 + usize::from(setup.players));
                match number.checked_sub(rules.board.sites()) {
                    Some(card) => Self::Card(card),
                    None => Self::Site(rules.name_of(rules.board.def(number.into())).to_string()),
                }
            }
        }
    }

    fn value(&self, extent: Extent<'_>, attr: AttrId, place: &str) -> Result<Value, String> {
        Ok(match self {
            Self::Nothing => Value::Nothing,
            Self::Number(number) => Value::Number(*number),
            Self::Flag(flag) => Value::Flag(*flag),
            Self::Word(text) => Value::Word(extent.word(text, place)?),
            Self::Words(texts) => {
                let words: Vec<Word> = texts.iter().map(|text| extent.word(text, place)).collect::<Result<_, _>>()?;
                let set = match &extent.rules.attributes[attr.index()].type_ {
                    AttrType::Choices(choices) => ChoiceSet::of(choices, words),
                    _ => None,
                };
                Value::Choices(set.ok_or_else(|| format!("`{place}.is`: these are no choices of the attribute"))?)
            }
            Self::Numbers(numbers) => {
                let list = NumberList::of(numbers);
                Value::Numbers(list.ok_or_else(|| format!("`{place}.is`: too many numbers, or too large ones"))?)
            }
            Self::Player(player) => Value::Player(extent.player(*player, place)?),
            Self::Players(players) => {
                let players: Vec<PlayerId> =
                    players.iter().map(|player| extent.player(*player, place)).collect::<Result<_, _>>()?;
                Value::Players(players.into_iter().fold(Players::NONE, Players::with))
            }
            Self::Card(number) => extent.entity(extent.rules.board.sites() + extent.card(*number, place)?),
            Self::Site(name) => extent.entity(extent.site(name, place)?.index()),
        })
    }
}
