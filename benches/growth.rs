//! The time of an allocation as instances grow: every mechanism by users, servers, resources and digits.
//!
//! `cargo bench --bench growth` prints, for each mechanism and each direction of growth, the time at the
//! largest size reached, the exponent fitted over the last sizes, and the size at which an allocation takes
//! ten seconds. `cargo bench --bench growth -- --write` also writes the table and the pictures for the book.
//! A further word selects the mechanisms whose id contains it.

#![allow(clippy::print_stdout)]

mod kept;

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use fairwitness::linear::{Cut, Halt, Patience, Uncut as _};
use fairwitness::mechanism::{ARRIVALS, CLUSTER, COVERING, Mechanism};
use fairwitness::model::Model;
use fairwitness::model::arrivals::Sequence;
use fairwitness::model::cluster::Pool;
use fairwitness::model::covering::Stock;
use fairwitness::picture::{Axes, Curve, Point, Scale, curves};
use fairwitness::property::evidence::{Verdict, run_of};
use fairwitness::property::{self, Examine, Hearing};
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};

/// The time of one allocation beyond which a mechanism gets no larger instances.
const ENOUGH: Duration = Duration::from_millis(250);
/// The time after which an allocation is cut.
const CUT: Duration = Duration::from_secs(1);
/// The longest practical time, in seconds.
const PRACTICAL: f64 = 10.0;
/// The largest size along any direction.
const LARGEST: usize = 2048;

/// Makes an instance of a size and works on it: the seconds of the work alone, or the reason why there are none.
type Measured = dyn Fn(Size) -> Result<f64, Halt<String>>;

/// The size of an instance.
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

/// A random number of `digits` digits.
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
    let demand = rows(&mut rng, size.users, size, 1, 9);
    Pool::new(capacity, demand)
}

fn sequence(size: Size) -> Sequence {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    Sequence { agents: size.users, demand: rows(&mut rng, size.users, size, 1, 9) }
}

/// `users` tasks of demand one or two, and `resources` resources, at least two per task.
fn stock(size: Size) -> Stock {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (things, tasks) = (size.resources.max(2 * size.users), size.users);
    let cost = (0..things).map(|_| amount(&mut rng, size.digits, 1, 9)).collect();
    let demand = (0..tasks).map(|_| Rational::int(rng.random_range(1..=2))).collect();
    Stock::new(cost, vec![Rational::one(); things], demand).expect("enough of them")
}

fn clocked<M: Model>(
    mechanism: &dyn Mechanism<M>,
    instance: &M::Instance<Rational>,
) -> Result<f64, Halt<String>> {
    let started = Instant::now();
    let patience = Patience::unlimited().until(started + CUT);
    let outcome = mechanism.allocate(instance, &patience).map_err(|halt| halt.map(|why| why.to_string()))?;
    black_box(outcome);
    Ok(started.elapsed().as_secs_f64())
}

/// The smallest time of a few allocations in seconds, or the reason why there is none.
fn timed(measured: &Measured, size: Size) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(20) {
        let taken = measured(size).uncut().map_err(|Cut| format!("more than {} s", CUT.as_secs()))??;
        best = best.min(taken);
    }
    Ok(best)
}

/// The result for one direction of growth.
struct Growth {
    points: Vec<(f64, f64)>,
    exponent: Option<f64>,
    ended: Option<String>,
}

impl Growth {
    fn of(measured: &Measured, base: Size, direction: &Direction) -> Growth {
        let (mut points, mut ended) = (Vec::new(), None);
        let mut at = 1;
        while at <= LARGEST {
            match timed(measured, (direction.grow)(base, at)) {
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

    /// The size at which an allocation takes [`PRACTICAL`] seconds, by the fitted exponent.
    fn limit(&self) -> String {
        let (Some((at, seconds)), Some(exponent)) = (self.points.last(), self.exponent) else {
            return "-".to_string();
        };
        let reaches = at * (PRACTICAL / seconds).powf(1.0 / exponent.max(0.05));
        if reaches > 1e7 { "> 10,000,000".to_string() } else { format!("{reaches:.0}") }
    }
}

/// The slope of the least-squares line.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x).powi(2)).sum();
    (points.len() > 2 && below > 0.0).then(|| above / below)
}

/// A mechanism or a property of any model, as a function of the size.
struct Subject {
    id: &'static str,
    model: &'static str,
    measured: Box<Measured>,
    base: Size,
    directions: Vec<&'static Direction>,
}

/// The cost of judging outcomes, for the first mechanism whose outcomes the property is defined for.
fn examined<M: Model>(
    property: &dyn Examine<M>,
    mechanisms: &[&'static dyn Mechanism<M>],
    instance: &M::Instance<Rational>,
) -> Result<f64, Halt<String>> {
    let mut why = "out of scope".to_string();
    let patience = Patience::unlimited().until(Instant::now() + CUT);
    for mechanism in mechanisms {
        match run_of(*mechanism, instance, &patience).uncut()? {
            Err(refusal) => why = refusal.to_string(),
            Ok(run) => {
                let started = Instant::now();
                let verdict = black_box(property.examine(&Hearing::of(*mechanism, &run, &patience))?);
                let taken = started.elapsed().as_secs_f64();
                if !matches!(verdict, Verdict::OutOfScope(_)) {
                    return Ok(taken);
                }
            }
        }
    }
    Err(why.into())
}

/// The mechanisms with the given ids, in the order of the ids.
fn some<M: Model>(table: &[&'static dyn Mechanism<M>], ids: &[&str]) -> Vec<&'static dyn Mechanism<M>> {
    ids.iter().filter_map(|id| table.iter().copied().find(|m| m.id() == *id)).collect()
}

/// The mechanisms and properties of a model.
fn of_model<M: Model>(
    all: &mut Vec<Subject>,
    (mechanisms, properties): (&'static [&'static dyn Mechanism<M>], &'static [&'static dyn Examine<M>]),
    draw: fn(Size) -> M::Instance<Rational>,
    base: Size,
    judged: &[&str],
) {
    let small = Size { users: 2, servers: 2, resources: base.resources, digits: 1 };
    let directions = |servers: bool| -> Vec<&'static Direction> {
        DIRECTIONS.iter().filter(|d| servers || d.name != "servers").collect()
    };
    for &m in mechanisms {
        // A mechanism for one pool stays on one server.
        let servers = base.servers > 1 && m.allocate(&draw(small), &Patience::unlimited()).is_ok();
        all.push(Subject {
            id: m.id(),
            model: M::ID,
            measured: Box::new(move |size| clocked(m, &draw(size))),
            base: if servers { base } else { Size { servers: 1, ..base } },
            directions: directions(servers),
        });
    }
    for &property in properties {
        let makers = some(mechanisms, judged);
        all.push(Subject {
            id: property.id(),
            model: M::ID,
            measured: Box::new(move |size| examined(property, &makers, &draw(size))),
            base: Size { servers: 1, ..base },
            directions: directions(base.servers > 1),
        });
    }
}

fn subjects() -> Vec<Subject> {
    let mut all = Vec::new();
    let base = Size { users: 4, servers: 4, resources: 3, digits: 1 };
    let judged = ["tsf", "drf-tasks", "ps-dsf-tdm"];
    of_model(&mut all, (CLUSTER, property::CLUSTER), pool, base, &judged);
    let base = Size { servers: 1, ..base };
    of_model(&mut all, (ARRIVALS, property::ARRIVALS), sequence, base, &["ddrf"]);
    let base = Size { users: 3, servers: 1, resources: 8, digits: 1 };
    of_model(&mut all, (COVERING, property::COVERING), stock, base, &["greedy", "rounding", "lp-pruned"]);
    all
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut page = String::from(
        "Allocations alone, without certificates, and properties judged alone, on outcomes of `tsf` (`drf-tasks` or `ps-dsf-tdm` where a \
         property does not speak of it), `ddrf` and `greedy` (`rounding`, `lp-pruned`); exact, one thread. Instances start from 4 users, 4 servers (or one), 3 resources \
         and small numbers (covering: 3 tasks, 8 resources), and one number is doubled. The exponent is fitted over the last four \
         sizes; the last column follows from it. Made by `cargo bench --bench growth -- --write`.\n\n\
         | what | against | largest | took | exponent | 10 s at | ended |\n|---|---|--:|--:|--:|--:|---|\n",
    );
    let mut drawn: Vec<(&str, &str, Vec<Curve>)> = Vec::new();
    for subject in subjects() {
        if !(words.is_empty() || words.iter().any(|word| subject.id.contains(word.as_str()))) {
            continue;
        }
        for direction in &subject.directions {
            let growth = Growth::of(&*subject.measured, subject.base, direction);
            let (at, took) = growth.points.last().copied().unwrap_or((0.0, f64::NAN));
            let exponent = growth.exponent.map_or("-".to_string(), |e| format!("{e:.2}"));
            let ended = growth.ended.as_deref().unwrap_or_default();
            let time = if took.is_nan() { "-".to_string() } else { format!("{:.3} ms", took * 1e3) };
            println!(
                "{:<24} {:<10} {at:>6} in {:>10.3} ms, exponent {exponent:>6}, 10 s at {:>12} {ended}",
                subject.id,
                direction.name,
                took * 1e3,
                growth.limit()
            );
            let _ = writeln!(
                page,
                "| `{}` | {} | {at} | {time} | {exponent} | {} | {ended} |",
                subject.id,
                direction.name,
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
