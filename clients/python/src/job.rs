//! Jobs: work of the engine in a thread of its own, for which Python waits in short intervals and which it
//! can stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use fairwitness::linear::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value as Json;

/// Work in progress, with its answer once it is done.
#[pyclass(frozen)]
pub struct Job {
    stop: Stop,
    coming: Mutex<Receiver<Option<Json>>>,
    /// The answer, or `Some(None)` if the work ended in a panic.
    done: Mutex<Option<Option<Json>>>,
}

impl Job {
    /// Starts the work in a thread; it obeys only the stop switch of this job.
    pub fn start(work: impl FnOnce(&Stop) -> Json + Send + 'static) -> std::io::Result<Job> {
        let stop = Stop::new();
        let (tell, coming) = channel();
        let switch = stop.clone();
        std::thread::Builder::new().name("fairwitness".to_string()).spawn(move || {
            // A panic of the engine ends the job, and not the interpreter that waits for it. The thread stays
            // attached to Python as long as the job runs, so that calls of Python functions need not attach
            // it each time.
            let attached =
                |py: Python<'_>| py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&switch))).ok());
            let _ = tell.send(Python::attach(attached));
        })?;
        Ok(Job { stop, coming: Mutex::new(coming), done: Mutex::new(None) })
    }

    fn look(&self, time: Duration) -> bool {
        let (Ok(mut done), Ok(coming)) = (self.done.lock(), self.coming.lock()) else { return true };
        if done.is_none() {
            *done = match coming.recv_timeout(time) {
                Ok(answer) => Some(answer),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(None),
            };
        }
        done.is_some()
    }
}

#[pymethods]
impl Job {
    /// Waits for at most `seconds` seconds and returns `True` if the job is done. Other threads of Python run
    /// meanwhile.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| self.look(time))
    }

    /// Asks the job to end soon with the results found so far.
    fn stop(&self) {
        self.stop.throw();
    }

    /// Returns the answer of a finished job, as JSON.
    fn answer(&self) -> PyResult<String> {
        match self.done.lock().ok().and_then(|done| done.clone()) {
            Some(Some(answer)) => Ok(answer.to_string()),
            Some(None) => Err(PyRuntimeError::new_err("the engine broke off; please report this")),
            None => Err(PyRuntimeError::new_err("the job is not done")),
        }
    }
}
