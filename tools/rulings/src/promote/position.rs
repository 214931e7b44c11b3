//! From a position of a recorded game to a ruling: the table as it stood then, and what is true there.

use super::course::{Moment, MomentSummary, glances, moments};
use super::{Promoted, Promoting};
use crate::rulings;
use cardwright_game::RulesetInside;
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::State;
use std::ops::Range;

/// How many moments before the position are tried as the beginning of the ruling.
const MOST_BEGINNINGS: usize = 12;

impl Promoting<'_> {
    /// A ruling that shows the position behind the line, or where the record ends if the line is empty: the table as it
    /// stood when a ruling could last begin, the steps from there on, and claims about whose turn it is and who is asked.
    ///
    /// # Errors
    /// Why no moment before the position can be its beginning.
    pub fn position(&self) -> Result<Promoted, Vec<String>> {
        let begin = || self.record.begin(self.ruleset).map_err(|why| vec![why]);
        let mut replaying = self.ruleset.replaying(self.host, begin()?, &self.record.log, None);
        let glances = glances(&mut replaying);
        let game = replaying.game();
        let lines = self.ruleset.reporter(game, None).lines(game.trace());
        let end = self.position_in(&lines).ok_or_else(|| {
            vec!["with these packs the recorded game goes differently and never gets there".to_string()]
        })?;

        let chosen = beginnings(glances, end);
        let mut reasons = Vec::new();
        for glance in &chosen {
            let found = moments(self.record, self.ruleset, self.host, std::slice::from_ref(glance));
            let moment = found.map_err(|why| vec![why])?.remove(0);
            match self.ruling_from(&moment, &steps(&lines, glance.facts..end), &written(&lines, glance.facts..end)) {
                Ok(promoted) => return Ok(promoted),
                Err(why) => reasons.push(format!("{}: {why}", self.called(&moment))),
            }
        }
        reasons.dedup();
        Err(reasons)
    }

    /// After how many facts the position is.
    fn position_in(&self, lines: &[(usize, String)]) -> Option<usize> {
        if self.line.is_empty() {
            return Some(usize::MAX);
        }
        lines.iter().find(|(_, text)| text.trim() == self.line).map(|(at, _)| at + 1)
    }

    /// The ruling that begins at a moment, takes these steps, and then claims what is true.
    fn ruling_from(&self, moment: &Moment, steps: &[String], written: &[String]) -> Result<Promoted, String> {
        let rules = self.ruleset.rules();
        let scene = self.scene(moment);
        let (_, ruling) = self.ruling(&scene.with_steps(steps.to_vec()))?;
        let run = rulings::run(&ruling, self.ruleset, self.host);
        let own: Vec<String> = run.trace.lines().map(str::to_owned).collect();
        if !own.starts_with(written) {
            return Err("played on from there, the game goes differently".to_owned());
        }
        let claims = rulings::open_questions(&run.game, rules).into_iter().chain([moment_of(rules, run.game.state())]);
        let promoted = self.promoted(&scene.with_steps(steps.iter().cloned().chain(claims).collect()))?;
        match promoted.trace == run.trace {
            true => Ok(promoted),
            false => Err("claims of what is true there change it".to_owned()),
        }
    }
}

/// Whose turn it is, as a claim.
pub fn moment_of(rules: &Rules, state: &State) -> String {
    let turn = state.turn();
    let phase = rules.phases.get_index(turn.phase.index());
    let title = phase.map_or("", |(_, phase)| &phase.title);
    format!("it is {}'s {title} phase", turn.player.letter())
}

/// Moments at which a ruling about a position can begin: the latest first, among those before it those without standing
/// effects, which a table cannot show; at last the beginning of the game.
fn beginnings(glances: Vec<MomentSummary>, end: usize) -> Vec<MomentSummary> {
    let mut before: Vec<MomentSummary> = glances.into_iter().filter(|glance| glance.facts <= end).collect();
    let beginning: Vec<MomentSummary> = before.drain(..before.len().min(1)).collect();
    before.reverse();
    before.sort_by_key(|glance| glance.effects > 0);
    before.truncate(MOST_BEGINNINGS);
    before.extend(beginning);
    before
}

/// The lines of these facts.
fn written(lines: &[(usize, String)], facts: Range<usize>) -> Vec<String> {
    lines.iter().filter(|(at, _)| facts.contains(at)).map(|(_, text)| text.clone()).collect()
}

/// What was decided in these facts, and what chance gave.
fn steps(lines: &[(usize, String)], facts: Range<usize>) -> Vec<String> {
    let step = |line: &String| {
        let line = line.trim_start();
        line.strip_prefix("> ").or_else(|| line.strip_prefix("* ")).map(str::to_owned)
    };
    written(lines, facts).iter().filter_map(step).collect()
}
