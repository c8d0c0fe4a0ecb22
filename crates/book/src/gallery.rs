//! The gallery: a page for each instance on record, and one list of all records.

use std::collections::BTreeMap;

use super::inert::inert;
use super::link::Target;
use super::markdown::folded;
use super::naming::{Case, address, asked, cases, size, told_in};
use super::record;
use super::{Page, stem};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};
use crate::threads;

/// The list of all records, and a page for each instance.
pub(super) fn pages(
    library: &Library,
    weighed: &[Weighed],
    chapters: &[Page],
) -> Result<Vec<Page>, InputError> {
    let shelf = record::Shelf { library, weighed, chapters };
    let mut pages = vec![("records/index.md".to_string(), list(&shelf))];
    // Each page judges the instances near its own, which takes a while.
    let own = threads::each(&cases(library), |case| {
        Ok((format!("records/{}.md", case.file), record::page(&shelf, case)?))
    });
    pages.extend(own.into_iter().collect::<Result<Vec<_>, InputError>>()?);
    Ok(pages)
}

/// A record under the name of its file.
type Named = (String, Record);

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
        let target = Target::of(&record.model, address(library, name));
        [stem(name).to_string(), name.clone(), format!("counterexamples/{name}")]
            .map(|name| (name, target.clone()))
    };
    library.records().iter().flat_map(all).collect()
}

/// The addresses of the records that share a page and are not its first, by the address that each alone would have.
pub(super) fn shared(library: &Library) -> BTreeMap<String, String> {
    let one = |(name, _): &Named| (format!("records/{}.md", stem(name)), address(library, name));
    library.records().iter().map(one).filter(|(alone, own)| alone != own).collect()
}

/// The lines of the table of contents below the first page of the reference.
pub(super) fn contents(library: &Library) -> String {
    let mut text = "  - [Gallery of counterexamples](records/index.md)\n".to_string();
    let cases = cases(library);
    let title = |case: &Case<'_>, short: bool| {
        let (name, record) = case.records.first()?;
        let called = super::name(&record.mechanism);
        let called = if short { called.split(" (").next().unwrap_or(&called) } else { &called };
        Some(format!("{called} violates {}: {}", asked(record), size(name, record)))
    };
    let unique = |short: &bool, own: &String| {
        cases.iter().filter(|case| title(case, *short).as_ref() == Some(own)).count() == 1
    };
    for case in &cases {
        let named = [true, false].into_iter().filter_map(|short| Some((short, title(case, short)?)));
        // Two instances of one size for one cell differ in the names of their files alone.
        let whole = title(case, false).map(|own| format!("{own} ({})", case.file));
        let mut named = named.filter(|(short, own)| unique(short, own)).map(|(_, own)| own);
        if let Some(title) = named.next().or(whole) {
            text += &format!("    - [{title}](records/{}.md)\n", case.file);
        }
    }
    text
}

/// The list of all records by mechanism and size, the smallest first: each with its property, its margin, and the chapters
/// that tell of it.
fn list(shelf: &record::Shelf<'_>) -> String {
    let library = shelf.library;
    let records = library.records();
    let mut text = format!(
        "# Gallery of counterexamples\n\nA record is an instance on which a mechanism violates a property, as small as \
         shrinking makes it. There are {} on {} instances, here by mechanism. [The page of the matrix](../matrix.md) finds \
         words in this list. `verify replay counterexamples` judges all records again.\n",
        records.len(),
        cases(library).len()
    );
    let one = |(name, record): &Named| {
        let told = told_in(stem(name), record, &record::citing(shelf, name), shelf.chapters);
        let told: Vec<String> = told.iter().map(|(path, title)| format!("[{title}](../{path})")).collect();
        let told =
            if told.is_empty() { String::new() } else { format!("; discussed in {}", told.join(", ")) };
        let link = format!("[`{}`](../{})", stem(name), address(library, name));
        let (asked, size, margin) = (asked(record), size(name, record), inert(&record.margin()));
        format!("<li class=\"record\">\n\n{link}: {asked}, {size}, by {margin}{told}\n\n</li>\n")
    };
    for (mechanism, mut own) in shelves(records) {
        own.sort_by_key(|(name, record)| (record.instance.to_toml().len(), name.clone()));
        let items: Vec<String> = threads::each(&own, |named| one(named));
        let summary = format!("{}: {}", inert(&super::name(mechanism)), own.len());
        text += &folded(&summary, &format!("<ul>\n{}</ul>", items.concat()));
    }
    text
}
