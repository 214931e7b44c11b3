//! `cardwright serve`: a lobby in which people open games and play them with each other.

use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Arguments of `cardwright serve`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game is offered [default: all games]
    pub pack: Option<String>,
    /// The address and port to serve at; others than this machine reach it only at an address of the network
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7777")]
    pub bind: SocketAddr,
    /// The name under which browsers reach the server through a reverse proxy, with its port if that is not 443
    #[arg(long = "host", value_name = "NAME")]
    pub hosts: Vec<String>,
    /// Keep the games in this file; without it they end with the server
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// How many games may go on at a time
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub games: usize,
    /// How many of them may be begun from one address; of this machine any number
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub games_of_one: usize,
    /// How many games that are over stay in sight; older ones go into the archive, a file beside that of `--db`
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub finished: usize,
    /// After how many days in which the server ran a game goes there that nobody has touched
    #[arg(long, value_name = "DAYS", default_value_t = 90)]
    pub keep: u32,
    /// Who answers for the seats that are given to bots: `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` or
    /// `external:COMMAND`
    #[arg(long, value_name = "DECIDER", default_value = "random")]
    pub bot: String,
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
