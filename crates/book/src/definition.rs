//! The pages of models, mechanisms, properties and measures, and their entries in the table of contents.

use std::path::Path;

use super::known::Known;
use super::link::Target;
use super::{Page, download};
use crate::document::files::{self, BUILT_IN};
use crate::workbench::{Bench, Entry, models};

/// The entries of a model of one kind.
struct Shelf {
    model: &'static str,
    kind: &'static str,
    entries: Vec<Entry>,
}

fn shelves() -> Vec<Shelf> {
    let of = |kind, entries: fn(&dyn Bench) -> Vec<Entry>| {
        models().iter().map(move |bench| Shelf { model: bench.model(), kind, entries: entries(*bench) })
    };
    let shelves = of("mechanisms", |b| b.mechanisms())
        .chain(of("properties", |b| b.properties()))
        .chain(of("measures", |b| b.measures()));
    shelves.filter(|shelf| !shelf.entries.is_empty()).collect()
}

/// A page for every id, and one for each shelf.
pub(super) fn pages(known: &Known<'_>) -> Vec<Page> {
    let model = |bench: &&dyn Bench| {
        let entry = Entry { id: bench.model(), page: bench.page() };
        let path = format!("models/{}.md", bench.model());
        (path.clone(), definition(&path, &entry, ""))
    };
    let mut pages: Vec<Page> = models().iter().map(model).collect();
    let sources = download("sources.toml", &built_in("properties/sources.toml"));
    let read = built_in("properties/README.md").replace("[sources.toml](sources.toml)", &sources);
    pages.push(("properties/index.md".to_string(), read));
    for shelf in shelves() {
        let page = |entry: &Entry| {
            let head = match shelf.kind {
                "mechanisms" => known.of_mechanism(shelf.model, entry.id),
                "properties" => known.of_property(shelf.model, entry.id),
                _ => known.of_measure(entry.id),
            };
            let path = shelf.path(entry.id);
            (path.clone(), definition(&path, entry, &head))
        };
        pages.extend(shelf.entries.iter().map(page));
        pages.push((shelf.index(), shelf.list()));
    }
    pages
}

/// The link targets of ids. A property comes before a measure of equal name.
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
    for shelf in shelves() {
        text += &format!("  - [{}]({})\n", shelf.title(), shelf.index());
        for entry in &shelf.entries {
            text += &format!("    - [{}: {}]({})\n", entry.id, entry.name(), shelf.path(entry.id));
        }
    }
    text
}

impl Shelf {
    fn title(&self) -> String {
        let (first, rest) = self.kind.split_at(1);
        format!("{}{rest}: {}", first.to_uppercase(), self.model)
    }

    /// Ids of mechanisms and measures are unique in the program, those of properties in their model.
    fn path(&self, id: &str) -> String {
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

/// The page of an id, at a path of the book: its block of data as a line, the evidence about it, then its
/// text.
fn definition(path: &str, entry: &Entry, head: &str) -> String {
    let text = entry.page.split_once("```toml").and_then(|(_, rest)| rest.split_once("```\n"));
    let body = text.map_or(entry.page, |(_, body)| body);
    let source = entry.field("source").map_or_else(String::new, |s| format!("Source: {s}.\n\n"));
    let body = moved(path, body.trim_start());
    format!("# {}\n\nId `{}`. {source}{head}{body}", entry.name(), entry.id)
}
