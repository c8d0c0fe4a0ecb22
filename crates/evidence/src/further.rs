//! The further cells that the files of records list: each cell that an instance on record violates and that no record shows
//! is listed once for each hypothesis, and once at the smallest instance.

use std::collections::{BTreeMap, BTreeSet};

use crate::archive::record::{Cells, Record};
use crate::document::InputError;
use crate::model::Hypothesis;
use crate::score::size_of;
use crate::threads;
use crate::workbench::{Bench, model};

/// Every cell that the instance of each record violates, in the order of `records`: properties by mechanism.
///
/// # Errors
/// A record that cannot be read.
pub fn violated(records: &[(String, Record)]) -> Result<Vec<Cells>, InputError> {
    let key = |record: &Record| (record.model.clone(), record.instance.to_toml());
    let mut own: BTreeMap<(String, String), &Record> = BTreeMap::new();
    for (_, record) in records {
        own.entry(key(record)).or_insert(record);
    }
    let one = |(key, record): &((String, String), &Record)| {
        let bench = bench(record)?;
        Ok((key.clone(), bench.violated(&record.instance)?))
    };
    let own: Vec<_> = own.into_iter().collect();
    let found = threads::each(&own, one).into_iter().collect::<Result<BTreeMap<_, _>, InputError>>()?;
    Ok(records.iter().map(|(_, record)| found.get(&key(record)).cloned().unwrap_or_default()).collect())
}

/// The bench of the record's model.
fn bench(record: &Record) -> Result<&'static dyn Bench, InputError> {
    model(&record.model)
        .ok_or_else(|| InputError::of("record", "model", format!("there is no model `{}`", record.model)))
}

/// The cells that the file of each record has to list beside its violations, by the record's name; `violated` are the cells
/// that the instance of each record violates.
///
/// # Errors
/// A record of an unknown model.
pub fn listed(
    records: &[(String, Record)],
    violated: &[Cells],
) -> Result<BTreeMap<String, BTreeMap<String, BTreeSet<String>>>, InputError> {
    let mut shown: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    let mut also: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (k, ((_, record), cells)) in records.iter().zip(violated).enumerate() {
        shown.entry((record.mechanism.as_str(), record.property.as_str())).or_default().push(k);
        for (mechanism, ids) in cells {
            ids.iter().for_each(|id| also.entry((mechanism.as_str(), id.as_str())).or_default().push(k));
        }
    }
    let mut all: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for ((mechanism, property), at) in also {
        let own = shown.get(&(mechanism, property)).map_or(&[][..], Vec::as_slice);
        let mut places: BTreeSet<usize> = BTreeSet::new();
        for hypothesis in Hypothesis::ALL {
            let mut admitted = Vec::new();
            for k in own.iter().chain(&at) {
                let record = &records[*k].1;
                if bench(record)?.admits(hypothesis, &record.instance) {
                    admitted.push(*k);
                    break;
                }
            }
            places.extend(admitted.first().copied().filter(|k| !own.contains(k)));
        }
        if own.is_empty() {
            let size = |k: &&usize| (size_of(&records[**k].0), records[**k].0.len());
            places.extend(at.iter().min_by_key(size).copied());
        }
        for k in places {
            let cells = all.entry(records[k].0.clone()).or_default();
            cells.entry(mechanism.to_string()).or_default().insert(property.to_string());
        }
    }
    Ok(all)
}
