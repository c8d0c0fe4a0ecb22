//! The pages of models, mechanisms, properties and measures, and their entries in the table of contents.

use std::path::Path;

use super::groups::grouped;
use super::known::Known;
use super::link::Target;
use super::naming::{smallest, sourced};
use super::{Page, begun, download, example};
use crate::archive::record::Record;
use crate::document::InputError;
use crate::document::files::{self, BUILT_IN};
use crate::library::claims::Library;
use crate::workbench::{Bench, Entry, models};

/// The entries of a model of one kind.
pub(super) struct Shelf {
    pub model: &'static str,
    /// `mechanisms`, `properties` or `measures`: the folder of the pages.
    pub kind: &'static str,
    pub entries: Vec<Entry<'static>>,
}

/// The entries of all models, by kind. A property comes before a measure of equal name.
pub(super) fn shelves() -> Vec<Shelf> {
    let of = |kind, entries: fn(&'static dyn Bench) -> Vec<Entry<'static>>| {
        models().iter().map(move |bench| Shelf { model: bench.model(), kind, entries: entries(*bench) })
    };
    let shelves = of("mechanisms", |b| b.mechanisms())
        .chain(of("properties", |b| b.properties()))
        .chain(of("measures", |b| b.measures()));
    shelves.filter(|shelf| !shelf.entries.is_empty()).collect()
}

/// A page for every id, and one for each shelf.
///
/// # Errors
/// A record that cannot be read.
pub(super) fn pages(known: &Known<'_>, library: &Library) -> Result<Vec<Page>, InputError> {
    let model = |bench: &&dyn Bench| {
        let entry = Entry { id: bench.model(), page: bench.page() };
        let path = format!("models/{}.md", bench.model());
        (path.clone(), definition(&path, &entry, "", ""))
    };
    let mut pages: Vec<Page> = models().iter().map(model).collect();
    let sources = download("sources.toml", &built_in("properties/sources.toml"));
    let read = built_in("properties/README.md").replace("[sources.toml](sources.toml)", &sources);
    pages.push(("properties/index.md".to_string(), read));
    for shelf in shelves() {
        for entry in &shelf.entries {
            let path = shelf.path(entry.id);
            let (examples, known) = match shelf.kind {
                "mechanisms" => {
                    (of_mechanism(library, shelf.model, entry.id)?, known.of_mechanism(shelf.model, entry.id))
                }
                "properties" => {
                    (of_property(library, shelf.model, entry.id)?, known.of_property(shelf.model, entry.id))
                }
                _ => (String::new(), known.of_measure(entry.id)),
            };
            pages.push((path.clone(), definition(&path, entry, &examples, &known)));
        }
        pages.push((shelf.index(), shelf.list()));
    }
    Ok(pages)
}

/// The examples of a property: the smallest instance on record that violates it, and a mechanism that satisfies it there.
fn of_property(library: &Library, model: &str, id: &str) -> Result<String, InputError> {
    let wanted = |record: &Record| record.model == model && record.property == id;
    let Some(named) = smallest(library, wanted) else { return Ok(String::new()) };
    let passes = example::other_passes(named);
    let failing = example::failing(named, "../../")?;
    Ok(format!("## The smallest violation\n\n{failing}{}", passed(passes)))
}

/// The examples of a mechanism: the smallest instance on record on which it fails, and one on which it passes.
fn of_mechanism(library: &Library, model: &str, id: &str) -> Result<String, InputError> {
    let failing = match smallest(library, |record| record.mechanism == id) {
        Some(named) => format!("## The smallest violation\n\n{}", example::failing(named, "../")?),
        None => String::new(),
    };
    let properties: Vec<&str> = grouped(model).into_iter().flat_map(|(.., properties)| properties).collect();
    Ok(failing + &passed(example::passes(library, id, &properties, "../")))
}

/// The section of an example on which the property holds.
fn passed(example: Option<String>) -> String {
    example.map_or_else(String::new, |text| format!("## Where it holds\n\n{text}"))
}

/// The link targets of ids.
pub(super) fn targets() -> Vec<(String, Target)> {
    let of =
        |bench: &&dyn Bench| (bench.model().to_string(), Target::to(format!("models/{}.md", bench.model())));
    let mut targets: Vec<(String, Target)> = models().iter().map(of).collect();
    for shelf in shelves() {
        let target = |entry: &Entry| (entry.id.to_string(), Target::of(shelf.model, shelf.path(entry.id)));
        targets.extend(shelf.entries.iter().map(target));
    }
    targets
}

/// The entries of the pages in the table of contents.
pub(super) fn contents() -> String {
    let mut text = String::new();
    for bench in models() {
        text += &format!("  - [Model: {}](models/{0}.md)\n", bench.model());
    }
    text += "  - [How properties are read](properties/index.md)\n";
    let shelves = shelves();
    for shelf in &shelves {
        text += &format!("  - [{}]({})\n", shelf.title(), shelf.index());
        for entry in &shelf.entries {
            let path = shelf.path(entry.id);
            let twice =
                shelves.iter().filter(|other| other.kind == shelf.kind).flat_map(|other| &other.entries);
            let twice =
                twice.filter(|other| (other.id, other.name()) == (entry.id, entry.name())).count() > 1;
            let model = if twice { format!(" ({})", shelf.model) } else { String::new() };
            text += &format!("    - [{}: {}{model}]({path})\n", entry.id, entry.name());
        }
    }
    text
}

impl Shelf {
    fn title(&self) -> String {
        format!("{}: {}", begun(self.kind), self.model)
    }

    /// Ids of mechanisms and measures are unique in the program, those of properties in their model.
    pub fn path(&self, id: &str) -> String {
        match self.kind {
            "properties" => format!("{}/{}/{id}.md", self.kind, self.model),
            kind => format!("{kind}/{id}.md"),
        }
    }

    fn index(&self) -> String {
        format!("{}/{}.md", self.kind, self.model)
    }

    fn list(&self) -> String {
        let mut text = format!("# {}\n\n| id | name | source |\n|---|---|---|\n", self.title());
        for entry in &self.entries {
            let path = self.path(entry.id);
            let link = path.trim_start_matches(self.kind).trim_start_matches('/');
            let source = entry.field("source").unwrap_or_default();
            text += &format!("| [`{}`]({link}) | {} | {source} |\n", entry.id, entry.name());
        }
        text
    }
}

/// A file of the project that is built into the program.
fn built_in(file: &str) -> String {
    files::text(&Path::new(BUILT_IN).join(file)).unwrap_or_default()
}

/// The text of a page with its links as the book has them: the folders of mechanisms, measures and models are
/// in `properties` in the project, and beside `properties` in the book.
fn moved(path: &str, text: &str) -> String {
    let moved = |text: String, folder: &str, to: &str| {
        text.replace(&format!("](../{folder}/"), &format!("](../{to}{folder}/"))
    };
    if path.starts_with("properties/") {
        let text = text.replace("../README.md", "../index.md");
        ["mechanisms", "measures", "models"].iter().fold(text, |text, kind| moved(text, kind, "../"))
    } else {
        models().iter().fold(text.to_string(), |text, bench| moved(text, bench.model(), "properties/"))
    }
}

/// The page of an id, at a path of the book: its definition in a sentence, its examples, its formal definition, what is known, and
/// the rest of its text, which is folded if there are examples.
fn definition(path: &str, entry: &Entry, examples: &str, known: &str) -> String {
    let text = entry.page.split_once("```toml").and_then(|(_, rest)| rest.split_once("```\n"));
    let body = text.map_or(entry.page, |(_, body)| body);
    let source = entry.field("source").map_or_else(String::new, |s| format!(" Source: {}.", sourced(&s)));
    let body = moved(path, body.trim_start());
    // What stands above the first heading follows the statement.
    let (remark, body) = match body.split_once("## ") {
        Some((remark, rest)) if !examples.is_empty() => (remark.trim().to_string(), format!("## {rest}")),
        _ => (String::new(), body),
    };
    // A property's first section is its statement in a sentence; a mechanism's is its rule.
    let (first, rest) = match body.strip_prefix("## Statement\n").or_else(|| body.strip_prefix("## Rule\n")) {
        Some(body) => body.split_once("\n## ").map_or((body, String::new()), |(a, b)| (a, format!("## {b}"))),
        None => ("", body.clone()),
    };
    let sections = rest.split("\n## ").map(|section| section.trim_start_matches("## "));
    let folds = |section: &&str| !(examples.is_empty() || section.starts_with("Definition\n"));
    let (folded, open): (Vec<&str>, Vec<&str>) =
        sections.filter(|section| !section.trim().is_empty()).partition(folds);
    let open: String = open.iter().map(|section| format!("## {}\n\n", section.trim())).collect();
    let fold = |section: &&str| {
        let (title, text) = section.split_once('\n').unwrap_or((section, ""));
        let id = title.to_lowercase().replace(' ', "-");
        format!("<details id=\"{id}\"><summary>{title}</summary>\n\n{}\n\n</details>\n\n", text.trim())
    };
    let folded: String = folded.iter().map(fold).collect();
    let (name, first, id) = (begun(&entry.name()), first.trim(), entry.id);
    format!("# {name}\n\n{first}\n\n{remark}\n\nId `{id}`.{source}\n\n{examples}{open}{known}\n{folded}")
}
