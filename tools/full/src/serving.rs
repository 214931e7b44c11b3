//! What `cardwright studio` and `cardwright serve` have in common: the games that they offer, and where they keep them.

use cardwright_cli::out::Out;
use cardwright_deciders::{DeciderName, PATIENCE};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::deciders;
use cardwright_rulings::packs::Packs;
use cardwright_studio::{Bound, Config, GamePack, Store, StoreError};
use std::net::SocketAddr;
use std::path::Path;

/// The games of a pack, or all that can be played. What cannot is said, unless it was asked for by name.
///
/// # Errors
/// The named pack cannot be played, or nothing can.
pub fn games(packs: &Packs, pack: Option<&str>, out: &mut Out) -> Result<Vec<GamePack>, CommandError> {
    let names = match pack {
        Some(pack) => vec![packs.game_of(pack)?],
        None => {
            packs.infos().into_iter().filter(|info| info.games.contains(&info.name)).map(|info| info.name).collect()
        }
    };
    let mut games = Vec::new();
    for name in names {
        match packs.ruleset(&name) {
            Ok(ruleset) => games.push(GamePack::of(packs, name, ruleset)),
            Err(failure) if pack.is_some() => return Err(failure),
            Err(_) => out.line(format_args!("{name} cannot be played: `cardwright check {name}` shows why")),
        }
    }
    match games.is_empty() {
        true => Err(CommandError::broken("there is no game that can be played")),
        false => Ok(games),
    }
}

/// Who answers for bots, in all of these games.
///
/// # Errors
/// There is no such decider, it cannot play one of them, or its program cannot be started.
pub fn bot(name: &str, games: &[GamePack]) -> Result<DeciderName, CommandError> {
    let bot = deciders::named(name)?;
    // Later on, nobody would be told: a bot whose program fails answers by default.
    bot.try_start().map_err(|why| CommandError::usage(format!("`{bot}` {why}")))?;
    for game in games {
        deciders::ready(&bot, &game.ruleset, PATIENCE)?;
    }
    Ok(bot)
}

/// The file in which games are kept.
///
/// # Errors
/// It is none, or of a later version, or another server has it.
pub fn store(file: &Path) -> Result<Store, CommandError> {
    let name = file.display();
    Store::open(file).map_err(|error| match error {
        StoreError::Taken => CommandError::broken(format!("another server keeps its games in `{name}`"))
            .help("end it first, or name another file"),
        StoreError::Linked => CommandError::broken(format!("`{name}`: {error}"))
            .help("remove the other name: games that are kept by one are not there by the other"),
        StoreError::Open(_) => CommandError::broken(format!("`{name}`: {error}"))
            .help("keep the file in a folder of your own, into which nobody else writes"),
        StoreError::Sqlite(_) | StoreError::Io(_) | StoreError::Newer(_) => {
            CommandError::broken(format!("`{name}`: {error}"))
        }
    })
}

/// Binds an address.
///
/// # Errors
/// It is taken, or is no address of this machine.
pub fn bind(address: SocketAddr) -> Result<Bound, CommandError> {
    Bound::to(address).map_err(|error| {
        CommandError::broken(format!("nobody can be served at {address}: {error}"))
            .help("another port may be free: port 0 takes any")
    })
}

/// Serves until the process ends.
///
/// # Errors
/// The server fails.
pub fn serve(bound: Bound, config: Config) -> Outcome {
    let served = bound.serve(config);
    served.map(|()| Verdict::Fine).map_err(|error| CommandError::broken(format!("the server has stopped: {error}")))
}
