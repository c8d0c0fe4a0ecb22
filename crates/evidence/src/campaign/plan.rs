//! The plan of a campaign, the file `campaign.toml`, and the numbering of its blocks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, de};

use super::{Batch, failed, wrong};
use crate::document::{Document, InputError, Value, put_new, typed};
use crate::instances::Scope;

/// The question that a campaign asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// A search for a violation, for each mechanism and property.
    Search,
    /// A search for the worst value, for each mechanism and measure.
    Worst,
    /// The verdict of each cell, for each instance of a scope.
    Census,
    /// The verdicts of the properties, for each line of a file.
    Judge,
}

impl Task {
    /// The word for the second part of a cell: `measure` or `property`.
    pub fn asked(self) -> &'static str {
        if self == Task::Worst { "measure" } else { "property" }
    }
}

/// The plan of a campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Campaign {
    /// The program, [`PROGRAM`].
    pub program: String,
    /// The task of the campaign.
    pub task: Task,
    /// Id of the model.
    pub model: String,
    /// Ids of the mechanisms; a batch has one.
    pub mechanisms: Vec<String>,
    /// Ids of the properties; empty for [`Task::Worst`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
    /// Ids of the measures; empty for any other task.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<String>,
    /// The largest size of instances; unused for a batch.
    #[serde(deserialize_with = "scope")]
    pub scope: Scope,
    /// Number of blocks of each cell; for a census and a batch, the number of blocks in all.
    pub blocks: usize,
    /// Number of instances per block, for a batch of lines per block; unused and 0 for a census.
    pub instances: u64,
    /// The seed from which the seeds of the blocks are derived.
    pub seed: u64,
    /// The file of a batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<Batch>,
}

/// The program's version. Blocks of one program are equal on all machines; blocks of two programs need not be.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+4");

/// The largest number of blocks of a campaign.
pub const MOST_BLOCKS: usize = 1_000_000;

/// Numbers in increasing order as ranges, `0-9,12`, the form of Slurm's `--array`.
pub fn ranges(numbers: &[usize]) -> String {
    let range = |run: &[usize]| match run {
        [one] => one.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    numbers.chunk_by(|a, b| *b == a + 1).map(range).collect::<Vec<_>>().join(",")
}

/// Reads numbers such as `0-9,12`, each below [`MOST_BLOCKS`].
pub fn numbers(text: &str) -> Option<Vec<usize>> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<usize>().ok()?, last.parse().ok().filter(|n| *n < MOST_BLOCKS)?);
        numbers.extend(first..=last);
    }
    Some(numbers)
}

/// The largest number of instances of a block.
const MOST_INSTANCES: u64 = 1_000_000_000;

fn scope<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scope, D::Error> {
    let told = |error: crate::instances::ScopeError| de::Error::custom(format!("scope: {error}"));
    String::deserialize(deserializer)?.parse().map_err(told)
}

/// The fields of `of` as a tree.
pub(super) fn tree(of: &impl Serialize) -> Value {
    let json = serde_json::to_value(of).unwrap_or_default();
    serde_json::from_value(json).unwrap_or(Value::Null)
}

/// A 64-bit FNV-1a checksum as text, against mistakes and not against forgery.
pub(super) fn sum(bytes: &[u8]) -> String {
    let add = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, add))
}

fn plan_of(folder: &Path) -> PathBuf {
    folder.join("campaign.toml")
}

impl Campaign {
    /// Reads the campaign of a folder.
    ///
    /// # Errors
    /// A folder without a campaign, or a file that cannot be read.
    pub fn of(folder: &Path) -> Result<Campaign, InputError> {
        let path = plan_of(folder);
        if !path.exists() {
            return Err(wrong(&path, "no such file; `verify campaign plan DIR --mech ID ..` writes one"));
        }
        let document = Document::load(&path)?;
        let program = document.node().fields()?.required("program")?;
        if program.text()? != PROGRAM {
            let reason =
                format!("is {}, and this program is {PROGRAM}: their blocks differ", program.text()?);
            return Err(program.error(reason));
        }
        let campaign: Campaign = typed(&document.node())?;
        campaign.checked(&path)?;
        Ok(campaign)
    }

    /// Checks sizes, and that ids are distinct and lead to no other folder, because they become file names.
    fn checked(&self, path: &Path) -> Result<(), InputError> {
        let error = |field: String, reason: String| Err(InputError { field, ..wrong(path, reason) });
        for (name, ids) in
            [("mechanisms", &self.mechanisms), ("properties", &self.properties), ("measures", &self.measures)]
        {
            let mut seen = BTreeSet::new();
            for (k, id) in ids.iter().enumerate() {
                let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
                if id.is_empty() || id.len() > 100 || !id.bytes().all(plain) {
                    return error(format!("{name}[{k}]"), format!("`{id}` is not an id"));
                }
                if !seen.insert(id) {
                    return error(format!("{name}[{k}]"), format!("`{id}` is listed twice"));
                }
            }
        }
        if self.asked().len() != self.properties.len() + self.measures.len() {
            let reason = "does not fit the lists of properties and measures";
            return error("task".to_string(), reason.to_string());
        }
        if self.units() > MOST_BLOCKS {
            let reason = format!("makes {} blocks; at most {MOST_BLOCKS} are possible", self.units());
            return error("blocks".to_string(), reason);
        }
        if self.instances > MOST_INSTANCES {
            return error("instances".to_string(), format!("must be at most {MOST_INSTANCES}"));
        }
        let parts = self.batch.as_ref().map(|batch| (batch.ends.len(), batch.sums.len()));
        if parts != (self.task == Task::Judge).then_some((self.blocks, self.blocks)) {
            return error("batch".to_string(), "does not fit the task and the number of blocks".to_string());
        }
        Ok(())
    }

    /// Writes the plan into a folder, or checks that the folder holds this plan already.
    ///
    /// # Errors
    /// A folder with another campaign, a plan that is too large, or a folder that cannot be written.
    pub fn settle(&self, folder: &Path) -> Result<(), InputError> {
        let path = plan_of(folder);
        self.checked(&path)?;
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        if put_new(&path, &self.text()).map_err(failed(&path))? || Campaign::of(folder)? == *self {
            return Ok(());
        }
        Err(wrong(&path, "is the plan of another campaign; choose another folder"))
    }

    /// The text of the plan's file.
    pub fn text(&self) -> String {
        tree(self).to_toml()
    }

    /// The fingerprint that every block contains, which identifies blocks of other campaigns.
    pub(super) fn fingerprint(&self) -> String {
        sum(self.text().as_bytes())
    }

    /// Ids of the properties, or of the measures for [`Task::Worst`].
    pub fn asked(&self) -> &[String] {
        if self.task == Task::Worst { &self.measures } else { &self.properties }
    }

    /// Pairs of a mechanism and a property or measure; the cells of a census and of a batch share their
    /// blocks.
    pub fn cells(&self) -> Vec<(&str, &str)> {
        let of = |mechanism| self.asked().iter().map(move |asked| (mechanism, asked.as_str()));
        self.mechanisms.iter().flat_map(|mechanism| of(mechanism.as_str())).collect()
    }

    /// The number of series of blocks.
    fn series(&self) -> usize {
        match self.task {
            Task::Search | Task::Worst => self.mechanisms.len() * self.asked().len(),
            Task::Census | Task::Judge => 1,
        }
    }

    /// The total number of blocks.
    pub fn units(&self) -> usize {
        self.blocks.saturating_mul(self.series())
    }

    /// The index within its series, and the series, of block `unit`: the first blocks of all series come first,
    /// then the second ones. `unit` is below [`units`](Self::units).
    pub fn place(&self, unit: usize) -> (usize, usize) {
        let series = self.series().max(1);
        (unit / series, unit % series)
    }

    /// The seed of the blocks with index `k` within their series.
    pub(super) fn seed_of(&self, k: usize) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(k as u64) >> 1
    }
}
