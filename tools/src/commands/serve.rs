//! `cardwright serve`: a lobby in which people open games and play them with each other.

use crate::failure::Outcome;
use crate::out::Out;
use crate::packs::Packs;
use crate::serving;
use cardwright_studio::{Config, Limits};
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Arguments of `cardwright serve`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game is offered [default: all games]
    pack: Option<String>,
    /// The address and port to serve at; others than this machine reach it only at an address of the network
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7777")]
    bind: SocketAddr,
    /// The name under which browsers reach the server through a reverse proxy, with its port if that is not 443
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Keep the games in this file; without it they end with the server
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// How many games may go on at a time
    #[arg(long, value_name = "N", default_value_t = Limits::default().rooms)]
    games: usize,
    /// How many of them may be begun from one address; of this machine any number
    #[arg(long, value_name = "N", default_value_t = Limits::default().rooms_of_one)]
    games_of_one: usize,
    /// How many games that are over stay in sight; older ones go into the archive, a file beside that of `--db`
    #[arg(long, value_name = "N", default_value_t = Limits::default().over)]
    finished: usize,
    /// After how many days in which the server ran a game goes there that nobody has touched
    #[arg(long, value_name = "DAYS", default_value_t = Limits::default().keep)]
    keep: u32,
    /// Who answers for the seats that are given to bots: `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` or
    /// `external:COMMAND`
    #[arg(long, value_name = "DECIDER", default_value = "random")]
    bot: String,
}

impl Arguments {
    fn limits(&self) -> Limits {
        let (rooms, rooms_of_one) = (self.games, self.games_of_one);
        Limits { rooms, rooms_of_one, over: self.finished, keep: self.keep, ..Limits::default() }
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games = serving::games(packs, arguments.pack.as_deref(), out)?;
    let bot = serving::bot(&arguments.bot, &games)?;
    let store = arguments.db.as_deref().map(serving::store).transpose()?;
    let bound = serving::bind(arguments.bind)?;
    out.line(format_args!("The lobby is at http://{}/", bound.address()));
    out.flush();
    let (hosts, limits) = (arguments.hosts.clone(), arguments.limits());
    serving::serve(bound, Config { games, store, author: None, once: None, hosts, workshop: None, bot, limits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The command line of this command alone.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn it_is_bound_to_this_machine_unless_told_otherwise() {
        let bind = |line: &[&str]| Line::parse_from([&["serve"], line].concat()).arguments.bind;
        assert!(bind(&[]).ip().is_loopback());
        assert!(!bind(&["--bind", "0.0.0.0:7777"]).ip().is_loopback());
    }
}
