//! `verify prove`: queries to solvers, theorems of small sizes, and their agreement with the engine. Without a solver
//! the tests report that and pass, except in CI.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use fairwitness::archive::record::Record;
use fairwitness::library::prove::pool::Weights;
use fairwitness::library::prove::query::Query;
use fairwitness::library::prove::scope::ProofScope;
use fairwitness::library::prove::term::{eq, int, le, product, real, sum};
use fairwitness::library::prove::value::{Value, rounded, values};
use serde_json::Value as Json;

use super::support::{folder, load, r, records, root, there, verify};

fn json(args: &[&str]) -> (Option<i32>, Json) {
    let output = verify(&[args, &["--format", "json"]].concat());
    let document = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code(), document)
}

#[track_caller]
pub fn z3() -> bool {
    there("z3", "pip install z3-solver")
}

#[test]
fn a_query_is_written_as_solvers_read_it() {
    let (x, y) = (real("x"), real("y"));
    let half = fairwitness::library::prove::term::Term::Number(r("-1/2"));
    let linear = Query::new("one", "a sum", vec![le(sum([x.clone(), half]), int(3))]);
    assert_eq!(linear.logic(), "QF_LRA");
    assert!(linear.script().contains("(assert (<= (+ x (- (/ 1.0 2.0))) 3.0))"), "{}", linear.script());
    assert!(linear.script().contains("(declare-const x Real)"));
    let square = Query::new("two", "a product", vec![eq(product([x, y]), int(2))]);
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
    // A value that is no fraction is rounded to the simplest fraction near it.
    assert_eq!(rounded(&found["z"], &r("1/100")), Some(r("-17/12")));
}

#[test]
fn scopes_are_read_and_printed() {
    let scope: ProofScope = "users=3, servers=1,resources=2,demands=positive,tasks=inf".parse().unwrap();
    assert_eq!(scope.to_string(), "users=3,servers=1,resources=2,demands=positive,tasks=inf");
    let text = "users=2,servers=1,resources=2,weights=user,eligible=some,rates=none";
    assert_eq!(text.parse::<ProofScope>().unwrap().to_string(), text);
    assert_eq!("weights=equal,eligible=all".parse::<ProofScope>().unwrap().weights, Weights::Equal);
    for (text, part) in [
        ("", "empty"),
        ("weights=resource", "`equal`, `user` (one for each user) or `any`"),
        ("eligible=one", "`all`, `some` (at least one for each user) or `any`"),
        ("rates=all", "`none` or `any`"),
        ("size=3", "weights=equal|user, eligible=all|some, tasks=inf and rates=none"),
        ("users", "name=value"),
        ("users=2,users=3", "twice"),
        ("users=0", "from 1 on"),
        ("max=3", "has no `max`"),
        ("demands=whole", "positive"),
    ] {
        let error = text.parse::<ProofScope>().unwrap_err().to_string();
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
        // A proof needs a specification that can be satisfied.
        assert_eq!(queries[0]["answer"], "sat", "{said}");
        assert!(queries.iter().any(|q| q["answer"] == "unsat"), "{said}");
        assert_eq!(said["scope"], scope);
    }
}

/// DRF is for one server, DRFH for any number.
#[test]
fn without_a_scope_the_size_suits_the_mechanism() {
    if !z3() {
        return;
    }
    for (mechanism, scope) in
        [("drf", "users=2,servers=1,resources=2"), ("drfh", "users=2,servers=2,resources=2")]
    {
        let (code, proof) = json(&["prove", "--mech", mechanism, "--property", "ef"]);
        assert_eq!(proof["scope"], scope, "{proof}");
        assert_eq!((code, &proof["verdict"]), (Some(0), &"proved".into()), "{proof}");
    }
    // A scope that the user names is kept.
    let (code, proof) = prove("drf", "ef", "users=2,servers=2,resources=2");
    assert_eq!((code, &proof["verdict"]), (Some(3), &"out-of-scope".into()), "{proof}");
}

#[test]
fn false_theorems_are_refuted_by_an_instance_that_replays() {
    if !z3() {
        return;
    }
    for (mechanism, property) in [("drfh", "si"), ("tsf", "si"), ("ps-dsf", "po")] {
        let folder = folder(&format!("prove-{mechanism}"));
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

/// Sharing incentive of DRF is false with weights per user and resource, which the mechanism accepts; with one
/// weight per user it is proved, under a hypothesis that the output names. The three sizes once took longer than 20
/// s.
#[test]
fn a_proof_says_what_it_leaves_out() {
    if !z3() {
        return;
    }
    let (status, said) = prove("drf", "si", "users=2,servers=1,resources=2");
    assert_eq!((status, said["verdict"].as_str()), (Some(1), Some("violated")), "{said}");
    assert_eq!(said["hypothesis"], serde_json::json!([]));
    assert!(said["instance"]["weight"][0].is_array(), "{said}");
    let proved = |mechanism: &str, scope: &str, hypothesis: &[&str]| {
        let (status, said) =
            json(&["prove", "--mech", mechanism, "--property", "si", "--scope", scope, "--budget", "20s"]);
        assert_eq!((status, said["verdict"].as_str()), (Some(0), Some("proved")), "{scope}: {said}");
        assert_eq!(said["hypothesis"], serde_json::json!(hypothesis), "{mechanism} {scope}");
    };
    let one_weight = "each user has one weight for all resources";
    proved("drf", "users=2,servers=1,resources=2,weights=user", &[one_weight]);
    proved("drf", "users=3,servers=1,resources=2,weights=user", &[one_weight]);
    proved("drf-per-server", "users=2,servers=2,resources=2", &[]);
    proved("ps-dsf", "users=2,servers=2,resources=2", &[]);
    // A mechanism that accepts one weight per user and unlimited tasks only needs no hypothesis for this scope.
    proved("ps-dsf", "users=2,servers=1,resources=1,weights=user,tasks=inf", &[]);
    let all = "users=2,servers=1,resources=1,demands=positive,weights=equal,eligible=some,tasks=inf";
    let assumed = [
        "every demand is above zero",
        "all weights are equal",
        "each user may run on at least one server",
        "no user's tasks are finite",
    ];
    proved("drf", all, &assumed);
    let rates = "the tasks per whole server follow from demands and capacities, and no rates are given";
    proved("ps-dsf-tdm", "users=2,servers=1,resources=1,rates=none", &[rates]);
    let text = verify(&["prove", "--mech", "drf", "--property", "si", "--scope", all]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(assumed.iter().all(|sentence| text.contains(&format!("hypothesis: {sentence}\n"))), "{text}");
    let (_, said) = prove("ddrf", "dynamic-si", "agents=2,resources=2,demands=positive");
    assert_eq!(said["hypothesis"], serde_json::json!(["every demand is above zero"]));
}

/// A solver that leaves a process with its output open does not delay `prove`, and neither does one that never
/// prints its version; the remaining process is ended.
#[test]
fn a_solver_that_forks_does_not_hang() {
    let folder = folder("prove-forks");
    let left = folder.join("left");
    let program = folder.join("z3");
    let script = format!(
        "#!/bin/sh\nsleep 100 &\necho $! >> '{}'\necho unknown\n[ \"$1\" = --version ] || echo unknown\n",
        left.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let before = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["prove", "--mech", "drf", "--property", "si", "--budget", "5s"])
        .args(["--scope", "users=2,servers=1,resources=2", "--format", "json", "--solver", "z3"])
        .env("PATH", path)
        .current_dir(root())
        .output()
        .unwrap();
    assert!(before.elapsed() < Duration::from_secs(30), "{:?}", before.elapsed());
    let said: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), said["verdict"].as_str()), (Some(3), Some("undecided")), "{said}");
    let text = std::fs::read_to_string(&left).unwrap();
    let alive = |id: &str| {
        let command = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        command.contains("sleep")
    };
    let until = Instant::now() + Duration::from_secs(5);
    while text.lines().any(alive) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(text.lines().count() > 1 && !text.lines().any(alive), "{text}");
}

/// Without `--out`, queries are in a new folder that no other user can enter and that is removed afterwards.
#[test]
fn queries_stand_in_a_safe_folder() {
    let folder = folder("prove-folder");
    let (temporary, seen) = (folder.join("tmp"), folder.join("seen"));
    std::fs::create_dir(&temporary).unwrap();
    // A link under a predictable name would lead elsewhere.
    let program = folder.join("z3");
    let script = format!(
        "#!/bin/sh\nfor last; do :; done\n[ -f \"$last\" ] && stat -c '%a %n' \"$(dirname \"$last\")\" >> '{}'\necho unknown\n",
        seen.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["prove", "--mech", "drfh", "--property", "si", "--budget", "5s", "--solver", "z3"])
        .env("PATH", format!("{}:/usr/bin:/bin", folder.display()))
        .env("TMPDIR", &temporary)
        .current_dir(root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    let seen = std::fs::read_to_string(&seen).unwrap();
    let (mode, name) = seen.lines().next().unwrap().split_once(' ').unwrap();
    assert_eq!(mode, "700", "{seen}");
    assert!(Path::new(name).starts_with(&temporary), "{seen}");
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
}

/// The terms of a specification admit the outcomes that the engine has certified, and the terms of a denial agree
/// with the property: on every instance on record the solver finds the violation, and finds none for another
/// property that holds.
#[test]
fn terms_agree_with_the_engine_on_records() {
    if !z3() {
        return;
    }
    let mut seen = 0;
    for file in records() {
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
        assert_eq!(status, Some(1), "{name}: {said}");
        seen += 1;
        // The engine's verdict on the instance for properties that it decides.
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
    let folder = folder("prove-lies");
    let file = folder.join("pool.toml");
    std::fs::write(&file, "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n").unwrap();
    let name = file.display().to_string();
    let (status, said) = json(&["prove", "--mech", "drf", "--property", "sp-demand", "--instance", &name]);
    assert_eq!((status, said["verdict"].as_str()), (Some(0), Some("proved")), "{said}");
    // At least two queries per user: the specification, and a lie that gains.
    assert!(said["queries"].as_array().unwrap().len() >= 3, "{said}");
}
