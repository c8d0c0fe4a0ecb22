//! `verify new`: the files written for a new id, in a copy of the folders in which it writes, and refusals.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

use super::support::root;

/// The folders and files in which `verify new` writes.
const TOUCHED: [&str; 6] = [
    "properties",
    "examples",
    "crates/kernel/src/specification",
    "crates/kernel/src/property",
    "crates/engine/src/mechanism",
    "crates/engine/src/property",
];

/// Copies a file, or a folder with all that is in it.
fn copied(from: &Path, to: &Path) {
    if from.is_dir() {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copied(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        std::fs::copy(from, to).unwrap();
    }
}

/// A copy of the folders in which `verify new` writes.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in TOUCHED {
        copied(&root().join(part), &folder.path().join(part));
    }
    folder
}

fn verify(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify"))
        .arg("new")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The document that `verify new` prints.
fn begun(folder: &Path, arguments: &[&str]) -> Json {
    let out = verify(folder, &[arguments, &["--format", "json"]].concat());
    assert_eq!(out.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

/// The error message of a refusal with exit status 2.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let out = verify(folder, arguments);
    assert_eq!(out.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(out.stderr).unwrap()
}

fn texts(value: &Json) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

/// Every file below a folder with its text.
fn all(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(all(&path)),
            false => found.push((path.clone(), std::fs::read_to_string(&path).unwrap_or_default())),
        }
    }
    found.sort();
    found
}

/// The ids of the mechanisms of clusters in the checkout, sorted, by their pages.
fn mechanisms(folder: &Path) -> Vec<String> {
    let pages = all(&folder.join("properties/mechanisms")).into_iter();
    let of_clusters = pages.filter(|(_, text)| text.contains("\nmodel = \"cluster\"\n"));
    let ids = of_clusters.map(|(path, _)| path.file_stem().unwrap().to_str().unwrap().to_string());
    ids.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

/// The entries of the table `CLUSTER`, one per line.
fn entries(table: &str) -> Vec<&str> {
    let rest = table.split_once("pub static CLUSTER: ").unwrap().1.split_once("= &[\n").unwrap().1;
    rest.split_once("];").unwrap().0.lines().map(str::trim).collect()
}

/// A new mechanism has its page, its two halves, and one line in each registering file, in alphabetical order.
#[test]
fn a_mechanism_has_its_files_and_its_lines() {
    let folder = checkout();
    let (kernel, tables, engine) = (
        "crates/kernel/src/specification/cluster/mod.rs",
        "crates/kernel/src/specification/table.rs",
        "crates/engine/src/mechanism/cluster/mod.rs",
    );
    // The second id begins before anything is built again; the third comes last in the alphabet.
    for (id, file, of) in
        [("lot-by-lot", "lot_by_lot", "LotByLot"), ("lot-by-2", "lot_by_2", "LotBy2"), ("zz", "zz", "Zz")]
    {
        let told = begun(folder.path(), &["mechanism", id]);
        let page = format!("properties/mechanisms/{id}.md");
        let halves = ["crates/kernel/src/specification", "crates/engine/src/mechanism"];
        let [kernel_file, engine_file] = halves.map(|half| format!("{half}/cluster/{file}.rs"));
        assert_eq!(texts(&told["wrote"]), [page.as_str(), &kernel_file, &engine_file]);
        assert_eq!(texts(&told["changed"]), [kernel, tables, engine]);
        assert_eq!((told["kind"].as_str(), told["model"].as_str()), (Some("mechanism"), Some("cluster")));
        for file in texts(&told["wrote"]) {
            let left = texts(&told["left"]);
            assert!(left.iter().any(|left| left.starts_with(file)), "nothing is said of {file}: {left:?}");
        }
        assert!(read(folder.path(), &page).contains(&format!("id = \"{id}\"\n")));
        let place = mechanisms(folder.path()).iter().position(|known| known == id).unwrap();
        let table = read(folder.path(), tables);
        assert_eq!(entries(&table)[place], format!("&cluster::{file}::{of},"));
        let table = read(folder.path(), engine);
        assert_eq!(entries(&table)[place], format!("&specified::{file}::{of},"));
        assert!(table.contains(&format!("\nmod {file};\n")));
        let modules = read(folder.path(), kernel);
        let modules: Vec<&str> = modules.lines().filter(|line| line.starts_with("pub mod ")).collect();
        assert!(modules.contains(&format!("pub mod {file};").as_str()) && modules.is_sorted(), "{modules:?}");
    }
}

/// Every kind in every model: exactly the reported files were written or changed.
#[test]
fn every_kind_can_be_begun_in_every_model() {
    let folder = checkout();
    let mut before = all(folder.path());
    for kind in ["mechanism", "property", "measure"] {
        for model in ["arrivals", "cluster", "cohort", "covering"] {
            let id = format!("some-{kind}-of-{model}");
            let told = begun(folder.path(), &[kind, &id, "--model", model, "--name", "Some name"]);
            let mut named = texts(&told["wrote"]);
            named.extend(texts(&told["changed"]));
            named.sort_unstable();
            let after = all(folder.path());
            let differs: Vec<&str> = after
                .iter()
                .filter(|file| !before.contains(file))
                .map(|(path, _)| path.strip_prefix(folder.path()).unwrap().to_str().unwrap())
                .collect();
            assert_eq!(differs, named, "{id}");
            for file in texts(&told["wrote"]) {
                let text = read(folder.path(), file);
                assert!(text.contains("UNWRITTEN"), "{file} does not say where to go on");
                let blank = text.split('{').skip(1).any(|rest| {
                    let word = rest.split('}').next().unwrap();
                    ["id", "name", "file", "Type", "model", "Model", "Instance", "Outcome", "uses", "setting"]
                        .contains(&word)
                });
                assert!(!blank, "{file} has a blank: {text}");
            }
            before = after;
        }
    }
    let told = begun(folder.path(), &["model", "band-width"]);
    assert_eq!(texts(&told["wrote"]), ["properties/models/band-width.md", "examples/band_width_model.rs"]);
    let example = read(folder.path(), "examples/band_width_model.rs");
    assert!(example.contains("impl Model for BandWidth") && !example.contains("Cake"), "{example}");
}

/// A word that is no id, an id in use, and a folder that is no checkout are refused with a sentence that names a
/// remedy, and nothing is written.
#[test]
fn what_is_refused_says_what_would_do() {
    let folder = checkout();
    let before = all(folder.path());
    for (arguments, says) in [
        (
            &["mechanism", "tsf"][..],
            "`tsf` is taken: properties/mechanisms/tsf.md defines it; what about `tsf-2`?",
        ),
        (&["property", "ef"], "`ef` is taken: properties/cluster/ef.md defines it; what about `ef-2`?"),
        (&["measure", "si-ratio"], "properties/measures/si-ratio.md"),
        (&["model", "cohort"], "properties/models/cohort.md"),
        (&["mechanism", "Max Min_Tasks"], "what about `max-min-tasks`?"),
        (&["mechanism", "2fast"], "what about `fast`?"),
        (&["mechanism", "--", "-x-"], "what about `x`?"),
        (&["mechanism", "!"], "for example `max-min-tasks`"),
        (
            &["property", "match"],
            "`match` is a word of Rust and can name no module; what about `match-property`?",
        ),
        (&["property", "lies"], "crates/engine/src/property/cluster/lies.rs: exists already"),
        (&["mechanism", "mine", "--model", "clusters"], "did you mean `cluster`"),
        (&["mechanism", "mine", "--name", "a \"b\""], "--name"),
        (&["mechanizm", "mine"], "mechanism"),
    ] {
        let said = refused(folder.path(), arguments);
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
    assert_eq!(all(folder.path()), before, "something was written");
    let elsewhere = tempfile::tempdir().unwrap();
    let said = refused(elsewhere.path(), &["mechanism", "mine"]);
    assert!(said.contains("this folder is no checkout of the project"), "{said}");
    assert!(all(elsewhere.path()).is_empty());
    let said = refused(elsewhere.path(), &["mechanism", "tsf", "--root", folder.path().to_str().unwrap()]);
    assert!(
        said.contains(&folder.path().join("properties/mechanisms/tsf.md").display().to_string()),
        "{said}"
    );
    // A table that disagrees with the pages is left unchanged.
    let count = mechanisms(folder.path()).len();
    std::fs::remove_file(folder.path().join("properties/mechanisms/tsf.md")).unwrap();
    let said = refused(folder.path(), &["mechanism", "mine"]);
    let says = format!("has {count} entries, and there are {} pages; nothing was written", count - 1);
    assert!(said.contains(&says), "{said}");
}

/// Runs a program in a folder, which gets build products of its own; its output where it fails.
fn ran(folder: &Path, program: &str, arguments: &[&str]) {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env_remove("CARGO_TARGET_DIR").env_remove("BLESS");
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
    let tail: Vec<&str> = said.lines().rev().take(60).collect();
    let tail: Vec<&str> = tail.into_iter().rev().collect();
    assert!(out.status.success(), "{program} {arguments:?}: {}\n{}", out.status, tail.join("\n"));
}

/// A copy of the whole project without build products.
fn whole() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(root()).unwrap() {
        let entry = entry.unwrap();
        if !["target", ".git"].iter().any(|name| entry.file_name() == *name) {
            copied(&entry.path(), &folder.path().join(entry.file_name()));
        }
    }
    folder
}

#[test]
#[ignore = "builds a copy of the workspace: minutes"]
fn what_is_written_compiles() {
    let folder = whole();
    for kind in ["mechanism", "property", "measure"] {
        for model in ["arrivals", "cluster", "cohort", "covering"] {
            begun(folder.path(), &[kind, &format!("some-{kind}-of-{model}"), "--model", model]);
        }
    }
    begun(folder.path(), &["model", "band-width"]);
    ran(folder.path(), "cargo", &["check", "--examples"]);
}

/// Max-min fairness of task counts, by the recipe: `verify new`, the four files of `tests/recipe`, `tests/renew.sh`.
#[test]
#[ignore = "builds and tests a copy of the workspace: half an hour"]
fn the_recipe_is_true() {
    const ID: &str = "max-min-tasks";
    let folder = whole();
    begun(folder.path(), &["mechanism", ID]);
    for (file, to) in [
        ("page.md", "properties/mechanisms/max-min-tasks.md"),
        ("specification.rs", "crates/kernel/src/specification/cluster/max_min_tasks.rs"),
        ("mechanism.rs", "crates/engine/src/mechanism/cluster/max_min_tasks.rs"),
        ("worked.toml", "tests/worked/max-min-tasks.toml"),
    ] {
        std::fs::copy(root().join("tests/recipe").join(ID).join(file), folder.path().join(to)).unwrap();
    }
    let checker = folder.path().join("checker/mechanisms.py");
    let entries = std::fs::read_to_string(&checker).unwrap();
    let own = "    \"max-min-tasks\": on_cluster(\"divisible\", one_weight, totals, rounds(lambda instance, n: 1)),\n";
    let at = entries.find("    \"optimum\"").or_else(|| entries.find("    \"pdrf\"")).unwrap();
    std::fs::write(&checker, format!("{}{own}{}", &entries[..at], &entries[at..])).unwrap();
    ran(folder.path(), "sh", &["tests/renew.sh", ID, "--instances", "400"]);
    ran(folder.path(), "cargo", &["test"]);
}
