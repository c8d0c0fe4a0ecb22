//! The end of a campaign: its blocks, read in order, form its results; and the blocks of several folders are
//! merged.

use std::path::{Path, PathBuf};

use super::fold::{AGAIN, Fold};
use super::search::searched_value;
use super::shelf::{self, SHELF};
use super::{Campaign, CampaignError, Results, Task, batch, census, draft, seal, search, worst, write};
use crate::archive::record::Record;
use crate::document::{Document, InputError, Value};
use crate::workbench::Bench;

/// The fold for the blocks of the campaign. A batch writes its lines into the folder.
fn fold<'a>(
    campaign: &'a Campaign,
    bench: &'a dyn Bench,
    folder: &Path,
) -> Result<Box<dyn Fold + 'a>, CampaignError> {
    Ok(match campaign.task {
        Task::Search => Box::new(search::Cells::of(campaign, bench)),
        Task::Worst => Box::new(worst::Extremes::of(campaign, bench)),
        Task::Census => Box::new(census::Counts::of(campaign, bench)),
        Task::Judge => Box::new(batch::Verdicts::of(campaign, folder)?),
    })
}

/// Reads the file of a block and compares its head with the campaign.
fn read(path: &Path, unit: usize, fingerprint: &str) -> Result<Document, CampaignError> {
    let torn = |error: InputError| InputError { reason: format!("{}; {AGAIN}", error.reason), ..error };
    let text = Document::text(path).map_err(torn)?;
    let file = path.display().to_string();
    if let Some(reason) = seal::broken(&text) {
        return Err(torn(InputError { file, field: String::new(), reason: reason.to_string() }).into());
    }
    let document = Document::parse(&file, &text).map_err(torn)?;
    let mut fields = document.node().fields()?;
    let of = fields.required("campaign").map_err(torn)?;
    if of.text()? != fingerprint {
        return Err(of.error("is a block of another campaign").into());
    }
    let number = fields.required("block").map_err(torn)?;
    if number.count()? != unit {
        return Err(number.error(format!("is block {}, and its name says {unit}", number.count()?)).into());
    }
    Ok(document)
}

/// Checks that no block has two results; the error names both files.
fn single(folder: &Path, listing: &shelf::Listing) -> Result<(), CampaignError> {
    let Some((unit, other)) = listing.differing.first() else { return Ok(()) };
    let found = listing.done.get(unit).copied().unwrap_or_default();
    Err(CampaignError::Differ(shelf::path(folder, *unit, found), other.clone()))
}

impl Campaign {
    /// The results of the blocks of a folder, cell by cell. For a batch, the verdicts are written into the
    /// folder.
    ///
    /// # Errors
    /// A block that cannot be read, or has two different results.
    pub fn results(&self, folder: &Path) -> Result<Results, CampaignError> {
        self.results_at(self.bench()?, folder)
    }

    fn results_at(&self, bench: &dyn Bench, folder: &Path) -> Result<Results, CampaignError> {
        let (units, fingerprint) = (self.units(), self.fingerprint());
        let mut all = fold(self, bench, folder)?;
        let mut foreign = Vec::new();
        for at in 0..units.div_ceil(SHELF) {
            let mut listing = shelf::list(folder, at, units)?;
            single(folder, &listing)?;
            foreign.append(&mut listing.foreign);
            for unit in at * SHELF..((at + 1) * SHELF).min(units) {
                let (k, series) = self.place(unit);
                if all.decided(series) {
                    continue;
                }
                let Some(found) = listing.done.get(&unit) else {
                    all.missing(series);
                    continue;
                };
                if *found && shelf::path(folder, unit, false).exists() {
                    return Err(CampaignError::Differ(
                        shelf::path(folder, unit, false),
                        shelf::path(folder, unit, true),
                    ));
                }
                let document = read(&shelf::path(folder, unit, *found), unit, &fingerprint)?;
                all.add(series, k, &document.node(), *found)?;
            }
        }
        let (rows, errors) = all.rows()?;
        Ok(Results { task: self.task, rows, errors, foreign })
    }

    /// Writes the results: `results.toml`, a record in `records/` for each violation that a search found, and
    /// for a batch `verdicts.jsonl`.
    ///
    /// # Errors
    /// A block that cannot be read, or has two different results, or a folder that cannot be written.
    pub fn conclude(&self, folder: &Path) -> Result<Results, CampaignError> {
        self.conclude_at(self.bench()?, folder)
    }

    /// Writes the results as [`conclude`](Self::conclude) does, with another bench of the model.
    ///
    /// # Errors
    /// As for [`conclude`](Self::conclude).
    pub fn conclude_at(&self, bench: &dyn Bench, folder: &Path) -> Result<Results, CampaignError> {
        let results = self.results_at(bench, folder)?;
        let mut rows = Vec::new();
        for row in &results.rows {
            let mut fields = vec![
                ("mechanism".to_string(), Value::text(&row.mechanism)),
                (self.task.asked().to_string(), Value::text(&row.asked)),
            ];
            // For a worst value the result is the value itself.
            if self.task != Task::Worst || !row.complete {
                fields.push(("verdict".to_string(), Value::text(row.verdict())));
            }
            fields.push(("searched".to_string(), searched_value(&row.searched)));
            fields.extend(row.values.clone());
            rows.push(Value::Table(fields));
            if let (Some(record), true) = (&row.record, row.complete) {
                let document = Document { file: "record".to_string(), root: record.clone() };
                let text = Record::read(&document)?.to_toml();
                write(&folder.join("records").join(format!("{}-{}.toml", row.mechanism, row.asked)), &text)?;
            }
        }
        let mut all =
            vec![("campaign".to_string(), self.to_value()), ("cell".to_string(), Value::List(rows))];
        if self.task == Task::Judge {
            all.push((
                "errors".to_string(),
                Value::index(usize::try_from(results.errors).unwrap_or(usize::MAX)),
            ));
        }
        write(&folder.join("results.toml"), &Value::Table(all).to_toml())?;
        draft::clear(folder, self.units())?;
        Ok(results)
    }

    /// Copies the blocks of further folders of the campaign into `folder`.
    ///
    /// # Errors
    /// A folder of another campaign, or a block with two different results.
    pub fn merge(folder: &Path, parts: &[PathBuf]) -> Result<Campaign, CampaignError> {
        let mut all: Option<Campaign> = None;
        // Every part is checked before anything is written.
        for part in parts {
            let Some(campaign) = Campaign::of(part)? else {
                let what = "there is no campaign.toml".to_string();
                return Err(CampaignError::Other(part.display().to_string(), what));
            };
            if all.as_ref().is_some_and(|known| *known != campaign) {
                let what = "is a part of another campaign than those before it".to_string();
                return Err(CampaignError::Other(part.display().to_string(), what));
            }
            all = Some(campaign);
        }
        let campaign = match (all, Campaign::of(folder)?) {
            (Some(campaign), _) => campaign,
            (None, Some(campaign)) => campaign,
            (None, None) => {
                let what = "there is no campaign.toml, and no part is named".to_string();
                return Err(CampaignError::Other(folder.display().to_string(), what));
            }
        };
        campaign.settle(folder)?;
        let (units, fingerprint) = (campaign.units(), campaign.fingerprint());
        for (number, part) in parts.iter().enumerate() {
            for at in 0..units.div_ceil(SHELF) {
                let listing = shelf::list(part, at, units)?;
                single(part, &listing)?;
                for (unit, found) in listing.done {
                    let path = shelf::path(part, unit, found);
                    read(&path, unit, &fingerprint)?;
                    let text = std::fs::read_to_string(&path).map_err(super::failed(&path))?;
                    shelf::publish(folder, unit, found, &text, &format!("part-{}", number + 1))?;
                }
            }
        }
        Ok(campaign)
    }
}
