//! Simulations of a paper's tables: how far precomputed DRF is from progressive filling on random instances
//! (metin 4, Tables 1 and 2).

mod counts;

use chacha20::ChaCha8Rng;
pub use counts::{Counted, Counts, FIRST};
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

use crate::linear::{Halt, Patience, Stop};
use crate::mechanism::{CLUSTER, Mechanism};
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar};

/// A mean and a standard deviation over runs, as printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// A row of a table: how its instances are drawn, and what is printed.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The id: citekey, table and interval of demands.
    pub id: &'static str,
    /// Where it stands, or what it is beside the printed row.
    pub about: &'static str,
    /// Resources.
    pub resources: usize,
    /// Whole demands are drawn from this interval, each end included.
    pub demand: (i64, i64),
    /// Whole reserves likewise.
    pub reserve: (i64, i64),
    /// Users that get fewer tasks than under filling.
    pub under: Printed,
    /// Users that get more.
    pub over: Printed,
}

/// Users in every row.
pub const USERS: usize = 1000;

const fn printed(mean: f64, deviation: f64) -> Printed {
    Printed { mean, deviation }
}

/// The rows of Tables 1 and 2; and, for Table 2, other intervals that come near what it prints.
pub const ROWS: &[Row] = &[
    Row {
        id: "metin-table1-1-10",
        about: "Table 1, demands 1 to 10",
        resources: 10,
        demand: (1, 10),
        reserve: (50_000, 100_000),
        under: printed(477.623, 86.373),
        over: printed(0.694, 2.137),
    },
    Row {
        id: "metin-table1-1-20",
        about: "Table 1, demands 1 to 20",
        resources: 10,
        demand: (1, 20),
        reserve: (50_000, 100_000),
        under: printed(474.932, 38.381),
        over: printed(0.192, 0.526),
    },
    Row {
        id: "metin-table1-10-20",
        about: "Table 1, demands 10 to 20",
        resources: 10,
        demand: (10, 20),
        reserve: (50_000, 100_000),
        under: printed(486.521, 50.526),
        over: printed(0.0, 0.0),
    },
    Row {
        id: "metin-table2-1-100",
        about: "Table 2, demands 1 to 100",
        resources: 2,
        demand: (1, 100),
        reserve: (50_000, 100_000),
        under: printed(423.517, 36.429),
        over: printed(50.407, 25.814),
    },
    Row {
        id: "metin-table2-1-1000",
        about: "Table 2, demands 1 to 1000",
        resources: 2,
        demand: (1, 1000),
        reserve: (50_000, 100_000),
        under: printed(407.902, 26.373),
        over: printed(83.959, 36.376),
    },
    Row {
        id: "metin-table2-1-100-as-10-100",
        about: "beside Table 2, demands 1 to 100: demands 10 to 100 and reserves 10^5 to 10^6 instead",
        resources: 2,
        demand: (10, 100),
        reserve: (100_000, 1_000_000),
        under: printed(423.517, 36.429),
        over: printed(50.407, 25.814),
    },
    Row {
        id: "metin-table2-1-1000-as-10-1000",
        about: "beside Table 2, demands 1 to 1000: demands 10 to 1000 and reserves 10^6 to 10^7 instead",
        resources: 2,
        demand: (10, 1000),
        reserve: (1_000_000, 10_000_000),
        under: printed(407.902, 26.373),
        over: printed(83.959, 36.376),
    },
];

/// The fillings that a row is compared with: every tie rule, ending at the first task that does not fit or going on.
pub const REFERENCES: [&str; 6] = [
    "drf-tasks",
    "drf-tasks-lower",
    "drf-tasks-index",
    "drf-tasks-skip",
    "drf-tasks-skip-lower",
    "drf-tasks-skip-index",
];

/// What was counted in the runs of a row, against one way of filling: users, unless it says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The way of filling.
    pub reference: &'static str,
    /// Runs.
    pub runs: i64,
    /// Short by 1, by 2 and by more, over all runs.
    pub short: [i64; 3],
    /// Ahead by 1, by 2 and by more.
    pub ahead: [i64; 3],
    /// The squares of how many are short in a run, and ahead, added up.
    pub squares: [i64; 2],
    /// The most tasks that a user was short, and ahead, in any run.
    pub most: [i64; 2],
}

impl Tally {
    fn of(reference: &'static str, runs: &[&Distances]) -> Tally {
        let total = |by: fn(&Distances) -> i64| runs.iter().map(|d| by(d)).sum();
        let most = |by: fn(&Distances) -> i64| runs.iter().map(|d| by(d)).max().unwrap_or(0);
        Tally {
            reference,
            runs: runs.len() as i64,
            short: [total(|d| d.short[0]), total(|d| d.short[1]), total(|d| d.short[2])],
            ahead: [total(|d| d.ahead[0]), total(|d| d.ahead[1]), total(|d| d.ahead[2])],
            squares: [
                total(|d| d.short.iter().sum::<i64>().pow(2)),
                total(|d| d.ahead.iter().sum::<i64>().pow(2)),
            ],
            most: [most(|d| d.most[0]), most(|d| d.most[1])],
        }
    }
}

/// A count over runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a run.
    pub deviation: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// How many standard errors the printed mean is away, that of the paper's own runs counted in.
    pub z: f64,
}

/// What a row comes to against one way of filling.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The way of filling.
    pub reference: &'static str,
    /// Users short of it.
    pub under: Sample,
    /// Users ahead of it.
    pub over: Sample,
    /// Mean numbers of users short by 1, by 2 and by more.
    pub short: [f64; 3],
    /// Mean numbers of users ahead by 1, by 2 and by more.
    pub ahead: [f64; 3],
    /// The most that a user was short, and ahead, in any run.
    pub most: (i64, i64),
}

/// Runs in the paper.
const PRINTED_RUNS: f64 = 1000.0;

impl Sample {
    /// Of a count that adds up to `total` over the runs, and its squares to `squares`.
    fn of(total: i64, squares: i64, runs: i64, printed: Printed) -> Sample {
        let n = runs.max(1) as f64;
        let mean = total as f64 / n;
        // n (n - 1) times the variance, without rounding.
        let spread = i128::from(runs) * i128::from(squares) - i128::from(total).pow(2);
        let deviation = if runs > 1 { (spread as f64 / (n * (n - 1.0))).sqrt() } else { 0.0 };
        let error = deviation / n.sqrt();
        let both = (error.powi(2) + printed.deviation.powi(2) / PRINTED_RUNS).sqrt();
        let apart = mean - printed.mean;
        let z = if both > 0.0 {
            apart / both
        } else if apart.abs() > 0.0 {
            f64::INFINITY.copysign(apart)
        } else {
            0.0
        };
        Sample { mean, deviation, error, z }
    }
}

impl Comparison {
    /// The means and deviations of what was counted, beside the row as printed.
    pub fn of(row: &Row, tally: &Tally) -> Comparison {
        let sample = |counts: &[i64; 3], squares: i64, printed: Printed| {
            Sample::of(counts.iter().sum(), squares, tally.runs, printed)
        };
        let means = |counts: &[i64; 3]| counts.map(|users| users as f64 / tally.runs.max(1) as f64);
        Comparison {
            reference: tally.reference,
            under: sample(&tally.short, tally.squares[0], row.under),
            over: sample(&tally.ahead, tally.squares[1], row.over),
            short: means(&tally.short),
            ahead: means(&tally.ahead),
            most: (tally.most[0], tally.most[1]),
        }
    }
}

/// The instance of a run: it depends on the seed and its number alone.
fn drawn(row: &Row, seed: u64, run: u64) -> Pool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(run);
    let mut whole = |(low, high): (i64, i64)| -> Vec<Rational> {
        (0..row.resources).map(|_| Rational::int(rng.random_range(low..=high))).collect()
    };
    let capacity = vec![whole(row.reserve)];
    Pool::new(capacity, (0..USERS).map(|_| whole(row.demand)).collect())
}

fn mechanism(id: &str) -> &'static dyn Mechanism<Cluster> {
    CLUSTER.iter().copied().find(|m| m.id() == id).expect("the ids of this file are in the table")
}

/// How far `pdrf-f64` is from a filling in one run.
#[derive(Default)]
struct Distances {
    /// Users short by 1, 2 and more.
    short: [i64; 3],
    /// Users ahead by 1, 2 and more.
    ahead: [i64; 3],
    /// The most of both.
    most: [i64; 2],
}

fn distances(tasks: &[Rational], filled: &[Rational]) -> Distances {
    let mut found = Distances::default();
    for (x, y) in tasks.iter().zip(filled) {
        let by = (x - y).small().map_or(0, |(by, _)| by);
        let (side, most) = if by < 0 {
            (&mut found.short, &mut found.most[0])
        } else {
            (&mut found.ahead, &mut found.most[1])
        };
        if let Some(place) = usize::try_from(by.abs()).ok().and_then(|by| by.checked_sub(1)) {
            side[place.min(2)] += 1;
            *most = by.abs().max(*most);
        }
    }
    found
}

/// Simulates a row and counts, against each filling. `tick` is called after each run; `stop` ends it early with the runs
/// made so far.
pub fn tallies(
    row: &Row,
    runs: u64,
    seed: u64,
    stop: &Stop,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Tally>, Halt<Refusal>> {
    let one = |run: u64| -> Option<Result<Vec<Distances>, Halt<Refusal>>> {
        if stop.is_thrown() {
            return None;
        }
        let pool = drawn(row, seed, run);
        let all = || -> Result<Vec<Distances>, Halt<Refusal>> {
            // A run that was begun is made to its end.
            let totals = |id: &str| -> Result<Vec<Rational>, Halt<Refusal>> {
                Ok(mechanism(id).allocate(&pool, &Patience::unlimited())?.totals())
            };
            let tasks = totals("pdrf-f64")?;
            let filled = |id: &&str| Ok(distances(&tasks, &totals(id)?));
            REFERENCES.iter().map(filled).collect()
        };
        let found = all();
        tick();
        Some(found)
    };
    let found: Vec<_> = (0..runs).into_par_iter().map(one).collect();
    let found: Vec<Vec<Distances>> = found.into_iter().flatten().collect::<Result<_, _>>()?;
    let tally = |(k, reference): (usize, &&'static str)| {
        Tally::of(reference, &found.iter().map(|run| &run[k]).collect::<Vec<_>>())
    };
    Ok(REFERENCES.iter().enumerate().map(tally).collect())
}
