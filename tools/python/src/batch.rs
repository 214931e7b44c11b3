//! Many games at once, on all cores, without the interpreter's lock. The arrays belong to Python and are written anew at
//! each step.

use crate::deciding::Deciders;
use crate::game::observe;
use crate::layout::Layout;
use crate::lists::{List, MOST_NAMES};
use crate::playing::{Known, Playing, Wrong};
use crate::ruleset::{PyRuleset, Wanted};
use crate::threads::Threads;
use cardwright_game::Begin;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Many games.
#[pyclass(name = "RawBatch", module = "cardwright")]
pub struct PyBatch {
    shared: Shared,
    /// Locked only where they are looked at: a step has them to itself.
    lanes: Mutex<Vec<Lane>>,
    threads: Threads,
}

/// What all lanes have in common.
struct Shared {
    known: Known,
    layout: Arc<Layout>,
    begin: Begin,
    deciders: Deciders,
    /// How many answers a game may take before it is broken off.
    max_answers: u64,
    /// By how much the seed grows from one game of a lane to the next.
    stride: u64,
}

/// One game of a batch after another.
struct Lane {
    playing: Playing,
    seed: u64,
    /// What a random id is drawn from.
    luck: u64,
}

/// What a lane writes.
struct Row<'a> {
    seat: &'a mut i8,
    mask: &'a mut [i8],
    rewards: &'a mut [f32],
    scores: &'a mut [f32],
    end: &'a mut i8,
    observation: Option<&'a mut [f32]>,
}

/// What is to be done in each lane.
#[derive(Clone, Copy)]
enum Task<'a> {
    /// Only write where it stands.
    Show,
    /// Say a random legal id.
    Random,
    /// Say these ids.
    Say(&'a [i64]),
}

/// The most games of a batch.
const MOST_GAMES: usize = 100_000;

/// The game has ended.
const ENDED: i8 = 1;
/// The game was broken off.
const BROKEN_OFF: i8 = 2;

impl Shared {
    fn begin(&self, seed: u64) -> Result<Playing, Wrong> {
        Playing::begin(&self.known, &Begin { seed: seed.into(), ..self.begin.clone() }, &self.deciders, true)
    }
}

impl Lane {
    fn begin(shared: &Shared, seed: u64) -> Result<Self, Wrong> {
        Ok(Self { playing: shared.begin(seed)?, seed, luck: seed })
    }

    /// Does what is wanted, begins anew what has ended, and writes how it ended and where it stands.
    fn run(&mut self, at: usize, shared: &Shared, task: Task<'_>, row: Row<'_>) -> Result<(), Wrong> {
        let Row { seat, mask, rewards, scores, end, observation } = row;
        rewards.fill(0.0);
        scores.fill(0.0);
        *end = 0;
        let id = match task {
            Task::Show => None,
            Task::Random => self.random(),
            Task::Say(ids) => Some(ids[at]),
        };
        if let (Some(id), Some(asked)) = (id, self.playing.current()) {
            let id = u32::try_from(id).map_err(|_| Wrong::Illegal(format!("{id} is no id")))?;
            self.playing.say(asked, id).map_err(|wrong| wrong.in_game(at))?;
        }
        if !matches!(task, Task::Show) {
            // Deciders may have ended a game before Python was asked: then there was nothing to say in it.
            *end = self.ended(shared);
        }
        if *end != 0 {
            rewards.copy_from_slice(&self.playing.returns());
            for (to, score) in scores.iter_mut().zip(self.playing.scores().unwrap_or_default()) {
                *to = score as f32;
            }
            self.seed = self.seed.wrapping_add(shared.stride);
            self.playing = shared.begin(self.seed)?;
        }
        self.show(shared, seat, mask, observation)
    }

    fn ended(&self, shared: &Shared) -> i8 {
        match self.playing.is_over() {
            true => ENDED,
            false if self.playing.answers >= shared.max_answers => BROKEN_OFF,
            false => 0,
        }
    }

    fn show(&self, shared: &Shared, seat: &mut i8, mask: &mut [i8], out: Option<&mut [f32]>) -> Result<(), Wrong> {
        mask.fill(0);
        *seat = -1;
        let Some(spelling) = self.playing.spellings.first() else { return Ok(()) };
        *seat = spelling.seat.0 as i8;
        spelling.each_legal(&shared.known.ids, |id| mask[id as usize] = 1);
        match out {
            Some(out) => observe(&self.playing, &shared.layout, spelling.seat, out),
            None => Ok(()),
        }
    }

    /// A legal id, all of them equally likely.
    fn random(&mut self) -> Option<i64> {
        let legal = self.playing.spellings.first()?.legal(&self.playing.known.ids);
        let drawn = self.draw() % legal.len().max(1) as u64;
        legal.get(drawn as usize).map(|id| i64::from(*id))
    }

    /// The next number of a generator of its own (SplitMix64).
    const fn draw(&mut self) -> u64 {
        self.luck = self.luck.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.luck;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the package names them")]
    fn new(
        py: Python<'_>,
        ruleset: Py<PyRuleset>,
        people: Option<u8>,
        games: usize,
        seed: u64,
        decks: Option<List<String, MOST_NAMES>>,
        first: u8,
        table: Option<String>,
        options: Option<BTreeMap<String, String>>,
        deciders: Option<List<Option<String>, MOST_NAMES>>,
        threads: usize,
        max_answers: u64,
    ) -> PyResult<Self> {
        if games > MOST_GAMES {
            return Err(PyValueError::new_err(format!("a batch has at most {MOST_GAMES} games, not {games}")));
        }
        let (loaded, decks) = (ruleset.get(), decks.map(|decks| decks.0));
        let begin = loaded.begin(Wanted { people, seed, decks, first, table, options });
        let layout = loaded.layout_for(begin.players)?;
        let deciders = Deciders::ready(&loaded.known, &deciders.unwrap_or_default().0, begin.players)?;
        if deciders.open(begin.players).is_empty() {
            return Err(Wrong::Decider("every seat is a decider's: leave one open, or use `play`".to_owned()).into());
        }
        let shared = Shared { known: loaded.known.clone(), layout, begin, deciders, max_answers, stride: games as u64 };
        let mut threads = Threads::new(threads)?;
        let pool = threads.pool()?;
        let lanes: Result<Vec<Lane>, Wrong> = py.detach(|| {
            let seeds = (0..games as u64).into_par_iter().map(|at| seed.wrapping_add(at));
            pool.install(|| seeds.map(|seed| Lane::begin(&shared, seed)).collect())
        });
        Ok(Self { shared, lanes: Mutex::new(lanes?), threads })
    }

    /// The numbers of ids, of columns and of people.
    fn sizes(&self) -> (usize, usize, usize) {
        (self.shared.known.ids.len(), self.shared.layout.width, usize::from(self.shared.begin.players))
    }

    /// The seed of the game in each lane.
    fn seeds(&self) -> Vec<u64> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner).iter().map(|lane| lane.seed).collect()
    }

    /// What scripts that failed have reported, in the games that have not ended.
    fn troubles(&self) -> Vec<String> {
        let lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        lanes.iter().flat_map(|lane| lane.playing.troubles.iter().cloned()).collect()
    }

    /// Says an id in each game: these, or random ones, or none; begins anew what has ended, and writes where all stand.
    #[expect(clippy::too_many_arguments, reason = "the package allocates the arrays once")]
    fn step(
        &mut self,
        py: Python<'_>,
        ids: Option<PyReadonlyArray1<'_, i64>>,
        random: bool,
        mut seats: PyReadwriteArray1<'_, i8>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut rewards: PyReadwriteArray2<'_, f32>,
        mut scores: PyReadwriteArray2<'_, f32>,
        mut ends: PyReadwriteArray1<'_, i8>,
        mut observations: Option<PyReadwriteArray2<'_, f32>>,
    ) -> PyResult<()> {
        let (all_ids, width, people) = self.sizes();
        let Self { shared, lanes, threads } = self;
        let pool = threads.pool()?;
        let (shared, lanes) = (&*shared, lanes.get_mut().unwrap_or_else(PoisonError::into_inner));
        let count = lanes.len();
        let sizes = [
            ids.as_ref().map_or(count, |ids| ids.len()) == count,
            seats.len() == count && ends.len() == count,
            masks.len() == count * all_ids,
            rewards.len() == count * people && scores.len() == count * people,
            observations.as_ref().is_none_or(|array| array.len() == count * width),
        ];
        if sizes.contains(&false) {
            return Err(PyValueError::new_err(format!("an array does not fit {count} games")));
        }
        let task = match &ids {
            Some(ids) => Task::Say(ids.as_slice()?),
            None if random => Task::Random,
            None => Task::Show,
        };
        let seen: Vec<Option<&mut [f32]>> = match &mut observations {
            Some(array) => array.as_slice_mut()?.chunks_mut(width).map(Some).collect(),
            None => (0..count).map(|_| None).collect(),
        };
        let of_seats = seats.as_slice_mut()?.iter_mut().zip(masks.as_slice_mut()?.chunks_mut(all_ids));
        let ended = rewards.as_slice_mut()?.chunks_mut(people).zip(scores.as_slice_mut()?.chunks_mut(people));
        let ended = ended.zip(ends.as_slice_mut()?.iter_mut());
        let rows = of_seats.zip(ended).zip(seen).map(|(((seat, mask), ((rewards, scores), end)), observation)| Row {
            seat,
            mask,
            rewards,
            scores,
            end,
            observation,
        });
        let rows: Vec<Row<'_>> = rows.collect();
        let done: Result<(), Wrong> = py.detach(|| {
            pool.install(|| {
                let all = lanes.par_iter_mut().zip(rows).enumerate();
                all.map(|(at, (lane, row))| lane.run(at, shared, task, row)).reduce(|| Ok(()), Result::and)
            })
        });
        Ok(done?)
    }
}
