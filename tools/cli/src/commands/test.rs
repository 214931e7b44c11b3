//! `cardwright test`: runs rulings and compares their traces with their snapshots.

use crate::out::Out;
use cardwright_kernel::problems::Colour;
use cardwright_kernel::text::printable;
use cardwright_rulings::command_error::{CommandError, Outcome};
use cardwright_rulings::packs::{Packs, boards_apart};
use cardwright_rulings::parallel;
use cardwright_rulings::rulings::{self, Comparison, RulingFile};
use cardwright_rulings::runner::{Judgement, PlayedRuling, Rulesets, RulingRunner, shown};
use cardwright_rulings::selection::selected;
use clap::Args;
use std::ops::ControlFlow;

/// Arguments of `cardwright test`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Only these rulings: files, folders, packs, or what their names begin with or contain
    filter: Vec<String>,
    /// Skip the variants of each ruling: saved, undone, replayed, answered late
    #[arg(long)]
    quick: bool,
    /// List the rulings that pass, too
    #[arg(long, short)]
    verbose: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let files = selected(&mut packs, &arguments.filter)?;
    let rulesets = Rulesets::new(&packs);
    let (mut passed, mut failed, mut ended) = (0, 0, None);
    let (quick, colour) = (arguments.quick, out.colour());
    let worker = || {
        let mut runner = RulingRunner::new(&rulesets);
        move |file: &RulingFile| wrong(&mut runner, file, quick, colour)
    };
    parallel::each(&files, parallel::threads(), worker, |at, wrong| {
        let file = &files[at];
        match wrong {
            Ok(None) => {
                passed += 1;
                if arguments.verbose {
                    out.line(format_args!("passed {}", file.name()));
                }
            }
            Ok(Some(why)) => {
                failed += 1;
                out.line(format_args!("FAILED {}\n", file.name()));
                out.rendered(format_args!("{}\n\n", why.trim_end()));
            }
            Err(failure) => ended = Some(failure),
        }
        if ended.is_some() || out.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if let Some(failure) = ended {
        return Err(failure);
    }
    for apart in boards_apart(&packs.files, files.iter().map(RulingFile::pack)) {
        out.line(apart);
    }
    out.line(format_args!("{passed} passed, {failed} failed"));
    Ok(crate::fine_if(failed == 0))
}

/// What is wrong with a ruling, in words that a terminal may have.
fn wrong(
    runner: &mut RulingRunner<'_>,
    file: &RulingFile,
    quick: bool,
    colour: Colour,
) -> Result<Option<String>, CommandError> {
    let played = match runner.judge(file)? {
        Judgement::Unreadable(problems) => return Ok(Some(problems.render(&file.source(), colour))),
        Judgement::Played(played) => played,
    };
    if !played.run.failures.is_empty() {
        let failures = shown(file, &played.run.failures, colour);
        return Ok(Some(format!("{failures}\nThe trace so far:\n{}", printable(&played.run.trace))));
    }
    if let Some(difference) = difference(file, &played)? {
        return Ok(Some(printable(&difference).into_owned()));
    }
    if quick {
        return Ok(None);
    }
    let divergences = runner.variants(file, &played.ruling)?;
    let told = divergences.iter().map(|divergence| format!("{}:\n{}", divergence.variant, divergence.difference));
    Ok((!divergences.is_empty()).then(|| printable(&told.collect::<Vec<_>>().join("\n\n")).into_owned()))
}

/// How a trace differs from its snapshot; the trace is put aside for a review.
fn difference(file: &RulingFile, played: &PlayedRuling) -> Result<Option<String>, CommandError> {
    let told = match &played.comparison {
        Comparison::Same => return Ok(None),
        Comparison::Missing => format!("this trace has no snapshot yet:\n\n{}", played.run.trace),
        Comparison::Differs(diff) => diff.clone(),
    };
    if file.root.as_os_str().is_empty() {
        return Ok(Some(told));
    }
    rulings::put_aside(file, &played.ruling, &played.run.trace)
        .map_err(|error| CommandError::broken(format!("cannot write next to `{}`: {error}", file.path)))?;
    Ok(Some(format!("{told}\n`cardwright accept {}` accepts the new trace", file.name())))
}
