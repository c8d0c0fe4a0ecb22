//! The matrix: every mechanism before every property, each cell with the evidence that there is.

use std::path::Path;

use crate::document::{Document, InputError, Node, files};
use crate::library::campaign::read_searched;
use crate::library::claims::Library;
use crate::model::Hypothesis;
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
    /// A search found nothing.
    Unrefuted {
        /// Instances that were looked at, and were neither refused, undecided nor out of scope.
        judged: u64,
        /// Of how many.
        looked_at: u64,
    },
    /// Nothing was searched.
    Unsearched,
}

/// A mechanism's row, or a property's column, of cells.
#[derive(Clone, Debug)]
pub struct MatrixCell {
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
    let document = Document::load(&root.join("properties").join("implications.toml"))?;
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

/// What was searched of each cell, from the results of a campaign.
fn searched(root: &Path, model: &str) -> Result<Vec<(String, String, u64, u64)>, InputError> {
    let path = root.join("evidence").join(format!("{model}.toml"));
    if !files::exists(&path) {
        return Ok(Vec::new());
    }
    let document = Document::load(&path)?;
    let mut fields = document.node().fields()?;
    let row = |node: &Node<'_>| {
        let mut fields = node.fields()?;
        let mechanism = fields.required("mechanism")?.text()?.to_string();
        let property = fields.required("property")?.text()?.to_string();
        let searched = read_searched(&fields.required("searched")?)?;
        Ok((mechanism, property, searched.decided(), searched.instances))
    };
    fields.required("cell")?.list()?.iter().map(row).collect()
}

/// Every cell of a model under a hypothesis.
pub fn matrix(
    library: &Library,
    root: &Path,
    bench: &dyn Bench,
    hypothesis: Hypothesis,
) -> Result<Vec<MatrixCell>, InputError> {
    let implications = implications(root)?;
    let searched = searched(root, bench.model())?;
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
            } else {
                let row = searched.iter().find(|(m, p, ..)| m == mechanism.id && p == property.id);
                row.map_or(CellState::Unsearched, |&(_, _, judged, looked_at)| CellState::Unrefuted {
                    judged,
                    looked_at,
                })
            };
            cells.push(MatrixCell { mechanism: mechanism.id, property: property.id, hypothesis, state });
        }
    }
    Ok(cells)
}
