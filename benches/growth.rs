//! What an allocation costs as instances grow: every mechanism against users, servers, resources and digits.
//!
//! `cargo bench --bench growth` prints, for each mechanism and each direction of growth, the time at the largest size that was
//! reached, the exponent fitted over the last sizes, and the size at which an allocation takes ten seconds.
//! `cargo bench --bench growth -- --write` also writes the table and the pictures for the book. A word keeps the mechanisms
//! whose id has it in it.

#![allow(clippy::print_stdout)]

mod kept;

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use fairwitness::book::picture::{Axes, Curve, Point, Scale, curves};
use fairwitness::linear::patience;
use fairwitness::mechanism::{ARRIVALS, CLUSTER, COVERING};
use fairwitness::model::arrivals::Sequence;
use fairwitness::model::cluster::Pool;
use fairwitness::model::covering::Stock;
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A mechanism is no longer asked for larger instances once one takes this long.
const ENOUGH: Duration = Duration::from_millis(700);
/// One allocation is cut after this.
const CUT: Duration = Duration::from_secs(3);
/// What is practical, in seconds.
const PRACTICAL: f64 = 10.0;
/// The largest size along any direction.
const LARGEST: usize = 4096;

/// How large an instance is.
#[derive(Clone, Copy)]
struct Size {
    users: usize,
    servers: usize,
    resources: usize,
    digits: usize,
}

/// A direction in which instances grow.
struct Direction {
    name: &'static str,
    grow: fn(Size, usize) -> Size,
}

const DIRECTIONS: [Direction; 4] = [
    Direction { name: "users", grow: |size, users| Size { users, ..size } },
    Direction { name: "servers", grow: |size, servers| Size { servers, ..size } },
    Direction { name: "resources", grow: |size, resources| Size { resources, ..size } },
    Direction { name: "digits", grow: |size, digits| Size { digits, ..size } },
];

/// Numbers of so many digits.
fn amount(rng: &mut ChaCha8Rng, digits: usize, low: u32, high: u32) -> Rational {
    let first = rng.random_range(low..=high).to_string();
    let rest = (1..digits).map(|_| char::from(b'0' + rng.random_range(0..10u8)));
    let text: String = first.chars().chain(rest).collect();
    text.parse().expect("a whole number")
}

fn rows(rng: &mut ChaCha8Rng, count: usize, size: Size, low: u32, high: u32) -> Vec<Vec<Rational>> {
    (0..count).map(|_| (0..size.resources).map(|_| amount(rng, size.digits, low, high)).collect()).collect()
}

fn pool(size: Size) -> Pool {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let capacity = rows(&mut rng, size.servers, size, 50, 99);
    Pool::new(capacity, rows(&mut rng, size.users, size, 1, 9))
}

fn sequence(size: Size) -> Sequence {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    Sequence { agents: size.users, demand: rows(&mut rng, size.users, size, 1, 9) }
}

/// `users` tasks of demand one or two, and `resources` things to cover them with, two a task at least.
fn stock(size: Size) -> Stock {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (things, tasks) = (size.resources.max(2 * size.users), size.users);
    let cost = (0..things).map(|_| amount(&mut rng, size.digits, 1, 9)).collect();
    let demand = (0..tasks).map(|_| Rational::int(rng.random_range(1..=2))).collect();
    Stock::new(cost, vec![Rational::one(); things], demand).expect("enough of them")
}

/// Seconds of one allocation, or why there are none.
fn timed(allocate: &dyn Fn(Size) -> Result<(), String>, size: Size) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(20) {
        let started = Instant::now();
        patience::within(Some(started + CUT), || allocate(size)).ok_or_else(|| "cut".to_string())??;
        best = best.min(started.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// What came of one direction.
struct Growth {
    points: Vec<(f64, f64)>,
    exponent: Option<f64>,
    ended: Option<String>,
}

impl Growth {
    fn of(allocate: &dyn Fn(Size) -> Result<(), String>, base: Size, direction: &Direction) -> Growth {
        let (mut points, mut ended) = (Vec::new(), None);
        let mut at = 1;
        while at <= LARGEST {
            match timed(allocate, (direction.grow)(base, at)) {
                Ok(seconds) => points.push((at as f64, seconds)),
                Err(why) => {
                    ended = Some(why);
                    break;
                }
            }
            if points.last().is_some_and(|(_, t)| *t > ENOUGH.as_secs_f64()) {
                break;
            }
            at *= 2;
        }
        let last: Vec<(f64, f64)> = points.iter().rev().take(4).map(|(x, y)| (x.ln(), y.ln())).collect();
        Growth { exponent: slope(&last), points, ended }
    }

    /// The size at which an allocation takes as long as is practical, by the fitted exponent.
    fn limit(&self) -> String {
        let (Some((at, seconds)), Some(exponent)) = (self.points.last(), self.exponent) else {
            return "-".to_string();
        };
        let reaches = at * (PRACTICAL / seconds).powf(1.0 / exponent.max(0.05));
        if reaches > 1e7 { "> 10,000,000".to_string() } else { format!("{reaches:.0}") }
    }
}

/// The slope of the straight line with the least squares.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    (points.len() > 2 && below > 0.0).then(|| above / below)
}

/// A mechanism of any model, as a function of the size.
struct Subject {
    id: &'static str,
    model: &'static str,
    allocate: Box<dyn Fn(Size) -> Result<(), String>>,
    base: Size,
    directions: Vec<&'static Direction>,
}

fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let named = |names: &[&str]| DIRECTIONS.iter().filter(|d| names.contains(&d.name)).collect::<Vec<_>>();
    for m in CLUSTER {
        let wide = pool(Size { users: 2, servers: 2, resources: 2, digits: 1 });
        let servers = m.allocate(&wide).is_ok();
        all.push(Subject {
            id: m.id(),
            model: "cluster",
            allocate: Box::new(move |size| {
                m.allocate(&pool(size)).map(|x| drop(black_box(x))).map_err(|why| why.to_string())
            }),
            base: Size { users: 4, servers: if servers { 4 } else { 1 }, resources: 3, digits: 1 },
            directions: if servers {
                named(&["users", "servers", "resources", "digits"])
            } else {
                named(&["users", "resources", "digits"])
            },
        });
    }
    for m in ARRIVALS {
        all.push(Subject {
            id: m.id(),
            model: "arrivals",
            allocate: Box::new(move |size| {
                m.allocate(&sequence(size)).map(|x| drop(black_box(x))).map_err(|why| why.to_string())
            }),
            base: Size { users: 4, servers: 1, resources: 3, digits: 1 },
            directions: named(&["users", "resources", "digits"]),
        });
    }
    for m in COVERING {
        all.push(Subject {
            id: m.id(),
            model: "covering",
            allocate: Box::new(move |size| {
                m.allocate(&stock(size)).map(|x| drop(black_box(x))).map_err(|why| why.to_string())
            }),
            base: Size { users: 3, servers: 1, resources: 8, digits: 1 },
            directions: named(&["users", "resources", "digits"]),
        });
    }
    all
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut page = String::from(
        "Allocations alone, without certificates, exact, one thread. Instances start from 4 users, 4 servers (or one), 3 resources \
         and small numbers (covering: 3 tasks, 8 resources), and one number is doubled. The exponent is fitted over the last four \
         sizes; the last column follows from it. Made by `cargo bench --bench growth -- --write`.\n\n\
         | mechanism | against | largest | took | exponent | 10 s at | ended |\n|---|---|--:|--:|--:|--:|---|\n",
    );
    let mut drawn: Vec<(&str, &str, Vec<Curve>)> = Vec::new();
    for subject in subjects() {
        if !(words.is_empty() || words.iter().any(|word| subject.id.contains(word.as_str()))) {
            continue;
        }
        for direction in &subject.directions {
            let growth = Growth::of(&*subject.allocate, subject.base, direction);
            let (at, took) = growth.points.last().copied().unwrap_or((0.0, f64::NAN));
            let exponent = growth.exponent.map_or("-".to_string(), |e| format!("{e:.2}"));
            let ended = growth.ended.as_deref().unwrap_or_default();
            println!(
                "{:<24} {:<10} {at:>6} in {:>10.3} ms, exponent {exponent:>6}, 10 s at {:>12} {ended}",
                subject.id,
                direction.name,
                took * 1e3,
                growth.limit()
            );
            let _ = writeln!(
                page,
                "| `{}` | {} | {at} | {:.3} ms | {exponent} | {} | {ended} |",
                subject.id,
                direction.name,
                took * 1e3,
                growth.limit()
            );
            let points = growth.points.iter().map(|(x, y)| Point::from((*x, y * 1e3))).collect();
            let curve = Curve { name: subject.id.to_string(), points };
            match drawn.iter_mut().find(|(model, name, _)| (*model, *name) == (subject.model, direction.name))
            {
                Some((.., all)) => all.push(curve),
                None => drawn.push((subject.model, direction.name, vec![curve])),
            }
        }
    }
    kept::keep("growth.md", Ok(page));
    for (model, name, all) in drawn {
        // More curves than colours cannot be told apart; the table has the rest.
        let shown: Vec<Curve> = all
            .into_iter()
            .filter(|curve| SHOWN.contains(&curve.name.as_str()) && curve.points.len() > 1)
            .collect();
        if !shown.is_empty() {
            let axes = Axes { x: name, y: "milliseconds", scale: Scale::Logarithmic };
            kept::keep(&format!("growth-{model}-{name}.svg"), curves(&axes, &shown));
        }
    }
}

/// The mechanisms in the pictures.
const SHOWN: [&str; 13] = [
    "drf",
    "tsf",
    "c-drfh",
    "ps-dsf",
    "ps-dsf-tdm",
    "pdrf",
    "ddrf",
    "ddrf-lp",
    "ddrf-water",
    "optimum",
    "rounding",
    "lp-pruned",
    "greedy",
];
