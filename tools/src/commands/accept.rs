//! `cardwright accept`: takes the traces of rulings as their snapshots.

use crate::failure::{Failure, Outcome};
use crate::out::Out;
use crate::packs::Packs;
use crate::rulings::{self, Comparison, RulingFile};
use crate::runner::{Finding, RulingRunner};
use clap::Args;

/// Arguments of `cardwright accept`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Only the rulings whose names contain this
    #[arg(default_value = "")]
    filter: String,
}

/// What became of a ruling.
enum Taken {
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
pub fn run(arguments: &Arguments, packs: &Packs, out: &mut Out) -> Outcome {
    let files = packs.rulings(&arguments.filter);
    if files.is_empty() {
        let failure = Failure::usage(format!("no ruling has `{}` in its name", arguments.filter));
        return Err(failure.help("`cardwright list rulings` shows them all"));
    }
    let mut runner = RulingRunner::new(packs);
    let (mut accepted, mut failing) = (0, 0);
    for file in &files {
        match accept(&mut runner, file)? {
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

fn accept(runner: &mut RulingRunner<'_>, file: &RulingFile) -> Result<Taken, Failure> {
    let heard = match runner.hear(file)? {
        Finding::Heard(heard) if heard.run.failures.is_empty() => heard,
        Finding::Heard(_) | Finding::Unreadable(_) => return Ok(Taken::Fails),
    };
    if heard.comparison == Comparison::Same {
        return Ok(Taken::Same);
    }
    if let Some(divergence) = runner.variants(file, &heard.ruling)?.first() {
        return Ok(Taken::Diverges(format!("{}\n{}", divergence.variant, divergence.difference)));
    }
    if file.root.as_os_str().is_empty() {
        let failure = Failure::usage(format!("the ruling {} is inside the program", file.name()));
        return Err(failure.help("only snapshots in a folder of packs can be changed"));
    }
    rulings::accept(file, &heard.ruling, &heard.run.trace)
        .map_err(|error| Failure::unwritable(&file.snapshot(), &error))?;
    Ok(Taken::Accepted)
}
