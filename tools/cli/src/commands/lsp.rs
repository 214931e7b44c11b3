//! `cardwright lsp`: the language server, over standard input and output.

use cardwright_lsp::{Goodbye, serve};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::packs::Packs;
use clap::Args;
use std::io::{self, BufReader};

/// How the editor and the server talk.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Use standard input and output; this is the default, but many editors pass it
    #[arg(long)]
    stdio: bool,
}

/// Serves the editor that started it, until that says goodbye.
pub fn run(packs: Packs) -> Outcome {
    let served = serve(BufReader::new(io::stdin()), &mut io::stdout().lock(), packs);
    match served {
        Ok(Goodbye::Said) => Ok(Verdict::Fine),
        // The protocol wants the exit status 1.
        Ok(Goodbye::Unsaid) => Ok(Verdict::Found),
        Err(error) => Err(CommandError::broken(format!("the connection to the editor was lost: {error}"))),
    }
}
