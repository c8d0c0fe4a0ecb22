//! Judges records with the kernel alone: `replay [PATH..]`, each path a record or a folder of records.
//!
//! Exit status: 0 if all are accepted, 1 if one is refused or not covered, 2 if no record is found.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fairwitness_kernel::document::{Document, InputError};
use fairwitness_kernel::replay::{ReplayError, replay};

fn records(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path)? {
            inside.push(entry?.path());
        }
        inside.sort();
        found.extend(inside.into_iter().filter(|p| p.extension().is_some_and(|e| e == "toml")));
    } else {
        found.push(path.to_path_buf());
    }
    Ok(())
}

fn judged(path: &Path) -> Result<(), ReplayError> {
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
        if let Err(error) = records(path, &mut files) {
            eprintln!("{}", InputError::unread(path, &error));
            return ExitCode::from(2);
        }
    }
    if files.is_empty() {
        eprintln!("no record found");
        return ExitCode::from(2);
    }
    let mut refused = 0;
    for file in &files {
        if let Err(reason) = judged(file) {
            println!("{}: {reason}", file.display());
            refused += 1;
        }
    }
    println!("{} of {} records accepted", files.len() - refused, files.len());
    if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
