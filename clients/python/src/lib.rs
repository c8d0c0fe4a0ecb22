//! The native module of the Python package: jobs that run in threads of their own, with questions and answers
//! as JSON.
//!
//! `clients/python/fairwitness/` builds the interface that Python code uses.

mod given;
mod job;
mod many;
mod typed;

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fairwitness::archive::record::Record;
use fairwitness::document::files::{self, ARCHIVE, BUILT_IN};
use fairwitness::linear::Halt;
use fairwitness::mechanism::outside::{Failure, Greeting, Program};
use fairwitness::scalar::Rational;
use fairwitness::workbench::{self, Bench, Foreign};
use fairwitness_questions::{self as questions, Around};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use job::Job;
use many::{Answered, Arrays, Source};

/// A Python function as a mechanism: the name for errors, the greeting as a line of JSON, the function, and
/// the slack of its floats as text.
type Function = (String, String, Py<PyAny>, String);

/// The result of a call of a Python function: a keyword, and one or two texts.
type Said = (String, String, String);

/// A bench: a built-in one, or one with functions, which goes with the last engine or job that uses it.
#[derive(Clone)]
enum Held {
    BuiltIn(&'static dyn Bench),
    Own(Arc<dyn Bench>),
}

impl Deref for Held {
    type Target = dyn Bench;

    fn deref(&self) -> &Self::Target {
        match self {
            Held::BuiltIn(bench) => *bench,
            Held::Own(bench) => &**bench,
        }
    }
}

/// A model with its mechanisms, including Python functions.
#[pyclass(frozen, weakref)]
struct Engine {
    bench: Held,
    programs: Vec<Arc<Program>>,
}

/// Calls the function with the line of a question. Its Python wrapper catches and reports exceptions.
fn call(function: &Py<PyAny>, line: &str) -> Result<String, Halt<Failure>> {
    let said = Python::attach(|py| {
        function.call1(py, (line,)).and_then(|said| said.extract::<Said>(py)).map_err(|error| {
            let name =
                error.get_type(py).name().map_or_else(|_| "an exception".to_string(), |n| n.to_string());
            Failure::Raised { name, message: error.value(py).to_string() }
        })
    });
    let (word, text, more) = said?;
    Err(Halt::Failed(match word.as_str() {
        "answer" => return Ok(text),
        "raised" => Failure::Raised { name: text, message: more },
        "malformed" => Failure::Malformed(text),
        "late" => Failure::Late(std::time::Duration::from_secs_f64(text.parse().unwrap_or(0.0))),
        _ => return Err(Halt::Cut),
    }))
}

/// Returns the built-in records.
fn archive() -> Vec<Record> {
    files::readable(&Path::new(BUILT_IN).join(ARCHIVE))
}

/// Converts an error of the engine to a Python exception whose text is JSON: file, field, reason.
fn refused(error: &fairwitness::document::InputError) -> PyErr {
    PyValueError::new_err(questions::error(error).to_string())
}

#[pymethods]
impl Engine {
    /// Returns the engine of a model with the built-in mechanisms.
    #[staticmethod]
    fn of_model(id: &str) -> Option<Engine> {
        workbench::model(id).map(|bench| Engine { bench: Held::BuiltIn(bench), programs: Vec::new() })
    }

    /// Returns the engine of the functions' model, with the functions as further mechanisms.
    #[staticmethod]
    fn of_functions(functions: Vec<Function>) -> PyResult<Engine> {
        let mut programs = Vec::new();
        let mut slacks: Vec<Rational> = Vec::new();
        for (name, greeting, function, slack) in functions {
            let greeting = Greeting::read(&greeting).map_err(|error| refused(&error))?;
            let slack = slack.parse().map_err(|_| PyValueError::new_err("slack: not a number"))?;
            programs.push(Arc::new(Program::function(&name, greeting, move |line| call(&function, line))));
            slacks.push(slack);
        }
        let foreign: Vec<Foreign<'_>> = programs.iter().zip(&slacks).collect();
        let (first, more) = foreign.split_first().ok_or_else(|| PyValueError::new_err("no function"))?;
        let bench = workbench::with_programs(*first, more).map_err(|error| refused(&error))?;
        Ok(Engine { bench: Held::Own(bench.into()), programs })
    }

    /// Returns the id of the model.
    #[getter]
    fn model(&self) -> &'static str {
        self.bench.model()
    }

    /// Returns the ids, names and pages of mechanisms, properties and measures, as JSON.
    fn entries(&self) -> String {
        questions::entries(&*self.bench).to_string()
    }

    /// Starts a job that answers a question given as JSON.
    fn start(&self, question: &str) -> PyResult<Job> {
        let question: Json =
            serde_json::from_str(question).map_err(|error| PyValueError::new_err(error.to_string()))?;
        for program in &self.programs {
            program.begin();
        }
        let bench = self.bench.clone();
        Job::start(move |stop| {
            questions::answer(&*bench, &question, &Around { stop, progress: &|_| {}, archive: &archive })
        })
        .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Judges an instance in the calling thread: for each property its word, the margin and the reason; `None` if that
    /// needs more than `seconds`, or more than a sentence to say.
    fn judge_now(
        &self,
        py: Python<'_>,
        mechanism: &str,
        properties: Vec<String>,
        text: &str,
        seconds: f64,
    ) -> PyResult<Option<Vec<Answered>>> {
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let ids: Vec<&str> = properties.iter().map(String::as_str).collect();
        py.detach(|| many::now(&*self.bench, mechanism, &ids, text, time)).map_err(|error| refused(&error))
    }

    /// Starts a job that judges many instances, each given as JSON.
    fn judge_texts(
        &self,
        mechanism: String,
        properties: Vec<String>,
        texts: Vec<String>,
        limits: (usize, f64),
    ) -> PyResult<Job> {
        self.judging(mechanism, properties, Source::Texts(texts), limits)
    }

    /// Starts a job that judges many pools of one size, given as whole numbers of 8 bytes.
    fn judge_arrays(
        &self,
        mechanism: String,
        properties: Vec<String>,
        capacity: Vec<u8>,
        demand: Vec<u8>,
        sizes: (usize, usize, usize),
        limits: (usize, f64),
    ) -> PyResult<Job> {
        self.judging(mechanism, properties, Source::Arrays(Arrays { capacity, demand, sizes }), limits)
    }

    /// Returns how often the functions were called and failed since the last question, as JSON.
    fn tally(&self) -> String {
        let one = |program: &Arc<Program>| {
            let tally = program.tally();
            let failures = tally.failures.iter();
            let failures =
                failures.map(|(kind, count, first)| json!({"kind": kind, "count": count, "first": first}));
            json!({
                "mechanism": program.greeting().id,
                "asked": tally.asked,
                "failures": failures.collect::<Vec<_>>(),
                "given_up": tally.given_up,
            })
        };
        Json::Array(self.programs.iter().map(one).collect()).to_string()
    }
}

impl Engine {
    fn judging(
        &self,
        mechanism: String,
        properties: Vec<String>,
        source: Source,
        limits: (usize, f64),
    ) -> PyResult<Job> {
        for program in &self.programs {
            program.begin();
        }
        let bench = self.bench.clone();
        Job::start(move |stop| {
            many::judged(&*bench, (&mechanism, &properties), &source, limits, stop)
                .unwrap_or_else(|error| questions::error(&error))
        })
        .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// Returns, as JSON, the instance in a text (JSON or TOML) as it is written, or the error; errors call the
/// text `name`.
#[pyfunction]
fn read_instance(name: &str, text: &str, is_json: bool) -> String {
    typed::read(name, text, is_json).unwrap_or_else(|error| questions::error(&error)).to_string()
}

/// Returns an instance given as JSON, as the text of a TOML file.
#[pyfunction]
fn instance_toml(text: &str) -> PyResult<String> {
    typed::toml(text).map_err(|error| refused(&error))
}

/// Returns the picture of an outcome of an instance, both given as JSON, or `None` if the outcome does not
/// consist of numbers.
#[pyfunction]
fn picture(instance: &str, outcome: &str) -> Option<String> {
    typed::picture(instance, outcome).ok()
}

/// Returns the ids of the models.
#[pyfunction]
fn models() -> Vec<&'static str> {
    workbench::models().iter().map(|bench| bench.model()).collect()
}

/// Returns the strategies of a search: the id and a description of each.
#[pyfunction]
fn strategies() -> Vec<(&'static str, &'static str)> {
    workbench::strategy_list()
}

/// Runs the program `verify` with these words after its name, and returns the exit status. It prints, and may end the
/// process: it is for `python -m fairwitness`.
#[pyfunction]
fn program(py: Python<'_>, words: Vec<std::ffi::OsString>) -> u8 {
    let named = std::iter::once("verify".into()).chain(words).collect();
    py.detach(|| fairwitness_program::run(named))
}

/// Defines the native module.
#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Engine>()?;
    module.add_class::<Job>()?;
    module.add_function(wrap_pyfunction!(read_instance, module)?)?;
    module.add_function(wrap_pyfunction!(given::plain_text, module)?)?;
    module.add_function(wrap_pyfunction!(given::table, module)?)?;
    module.add_function(wrap_pyfunction!(given::tables, module)?)?;
    module.add_function(wrap_pyfunction!(instance_toml, module)?)?;
    module.add_function(wrap_pyfunction!(picture, module)?)?;
    module.add_function(wrap_pyfunction!(models, module)?)?;
    module.add_function(wrap_pyfunction!(program, module)?)?;
    module.add_function(wrap_pyfunction!(strategies, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
