//! Lists from Python, read with a bound: what an object says of its own length is not believed.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// How many decks or deciders can be named, and seats of an answer that is taken back: more than any game has seats.
pub const MOST_NAMES: usize = 256;

/// A list of at most so many elements. One that gives more than it says is refused when it does, and no memory is taken for
/// what is only announced.
pub struct List<T, const MOST: usize>(pub Vec<T>);

impl<'a, 'py, T: FromPyObjectOwned<'py>, const MOST: usize> FromPyObject<'a, 'py> for List<T, MOST> {
    type Error = PyErr;

    fn extract(list: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let says = length(&list)?;
        if says > MOST {
            return Err(too_long(MOST));
        }
        let mut elements = Vec::new();
        for element in list.try_iter()? {
            if elements.len() == says {
                return Err(PyValueError::new_err(format!("a list gives more than the {says} elements that it says")));
            }
            elements.push(element?.extract::<T>().map_err(Into::into)?);
        }
        Ok(Self(elements))
    }
}

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// What a list says of its length.
fn length(list: &Bound<'_, PyAny>) -> PyResult<usize> {
    if list.is_instance_of::<PyString>() || list.is_instance_of::<PyDict>() {
        return Err(PyTypeError::new_err(format!("a list is wanted here, not {}", list.get_type().name()?)));
    }
    list.len()
}

fn too_long(most: usize) -> PyErr {
    PyValueError::new_err(format!("a list can have {most} elements here, not more"))
}
