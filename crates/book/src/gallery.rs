//! The gallery: a page for each record, with its file to download.

use std::collections::BTreeMap;

use super::inert::inert;
use super::link::Target;
use super::naming::{asked, label, size, sized, told_in, told_with, twin_anchor};
use super::record;
use super::{Page, stem, told};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::library::further;
use crate::threads;

/// The lists of all records by mechanism, by property and by size, and for each record its page and its file.
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
    let names = records.iter().map(|(name, _)| name.as_str());
    let violated = names.zip(further::violated(records)?).collect();
    let shelf = record::Shelf { library, weighed, chapters, violated };
    pages.push(("records/all.md".to_string(), all(&shelf)));
    // Each page judges the instances near its own, which takes a while.
    let own = threads::each(records, |(name, record)| {
        Ok((format!("records/{}.md", stem(name)), record::page(&shelf, name, record)?))
    });
    pages.extend(own.into_iter().collect::<Result<Vec<_>, InputError>>()?);
    Ok(pages)
}

/// A record under the name of its file.
type Named = (String, Record);

/// The name of the page of a mechanism's records, in the folder of records.
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

/// The link targets of the names of records: with and without folder and extension.
pub(super) fn targets(library: &Library) -> Vec<(String, Target)> {
    let all = |(name, record): &Named| {
        // A twin is described on the page of the record that it belongs to.
        let path = match told_with(library.records(), record) {
            Some(main) => format!("records/{}.md#{}", stem(main), twin_anchor(record)),
            None => format!("records/{}.md", stem(name)),
        };
        let target = Target::of(&record.model, path);
        [stem(name).to_string(), name.clone(), format!("counterexamples/{name}")]
            .map(|name| (name, target.clone()))
    };
    library.records().iter().flat_map(all).collect()
}

/// The lines of the table of contents below the first page of the reference.
pub(super) fn contents(library: &Library) -> String {
    let mut text = "  - [Gallery of counterexamples](records/index.md)\n    - [By property](records/by-property.md)\n    - \
                    [By size](records/by-size.md)\n    - [In one list](records/all.md)\n"
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

fn counted(records: usize) -> String {
    if records == 1 { "1 record".to_string() } else { format!("{records} records") }
}

/// The list of all mechanisms, with the records of their violations.
fn list(library: &Library) -> String {
    let records = library.records();
    let mut text = format!(
        "# Gallery of counterexamples\n\nA record is an instance on which a mechanism violates a property, as small as \
         shrinking makes it. There are {}, here by mechanism; they are also listed [by property](by-property.md), \
         [by size](by-size.md), and [with their chapters in one list](all.md), in which [the page of the matrix](../matrix.md) \
         finds words. `verify replay counterexamples` judges all of them again.\n\n\
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

/// The list of all records: name, mechanism and property, the violation in a sentence, and the chapters that tell of it.
fn all(shelf: &record::Shelf<'_>) -> String {
    let one = |(name, record): &Named| {
        let told: Vec<String> = told_in(stem(name), record, &record::citing(shelf, name), shelf.chapters)
            .iter()
            .map(|(path, title)| format!("[{title}](../{path})"))
            .collect();
        let told = if told.is_empty() { String::new() } else { format!(" Told in {}.", told.join(", ")) };
        format!(
            "<li class=\"record\">\n\n[`{0}`]({0}.md): {1} violates {2} (`{3}`): {4}.{told}\n\n</li>\n",
            stem(name),
            super::name(&record.mechanism),
            asked(record),
            record.property,
            inert(&record::in_a_word(record)).trim_end_matches('.')
        )
    };
    let items: Vec<String> = threads::each(shelf.library.records(), one);
    format!(
        "# All records in one list\n\nEach record with its mechanism, its property, the violation in a sentence, and the chapters \
         that tell of it.\n\n<ul>\n{}</ul>\n",
        items.concat()
    )
}

/// A table of records, one row each.
fn table(own: &[&Named]) -> String {
    let row = |(name, record): &Named| {
        format!(
            "| [`{0}`]({0}.md) | {1} | {2} | {3} |\n",
            stem(name),
            size(name, record),
            inert(&record.margin()),
            inert(&record::in_a_word(record))
        )
    };
    let rows: String = own.iter().map(|named| row(named)).collect();
    told(&format!("| record | size | margin | in a word |\n|---|---|--:|---|\n{rows}"))
}

/// The page of the records of a mechanism.
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
