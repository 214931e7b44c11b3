//! What a person types: an answer to the open question, or something about the game.

use cardwright_game::{Answer, AnswerError, AnswerShape, PromptView};
use std::path::PathBuf;

/// What can be typed besides an answer.
pub const HELP: &str = "\
a number    answers with that option; several numbers (`1 3`) where several are asked for, `0` for none
p           passes, and goes on passing until somebody does something, or your own turn comes
?           what is not possible now, and why, and where that is written
t           the table
l           everything that has happened
i 2, i NAME what is printed on the card of an option, or of that name
u           take the last answer back
w           give up the action that you are in the middle of
s FILE      save the game
r FILE      record it from its beginning, for `cardwright record replay`
wait        where several are asked at once: answer when those before you have been seen
leave       leave the game: you lose
q           quit";

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// An answer that fits the question.
    Answer(Answer),
    /// Pass, also in what follows.
    PassOn,
    /// What is not possible, and why.
    WhyNot,
    /// The table.
    Table,
    /// The whole trace.
    Trace,
    /// What is printed on a card: the number of an option, or a name.
    Info(String),
    /// Take the last answer back.
    Undo,
    /// Give up the running action.
    Withdraw,
    /// Save the game.
    Save(PathBuf),
    /// Record the game from its beginning.
    Record(PathBuf),
    /// Leave the game.
    Leave,
    /// Quit.
    Quit,
    /// Help.
    Help,
    /// Nothing was typed.
    Nothing,
}

/// Reads a line.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(line: &str, prompt: &PromptView) -> Result<Order, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Ok(match (word, rest) {
        ("", _) => Order::Nothing,
        ("p" | "pass", "") => Order::PassOn,
        ("?", "") => Order::WhyNot,
        ("t" | "table", "") => Order::Table,
        ("l" | "log" | "trace", "") => Order::Trace,
        ("u" | "undo", "") => Order::Undo,
        ("w" | "withdraw", "") => Order::Withdraw,
        ("q" | "quit" | "exit", "") => Order::Quit,
        ("leave", "") => Order::Leave,
        ("wait", "") if prompt.may_wait => Order::Answer(Answer::Wait),
        ("wait", "") => return Err("nobody can wait here".to_string()),
        ("h" | "help", "") => Order::Help,
        ("s" | "save", "") => return Err("name a file: `s FILE`".to_string()),
        ("s" | "save", file) => Order::Save(file.into()),
        ("r" | "record", "") => return Err("name a file: `r FILE`".to_string()),
        ("r" | "record", file) => Order::Record(file.into()),
        ("i" | "info", "") => return Err("name a card or the number of an option: `i NAME`".to_string()),
        ("i" | "info", name) => Order::Info(name.to_string()),
        _ => Order::Answer(answer(line, prompt)?),
    })
}

/// The numbers of an answer, checked against the question.
fn answer(line: &str, prompt: &PromptView) -> Result<Answer, String> {
    let separators = |c: char| c == ',' || c.is_whitespace();
    let numbers: Result<Vec<i64>, _> =
        line.split(separators).filter(|part| !part.is_empty()).map(str::parse::<i64>).collect();
    let Ok(numbers) = numbers else {
        return Err(format!("`{line}` is neither an answer nor a command; type `help` for a list"));
    };
    let answer = match (&prompt.shape, &numbers[..]) {
        (AnswerShape::Number { .. }, [number]) => Answer::Number(*number),
        (AnswerShape::Number { .. }, _) => return Err("one number is asked for".to_string()),
        (AnswerShape::Shares { .. }, shares) => Answer::Shares(shares.into()),
        (AnswerShape::SomeOf { .. } | AnswerShape::InOrder, [0]) => Answer::Options([].into_iter().collect()),
        (AnswerShape::OneOf | AnswerShape::SomeOf { .. } | AnswerShape::InOrder, chosen) => options(chosen, prompt)?,
    };
    match prompt.check(&answer) {
        Ok(()) => Ok(answer),
        Err(unfit) => Err(unfitting(unfit, prompt)),
    }
}

fn options(chosen: &[i64], prompt: &PromptView) -> Result<Answer, String> {
    let option = |number: &i64| {
        let at = usize::try_from(*number - 1).ok().filter(|at| *at < prompt.options.len());
        at.and_then(|at| u16::try_from(at).ok()).ok_or_else(|| format!("there is no option {number}"))
    };
    chosen.iter().map(option).collect::<Result<_, _>>().map(Answer::Options)
}

fn unfitting(unfit: AnswerError, prompt: &PromptView) -> String {
    match (unfit, &prompt.shape) {
        (AnswerError::Twice, _) => "the same option twice".to_string(),
        (_, AnswerShape::OneOf) => "one option is asked for".to_string(),
        (_, AnswerShape::SomeOf { from, to }) if from == to => format!("{from} options are asked for"),
        (_, AnswerShape::SomeOf { from, to }) => format!("{from} to {to} options are asked for"),
        (_, AnswerShape::InOrder) => format!("all {} options are asked for, in an order", prompt.options.len()),
        (_, AnswerShape::Number { from, to }) => format!("a number from {from} to {to} is asked for"),
        (_, AnswerShape::Shares { amount, caps }) => {
            let caps: Vec<String> = caps.iter().map(i64::to_string).collect();
            format!("one number for each option is asked for, {amount} in all, at most {}", caps.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright_game::{ChoiceView, OptionView, QuestionView, Seat};

    fn prompt(shape: AnswerShape, options: usize) -> PromptView {
        let option = OptionView { text: String::new(), choice: ChoiceView::Pass };
        PromptView {
            number: 1,
            seat: Seat(0),
            question: QuestionView::Choose { question: "which".into() },
            text: String::new(),
            default: Answer::one(0),
            shape,
            options: vec![option; options],
            withdrawable: false,
            may_wait: false,
            sealed: false,
        }
    }

    fn some_of(from: u32, to: u32) -> AnswerShape {
        AnswerShape::SomeOf { from, to }
    }

    #[test]
    fn options_are_counted_from_one() {
        assert_eq!(read("2", &prompt(AnswerShape::OneOf, 2)), Ok(Order::Answer(Answer::one(1))));
        assert_eq!(read("3", &prompt(AnswerShape::OneOf, 2)), Err("there is no option 3".into()));
        assert_eq!(read("-9999999999", &prompt(AnswerShape::OneOf, 2)), Err("there is no option -9999999999".into()));
    }

    #[test]
    fn several_options_stand_side_by_side() {
        let both = Answer::Options([1, 0].into_iter().collect());
        assert_eq!(read("2, 1", &prompt(AnswerShape::InOrder, 2)), Ok(Order::Answer(both)));
        assert_eq!(read("1 1", &prompt(some_of(0, 2), 2)), Err("the same option twice".into()));
    }

    #[test]
    fn none_of_some_is_zero() {
        let none = Answer::Options([].into_iter().collect());
        assert_eq!(read("0", &prompt(some_of(0, 2), 2)), Ok(Order::Answer(none)));
        assert_eq!(read("0", &prompt(some_of(1, 2), 2)), Err("1 to 2 options are asked for".into()));
    }

    #[test]
    fn an_order_of_nothing_is_zero() {
        let none = Answer::Options([].into_iter().collect());
        assert_eq!(read("0", &prompt(AnswerShape::InOrder, 0)), Ok(Order::Answer(none)));
        assert_eq!(read("0", &prompt(AnswerShape::InOrder, 2)), Err("all 2 options are asked for, in an order".into()));
    }

    #[test]
    fn garbage_is_no_answer() {
        let message = "`fnord` is neither an answer nor a command; type `help` for a list";
        assert_eq!(read("fnord", &prompt(AnswerShape::OneOf, 2)), Err(message.into()));
        assert_eq!(read("   ", &prompt(AnswerShape::OneOf, 2)), Ok(Order::Nothing));
    }
}
