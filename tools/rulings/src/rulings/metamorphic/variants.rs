//! Variants that do something at every question: answer late, save and load, undo and redo, fork.

use super::{Divergence, VariantContext, differs, states_differ};
use crate::rulings::play::{Pace, Play, Run};
use crate::rulings::snapshot::diff;
use cardwright_game::RulesetInside;
use cardwright_kernel::questions::{Input, Prompt};
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{Nobody, Table};

/// Every question is answered after the game was left waiting: scripts run again up to it.
pub(super) fn late(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    at_every_question(setting, expected, "every decision answered late", |_| None)
}

/// Of several questions that are open at once, the last is answered first.
pub(super) fn last_first(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    let mut play = Play::new(setting.ruling, setting.ruleset, setting.host, Pace::LastFirst);
    let mut several = false;
    play.play_out(&mut |play| several |= play.table.game().prompts().len() > 1);
    let divergence = differs("several questions answered from the last to the first", expected, &play.finish());
    divergence.filter(|_| several)
}

/// The game is saved and loaded at every question.
pub(super) fn saved(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    at_every_question(setting, expected, "saved and loaded at every decision", |play| {
        let before = Shown::of(play.table.game(), setting);
        let bytes = setting.ruleset.save(play.table.game());
        match setting.ruleset.load(&bytes) {
            Ok(game) => play.put(game),
            Err(damage) => return Some(damage.to_string()),
        }
        play.table.advance();
        before.differs(play.table.game(), setting)
    })
}

/// The last decision is undone and done again at every question.
pub(super) fn undone(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    at_every_question(setting, expected, "undone and redone at every decision", |play| {
        let before = Shown::of(play.table.game(), setting);
        let log = play.table.game().log().to_vec();
        let Ok(undone) = play.table.undo() else {
            // Back at the beginning: what chance gave before the first decision comes again.
            play.repeat_chance(&log);
            play.table.advance();
            return before.differs(play.table.game(), setting);
        };
        let undone_inputs = taken_back(&log, play.table.game().log());
        play.repeat_chance(&undone_inputs);
        if let Err(message) = redo(&mut play.table, &undone) {
            return Some(message);
        }
        before.differs(play.table.game(), setting)
    })
}

/// The inputs that an undo took off a log, also inside of a simultaneous question.
fn taken_back(before: &[Input], after: &[Input]) -> Vec<Input> {
    let rest = |before: &[Input], after: &[Input]| before[after.len().min(before.len())..].to_vec();
    let mut taken = Vec::new();
    if let (Some(Input::Together(_, was)), Some(Input::Together(_, is))) =
        (before.get(after.len().saturating_sub(1)), after.last())
    {
        for (was, is) in was.iter().zip(is) {
            taken.extend(rest(&was.sealed, &is.sealed));
            taken.extend(rest(&was.in_view, &is.in_view));
        }
    }
    taken.extend(rest(before, after));
    taken
}

fn redo(table: &mut Table, undone: &Input) -> Result<(), String> {
    match undone {
        Input::Answer(_, seat, answer) => {
            table.advance();
            let prompt = table.game().prompts().iter().find(|prompt| prompt.seat == *seat);
            let number = prompt.map(|prompt| prompt.number).ok_or("what was undone is not asked again")?;
            table.answer(number, answer.clone()).map_err(|refusal| format!("redoing it is refused: {refusal:?}"))?;
        }
        Input::Leave(_) | Input::LeaveTogether(_) => undone.leavers().iter().for_each(|player| table.leave(player)),
        Input::Chance(..) | Input::Together(..) | Input::Withdrawn(..) => {}
    }
    table.advance();
    Ok(())
}

/// Everything is undone down to the beginning, then done again.
pub(super) fn undone_to_the_beginning(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    const VARIANT: &str = "undone to the beginning and redone";
    let mut play = Play::new(setting.ruling, setting.ruleset, setting.host, Pace::Late);
    play.play_out(&mut |_| {});
    let start = Game::new(setting.ruleset.rules(), &setting.ruling.setup);
    let log = play.table.game().log().to_vec();
    let mut undone = Vec::new();
    while let Ok(input) = play.table.undo() {
        undone.push(input);
    }
    if let Some(difference) = states_differ(&start, play.table.game()) {
        return Some(Divergence::new(VARIANT, difference));
    }
    play.repeat_chance(&log);
    for input in undone.iter().rev() {
        if let Err(message) = redo(&mut play.table, input) {
            return Some(Divergence::new(VARIANT, message));
        }
    }
    play.table.advance();
    differs(VARIANT, expected, &play.finish())
}

/// A copy plays on at every question, and the game too; a fork stands where the game does.
pub(super) fn forked(setting: VariantContext<'_>, expected: &Run) -> Option<Divergence> {
    at_every_question(setting, expected, "forked at every decision", |play| {
        if let Some(difference) = fork_differs(setting, play.table.game()) {
            return Some(difference);
        }
        let mut other = play.copy(setting.ruleset, setting.host);
        other.play_out(&mut |_| {});
        differs("", expected, &other.finish()).map(|divergence| divergence.difference)
    })
}

fn fork_differs(setting: VariantContext<'_>, game: &Game) -> Option<String> {
    let fork = game.fork(setting.ruleset.rules());
    let mut table = setting.ruleset.table(setting.host, fork, Box::new(Nobody));
    table.advance();
    states_differ(game, table.game()).or_else(|| prompts_differ(game.prompts(), table.game().prompts()))
}

fn prompts_differ(expected: &[Prompt], found: &[Prompt]) -> Option<String> {
    let plain = |prompts: &[Prompt]| -> Vec<Prompt> {
        prompts.iter().map(|prompt| Prompt { number: 0, ..prompt.clone() }).collect()
    };
    let (expected, found) = (plain(expected), plain(found));
    (expected != found).then(|| diff(&format!("{expected:#?}"), &format!("{found:#?}")))
}

/// What a game shows at a question.
struct Shown {
    game: Game,
    trace: String,
}

impl Shown {
    fn of(game: &Game, setting: VariantContext<'_>) -> Self {
        Self { game: game.clone(), trace: setting.ruleset.trace(game, None) }
    }

    fn differs(&self, game: &Game, setting: VariantContext<'_>) -> Option<String> {
        let trace = setting.ruleset.trace(game, None);
        if trace != self.trace {
            return Some(diff(&self.trace, &trace));
        }
        prompts_differ(self.game.prompts(), game.prompts()).or_else(|| states_differ(&self.game, game))
    }
}

fn at_every_question(
    setting: VariantContext<'_>,
    expected: &Run,
    variant: &str,
    act: impl Fn(&mut Play) -> Option<String>,
) -> Option<Divergence> {
    let mut play = Play::new(setting.ruling, setting.ruleset, setting.host, Pace::Late);
    let mut first = None;
    let mut question = 0;
    play.play_out(&mut |play| {
        question += 1;
        if first.is_none() {
            first = act(play).map(|difference| format!("at question {question}:\n{difference}"));
        }
    });
    match first {
        Some(difference) => Some(Divergence::new(variant, difference)),
        None => differs(variant, expected, &play.finish()),
    }
}
