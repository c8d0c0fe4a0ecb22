//! Simulations of tables of papers: the distance between precomputed DRF and progressive filling on random
//! instances (metin 4, Tables 1 and 2).

mod counts;

use chacha20::ChaCha8Rng;
pub use counts::{Counted, Counts, FIRST};
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::linear::{Halt, Patience, Stop};
use crate::mechanism::{CLUSTER, Mechanism};
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar};
use crate::threads;

/// A printed mean with its standard deviation over runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Printed {
    /// The printed mean.
    pub mean: f64,
    /// The printed standard deviation.
    pub deviation: f64,
}

/// A row of a table: the distribution of its instances, and the printed numbers.
#[derive(Clone, Copy, Debug)]
pub struct PrintedRow {
    /// Id of the row: citekey, table and interval of demands.
    pub id: &'static str,
    /// The place of the row in the paper, or its relation to the printed row.
    pub about: &'static str,
    /// Number of resources.
    pub resources: usize,
    /// The interval of the uniform distribution of integral demands, both ends included.
    pub demand: (i64, i64),
    /// The interval of the uniform distribution of integral reserves, both ends included.
    pub reserve: (i64, i64),
    /// The number of users with fewer tasks than under filling.
    pub under: Printed,
    /// The number of users with more tasks than under filling.
    pub over: Printed,
}

/// The number of users in every row.
pub const USERS: usize = 1000;

/// The row of a table with `resources` resources, whose counts are printed as mean and deviation: `under`, then `over`.
const fn row(
    id: &'static str,
    about: &'static str,
    (resources, demand, reserve): (usize, (i64, i64), (i64, i64)),
    [under, over]: [(f64, f64); 2],
) -> PrintedRow {
    let under = Printed { mean: under.0, deviation: under.1 };
    let over = Printed { mean: over.0, deviation: over.1 };
    PrintedRow { id, about, resources, demand, reserve, under, over }
}

/// The interval of the reserves in both tables.
const RESERVE: (i64, i64) = (50_000, 100_000);

/// The counts that Table 1 prints for demands from 1 to 10, 1 to 20, and 10 to 20.
const TABLE_1: [[(f64, f64); 2]; 3] = [
    [(477.623, 86.373), (0.694, 2.137)],
    [(474.932, 38.381), (0.192, 0.526)],
    [(486.521, 50.526), (0.0, 0.0)],
];

/// The counts that Table 2 prints for demands from 1 to 100, and to 1000.
const TABLE_2: [[(f64, f64); 2]; 2] =
    [[(423.517, 36.429), (50.407, 25.814)], [(407.902, 26.373), (83.959, 36.376)]];

/// The rows of Tables 1 and 2, and, for Table 2, further intervals whose results are near the printed ones.
pub const ROWS: &[PrintedRow] = &[
    row("metin-table1-1-10", "Table 1, demands 1 to 10", (10, (1, 10), RESERVE), TABLE_1[0]),
    row("metin-table1-1-20", "Table 1, demands 1 to 20", (10, (1, 20), RESERVE), TABLE_1[1]),
    row("metin-table1-10-20", "Table 1, demands 10 to 20", (10, (10, 20), RESERVE), TABLE_1[2]),
    row("metin-table2-1-100", "Table 2, demands 1 to 100", (2, (1, 100), RESERVE), TABLE_2[0]),
    row("metin-table2-1-1000", "Table 2, demands 1 to 1000", (2, (1, 1000), RESERVE), TABLE_2[1]),
    row(
        "metin-table2-1-100-as-10-100",
        "beside Table 2, demands 1 to 100: demands 10 to 100 and reserves 10^5 to 10^6 instead",
        (2, (10, 100), (100_000, 1_000_000)),
        TABLE_2[0],
    ),
    row(
        "metin-table2-1-1000-as-10-1000",
        "beside Table 2, demands 1 to 1000: demands 10 to 1000 and reserves 10^6 to 10^7 instead",
        (2, (10, 1000), (1_000_000, 10_000_000)),
        TABLE_2[1],
    ),
];

/// Ids of the progressive fillings that a row is compared with: every tie rule, either ending at the first
/// task that does not fit or skipping it.
pub const REFERENCES: [&str; 6] = [
    "drf-tasks",
    "drf-tasks-lower",
    "drf-tasks-index",
    "drf-tasks-skip",
    "drf-tasks-skip-lower",
    "drf-tasks-skip-index",
];

/// The counts of users in the runs of a row, compared with one filling. A user has too few tasks if it has fewer
/// than under the filling, and too many if it has more.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowTally {
    /// Id of the filling.
    #[serde(skip)]
    pub reference: &'static str,
    /// Number of runs.
    pub runs: i64,
    /// Numbers of users with 1, 2 and more tasks too few, over all runs.
    pub short: [i64; 3],
    /// Numbers of users with 1, 2 and more tasks too many, over all runs.
    pub ahead: [i64; 3],
    /// Sums over the runs of the squared numbers of users with too few and with too many tasks.
    pub squares: [i64; 2],
    /// The largest numbers of tasks by which a user had too few, and too many, in any run.
    pub most: [i64; 2],
}

impl RowTally {
    fn of(reference: &'static str, runs: &[&Distances]) -> RowTally {
        let total = |by: fn(&Distances) -> i64| runs.iter().map(|d| by(d)).sum();
        let most = |by: fn(&Distances) -> i64| runs.iter().map(|d| by(d)).max().unwrap_or(0);
        RowTally {
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

/// Statistics of a count over runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sample {
    /// The mean of the count over the runs.
    pub mean: f64,
    /// The standard deviation of the count in one run.
    pub deviation: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The distance from the printed mean in standard errors, including the standard error of the paper's own
    /// runs.
    pub z: f64,
}

/// The statistics of a row, compared with one filling.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Id of the filling.
    pub reference: &'static str,
    /// The number of users with too few tasks.
    pub under: Sample,
    /// The number of users with too many tasks.
    pub over: Sample,
    /// Mean numbers of users with 1, 2 and more tasks too few.
    pub short: [f64; 3],
    /// Mean numbers of users with 1, 2 and more tasks too many.
    pub ahead: [f64; 3],
    /// The largest numbers of tasks by which a user had too few, and too many, in any run.
    pub most: (i64, i64),
}

/// The number of runs in the paper.
const PRINTED_RUNS: f64 = 1000.0;

impl Sample {
    /// Returns the statistics of a count with sum `total` and sum of squares `squares` over the runs.
    fn of(total: i64, squares: i64, runs: i64, printed: Printed) -> Sample {
        let n = runs.max(1) as f64;
        let mean = total as f64 / n;
        // n (n - 1) times the variance, in integers and so without rounding.
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
    /// Returns the statistics of the counts, beside the printed row.
    pub fn of(row: &PrintedRow, tally: &RowTally) -> Comparison {
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

/// Returns the random instance of a run, which depends only on the seed and the number of the run.
fn drawn(row: &PrintedRow, seed: u64, run: u64) -> Pool {
    setting([USERS, row.resources], row.demand, row.reserve, seed, run)
}

/// One pool with `users` users and `resources` resources, whose whole demands and reserves are uniform in intervals
/// with both ends included.
pub(crate) fn setting(
    [users, resources]: [usize; 2],
    demand: (i64, i64),
    reserve: (i64, i64),
    seed: u64,
    run: u64,
) -> Pool {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(run);
    let mut whole = |(low, high): (i64, i64)| -> Vec<Rational> {
        (0..resources).map(|_| Rational::int(rng.random_range(low..=high))).collect()
    };
    let capacity = vec![whole(reserve)];
    Pool::new(capacity, (0..users).map(|_| whole(demand)).collect())
}

fn mechanism(id: &str) -> &'static dyn Mechanism<Cluster> {
    CLUSTER.iter().copied().find(|m| m.id() == id).expect("the ids of this file are in the table")
}

/// The differences between `pdrf-f64` and a filling in one run.
#[derive(Default)]
struct Distances {
    /// Numbers of users with 1, 2 and more tasks too few.
    short: [i64; 3],
    /// Numbers of users with 1, 2 and more tasks too many.
    ahead: [i64; 3],
    /// The largest number of tasks by which a user has too few, and too many.
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

/// Simulates `runs` runs of a row and counts the differences from each filling. `tick` is called after each
/// run; `stop` ends the simulation early with the complete runs.
///
/// # Errors
/// A mechanism refuses an instance, or the work was cut short.
pub fn tallies(
    row: &PrintedRow,
    runs: u64,
    seed: u64,
    stop: &Stop,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<RowTally>, Halt<Refusal>> {
    let one = |&run: &u64| -> Option<Result<Vec<Distances>, Halt<Refusal>>> {
        if stop.is_thrown() {
            return None;
        }
        let pool = drawn(row, seed, run);
        let all = || -> Result<Vec<Distances>, Halt<Refusal>> {
            // A run that has begun is completed.
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
    let found = threads::each(&Vec::from_iter(0..runs), one);
    let found: Vec<Vec<Distances>> = found.into_iter().flatten().collect::<Result<_, _>>()?;
    let tally = |(k, reference): (usize, &&'static str)| {
        RowTally::of(reference, &found.iter().map(|run| &run[k]).collect::<Vec<_>>())
    };
    Ok(REFERENCES.iter().enumerate().map(tally).collect())
}
