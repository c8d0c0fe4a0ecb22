//! Table II and Figures 5 to 8 of wang2013, on a synthetic day: the paper's trace is not available here.
//!
//! Only orderings can be compared: the scheduler with the higher utilisation, the jobs that gain, the users
//! that finish more. The paper's numbers are printed beside ours, and no agreement of numbers is claimed.

use chacha20::ChaCha8Rng;

use super::drawn::{Draw, Drawn, Series};
use super::engine::{self, Simulation};
use super::machines::{UNIT, drawn, generator, pool, shuffled, table_one};
use super::metrics::{JobRecord, Metrics};
use super::policy::Policy;
use super::synthetic::{Day, Marginals, day};
use super::workload::{Batch, SECOND, Time, Workload};

/// The number of servers in the paper.
const SERVERS: u64 = 2000;
/// Tasks per server and day: 25 million in 29 days, for 2,000 servers.
const TASKS: u64 = 438;
/// The number of users of the trace.
const USERS: u64 = 900;
/// The length of a day in milliseconds.
pub const DAY: Time = 24 * 3600 * SECOND;
/// The demand as a part of the capacity: large enough that users compete.
pub const LOAD: f64 = 1.2;
/// The interval between points of a time series.
const EVERY: Time = 600 * SECOND;

/// The servers and the work of a run.
#[derive(Debug)]
pub struct Case {
    /// Capacities (servers x resources); the largest server has [`super::machines::UNIT`] units.
    pub servers: Vec<Vec<i64>>,
    /// The work of the day.
    pub work: Workload,
}

/// The case of a run of this seed and size; at size 100, as many servers as in the paper.
pub fn case(seed: u64, size: u64, one_kind: bool) -> Case {
    let servers = drawn(&table_one(), (SERVERS * size / 100).max(10) as usize, &mut generator(seed, 0));
    let users = ((USERS * size / 100).max(20)) as usize;
    let shape = Day { tasks: servers.len() as u64 * TASKS, users, length: DAY, load: LOAD, one_kind };
    let work = day(&shape, &pool(&servers), seed);
    Case { servers, work }
}

/// Utilisation of both resources at the points of the series, in per cent.
type Used = Vec<[f64; 2]>;

/// Simulates a case, and adds the judgements of its moments to `out`.
fn simulate(case: &Case, policy: Policy, draw: &Draw<'_>, out: &mut Drawn) -> (Metrics, Used) {
    let mut docket = draw.docket(policy.mechanism());
    let judged = draw.judge.map_or(EVERY, |(_, every)| every.max(1));
    // Samples are taken at every common instant of the series and of the judged moments.
    let every = num_integer::gcd(EVERY, judged);
    let setting = Simulation {
        horizon: Some(DAY),
        every,
        placement: docket.is_some(),
        ..Simulation::new(&case.servers, &case.work, policy)
    };
    let all = pool(&case.servers);
    let mut used = Vec::new();
    let metrics = engine::run(setting, &mut |state| {
        if state.now % EVERY == 0 {
            used.push([0, 1].map(|r| 100.0 * state.used[r] as f64 / all[r] as f64));
        }
        if let Some(docket) = docket.as_mut().filter(|_| state.now % judged == 0) {
            docket.state(state, &case.servers, &case.work, UNIT);
        }
        !draw.stop.is_thrown()
    });
    if let Some(docket) = &docket {
        out.judged(&policy.id(), docket);
    }
    (metrics, used)
}

/// The numbers of a random day beside those that are published of the trace. Table II reports them for all figures.
fn marginals(case: &Case, out: &mut Drawn) {
    let m = Marginals::of(&case.work);
    let mut about = |quantity: &str, published: Option<f64>, value: f64| {
        out.value("the random day (printed: what is published of the trace)", quantity, published, value);
    };
    about("jobs with one task, per cent", Some(75.0), 100.0 * m.single);
    about("tasks for each job", Some(38.0), m.tasks_a_job);
    about("tasks", None, m.tasks as f64);
    about("users with tasks", None, m.users as f64);
    about("mean CPU of a task, per cent of the largest server", None, 100.0 * m.demand[0]);
    about("mean memory of a task, per cent of the largest server", None, 100.0 * m.demand[1]);
    about("median seconds of a task", None, m.seconds[1]);
}

/// Table II as printed: slots in the largest server, utilisation of CPU and of memory in per cent.
const TABLE_II: [(i64, f64, f64); 5] =
    [(10, 35.1, 23.4), (12, 42.2, 27.4), (14, 43.9, 28.0), (16, 45.4, 24.2), (20, 40.6, 20.0)];

pub(super) fn table2(draw: &Draw<'_>) -> Result<Drawn, String> {
    let case = case(draw.own_seed(), draw.size, draw.judge.is_some());
    let mut out = Drawn::default();
    let mut best = (0, 0.0);
    for (slots, cpu, memory) in TABLE_II {
        let (metrics, _) = simulate(&case, Policy::Slots(slots), draw, &mut out);
        let used = [0, 1].map(|r| 100.0 * metrics.utilisation(r));
        if used[0] + used[1] > best.1 {
            best = (slots, used[0] + used[1]);
        }
        let label = format!("{slots} slots in the largest server");
        out.value(&label, "CPU in use, per cent", Some(cpu), used[0]);
        out.value(&label, "memory in use, per cent", Some(memory), used[1]);
    }
    for (slots, ..) in TABLE_II {
        let label = format!("{slots} slots in the largest server");
        let what = "runs in which it has the largest sum, per cent";
        out.found(label, what, if best.0 == slots { 100.0 } else { 0.0 });
    }
    marginals(&case, &mut out);
    Ok(out)
}

const THREE: [(&str, Policy); 3] = [
    ("Best-Fit DRFH", Policy::BestFit),
    ("First-Fit DRFH", Policy::FirstFit),
    ("14 slots", Policy::Slots(14)),
];

pub(super) fn fig5(draw: &Draw<'_>) -> Result<Drawn, String> {
    let case = case(draw.own_seed(), draw.size, draw.judge.is_some());
    let mut out = Drawn::default();
    let runs: Vec<(Metrics, Used)> =
        THREE.iter().map(|(_, policy)| simulate(&case, *policy, draw, &mut out)).collect();
    for ((name, _), (metrics, _)) in THREE.iter().zip(&runs) {
        out.found(*name, "CPU in use, per cent", 100.0 * metrics.utilisation(0));
        out.found(*name, "memory in use, per cent", 100.0 * metrics.utilisation(1));
    }
    let setting = Simulation {
        horizon: Some(DAY),
        floats: true,
        ..Simulation::new(&case.servers, &case.work, Policy::BestFit)
    };
    let floats = engine::run(setting, &mut |_| true);
    let pairs =
        || runs[0].0.jobs.iter().zip(&floats.jobs).filter(|(a, b)| a.ended.is_some() || b.ended.is_some());
    let other = pairs().filter(|(a, b)| a.ended != b.ended).count() as f64;
    let label = "Best-Fit DRFH with shares added up in float64";
    let part = 100.0 * other / pairs().count().max(1) as f64;
    out.found(label, "jobs that end at another time, per cent", part);
    out.found(label, "CPU in use, points more", 100.0 * (floats.utilisation(0) - runs[0].0.utilisation(0)));
    for (r, what) in ["CPU", "memory"].iter().enumerate() {
        for (other, name) in [(1, "First-Fit DRFH"), (2, "14 slots")] {
            let label = format!("Best-Fit DRFH against {name}");
            let more = 100.0 * (runs[0].0.utilisation(r) - runs[other].0.utilisation(r));
            out.found(&label, format!("{what} in use, points more"), more);
            let pairs = || runs[0].1.iter().zip(&runs[other].1);
            let part = |holds: &dyn Fn(f64, f64) -> bool| {
                let there = pairs().filter(|(a, b)| holds(a[r], b[r])).count();
                100.0 * there as f64 / pairs().count().max(1) as f64
            };
            out.found(&label, format!("{what}: moments with more in use, per cent"), part(&|a, b| a > b));
            out.found(&label, format!("{what}: moments with less in use, per cent"), part(&|a, b| a < b));
        }
        let times = runs[0].1.len().min(runs[1].1.len()).min(runs[2].1.len());
        let row = |k: usize| {
            let hour = (k + 1) as f64 * (EVERY / SECOND) as f64 / 3600.0;
            vec![hour, runs[0].1[k][r], runs[1].1[k][r], runs[2].1[k][r]]
        };
        let (name, up) =
            (format!("wang2013-fig5-{}", what.to_lowercase()), format!("{what} in use, per cent"));
        let head = ["hours", "Best-Fit", "First-Fit", "14 slots"];
        out.series.push(Series::of(name, head, (0..times).map(row).collect(), Some(&up)));
    }
    Ok(out)
}

/// Classes of jobs by their number of tasks. The paper has five classes; their bounds appear in its picture
/// only.
const CLASSES: [(&str, u32, u32); 5] = [
    ("1 to 50 tasks", 1, 50),
    ("51 to 100 tasks", 51, 100),
    ("101 to 500 tasks", 101, 500),
    ("501 to 1000 tasks", 501, 1000),
    ("more than 1000 tasks", 1001, u32::MAX),
];

pub(super) fn fig6(draw: &Draw<'_>) -> Result<Drawn, String> {
    let case = case(draw.own_seed(), draw.size, draw.judge.is_some());
    let mut out = Drawn::default();
    let (best, _) = simulate(&case, Policy::BestFit, draw, &mut out);
    let (slots, _) = simulate(&case, Policy::Slots(14), draw, &mut out);
    let seconds = |job: &JobRecord| Some(job.took()? as f64 / SECOND as f64);
    let pairs = best.jobs.iter().zip(&slots.jobs);
    let both: Vec<(u32, f64, f64)> =
        pairs.filter_map(|(a, b)| Some((a.tasks, seconds(a)?, seconds(b)?))).collect();
    for (name, from, to) in CLASSES {
        let class: Vec<_> = both.iter().filter(|j| j.0 >= from && j.0 <= to).collect();
        if class.is_empty() {
            continue;
        }
        let n = class.len() as f64;
        out.found(name, "jobs complete under both", n);
        let reduction = class.iter().map(|(_, a, b)| 100.0 * (b - a) / b).sum::<f64>() / n;
        out.found(name, "mean reduction of the completion time, per cent", reduction);
        let means = [class.iter().map(|j| j.1).sum::<f64>() / n, class.iter().map(|j| j.2).sum::<f64>() / n];
        let reduction = 100.0 * (means[1] - means[0]) / means[1];
        out.found(name, "reduction of the mean completion time, per cent", reduction);
    }
    let sorted = |k: usize| {
        let mut times: Vec<f64> = both.iter().map(|j| if k == 0 { j.1 } else { j.2 }).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let (a, b) = (sorted(0), sorted(1));
    let row = |percent: usize| {
        let place = (percent * a.len() / 100).min(a.len().saturating_sub(1));
        let at = |times: &[f64]| times.get(place).copied().unwrap_or(f64::NAN);
        vec![percent as f64, at(&a), at(&b)]
    };
    let (head, up) = (["jobs, per cent", "Best-Fit", "14 slots"], Some("completion time, seconds"));
    out.series.push(Series::of("wang2013-fig6-completion", head, (1..=99).map(row).collect(), up));
    Ok(out)
}

fn ratios(metrics: &Metrics) -> Vec<Option<f64>> {
    metrics.users.iter().map(super::metrics::Counts::ratio).collect()
}

/// Adds the part of users, in per cent, for whose pair of completion ratios `holds` is `true`.
fn part(out: &mut Drawn, what: &str, printed: Option<f64>, pairs: &[Both], holds: fn(f64, f64) -> bool) {
    let there = pairs.iter().filter(|(a, b, _)| holds(*a, *b)).count();
    out.value("users", what, printed, 100.0 * there as f64 / pairs.len().max(1) as f64);
}

fn scatter(name: &str, head: [&str; 3], pairs: &[Both]) -> Series {
    Series::of(name, head, pairs.iter().map(|(a, b, n)| vec![*n as f64, *a, *b]).collect(), None)
}

pub(super) fn fig7(draw: &Draw<'_>) -> Result<Drawn, String> {
    let case = case(draw.own_seed(), draw.size, draw.judge.is_some());
    let mut out = Drawn::default();
    let (best, _) = simulate(&case, Policy::BestFit, draw, &mut out);
    let (slots, _) = simulate(&case, Policy::Slots(14), draw, &mut out);
    let pairs = paired(&best, &ratios(&best), &ratios(&slots));
    let mut part = |what, printed, holds| part(&mut out, what, printed, &pairs, holds);
    part("with a higher completion ratio under Best-Fit, per cent", None, |a, b| a > b);
    part("with a lower one, per cent", None, |a, b| a < b);
    part("complete under Best-Fit and not under slots, per cent", Some(20.0), |a, b| a >= 1.0 && b < 1.0);
    part("complete under slots and not under Best-Fit, per cent", None, |a, b| a < 1.0 && b >= 1.0);
    let all = |m: &Metrics| {
        let (done, asked) = m.users.iter().fold((0, 0), |(d, s), u| (d + u.completed, s + u.submitted));
        100.0 * done as f64 / asked.max(1) as f64
    };
    out.found("Best-Fit DRFH", "tasks completed, per cent", all(&best));
    out.found("14 slots", "tasks completed, per cent", all(&slots));
    out.series.push(scatter("wang2013-fig7-ratios", ["tasks", "Best-Fit", "14 slots"], &pairs));
    Ok(out)
}

/// The completion ratios of a user in two runs, and the number of tasks that it submitted.
type Both = (f64, f64, u64);

fn paired(metrics: &Metrics, a: &[Option<f64>], b: &[Option<f64>]) -> Vec<Both> {
    let users = a.iter().zip(b).zip(&metrics.users);
    users.filter_map(|((a, b), user)| Some(((*a)?, (*b)?, user.submitted))).collect()
}

/// The work of one user alone.
fn alone(work: &Workload, user: usize) -> Workload {
    let mut numbers = std::collections::BTreeMap::new();
    let mut own: Vec<Batch> = work.batches.iter().filter(|b| b.user as usize == user).cloned().collect();
    for batch in &mut own {
        let next = numbers.len() as u32;
        batch.job = *numbers.entry(batch.job).or_insert(next);
        batch.user = 0;
    }
    Workload { members: vec![work.members[user].clone()], batches: own }
}

pub(super) fn fig8(draw: &Draw<'_>) -> Result<Drawn, String> {
    let case = case(draw.own_seed(), draw.size, draw.judge.is_some());
    let mut out = Drawn::default();
    let (shared, _) = simulate(&case, Policy::BestFit, draw, &mut out);
    // The dedicated clouds: the servers in random order, divided evenly among the users that submit any task.
    let mut rng: ChaCha8Rng = generator(draw.own_seed(), 2);
    let dealt = shuffled(case.servers.clone(), &mut rng);
    let active: Vec<usize> =
        (0..case.work.members.len()).filter(|&u| shared.users[u].submitted > 0).collect();
    let mut own: Vec<Option<f64>> = vec![None; case.work.members.len()];
    for (k, &u) in active.iter().enumerate() {
        let cut = |k: usize| k * dealt.len() / active.len();
        let servers = &dealt[cut(k)..cut(k + 1)];
        if servers.is_empty() || draw.stop.is_thrown() {
            continue;
        }
        let work = alone(&case.work, u);
        let setting = Simulation { horizon: Some(DAY), ..Simulation::new(servers, &work, Policy::BestFit) };
        own[u] = engine::run(setting, &mut |_| true).users[0].ratio();
    }
    let pairs = paired(&shared, &ratios(&shared), &own);
    let mut part = |what, printed, holds| part(&mut out, what, printed, &pairs, holds);
    part("that complete fewer tasks in the shared cloud, per cent", Some(2.0), |a, b| a < b);
    part("that complete more there, per cent", None, |a, b| a > b);
    let lost: Vec<f64> = pairs.iter().filter(|(a, b, _)| a < b).map(|(a, b, _)| 100.0 * (b - a)).collect();
    if !lost.is_empty() {
        let (label, mean) = ("users that complete fewer", lost.iter().sum::<f64>() / lost.len() as f64);
        out.found(label, "mean loss of the completion ratio, points", mean);
        out.found(label, "largest loss, points", lost.iter().copied().fold(0.0, f64::max));
    }
    out.series.push(scatter("wang2013-fig8-ratios", ["tasks", "shared cloud", "dedicated cloud"], &pairs));
    Ok(out)
}
