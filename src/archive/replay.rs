//! Replay: a record is judged again, from its file alone, without search.

use crate::archive::record::{Record, read_witness, write_witness};
use crate::archive::shrink;
use crate::document::{Document, InputError, Node};
use crate::mechanism::certified;
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Hypothesis, Model};
use crate::property::evidence::Run;
use crate::property::judge::Cell;
use crate::scalar::Rational;

/// No single step of shrinking keeps the violation.
pub const LOCAL: &str = "local";
/// Besides, no instance that the enumeration of its scope lists before it violates the cell.
pub const PROVEN: &str = "proven in scope";

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The file is no record, or names what does not exist.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The record does not print back as its file.
    #[error("line {line} is not written as records are written")]
    Spelling {
        /// The first line that differs.
        line: usize,
    },
    /// The file is not named after what it holds.
    #[error("the file should be named {0}")]
    Name(String),
    /// The mechanism refuses the instance.
    #[error("the mechanism refuses the instance: {0}")]
    Refused(#[from] Refusal),
    /// The mechanism hands out something else.
    #[error("the mechanism hands out another outcome than the record holds")]
    Outcome,
    /// The outcome is not certified.
    #[error("the outcome is not certified: {0}")]
    Certificate(Rejected),
    /// The witness is not accepted.
    #[error("the witness is not accepted: {0}")]
    Witness(Rejected),
    /// The margin is another.
    #[error("the margin is {found}, not {recorded}")]
    Margin {
        /// What the inequality gives.
        found: Rational,
        /// What the record says.
        recorded: Rational,
    },
    /// The violation stands for more or fewer outcomes than the record says.
    #[error("`stands` should be `{0}`")]
    Stands(&'static str),
    /// A single step makes the instance smaller.
    #[error("the instance is not minimal: a single step of shrinking keeps the violation")]
    NotMinimal,
    /// The list of other cells is not right.
    #[error("[also] should read {0}")]
    Also(String),
}

/// What a record says, read by its model.
#[derive(Debug)]
pub struct Reading<M: Model> {
    /// The cell.
    pub cell: Cell<M>,
    /// The instance.
    pub instance: M::Instance<Rational>,
    /// What the file of such a record is called in the archive.
    pub name: String,
}

/// Checks everything a record says except `[also]` and its file's name, and returns what it speaks of.
pub fn replay<M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    cell: Cell<M>,
) -> Result<Reading<M>, ReplayError> {
    let printed = record.to_toml();
    if printed != text {
        let same = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
        return Err(ReplayError::Spelling { line: same + 1 });
    }
    let root = document.node();
    let part = |name: &'static str| {
        let value = document.root.get(name).ok_or_else(|| root.error(format!("field `{name}` is missing")));
        value.map(|value| root.child(name, value))
    };
    let instance = M::read(&part("instance")?)?;
    let outcome = M::read_outcome(&instance, &part("outcome")?)?;
    let (witness, recorded, every) = read_witness::<M>(&instance, &part("witness")?)?;
    let canonical = [
        (&record.instance, M::write(&instance)),
        (&record.outcome, M::write_outcome(&instance, &outcome)),
        (&record.witness, write_witness::<M>(&instance, &witness, &recorded, every)),
    ];
    for (written, canonical) in canonical {
        let canonical = canonical.to_toml();
        if written.to_toml() != canonical {
            let lines = written.to_toml();
            let first = lines.lines().find(|line| !canonical.lines().any(|other| other == *line));
            let at = text.lines().position(|line| Some(line) == first).unwrap_or(0);
            return Err(ReplayError::Spelling { line: at + 1 });
        }
    }
    let run = Run::of(cell.mechanism, &instance)?;
    if run.outcome != outcome {
        return Err(ReplayError::Outcome);
    }
    if !cell.mechanism.as_printed() {
        certified(cell.mechanism, &instance, &outcome).map_err(ReplayError::Certificate)?;
    }
    let found = cell.property.confirm(&run, &witness).map_err(ReplayError::Witness)?;
    if found != recorded {
        return Err(ReplayError::Margin { found, recorded });
    }
    if every != cell.stands_for_every(&run, &witness) {
        return Err(ReplayError::Stands(if every { "chosen" } else { "every" }));
    }
    if ![LOCAL, PROVEN].contains(&record.found.minimality.as_str()) {
        return Err(Node::error(&root, "found.minimality: must be `local` or `proven in scope`").into());
    }
    let known = Hypothesis::named(&record.found.hypothesis);
    let Some(hypothesis) = known.filter(|h| h.admits::<M>(&instance)) else {
        return Err(Node::error(&root, "found.hypothesis: unknown, or the instance does not meet it").into());
    };
    if !shrink::minimal(cell, &instance, hypothesis) {
        return Err(ReplayError::NotMinimal);
    }
    let name = record.file_name(&M::size_label(&instance));
    Ok(Reading { cell, instance, name })
}
