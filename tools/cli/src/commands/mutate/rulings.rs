//! What rulings say of changed files before mutants are made of them: which fail, and what none exercises.

use super::behaviour::ChangedGame;
use crate::out::Out;
use cardwright_rulings::command_error::CommandError;
use cardwright_rulings::coverage::{self, PointSort};
use cardwright_rulings::packs::Packs;
use cardwright_rulings::rulings::{Comparison, RulingFile};
use cardwright_rulings::runner::{Judgement, Rulesets, RulingRunner};

/// Prints which rulings of the wanted files fail, and what of the files none exercises. Whether all hold, and every function
/// and statement is exercised.
///
/// # Errors
/// If a game cannot be loaded.
pub(super) fn judge(games: &[ChangedGame], packs: &Packs, out: &mut Out) -> Result<bool, CommandError> {
    let rulesets = Rulesets::new(packs);
    let mut runner = RulingRunner::new(&rulesets);
    let mut all_hold = true;
    for game in games {
        let (mut passed, mut failed) = (0, 0);
        for file in game.touched.of_files(&game.wanted) {
            match holds(&mut runner, file)? {
                true => passed += 1,
                false => {
                    failed += 1;
                    out.line(format_args!("FAILED {}", file.name()));
                }
            }
        }
        out.line(format_args!("{passed} passed, {failed} failed"));
        let points = coverage::points(&game.files, &game.ruleset, |path| game.is_wanted(path));
        let covered = game.touched.coverage(&game.files, points);
        out.text(format_args!("{}\n", coverage::text(&covered)));
        let must_be_exercised = |sort| matches!(sort, PointSort::Function | PointSort::Clause);
        all_hold &= failed == 0 && covered.points.iter().all(|it| it.is_fine() || !must_be_exercised(it.point.sort));
    }
    Ok(all_hold)
}

fn holds(runner: &mut RulingRunner<'_>, file: &RulingFile) -> Result<bool, CommandError> {
    Ok(match runner.judge(file)? {
        Judgement::Unreadable(_) => false,
        Judgement::Played(played) => played.run.failures.is_empty() && matches!(played.comparison, Comparison::Same),
    })
}
