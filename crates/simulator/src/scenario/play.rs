//! A scenario played: by whole tasks, by divisible ones, or server by server.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::{Rule, Scenario, Servers, UNIT, User, Work};
use crate::drawn::{Draw, Drawn, Series};
use crate::engine::{self, Setting};
use crate::fluid::{self, Presence};
use crate::machines::{self, drawn, generator, pool, table_one};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement, Pool, Weight};
use crate::policy::Policy;
use crate::scalar::{Rational, Scalar as _};
use crate::servers::{self, Act, Timing};
use crate::synthetic::day;
use crate::trace::{self, Read};
use crate::workload::{Batch, Durations, SECOND, Time, Workload};

/// A user that is never done has so many tasks, of a run of whole tasks.
const ENDLESS: u32 = 10_000_000;

impl Scenario {
    fn rows(&self, seed: u64, out: &mut Drawn) -> Result<Vec<Vec<i64>>, String> {
        let scaled = |rows: Vec<Vec<i64>>| -> Vec<Vec<i64>> {
            rows.into_iter().map(|r| r.into_iter().map(|x| x * (UNIT / machines::UNIT)).collect()).collect()
        };
        Ok(match &self.servers {
            Servers::Given(rows) => rows.clone(),
            Servers::Drawn(n) => scaled(drawn(&table_one(), (*n).max(1), &mut generator(seed, 0))),
            Servers::Trace(file) => {
                let read = trace::google_machines(file, UNIT)?;
                report(&read, file, out);
                if read.found.is_empty() {
                    return Err(format!("{}: no machine with capacities", file.display()));
                }
                read.found
            }
        })
    }

    fn workload(&self, rows: &[Vec<i64>], seed: u64, out: &mut Drawn) -> Result<Workload, String> {
        match &self.work {
            Work::Users(users) => {
                let mut batches = Vec::new();
                for (u, user) in users.iter().enumerate() {
                    for job in &user.jobs {
                        let (low, high) = job.seconds.unwrap_or_default();
                        batches.push(Batch {
                            job: batches.len() as u32,
                            user: u as u32,
                            at: job.at.max(user.joins),
                            tasks: job.tasks.unwrap_or(ENDLESS),
                            demand: job.demand.clone(),
                            durations: Durations::Between {
                                low,
                                high,
                                seed: seed.wrapping_add(batches.len() as u64),
                            },
                        });
                    }
                }
                Ok(Workload::sorted(users.iter().map(|u| u.member.clone()).collect(), batches))
            }
            Work::Day(shape) => {
                let mut work = day(
                    shape,
                    &pool(rows).iter().map(|x| x / (UNIT / machines::UNIT)).collect::<Vec<_>>(),
                    seed,
                );
                for batch in &mut work.batches {
                    batch.demand.iter_mut().for_each(|d| *d *= UNIT / machines::UNIT);
                }
                Ok(work)
            }
            Work::Google(files) => {
                let read = trace::google_tasks(files, UNIT)?;
                for (file, read) in files.iter().zip(&read.reports) {
                    report(read, file, out);
                }
                out.notes.extend(read.notes.iter().cloned());
                Ok(read.work)
            }
            Work::Alibaba { tasks, users } => {
                let read = trace::alibaba_tasks(tasks, *users, UNIT)?;
                for r in &read.reports {
                    report(r, tasks, out);
                }
                out.notes.extend(read.notes.iter().cloned());
                Ok(read.work)
            }
        }
    }

    /// Runs it.
    pub fn run(&self, draw: &Draw<'_>) -> Result<Drawn, String> {
        let mut out = Drawn::default();
        let rows = self.rows(draw.seed, &mut out)?;
        match &self.rule {
            Rule::Whole(policy) => self.whole(*policy, &rows, draw, &mut out)?,
            Rule::Divisible(mechanism) => self.divisible(*mechanism, &rows, draw, &mut out)?,
            Rule::Servers { once, timing, period } => {
                let timing =
                    if let Timing::InAnyOrder(_) = timing { Timing::InAnyOrder(draw.seed) } else { *timing };
                self.by_servers(*once, timing, *period, &rows, draw, &mut out)?;
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
    ) -> Result<(), String> {
        let work = self.workload(rows, draw.seed, out)?;
        if policy == Policy::BestFit && work.batches.iter().any(|b| b.demand[0] == 0) {
            return Err(
                "best fit divides by the demand for the first resource, and some task has none".to_string()
            );
        }
        let all = pool(rows);
        let users = work.members.len();
        let mut docket = draw.docket(policy.mechanism());
        let judged = draw.judge.map_or(self.every, |(_, every)| every.max(1));
        let setting = Setting {
            horizon: self.horizon,
            every: num_integer::gcd(self.every, judged),
            placement: docket.is_some(),
            ..Setting::new(rows, &work, policy)
        };
        let (mut used, mut shares) = (Vec::new(), Vec::new());
        let metrics = engine::run(setting, &mut |state| {
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
            !draw.stop.load(Ordering::Relaxed)
        });
        for r in 0..all.len() {
            out.value(
                format!("resource {}", r + 1),
                "in use, per cent",
                None,
                100.0 * metrics.utilisation(r),
            );
        }
        out.value("run", "seconds", None, metrics.ended as f64 / SECOND as f64);
        out.value("run", "tasks started", None, metrics.started as f64);
        out.value("run", "tasks that fit nowhere", None, metrics.impossible as f64);
        let took: Vec<f64> =
            metrics.jobs.iter().filter_map(|j| Some(j.took()? as f64 / SECOND as f64)).collect();
        out.value("jobs", "complete", None, took.len() as f64);
        if !took.is_empty() {
            out.value(
                "jobs",
                "mean completion time, seconds",
                None,
                took.iter().sum::<f64>() / took.len() as f64,
            );
        }
        for (member, counts) in work.members.iter().zip(&metrics.users).take(MOST_CURVES) {
            if let Some(ratio) = counts.ratio() {
                out.value(&member.name, "tasks completed, per cent", None, 100.0 * ratio);
            }
        }
        let resource = (1..=all.len()).map(|r| format!("resource {r}"));
        out.series.push(Series {
            name: "utilisation".to_string(),
            head: std::iter::once("seconds".to_string()).chain(resource).collect(),
            rows: used,
            up: Some("in use, per cent".to_string()),
        });
        if users <= MOST_CURVES {
            let names = work.members.iter().map(|m| m.name.clone());
            out.series.push(Series {
                name: "dominant-shares".to_string(),
                head: std::iter::once("seconds".to_string()).chain(names).collect(),
                rows: shares,
                up: Some("global dominant share, per cent".to_string()),
            });
        }
        if let Some(docket) = &docket {
            out.judged(&policy.id(), docket);
        }
        Ok(())
    }

    /// The users as an instance, and when each is there.
    fn instance(&self, rows: &[Vec<i64>], scale: Time) -> Result<(Pool, Vec<Presence>), String> {
        let Work::Users(users) = &self.work else {
            return Err("divisible tasks need users that are given".to_string());
        };
        let part = |&x: &i64| Rational::new(x, UNIT);
        let row = |row: &[i64]| row.iter().map(part).collect::<Vec<_>>();
        let demand = users.iter().map(|u| row(&u.jobs[0].demand)).collect();
        let mut pool = Pool::new(rows.iter().map(|r| row(r)).collect(), demand);
        pool.weight = Weight::User(users.iter().map(|u| Rational::int(u.member.weight)).collect());
        for (eligible, user) in pool.eligible.iter_mut().zip(users) {
            if let Some(may) = &user.member.eligible {
                eligible.clone_from(may);
            }
        }
        pool.labels.users = users.iter().map(|u| u.member.name.clone()).collect();
        let time = |t: Time| Rational::new(t as i64, scale as i64);
        let presence = |u: &User| {
            let job = &u.jobs[0];
            let work = match (job.tasks, job.seconds) {
                (Some(tasks), Some((low, high))) => {
                    Some(Rational::int(i64::from(tasks)) * time(low + high) / Rational::int(2))
                }
                _ => None,
            };
            Presence { intervals: vec![(time(job.at.max(u.joins)), u.member.leaves.map(time))], work }
        };
        Ok((pool, users.iter().map(presence).collect()))
    }

    fn divisible(
        &self,
        mechanism: &'static dyn Mechanism<Cluster>,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), String> {
        let (pool, presence) = self.instance(rows, SECOND)?;
        let end = Rational::new(self.horizon.unwrap_or_default() as i64, SECOND as i64);
        let stretches = fluid::run(mechanism, &pool, &presence, &end).map_err(|e| e.to_string())?;
        let mut docket = draw.docket(mechanism.id());
        let mut series = Vec::new();
        for stretch in &stretches {
            let label = format!("{} s to {} s", stretch.from, stretch.to);
            for &u in &stretch.users {
                out.value(
                    format!("{label}, {}", pool.user_name(u)),
                    "tasks at once",
                    None,
                    stretch.outcome.total(u).to_f64(),
                );
            }
            for time in [&stretch.from, &stretch.to] {
                let tasks = (0..pool.users()).map(|u| stretch.outcome.total(u).to_f64());
                series.push(std::iter::once(time.to_f64()).chain(tasks).collect());
            }
            if let Some(docket) = &mut docket
                && !stretch.users.is_empty()
            {
                let tasks = stretch.users.iter().map(|&u| stretch.outcome.tasks[u].clone()).collect();
                let at = (stretch.from.to_f64() * SECOND as f64) as u64;
                docket.moment(&fluid::present(&pool, &stretch.users), Placement { tasks }, at);
            }
        }
        out.series.push(Series {
            name: "tasks".to_string(),
            head: std::iter::once("seconds".to_string()).chain(pool.labels.users.iter().cloned()).collect(),
            rows: series,
            up: Some("tasks at once".to_string()),
        });
        if let Some(docket) = &docket {
            out.notes.push("moments: one a stretch between two changes".to_string());
            out.judged(mechanism.id(), docket);
        }
        Ok(())
    }

    fn by_servers(
        &self,
        once: bool,
        timing: Timing,
        period: Time,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), String> {
        let (pool, presence) = self.instance(rows, period)?;
        let periods = self.horizon.unwrap_or_default() / period;
        let act = Act { timing, once, periods };
        let go_on = || !draw.stop.load(Ordering::Relaxed);
        let timeline = servers::run(&pool, &presence, act, &go_on).map_err(|e| e.to_string())?;
        let count = |holds: &dyn Fn(&servers::Moment) -> bool| {
            timeline.moments.iter().filter(|m| holds(m)).count() as f64
        };
        out.value("periods", "in all", None, timeline.moments.len() as f64);
        out.value("periods", "certified at their end", None, count(&|m| m.certified));
        out.value("periods", "in which something changed", None, count(&|m| m.changed));
        out.value("periods", "with an overload", None, count(&|m| m.overload.is_some()));
        for m in timeline.moments.iter().filter(|m| m.overload.is_some()).take(1) {
            if let Some((what, by)) = &m.overload {
                out.notes.push(format!("first overload in period {}: {what} by {by}", m.period));
            }
        }
        for m in timeline.moments.iter().filter(|m| m.cycle.is_some()).take(1) {
            out.notes.push(format!(
                "a cycle: the state after period {} is that after period {:?}",
                m.period, m.cycle
            ));
        }
        out.notes.extend(timeline.stopped.iter().map(|s| format!("stopped: {s}")));
        let row = |m: &servers::Moment| {
            std::iter::once(m.period as f64)
                .chain(m.placement.totals().iter().map(Rational::to_f64))
                .collect()
        };
        out.series.push(Series {
            name: "tasks".to_string(),
            head: std::iter::once("period".to_string()).chain(pool.labels.users.iter().cloned()).collect(),
            rows: timeline.moments.iter().map(row).collect(),
            up: Some("tasks at once".to_string()),
        });
        if let Some(mut docket) = draw.docket("ps-dsf") {
            let every = draw.judge.map_or(1, |(_, every)| (every / period).max(1));
            for m in timeline.moments.iter().filter(|m| m.period % every == 0 && !m.users.is_empty()) {
                let tasks = m.users.iter().map(|&u| m.placement.tasks[u].clone()).collect();
                docket.moment(&fluid::present(&pool, &m.users), Placement { tasks }, m.period * period);
            }
            out.judged("ps-dsf-servers", &docket);
        }
        Ok(())
    }
}

/// Users beyond which there is no curve for each.
const MOST_CURVES: usize = 8;

fn report<T>(read: &Read<T>, file: &Path, out: &mut Drawn) {
    out.value(file.display().to_string(), "rows read", None, read.rows as f64);
    out.value(
        file.display().to_string(),
        "rows left out",
        None,
        read.left_out.iter().map(|l| l.count as f64).sum(),
    );
    for left in &read.left_out {
        out.notes.push(format!(
            "{}: {} rows left out: {} (first in line {})",
            file.display(),
            left.count,
            left.reason,
            left.line
        ));
    }
}
