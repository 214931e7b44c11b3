//! `cardwright studio`: the page on which an author sees, plays and forks games, on this machine only.

mod link;

use crate::failure::{Failure, Outcome};
use crate::out::Out;
use crate::packs::Packs;
use crate::serving;
use crate::workshop::Workbench;
use cardwright_studio::{Config, Limits, Secret, SharedWorkshop};
use clap::Args;
use link::LinkFile;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Arguments of `cardwright studio`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The pack whose game is opened [default: all games]
    pack: Option<String>,
    /// The port of this machine at which the page is; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7777)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Keep the games in this file, so that they are there again next time
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Who answers for the seats that are given to bots: `random`, `greedy`, `mcts:N`, `mcts:50ms`, `weights:FILE` or
    /// `external:COMMAND`
    #[arg(long, value_name = "DECIDER", default_value = "random")]
    bot: String,
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games = serving::games(packs, arguments.pack.as_deref(), out)?;
    let bot = serving::bot(&arguments.bot, &games)?;
    let store = arguments.db.as_deref().map(serving::store).transpose()?;
    let token = secret()?;
    let bound = serving::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port)))?;
    let page = format!("http://{}/#author={}", bound.address(), token.as_str());
    out.line(format_args!("The studio is at {page}"));
    out.line("Whoever has this link sees every hidden card. Stop the studio with Ctrl-C.");
    out.flush();
    let once = arguments.open.then(secret).transpose()?;
    if let Some(once) = &once {
        open(&format!("http://{}/#author={}", bound.address(), once.as_str()));
    }
    let workshop: Option<SharedWorkshop> = Some(Arc::new(Workbench::new(packs.clone())));
    let (author, hosts, limits) = (Some(token), Vec::new(), Limits::default());
    serving::serve(bound, Config { games, store, author, once, hosts, workshop, bot, limits })
}

fn secret() -> Result<Secret, Failure> {
    Secret::new().map_err(|error| Failure::broken(error.to_string()))
}

/// Opens a page in the browser, by a file that leads there. Where that is not possible, the link was shown.
fn open(page: &str) {
    let Ok(file) = LinkFile::to(page) else { return };
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut opener = Command::new(opener);
    let _ = opener.arg(file.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    file.leave();
}
