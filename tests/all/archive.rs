//! Every record in `counterexamples/` is judged from its file alone, and equals its canonical print.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fairwitness::archive::record::{Cells, Record, Records, name};
use fairwitness::document::{Value, files};
use fairwitness::instances::Scope;
use fairwitness::library::further;
use fairwitness::linear::{Patience, Stop};
use fairwitness::model::Hypothesis;
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{self, Answer, Plan};

use super::support::{library, load, records, root, text};

/// Returns `true` if files are to be written again.
fn bless() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// The files of the archive.
fn archived() -> Vec<PathBuf> {
    files::record_files(&root().join(files::ARCHIVE)).unwrap()
}

#[test]
fn every_record_replays() {
    let mut names = BTreeSet::new();
    for file in archived() {
        let mut records = Records::read(&load(&file)).unwrap_or_else(|e| panic!("{e}"));
        let bench = workbench::model(&records.all[0].model).expect("a model of the workbench");
        if bless() {
            let renewed = records.all.iter().map(|record| bench.renewed(record)).collect::<Result<_, _>>();
            records.all = renewed.unwrap();
            std::fs::write(&file, records.to_toml()).unwrap();
        }
        bench
            .replay(&load(&file), &text(&file), &Patience::unlimited())
            .unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(
            file.ends_with(Path::new(files::ARCHIVE).join(records.path(name).unwrap())),
            "{}",
            file.display()
        );
        for (name, record) in records.names(name).unwrap().into_iter().zip(&records.all) {
            assert!(!record.note.is_empty(), "{name}: a record has a line for its readers");
            assert!(names.insert(name.clone()), "{name} is there twice");
        }
    }
}

/// A record is found by its own name, also in the file of another violation, and reads there as it does in that file.
#[test]
fn a_record_is_found_by_its_name() {
    let mut elsewhere = 0;
    for file in archived() {
        let records = Records::read(&load(&file)).unwrap();
        for (name, record) in records.names(name).unwrap().into_iter().zip(&records.all) {
            let path = root().join(files::ARCHIVE).join(format!("{name}.toml"));
            assert_eq!(Record::read(&load(&path)).as_ref(), Ok(record), "{name}");
            elsewhere += usize::from(!file.ends_with(format!("{name}.toml")));
        }
    }
    assert!(elsewhere > 100, "{elsewhere}");
    assert!(!files::exists(&root().join("counterexamples/tsf-bf-9u9s9r.toml")));
}

/// Every cell that the instance of each record violates, in the order of the library, judged once for all tests.
pub fn violated() -> &'static [Cells] {
    static VIOLATED: OnceLock<Vec<Cells>> = OnceLock::new();
    VIOLATED.get_or_init(|| further::violated(library().records()).unwrap())
}

/// A file lists each further cell that its instance violates where no record shows that the cell is violated, once for each
/// hypothesis, so that the state of every cell is seen without judging the instances again.
#[test]
fn what_else_the_records_violate() {
    let library = library();
    let violated = violated();
    let listed = further::listed(library.records(), violated).unwrap();
    let mut stale = Vec::new();
    for file in archived() {
        let mut records = Records::read(&load(&file)).unwrap();
        let mut cells: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for name in records.names(name).unwrap() {
            for (mechanism, ids) in listed.get(&format!("{name}.toml")).into_iter().flatten() {
                cells.entry(mechanism.clone()).or_default().extend(ids.iter().cloned());
            }
        }
        let cells: Vec<_> = cells.into_iter().map(|(id, ids)| (id, ids.into_iter().collect())).collect();
        if cells != records.also {
            stale.push(format!("{}: {cells:?}", file.display()));
            records.also = cells;
            if bless() {
                std::fs::write(&file, records.to_toml()).unwrap();
            }
        }
    }
    assert!(bless() || stale.is_empty(), "BLESS=1 writes them again: {stale:#?}");

    // `sp` tries every lie: on every instance on file, `sp` is violated if a lie of one kind alone gains.
    let (mut narrow, mut missed) = (0, Vec::new());
    for ((name, record), cells) in library.records().iter().zip(violated) {
        for (mechanism, ids) in cells.iter().filter(|_| record.model == "cluster") {
            let has = |id: &str| ids.iter().any(|known| known == id);
            if has("sp-demand") || has("sp-eligibility") {
                narrow += 1;
                if !has("sp") {
                    missed.push(format!("{name}: {mechanism}"));
                }
            }
        }
    }
    assert!(narrow > 200, "{narrow}");
    assert!(missed.is_empty(), "{missed:#?}");
}

/// The note that the program writes for a violation holds whole sentences: what follows the last list, or the list with
/// its head if nothing follows.
#[test]
fn notes_are_whole_sentences() {
    for (story, expected) in [
        ("User 1 has 1 instead of 2.", "User 1 has 1 instead of 2."),
        ("User 1 lies.\nUser 1 gains 1.", "User 1 lies. User 1 gains 1."),
        ("It would be:\n  user 1: 2\n  user 2: 1\nUser 1 lacks 1.", "User 1 lacks 1."),
        (
            "User 1 has no bottleneck:\n  user 2 holds 1/2\n  1/3 is idle",
            "User 1 has no bottleneck: user 2 holds 1/2; 1/3 is idle.",
        ),
        ("", ""),
    ] {
        assert_eq!(workbench::note(story), expected);
    }
    for file in records() {
        let record = Record::read(&load(&file)).unwrap();
        let exhibit = workbench::model(&record.model).expect("a model").exhibit(&record).unwrap();
        let note = workbench::note(&exhibit.story);
        assert!(note.ends_with('.') && !note.contains("  "), "{}: {note:?}", file.display());
    }
}

/// The rows of a matrix, and the largest integer that is not below all of its numbers.
fn table(instance: &Value, field: &str) -> (Vec<Vec<i64>>, i64) {
    let Some(Value::List(rows)) = instance.get(field) else { panic!("no {field}") };
    let number = |x: &Value| match x {
        Value::Integer(n) => *n,
        Value::Number(x) => x.to_string().split('/').next().unwrap().parse().unwrap(),
        other => panic!("{other:?}"),
    };
    let row = |row: &Value| match row {
        Value::List(row) => row.iter().map(number).collect::<Vec<i64>>(),
        other => panic!("{other:?}"),
    };
    let rows: Vec<Vec<i64>> = rows.iter().map(row).collect();
    let most = rows.iter().flatten().copied().max().unwrap_or(1).max(1);
    (rows, most)
}

/// No instance of as few users, servers and resources with smaller numbers violates the property, if a record says so: the
/// enumeration, in every order that the rule may depend on, lists none before.
#[test]
fn what_is_proven_in_scope_is_smallest() {
    let (mut proven, stop) = (0, Stop::new());
    let limits = Limits { budget: Budget::instances(5_000), threads: 2, stop: &stop, progress: &|_| {} };
    for file in records() {
        let (record, name) = (Record::read(&load(&file)).unwrap(), file.display());
        if record.model != "cluster" || record.found.minimality != "proven in scope" {
            continue;
        }
        let ((demand, least), (capacity, most)) =
            (table(&record.instance, "demand"), table(&record.instance, "capacity"));
        let (users, servers, resources) = (demand.len(), capacity.len(), capacity[0].len());
        let hypothesis = Hypothesis::named(&record.found.hypothesis).unwrap();
        let scope = Scope { users, servers, resources, max: least.max(most), hypothesis, ..Scope::PLAIN };
        let plan = Plan { strategy: "exhaustive", scope, seed: 0, archive: Vec::new() };
        let bench = workbench::model(&record.model).unwrap();
        let report = bench.search(&record.mechanism, &record.property, &plan, &limits).unwrap();
        if report.answer != Answer::Violated {
            assert!(!report.searched.exhausted, "{name}");
            continue;
        }
        let found = report.instance.unwrap();
        let amount = |instance: &Value| bench.amount(instance).unwrap();
        assert!(amount(&found) >= amount(&record.instance), "{name}: {found:?} is smaller");
        proven += 1;
    }
    assert!(proven > 80, "{proven}");
}
