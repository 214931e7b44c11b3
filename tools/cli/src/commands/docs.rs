//! `cardwright docs`: writes the reference as a static site that can be searched.

use clap::Args;
use std::path::PathBuf;

/// Arguments of `cardwright docs`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The folder to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
