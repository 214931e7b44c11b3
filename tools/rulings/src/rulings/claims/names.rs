//! Names in claims, as the trace writes them, looked up among what the rules declare.

use super::read::Misread;
use super::{CardName, ClaimSubject, HeldCard, ZoneName};
use crate::rulings::steps::player_of;
use cardwright_kernel::ids::{DefId, KindId, PlayerId, SiteId};
use cardwright_kernel::rules::{Category, Rules, ZonePer};
use cardwright_kernel::text::{list, suggest};

type Read<'x, T> = Result<T, Misread<'x>>;

/// What names can stand for in one game.
#[derive(Clone, Copy)]
pub(super) struct Names<'r> {
    pub rules: &'r Rules,
}

impl<'r> Names<'r> {
    /// A zone: `A's hand`, `the table`, `Moria`, `the camp of Moria`.
    pub fn zone<'x>(self, text: &'x str) -> Read<'x, ZoneName> {
        if let Some((seat, title)) = owner_of(text) {
            return self.titled(title, ZonePer::Player, text).map(|decl| ZoneName { owner: Some(seat), ..decl });
        }
        let Some(rest) = text.strip_prefix("the ") else {
            let site = self.site(text).ok_or_else(|| self.no_zone(text, text, None))?;
            return self.on_board(site, "", text);
        };
        let sited =
            rest.match_indices(" of ").find_map(|(at, of)| Some((&rest[..at], self.site(&rest[at + of.len()..])?)));
        match sited {
            Some((title, site)) => self.on_board(site, title, text),
            None => self.titled(rest, ZonePer::Game, text),
        }
    }

    fn titled<'x>(self, title: &'x str, per: ZonePer, whole: &'x str) -> Read<'x, ZoneName> {
        let found = self.rules.zones.values().position(|decl| decl.per == per && *decl.title == *title);
        let zone = |at: usize| ZoneName { decl: at.into(), owner: None, site: SiteId::NONE };
        found.map(zone).ok_or_else(|| self.no_zone(title, whole, Some(per)))
    }

    fn on_board<'x>(self, site: SiteId, title: &'x str, whole: &'x str) -> Read<'x, ZoneName> {
        let per = if self.rules.board.space(site).is_some() { ZonePer::Space } else { ZonePer::Joint };
        let found = self.rules.zones.values().position(|decl| decl.per == per && *decl.title == *title);
        let zone = |at: usize| ZoneName { decl: at.into(), owner: None, site };
        found.map(zone).ok_or_else(|| self.no_zone(title, whole, Some(per)))
    }

    /// No zone is called so; perhaps one is by its key, or nearly so.
    fn no_zone<'x>(self, title: &'x str, whole: &'x str, per: Option<ZonePer>) -> Misread<'x> {
        let titles = || {
            let zones = self.rules.zones.values().filter(|decl| per.is_none_or(|per| decl.per == per));
            zones.map(|decl| &*decl.title).filter(|title| !title.is_empty())
        };
        let by_key = self.rules.zones.get(title).filter(|decl| per.is_none_or(|per| decl.per == per));
        let near = by_key.map(|decl| &*decl.title).or_else(|| suggest(title, titles()));
        let near = near.or_else(|| suggest(title, self.sites().map(|(name, _)| name)).filter(|_| per.is_none()));
        let part = if title.is_empty() { whole } else { title };
        Misread::unknown("zone-unknown", part, format!("there is no zone `{whole}`"), near, || list(titles()))
    }

    /// The space or joint with this name.
    pub fn site(self, name: &str) -> Option<SiteId> {
        self.rules.site_named(name)
    }

    /// All spaces and joints, by name.
    pub fn sites(self) -> impl Iterator<Item = (&'r str, SiteId)> {
        let board = &self.rules.board;
        let sites = board.space_ids().chain(board.joint_ids());
        sites.map(move |site| (self.rules.name_of(board.def(site)), site))
    }

    /// A card that is all of the text.
    pub fn card<'x>(self, text: &'x str) -> Read<'x, CardName> {
        match self.leading_card(text) {
            Some((card, "")) => Ok(card),
            Some((_, rest)) => {
                Err(Misread::new("claim-malformed", rest, format!("`{}` is no part of a name", rest.trim())))
            }
            None => Err(self.no_card(text)),
        }
    }

    fn no_card<'x>(self, text: &'x str) -> Misread<'x> {
        let part = text.split_once(", ").map_or(text, |(first, _)| first);
        let plain = part.split_once(" (").map_or(part, |(name, _)| name);
        let cards = || self.cards().map(|(_, name)| name);
        // A name may have a comma in it.
        if let Some(near) = suggest(text, cards()) {
            return Misread::unknown(
                "card-unknown",
                text,
                format!("there is no card `{text}`"),
                Some(near),
                String::new,
            );
        }
        let near = suggest(plain, cards());
        Misread::unknown("card-unknown", plain, format!("there is no card `{plain}`"), near, || list(cards()))
    }

    /// All cards and pieces, by name.
    pub fn cards(self) -> impl Iterator<Item = (DefId, &'r str)> {
        let all = self.rules.definitions.keys().enumerate().map(|(at, name)| (DefId::from(at), &**name));
        all.filter(|(def, _)| matches!(self.rules.category_of(*def), Category::Card | Category::Counted))
    }

    /// Whether a word is one of a name, a title or a word of this game, or of the report.
    pub fn has_word(self, word: &str) -> bool {
        let rules = self.rules;
        let titles =
            rules.zones.values().map(|zone| &*zone.title).chain(rules.phases.values().map(|phase| &*phase.title));
        let names = rules.definitions.keys().map(|name| &**name).chain(rules.words.iter()).chain(titles);
        let has = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|other| other == word);
        matches!(word, "Turn" | "The") || names.into_iter().any(|text| text.contains(word) && has(text))
    }

    /// Whether the text begins with the name of a card.
    pub fn begins_with_a_card(self, text: &str) -> bool {
        self.cards().any(|(_, name)| text.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', ':'])))
    }

    /// The card with whose name the text begins, the longest first: `Nyrond`, `Nyrond (B)`, `Nyrond #2`.
    fn leading_card(self, text: &str) -> Option<(CardName, &str)> {
        let begins =
            self.cards().filter_map(|(def, name)| Some((def, text.strip_prefix(name).filter(|rest| ends(rest))?)));
        let (def, rest) = begins.min_by_key(|(_, rest)| rest.len())?;
        Some(self.told_apart(CardName { def, of: None, ordinal: None, site: None }, rest))
    }

    /// What stands behind a name and tells it from others of that name.
    fn told_apart(self, mut card: CardName, mut rest: &str) -> (CardName, &str) {
        if let Some(after) = rest.strip_prefix(" #") {
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            if let Ok(ordinal) = after[..digits].parse() {
                (card.ordinal, rest) = (Some(ordinal), &after[digits..]);
            }
        }
        if let Some(after) = rest.strip_prefix(" at ") {
            let sites = self
                .sites()
                .filter_map(|(name, site)| Some((site, after.strip_prefix(name).filter(|rest| ends(rest))?)));
            if let Some((site, left)) = sites.min_by_key(|(_, left)| left.len()) {
                (card.site, rest) = (Some(site), left);
            }
        }
        if let Some((letter, left)) = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')'))
            && let Some(player) = player_of(letter)
        {
            (card.of, rest) = (Some(player), left);
        }
        (card, rest)
    }

    /// A list of cards and pieces: `Calm, 3 Tokens (A)`.
    pub fn held<'x>(self, text: &'x str) -> Read<'x, Vec<HeldCard>> {
        let mut all = Vec::new();
        let mut rest = text;
        loop {
            let (held, left) = self.leading_held(rest)?;
            all.push(held);
            match left.strip_prefix(", ") {
                Some(next) => rest = next,
                None if left.is_empty() => return Ok(all),
                None => return Err(self.no_card(rest)),
            }
        }
    }

    fn leading_held<'x>(self, text: &'x str) -> Read<'x, (HeldCard, &'x str)> {
        if let Some((card, rest)) = self.leading_card(text) {
            if self.rules.category_of(card.def) == Category::Counted {
                let name = self.rules.name_of(card.def);
                let message = format!("`{name}` are counted: say how many, as in `{}`", self.pieces(card.def, 3));
                return Err(Misread::new("claim-malformed", &text[..text.len() - rest.len()], message));
            }
            return Ok((HeldCard { card, pieces: None }, rest));
        }
        let counted = text.split_once(' ').and_then(|(number, rest)| Some((number.parse::<u32>().ok()?, rest)));
        let Some((pieces, rest)) = counted else { return Err(self.no_card(text)) };
        let called = |def: DefId| {
            let words = self.pieces(def, pieces);
            rest.strip_prefix(words.split_once(' ').map_or("", |(_, name)| name)).filter(|rest| ends(rest))
        };
        let kinds = self.cards().filter(|(def, _)| self.can_pile_up(*def));
        let found = kinds.filter_map(|(def, _)| Some((def, called(def)?))).min_by_key(|(_, rest)| rest.len());
        let Some((def, rest)) = found else { return Err(self.no_pieces(text, rest, pieces)) };
        let (card, rest) = self.told_apart(CardName { def, of: None, ordinal: None, site: None }, rest);
        Ok((HeldCard { card, pieces: Some(pieces) }, rest))
    }

    /// Whether so many of it can be one pile somewhere: pieces, and cards of a game with a supply.
    fn can_pile_up(self, def: DefId) -> bool {
        self.rules.zones.keys().enumerate().any(|(zone, _)| self.rules.piles_up(def, zone.into()))
    }

    fn no_pieces<'x>(self, text: &'x str, rest: &'x str, pieces: u32) -> Misread<'x> {
        let part = rest.split_once(", ").map_or(rest, |(first, _)| first);
        let part = part.split_once(" (").map_or(part, |(name, _)| name);
        let kinds = self.cards().filter(|(def, _)| self.can_pile_up(*def));
        let words: Vec<String> = kinds.map(|(def, _)| self.pieces(def, pieces)).collect();
        let names = || words.iter().filter_map(|words| words.split_once(' ').map(|(_, name)| name));
        if words.is_empty() {
            return self.no_card(text);
        }
        Misread::unknown("card-unknown", part, format!("there are no pieces `{part}`"), suggest(part, names()), || {
            list(names())
        })
    }

    /// So many pieces, as the trace writes them.
    fn pieces(self, def: DefId, count: u32) -> String {
        let name = self.rules.name_of(def);
        let plural = self.rules.definitions[def.index()].plural.as_deref();
        match (count, plural) {
            _ if self.rules.category_of(def) == Category::Card => format!("{count} {name}"),
            (1, _) => format!("1 {name}"),
            (_, Some(plural)) => format!("{count} {plural}"),
            (_, None) => format!("{count} {name}s"),
        }
    }

    /// What has attributes: `the game`, `A`, a space, a card.
    pub fn subject<'x>(self, text: &'x str) -> Read<'x, ClaimSubject> {
        if text == "the game" {
            return Ok(ClaimSubject::Game);
        }
        match (player_of(text), self.site(text)) {
            (Some(player), _) => Ok(ClaimSubject::Player(player)),
            (None, Some(site)) => Ok(ClaimSubject::Site(site)),
            (None, None) => match self.card(text) {
                Ok(card) => Ok(ClaimSubject::Card(card)),
                Err(misread) => {
                    let near = suggest(text, self.sites().map(|(name, _)| name)).filter(|_| misread.hint.is_none());
                    Err(match near {
                        Some(near) => Misread { hint: Some(near.to_string()), ..misread },
                        None => misread,
                    })
                }
            },
        }
    }

    /// The kind of what has attributes.
    pub fn kind(self, subject: &ClaimSubject) -> KindId {
        match subject {
            ClaimSubject::Game => Rules::GAME,
            ClaimSubject::Player(_) => Rules::PLAYER,
            ClaimSubject::Site(site) => self.rules.definitions[self.rules.board.def(*site).index()].kind,
            ClaimSubject::Card(card) => self.rules.definitions[card.def.index()].kind,
        }
    }
}

/// `A's hand`: the player, and what of theirs.
pub(super) fn owner_of(text: &str) -> Option<(PlayerId, &str)> {
    let (player, rest) = text.split_once("'s ")?;
    Some((player_of(player)?, rest))
}

/// Whether a name may end before this text.
fn ends(rest: &str) -> bool {
    rest.is_empty() || [", ", " (", " #", " at "].iter().any(|next| rest.starts_with(next))
}
