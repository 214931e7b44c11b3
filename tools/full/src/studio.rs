//! `cardwright studio`: the page on which an author sees, plays and forks games, on this machine only.

mod link;

use crate::serving;
use cardwright_cli::commands::StudioArguments;
use cardwright_cli::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::packs::Packs;
use cardwright_studio::{Config, Limits, Secret, Workshop};
use link::LinkFile;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Runs the command.
pub fn run(arguments: &StudioArguments, packs: &Packs, out: &mut Out) -> Outcome {
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
    let workshop = Some(Workshop::new(packs.clone()));
    let (author, hosts, limits) = (Some(token), Vec::new(), Limits::default());
    serving::serve(bound, Config { games, store, author, once, hosts, workshop, bot, limits })
}

fn secret() -> Result<Secret, CommandError> {
    Secret::new().map_err(|error| CommandError::broken(error.to_string()))
}

/// Opens a page in the browser, by a file that leads there. Where that is not possible, the link was shown.
fn open(page: &str) {
    let Ok(file) = LinkFile::to(page) else { return };
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut opener = Command::new(opener);
    let _ = opener.arg(file.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    file.leave();
}
