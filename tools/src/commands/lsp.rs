//! `cardwright lsp`: the language server, over standard input and output.

use crate::failure::{Failure, Outcome, Verdict};
use crate::lsp;
use crate::packs::Packs;
use clap::Args;
use lsp_server::Connection;

/// How the editor and the server talk.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Over standard input and output: so it is without this as well, but many editors say it
    #[arg(long)]
    stdio: bool,
}

/// Serves the editor that started it, until that says goodbye.
pub fn run(packs: Packs) -> Outcome {
    let (connection, threads) = Connection::stdio();
    let served = lsp::serve(&connection, packs);
    // The writing thread ends when nobody can send to it any more.
    drop(connection);
    let ended = threads.join();
    served
        .map_err(|error| Failure::broken(format!("the editor and the server do not understand each other: {error}")))?;
    ended.map_err(|error| Failure::broken(format!("the connection to the editor broke: {error}")))?;
    Ok(Verdict::Fine)
}
