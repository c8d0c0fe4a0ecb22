//! The run of a scenario: its servers and its work, and a run of whole tasks.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Rule, Scenario, Servers, UNIT, Work};
use crate::bounds;
use crate::comparable;
use crate::drawn::{Draw, Drawn, Series};
use crate::engine::{self, Simulation};
use crate::linear::{Halt, Patience};
use crate::machines::{self, drawn, generator, pool, table_one};
use crate::metrics::{Early, Metrics};
use crate::policy::Policy;
use crate::servers::{Act, Timing};
use crate::synthetic::day;
use crate::trace::{self, LeftOut, Read, Traced};
use crate::workload::{Batch, Durations, SECOND, Workload};

/// The number of tasks of a user that never finishes, in a run of whole tasks.
const ENDLESS: u32 = 10_000_000;

impl Scenario {
    fn rows(&self, seed: u64, out: &mut Drawn, patience: &Patience) -> Result<Vec<Vec<i64>>, Halt<String>> {
        let scaled = |rows: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
            rows.into_iter().map(|r| r.into_iter().map(|x| x * (UNIT / machines::UNIT)).collect()).collect()
        };
        Ok(match &self.servers {
            Servers::Given(rows) => rows.clone(),
            Servers::Drawn(n) => scaled(drawn(&table_one(), (*n).max(1), &mut generator(seed, 0))),
            Servers::Trace(file) => {
                let read = trace::google_machines(file, UNIT, patience)?;
                report(&read, file, out);
                if read.found.is_empty() {
                    return Err(format!("{}: no machine with capacities", file.display()).into());
                }
                read.found
            }
        })
    }

    fn workload(
        &self,
        rows: &[Vec<i64>],
        seed: u64,
        out: &mut Drawn,
        patience: &Patience,
    ) -> Result<Workload, Halt<String>> {
        match &self.work {
            Work::Users(users) => {
                let mut batches = Vec::new();
                for (u, user) in users.iter().enumerate() {
                    for job in &user.jobs {
                        let (low, high) = job.seconds.unwrap_or_default();
                        let seed = seed.wrapping_add(batches.len() as u64);
                        batches.push(Batch {
                            job: batches.len() as u32,
                            user: u as u32,
                            at: job.at.max(user.joins),
                            tasks: job.tasks.unwrap_or(ENDLESS),
                            demand: job.demand.clone(),
                            durations: Durations::Between { low, high, seed },
                        });
                    }
                }
                Ok(Workload::sorted(users.iter().map(|u| u.member.clone()).collect(), batches))
            }
            Work::Day(shape) => {
                let by = UNIT / machines::UNIT;
                let mut work = day(shape, &pool(rows).iter().map(|x| x / by).collect::<Vec<_>>(), seed);
                for batch in &mut work.batches {
                    batch.demand.iter_mut().for_each(|d| *d *= by);
                }
                Ok(work)
            }
            Work::Google(files) => {
                let read = trace::google_tasks(files, UNIT, patience)?;
                Ok(told(read, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>(), out))
            }
            Work::Alibaba { tasks, users } => {
                Ok(told(trace::alibaba_tasks(tasks, *users, UNIT, patience)?, &[tasks], out))
            }
        }
    }

    /// Runs the scenario.
    ///
    /// # Errors
    /// A file of the trace that cannot be read, a bound that is exceeded, or that the run was cut short.
    pub fn run(&self, draw: &Draw<'_>) -> Result<Drawn, Halt<String>> {
        self.run_told(draw, &AtomicU64::new(0))
    }

    /// Runs the scenario, and stores in `reached` the number of milliseconds simulated so far.
    ///
    /// # Errors
    /// A file of the trace that cannot be read, a bound that is exceeded, or that the run was cut short.
    pub fn run_told(&self, draw: &Draw<'_>, reached: &AtomicU64) -> Result<Drawn, Halt<String>> {
        let mut out = Drawn::default();
        let rows = self.rows(draw.seed, &mut out, draw.patience)?;
        match &self.rule {
            Rule::Whole(policy) => self.whole(*policy, &rows, draw, &mut out, reached)?,
            Rule::Divisible(mechanism) => self.divisible(*mechanism, &rows, draw, &mut out)?,
            Rule::Servers { once, timing, period } => {
                let timing =
                    if let Timing::InAnyOrder(_) = timing { Timing::InAnyOrder(draw.seed) } else { *timing };
                let act = Act { timing, once: *once, periods: self.horizon.unwrap_or_default() / period };
                self.by_servers(act, *period, &rows, draw, &mut out, reached)?;
            }
        }
        Ok(out)
    }

    fn whole(
        &self,
        policy: Policy,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
        reached: &AtomicU64,
    ) -> Result<(), Halt<String>> {
        let work = self.workload(rows, draw.seed, out, draw.patience)?;
        if policy == Policy::BestFit && work.batches.iter().any(|b| b.demand[0] == 0) {
            let why = "best fit divides by the demand for the first resource, and some task has none";
            return Err(why.to_string().into());
        }
        if let Some(refused) = comparable::refusal(rows, &work, policy) {
            return Err(refused.into());
        }
        let all = pool(rows);
        let users = work.members.len();
        if draw.judge.is_some() && users.saturating_mul(rows.len()) > bounds::PAIRS {
            return Err(format!(
                "{users} users and {} servers are too many to keep who runs what where: at most {} pairs can be judged",
                rows.len(),
                bounds::PAIRS
            )
            .into());
        }
        let mut docket = draw.docket(policy.mechanism());
        let judged = draw.judge.map_or(self.every, |(_, every)| every.max(1));
        let setting = Simulation {
            horizon: self.horizon,
            every: num_integer::gcd(self.every, judged),
            placement: docket.is_some(),
            stop: Some(draw.stop),
            ..Simulation::new(rows, &work, policy)
        };
        let (mut used, mut shares) = (Vec::new(), Vec::new());
        let columns = (2 + all.len() + users.min(MOST_CURVES)) as u64;
        let (mut moments, mut too_many) = (0u64, false);
        let metrics = engine::run(setting, &mut |state| {
            reached.store(state.now, Ordering::Relaxed);
            moments += 1;
            too_many = moments > bounds::MOMENTS || (used.len() as u64 + 1) * columns > bounds::SAMPLES;
            if too_many {
                return false;
            }
            let second = state.now as f64 / SECOND as f64;
            if state.now % self.every == 0 {
                let part =
                    |r: usize, x: i64| if all[r] > 0 { 100.0 * x as f64 / all[r] as f64 } else { f64::NAN };
                used.push([vec![second], (0..all.len()).map(|r| part(r, state.used[r])).collect()].concat());
                if users <= MOST_CURVES {
                    let most =
                        |u: usize| (0..all.len()).map(|r| part(r, state.held[u][r])).fold(0.0, f64::max);
                    shares.push([vec![second], (0..users).map(most).collect()].concat());
                }
            }
            if let Some(docket) = docket.as_mut().filter(|_| state.now % judged == 0) {
                docket.state(state, rows, &work, UNIT);
            }
            !draw.stop.is_thrown()
        });
        let (now, most) = (metrics.ended as f64 / SECOND as f64, bounds::MOMENTS);
        match metrics.early {
            _ if too_many => {
                return Err(format!(
                    "every: the run is not over after {moments} instants, at {now} s, and at most {most} instants or \
                     {} numbers are kept: make `every` longer, or name a `horizon`",
                    bounds::SAMPLES
                )
                .into());
            }
            Some(Early::Crowded) => {
                return Err(format!(
                    "at {now} s more than {} tasks are to run at one time: make tasks larger, or servers fewer",
                    bounds::RUNNING
                )
                .into());
            }
            Some(Early::Late) => {
                return Err(format!("at {now} s the run is not over, and no later time is counted").into());
            }
            Some(Early::Stopped) => out.notes.push(format!("stopped at {now} s")),
            None => {}
        }
        summed(&metrics, all.len(), &work, out);
        let mut series = |name, of: Vec<String>, rows, up| {
            let head = std::iter::once("seconds").chain(of.iter().map(String::as_str));
            out.series.push(Series::of(name, head, rows, Some(up)));
        };
        let resources = (1..=all.len()).map(|r| format!("resource {r}"));
        series("utilisation", resources.collect(), used, "in use, per cent");
        if users <= MOST_CURVES {
            let names = work.members.iter().map(|m| m.name.clone());
            series("dominant-shares", names.collect(), shares, "global dominant share, per cent");
        }
        if let Some(docket) = &docket {
            out.judged(&policy.id(), docket);
        }
        Ok(())
    }
}

/// Adds what a run came to: its use of `resources` resources, its tasks, its jobs and its users.
fn summed(metrics: &Metrics, resources: usize, work: &Workload, out: &mut Drawn) {
    for r in 0..resources {
        out.found(format!("resource {}", r + 1), "in use, per cent", 100.0 * metrics.utilisation(r));
    }
    out.found("run", "seconds", metrics.ended as f64 / SECOND as f64);
    out.found("run", "tasks started", metrics.started as f64);
    out.found("run", "tasks that fit nowhere", metrics.impossible as f64);
    let took: Vec<f64> = metrics.jobs.iter().filter_map(|j| Some(j.took()? as f64 / SECOND as f64)).collect();
    out.found("jobs", "complete", took.len() as f64);
    if !took.is_empty() {
        out.found("jobs", "mean completion time, seconds", took.iter().sum::<f64>() / took.len() as f64);
    }
    for (member, counts) in work.members.iter().zip(&metrics.users).take(MOST_CURVES) {
        if let Some(ratio) = counts.ratio() {
            out.found(&member.name, "tasks completed, per cent", 100.0 * ratio);
        }
    }
}

/// The largest number of users with a curve for each.
const MOST_CURVES: usize = 8;

/// The work of a trace, after a report on its files.
fn told(read: Traced, files: &[&Path], out: &mut Drawn) -> Workload {
    files.iter().zip(&read.reports).for_each(|(file, read)| report(read, file, out));
    out.notes.extend(read.notes);
    read.work
}

fn report<T>(read: &Read<T>, file: &Path, out: &mut Drawn) {
    let name = file.display().to_string();
    out.found(&name, "rows read", read.rows as f64);
    out.found(&name, "rows left out", read.left_out.iter().map(|l| l.count as f64).sum());
    for LeftOut { reason, count, line } in &read.left_out {
        out.notes.push(format!("{name}: {count} rows left out: {reason} (first in line {line})"));
    }
}
