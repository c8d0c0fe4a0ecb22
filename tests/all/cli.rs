//! The command line as users meet it: exit statuses, JSON fields, errors.

use std::path::Path;
use std::process::{Command, Output};

use fairwitness::archive::record::Record;
use fairwitness::document::{Document, files};

use super::outside::{python, python_of};
use super::support::{folder, json, root, said};

fn verify_in(folder: &Path, args: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_verify"));
    program.args(args).current_dir(folder).env_remove("COLUMNS").env("LC_ALL", "C.UTF-8").output().unwrap()
}

fn verify(args: &[&str]) -> Output {
    verify_in(&root(), args)
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

const FIG1: &str = "model = \"cluster\"\ncapacity = [[9, 12, 100], [12, 12, 0]]\n\
    demand = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]\nweight = [1, 1, 2]\nresources = [\"CPU\", \"RAM\", \"net\"]\n";

#[test]
fn the_main_job_without_the_archive() {
    let (code, report) =
        json(&["--mech", "tsf", "--property", "bf", "--strategy", "random", "--seed", "1", "--no-archive"]);
    assert_eq!(code, 1);
    assert_eq!(report["verdict"], "violated");
    assert_eq!(report["model"], "cluster");
    assert_eq!(report["searched"]["seed"], 1);
    assert!(report["searched"]["instances"].as_u64().unwrap() > 0);
    assert!(report["witness"]["margin"].is_string() && report["record"].is_null());
    // The instance found is an instance file, and has an equal margin when it is judged alone.
    let folder = folder("again");
    let file = folder.join("found.json");
    std::fs::write(&file, report["instance"].to_string()).unwrap();
    let (code, again) = json(&["--mech", "tsf", "--property", "bf", "--instance", file.to_str().unwrap()]);
    assert_eq!((code, &again["witness"]["margin"]), (1, &report["witness"]["margin"]));
}

#[test]
fn the_paper_example_has_margin_one_twelfth() {
    let folder = folder("fig1");
    let file = folder.join("fig1.toml");
    std::fs::write(&file, FIG1).unwrap();
    let file = file.to_str().unwrap();
    let (code, report) = json(&["--mech", "tsf", "--property", "bf", "--instance", file]);
    assert_eq!((code, report["witness"]["margin"].as_str()), (1, Some("1/12")));
    assert_eq!(report["outcome"]["tasks"], serde_json::json!(["2", "2", "8"]));
    let (code, report) = json(&["--mech", "ps-dsf", "--property", "bf", "--instance", file]);
    assert_eq!((code, report["verdict"].as_str()), (0, Some("holds")));
    let (code, report) = json(&["--mech", "ps-dsf", "--property", "sp", "--instance", file]);
    assert_eq!((code, report["verdict"].as_str()), (3, Some("undecided")));
    let (code, report) = json(&["--mech", "ps-dsf", "--property", "srf", "--instance", file]);
    assert_eq!((code, report["verdict"].as_str()), (0, Some("out-of-scope")));
    let (code, report) = json(&["run", "--mech", "c-drfh", "--instance", file]);
    assert_eq!(code, 0);
    assert_eq!(report["certified"], true);
    assert_eq!(report["outcome"]["tasks"], serde_json::json!(["60/23", "72/23", "144/23"]));
    assert_eq!(report["outcome"]["placement"][2], serde_json::json!(["6/23", "6"]));
}

#[test]
fn refusals_are_input_errors_and_endless_runs_are_undecided() {
    let folder = folder("refusals");
    let file = folder.join("two.toml");
    std::fs::write(&file, "model = \"cluster\"\ncapacity = [[2], [2]]\ndemand = [[2], [1], [1]]\neligible = [[0, 1], [0], [1]]\n").unwrap();
    let file = file.to_str().unwrap();
    let output = verify(&["run", "--mech", "drf", "--instance", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("drf needs one server"), "{}", err(&output));
    let (code, report) = json(&["run", "--mech", "ps-dsf-printed", "--instance", file]);
    assert_eq!(code, 3);
    assert!(report["outcome"].is_null() && report["certified"].is_null());
    assert!(report["reason"].as_str().unwrap().contains("limit reached"), "{report}");
}

#[test]
fn lists_have_every_kind() {
    let (code, list) = json(&["list"]);
    assert_eq!(code, 0);
    for (kind, id) in [
        ("mechanisms", "ps-dsf-printed"),
        ("properties", "sp-time-slice"),
        ("models", "cluster"),
        ("strategies", "exhaustive"),
    ] {
        assert!(list[kind].as_array().unwrap().iter().any(|e| e["id"] == id), "{kind} {id}");
    }
}

#[test]
fn saved_records_replay_and_shrunk_ones_too() {
    let folder = folder("save");
    let saved =
        verify_in(&folder, &["--mech", "drf-per-server", "--property", "srf", "--save", "--note", "a line"]);
    assert_eq!(saved.status.code(), Some(1), "{}", err(&saved));
    let replayed = verify_in(&folder, &["replay"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", out(&replayed));
    assert!(out(&replayed).contains("1 of 1 records verified"));
    let files = files::record_files(&folder.join("counterexamples")).unwrap();
    let [file] = &files[..] else { panic!("{files:?}") };
    let text = std::fs::read_to_string(file).unwrap();
    let shrunk = verify_in(&folder, &["shrink", file.to_str().unwrap()]);
    let alone = Record::read(&Document::load(file).unwrap()).unwrap().to_toml();
    assert_eq!(out(&shrunk), alone, "what is minimal stays as it is");
    // Another violation of the instance stands in the same file.
    let given = ["--mech", "uniform", "--property", "po", "--instance", file.to_str().unwrap(), "--save"];
    let saved = verify_in(&folder, &given);
    assert_eq!(saved.status.code(), Some(1), "{}", err(&saved));
    assert_eq!(files::record_files(&folder.join("counterexamples")).unwrap(), files);
    assert!(std::fs::read_to_string(file).unwrap().starts_with(&text));
    let name = out(&saved).lines().last().unwrap().rsplit(' ').next().unwrap().to_string();
    assert!(name.starts_with("counterexamples/uniform-po-"), "{name}");
    let named = verify_in(&folder, &["replay", &name]);
    assert_eq!(out(&named), format!("verified  {name}\n1 of 1 records verified\n"));
    assert!(out(&verify_in(&folder, &["replay"])).contains("2 of 2 records verified"));
    std::fs::write(file, text.replace("a line", "another line").replace("margin = \"", "margin = \"9"))
        .unwrap();
    assert_eq!(verify_in(&folder, &["replay"]).status.code(), Some(1));
}

#[test]
fn threads_do_not_change_a_byte() {
    let ask = |threads: &str| {
        let line =
            format!("ps-dsf po --strategy random --seed 5 --no-archive --threads {threads} --format json");
        out(&verify(&line.split(' ').collect::<Vec<_>>()))
    };
    assert_eq!(ask("1"), ask("2"));
    assert_eq!(ask("2"), ask("7"));
}

/// A record as a table for LaTeX, and as a picture.
#[test]
fn records_are_exported() {
    let record = "counterexamples/tsf-bf-2u2s2r.toml";
    let table = out(&verify(&["export", record, "--latex"]));
    for part in [
        "\\texttt{tsf} violates \\texttt{bf} by $\\frac{1}{6}$",
        "user 2 & $\\frac{1}{3}$ & 1 & $\\frac{4}{3}$",
        "\\label{tab:tsf-bf-2u2s2r}",
    ] {
        assert!(table.contains(part), "no {part} in {table}");
    }
    for (begin, end) in [("\\begin{", "\\end{"), ("{", "}")] {
        assert_eq!(table.matches(begin).count(), table.matches(end).count());
    }
    // Every row of a table has as many cells as its head.
    for tabular in table.split("\\begin{tabular}").skip(1) {
        let cells = |line: &str| line.matches(" & ").count();
        let mut rows = tabular.lines().filter(|line| line.ends_with("\\\\"));
        let head = cells(rows.next().unwrap());
        assert!(rows.all(|row| cells(row) == head), "{tabular}");
    }
    let picture = out(&verify(&["export", record, "--svg"]));
    assert!(
        picture.starts_with("<svg")
            && picture.contains("user 1: 2/3")
            && picture.trim_end().ends_with("</svg>")
    );
    let output = verify(&["export", record]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("--latex"));
    let output = verify(&["export", "Cargo.toml", "--svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("Cargo.toml"), "{}", err(&output));
}

/// What a program answered stands in the record, on the instance and on the one of a lie: that is enough for a table and a picture.
#[test]
fn a_record_of_a_program_is_exported_without_it() {
    if !python() {
        return;
    }
    let made = folder("outside-exported");
    let rule = python_of(&root().join("examples/equal_tasks.py"));
    let at = |args: &[&str]| verify_in(&made, args);
    for (property, margin) in [("si", "1/6"), ("sp", "")] {
        let scope = "users=2,servers=1,resources=1,max=2";
        let found =
            at(&["--mech-command", &rule, "-p", property, "--scope", scope, "--no-archive", "--save"]);
        assert_eq!(found.status.code(), Some(1), "{}", said(&found));
        let file = format!("counterexamples/equal-tasks/equal-tasks-{property}-2u1s1r.toml");
        let table = said(&at(&["export", &file, "--latex"]));
        let margin = margin.replacen("1/6", "by $\\frac{1}{6}$", 1);
        assert!(table.contains("\\texttt{equal-tasks} violates") && table.contains(&margin), "{table}");
        let picture = said(&at(&["export", &file, "--svg"]));
        assert!(picture.starts_with("<svg"), "{picture}");
        // Another answer than the one that was judged violates by another margin.
        let other = std::fs::read_to_string(made.join(&file)).unwrap().replace("1/3", "2/7");
        std::fs::write(made.join("other.toml"), other).unwrap();
        let refused = at(&["export", "other.toml", "--latex"]);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(said(&refused).contains("--mech-command"), "{}", said(&refused));
    }
}
