//! A game at the terminal: what is shown to whom, and what is done with what they type. It knows of the game what any
//! embedder can: the prompts, the view and the trace of the seat that looks.

use super::orders::{self, HELP, Order};
use super::screen::{self, Detail};
use super::seats::Seating;
use crate::commands::record::replay;
use crate::out::Out;
use cardwright_deciders::Complaints;
use cardwright_game::{
    Answer, AnswerShape, Attempted, CardInfo, ChoiceView, Datum, GameInfo, Match, MatchInside, Progress, PromptView,
    QuestionView, Ruleset, RulesetInside, Seat, TraceLine, View, Viewer,
};
use cardwright_kernel::text::suggest;
use cardwright_rulings::command_error::{CommandError, Outcome, Verdict};
use cardwright_rulings::disk;
use cardwright_rulings::packs::Packs;
use cardwright_rulings::record::Record;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// A game that is played at the terminal.
pub struct Session<'a, I> {
    packs: &'a Packs,
    ruleset: &'a Ruleset,
    info: GameInfo,
    game: Match,
    people: Vec<Seat>,
    input: I,
    out: &'a mut Out,
    /// What each seat has been shown; the last is for a public without seats.
    pages: Vec<Page>,
    seat: Option<Seat>,
    /// Who goes on passing: since which turn, and after how many actions.
    passing: Vec<(Seat, u32, usize)>,
    /// The moments at which a seat passed because it went on passing: nobody typed those answers.
    automatic: Vec<(Seat, usize)>,
    /// Whether input is repeated in the output, because no terminal shows it.
    pub echoes: bool,
    /// Whether questions are asked that have only one answer.
    pub ask_everything: bool,
    /// Who plays, by seat: a decider or `human`.
    deciders: Vec<String>,
    /// What has gone wrong with deciders.
    pub complaints: Complaints,
    /// The file to save the game to on leaving.
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
    /// A session of a game.
    pub fn new(
        packs: &'a Packs,
        ruleset: &'a Ruleset,
        game: Match,
        seating: &Seating,
        input: I,
        out: &'a mut Out,
    ) -> Self {
        let people = seating.people();
        Self {
            packs,
            ruleset,
            info: ruleset.info(),
            game,
            seat: if people.len() == 1 { people.first().copied() } else { None },
            ask_everything: people.len() > 1,
            people,
            input,
            out,
            pages: vec![Page::default(); seating.len() + 1],
            passing: Vec::new(),
            automatic: Vec::new(),
            echoes: false,
            deciders: seating.names(),
            complaints: Complaints::default(),
            save_at_the_end: None,
        }
    }

    /// Plays on. The trace tells what scripts have failed.
    fn advance(&mut self) -> Progress {
        let come = self.game.advance_to_turn(u32::MAX);
        come.unwrap_or_else(|trouble| trouble.progress).unwrap_or(Progress::Waiting)
    }

    /// Plays until the game is over or left.
    ///
    /// # Errors
    /// A decider has failed. The player is told whatever else goes wrong.
    pub fn play(mut self) -> Outcome {
        while !self.out.is_closed() {
            if self.advance() == Progress::Over {
                self.show_news();
                return Ok(Verdict::Fine);
            }
            if let Some((seat, complaint)) = self.complaints.take().into_iter().next() {
                self.leave_the_table();
                let failure =
                    CommandError::broken(format!("the game cannot go on: {}'s decider {complaint}", seat.letter()));
                return Err(failure);
            }
            let Some(prompt) = self.prompt() else { break };
            if self.answers_itself(&prompt) {
                self.answer(&prompt, prompt.default.clone());
            } else if let Some(pass) = self.passes_on(&prompt) {
                self.automatic.push(self.moment(prompt.seat));
                self.answer(&prompt, pass);
            } else if self.ask(&prompt) == Next::Leave {
                break;
            }
        }
        self.leave_the_table();
        Ok(Verdict::Fine)
    }

    /// The question that is put next, as the seat sees it that is asked.
    fn prompt(&self) -> Option<PromptView> {
        let seat = self.game.prompts(Viewer::Host).first()?.seat;
        self.game.prompts(Viewer::Seat(seat)).into_iter().next()
    }

    /// Whether nobody need be asked: no person sits there, or there is but one answer.
    fn answers_itself(&self, prompt: &PromptView) -> bool {
        !self.people.contains(&prompt.seat) || has_one_answer(prompt) && !self.ask_everything
    }

    /// The pass of a seat that goes on passing: nobody has done anything since, and its own turn has not come.
    fn passes_on(&mut self, prompt: &PromptView) -> Option<Answer> {
        let (_, turn, actions) = *self.passing.iter().find(|(seat, ..)| *seat == prompt.seat)?;
        let view = self.game.view(Viewer::Seat(prompt.seat));
        let own = view.players.iter().find(|player| player.player == view.turn.player);
        let comes_up = view.turn.number != turn && own.is_some_and(|player| player.seats.contains(&prompt.seat));
        let pass = prompt.pass().filter(|_| !comes_up && self.actions(prompt.seat) == actions);
        if pass.is_none() {
            self.passing.retain(|(seat, ..)| *seat != prompt.seat);
        }
        pass
    }

    /// Where the game is when a seat is asked: how much has been told.
    fn moment(&self, seat: Seat) -> (Seat, usize) {
        (seat, self.game.trace(Viewer::Host).len())
    }

    /// How much has been done so far that somebody may want to answer.
    fn actions(&self, seat: Seat) -> usize {
        let trace = self.game.trace_for_author(Viewer::Seat(seat));
        trace.iter().filter(|line| matches!(line.fact, "uses" | "triggers" | "copied")).count()
    }

    fn answer(&mut self, prompt: &PromptView, answer: Answer) {
        if let Err(refusal) = self.game.answer(prompt.number, answer) {
            self.out.line(refusal);
        }
    }

    // ---- showing ----

    fn viewer(&self) -> Viewer {
        self.seat.into()
    }

    fn page(&mut self) -> &mut Page {
        let at = self.seat.map_or(self.pages.len() - 1, Seat::index);
        &mut self.pages[at]
    }

    fn ask(&mut self, prompt: &PromptView) -> Next {
        if !self.hand_over(prompt.seat) {
            return Next::Leave;
        }
        self.show_news();
        self.show_impossible();
        self.show_inside();
        self.show_table();
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

    /// Lets another person take the seat, if several play: on a terminal, what the one before has seen goes away first,
    /// and nothing more is shown until the other is there. Returns whether somebody is.
    fn hand_over(&mut self, seat: Seat) -> bool {
        let changes = self.people.len() > 1 && self.seat != Some(seat);
        self.seat = Some(seat);
        if !changes {
            return true;
        }
        let is_screen = self.out.clear();
        self.out.line(format_args!("\n======== hand over to {} ========\n", seat.letter()));
        if !is_screen || self.echoes {
            return true;
        }
        self.out.text(format_args!("{}, press Enter ", seat.letter()));
        self.out.flush();
        let is_there = self.read_line().is_some();
        self.out.clear();
        is_there
    }

    /// The lines of the trace that are known to all, or those of the seat's own sealed dialogue.
    fn lines(&self, sealed: bool) -> Vec<String> {
        let trace = self.game.trace_for_author(self.viewer());
        trace.iter().filter(|line| line.sealed == sealed).map(TraceLine::to_string).collect()
    }

    /// Prints the lines of the trace that this seat has not read yet.
    fn show_news(&mut self) {
        let lines = self.lines(false);
        let known = self.page().lines.iter().zip(&lines).take_while(|(old, new)| old == new).count();
        // Cards that cannot be told apart often go the same way one after another.
        for alike in lines[known..].chunk_by(|one, other| one == other) {
            match alike {
                [line] => self.out.line(line),
                alike => self.out.line(format_args!("{} (×{})", alike[0], alike.len())),
            }
        }
        self.page().lines = lines;
    }

    /// Prints what the seat's own answers in a sealed dialogue have come to; the others read it when all have answered.
    fn show_inside(&mut self) {
        let lines = self.lines(true);
        let known = self.page().inside.iter().zip(&lines).take_while(|(old, new)| old == new).count();
        lines[known..].iter().for_each(|line| self.out.line(line));
        self.page().inside = lines;
    }

    /// Shows whose turn it is, and the table where it has changed since this seat saw it.
    fn show_table(&mut self) {
        let view = self.game.view(self.viewer());
        let table = screen::table(&self.info, &view, Detail::Short);
        self.out.line(format_args!("\n{}", screen::moment(&self.info, &view)));
        if self.page().table != table {
            self.out.line(&table);
            self.page().table = table;
        }
    }

    fn show_question(&mut self, prompt: &PromptView) {
        self.out.line(&prompt.text);
        for (at, option) in prompt.options.iter().enumerate() {
            self.out.line(format_args!("{:>3}  {}", at + 1, option.text));
        }
        if has_one_answer(prompt) && prompt.options.is_empty() {
            self.out.line("     nothing: press Enter");
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

    fn obey(&mut self, order: Order, prompt: &PromptView) -> Next {
        match order {
            Order::Answer(answer) => {
                self.answer(prompt, answer);
                return Next::GoOn;
            }
            Order::PassOn => match prompt.pass() {
                Some(pass) => {
                    self.passing.retain(|(seat, ..)| *seat != prompt.seat);
                    let turn = self.game.view(self.viewer()).turn.number;
                    self.passing.push((prompt.seat, turn, self.actions(prompt.seat)));
                    self.answer(prompt, pass);
                    return Next::GoOn;
                }
                None => self.out.line("you cannot pass here"),
            },
            Order::Undo => return self.undo(),
            Order::Withdraw => match self.game.withdraw(prompt.number) {
                Ok(()) => return Next::GoOn,
                Err(refusal) => self.out.line(refusal),
            },
            Order::Leave => {
                self.leave_game(prompt.seat);
                return Next::GoOn;
            }
            Order::Quit => return Next::Leave,
            Order::WhyNot => self.why_not(prompt),
            Order::Table => {
                let view = self.game.view(self.viewer());
                self.out.line(screen::table(&self.info, &view, Detail::Full));
                self.show_question(prompt);
            }
            Order::Trace => self.lines(false).iter().for_each(|line| self.out.line(line)),
            Order::Info(name) => self.info(&name, prompt),
            Order::Save(file) => self.save(&file),
            Order::Record(file) => self.record(&file),
            Order::Help => self.out.line(HELP),
            Order::Nothing if has_one_answer(prompt) && prompt.options.is_empty() => {
                self.answer(prompt, Answer::Options([].into_iter().collect()));
                return Next::GoOn;
            }
            Order::Nothing => self.out.line("type the number of an option, or `help`"),
        }
        Next::Same
    }

    /// Takes back the last answer that a person has typed, and all answers since that were given without asking anybody.
    fn undo(&mut self) -> Next {
        self.passing.clear();
        let mut undone = self.game.undo(&self.people);
        if let Err(refusal) = undone {
            self.out.line(refusal);
            return Next::Same;
        }
        while undone.is_ok() {
            self.advance();
            let Some(prompt) = self.prompt() else { break };
            let moment = self.moment(prompt.seat);
            let was_typed = !self.automatic.contains(&moment);
            self.automatic.retain(|other| *other != moment);
            if was_typed && !self.answers_itself(&prompt) {
                break;
            }
            undone = self.game.undo(&self.people);
        }
        self.out.line("took back the last answer");
        Next::GoOn
    }

    fn leave_game(&mut self, seat: Seat) {
        let players = self.game.view(self.viewer()).players;
        if let Some(own) = players.iter().find(|player| player.seats.contains(&seat)) {
            self.game.leave(own.player);
        }
    }

    fn why_not(&mut self, prompt: &PromptView) {
        let why_not = self.game.why_not_for_author(Viewer::Seat(prompt.seat));
        let mut lines = Vec::new();
        if matches!(prompt.question, QuestionView::Act { .. }) {
            lines.extend(refused(&why_not.refused));
            if lines.is_empty() {
                lines.push("everything that you could do here is listed".to_string());
            }
        } else {
            lines.extend(why_not.ruled_out.iter().map(|out| format!("{}: {}", out.text, why(out))));
            let place = why_not.asked_at.map(|place| format!(" ({place})")).unwrap_or_default();
            lines.push(format!("only what is listed can be chosen{place}"));
        }
        lines.iter().for_each(|line| self.out.line(line));
    }

    /// Shows why the last choice has proved impossible, if it has.
    fn show_impossible(&mut self) {
        if let Some(tried) = self.game.why_not_for_author(self.viewer()).impossible {
            self.out.line(format_args!("x {}: {}", tried.text, why(&tried)));
        }
    }

    fn info(&mut self, name: &str, prompt: &PromptView) {
        let names = || self.info.cards.iter().map(|card| &*card.name);
        let option = name.parse::<usize>().ok().and_then(|number| prompt.options.get(number.checked_sub(1)?));
        let chosen = option.and_then(|option| named_by(&option.choice, &self.game.view(self.viewer())));
        let is_meant = |card: &&CardInfo| match &chosen {
            Some(chosen) => *card.name == **chosen,
            None => card.name.eq_ignore_ascii_case(name),
        };
        let told = match self.info.cards.iter().find(is_meant) {
            Some(card) => screen::card(card),
            None => match suggest(name, names()) {
                Some(meant) => format!("there is no card `{name}`; did you mean `{meant}`?"),
                None => format!("there is no card `{name}`"),
            },
        };
        self.out.line(told);
    }

    fn save(&mut self, file: &Path) {
        match disk::write(file, self.game.save()) {
            Ok(()) => self.out.line(format_args!("saved to `{}`", file.display())),
            Err(error) => self.out.line(format_args!("`{}` cannot be written: {error}", file.display())),
        }
    }

    /// Writes down what the game began with and what was decided.
    fn record(&mut self, file: &Path) {
        let game = self.ruleset.load(&self.game.save()).map_err(|damage| CommandError::broken(damage.to_string()));
        let record = game.and_then(|game| {
            // A save holds what was told before the step that waits; advanced, it has told the rest as well.
            let mut table = self.ruleset.table_of_people(&self.ruleset.host(), game);
            table.advance();
            Ok(Record::new(self.packs, self.ruleset, table.game())?.played_by(self.deciders.clone()))
        });
        match record.and_then(|record| replay::write(&record, file)) {
            Ok(()) => self.out.line(format_args!("recorded in `{}`", file.display())),
            Err(failure) => self.out.line(failure),
        }
    }

    fn leave_the_table(&mut self) {
        self.out.line("\nyou left the game");
        if let Some(file) = self.save_at_the_end.take() {
            self.save(&file);
        }
    }
}

/// Whether only one answer is possible.
fn has_one_answer(prompt: &PromptView) -> bool {
    let options = prompt.options.len();
    match prompt.shape {
        AnswerShape::OneOf => options == 1,
        AnswerShape::SomeOf { .. } => options == 0,
        AnswerShape::InOrder => options <= 1,
        AnswerShape::Number { from, to } => from == to,
        AnswerShape::Shares { .. } => false,
    }
}

/// What cannot be done, one line for each; what is refused for the same reasons shares a line.
fn refused(all: &[Attempted]) -> Vec<String> {
    let mut lines: Vec<(&str, Vec<String>, String)> = Vec::new();
    for refused in all {
        // What uses no card does not end with the name of one.
        let head = refused.text.strip_suffix(&*refused.name);
        let (head, name) = head.map_or((&*refused.text, None), |head| (head, Some(refused.name.clone())));
        let why = why(refused);
        match lines.iter_mut().find(|line| line.0 == head && line.2 == why) {
            Some((_, names, _)) => names.extend(name.filter(|name| !names.contains(name))),
            None => lines.push((head, name.into_iter().collect(), why)),
        }
    }
    lines.into_iter().map(|(head, names, why)| format!("{head}{}: {why}", screen::listed(names))).collect()
}

/// The reasons, each with the file and line where it is written.
fn why(tried: &Attempted) -> String {
    let reasons = tried.why.iter().map(|why| match &why.place {
        Some(place) => format!("{} ({place})", why.text),
        None => why.text.clone(),
    });
    reasons.collect::<Vec<_>>().join("; ")
}

/// The name of the card that an option is about, as far as it is seen.
fn named_by(choice: &ChoiceView, view: &View) -> Option<Box<str>> {
    match choice.thing()? {
        Datum::Site(name) => Some(name.clone()),
        Datum::Handle(handle) => screen::name_of(view, *handle).map(Into::into),
        _ => None,
    }
}
