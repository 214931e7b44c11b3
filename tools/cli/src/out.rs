//! Standard output: lines go through here, and a reader that has gone away ends the command quietly.
//!
//! Packs, saves and records from elsewhere may hold anything. Nothing of them leaves here as a character that a terminal
//! would obey: [`printable`] makes it visible.

use crate::wrap::wrapped;
use cardwright_kernel::problems::Colour;
use cardwright_kernel::text::{printable, printable_json};
use cardwright_rulings::command_error::CommandError;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Lines are not broken on a terminal that is narrower: a drawn board would be torn.
const NARROWEST: usize = 20;

/// What is told of a failure: broken between words where it is wider than the terminal, if that is one.
pub fn told(failure: &CommandError, terminal: &console::Term) -> String {
    let size = terminal.size_checked().filter(|_| terminal.is_term());
    within(&failure.to_string(), size.map(|(_, columns)| usize::from(columns)))
}

/// A text in lines as wide as a terminal, if there is one that is not too narrow.
fn within(text: &str, columns: Option<usize>) -> String {
    columns.filter(|columns| *columns >= NARROWEST).map_or_else(|| text.to_owned(), |columns| wrapped(text, columns))
}

/// Where a command writes.
pub struct Out {
    to: Box<dyn Write>,
    closed: bool,
    /// Why something could not be written, unless nobody reads any more.
    failed: Option<String>,
    colour: Colour,
    is_terminal: bool,
    /// How wide lines may be, if they are broken between words.
    width: Option<usize>,
}

impl Out {
    /// Standard output, with colours if it is a terminal and they are not turned off.
    pub fn standard() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let plain = !is_terminal || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = if plain { Colour::Plain } else { Colour::Ansi };
        Self {
            to: Box::new(io::BufWriter::new(io::stdout())),
            closed: false,
            failed: None,
            colour,
            is_terminal,
            width: None,
        }
    }

    /// Any other place, without colours.
    pub fn to(place: impl Write + 'static) -> Self {
        Self {
            to: Box::new(place),
            closed: false,
            failed: None,
            colour: Colour::Plain,
            is_terminal: false,
            width: None,
        }
    }

    /// What stands for a terminal in a test.
    #[cfg(test)]
    pub fn screen(place: impl Write + 'static) -> Self {
        Self { is_terminal: true, ..Self::to(place) }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        let line = within(&line.to_string(), self.width);
        self.write(&printable(&format!("{line}\n")));
    }

    /// Writes a text.
    pub fn text(&mut self, text: impl Display) {
        self.write(&printable(&text.to_string()));
    }

    /// Writes what was rendered with the colours of this place, and so is printable already.
    pub fn rendered(&mut self, text: impl Display) {
        match self.colour {
            Colour::Plain => self.text(text),
            Colour::Ansi => self.write(&text.to_string()),
        }
    }

    /// Writes JSON, and ends the line.
    pub fn json(&mut self, json: &str) {
        self.write(&printable_json(json));
        if !json.ends_with('\n') {
            self.write("\n");
        }
    }

    /// Writes data that is meant for a file: as it is, unless it comes to a terminal all the same.
    pub fn data(&mut self, data: impl Display) {
        match self.is_terminal {
            true => self.text(data),
            false => self.write(&data.to_string()),
        }
    }

    /// Clears the screen of a terminal; elsewhere nothing happens. Returns whether there is a screen.
    pub fn clear(&mut self) -> bool {
        if self.is_terminal {
            // The screen, what has been scrolled off it, and back to the first line.
            self.write("\u{1b}[2J\u{1b}[3J\u{1b}[H");
        }
        self.is_terminal
    }

    /// From now on breaks lines between words where they are wider than the terminal, if this is one.
    pub fn wrap(&mut self) {
        let size = console::Term::stdout().size_checked().filter(|_| self.is_terminal);
        self.width = size.map(|(_, columns)| usize::from(columns));
    }

    /// Whether problems are rendered with colours.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Writes what was kept back, before somebody is asked for an answer and at the end.
    pub fn flush(&mut self) {
        let written = self.to.flush();
        self.note(written);
    }

    /// Why not all was written, unless that is because nobody reads any more.
    pub fn failure(&self) -> Option<CommandError> {
        let why = self.failed.as_ref()?;
        Some(CommandError::broken(format!("the output cannot be written: {why}")))
    }

    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.closed = true;
            let is_gone = error.kind() == io::ErrorKind::BrokenPipe;
            self.failed = self.failed.take().or((!is_gone).then(|| error.to_string()));
        }
    }

    /// Whether the reader has gone away; what is written is then dropped.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    fn write(&mut self, text: &str) {
        if !self.closed {
            let written = self.to.write_all(text.as_bytes());
            self.note(written);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_as_wide_as_its_terminal() {
        let failure =
            CommandError::usage("the game has 2 players, not 3").help("name one `human` or `random` for each player");
        let told = within(&failure.to_string(), Some(30));
        assert_eq!(
            told,
            "error: the game has 2 players,\n  not 3\n  help: name one `human` or\n    `random` for each player"
        );
        assert_eq!(within(&failure.to_string(), None), failure.to_string());
        assert_eq!(within(&failure.to_string(), Some(10)), failure.to_string());
    }
}
