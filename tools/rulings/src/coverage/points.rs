//! What can be exercised: the probes of scripts, the keys of cards, the gates of actions.

use super::Footprint;
use super::keys;
use cardwright_content::Files;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::ids::ActionId;
use cardwright_kernel::rules::{Exercised, Rules};
use cardwright_script::lower::code::{Probe, ProbeSort};

/// Something that rulings should exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What sort of thing it is.
    pub sort: PointSort,
    /// The file.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 where only the line is known.
    pub column: u32,
    /// Its name: of a function, a key, a gate; none for what has only a place.
    pub name: String,
    /// What must happen in rulings.
    pub needs: Vec<Need>,
}

impl Point {
    /// What it is, wherever it is listed.
    pub(super) fn place(&self) -> (&str, u32, u32, PointSort, &str) {
        (&self.path, self.line, self.column, self.sort, &self.name)
    }
}

/// The sorts of points, in the order in which they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PointSort {
    /// A function of a script.
    Function,
    /// A statement of a script.
    Clause,
    /// A condition, with both outcomes, or a case of a `switch`.
    Branch,
    /// A key of a card.
    Key,
    /// A gate, open and closed.
    Gate,
}

impl PointSort {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Function, Self::Clause, Self::Branch, Self::Key, Self::Gate];

    /// How several of them are called.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Function => "functions",
            Self::Clause => "clauses",
            Self::Branch => "branches",
            Self::Key => "keys",
            Self::Gate => "gates",
        }
    }
}

/// What must happen in some ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// What is said if it never happens: "is never called".
    pub unmet: &'static str,
    /// What shows that it happened: any of these.
    pub by: Vec<Exercised>,
}

impl Need {
    /// That one of these is exercised.
    pub const fn new(unmet: &'static str, by: Vec<Exercised>) -> Self {
        Self { unmet, by }
    }

    /// Whether a ruling meets it.
    pub fn is_met(&self, footprint: &Footprint) -> bool {
        self.by.iter().any(|what| footprint.has(*what))
    }
}

/// Everything in the files of these packs that rulings of a game should exercise, in the order of files and lines.
pub fn points(files: &Files, ruleset: &Ruleset, is_wanted: impl Fn(&str) -> bool) -> Vec<Point> {
    let (recorded, _) = ruleset.recorded();
    let rules = recorded.rules();
    let probes = recorded.probes().iter().enumerate().map(|(number, probe)| of_probe(rules, number as u32, *probe));
    let mut points: Vec<Point> = probes.filter(|point| is_wanted(&point.path)).collect();
    points.extend(gates(rules).into_iter().filter(|point| is_wanted(&point.path)));
    points.extend(keys::keys(files, rules, is_wanted));
    points.sort_by(|one, other| {
        let place = |point: &Point| (point.line, point.sort, point.column);
        one.path.cmp(&other.path).then_with(|| place(one).cmp(&place(other)))
    });
    points
}

fn of_probe(rules: &Rules, number: u32, probe: Probe) -> Point {
    let (script, function) = probe.function;
    let path = rules.scripts.get_index(usize::from(script)).map_or("", |(path, _)| path);
    let passed = || vec![Exercised::Passed(number)];
    let (sort, needs) = match probe.sort {
        ProbeSort::Function => (PointSort::Function, vec![Need::new("is never called", passed())]),
        ProbeSort::Clause => (PointSort::Clause, vec![Need::new("is never reached", passed())]),
        ProbeSort::Closure => (PointSort::Clause, vec![Need::new("is never called", passed())]),
        ProbeSort::Case => (PointSort::Branch, vec![Need::new("is never taken", passed())]),
        ProbeSort::Condition => (
            PointSort::Branch,
            vec![
                Need::new("is never true", vec![Exercised::Held(number, true)]),
                Need::new("is never false", vec![Exercised::Held(number, false)]),
            ],
        ),
    };
    let names = rules.function_names.get(usize::from(script));
    let name = names.and_then(|names| names.get(usize::from(function))).map(ToString::to_string);
    let name = name.filter(|_| sort == PointSort::Function).unwrap_or_default();
    Point { sort, path: path.to_owned(), line: probe.line.into(), column: probe.column.into(), name, needs }
}

/// The gates of the ruleset's actions.
fn gates(rules: &Rules) -> Vec<Point> {
    let mut points = Vec::new();
    for (at, action) in rules.actions.values().enumerate() {
        for (number, (name, gate)) in action.gates.iter().enumerate() {
            let Some(line) = gate.line else { continue };
            let by = |open| vec![Exercised::Gate(ActionId::from(at), number as u16, open)];
            points.push(Point {
                sort: PointSort::Gate,
                path: rules.files[usize::from(line.file)].to_string(),
                line: line.line,
                column: 0,
                name: name.to_string(),
                needs: open_and_closed(by),
            });
        }
    }
    points
}

/// What a gate needs.
pub(super) fn open_and_closed(by: impl Fn(bool) -> Vec<Exercised>) -> Vec<Need> {
    vec![Need::new("is never open", by(true)), Need::new("is never closed", by(false))]
}
