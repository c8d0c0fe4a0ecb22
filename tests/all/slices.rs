//! The loss of the worst-off user of a pool of 50 machines compared with its own slice, under common rules: the
//! tables of the chapter for engineers. `BLESS=1 cargo test slices` rewrites them.

use std::fmt::Write as _;

use fairwitness::document::{Document, Value};
use fairwitness::linear::Patience;
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::workbench::model;

use super::support::{fresh, r};

/// CPU and GB of a machine of a class, and the number of machines.
type Class = (u32, u32, u32);

/// The classes of two pools: one of similar machines, one of very different machines.
const CLASSES: [(&str, [Class; 4]); 2] = [
    ("alike", [(32, 64, 25), (32, 128, 12), (64, 128, 8), (16, 128, 5)]),
    ("unlike", [(64, 64, 20), (16, 256, 15), (8, 16, 10), (128, 128, 5)]),
];
const USERS: u32 = 10;
const POOLS: u64 = 20;

/// The rules, with `true` if tasks are divisible, in which case the machines of a class are equivalent to one of
/// their total size.
const RULES: [(&str, bool); 7] = [
    ("first-fit-drfh", false),
    ("best-fit-drfh", false),
    ("slots", false),
    ("c-drfh", true),
    ("tsf", true),
    ("ps-dsf", true),
    ("drf-per-server", true),
];

/// Random numbers that are equal on every machine: the upper bits of a linear congruential generator.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// A pool, machine by machine or class by class.
fn pool(classes: &[Class], seed: u64, labels: bool, merged: bool) -> Document {
    let mut draws = Draws(seed);
    let (mut demand, mut kept) = (Vec::new(), Vec::new());
    for _ in 0..USERS {
        demand.push(format!("[{}, {}]", 1 << draws.below(4), 1 << draws.below(6)));
        let mut open = vec![true; classes.len()];
        for _ in 0..=draws.below(2) {
            open[draws.below(4) as usize] = false;
        }
        kept.push(open);
    }
    let (mut capacity, mut class_of) = (Vec::new(), Vec::new());
    for (class, &(cpu, memory, count)) in classes.iter().enumerate() {
        let (times, each) = if merged { (1, count) } else { (count, 1) };
        for _ in 0..times {
            capacity.push(format!("[{}, {}]", cpu * each, memory * each));
            class_of.push(class);
        }
    }
    let mut text = format!(
        "model = \"cluster\"\ncapacity = [{}]\ndemand = [{}]\n",
        capacity.join(", "),
        demand.join(", ")
    );
    if labels {
        let open = |own: &Vec<bool>| {
            let servers = (0..class_of.len()).filter(|s| own[class_of[*s]]).map(|s| s.to_string());
            format!("[{}]", servers.collect::<Vec<_>>().join(", "))
        };
        let _ = writeln!(text, "eligible = [{}]", kept.iter().map(open).collect::<Vec<_>>().join(", "));
    }
    Document::parse("pool.toml", &text).unwrap_or_else(|e| panic!("{e}"))
}

fn number(value: &Value) -> Rational {
    match value {
        Value::Integer(whole) => Rational::from(*whole),
        Value::Number(number) => number.clone(),
        other => panic!("no number: {other:?}"),
    }
}

fn numbers(value: &Value) -> Vec<Rational> {
    match value {
        Value::List(items) => items.iter().map(number).collect(),
        other => panic!("no list: {other:?}"),
    }
}

fn rows(pool: &Document, field: &str) -> Vec<Vec<Rational>> {
    match pool.root.get(field) {
        Some(Value::List(rows)) => rows.iter().map(numbers).collect(),
        _ => panic!("no {field}"),
    }
}

/// The part of its equal slice of every eligible server that the worst-off user lacks, in parts of tasks; zero if no
/// user lacks anything.
fn loss(rule: &str, pool: &Document) -> Rational {
    let outcome = model("cluster").unwrap().run(rule, pool, &Patience::unlimited()).unwrap().outcome.unwrap();
    let tasks = numbers(outcome.get("tasks").unwrap());
    let (capacity, demand) = (rows(pool, "capacity"), rows(pool, "demand"));
    let everywhere: Vec<Rational> = (0..capacity.len()).map(|s| Rational::from(s as i64)).collect();
    let eligible =
        pool.root.get("eligible").map_or_else(|| vec![everywhere; demand.len()], |_| rows(pool, "eligible"));
    let users = Rational::from(demand.len() as i64);
    let short = |user: usize| {
        let servers = (0..capacity.len()).filter(|s| eligible[user].contains(&Rational::from(*s as i64)));
        let fits = |s: usize| capacity[s].iter().zip(&demand[user]).map(|(c, d)| c / d).min().unwrap();
        let slice = servers.map(fits).fold(Rational::zero(), |sum, tasks| sum + tasks) / &users;
        let kept = &tasks[user] / &slice;
        if kept < Rational::one() { Rational::one() - kept } else { Rational::zero() }
    };
    (0..demand.len()).map(short).max().unwrap()
}

fn used(rule: &str, pool: &Document) -> Rational {
    model("cluster").unwrap().measure(rule, "utilisation", pool, &Patience::unlimited()).unwrap().unwrap()
}

#[test]
fn losses_of_slices_on_fifty_machines() {
    let head = "| rule | alike | alike, labels | unlike | unlike, labels |\n|---|---|---|---|---|\n";
    let (mut losses, mut uses) = (head.to_string(), head.to_string());
    let mean = |all: &[Rational]| 100.0 * all.iter().map(|x| x.to_f64()).sum::<f64>() / all.len() as f64;
    for (rule, split) in RULES {
        let (mut lost, mut full) = (Vec::new(), Vec::new());
        for (_, classes) in &CLASSES {
            for labels in [false, true] {
                let pools: Vec<Document> =
                    (0..POOLS).map(|seed| pool(classes, seed, labels, split)).collect();
                let all: Vec<Rational> = pools.iter().map(|pool| loss(rule, pool)).collect();
                let some = all.iter().filter(|loss| loss.is_positive()).count();
                let worst = 100.0 * all.iter().max().unwrap().to_f64();
                lost.push(match some {
                    0 => "none".to_string(),
                    _ => format!("{:.1} %, {worst:.1} % ({some} of {POOLS})", mean(&all)),
                });
                // Both rules have sharing incentive, by a theorem.
                assert!(some == 0 || !["ps-dsf", "drf-per-server"].contains(&rule), "{rule}");
                let used: Vec<Rational> = pools.iter().map(|pool| used(rule, pool)).collect();
                full.push(format!("{:.0} %", mean(&used)));
            }
        }
        let _ = writeln!(losses, "| `{rule}` | {} |", lost.join(" | "));
        let _ = writeln!(uses, "| `{rule}` | {} |", full.join(" | "));
    }
    let text = format!(
        "Loss of the worst-off user in per cent of its slice: mean over the pools, worst pool, and on how many pools somebody \
         loses.\n\n{losses}\nWhat is used, the mean of CPU and memory over the pools.\n\n{uses}\nComputed exactly and rounded here; \
         {POOLS} pools each. Where tasks may be split, the machines of a class count as one.\n"
    );
    fresh("measured/slices-50.md", &text);
    let mut text = String::new();
    for (name, classes) in CLASSES {
        let classes = classes.map(|(cpu, memory, count)| format!("{count} of {cpu} CPU and {memory} GB"));
        let _ = writeln!(text, "- *{name}*: {}", classes.join(", "));
    }
    fresh("measured/slices-50-classes.md", &text);
}

/// A loss that is followed by hand, and an instance without loss.
#[test]
fn a_loss_by_hand() {
    // The instance of the finding on TSF: 9/14 of a task although the slice runs 3/4.
    let text = "model = \"cluster\"\ncapacity = [[1, 1], [2, 1]]\ndemand = [[2, 1], [1, 1]]\neligible = [[0, 1], [1]]\n";
    let pool = Document::parse("pool.toml", text).unwrap();
    assert_eq!(loss("tsf", &pool), r("1/7"));
    assert_eq!(loss("uniform", &pool), Rational::zero());
}

/// Identical machines may be merged if tasks are divisible: the worst-off user and its loss stay.
#[test]
fn alike_machines_may_be_merged() {
    let small = |capacity: &str| {
        let text = format!("model = \"cluster\"\ncapacity = {capacity}\ndemand = [[1, 2], [2, 1], [1, 1]]\n");
        Document::parse("pool.toml", &text).unwrap()
    };
    let (apart, merged) = (small("[[4, 3], [4, 3], [1, 6]]"), small("[[8, 6], [1, 6]]"));
    for (rule, split) in RULES {
        if split {
            assert_eq!(loss(rule, &apart), loss(rule, &merged), "{rule}");
            assert_eq!(used(rule, &apart), used(rule, &merged), "{rule}");
        }
    }
}
