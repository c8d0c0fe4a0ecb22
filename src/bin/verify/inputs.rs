//! Where input comes from: files, the standard input, a checkout of the project, or what is built into the program.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fairwitness::document::files::{self, BUILT_IN};
use fairwitness::document::{Document, InputError};

/// Reads a document: `-` is the standard input.
pub fn load(path: &Path) -> Result<Document, InputError> {
    if path == Path::new("-") { Document::stdin() } else { Document::load(&found(path)) }
}

/// The path itself, or, where nothing stands there, that of the built-in file or folder of this name.
pub fn found(path: &Path) -> PathBuf {
    let built_in = Path::new(BUILT_IN).join(path);
    if !path.exists() && path.is_relative() && files::exists(&built_in) {
        built_in
    } else {
        path.to_path_buf()
    }
}

/// The root of the project's data: what was named, else this folder if it is a checkout, else what is built in.
pub fn root(named: Option<&Path>) -> PathBuf {
    match named {
        Some(root) => root.to_path_buf(),
        None if Path::new("properties/claims").is_dir() => PathBuf::from("."),
        None => PathBuf::from(BUILT_IN),
    }
}

/// A path as it is named to a reader.
pub fn named(path: &Path) -> String {
    path.strip_prefix(BUILT_IN).unwrap_or(path).display().to_string()
}
