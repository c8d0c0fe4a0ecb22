//! Records on file beside the answer of a search: what is smaller, what was not found again, and what lies outside the
//! scope.

use anyhow::Result;
use fairwitness::workbench::{Answer, Bench, CellReport};

use super::args::Judge;
use super::records::archived;

/// Returns remarks on the records of the cell, at most one of each kind.
pub fn compared(args: &Judge, bench: &dyn Bench, report: &CellReport) -> Result<Vec<String>> {
    let Some(scope) = report.searched.scope.filter(|_| !args.no_archive) else { return Ok(Vec::new()) };
    let found = report.instance.as_ref().filter(|_| report.answer == Answer::Violated);
    let amount = found.map(|instance| bench.amount(instance)).transpose()?;
    let (mut inside, mut outside) = (None::<(i64, String)>, None);
    for (path, record) in archived(&args.folder()) {
        if record.mechanism != report.mechanism || record.property != report.property {
            continue;
        }
        let path = path.display().to_string();
        match bench.outside(scope, &record.instance)? {
            Some(why) => {
                outside.get_or_insert_with(|| format!("outside this scope: {path}, a record with {why}"));
            }
            None => {
                let its = bench.amount(&record.instance)?;
                if amount.is_none_or(|own| its < own) && inside.as_ref().is_none_or(|(least, _)| its < *least)
                {
                    inside = Some((its, path));
                }
            }
        }
    }
    let word = if found.is_some() { "on record, smaller" } else { "on record, and not found by this search" };
    Ok(match (inside, found) {
        (Some((_, path)), _) => vec![format!("{word}: {path}")],
        (None, None) => outside.into_iter().collect(),
        (None, Some(_)) => Vec::new(),
    })
}
