//! The plan of a campaign, as the file `campaign.toml`, and the numbering of its blocks.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use super::{CampaignError, failed};
use crate::document::{InputError, Node, Value, files, put_new};
use crate::instances::Scope;
use crate::workbench::{Bench, model};

/// The question that a campaign asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    const ALL: [Task; 4] = [Task::Search, Task::Worst, Task::Census, Task::Judge];

    /// The word for the task in files.
    pub fn word(self) -> &'static str {
        match self {
            Task::Search => "search",
            Task::Worst => "worst",
            Task::Census => "census",
            Task::Judge => "judge",
        }
    }

    /// The word for the second part of a cell: `measure` or `property`.
    pub fn asked(self) -> &'static str {
        if self == Task::Worst { "measure" } else { "property" }
    }
}

/// A file of instances, one per line as JSON, with the offsets of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The path of the file, as workers find it.
    pub file: String,
    /// Number of its lines, including empty ones.
    pub lines: u64,
    /// Checksum of its bytes (64-bit FNV-1a): a changed file is another batch.
    pub sum: String,
    /// The offset in bytes of the first line of each block.
    pub starts: Vec<u64>,
}

/// The plan of a campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// The task of the campaign.
    pub task: Task,
    /// Id of the model.
    pub model: String,
    /// Ids of the mechanisms; a batch has one.
    pub mechanisms: Vec<String>,
    /// Ids of the properties, or of the measures for [`Task::Worst`].
    pub asked: Vec<String>,
    /// The largest size of instances; unused for a batch.
    pub scope: Scope,
    /// Number of blocks of each cell; for a census and a batch, the number of blocks in all.
    pub blocks: usize,
    /// Number of instances per block, for a batch of lines per block; unused and 0 for a census.
    pub instances: u64,
    /// The seed from which the seeds of the blocks are derived.
    pub seed: u64,
    /// The file of a batch.
    pub batch: Option<Batch>,
}

/// The program's version. Blocks of one program are equal on all machines; blocks of two programs need not be.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+3");

/// The largest number of blocks of a campaign.
pub const MOST_BLOCKS: usize = 1_000_000;

/// The largest number of blocks of a batch, because `campaign.toml` lists their offsets.
const MOST_STARTS: usize = 200_000;

fn whole(n: u64) -> Value {
    Value::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// A 64-bit FNV-1a checksum, against mistakes and not against forgery.
#[derive(Clone, Copy)]
pub(super) struct Sum(u64);

impl Sum {
    /// The checksum of `bytes`, as text.
    pub fn of(bytes: &[u8]) -> String {
        let mut sum = Sum::new();
        sum.add(bytes);
        sum.text()
    }

    fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

impl Batch {
    /// Reads a file and divides it into blocks of `lines_a_block` lines.
    ///
    /// # Errors
    /// A file that cannot be read, or has too many blocks.
    pub fn of(file: &Path, lines_a_block: u64) -> Result<Batch, CampaignError> {
        let input = std::fs::File::open(file).map_err(failed(file))?;
        let mut input = BufReader::with_capacity(1 << 16, input);
        let (mut sum, mut lines, mut at, mut starts) = (Sum::new(), 0, 0, Vec::new());
        let mut begins = true;
        loop {
            let piece = input.fill_buf().map_err(failed(file))?;
            if piece.is_empty() {
                break;
            }
            if begins {
                if lines % lines_a_block.max(1) == 0 {
                    starts.push(at);
                }
                lines += 1;
            }
            let end = piece.iter().position(|b| *b == b'\n');
            let count = end.map_or(piece.len(), |end| end + 1);
            sum.add(&piece[..count]);
            at += count as u64;
            begins = end.is_some();
            input.consume(count);
        }
        let name = file.display().to_string();
        if starts.is_empty() {
            return Err(CampaignError::Other(name, "is empty: an instance a line is expected".to_string()));
        }
        if starts.len() > MOST_STARTS {
            let what = format!(
                "makes {} blocks, and at most {MOST_STARTS} fit: put more lines into a block with --instances",
                starts.len()
            );
            return Err(CampaignError::Other(name, what));
        }
        Ok(Batch { file: name, lines, sum: sum.text(), starts })
    }

    fn to_value(&self) -> Value {
        let fields = [
            ("file", Value::text(&self.file)),
            ("lines", whole(self.lines)),
            ("sum", Value::text(&self.sum)),
            ("starts", Value::List(self.starts.iter().map(|at| whole(*at)).collect())),
        ];
        Value::Table(fields.map(|(name, value)| (name.to_string(), value)).to_vec())
    }

    fn read(node: &Node<'_>) -> Result<Batch, InputError> {
        let mut fields = node.fields()?;
        let read = Batch {
            file: fields.required("file")?.text()?.to_string(),
            lines: fields.required("lines")?.count()? as u64,
            sum: fields.required("sum")?.text()?.to_string(),
            starts: fields
                .required("starts")?
                .list()?
                .iter()
                .map(|at| Ok::<u64, InputError>(at.count()? as u64))
                .collect::<Result<_, _>>()?,
        };
        fields.finish()?;
        Ok(read)
    }
}

/// Reads a list of distinct ids. Ids become file names, so they contain no character that leads to another
/// folder.
fn ids(node: &Node<'_>) -> Result<Vec<String>, InputError> {
    let mut seen = std::collections::BTreeSet::new();
    let mut read = Vec::new();
    for item in node.list()? {
        let id = item.text()?;
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        if id.is_empty() || id.len() > 100 || !id.bytes().all(plain) {
            return Err(item.error(format!("`{id}` is no id")));
        }
        if !seen.insert(id) {
            return Err(item.error(format!("`{id}` stands twice")));
        }
        read.push(id.to_string());
    }
    Ok(read)
}

impl Campaign {
    /// The campaign as a document.
    pub fn to_value(&self) -> Value {
        let mut fields = vec![
            ("program", Value::text(PROGRAM)),
            ("task", Value::text(self.task.word())),
            ("model", Value::text(&self.model)),
            ("mechanisms", Value::texts(&self.mechanisms)),
            (if self.task == Task::Worst { "measures" } else { "properties" }, Value::texts(&self.asked)),
            ("scope", Value::text(self.scope.to_string())),
            ("blocks", whole(self.blocks as u64)),
            ("instances", whole(self.instances)),
            ("seed", whole(self.seed)),
        ];
        fields.extend(self.batch.as_ref().map(|batch| ("batch", batch.to_value())));
        Value::Table(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// Reads the campaign of a folder, if it holds one.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(folder: &Path) -> Result<Option<Campaign>, CampaignError> {
        let path = folder.join("campaign.toml");
        if !path.exists() {
            return Ok(None);
        }
        let document = files::load(&path)?;
        let mut fields = document.node().fields()?;
        let text = |node: &Node<'_>| node.text().map(ToString::to_string);
        let program = fields.required("program")?;
        if program.text()? != PROGRAM {
            let what = format!(
                "was begun by program {}, and this is {PROGRAM}: their blocks do not mix",
                program.text()?
            );
            return Err(program.error(what).into());
        }
        let task = fields.required("task")?;
        let word = task.text()?;
        let task = Task::ALL.into_iter().find(|t| t.word() == word).ok_or_else(|| {
            task.error(format!("`{word}` is no task: there are {}", Task::ALL.map(Task::word).join(", ")))
        })?;
        let scope = fields.required("scope")?;
        let batch = fields.optional("batch").map(|node| Batch::read(&node)).transpose()?;
        let campaign = Campaign {
            task,
            model: text(&fields.required("model")?)?,
            mechanisms: ids(&fields.required("mechanisms")?)?,
            asked: ids(&fields.required(if task == Task::Worst { "measures" } else { "properties" })?)?,
            scope: scope.text()?.parse().map_err(|error| scope.error(format!("{error}")))?,
            blocks: {
                let blocks = fields.required("blocks")?;
                let count = blocks.count()?;
                if count > MOST_BLOCKS {
                    return Err(blocks.error(format!("must be at most {MOST_BLOCKS}")).into());
                }
                if let (Task::Judge, Some(n)) = (task, batch.as_ref().map(|b| b.starts.len()))
                    && n != count
                {
                    return Err(blocks.error(format!("is {count}, and the batch begins {n}")).into());
                }
                count
            },
            instances: fields.required("instances")?.count()? as u64,
            seed: fields.required("seed")?.count()? as u64,
            batch,
        };
        if (task == Task::Judge) != campaign.batch.is_some() {
            return Err(document.node().error("a batch goes with the task `judge`, and only with it").into());
        }
        fields.finish()?;
        campaign.bounded(folder)?;
        Ok(Some(campaign))
    }

    /// Refuses more blocks than a folder should hold.
    fn bounded(&self, folder: &Path) -> Result<(), CampaignError> {
        if self.units() > MOST_BLOCKS {
            let what = "has more than 1,000,000 blocks in all cells".to_string();
            return Err(CampaignError::Other(folder.join("campaign.toml").display().to_string(), what));
        }
        Ok(())
    }

    /// Writes the campaign into a folder, or checks that the folder holds it already.
    ///
    /// # Errors
    /// A folder with another campaign, or one that cannot be written.
    pub fn settle(&self, folder: &Path) -> Result<(), CampaignError> {
        self.bounded(folder)?;
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        let file = folder.join("campaign.toml");
        // Of several processes that start at once, one is first, and the others read its file.
        if !file.exists() && put_new(&file, &self.to_value().to_toml()).map_err(failed(&file))? {
            return Ok(());
        }
        if Campaign::of(folder)?.as_ref() == Some(self) {
            return Ok(());
        }
        let what =
            "holds another campaign: its campaign.toml differs from what is asked for; choose another folder";
        Err(CampaignError::Other(folder.display().to_string(), what.to_string()))
    }

    /// The fingerprint that every block contains, which identifies blocks of other campaigns.
    pub(super) fn fingerprint(&self) -> String {
        Sum::of(self.to_value().to_toml().as_bytes())
    }

    /// Pairs of a mechanism and a property or measure; the cells of a census and of a batch share their
    /// blocks.
    pub fn cells(&self) -> Vec<(&str, &str)> {
        self.mechanisms
            .iter()
            .flat_map(|m| self.asked.iter().map(move |a| (m.as_str(), a.as_str())))
            .collect()
    }

    /// The number of series of blocks.
    pub(super) fn series(&self) -> usize {
        match self.task {
            Task::Search | Task::Worst => self.mechanisms.len() * self.asked.len(),
            Task::Census | Task::Judge => 1,
        }
    }

    /// The total number of blocks.
    pub fn units(&self) -> usize {
        self.blocks.saturating_mul(self.series())
    }

    /// The block index and the series of a unit: the first blocks of all series come first, then the second
    /// ones.
    pub(super) fn place(&self, unit: usize) -> (usize, usize) {
        let series = self.series().max(1);
        (unit / series, unit % series)
    }

    /// The seed of block `k`.
    pub(super) fn seed_of(&self, k: usize) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(k as u64) >> 1
    }

    /// A phrase for a block.
    pub fn about(&self, unit: usize) -> String {
        let (k, series) = self.place(unit);
        match self.task {
            Task::Search | Task::Worst => {
                let (mechanism, asked) = self.cells()[series];
                format!("{mechanism} x {asked}, block {}", k + 1)
            }
            Task::Census => format!("part {} of the census", k + 1),
            Task::Judge => format!("lines from {} on", k as u64 * self.instances + 1),
        }
    }

    pub(super) fn bench(&self) -> Result<&'static dyn Bench, InputError> {
        model(&self.model).ok_or_else(|| InputError {
            file: "campaign.toml".to_string(),
            field: "model".to_string(),
            reason: format!("`{}` is no model", self.model),
        })
    }
}
