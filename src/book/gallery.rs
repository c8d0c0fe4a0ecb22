//! The gallery: a page for each record, with its file to download.

use super::inert::{fenced, inert};
use super::link::{Target, Targets};
use super::{Page, cell, grid, stem};
use crate::archive::record::Record;
use crate::book::picture;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::workbench::model;

/// A list of all records, a page for each, and its file.
pub(super) fn pages(library: &Library, weighed: &[Weighed]) -> Result<Vec<Page>, InputError> {
    let mut pages = vec![("records/index.md".to_string(), list(library))];
    for (name, record) in library.records() {
        pages.push((
            format!("records/{}.md", stem(name)),
            page(name, record, library.also().of(name), weighed)?,
        ));
        pages.push((format!("records/{name}"), record.to_toml()));
    }
    Ok(pages)
}

/// Where the names of records lead: with their folder or without.
pub(super) fn targets(library: &Library) -> Targets {
    let both = |(name, _): &(String, Record)| {
        let target = Target { path: format!("records/{}.md", stem(name)), aside: None };
        [name.clone(), format!("counterexamples/{name}")].map(|name| (name, target.clone()))
    };
    library.records().iter().flat_map(both).collect()
}

/// The lines of the table of contents.
pub(super) fn contents(library: &Library) -> String {
    let mut text = "- [Gallery of counterexamples](records/index.md)\n".to_string();
    for (name, _) in library.records() {
        text += &format!("  - [{}](records/{}.md)\n", stem(name), stem(name));
    }
    text
}

fn list(library: &Library) -> String {
    let mut text = String::from(
        "# Gallery of counterexamples\n\nEvery record: an instance on which a mechanism violates a property, as small as \
         shrinking makes it. `verify replay counterexamples` judges all of them again.\n",
    );
    let mut mechanism = "";
    for (name, record) in library.records() {
        if record.mechanism != mechanism {
            mechanism = &record.mechanism;
            text += &format!(
                "\n## {mechanism}\n\n| record | violates | margin | in a word |\n|---|---|---|---|\n"
            );
        }
        text += &format!(
            "| [{0}]({0}.md) | [`{1}`](../properties/{2}/{1}.md) | {3} | {4} |\n",
            stem(name),
            record.property,
            record.model,
            inert(&record.margin()),
            inert(&record.note)
        );
    }
    text
}

fn page(
    name: &str,
    record: &Record,
    also: &[(String, Vec<String>)],
    weighed: &[Weighed],
) -> Result<String, InputError> {
    let stem = stem(name);
    let (mechanism, property) = (&record.mechanism, &record.property);
    let bench = model(&record.model).ok_or_else(|| InputError {
        file: name.to_string(),
        field: "model".to_string(),
        reason: format!("there is no model `{}`", record.model),
    })?;
    let exhibit = bench.exhibit(record).map_err(|e| InputError { file: name.to_string(), ..e })?;
    let mut text = format!(
        "# {stem}\n\n[{mechanism}](../mechanisms/{mechanism}.md) violates [{property}](../properties/{}/{property}.md) \
         on this instance, by a margin of {}.\n\n",
        record.model,
        record.margin()
    );
    for line in exhibit.story.lines() {
        text += &format!("> {}  \n", inert(line));
    }
    text += match (exhibit.as_printed, record.stands_for_every()) {
        (true, _) => "\nThe violation stands for the algorithm as printed.",
        (_, true) => {
            "\nThe violation stands for every outcome that the mechanism's specification admits here."
        }
        _ => "\nThe violation stands for the outcome that was chosen; the specification may admit others.",
    };
    text += match record.found.minimality.as_str() {
        crate::archive::replay::PROVEN => {
            " No instance before it in the enumeration of its size violates the property.\n\n"
        }
        crate::archive::replay::GIVEN => " The instance is as somebody gave it.\n\n",
        _ => " No single step of shrinking keeps the violation.\n\n",
    };
    for table in &exhibit.tables {
        text += &grid(table);
    }
    for (heading, bars) in &exhibit.pictures {
        text += &format!("## {}\n\n{}\n{}.\n\n", inert(heading), picture::bars(bars), inert(&bars.title));
    }
    // With its folder: one name may be the end of another.
    let file = format!("counterexamples/{name}");
    let citing: Vec<&Weighed> =
        weighed.iter().filter(|w| w.found.iter().any(|(_, what)| what.contains(&file))).collect();
    if !citing.is_empty() {
        text += "## Claims it bears on\n\n";
        for w in citing {
            let claim = &w.claim;
            let (id, source) = (&claim.id, &claim.source);
            text += &format!("- [{id}](../papers/{source}.md#{id}): {}\n", cell(&claim.statement));
        }
        text.push('\n');
    }
    if !also.is_empty() {
        text += "## What else the instance violates\n\n";
        for (other, properties) in also {
            text += &format!("- [{other}](../mechanisms/{other}.md): {}\n", properties.join(", "));
        }
        text.push('\n');
    }
    text += &format!(
        "## The record\n\n[Download {name}]({name}). Judge it again:\n\n```\nverify replay counterexamples/{name}\n```\n\n\
         A table for a paper:\n\n```\nverify export counterexamples/{name} --latex\n```\n\n{}",
        fenced("toml", &record.to_toml())
    );
    Ok(text)
}
