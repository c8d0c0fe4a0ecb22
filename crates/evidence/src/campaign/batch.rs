//! Blocks of a batch: consecutive lines of a file, judged; together they form the output of `verify judge`.

use std::io::{BufRead as _, BufReader, Read, Seek as _, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::found::{Counts, Found, VERDICTS};
use super::{Campaign, failed, plan, wrong};
use crate::batch::{Item, LONGEST, Lines, Question};
use crate::document::{Document, InputError};
use crate::linear::Patience;
use crate::search::{Limits, Searched};
use crate::workbench::Bench;

/// The length of the longest text of a block, in bytes; a longer one does not fit into a document.
const MOST_BYTES: usize = 3 << 20;

/// The largest number of blocks of a batch, because the plan lists their ends and checksums.
const MOST_PARTS: usize = 100_000;

/// A file of instances, one per line as JSON, divided into blocks of lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The path of the file, from the folder of the campaign.
    pub file: String,
    /// The offset in bytes of the end of each block.
    pub ends: Vec<u64>,
    /// The checksum of the bytes of each block.
    pub sums: Vec<String>,
}

impl Batch {
    /// Reads the file `path` and divides it into blocks of `lines` lines; the plan calls the file `name`.
    ///
    /// # Errors
    /// A file that cannot be read, is empty, or has too many blocks.
    pub fn of(path: &Path, name: String, lines: u64) -> Result<Batch, InputError> {
        let mut input = BufReader::new(Document::regular(path)?);
        let (mut batch, mut at) = (Batch { file: name, ends: Vec::new(), sums: Vec::new() }, 0);
        loop {
            let mut part = Vec::new();
            for _ in 0..lines.max(1) {
                let mut line = Read::take(&mut input, LONGEST);
                let read = line.read_until(b'\n', &mut part).map_err(failed(path))?;
                if read as u64 == LONGEST && part.last() != Some(&b'\n') {
                    return Err(wrong(path, format!("has a line of more than {LONGEST} bytes")));
                }
                if read == 0 {
                    break;
                }
            }
            if part.is_empty() {
                break;
            }
            at += part.len() as u64;
            batch.ends.push(at);
            batch.sums.push(plan::sum(&part));
        }
        match batch.ends.len() {
            0 => Err(wrong(path, "is empty: one instance per line is expected")),
            n if n > MOST_PARTS => {
                let reason =
                    format!("makes {n} blocks; at most {MOST_PARTS} are possible: raise --instances");
                Err(wrong(path, reason))
            }
            _ => Ok(batch),
        }
    }

    /// The bytes of block `k`, if they are those of the plan.
    fn part(&self, path: &Path, k: usize) -> Result<Vec<u8>, InputError> {
        let start = if k == 0 { 0 } else { self.ends[k - 1] };
        let mut file = Document::regular(path)?;
        file.seek(SeekFrom::Start(start)).map_err(failed(path))?;
        let mut part = Vec::new();
        file.take(self.ends[k].saturating_sub(start)).read_to_end(&mut part).map_err(failed(path))?;
        match plan::sum(&part) == self.sums[k] {
            true => Ok(part),
            false => Err(wrong(path, format!("has changed since the campaign was planned, in block {k}"))),
        }
    }
}

/// Judges the lines of block `k`, and returns the lines of `verify judge`.
pub(super) fn judged(
    campaign: &Campaign,
    batch: &Batch,
    bench: &dyn Bench,
    (folder, k): (&Path, usize),
    limits: &Limits<'_>,
) -> Result<String, InputError> {
    let path = folder.join(&batch.file);
    let part = batch.part(&path, k)?;
    let (mut lines, mut items) = (Lines::from(&part[..], k as u64 * campaign.instances), Vec::new());
    while let Some(item) = lines.item().map_err(failed(&path))? {
        items.push(item);
    }
    let properties: Vec<&str> = campaign.properties.iter().map(String::as_str).collect();
    let question = Question::of(bench, &campaign.mechanisms[0], &properties)?;
    let stop = Patience::with(limits.stop);
    let one = |item: &Item| question.json(item, &question.judge(item, &stop));
    let judged = match rayon::ThreadPoolBuilder::new().num_threads(limits.threads.max(1)).build() {
        Ok(pool) => pool.install(|| question.each(&items, one, &stop)),
        Err(_) => items.iter().map(one).collect(),
    };
    let text = judged.concat();
    if text.len() > MOST_BYTES && !limits.stop.is_thrown() {
        let size = text.len();
        let reason =
            format!("the verdicts of block {k} take {size} bytes, above {MOST_BYTES}: lower --instances");
        return Err(wrong(&path, reason));
    }
    Ok(text)
}

/// What the lines of a block say of each property, and the number of lines that are no instances.
pub(super) fn counted(text: &str, properties: &[String]) -> Result<(Vec<Found>, u64), String> {
    let (mut errors, mut counts) = (0, vec![[0; 4]; properties.len()]);
    for (at, line) in text.lines().enumerate() {
        let malformed = || format!("lines: line {} is no verdict of `verify judge`", at + 1);
        let read: Json = serde_json::from_str(line).map_err(|_| malformed())?;
        if read.get("error").is_some() {
            errors += 1;
            continue;
        }
        for (property, counts) in properties.iter().zip(&mut counts) {
            let word = read.get("verdicts").and_then(|all| all.get(property)?.get("verdict")?.as_str());
            let kind =
                word.and_then(|word| VERDICTS[..4].iter().position(|known| *known == word.replace('-', "_")));
            counts[kind.ok_or_else(malformed)?] += 1;
        }
    }
    let found = |counts: [u64; 4]| {
        let searched = Searched { instances: counts.iter().sum(), ..Searched::default() };
        Found { searched: Counts::from(&searched), counts: counts.to_vec(), ..Found::default() }
    };
    Ok((counts.into_iter().map(found).collect(), errors))
}
