//! The book: chapters that people write, in `book/text`, and pages made from code, data and records, as the Markdown
//! that mdBook takes, in `book/src`.
//!
//! A chapter may hold formulas between dollar signs, and on lines of their own `{{part NAME}}` for something generated,
//! and `{{bars MECHANISM FILE}}` for a picture of what a mechanism hands out on an instance.

mod claims;
mod definition;
pub mod formula;
mod gallery;
mod matrix;
mod worst;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::bench::models;
use crate::claims::Library;
use crate::document::InputError;
use crate::model::Table;
use crate::picture;

/// A file of the book: where it stands under `book/src`, and what is in it.
pub type Page = (String, String);

/// All files under `book/src`, in order.
pub fn pages(root: &Path) -> Result<Vec<Page>, InputError> {
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
        parts.insert(format!("claims-{source}"), claims::table(&source, &weighed));
    }
    parts.extend(worst::parts()?);

    let mut pages = definition::pages();
    pages.extend(gallery::pages(&library, &weighed)?);
    pages.push(matrix::page(&library, root)?);
    for (name, text) in chapters(root)? {
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
    pages.into_iter().map(shown).collect()
}

/// The files under `book/src` that are missing, say something else, or belong to no page.
pub fn stale(root: &Path, pages: &[Page]) -> Result<Vec<String>, InputError> {
    let folder = root.join("book").join("src");
    let there = if folder.is_dir() { files(&folder)? } else { Vec::new() };
    let strange =
        there.into_iter().map(|(name, _)| name).filter(|name| !pages.iter().any(|(p, _)| p == name));
    let differs =
        |(name, text): &&Page| std::fs::read_to_string(folder.join(name)).ok().as_ref() != Some(text);
    Ok(pages.iter().filter(differs).map(|(name, _)| name.clone()).chain(strange).collect())
}

fn wrong(file: &str, line: usize, reason: &str) -> InputError {
    InputError { file: format!("book: {file}"), field: format!("line {line}"), reason: reason.to_string() }
}

/// The files under a folder, by their paths from there.
fn files(folder: &Path) -> Result<Vec<(String, PathBuf)>, InputError> {
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
            found.extend(files(&path)?.into_iter().map(|(inner, path)| (format!("{name}/{inner}"), path)));
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
    files(&root.join("book").join("text"))?.into_iter().map(|(name, path)| Ok((name, read(&path)?))).collect()
}

/// What benches and long tests leave behind: tables and curves of measurements, by name.
fn measured(root: &Path) -> Result<BTreeMap<String, String>, InputError> {
    let part = |(name, path): (String, PathBuf)| {
        let stem = name.split('.').next().unwrap_or_default().to_string();
        Ok((stem, read(&path)?))
    };
    files(&root.join("book").join("measured"))?.into_iter().map(part).collect()
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
                made += &bars(library, mechanism, file).map_err(|reason| wrong(name, number + 1, &reason))?;
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

/// What the mechanism hands out on the instance of a file, as a picture with the command that gives the numbers.
fn bars(library: &Library, mechanism: &str, file: &str) -> Result<String, String> {
    let mut benches = models().iter().filter(|b| b.mechanisms().iter().any(|m| m.id == mechanism));
    let bench = benches.next().ok_or_else(|| format!("there is no mechanism `{mechanism}`"))?;
    let report = library
        .document(file)
        .and_then(|document| bench.run(mechanism, &document))
        .map_err(|error| error.to_string())?;
    let bars = report.bars.ok_or_else(|| format!("{mechanism} hands out nothing on {file}"))?;
    Ok(format!(
        "{}\n*`{mechanism}`: {}. The numbers: `verify run --mech {mechanism} --instance {file}`.*\n",
        picture::bars(&bars),
        lower(&bars.title)
    ))
}

/// The text with a small first letter, for the middle of a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A text inside a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('<', "&lt;")
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
