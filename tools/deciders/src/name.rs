//! The names of deciders, as they are written on a command line.

use crate::search::Unaided;
use cardwright_game::Bot;
use cardwright_kernel::text::suggest;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Every decider that can be named: how it is written, and what it does.
pub const NAMES: [(&str, &str); 6] = [
    ("random", "any legal answer"),
    ("greedy", "tries each answer in six imagined games, and takes the one after which the position is worth most"),
    ("mcts, mcts:N", "searches with N playouts for each answer (200 if not said)"),
    ("mcts:50ms", "searches for so long; what it answers depends on the machine and cannot be repeated"),
    ("weights:FILE", "takes what a table of preferences favours most"),
    ("external:COMMAND", "asks another program, by lines of JSON"),
];

/// The longest time for an answer of a timed search.
const LONGEST: Duration = Duration::from_secs(600);

/// The name of a decider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeciderName {
    /// One that needs neither files nor programs: `random`, `greedy`, `mcts`, `mcts:500`, `mcts:50ms`.
    Unaided(Unaided),
    /// A table of preferences in a file: `weights:bold.toml`.
    Weights(PathBuf),
    /// Another program and its arguments: `external:python3 bot.py`.
    External(Vec<String>),
}

/// Makes the decider with this name for one game, if it needs neither files nor programs: `random`, `greedy`, `mcts`, or
/// `mcts:500` for so many playouts a decision. With the same seed it gives the same answers, unless time ends its search.
///
/// # Errors
/// There is no decider with this name, or it must be [made ready](DeciderName::ready).
pub fn decider(name: &str, seed: u64) -> Result<Box<dyn Bot>, UnknownDeciderError> {
    match DeciderName::parse(name)? {
        DeciderName::Unaided(unaided) => Ok(unaided.bot(seed)),
        DeciderName::Weights(_) | DeciderName::External(_) => {
            Err(UnknownDeciderError { said: name.to_owned(), why: Some("it must be made ready for a game first") })
        }
    }
}

/// There is no such decider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDeciderError {
    said: String,
    why: Option<&'static str>,
}

impl UnknownDeciderError {
    /// What would be right.
    pub fn help(&self) -> String {
        if let Some(why) = self.why {
            return why.to_owned();
        }
        let kind = self.said.split(':').next().unwrap_or_default();
        match suggest(kind, ["random", "greedy", "mcts", "weights", "external", "human"]) {
            Some(meant) if meant != kind => format!("did you mean `{meant}`?"),
            _ => format!("known names: {}", NAMES.map(|(name, _)| name).join(", ")),
        }
    }
}

impl fmt::Display for UnknownDeciderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no decider `{}`", self.said)
    }
}

impl std::error::Error for UnknownDeciderError {}

impl Default for DeciderName {
    /// Any legal answer.
    fn default() -> Self {
        Self::Unaided(Unaided::Random)
    }
}

impl DeciderName {
    /// The file of a table of preferences.
    pub fn weights(&self) -> Option<&Path> {
        match self {
            Self::Weights(file) => Some(file),
            Self::Unaided(_) | Self::External(_) => None,
        }
    }

    /// Reads a name.
    ///
    /// # Errors
    /// There is no decider of this name.
    pub fn parse(text: &str) -> Result<Self, UnknownDeciderError> {
        let text = text.trim();
        let wrong = |why| UnknownDeciderError { said: text.to_owned(), why };
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Unaided(Unaided::Random)),
            None if text == "greedy" => Ok(Self::Unaided(Unaided::Greedy)),
            None if text == "mcts" => Ok(Self::Unaided(Unaided::Mcts(None))),
            Some(("mcts", budget)) => match (budget.parse(), time(budget)) {
                (Ok(playouts), _) => Ok(Self::Unaided(Unaided::Mcts(Some(playouts)))),
                (Err(_), Some(time)) => Ok(Self::Unaided(Unaided::Timed(time))),
                (Err(_), None) => {
                    Err(wrong(Some("a search has playouts, `mcts:200`, or a time, `mcts:50ms` or `mcts:2s`")))
                }
            },
            Some(("weights", "")) => Err(wrong(Some("name a file: `weights:FILE`"))),
            Some(("weights", file)) => Ok(Self::Weights(unquoted(file).into())),
            Some(("external", command)) => match words(command) {
                Some(words) if !words.is_empty() => Ok(Self::External(words)),
                Some(_) => Err(wrong(Some("name a command: `external:COMMAND`"))),
                None => Err(wrong(Some("a quotation mark is not closed"))),
            },
            _ => Err(wrong(None)),
        }
    }

    /// Whether it needs nothing of this machine but time: neither files nor programs.
    pub const fn is_self_contained(&self) -> bool {
        matches!(self, Self::Unaided(_))
    }

    /// Whether it is another program.
    pub const fn is_external(&self) -> bool {
        matches!(self, Self::External(_))
    }
}

impl fmt::Display for DeciderName {
    /// As it can be parsed again, also in a list.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaided(unaided) => unaided.fmt(f),
            Self::Weights(file) => write!(f, "weights:{}", quoted(&file.display().to_string())),
            Self::External(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                write!(f, "external:{}", words.join(" "))
            }
        }
    }
}

/// The names in a list. A comma between quotation marks separates nothing.
pub fn listed(list: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    let is_comma = move |letter: char| {
        quote = match (quote, letter) {
            (None, '\'' | '"') => Some(letter),
            (Some(open), letter) if open == letter => None,
            (open, _) => open,
        };
        letter == ',' && quote.is_none()
    };
    list.split(is_comma).map(str::trim)
}

fn time(budget: &str) -> Option<Duration> {
    let (number, unit) = match (budget.strip_suffix("ms"), budget.strip_suffix('s')) {
        (Some(number), _) => (number, 1),
        (None, Some(number)) => (number, 1000),
        (None, None) => return None,
    };
    let time = Duration::from_millis(number.parse::<u64>().ok()?.checked_mul(unit)?);
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

/// The words of a command: separated by spaces, except between quotation marks. `None` if one is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), letter) if open == letter => quote = None,
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ' | '\t') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn unquoted(word: &str) -> String {
    words(word).map_or_else(|| word.to_owned(), |words| words.join(" "))
}

/// A word as [`words`] reads it.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| !letter.is_whitespace() && !matches!(letter, ',' | '\'' | '"');
    match (!word.is_empty() && word.chars().all(is_plain), word.contains('\'')) {
        (true, _) => word.to_owned(),
        (false, false) => format!("'{word}'"),
        (false, true) => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_written_as_it_is_read() {
        for name in ["random", "greedy", "mcts", "mcts:7", "mcts:50ms", "weights:a/b.toml", "weights:'my bot.toml'"] {
            assert_eq!(DeciderName::parse(name).expect("there is such a decider").to_string(), name);
        }
        let command = "external:python3 'my bot.py' --say \"it's\"";
        assert_eq!(DeciderName::parse(command).expect("it is a command").to_string(), command);
        assert_eq!(DeciderName::parse("mcts:2s").expect("it is a time").to_string(), "mcts:2000ms");
    }

    #[test]
    fn what_is_no_decider_is_refused_with_what_would_be() {
        let help = |name: &str| DeciderName::parse(name).expect_err(name).help();
        assert_eq!(help("gredy"), "did you mean `greedy`?");
        assert_eq!(help("mtcs:20"), "did you mean `mcts`?");
        assert_eq!(help("weights:"), "name a file: `weights:FILE`");
        assert_eq!(help("external: "), "name a command: `external:COMMAND`");
        assert_eq!(help("external:'python3"), "a quotation mark is not closed");
        for name in ["mcts:0", "mcts:", "mcts:0ms", "mcts:-1", "mcts:many", "mcts:9999999s"] {
            assert!(help(name).starts_with("a search has"), "{name}");
        }
        assert!(help("").starts_with("known names: random"));
    }

    #[test]
    fn a_comma_between_quotation_marks_separates_nothing() {
        let names: Vec<&str> = listed("mcts:5, external:bot 'a,b',random").collect();
        assert_eq!(names, ["mcts:5", "external:bot 'a,b'", "random"]);
    }

    #[test]
    fn only_a_program_that_is_not_there_cannot_be_started() {
        let try_start = |name: &str| DeciderName::parse(name).expect("there is such a decider").try_start();
        let why = try_start("external:/nonexistent --fast").expect_err("it is not there");
        assert!(why.starts_with("cannot be started: "), "{why}");
        for name in ["random", "mcts:50ms", "weights:/nonexistent"] {
            assert_eq!(try_start(name), Ok(()), "{name} is no program");
        }
    }
}
