//! `cardwright studio`: the page on which an author sees, plays and forks games, on this machine only.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright studio`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game is opened [default: all games]
    pub pack: Option<String>,
    /// The port of this machine at which the page is; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7777)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Keep the games in this file, so that they are there again next time
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// Who answers for the seats that are given to bots: `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` or
    /// `external:COMMAND`
    #[arg(long, value_name = "DECIDER", default_value = "random")]
    pub bot: String,
}
