//! What stands on the face of each card of a game: what is printed on it, where its look puts it.

use crate::colour::Palette;
use crate::picture::Picture;
use cardwright_content::Files;
use cardwright_game::{CardInfo, Datum, GameInfo, Ruleset, RulesetInside};
use cardwright_kernel::ids::DefId;
use cardwright_kernel::rules::{Deck, KindLook, LookIcon};
use std::collections::BTreeSet;

/// How many tags a card shows.
const MOST_TAGS: usize = 6;
/// How long a word may be to stand at the foot of a card whose look says nothing.
const SHORT_FACT: usize = 24;
/// How many letters of a text are shown, on all faces of a card together; and how many of any other fact.
const LONGEST_TEXT: usize = 10_000;
const LONGEST_FACT: usize = 300;

/// The cards of a game, with their looks.
#[derive(Debug)]
pub struct Gallery {
    info: GameInfo,
    files: Files,
    /// For each deck the names of its cards, each as often as it has them.
    decks: Vec<(String, Vec<String>)>,
}

/// What stands on the face of a card.
#[derive(Clone, Debug)]
pub struct CardFace {
    /// Its name.
    pub name: String,
    /// `pack:kind/file`; cards of a family share it.
    pub definition: String,
    pub(crate) kind: String,
    pub(crate) palette: Palette,
    pub(crate) sign: LookIcon,
    pub(crate) badge: Option<String>,
    pub(crate) corners: [Option<String>; 2],
    pub(crate) foot: String,
    pub(crate) tags: Vec<String>,
    pub(crate) text: String,
    pub(crate) picture: Option<Picture>,
}

impl Gallery {
    /// The cards of a game; their pictures are among the files.
    pub fn new(ruleset: &Ruleset, files: &Files) -> Self {
        let rules = ruleset.rules();
        let name = |card: &DefId| rules.definitions.get_index(card.index()).map(|(name, _)| name.to_string());
        let cards = |deck: &Deck| {
            let zones = deck.zones.iter().flat_map(|(_, cards)| cards);
            deck.cards.iter().chain(zones).filter_map(name).collect()
        };
        let decks = rules.decks.iter().map(|(key, deck)| (key.to_string(), cards(deck))).collect();
        Self { info: ruleset.info(), files: files.clone(), decks }
    }

    /// The decks, by their keys.
    pub fn decks(&self) -> impl Iterator<Item = &str> {
        self.decks.iter().map(|(key, _)| &**key)
    }

    /// The names of the cards of a deck, each as often as it has them; none if there is no such deck.
    pub(crate) fn deck(&self, key: &str) -> Option<impl Iterator<Item = &str>> {
        let (_, cards) = self.decks.iter().find(|(own, _)| own == key)?;
        Some(self.names_among(cards))
    }

    fn names_among<'g>(&'g self, wanted: &'g [String]) -> impl Iterator<Item = &'g str> {
        let known: BTreeSet<&str> = self.names().collect();
        wanted.iter().map(String::as_str).filter(move |name| known.contains(name))
    }

    /// The game's title.
    pub fn title(&self) -> &str {
        &self.info.title
    }

    /// The names of all cards and counted pieces, in the order of their files. Spaces, joints and the actions of players
    /// are none.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cards().map(|card| &*card.name)
    }

    /// The names of the cards that come from a pack.
    pub fn names_of<'g>(&'g self, pack: &'g str) -> impl Iterator<Item = &'g str> {
        let own = move |card: &&CardInfo| card.definition.split_once(':').is_some_and(|(home, _)| home == pack);
        self.cards().filter(own).map(|card| &*card.name)
    }

    fn cards(&self) -> impl Iterator<Item = &CardInfo> {
        let shown = |key: &str| {
            self.info.kinds.iter().any(|kind| *kind.key == *key && matches!(kind.category, "card" | "counted"))
        };
        self.info.cards.iter().filter(move |card| shown(&card.kind))
    }

    /// The face of a card; none if there is no such card.
    pub fn face(&self, name: &str) -> Option<CardFace> {
        let card = self.cards().find(|card| *card.name == *name)?;
        let look = self.info.looks.kinds.get(&*card.kind)?;
        let word = |by: &str| printed(card, by).map(shown).unwrap_or_default();
        let hue = look.tint.as_ref().and_then(|tint| tint.of.get(&*word(&tint.by))).unwrap_or(&look.colour);
        let sign = look.icons.as_ref().and_then(|icons| icons.of.get(&*word(&icons.by))).unwrap_or(&look.icon);
        let field = |key: &Option<Box<str>>| key.as_ref().and_then(|key| field(card, key));
        let path = self.info.looks.art.get(&*card.name).or(look.art.as_ref());
        Some(CardFace {
            name: card.name.to_string(),
            definition: card.definition.to_string(),
            kind: words(&card.kind),
            palette: Palette::of(look, hue),
            sign: sign.clone(),
            badge: field(&look.badge),
            corners: [field(&look.left), field(&look.right)],
            foot: foot(card, look),
            tags: tags(card, look),
            text: cut(&card.text, LONGEST_TEXT),
            picture: path.and_then(|path| Picture::of(&self.files, path)),
        })
    }
}

/// The words of a key.
fn words(key: &str) -> String {
    key.replace(['_', '-'], " ")
}

fn printed<'c>(card: &'c CardInfo, key: &str) -> Option<&'c Datum> {
    card.printed.iter().find(|(own, _)| **own == *key).map(|(_, datum)| datum)
}

fn field(card: &CardInfo, key: &str) -> Option<String> {
    printed(card, key).map(|datum| cut(&shown(datum), LONGEST_FACT)).filter(|text| !text.is_empty())
}

/// The fact at the foot: the one that the look names, otherwise a short word if the look says nothing about tags either.
fn foot(card: &CardInfo, look: &KindLook) -> String {
    if let Some(key) = &look.foot {
        return field(card, key).unwrap_or_default();
    }
    let short = |(_, datum): &&(Box<str>, Datum)| matches!(datum, Datum::Word(word) if word.len() < SHORT_FACT);
    let first = card.printed.iter().find(short).map(|(_, datum)| shown(datum));
    first.filter(|_| look.tags.is_none()).unwrap_or_default()
}

/// What is printed in words: what the look names in its order, otherwise everything that stands nowhere else.
fn tags(card: &CardInfo, look: &KindLook) -> Vec<String> {
    let elsewhere = [&look.badge, &look.left, &look.right, &look.foot];
    let all: Vec<&(Box<str>, Datum)> = match &look.tags {
        Some(keys) => keys.iter().flat_map(|key| card.printed.iter().filter(move |(own, _)| own == key)).collect(),
        None => {
            let is_elsewhere = |key: &str| elsewhere.iter().any(|field| field.as_deref() == Some(key));
            card.printed.iter().filter(|(key, _)| !is_elsewhere(key)).collect()
        }
    };
    let told = foot(card, look);
    let tags = all.into_iter().filter_map(|(key, datum)| tag(key, datum));
    tags.filter(|tag| *tag != told).take(MOST_TAGS).collect()
}

fn tag(key: &str, datum: &Datum) -> Option<String> {
    let text = match datum {
        Datum::Flag(true) => words(key),
        Datum::Flag(false) => format!("not {}", words(key)),
        Datum::Number(number) => format!("{} {number}", words(key)),
        Datum::Word(word) => word.to_string(),
        Datum::Words(_) | Datum::Numbers(_) => shown(datum),
        other => match shown(other) {
            text if text.is_empty() => text,
            text => format!("{} {text}", words(key)),
        },
    };
    (!text.is_empty()).then(|| cut(&text, LONGEST_FACT))
}

/// The beginning of a text that is longer than any card has room for. To lay out a megabyte would take seconds.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// A printed value in words. Nothing that is printed is a handle, a place or a player's own.
fn shown(datum: &Datum) -> String {
    match datum {
        Datum::Number(number) => number.to_string(),
        Datum::Flag(true) => "yes".into(),
        Datum::Word(word) | Datum::Site(word) => word.to_string(),
        Datum::Words(words) => words.join(", "),
        Datum::Numbers(numbers) => joined(numbers),
        Datum::Sides(sides) if !sides.is_empty() => format!("sides {}", joined(sides)),
        Datum::Sides(_) | Datum::Flag(false) | Datum::Nothing => String::new(),
        Datum::Handle(_) | Datum::Unknown | Datum::Place(_) | Datum::Player(_) | Datum::Players(_) => String::new(),
    }
}

fn joined<T: ToString>(all: &[T]) -> String {
    all.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}
