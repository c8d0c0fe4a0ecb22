//! Theorems: queries to solvers, and records as theorems of Coq. Without a solver or `coqc` the tests report that
//! and pass, except in CI.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use fairwitness::archive::record::Record;
use fairwitness::document::{self, Document};
use fairwitness::library::claims::Library;
use fairwitness::library::coq::theorem;
use fairwitness::library::matrix::{CellState, matrix};
use fairwitness::library::prove::pool::Weights;
use fairwitness::library::prove::proof::{Question, Subject, Verdict, askable};
use fairwitness::library::prove::query::Query;
use fairwitness::library::prove::scope::ProofScope;
use fairwitness::library::prove::solver::find;
use fairwitness::library::prove::term::{eq, int, le, product, real, sum};
use fairwitness::library::prove::value::{Value, rounded, values};
use fairwitness::linear::{Patience, Stop};
use fairwitness::model::Hypothesis;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{Answer, bench_of, model};
use rand::{RngExt as _, SeedableRng as _};
use rayon::prelude::*;
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

/// Returns `true` if a program is on the path; in CI it must be.
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
        ("users=0", "from 1 to 8"),
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

/// Random numbers, and random instances with every feature of instance files.
struct Draw(ChaCha8Rng);

/// The features of random instances.
#[derive(Clone, Copy)]
struct Drawn {
    users: usize,
    servers: usize,
    resources: usize,
    positive: bool,
    equal_weights: bool,
    one_weight: bool,
    anywhere: bool,
    somewhere: bool,
    endless: bool,
    rates: bool,
}

impl Drawn {
    /// The features that the hypotheses do not exclude; an unknown hypothesis fails the test.
    fn under(scope: &ProofScope, hypothesis: &[String]) -> Drawn {
        let ProofScope { users, servers, resources, .. } = *scope;
        let mut drawn = Drawn::any(users, servers, resources);
        for sentence in hypothesis {
            match sentence.as_str() {
                "every demand is above zero" => drawn.positive = true,
                "all weights are equal" => drawn.equal_weights = true,
                "each user has one weight for all resources" => drawn.one_weight = true,
                "each user may run on every server" => drawn.anywhere = true,
                "each user may run on at least one server" => drawn.somewhere = true,
                "no user's tasks are finite" => drawn.endless = true,
                "the tasks per whole server follow from demands and capacities, and no rates are given" => {
                    drawn.rates = false;
                }
                other => panic!("{other}"),
            }
        }
        drawn
    }

    fn any(users: usize, servers: usize, resources: usize) -> Drawn {
        let (positive, equal_weights, one_weight, anywhere, somewhere, endless) =
            (false, false, false, false, false, false);
        Drawn {
            users,
            servers,
            resources,
            positive,
            equal_weights,
            one_weight,
            anywhere,
            somewhere,
            endless,
            rates: true,
        }
    }
}

type Field = (String, document::Value);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0.random_range(0..n)
    }

    fn chance(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A random small integer or fraction, at least `least`.
    fn number(&mut self, least: u64) -> Rational {
        let whole = i64::try_from(least + self.below(4)).unwrap();
        let parts = i64::try_from(1 + self.below(3)).unwrap();
        if self.chance() { Rational::int(whole) } else { Rational::new(whole, parts) }
    }

    fn row(&mut self, length: usize, least: u64) -> Vec<Rational> {
        (0..length).map(|_| self.number(least)).collect()
    }

    fn rows(&mut self, count: usize, length: usize, least: u64) -> Vec<Vec<Rational>> {
        (0..count).map(|_| self.row(length, least)).collect()
    }

    fn demands(&mut self, count: usize, length: usize, positive: bool) -> Vec<Vec<Rational>> {
        let mut rows = self.rows(count, length, u64::from(positive));
        for row in rows.iter_mut().filter(|row| row.iter().all(Rational::is_zero)) {
            let at = usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap();
            row[at] = Rational::int(1);
        }
        rows
    }

    /// Capacities and demands of zero, weights per user or per resource, users without eligible servers, no tasks or
    /// parts of tasks, rates of zero: each occurs in some instances and not in others.
    fn cluster(&mut self, drawn: Drawn) -> Document {
        let Drawn { users, servers, resources, .. } = drawn;
        let table = |rows: &[Vec<Rational>]| document::Value::matrix(rows);
        let mut fields: Vec<Field> = vec![
            ("model".to_string(), document::Value::text("cluster")),
            ("capacity".to_string(), table(&self.rows(servers, resources, 0))),
            ("demand".to_string(), table(&self.demands(users, resources, drawn.positive))),
        ];
        let kinds = if drawn.equal_weights {
            1
        } else if drawn.one_weight {
            2
        } else {
            3
        };
        match self.below(kinds) {
            0 => {}
            1 => fields.push(("weight".to_string(), document::Value::numbers(&self.row(users, 1)))),
            _ => fields.push(("weight".to_string(), table(&self.rows(users, resources, 1)))),
        }
        if !drawn.anywhere && self.chance() {
            let mut sets = Vec::new();
            for _ in 0..users {
                let mut set: Vec<usize> = (0..servers).filter(|_| self.below(3) > 0).collect();
                if set.is_empty() && drawn.somewhere {
                    set.push(0);
                }
                sets.push(document::Value::indexes(set));
            }
            fields.push(("eligible".to_string(), document::Value::List(sets)));
        }
        if !drawn.endless && self.chance() {
            let mut has = || {
                if self.chance() {
                    document::Value::text("inf")
                } else {
                    document::Value::Number(self.number(0))
                }
            };
            fields.push(("tasks".to_string(), document::Value::List((0..users).map(|_| has()).collect())));
        }
        if drawn.rates && self.below(4) == 0 {
            fields.push(("rate".to_string(), table(&self.rows(users, servers, 0))));
        }
        Document { file: "drawn".to_string(), root: document::Value::Table(fields) }
    }

    /// Demands of zero, and fewer arrivals than declared agents.
    fn arrivals(&mut self, agents: usize, resources: usize) -> Document {
        let arrive = 1 + usize::try_from(self.below(u64::try_from(agents).unwrap())).unwrap();
        let fields: Vec<Field> = vec![
            ("model".to_string(), document::Value::text("arrivals")),
            ("agents".to_string(), document::Value::index(agents)),
            ("demand".to_string(), document::Value::matrix(&self.demands(arrive, resources, false))),
        ];
        Document { file: "drawn".to_string(), root: document::Value::Table(fields) }
    }

    fn covering(&mut self) -> Document {
        let (resources, tasks) = (2 + self.below(4), 1 + self.below(2));
        let count = |n: u64| usize::try_from(n).unwrap();
        let mut fields: Vec<Field> = vec![("model".to_string(), document::Value::text("covering"))];
        if self.chance() {
            // Sizes of 1, and whole demands.
            fields.push(("cost".to_string(), document::Value::numbers(&self.row(count(resources), 1))));
            let demand = vec![document::Value::Integer(1); count(tasks)];
            fields.push(("demand".to_string(), document::Value::List(demand)));
            return Document { file: "drawn".to_string(), root: document::Value::Table(fields) };
        }
        let size = self.row(count(resources), 1);
        // Each task demands a part of all resources.
        let parts = Rational::int(i64::try_from(tasks + self.below(3)).unwrap());
        let all = size.iter().fold(Rational::int(0), |all, size| all + size);
        let demand: Vec<Rational> = (0..tasks).map(|_| &all / &parts).collect();
        fields.push(("cost".to_string(), document::Value::numbers(&self.row(count(resources), 1))));
        fields.push(("size".to_string(), document::Value::numbers(&size)));
        fields.push(("demand".to_string(), document::Value::numbers(&demand)));
        Document { file: "drawn".to_string(), root: document::Value::Table(fields) }
    }
}

/// The number of random instances for which the property was decided, with a limit on instances and time, and the
/// first instance that violates it.
fn judged(
    mechanism: &str,
    property: &str,
    count: u64,
    mut draw: impl FnMut(&mut Draw) -> Option<Document>,
) -> (usize, Option<document::Value>) {
    let bench = bench_of(mechanism).unwrap();
    let mut random = Draw(ChaCha8Rng::seed_from_u64(count));
    let mut decided = 0;
    let until = Instant::now() + Duration::from_millis(250);
    for number in 0..count {
        if number > 20 && Instant::now() > until {
            break;
        }
        let Some(document) = draw(&mut random) else { continue };
        let ruling =
            bench.rulings(mechanism, &[property], &document, &Patience::unlimited()).unwrap().remove(0);
        match ruling.answer {
            Answer::Violated => return (decided, Some(document.root)),
            Answer::Holds => decided += 1,
            _ => {}
        }
    }
    (decided, None)
}

/// A theorem about every instance of a size is violated by no random instance of that size, with every feature that
/// its hypothesis does not exclude.
#[test]
fn random_instances_keep_to_what_is_proved() {
    let Some(solver) = z3().then(|| find("z3").unwrap()) else { return };
    let solvers = [solver];
    let mut questions: Vec<(&str, &str, ProofScope)> = Vec::new();
    let [(_, on_arrivals, of_arrivals), (_, mechanisms, properties)] = askable();
    for mechanism in &mechanisms {
        let sizes = match *mechanism {
            "drf" => [
                "users=2,servers=1,resources=2",
                "users=3,servers=1,resources=1",
                "weights=user,users=2,servers=1,resources=2",
            ],
            _ => [
                "users=2,servers=1,resources=2",
                "users=2,servers=2,resources=1",
                "demands=positive,users=2,servers=1,resources=2",
            ],
        };
        for property in &properties {
            questions.extend(sizes.iter().map(|scope| (*mechanism, *property, scope.parse().unwrap())));
        }
    }
    for mechanism in &on_arrivals {
        questions
            .extend(of_arrivals.iter().map(|p| (*mechanism, *p, "agents=2,resources=2".parse().unwrap())));
    }
    let proved: Vec<bool> = questions
        .par_iter()
        .map(|&(mechanism, property, scope)| {
            let bench = bench_of(mechanism).unwrap();
            let (subject, budget) = (Subject::Every(scope), Duration::from_secs(4));
            let stop = Stop::new();
            let question = Question { bench, mechanism, property, subject, budget, out: None, stop: &stop };
            let proof = question.put(&solvers).unwrap();
            if proof.verdict != Verdict::Proved {
                return false;
            }
            let drawn = Drawn::under(&scope, &proof.hypothesis);
            let (decided, violated) = judged(mechanism, property, 300, |draw| match bench.model() {
                "arrivals" => Some(draw.arrivals(scope.users, scope.resources)),
                _ => Some(draw.cluster(drawn)),
            });
            assert_eq!(violated, None, "{mechanism} {property} {scope}: proved with {:?}", proof.hypothesis);
            let never_decided = ["sp", "sp-demand"].contains(&property);
            assert!(decided > 5 || never_decided, "{mechanism} {property} {scope}: {decided}");
            true
        })
        .collect();
    let count = proved.iter().filter(|proved| **proved).count();
    assert!(count > 90, "{count} of {} are proved", questions.len());
    // The instances have enough variety: without its hypothesis a proved theorem is violated.
    let scope: ProofScope = "users=2,servers=1,resources=2,weights=user".parse().unwrap();
    for property in ["si", "bf", "bf-global"] {
        let bench = bench_of("drf").unwrap();
        let (subject, budget) = (Subject::Every(scope), Duration::from_secs(20));
        let stop = Stop::new();
        let mechanism = "drf";
        let question = Question { bench, mechanism, property, subject, budget, out: None, stop: &stop };
        assert_eq!(question.put(&solvers).unwrap().verdict, Verdict::Proved, "{property}");
        let (_, violated) = judged("drf", property, 2000, |draw| Some(draw.cluster(Drawn::any(2, 1, 2))));
        assert!(violated.is_some(), "{property}");
    }
}

/// No random instance violates a cell that the matrix calls proved.
#[test]
fn random_instances_keep_to_the_matrix() {
    let library = Library::open(&root()).unwrap();
    let (mut proved, mut seen) = (Vec::new(), BTreeSet::new());
    for id in ["arrivals", "cluster", "covering"] {
        for hypothesis in Hypothesis::ALL {
            let cells = matrix(&library, &root(), model(id).unwrap(), hypothesis).unwrap();
            for cell in cells {
                // A cell proved without hypothesis comes first, and is then proved under each hypothesis.
                let named = (id, cell.mechanism, cell.property);
                if matches!(cell.state, CellState::Proved { .. }) && seen.insert(named) {
                    proved.push((id, hypothesis, cell));
                }
            }
        }
    }
    assert!(proved.len() > 100, "{}", proved.len());
    let decided: Vec<usize> = proved
        .par_iter()
        .map(|(id, hypothesis, cell)| {
            let bench = model(id).unwrap();
            let draw = |draw: &mut Draw| {
                let document = match *id {
                    "arrivals" => draw.arrivals(3, 2),
                    "covering" => draw.covering(),
                    _ => {
                        let size =
                            |draw: &mut Draw, most: u64| 1 + usize::try_from(draw.below(most)).unwrap();
                        let (users, resources) = (size(draw, 3), size(draw, 2));
                        let servers = if cell.mechanism.starts_with("drf") { 1 } else { size(draw, 2) };
                        draw.cluster(Drawn::any(users, servers, resources))
                    }
                };
                let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned();
                bench.admits(*hypothesis, &document::Value::Table(fields.collect())).then_some(document)
            };
            let (decided, violated) = judged(cell.mechanism, cell.property, 1000, draw);
            assert_eq!(violated, None, "{} {} under {}", cell.mechanism, cell.property, hypothesis.id());
            decided
        })
        .collect();
    let silent = decided.iter().filter(|decided| **decided == 0).count();
    assert!(silent * 2 < decided.len(), "{silent} of {}", decided.len());
}

/// A solver that leaves a process with its output open does not delay `prove`, and neither does one that never
/// prints its version; the remaining process is ended.
#[test]
fn a_solver_that_forks_does_not_hang() {
    let folder = scratch("prove-forks");
    let left = folder.join("left");
    let program = folder.join("z3");
    let script = format!(
        "#!/bin/sh\nsleep 100 &\necho $! >> {}\necho unknown\n[ \"$1\" = --version ] || echo unknown\n",
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
    let folder = scratch("prove-folder");
    let (temporary, seen) = (folder.join("tmp"), folder.join("seen"));
    std::fs::create_dir(&temporary).unwrap();
    // A link under a predictable name would lead elsewhere.
    let program = folder.join("z3");
    let script = format!(
        "#!/bin/sh\nfor last; do :; done\n[ -f \"$last\" ] && stat -c '%a %n' \"$(dirname \"$last\")\" >> {}\necho unknown\n",
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
    let folder = scratch("prove-lies");
    let file = folder.join("pool.toml");
    std::fs::write(&file, "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n").unwrap();
    let name = file.display().to_string();
    let (status, said) = json(&["prove", "--mech", "drf", "--property", "sp-demand", "--instance", &name]);
    assert_eq!((status, said["verdict"].as_str()), (Some(0), Some("proved")), "{said}");
    // At least two queries per user: the specification, and a lie that gains.
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
    // One record of every form: leximin, with two runs, bottlenecks, time, slices, and one that stands for the
    // chosen outcome.
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
        // The only axioms are those of the standard reals.
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
    // The altered theorem claims that the other user is below its share.
    let (from, to) =
        if text.contains("agent = 0") { ("agent = 0", "agent = 1") } else { ("agent = 1", "agent = 0") };
    let other = theorem("false", &of(&text.replace(from, to))).unwrap();
    assert!(!compiled(&folder, "other.v", &other).status.success());
    // The altered theorem has another instance, to which the outcome does not belong.
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
