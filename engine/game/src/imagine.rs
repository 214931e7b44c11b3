//! What a seat can imagine: a game that it could not tell from the one that is played.
//!
//! What the seat does not know is dealt anew in the state in which the running step began, and the step is run again with
//! the decisions that were made in it. Only a game in which the seat is then told and asked the same is one.

use super::bots::Situation;
use super::load::Ruleset;
use super::matches::Match;
use super::seat::Viewer;
use cardwright_kernel::ids::{DefId, EntityId, Seat, Seats};
use cardwright_kernel::questions::{
    Answer, AnswerMeaning, Branch, BranchStage, ChanceQuestion, Choice, Input, Prompt, Question,
};
use cardwright_kernel::rules::Rules;
use cardwright_kernel::setup::{Deal, DealError, Generator, Hidden, Seed};
use cardwright_kernel::state::{Entity, Game, Item, State};
use cardwright_kernel::table::{Decider, TableMemory};
use cardwright_kernel::trace::{Named, Thing};
use cardwright_kernel::words;
use cardwright_report::Reporter;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Up to how many orders of the unknown cards all deals are listed, so that one is found if there is any.
const LISTED: usize = 720;

/// How many deals are tried where there are more.
const TRIED: usize = 200;

impl Match {
    /// A copy that this seat could not tell from the game, to look ahead in without looking at what is hidden: all that the
    /// seat does not know is dealt anew, and chance comes from this seed. The same seed gives the same copy, from which
    /// nothing leads back to the chance of the game.
    ///
    /// Cards that the seat does not know are exchanged with others of the same owner and the same part of a deck; sealed
    /// answers of other seats are drawn at random; in a question that is still sealed, the others have answered nothing. Every deal that agrees with what the seat knows now, in the middle of a
    /// step too, is as likely as the others. The seat's view, its prompt and what it reads are the same in the copy, which
    /// stands before the same prompts as far as the seat knows. Like a [`fork`](Self::fork) it has no past and no bots.
    ///
    /// # Errors
    /// There is no such deal, none was found among many, or nobody is asked just now.
    pub fn imagine(&self, seat: Seat, seed: u64) -> Result<Self, DealError> {
        let asked = self.game().prompts();
        if asked.is_empty() {
            return Err(DealError::NotAsked);
        }
        let inside = self.inside(Viewer::Seat(seat));
        let now = inside.as_ref().unwrap_or_else(|| self.game()).state();
        let imagining = Imagining { ruleset: self.ruleset(), game: self.game(), now, seat, asked, alone: false };
        Ok(self.beside(imagining.dealer()?.game(seed)?))
    }
}

impl Situation<'_> {
    /// A copy of the game that the bot's seat could not tell from it, see [`Match::imagine`]. It asks the same prompt.
    ///
    /// # Errors
    /// As for [`Match::imagine`].
    pub fn imagine(&self, seed: u64) -> Result<Match, DealError> {
        let (game, memory) = self.dealer()?.game(seed)?;
        Ok(Match::of(self.ruleset, game).with_memory(memory))
    }

    /// What imagines many such games, one for each seed.
    pub(crate) fn dealer(&self) -> Result<Dealer<'_>, DealError> {
        let asked = std::slice::from_ref(self.asked);
        let (ruleset, game, seat) = (self.ruleset, self.game, self.asked.seat);
        Imagining { ruleset, game, now: game.state(), seat, asked, alone: true }.dealer()
    }
}

/// A game to be imagined by a seat.
struct Imagining<'a> {
    ruleset: &'a Ruleset,
    game: &'a Game,
    /// What the seat has before it: inside of its sealed dialogue, if it is asked in one.
    now: &'a State,
    seat: Seat,
    /// The open questions, or the one that is being asked.
    asked: &'a [Prompt],
    /// Whether a bot is being asked: other questions may follow.
    alone: bool,
}

/// Imagines games: what is the same in all of them is found out once.
pub struct Dealer<'a> {
    imagining: Imagining<'a>,
    /// The state in which the running step began.
    before: State,
    hidden: Hidden,
    /// All deals that agree with what is known, if they are few.
    all: Option<Vec<Deal>>,
    meant: Meant,
}

impl Dealer<'_> {
    /// The game of this seed.
    pub fn game(&self, seed: u64) -> Result<(Game, TableMemory), DealError> {
        let seed = Seed::from(blake3::derive_key("cardwright 2026-11-22 imagined", &seed.to_le_bytes()));
        let mut luck = Generator::new(seed.aside(0));
        let attempt = |deal: &Deal, luck: &mut Generator| self.imagining.attempt(deal, &seed, luck, &self.meant);

        if let Some(all) = &self.all {
            let mut order: Vec<usize> = (0..all.len()).collect();
            luck.shuffle(&mut order);
            // The chance of the step may have to be drawn anew as well, so that one attempt for each need not do.
            let rounds = TRIED.div_ceil(all.len().max(1));
            let mut deals = (0..rounds).flat_map(|_| &order);
            return deals.find_map(|deal| attempt(&all[*deal], &mut luck)).ok_or(DealError::Rare(all.len()));
        }
        for _ in 0..TRIED {
            let deal = self.hidden.deal(self.imagining.ruleset.rules(), &self.before, &mut luck)?;
            if let Some(imagined) = attempt(&deal, &mut luck) {
                return Ok(imagined);
            }
        }
        Err(DealError::Rare(TRIED))
    }
}

impl<'a> Imagining<'a> {
    fn dealer(self) -> Result<Dealer<'a>, DealError> {
        if self.seat.index() >= self.game.state().people() {
            return Err(DealError::Nobody);
        }
        let rules = self.ruleset.rules();
        let before = self.game.state_at_mark(rules);
        let hidden = Hidden::of(rules, self.ruleset.homes(), &before, self.now, self.seat)?;
        let all = hidden.all(rules, &before, LISTED);
        let meant = self.meant();
        Ok(Dealer { imagining: self, before, hidden, all, meant })
    }

    /// The game with a deal, if the running step goes on as the seat has seen it go.
    fn attempt(&self, deal: &Deal, seed: &Seed, luck: &mut Generator, meant: &Meant) -> Option<(Game, TableMemory)> {
        let (mut game, memory) = self.run_again(deal, seed, self.again(luck, meant));
        game.take_number_of(self.game, self.asked, self.seat);
        self.is_same(&game).then_some((game, memory))
    }

    fn run_again(&self, deal: &Deal, seed: &Seed, again: Again) -> (Game, TableMemory) {
        let fork = self.game.fork_imagined(self.ruleset.rules(), deal, seed);
        let mut table = self.ruleset.table(&self.ruleset.host(), fork, Box::new(again));
        table.advance();
        table.into_parts()
    }

    /// What was meant by the answers of the running step: the tape has only the positions of options, and other cards make
    /// other options.
    fn meant(&self) -> Meant {
        let meant = Meant::default();
        if self.tape().iter().any(Input::is_decision) {
            let mut again = self.again(&mut Generator::new(0), &meant);
            again.takes_note = true;
            self.run_again(&Deal::default(), &Seed::from([0; 32]), again);
        }
        meant
    }

    fn tape(&self) -> &[Input] {
        self.game.log().get(self.game.tape_from..).unwrap_or_default()
    }

    fn again(&self, luck: &mut Generator, meant: &Meant) -> Again {
        let tape: Rc<[Input]> = self.tape().into();
        let knows = |entity: &Entity| !entity.can_be_hidden() || entity.known.has(self.seat);
        let shuffles = tape.iter().any(|input| matches!(input, Input::Chance(..)));
        let known = if shuffles { self.now.entities().map(|(_, entity)| knows(entity)).collect() } else { Vec::new() };
        let part = self.asked.iter().find_map(|prompt| prompt.part);
        // Branches are opened in order, up to the one that is asked in view of those before it.
        let unopened = part.map(|part| {
            let from = if part.sealed { 0 } else { usize::from(part.branch) + 1 };
            (part.entry as usize, from)
        });
        let (meant, luck) = (Rc::clone(meant), Generator::new(u64::from(luck.bits())));
        let is_sealed = part.is_some_and(|part| part.sealed);
        Again { tape, seat: self.seat, unopened, is_sealed, known, luck, meant, takes_note: false }
    }

    // ---- the same for the seat ----

    fn is_same(&self, fork: &Game) -> bool {
        let own = |prompts: &[Prompt]| -> Option<Prompt> {
            Some(masked(prompts.iter().find(|prompt| prompt.seat == self.seat)?, self.seat))
        };
        if own(self.asked) != own(fork.prompts()) || self.asked.is_empty() {
            return false;
        }
        let is_sealed = self.asked.iter().any(Prompt::is_sealed);
        if self.alone && is_sealed {
            // Before the table stands a dialogue that is not over, and behind it another seat may be asked.
            return true;
        }
        // Who has answered in a sealed question, the seat does not know.
        let is_waited_for = is_sealed || waiting(self.asked) == waiting(fork.prompts());
        is_waited_for && self.reads_same(fork) && self.sees_same(fork.state())
    }

    fn reads_same(&self, fork: &Game) -> bool {
        let facts = &self.game.trace()[self.game.mark.facts.min(self.game.trace().len())..];
        if facts.is_empty() || fork.trace().is_empty() {
            return facts.is_empty() && fork.trace().is_empty();
        }
        let rules = self.ruleset.rules();
        let lines = |game: &Game, facts| {
            let reporter = Reporter::for_seat(rules, game.state(), self.seat);
            reporter.lines(facts).into_iter().map(|(_, line)| line).collect::<Vec<String>>()
        };
        lines(self.game, facts) == lines(fork, fork.trace())
    }

    fn sees_same(&self, other: &State) -> bool {
        let own = self.game.state();
        let told = |state: &State| -> Vec<_> {
            state.learned.iter().copied().filter(|learned| learned.told.has(self.seat)).collect()
        };
        own.turn == other.turn
            && own.agenda == other.agenda
            && own.present == other.present
            && own.acting_seats == other.acting_seats
            && own.outcome == other.outcome
            && own.items.len() == other.items.len()
            && own.items.iter().zip(&other.items).all(|(one, other)| self.is_same_item(one, other))
            && own.effects == other.effects
            && own.procedures == other.procedures
            && own.supply == other.supply
            && own.entities.len() == other.entities.len()
            && own.entities().zip(other.entities()).all(|(one, other_one)| self.is_alike(one, other_one, other))
            && own.zones().zip(other.zones()).all(|((_, zone), (_, same))| self.is_laid_alike(&zone.cards, &same.cards))
            && told(own) == told(other)
    }

    /// Whether two items are the same for the seat, which may not know what is used.
    fn is_same_item(&self, one: &Item, other: &Item) -> bool {
        let told =
            |item: &Item| Item { def: one.def, use_index: 0, notes: SmallVec::new(), answerable: true, ..item.clone() };
        let is_known = self.game.state().entity(one.id).known.has(self.seat);
        one == other || !is_known && told(one) == told(other)
    }

    /// Whether something is the same for the seat in both states: all of it if the seat knows it, else its place.
    fn is_alike(&self, (id, one): (EntityId, &Entity), (_, other): (EntityId, &Entity), state: &State) -> bool {
        if one.exists != other.exists || one.known.has(self.seat) != other.known.has(self.seat) {
            return false;
        }
        if one.can_be_hidden() && !one.known.has(self.seat) {
            return (one.zone, one.place, one.host) == (other.zone, other.place, other.host);
        }
        let same = Entity { slot: one.slot, known: one.known, ..*other };
        let changing = self.ruleset.rules().kinds[one.kind.index()].changing.len() as u16;
        *one == same && (0..changing).all(|at| self.game.state().slot_value(id, at) == state.slot_value(id, at))
    }

    /// Whether what the seat knows of a zone lies in the same order in both.
    fn is_laid_alike(&self, one: &[EntityId], other: &[EntityId]) -> bool {
        let state = self.game.state();
        let known = |id: &EntityId| state.entity(*id).known.has(self.seat);
        one.len() == other.len()
            && one.iter().zip(other).all(|(one, other)| one == other || !known(one) && !known(other))
    }
}

/// The seats that are asked, in seat order.
fn waiting(prompts: &[Prompt]) -> Vec<Seat> {
    let mut seats: Vec<Seat> = prompts.iter().map(|prompt| prompt.seat).collect();
    seats.sort_unstable();
    seats
}

/// A prompt without what its number is and which cards are meant that its seat does not know.
fn masked(prompt: &Prompt, seat: Seat) -> Prompt {
    let name = |named: &mut Named| match named.known.has(seat) {
        true => named.known = Seats::NONE,
        false => *named = Named { def: DefId::NONE, ordinal: 0, known: Seats::NONE, ..*named },
    };
    let mut masked = Prompt { number: 0, part: None, asked_at: None, ..prompt.clone() };
    if let Question::Act { subject: Some(subject), .. } = &mut masked.question {
        name(subject);
    }
    for option in &mut masked.options {
        match option {
            Choice::Use { named, .. } | Choice::Entity(_, named) => name(named),
            Choice::Group(cards) => cards.iter_mut().for_each(|(_, named)| name(named)),
            Choice::Pass | Choice::Player(_) | Choice::Word(_) | Choice::Number(_) | Choice::Zone(_) => {}
        }
    }
    masked
}

/// Decides in a step what was decided in it before, as far as the seat has seen it. Of a question that is still sealed, the
/// others have answered nothing; what they must have answered but not shown by now, they answer at random.
struct Again {
    tape: Rc<[Input]>,
    seat: Seat,
    /// Of which input of the tape the branches are unopened, from which on.
    unopened: Option<(usize, usize)>,
    /// Whether some of them may not have been answered yet.
    is_sealed: bool,
    /// Which entities the seat knows now; empty if no chance was used.
    known: Vec<bool>,
    luck: Generator,
    meant: Meant,
    /// Whether this is the first time, so that it is noted what the answers mean.
    takes_note: bool,
}

/// What was meant by answers: by their place on the tape, that is the input, the branch and the place in it.
type Meant = Rc<RefCell<BTreeMap<(usize, usize, usize), AnswerMeaning>>>;

impl Again {
    /// The branch that runs, as it was before, if it is another seat's and not opened yet.
    fn unknown(&self, game: &Game) -> Option<&Branch> {
        let (entry, at, _) = game.branch()?;
        let (unopened, from) = self.unopened?;
        let Some(Input::Together(_, branches)) = self.tape.get(entry) else { return None };
        let was = branches.get(at)?;
        (entry == unopened && at >= from && was.seat != self.seat).then_some(was)
    }

    /// The input of the tape at the place where the game stands, and that place.
    fn input(&self, game: &Game) -> Option<((usize, usize, usize), &Input)> {
        let Some((entry, at, sealed)) = game.branch() else {
            let place = game.log().len();
            return Some(((place, 0, 0), self.tape.get(place)?));
        };
        match (game.log().get(entry), self.tape.get(entry)) {
            (Some(Input::Together(_, own)), Some(Input::Together(_, branches))) => {
                let number = own.get(at)?.inputs(sealed).len();
                // What is answered in view comes after what was sealed.
                let place = if sealed { number } else { usize::MAX - number };
                Some(((entry, at, place), branches.get(at)?.inputs(sealed).get(number)?))
            }
            _ => None,
        }
    }

    /// The answer that means what this one meant, if it can be given.
    fn same(&self, place: (usize, usize, usize), answer: &Answer, asked: &Prompt) -> Option<Answer> {
        let mut meant = self.meant.borrow_mut();
        if self.takes_note {
            meant.insert(place, AnswerMeaning::of(answer, &asked.options));
        }
        if *answer == Answer::Wait {
            return Some(Answer::Wait);
        }
        let (same, all) = meant.get(&place)?.among(&asked.shape, &asked.options, &asked.default);
        all.then_some(same)
    }
}

impl Decider for Again {
    fn decide(&mut self, asked: &Prompt, game: &Game, _: &Rules) -> Option<Answer> {
        if let Some(was) = self.unknown(game) {
            return match was.stage {
                _ if self.is_sealed => None,
                BranchStage::Waiting => Some(Answer::Wait),
                BranchStage::Open | BranchStage::Finished => {
                    Some(asked.shape.draw(asked.options.len(), &mut self.luck))
                }
            };
        }
        match self.input(game)? {
            (place, Input::Answer(_, seat, answer)) if *seat == asked.seat => self.same(place, answer, asked),
            _ => None,
        }
    }

    fn chance(&mut self, asked: &ChanceQuestion, game: &Game, _: &Rules) -> Option<Answer> {
        if self.unknown(game).is_some() {
            return None;
        }
        let (_, Input::Chance(_, Answer::Options(given), _)) = self.input(game)? else { return None };
        let mut given = given.clone();
        if asked.what == words::SHUFFLED {
            // In which order the unknown cards came, the seat has not seen.
            let is_unknown = |option: &u16| match asked.options.get(usize::from(*option)) {
                Some(Thing::Card(named)) => self.known.get(named.card.index()) == Some(&false),
                _ => false,
            };
            let places: Vec<usize> = (0..given.len()).filter(|at| is_unknown(&given[*at])).collect();
            let mut unknown: Vec<u16> = places.iter().map(|at| given[*at]).collect();
            self.luck.shuffle(&mut unknown);
            places.into_iter().zip(unknown).for_each(|(at, option)| given[at] = option);
        }
        Some(Answer::Options(given))
    }
}
