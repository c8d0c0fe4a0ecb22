//! The book: chapters that people write, in `book/text`, and pages made from code, data and records, as the Markdown
//! that mdBook takes, in `book/src`.
//!
//! A chapter may hold formulas between dollar signs, and on lines of their own `{{part NAME}}` for something generated,
//! and `{{bars MECHANISM FILE}}` for a picture of what a mechanism hands out on an instance.

mod claims;
mod definition;
pub mod formula;
mod gallery;
mod link;
mod matrix;
mod simulations;
mod worst;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::bench::models;
use crate::claims::Library;
use crate::document::InputError;
use crate::model::{Bars, Table};
use crate::picture;

/// A file of the book: where it stands under `book/src`, and what is in it.
pub type Page = (String, String);

/// Everything that is made: the book's files, the table of standings in the README, and the README's picture, by their
/// paths in the project's folder.
pub fn files(root: &Path) -> Result<Vec<Page>, InputError> {
    let library = Library::open(root)?;
    let weighed = library
        .claims(None)?
        .into_par_iter()
        .map(|claim| library.weigh(claim))
        .collect::<Result<Vec<_>, _>>()?;

    let mut parts = measured(root)?;
    parts.insert("definitions".to_string(), definition::contents());
    parts.insert("records".to_string(), gallery::contents(&library));
    parts.insert("standing".to_string(), claims::standing(&weighed));
    for source in claims::sources(&weighed) {
        parts.insert(format!("claims-{source}"), claims::list(&source, &weighed));
    }
    parts.extend(worst::parts()?);
    parts.extend(simulations::parts(root)?);

    let mut pages = definition::pages();
    pages.extend(gallery::pages(&library, &weighed)?);
    pages.push(matrix::page(&library, root)?);
    let mut targets = gallery::targets(&library);
    targets.extend(claims::targets(&weighed));
    for (name, text) in chapters(root)? {
        let text = link::linked(&name, &text, &targets);
        let made = expanded(&name, &text, &parts, &library)?;
        pages.push((name, made));
    }
    pages.sort();
    if let Some(twice) = pages.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Err(wrong(&twice[0].0, 1, "is written twice: as a chapter and as a generated page"));
    }
    let shown = |(name, text): Page| {
        if !name.ends_with(".md") {
            return Ok((name, text));
        }
        let made = formula::render(&text).map_err(|e| wrong(&name, e.line, &e.reason))?;
        Ok((name, made))
    };
    let (mechanism, instance) = SHOWN_FIRST;
    let first = bars(&library, mechanism, instance).map_err(|reason| wrong("README.md", 1, &reason))?;
    let mut files = vec![
        ("README.md".to_string(), readme(root, &parts["standing"])?),
        ("book/readme.svg".to_string(), picture::file(&picture::bars(&first))),
    ];
    for page in pages {
        let (name, text) = shown(page)?;
        files.push((format!("{SOURCE}/{name}"), text));
    }
    Ok(files)
}

/// What the README's picture shows.
const SHOWN_FIRST: (&str, &str) = ("tsf", "counterexamples/tsf-bf-2u2s2r.toml");

/// Where mdBook finds the book.
const SOURCE: &str = "book/src";

/// Of what is made, the files that are missing or say something else; and files under `book/src` that belong to no page.
pub fn stale(root: &Path, made: &[Page]) -> Result<Vec<String>, InputError> {
    let folder = root.join(SOURCE);
    let there = if folder.is_dir() { listed(&folder)? } else { Vec::new() };
    let there = there.into_iter().map(|(name, _)| format!("{SOURCE}/{name}"));
    let strange = there.filter(|name| !made.iter().any(|(known, _)| known == name));
    let differs = |(name, text): &&Page| std::fs::read_to_string(root.join(name)).ok().as_ref() != Some(text);
    Ok(made.iter().filter(differs).map(|(name, _)| name.clone()).chain(strange).collect())
}

/// The README with the table of standings between its marks.
fn readme(root: &Path, standing: &str) -> Result<String, InputError> {
    let text = read(&root.join("README.md"))?;
    let marks = ["<!-- standing: written by `verify book` -->\n", "<!-- end of standing -->"];
    let parts = text.split_once(marks[0]).and_then(|(head, rest)| Some((head, rest.split_once(marks[1])?.1)));
    let (head, tail) =
        parts.ok_or_else(|| wrong("README.md", 1, "the marks around the standings are missing"))?;
    let linked = standing.replace("](papers/", "](book/text/papers/");
    Ok(format!("{head}{}\n{linked}\n{}{tail}", marks[0], marks[1]))
}

fn wrong(file: &str, line: usize, reason: &str) -> InputError {
    InputError { file: format!("book: {file}"), field: format!("line {line}"), reason: reason.to_string() }
}

/// The files under a folder, by their paths from there.
fn listed(folder: &Path) -> Result<Vec<(String, PathBuf)>, InputError> {
    let unreadable = |error: std::io::Error| InputError {
        file: folder.display().to_string(),
        field: String::new(),
        reason: error.to_string(),
    };
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
    std::fs::read_to_string(path).map_err(|error| InputError {
        file: path.display().to_string(),
        field: String::new(),
        reason: error.to_string(),
    })
}

/// What people write.
fn chapters(root: &Path) -> Result<Vec<Page>, InputError> {
    listed(&root.join("book").join("text"))?
        .into_iter()
        .map(|(name, path)| Ok((name, read(&path)?)))
        .collect()
}

/// What benches and long tests leave behind: tables and curves of measurements, by name.
fn measured(root: &Path) -> Result<BTreeMap<String, String>, InputError> {
    let part = |(name, path): (String, PathBuf)| {
        let stem = name.split('.').next().unwrap_or_default().to_string();
        Ok((stem, read(&path)?))
    };
    listed(&root.join("book").join("measured"))?.into_iter().map(part).collect()
}

/// A chapter with its directives replaced.
fn expanded(
    name: &str,
    text: &str,
    parts: &BTreeMap<String, String>,
    library: &Library,
) -> Result<String, InputError> {
    let mut made = String::new();
    for (number, line) in text.lines().enumerate() {
        let directive = line.trim().strip_prefix("{{").and_then(|l| l.strip_suffix("}}"));
        let words: Vec<&str> = directive.map_or_else(Vec::new, |d| d.split_whitespace().collect());
        match words[..] {
            [] => made += line,
            ["part", part] => {
                let unknown = || wrong(name, number + 1, &format!("there is no part `{part}`"));
                made += parts.get(part).ok_or_else(unknown)?.trim_end();
            }
            ["bars", mechanism, file] => {
                let bars =
                    bars(library, mechanism, file).map_err(|reason| wrong(name, number + 1, &reason))?;
                made += &format!(
                    "{}\n*`{mechanism}`: {}. The numbers: `verify run --mech {mechanism} --instance {file}`.*\n",
                    picture::bars(&bars),
                    lower(&bars.title)
                );
            }
            _ => {
                return Err(wrong(
                    name,
                    number + 1,
                    "the directives are `part NAME` and `bars MECHANISM FILE`",
                ));
            }
        }
        made.push('\n');
    }
    Ok(made)
}

/// What the mechanism hands out on the instance of a file.
fn bars(library: &Library, mechanism: &str, file: &str) -> Result<Bars, String> {
    let mut benches = models().iter().filter(|b| b.mechanisms().iter().any(|m| m.id == mechanism));
    let bench = benches.next().ok_or_else(|| format!("there is no mechanism `{mechanism}`"))?;
    let report = library
        .document(file)
        .and_then(|document| bench.run(mechanism, &document))
        .map_err(|error| error.to_string())?;
    report.bars.ok_or_else(|| format!("{mechanism} hands out nothing on {file}"))
}

/// The text with a small first letter, for the middle of a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A text of one line, without tags of its own.
fn inline(text: &str) -> String {
    text.replace('\n', " ").replace('<', "&lt;").replace('*', "\\*")
}

/// A text inside a cell of a table.
fn cell(text: &str) -> String {
    inline(text).replace('|', "\\|")
}

/// A table in Markdown, under its title.
fn grid(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("**{}**\n\n{}|{}\n{rows}\n", table.title, row(&table.head), "---|".repeat(table.head.len()))
}
