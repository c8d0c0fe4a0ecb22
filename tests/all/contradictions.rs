//! A law: the ways of asking about a cell and a small scope never contradict each other. Every instance of the scope, in
//! every order, is written down by code that shares nothing with the enumeration of the engine, and judged by itself.

use std::ops::RangeInclusive;

use fairwitness::document::Document;
use fairwitness::instances::{Scope, draw_number};
use fairwitness::linear::{Patience, Stop};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Answer, Plan, model};
use fairwitness::{mechanism, property};
use rand::RngExt as _;
use serde_json::json;

/// All lists of `n` of the items.
fn lists<T: Clone>(items: &[T], n: usize) -> Vec<Vec<T>> {
    let longer = |all: Vec<Vec<T>>, _| {
        all.iter()
            .flat_map(|list| items.iter().map(|item| [&list[..], std::slice::from_ref(item)].concat()))
            .collect()
    };
    (0..n).fold(vec![Vec::new()], longer)
}

fn rows(n: usize, values: RangeInclusive<u64>) -> Vec<Vec<u64>> {
    lists(&values.collect::<Vec<_>>(), n)
}

/// Users, servers, resources, the largest number, the largest weight and limit, and whether demands are positive.
type Small = (usize, usize, usize, u64, u64, u64, bool);

fn text((users, servers, resources, max, weights, limits, positive): Small) -> String {
    let demands = if positive { "positive" } else { "any" };
    format!(
        "users={users},servers={servers},resources={resources},max={max},weights={weights},limits={limits},demands={demands}"
    )
}

/// Every pool of the scope, or `None` if there are more than `most`.
fn every(
    (users, servers, resources, max, weights, limits, positive): Small,
    most: usize,
) -> Option<Vec<Document>> {
    let mut pools = Vec::new();
    for (u, n, r) in
        (1..=users).flat_map(|u| (1..=servers).flat_map(move |n| (1..=resources).map(move |r| (u, n, r))))
    {
        let mut kinds = Vec::new();
        let demands = rows(r, u64::from(positive)..=max).into_iter().filter(|row| row.iter().any(|d| *d > 0));
        for demand in demands {
            for set in 1..1usize << n {
                let eligible: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
                for weight in 1..=weights {
                    let limit = (0..=limits).map(|limit| json!(limit)).filter(|_| limits > 0);
                    for tasks in limit.chain([json!("inf")]) {
                        kinds.push((demand.clone(), eligible.clone(), weight, tasks));
                    }
                }
            }
        }
        let capacities = lists(&rows(r, 0..=max), n);
        if pools.len() + capacities.len() * kinds.len().pow(u as u32) > most {
            return None;
        }
        for capacity in &capacities {
            for who in lists(&kinds, u) {
                let pool = json!({
                    "model": "cluster", "capacity": capacity,
                    "demand": who.iter().map(|kind| json!(kind.0)).collect::<Vec<_>>(),
                    "eligible": who.iter().map(|kind| json!(kind.1)).collect::<Vec<_>>(),
                    "weight": who.iter().map(|kind| json!(kind.2)).collect::<Vec<_>>(),
                    "tasks": who.iter().map(|kind| kind.3.clone()).collect::<Vec<_>>(),
                });
                pools.push(Document::parse("pool.json", &pool.to_string()).unwrap());
            }
        }
    }
    Some(pools)
}

/// The contradiction between an answer about the scope and the verdicts on all of its instances, if there is one.
fn contradiction(answer: Answer, whole: bool, violated: usize, holds: usize) -> Option<&'static str> {
    match answer {
        Answer::Violated if violated == 0 => Some("violated, and no instance is"),
        Answer::Violated => None,
        _ if whole && violated > 0 => Some("the whole scope has no violation, and an instance is one"),
        Answer::Undecided if whole && holds > 0 => Some("nothing is decided, and an instance is"),
        _ => None,
    }
}

#[test]
fn contradictions_are_seen() {
    assert!(contradiction(Answer::Violated, false, 0, 5).is_some());
    assert!(contradiction(Answer::Unrefuted, true, 1, 5).is_some());
    assert!(contradiction(Answer::Undecided, true, 0, 5).is_some());
    assert!(contradiction(Answer::Unrefuted, true, 0, 5).is_none());
    assert!(contradiction(Answer::Unrefuted, false, 1, 5).is_none());
}

#[test]
fn no_two_ways_of_asking_contradict_each_other() {
    let bench = model("cluster").unwrap();
    let stop = Stop::new();
    let limits = Limits { budget: Budget::instances(1_500), threads: 2, stop: &stop, progress: &|_| {} };
    let (mut pairs, mut violations, mut wrong, mut k) = (0, 0, Vec::new(), 0);
    while pairs < 150 {
        k += 1;
        let mut rng = draw_number(97, k);
        let mech = mechanism::CLUSTER[rng.random_range(0..mechanism::CLUSTER.len())].id();
        let prop = property::CLUSTER[rng.random_range(0..property::CLUSTER.len())].id();
        let mut number = |most: usize| rng.random_range(1..=most);
        let sizes = (2, number(2), number(2));
        let (max, weights, limit, positive) = (number(2), number(2), number(2), number(2));
        let small = (sizes.0, sizes.1, sizes.2, max as u64, weights as u64, limit as u64 - 1, positive == 1);
        if bench.never(mech, prop).unwrap().is_some() {
            continue;
        }
        let Some(pools) = every(small, 400) else { continue };
        pairs += 1;
        let judge = |pool| bench.judge(mech, prop, pool, &Patience::unlimited()).unwrap().answer;
        let answers: Vec<Answer> = pools.iter().map(judge).collect();
        let count = |answer| answers.iter().filter(|one| **one == answer).count();
        let (violated, holds) = (count(Answer::Violated), count(Answer::Holds));
        violations += usize::from(violated > 0);
        let scope: Scope = text(small).parse().unwrap();
        let mut said = Vec::new();
        for strategy in ["auto", "exhaustive", "random"] {
            let plan = Plan { strategy, scope, seed: k, archive: Vec::new() };
            let report = bench.search(mech, prop, &plan, &limits).unwrap();
            // The default search lists small scopes as a whole.
            said.push((strategy, report.answer, strategy == "auto" || report.searched.exhausted));
            if strategy == "exhaustive" && report.answer != Answer::Violated && !report.searched.exhausted {
                wrong.push(format!("{mech} {prop} {scope}: the enumeration is not complete"));
            }
        }
        let census = bench.census(&[mech], &[prop], scope, &limits).unwrap();
        let of = &census.mechanisms[0].properties[0];
        let answer = match (of.violated, of.holds) {
            (0, 0) => Answer::Undecided,
            (0, _) => Answer::Unrefuted,
            _ => Answer::Violated,
        };
        said.push(("census", answer, census.searched.exhausted));
        for (way, answer, whole) in said {
            let found = contradiction(answer, whole, violated, holds);
            wrong.extend(found.map(|what| format!("{mech} {prop} {scope}, {way}: {what}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(violations > 15, "{violations} of {pairs} cells have a violation");
}
