//! The native part of the Python package `cardwright`: rulesets, games, batches of games, observations, whole games for
//! studies. `cardwright/_cardwright.pyi` describes it to Python.

mod batch;
mod deciding;
mod encode;
mod game;
mod layout;
mod lists;
mod playing;
mod ruleset;
mod spelling;
mod study;
mod table;
mod threads;
mod twins;

use crate::playing::Wrong;
use pyo3::create_exception;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

create_exception!(cardwright, PackError, PyValueError, "A pack has mistakes: the message lists them.");
create_exception!(cardwright, IllegalId, PyValueError, "The id is not legal now, or the seat is not asked.");
create_exception!(cardwright, Overflow, PyOverflowError, "The bounds given to `load` have no room for something.");
create_exception!(cardwright, DeciderError, PyValueError, "There is no such decider, or one has failed.");

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> Self {
        let message = wrong.to_string();
        match wrong {
            Wrong::Overflow(_) => Overflow::new_err(message),
            Wrong::Illegal(_) => IllegalId::new_err(message),
            Wrong::Decider(_) => DeciderError::new_err(message),
            Wrong::Begin(_) | Wrong::Load(_) | Wrong::Refused(_) => PyValueError::new_err(message),
        }
    }
}

/// Data as Python's own dictionaries, lists, texts and numbers.
fn plain<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_string(data).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (json,))
}

/// Rulesets, games and batches of games.
#[pymodule]
fn _cardwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("PackError", py.get_type::<PackError>())?;
    module.add("IllegalId", py.get_type::<IllegalId>())?;
    module.add("Overflow", py.get_type::<Overflow>())?;
    module.add("DeciderError", py.get_type::<DeciderError>())?;
    module.add("TABLE_FORMAT", table::TABLE_FORMAT)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<ruleset::PyRuleset>()?;
    module.add_class::<ruleset::PyTable>()?;
    module.add_class::<ruleset::PyLayout>()?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_function(wrap_pyfunction!(ruleset::load, module)?)?;
    module.add_function(wrap_pyfunction!(study::play, module)?)?;
    module.add_function(wrap_pyfunction!(twins::compare, module)?)?;
    Ok(())
}
