//! Campaigns: a whole matrix of cells, searched block by block into a folder that survives interruptions.
//!
//! A block is a search of a fixed number of instances with a seed of its own, so what it finds does not depend on when,
//! where or after what it is run. Blocks are files, written at once or not at all. The results of a campaign are read off
//! its blocks: of each cell the first block that found a violation counts, with all blocks before it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::archive::record::Record;
use crate::document::{Document, InputError, Node, Value, put};
use crate::instances::Scope;
use crate::search::{Budget, Limits, Searched};
use crate::workbench::{Answer, Bench, Plan, model};

/// What a campaign is to search.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// The model's id.
    pub model: String,
    /// Mechanisms, by id.
    pub mechanisms: Vec<String>,
    /// Properties, by id.
    pub properties: Vec<String>,
    /// How large instances may get.
    pub scope: Scope,
    /// Blocks a cell.
    pub blocks: usize,
    /// Instances a block.
    pub instances: u64,
    /// The seed that those of the blocks are made from.
    pub seed: u64,
}

/// Which part of a campaign to do: the units whose number leaves the remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: usize,
    /// How many shards there are.
    pub count: usize,
}

/// Why a campaign cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// A file of the campaign that cannot be read, or an unknown id.
    #[error("{0}")]
    Input(#[from] InputError),
    /// The folder cannot be read or written.
    #[error("{path}: {reason}", path = .0.display(), reason = .1)]
    Folder(PathBuf, std::io::Error),
    /// The folder holds another campaign.
    #[error("{0}: {1}")]
    Other(String, &'static str),
}

/// One cell, and what its blocks come to.
#[derive(Clone, Debug, PartialEq)]
pub struct CellResult {
    /// The mechanism.
    pub mechanism: String,
    /// The property.
    pub property: String,
    /// Whether all blocks that count are there.
    pub complete: bool,
    /// What was looked at.
    pub searched: Searched,
    /// The violation, as a record.
    pub record: Option<Value>,
}

impl CellResult {
    /// The word for it: violated, unrefuted, or incomplete while blocks are missing.
    pub fn verdict(&self) -> &'static str {
        match (&self.record, self.complete) {
            (_, false) => "incomplete",
            (Some(_), true) => "violated",
            (None, true) => "unrefuted",
        }
    }
}

/// A block: what was looked at, and a violation as a record.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    searched: Searched,
    record: Option<Value>,
}

/// Blocks of one program are the same wherever they are made; those of two need not be.
const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), "+2");

/// The most blocks of a campaign.
pub const MOST_BLOCKS: usize = 1_000_000;

/// The strategies that blocks take in turn; the enumeration comes once.
const ROTATION: [&str; 4] = ["random", "mutate", "climb", "anneal"];

fn whole(n: u64) -> Value {
    Value::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Reads a list of ids, no two of them the same. They become names of files, so they hold nothing that leads elsewhere.
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
        let fields = [
            ("program", Value::text(PROGRAM)),
            ("model", Value::text(&self.model)),
            ("mechanisms", Value::texts(&self.mechanisms)),
            ("properties", Value::texts(&self.properties)),
            ("scope", Value::text(self.scope.to_string())),
            ("blocks", whole(self.blocks as u64)),
            ("instances", whole(self.instances)),
            ("seed", whole(self.seed)),
        ];
        Value::Table(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
    }

    /// Reads the campaign of a folder, if it holds one.
    pub fn of(folder: &Path) -> Result<Option<Campaign>, CampaignError> {
        let path = folder.join("campaign.toml");
        if !path.exists() {
            return Ok(None);
        }
        let document = Document::load(&path)?;
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
        let scope = fields.required("scope")?;
        let campaign = Campaign {
            model: text(&fields.required("model")?)?,
            mechanisms: ids(&fields.required("mechanisms")?)?,
            properties: ids(&fields.required("properties")?)?,
            scope: scope.text()?.parse().map_err(|error| scope.error(format!("{error}")))?,
            blocks: {
                let blocks = fields.required("blocks")?;
                let count = blocks.count()?;
                if count > MOST_BLOCKS {
                    return Err(blocks.error(format!("must be at most {MOST_BLOCKS}")).into());
                }
                count
            },
            instances: fields.required("instances")?.count()? as u64,
            seed: fields.required("seed")?.count()? as u64,
        };
        fields.finish()?;
        campaign.bounded(folder)?;
        Ok(Some(campaign))
    }

    /// Refuses more blocks than a folder should hold.
    fn bounded(&self, folder: &Path) -> Result<(), CampaignError> {
        if self.blocks.saturating_mul(self.mechanisms.len()).saturating_mul(self.properties.len())
            > MOST_BLOCKS
        {
            let what = "has more than 1,000,000 blocks in all cells";
            return Err(CampaignError::Other(folder.join("campaign.toml").display().to_string(), what));
        }
        Ok(())
    }

    /// Puts the campaign into a folder, or checks that it is the one that the folder holds.
    pub fn settle(&self, folder: &Path) -> Result<(), CampaignError> {
        self.bounded(folder)?;
        match Campaign::of(folder)? {
            Some(known) if known == *self => Ok(()),
            Some(_) => {
                let what = "holds another campaign: its campaign.toml differs from what is asked for; choose another folder";
                Err(CampaignError::Other(folder.display().to_string(), what))
            }
            None => write(&folder.join("campaign.toml"), &self.to_value().to_toml()),
        }
    }

    fn cells(&self) -> Vec<(&str, &str)> {
        self.mechanisms
            .iter()
            .flat_map(|m| self.properties.iter().map(move |p| (m.as_str(), p.as_str())))
            .collect()
    }

    fn bench(&self) -> Result<&'static dyn Bench, InputError> {
        model(&self.model).ok_or_else(|| InputError {
            file: "campaign.toml".to_string(),
            field: "model".to_string(),
            reason: format!("`{}` is no model", self.model),
        })
    }

    /// What block `k` of a cell searches.
    fn plan(&self, k: usize) -> Plan {
        let strategy = if k == 0 { "exhaustive" } else { ROTATION[(k - 1) % ROTATION.len()] };
        let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(k as u64) >> 1;
        Plan { strategy, scope: self.scope, seed, archive: Vec::new() }
    }

    /// Does the blocks of a shard that are not done yet, until stopped, at the bench of the campaign's model. `told` hears
    /// of each block with the numbers of blocks done and to do.
    pub fn run(
        &self,
        folder: &Path,
        shard: Shard,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<(), CampaignError> {
        self.run_at(self.bench()?, folder, shard, limits, told)
    }

    /// The same at another bench of the model, which may have mechanisms of its own.
    pub fn run_at(
        &self,
        bench: &dyn Bench,
        folder: &Path,
        shard: Shard,
        limits: &Limits<'_>,
        told: &dyn Fn(&str, usize, usize),
    ) -> Result<(), CampaignError> {
        let cells = self.cells();
        let all = self.blocks.saturating_mul(cells.len());
        let mine = (all + shard.count - 1 - shard.index) / shard.count;
        let units =
            (0..all).skip(shard.index).step_by(shard.count).map(|n| (n / cells.len(), n % cells.len()));
        let mut convicted: BTreeMap<usize, usize> = BTreeMap::new();
        for (done, (k, c)) in units.enumerate() {
            let (mechanism, property) = cells[c];
            let path = block_path(folder, mechanism, property, k);
            if let Some(block) = read_block(folder, cells[c], k)? {
                if block.record.is_some() {
                    convicted.entry(c).or_insert(k);
                }
                continue;
            }
            if convicted.contains_key(&c) {
                continue; // A block before this one decides the cell.
            }
            if limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            told(&format!("{mechanism} x {property}, block {}", k + 1), done, mine);
            let own = Limits { budget: Budget::instances(self.instances), ..*limits };
            let report = bench.search(mechanism, property, &self.plan(k), &own)?;
            if limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
                break; // Half a block is no block.
            }
            let record = match report.answer {
                Answer::Violated => {
                    convicted.insert(c, k);
                    let note = report.story.as_deref().unwrap_or_default().lines().last().unwrap_or_default();
                    let record = bench.record(&report, note)?;
                    Some(record.to_value())
                }
                _ => None,
            };
            write(&path, &block_text(cells[c], k, &Block { searched: report.searched, record }))?;
        }
        Ok(())
    }

    /// What the blocks of a folder come to, cell by cell.
    pub fn results(&self, folder: &Path) -> Result<Vec<CellResult>, CampaignError> {
        let mut results = Vec::new();
        for (mechanism, property) in self.cells() {
            let mut result = CellResult {
                mechanism: mechanism.to_string(),
                property: property.to_string(),
                complete: true,
                searched: Searched { seed: self.seed, ..Searched::default() },
                record: None,
            };
            for k in 0..self.blocks {
                match read_block(folder, (mechanism, property), k)? {
                    None => result.complete = false,
                    Some(block) => {
                        result.searched = result.searched.and(&block.searched);
                        if block.record.is_some() {
                            result.record = block.record;
                            break;
                        }
                    }
                }
            }
            results.push(result);
        }
        Ok(results)
    }

    /// Writes what the blocks come to: `results.toml`, and each violation as a record in `records/`.
    pub fn conclude(&self, folder: &Path) -> Result<Vec<CellResult>, CampaignError> {
        let results = self.results(folder)?;
        let mut rows = Vec::new();
        for result in &results {
            rows.push(Value::Table(vec![
                ("mechanism".to_string(), Value::text(&result.mechanism)),
                ("property".to_string(), Value::text(&result.property)),
                ("verdict".to_string(), Value::text(result.verdict())),
                ("searched".to_string(), searched_value(&result.searched)),
            ]));
            if let (Some(record), true) = (&result.record, result.complete) {
                let document = Document { file: "record".to_string(), root: record.clone() };
                let text = Record::read(&document)?.to_toml();
                let name = format!("{}-{}.toml", result.mechanism, result.property);
                write(&folder.join("records").join(name), &text)?;
            }
        }
        let all = Value::Table(vec![
            ("campaign".to_string(), self.to_value()),
            ("cell".to_string(), Value::List(rows)),
        ]);
        write(&folder.join("results.toml"), &all.to_toml())?;
        Ok(results)
    }

    /// Brings the blocks of other folders of the same campaign into this one.
    pub fn merge(folder: &Path, parts: &[PathBuf]) -> Result<Campaign, CampaignError> {
        let mut all: Option<Campaign> = None;
        // Every part is looked at before anything is written.
        for part in parts {
            let Some(campaign) = Campaign::of(part)? else {
                return Err(CampaignError::Other(part.display().to_string(), "there is no campaign.toml"));
            };
            if all.as_ref().is_some_and(|known| *known != campaign) {
                return Err(CampaignError::Other(part.display().to_string(), "the parts differ"));
            }
            all = Some(campaign);
        }
        let campaign =
            all.ok_or_else(|| CampaignError::Other(folder.display().to_string(), "nothing to merge"))?;
        campaign.settle(folder)?;
        for part in parts {
            for (mechanism, property) in campaign.cells() {
                for k in 0..campaign.blocks {
                    let cell = (mechanism, property);
                    let Some(block) = read_block(part, cell, k)? else { continue };
                    let path = block_path(folder, mechanism, property, k);
                    if read_block(folder, cell, k)?.is_some_and(|known| known != block) {
                        let file = path.display().to_string();
                        return Err(CampaignError::Other(
                            file,
                            "two parts hold different results of this block",
                        ));
                    }
                    write(&path, &block_text(cell, k, &block))?;
                }
            }
        }
        Ok(campaign)
    }
}

fn block_path(folder: &Path, mechanism: &str, property: &str, k: usize) -> PathBuf {
    folder.join("blocks").join(format!("{mechanism}.{property}.{k}.toml"))
}

fn searched_value(searched: &Searched) -> Value {
    let counts = [
        ("instances", searched.instances),
        ("screened", searched.screened),
        ("refused", searched.refused),
        ("undecided", searched.undecided),
        ("out_of_scope", searched.out_of_scope),
    ];
    Value::Table(counts.into_iter().map(|(name, n)| (name.to_string(), whole(n))).collect())
}

fn block_text(cell: (&str, &str), k: usize, block: &Block) -> String {
    let mut fields = vec![
        ("mechanism".to_string(), Value::text(cell.0)),
        ("property".to_string(), Value::text(cell.1)),
        ("block".to_string(), Value::index(k)),
        ("searched".to_string(), searched_value(&block.searched)),
    ];
    fields.extend(block.record.clone().map(|record| ("record".to_string(), record)));
    Value::Table(fields).to_toml()
}

/// Reads what [`Campaign::conclude`] writes of a cell's search.
pub(crate) fn read_searched(node: &Node<'_>) -> Result<Searched, InputError> {
    let mut counts = node.fields()?;
    let mut count = |name: &'static str| Ok::<u64, InputError>(counts.required(name)?.count()? as u64);
    Ok(Searched {
        instances: count("instances")?,
        screened: count("screened")?,
        refused: count("refused")?,
        undecided: count("undecided")?,
        out_of_scope: count("out_of_scope")?,
        ..Searched::default()
    })
}

/// Reads a block of the cell, if it is there; one of another cell or number is an error.
fn read_block(folder: &Path, cell: (&str, &str), k: usize) -> Result<Option<Block>, CampaignError> {
    let path = block_path(folder, cell.0, cell.1, k);
    if !path.exists() {
        return Ok(None);
    }
    let document = Document::load(&path)?;
    let mut fields = document.node().fields()?;
    let (mechanism, property) = (fields.required("mechanism")?, fields.required("property")?);
    let number = fields.required("block")?;
    if (mechanism.text()?, property.text()?) != cell || number.count()? != k {
        return Err(number.error("is a block of another cell, or another block of it").into());
    }
    let searched = read_searched(&fields.required("searched")?)?;
    let record = fields.optional("record");
    if let Some(node) = &record {
        let held = Record::read(&Document { file: document.file.clone(), root: node.value().clone() })?;
        if (held.mechanism.as_str(), held.property.as_str()) != cell {
            return Err(node.error("is a violation of another cell").into());
        }
    }
    let record = record.map(|node| node.value().clone());
    fields.finish()?;
    Ok(Some(Block { searched, record }))
}

/// Writes a file at once: a reader sees all of it or nothing, whenever the program ends.
fn write(path: &Path, text: &str) -> Result<(), CampaignError> {
    let failed = |error| CampaignError::Folder(path.to_path_buf(), error);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    put(path, text).map_err(failed)
}
