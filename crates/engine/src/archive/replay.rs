//! Replay with the engine: what the kernel accepts of a record, and besides that the mechanism allocates what the record says, and
//! that no single step of shrinking keeps the violation.

pub use fairwitness_kernel::replay::{GIVEN, LOCAL, PROVEN, ReplayError};

use fairwitness_kernel::replay::{Claim, accept, well_found};

use crate::archive::record::Record;
use crate::archive::shrink;
use crate::document::{Document, Node};
use crate::model::Model;
use crate::property::evidence::run_of;
use crate::property::judge::Cell;
use crate::scalar::Rational;
use crate::search::strategies;

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

/// Checks everything a record says except its file's name, and returns what it speaks of.
///
/// # Errors
/// The first thing that is not right.
pub fn replay<M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    cell: Cell<M>,
) -> Result<Reading<M>, ReplayError> {
    let root = document.node();
    let specification = cell.mechanism.specification();
    let claim = Claim::<M>::read(document, specification)?;
    if let Some(program) = record.program.as_ref().filter(|p| p.slack.as_ref() != specification.slack()) {
        let (recorded, now) = (program.slack.clone(), specification.slack().cloned());
        return Err(ReplayError::Slack { recorded, now });
    }
    if run_of(cell.mechanism, &claim.instance)?.outcome != claim.outcome {
        return Err(ReplayError::Outcome);
    }
    if let Some(second) = claim.second(document, specification)?
        && cell.mechanism.allocate(&second.instance)? != second.outcome
    {
        return Err(ReplayError::Other("the mechanism hands out something else there".to_string()));
    }
    accept(&claim, document, text, record, specification, cell.property)?;
    let known = |id: &str| ["auto", "given"].contains(&id) || strategies::<M>().iter().any(|s| s.id() == id);
    if !known(&record.found.strategy) {
        return Err(Node::error(&root, "found.strategy: there is no such strategy").into());
    }
    let hypothesis = well_found::<M>(document, record, &claim.instance)?;
    let instance = claim.instance;
    if record.found.minimality != GIVEN && !shrink::minimal(cell, &instance, hypothesis) {
        return Err(ReplayError::NotMinimal);
    }
    let name = record.file_name(&M::size_label(&instance));
    Ok(Reading { cell, instance, name })
}
