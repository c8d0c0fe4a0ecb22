//! Replay: a record is judged again, from its file alone, without search.

use crate::archive::record::{Record, read_witness, write_other, write_witness};
use crate::archive::shrink;
use crate::document::{Document, InputError, Node, Value};
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Hypothesis, Model};
use crate::property::evidence::Run;
use crate::property::judge::Cell;
use crate::scalar::Rational;
use crate::search::strategies;

/// No single step of shrinking keeps the violation.
pub const LOCAL: &str = "local";
/// Besides, no instance that the enumeration of its scope lists before it violates the cell.
pub const PROVEN: &str = "proven in scope";

/// It is as somebody gave it, and nobody claims that it is small.
pub const GIVEN: &str = "given";

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
    /// The record is of a program whose floats were judged with another slack.
    #[error("it was judged with slack {}, and now with {}; say so with --slack", of(.recorded.as_ref()), of(.now.as_ref()))]
    Slack {
        /// What the record says.
        recorded: Option<Rational>,
        /// What the mechanism has.
        now: Option<Rational>,
    },
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
    /// The other run is not that of the witness, or is not what the mechanism hands out.
    #[error("[other] is not right: {0}")]
    Other(String),
}

/// A slack, or that there is none.
fn of(slack: Option<&Rational>) -> String {
    slack.map_or_else(|| "none".to_string(), ToString::to_string)
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

/// The certificate on record: there is one exactly when the mechanism is not run as printed, or chooses what it starts from.
fn certificate_of<M: Model>(
    instance: &M::Instance<Rational>,
    cell: Cell<M>,
    node: &Node<'_>,
    fields: &Value,
) -> Result<Option<M::Certificate>, InputError> {
    let none = cell.mechanism.as_printed() && cell.mechanism.selects().is_none();
    match (fields.get("certificate"), none) {
        (Some(value), false) => M::read_certificate(instance, &node.child("certificate", value)).map(Some),
        (None, true) => Ok(None),
        (None, false) => Err(node.error("field `certificate` is missing")),
        (Some(value), true) => {
            Err(node.child("certificate", value).error("a mechanism that is run as printed has none"))
        }
    }
}

/// Checks that the outcome can be carried out, and that the certificate shows what it should; of a run as printed, that it
/// comes from its start to the outcome.
fn accepted<M: Model>(
    cell: Cell<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: Option<&M::Certificate>,
) -> Result<(), ReplayError> {
    let Some(certificate) = certificate else { return Ok(()) };
    if let Some(start) = cell.mechanism.selects() {
        return start.check(instance, outcome, certificate).map_err(ReplayError::Certificate);
    }
    M::feasible(cell.mechanism.setting(), instance, outcome)
        .and_then(|()| cell.mechanism.check(instance, outcome, certificate))
        .map_err(ReplayError::Certificate)
}

/// Checks the other run on record against the instance that the witness leads to; as it is to be written.
fn other_of<M: Model>(
    cell: Cell<M>,
    root: &Node<'_>,
    fields: &Value,
    expected: Option<&M::Instance<Rational>>,
) -> Result<Option<Value>, ReplayError> {
    let wrong = |reason: &str| ReplayError::Other(reason.to_string());
    let (value, expected) = match (fields.get("other"), expected) {
        (None, None) => return Ok(None),
        (Some(value), Some(expected)) => (value, expected),
        (None, Some(_)) => return Err(wrong("the witness compares two runs, and the second is missing")),
        (Some(_), None) => return Err(wrong("the witness speaks of one run only")),
    };
    let node = root.child("other", value);
    let mut parts = node.fields()?;
    let instance = M::read(&parts.required("instance")?)?;
    if M::write(&instance) != M::write(expected) {
        return Err(wrong("its instance is not the one that the witness leads to"));
    }
    let outcome = M::read_outcome(&instance, &parts.required("outcome")?)?;
    let certificate = certificate_of::<M>(&instance, cell, &node, value)?;
    parts.optional("certificate");
    parts.finish()?;
    if cell.mechanism.allocate(&instance)? != outcome {
        return Err(wrong("the mechanism hands out something else there"));
    }
    accepted(cell, &instance, &outcome, certificate.as_ref())?;
    Ok(Some(write_other::<M>(&instance, &outcome, certificate.as_ref())))
}

/// Checks everything a record says except its file's name, and returns what it speaks of.
pub fn replay<M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    cell: Cell<M>,
) -> Result<Reading<M>, ReplayError> {
    let root = document.node();
    let part = |name: &'static str| {
        let value = document.root.get(name).ok_or_else(|| root.error(format!("field `{name}` is missing")));
        value.map(|value| root.child(name, value))
    };
    let instance = M::read(&part("instance")?)?;
    let outcome = M::read_outcome(&instance, &part("outcome")?)?;
    let (witness, recorded, every) = read_witness::<M>(&instance, &part("witness")?)?;
    let certificate = certificate_of::<M>(&instance, cell, &root, &document.root)?;
    if let Some(program) = record.program.as_ref().filter(|p| p.slack.as_ref() != cell.mechanism.slack()) {
        let (recorded, now) = (program.slack.clone(), cell.mechanism.slack().cloned());
        return Err(ReplayError::Slack { recorded, now });
    }
    let run = Run::of(cell.mechanism, &instance)?;
    if run.outcome != outcome {
        return Err(ReplayError::Outcome);
    }
    accepted(cell, &instance, &outcome, certificate.as_ref())?;
    let other = other_of(cell, &root, &document.root, witness.other(&instance).as_ref())?;
    // The same values, written again: whatever stands otherwise in the file is a spelling of its own.
    let canonical = Record {
        instance: M::write(&instance),
        outcome: M::write_outcome(&instance, &outcome),
        certificate: certificate.map(|c| M::write_certificate(&instance, &c)),
        witness: write_witness::<M>(&instance, &witness, &recorded, every),
        other,
        ..record.clone()
    };
    let printed = canonical.to_toml();
    if printed != text {
        let same = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
        return Err(ReplayError::Spelling { line: same + 1 });
    }
    let found = cell.property.confirm(&run, &witness).map_err(ReplayError::Witness)?;
    if found != recorded {
        return Err(ReplayError::Margin { found, recorded });
    }
    if every != cell.stands_for_every(&run, &witness) {
        return Err(ReplayError::Stands(if every { "chosen" } else { "every" }));
    }
    let known = |id: &str| ["auto", "given"].contains(&id) || strategies::<M>().iter().any(|s| s.id() == id);
    if !known(&record.found.strategy) {
        return Err(Node::error(&root, "found.strategy: there is no such strategy").into());
    }
    if ![LOCAL, PROVEN, GIVEN].contains(&record.found.minimality.as_str()) {
        return Err(
            Node::error(&root, "found.minimality: must be `local`, `proven in scope` or `given`").into()
        );
    }
    let known = Hypothesis::named(&record.found.hypothesis);
    let met =
        |h: &Hypothesis| h.is_of(M::ID) && h.admits::<M>(&instance) && h.admits_other::<M>(&record.other);
    let Some(hypothesis) = known.filter(met) else {
        let what =
            "found.hypothesis: not one of the model, or the instance or that of `other` does not meet it";
        return Err(Node::error(&root, what).into());
    };
    if record.found.minimality != GIVEN && !shrink::minimal(cell, &instance, hypothesis) {
        return Err(ReplayError::NotMinimal);
    }
    let name = record.file_name(&M::size_label(&instance));
    Ok(Reading { cell, instance, name })
}
