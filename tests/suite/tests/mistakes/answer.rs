//! What comes from outside while a game is played: answers that do not fit, come too late or not at all.

use super::mistake::{GAME, edit, edited, ruleset, sound};
use super::play::shortened;
use cardwright_game::{Begin, Ruleset, RulesetInside};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Answer, AnswerError, Prompt, Shape};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::state::Game;
use cardwright_kernel::table::{ActionError, Decider, Progress, Table};
use libtest_mimic::Failed;

/// What is checked here.
pub const CHECKS: &[super::Check] = &[
    ("answer/comes_late", comes_late),
    ("answer/does_not_fit", does_not_fit),
    ("answer/of_every_shape_does_not_fit", of_every_shape_does_not_fit),
    ("answer/given_up_when_it_stands", given_up_when_it_stands),
    ("answer/taken_back_before_the_first", taken_back_before_the_first),
    ("answer/illegal_from_a_decider", illegal_from_a_decider),
    ("answer/everybody_leaves", everybody_leaves),
];

/// A table of people at which the first question is open.
fn waiting(ruleset: &Ruleset) -> Table {
    let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
    let mut table = ruleset.table_of_people(&ruleset.host(), game);
    assert_eq!(table.advance(), Progress::Waiting);
    table
}

/// Does something that must be refused, and compares the table before and after.
fn refused(table: &mut Table, wanted: ActionError, attempt: impl FnOnce(&mut Table) -> Option<ActionError>) {
    let before = table.game().clone();
    assert_eq!(attempt(table), Some(wanted));
    assert_eq!(table.game().state(), before.state());
    assert_eq!(table.game().prompts(), before.prompts());
    assert_eq!(table.game().log(), before.log());
}

fn comes_late() -> Result<(), Failed> {
    let mut table = waiting(&sound());
    let number = table.game().prompts()[0].number;
    for late in [0, number - 1, number + 1, u32::MAX] {
        refused(&mut table, ActionError::Late, |table| table.answer(late, Answer::one(0)).err());
    }
    table.answer(number, Answer::one(0)).map_err(|refusal| format!("{refusal:?}"))?;
    table.advance();
    refused(&mut table, ActionError::Late, |table| table.answer(number, Answer::one(0)).err());
    Ok(())
}

fn does_not_fit() -> Result<(), Failed> {
    let mut table = waiting(&sound());
    let (number, options) = (table.game().prompts()[0].number, table.game().prompts()[0].options.len());
    let unfit = [
        (Answer::Number(1), AnswerError::Form),
        (Answer::Shares([1].into_iter().collect()), AnswerError::Form),
        (Answer::one(options), AnswerError::Unknown),
        (Answer::one(usize::from(u16::MAX)), AnswerError::Unknown),
        (Answer::Options([0, 0].into_iter().collect()), AnswerError::Twice),
        (Answer::Options([].into_iter().collect()), AnswerError::Bounds),
    ];
    for (answer, why) in unfit {
        refused(&mut table, ActionError::Answer(why), |table| table.answer(number, answer).err());
    }
    Ok(())
}

/// No answer is so strange that checking it panics, and every answer that is drawn fits.
fn of_every_shape_does_not_fit() -> Result<(), Failed> {
    let caps = || [2, 1000].into_iter().collect();
    let shapes = [
        Shape::OneOf,
        Shape::SomeOf(0, 2),
        Shape::InOrder,
        Shape::Number(i64::MIN, i64::MAX),
        Shape::Shares(3, caps()),
    ];
    let most = [i64::MAX, i64::MAX, i64::MIN];
    let answers = [
        Answer::Options((0..1000).collect()),
        Answer::Options([1, 1, 7].into_iter().collect()),
        Answer::Shares(most.into_iter().collect()),
        Answer::Shares(most[..2].iter().copied().collect()),
        Answer::Shares([2, 2].into_iter().collect()),
    ];
    let mut generator = cardwright_kernel::setup::Generator::new(1);
    for shape in shapes {
        for answer in &answers {
            assert!(shape.check(2, answer).is_err(), "{shape:?} takes {answer:?}");
        }
        let drawn = shape.draw(2, &mut generator);
        assert_eq!(shape.check(2, &drawn), Ok(()), "{shape:?} draws {drawn:?}");
        assert_eq!(shape.check(2, &shape.least(2)), Ok(()), "{shape:?}");
        assert!(shape.walk(2, 100).is_none_or(|all| all.iter().all(|answer| shape.check(2, answer).is_ok())));
    }
    Ok(())
}

/// An event whose player asks another seat before he goes on himself.
fn given_up_when_it_stands() -> Result<(), Failed> {
    let announce = "fn announce(item) {\n    let player = item.player;\n    let agreed = player.left.confirm(\"agreed\");\n\n    \
        if agreed { player.draw(1); }\n    if player.confirm(\"really\") { player.draw(1); }\n}\n";
    let ruleset =
        ruleset(&edited("scripts/fair/events/windfall.rhai", "fn resolve", &format!("{announce}\nfn resolve")), GAME)?;
    let mut table = waiting(&ruleset);
    answer_with(&mut table, |prompt| prompt.options.len() - 1)?;
    let first = table.game().prompts()[0].clone();
    assert_ne!(first.seat, Seat(0));
    answer_with(&mut table, |_| 0)?;
    let second = table.game().prompts()[0].clone();
    assert_eq!((second.seat, second.withdrawable), (Seat(0), false));
    refused(&mut table, ActionError::Stands, |table| table.withdraw(second.number).err());
    refused(&mut table, ActionError::Late, |table| table.withdraw(second.number + 1).err());
    Ok(())
}

fn answer_with(table: &mut Table, choose: impl Fn(&Prompt) -> usize) -> Result<(), Failed> {
    let prompt = table.game().prompts()[0].clone();
    table.answer(prompt.number, Answer::one(choose(&prompt))).map_err(|refusal| format!("{refusal:?}"))?;
    assert_eq!(table.advance(), Progress::Waiting);
    Ok(())
}

fn taken_back_before_the_first() -> Result<(), Failed> {
    let ruleset = sound();
    let mut table = waiting(&ruleset);
    assert_eq!(table.undo(), Err(ActionError::Nothing));
    assert_eq!(table.undo(), Err(ActionError::Nothing));
    assert_eq!(table.advance(), Progress::Waiting);
    Ok(())
}

/// Answers whatever it likes.
struct Wild(Answer);

impl Decider for Wild {
    fn decide(&mut self, _: &Prompt, _: &Game, _: &Rules) -> Option<Answer> {
        Some(self.0.clone())
    }

    fn chance(&mut self, _: &cardwright_kernel::questions::ChanceQuestion, _: &Game, _: &Rules) -> Option<Answer> {
        Some(self.0.clone())
    }
}

/// What a decider says and what does not fit counts as no answer: the game waits for one from outside, also for chance.
fn illegal_from_a_decider() -> Result<(), Failed> {
    let ruleset = sound();
    for answer in [Answer::one(999), Answer::Number(i64::MIN), Answer::Shares([i64::MAX, 1].into_iter().collect())] {
        let game = ruleset.begin(&Begin::new(2, 1)).expect("two can play");
        let mut table = ruleset.table(&ruleset.host(), game, Box::new(Wild(answer)));
        while table.advance() == Progress::Chance {
            let open = table.game().chance().expect("chance is asked").clone();
            let all: Vec<u16> = (0..open.question.count as u16).collect();
            assert_eq!(table.answer_chance(open.number, &all), Ok(()));
        }
        assert_eq!(table.advance(), Progress::Waiting);
        let number = table.game().prompts()[0].number;
        assert_eq!(table.answer(number, Answer::one(0)), Ok(()));
        assert_eq!(table.advance(), Progress::Waiting);
        assert!(table.game().prompts()[0].number > number);
    }
    Ok(())
}

/// Where no rule ends a game that all have left, the game ends by itself.
fn everybody_leaves() -> Result<(), Failed> {
    let files = edited("cards/fair/ruleset.toml", "left    = true", "left    = false");
    let files = edit(&files, "scripts/fair/ruleset.rhai", "fn left(players) {", "fn check_rest(game) {");
    let files = edit(&files, "cards/fair/ruleset.toml", "[[checks]]", "[[checks]]\nname = \"rest\"\n\n[[checks]]");
    let files = edit(&files, "scripts/fair/ruleset.rhai", "players.len == 1", "players.len > 9");
    let ruleset = ruleset(&files, GAME)?;
    let mut table = waiting(&ruleset);
    for player in [0, 1, 1, 7] {
        table.leave(PlayerId(player));
    }
    assert_eq!(table.advance(), Progress::Over);
    let told = ruleset.trace(table.game(), None);
    super::told("answer", "everybody_leaves", "Everybody leaves a game that no rule ends.", &shortened(&told));
    Ok(())
}
