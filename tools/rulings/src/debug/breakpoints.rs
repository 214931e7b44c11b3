//! Where scripts are to stop.

use cardwright_game::{Ruleset, RulesetInside};
use cardwright_kernel::text::suggest;
use std::collections::BTreeSet;

/// Where scripts are to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// At a line of a script.
    Line {
        /// The script.
        script: u16,
        /// Counted from 1.
        line: u16,
    },
    /// At the first statement after so many facts have been told.
    Told(usize),
}

/// A place with the words by which it was set.
#[derive(Clone, Debug)]
pub struct Breakpoint {
    /// Its number, counted from 1.
    pub number: usize,
    /// How it is told.
    pub told: String,
    /// The place.
    pub place: Place,
    /// Whether a moment has passed.
    pub(super) is_over: bool,
}

/// All places where scripts are to stop.
#[derive(Clone, Debug)]
pub struct Breakpoints {
    paths: Vec<Box<str>>,
    /// The lines on which statements begin.
    statements: BTreeSet<(u16, u16)>,
    set: Vec<Breakpoint>,
    last: usize,
}

impl Breakpoints {
    /// None yet.
    pub fn new(ruleset: &Ruleset) -> Self {
        let paths = ruleset.rules().scripts.keys().cloned().collect();
        Self { paths, statements: ruleset.statement_lines(), set: Vec::new(), last: 0 }
    }

    /// Those that are set.
    pub fn all(&self) -> &[Breakpoint] {
        &self.set
    }

    /// Sets one at a line of a script, given by its path or the end of that: `warm-tea.rhai`, 2. Gives its number.
    ///
    /// # Errors
    /// Says that there is no such script, or no statement on the line, and what may be meant.
    pub fn at_line(&mut self, path: &str, line: u16) -> Result<&Breakpoint, String> {
        let script = self.script(path)?;
        if !self.statements.contains(&(script, line)) {
            let next = self.statements.range((script, line)..(script + 1, 0)).next();
            let next = next.map(|(_, line)| format!("; the next is on line {line}")).unwrap_or_default();
            return Err(format!("no statement begins on line {line} of `{}`{next}", self.path(script)));
        }
        let told = format!("{}:{line}", self.path(script));
        Ok(self.add(Place::Line { script, line }, told))
    }

    /// The first line from one on where a statement of a script begins: what editors are told of their marks.
    pub fn next_line(&self, path: &str, line: u16) -> Option<u16> {
        let script = self.script(path).ok()?;
        self.statements.range((script, line)..(script.checked_add(1)?, 0)).next().map(|(_, line)| *line)
    }

    /// Sets one at the first statement after so many facts have been told.
    pub fn at_facts(&mut self, facts: usize, told: String) -> &Breakpoint {
        self.add(Place::Told(facts), told)
    }

    fn add(&mut self, place: Place, told: String) -> &Breakpoint {
        self.last += 1;
        self.set.push(Breakpoint { number: self.last, told, place, is_over: false });
        &self.set[self.set.len() - 1]
    }

    /// Takes one away. Whether it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        let before = self.set.len();
        self.set.retain(|breakpoint| breakpoint.number != number);
        self.set.len() < before
    }

    /// Takes all away at lines of a script.
    pub fn clear_lines(&mut self, path: &str) {
        let Ok(wanted) = self.script(path) else { return };
        self.set.retain(|breakpoint| !matches!(breakpoint.place, Place::Line { script, .. } if script == wanted));
    }

    /// The path of a script.
    pub fn path(&self, script: u16) -> &str {
        self.paths.get(usize::from(script)).map_or("", |path| path)
    }

    /// The script whose path ends like this.
    fn script(&self, path: &str) -> Result<u16, String> {
        let path = path.replace('\\', "/");
        let is_meant =
            |known: &str| known == path || known.ends_with(&format!("/{path}")) || path.ends_with(&format!("/{known}"));
        let found: Vec<usize> = (0..self.paths.len()).filter(|at| is_meant(&self.paths[*at])).collect();
        match found[..] {
            [only] => Ok(only as u16),
            [] => {
                let names = self.paths.iter().map(|path| path.rsplit('/').next().unwrap_or_default());
                let near = suggest(path.rsplit('/').next().unwrap_or_default(), names);
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                Err(format!("the game has no script `{path}`{near}"))
            }
            _ => {
                let all = found.iter().map(|at| &*self.paths[*at]).collect::<Vec<_>>().join(", ");
                Err(format!("`{path}` can mean: {all}"))
            }
        }
    }

    /// The one that is met by a statement that is new, on this line, when so many facts have been told.
    pub(super) fn met(&mut self, (script, line): (u16, u16), is_new: bool, facts: usize) -> Option<usize> {
        let meets = |breakpoint: &&mut Breakpoint| match breakpoint.place {
            Place::Line { script: of, line: at } => is_new && (of, at) == (script, line),
            Place::Told(told) => !breakpoint.is_over && facts >= told,
        };
        let met = self.set.iter_mut().find(meets)?;
        met.is_over = true;
        Some(met.number)
    }
}
