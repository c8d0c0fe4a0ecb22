//! Blocks of a batch: consecutive lines of a file, judged; together they form the output of `verify judge`.

use std::fs::File;
use std::io::{BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::fold::{CellRow, Done, Fold, field};
use super::search::read_searched;
use super::{Batch, Campaign, CampaignError, failed};
use crate::batch::{Item, Lines, Question};
use crate::document::{InputError, Node, Value};
use crate::linear::Patience;
use crate::search::{Limits, Searched};
use crate::workbench::{Answer, Bench, Ruling};

/// The length of the longest text of a block, in bytes; a longer one is no document any more.
const MOST_BYTES: usize = 3 << 20;

/// The rulings on a line, and the line of JSON for them.
type Judged = (Result<Vec<Ruling>, String>, String);

/// The verdicts that are counted.
const WORDS: [Answer; 4] = [Answer::Violated, Answer::Holds, Answer::Undecided, Answer::OutOfScope];

/// The file of the verdicts, in the folder of the campaign.
pub(super) const VERDICTS: &str = "verdicts.jsonl";

/// Refuses a file that changed since the campaign was started.
pub(super) fn unchanged(batch: &Batch, lines_a_block: u64) -> Result<(), CampaignError> {
    let now = Batch::of(Path::new(&batch.file), lines_a_block)?;
    if now == *batch {
        return Ok(());
    }
    let what = "is not what it was when the campaign was begun; its verdicts would not go together";
    Err(CampaignError::Other(batch.file.clone(), what.to_string()))
}

/// Judges the lines of block `k`; `None` if it was stopped.
pub(super) fn block(
    campaign: &Campaign,
    bench: &dyn Bench,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Option<Done>, CampaignError> {
    let Some(batch) = &campaign.batch else { return Ok(None) };
    let path = PathBuf::from(&batch.file);
    let open = || {
        let mut file = File::open(&path)?;
        file.seek(SeekFrom::Start(batch.starts[k]))?;
        let before = k as u64 * campaign.instances;
        let (mut lines, mut items) = (Lines::from(BufReader::new(file), before), Vec::new());
        while let Some(item) = lines.item_up_to(before + campaign.instances)? {
            items.push(item);
        }
        Ok(items)
    };
    let items: Vec<Item> = open().map_err(failed(&path))?;
    let properties: Vec<&str> = campaign.asked.iter().map(String::as_str).collect();
    let question = Question::of(bench, &campaign.mechanisms[0], &properties)?;
    let stopped = || limits.stop.is_thrown();
    let one = |item: &Item| {
        if stopped() {
            return None;
        }
        let rulings = question.judge(item, &Patience::unlimited());
        let line = question.json(item, &rulings);
        (!stopped()).then_some((rulings, line))
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(limits.threads.max(1)).build();
    let judged: Option<Vec<Judged>> = match pool {
        Ok(pool) => {
            pool.install(|| question.each(&items, one, &Patience::with(limits.stop)).into_iter().collect())
        }
        Err(_) => items.iter().map(one).collect(),
    };
    let Some(judged) = judged else { return Ok(None) };
    let mut counts = vec![[0_u64; WORDS.len()]; properties.len()];
    let (mut text, mut errors) = (String::new(), 0);
    for (rulings, line) in &judged {
        text += line;
        match rulings {
            Err(_) => errors += 1,
            Ok(rulings) => {
                for (counts, ruling) in counts.iter_mut().zip(rulings) {
                    if let Some(at) = WORDS.iter().position(|word| *word == ruling.answer) {
                        counts[at] += 1;
                    }
                }
            }
        }
    }
    if text.len() > MOST_BYTES {
        let what = format!(
            "the verdicts of its lines from {} on take {} bytes, and a block takes {MOST_BYTES} at most: put fewer lines into a block with --instances",
            k as u64 * campaign.instances + 1,
            text.len()
        );
        return Err(CampaignError::Other(batch.file.clone(), what));
    }
    let row = |counts: &[u64; WORDS.len()]| Value::indexes(counts.iter().map(|n| *n as usize));
    let fields = vec![
        ("errors".to_string(), Value::index(errors)),
        ("counts".to_string(), Value::List(counts.iter().map(row).collect())),
        ("lines".to_string(), Value::text(text)),
    ];
    let searched = Searched { instances: (judged.len() - errors) as u64, ..Searched::default() };
    Ok(Some(Done { searched, fields, found: false }))
}

/// The number of errors, and the verdicts by property and word, counted from the lines; `Err` is the index of
/// the first malformed line.
fn tallied(text: &str, properties: &[&str]) -> Result<(u64, Vec<[u64; WORDS.len()]>), usize> {
    let (mut errors, mut counts) = (0, vec![[0; WORDS.len()]; properties.len()]);
    for (at, line) in text.lines().enumerate() {
        let read: Json = serde_json::from_str(line).map_err(|_| at + 1)?;
        if read.get("error").is_some() {
            errors += 1;
            continue;
        }
        for (property, counts) in properties.iter().zip(&mut counts) {
            let word = read.get("verdicts").and_then(|all| all.get(*property)?.get("verdict")?.as_str());
            if let Some(k) = WORDS.iter().position(|known| Some(known.word()) == word) {
                counts[k] += 1;
            } else if word.is_none() {
                return Err(at + 1);
            }
        }
    }
    Ok((errors, counts))
}

/// The verdicts so far. The lines go into a draft, which becomes the file of verdicts when all blocks are
/// there.
pub(super) struct Verdicts {
    path: PathBuf,
    out: std::io::BufWriter<tempfile::NamedTempFile>,
    complete: bool,
    searched: Searched,
    errors: u64,
    rows: Vec<CellRow>,
    counts: Vec<[u64; WORDS.len()]>,
}

impl Verdicts {
    /// Begins the file of the verdicts of a campaign, without any block yet.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn of(campaign: &Campaign, folder: &Path) -> Result<Verdicts, CampaignError> {
        let path = folder.join(VERDICTS);
        let draft = tempfile::Builder::new().prefix(".draft").tempfile_in(folder).map_err(failed(&path))?;
        let rows: Vec<CellRow> = campaign.cells().iter().map(|(m, p)| CellRow::blank(m, p, 0)).collect();
        Ok(Verdicts {
            path,
            out: std::io::BufWriter::with_capacity(1 << 16, draft),
            complete: true,
            searched: Searched::default(),
            errors: 0,
            counts: vec![[0; WORDS.len()]; rows.len()],
            rows,
        })
    }
}

impl Fold for Verdicts {
    fn missing(&mut self, _: usize) {
        self.complete = false;
    }

    fn add(&mut self, _: usize, _: usize, block: &Node<'_>, _: bool) -> Result<(), CampaignError> {
        self.searched = self.searched.and(&read_searched(&field(block, "searched")?)?);
        let text = field(block, "lines")?;
        let properties: Vec<&str> = self.rows.iter().map(|row| row.asked.as_str()).collect();
        let (errors, counted) = tallied(text.text()?, &properties).map_err(|line| {
            text.error(format!("its line {line} is no verdict that `verify judge` writes"))
        })?;
        let same = |node: &Node<'_>, n: u64| Ok::<bool, InputError>(node.count()? as u64 == n);
        let node = field(block, "counts")?;
        let rows = node.list_of(self.rows.len(), "property")?;
        for ((row, counts), counted) in rows.iter().zip(&mut self.counts).zip(&counted) {
            for ((cell, count), n) in row.list_of(WORDS.len(), "verdict")?.iter().zip(counts).zip(counted) {
                if !same(cell, *n)? {
                    return Err(cell.error(format!("its lines have {n} of these")).into());
                }
                *count += n;
            }
        }
        let said = field(block, "errors")?;
        if !same(&said, errors)? {
            return Err(said.error(format!("its lines have {errors} of these")).into());
        }
        self.errors += errors;
        // Verdicts with a gap could be mistaken for complete ones.
        if self.complete {
            self.out.write_all(text.text()?.as_bytes()).map_err(failed(&self.path))?;
        }
        Ok(())
    }

    fn rows(self: Box<Self>) -> Result<(Vec<CellRow>, u64), CampaignError> {
        let Verdicts { path, out, complete, searched, errors, mut rows, counts } = *self;
        for (row, counts) in rows.iter_mut().zip(counts) {
            row.complete = complete;
            row.violated = counts[0] > 0;
            row.searched = Searched { undecided: counts[2], out_of_scope: counts[3], ..searched };
            row.values.extend(WORDS.iter().zip(counts).map(|(word, n)| {
                (word.word().replace('-', "_"), Value::index(usize::try_from(n).unwrap_or(usize::MAX)))
            }));
        }
        if complete {
            let draft =
                out.into_inner().map_err(|error| CampaignError::Folder(path.clone(), error.into_error()))?;
            readable_as_usual(draft.as_file()).map_err(failed(&path))?;
            draft.as_file().sync_all().map_err(failed(&path))?;
            draft.persist(&path).map_err(|error| CampaignError::Folder(path.clone(), error.error))?;
        }
        Ok((rows, errors))
    }
}

#[cfg(unix)]
fn readable_as_usual(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_as_usual(_file: &File) -> std::io::Result<()> {
    Ok(())
}
