//! The server of the studio and of online games. Each game is a *room*, with seats, links to them and whoever watches. The page that shows them is built from `tools/studio/` and embedded here.
//!
//! Whatever leaves a room for a seat is an [`Observation`](cardwright_game::Observation) of that seat and nothing else.
//! The server knows no rule of any game.

mod assets;
mod author;
mod catalogue;
mod connections;
mod files;
mod frozen;
mod guard;
mod lab;
mod language;
mod lobby;
mod names;
mod past;
#[cfg(feature = "print")]
mod print;
mod requests;
mod room;
mod routes;
mod rulings;
mod secrets;
mod shown;
mod store;
mod stream;
#[cfg(test)]
mod tests;
mod workshop;

pub use catalogue::GamePack;
pub use lobby::Limits;
pub use secrets::{RandomnessError, Secret};
pub use store::{Store, StoreError};
pub use workshop::Workshop;

use cardwright_deciders::DeciderName;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

/// The deciders among which a page can choose for a bot.
pub(crate) const BOTS: [&str; 4] = ["random", "greedy", "mcts:50", "mcts:200"];

/// What a server offers, and to whom.
pub struct Config {
    /// The games that can be played.
    pub games: Vec<GamePack>,
    /// Where games are kept; in memory only if nowhere.
    pub store: Option<Store>,
    /// The token of the author, who sees everything and plays every seat; nobody does without one.
    pub author: Option<Secret>,
    /// What lets in a browser as the author once: for a link that others may come to see when it has been opened.
    pub once: Option<Secret>,
    /// Names under which browsers reach the server, besides its own address: those of a reverse proxy.
    pub hosts: Vec<String>,
    /// What the author can do besides playing.
    pub workshop: Option<Workshop>,
    /// Who answers for the seats that are given to bots.
    pub bot: DeciderName,
    /// How much may be open at a time.
    pub limits: Limits,
}

/// A server that is bound to its address and can be told where it is before it begins to answer.
pub struct Bound {
    runtime: tokio::runtime::Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
}

impl Bound {
    /// Binds an address; port 0 takes any that is free.
    ///
    /// # Errors
    /// It is taken, or is no address of this machine.
    pub fn to(address: SocketAddr) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let listener = runtime.block_on(tokio::net::TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        Ok(Self { runtime, listener, address })
    }

    /// Where it is.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// Kept games cannot be read.
    pub fn serve(self, config: Config) -> io::Result<()> {
        let threads = self.runtime.handle().clone();
        let lobby = Arc::new(lobby::Lobby::open(config, self.address, threads).map_err(io::Error::other)?);
        self.runtime.spawn(Arc::clone(&lobby).tend_for_ever());
        let app = routes::all(lobby);
        self.runtime.block_on(connections::serve(self.listener, app));
        Ok(())
    }
}
