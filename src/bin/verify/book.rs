//! `verify book`: everything of the book and the README that is made.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::json;

use super::args::Format;
use super::render;

pub fn book(root: &Path, format: Format) -> Result<u8> {
    let made = fairwitness::book::files(root)?;
    let stale = fairwitness::book::stale(root, &made)?;
    for name in &stale {
        let path = root.join(name);
        let done = match made.iter().find(|(known, _)| known == name) {
            Some((_, text)) => std::fs::create_dir_all(path.parent().unwrap_or(root))
                .and_then(|()| std::fs::write(&path, text)),
            None => std::fs::remove_file(&path),
        };
        done.with_context(|| path.display().to_string())?;
    }
    match format {
        Format::Json => render::print_json(&json!(stale)),
        Format::Text => render::print(&format!(
            "{} files made, of which {} were written anew or removed; `mdbook build book` makes the book\n",
            made.len(),
            stale.len()
        )),
    }
    Ok(0)
}
