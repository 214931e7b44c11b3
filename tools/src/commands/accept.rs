//! `cardwright accept`: takes the traces of rulings as their snapshots.

use crate::out::Out;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, Comparison, RulingFile};
use cardwright_rulings::runner::{Judgement, Rulesets, RulingRunner};
use cardwright_rulings::selection::selected;
use clap::Args;

/// Arguments of `cardwright accept`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Only these rulings: files, folders, packs, or what their names begin with or contain
    filter: Vec<String>,
}

/// What became of a ruling.
pub enum Taken {
    /// Its snapshot was right already.
    Same,
    /// Its trace is its snapshot now.
    Accepted,
    /// It fails, whatever its snapshot says.
    Fails,
    /// Played in another way it gives something else: how, and what.
    Diverges(String),
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let files = selected(&mut packs, &arguments.filter)?;
    let rulesets = Rulesets::new(&packs);
    let mut runner = RulingRunner::new(&rulesets);
    let (mut accepted, mut failing) = (0, 0);
    for file in &files {
        match accept_ruling(&mut runner, file)? {
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

/// Takes the trace of a ruling as its snapshot, if it is the same however the ruling is played.
///
/// # Errors
/// Its game cannot be loaded, or the snapshot cannot be written.
pub fn accept_ruling(runner: &mut RulingRunner<'_>, file: &RulingFile) -> Result<Taken, CommandError> {
    let played = match runner.judge(file)? {
        Judgement::Played(played) if played.run.failures.is_empty() => played,
        Judgement::Played(_) | Judgement::Unreadable(_) => return Ok(Taken::Fails),
    };
    let is_embedded = file.root.as_os_str().is_empty();
    let is_same = played.comparison == Comparison::Same;
    if is_same && (is_embedded || rulings::is_current(file, &played.ruling, &played.run.trace)) {
        return Ok(Taken::Same);
    }
    if let Some(divergence) = runner.variants(file, &played.ruling)?.first() {
        return Ok(Taken::Diverges(format!("{}\n{}", divergence.variant, divergence.difference)));
    }
    if is_embedded {
        let failure = CommandError::usage(format!("the ruling {} is inside the program", file.name()));
        return Err(failure.help("only snapshots in a folder of packs can be changed"));
    }
    rulings::accept(file, &played.ruling, &played.run.trace)
        .map_err(|error| CommandError::unwritable(&file.snapshot(), &error))?;
    Ok(Taken::Accepted)
}
