//! `cardwright serve`: a lobby in which people open games and play them with each other.

use crate::serving;
use cardwright_cli::commands::ServeArguments;
use cardwright_cli::out::Out;
use cardwright_rulings::command_error::Outcome;
use cardwright_rulings::packs::Packs;
use cardwright_studio::{Config, Limits};

/// Runs the command.
pub fn run(arguments: &ServeArguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games = serving::games(packs, arguments.pack.as_deref(), out)?;
    let bot = serving::bot(&arguments.bot, &games)?;
    let store = arguments.db.as_deref().map(serving::store).transpose()?;
    let bound = serving::bind(arguments.bind)?;
    out.line(format_args!("The lobby is at http://{}/", bound.address()));
    out.flush();
    let (hosts, limits) = (arguments.hosts.clone(), limits(arguments));
    serving::serve(bound, Config { games, store, author: None, once: None, hosts, workshop: None, bot, limits })
}

/// The limits of the lobby.
fn limits(arguments: &ServeArguments) -> Limits {
    let (rooms, rooms_of_one) = (arguments.games, arguments.games_of_one);
    Limits { rooms, rooms_of_one, over: arguments.finished, keep: arguments.keep, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::limits;
    use cardwright_cli::commands::ServeArguments;
    use cardwright_studio::Limits;
    use clap::Parser;

    /// The command line of this command alone.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: ServeArguments,
    }

    #[test]
    fn without_more_words_the_limits_are_those_of_the_server() {
        assert_eq!(limits(&Line::parse_from(["serve"]).arguments), Limits::default());
    }
}
