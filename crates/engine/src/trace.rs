//! Traces: the steps by which an outcome comes about, as exact numbers for scripts, and as sentences with
//! displayed arithmetic for readers.
//!
//! A trace is made from the events that an algorithm tells its observer. No verdict depends on it.

use crate::document::Value;
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
    /// The kind of the step: `round`, `level`, `pick` and so on; [`BOUND`] for the argument that the outcome
    /// cannot be otherwise.
    pub kind: &'static str,
    /// The numbers of the step, by name. Indexes count from 0, as in files.
    pub data: Vec<(&'static str, Value)>,
    /// The step in whole sentences. Users, servers and resources count from 1.
    pub says: String,
    /// The arithmetic of the step, one operation per line.
    pub lines: Vec<Line>,
}

/// The sentence with a capital letter at its start, if it begins with a noun and not with a label.
pub(crate) fn begun(sentence: &str) -> String {
    match NOUNS.iter().any(|noun| sentence.starts_with(noun)) {
        true => sentence[..1].to_uppercase() + &sentence[1..],
        false => sentence.to_string(),
    }
}

/// The words before the number of an agent, a resource or a queue that has no label, and the article.
const NOUNS: [&str; 6] = ["user ", "agent ", "task ", "resource ", "queue ", "the "];

/// The kind of a step that argues that the outcome cannot be otherwise: its certificate as an inequality.
pub const BOUND: &str = "bound";

/// The kind of a step that states that the mechanism has no steps that a reader could follow.
pub const CERTIFICATE: &str = "certificate-alone";

impl Step {
    /// A step with the sentence `says`, without numbers and lines.
    pub fn new(kind: &'static str, says: impl Into<String>) -> Self {
        Step { kind, data: Vec::new(), says: begun(&says.into()), lines: Vec::new() }
    }

    /// The step with a further number, row or word, called `name`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: Value) -> Self {
        self.data.push((name, value));
        self
    }

    /// The step with a further line of arithmetic.
    #[must_use]
    pub fn line(mut self, formula: impl Into<String>, because: impl Into<String>) -> Self {
        self.put(formula, because);
        self
    }

    /// The step with further lines of arithmetic: each a formula and its reason.
    #[must_use]
    pub fn lines<F: Into<String>, B: Into<String>>(
        mut self,
        lines: impl IntoIterator<Item = (F, B)>,
    ) -> Self {
        lines.into_iter().for_each(|(formula, because)| self.put(formula, because));
        self
    }

    /// Adds a line of arithmetic.
    pub fn put(&mut self, formula: impl Into<String>, because: impl Into<String>) {
        self.lines.push(Line { formula: formula.into(), because: because.into() });
    }

    /// The step as a value: its kind, numbers, sentences and lines.
    pub fn to_value(&self) -> Value {
        let text = |name, text: &str| (name, Value::text(text));
        let line =
            |line: &Line| Value::table([text("formula", &line.formula), text("because", &line.because)]);
        let lines = Value::List(self.lines.iter().map(line).collect());
        let head = std::iter::once(text("kind", self.kind)).chain(self.data.iter().cloned());
        Value::table(head.chain([text("says", &self.says), ("lines", lines)]))
    }
}

/// Tables of an explanation as steps: one sentence per table, one line per row.
fn of_tables(tables: &[Table]) -> Vec<Step> {
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

/// The steps of a run, and the outcome at which they end.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace<M: Model> {
    /// The steps in order; those of the kind [`BOUND`] come last.
    pub steps: Vec<Step>,
    /// The outcome that the steps lead to; `None` if the steps state no outcome.
    pub end: Option<M::Outcome<Rational>>,
}

impl<M: Model> Trace<M> {
    /// The trace of a mechanism that tells no steps: its `tables`, or one step that says why there are none.
    pub(crate) fn untold(tables: &[Table], outside: bool) -> Self {
        let says = match outside {
            true => "How a program outside comes to its outcome is not known here.",
            false => "The steps of this mechanism are not listed.",
        };
        let steps = if tables.is_empty() { vec![Step::new(CERTIFICATE, says)] } else { of_tables(tables) };
        Trace { steps, end: None }
    }
}

/// The largest number of steps of a run that is followed.
pub const MOST_STEPS: usize = 10_000;

/// The refusal of a run with too many steps.
pub fn too_many() -> Refusal {
    Refusal::Undecided(format!("the run has more than {MOST_STEPS} steps, which are not listed"))
}
