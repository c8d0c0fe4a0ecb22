//! The gallery: a page for each record, with its file to download.

use std::collections::BTreeMap;

use super::inert::{fenced, inert};
use super::link::Target;
use super::{Page, cell, download, entitled, grid, stem, told};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::model::within_sentence;
use crate::picture;
use crate::workbench::model;

/// Lists of all records by mechanism, by property and by size, a page for each, and its file.
pub(super) fn pages(
    library: &Library,
    weighed: &[Weighed],
    chapters: &[Page],
) -> Result<Vec<Page>, InputError> {
    let records = library.records();
    let mut pages = vec![
        ("records/index.md".to_string(), list(library)),
        ("records/by-property.md".to_string(), by_property(records)),
        ("records/by-size.md".to_string(), by_size(records)),
    ];
    for (mechanism, own) in shelves(records) {
        pages.push((format!("records/{}", shelf(mechanism)), shelved(mechanism, &own)));
    }
    for (name, record) in records {
        pages.push((
            format!("records/{}.md", stem(name)),
            page(name, record, library.also().of(name), weighed, chapters)?,
        ));
    }
    Ok(pages)
}

/// A record under the name of its file.
type Named = (String, Record);

/// The page of the records of a mechanism, in the folder of records.
pub(super) fn shelf(mechanism: &str) -> String {
    format!("of-{mechanism}.md")
}

/// Records by mechanism, in the order of their names.
fn shelves(records: &[Named]) -> BTreeMap<&str, Vec<&Named>> {
    let mut shelves: BTreeMap<&str, Vec<&Named>> = BTreeMap::new();
    for named in records {
        shelves.entry(&named.1.mechanism).or_default().push(named);
    }
    shelves
}

/// Where the names of records lead: with their folder, with the ending or without.
pub(super) fn targets(library: &Library) -> Vec<(String, Target)> {
    let all = |(name, record): &Named| {
        let target = Target::of(&record.model, format!("records/{}.md", stem(name)));
        [stem(name).to_string(), name.clone(), format!("counterexamples/{name}")]
            .map(|name| (name, target.clone()))
    };
    library.records().iter().flat_map(all).collect()
}

/// The lines of the table of contents, below the first page of the reference.
pub(super) fn contents(library: &Library) -> String {
    let mut text = "  - [Gallery of counterexamples](records/index.md)\n    - [By property](records/by-property.md)\n    - \
                    [By size](records/by-size.md)\n"
        .to_string();
    for (mechanism, own) in shelves(library.records()) {
        let called = super::name(mechanism);
        text += &format!("    - [{called}: {}](records/{})\n", counted(own.len()), shelf(mechanism));
        for (name, record) in own {
            text += &format!(
                "      - [{} violates {}: {}](records/{}.md)\n",
                called.split(" (").next().unwrap_or(&called),
                asked(record),
                size(name, record),
                stem(name)
            );
        }
    }
    text
}

/// The name of the property that a record violates, for the middle of a sentence.
fn asked(record: &Record) -> String {
    let entries = model(&record.model).map(|bench| bench.properties()).unwrap_or_default();
    let entry = entries.iter().find(|entry| entry.id == record.property);
    entry.map_or_else(|| record.property.clone(), |entry| within_sentence(&entry.name()))
}

fn counted(records: usize) -> String {
    if records == 1 { "1 record".to_string() } else { format!("{records} records") }
}

/// The label of a record's size, as in its name: 2u2s2r.
fn label<'a>(name: &'a str, record: &Record) -> &'a str {
    let head = record.mechanism.len() + record.property.len() + 2;
    stem(name).get(head..).unwrap_or_default().split('-').next().unwrap_or_default()
}

/// The chapters that name a record, and those that name a claim it bears on, with their titles.
fn told_in<'a>(stem: &str, citing: &[&Weighed], chapters: &'a [Page]) -> Vec<(&'a str, &'a str)> {
    // The name ends where it is said to end: one name may be the beginning of another.
    let names = |text: &str, name: &str| {
        text.match_indices(name).any(|(at, _)| {
            let ends = text[at + name.len()..].starts_with(['`', '.', ')']);
            ends && text[..at].ends_with(['`', '/', '('])
        })
    };
    let tells = |(path, text): &&Page| {
        let chapter = TELLING.iter().any(|folder| path.starts_with(folder)) && path.ends_with(".md");
        chapter && (names(text, stem) || citing.iter().any(|w| names(text, &w.claim.id)))
    };
    let titled = |(path, text): &'a Page| {
        (path.as_str(), text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']))
    };
    chapters.iter().filter(tells).map(titled).collect()
}

/// Where the chapters are that tell what a record shows.
const TELLING: [&str; 3] = ["learn/", "results/", "choose/"];

/// How large a record's instance is, in words, and what is assumed of it.
fn size(name: &str, record: &Record) -> String {
    let words = sized(label(name, record));
    match record.found.hypothesis.as_str() {
        "none" => words,
        assumed => format!("{words}, {assumed}"),
    }
}

/// A label of a size in words.
fn sized(label: &str) -> String {
    let parts = label.split_inclusive(|c: char| c.is_ascii_alphabetic()).map(|part| {
        let (count, noun) = part.split_at(part.len().saturating_sub(1));
        let noun = match noun {
            "u" => "user",
            "s" => "server",
            "r" => "resource",
            "a" => "agent",
            "t" => "task",
            other => other,
        };
        format!("{count} {noun}{}", if count == "1" { "" } else { "s" })
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// All mechanisms with what is on record against them.
fn list(library: &Library) -> String {
    let records = library.records();
    let mut text = format!(
        "# Gallery of counterexamples\n\nA record is an instance on which a mechanism violates a property, as small as \
         shrinking makes it. There are {}, here by mechanism; the same [by property](by-property.md) and \
         [by size](by-size.md). `verify replay counterexamples` judges all of them again.\n\n\
         | mechanism | records | properties that they violate |\n|---|--:|---|\n",
        records.len()
    );
    for (mechanism, own) in shelves(records) {
        let mut properties: Vec<String> = own.iter().map(|(_, r)| format!("`{}`", r.property)).collect();
        properties.dedup();
        text += &format!(
            "| [`{mechanism}`]({}) | {} | {} |\n",
            shelf(mechanism),
            own.len(),
            properties.join(" ")
        );
    }
    text
}

/// A table of records.
fn table(own: &[&Named]) -> String {
    let row = |(name, record): &Named| {
        format!(
            "| [`{0}`]({0}.md) | {1} | {2} | {3} |\n",
            stem(name),
            size(name, record),
            inert(&record.margin()),
            inert(&record.note)
        )
    };
    let rows: String = own.iter().map(|named| row(named)).collect();
    told(&format!("| record | size | margin | in a word |\n|---|---|--:|---|\n{rows}"))
}

/// The records of a mechanism.
fn shelved(mechanism: &str, own: &[&Named]) -> String {
    let mut text = format!(
        "# Records: {}\n\nWhat [`{mechanism}`](../mechanisms/{mechanism}.md) violates, property by property.\n",
        super::name(mechanism)
    );
    for own in own.chunk_by(|a, b| a.1.property == b.1.property) {
        text += &format!("\n## {mechanism} violates {}\n\n{}", own[0].1.property, table(own));
    }
    text
}

fn by_property(records: &[Named]) -> String {
    let mut groups: BTreeMap<(&str, &str), Vec<&Named>> = BTreeMap::new();
    for named in records {
        groups.entry((&named.1.model, &named.1.property)).or_default().push(named);
    }
    let mut text =
        String::from("# Records by property\n\nWhich mechanisms violate a property, on which instance.\n");
    for ((model, property), own) in groups {
        text += &format!(
            "\n## {property}, {model}\n\nThe [definition](../properties/{model}/{property}.md).\n\n{}",
            table(&own)
        );
    }
    text
}

fn by_size(records: &[Named]) -> String {
    let mut groups: BTreeMap<(&str, Vec<u64>, &str), Vec<&Named>> = BTreeMap::new();
    for named in records {
        let label = label(&named.0, &named.1);
        let counts = label.split(|c: char| c.is_ascii_alphabetic()).filter_map(|n| n.parse().ok()).collect();
        groups.entry((&named.1.model, counts, label)).or_default().push(named);
    }
    let mut text =
        String::from("# Records by size\n\nThe smallest first: those that are followed with a pencil.\n");
    for ((model, _, label), own) in groups {
        text += &format!("\n## {model}: {}\n\n{}", sized(label), table(&own));
    }
    text
}

fn page(
    name: &str,
    record: &Record,
    also: &[(String, Vec<String>)],
    weighed: &[Weighed],
    chapters: &[Page],
) -> Result<String, InputError> {
    let stem = stem(name);
    let (mechanism, property) = (&record.mechanism, &record.property);
    let bench = model(&record.model).ok_or_else(|| InputError {
        file: name.to_string(),
        field: "model".to_string(),
        reason: format!("there is no model `{}`", record.model),
    })?;
    let asked = asked(record);
    let called = super::name(mechanism);
    let exhibit = bench.exhibit(record).map_err(|e| InputError { file: name.to_string(), ..e })?;
    let mut text = format!(
        "# {called} violates {asked}: {}\n\n[{called}](../mechanisms/{mechanism}.md) violates \
         [{asked}](../properties/{}/{property}.md) on this instance by a margin of {}. The record is `{stem}`, \
         the mechanism `{mechanism}`, the property `{property}`.\n\n",
        size(name, record),
        record.model,
        inert(&record.margin())
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
    for (heading, bars) in exhibit.pictures {
        let heading = heading.replacen("the mechanism hands out", &format!("{called} allocates"), 1);
        let caption = format!("{}. {}", bars.title, picture::told(&bars));
        text += &format!(
            "## {}\n\n{}\n*{}*\n\n",
            inert(&heading),
            picture::bars(&entitled(bars, &heading)),
            inert(&caption)
        );
    }
    // With its folder: one name may be the end of another.
    let file = format!("counterexamples/{name}");
    let citing: Vec<&Weighed> =
        weighed.iter().filter(|w| w.found.iter().any(|(_, what)| what.contains(&file))).collect();
    let told = told_in(stem, &citing, chapters);
    if !told.is_empty() {
        text += "## Told in\n\n";
        for (path, title) in told {
            text += &format!("- [{title}](../{path})\n");
        }
        text.push('\n');
    }
    if !citing.is_empty() {
        text += "## Claims it bears on\n\n";
        for w in citing {
            let claim = &w.claim;
            let (id, source) = (&claim.id, &claim.source);
            text += &format!("- [`{id}`](../papers/{source}.md#{id}): {}\n", cell(&claim.statement));
        }
        text.push('\n');
    }
    if !also.is_empty() {
        text += "## What else the instance violates\n\n";
        for (other, properties) in also {
            let ids: Vec<String> = properties.iter().map(|id| format!("`{id}`")).collect();
            text += &format!("- [`{other}`](../mechanisms/{other}.md): {}\n", ids.join(", "));
        }
        text.push('\n');
    }
    text += &format!(
        "## The record\n\nDownload {}. Judge it again:\n\n```\nverify replay counterexamples/{name}\n```\n\n\
         A table for a paper:\n\n```\nverify export counterexamples/{name} --latex\n```\n\n\
         To [cite](../about/cite.md#cite) it, give the name `{stem}` and the version.\n\n{}",
        download(name, &record.to_toml()),
        fenced("toml", &record.to_toml())
    );
    Ok(text)
}
