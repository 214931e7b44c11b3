//! A game as Python sees it.

use crate::deciding::Deciders;
use crate::encode::Encoder;
use crate::layout::Layout;
use crate::lists::{List, MOST_NAMES};
use crate::playing::{Known, Playing, Wrong};
use crate::ruleset::{PyRuleset, Wanted};
use crate::{IllegalId, plain};
use cardwright_game::{MatchInside, Seat, Viewer};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game that is being played.
#[pyclass(name = "Game", module = "cardwright", frozen)]
pub struct PyGame {
    playing: Mutex<Playing>,
    layout: Arc<Layout>,
    ruleset: Py<PyRuleset>,
}

impl PyGame {
    fn of(py: Python<'_>, ruleset: &Py<PyRuleset>, playing: Playing) -> PyResult<Self> {
        let layout = ruleset.get().layout_for(playing.game.people() as u8)?;
        Ok(Self { playing: Mutex::new(playing), layout, ruleset: ruleset.clone_ref(py) })
    }

    fn known(&self) -> &Known {
        &self.ruleset.get().known
    }

    /// What is done on a game that nobody else uses. After a panic the game is whole: a match takes care of that.
    fn locked(&self) -> MutexGuard<'_, Playing> {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seat_or_current(playing: &Playing, seat: Option<u8>) -> PyResult<Seat> {
        let seat = seat.map(Seat).or_else(|| playing.current());
        seat.ok_or_else(|| IllegalId::new_err("the game is over: nobody is asked"))
    }

    fn viewer(playing: &Playing, seat: Option<u8>) -> PyResult<Viewer> {
        match seat {
            None => Ok(Viewer::Host),
            Some(seat) if usize::from(seat) < playing.game.people() => Ok(Viewer::Seat(Seat(seat))),
            Some(seat) => Err(IllegalId::new_err(format!("nobody has seat {seat}"))),
        }
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (ruleset, people = None, seed = 0, *, decks = None, first = 0, table = None, options = None,
        deciders = None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        ruleset: Py<PyRuleset>,
        people: Option<u8>,
        seed: u64,
        decks: Option<List<String, MOST_NAMES>>,
        first: u8,
        table: Option<String>,
        options: Option<BTreeMap<String, String>>,
        deciders: Option<List<Option<String>, MOST_NAMES>>,
    ) -> PyResult<Self> {
        let wanted = Wanted { people, seed, decks: decks.map(|decks| decks.0), first, table, options };
        let begin = ruleset.get().begin(wanted);
        let known = ruleset.get().known.clone();
        let deciders = Deciders::ready(&known, &deciders.unwrap_or_default().0, begin.players)?;
        let playing = py.detach(|| Playing::begin(&known, &begin, &deciders, false))?;
        Self::of(py, &ruleset, playing)
    }

    /// Goes on with a game that was saved.
    #[staticmethod]
    #[pyo3(signature = (ruleset, save, *, deciders = None, seed = 0))]
    fn load(
        py: Python<'_>,
        ruleset: Py<PyRuleset>,
        save: &[u8],
        deciders: Option<List<Option<String>, MOST_NAMES>>,
        seed: u64,
    ) -> PyResult<Self> {
        let known = ruleset.get().known.clone();
        let deciders = deciders.unwrap_or_default().0;
        let playing = py.detach(|| Playing::load(&known, save, &deciders, seed))?;
        Self::of(py, &ruleset, playing)
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Py<PyRuleset> {
        self.ruleset.clone_ref(py)
    }

    /// How many seats there are.
    #[getter]
    fn people(&self) -> usize {
        self.locked().game.people()
    }

    /// The seats that are asked, in their order.
    #[getter]
    fn seats(&self) -> Vec<u32> {
        // Small numbers of one byte each would reach Python as bytes.
        self.locked().spellings.iter().map(|spelling| u32::from(spelling.seat.0)).collect()
    }

    /// The seat that is asked first.
    #[getter]
    fn current(&self) -> Option<u8> {
        self.locked().current().map(|seat| seat.0)
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.locked().is_over()
    }

    /// The number of the turn.
    #[getter]
    fn turn(&self) -> u32 {
        self.locked().game.game().state().turn().number
    }

    /// How many answers Python has given.
    #[getter]
    fn answers(&self) -> u64 {
        self.locked().answers
    }

    /// What scripts that failed have reported.
    #[getter]
    fn troubles(&self) -> Vec<String> {
        self.locked().troubles.clone()
    }

    /// The legal ids of a seat, in order; of the seat that is asked first if none is named.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<u8>) -> PyResult<Vec<u32>> {
        let playing = self.locked();
        let seat = match seat.map(Seat).or_else(|| playing.current()) {
            Some(seat) => seat,
            None => return Ok(Vec::new()),
        };
        Ok(playing.spelling(seat).map(|spelling| spelling.legal(&self.known().ids)).unwrap_or_default())
    }

    /// One for each id of the table that is legal for a seat, zero for all others.
    #[pyo3(signature = (seat = None))]
    fn mask<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let legal = self.legal(seat)?;
        let mask = PyArray1::zeros(py, self.known().ids.len(), false);
        let mut writing = mask.readwrite();
        for id in legal {
            writing.as_slice_mut()?[id as usize] = 1;
        }
        drop(writing);
        Ok(mask)
    }

    /// Says an id for a seat.
    #[pyo3(signature = (id, seat = None))]
    fn apply(&self, py: Python<'_>, id: u32, seat: Option<u8>) -> PyResult<()> {
        py.detach(|| {
            let mut playing = self.locked();
            let seat = Self::seat_or_current(&playing, seat)?;
            Ok(playing.say(seat, id)?)
        })
    }

    /// Takes back the last answer of one of these seats, or of any for which Python answers.
    #[pyo3(signature = (seats = None))]
    fn undo(&self, py: Python<'_>, seats: Option<List<u8, MOST_NAMES>>) -> PyResult<()> {
        py.detach(|| {
            let mut playing = self.locked();
            let seats = match seats {
                Some(List(seats)) => seats.into_iter().map(Seat).collect(),
                None => playing.open_seats(),
            };
            Ok(playing.undo(&seats)?)
        })
    }

    /// A copy with all of its past.
    fn clone(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = py.detach(|| self.locked().copy(true))?;
        Self::of(py, &self.ruleset, copy)
    }

    /// A copy without its past, which is quicker to make.
    fn fork(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = py.detach(|| self.locked().copy(false))?;
        Self::of(py, &self.ruleset, copy)
    }

    /// The game as bytes.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.locked().game.save());
        PyBytes::new(py, &bytes)
    }

    /// All that a seat gets, as plain data; all there is if no seat is named.
    #[pyo3(signature = (seat = None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let seen = {
            let playing = self.locked();
            playing.game.observe(Self::viewer(&playing, seat)?)
        };
        // No longer locked: while Python makes its data of it, another thread may ask this game something.
        plain(py, &seen)
    }

    /// The trace as a seat may read it; all of it if no seat is named.
    #[pyo3(signature = (seat = None))]
    fn trace(&self, seat: Option<u8>) -> PyResult<Vec<String>> {
        let playing = self.locked();
        Ok(playing.trace(Self::viewer(&playing, seat)?))
    }

    /// What a seat sees and is asked, as numbers.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let numbers = PyArray1::zeros(py, self.layout.width, false);
        let playing = self.locked();
        Self::viewer(&playing, seat)?;
        let seat = seat.map(Seat).or_else(|| playing.current()).unwrap_or(Seat(0));
        observe(&playing, &self.layout, seat, numbers.readwrite().as_slice_mut()?)?;
        Ok(numbers)
    }

    /// 1 for a winner, −1 for everybody else, 0 in a draw; 0 while the game goes on.
    fn returns(&self) -> Vec<f32> {
        self.locked().returns()
    }

    /// The points of each seat at the end, where players are scored.
    fn scores(&self) -> Option<Vec<i64>> {
        self.locked().scores()
    }

    fn __repr__(&self) -> String {
        let playing = self.locked();
        let title = self.known().ruleset.title();
        let turn = playing.game.game().state().turn().number;
        format!("<cardwright.Game {title}, turn {turn}, asked {:?}>", playing.current().map(|seat| seat.0))
    }
}

/// Writes what a seat sees and is asked.
///
/// # Errors
/// There are more cards than rows.
pub fn observe(playing: &Playing, layout: &Layout, seat: Seat, out: &mut [f32]) -> Result<(), Wrong> {
    let viewer = Viewer::Seat(seat);
    let (view, prompts) = (playing.game.view(viewer), playing.game.prompts(viewer));
    let asked = prompts.first().and_then(|prompt| Some((prompt, playing.spelling(seat)?)));
    Ok(Encoder::write(layout, &playing.known.ruleset, &view, asked, out)?)
}
