//! Threads that play games. They belong to the process that has started them: a process that was forked of it has none, and
//! starts its own.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;

/// The most threads that can be asked for; more would only take room.
const MOST_THREADS: usize = 1024;

/// So many threads; 0 for as many as there are cores.
pub fn pool(threads: usize) -> PyResult<ThreadPool> {
    if threads > MOST_THREADS {
        return Err(PyValueError::new_err(format!("there can be {MOST_THREADS} threads, not {threads}")));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Threads that are kept, in whatever process they are used.
pub struct Threads {
    wanted: usize,
    /// There until this is dropped.
    running: Option<ThreadPool>,
    /// The process in which they run.
    process: u32,
}

impl Threads {
    /// Starts so many; 0 for as many as there are cores.
    ///
    /// # Errors
    /// They are too many, or the system has no room for them.
    pub fn new(wanted: usize) -> PyResult<Self> {
        Ok(Self { wanted, running: Some(pool(wanted)?), process: process::id() })
    }

    /// The threads, which are started anew in a process that was forked since.
    ///
    /// # Errors
    /// The system has no room for them.
    pub fn pool(&mut self) -> PyResult<&ThreadPool> {
        if self.process != process::id() {
            let anew = pool(self.wanted)?;
            self.leave();
            (self.running, self.process) = (Some(anew), process::id());
        }
        self.running.as_ref().ok_or_else(|| PyValueError::new_err("these threads have ended"))
    }

    /// Leaves those of another process alone: to end them would be to wait for locks that nobody holds any more.
    fn leave(&mut self) {
        std::mem::forget(self.running.take());
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if self.process != process::id() {
            self.leave();
        }
    }
}
