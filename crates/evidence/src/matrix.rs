//! The matrix: every mechanism before every property, each cell with the evidence that there is.

use std::path::Path;

use crate::claims::Library;
use crate::document::{InputError, Node, files};
use crate::model::Hypothesis;
use crate::searches::Extent;
use crate::workbench::Bench;

/// What is known of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellState {
    /// A record of this cell, or of another one with the same instance, shows a violation.
    Violated {
        /// The file of the record.
        record: String,
    },
    /// It follows from a violation of another property of the same mechanism.
    Derived {
        /// The property that is violated on record.
        from: String,
        /// The file of its record.
        record: String,
        /// Why it follows.
        reason: String,
    },
    /// A theorem that a proof kernel accepts: no instance violates it.
    Proved {
        /// The theorem's name.
        theorem: String,
        /// The file that proves it.
        file: String,
        /// The theorem whose type is this cell.
        cell: String,
        /// Whether the property restates a clause of the mechanism's specification.
        by_definition: bool,
    },
    /// A search decided instances and found no violation.
    Unrefuted(Extent),
    /// Instances were looked at, or none were, and nothing was decided.
    Undecided(Extent),
    /// Instances were looked at, and the property says nothing of any, or the mechanism refuses all.
    OutOfScope(Extent),
}

/// A mechanism's row, or a property's column, of cells.
#[derive(Clone, Debug)]
pub struct MatrixCell {
    /// The model.
    pub model: &'static str,
    /// The mechanism.
    pub mechanism: &'static str,
    /// The property.
    pub property: &'static str,
    /// What is assumed of instances.
    pub hypothesis: Hypothesis,
    /// What is known.
    pub state: CellState,
}

/// That a violation of one property is a violation of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implication {
    /// The model.
    pub model: String,
    /// What is violated.
    pub violated: String,
    /// What is violated then.
    pub then: String,
    /// Why.
    pub reason: String,
}

/// The implications of a project's folder.
pub fn implications(root: &Path) -> Result<Vec<Implication>, InputError> {
    let document = files::load(&root.join("properties").join("implications.toml"))?;
    let mut fields = document.node().fields()?;
    let one = |node: &Node<'_>| {
        let mut fields = node.fields()?;
        let mut text = |name: &'static str| Ok::<_, InputError>(fields.required(name)?.text()?.to_string());
        let read = Implication {
            model: text("model")?,
            violated: text("violated")?,
            then: text("then")?,
            reason: text("reason")?,
        };
        fields.finish()?;
        Ok(read)
    };
    fields.required("implication")?.list()?.iter().map(one).collect()
}

/// Every cell of a model under a hypothesis.
pub fn matrix(
    library: &Library,
    root: &Path,
    bench: &dyn Bench,
    hypothesis: Hypothesis,
) -> Result<Vec<MatrixCell>, InputError> {
    let implications = implications(root)?;
    let mut cells = Vec::new();
    for mechanism in bench.mechanisms() {
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
            } else {
                let extent = library.searched().of(bench.model(), mechanism.id, property.id);
                let never = extent.instances == 0 && bench.never(mechanism.id, property.id)?.is_some();
                match (extent.decided, extent.undecided, extent.instances) {
                    _ if never => CellState::OutOfScope(extent),
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
            });
        }
    }
    Ok(cells)
}
