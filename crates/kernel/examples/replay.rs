//! Judges records with the kernel alone: `replay [PATH..]`, each path a file of records or a folder of such files and of
//! folders with them.
//!
//! Exit status: 0 if all are accepted, 1 if one is refused or not covered, 2 if no record is found.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fairwitness_kernel::document::{Document, InputError};
use fairwitness_kernel::replay::{Judged, replay};

/// Adds the files at `path`: itself, or those of a folder and, if `deep`, of the folders in it.
fn records(path: &Path, deep: bool, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    let mut inside = std::fs::read_dir(path)?.map(|e| Ok(e?.path())).collect::<std::io::Result<Vec<_>>>()?;
    inside.sort();
    for entry in inside {
        if entry.extension().is_some_and(|e| e == "toml") {
            found.push(entry);
        } else if deep && entry.is_dir() {
            records(&entry, false, found)?;
        }
    }
    Ok(())
}

fn judged(path: &Path) -> Result<Vec<Judged>, InputError> {
    let text = std::fs::read_to_string(path).map_err(|error| InputError::unread(path, &error))?;
    replay(&Document::parse(&path.display().to_string(), &text)?, &text)
}

fn main() -> ExitCode {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        paths.push(PathBuf::from("counterexamples"));
    }
    let mut files = Vec::new();
    for path in &paths {
        if let Err(error) = records(path, true, &mut files) {
            eprintln!("{}", InputError::unread(path, &error));
            return ExitCode::from(2);
        }
    }
    if files.is_empty() {
        eprintln!("no record found");
        return ExitCode::from(2);
    }
    let (mut all, mut refused) = (0, 0);
    for file in &files {
        let results = judged(file).unwrap_or_else(|error| vec![(String::new(), Err(error.into()))]);
        for (name, result) in results {
            all += 1;
            if let Err(reason) = result {
                println!("{}: {name}: {reason}", file.display());
                refused += 1;
            }
        }
    }
    println!("{} of {all} records accepted", all - refused);
    if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
