//! `verify book`: everything of the book and the README that is made. `verify mdbook`: mdBook's preprocessor.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use fairwitness::book::Page;
use serde_json::json;

use super::args::{Format, Mdbook};
use super::render;

/// How a reader gets from here to a site.
const NEXT: &str = "`mdbook build book` makes the site; where mdBook is missing, `cargo install mdbook --version 0.5.4 --locked` installs it";

/// Writes what is made: the README's parts and the pages, or only the pages into the folder `out`.
pub fn book(root: &Path, out: Option<&Path>, format: Format) -> Result<u8> {
    let made = fairwitness::book::files(root)?;
    let (all, written) = match out {
        None => (made.len(), within(root, &made)?),
        Some(folder) => {
            let pages = fairwitness::book::pages(made);
            (pages.len(), into(folder, &pages)?)
        }
    };
    match format {
        Format::Json => render::print_json(&json!(written)),
        Format::Text => render::print(&format!(
            "{all} files made, of which {} were written again or removed. {NEXT}\n",
            written.len()
        )),
    }
    Ok(0)
}

/// Brings the project's folder up to date; the paths that were written or removed.
fn within(root: &Path, made: &[Page]) -> Result<Vec<String>> {
    let stale = fairwitness::book::stale(root, made)?;
    for name in &stale {
        let path = root.join(name);
        match made.iter().find(|(known, _)| known == name) {
            Some((_, text)) => write(&path, text)?,
            None => std::fs::remove_file(&path).with_context(|| path.display().to_string())?,
        }
    }
    Ok(stale)
}

/// Writes all pages into a folder, where other files are left alone.
fn into(folder: &Path, pages: &[Page]) -> Result<Vec<String>> {
    let paths: Vec<PathBuf> = pages.iter().map(|(name, _)| folder.join(name)).collect();
    for (path, (_, text)) in paths.iter().zip(pages) {
        write(path, text)?;
    }
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

fn write(path: &Path, text: &str) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .with_context(|| path.display().to_string())
}

/// Answers mdBook: which renderers are supported, or the book that comes on the standard input, expanded.
pub fn mdbook(asked: Option<&Mdbook>) -> Result<u8> {
    if let Some(Mdbook::Supports { renderer }) = asked {
        return Ok(u8::from(!fairwitness::book::mdbook::supports(renderer)));
    }
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).context("standard input")?;
    render::print_file(&fairwitness::book::mdbook::preprocess(&input)?);
    Ok(0)
}
