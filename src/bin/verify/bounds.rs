//! `verify worst --bound`: a proved bound over the scope, beside the worst value found.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use fairwitness::library::bound::{Bound, Ground, Known, Means, bound};
use fairwitness::library::prove::solver::{KNOWN, Solver, find};
use fairwitness::library::theorems::theorems;
use fairwitness::scalar::Rational;
use fairwitness::workbench::{Bench, WorstReport};
use serde_json::{Value as Json, json};

use super::args::Search;
use super::limits::interruption;

/// The time for solvers if the budget names none.
const TIME: Duration = Duration::from_secs(60);

/// Returns the bound for the measure of a worst value.
pub fn ask(bench: &dyn Bench, report: &WorstReport, search: Search, root: &Path) -> Result<Known> {
    let solvers: Vec<Solver> = KNOWN.iter().filter_map(|(name, ..)| find(name)).collect();
    let theorems = theorems(root)?;
    let (time, stop) = (search.budget.time.unwrap_or(TIME), interruption());
    Ok(bound(bench, report, &Means { theorems: &theorems, solvers: &solvers, time, stop: &stop })?)
}

/// Returns the bound in words, with its proof and whether it equals the worst value.
pub fn told(report: &WorstReport, known: &Known) -> String {
    let mut text = String::new();
    if let Some(Bound { value, ground, hypothesis }) = &known.bound {
        let side = if !hypothesis.is_empty() {
            format!("bound under the hypothesis below: {}\n", shown(value))
        } else if known.closed {
            let left_out = report.searched.refused + report.searched.undecided > 0;
            let of = if left_out { "among instances with an outcome" } else { "of this scope" };
            format!("bound: {value}, so the worst value {of} is exactly {value}\n")
        } else {
            let interval = report.value.as_ref().map_or_else(String::new, |found| {
                let (a, b) = if found < value { (found, value) } else { (value, found) };
                format!(", so the worst value lies between {} and {}", shown(a), shown(b))
            });
            format!("bound: {}{interval}\n", shown(value))
        };
        text += &side;
        text += &match ground {
            Ground::Theorem { name, file, statement, formula } => {
                format!("proved in Coq for all sizes: {name} ({file})\n  {statement}\n  here: {formula}\n")
            }
            Ground::Listed { judged, out_of_scope } => {
                let none = format!(", {out_of_scope} where the measure is not defined");
                let none = if *out_of_scope > 0 { none } else { String::new() };
                format!("every instance of the scope was looked at: {judged} judged{none}, none refused\n")
            }
            Ground::Solved { queries } => {
                let list: String = queries.iter().map(|query| format!("  {query}\n")).collect();
                format!("proved by a solver for every real instance of this size:\n{list}")
            }
        };
        text.extend(hypothesis.iter().map(|sentence| format!("hypothesis: {sentence}\n")));
        if hypothesis.is_empty() {
            text += "hypothesis: none beyond the scope\n";
        }
    } else {
        text += "bound: none is known\n";
    }
    let open = if known.closed { "left out" } else { "not closed" };
    text.extend(known.reason.iter().map(|reason| format!("{open}: {reason}\n")));
    text
}

fn shown(value: &Rational) -> String {
    if value.is_integer() { value.to_string() } else { format!("{value} ({:.4})", value.to_f64()) }
}

/// Adds the bound to the JSON document of a worst value.
pub fn add(json: &mut Json, known: &Known) {
    let Some(fields) = json.as_object_mut() else { return };
    let proof = known.bound.as_ref().map(|Bound { ground, hypothesis, .. }| {
        let mut proof = match ground {
            Ground::Theorem { name, file, statement, formula } => {
                json!({"theorem": name, "file": file, "statement": statement, "formula": formula})
            }
            Ground::Listed { judged, out_of_scope } => {
                json!({"instances": judged + out_of_scope, "judged": judged, "out_of_scope": out_of_scope})
            }
            Ground::Solved { queries } => json!({"queries": queries}),
        };
        proof["kind"] = json!(ground.word());
        proof["hypothesis"] = json!(hypothesis);
        proof
    });
    let value = known.bound.as_ref().map(|bound| bound.value.to_string());
    fields.insert("bound".to_string(), json!(value));
    fields.insert("closed".to_string(), json!(known.closed));
    fields.insert("proof".to_string(), json!(proof));
    if fields.get("reason").is_none_or(Json::is_null) {
        fields.insert("reason".to_string(), json!(known.reason));
    }
}
