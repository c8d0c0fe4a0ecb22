//! A synthetic day of work, as a substitute for a trace.
//!
//! Public facts about the 2011 trace, in round numbers: some 672,000 jobs and 25 million tasks of 930 users
//! in 29 days on 12,500 machines, so 38 tasks per job and some 900,000 tasks per day; three of four jobs have
//! a single task; requests come in a few steps, most of them small; tasks run for minutes, some for the whole
//! month. [`Marginals`] summarises a synthetic day. No other feature of the trace is reproduced: neither its
//! bursts nor its priorities nor its constraints.

use chacha20::ChaCha8Rng;
use rand::RngExt as _;

use super::machines::{UNIT, generator};
use super::workload::{Batch, Durations, Member, SECOND, Time, Workload};

/// The parameters of a synthetic day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Day {
    /// The approximate number of tasks: random jobs are added until their tasks reach this number.
    pub tasks: u64,
    /// The number of users; each job belongs to user k with a weight of 1 / k.
    pub users: usize,
    /// Length of the day in milliseconds.
    pub length: Time,
    /// The demand for the cluster's scarcest resource over the day, as a part of its capacity.
    pub load: f64,
    /// `true` if all tasks of a user have one demand, `false` if all tasks of a job have.
    pub one_kind: bool,
}

/// Tasks per job: probability, smallest and largest number, log-uniform in between.
const SIZES: [(f64, f64, f64); 5] = [
    (0.75, 1.0, 1.0),
    (0.10, 2.0, 10.0),
    (0.10, 11.0, 100.0),
    (0.045, 101.0, 1000.0),
    (0.005, 1001.0, 5000.0),
];

/// CPU of a task: probability, and amount in 1/10000 of the largest server.
const CPU: [(f64, i64); 8] =
    [(0.10, 62), (0.20, 125), (0.20, 250), (0.10, 312), (0.25, 625), (0.08, 938), (0.05, 1250), (0.02, 2500)];

/// Memory of a task: probability, and amount in 1/10000 of the largest server.
const MEMORY: [(f64, i64); 8] =
    [(0.10, 39), (0.20, 78), (0.20, 159), (0.20, 318), (0.15, 637), (0.08, 955), (0.05, 1273), (0.02, 2493)];

fn step<T: Copy>(table: &[(f64, T)], rng: &mut ChaCha8Rng) -> T {
    let mut at: f64 = rng.random();
    for (often, value) in table {
        at -= often;
        if at < 0.0 {
            return *value;
        }
    }
    table[table.len() - 1].1
}

fn size(rng: &mut ChaCha8Rng) -> u32 {
    let table = SIZES.map(|(often, low, high)| (often, (low, high)));
    let (low, high): (f64, f64) = step(&table, rng);
    let drawn = (low.ln() + rng.random::<f64>() * (high.ln() - low.ln())).exp();
    (drawn.round() as u32).max(1)
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let (a, b): (f64, f64) = (rng.random::<f64>().max(f64::MIN_POSITIVE), rng.random());
    (-2.0 * a.ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

/// The synthetic day of a seed, for a cluster with the total capacities `pool`.
pub fn day(day: &Day, pool: &[i64], seed: u64) -> Workload {
    let mut rng = generator(seed, 1);
    let mut sums: Vec<f64> = Vec::with_capacity(day.users);
    for rank in (1..=day.users).map(|k| 1.0 / k as f64) {
        sums.push(sums.last().copied().unwrap_or(0.0) + rank);
    }
    let all = sums.last().copied().unwrap_or(1.0);
    let demand = |rng: &mut ChaCha8Rng| vec![step(&CPU, rng), step(&MEMORY, rng)];
    let kinds: Vec<Vec<i64>> = (0..day.users).map(|_| demand(&mut rng)).collect();
    struct Job {
        user: usize,
        at: Time,
        tasks: u32,
        demand: Vec<i64>,
        minutes: f64,
    }
    let (mut jobs, mut drawn): (Vec<Job>, u64) = (Vec::new(), 0);
    while drawn < day.tasks {
        let at = rng.random::<f64>() * all;
        let user = sums.partition_point(|sum| *sum < at).min(day.users - 1);
        let tasks = size(&mut rng).min((day.tasks - drawn).max(1) as u32);
        // Somewhat more work by day than by night: the density 1 + 0.3 sin, by rejection.
        let at = loop {
            let x: f64 = rng.random();
            if rng.random::<f64>() * 1.3 <= 1.0 + 0.3 * (std::f64::consts::TAU * x).sin() {
                break (x * day.length as f64) as Time;
            }
        };
        let own = demand(&mut rng);
        let demand = if day.one_kind { kinds[user].clone() } else { own };
        // Lognormal: before the load is set, half of the jobs have tasks below ten minutes.
        let minutes = 10.0 * (1.2 * normal(&mut rng)).exp();
        jobs.push(Job { user, at, tasks, demand, minutes });
        drawn += u64::from(tasks);
    }
    // Durations are scaled so that the demand for the scarcest resource matches the load.
    let asked = |r: usize| {
        jobs.iter().map(|j| f64::from(j.tasks) * j.demand[r] as f64 * j.minutes * 60.0).sum::<f64>()
    };
    let offered = |r: usize| pool[r] as f64 * day.length as f64 / SECOND as f64;
    let most = (0..2).map(|r| asked(r) / offered(r)).fold(0.0, f64::max);
    let stretch = if most > 0.0 { day.load / most } else { 1.0 };
    let batch = |(number, job): (usize, Job)| {
        let mean = (job.minutes * 60.0 * stretch * SECOND as f64).clamp(1000.0, day.length as f64);
        Batch {
            job: number as u32,
            user: job.user as u32,
            at: job.at,
            tasks: job.tasks,
            demand: job.demand,
            durations: Durations::Between {
                low: (mean * 0.5) as Time,
                high: (mean * 1.5) as Time,
                seed: seed ^ (number as u64) << 20,
            },
        }
    };
    let members = (1..=day.users).map(|u| Member::named(format!("user {u}"))).collect();
    Workload::sorted(members, jobs.into_iter().enumerate().map(batch).collect())
}

/// Summary statistics of a workload, for comparison with published statistics of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    /// Number of jobs.
    pub jobs: usize,
    /// Number of tasks.
    pub tasks: u64,
    /// Number of users that submit any task.
    pub users: usize,
    /// The part of jobs with one task.
    pub single: f64,
    /// Mean number of tasks per job.
    pub tasks_a_job: f64,
    /// Mean demand of a task for each resource, in parts of the largest server.
    pub demand: Vec<f64>,
    /// The first decile, the median and the ninth decile of task durations, in seconds.
    pub seconds: [f64; 3],
    /// The part of tasks submitted by the tenth of users with most tasks.
    pub busiest_tenth: f64,
}

impl Marginals {
    /// The statistics of a workload.
    pub fn of(workload: &Workload) -> Self {
        let tasks = workload.tasks();
        let mut sizes = vec![0u64; workload.jobs()];
        let mut by_user = vec![0u64; workload.members.len()];
        let mut durations: Vec<Time> = Vec::new();
        let resources = workload.batches.first().map_or(0, |b| b.demand.len());
        let mut demand = vec![0.0; resources];
        for batch in &workload.batches {
            sizes[batch.job as usize] += u64::from(batch.tasks);
            by_user[batch.user as usize] += u64::from(batch.tasks);
            durations.extend((0..batch.tasks).map(|k| batch.durations.of(k)));
            for (sum, d) in demand.iter_mut().zip(&batch.demand) {
                *sum += f64::from(batch.tasks) * *d as f64 / UNIT as f64 / tasks.max(1) as f64;
            }
        }
        durations.sort_unstable();
        by_user.sort_unstable();
        let at = |part: f64| {
            let place = (part * durations.len() as f64) as usize;
            durations
                .get(place.min(durations.len().saturating_sub(1)))
                .map_or(0.0, |t| *t as f64 / SECOND as f64)
        };
        let jobs = sizes.iter().filter(|s| **s > 0).count();
        let busiest: u64 = by_user.iter().rev().take(by_user.len().div_ceil(10)).sum();
        Marginals {
            jobs,
            tasks,
            users: by_user.iter().filter(|t| **t > 0).count(),
            single: sizes.iter().filter(|s| **s == 1).count() as f64 / jobs.max(1) as f64,
            tasks_a_job: tasks as f64 / jobs.max(1) as f64,
            demand,
            seconds: [at(0.1), at(0.5), at(0.9)],
            busiest_tenth: busiest as f64 / tasks.max(1) as f64,
        }
    }
}
