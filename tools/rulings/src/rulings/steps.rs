//! Steps: the lines of a ruling, written as a trace writes its `>` and `*` lines.

use super::claims::{self, Claim, Misread, Offer};
use cardwright_content::arranging::LoneFile as Page;
use cardwright_kernel::ids::{PhaseId, PlayerId, Players, Seat};
use cardwright_kernel::problems::Span;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::State;
use std::borrow::Cow;

/// The last step of a ruling that ends in the middle of something.
const ENDS_HERE: &str = "the ruling ends here";

/// Apostrophes and quotation marks as word processors set them.
const TYPOGRAPHIC: [char; 4] = ['‘', '’', '“', '”'];

/// What stands between the spaces in the name of a joint.
const DASH: &str = " - ";

/// A step and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The line, without mark and indent.
    pub text: Box<str>,
    /// Its place in the file.
    pub span: Span,
    /// What it asks for.
    pub kind: StepKind,
}

/// What a step asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum StepKind {
    /// A seat's decision, as the trace writes it.
    Decision(Seat),
    /// What chance gives, for a player; the outcome if it is named.
    Chance(Box<str>, PlayerId, Option<Box<str>>),
    /// Every seat that is asked passes until the innermost window is closed.
    AllPass,
    /// Everything is passed until a player's turn begins, or a phase of it.
    GoOn(PlayerId, Option<PhaseId>),
    /// Players leave the game, all at the same time.
    Leaves(Players),
    /// A seat gives up the action it is in the middle of.
    Withdraws(Seat),
    /// An attempt must be refused.
    Cannot(Seat),
    /// A seat must not be asked before the next step.
    NotAsked(Seat),
    /// A seat must be offered exactly this.
    Offered(Seat, Offer),
    /// Something must be so.
    Claim(Claim),
    /// Nothing more is done: what is open stays open.
    EndsHere,
}

/// The steps of a text whose lines lie at these places; what is no step is reported.
pub(super) fn steps(page: &Page<'_>, rules: &Rules, players: u8, text: &str, places: &[Span]) -> Vec<Step> {
    let mut steps = Vec::new();
    let quoted = names_with_typographic_quotes(rules);
    for (line, span) in text.lines().zip(places) {
        let line = with_quotes_of_the_game(line, &quoted);
        let line = &*with_joints_in_order(&line, rules);
        match parse(line, rules) {
            Parsed::Nothing => {}
            Parsed::Steps(parsed) => {
                steps.extend(parsed.into_iter().map(|(text, kind)| Step { text: text.into(), span: *span, kind }))
            }
            Parsed::Wrong(message) => page.report("step-malformed", span, message),
            Parsed::Misread(misread) => misread.report(page, line, span),
        }
    }
    let early = steps.iter().rev().skip(1).find(|step| step.kind == StepKind::EndsHere);
    if let Some(step) = early {
        page.report("step-malformed", &step.span, format!("`{ENDS_HERE}` is the last step: nothing follows it"));
    }
    let named = |step: &&Step| matches!(&step.kind, StepKind::Claim(claim) if claim.last_letter() >= Some(players));
    if let Some(step) = steps.iter().find(named) {
        let message = format!("a seat of this claim is none of this table: it has {players} players");
        page.report("seat-unknown", &step.span, message);
    }
    steps
}

/// The names, titles and words of a game in which quotation marks or apostrophes are typographic, the longest first.
fn names_with_typographic_quotes(rules: &Rules) -> Vec<&str> {
    let titles = rules.zones.values().map(|zone| &*zone.title).chain(rules.phases.values().map(|phase| &*phase.title));
    let names = rules.definitions.keys().map(|name| &**name).chain(rules.words.iter()).chain(titles);
    let mut quoted: Vec<&str> = names.filter(|name| !name.is_ascii() && name.contains(TYPOGRAPHIC)).collect();
    quoted.sort_by_key(|name| (std::cmp::Reverse(name.len()), *name));
    quoted.dedup();
    quoted
}

/// A line with its quotation marks and apostrophes as the game writes them, whichever the author's keyboard or editor
/// makes: straight ones, except in names that have others.
fn with_quotes_of_the_game<'x>(line: &'x str, quoted: &[&str]) -> Cow<'x, str> {
    let plain = straight(line);
    let meant = quoted.iter().filter(|name| plain.contains(&*straight(name)));
    meant.fold(plain.clone(), |line, name| Cow::Owned(line.replace(&*straight(name), name)))
}

/// The text with straight quotation marks and apostrophes.
fn straight(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(TYPOGRAPHIC) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(['‘', '’'], "'").replace(['“', '”'], "\""))
}

/// A line in which joints are called as the board calls them: a joint without a name of its own may be called by its
/// spaces in either order.
fn with_joints_in_order<'x>(line: &'x str, rules: &Rules) -> Cow<'x, str> {
    let mut line = Cow::Borrowed(line);
    if !line.contains(DASH) {
        return line;
    }
    for joint in rules.board.joint_ids() {
        let name = rules.name_of(rules.board.def(joint));
        let Some((one, other)) = name.split_once(DASH) else { continue };
        let turned = format!("{other}{DASH}{one}");
        let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        let whole = |at: &usize| {
            !is_part(line[..*at].chars().next_back()) && !is_part(line[at + turned.len()..].chars().next())
        };
        let found = line.match_indices(&turned).map(|(at, _)| at).find(whole);
        if let Some(at) = found.filter(|_| !rules.definitions.contains_key(&*turned)) {
            // Both names are equally long: places in the line stay what they are.
            line.to_mut().replace_range(at..at + turned.len(), name);
        }
    }
    line
}

/// The `>` and `*` lines of a trace: as steps they repeat it.
pub fn feed(trace: &str) -> String {
    let inputs = trace.lines().map(str::trim_start).filter(|line| line.starts_with("> ") || line.starts_with("* "));
    inputs.map(|line| format!("{line}\n")).collect()
}

/// The last of the letters that the steps name at their beginnings, counted from 0, for counting players.
pub(super) fn last_letter(text: &str, rules: &Rules) -> Option<u8> {
    let kinds = text.lines().filter_map(|line| match parse(line, rules) {
        Parsed::Steps(steps) => Some(steps),
        Parsed::Nothing | Parsed::Wrong(_) | Parsed::Misread(_) => None,
    });
    kinds.flatten().filter_map(|(_, kind)| kind.letter()).max()
}

enum Parsed<'x> {
    Nothing,
    Steps(Vec<(String, StepKind)>),
    Wrong(String),
    Misread(Misread<'x>),
}

fn parse<'x>(line: &'x str, rules: &Rules) -> Parsed<'x> {
    let line = line.trim();
    let (mark, rest) = match line.split_once(' ') {
        Some((mark @ (">" | "*"), rest)) => (Some(mark), rest.trim_start()),
        _ => (None, line),
    };
    if line.is_empty() || line.starts_with('#') {
        return Parsed::Nothing;
    }
    if let Some(mark) = ["- ", "x ", "! ", "? "].iter().find(|mark| line.starts_with(**mark)) {
        let mark = mark.trim();
        return Parsed::Wrong(format!("a line marked `{mark}` is no step: only those marked `>` and `*` are"));
    }
    // A card may be called like a claim: `shuffled for B: The Shadow is Moving` is an outcome.
    let is_outcome = matches!(chance(rest), Some((_, StepKind::Chance(.., Some(_)))));
    if mark.is_none()
        && !is_outcome
        && let Some(claim) = claims::read(rest, rules)
    {
        return match claim {
            Ok(claim) => Parsed::Steps(vec![(rest.to_string(), StepKind::Claim(claim))]),
            Err(misread) => Parsed::Misread(misread),
        };
    }
    let steps = match mark {
        Some("*") => chance(rest).into_iter().collect(),
        _ => by_words(rest, rules)
            .or_else(|| leave(rest))
            .or_else(|| passes(rest))
            .unwrap_or_else(|| by_seat(rest).into_iter().collect()),
    };
    if steps.is_empty() { Parsed::Wrong(format!("`{rest}` is no step")) } else { Parsed::Steps(steps) }
}

/// Steps that do not begin with a seat.
fn by_words(text: &str, rules: &Rules) -> Option<Vec<(String, StepKind)>> {
    let kind = match text {
        "all pass" | "then all pass" => Some(StepKind::AllPass),
        ENDS_HERE => Some(StepKind::EndsHere),
        _ => None,
    };
    if let Some(kind) = kind {
        return Some(vec![(text.to_string(), kind)]);
    }
    let (player, what) = text.strip_prefix("go on until ")?.split_once("'s ")?;
    let phase = match what.strip_suffix(" phase") {
        Some(phase) => Some(phase_of(phase, rules)?),
        None if what == "turn" => None,
        None => return None,
    };
    Some(vec![(text.to_string(), StepKind::GoOn(player_of(player)?, phase))])
}

/// The phase with this key or title.
pub(super) fn phase_of(text: &str, rules: &Rules) -> Option<PhaseId> {
    let found = rules.phases.iter().position(|(key, phase)| **key == *text || *phase.title == *text);
    found.map(PhaseId::from)
}

/// `A and C leave the game`: one step, because they leave at the same time.
fn leave(text: &str) -> Option<Vec<(String, StepKind)>> {
    let names = text.strip_suffix(" leave the game")?;
    let players: Option<Vec<PlayerId>> = names.replace(" and ", ", ").split(", ").map(player_of).collect();
    let players = players?.into_iter().fold(Players::NONE, Players::with);
    Some(vec![(text.to_string(), StepKind::Leaves(players))])
}

/// `C and A pass`: a step for each.
fn passes(text: &str) -> Option<Vec<(String, StepKind)>> {
    let names = text.strip_suffix(" pass")?;
    let seats: Option<Vec<Seat>> = names.replace(" and ", ", ").split(", ").map(seat_of).collect();
    let step = |seat: Seat| (format!("{} passes", seat.letter()), StepKind::Decision(seat));
    seats.map(|seats| seats.into_iter().map(step).collect())
}

/// Steps that begin with a seat, or speak of chance for one.
fn by_seat(text: &str) -> Option<(String, StepKind)> {
    let letter = text.split([' ', ',']).next()?;
    let Some(seat) = seat_of(letter) else { return chance(text) };
    let rest = text[letter.len()..].trim_start();
    let kind = match rest {
        "leaves the game" => StepKind::Leaves(Players::only(player_of(letter)?)),
        "withdraws" => StepKind::Withdraws(seat),
        "is not asked" => StepKind::NotAsked(seat),
        _ if rest.starts_with("cannot ") => StepKind::Cannot(seat),
        _ => match rest.strip_prefix("is ").and_then(Offer::read) {
            Some(offer) => StepKind::Offered(seat, offer),
            None => StepKind::Decision(seat),
        },
    };
    Some((text.to_string(), kind))
}

/// `dice for A: 5, 6, 2`, `shuffled for A`.
fn chance(text: &str) -> Option<(String, StepKind)> {
    let (head, outcome) = match text.split_once(": ") {
        Some((head, outcome)) => (head, Some(outcome.into())),
        None => (text, None),
    };
    let (what, player) = head.rsplit_once(" for ")?;
    Some((text.to_string(), StepKind::Chance(what.into(), player_of(player)?, outcome)))
}

/// The seat with this letter.
pub(super) fn seat_of(letter: &str) -> Option<Seat> {
    match letter.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(Seat(letter - b'A')),
        _ => None,
    }
}

/// The player with this letter.
pub(super) fn player_of(letter: &str) -> Option<PlayerId> {
    seat_of(letter).map(|seat| PlayerId(seat.0))
}

impl StepKind {
    /// Whether it claims something of the table as it stands, and nobody decides anything.
    pub(super) const fn is_claim(&self) -> bool {
        matches!(self, Self::Claim(_) | Self::Offered(..) | Self::NotAsked(_) | Self::Cannot(_))
    }

    /// The seat of which it claims what it is asked or offered, if it does. As the last step, it ends the ruling there.
    pub(super) const fn says_who_is_asked(&self) -> Option<Seat> {
        match self {
            Self::Claim(Claim::IsAsked(seat, _)) | Self::Offered(seat, _) => Some(*seat),
            _ => None,
        }
    }

    /// The letter of which it speaks, counted from 0.
    fn letter(&self) -> Option<u8> {
        match self {
            Self::Decision(seat)
            | Self::Withdraws(seat)
            | Self::Cannot(seat)
            | Self::NotAsked(seat)
            | Self::Offered(seat, _) => Some(seat.0),
            Self::Chance(_, player, _) | Self::GoOn(player, _) => Some(player.0),
            Self::Leaves(players) => players.iter().last().map(|player| player.0),
            Self::Claim(claim) => claim.last_letter(),
            Self::AllPass | Self::EndsHere => None,
        }
    }

    /// Whether it speaks of this seat, or of its player.
    pub(super) fn is_about(&self, seat: Seat, state: &State) -> bool {
        match self {
            Self::Decision(own)
            | Self::Withdraws(own)
            | Self::Cannot(own)
            | Self::NotAsked(own)
            | Self::Offered(own, _) => *own == seat,
            Self::Chance(_, player, _) | Self::GoOn(player, _) => *player == state.player_of(seat),
            Self::Leaves(players) => players.has(state.player_of(seat)),
            Self::AllPass | Self::Claim(_) | Self::EndsHere => false,
        }
    }
}
