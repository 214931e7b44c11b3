//! `cardwright debug`: runs a ruling, and steps through the scripts that it runs.

mod adapter;
mod orders;
mod shown;
mod terminal;

use super::explain::read;
use crate::out::Out;
use cardwright_game::{Ruleset, RulesetInside};
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::debug::{Breakpoints, Resume, debug};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{self, Ruling, RulingFile};
use cardwright_rulings::selection::selected_one;
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::PathBuf;
use terminal::Terminal;

const EXAMPLES: &str = "\
Type `help` for what can be done where the scripts have stopped. It shows everything on the table, also what no seat may know.

Examples:
  cardwright debug toy/thorn-hedge
  cardwright debug toy/thorn-hedge --break flare.rhai:4 --break \"step 2\"
  cardwright debug toy/thorn-hedge --commands steps.txt";

/// Arguments of `cardwright debug`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The ruling: its file, or the beginning or a part of its name that no other has
    #[arg(required_unless_present = "dap")]
    ruling: Option<String>,
    /// Stop there, as `break` says it: `card.rhai:12`, `trace 7` or `step 2`; more than once for several
    #[arg(long = "break", value_name = "WHERE")]
    breakpoints: Vec<String>,
    /// Read the orders from a file, one a line, instead of standard input
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
    /// Serve an editor by the Debug Adapter Protocol over standard input and output; it says which ruling
    #[arg(long, conflicts_with_all = ["ruling", "breakpoints", "commands"])]
    dap: bool,
}

/// A ruling that is to be followed, and what its run is known to tell.
pub(super) struct Followed {
    pub ruleset: Ruleset,
    pub ruling: Ruling,
    /// The lines of its trace, and how many facts of the game have been told when each is over.
    pub lines: Vec<(usize, String)>,
}

impl Followed {
    /// Runs a ruling once without stopping, to know its trace.
    pub fn new(file: &RulingFile, ruleset: Ruleset) -> Result<Self, CommandError> {
        let ruling = read(file, &ruleset)?;
        let run = rulings::run(&ruling, &ruleset, &ruleset.host());
        let lines = ruleset.reporter(&run.game, None).lines(&run.facts);
        let ends = lines.iter().skip(1).map(|(at, _)| *at).chain([run.facts.len()]);
        let own = |at: usize| super::ask::own_facts(run.game.trace(), &run.facts[..at]);
        let lines = ends.map(own).zip(lines.iter().map(|(_, line)| line.clone())).collect();
        Ok(Self { ruleset, ruling, lines })
    }

    /// How many facts have been told when a step begins to do something: one more than where the steps before it end.
    pub fn facts_at_step(&self, step: usize) -> Option<usize> {
        let before = step.checked_sub(1).filter(|before| *before < self.ruling.step_lines())?;
        let run = rulings::run(&self.ruling.first_steps(before), &self.ruleset, &self.ruleset.host());
        Some(run.game.trace().len() + 1)
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments, mut packs: Packs, out: &mut Out) -> Outcome {
    let Some(ruling) = &arguments.ruling else { return adapter::serve(packs) };
    let file = selected_one(&mut packs, ruling)?;
    let ruleset = packs.ruleset_of_rulings(file.pack())?;
    let followed = Followed::new(&file, ruleset.clone())?;
    let mut breakpoints = Breakpoints::new(&ruleset);
    for place in &arguments.breakpoints {
        orders::set(place, &followed, &mut breakpoints).map_err(CommandError::usage)?;
    }
    let (input, echoes) = arguments.input()?;
    let ruling = followed.ruling.clone();
    out.flush();
    let mut terminal = Terminal::new(followed, input, echoes, Out::standard());
    let first = terminal.begin(&mut breakpoints);
    if first == Resume::Leave {
        return Ok(Verdict::Fine);
    }
    let left = terminal.left();
    let run = debug(&ruling, &ruleset, Box::new(terminal), breakpoints, first);
    if left.get() {
        return Ok(Verdict::Fine);
    }
    out.line(format_args!(
        "the ruling is over, after {} of its trace",
        crate::counted(run.trace.lines().count(), "line")
    ));
    if !run.failures.is_empty() {
        out.rendered(format_args!("\n{}", cardwright_rulings::runner::shown(&file, &run.failures, out.colour())));
    }
    Ok(crate::fine_if(run.failures.is_empty()))
}

impl Arguments {
    /// Where the orders come from, and whether they are repeated in the output, because no terminal shows them.
    fn input(&self) -> Result<(Box<dyn BufRead>, bool), CommandError> {
        let Some(file) = &self.commands else {
            return Ok((Box::new(BufReader::new(io::stdin())), !io::stdin().is_terminal()));
        };
        let opened = File::open(file).map_err(|error| CommandError::unreadable(file, &error))?;
        Ok((Box::new(BufReader::new(opened)), true))
    }
}
