//! The book: chapters that people write, in `book/text`, and the reference, which is generated from code,
//! data and records. mdBook reads the chapters and runs the preprocessor for the rest; `files` writes all of
//! it as plain Markdown.
//!
//! A chapter may contain formulas between dollar signs, and directives. `{{part NAME}}` inserts something
//! generated, and `{{pictures NAME}}` only its pictures. `{{bars MECHANISM FILE}}`
//! shows the allocation of a mechanism on the instance of a file as a picture, `{{outcome MECHANISM FILE
//! FIELD}}` as numbers, and `{{measure MECHANISM FILE MEASURE}}` by a measure. `{{cell MECHANISM PROPERTY
//! [HYPOTHESIS]}}` gives the state of a cell. `{{claim ..}}`, `{{exists ..}}`, `{{searched ..}}`, `{{record ..}}`,
//! `{{theorem ..}}`, `{{file ..}}` and `{{count ..}}` say what is known, and refuse what is not so ([`said`]).

pub mod formula;
pub mod groups;
mod link;
mod markdown;
mod claims;
mod constructions;
pub mod cores;
mod naming;
pub mod cite;
mod live;
pub use live::is_live;
pub mod pieces;
mod nearby;
mod others;
mod steps;
mod record;
mod gallery;
mod example;
mod known;
mod definition;
pub mod said;
mod directive;
mod matrix;
pub mod mdbook;
mod outline;
pub mod plain;
mod simulations;
mod theorems;
mod worst;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use self::directive::Source;
use self::link::Targets;
use self::markdown::{begun, cell, download, grid, inline, name, stem, told};
use crate::document::InputError;
use crate::library::claims::{Library, Weighed};

/// A generated file: its path in the project's folder, and its text. Pages that only mdBook needs are under
/// `book/src`.
pub type Page = (String, String);

/// Returns all generated files, by path in the project's folder: the README's picture, and all pages of both
/// books as plain Markdown under `book/src`.
///
/// # Errors
/// The file that is missing or invalid, or the directive that cannot be expanded.
pub fn files(root: &Path) -> Result<Vec<Page>, InputError> {
    pressed(root, |press| {
        let mut pages = press.generated()?;
        for (name, text) in press.chapters {
            let text = if markdown(name) { press.source.expanded(name, text)? } else { text.clone() };
            pages.push((name.clone(), text));
        }
        pages.retain(|(name, _)| name != SUMMARY && name != REFERENCE);
        pages.sort();
        if let Some(twice) = pages.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong(&twice[0].0, 1, "is written twice: as a chapter and as a generated page"));
        }
        let (mechanism, instance) = SHOWN_FIRST;
        let first =
            press.source.bars(mechanism, instance).map_err(|reason| wrong("README.md", 1, &reason))?;
        let mut files = vec![
            ("book/readme.svg".to_string(), picture::file(&picture::bars(&first))),
            (format!("{SOURCE}/{SUMMARY}"), press.contents()?),
        ];
        for (name, text) in pages {
            let text = if markdown(&name) { live::unmarked(&press.shown(&name, &text)?, "") } else { text };
            files.push((format!("{SOURCE}/{name}"), text));
        }
        Ok(files)
    })
}

/// Returns the pages among the generated files, by path from the top of the book.
pub fn pages(made: Vec<Page>) -> Vec<Page> {
    let within = |(name, text): Page| {
        name.strip_prefix(SOURCE)?.strip_prefix('/').map(|name| (name.to_string(), text.clone()))
    };
    made.into_iter().filter_map(within).collect()
}

/// The data and the operations from which pages are made.
struct Press<'a> {
    source: Source<'a>,
    targets: Targets,
    weighed: &'a [Weighed],
    /// The files of `book/text`, as people write them.
    chapters: &'a [Page],
    /// The project's folder.
    root: &'a Path,
}

/// Gathers the project's data and passes it to `work`.
fn pressed<T>(root: &Path, work: impl FnOnce(&Press<'_>) -> Result<T, InputError>) -> Result<T, InputError> {
    let library = Library::open(root)?;
    library.replayed()?;
    sourced(root, &library, |source, weighed, chapters| {
        let targets = [
            definition::targets(),
            claims::targets(weighed),
            gallery::targets(&library),
            theorems::targets(&library),
            constructions::targets(),
        ];
        let mut targets = Targets::new(targets.into_iter().flatten(), claims::sources(weighed));
        targets.shared = gallery::shared(&library);
        work(&Press { source, targets, weighed, chapters, root })
    })
}

/// Returns each of the given chapters with its directives expanded, or the reason why it is refused.
///
/// # Errors
/// A file of the project that is missing or invalid.
pub fn expanded(root: &Path, texts: &[Page]) -> Result<Vec<Result<String, InputError>>, InputError> {
    let library = Library::open(root)?;
    sourced(root, &library, |source, _, _| {
        Ok(texts.iter().map(|(name, text)| source.expanded(name, text)).collect())
    })
}

/// Gathers the data that directives insert, and passes it to `work` with the claims and the chapters.
fn sourced<T>(
    root: &Path,
    library: &Library,
    work: impl FnOnce(Source<'_>, &[Weighed], &[Page]) -> Result<T, InputError>,
) -> Result<T, InputError> {
    let weighed = library.weigh_all(library.claims(None)?)?;

    let mut parts = measured(root)?;
    parts.insert("definitions".to_string(), definition::contents());
    parts.insert("records".to_string(), gallery::contents(library));
    parts.insert("open".to_string(), claims::open(&weighed));
    parts.insert("standing".to_string(), claims::standing(&weighed));
    for source in claims::sources(&weighed) {
        parts.insert(format!("claims-{source}"), claims::list(&source, &weighed));
    }
    parts.extend(worst::parts(root)?);
    parts.extend(cores::parts(root)?);
    parts.extend(simulations::parts(root)?);

    let chapters = chapters(root)?;
    let known = known::Known::of(library, &weighed, root, &chapters)?;
    parts.insert("existence".to_string(), known.existence());
    work(Source { parts, library, known: &known }, &weighed, &chapters)
}

impl Press<'_> {
    /// Returns the generated pages, before links and formulas are expanded.
    fn generated(&self) -> Result<Vec<Page>, InputError> {
        let (known, library) = (self.source.known, self.source.library);
        let mut generated = definition::pages(known, library)?;
        generated.extend(gallery::pages(library, self.weighed, self.chapters)?);
        generated.push(matrix::page(known, self.root)?);
        generated.push(theorems::page(library));
        generated.push(constructions::page());
        for name in PROOFS {
            generated.push((format!("proofs/{name}"), read(&self.root.join("proofs").join(name))?));
        }
        let sections = cite::Catalogue::open(self.root)?.sections();
        for (name, text) in &mut generated {
            *text += sections.get(name).map_or("", String::as_str);
        }
        Ok(generated)
    }

    /// Returns a chapter with its directives, links and formulas expanded.
    fn page(&self, name: &str, text: &str) -> Result<String, InputError> {
        self.shown(name, &self.source.expanded(name, text)?)
    }

    /// Returns a page whose directives are expanded, with links and formulas expanded too.
    fn shown(&self, name: &str, text: &str) -> Result<String, InputError> {
        let text = link::turned(&link::linked(name, text, &self.targets), &self.targets.shared);
        let made = formula::render(&text).map_err(|e| wrong(name, e.line, &e.reason))?;
        match inert::directive(&made) {
            // Such a directive would make mdBook read a file on the machine that builds the book.
            Some(line) => Err(wrong(name, line, "a directive of mdBook stands in the page that is made")),
            None => Ok(made),
        }
    }

    /// Returns the text of a file of `book/text`, if it exists.
    fn chapter(&self, name: &str) -> Option<&str> {
        self.chapters.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// Returns the contents of the reference as a Markdown list with its parts expanded, or an empty text if
    /// the project has none.
    fn reference(&self) -> Result<String, InputError> {
        self.chapter(REFERENCE)
            .map_or_else(|| Ok(String::new()), |text| self.source.expanded(REFERENCE, text))
    }

    /// Returns the contents of both books in one list: the book proper, then the reference.
    fn contents(&self) -> Result<String, InputError> {
        let proper = self.source.expanded(SUMMARY, self.chapter(SUMMARY).unwrap_or("# Summary\n"))?;
        let entries: Vec<String> =
            self.reference()?.lines().filter(|line| outline::listed(line)).map(str::to_string).collect();
        let reference = if entries.is_empty() {
            String::new()
        } else {
            format!("\n# Reference\n\n{}\n", entries.join("\n"))
        };
        Ok(format!("{}\n{reference}", proper.trim_end()))
    }
}

/// The proofs on paper that are pages of the book, from the folder `proofs`.
const PROOFS: [&str; 10] = [
    "coalitions-time-division.md",
    "existence-ps-dsf.md",
    "existence.md",
    "first-fit-ef1.md",
    "hdrf-positive.md",
    "steps-khamse2017.md",
    "steps-li2019.md",
    "steps-metin.md",
    "steps-mukherjee.md",
    "steps-wang2013.md",
];

/// The file with the contents of the book proper.
const SUMMARY: &str = "SUMMARY.md";

/// The file with the contents of the reference, in the form of a `SUMMARY.md`.
const REFERENCE: &str = "SUMMARY-REFERENCE.md";

fn markdown(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "md")
}

/// The mechanism and the record in the README's picture.
const SHOWN_FIRST: (&str, &str) = ("tsf", "counterexamples/tsf-bf-2u2s2r.toml");

/// The folder of plain pages for readers without mdBook.
const SOURCE: &str = "book/src";

/// Returns the generated files that are missing or out of date, and the files under `book/src` that belong to
/// no page.
///
/// # Errors
/// The folder that cannot be read.
pub fn stale(root: &Path, made: &[Page]) -> Result<Vec<String>, InputError> {
    let folder = root.join(SOURCE);
    let there = if folder.is_dir() { listed(&folder)? } else { Vec::new() };
    let there = there.into_iter().map(|(name, _)| format!("{SOURCE}/{name}"));
    let strange = there.filter(|name| !made.iter().any(|(known, _)| known == name));
    let differs = |(name, text): &&Page| std::fs::read_to_string(root.join(name)).ok().as_ref() != Some(text);
    Ok(made.iter().filter(differs).map(|(name, _)| name.clone()).chain(strange).collect())
}

fn wrong(file: &str, line: usize, reason: &str) -> InputError {
    InputError { file: format!("book: {file}"), field: format!("line {line}"), reason: reason.to_string() }
}

/// Returns the files under a folder, by their paths from there.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, InputError> {
    let unreadable =
        |error: std::io::Error| InputError::of(folder.display().to_string(), "", error.to_string());
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        if path.is_dir() {
            found.extend(listed(&path)?.into_iter().map(|(inner, path)| (format!("{name}/{inner}"), path)));
        } else {
            found.push((name, path));
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path)
        .map_err(|error| InputError::of(path.display().to_string(), "", error.to_string()))
}

/// Reads the chapters that people write.
fn chapters(root: &Path) -> Result<Vec<Page>, InputError> {
    listed(&root.join("book").join("text"))?
        .into_iter()
        .filter(|(name, _)| !name.starts_with("live/"))
        .map(|(name, path)| Ok((name, read(&path)?)))
        .collect()
}

/// Reads the results of benches and long tests: tables and curves of measurements, by name.
fn measured(root: &Path) -> Result<BTreeMap<String, String>, InputError> {
    let part = |(name, path): (String, PathBuf)| {
        let stem = name.split('.').next().unwrap_or_default().to_string();
        let text = read(&path)?;
        // The name of the file distinguishes curves with equal axes.
        let whose = format!("aria-label=\"{}: ", stem.replace('-', ", "));
        let text = if name.ends_with(".svg") { text.replacen("aria-label=\"", &whose, 1) } else { text };
        Ok((stem, text))
    };
    listed(&root.join("book").join("measured"))?.into_iter().map(part).collect()
}

use fairwitness_engine::{archive, inert, instances, linear, model, scalar, threads, trace};
use fairwitness_evidence::{self as library, document};
use fairwitness_picture as picture;
use fairwitness_workbench as workbench;
