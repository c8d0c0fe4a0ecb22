//! Tests that are skipped because a program is missing: counted, and refused where `CI` is set.
//!
//! A test that is skipped leaves a note in a folder that is named after cargo's process, the parent of all test
//! programs. The last test program, `crates/simulator/tests/skipped.rs`, prints what the notes add up to.

use std::path::{Path, PathBuf};

/// The folder of the notes of this run of cargo; `None` where the parent of a process is unknown.
pub fn notes() -> Option<PathBuf> {
    #[cfg(unix)]
    {
        let run = std::os::unix::process::parent_id().to_string();
        Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("skipped").join(run))
    }
    #[cfg(not(unix))]
    None
}

/// Notes that the calling test is skipped for want of `program`.
///
/// # Panics
/// Where `CI` is set, because everything is tested there.
#[allow(dead_code)]
#[track_caller]
pub fn skip(program: &str, install: &str) {
    assert!(std::env::var_os("CI").is_none(), "{program} is missing: {install}");
    let at = std::panic::Location::caller();
    // libtest names the thread of a test after the test.
    let test = std::thread::current().name().filter(|name| *name != "main").map(str::to_string);
    let test = test.unwrap_or_else(|| format!("{}-{}", at.file(), at.line()));
    let name = test.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    if let Some(folder) = notes() {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), program).unwrap();
    }
}

/// Returns `true` if a program is on the path; otherwise the calling test is skipped.
#[allow(dead_code)]
#[track_caller]
pub fn there(program: &str, install: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(program).is_file());
    if !found {
        skip(program, install);
    }
    found
}
