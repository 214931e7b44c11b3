//! Reading a claim: which form it has, and the names in it.

use super::names::{Names, owner_of};
use super::{Claim, ClaimSubject, Contents, Quality};
use crate::rulings::steps::{phase_of, player_of, seat_of};
use cardwright_kernel::ids::{AttrId, KindId, PlayerId, Seat, ValueId};
use cardwright_kernel::rules::{AttrType, Rules};
use cardwright_kernel::text::{list, suggest, with_article};

/// The forms of claims, each with what it is true of; in the order of the guide.
pub const FORMS: [(&str, &str); 23] = [
    ("A's hand holds: Calm, Nyrond", "these are there, perhaps among others; pieces are counted: `3 Tokens (A)`"),
    ("A's hand holds only: Calm, Nyrond", "exactly these; in a pile, from the top"),
    ("A's hand holds no: Calm", "none of these is there"),
    ("A's hand holds 3 cards", "this many, pieces apart; `no cards` for none"),
    ("Babylon holds nothing", "neither cards nor pieces are there"),
    ("A's draw pile begins with: Calm, Nyrond", "these are on top, from the top"),
    ("A's draw pile ends with: Calm", "these are at the bottom"),
    ("Cormyr: level 4", "an attribute or value, as the trace writes it; `the game: …`, `A: …`"),
    ("Cormyr is razed", "a flag is set"),
    ("Cormyr is not razed", "a flag is not set"),
    ("Rope is attached to Imp", "what a card is attached to; `to nothing`"),
    ("B owns Frodo", "the card's owner; `nobody owns Frodo`"),
    ("B controls Frodo", "the player who controls it"),
    ("B knows Calm in A's hand", "the seat knows a card of this name there"),
    ("B does not know Calm in A's hand", "there is one, and the seat does not know it"),
    ("A has learned that colour is red: Flint", "of each of these cards; `is not red` is learned as well"),
    ("A has not learned that colour is red: Flint", "of none of these cards"),
    ("Solid Fog is in effect", "a standing effect of it is in force; `is not in effect`"),
    ("B is asked: discard which realm", "this question is open, named by the words before its options"),
    ("B has answered", "at least one question since the previous step began, if only by a pass; `has not answered`"),
    ("the trace says: Calm resolves", "a line so far contains these words"),
    ("the trace says twice: Calm resolves", "this many lines do: `never`, `once`, `twice`, `3 times`"),
    ("it is B's combat phase", "whose turn it is, and which phase; `it is B's turn`"),
];

/// Why a line is no claim: where, what, and what was perhaps meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rulings) struct Misread<'x> {
    pub code: &'static str,
    pub part: &'x str,
    pub message: String,
    /// What was probably meant.
    pub hint: Option<String>,
    /// What there is instead.
    pub help: Option<String>,
}

impl<'x> Misread<'x> {
    /// Something that cannot be understood.
    pub fn new(code: &'static str, part: &'x str, message: String) -> Self {
        Self { code, part, message, hint: None, help: None }
    }

    /// A name that nothing has; what is near, or else what there is.
    pub fn unknown(
        code: &'static str,
        part: &'x str,
        message: String,
        near: Option<&str>,
        known: impl Fn() -> String,
    ) -> Self {
        let help = near.is_none().then(|| format!("known: {}", known()));
        Self { code, part, message, hint: near.map(str::to_string), help }
    }
}

type Read<'x, T> = Result<T, Misread<'x>>;

/// Reads a line as a claim; nothing if it has no form of one.
pub(in crate::rulings) fn read<'x>(line: &'x str, rules: &Rules) -> Option<Read<'x, Claim>> {
    let names = Names { rules };
    let seated = line.split([' ', ',']).next().and_then(seat_of).is_some();
    // A line that begins with a seat is what it does, unless it is the beginning of a name: `A Power too Great`.
    if seated && !names.begins_with_a_card(line) {
        return by_seat(line, names);
    }
    said(line, names)
        .or_else(|| of_nobody(line, names))
        .or_else(|| moment(line, rules))
        .or_else(|| zone(line, names))
        .or_else(|| about_a_thing(line, names))
}

/// `the trace says twice: Calm resolves`.
fn said<'x>(line: &'x str, names: Names<'_>) -> Option<Read<'x, Claim>> {
    let rest = line.strip_prefix("the trace ")?;
    let wrong = || Misread {
        help: Some(
            "write `the trace says: …`, `says once: …`, `says twice: …`, `says 3 times: …` or `never says: …`".into(),
        ),
        ..Misread::new("claim-malformed", line, format!("`{line}` is no claim about the trace"))
    };
    let Some((times, text)) = rest.split_once(": ") else { return Some(Err(wrong())) };
    let times = match times {
        "says" => None,
        "never says" => Some(0),
        "says once" => Some(1),
        "says twice" => Some(2),
        _ => match times.strip_prefix("says ").and_then(|times| times.strip_suffix(" times")?.parse().ok()) {
            Some(times) => Some(times),
            None => return Some(Err(wrong())),
        },
    };
    if let Some(word) = capitals(text).find(|word| !names.has_word(word)) {
        let message = format!("no name of this game has the word `{word}`");
        return Some(Err(Misread::new("claim-malformed", word, message)));
    }
    Some(Ok(Claim::Says(text.into(), times)))
}

/// The words of a line that belong to names, as far as their letters show it: a claim that something was never said
/// would be true of a misspelt name.
fn capitals(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.chars().count() > 1 && word.chars().next().is_some_and(char::is_uppercase))
}

/// `it is B's combat phase`, `it is B's turn`.
fn moment<'x>(line: &'x str, rules: &Rules) -> Option<Read<'x, Claim>> {
    let rest = line.strip_prefix("it is ")?;
    let Some((player, what)) = owner_of(rest) else {
        let message = format!("`{line}` is no claim about the turn");
        let help = Some("write `it is B's turn` or `it is B's combat phase`".into());
        return Some(Err(Misread { help, ..Misread::new("claim-malformed", line, message) }));
    };
    if what == "turn" {
        return Some(Ok(Claim::Moment(player, None)));
    }
    let title = what.strip_suffix(" phase").unwrap_or(what);
    let titles = || rules.phases.values().map(|phase| &*phase.title);
    Some(phase_of(title, rules).map(|phase| Claim::Moment(player, Some(phase))).ok_or_else(|| {
        Misread::unknown(
            "phase-unknown",
            title,
            format!("there is no phase `{title}`"),
            suggest(title, titles()),
            || list(titles()),
        )
    }))
}

/// `nobody owns Frodo`.
fn of_nobody<'x>(line: &'x str, names: Names<'_>) -> Option<Read<'x, Claim>> {
    let (verb, card) = line.strip_prefix("nobody ")?.split_once(' ')?;
    let claim = match verb {
        "owns" => Claim::Owns,
        "controls" => Claim::Controls,
        _ => return None,
    };
    Some(names.card(card).map(|card| claim(PlayerId::NOBODY, card)))
}

/// Claims that begin with a seat: what it owns, knows, is asked.
fn by_seat<'x>(line: &'x str, names: Names<'_>) -> Option<Read<'x, Claim>> {
    let (letter, rest) = line.split_once(' ')?;
    let (seat, player) = (seat_of(letter)?, player_of(letter)?);
    let known = |rest: &'x str, knows: bool| {
        let Some((card, zone)) = rest.rsplit_once(" in ") else {
            let help = Some(format!("write where: `{letter} knows Calm in B's hand`"));
            let message = format!("`{line}` does not say where the card lies");
            return Err(Misread { help, ..Misread::new("claim-malformed", rest, message) });
        };
        Ok(Claim::Knows(seat, names.card(card)?, names.zone(zone)?, knows))
    };
    Some(match rest {
        "has answered" => Ok(Claim::HasAnswered(seat, true)),
        "has not answered" => Ok(Claim::HasAnswered(seat, false)),
        _ if rest.starts_with("has learned that ") => learned(seat, &rest["has learned that ".len()..], true, names),
        _ if rest.starts_with("has not learned that ") => {
            learned(seat, &rest["has not learned that ".len()..], false, names)
        }
        _ => match rest.split_once(' ')? {
            ("owns", card) => names.card(card).map(|card| Claim::Owns(player, card)),
            ("controls", card) => names.card(card).map(|card| Claim::Controls(player, card)),
            ("knows", rest) => known(rest, true),
            ("does", rest) => known(rest.strip_prefix("not know ")?, false),
            ("is", rest) => match rest.strip_prefix("asked: ") {
                Some(question) => Ok(Claim::IsAsked(seat, question.into())),
                None if is_of_an_offer(rest) => return None,
                None => flag(letter, rest, line, names),
            },
            _ => return None,
        },
    })
}

/// What follows on `A has learned that`: `colour is red: Flint, Boulder`.
fn learned<'x>(seat: Seat, rest: &'x str, has: bool, names: Names<'_>) -> Read<'x, Claim> {
    let rules = names.rules;
    let said = rest.split_once(": ").and_then(|(part, cards)| Some((part.split_once(" is ")?, cards)));
    let Some(((name, value), cards)) = said else {
        let help = Some("write `A has learned that colour is red: Flint`".into());
        let message = format!("`{rest}` does not say what was learned about which cards");
        return Err(Misread { help, ..Misread::new("claim-malformed", rest, message) });
    };
    let titles: Vec<String> = rules.attributes.keys().map(|name| name.replace('_', " ")).collect();
    let Some(attr) = titles.iter().position(|title| title == name).map(AttrId::from) else {
        let known = || titles.iter().map(|title| &**title);
        let message = format!("there is no attribute `{name}`");
        return Err(Misread::unknown("attribute-unknown", name, message, suggest(name, known()), || list(known())));
    };
    let (is, value) = value.strip_prefix("not ").map_or((true, value), |value| (false, value));
    if rules.attributes[attr.index()].type_ != AttrType::Flag {
        check_value(attr, value, names)?;
    }
    let cards = names.held(cards)?.into_iter().map(|held| held.card).collect();
    Ok(Claim::Learned { seat, has, attr, value: value.into(), is, cards })
}

/// What is offered, and who is not asked, are steps of their own.
fn is_of_an_offer(rest: &str) -> bool {
    let rest = rest.strip_prefix("not ").unwrap_or(rest);
    rest.starts_with("offered") || rest == "asked"
}

/// `A's hand holds: Calm`.
fn zone<'x>(line: &'x str, names: Names<'_>) -> Option<Read<'x, Claim>> {
    let verbs = [" holds", " begins with: ", " ends with: "];
    let found = verbs.iter().find_map(|verb| line.split_once(verb).map(|(zone, rest)| (zone, *verb, rest)));
    let Some((zone, verb, rest)) = found else {
        let (_, rest) = owner_of(line)?;
        let message = format!("`{line}` is no claim about a zone");
        let help = "a zone `holds: …`, `holds only: …`, `holds no: …`, `holds 3 cards`, `holds nothing`, `begins with: …` or `ends with: …`";
        return Some(Err(Misread { help: Some(help.into()), ..Misread::new("claim-malformed", rest, message) }));
    };
    let zone = match names.zone(zone) {
        Ok(zone) => zone,
        Err(misread) => return Some(Err(misread)),
    };
    let contents = match verb {
        " begins with: " => names.held(rest).map(Contents::Top),
        " ends with: " => names.held(rest).map(Contents::Bottom),
        _ => held(rest, names),
    };
    Some(contents.and_then(|contents| {
        let ordered = names.rules.zones[zone.decl.index()].ordered;
        if !ordered && matches!(contents, Contents::Top(_) | Contents::Bottom(_)) {
            let message = "the order of this zone means nothing: it has no top".to_string();
            return Err(Misread::new("claim-malformed", line, message));
        }
        Ok(Claim::Holds(zone, contents))
    }))
}

/// What follows on `holds`.
fn held<'x>(rest: &'x str, names: Names<'_>) -> Read<'x, Contents> {
    let forms = [(": ", Contents::These as fn(_) -> _), (" only: ", Contents::Only), (" no: ", Contents::None)];
    if let Some((form, listed)) = forms.iter().find_map(|(head, form)| Some((form, rest.strip_prefix(head)?))) {
        return names.held(listed).map(form);
    }
    if rest == " nothing" {
        return Ok(Contents::Only(Vec::new()));
    }
    let count = rest.trim_start().strip_suffix(" cards").or_else(|| rest.trim_start().strip_suffix(" card"));
    let count = count.and_then(|count| if count == "no" { Some(0) } else { count.parse().ok() });
    count.map(Contents::Cards).ok_or_else(|| {
        let help = "write `holds: …`, `holds only: …`, `holds no: …`, `holds 3 cards` or `holds nothing`";
        let message = format!("`holds{rest}` does not say what lies there");
        Misread { help: Some(help.into()), ..Misread::new("claim-malformed", rest, message) }
    })
}

/// `Cormyr: level 4`, `Cormyr is razed`, `Rope is attached to Imp`.
fn about_a_thing<'x>(line: &'x str, names: Names<'_>) -> Option<Read<'x, Claim>> {
    if let Some((card, host)) = line.split_once(" is attached to ") {
        let host = if host == "nothing" { Ok(None) } else { names.card(host).map(Some) };
        return Some(names.card(card).and_then(|card| Ok(Claim::Attached(card, host?))));
    }
    let effect = [(" is in effect", true), (" is not in effect", false)];
    if let Some((card, goes_on)) = effect.iter().find_map(|(end, goes_on)| Some((line.strip_suffix(end)?, *goes_on))) {
        return Some(names.card(card).map(|card| Claim::InEffect(card.def, goes_on)));
    }
    if let Some(at) = line.match_indices(": ").map(|(at, _)| at).find(|at| names.subject(&line[..*at]).is_ok()) {
        return Some(quality(&line[..at], &line[at + 2..], names));
    }
    if let Some((subject, rest)) = line.split_once(" is ") {
        return Some(flag(subject, rest, line, names));
    }
    let (subject, rest) = line.split_once(": ")?;
    // `dice for A: 5` is what chance gives.
    let of_chance = subject.rsplit_once(" for ").is_some_and(|(_, seat)| seat_of(seat).is_some());
    (!of_chance).then(|| quality(subject, rest, names))
}

/// `level 4` of something.
fn quality<'x>(subject: &'x str, rest: &'x str, names: Names<'_>) -> Read<'x, Claim> {
    let rules = names.rules;
    let subject = names.subject(subject)?;
    let kind = names.kind(&subject);
    let titled = qualities(rules, kind);
    let found = titled.iter().filter_map(|(title, quality)| {
        let wanted = rest.strip_prefix(&**title)?.strip_prefix(' ')?;
        Some((title.len(), *quality, wanted))
    });
    let Some((_, quality, wanted)) = found.max_by_key(|(length, ..)| *length) else {
        let part = rest.rsplit_once(' ').map_or(rest, |(name, _)| name);
        let titles = || titled.iter().map(|(title, _)| &**title);
        let kind = rules.kinds.get_index(kind.index()).map_or("?", |(name, _)| name);
        let message = format!("{} has no attribute or value `{part}`", with_article(kind));
        return Err(Misread::unknown("attribute-unknown", part, message, suggest(part, titles()), || list(titles())));
    };
    let attribute = match quality {
        Quality::Attribute(attr) => Some(attr),
        // A set of words is said as its attribute is.
        Quality::Value(value) => rules.values[value.index()].words.and(rules.values[value.index()].base),
    };
    if let Some(attr) = attribute {
        check_value(attr, wanted, names)?;
    } else if wanted.parse::<i64>().is_err() {
        return Err(Misread::new("type-wrong", wanted, format!("a value is a number, not `{wanted}`")));
    }
    Ok(Claim::Quality(subject, quality, wanted.into()))
}

/// The titles of what entities of a kind have; a value hides the attribute of its name, from which it starts.
pub(super) fn qualities(rules: &Rules, kind: KindId) -> Vec<(String, Quality)> {
    let title = |name: &str| name.replace('_', " ");
    let values = rules.values.iter().enumerate().filter(|(_, (_, value))| value.of.contains(&kind));
    let mut all: Vec<(String, Quality)> =
        values.map(|(at, (name, _))| (title(name), Quality::Value(ValueId::from(at)))).collect();
    let own = rules.kinds.get_index(kind.index()).map_or(&[][..], |(_, kind)| &kind.attributes);
    for attr in own {
        let Some((name, decl)) = rules.attributes.get_index(attr.index()) else { continue };
        let title = title(name);
        if decl.type_ != AttrType::Flag && !all.iter().any(|(other, _)| *other == title) {
            all.push((title, Quality::Attribute(*attr)));
        }
    }
    all
}

/// Whether an attribute can be this.
fn check_value<'x>(attr: AttrId, wanted: &'x str, names: Names<'_>) -> Read<'x, ()> {
    let rules = names.rules;
    let Some((name, decl)) = rules.attributes.get_index(attr.index()) else { return Ok(()) };
    let wrong = |what: &str| Err(Misread::new("type-wrong", wanted, format!("`{name}` is {what}, not `{wanted}`")));
    match &decl.type_ {
        _ if wanted == "none" => Ok(()),
        AttrType::Number | AttrType::Side if wanted.parse::<i64>().is_err() => wrong("a number"),
        AttrType::Choice(words) | AttrType::Choices(words) => {
            let known = || words.iter().map(|word| rules.words.text(*word));
            match wanted.split(", ").find(|part| !known().any(|word| word == *part)) {
                Some(part) => {
                    let message = format!("`{name}` cannot be `{part}`");
                    Err(Misread::unknown("choice-unknown", part, message, suggest(part, known()), || list(known())))
                }
                None => Ok(()),
            }
        }
        AttrType::Player | AttrType::Players => {
            let seats = wanted.replace(" and ", ", ");
            if seats.split(", ").all(|seat| seat_of(seat).is_some()) {
                Ok(())
            } else {
                wrong("players, by their letters")
            }
        }
        AttrType::Card => names.card(wanted).map(|_| ()),
        AttrType::Space if names.site(wanted).is_none() => names.subject(wanted).and_then(|_| wrong("a space")),
        AttrType::Numbers if wanted.split(", ").any(|part| part.parse::<i64>().is_err()) => wrong("a list of numbers"),
        AttrType::Number
        | AttrType::Numbers
        | AttrType::Side
        | AttrType::Space
        | AttrType::Flag
        | AttrType::Text
        | AttrType::Sides => Ok(()),
    }
}

/// `Cormyr is razed`, `Cormyr is not razed`.
fn flag<'x>(subject: &'x str, rest: &'x str, line: &'x str, names: Names<'_>) -> Read<'x, Claim> {
    let (title, set) = rest.strip_prefix("not ").map_or((rest, true), |title| (title, false));
    let subject = names.subject(subject)?;
    let kind = names.kind(&subject);
    let rules = names.rules;
    let flags = flags(rules, kind);
    if let Some((attr, _)) = flags.iter().find(|(_, name)| *name == title) {
        return Ok(Claim::Flag(subject, *attr, set));
    }
    let mut titles: Vec<&str> = flags.iter().map(|(_, name)| &**name).collect();
    titles.extend(match subject {
        ClaimSubject::Card(_) => ["attached to", "in effect"].as_slice(),
        ClaimSubject::Player(_) => &["asked", "offered"],
        ClaimSubject::Game | ClaimSubject::Site(_) => &[],
    });
    let title = title.split_once(": ").map_or(title, |(title, _)| title);
    let kind = rules.kinds.get_index(kind.index()).map_or("?", |(name, _)| name);
    let message = format!("`{line}`: {} has no flag `{title}`", with_article(kind));
    Err(Misread::unknown("attribute-unknown", title, message, suggest(title, titles.iter().copied()), || {
        list(titles.iter().copied())
    }))
}

/// The flags that entities of a kind have, with their titles.
pub(super) fn flags(rules: &Rules, kind: KindId) -> Vec<(AttrId, String)> {
    let own = rules.kinds.get_index(kind.index()).map_or(&[][..], |(_, kind)| &kind.attributes);
    let declared = own.iter().filter_map(|attr| Some((*attr, rules.attributes.get_index(attr.index())?)));
    let flags = declared.filter(|(_, (_, decl))| decl.type_ == AttrType::Flag);
    flags.map(|(attr, (name, _))| (attr, name.replace('_', " "))).collect()
}
