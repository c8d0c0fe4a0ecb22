//! A job: work of the engine in a thread of its own, which Python waits for piece by piece and may stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use fairwitness::linear::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value as Json;

/// Work under way, and its answer once it is done.
#[pyclass(frozen)]
pub struct Job {
    stop: Stop,
    coming: Mutex<Receiver<Option<Json>>>,
    /// The answer: `Some(None)` where the work broke off by a panic.
    done: Mutex<Option<Option<Json>>>,
}

impl Job {
    /// Begins the work, which heeds the switch of this job and of no other.
    pub fn start(work: impl FnOnce(&Stop) -> Json + Send + 'static) -> std::io::Result<Job> {
        let stop = Stop::new();
        let (tell, coming) = channel();
        let switch = stop.clone();
        std::thread::Builder::new().name("fairwitness".to_string()).spawn(move || {
            // A panic of the engine is contained here: it ends the job, and not the interpreter that waits for it. Python knows the
            // thread for as long as the job takes, so that each call of a function finds it known.
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
    /// Waits for so many seconds at most; whether it is done. Other threads of Python run meanwhile.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        py.detach(|| self.look(time))
    }

    /// Asks it to end soon, with what it has found.
    fn stop(&self) {
        self.stop.throw();
    }

    /// The answer, as JSON, of a job that is done.
    fn answer(&self) -> PyResult<String> {
        match self.done.lock().ok().and_then(|done| done.clone()) {
            Some(Some(answer)) => Ok(answer.to_string()),
            Some(None) => Err(PyRuntimeError::new_err("the engine broke off; please report this")),
            None => Err(PyRuntimeError::new_err("the job is not done")),
        }
    }
}
