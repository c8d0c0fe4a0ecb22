//! Helpers shared by several tests: folders, programs, instances, short forms of library calls.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use fairwitness::document::{Document, Value, files};
use fairwitness::library::claims::{Library, Weighed};
use fairwitness::linear::{Patience, Uncut as _};
use fairwitness::mechanism::{self, Mechanism, evidence};
use fairwitness::model::Model;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Witness};
use fairwitness::property::judge::Cell;
use fairwitness::property::{self, Examine};
use fairwitness::scalar::Rational;

#[path = "../skipped/mod.rs"]
mod skipped;

pub use skipped::{skip, there};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files of a folder with the ending, in order; a folder without such files fails the test.
pub fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == ending));
    files.sort();
    assert!(!files.is_empty(), "no .{ending} files in {}", folder.display());
    files
}

/// The path of each record of the archive by its own name, in order; [`load`] and [`text`] find the record there.
pub fn records() -> Vec<PathBuf> {
    let archive = root().join(files::ARCHIVE);
    files::records(&archive).unwrap().into_iter().map(|filed| archive.join(filed.name)).collect()
}

pub fn load(path: &Path) -> Document {
    files::load(path).unwrap_or_else(|e| panic!("{e}"))
}

/// The project's own library, opened once for all tests.
pub fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| Library::open(&root()).unwrap_or_else(|e| panic!("{e}")))
}

/// All claims of the library with their standings, weighed once for all tests.
pub fn weighed() -> &'static [Weighed] {
    static WEIGHED: OnceLock<Vec<Weighed>> = OnceLock::new();
    let claims = || library().claims(None).and_then(|claims| library().weigh_all(claims));
    WEIGHED.get_or_init(|| claims().unwrap_or_else(|e| panic!("{e}")))
}

/// The text of a file, or of a record by its own name.
pub fn text(path: &Path) -> String {
    files::text(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub fn mech(id: &str) -> &'static dyn Mechanism<Cluster> {
    mechanism::CLUSTER.iter().copied().find(|m| m.id() == id).unwrap_or_else(|| panic!("no mechanism {id}"))
}

pub fn prop(id: &str) -> &'static dyn Examine<Cluster> {
    property::CLUSTER.iter().copied().find(|p| p.id() == id).unwrap_or_else(|| panic!("no property {id}"))
}

/// The margin that the property confirms for a witness; the mechanism makes the second run, if the witness names
/// one.
pub fn confirm<M: Model>(
    mechanism: &dyn Mechanism<M>,
    property: &dyn Examine<M>,
    run: &Run<'_, M>,
    witness: &Witness<M>,
) -> Result<Margin, Rejected> {
    match property.confirm(run, witness, None) {
        Err(Rejected::SecondMissing) => {}
        said => return said,
    }
    let other = witness.other(run.instance).ok_or(Rejected::Kind)?;
    let second =
        evidence(mechanism, &other, &Patience::unlimited()).uncut().expect("nothing cuts it short")?;
    property.confirm(run, witness, Some(&second))
}

pub fn cell(mechanism: &str, property: &str) -> Cell<'static, Cluster> {
    Cell { mechanism: mech(mechanism), property: prop(property) }
}

/// The cluster instance in the fields of a table; fields that no model reads are ignored.
pub fn pool(value: &Value) -> Pool {
    let fields = value
        .fields()
        .iter()
        .filter(|(name, _)| !fairwitness::workbench::beside::ALL.contains(&name.as_str()))
        .cloned()
        .collect();
    let table = Value::Table(fields);
    Cluster::read(&fairwitness::document::Node::new("test", &table)).unwrap_or_else(|e| panic!("{e}"))
}

/// The cluster instance of a TOML text.
pub fn pool_of(text: &str) -> Pool {
    pool(&Document::parse("test.toml", text).unwrap_or_else(|e| panic!("{e}")).root)
}

pub fn r(text: &str) -> Rational {
    text.parse().unwrap_or_else(|e| panic!("{e}"))
}

pub fn rows(rows: &[&[&str]]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect()
}

/// The running tasks (users x servers).
pub fn running(pool: &Pool) -> Vec<Vec<Rational>> {
    pool.running.clone().unwrap().placement(pool.servers()).tasks
}

pub fn numbers(value: &Value) -> Vec<Rational> {
    let node = fairwitness::document::Node::new("test", value);
    node.list().unwrap().iter().map(|n| n.number().unwrap()).collect()
}

/// The instance of a worked example.
pub fn worked(name: &str) -> Pool {
    pool(load(&root().join("tests/worked").join(name)).root.get("instance").unwrap())
}

/// The cases in `tests/oracle/<name>.json`, or else those that `tests/oracle/<name>.py` prints: kept in cargo's folder for
/// tests until a program there changes. `None` without Python: the calling test is skipped.
#[track_caller]
pub fn derived(name: &str, arguments: &[&str]) -> Option<Vec<Value>> {
    let folder = root().join("tests/oracle");
    let changed = |file: &Path| file.metadata().and_then(|about| about.modified()).ok();
    let mut file = folder.join(format!("{name}.json"));
    if !file.exists() {
        file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("oracle-{name}.json"));
        let newest = files("tests/oracle", "py").iter().filter_map(|program| changed(program)).max();
        if changed(&file) < newest {
            if !there("python3", "apt-get install python3") {
                return None;
            }
            let program = folder.join(format!("{name}.py"));
            let out = Command::new("python3").arg("-B").arg(program).args(arguments).output().unwrap();
            assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
            fairwitness::document::put(&file, &String::from_utf8(out.stdout).unwrap()).unwrap();
        }
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let document = Document::parse(&format!("{name}.json"), &format!("{{\"cases\": {text}}}")).unwrap();
    let Some(Value::List(cases)) = document.root.get("cases") else { panic!("{name}: no cases") };
    Some(cases.clone())
}

/// Compares a file of the book with `text`; with `BLESS` set, writes `text` into the file first.
pub fn fresh(page: &str, text: &str) {
    let file = root().join("book").join(page);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, text).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(known, text, "{} is stale: run BLESS=1 cargo test", file.display());
}

/// A new project with one record and a book of few pages, so that all of it is made in a moment.
pub fn small(name: &str) -> PathBuf {
    let here = folder(name);
    let put = |file: &str, text: &str| {
        let file = here.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let needed = [
        "book/access.js",
        "book/book.toml",
        "book/search.js",
        "book/style.css",
        "book/measured/worst-both-sides.md",
        "counterexamples/tsf-bf-2u2s2r.toml",
        "properties/evidence/simulations.toml",
        "properties/implications.toml",
        "properties/sources.toml",
    ];
    for file in needed {
        // mdBook refuses settings of pages that are not in the book: this one has records alone.
        let there = |line: &&str| !line.ends_with("{ enable = false }") || line.starts_with("\"records\"");
        let text: String =
            text(&root().join(file)).lines().filter(there).map(|line| format!("{line}\n")).collect();
        put(file, &text);
    }
    for proof in files("proofs", "md") {
        put(&format!("proofs/{}", proof.file_name().unwrap().to_string_lossy()), &text(&proof));
    }
    put("book/text/SUMMARY.md", "# Summary\n\n[Start](start.md)\n");
    put("book/text/start.md", "# Start\n");
    put("book/text/reference.md", "# Reference\n");
    put("book/text/SUMMARY-REFERENCE.md", "- [Reference](reference.md)\n{{part records}}\n");
    std::fs::create_dir_all(here.join("properties/claims")).unwrap();
    here
}

/// The files of a folder and of the folders in it.
pub fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_under(&path)) } else { found.push(path) }
    }
    found
}

/// A new folder in cargo's folder for tests; the next run of the tests replaces it.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A program that is ended when the value is dropped, so that a test that fails leaves nothing running.
#[derive(Debug)]
pub struct Running(pub std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the program in the project's folder.
pub fn verify(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).args(args).current_dir(root()).output().unwrap()
}

/// Standard output and error of the program with these arguments, which end with the given exit status.
pub fn ended(args: &[&str], status: i32) -> (String, String) {
    let out = verify(args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(out.status.code(), Some(status), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    (text(out.stdout), text(out.stderr))
}

/// The exit status of the program with these arguments, and the document that it prints.
pub fn json(args: &[&str]) -> (i32, serde_json::Value) {
    let out = verify(&[args, &["--format", "json"]].concat());
    let document = serde_json::from_slice(&out.stdout);
    (out.status.code().unwrap(), document.unwrap_or_else(|e| panic!("{args:?}: {e}: {}", said(&out))))
}

/// As [`json`], for arguments in one line that end with success.
pub fn printed(line: &str) -> serde_json::Value {
    let (code, document) = json(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(code, 0, "{line}: {document}");
    document
}

/// Sends a signal to a running program.
#[cfg(unix)]
pub fn kill(child: &std::process::Child, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

/// Runs the program after `limits`, a line of the shell that ends in a semicolon.
pub fn under(limits: &str, arguments: &[&str], at: &Path) -> Output {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{limits} exec \"$0\" \"$@\"")).arg(env!("CARGO_BIN_EXE_verify"));
    command.args(arguments).current_dir(at).stdin(Stdio::null()).output().unwrap()
}

/// The text of both output streams.
pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// mdBook, as the shell finds it or where CI installs it.
fn mdbook() -> Command {
    let mut command = Command::new("mdbook");
    if let (Some(path), Some(home)) = (std::env::var_os("PATH"), std::env::var_os("HOME")) {
        let kept = Path::new(&home).join(".cache/fairwitness/bin");
        if let Ok(path) = std::env::join_paths(std::env::split_paths(&path).chain([kept])) {
            command.env("PATH", path);
        }
    }
    // The program under test replaces the one that the configuration builds with cargo.
    let verify = format!("'{}' mdbook", env!("CARGO_BIN_EXE_verify"));
    command.env("MDBOOK_PREPROCESSOR__FAIRWITNESS__COMMAND", verify);
    command
}

/// Builds the book of a project into a folder with mdBook. Returns `false` if mdBook is missing.
fn built(project: &Path, target: &Path) -> bool {
    let Ok(made) = mdbook().arg("build").arg(project.join("book")).arg("-d").arg(target).output() else {
        return false;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    true
}

/// As [`built`]; the calling test is skipped if mdBook is missing.
#[track_caller]
pub fn build(project: &Path, target: &Path) -> bool {
    let made = built(project, target);
    if !made {
        skip("mdbook", "cargo install mdbook");
    }
    made
}

/// The site of this project, copied into a new folder of that name; it is built once for all tests. `None` if mdBook is missing, and
/// the calling test is skipped.
#[track_caller]
pub fn site(name: &str) -> Option<PathBuf> {
    static BUILT: OnceLock<Option<PathBuf>> = OnceLock::new();
    let Some(built) = BUILT.get_or_init(|| Some(folder("site")).filter(|target| built(&root(), target)))
    else {
        skip("mdbook", "cargo install mdbook");
        return None;
    };
    let copy = folder(name);
    for file in files_under(built) {
        let to = copy.join(file.strip_prefix(built).unwrap());
        std::fs::create_dir_all(to.parent().unwrap()).unwrap();
        std::fs::copy(&file, &to).unwrap();
    }
    Some(copy)
}

/// A part of a list or a table: its name, which is `[]` in lists, the part, and the whole with another value in its place, or
/// without it.
pub type Part<'a> = (String, &'a Value, Box<dyn Fn(Option<Value>) -> Value + 'a>);

/// The parts of a list or a table; none of another value.
pub fn parts(value: &Value) -> Vec<Part<'_>> {
    let list = |items: &'_ Vec<Value>, i: usize, other: Option<Value>| {
        let mut items = items.clone();
        match other {
            Some(other) => items[i] = other,
            None => drop(items.remove(i)),
        }
        Value::List(items)
    };
    let table = |fields: &'_ Vec<(String, Value)>, i: usize, other: Option<Value>| {
        let mut fields = fields.clone();
        match other {
            Some(other) => fields[i].1 = other,
            None => drop(fields.remove(i)),
        }
        Value::Table(fields)
    };
    match value {
        Value::List(items) => (0..items.len())
            .map(|i| -> Part<'_> {
                ("[]".to_string(), &items[i], Box::new(move |other| list(items, i, other)))
            })
            .collect(),
        Value::Table(fields) => (0..fields.len())
            .map(|i| -> Part<'_> {
                let (name, field) = &fields[i];
                (format!(".{name}"), field, Box::new(move |other| table(fields, i, other)))
            })
            .collect(),
        _ => Vec::new(),
    }
}
