//! `cardwright accept`: takes the traces of rulings as their snapshots.

use crate::out::Out;
use cardwright_rulings::command_error::Outcome;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::runner::{Rulesets, RulingRunner, Taken};
use cardwright_rulings::selection::selected;
use clap::Args;

/// Arguments of `cardwright accept`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Only these rulings: files, folders, packs, or what their names begin with or contain
    filter: Vec<String>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let files = selected(&mut packs, &arguments.filter)?;
    let rulesets = Rulesets::new(&packs);
    let mut runner = RulingRunner::new(&rulesets);
    let (mut accepted, mut failing) = (0, 0);
    for file in &files {
        match runner.accept(file)? {
            Taken::Same => {}
            Taken::Accepted => {
                accepted += 1;
                out.line(format_args!("accepted {}", file.name()));
            }
            Taken::Fails => {
                failing += 1;
                out.line(format_args!("FAILS    {}: `cardwright run {}` shows why", file.name(), file.name()));
            }
            Taken::Diverges(how) => {
                failing += 1;
                out.line(format_args!("DIVERGES {}: {}\n", file.name(), how.trim_end()));
            }
        }
    }
    out.line(format_args!("{accepted} accepted, {} unchanged, {failing} failing", files.len() - accepted - failing));
    Ok(crate::fine_if(failing == 0))
}
