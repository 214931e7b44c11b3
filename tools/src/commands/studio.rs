//! `cardwright studio`: the page on which an author sees, plays and forks games, on this machine only.

use crate::failure::{Failure, Outcome};
use crate::out::Out;
use crate::packs::Packs;
use crate::rulings::{self, RulingFile};
use crate::serving;
use cardwright::model::game::Game;
use cardwright_studio::{Config, Limits, Position, RulingTitle, Rulings, Secret};
use clap::Args;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

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
}

/// Runs the command.
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let games = serving::games(packs, arguments.pack.as_deref(), out)?;
    let store = arguments.db.as_deref().map(serving::store).transpose()?;
    let token = Secret::new().map_err(|error| Failure::broken(error.to_string()))?;
    let bound = serving::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port)))?;
    let page = format!("http://{}/#author={}", bound.address(), token.as_str());
    out.line(format_args!("The studio is at {page}"));
    out.line("Whoever has this link sees every hidden card. Stop the studio with Ctrl-C.");
    out.flush();
    if arguments.open {
        open(&page);
    }
    let rulings = Some(in_sight(packs));
    let (author, hosts, limits) = (Some(token), Vec::new(), Limits::default());
    serving::serve(bound, Config { games, store, author, hosts, rulings, limits })
}

/// The rulings in sight, and what lays their tables.
fn in_sight(packs: &Packs) -> Rulings {
    let title = |file: RulingFile| {
        let game = packs.game_of(file.pack()).ok()?;
        Some(RulingTitle { name: file.name().to_owned(), claim: claim_of(&file.text), game })
    };
    let titles = packs.rulings("").into_iter().filter_map(title).collect();
    let packs = packs.clone();
    Rulings { titles, lay: Box::new(move |name| lay(&packs, name)) }
}

/// The claim of a ruling, as it is written.
fn claim_of(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("claim"));
    let claim = line.and_then(|line| line.split_once('"')).map(|(_, rest)| rest.trim_end().trim_end_matches('"'));
    claim.unwrap_or_default().to_owned()
}

/// The table of a ruling, as a game before its first step.
fn lay(packs: &Packs, name: &str) -> Result<Position, String> {
    let named = |file: &RulingFile| file.name() == name;
    let file = packs.rulings(name).into_iter().find(named).ok_or("there is no such ruling")?;
    let game = packs.game_of(file.pack()).map_err(|failure| failure.to_string())?;
    let ruleset = packs.ruleset(&game).map_err(|failure| failure.to_string())?;
    let ruling = rulings::read(&file, &ruleset).map_err(|problems| {
        problems.iter().map(|problem| problem.message.to_string()).collect::<Vec<_>>().join("; ")
    })?;
    Ok(Position { game, save: ruleset.save(&Game::new(ruleset.rules(), &ruling.setup)) })
}

/// Opens a page in the browser. Where that is not possible, the link was shown.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let _ = Command::new(opener).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
