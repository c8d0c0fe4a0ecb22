//! The results of a campaign: rows that absorb one block after another, in the order of blocks.

use super::{CampaignError, Task};
use crate::document::{Document, InputError, Node, Value};
use crate::search::Searched;
use crate::workbench::Bench;

/// A finished block.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// The counts of the search.
    pub searched: Searched,
    /// The further fields of the block's file.
    pub fields: Vec<(String, Value)>,
    /// `true` if the block decides its series, so that no later block counts.
    pub found: bool,
}

/// One row of a campaign's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property or the measure.
    pub asked: String,
    /// `true` if all blocks that count are there.
    pub complete: bool,
    /// `true` if a violation is known.
    pub violated: bool,
    /// The counts of the search.
    pub searched: Searched,
    /// The further results of the blocks: counts, a value, instances.
    pub values: Vec<(String, Value)>,
    /// The violation that a search found, as a record.
    pub record: Option<Value>,
}

impl Row {
    /// The row before any block.
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

    /// The word for the result: violated, unrefuted, or incomplete while blocks are missing.
    pub fn verdict(&self) -> &'static str {
        match (self.violated, self.complete) {
            (_, false) => "incomplete",
            (true, true) => "violated",
            (false, true) => "unrefuted",
        }
    }
}

/// The results of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The task of the campaign.
    pub task: Task,
    /// The rows, one per cell.
    pub rows: Vec<Row>,
    /// Number of lines of a batch that are no instances.
    pub errors: u64,
    /// Files in the folder that do not belong to the campaign, and were ignored.
    pub foreign: Vec<std::path::PathBuf>,
}

/// Absorbs the blocks of a campaign.
pub(super) trait Fold {
    /// Notes that a block of the series is missing.
    fn missing(&mut self, series: usize);
    /// Absorbs block `k` of the series, in the order of blocks.
    fn add(&mut self, series: usize, k: usize, block: &Node<'_>, found: bool) -> Result<(), CampaignError>;
    /// Returns `true` if no later block of the series counts.
    fn decided(&self, _series: usize) -> bool {
        false
    }
    /// The rows, and the number of lines that are no instances.
    fn rows(self: Box<Self>) -> Result<(Vec<Row>, u64), CampaignError>;
}

/// The field `name` of a node that may have other fields.
pub(super) fn field<'a>(node: &Node<'a>, name: &'static str) -> Result<Node<'a>, InputError> {
    node.fields()?.required(name)
}

/// The advice for a block that is not accepted.
pub(super) const AGAIN: &str = "remove the file, and the block is done again";

/// A part of a block as a document.
pub(super) fn document(node: &Node<'_>) -> Document {
    Document { file: String::new(), root: node.value().clone() }
}

/// The instance at a node, read by its model.
pub(super) fn instance(bench: &dyn Bench, node: &Node<'_>) -> Result<Value, InputError> {
    bench.instance(&document(node)).map_err(|error| node.error(error.to_string()))
}
