//! The five ways in which a mistake is met.

use super::mistake::Mistake;
use super::witness::Witness;
use cardwright_game::{Loaded, Ruleset, RulesetInside, load};
use cardwright_kernel::problems::{Colour, Problems};
use cardwright_kernel::questions::Input;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::Progress;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::pictures;
use cardwright_rulings::rulings::{self, Ruling, Run};
use libtest_mimic::Failed;
use std::rc::Rc;

/// The pack is refused: what is shown then.
pub fn refused_at_load(mistake: &Mistake) -> Result<String, Failed> {
    let Loaded { ruleset, mut problems, .. } = load(&mistake.files, &mistake.game);
    let of_pictures = pictures::problems(Packs::default().judge, &mistake.files, &mistake.game);
    if ruleset.is_some() && of_pictures.is_empty() || problems.is_empty() && ruleset.is_none() {
        return Err("this loads, and nothing is wrong with it".into());
    }
    problems.extend(of_pictures);
    Ok(problems.render(&mistake.files, Colour::Plain))
}

/// Nothing is wrong with the pack, but something in it is of no use: what is shown then.
pub fn warned(mistake: &Mistake) -> Result<String, Failed> {
    let Loaded { ruleset, mut warnings, problems } = load(&mistake.files, &mistake.game);
    if let Some(ruleset) = &ruleset {
        warnings.extend(rulings::unshown(&mistake.files, ruleset, []));
    }
    if ruleset.is_none() || warnings.is_empty() {
        return Err(format!("this does not warn:\n{}", problems.render(&mistake.files, Colour::Plain)).into());
    }
    Ok(warnings.render(&mistake.files, Colour::Plain))
}

/// A script faults: the trace, once it is certain that the fault left nothing behind.
pub fn faults(mistake: &Mistake) -> Result<String, Failed> {
    let (ruleset, mut ruling) = ready(mistake)?;
    ruling.expects_fault = true;
    let trace = played(mistake, &ruleset, &ruling)?;
    if !trace.lines().any(|line| line.trim_start().starts_with("! ")) {
        return Err(format!("nothing faults here:\n{trace}").into());
    }
    leaves_nothing_behind(&ruleset, &ruling)?;
    Ok(shortened(&trace))
}

/// A trace without its middle, if it is long.
pub fn shortened(trace: &str) -> String {
    const SHOWN: usize = 16;
    let lines: Vec<&str> = trace.lines().collect();
    if lines.len() <= 3 * SHOWN {
        return trace.to_string();
    }
    let (begin, end) = (&lines[..SHOWN], &lines[lines.len() - SHOWN..]);
    format!("{}\n… {} lines …\n{}", begin.join("\n"), lines.len() - 2 * SHOWN, end.join("\n"))
}

/// Something is kept from happening, and the game goes on: the trace.
pub fn is_kept(mistake: &Mistake) -> Result<String, Failed> {
    let (ruleset, ruling) = ready(mistake)?;
    let trace = played(mistake, &ruleset, &ruling)?;
    if !trace.lines().any(|line| line.trim_start().starts_with("x ")) {
        return Err(format!("nothing is kept from happening here:\n{trace}").into());
    }
    Ok(trace)
}

/// The ruling itself is wrong: what is shown then.
pub fn fails(mistake: &Mistake) -> Result<String, Failed> {
    let ruleset = mistake.ruleset()?;
    let ruling = match rulings::read(&mistake.ruling, &ruleset) {
        Ok(ruling) => ruling,
        Err(problems) => return Ok(mistake.shown(&problems)),
    };
    let run = rulings::run(&ruling, &ruleset, &ruleset.host());
    let problems: Problems = run.failures.into_iter().collect();
    if problems.is_empty() {
        return Err(format!("nothing is wrong with this ruling:\n{}", run.trace).into());
    }
    Ok(mistake.shown(&problems))
}

fn ready(mistake: &Mistake) -> Result<(Ruleset, Ruling), Failed> {
    let ruleset = mistake.ruleset()?;
    let ruling = rulings::read(&mistake.ruling, &ruleset).map_err(|problems| mistake.shown(&problems))?;
    Ok((ruleset, ruling))
}

/// The trace of a ruling that holds, is sound afterwards, and gives the same when every answer comes late.
fn played(mistake: &Mistake, ruleset: &Ruleset, ruling: &Ruling) -> Result<String, Failed> {
    let host = ruleset.host();
    let run = rulings::run(ruling, ruleset, &host);
    if !run.failures.is_empty() {
        let failures: Problems = run.failures.into_iter().collect();
        return Err(format!("{}\n\n{}", mistake.shown(&failures), run.trace).into());
    }
    let broken = run.game.check_invariants(ruleset.rules());
    if !broken.is_empty() {
        return Err(format!("the game is broken: {broken:#?}\n\n{}", run.trace).into());
    }
    is_the_same_late(ruleset, ruling, &host, &run)?;
    Ok(run.trace)
}

/// The same answers, each given only after the game was left waiting: every script that asks runs again.
fn is_the_same_late(ruleset: &Ruleset, ruling: &Ruling, host: &Rc<dyn Scripts>, run: &Run) -> Result<(), Failed> {
    let mut answers = Vec::new();
    for input in run.game.log() {
        match input {
            Input::Answer(_, _, answer) => answers.push(answer.clone()),
            // What else goes on the tape is not given from outside.
            Input::Chance(..)
            | Input::Together(..)
            | Input::Leave(_)
            | Input::LeaveTogether(_)
            | Input::Withdrawn(..) => return Ok(()),
        }
    }
    let mut table = ruleset.table_of_people(host, Game::new(ruleset.rules(), &ruling.setup));
    for answer in answers {
        if table.advance() != Progress::Waiting {
            return Err("late, the game is over before all answers are given".into());
        }
        let number = table.game().prompts()[0].number;
        table.answer(number, answer).map_err(|refusal| format!("late, an answer is refused: {refusal:?}"))?;
    }
    table.advance();
    let (at_once, late) = (ruleset.trace(&run.game, None), ruleset.trace(table.game(), None));
    if at_once == late && run.game.state() == table.game().state() {
        return Ok(());
    }
    Err(format!("late, this happens:\n{late}\n\nat once, this:\n{at_once}").into())
}

/// Every call of a script that faults leaves the state as it was when the call began.
fn leaves_nothing_behind(ruleset: &Ruleset, ruling: &Ruling) -> Result<(), Failed> {
    let witness = Rc::new(Witness::new(ruleset));
    let host: Rc<dyn Scripts> = Rc::<Witness>::clone(&witness);
    rulings::run(ruling, ruleset, &host);
    let left = witness.left_behind();
    if left.is_empty() { Ok(()) } else { Err(format!("a fault left something behind in: {}", left.join(", ")).into()) }
}
