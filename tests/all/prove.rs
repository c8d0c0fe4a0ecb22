//! Theorems: queries to solvers, and records as theorems of Coq. Where a solver or `coqc` is missing this is said, and
//! fails in CI.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fairwitness::archive::record::Record;
use fairwitness::document::{self, Document};
use fairwitness::library::coq::theorem;
use fairwitness::library::prove::query::Query;
use fairwitness::library::prove::scope::Scope;
use fairwitness::library::prove::term::{eq, int, le, product, real, sum};
use fairwitness::library::prove::value::{Value, rounded, values};
use serde_json::Value as Json;

use super::support::{files, load, r, root};

fn verify(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).args(args).current_dir(root()).output().unwrap()
}

fn json(args: &[&str]) -> (Option<i32>, Json) {
    let output = verify(&[args, &["--format", "json"]].concat());
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code(), document)
}

/// Whether a program is on the path; in CI it must be.
#[allow(clippy::print_stderr)]
fn there(program: &str, install: &str) -> bool {
    let found = std::env::split_paths(&std::env::var_os("PATH").unwrap()).any(|p| p.join(program).is_file());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "{program} is missing: {install}");
        eprintln!("{program} is missing, what it would check is not checked: {install}");
    }
    found
}

fn z3() -> bool {
    there("z3", "pip install z3-solver")
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fairwitness-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_query_is_written_as_solvers_read_it() {
    let (x, y) = (real("x"), real("y"));
    let half = fairwitness::library::prove::term::Term::Number(r("-1/2"));
    let linear = Query::new("one", "a sum", vec![le(&sum([x.clone(), half]), &int(3))]);
    assert_eq!(linear.logic(), "QF_LRA");
    assert!(linear.script().contains("(assert (<= (+ x (- (/ 1.0 2.0))) 3.0))"), "{}", linear.script());
    assert!(linear.script().contains("(declare-const x Real)"));
    let square = Query::new("two", "a product", vec![eq(&product([x, y]), &int(2))]);
    assert_eq!(square.logic(), "QF_NRA");
}

#[test]
fn values_are_read_as_solvers_print_them() {
    let text = "((x (/ 1.0 3.0))\n (y (- 2.5))\n (z (root-obj (+ (^ x 2) (- 2)) 1)) (b true))\n\
                ((x 0.3333?) (y (- 2.5)) (z (- 1.4142135623?)) (b true))";
    let found = values(text);
    assert_eq!(found["x"], Value::Exact(r("1/3")));
    assert_eq!(found["y"], Value::Exact(r("-5/2")));
    assert_eq!(found["b"], Value::Truth(true));
    // What is no fraction is rounded to the simplest one near it.
    assert_eq!(rounded(&found["z"], &r("1/100")), Some(r("-17/12")));
}

#[test]
fn scopes_are_read_and_printed() {
    let scope: Scope = "users=3, servers=1,resources=2,demands=positive,tasks=inf".parse().unwrap();
    assert_eq!(scope.to_string(), "users=3,servers=1,resources=2,demands=positive,tasks=inf");
    for (text, part) in [
        ("", "empty"),
        ("users", "name=value"),
        ("users=2,users=3", "twice"),
        ("users=0", "from 1 to 8"),
        ("max=3", "has no `max`"),
        ("demands=whole", "positive"),
    ] {
        let error = text.parse::<Scope>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn without_a_solver_it_is_said_what_to_install() {
    let output = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["prove", "--mech", "drf", "--property", "si"])
        .env("PATH", "")
        .current_dir(root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("pip install z3-solver"));
}

const POSITIVE: &str = "users=2,servers=2,resources=2,demands=positive";

fn prove(mechanism: &str, property: &str, scope: &str) -> (Option<i32>, Json) {
    json(&["prove", "--mech", mechanism, "--property", property, "--scope", scope])
}

#[test]
fn theorems_are_proved_at_small_sizes() {
    if !z3() {
        return;
    }
    let agents = "agents=3,resources=2";
    for (mechanism, property, scope) in [
        ("drf", "sp", "users=2,servers=1,resources=2"),
        ("drfh", "ef", POSITIVE),
        ("c-drfh", "po", POSITIVE),
        ("ps-dsf", "si", POSITIVE),
        ("ps-dsf-tdm", "po", POSITIVE),
        ("ddrf", "def", agents),
    ] {
        let (status, said) = prove(mechanism, property, scope);
        assert_eq!(
            (status, said["verdict"].as_str()),
            (Some(0), Some("proved")),
            "{mechanism} {property}: {said}"
        );
        let queries = said["queries"].as_array().unwrap();
        // A proof needs a specification that can be met.
        assert_eq!(queries[0]["answer"], "sat", "{said}");
        assert!(queries.iter().any(|q| q["answer"] == "unsat"), "{said}");
        assert_eq!(said["scope"], scope);
    }
}

#[test]
fn false_theorems_are_refuted_by_an_instance_that_replays() {
    if !z3() {
        return;
    }
    for (mechanism, property) in [("drfh", "si"), ("tsf", "si"), ("ps-dsf", "po")] {
        let folder = scratch(&format!("prove-{mechanism}"));
        let archive = folder.join("records").display().to_string();
        let kept = folder.join("queries");
        let (status, said) = json(&[
            "prove",
            "--mech",
            mechanism,
            "--property",
            property,
            "--scope",
            POSITIVE,
            "--save",
            "--archive",
            &archive,
            "--out",
            &kept.display().to_string(),
        ]);
        assert_eq!((status, said["verdict"].as_str()), (Some(1), Some("violated")), "{said}");
        assert!(said["witness"]["margin"].is_string(), "{said}");
        let replayed = verify(&["replay", &archive]);
        assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stdout));
        let asked = std::fs::read_dir(&kept).unwrap().count();
        assert_eq!(asked, said["queries"].as_array().unwrap().len());
    }
}

/// The specification as terms admits what the engine has certified, and the denial says what the property says: on every
/// instance on record the solver finds the violation, and none where the record's property is another that holds.
#[test]
fn terms_agree_with_the_engine_on_records() {
    if !z3() {
        return;
    }
    let mut seen = 0;
    for file in files("counterexamples", "toml") {
        let record = Record::read(&load(&file)).unwrap();
        let known =
            ["c-drfh", "cdrf", "drf", "drf-per-server", "drfh", "ps-dsf-tdm", "tsf", "uniform", "ddrf"];
        let asked = ["si", "po", "ef", "ef-aggregate", "bf", "bf-global", "dynamic-po"];
        if !known.contains(&record.mechanism.as_str()) || !asked.contains(&record.property.as_str()) {
            continue;
        }
        let name = file.display().to_string();
        let ask = |property: &str| {
            json(&[
                "prove",
                "--mech",
                &record.mechanism,
                "--property",
                property,
                "--instance",
                &name,
                "--budget",
                "20s",
            ])
        };
        let (status, said) = ask(&record.property);
        // Weights per resource have no form for solvers, which is said and not passed over.
        if matches!(record.instance.get("weight"), Some(document::Value::List(rows)) if matches!(rows[0], document::Value::List(_)))
        {
            assert_eq!(said["verdict"].as_str(), Some("out-of-scope"), "{name}: {said}");
            continue;
        }
        assert_eq!(status, Some(1), "{name}: {said}");
        seen += 1;
        // The engine's word on the same instance for properties that it decides.
        if record.model == "cluster" {
            let judged = verify(&["--mech", &record.mechanism, "--property", "si", "--instance", &name]);
            let (status, said) = ask("si");
            assert_eq!(status, judged.status.code(), "si, {name}: {said}");
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn every_real_lie_about_one_instance() {
    if !z3() {
        return;
    }
    let folder = scratch("prove-lies");
    let file = folder.join("pool.toml");
    std::fs::write(&file, "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n").unwrap();
    let name = file.display().to_string();
    let (status, said) = json(&["prove", "--mech", "drf", "--property", "sp-demand", "--instance", &name]);
    assert_eq!((status, said["verdict"].as_str()), (Some(0), Some("proved")), "{said}");
    // Two queries a user at least: the specification, and a lie that pays.
    assert!(said["queries"].as_array().unwrap().len() >= 3, "{said}");
}

fn compiled(folder: &Path, name: &str, text: &str) -> Output {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    Command::new("coqc").arg("-q").arg(&file).current_dir(folder).output().unwrap()
}

#[test]
fn records_are_theorems_that_coq_checks() {
    if !there("coqc", "apt-get install coq") {
        return;
    }
    let folder = scratch("coq");
    // One of every form: leximin, with two runs, bottlenecks, time, slices, and one that stands for the chosen outcome.
    for (at, name) in [
        "tsf-si-2u2s2r",
        "tsf-bf-2u2s2r",
        "cdrf-resource-monotone-2u1s2r",
        "drf-population-monotone-3u1s2r",
        "uniform-po-2u2s1r",
        "ps-dsf-po-2u2s2r",
    ]
    .iter()
    .enumerate()
    {
        let record = Record::read(&load(&root().join(format!("counterexamples/{name}.toml")))).unwrap();
        let text = theorem(name, &record).unwrap();
        let checked = compiled(&folder, &format!("record{at}.v"), &text);
        assert!(checked.status.success(), "{name}: {}", String::from_utf8_lossy(&checked.stderr));
        // Nothing is assumed but the axioms of the standard reals.
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(said.contains("Axioms:") || said.contains("Closed under"), "{said}");
        let foreign = said.lines().filter(|l| l.contains(" : ") || l.ends_with("dep") || l.ends_with("dec"));
        for line in foreign.filter(|l| !l.starts_with(' ')) {
            let known = ["ClassicalDedekindReals", "FunctionalExtensionality", "Classical_Prop"];
            assert!(known.iter().any(|k| line.starts_with(k)), "{line}");
        }
    }
}

#[test]
fn a_false_record_is_no_theorem() {
    if !there("coqc", "apt-get install coq") {
        return;
    }
    let folder = scratch("coq-false");
    let path = root().join("counterexamples/tsf-si-2u2s2r.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let of = |text: &str| Record::read(&Document::parse("r.toml", text).unwrap()).unwrap();
    // The other user is said to be short.
    let (from, to) =
        if text.contains("agent = 0") { ("agent = 0", "agent = 1") } else { ("agent = 1", "agent = 0") };
    let other = theorem("false", &of(&text.replace(from, to))).unwrap();
    assert!(!compiled(&folder, "other.v", &other).status.success());
    // The instance is another one, to which the outcome does not belong.
    let richer = text.replacen("capacity = [[0, 1], [1, 1]]", "capacity = [[0, 1], [5, 5]]", 1);
    assert_ne!(richer, text);
    assert!(!compiled(&folder, "richer.v", &theorem("false", &of(&richer)).unwrap()).status.success());
}

#[test]
fn what_is_not_written_as_a_theorem_is_named() {
    let path = root().join("counterexamples/drf-tasks-po-2u1s1r.toml");
    let record = Record::read(&load(&path)).unwrap();
    let error = theorem("r", &record).unwrap_err().to_string();
    assert!(error.contains("`drf-tasks`") && error.contains("tsf"), "{error}");
    let output = verify(&["export", &path.display().to_string(), "--coq"]);
    assert_eq!(output.status.code(), Some(2));
}
