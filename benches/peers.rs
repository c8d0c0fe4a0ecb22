//! The figures of the workbench beside those of other programs, in one run: exact linear programmes, judging,
//! searching, enumerating.
//!
//! `cargo bench --bench peers` prints the table. `cargo bench --bench peers -- --write` also writes it for
//! the book. For a missing peer, the output says how to install it. `-- lp`, `judge`, `search` or `enumerate`
//! selects one part.
//!
//! Each peer runs in its own process, reads the same input and times itself, so that the start of its process
//! is not counted. The bench fails if a value of a peer differs from that of the workbench.

#![allow(clippy::print_stdout, clippy::panic)]

mod alike;
mod cell;
mod kept;
mod median;

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use cell::cell;
use chacha20::ChaCha8Rng;
use fairwitness::instances::{self, Scope};
use fairwitness::linear::{Patience, Program, Solution, Stop, solve};
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::model::{Hypothesis, Model as _};
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Verdict, run_of};
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, model};
use median::seconds;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rand::{RngExt, SeedableRng};

/// One row of the table: the quantity, the program measured, its seconds, and the ratio to ours.
struct Row {
    what: String,
    who: &'static str,
    figure: Result<f64, String>,
    ratio: Option<f64>,
}

#[derive(Default)]
struct Table(Vec<Row>);

impl Table {
    fn ours(&mut self, what: &str, seconds: f64) {
        self.push(Row { what: what.to_string(), who: "fairwitness", figure: Ok(seconds), ratio: None });
    }

    /// A peer's row, after the row of ours that it is compared with.
    fn peer(&mut self, what: &str, who: &'static str, figure: Result<f64, String>) {
        let ours = self.0.iter().rev().find(|row| row.what == what && row.who == "fairwitness");
        let ours = ours.and_then(|row| row.figure.clone().ok());
        let ratio = ours.zip(figure.as_ref().ok()).map(|(ours, theirs)| theirs / ours);
        self.push(Row { what: what.to_string(), who, figure, ratio });
    }

    fn push(&mut self, row: Row) {
        let ratio = row.ratio.map_or(String::new(), |x| format!("{x:>9.2} times ours"));
        println!("{:<54} {:<18} {:>12}  {ratio}", row.what, row.who, shown(&row.figure));
        self.0.push(row);
    }

    fn page(&self) -> String {
        let mut page = String::from(
            "What each takes, and how many times that is of ours, side by side in one run; built in one unit, without \
             link-time optimisation. Made by `cargo bench --bench peers -- --write`.\n\n| what | who | each | times ours |\n|---|---|--:|--:|\n",
        );
        for row in &self.0 {
            let ratio = row.ratio.map_or(String::new(), |x| format!("{x:.2}"));
            let _ = writeln!(page, "| {} | {} | {} | {ratio} |", row.what, row.who, shown(&row.figure));
        }
        page
    }
}

/// Seconds in a readable unit.
fn shown(figure: &Result<f64, String>) -> String {
    match figure {
        Err(why) => why.clone(),
        Ok(s) if *s >= 1.0 => format!("{s:.2} s"),
        Ok(s) if *s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        Ok(s) => format!("{:.3} us", s * 1e6),
    }
}

/// The folder in which peers are built.
fn workshop() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("peers");
    std::fs::create_dir_all(&folder).expect("a folder to build in");
    folder
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches").join("peers").join(name)
}

/// A peer as a command, or the missing tool or library.
fn compiled(compiler: &str, name: &str, libraries: &[&str], package: &str) -> Result<Command, String> {
    let program = workshop().join(name.replace('.', "-"));
    let mut build = Command::new(compiler);
    build.arg("-O2").arg(source(name)).arg("-o").arg(&program).args(libraries);
    match build.stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(Command::new(program)),
        _ => Err(format!("missing: {package}")),
    }
}

/// A Python peer that needs a package, or the missing package. `PEERS_PYTHON` names another interpreter.
fn python(module: &str) -> Result<Command, String> {
    let interpreter = std::env::var("PEERS_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let probe = Command::new(&interpreter)
        .args(["-c", &format!("import {module}")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match probe {
        Ok(status) if status.success() => Ok(Command::new(interpreter)),
        Ok(_) => Err(format!("missing: pip install {module}")),
        Err(_) => Err("missing: python3".to_string()),
    }
}

fn first_number(command: &mut Command) -> Result<f64, String> {
    let output = command.stderr(Stdio::null()).output().map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or_else(|| "failed".to_string())
}

/// The time of a peer for one size of programmes, in seconds.
const PATIENCE: &str = "20";

/// The median time per programme in seconds, from a peer that reads programmes and prints the time and the value of
/// each.
fn solved_by(command: Result<Command, String>, input: &str, values: &[Rational]) -> Result<f64, String> {
    let command = command?;
    let mut limited = Command::new("timeout");
    limited.arg(PATIENCE).arg(command.get_program()).args(command.get_args());
    let mut child = limited
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| e.to_string())?;
    let mut stdin = child.stdin.take().ok_or("no input")?;
    let text = input.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let mut times = Vec::new();
    let answers =
        text.lines().filter_map(|line| line.split_once(' ')).filter(|(t, _)| t.parse::<f64>().is_ok());
    for ((time, value), ours) in answers.zip(values) {
        let near = ours.to_f64();
        let theirs = match value.trim().split_once('/') {
            Some((p, q)) => quotient(p, q),
            None => value.trim().parse().unwrap_or(f64::NAN),
        };
        assert!((theirs - near).abs() <= 1e-9 * near.abs().max(1.0), "the peer says {value}, we {ours}");
        times.push(time.parse().unwrap_or(f64::NAN));
    }
    if times.is_empty() {
        return Err(format!("none in {PATIENCE} s"));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}

/// The quotient of two whole numbers that may be longer than a float holds.
fn quotient(p: &str, q: &str) -> f64 {
    let exact: Option<Rational> = format!("{p}/{q}").parse().ok();
    exact.map_or(f64::NAN, |x| x.to_f64())
}

/// Programmes with small integers, feasible and bounded, because every variable is in a row.
fn programmes(
    count: usize,
    rows: usize,
    variables: usize,
    density: f64,
    seed: u64,
) -> (Vec<Program>, String) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut text = format!("{count}\n");
    let mut all = Vec::new();
    for _ in 0..count {
        let mut program = Program::new(variables);
        let objective: Vec<i64> = (0..variables).map(|_| rng.random_range(1..=9)).collect();
        let _ = writeln!(text, "{rows} {variables}");
        let _ = writeln!(text, "{}", objective.iter().map(i64::to_string).collect::<Vec<_>>().join(" "));
        program.objective = objective.into_iter().map(Rational::int).collect();
        let mut matrix: Vec<Vec<(usize, i64)>> = vec![Vec::new(); rows];
        for v in 0..variables {
            let sure = rng.random_range(0..rows);
            for (r, row) in matrix.iter_mut().enumerate() {
                if r == sure || rng.random::<f64>() < density {
                    row.push((v, rng.random_range(1..=9)));
                }
            }
        }
        for row in matrix {
            let bound: i64 = rng.random_range(10..=99);
            let _ = write!(text, "{} {bound}", row.len());
            row.iter().for_each(|(v, c)| {
                let _ = write!(text, " {v} {c}");
            });
            text.push('\n');
            program
                .at_most(row.into_iter().map(|(v, c)| (v, Rational::int(c))).collect(), Rational::int(bound));
        }
        all.push(program);
    }
    (all, text)
}

fn value(program: &Program) -> Rational {
    match solve(program, &Patience::unlimited()).expect("nothing cuts it short") {
        Solution::Optimal { value, .. } => value,
        other => panic!("feasible and bounded, but {other:?}"),
    }
}

fn linear_programmes(table: &mut Table) {
    for (count, rows, variables, density) in
        [(1000, 6, 8, 1.0), (20, 50, 100, 0.05), (10, 100, 200, 0.05), (3, 200, 400, 0.05)]
    {
        let (programs, input) = programmes(count, rows, variables, density, 7);
        let what = format!("exact LP, {rows} x {variables}, {} % dense", density * 100.0);
        let values: Vec<Rational> = programs.iter().map(value).collect();
        let mut times: Vec<f64> = programs
            .iter()
            .map(|program| {
                let repeat = if rows < 10 { 20 } else { 1 };
                let start = Instant::now();
                (0..repeat).for_each(|_| {
                    black_box(
                        solve(black_box(program), &Patience::unlimited()).expect("nothing cuts it short"),
                    );
                });
                start.elapsed().as_secs_f64() / f64::from(repeat)
            })
            .collect();
        times.sort_by(f64::total_cmp);
        table.ours(&what, times[times.len() / 2]);
        let qsopt = compiled("cc", "qsopt.c", &["-lqsopt_ex", "-lgmp"], "libqsopt-ex-dev");
        table.peer(&what, "QSopt_ex", solved_by(qsopt, &input, &values));
        let glpk = compiled("cc", "glpk.c", &["-lglpk"], "libglpk-dev");
        table.peer(&what, "glp_exact", solved_by(glpk, &input, &values));
        let parma = compiled("c++", "parma.cc", &["-lppl", "-lgmpxx", "-lgmp"], "libppl-dev");
        table.peer(&what, "PPL", solved_by(parma, &input, &values));
        let z3 = python("z3").map(|mut command| {
            command.arg(source("z3_lp.py"));
            command
        });
        table.peer(&what, "z3", solved_by(z3, &input, &values));
    }
}

/// The pools that the Python script judges.
fn pools() -> Vec<Pool> {
    let row = |row: [i64; 2]| row.map(Rational::int).to_vec();
    (0..15)
        .map(|k| Pool::new(vec![row([9, 18])], vec![row([1, 4 + k % 5]), row([3, 1]), row([2, 1 + k % 3])]))
        .collect()
}

fn judging(table: &mut Table) {
    let pools = pools();
    let (si, ef, sp) = (cell("drf", "si"), cell("drf", "ef"), cell("drf", "sp-demand"));
    let what = "drf judged by si and ef, 3 x 2";
    table.ours(
        what,
        seconds(|k| {
            let pool = &pools[k % pools.len()];
            let run = run_of(si.mechanism, pool, &Patience::unlimited()).expect("one pool");
            let feasible = Cluster::feasible(si.mechanism.setting(), pool, &run.outcome).is_ok();
            let holds = feasible
                && si
                    .property
                    .examine(&Hearing::of(si.mechanism, &run, &Patience::unlimited()))
                    .expect("nothing cuts it short")
                    == Verdict::Holds
                && ef
                    .property
                    .examine(&Hearing::of(ef.mechanism, &run, &Patience::unlimited()))
                    .expect("nothing cuts it short")
                    == Verdict::Holds;
            assert!(black_box(holds));
        }),
    );
    let script = |name, more: &[&str]| first_number(Command::new("python3").arg(source(name)).args(more));
    table.peer(what, "Python, Fraction", script("drf.py", &["2000"]));
    for module in ["abcvoting", "pref_voting"] {
        let figure = python(module).and_then(|mut c| first_number(c.arg(source("voting.py")).arg(module)));
        table.peer(what, if module == "abcvoting" { "abcvoting, EJR" } else { "pref_voting, SP" }, figure);
    }
    let what = "a lie about demands, drf, 3 x 2";
    let lies = |pool: &Pool| {
        let run = run_of(sp.mechanism, pool, &Patience::unlimited()).expect("one pool");
        match sp
            .property
            .examine(&Hearing::of(sp.mechanism, &run, &Patience::unlimited()))
            .expect("nothing cuts it short")
        {
            Verdict::Undecided(open) => open.trials as f64,
            other => panic!("truthful, and lies are not exhausted: {other:?}"),
        }
    };
    let told = pools.iter().map(lies).sum::<f64>() / pools.len() as f64;
    let each = seconds(|k| {
        black_box(lies(&pools[k % pools.len()]));
    });
    table.ours(what, each / told);
    table.peer(what, "Python, Fraction", script("lies.py", &["lie", "300"]));
}

/// Seconds per instance of a random search of ours.
fn searched(mechanism: &str, property: &str, scope: Scope, instances: u64, threads: usize) -> f64 {
    let plan = Plan { strategy: "random", scope, seed: 0, archive: Vec::new() };
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(instances), threads, stop: &stop, progress: &|_| {} };
    let bench = model("cluster").expect("a model");
    let started = Instant::now();
    let report = bench.search(mechanism, property, &plan, &limits).expect("a search");
    started.elapsed().as_secs_f64() / report.searched.instances as f64
}

/// Seconds per instance of proptest with our judge.
fn proptested(mechanism: &str, property: &str, pools: &impl Strategy<Value = Pool>, cases: u32) -> f64 {
    let cell = cell(mechanism, property);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let started = Instant::now();
    let outcome = runner.run(pools, |pool| {
        let violated = run_of(cell.mechanism, &pool, &Patience::unlimited()).is_ok_and(|run| {
            matches!(
                cell.property
                    .examine(&Hearing::of(cell.mechanism, &run, &Patience::unlimited()))
                    .expect("nothing cuts it short"),
                Verdict::Violated(_)
            )
        });
        prop_assert!(!violated);
        Ok(())
    });
    outcome.expect("no violation");
    started.elapsed().as_secs_f64() / f64::from(cases)
}

fn searching(table: &mut Table) {
    for (mechanism, property, servers, count) in
        [("drf", "ef", 1, 4_000_000), ("tsf", "ef", 2, 1_000_000), ("c-drfh", "ef", 2, 1_000_000)]
    {
        let scope = Scope {
            users: 3,
            servers,
            resources: 2,
            hypothesis: Hypothesis::PositiveDemands,
            ..Scope::default()
        };
        // The two searches alternate, so that other work of the machine affects both; the median of five counts.
        let plain = Scope { extras: alike::NUMBERS_ALONE, ..scope };
        let one = |scope| searched(mechanism, property, scope, count, 1);
        let apart = || {
            let both = std::thread::scope(|s| {
                [s.spawn(|| one(scope)), s.spawn(|| one(scope))].map(|run| run.join())
            });
            both.into_iter().map(|seconds| seconds.expect("a search")).fold(0.0, f64::max) / 2.0
        };
        let mut times = [[0.0; 5]; 4];
        for k in 0..5 {
            let turn = [one(scope), searched(mechanism, property, scope, count, 2), apart(), one(plain)];
            times.iter_mut().zip(turn).for_each(|(times, seconds)| times[k] = seconds);
        }
        let [one, two, apart, bare] = times.map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[2]
        });
        let what = format!("an instance of random search, {mechanism} by {property}");
        table.ours(&what, one);
        table.peer(&what, "ours, two threads", Ok(two));
        table.peer(&what, "ours, two searches at once", Ok(apart));
        let alike = proptested(mechanism, property, &alike::pools(servers), 50_000);
        table.peer(&what, "proptest, pools of the same kinds", Ok(alike));
        let numbers = format!("the same of numbers alone, {mechanism} by {property}");
        table.ours(&numbers, bare);
        let alike = proptested(mechanism, property, &alike::plain(servers), 50_000);
        table.peer(&numbers, "proptest, numbers alone", Ok(alike));
        if mechanism == "drf" {
            let figure = python("hypothesis")
                .and_then(|mut c| first_number(c.arg(source("hypothesis_drf.py")).arg("1000")));
            table.peer(&numbers, "Hypothesis, Python", figure);
        }
    }
}

fn enumerating(table: &mut Table) {
    for (users, resources, max) in [(4, 3, 2), (3, 2, 4)] {
        let what = format!("a class of instances, {users} users x {resources}, up to {max}");
        let scope = Scope {
            users,
            servers: 1,
            resources,
            max,
            hypothesis: Hypothesis::PositiveDemands,
            ..Scope::default()
        };
        let started = Instant::now();
        let classes = instances::cluster::enumerate_size(scope).map(black_box).count();
        table.ours(&what, started.elapsed().as_secs_f64() / classes as f64);
        let manifest = source("stateright/Cargo.toml");
        let target = workshop().join("stateright");
        let mut run = Command::new(env!("CARGO"));
        run.args(["run", "--release", "--quiet", "--manifest-path"]).arg(manifest);
        run.arg("--target-dir").arg(target).arg("--");
        run.args([users.to_string(), resources.to_string(), max.to_string()]);
        let figure = run.stderr(Stdio::null()).output().map_err(|e| e.to_string()).and_then(|output| {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut words = text.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
            words
                .next()
                .zip(words.next())
                .map(|(time, seen)| time / seen)
                .ok_or("missing: crate stateright".to_string())
        });
        table.peer(&what, "Stateright", figure);
    }
}

/// The rows of the table about one subject.
type Part = fn(&mut Table);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let asked = |part: &str| {
        let parts: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
        parts.is_empty() || parts.iter().any(|word| *word == part)
    };
    let mut table = Table::default();
    let parts: [(&str, Part); 4] =
        [("lp", linear_programmes), ("judge", judging), ("search", searching), ("enumerate", enumerating)];
    parts.iter().filter(|(part, _)| asked(part)).for_each(|(_, measure)| measure(&mut table));
    kept::keep("peers.md", Ok(table.page()));
}
