//! Blocks: doing one, and the file of one, with a seal that shows damage.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::found::{Counts, Found};
use super::plan::{sum, tree};
use super::{Campaign, Task, batch, write, wrong};
use crate::document::{Document, InputError, Value, typed};
use crate::search::{Budget, Limits, Searched};
use crate::workbench::{Answer, Bench, MechanismCensus, Plan, PropertyCensus};

/// The strategies that the blocks of a cell use in turn, after the enumeration in the first block.
const ROTATION: [&str; 4] = ["random", "mutate", "climb", "anneal"];

/// The file of a block.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    /// Fingerprint of the campaign.
    campaign: String,
    /// Number of the block.
    block: usize,
    /// What was found: of one cell for a search, of every cell for a census.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cell: Vec<Found>,
    /// For a batch, the lines of `verify judge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<String>,
}

impl Block {
    /// Returns `true` if the block is a search that found a violation, so that no later block of its cell counts.
    pub fn decides(&self) -> bool {
        self.cell.first().is_some_and(|cell| cell.record.is_some())
    }
}

/// The state of a block in the folder.
#[derive(Debug)]
pub(super) enum State {
    Missing,
    Done(Block),
    /// The file is not what was written; the block can be done again.
    Damaged(InputError),
    /// The file is a block of another campaign, or another block.
    Foreign(InputError),
}

/// The result of running a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The block was done before.
    Known,
    /// The block was done, and its file written.
    Written {
        /// `true` if the block has a violation, so that no later block of its cell counts.
        decides: bool,
        /// The damage of the file that was replaced.
        damaged: Option<InputError>,
    },
    /// The block was stopped before its end; nothing was written.
    Stopped,
}

/// The folder of the blocks.
pub(super) fn folder_of(folder: &Path) -> PathBuf {
    folder.join("blocks")
}

/// The file of a block.
pub(super) fn path(folder: &Path, unit: usize) -> PathBuf {
    folder_of(folder).join(format!("{unit}.toml"))
}

/// Beginning of the last line of a block: a comment, which no field contains.
const ENDED: &str = "# ended ";

/// The text of a block with its seal: a last line with a checksum of all bytes before the line. The checksum
/// protects against damage and not against forgery.
pub fn sealed(text: &str) -> String {
    let line = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let text = format!("{text}{line}");
    let sum = sum(text.as_bytes());
    format!("{text}{ENDED}{sum}\n")
}

/// Returns `true` if `text` is as it was sealed.
fn is_whole(text: &str) -> bool {
    let body = text.rfind(ENDED).map(|at| &text[..at]);
    body.is_some_and(|body| sealed(body) == text)
}

impl Campaign {
    /// The state of block `unit` in the folder, by its file.
    pub(super) fn state(&self, folder: &Path, unit: usize, fingerprint: &str) -> State {
        let path = path(folder, unit);
        if path.symlink_metadata().is_err() {
            return State::Missing;
        }
        let read = Document::text(&path).and_then(|text| match is_whole(&text) {
            true => typed::<Block>(&Document::parse(&path.display().to_string(), &text)?.node()),
            false => Err(wrong(&path, "was cut off or changed: its last line is not the sum of its bytes")),
        });
        let error = |reason: String| State::Foreign(wrong(&path, reason));
        match read {
            Err(reason) => State::Damaged(reason),
            Ok(block) if block.campaign != fingerprint => error("is a block of another campaign".to_string()),
            Ok(block) if block.block != unit => error(format!("is block {}", block.block)),
            Ok(block) => State::Done(block),
        }
    }

    /// Does block `unit` and writes its file. A block that is there is left alone, and a damaged one is done
    /// again.
    ///
    /// # Errors
    /// A block that the campaign does not have, a file of another campaign in its place, a batch that has
    /// changed, or a folder that cannot be written.
    pub fn run(
        &self,
        bench: &dyn Bench,
        folder: &Path,
        unit: usize,
        limits: &Limits<'_>,
    ) -> Result<Ran, InputError> {
        if unit >= self.units() {
            let reason = format!("has no block {unit}: its {} blocks are numbered from 0", self.units());
            return Err(wrong(folder, reason));
        }
        let fingerprint = self.fingerprint();
        let damaged = match self.state(folder, unit, &fingerprint) {
            State::Done(_) => return Ok(Ran::Known),
            State::Foreign(error) => return Err(error),
            State::Damaged(error) => Some(error),
            State::Missing => None,
        };
        let mut block = Block { campaign: fingerprint, block: unit, cell: Vec::new(), lines: None };
        match &self.batch {
            Some(batch) => block.lines = Some(batch::judged(self, batch, bench, (folder, unit), limits)?),
            None => block.cell = self.found(bench, unit, limits)?,
        }
        // What was stopped on the way is half a block.
        if limits.stop.is_thrown() {
            return Ok(Ran::Stopped);
        }
        write(&path(folder, unit), &sealed(&tree(&block).to_toml()))?;
        Ok(Ran::Written { decides: block.decides(), damaged })
    }

    /// What block `unit` finds, if nothing stops it.
    fn found(&self, bench: &dyn Bench, unit: usize, limits: &Limits<'_>) -> Result<Vec<Found>, InputError> {
        let (k, series) = self.place(unit);
        if self.task == Task::Census {
            let budget = Budget { instances: None, time: None };
            return self.census(bench, k, &Limits { budget, ..*limits });
        }
        let limits = Limits { budget: Budget::instances(self.instances), ..*limits };
        let strategy = match (self.task, k) {
            (Task::Worst, _) => "auto",
            (_, 0) => "exhaustive",
            _ => ROTATION[(k - 1) % ROTATION.len()],
        };
        let plan = Plan { strategy, scope: self.scope, seed: self.seed_of(k), archive: Vec::new() };
        let (mechanism, asked) = self.cells()[series];
        let mut found = Found::default();
        if self.task == Task::Worst {
            let report = bench.worst(mechanism, asked, &plan, &limits)?;
            found.searched = Counts::from(&report.searched);
            found.worst = report.value.map(Value::Number).zip(report.instance);
            found.sizes =
                report.by_size.iter().map(|of| (of.agents, Value::Number(of.value.clone()))).collect();
        } else {
            let report = bench.search(mechanism, asked, &plan, &limits)?;
            found.searched = Counts::from(&report.searched);
            if report.answer == Answer::Violated && !limits.stop.is_thrown() {
                found.record = Some(bench.record(&report, &report.note())?.to_toml());
            }
        }
        Ok(vec![found])
    }

    /// The verdicts of part `k` of a census: every instance whose index is `k` modulo the number of blocks.
    fn census(&self, bench: &dyn Bench, k: usize, limits: &Limits<'_>) -> Result<Vec<Found>, InputError> {
        let mechanisms: Vec<&str> = self.mechanisms.iter().map(String::as_str).collect();
        let properties: Vec<&str> = self.properties.iter().map(String::as_str).collect();
        let part = (k, self.blocks.max(1));
        let report = bench.census_part(&mechanisms, &properties, self.scope, part, limits)?;
        let index = |before: u64| before.saturating_mul(self.blocks as u64).saturating_add(k as u64);
        let instances = report.searched.instances;
        let of = |census: &MechanismCensus, cell: &PropertyCensus| {
            let counts = [cell.violated, cell.holds, cell.undecided, cell.out_of_scope];
            Found {
                searched: Counts::from(&Searched { instances, ..Searched::default() }),
                counts: counts.into_iter().chain([census.refused, census.without_outcome]).collect(),
                exhausted: Some(report.searched.exhausted),
                first: cell.before.map(index).zip(cell.first.clone()),
                ..Found::default()
            }
        };
        let cells =
            report.mechanisms.iter().flat_map(|all| all.properties.iter().map(move |cell| (all, cell)));
        Ok(cells.map(|(all, cell)| of(all, cell)).collect())
    }
}
