//! Replay with the engine: besides the kernel's checks, the mechanism must allocate the outcome on record,
//! and no single shrinking step may keep the violation.

pub use fairwitness_kernel::replay::{GIVEN, LOCAL, PROVEN, ReplayError};

pub use fairwitness_kernel::replay::written;
use fairwitness_kernel::replay::{Claim, accept, well_found};

use crate::archive::record::Record;
use crate::archive::shrink;
use crate::document::{Document, Node};
use crate::linear::{Halt, Patience};
use crate::model::Model;
use crate::property::evidence::run_of;
use crate::property::judge::Cell;
use crate::scalar::Rational;
use crate::search::strategies;

/// A record, read by its model.
#[derive(Debug)]
pub struct Reading<'b, M: Model> {
    /// The mechanism and the property.
    pub cell: Cell<'b, M>,
    /// Instance of the record.
    pub instance: M::Instance<Rational>,
    /// The file name of such a record in the archive.
    pub name: String,
}

/// Checks every claim of a record except its file name.
///
/// # Errors
/// The first claim that fails, or that the replay was cut short.
pub fn replay<'b, M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    cell: Cell<'b, M>,
    patience: &Patience,
) -> Result<Reading<'b, M>, Halt<ReplayError>> {
    let root = document.node();
    let specification = cell.mechanism.specification();
    let claim = Claim::<M>::read(document, specification)?;
    if let Some(program) = record.program.as_ref().filter(|p| p.slack.as_ref() != specification.slack()) {
        let (recorded, now) = (program.slack.clone(), specification.slack().cloned());
        return Err(ReplayError::Slack { recorded, now }.into());
    }
    // A state of an endless run is no outcome; the kernel follows the run up to it.
    if !cell.property.facts().judges_endless
        && run_of(cell.mechanism, &claim.instance, patience)?.outcome != claim.outcome
    {
        return Err(ReplayError::Outcome.into());
    }
    if let Some(second) = claim.second(document, specification)?
        && cell.mechanism.allocate(&second.instance, patience)? != second.outcome
    {
        return Err(ReplayError::Other("the mechanism allocates something else there".to_string()).into());
    }
    accept(&claim, document, text, record, specification, cell.property)?;
    let known = |id: &str| ["auto", "given"].contains(&id) || strategies::<M>().iter().any(|s| s.id == id);
    if !known(&record.found.strategy) {
        return Err(Node::error(&root, "found.strategy: there is no such strategy").into());
    }
    let hypothesis = well_found::<M>(document, record, &claim.instance)?;
    let instance = claim.instance;
    if record.found.minimality != GIVEN && !shrink::minimal(cell, &instance, hypothesis, patience)? {
        return Err(ReplayError::NotMinimal.into());
    }
    let name = record.file_name(&M::size_label(&instance));
    Ok(Reading { cell, instance, name })
}
