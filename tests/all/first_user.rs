//! The first minutes of a new user: typing errors, pipes, narrow terminals, other locales, any folder. The expected
//! outputs are in `tests/first_user` and were reviewed; `BLESS=1 cargo test first_user` rewrites them. The first line of
//! each is the environment and the line that is typed into a shell, in a folder with `tests/first_user/files`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use unicode_width::UnicodeWidthStr as _;

use super::support::root;

fn folder(name: &str) -> PathBuf {
    let folder = super::support::folder(&format!("first-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in super::support::files_under(&root().join("tests/first_user/files")) {
        std::fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
    }
    folder
}

/// The display of a shell: the typed line, the exit status, and both streams.
fn shown(name: &str, environment: &str, typed: &str) -> (String, usize) {
    let program = Path::new(env!("CARGO_BIN_EXE_verify"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let folder = folder(name);
    let mut shell = Command::new("sh");
    shell.args(["-c", typed]).current_dir(&folder).env("PATH", path).stdin(std::process::Stdio::null());
    for unset in ["COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM"] {
        shell.env_remove(unset);
    }
    shell.env("LANG", "C.UTF-8");
    for pair in environment.split_whitespace() {
        let (key, value) = pair.split_once('=').unwrap();
        shell.env(key, value);
    }
    let output = shell.output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let status = output.status.code().unwrap_or_else(|| panic!("{typed}: ended by a signal"));
    assert!((0..=3).contains(&status), "{typed}: exit status {status}");
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let mut text =
        format!("{environment}{}$ {typed}\nexit {status}\n", if environment.is_empty() { "" } else { " " });
    for (title, stream) in [("stdout", &out), ("stderr", &err)] {
        if !stream.is_empty() {
            let _ = write!(text, "--- {title}\n{stream}");
        }
    }
    for word in ["panicked", "RUST_BACKTRACE", "unwrap()"] {
        assert!(!text.contains(word), "{typed}: {text}");
    }
    let widest = out.lines().chain(err.lines()).map(|line| line.width()).max().unwrap_or(0);
    (text, widest)
}

#[test]
fn what_a_first_user_types() {
    let files = super::support::files("tests/first_user", "txt");
    assert!(files.len() >= 60);
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    for file in files {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let kept = std::fs::read_to_string(&file).unwrap();
        let (environment, typed) = kept.lines().next().unwrap().split_once("$ ").unwrap();
        let environment = environment.trim_end();
        let (text, widest) = shown(&name, environment, typed);
        if let Some(columns) = environment.split("COLUMNS=").nth(1) {
            let columns: usize = columns.split(' ').next().unwrap().parse().unwrap();
            assert!(widest <= columns, "{environment} {typed}: a line of {widest} columns\n{text}");
        }
        if environment.contains("LC_ALL=C") || environment.contains("LANG=POSIX") {
            assert!(text.is_ascii(), "{environment} {typed}\n{text}");
        }
        if bless {
            std::fs::write(&file, &text).unwrap();
        } else if kept != text {
            let _ = writeln!(wrong, "{name}: {text}");
        }
    }
    assert!(wrong.is_empty(), "other than kept; BLESS=1 cargo test first_user writes them anew\n{wrong}");
}
