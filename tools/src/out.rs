//! Standard output: lines go through here, and a reader that has gone away ends the command quietly.

use cardwright::base::Colour;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Where a command writes.
pub struct Out {
    to: Box<dyn Write>,
    closed: bool,
    colour: Colour,
}

impl Out {
    /// Standard output, with colours if it is a terminal and they are not turned off.
    pub fn standard() -> Self {
        let plain = !io::stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = if plain { Colour::Plain } else { Colour::Ansi };
        Self { to: Box::new(io::BufWriter::new(io::stdout())), closed: false, colour }
    }

    /// Any other place, without colours.
    pub fn to(place: impl Write + 'static) -> Self {
        Self { to: Box::new(place), closed: false, colour: Colour::Plain }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        self.write(format_args!("{line}\n"));
    }

    /// Writes a text as it is.
    pub fn text(&mut self, text: impl Display) {
        self.write(format_args!("{text}"));
    }

    /// Writes what was kept back, before somebody is asked for an answer and at the end.
    pub fn flush(&mut self) {
        self.closed |= self.to.flush().is_err();
    }

    /// Whether the reader has gone away; what is written is then dropped.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether problems are rendered with colours.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        self.closed = self.closed || self.to.write_fmt(text).is_err();
    }
}
