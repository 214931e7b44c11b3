//! `cardwright lsp`: the language server, over standard input and output.

use crate::failure::{Failure, Outcome, Verdict};
use crate::lsp;
use crate::packs::Packs;
use clap::Args;
use lsp_server::Connection;

/// How the editor and the server talk.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Use standard input and output; this is the default, but many editors pass it
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
    served.map_err(|error| {
        Failure::broken(format!("the editor and the server could not agree on a protocol: {error}"))
    })?;
    ended.map_err(|error| Failure::broken(format!("the connection to the editor was lost: {error}")))?;
    Ok(Verdict::Fine)
}
