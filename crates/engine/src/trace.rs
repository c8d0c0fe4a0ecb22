//! How an outcome comes about, step by step: exact numbers for scripts, and sentences with displayed arithmetic for readers.
//!
//! A trace is computed beside the outcome, by the plainest form of each algorithm. Nothing rests on it.

use crate::document::Value;
use crate::linear::{Halt, Patience};
use crate::model::refusal::Refusal;
use crate::model::{Model, Table};
use crate::scalar::Rational;

/// One line of displayed arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The formula, in plain characters: `t + 2 t <= 2`.
    pub formula: String,
    /// The reason for it, which may be empty.
    pub because: String,
}

/// One step of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What happens in it: `round`, `level`, `pick`, ..; [`BOUND`] where it says why the outcome cannot be otherwise.
    pub kind: &'static str,
    /// Its numbers, by name. Indexes count from 0, as in files.
    pub data: Vec<(&'static str, Value)>,
    /// The step in whole sentences. Users, servers and resources count from 1.
    pub says: String,
    /// The arithmetic, one operation a line.
    pub lines: Vec<Line>,
}

/// The kind of a step that says why the outcome cannot be otherwise: its certificate as an inequality.
pub const BOUND: &str = "bound";

/// The kind of a step that says that the mechanism has no steps that a reader could follow.
pub const CERTIFICATE: &str = "certificate-alone";

impl Step {
    /// A step that says this, without numbers and lines.
    pub fn new(kind: &'static str, says: impl Into<String>) -> Self {
        let mut says: String = says.into();
        // An agent without a label begins a sentence with a capital letter.
        if ["user ", "agent ", "task "].iter().any(|noun| says.starts_with(noun)) {
            says = says[..1].to_uppercase() + &says[1..];
        }
        Step { kind, data: Vec::new(), says, lines: Vec::new() }
    }

    /// The step with another number, row or word.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.data.push((name, value));
        self
    }

    /// The step with another line of arithmetic.
    #[must_use]
    pub fn line(mut self, formula: impl Into<String>, because: impl Into<String>) -> Self {
        self.lines.push(Line { formula: formula.into(), because: because.into() });
        self
    }

    /// The step as a value: its kind, its numbers, its sentences, its lines.
    pub fn to_value(&self) -> Value {
        let text = |name: &str, text: &str| (name.to_string(), Value::text(text));
        let mut fields = vec![text("kind", self.kind)];
        fields.extend(self.data.iter().map(|(name, value)| ((*name).to_string(), value.clone())));
        fields.push(text("says", &self.says));
        let line =
            |line: &Line| Value::Table(vec![text("formula", &line.formula), text("because", &line.because)]);
        fields.push(("lines".to_string(), Value::List(self.lines.iter().map(line).collect())));
        Value::Table(fields)
    }
}

/// Tables of how an outcome comes about as steps: a sentence a table, and a line a row.
pub fn of_tables(tables: &[Table]) -> Vec<Step> {
    let sentence = |table: &Table| {
        let title = &table.title;
        let first = title.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
        format!("{first}{}:", title.chars().skip(1).collect::<String>())
    };
    let row = |table: &Table, row: &Vec<String>| {
        let cells = table.head.iter().zip(row).filter(|(_, cell)| !cell.is_empty());
        cells.map(|(head, cell)| format!("{head} {cell}")).collect::<Vec<_>>().join(", ")
    };
    let step = |table: &Table| {
        let step = Step::new("table", sentence(table));
        table.rows.iter().fold(step, |step, cells| step.line(row(table, cells), ""))
    };
    tables.iter().map(step).collect()
}

/// The steps of a run, and where they end.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<M: Model> {
    /// The steps in order; those of the kind [`BOUND`] come last.
    pub steps: Vec<Step>,
    /// The outcome that the steps lead to; `None` where they lead to none that is known here.
    pub end: Option<M::Outcome<Rational>>,
}

/// A mechanism whose run can be followed.
pub trait Traced<M: Model> {
    /// The steps of the run on the instance.
    ///
    /// # Errors
    /// The mechanism refuses the instance, its steps are too many to be listed, or the work was cut short.
    fn trace(&self, instance: &M::Instance<Rational>, patience: &Patience)
    -> Result<Trace<M>, Halt<Refusal>>;
}

/// Steps beyond which a run is not followed.
pub const MOST_STEPS: usize = 10_000;

/// That a run has too many steps to be followed.
pub fn too_many() -> Refusal {
    Refusal::Undecided(format!("the run has more than {MOST_STEPS} steps, which are not listed"))
}
