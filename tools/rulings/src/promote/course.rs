//! The course of a recorded game: the moments at which a ruling can begin, and what was decided after each, in words.

use crate::record::Record;
use crate::rulings::{AnswerInWords, QuestionInWords};
use cardwright_game::{Replaying, Ruleset, RulesetInside, Spectator};
use cardwright_kernel::ids::{Handle, PhaseId, Seat};
use cardwright_kernel::questions::{Answer, Input, Prompt};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::scripts::Scripts;
use cardwright_kernel::state::{Game, State, Step};
use std::cell::RefCell;
use std::rc::Rc;

/// How many moments are tried as a beginning.
const MOST_MOMENTS: usize = 40;

/// How many moments of one phase are tried besides its first.
const MOST_OF_PHASE: usize = 3;

/// Turn and phase.
pub type When = (u32, PhaseId);

/// A recorded game, up to a line of its trace and on until nothing waits.
pub struct Course {
    /// Moments before the line, the best first: the latest, and among those the ones without standing effects.
    pub moments: Vec<Moment>,
    /// What was decided, in order.
    pub decided: Rc<[Decided]>,
    /// What chance gave: after how many facts, and the line without its mark.
    pub chance: Vec<(usize, String)>,
}

/// A moment at which a ruling can begin: between two steps, in the middle of a turn, with no item waiting; or before
/// the first step.
#[derive(Clone, Debug)]
pub struct Moment {
    /// After how many inputs.
    pub inputs: usize,
    /// After how many facts.
    pub facts: usize,
    /// Turn and phase; the turn is 0 before the first step.
    pub when: When,
    /// The table.
    pub state: State,
    step: usize,
}

impl Moment {
    /// Whether it is the beginning of the game.
    pub fn is_beginning(&self) -> bool {
        self.step == 0
    }
}

/// Something that was decided.
#[derive(Clone, Debug)]
pub struct Decided {
    /// After how many inputs; all that a simultaneous question asks has the same number.
    pub inputs: usize,
    /// In which turn and phase.
    pub when: When,
    /// By whom.
    pub seat: Seat,
    /// The question and what was said; none for leaving the game.
    pub said: Option<AnswerInWords>,
}

/// A moment without its table.
#[derive(Clone, Copy)]
pub(super) struct MomentSummary {
    step: usize,
    when: When,
    /// After how many facts.
    pub facts: usize,
    inputs: usize,
    /// How many standing effects there are.
    pub effects: usize,
}

impl Course {
    /// The course of a recorded game around a line of its trace: the first like this after so many facts.
    ///
    /// # Errors
    /// The game cannot begin with these rules, or the line is not written any more.
    pub fn of(
        record: &Record,
        ruleset: &Ruleset,
        host: &Rc<dyn Scripts>,
        (line, from): (&str, usize),
    ) -> Result<Self, String> {
        let notes = Rc::new(RefCell::new(Vec::new()));
        let spectator = Notes { decided: Rc::clone(&notes) };
        let mut replaying = ruleset.replaying(host, record.begin(ruleset)?, &record.log, Some(Box::new(spectator)));
        let glances = glances(&mut replaying);
        let game = replaying.game();
        let lines = ruleset.reporter(game, None).lines(game.trace());
        let written = lines.iter().find(|(at, text)| *at >= from && text.trim() == line).map(|(at, _)| *at);
        let written = written.ok_or("with these packs the recorded game goes differently and never gets there")?;
        let rest = glances.iter().find(|glance| glance.facts > written);
        let (facts, inputs) = rest.map_or((usize::MAX, usize::MAX), |glance| (glance.facts, glance.inputs));

        let mut decided = notes.take();
        let withdrawn = withdrawn(game.log());
        decided.retain(|decided| !withdrawn.iter().any(|range| range.contains(&decided.inputs)));
        decided.extend(leaving(game, &glances));
        decided.retain(|decided| decided.inputs < inputs);
        decided.sort_by_key(|decided| decided.inputs);
        let chance = lines.into_iter().filter(|(at, _)| *at < facts).filter_map(|(at, text)| {
            let outcome = text.trim_start().strip_prefix("* ")?;
            Some((at, outcome.to_owned()))
        });
        let chosen = chosen(glances, written);
        let moments = moments(record, ruleset, host, &chosen)?;
        Ok(Self { moments, decided: decided.into(), chance: chance.collect() })
    }
}

/// Plays to the end of the log. Returns the moments at which a ruling could begin.
pub(super) fn glances(replaying: &mut Replaying) -> Vec<MomentSummary> {
    let mut glances = Vec::new();
    for step in 0.. {
        let game = replaying.game();
        if step == 0 || game.prompts().is_empty() && is_quiet(game.state()) {
            glances.push(MomentSummary {
                step,
                when: when(game.state()),
                facts: game.trace().len(),
                inputs: game.log().len(),
                effects: game.state().effects().len(),
            });
        }
        if !replaying.step() {
            break;
        }
    }
    glances
}

/// The moments to try, the best first: of each phase its first and its last, then the beginning of the game.
fn chosen(glances: Vec<MomentSummary>, written: usize) -> Vec<MomentSummary> {
    let mut before: Vec<MomentSummary> = glances.into_iter().filter(|glance| glance.facts <= written).collect();
    let beginning: Vec<MomentSummary> = before.drain(..before.len().min(1)).collect();
    let of_phases = before.chunk_by(|one, other| one.when == other.when).flat_map(|phase| {
        let last = phase.len().saturating_sub(MOST_OF_PHASE).max(1).min(phase.len());
        phase[..1].iter().chain(&phase[last..])
    });
    let mut chosen: Vec<MomentSummary> = of_phases.copied().collect();
    chosen.reverse();
    chosen.truncate(MOST_MOMENTS);
    chosen.sort_by_key(|glance| glance.effects > 0);
    chosen.extend(beginning);
    chosen
}

/// The chosen moments with their tables.
pub(super) fn moments(
    record: &Record,
    ruleset: &Ruleset,
    host: &Rc<dyn Scripts>,
    chosen: &[MomentSummary],
) -> Result<Vec<Moment>, String> {
    let mut replaying = ruleset.replaying(host, record.begin(ruleset)?, &record.log, None);
    let mut moments: Vec<Option<Moment>> = vec![None; chosen.len()];
    for step in 0..=chosen.iter().map(|glance| glance.step).max().unwrap_or(0) {
        if let Some(at) = chosen.iter().position(|glance| glance.step == step) {
            let MomentSummary { when, facts, inputs, .. } = chosen[at];
            moments[at] = Some(Moment { inputs, facts, when, state: replaying.game().state().clone(), step });
        }
        replaying.step();
    }
    Ok(moments.into_iter().flatten().collect())
}

/// Whether a ruling can begin with this table: a phase is running, nothing waits in it but windows about nothing.
fn is_quiet(state: &State) -> bool {
    let mut agenda = state.agenda().iter();
    let ends = matches!(agenda.next(), Some(Step::EndPhase(_)));
    let only_windows = agenda.all(|step| match step {
        Step::PhaseWindows(..) => true,
        Step::Window(open) => open.subject == Handle::NONE,
        _ => false,
    });
    ends && only_windows && state.items().is_empty() && state.outcome().is_none()
}

/// Turn and phase of a state.
pub fn when(state: &State) -> When {
    (state.turn().number, state.turn().phase)
}

/// The inputs that were taken back.
fn withdrawn(log: &[Input]) -> Vec<std::ops::Range<usize>> {
    let taken = |(at, input): (usize, &Input)| match input {
        Input::Withdrawn(taken, _) => Some(at.saturating_sub(*taken as usize)..at),
        Input::Answer(..) | Input::Chance(..) | Input::Together(..) | Input::Leave(_) | Input::LeaveTogether(_) => None,
    };
    log.iter().enumerate().filter_map(taken).collect()
}

/// The players who left the game, and when.
fn leaving(game: &Game, glances: &[MomentSummary]) -> Vec<Decided> {
    let left = game.log().iter().enumerate().flat_map(|(at, input)| {
        let seats: Vec<Seat> = input.leavers().iter().map(|player| game.state().acting_seat(player)).collect();
        seats.into_iter().map(move |seat| (at, seat))
    });
    let when = |at: usize| {
        let before = glances.iter().take_while(|glance| glance.inputs <= at).last();
        before.map_or((0, PhaseId(0)), |glance| glance.when)
    };
    left.map(|(inputs, seat)| Decided { inputs, when: when(inputs), seat, said: None }).collect()
}

/// Notes what is decided.
struct Notes {
    decided: Rc<RefCell<Vec<Decided>>>,
}

impl Spectator for Notes {
    fn answers(&mut self, asked: &Prompt, answer: &Answer, game: &Game, rules: &Rules) {
        let said = QuestionInWords::of(asked, rules, game.state()).said(answer);
        let inputs = game.branch().map_or(game.log().len(), |(entry, ..)| entry);
        let (when, seat) = (when(game.state()), asked.seat);
        self.decided.borrow_mut().push(Decided { inputs, when, seat, said: Some(said) });
    }
}
