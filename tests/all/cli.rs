//! The command line as users meet it: exit statuses, JSON fields, errors.

use std::path::Path;
use std::process::{Command, Output};

use fairwitness::archive::record::Record;
use fairwitness::document::{Document, files};
use serde_json::Value as Json;

use super::support::{folder, root};

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

fn json(args: &[&str]) -> (i32, Json) {
    let output = verify(&[args, &["--format", "json"]].concat());
    let document = serde_json::from_str(&out(&output))
        .unwrap_or_else(|e| panic!("{e}: {} {}", out(&output), err(&output)));
    (output.status.code().unwrap(), document)
}

const FIG1: &str = "model = \"cluster\"\ncapacity = [[9, 12, 100], [12, 12, 0]]\n\
    demand = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]\nweight = [1, 1, 2]\nresources = [\"CPU\", \"RAM\", \"net\"]\n";

#[test]
fn the_main_job_in_words() {
    let output = verify(&["--mech", "tsf", "--property", "bf"]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    for part in [
        "tsf violates bf",
        "who gets what",
        "so all users compete for it",
        "Max-min fairness would give",
        "margin: 1/6",
        "stands: for every",
        "replay: verify --mech tsf --property bf",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(err(&output).is_empty());
}

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
fn expectations_decide_the_exit_status() {
    let ask = |expect: &str| {
        verify(&["--mech", "tsf", "--property", "bf", "--expect", expect]).status.code().unwrap()
    };
    assert_eq!((ask("violated"), ask("unrefuted"), ask("holds")), (0, 1, 1));
    let (code, report) = json(&["--mech", "tsf", "--property", "po", "--budget", "200", "--no-archive"]);
    assert_eq!((code, report["verdict"].as_str()), (0, Some("unrefuted")));
    assert_eq!(report["searched"]["instances"], 200);
}

#[test]
fn mistakes_are_named_and_mended() {
    let mistakes: &[(&[&str], &str)] = &[
        (&["--mech", "tfs", "--property", "bf"], "did you mean `tsf`"),
        (&["--mech", "tsf", "--property", "fb-global"], "did you mean `bf-global`"),
        (&["--mech", "tsf", "--property", "bf", "--strategy", "randm"], "did you mean `random`?"),
        (&["--mech", "tsf"], "--property ID is missing"),
        (&["--property", "bf"], "--mech ID is missing"),
        (&["--mech", "tsf", "--property", "bf", "--scope", "user=3"], "a scope has no `user`"),
        (&["--mech", "tsf", "--property", "bf", "--scope", "users=0"], "from 1 to 64"),
        (&["--mech", "tsf", "--property", "bf", "--budget", "soon"], "is no budget"),
        (&["--mech", "tsf", "--property", "bf", "--instance", "nowhere.toml"], "nowhere.toml: no such file"),
        (&["run", "--mech", "tsf", "--instance", "nowhere.toml"], "no such file"),
        (&["explain", "fb-global"], "did you mean `bf-global`"),
        (&["replay", "nowhere"], "nowhere: no such file or folder"),
        (&["no-such-command"], "unrecognized subcommand"),
    ];
    for (args, expected) in mistakes {
        let output = verify(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(expected), "{args:?}: {}", err(&output));
        assert!(!err(&output).contains("panicked"));
    }
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
fn lists_and_pages() {
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
    for id in ["tsf", "bf", "cluster", "random"] {
        let output = verify(&["explain", id]);
        assert_eq!(output.status.code(), Some(0));
        assert!(out(&output).starts_with(id), "{}", out(&output));
    }
    let help = out(&verify(&["--help"]));
    assert!(help.contains("Examples:") && help.contains("Exit status"));
    for command in ["run", "replay", "shrink", "list", "explain"] {
        assert!(out(&verify(&[command, "--help"])).contains("Example"), "{command}");
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
        let args = [
            "--mech",
            "ps-dsf",
            "--property",
            "po",
            "--strategy",
            "random",
            "--seed",
            "5",
            "--no-archive",
            "--threads",
            threads,
            "--format",
            "json",
        ];
        out(&verify(&args))
    };
    assert_eq!(ask("1"), ask("2"));
    assert_eq!(ask("2"), ask("7"));
}

/// An option without effect beside other options is reported, or refused.
#[test]
fn options_that_do_nothing_are_told() {
    let output = verify(&["--mech", "tsf", "--property", "bf", "--expect", "holds"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("--instance"), "{}", err(&output));
    let file = "counterexamples/tsf-bf-2u2s2r.toml";
    let output = verify(&["--mech", "tsf", "--property", "bf", "--instance", file, "--budget", "500"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("--budget 500 has no effect"), "{}", err(&output));
    for budget in ["-1", "0", "0s"] {
        let output = verify(&["--mech", "tsf", "--property", "bf", "--budget", budget]);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("is no budget"), "{}", err(&output));
    }
}

/// The budget also bounds the judging of records.
#[test]
fn a_budget_bounds_all_that_is_judged() {
    for budget in [10, 300] {
        let text = budget.to_string();
        let (code, report) =
            json(&["--mech", "drf", "--property", "ef", "--budget", &text, "--strategy", "random"]);
        assert_eq!((code, report["verdict"].as_str()), (0, Some("unrefuted")));
        assert_eq!(report["searched"]["instances"].as_u64(), Some(budget));
    }
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
