//! Reading a ruling against the rules of its game.

use super::files::RulingFile;
use super::steps::{self, Step, StepKind, player_of};
use cardwright_content::arranging::{self, ArrangementReader, LocatedName as Name, LoneFile as Page};
use cardwright_content::tree::{self, TomlField as Field, TomlNode as Node, TomlValue as Value};
use cardwright_game::{Begin, BeginError, Ruleset, RulesetInside, Seed};
use cardwright_kernel::ids::{AttrId, PhaseId, PlayerId, Seat};
use cardwright_kernel::problems::{Problems, Span};
use cardwright_kernel::rules::{Arrangement, Rules, StandingTable};
use cardwright_kernel::setup::{Arranged, OptionError, Setup, Start};
use cardwright_kernel::values::Value as OptionValue;
use cardwright_report::listed;
use std::collections::BTreeSet;

/// The largest number of rules that one claim may be about.
const MOST_RULES: usize = 3;

/// The keys of a ruling besides those of seats.
pub const KEYS: [&str; 16] = [
    "claim", "rules", "cards", "expects", "table", "players", "turn", "begins", "decks", "phase", "seed", "options",
    "each", "game", "board", "play",
];

/// A claim, the table it is made at, and the steps that prove it.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The path of its file.
    pub path: Box<str>,
    /// The text of its file.
    pub text: Box<str>,
    /// What it claims, in a sentence.
    pub claim: String,
    /// The numbered rules that it shows.
    pub rules: Vec<Box<str>>,
    /// The cards that it is about, by name.
    pub cards: Vec<Box<str>>,
    /// Whether it shows how a script fails: otherwise a failure of one fails the ruling.
    pub expects_fault: bool,
    /// The table.
    pub setup: Setup,
    pub(super) steps: Vec<Step>,
}

impl Ruling {
    /// Its steps, as they are written, without marks.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| &*step.text)
    }

    /// How many lines its steps are written on.
    pub fn step_lines(&self) -> usize {
        self.steps.chunk_by(|one, other| one.span == other.span).count()
    }

    /// The same table with only the steps of so many lines.
    #[must_use]
    pub fn first_steps(&self, lines: usize) -> Self {
        let chunks = self.steps.chunk_by(|one, other| one.span == other.span);
        Self { steps: chunks.take(lines).flatten().cloned().collect(), ..self.clone() }
    }

    /// Whether a step that does something speaks of a card with this name.
    pub(super) fn names_in_steps(&self, name: &str) -> bool {
        self.steps.iter().any(|step| !matches!(step.kind, StepKind::Claim(_)) && step.text.contains(name))
    }

    /// The same without what is claimed of the table, which is not true of one with other cards, and without what others than
    /// a seat cannot do: no game tells it why, as the trace of a ruling does.
    pub(super) fn as_seen_by(&self, seat: Seat) -> Self {
        let acts = |step: &&Step| match step.kind {
            StepKind::Claim(_) => false,
            StepKind::Cannot(own) => own == seat,
            _ => true,
        };
        Self { steps: self.steps.iter().filter(acts).cloned().collect(), ..self.clone() }
    }

    /// The same table with other steps, for instance those that a trace was made of.
    ///
    /// # Errors
    /// What is no step.
    pub fn with_steps(&self, rules: &Rules, text: &str) -> Result<Self, Problems> {
        let page = Page::new("steps", Vec::new());
        let steps = steps::steps(&page, rules, self.setup.players, text, &lines_of(text));
        let problems = page.problems();
        let ruling = Self { path: "steps".into(), text: text.into(), steps, ..self.clone() };
        if problems.is_empty() { Ok(ruling) } else { Err(problems) }
    }

    /// The claims at the end that say what is still asked, each on a line of its own.
    pub(super) fn closing_questions(&self) -> String {
        let ends = |step: &&Step| step.kind == StepKind::EndsHere;
        let closing = self.steps.iter().rev().take_while(|step| step.kind.is_claim() || ends(step));
        let mut lines: Vec<&str> = closing
            .filter(|step| step.kind.says_who_is_asked().is_some() || ends(step))
            .map(|step| &*step.text)
            .collect();
        lines.reverse();
        lines.into_iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Reads a ruling.
///
/// # Errors
/// Everything that is wrong in the file.
pub fn read(file: &RulingFile, ruleset: &Ruleset) -> Result<Ruling, Problems> {
    let (fields, syntax) = tree::parse(&file.path, &file.text);
    if !syntax.is_empty() {
        return Err(syntax.into_iter().collect());
    }
    let page = Page::new(&file.path, syntax);
    let mut reading = Reading { page: &page, ruleset, rules: ruleset.rules(), file, fields: &fields, base: None };
    reading.base = reading.standing_table();
    let ruling = reading.ruling();
    let problems = page.problems();
    if problems.is_empty() { Ok(ruling) } else { Err(problems) }
}

struct Reading<'t> {
    page: &'t Page<'t>,
    ruleset: &'t Ruleset,
    rules: &'t Rules,
    file: &'t RulingFile,
    fields: &'t [Field<'t>],
    /// The table that it starts from.
    base: Option<&'t StandingTable>,
}

impl<'t> Reading<'t> {
    fn ruling(&self) -> Ruling {
        let people = self.people();
        let players = self.rules.players_of(people);
        let usual_turn = self.base.map(|base| base.turn).filter(|turn| turn.0 < players).unwrap_or(PlayerId(0));
        let turn = self.get("turn").and_then(|node| self.player("turn", node, players)).unwrap_or(usual_turn);
        let own = self.arrangement(players);
        let on_table = own.cards().filter(|card| !card.is_dull).map(|card| self.rules.name_of(card.def).into());
        let on_table: BTreeSet<Box<str>> = on_table.collect();
        let decks = self.decks(players, own.cards().next().is_some());
        let base = self.base.map(|base| base.arrangement.clone()).unwrap_or_default();
        let (cards, pieces, arranged) = base.with(own).laid_out(self.rules, players, self.phase());
        let setup = Setup {
            players,
            seats: self.rules.seating(people),
            first: turn,
            seed: self.seed(),
            cards,
            pieces,
            options: self.options(),
            start: self.start(arranged),
        };
        Ruling {
            path: self.file.path.clone(),
            text: self.file.text.clone(),
            claim: self.claim(),
            rules: self.numbers(),
            cards: self.about(on_table),
            expects_fault: self.expects_fault(),
            setup: self.dealt(setup, people, &decks),
            steps: self.steps(people.max(players)),
        }
    }

    /// The decks with which the game begins: one for each player, as they sit.
    fn decks(&self, players: u8, lays_cards: bool) -> Vec<String> {
        let Some(field) = tree::field(self.fields, "decks") else { return Vec::new() };
        if self.get("begins").is_none() || lays_cards {
            let message = "decks are what a whole game begins with: say `begins = true`, and lay no cards yourself";
            self.page.report("begins-arranged", &field.span, message);
        }
        let names = self.page.texts("decks", &field.node);
        if names.len() > usize::from(players) {
            let message = format!("{} decks are more than {players} players have", names.len());
            self.page.report("decks-too-many", &field.node.span, message);
        }
        let known = || self.rules.decks.keys().map(|key| &**key);
        for name in names.iter().filter(|name| !self.rules.decks.contains_key(name.text)) {
            let message = format!("this game has no deck `{}`", name.text);
            self.page.unknown("deck-unknown", *name, message, known());
        }
        names.into_iter().map(|name| name.text.to_string()).collect()
    }

    /// The setup with the cards of the decks that the ruling names.
    fn dealt(&self, setup: Setup, people: u8, decks: &[String]) -> Setup {
        if decks.is_empty() {
            return setup;
        }
        let begin = Begin { decks: decks.to_vec(), ..Begin::new(people, setup.seed) };
        match self.ruleset.begin(&begin).map(|game| game.setup().cloned()) {
            Ok(Some(Setup { cards, pieces, .. })) => Setup { cards, pieces, ..setup },
            // A name that no deck has is reported where it stands.
            Ok(None) | Err(BeginError::Deck(_)) => setup,
            Err(error) => {
                self.page.report_whole("decks-misfit", error.to_string());
                setup
            }
        }
    }

    fn get(&self, key: &str) -> Option<&'t Node<'t>> {
        tree::field(self.fields, key).map(|field| &field.node)
    }

    fn claim(&self) -> String {
        let Some(node) = self.get("claim") else {
            self.page.report_whole("claim-missing", "a ruling needs a `claim`: one sentence that it proves");
            return String::new();
        };
        self.page.text("claim", node).map(|claim| claim.text.to_string()).unwrap_or_default()
    }

    fn numbers(&self) -> Vec<Box<str>> {
        let Some(node) = self.get("rules") else { return Vec::new() };
        let rules = self.page.texts("rules", node);
        if rules.len() > MOST_RULES {
            let message = format!("one claim shows at most {MOST_RULES} rules, not {}", rules.len());
            self.page.report("rules-too-many", &node.span, message);
        }
        rules.into_iter().map(|rule| rule.text.into()).collect()
    }

    fn about(&self, on_table: BTreeSet<Box<str>>) -> Vec<Box<str>> {
        let Some(node) = self.get("cards") else { return on_table.into_iter().collect() };
        let names = self.page.texts("cards", node);
        for name in &names {
            arranging::definition(self.page, self.rules, *name);
        }
        names.into_iter().map(|name| name.text.into()).collect()
    }

    /// `expects = "fault"`.
    fn expects_fault(&self) -> bool {
        let Some(name) = self.get("expects").and_then(|node| self.page.text("expects", node)) else { return false };
        if name.text != "fault" {
            let message = format!("a ruling cannot expect `{}`", name.text);
            self.page.unknown("choice-unknown", name, message, std::iter::once("fault"));
        }
        true
    }

    /// A number, or a text of 64 hexadecimal digits.
    fn seed(&self) -> Seed {
        let Some(node) = self.get("seed") else { return Seed::from(1) };
        let seed = match &node.value {
            Value::Text(digits) => digits.parse::<Seed>().map_err(|wrong| {
                self.page.report("seed-unreadable", &node.span, format!("`seed`: {wrong}"));
            }),
            _ => self.page.number("seed", node, 0, i64::MAX).map(|seed| Seed::from(seed.unsigned_abs())).ok_or(()),
        };
        seed.unwrap_or(Seed::from(1))
    }

    /// The options of the game that are chosen: `options = { lanterns = 6 }`.
    fn options(&self) -> Vec<(AttrId, OptionValue)> {
        let Some(node) = self.get("options") else { return Vec::new() };
        let Value::Fields(fields) = &node.value else {
            self.page.wrong("options", node, "a table of options and what they are");
            return Vec::new();
        };
        let mut options = Vec::new();
        for field in fields {
            let said = match &field.node.value {
                Value::Text(text) => text.to_string(),
                Value::Number(number) => number.to_string(),
                Value::Flag(flag) => flag.to_string(),
                _ => {
                    self.page.wrong(&field.key, &field.node, "a number, a text, or true or false");
                    continue;
                }
            };
            match self.rules.option(&field.key, &said) {
                Ok(option) => options.push(option),
                Err(OptionError::Unknown { .. }) => {
                    let known: Vec<&str> = self.rules.options().map(|(_, name, ..)| name).collect();
                    let message = format!("this game has no option `{}`", field.key);
                    self.page.unknown("option-unknown", Name::of(field), message, known.into_iter());
                }
                Err(wrong) => self.page.report("choice-unknown", &field.node.span, wrong.to_string()),
            }
        }
        options
    }

    /// In the middle of a turn, unless it says that the game begins.
    fn start(&self, arranged: Arranged) -> Start {
        let Some(node) = self.get("begins") else { return Start::Middle(arranged) };
        match node.value {
            Value::Flag(true) => {}
            Value::Flag(false) => return Start::Middle(arranged),
            _ => self.page.wrong("begins", node, "true or false"),
        }
        let too_much = "a game that begins has no running phase, nothing noted of anybody, nothing attached and nothing in a \
                        certain place: leave `table`, `phase`, `attributes`, `attached` and `place` out";
        if self.get("table").is_some()
            || self.get("phase").is_some()
            || !arranged.sets.is_empty()
            || !arranged.attached.is_empty()
            || !arranged.places.is_empty()
        {
            self.page.report("begins-arranged", &node.span, too_much);
        }
        Start::Beginning
    }

    /// As many people as the table is for, or as its parts and the steps name, but not fewer than the game needs.
    fn people(&self) -> u8 {
        let (least, most) = self.rules.players;
        if let Some(node) = self.get("players") {
            let players = self.page.number("players", node, i64::from(least), i64::from(most));
            return players.map_or(least, |players| players as u8);
        }
        if let Some(base) = self.base {
            return base.people;
        }
        let tables = self.fields.iter().filter_map(|field| player_of(&field.key)).map(|player| player.0).max();
        let steps = self.play().and_then(|(text, _)| steps::last_letter(text, self.rules));
        let named = tables.max(steps).map_or(0, |last| last + 1);
        if named > most {
            let message = format!("this game has at most {most} players, and this ruling names {named}");
            self.page.report_whole("players-too-many", message);
        }
        named.clamp(least, most)
    }

    fn player(&self, key: &str, node: &Node<'_>, players: u8) -> Option<PlayerId> {
        let name = self.page.text(key, node)?;
        let player = player_of(name.text).filter(|player| player.0 < players);
        if player.is_none() {
            let all: Vec<String> = (0..players).map(|player| PlayerId(player).letter().to_string()).collect();
            let message = format!("`{}` is no seat of this table: its players are {}", name.text, listed(all));
            self.page.report("seat-unknown", name.span, message);
        }
        player
    }

    /// The running phase: that of the table if nothing else is said.
    fn phase(&self) -> PhaseId {
        let name = self.get("phase").and_then(|node| self.page.text("phase", node));
        match (name, self.base) {
            (None, Some(base)) => base.phase,
            (name, _) => arranging::phase(self.page, self.rules, name),
        }
    }

    /// What the ruling itself says lies on the table.
    fn arrangement(&self, players: u8) -> Arrangement {
        let mut lies = ArrangementReader::new(self.page, self.rules, players);
        for field in self.fields {
            let is_part = arranging::ARRANGEMENT_KEYS.contains(&&*field.key) || !KEYS.contains(&&*field.key);
            if is_part && !lies.read(field) {
                let message = format!("a ruling has no key `{}`", field.key);
                self.page.unknown("key-unknown", Name::of(field), message, KEYS.into_iter());
            }
        }
        lies.arrangement(self.base.map(|base| &base.arrangement))
    }

    /// The table of the ruleset that the ruling names.
    fn standing_table(&self) -> Option<&'t StandingTable> {
        let name = self.page.text("table", self.get("table")?)?;
        let found = self.rules.tables.get(name.text);
        if found.is_none() {
            let known = self.rules.tables.keys().map(|key| &**key);
            self.page.unknown("table-unknown", name, format!("this game declares no table `{}`", name.text), known);
        }
        found
    }

    fn play(&self) -> Option<(&'t str, &'t Span)> {
        let fields = match &self.get("play")?.value {
            Value::Fields(fields) => fields,
            _ => return None,
        };
        match &tree::field(fields, "steps")?.node {
            Node { value: Value::Text(text), span } => Some((text, span)),
            _ => None,
        }
    }

    fn steps(&self, seats: u8) -> Vec<Step> {
        match self.play() {
            Some((text, span)) => {
                steps::steps(self.page, self.rules, seats, text, &line_places(&self.file.text, text, span))
            }
            None => {
                self.page.report_whole("steps-missing", "a ruling needs `steps` under `[play]`: what is done");
                Vec::new()
            }
        }
    }
}

/// Where the lines of a text between `"""` stand in the file; the whole text for each where that cannot be told.
fn line_places(file: &str, text: &str, span: &Span) -> Vec<Span> {
    let raw = file.get(span.range()).unwrap_or_default();
    let body = ["\"\"\"", "'''"].into_iter().find_map(|quote| raw.strip_prefix(quote)?.strip_suffix(quote));
    let Some(body) = body else { return vec![*span; text.lines().count()] };
    let start = span.start + 3;
    let skipped = ["\r\n", "\n"].into_iter().find(|end| body.starts_with(end)).map_or(0, str::len);
    let places: Vec<Span> = lines_of(&body[skipped..]).into_iter().map(|line| shifted(line, start + skipped)).collect();
    if places.len() < text.lines().count() { vec![*span; text.lines().count()] } else { places }
}

fn shifted(span: Span, by: usize) -> Span {
    Span::from(span.start + by..span.end + by)
}

/// The places of the lines of a text, without indent and end.
fn lines_of(text: &str) -> Vec<Span> {
    let mut start = 0;
    let place = |line: &str| {
        let from = start + line.len() - line.trim_start().len();
        let to = from + line.trim().len();
        start += line.len();
        Span::from(from..to)
    };
    text.split_inclusive('\n').map(place).collect()
}
