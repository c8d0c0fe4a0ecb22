//! Worst values: twenty triples of mechanism, measure and size, one minute each on two threads, compared with the
//! best known values.
//!
//! `cargo bench --bench worst` runs all; `cargo bench --bench worst -- 5` gives each triple five seconds; `--
//! --write` writes the table to `book/measured`.

#![allow(clippy::print_stdout)]

use std::time::Duration;

mod kept;

use fairwitness::linear::Stop;

use fairwitness::scalar::Rational;
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, bench_of};

/// Mechanism, measure, scope, the worst value known, and `true` if a proof excludes worse values.
const TRIPLES: [(&str, &str, &str, &str, bool); 20] = [
    ("c-drfh", "si-ratio", "users=3,servers=3,resources=2,max=3,weights=2,parts=1", "5/29", true),
    ("c-drfh", "si-ratio", "users=3,servers=3,resources=2,max=3,weights=2", "5/149", true),
    ("c-drfh", "si-ratio", "users=4,servers=2,resources=2,max=4,weights=1,parts=1", "1/4", true),
    ("tsf", "si-ratio", "users=3,servers=3,resources=2,max=3,weights=2,parts=1", "5/29", true),
    ("tsf", "si-ratio", "users=2,servers=3,resources=2,max=4,weights=3,parts=1", "1/7", true),
    ("tsf", "si-ratio", "users=3,servers=2,resources=2,max=4,weights=3", "7/151", true),
    ("drfh", "si-ratio", "users=2,servers=2,resources=2,max=3,weights=2,parts=1", "1/3", true),
    ("ddrf", "maxmin-ratio", "agents=3,resources=2,max=3", "2/3", true),
    ("ddrf", "maxmin-ratio", "agents=7,resources=2", "4/7", true),
    ("ddrf", "maxmin-ratio", "agents=4,resources=3", "1/2", true),
    ("ddrf", "maxmin-ratio", "agents=6,resources=3", "47677/96000", false),
    ("ddrf", "maxmin-ratio", "agents=7,resources=3", "3/7", true),
    ("ddrf", "maxmin-ratio", "agents=8,resources=4", "18686/50000", false),
    ("ddrf", "maxsum-ratio", "agents=4,resources=2", "2/3", false),
    (
        "drf",
        "price-of-fairness",
        "users=3,servers=1,resources=3,max=2,weights=1,limits=0,parts=1",
        "4/3",
        true,
    ),
    (
        "cdrf",
        "price-of-fairness",
        "users=3,servers=1,resources=3,max=2,weights=1,limits=0,parts=1",
        "4/3",
        true,
    ),
    (
        "cdrf",
        "price-of-fairness",
        "users=5,servers=1,resources=4,max=3,weights=1,limits=0,parts=1",
        "9/5",
        true,
    ),
    (
        "ps-dsf-tdm",
        "price-of-fairness",
        "users=4,servers=2,resources=1,max=4,weights=1,limits=0,parts=1",
        "4/3",
        true,
    ),
    ("lp-pruned", "integrality-gap", "tasks=3,resources=9,max=4,sizes=unit,parts=1", "3/2", false),
    ("greedy", "approximation-ratio", "tasks=2,resources=4,max=5,parts=1", "11/3", false),
];

fn main() {
    let seconds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(60);
    let mut table = format!(
        "| mechanism | measure | scope | worst known | | found in {seconds} s on two threads | |\n|---|---|---|--:|---|--:|---|\n"
    );
    for (mechanism, measure, scope, best, closed) in TRIPLES {
        let Some(bench) = bench_of(mechanism) else { continue };
        let (Ok(scope_read), Ok(best)) = (scope.parse(), best.parse::<Rational>()) else {
            println!("{mechanism} {measure} {scope}: cannot be read");
            continue;
        };
        let plan = Plan { strategy: "auto", scope: scope_read, seed: 0, archive: Vec::new() };
        let stop = Stop::new();
        let budget = Budget { instances: None, time: Some(Duration::from_secs(seconds)) };
        let limits = Limits { budget, threads: 2, stop: &stop, progress: &|_| {} };
        let value = match bench.worst(mechanism, measure, &plan, &limits) {
            Ok(report) => report.value,
            Err(error) => {
                println!("{mechanism} {measure} {scope}: {error}");
                continue;
            }
        };
        let Some(value) = value else {
            println!("{mechanism} {measure} {scope}: no value");
            continue;
        };
        let better = bench.is_worse(measure, &best, &value).unwrap_or(true);
        let word = match (value == best, better) {
            (true, _) => "as bad as known",
            (_, true) => "NOT AS BAD AS KNOWN",
            (_, false) => "worse than known",
        };
        let proof = if closed { ", nothing is worse" } else { "" };
        let told = if word.starts_with("NOT") { "missed" } else { "reached" };
        let proved = if closed { "nothing is worse: proved" } else { "not proved" };
        table += &format!(
            "| `{mechanism}` | `{measure}` | `{scope}` | {best} | {proved} | {value} = {:.6} | {told} |\n",
            value.to_f64()
        );
        println!("{mechanism} {measure} {scope}: {value} ({:.5}), {word} ({best}{proof})", value.to_f64());
    }
    kept::keep("worst-list.md", Ok(table));
}
