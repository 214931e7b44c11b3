//! Standard output: lines go through here, and a reader that has gone away ends the command quietly.
//!
//! Packs, saves and records from elsewhere may hold anything. Nothing of them leaves here as a character that a terminal
//! would obey: [`printable`] makes it visible.

use crate::wrap::wrapped;
use cardwright::base::{Colour, printable, printable_json};
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Lines are not broken on a terminal that is narrower: a drawn board would be torn.
const NARROWEST: usize = 20;

/// Where a command writes.
pub struct Out {
    to: Box<dyn Write>,
    closed: bool,
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
        Self { to: Box::new(io::BufWriter::new(io::stdout())), closed: false, colour, is_terminal, width: None }
    }

    /// Any other place, without colours.
    pub fn to(place: impl Write + 'static) -> Self {
        Self { to: Box::new(place), closed: false, colour: Colour::Plain, is_terminal: false, width: None }
    }

    /// What stands for a terminal in a test.
    #[cfg(test)]
    pub fn screen(place: impl Write + 'static) -> Self {
        Self { is_terminal: true, ..Self::to(place) }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        let line = self.width.map_or_else(|| line.clone(), |width| wrapped(&line, width));
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
        self.width = size.map(|(_, columns)| usize::from(columns)).filter(|columns| *columns >= NARROWEST);
    }

    /// Whether problems are rendered with colours.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Writes what was kept back, before somebody is asked for an answer and at the end.
    pub fn flush(&mut self) {
        self.closed |= self.to.flush().is_err();
    }

    /// Whether the reader has gone away; what is written is then dropped.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    fn write(&mut self, text: &str) {
        self.closed = self.closed || self.to.write_all(text.as_bytes()).is_err();
    }
}
