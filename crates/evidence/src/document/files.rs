//! Files of a folder, and files of the project that are built into the program.
//!
//! The built-in files are below the root [`BUILT_IN`], which is no folder: code that reads a project's data
//! accepts a checkout or this root.

use std::io;
use std::path::{Path, PathBuf};

use super::{Document, InputError};

/// The root of the built-in files.
pub const BUILT_IN: &str = "<built-in>";

/// Pairs of a path below the root and the text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The path of a built-in file below the root; `None` for a path elsewhere.
fn inside(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> =
        path.strip_prefix(BUILT_IN).ok()?.components().map(|c| c.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

/// The text of a built-in file; `None` for a path that is not below [`BUILT_IN`].
pub fn built_in(path: &Path) -> Option<io::Result<&'static str>> {
    let name = inside(path)?;
    let found = FILES.iter().find(|(known, _)| *known == name);
    Some(found.map(|(_, text)| *text).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound)))
}

/// Reads and parses a file, built in or not.
///
/// # Errors
/// A file that cannot be read or parsed.
pub fn load(path: &Path) -> Result<Document, InputError> {
    match built_in(path) {
        Some(Ok(text)) => Document::parse(&path.display().to_string(), text),
        _ => Document::load(path),
    }
}

/// The text of a file, built in or not.
///
/// # Errors
/// A file that cannot be read.
pub fn text(path: &Path) -> io::Result<String> {
    match built_in(path) {
        Some(text) => text.map(String::from),
        None => std::fs::read_to_string(path),
    }
}

/// Returns `true` if the file or folder exists.
pub fn exists(path: &Path) -> bool {
    match inside(path) {
        Some(name) => FILES.iter().any(|(known, _)| *known == name) || is_folder(path),
        None => path.exists(),
    }
}

/// Returns `true` if the folder exists.
pub fn is_folder(path: &Path) -> bool {
    match inside(path) {
        Some(name) => FILES.iter().any(|(known, _)| known.starts_with(&format!("{name}/"))),
        None => path.is_dir(),
    }
}

/// The TOML files of a folder, sorted.
///
/// # Errors
/// A folder that cannot be read.
pub fn toml_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if let Some(name) = inside(folder) {
        let below = |known: &&(&str, &str)| known.0.rsplit_once('/').is_some_and(|(up, _)| up == name);
        files.extend(FILES.iter().filter(below).map(|(known, _)| Path::new(BUILT_IN).join(known)));
        if files.is_empty() {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
    } else {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|e| e == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}
