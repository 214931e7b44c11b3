//! A game at the terminal: what is shown to whom, and what is done with what they type.

use super::orders::{self, HELP, Order};
use super::screen::{self, Detail};
use super::seats::Seating;
use crate::commands::record::replay;
use crate::failure::{Outcome, Verdict};
use crate::out::Out;
use crate::packs::Packs;
use crate::record::Record;
use cardwright::base::suggest;
use cardwright::game::Ruleset;
use cardwright::model::game::Game;
use cardwright::model::ids::{ActionId, Seat, Seats};
use cardwright::model::prompt::{Answer, Choice, Prompt, Question, Shape};
use cardwright::model::tape::Input;
use cardwright::model::trace::{Named, Thing, What};
use cardwright::play::flow::{Progress, Refusal};
use cardwright::play::session::Table;
use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// A game that is played at the terminal.
pub struct Session<'a, I> {
    packs: &'a Packs,
    ruleset: &'a Ruleset,
    table: Table,
    people: Seats,
    input: I,
    out: &'a mut Out,
    /// What each seat has been shown; the last is for a public without seats.
    pages: Vec<Page>,
    seat: Option<Seat>,
    /// The use that was chosen last, by whom.
    tried: Option<(Seat, Named, ActionId)>,
    /// Who goes on passing: since which turn, and after how many deeds.
    passing: Vec<(Seat, u32, usize)>,
    /// Whether what is typed is repeated: where no terminal shows it.
    pub echoes: bool,
    /// Whether questions are asked that have only one answer.
    pub ask_everything: bool,
    /// Where the game is saved when it is left.
    pub save_at_the_end: Option<PathBuf>,
}

/// What has been shown to a seat.
#[derive(Clone, Debug, Default)]
struct Page {
    lines: Vec<String>,
    /// What its own answers in a sealed dialogue have come to so far.
    inside: Vec<String>,
    table: String,
}

/// What follows an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The same question again.
    Same,
    /// The game goes on.
    GoOn,
    /// The game is left.
    Leave,
}

impl<'a, I: BufRead> Session<'a, I> {
    /// A session at a table.
    pub fn new(
        packs: &'a Packs,
        ruleset: &'a Ruleset,
        table: Table,
        seating: &Seating,
        input: I,
        out: &'a mut Out,
    ) -> Self {
        let people = seating.people();
        Self {
            packs,
            ruleset,
            table,
            people,
            input,
            out,
            pages: vec![Page::default(); seating.len() + 1],
            seat: if people.len() == 1 { people.iter().next() } else { None },
            tried: None,
            passing: Vec::new(),
            echoes: false,
            ask_everything: people.len() > 1,
            save_at_the_end: None,
        }
    }

    /// Plays until the game is over or left.
    ///
    /// # Errors
    /// None so far: what goes wrong is said to who plays.
    pub fn play(mut self) -> Outcome {
        while !self.out.is_closed() {
            if self.table.advance() == Progress::Over {
                self.show_news();
                return Ok(Verdict::Fine);
            }
            let Some(prompt) = self.table.game().prompts().first().cloned() else { break };
            if self.answers_itself(&prompt) {
                self.answer(&prompt, prompt.default.clone());
            } else if let Some(pass) = self.passes_on(&prompt) {
                self.answer(&prompt, pass);
            } else if self.ask(&prompt) == Next::Leave {
                break;
            }
        }
        self.leave_the_table();
        Ok(Verdict::Fine)
    }

    /// Whether nobody need be asked: no person sits there, or there is but one answer.
    fn answers_itself(&self, prompt: &Prompt) -> bool {
        let only = prompt.shape == Shape::OneOf && prompt.options.len() == 1;
        !self.people.has(prompt.seat) || only && !self.ask_everything
    }

    /// The pass of a seat that goes on passing: nobody has done anything since, and its own turn has not come.
    fn passes_on(&mut self, prompt: &Prompt) -> Option<Answer> {
        let (_, turn, deeds) = *self.passing.iter().find(|(seat, ..)| *seat == prompt.seat)?;
        let state = self.table.game().state();
        let comes_up = state.turn().number != turn && state.turn().player == state.player_of(prompt.seat);
        let pass = prompt.pass().filter(|_| !comes_up && self.deeds() == deeds);
        if pass.is_none() {
            self.passing.retain(|(seat, ..)| *seat != prompt.seat);
        }
        pass
    }

    /// How much has been done so far that somebody may want to answer.
    fn deeds(&self) -> usize {
        let trace = self.table.game().trace().iter();
        trace.filter(|fact| matches!(fact.what, What::Uses { .. } | What::Triggers(_) | What::Copied(..))).count()
    }

    fn answer(&mut self, prompt: &Prompt, answer: Answer) {
        let chosen = answer.options().first().and_then(|at| prompt.options.get(usize::from(*at)));
        if let Some(Choice::Use { named, action, .. }) = chosen {
            self.tried = Some((prompt.seat, *named, *action));
        }
        if let Err(refusal) = self.table.answer(prompt.number, answer) {
            self.out.line(refusal);
        }
    }

    // ---- showing ----

    fn ask(&mut self, prompt: &Prompt) -> Next {
        self.hand_over(prompt.seat);
        self.show_news();
        self.show_illegal(prompt);
        let inside = self.table.inside(prompt.seat);
        self.show_inside(inside.as_ref());
        self.show_table(inside.as_ref());
        self.show_question(prompt);
        loop {
            self.out.text(format_args!("{}> ", prompt.seat.letter()));
            self.out.flush();
            let Some(line) = self.read_line() else { return Next::Leave };
            if self.echoes {
                self.out.line(line.trim_end());
            }
            let next = match orders::read(&line, prompt) {
                Ok(order) => self.obey(order, prompt),
                Err(message) => {
                    self.out.line(message);
                    Next::Same
                }
            };
            if next != Next::Same || self.out.is_closed() {
                return next;
            }
        }
    }

    /// Tells whose eyes what follows is for, if several people play.
    fn hand_over(&mut self, seat: Seat) {
        if self.people.len() > 1 && self.seat != Some(seat) {
            self.out.line(format_args!("\n======== hand over to {} ========\n", seat.letter()));
        }
        self.seat = Some(seat);
    }

    /// Prints the lines of the trace that this seat has not read yet.
    fn show_news(&mut self) {
        let reader = self.seat;
        let page = reader.map_or(self.pages.len() - 1, Seat::index);
        let reporter = self.ruleset.reporter(self.table.game(), reader).with_places();
        let lines: Vec<String> = reporter.lines(self.table.game().trace()).into_iter().map(|(_, line)| line).collect();
        let known = self.pages[page].lines.iter().zip(&lines).take_while(|(old, new)| old == new).count();
        // Cards that cannot be told apart often go the same way one after another.
        for alike in lines[known..].chunk_by(|one, other| one == other) {
            match alike {
                [line] => self.out.line(line),
                alike => self.out.line(format_args!("{} (×{})", alike[0], alike.len())),
            }
        }
        self.pages[page].lines = lines;
    }

    /// Prints what the seat's own answers in a sealed dialogue have come to; the others read it when all have answered.
    fn show_inside(&mut self, inside: Option<&Game>) {
        let page = self.seat.map_or(self.pages.len() - 1, Seat::index);
        let lines: Vec<String> = inside.map_or_else(Vec::new, |inside| {
            let reporter = self.ruleset.reporter(inside, self.seat);
            reporter.lines(inside.trace()).into_iter().map(|(_, line)| line).collect()
        });
        let known = self.pages[page].inside.iter().zip(&lines).take_while(|(old, new)| old == new).count();
        lines[known..].iter().for_each(|line| self.out.line(line));
        self.pages[page].inside = lines;
    }

    /// Shows whose turn it is, and the table where it has changed since this seat saw it; inside of a sealed dialogue as
    /// it is there.
    fn show_table(&mut self, inside: Option<&Game>) {
        let page = self.seat.map_or(self.pages.len() - 1, Seat::index);
        let game = inside.unwrap_or_else(|| self.table.game());
        let table = screen::table(self.ruleset, game, self.seat, Detail::Short);
        self.out.line(format_args!("\n{}", screen::moment(self.ruleset, self.table.game())));
        if self.pages[page].table != table {
            self.out.line(&table);
            self.pages[page].table = table;
        }
    }

    fn show_question(&mut self, prompt: &Prompt) {
        let reporter = self.ruleset.reporter(self.table.game(), Some(prompt.seat));
        self.out.line(reporter.question(prompt));
        for (at, choice) in prompt.options.iter().enumerate() {
            let option = reporter.option(prompt.seat, prompt.question, choice);
            self.out.line(format_args!("{:>3}  {}", at + 1, option.trim().trim_start_matches([',', ' '])));
        }
    }

    /// A line of input; `None` at its end, or if it cannot be read.
    fn read_line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        match self.input.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    // ---- orders ----

    fn obey(&mut self, order: Order, prompt: &Prompt) -> Next {
        match order {
            Order::Answer(answer) => {
                self.answer(prompt, answer);
                return Next::GoOn;
            }
            Order::PassOn => match prompt.pass() {
                Some(pass) => {
                    self.passing.retain(|(seat, ..)| *seat != prompt.seat);
                    self.passing.push((prompt.seat, self.table.state().turn().number, self.deeds()));
                    self.answer(prompt, pass);
                    return Next::GoOn;
                }
                None => self.out.line("nobody can pass here"),
            },
            Order::Undo => return self.undo(),
            Order::Withdraw => match self.table.withdraw(prompt.number) {
                Ok(()) => return Next::GoOn,
                Err(refusal) => self.out.line(refusal),
            },
            Order::Leave => {
                self.table.leave(prompt.seat);
                return Next::GoOn;
            }
            Order::Quit => return Next::Leave,
            Order::WhyNot => self.why_not(prompt),
            Order::Table => {
                let inside = self.table.inside(prompt.seat);
                let game = inside.as_ref().unwrap_or_else(|| self.table.game());
                self.out.line(screen::table(self.ruleset, game, self.seat, Detail::Full));
                self.show_question(prompt);
            }
            Order::Trace => self.out.text(self.ruleset.trace(self.table.game(), self.seat)),
            Order::Info(name) => self.info(&name, prompt),
            Order::Save(file) => self.save(&file),
            Order::Record(file) => self.record(&file),
            Order::Help => self.out.line(HELP),
            Order::Nothing => self.out.line("type the number of an option, or `help`"),
        }
        Next::Same
    }

    /// Takes answers back down to the last one that a person gave.
    fn undo(&mut self) -> Next {
        self.passing.clear();
        let by_person = |input: &Input| match input {
            Input::Answer(_, seat, _) => self.people.has(*seat),
            Input::Together(_, branches) => {
                branches.iter().any(|branch| self.people.has(branch.seat) && !branch.sealed.is_empty())
            }
            _ => false,
        };
        if !self.table.game().log().iter().any(by_person) {
            self.out.line(Refusal::Nothing);
            return Next::Same;
        }
        loop {
            match self.table.undo() {
                Ok(Input::Answer(_, seat, _)) if self.people.has(seat) => {
                    self.out.line("the last answer is taken back");
                    return Next::GoOn;
                }
                Ok(_) => {}
                Err(refusal) => {
                    self.out.line(refusal);
                    return Next::GoOn;
                }
            }
        }
    }

    fn why_not(&mut self, prompt: &Prompt) {
        if !matches!(prompt.question, Question::Act { .. }) {
            return self.why_not_chosen(prompt);
        }
        let Ok(attempts) = self.table.refused_here(prompt.seat) else { return };
        let reporter = self.ruleset.reporter(self.table.game(), Some(prompt.seat)).with_places();
        let rules = self.ruleset.rules();
        // What is refused for the same reasons stands on one line.
        let mut lines: Vec<(String, Vec<String>, String)> = Vec::new();
        for (attempt, reasons) in attempts {
            let card = self.table.named(attempt.card);
            let action = rules.definitions[card.def.index()].uses[usize::from(attempt.number)].action;
            let subject = attempt.subject.map(|subject| self.table.named(subject.id));
            // What could not be done here at all needs no reasons.
            if reasons.iter().any(|against| against.reason.is_elsewhere()) {
                continue;
            }
            let why: Vec<String> = reasons.iter().map(|against| reporter.against(against, &card)).collect();
            let name = reporter.name_for(&card, Some(prompt.seat));
            let cannot = reporter.cannot(prompt.seat, action, &card, subject.as_ref());
            let head = cannot.strip_suffix(&*name).unwrap_or(&cannot).to_string();
            let why = why.join("; ");
            match lines.iter_mut().find(|line| line.0 == head && line.2 == why) {
                Some((_, names, _)) if names.contains(&name) => {}
                Some((_, names, _)) => names.push(name),
                None => lines.push((head, vec![name], why)),
            }
        }
        let joined = |(head, names, why): &(String, Vec<String>, String)| {
            format!("{head}{}: {why}", screen::listed(names.clone()))
        };
        let mut lines: Vec<String> = lines.iter().map(joined).collect();
        if lines.is_empty() {
            lines.push("everything that you could do here is listed".to_string());
        }
        lines.iter().for_each(|line| self.out.line(line));
    }

    /// What a script has ruled out for a choice, and where it says what can be chosen.
    fn why_not_chosen(&mut self, prompt: &Prompt) {
        let reporter = self.ruleset.reporter(self.table.game(), Some(prompt.seat)).with_places();
        let mut lines = Vec::new();
        for (card, against) in self.table.ruled_out() {
            let named = self.table.named(card.id);
            let name = reporter.thing(&Thing::Card(named), Some(prompt.seat));
            lines.push(format!("{name}: {}", reporter.against(&against, &named)));
        }
        let place = self.table.run.asked_at.and_then(|(place, by)| reporter.asking(place, by.as_ref()));
        let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
        lines.push(format!("only what is listed can be chosen{place}"));
        lines.iter().for_each(|line| self.out.line(line));
    }

    /// Tells why what was chosen last has proved impossible, if it has.
    fn show_illegal(&mut self, prompt: &Prompt) {
        let Some(against) = self.table.run.illegal.take() else { return };
        let reporter = self.ruleset.reporter(self.table.game(), Some(prompt.seat)).with_places();
        let why = match self.tried {
            Some((seat, card, action)) if seat == prompt.seat => {
                format!("{}: {}", reporter.cannot(seat, action, &card, None), reporter.against(&against, &card))
            }
            _ => return,
        };
        self.out.line(format_args!("x {why}"));
    }

    fn info(&mut self, name: &str, prompt: &Prompt) {
        let rules = self.ruleset.rules();
        let names = || rules.definitions.keys().map(|name| &**name);
        let option = name.parse::<usize>().ok().and_then(|number| prompt.options.get(number.checked_sub(1)?));
        let id = option.map(|choice| choice.entity()).filter(|id| id.is_some());
        let id = id.filter(|id| self.table.state().entity(*id).known.has(prompt.seat));
        let of_option = id.and_then(|id| names().nth(self.table.state().entity(id).def.index()));
        let known = of_option.or_else(|| names().find(|known| known.eq_ignore_ascii_case(name)));
        match known.and_then(|name| screen::card(self.ruleset, self.table.game(), name)) {
            Some(card) => self.out.line(card),
            None => match suggest(name, names()) {
                Some(meant) => self.out.line(format_args!("there is no card `{name}`; did you mean `{meant}`?")),
                None => self.out.line(format_args!("there is no card `{name}`")),
            },
        }
    }

    fn save(&mut self, file: &Path) {
        match fs::write(file, self.ruleset.save(self.table.game())) {
            Ok(()) => self.out.line(format_args!("saved to `{}`", file.display())),
            Err(error) => self.out.line(format_args!("`{}` cannot be written: {error}", file.display())),
        }
    }

    /// Writes down what the game began with and what was decided.
    fn record(&mut self, file: &Path) {
        let record = Record::new(self.packs, self.ruleset, self.table.game());
        match record.and_then(|record| replay::write(&record, file)) {
            Ok(()) => self.out.line(format_args!("recorded in `{}`", file.display())),
            Err(failure) => self.out.line(failure),
        }
    }

    fn leave_the_table(&mut self) {
        self.out.line("\nthe game is left");
        if let Some(file) = self.save_at_the_end.take() {
            self.save(&file);
        }
    }
}
