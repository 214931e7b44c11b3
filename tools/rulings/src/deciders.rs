//! Deciders as commands name them: a list for the seats, and what is wrong with it.

use crate::command_error::CommandError;
use cardwright_deciders::{Contender, DeciderName, PrepareError, listed};
use cardwright_game::Ruleset;
use std::time::Duration;

/// A decider by its name.
///
/// # Errors
/// There is none.
pub fn named(name: &str) -> Result<DeciderName, CommandError> {
    DeciderName::parse(name).map_err(|none| CommandError::usage(none.to_string()).help(none.help()))
}

/// A list of deciders.
///
/// # Errors
/// The first that there is not.
pub fn all(list: &str) -> Result<Vec<DeciderName>, CommandError> {
    listed(list).map(named).collect()
}

/// A decider that is ready to play a game.
///
/// # Errors
/// Its file cannot be read, or does not fit the game.
pub fn ready(name: &DeciderName, ruleset: &Ruleset, patience: Duration) -> Result<Contender, CommandError> {
    let ready = name.ready(ruleset).map_err(|not| match &not {
        PrepareError::Unreadable(..) => CommandError::usage(not.to_string()),
        PrepareError::Wrong(..) => CommandError::broken(format!("`{name}` does not fit the game\n\n{not}")),
    });
    Ok(ready?.patient(patience))
}

/// Contenders, each once, and which of them has each of so many seats. Where there are more seats than names, the last has
/// all that are left.
///
/// # Errors
/// There are more names than seats, or one cannot be made ready.
pub fn lineup(
    names: &[DeciderName],
    seats: u8,
    ruleset: &Ruleset,
    patience: Duration,
) -> Result<(Vec<Contender>, Vec<usize>), CommandError> {
    let Some(last) = names.last() else { return Ok((Vec::new(), Vec::new())) };
    if names.len() > usize::from(seats) {
        return Err(CommandError::usage(format!("there are {} deciders for {seats} seats", names.len())));
    }
    let mut contenders: Vec<Contender> = Vec::new();
    let mut lineup = Vec::new();
    for name in names.iter().chain(std::iter::repeat(last)).take(usize::from(seats)) {
        match contenders.iter().position(|contender| contender.name() == name) {
            Some(at) => lineup.push(at),
            None => {
                lineup.push(contenders.len());
                contenders.push(ready(name, ruleset, patience)?);
            }
        }
    }
    Ok((contenders, lineup))
}
