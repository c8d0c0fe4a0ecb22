//! The matrix: for every mechanism and property, the evidence about the pair.

use std::path::Path;

use serde::Deserialize;

use crate::claims::Library;
use crate::document::{InputError, files, typed};
use crate::existence::Existence;
use crate::model::Hypothesis;
use crate::searches::Extent;
use crate::workbench::Bench;

/// The state of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellState {
    /// A record of the cell, or a record of another cell on the instance, shows a violation.
    Violated {
        /// The file of the record.
        record: String,
    },
    /// A violation of another property by the mechanism implies the violation.
    Derived {
        /// The property that is violated on record.
        from: String,
        /// The file of its record.
        record: String,
        /// The reason for the implication.
        reason: String,
    },
    /// A theorem that a proof kernel accepts shows that no instance violates the property.
    Proved {
        /// Name of the theorem.
        theorem: String,
        /// The file that proves it.
        file: String,
        /// The theorem whose type is the cell.
        cell: String,
        /// `true` if the property restates a clause of the mechanism's specification.
        by_definition: bool,
    },
    /// A proof on paper, which no proof kernel has checked, shows that no instance violates the property.
    ProvedOnPaper {
        /// The file of the proof.
        file: String,
    },
    /// A search decided instances and found no violation.
    Unrefuted(Extent),
    /// No instance was decided, searched or not.
    Undecided(Extent),
    /// Instances were searched; for each the property is not defined, or the mechanism refuses it.
    OutOfScope(Extent),
}

/// A cell of the matrix.
#[derive(Clone, Debug)]
pub struct MatrixCell {
    /// Id of the model.
    pub model: &'static str,
    /// Id of the mechanism.
    pub mechanism: &'static str,
    /// Id of the property.
    pub property: &'static str,
    /// The hypothesis about instances.
    pub hypothesis: Hypothesis,
    /// The state of the cell.
    pub state: CellState,
    /// The state of the statement that the mechanism has an outcome on every instance of its domain.
    pub existence: Existence,
}

/// An implication between violations of two properties.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implication {
    /// Id of the model.
    pub model: String,
    /// Id of the property whose violation implies that of `then`.
    pub violated: String,
    /// The property that is then violated too.
    pub then: String,
    /// The reason for the implication.
    pub reason: String,
}

/// The implications of a project's folder.
///
/// # Errors
/// A file that cannot be read.
pub fn implications(root: &Path) -> Result<Vec<Implication>, InputError> {
    let document = files::load(&root.join("properties").join("implications.toml"))?;
    let mut fields = document.node().fields()?;
    fields.required("implication")?.list()?.iter().map(typed).collect()
}

/// Every cell of a model under a hypothesis.
///
/// # Errors
/// A file that cannot be read.
pub fn matrix(
    library: &Library,
    root: &Path,
    bench: &dyn Bench,
    hypothesis: Hypothesis,
) -> Result<Vec<MatrixCell>, InputError> {
    let implications = implications(root)?;
    let mut cells = Vec::new();
    for mechanism in bench.mechanisms() {
        let existence = library.existence(mechanism.id);
        for property in bench.properties() {
            let on_record = |id: &str| library.violation(mechanism.id, id, hypothesis).map(String::from);
            let derived = || {
                let mut known =
                    implications.iter().filter(|i| i.model == bench.model() && i.then == property.id);
                known.find_map(|i| {
                    let record = on_record(&i.violated)?;
                    Some(CellState::Derived { from: i.violated.clone(), record, reason: i.reason.clone() })
                })
            };
            let state = if let Some(record) = on_record(property.id) {
                CellState::Violated { record }
            } else if let Some(derived) = derived() {
                derived
            } else if let Some((theorem, typed)) = library
                .theorems()
                .iter()
                .find_map(|t| Some((t, t.covers(mechanism.id, property.id, hypothesis)?)))
            {
                CellState::Proved {
                    theorem: theorem.name.clone(),
                    file: theorem.file.clone(),
                    cell: typed.theorem.clone(),
                    by_definition: typed.by_definition,
                }
            } else if let Some(file) = library.on_paper.proof(mechanism.id, property.id, hypothesis) {
                CellState::ProvedOnPaper { file: file.to_string() }
            } else {
                let extent = |given| library.searched.of(bench.model(), mechanism.id, property.id, given);
                let (all, extent) = (extent(Hypothesis::None), extent(hypothesis));
                let never = bench.never(mechanism.id, property.id)?.is_some();
                match (extent.decided, extent.undecided, extent.instances) {
                    _ if never || (all.decided, all.undecided) == (0, 0) && all.instances > 0 => {
                        CellState::OutOfScope(all)
                    }
                    (0, 0, 1..) => CellState::OutOfScope(extent),
                    (0, ..) => CellState::Undecided(extent),
                    _ => CellState::Unrefuted(extent),
                }
            };
            cells.push(MatrixCell {
                model: bench.model(),
                mechanism: mechanism.id,
                property: property.id,
                hypothesis,
                state,
                existence,
            });
        }
    }
    Ok(cells)
}
