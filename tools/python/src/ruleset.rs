//! A loaded ruleset, its table of ids and the columns of its observations, as Python sees them.

use crate::layout::Layout;
use crate::playing::{Known, Wrong};
use crate::table::{Bounds, IdTable};
use crate::{IllegalId, PackError, plain};
use cardwright_game::{Begin, Colour, Files, PlayerId};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A ruleset, loaded and checked.
#[pyclass(name = "Ruleset", module = "cardwright", frozen)]
pub struct PyRuleset {
    pub(crate) known: Known,
    layouts: Mutex<BTreeMap<u8, Arc<Layout>>>,
}

/// Loads the game of a pack.
#[pyfunction]
#[pyo3(signature = (path, pack, *, numbers = None, copies = None, rows = None))]
pub fn load(
    py: Python<'_>,
    path: PathBuf,
    pack: &str,
    numbers: Option<(i64, i64)>,
    copies: Option<u32>,
    rows: Option<usize>,
) -> PyResult<PyRuleset> {
    let usual = Bounds::default();
    let bounds = Bounds { numbers: numbers.unwrap_or(usual.numbers), copies: copies.unwrap_or(usual.copies), rows };
    py.detach(|| {
        let (files, unreadable) = Files::read(&path);
        if !unreadable.is_empty() {
            return Err(PackError::new_err(unreadable.render(&files, Colour::Plain)));
        }
        let loaded = cardwright_game::load(&files, pack);
        let Some(ruleset) = loaded.ruleset else {
            return Err(PackError::new_err(loaded.problems.render(&files, Colour::Plain)));
        };
        let ids = Arc::new(IdTable::new(&ruleset, bounds).map_err(Wrong::Overflow)?);
        Ok(PyRuleset { known: Known { ruleset, ids }, layouts: Mutex::default() })
    })
}

impl PyRuleset {
    /// The columns for so many people, made once.
    pub(crate) fn layout_for(&self, people: u8) -> Result<Arc<Layout>, Wrong> {
        let mut layouts = self.layouts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(layout) = layouts.get(&people) {
            return Ok(Arc::clone(layout));
        }
        let layout = Arc::new(Layout::new(&self.known, people).map_err(Wrong::Begin)?);
        layouts.insert(people, Arc::clone(&layout));
        Ok(layout)
    }

    /// How a game begins; as few people as can play it where nothing is said.
    pub(crate) fn begin(&self, wanted: Wanted) -> Begin {
        let people = wanted.people.unwrap_or(self.known.rules().players.0);
        Begin {
            decks: wanted.decks.unwrap_or_default(),
            first: PlayerId(wanted.first),
            table: wanted.table,
            options: wanted.options.unwrap_or_default().into_iter().collect(),
            ..Begin::new(people, wanted.seed)
        }
    }
}

/// How Python wants a game to begin.
#[derive(Default)]
pub struct Wanted {
    /// How many people play.
    pub people: Option<u8>,
    /// The seed.
    pub seed: u64,
    /// The deck of each player.
    pub decks: Option<Vec<String>>,
    /// The player who begins.
    pub first: u8,
    /// The table on which it begins.
    pub table: Option<String>,
    /// What is chosen before it begins.
    pub options: Option<BTreeMap<String, String>>,
}

#[pymethods]
impl PyRuleset {
    /// The game's title.
    #[getter]
    fn title(&self) -> &str {
        self.known.ruleset.title()
    }

    /// The pack that holds the ruleset.
    #[getter]
    fn pack(&self) -> &str {
        &self.known.rules().pack
    }

    /// The fewest and the most people who can play it.
    #[getter]
    fn people(&self) -> (u8, u8) {
        self.known.rules().players
    }

    /// The keys of the decks that players can choose.
    #[getter]
    fn decks(&self) -> Vec<String> {
        self.known.rules().decks.keys().map(ToString::to_string).collect()
    }

    /// A hash of all files of all packs in play.
    #[getter]
    fn hash(&self) -> String {
        self.known.rules().hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What is declared and printed.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.known.ruleset.info())
    }

    /// The ids that answers are spelt with.
    #[getter]
    fn table(&self) -> PyTable {
        PyTable { ids: Arc::clone(&self.known.ids) }
    }

    /// The columns of an observation in a game of so many people.
    fn layout(&self, people: u8) -> PyResult<PyLayout> {
        Ok(PyLayout { layout: self.layout_for(people)? })
    }

    fn __repr__(&self) -> String {
        format!("<cardwright.Ruleset {} ({})>", self.pack(), self.title())
    }
}

/// The ids that answers are spelt with.
#[pyclass(name = "Table", module = "cardwright", frozen)]
pub struct PyTable {
    ids: Arc<IdTable>,
}

#[pymethods]
impl PyTable {
    /// Which table it is: the format, and a hash of the names of all ids.
    #[getter]
    fn version(&self) -> &str {
        self.ids.version()
    }

    /// The names of all ids, in their order.
    fn names(&self) -> Vec<String> {
        self.ids.names().to_vec()
    }

    /// The name of an id.
    fn name(&self, id: usize) -> PyResult<&str> {
        let name = self.ids.names().get(id);
        name.map(String::as_str).ok_or_else(|| IllegalId::new_err(format!("the table has no id {id}")))
    }

    /// The id with a name.
    fn id(&self, name: &str) -> PyResult<usize> {
        let id = self.ids.names().iter().position(|one| one == name);
        id.ok_or_else(|| IllegalId::new_err(format!("the table has no id named `{name}`")))
    }

    fn __len__(&self) -> usize {
        self.ids.len()
    }
}

/// The columns of an observation.
#[pyclass(name = "Layout", module = "cardwright", frozen)]
pub struct PyLayout {
    layout: Arc<Layout>,
}

#[pymethods]
impl PyLayout {
    /// How many columns an observation has.
    #[getter]
    fn width(&self) -> usize {
        self.layout.width
    }

    /// Where rows begin, how many there are, and how many columns each has.
    #[getter]
    fn rows(&self) -> (usize, usize, usize) {
        (self.layout.rows, self.layout.count, self.layout.row_width())
    }

    /// The names of the columns before the rows.
    fn names(&self) -> Vec<String> {
        self.layout.names().to_vec()
    }

    /// The names of the columns of a row.
    fn row_names(&self) -> Vec<String> {
        self.layout.row_names()
    }
}
