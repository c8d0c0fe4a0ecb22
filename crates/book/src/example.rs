//! The first examples on the page of a property or a mechanism: the smallest instance on record on which the mechanism
//! fails, and a small one on which a mechanism passes, each with its picture.

use super::inert::inert;
use super::live;
use super::markdown::{entitled, grid, name, stem};
use super::naming::{asked, smallest};
use crate::archive::record::Record;
use crate::document::{Document, InputError, Value};
use crate::library::claims::Library;
use crate::linear::Patience;
use crate::picture;
use crate::workbench::{Answer, Bench, last_sentence, model};

/// The violation of a record with its instance and its picture; `up` leads from the page to the first one.
///
/// # Errors
/// A record that cannot be read.
pub(super) fn failing((file, record): &(String, Record), up: &str) -> Result<String, InputError> {
    let Some(bench) = model(&record.model) else { return Ok(String::new()) };
    let (exhibit, explained) = (bench.exhibit(record)?, bench.explained(record, false)?);
    let called = name(&record.mechanism);
    let (asked, stem, last) = (asked(record), stem(file), inert(&last_sentence(&exhibit.story)));
    let mut text = format!("{called} violates {asked} on [this instance]({up}records/{stem}.md): {last}\n\n");
    text += live::BEGINS;
    for table in &explained.tables {
        text += &grid(table);
    }
    text += live::ENDS;
    if picture::shows(&explained.frame) {
        let title = inert(&format!("What {called} allocates"));
        let drawn = picture::frame(&title, &explained.frame);
        text += &format!("{drawn}\n*{}*\n\n", inert(&explained.caption));
    }
    Ok(text)
}

/// The instance of a record as a document.
fn instance(file: &str, record: &Record) -> Document {
    let mut fields = vec![("model".to_string(), Value::text(&record.model))];
    fields.extend(record.instance.fields().iter().filter(|(name, _)| name != "model").cloned());
    Document { file: file.to_string(), root: Value::Table(fields) }
}

/// `true` if the mechanism satisfies the property on the instance.
fn holds(bench: &dyn Bench, mechanism: &str, property: &str, instance: &Document) -> bool {
    let judged = bench.judge(mechanism, property, instance, &Patience::unlimited());
    judged.is_ok_and(|report| report.answer == Answer::Holds)
}

/// The allocation of `mechanism` on the instance of a record as a picture with a sentence, if the mechanism satisfies there the
/// property that the record violates.
fn passing(mechanism: &str, (file, record): &(String, Record)) -> Option<String> {
    let bench = model(&record.model)?;
    let document = instance(file, record);
    if !holds(bench, mechanism, &record.property, &document) {
        return None;
    }
    let bars = bench.run(mechanism, &document, &Patience::unlimited()).ok()?.bars?;
    Some(picture::bars(&entitled(bars, &name(mechanism))))
}

/// Another mechanism that satisfies the property of a record on its instance.
pub(super) fn other_passes(named: &(String, Record)) -> Option<String> {
    let (_, record) = named;
    let others = model(&record.model)?.mechanisms();
    let mut others = others.iter().filter(|entry| entry.id != record.mechanism);
    let (id, drawn) = others.find_map(|entry| Some((entry.id, passing(entry.id, named)?)))?;
    Some(format!("{} satisfies the property on the same instance (`{id}`).\n\n{drawn}\n", name(id)))
}

/// A small instance on which a mechanism satisfies a property that another violates; `up` leads from the page to the first one.
pub(super) fn passes(library: &Library, mechanism: &str, properties: &[&str], up: &str) -> Option<String> {
    let of = |property: &&str| smallest(library, |record| record.property == **property);
    let (named, drawn) =
        properties.iter().filter_map(of).find_map(|named| Some((named, passing(mechanism, named)?)))?;
    let (file, record) = named;
    let (asked, stem, other) = (asked(record), stem(file), name(&record.mechanism));
    let at = format!("[an instance]({up}records/{stem}.md)");
    Some(format!("{} satisfies {asked} on {at} where {other} does not.\n\n{drawn}\n", name(mechanism)))
}
