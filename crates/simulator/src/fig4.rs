//! Figure 4 of wang2013: three users arrive and leave one after another; Best-Fit DRFH on 100 servers.
//!
//! The paper prints the pool, 52.75 CPU and 51.32 memory, but not the selected servers. Table I rounds memory
//! to two decimals, so the sum over 100 servers is known only to some hundredths. Run `k` uses the first draw
//! of its generator with exactly 52.75 CPU and with memory within [`ROUNDING`] of 51.32; run 0 is shown
//! separately, with its curves. Beside it is the most probable of all draws whose rounded entries sum to
//! 51.32 exactly, which needs several rare servers.

use super::drawn::{Draw, Drawn, Series};
use super::engine::{self, Simulation, State};
use super::machines::{UNIT, first_drawn, generator, most_probable, pool, shuffled, table_one};
use super::moments::Docket;
use super::policy::Policy;
use super::workload::{Batch, Durations, Member, SECOND, Time, Workload};

/// The paper's pool, in units of `1 / UNIT` of the largest server.
pub const POOL: [i64; 2] = [527_500, 513_200];

/// The tolerance on the sum of a hundred entries of Table I, in units: each entry has a rounding error of at most
/// 0.005, so the standard deviation of the sum is 0.03, and the tolerance is two standard deviations.
pub const ROUNDING: i64 = 600;

/// The demand of each user, its arrival, and the time at which it withdraws tasks that have not started, in seconds.
pub const USERS: [([i64; 2], Time, Option<Time>); 3] =
    [([2000, 3000], 0, Some(1080)), ([5000, 1000], 200, Some(1400)), ([1000, 3000], 500, None)];

/// The end of the run, in seconds; the paper prints no time after 1080 s.
const END: Time = 1700;

/// The shortest and the longest duration of tasks, in seconds: the paper prints none, and long ones would
/// blur the steps.
const SECONDS: (Time, Time) = (10, 30);

/// The settled part of each phase, in seconds: all tasks of the preceding phase have ended.
const PHASES: [(&str, Time, Time); 5] = [
    ("phase 1, user 1 alone (to 200 s)", 60, 200),
    ("phase 2, users 1 and 2 (200 s to 500 s)", 260, 500),
    ("phase 3, all three (500 s to 1080 s)", 560, 1080),
    ("phase 4, users 2 and 3 (1080 s to 1400 s)", 1140, 1400),
    ("phase 5, user 3 alone (from 1400 s)", 1460, 1700),
];

/// The number that the paper prints for a phase, a user, and a resource or the dominant share, in per cent.
fn printed(phase: usize, user: usize, what: &str) -> Option<f64> {
    match (phase, user, what) {
        (0, 0, "CPU") => Some(40.0),
        (0, 0, "memory" | "dominant share") => Some(62.0),
        (1, 0 | 1, "dominant share") => Some(44.0),
        (2, 0..=2, "dominant share") => Some(26.0),
        _ => None,
    }
}

/// The servers of the most probable draw with the paper's pool; `None` if there is none.
pub fn most_probable_servers() -> Option<Vec<Vec<i64>>> {
    let table = table_one();
    let counts = most_probable(&table, 100, &POOL)?;
    Some(table.iter().zip(counts).flat_map(|(class, n)| (0..n).map(|_| class.capacity.clone())).collect())
}

/// The servers of a run.
pub fn servers(seed: u64, run: u64) -> Option<Vec<Vec<i64>>> {
    let near = |pool: &[i64]| pool[0] == POOL[0] && (pool[1] - POOL[1]).abs() <= ROUNDING;
    first_drawn(&table_one(), 100, 5_000_000, &mut generator(seed, run + 1), near)
}

/// The jobs of the three users.
pub fn workload(seed: u64) -> Workload {
    let member = |(k, user): (usize, &([i64; 2], Time, Option<Time>))| Member {
        leaves: user.2.map(|at| at * SECOND),
        ..Member::named(format!("user {}", k + 1))
    };
    let batch = |(k, user): (usize, &([i64; 2], Time, Option<Time>))| Batch {
        job: k as u32,
        user: k as u32,
        at: user.1 * SECOND,
        // More tasks than can run until the end: a user that is present always has waiting tasks.
        tasks: 100_000,
        demand: user.0.to_vec(),
        durations: Durations::Between {
            low: SECONDS.0 * SECOND,
            high: SECONDS.1 * SECOND,
            seed: seed.wrapping_add(k as u64),
        },
    };
    let users = || USERS.iter().enumerate();
    Workload::sorted(users().map(member).collect(), users().map(batch).collect())
}

/// One row per second: the time, and for each user its shares of CPU and memory and the larger of the two, in
/// per cent.
fn shares(servers: &[Vec<i64>], draw: &Draw<'_>, docket: &mut Option<Docket>) -> Vec<Vec<f64>> {
    let work = workload(draw.own_seed());
    let pool = pool(servers);
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let percent = |state: &State, u: usize, r: usize| 100.0 * state.held[u][r] as f64 / pool[r] as f64;
    let every = draw.judge.map_or(SECOND, |(_, every)| every.max(1));
    let setting = Simulation {
        horizon: Some(END * SECOND),
        every: num_integer::gcd(SECOND, every),
        placement: docket.is_some(),
        ..Simulation::new(servers, &work, Policy::BestFit)
    };
    engine::run(setting, &mut |state| {
        if state.now % SECOND == 0 {
            let mut row = vec![state.now as f64 / SECOND as f64];
            for u in 0..USERS.len() {
                let (cpu, memory) = (percent(state, u, 0), percent(state, u, 1));
                row.extend([cpu, memory, cpu.max(memory)]);
            }
            rows.push(row);
        }
        if let Some(docket) = docket.as_mut().filter(|_| state.now % every == 0) {
            docket.state(state, servers, &work, UNIT);
        }
        !draw.stop.is_thrown()
    });
    rows
}

/// The means over the settled part of each phase.
fn phases(rows: &[Vec<f64>], set: &str, out: &mut Drawn) {
    for (p, (phase, from, to)) in PHASES.iter().enumerate() {
        let settled: Vec<&Vec<f64>> =
            rows.iter().filter(|r| r[0] > *from as f64 && r[0] <= *to as f64).collect();
        for (u, user) in USERS.iter().enumerate() {
            if user.1 >= *to || user.2.is_some_and(|leaves| leaves <= *from) {
                continue;
            }
            for (k, what) in ["CPU", "memory", "dominant share"].iter().enumerate() {
                let mean = settled.iter().map(|r| r[1 + 3 * u + k]).sum::<f64>() / settled.len() as f64;
                let (label, quantity) =
                    (format!("{set}, {phase}, user {}", u + 1), format!("{what}, per cent of the pool"));
                out.value(label, quantity, printed(p, u, what), mean);
            }
        }
    }
}

fn named(servers: &[Vec<i64>]) -> String {
    let mut kinds: std::collections::BTreeMap<&Vec<i64>, usize> = std::collections::BTreeMap::new();
    servers.iter().for_each(|server| *kinds.entry(server).or_default() += 1);
    let part = |x: &i64| *x as f64 / UNIT as f64;
    let kinds: Vec<String> =
        kinds.iter().rev().map(|(c, n)| format!("{n} of ({:.2}, {:.2})", part(&c[0]), part(&c[1]))).collect();
    kinds.join(", ")
}

pub(super) fn run(draw: &Draw<'_>) -> Result<Drawn, String> {
    let servers = servers(draw.seed, draw.run).ok_or("no draw of 100 servers has the pool of the paper")?;
    let mut out = Drawn::default();
    let mut docket = draw.docket(Policy::BestFit.mechanism());
    let rows = shares(&servers, draw, &mut docket);
    if draw.run == 0 {
        phases(&rows, "the first draw", &mut out);
        out.notes.push(format!("servers of the first draw: {}", named(&servers)));
        let rare =
            most_probable_servers().ok_or("no draw of 100 servers adds up to the pool of the paper")?;
        out.notes.push(format!("servers of the most probable draw: {}", named(&rare)));
        let rare = shuffled(rare, &mut generator(draw.seed, 0));
        phases(&shares(&rare, draw, &mut None), "the most probable draw", &mut out);
    }
    phases(&rows, "all draws", &mut out);
    for (k, what) in ["cpu", "memory", "dominant"].iter().enumerate() {
        let (name, up) = (format!("wang2013-fig4-{what}"), format!("{what} share, per cent"));
        let rows = rows.iter().map(|r| vec![r[0], r[1 + k], r[4 + k], r[7 + k]]).collect();
        out.series.push(Series::of(name, ["seconds", "user 1", "user 2", "user 3"], rows, Some(&up)));
    }
    if let Some(docket) = &docket {
        out.judged("best-fit-drfh", docket);
    }
    Ok(out)
}
