//! Blocks of searches for violations of a cell: the first block that finds one counts, with all blocks before
//! it.

use super::fold::{AGAIN, CellRow, Done, Fold, document, field};
use super::{Campaign, CampaignError};
use crate::archive::record::Record;
use crate::archive::replay::ReplayError;
use crate::document::{Document, InputError, Node, Value, shown};
use crate::linear::{Halt, Patience};
use crate::search::{Budget, Limits, Searched};
use crate::workbench::{Answer, Bench, Plan};

/// The strategies that blocks use in turn, after the enumeration in the first block.
const ROTATION: [&str; 4] = ["random", "mutate", "climb", "anneal"];

/// The plan of block `k` of a cell.
fn plan(campaign: &Campaign, k: usize) -> Plan {
    let strategy = if k == 0 { "exhaustive" } else { ROTATION[(k - 1) % ROTATION.len()] };
    Plan { strategy, scope: campaign.scope, seed: campaign.seed_of(k), archive: Vec::new() }
}

/// Searches block `k` of a cell; `None` if it was stopped.
pub(super) fn block(
    campaign: &Campaign,
    bench: &dyn Bench,
    series: usize,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Option<Done>, CampaignError> {
    let (mechanism, property) = campaign.cells()[series];
    let own = Limits { budget: Budget::instances(campaign.instances), ..*limits };
    let report = bench.search(mechanism, property, &plan(campaign, k), &own)?;
    let mut fields = Vec::new();
    let found = report.answer == Answer::Violated;
    // A violation whose shrinking was stopped is only half a block.
    if found && !limits.stop.is_thrown() {
        fields.push(("record".to_string(), bench.record(&report, &report.note())?.to_value()));
    }
    Ok(Some(Done { searched: report.searched, fields, found }))
}

/// The cells of a search campaign.
pub(super) struct Cells<'a> {
    bench: &'a dyn Bench,
    /// The largest number of instances of a block.
    most: u64,
    rows: Vec<CellRow>,
}

impl<'a> Cells<'a> {
    pub fn of(campaign: &Campaign, bench: &'a dyn Bench) -> Cells<'a> {
        let rows = campaign.cells().iter().map(|(m, p)| CellRow::blank(m, p, campaign.seed)).collect();
        Cells { bench, most: campaign.instances, rows }
    }
}

/// Judges a record in a block again, because the contents of a file are not trusted.
fn replayed(bench: &dyn Bench, record: &Record) -> Result<(), Halt<ReplayError>> {
    let text = record.to_toml();
    match bench.replay(&Document::parse("record.toml", &text)?, &text, &Patience::unlimited()) {
        // A record in a block has no file of its own.
        Err(Halt::Failed(ReplayError::Name(_))) => Ok(()),
        other => other,
    }
}

impl Fold for Cells<'_> {
    fn missing(&mut self, series: usize) {
        self.rows[series].complete = false;
    }

    fn add(&mut self, series: usize, _: usize, block: &Node<'_>, found: bool) -> Result<(), CampaignError> {
        let row = &mut self.rows[series];
        row.searched = row.searched.and(&read_within(&field(block, "searched")?, self.most)?);
        let record = block.fields()?.optional("record");
        if found != record.is_some() {
            let what = if found {
                "its name says that it found a violation, and it holds none"
            } else {
                "it holds a violation, and its name does not say so"
            };
            return Err(block.error(what).into());
        }
        if let Some(node) = record {
            // The record is read separately, and compared with the cell.
            let held = Record::read(&document(&node)).map_err(|error| node.error(error.to_string()))?;
            if (&held.mechanism, &held.property) != (&row.mechanism, &row.asked) {
                return Err(node.error("is a violation of another cell").into());
            }
            if let Some(program) = &held.program
                && self.bench.mechanisms().iter().all(|entry| entry.id != held.mechanism)
            {
                let command = shown(&program.command);
                let what = format!(
                    "is a violation of the program `{command}`, which is asked again: name it with --mech-command"
                );
                return Err(node.error(what).into());
            }
            replayed(self.bench, &held).map_err(|error| node.error(format!("{error}; {AGAIN}")))?;
            row.record = Some(node.value().clone());
            row.violated = true;
        }
        Ok(())
    }

    fn decided(&self, series: usize) -> bool {
        self.rows[series].violated
    }

    fn rows(self: Box<Self>) -> Result<(Vec<CellRow>, u64), CampaignError> {
        Ok((self.rows, 0))
    }
}

/// The counts of a search, as a field of blocks and results.
pub(super) fn searched_value(searched: &Searched) -> Value {
    let counts = [
        ("instances", searched.instances),
        ("screened", searched.screened),
        ("refused", searched.refused),
        ("undecided", searched.undecided),
        ("out_of_scope", searched.out_of_scope),
    ];
    let whole = |n: u64| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    Value::Table(counts.into_iter().map(|(name, n)| (name.to_string(), whole(n))).collect())
}

/// Reads the counts of a block and checks that they are within the block's size.
pub(super) fn read_within(node: &Node<'_>, most: u64) -> Result<Searched, InputError> {
    let searched = read_searched(node)?;
    let Searched { instances, screened, refused, undecided, out_of_scope, .. } = searched;
    if instances > most {
        return Err(node.error(format!("{instances} instances, and a block looks at {most} at most")));
    }
    let parts = [refused, undecided, out_of_scope].into_iter().fold(0, u64::saturating_add);
    if screened > instances || parts > instances {
        return Err(node.error("its parts are more than its instances"));
    }
    Ok(searched)
}

/// Reads the counts of a block or of a campaign's results.
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
