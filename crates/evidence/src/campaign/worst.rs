//! Blocks of searches for worst values: each search has a seed of its own, and the worst of all counts.

use std::collections::BTreeMap;

use super::fold::{AGAIN, Done, Fold, Row, document, field, instance};
use super::search::read_within;
use super::{Campaign, CampaignError};
use crate::document::{Node, Value};
use crate::linear::Patience;
use crate::scalar::Rational;
use crate::search::{Budget, Limits};
use crate::workbench::{Bench, Plan, WorstOfSize};

/// Searches block `k` of a mechanism and a measure.
pub(super) fn block(
    campaign: &Campaign,
    bench: &dyn Bench,
    series: usize,
    k: usize,
    limits: &Limits<'_>,
) -> Result<Option<Done>, CampaignError> {
    let (mechanism, measure) = campaign.cells()[series];
    let own = Limits { budget: Budget::instances(campaign.instances), ..*limits };
    let plan =
        Plan { strategy: "auto", scope: campaign.scope, seed: campaign.seed_of(k), archive: Vec::new() };
    let report = bench.worst(mechanism, measure, &plan, &own)?;
    let size = |of: &WorstOfSize| Value::List(vec![Value::index(of.agents), Value::Number(of.value.clone())]);
    let mut fields = vec![("sizes".to_string(), Value::List(report.by_size.iter().map(size).collect()))];
    if let (Some(value), Some(instance)) = (report.value, report.instance) {
        fields.push(("value".to_string(), Value::Number(value)));
        fields.push(("instance".to_string(), instance));
    }
    Ok(Some(Done { searched: report.searched, fields, found: false }))
}

/// The worst values so far.
pub(super) struct Extremes<'a> {
    bench: &'a dyn Bench,
    most: u64,
    rows: Vec<Row>,
    worst: Vec<Option<(Rational, Value)>>,
    sizes: Vec<BTreeMap<usize, Rational>>,
}

impl<'a> Extremes<'a> {
    pub fn of(campaign: &Campaign, bench: &'a dyn Bench) -> Extremes<'a> {
        let rows: Vec<Row> = campaign.cells().iter().map(|(m, p)| Row::blank(m, p, campaign.seed)).collect();
        Extremes {
            bench,
            most: campaign.instances,
            worst: vec![None; rows.len()],
            sizes: vec![BTreeMap::new(); rows.len()],
            rows,
        }
    }
}

impl Fold for Extremes<'_> {
    fn missing(&mut self, series: usize) {
        self.rows[series].complete = false;
    }

    fn add(&mut self, series: usize, _: usize, block: &Node<'_>, _: bool) -> Result<(), CampaignError> {
        let row = &mut self.rows[series];
        row.searched = row.searched.and(&read_within(&field(block, "searched")?, self.most)?);
        let mut fields = block.fields()?;
        // Of values that are as bad the one of the first block counts.
        if let Some(value) = fields.optional("value") {
            let (value, node) = (value.number()?, fields.required("instance")?);
            let found = instance(self.bench, &node)?;
            let worse = match &self.worst[series] {
                Some((known, _)) => self.bench.is_worse(&row.asked, &value, known)?,
                None => true,
            };
            if worse {
                let again =
                    self.bench.measure(&row.mechanism, &row.asked, &document(&node), &Patience::unlimited());
                if again.map_err(|error| node.error(error.to_string()))?.as_ref() != Some(&value) {
                    let what = format!("does not have the value that the block says; {AGAIN}");
                    return Err(node.error(what).into());
                }
                self.worst[series] = Some((value, found));
            }
        }
        for size in fields.required("sizes")?.list()? {
            let parts = size.list_of(2, "number of agents and value")?;
            let (agents, value) = (parts[0].count()?, parts[1].number()?);
            let known = self.sizes[series].get(&agents);
            if known.map_or(Ok(true), |known| self.bench.is_worse(&row.asked, &value, known))? {
                self.sizes[series].insert(agents, value);
            }
        }
        Ok(())
    }

    fn rows(self: Box<Self>) -> Result<(Vec<Row>, u64), CampaignError> {
        let Extremes { mut rows, worst, sizes, .. } = *self;
        for ((row, worst), sizes) in rows.iter_mut().zip(worst).zip(sizes) {
            let size = |(agents, value): (usize, Rational)| {
                Value::List(vec![Value::index(agents), Value::Number(value)])
            };
            if let Some((value, instance)) = worst {
                row.values.push(("value".to_string(), Value::Number(value)));
                row.values.push(("instance".to_string(), instance));
            }
            row.values.push(("sizes".to_string(), Value::List(sizes.into_iter().map(size).collect())));
        }
        Ok((rows, 0))
    }
}
