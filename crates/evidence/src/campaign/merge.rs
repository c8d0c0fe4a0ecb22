//! The results of a campaign: its blocks in order, judged again.

use std::io::Write as _;
use std::path::Path;

use super::batch::counted;
use super::block::{Block, State, folder_of, path};
use super::found::{Cell, Counts};
use super::plan::tree;
use super::{Campaign, Found, Task, failed, write, wrong};
use crate::document::{InputError, Value, put_by};
use crate::workbench::Bench;

/// One row of a campaign's results.
#[derive(Clone, Debug, PartialEq)]
pub struct CellRow {
    /// Id of the mechanism.
    pub mechanism: String,
    /// Id of the property or the measure.
    pub asked: String,
    /// `true` if all blocks that count are there.
    pub complete: bool,
    /// The findings of the blocks.
    pub found: Found,
}

impl CellRow {
    /// The word for the result: violated, unrefuted, or incomplete while blocks are missing.
    pub fn verdict(&self) -> &'static str {
        match (self.found.is_violated(), self.complete) {
            (_, false) => "incomplete",
            (true, true) => "violated",
            (false, true) => "unrefuted",
        }
    }

    /// The row as fields of a document, with `searched` for its counts. A worst value has no verdict but
    /// itself.
    pub fn fields(&self, task: Task, searched: Value) -> Vec<(String, Value)> {
        let mut fields =
            vec![("mechanism", Value::text(&self.mechanism)), (task.asked(), Value::text(&self.asked))];
        if task != Task::Worst || !self.complete {
            fields.push(("verdict", Value::text(self.verdict())));
        }
        fields.push(("searched", searched));
        let fields = fields.into_iter().map(|(name, value)| (name.to_string(), value));
        fields.chain(self.found.values()).collect()
    }
}

/// The results of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The rows, one per cell.
    pub rows: Vec<CellRow>,
    /// Number of lines of a batch that are no instances.
    pub errors: u64,
}

/// The largest number of instances that a part of a census can go through.
const MOST_LISTED: u64 = 1_000_000_000_000;

/// The advice for a block that is not accepted.
fn again(error: InputError) -> InputError {
    InputError { reason: format!("{}; remove the file, and run its block again", error.reason), ..error }
}

impl Campaign {
    /// The results of the blocks of a folder, cell by cell. The violations, values and counts of the blocks are
    /// judged again.
    ///
    /// # Errors
    /// A block that is damaged or not confirmed, or a file that does not belong to the campaign.
    pub fn results(&self, bench: &dyn Bench, folder: &Path) -> Result<Results, InputError> {
        if let Some(stranger) = self.strangers(folder)?.into_iter().next() {
            return Err(stranger);
        }
        let row = |(mechanism, asked): (&str, &str)| CellRow {
            mechanism: mechanism.to_string(),
            asked: asked.to_string(),
            complete: true,
            found: Found::default(),
        };
        let (mut rows, mut errors): (Vec<CellRow>, u64) = (self.cells().into_iter().map(row).collect(), 0);
        let fingerprint = self.fingerprint();
        for unit in 0..self.units() {
            let rows = match self.task {
                Task::Search | Task::Worst => std::slice::from_mut(&mut rows[self.place(unit).1]),
                Task::Census | Task::Judge => rows.as_mut_slice(),
            };
            let decided = rows.first().is_some_and(|row| row.found.record.is_some());
            match self.state(folder, unit, &fingerprint) {
                State::Done(_) | State::Missing if decided => {}
                State::Missing => rows.iter_mut().for_each(|row| row.complete = false),
                State::Damaged(error) | State::Foreign(error) => return Err(again(error)),
                State::Done(block) => {
                    errors += self.absorb(bench, rows, block).map_err(|(cell, reason)| {
                        let field = format!("cell[{cell}]");
                        again(InputError { field, ..wrong(&path(folder, unit), reason) })
                    })?;
                }
            }
        }
        Ok(Results { rows, errors })
    }

    /// Adds a block to the rows of its cells, and returns its number of lines that are no instances. An error
    /// has the index of its cell.
    fn absorb(&self, bench: &dyn Bench, rows: &mut [CellRow], block: Block) -> Result<u64, (usize, String)> {
        let (cells, errors) = match block.lines {
            Some(lines) => counted(&lines, &self.properties).map_err(|reason| (0, reason))?,
            None => (block.cell, 0),
        };
        if cells.len() != rows.len() {
            return Err((cells.len(), format!("the block has {} cells, not {}", cells.len(), rows.len())));
        }
        let most = if self.task == Task::Census { MOST_LISTED } else { self.instances };
        for (k, (row, next)) in rows.iter_mut().zip(cells).enumerate() {
            let cell = Cell { bench, mechanism: &row.mechanism, asked: &row.asked, most };
            row.found.add(next, cell).map_err(|reason| (k, reason))?;
        }
        Ok(errors)
    }

    /// Writes the results: `results.toml`, a record in `records/` for each violation that a search found, and
    /// for a batch `verdicts.jsonl` once all blocks are there.
    ///
    /// # Errors
    /// As for [`results`](Self::results), or a folder that cannot be written.
    pub fn merge(&self, bench: &dyn Bench, folder: &Path) -> Result<Results, InputError> {
        let results = self.results(bench, folder)?;
        let row =
            |row: &CellRow| Value::Table(row.fields(self.task, tree(&Counts::from(&row.found.searched()))));
        let rows = Value::List(results.rows.iter().map(row).collect());
        for row in results.rows.iter().filter(|row| row.complete) {
            let path = folder.join("records").join(format!("{}-{}.toml", row.mechanism, row.asked));
            row.found.record.iter().try_for_each(|record| write(&path, record))?;
        }
        let mut all = vec![("campaign".to_string(), tree(self)), ("cell".to_string(), rows)];
        if self.task == Task::Judge {
            let errors = usize::try_from(results.errors).unwrap_or(usize::MAX);
            all.push(("errors".to_string(), Value::index(errors)));
        }
        write(&folder.join("results.toml"), &Value::Table(all).to_toml())?;
        if results.rows.iter().all(|row| row.complete) {
            self.finish(folder)?;
        }
        Ok(results)
    }

    /// Writes the verdicts of a batch, and removes the drafts that killed processes have left.
    fn finish(&self, folder: &Path) -> Result<(), InputError> {
        let fingerprint = self.fingerprint();
        if self.task == Task::Judge {
            let path = folder.join("verdicts.jsonl");
            let lines = |unit| match self.state(folder, unit, &fingerprint) {
                State::Done(block) => block.lines.unwrap_or_default(),
                _ => String::new(),
            };
            let units = 0..self.units();
            put_by(&path, |out| units.map(lines).try_for_each(|text| out.write_all(text.as_bytes())))
                .map_err(failed(&path))?;
        }
        let blocks = folder_of(folder);
        for entry in std::fs::read_dir(&blocks).map_err(failed(&blocks))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(".draft") {
                let _ = std::fs::remove_file(entry.path()); // A process that ends now may have renamed it.
            }
        }
        Ok(())
    }
}
