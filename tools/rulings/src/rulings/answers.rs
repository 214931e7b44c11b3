//! From texts to answers: what a step says, looked up among the options of a question.

use super::spell::{self, NoOption, Spellings};
use cardwright_kernel::ids::{PlayerId, Seat};
use cardwright_kernel::questions::{Answer, ChanceQuestion, Choice, Prompt, Question, Shape};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::Generator;
use cardwright_kernel::state::State;
use cardwright_kernel::trace::{FactKind, Named, Thing};
use cardwright_report::Reporter;

/// A question and how its options are spelt.
pub struct QuestionInWords<'a> {
    /// The question.
    pub prompt: &'a Prompt,
    reporter: Reporter<'a>,
    options: Vec<Spellings>,
}

/// A question that was answered, in words: a question like it can be answered likewise, also at another table.
#[derive(Clone, Debug)]
pub struct AnswerInWords {
    question: Question,
    answer: Answer,
    /// The chosen options; for shares all options.
    options: Vec<Spellings>,
}

impl<'a> QuestionInWords<'a> {
    /// Spells the options of a question at a table.
    pub fn of(prompt: &'a Prompt, rules: &'a Rules, state: &'a State) -> Self {
        Self::new(prompt, Reporter::new(rules, state))
    }

    /// The question with this answer, in words.
    pub fn said(&self, answer: &Answer) -> AnswerInWords {
        let options = match answer {
            Answer::Options(chosen) => {
                chosen.iter().filter_map(|at| self.options.get(usize::from(*at))).cloned().collect()
            }
            Answer::Shares(_) => self.options.clone(),
            Answer::Number(_) | Answer::Wait => Vec::new(),
        };
        AnswerInWords { question: self.prompt.question, answer: answer.clone(), options }
    }

    /// The same answer, if this is a question like that one, and it can be answered so.
    pub fn repeated(&self, said: &AnswerInWords) -> Option<Answer> {
        let alike = match (self.prompt.question, said.question) {
            (Question::Act { window: here, subject, .. }, Question::Act { window: there, subject: other, .. }) => {
                here == there && subject.map(|subject| subject.def) == other.map(|other| other.def)
            }
            (here, there) => here == there,
        };
        if !alike {
            return None;
        }
        let answer = match &said.answer {
            Answer::Options(_) => {
                let mut found = Vec::new();
                for spellings in &said.options {
                    found.push(self.spelt_like(spellings, &found)?);
                }
                options(found)
            }
            Answer::Shares(shares) => {
                let share = |own: &Spellings| {
                    let at = said.options.iter().position(|other| other.full() == own.full());
                    at.and_then(|at| shares.get(at)).copied().unwrap_or(0)
                };
                Answer::Shares(self.options.iter().map(share).collect())
            }
            number_or_wait => number_or_wait.clone(),
        };
        self.prompt.check(&answer).is_ok().then_some(answer)
    }

    /// An option that is spelt like this one, in full if there is one.
    fn spelt_like(&self, spellings: &Spellings, used: &[usize]) -> Option<usize> {
        let free = |at: &usize| !used.contains(at);
        let in_full = (0..self.options.len()).filter(free).find(|at| self.options[*at].full() == spellings.full());
        in_full.or_else(|| (0..self.options.len()).filter(free).find(|at| self.options[*at].meets(spellings)))
    }

    /// Spells the options of a question.
    pub fn new(prompt: &'a Prompt, reporter: Reporter<'a>) -> Self {
        let spell = |choice: &Choice| spellings(reporter, prompt.seat, prompt.question, choice);
        Self { prompt, reporter, options: prompt.options.iter().map(spell).collect() }
    }

    /// The lines that would be written if each option were chosen.
    pub fn lines(&self) -> Vec<String> {
        self.options.iter().map(|spellings| spellings.full().trim().to_string()).collect()
    }

    /// The window of a question and what that is about; for others what is asked.
    pub fn about(&self) -> String {
        match self.prompt.question {
            Question::Act { window, subject, .. } => {
                let title = &self.reporter.rules.windows[window.index()].title;
                subject.map_or_else(|| title.to_string(), |item| format!("{title}: {}", self.reporter.name(&item)))
            }
            Question::Announce(_) | Question::Choose(_) => self.question(),
        }
    }

    /// The question as people read it.
    pub fn question(&self) -> String {
        self.reporter.prompt(self.prompt).trim_start_matches("? ").to_string()
    }

    /// A fact as the trace writes it.
    pub fn sentence(&self, what: &FactKind) -> String {
        self.reporter.sentence(what)
    }

    /// How passing is answered, if it may be.
    pub fn pass(&self) -> Option<Answer> {
        self.prompt.pass()
    }

    /// What to do: the option that the line begins with, and the rest of the line.
    pub fn act<'x>(&self, line: &'x str) -> Result<(Answer, &'x str), NoOption> {
        let (option, rest) = spell::head(line, &self.options)?;
        let whole = rest.is_empty() || matches!(self.prompt.options[option], Choice::Use { .. });
        if whole { Ok((Answer::one(option), rest)) } else { Err(NoOption::Unknown) }
    }

    /// What belongs to an announcement: the answer that the rest of its line begins with.
    pub fn announced(&self, rest: &str) -> Result<Answer, NoOption> {
        match &self.prompt.shape {
            Shape::OneOf => spell::head(rest, &self.options).map(|(option, _)| Answer::one(option)),
            Shape::SomeOf(_, most) => {
                let names = self.names();
                let phrase = self.phrase();
                let listed = rest.strip_prefix(&*phrase).ok_or(NoOption::Unknown)?;
                let (chosen, _) = spell::leading(listed, &names, *most as usize)?;
                self.fitting(options(chosen))
            }
            Shape::InOrder | Shape::Number(..) | Shape::Shares(..) => Err(NoOption::Unknown),
        }
    }

    /// How several that must be announced together are written, for one that has not seen it.
    pub fn together(&self) -> Option<String> {
        let Shape::SomeOf(least, _) = self.prompt.shape else { return None };
        let names = self.names();
        let first: Vec<&str> = names.iter().map(Spellings::full).take(least as usize).collect();
        let (last, others) = first.split_last().filter(|(_, others)| !others.is_empty())?;
        Some(format!("{}{} and {last}", self.phrase(), others.join(", ")).trim().to_string())
    }

    /// A choice: the answer that the line after the question is.
    pub fn chosen(&self, line: &str) -> Result<Answer, NoOption> {
        if self.prompt.may_wait() && line == format!("{} waits", self.prompt.seat.letter()) {
            return Ok(Answer::Wait);
        }
        let Question::Choose(question) = self.prompt.question else { return Err(NoOption::Unknown) };
        let head = self.reporter.asks(self.prompt.seat, question, &self.prompt.about);
        let text = line.strip_prefix(&*head).ok_or(NoOption::Unknown)?;
        let answer = match &self.prompt.shape {
            Shape::OneOf => match spell::head(text, &self.options)? {
                (option, "") => Answer::one(option),
                _ => return Err(NoOption::Unknown),
            },
            Shape::SomeOf(..) | Shape::InOrder => options(spell::whole_list(text, &self.options, false)?),
            Shape::Number(..) => Answer::Number(text.parse().map_err(|_| NoOption::Unknown)?),
            Shape::Shares(..) => self.shares(text)?,
        };
        self.fitting(answer)
    }

    /// `X 2, Y 1`; what is not named gets nothing.
    fn shares(&self, text: &str) -> Result<Answer, NoOption> {
        let mut shares = vec![0; self.options.len()];
        let mut rest = text;
        loop {
            let (option, left) = spell::head(rest, &self.options)?;
            let left = left.strip_prefix(' ').ok_or(NoOption::Unknown)?;
            let (amount, left) = left.split_once(", ").map_or((left, None), |(amount, left)| (amount, Some(left)));
            shares[option] = amount.parse().map_err(|_| NoOption::Unknown)?;
            match left {
                Some(left) => rest = left,
                None => return Ok(Answer::Shares(shares.into_iter().collect())),
            }
        }
    }

    fn fitting(&self, answer: Answer) -> Result<Answer, NoOption> {
        let fits = self.prompt.shape.check(self.prompt.options.len(), &answer).is_ok();
        if fits { Ok(answer) } else { Err(NoOption::Unknown) }
    }

    /// The phrase before what is announced, with its spaces.
    fn phrase(&self) -> String {
        let Question::Announce(phrase) = self.prompt.question else { return String::new() };
        let empty = self.reporter.announces(phrase, &[].into_iter().collect(), None);
        empty.strip_suffix("none").unwrap_or(&empty).to_string()
    }

    /// The options by their names alone: the card of a use, not the line; `pass` for passing.
    pub fn names(&self) -> Vec<Spellings> {
        let name = |choice: &Choice| match choice {
            Choice::Pass => Spellings::of("pass"),
            Choice::Use { action, named, .. } if self.reporter.rules.is_of_actor(named.def) => {
                Spellings::of(&*self.reporter.rules.actions[action.index()].says)
            }
            _ => {
                let seat = self.prompt.seat;
                let own = Reporter { reader: Some(seat), ..self.reporter };
                let placed = is_placed(choice).then(|| own.chosen(seat, &choice.things()));
                let spell = |choice: &Choice| self.reporter.chosen(seat, &choice.things());
                spelt(choice, self.reporter.state.player_of(seat), spell).and(placed)
            }
        };
        self.prompt.options.iter().map(name).collect()
    }
}

/// The outcome that a text names; what it leaves out comes from the generator.
pub fn outcome(
    question: &ChanceQuestion,
    text: &str,
    reporter: Reporter<'_>,
    generator: &mut Generator,
) -> Result<Answer, NoOption> {
    let name = |thing: &Thing| Spellings::of(reporter.thing(thing, None));
    let spelt: Vec<Spellings> = question.options.iter().map(name).collect();
    let mut named = spell::whole_list(text, &spelt, !question.without_repetition)?;
    if named.len() > question.count as usize {
        return Err(NoOption::Unknown);
    }
    let mut others: Vec<usize> = (0..question.options.len()).collect();
    if question.without_repetition {
        others.retain(|option| !named.contains(option));
        generator.shuffle(&mut others);
    }
    while named.len() < question.count as usize && !others.is_empty() {
        named.push(match question.without_repetition {
            true => others.remove(0),
            false => generator.below(others.len() as u32) as usize,
        });
    }
    Ok(options(named))
}

fn options(chosen: Vec<usize>) -> Answer {
    Answer::Options(chosen.into_iter().map(|option| option as u16).collect())
}

/// An option with its cards named as [`variants_of`] names them.
fn spelt(choice: &Choice, player: PlayerId, spell: impl Fn(&Choice) -> String) -> Spellings {
    let variants = variants(choice, player);
    let [exact, unnumbered] = variants.map(|variants| variants.iter().map(&spell).collect::<Vec<String>>());
    Spellings::new(exact, unnumbered)
}

/// An option as the trace writes it, then shorter; at last as the seat reads it, to which an unknown card is known by its
/// place.
fn spellings(reporter: Reporter<'_>, seat: Seat, question: Question, choice: &Choice) -> Spellings {
    let own = is_placed(choice).then(|| Reporter { reader: Some(seat), ..reporter }.option(seat, question, choice));
    spelt(choice, reporter.state.player_of(seat), |choice| reporter.option(seat, question, choice)).and(own)
}

fn is_placed(choice: &Choice) -> bool {
    matches!(choice, Choice::Entity(_, named) | Choice::Use { named, .. } if named.place > 0)
}

/// An option with the names of its cards as [`variants_of`] has them: those that keep their numbers, and the others.
fn variants(choice: &Choice, player: PlayerId) -> [Vec<Choice>; 2] {
    let variant = |at: usize| {
        let named_so = |named: &Named| variants_of(*named, player)[at];
        match choice {
            Choice::Use { card, number, action, named, answers } => {
                Choice::Use { card: *card, number: *number, action: *action, named: named_so(named), answers: *answers }
            }
            Choice::Entity(handle, named) => Choice::Entity(*handle, named_so(named)),
            Choice::Group(cards) => Choice::Group(cards.iter().map(|(card, named)| (*card, named_so(named))).collect()),
            Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => choice.clone(),
        }
    };
    [(0..4).map(variant).collect(), (4..6).map(variant).collect()]
}

/// A name for a player who speaks of it: in full and without owner, both also with the number 1 if it has none, and then
/// both without a number.
pub(super) fn variants_of(named: Named, player: PlayerId) -> [Named; 6] {
    let mine = |named: Named| Named { controller: player, ..named };
    let first = Named { ordinal: named.ordinal.max(1), ..named };
    let plain = Named { ordinal: 0, ..named };
    [named, mine(named), first, mine(first), plain, mine(plain)]
}
