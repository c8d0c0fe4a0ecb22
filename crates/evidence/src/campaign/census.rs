//! Blocks of a census: of `n` blocks, each judges every `n`-th instance of the scope, starting at its own
//! number.

use super::fold::{CellRow, Done, Fold, field, instance};
use super::search::read_searched;
use super::{Campaign, CampaignError};
use crate::document::{Node, Value};
use crate::search::{Budget, Ended, Limits, Searched};
use crate::workbench::Bench;

/// The counts kept for each cell.
const COUNTS: [&str; 6] = ["violated", "holds", "undecided", "out_of_scope", "refused", "without_outcome"];

fn whole(n: u64) -> Value {
    Value::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Judges the instances of block `k`; `None` if it was stopped.
pub(super) fn block(
    campaign: &Campaign,
    bench: &dyn Bench,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Option<Done>, CampaignError> {
    let mechanisms: Vec<&str> = campaign.mechanisms.iter().map(String::as_str).collect();
    let properties: Vec<&str> = campaign.asked.iter().map(String::as_str).collect();
    let own = Limits { budget: Budget { instances: None, time: None }, ..*limits };
    let part = (k, campaign.blocks);
    let report = bench.census_part(&mechanisms, &properties, campaign.scope, part, &own)?;
    if report.searched.ended == Ended::Interrupted {
        return Ok(None);
    }
    let mut cells = Vec::new();
    for census in &report.mechanisms {
        for cell in &census.properties {
            let counts = [
                cell.violated,
                cell.holds,
                cell.undecided,
                cell.out_of_scope,
                census.refused,
                census.without_outcome,
            ];
            let mut fields: Vec<(String, Value)> =
                COUNTS.iter().zip(counts).map(|(name, n)| ((*name).to_string(), whole(n))).collect();
            if let (Some(first), Some(before)) = (&cell.first, cell.before) {
                fields.push(("before".to_string(), whole(before)));
                fields.push(("first".to_string(), first.clone()));
            }
            cells.push(Value::Table(fields));
        }
    }
    let fields = vec![
        ("exhausted".to_string(), Value::Bool(report.searched.exhausted)),
        ("cell".to_string(), Value::List(cells)),
    ];
    Ok(Some(Done { searched: report.searched, fields, found: false }))
}

/// Counts of the verdicts so far.
pub(super) struct Counts<'a> {
    bench: &'a dyn Bench,
    blocks: u64,
    complete: bool,
    exhausted: bool,
    searched: Searched,
    rows: Vec<CellRow>,
    counts: Vec<[u64; COUNTS.len()]>,
    first: Vec<Option<(u64, Value)>>,
}

impl<'a> Counts<'a> {
    pub fn of(campaign: &Campaign, bench: &'a dyn Bench) -> Counts<'a> {
        let rows: Vec<CellRow> = campaign.cells().iter().map(|(m, p)| CellRow::blank(m, p, 0)).collect();
        Counts {
            bench,
            blocks: campaign.blocks as u64,
            complete: true,
            exhausted: true,
            searched: Searched::default(),
            counts: vec![[0; COUNTS.len()]; rows.len()],
            first: vec![None; rows.len()],
            rows,
        }
    }
}

impl Fold for Counts<'_> {
    fn missing(&mut self, _: usize) {
        self.complete = false;
    }

    fn add(&mut self, _: usize, k: usize, block: &Node<'_>, _: bool) -> Result<(), CampaignError> {
        let searched = read_searched(&field(block, "searched")?)?;
        self.searched = self.searched.and(&searched);
        self.exhausted &= *field(block, "exhausted")?.value() == Value::Bool(true);
        let cells = field(block, "cell")?.list_of(self.rows.len(), "cell")?;
        for ((cell, counts), first) in cells.iter().zip(&mut self.counts).zip(&mut self.first) {
            let mut fields = cell.fields()?;
            let mut all: u64 = 0;
            for (name, count) in COUNTS.iter().zip(counts) {
                let n = fields.required(name)?.count()? as u64;
                (*count, all) = (count.saturating_add(n), all.saturating_add(n));
            }
            if all != searched.instances {
                let what = format!("counts {all} instances, and the block looked at {}", searched.instances);
                return Err(cell.error(what).into());
            }
            if let Some(before) = fields.optional("before") {
                let number = (before.count()? as u64).saturating_mul(self.blocks).saturating_add(k as u64);
                let first_of_block = instance(self.bench, &fields.required("first")?)?;
                if first.as_ref().is_none_or(|(known, _)| number < *known) {
                    *first = Some((number, first_of_block));
                }
            }
            fields.finish()?;
        }
        Ok(())
    }

    fn rows(self: Box<Self>) -> Result<(Vec<CellRow>, u64), CampaignError> {
        let Counts { complete, exhausted, searched, mut rows, counts, first, .. } = *self;
        for ((row, counts), first) in rows.iter_mut().zip(counts).zip(first) {
            row.complete = complete;
            row.violated = counts[0] > 0;
            // One pass over the scope serves all cells; refusals and undecided instances are counted by cell.
            row.searched = Searched {
                instances: searched.instances,
                undecided: counts[2] + counts[5],
                out_of_scope: counts[3],
                refused: counts[4],
                exhausted: exhausted && complete,
                ..Searched::default()
            };
            row.values.push(("exhausted".to_string(), Value::Bool(exhausted && complete)));
            let named = COUNTS.iter().zip(counts).map(|(name, n)| ((*name).to_string(), whole(n)));
            row.values.extend(named);
            row.values.extend(first.map(|(_, instance)| ("first".to_string(), instance)));
        }
        Ok((rows, 0))
    }
}
