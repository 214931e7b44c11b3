//! How commands end: what they found, or why they could not do what they were asked.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What a command that did its work has to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All is well.
    Fine,
    /// It found something wrong, and has said what.
    Found,
}

/// Why a command could not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError {
    message: String,
    help: Option<String>,
    status: u8,
}

/// How a command ends.
pub type Outcome = Result<Verdict, CommandError>;

impl CommandError {
    /// It was asked for something that does not exist or makes no sense: exit status 2.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, status: 2 }
    }

    /// Something is wrong with what it was to work on: exit status 1.
    pub fn broken(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, status: 1 }
    }

    /// A file or folder that could not be written: exit status 1.
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self::broken(format!("`{}` cannot be written: {error}", path.display()))
    }

    /// A file that it was given and that could not be read: exit status 2.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::usage(format!("`{}` cannot be read: {error}", path.display()))
    }

    /// A word that is not known, with the one that was probably meant, or some that are.
    pub fn unknown<'w>(what: &str, word: &str, known: impl IntoIterator<Item = &'w str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let failure = Self::usage(format!("there is no {what} `{word}`"));
        match cardwright_kernel::text::suggest(word, known.iter().copied()) {
            Some(meant) => failure.help(format!("did you mean `{meant}`?")),
            None => failure.help(format!("known names: {}", cardwright_kernel::text::list(known))),
        }
    }

    /// The failure with something more to do about it.
    #[must_use]
    pub fn help_more(mut self, more: &str) -> Self {
        self.help = Some(self.help.map_or_else(|| more.to_string(), |help| format!("{help}\n  help: {more}")));
        self
    }

    /// The failure with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.help {
            Some(help) => write!(f, "\n  help: {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<&CommandError> for ExitCode {
    fn from(failure: &CommandError) -> Self {
        Self::from(failure.status)
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Fine => Self::SUCCESS,
            Verdict::Found => Self::from(1),
        }
    }
}
