//! Standard output: text fitted to the terminal, files byte for byte, JSON documents.

use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::{Context as _, Result};
use fairwitness::document::{put, shown};
use fairwitness::library::batch::FORMAT;
use fairwitness::workbench::Assumption;
use serde::Serialize;
use serde_json::Value as Json;

use super::args::Format;
use super::terminal;

/// The assumptions of the import of the instance that is asked about; every answer repeats them.
static ASSUMED: OnceLock<Vec<Assumption>> = OnceLock::new();

/// Keeps the assumptions on which the answers rest.
pub fn rests_on(assumed: Vec<Assumption>) {
    let _ = ASSUMED.set(assumed);
}

fn assumed() -> &'static [Assumption] {
    ASSUMED.get().map_or(&[], Vec::as_slice)
}

/// The assumptions on which the answers rest, in words; empty if there are none.
pub fn under_assumptions() -> String {
    match assumed() {
        [] => String::new(),
        all => {
            let words = all.iter().map(|one| format!("  {}\n", one.words)).collect::<String>();
            format!("\nunder these assumptions of the import\n{words}")
        }
    }
}

/// Writes to stdout. A closed pipe is ignored; any other failure is an error.
fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    failed(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Handles a failed write to stdout: ignores a closed pipe, and ends the program otherwise.
fn failed(written: std::io::Result<()>) {
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        let _ = writeln!(std::io::stderr(), "error: stdout: {error}");
        std::process::exit(2);
    }
}

/// Prints a text for a reader, fitted to the terminal.
pub fn print(text: &str) {
    write(&terminal::fitted(text));
}

/// Prints a file byte for byte.
pub fn print_file(text: &str) {
    write(text);
}

/// Writes a file, whole or not at all; an error names the file.
pub fn file(path: &Path, text: &str) -> Result<()> {
    put(path, text).with_context(|| path.display().to_string())
}

/// Makes a folder, and those above it, if it is not there; an error names the folder.
pub fn folder(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| path.display().to_string())
}

/// Prints a report as one JSON document; an object begins with the version of the format.
pub fn print_json<T: Serialize + ?Sized>(report: &T) {
    print_document(&json(report));
}

/// Prints a report as one JSON document, or as a text for a reader.
pub fn show<T: Serialize + ?Sized>(format: Format, report: &T, text: impl FnOnce() -> String) {
    match format {
        Format::Json => print_json(report),
        Format::Text => print(&(text() + &under_assumptions())),
    }
}

/// Prints a report as one JSON document, or as a file byte for byte.
pub fn show_file<T: Serialize + ?Sized>(format: Format, report: &T, file: impl FnOnce() -> String) {
    match format {
        Format::Json => print_json(report),
        Format::Text => print_file(&file()),
    }
}

/// Returns a report as a JSON document; an object begins with the version of the format. Each answer names the assumptions on
/// which it rests.
pub fn json<T: Serialize + ?Sized>(report: &T) -> Json {
    let mut report = serde_json::to_value(report).unwrap_or_default();
    let answers = match &mut report {
        Json::Array(all) => all.iter_mut().collect(),
        one => vec![one],
    };
    for fields in answers.into_iter().filter_map(Json::as_object_mut).filter(|_| !assumed().is_empty()) {
        fields.entry("assumed").or_insert_with(|| serde_json::to_value(assumed()).unwrap_or_default());
    }
    if let Json::Object(fields) = &mut report {
        fields.shift_insert(0, "format".to_string(), Json::from(FORMAT));
    }
    report
}

/// Prints a document of the user's own, such as an instance, as JSON.
pub fn print_document(document: &Json) {
    let text = format!("{document:#}\n");
    // JSON spells control characters and marks of writing direction as escapes in its texts.
    let spelled = |c: char| match c {
        '\n' | ' '..='~' => c.to_string(),
        c if shown(&c.to_string()).starts_with('\\') => format!("\\u{:04x}", c as u32),
        c => c.to_string(),
    };
    write(&text.chars().map(spelled).collect::<String>());
}

/// Prints one JSON document of numbers as a stream.
pub fn print_streamed<T: Serialize + ?Sized>(document: &T) {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let written = serde_json::to_writer_pretty(&mut out, document).map_err(std::io::Error::from);
    failed(written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush()));
}
