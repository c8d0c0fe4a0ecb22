//! What blocks come to: rows that take in one block after another, in the order of the blocks.

use super::{CampaignError, Task};
use crate::document::{Document, InputError, Node, Value};
use crate::search::Searched;
use crate::workbench::Bench;

/// A block that was done.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// What was looked at.
    pub searched: Searched,
    /// What its file says beside that.
    pub fields: Vec<(String, Value)>,
    /// Whether it decides its series: no later block counts.
    pub found: bool,
}

/// One line of a campaign's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The mechanism.
    pub mechanism: String,
    /// The property or the measure.
    pub asked: String,
    /// Whether all blocks that count are there.
    pub complete: bool,
    /// Whether a violation is known.
    pub violated: bool,
    /// What was looked at.
    pub searched: Searched,
    /// What else the blocks came to: counts, a value, instances.
    pub values: Vec<(String, Value)>,
    /// The violation that a search found, as a record.
    pub record: Option<Value>,
}

impl Row {
    /// A row into which nothing has come yet.
    pub(super) fn blank(mechanism: &str, asked: &str, seed: u64) -> Row {
        Row {
            mechanism: mechanism.to_string(),
            asked: asked.to_string(),
            complete: true,
            violated: false,
            searched: Searched { seed, ..Searched::default() },
            values: Vec::new(),
            record: None,
        }
    }

    /// The word for it: violated, unrefuted, or incomplete while blocks are missing.
    pub fn verdict(&self) -> &'static str {
        match (self.violated, self.complete) {
            (_, false) => "incomplete",
            (true, true) => "violated",
            (false, true) => "unrefuted",
        }
    }
}

/// What a campaign comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// What was asked.
    pub task: Task,
    /// One a cell.
    pub rows: Vec<Row>,
    /// Lines of a batch that are no instances.
    pub errors: u64,
    /// Files of the folder that do not belong to the campaign, and were not looked at.
    pub foreign: Vec<std::path::PathBuf>,
}

/// Takes in blocks.
pub(super) trait Fold {
    /// A block of a series that is not there.
    fn missing(&mut self, series: usize);
    /// A block of a series, in the order of blocks.
    fn add(&mut self, series: usize, k: usize, block: &Node<'_>, found: bool) -> Result<(), CampaignError>;
    /// Whether no later block of the series counts.
    fn decided(&self, _series: usize) -> bool {
        false
    }
    /// The rows, and the lines that are no instances.
    fn rows(self: Box<Self>) -> Result<(Vec<Row>, u64), CampaignError>;
}

/// A field of a node that may have others.
pub(super) fn field<'a>(node: &Node<'a>, name: &'static str) -> Result<Node<'a>, InputError> {
    node.fields()?.required(name)
}

/// What helps against a block that is not to be believed.
pub(super) const AGAIN: &str = "remove the file, and the block is done again";

/// A part of a block that is a document in its own right.
pub(super) fn document(node: &Node<'_>) -> Document {
    Document { file: String::new(), root: node.value().clone() }
}

/// The instance at a node, read by its model.
pub(super) fn instance(bench: &dyn Bench, node: &Node<'_>) -> Result<Value, InputError> {
    bench.instance(&document(node)).map_err(|error| node.error(error.to_string()))
}
