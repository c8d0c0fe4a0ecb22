//! Sources of input: files, the standard input, a checkout of the project, or the data built into the
//! program.

use std::path::{Path, PathBuf};

use anyhow::Result;
use fairwitness::document::files::{self, BUILT_IN};
use fairwitness::document::{Document, InputError, Value};
use fairwitness::workbench::assumptions;

/// Reads a document; `-` is the standard input.
pub fn load(path: &Path) -> Result<Document, InputError> {
    if path == Path::new("-") { Document::stdin() } else { files::load(&found(path)) }
}

/// Keeps the assumptions of an instance for the answers on it, and notes on stderr that rules take each shape of a team as a user,
/// and ignore the field `running`.
///
/// # Errors
/// An entry of the field `assumed` that is no assumption.
pub fn note_state(document: &Document) -> Result<(), InputError> {
    super::output::rests_on(assumptions(document)?);
    if let Some(Value::List(names)) = document.root.get("team")
        && let Some(name) =
            names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)).map(|(_, name)| name)
    {
        let shapes = names.iter().filter(|other| *other == name).count();
        let name = if let Value::Text(name) = name { name } else { "a team" };
        super::complain(&format!(
            "note: {name} has {shapes} shapes of tasks; a rule allocates to users with one demand each, so each shape is a user here, with its \
             own weight; `verify audit` judges teams",
        ));
    }
    if document.root.get("running").is_some() {
        super::complain(
            "note: a rule allocates an empty pool, so `running` does not count here; `verify audit` judges what runs",
        );
    }
    Ok(())
}

/// Returns the path itself if it exists; otherwise the record of this name, with or without its extension, or
/// the built-in file.
pub fn found(path: &Path) -> PathBuf {
    if path.exists() || !path.is_relative() || path.as_os_str().is_empty() {
        return path.to_path_buf();
    }
    let record = Path::new("counterexamples").join(path);
    let built_in = |path: &Path| Path::new(BUILT_IN).join(path);
    let mut also = vec![built_in(path), record.clone(), built_in(&record)];
    if path.extension().is_none() {
        for ended in [path.with_extension("toml"), record.with_extension("toml")] {
            also.extend([ended.clone(), built_in(&ended)]);
        }
    }
    also.into_iter().find(|path| files::exists(path)).unwrap_or_else(|| path.to_path_buf())
}

/// Returns the root of the project's data: the named folder, else the current folder if it is a checkout,
/// else the built-in data.
pub fn root(named: Option<&Path>) -> PathBuf {
    match named {
        Some(root) => root.to_path_buf(),
        None if Path::new("properties/claims").is_dir() => PathBuf::from("."),
        None => PathBuf::from(BUILT_IN),
    }
}

/// Returns a path as shown to readers, without the prefix of built-in data.
pub fn named(path: &Path) -> String {
    path.strip_prefix(BUILT_IN).unwrap_or(path).display().to_string()
}
