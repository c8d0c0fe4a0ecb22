//! Simulations of a paper's tables: how far precomputed DRF is from progressive filling on random instances
//! (metin 4, Tables 1 and 2).

use std::sync::atomic::{AtomicBool, Ordering};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::mechanism::{CLUSTER, Mechanism};
use crate::model::cluster::{Cluster, Pool};
use crate::refusal::Refusal;
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
    fn of(counts: &[f64], printed: Printed) -> Sample {
        let n = counts.len() as f64;
        let mean = counts.iter().sum::<f64>() / n;
        let squares: f64 = counts.iter().map(|x| (x - mean).powi(2)).sum();
        let deviation = if counts.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
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

/// How far `pdrf-f64` is from a filling: users short by 1, 2 and more, ahead by 1, 2 and more, the most of both.
type Distances = ([u32; 3], [u32; 3], i64, i64);

fn distances(tasks: &[Rational], filled: &[Rational]) -> Distances {
    let mut found: Distances = ([0; 3], [0; 3], 0, 0);
    for (x, y) in tasks.iter().zip(filled) {
        let by = (x - y).small().map_or(0, |(by, _)| by);
        let place = |by: i64| usize::try_from(by - 1).map_or(0, |k| k.min(2));
        if by < 0 {
            found.0[place(-by)] += 1;
            found.2 = found.2.max(-by);
        } else if by > 0 {
            found.1[place(by)] += 1;
            found.3 = found.3.max(by);
        }
    }
    found
}

/// Simulates a row. `tick` is called after each run; `stop` ends it early with the runs made so far. Returns how many
/// those are, and a comparison with each filling.
pub fn simulate(
    row: &Row,
    runs: u64,
    seed: u64,
    stop: &AtomicBool,
    tick: &(dyn Fn() + Sync),
) -> Result<(usize, Vec<Comparison>), Refusal> {
    let one = |run: u64| -> Option<Result<Vec<Distances>, Refusal>> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let pool = drawn(row, seed, run);
        let all = || -> Result<Vec<Distances>, Refusal> {
            let tasks = mechanism("pdrf-f64").allocate(&pool)?.totals();
            let filled = |id: &&str| Ok(distances(&tasks, &mechanism(id).allocate(&pool)?.totals()));
            REFERENCES.iter().map(filled).collect()
        };
        let found = all();
        tick();
        Some(found)
    };
    let found: Vec<_> = (0..runs).into_par_iter().map(one).collect();
    let found: Vec<Vec<Distances>> = found.into_iter().flatten().collect::<Result<_, _>>()?;
    let n = found.len().max(1) as f64;
    let compare = |(k, reference): (usize, &&'static str)| {
        let of = |side: fn(&Distances) -> &[u32; 3]| -> (Vec<f64>, [f64; 3]) {
            let counts = found.iter().map(|run| f64::from(side(&run[k]).iter().sum::<u32>())).collect();
            let mean = |by: usize| found.iter().map(|run| f64::from(side(&run[k])[by])).sum::<f64>() / n;
            (counts, [mean(0), mean(1), mean(2)])
        };
        let ((under, short), (over, ahead)) = (of(|d| &d.0), of(|d| &d.1));
        let most = |of: fn(&Distances) -> i64| found.iter().map(|run| of(&run[k])).max().unwrap_or(0);
        Comparison {
            reference,
            under: Sample::of(&under, row.under),
            over: Sample::of(&over, row.over),
            short,
            ahead,
            most: (most(|d| d.2), most(|d| d.3)),
        }
    };
    Ok((found.len(), REFERENCES.iter().enumerate().map(compare).collect()))
}
