//! A scenario of divisible tasks: allocated again at each change, or by servers that act period by period.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Scenario, UNIT, User, Work};
use crate::bounds;
use crate::drawn::{Draw, Drawn, Series};
use crate::fluid::{self, Presence};
use crate::linear::Halt;
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::{Rational, Scalar as _};
use crate::servers::{self, Act};
use crate::workload::{SECOND, Time};

/// Refuses a run of divisible tasks with too many placements to keep.
fn kept(placements: usize, pool: &Pool) -> Result<(), String> {
    let all = placements.saturating_mul(pool.users()).saturating_mul(pool.servers());
    if all > bounds::PLACED {
        let on = format!("{} users on {} servers", pool.users(), pool.servers());
        let most = format!("at most {} tasks in all", bounds::PLACED);
        return Err(format!("horizon: {placements} placements of {on} are too much to keep: {most}"));
    }
    Ok(())
}

/// The curves of the tasks of each user.
fn tasks(by: &str, pool: &Pool, rows: Vec<Vec<f64>>) -> Series {
    let head = std::iter::once(by).chain(pool.labels.users.iter().map(String::as_str));
    Series::of("tasks", head, rows, Some("tasks at once"))
}

impl Scenario {
    /// The users as an instance, and the presence of each.
    fn instance(&self, rows: &[Vec<i64>], scale: Time) -> Result<(Pool, Vec<Presence>), String> {
        let Work::Users(users) = &self.work else {
            return Err("divisible tasks need users that are given".to_string());
        };
        let pairs = users.len().saturating_mul(rows.len());
        if pairs > bounds::DIVISIBLE_PAIRS {
            let all = format!("{} users and {} servers are too many pairs", users.len(), rows.len());
            let most = format!("at most {} are handled with divisible tasks", bounds::DIVISIBLE_PAIRS);
            return Err(format!("user: {all}: {most}"));
        }
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
            let all = job.tasks.zip(job.seconds);
            let work = all.map(|(tasks, (low, high))| {
                Rational::int(i64::from(tasks)) * time(low + high) / Rational::int(2)
            });
            Presence { intervals: vec![(time(job.at.max(u.joins)), u.member.leaves.map(time))], work }
        };
        Ok((pool, users.iter().map(presence).collect()))
    }

    pub(super) fn divisible(
        &self,
        mechanism: &'static dyn Mechanism<Cluster>,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
    ) -> Result<(), Halt<String>> {
        let (pool, presence) = self.instance(rows, SECOND)?;
        // Each user arrives, leaves and finishes once.
        kept(3 * presence.len(), &pool)?;
        let end = Rational::new(self.horizon.unwrap_or_default() as i64, SECOND as i64);
        let stretches = fluid::run(mechanism, &pool, &presence, &end, draw.patience);
        let stretches = stretches.map_err(|halt| halt.map(|refusal| refusal.to_string()))?;
        let mut docket = draw.docket(mechanism.id());
        let mut series = Vec::new();
        for stretch in &stretches {
            let label = format!("{} s to {} s", stretch.from, stretch.to);
            for &u in &stretch.users {
                let label = format!("{label}, {}", pool.user_name(u));
                out.found(label, "tasks at once", stretch.outcome.total(u).to_f64());
            }
            for time in [&stretch.from, &stretch.to] {
                let tasks = (0..pool.users()).map(|u| stretch.outcome.total(u).to_f64());
                series.push(std::iter::once(time.to_f64()).chain(tasks).collect());
            }
            if let Some(docket) = &mut docket
                && !stretch.users.is_empty()
            {
                let at = (stretch.from.to_f64() * SECOND as f64) as u64;
                docket.of_users(&pool, &stretch.users, &stretch.outcome, at);
            }
        }
        out.series.push(tasks("seconds", &pool, series));
        if let Some(docket) = &docket {
            out.notes.push("moments: one a stretch between two changes".to_string());
            out.judged(mechanism.id(), docket);
        }
        Ok(())
    }

    pub(super) fn by_servers(
        &self,
        act: Act,
        period: Time,
        rows: &[Vec<i64>],
        draw: &Draw<'_>,
        out: &mut Drawn,
        reached: &AtomicU64,
    ) -> Result<(), Halt<String>> {
        let (pool, presence) = self.instance(rows, period)?;
        kept(act.periods as usize, &pool)?;
        let go_on = || {
            reached.fetch_add(period, Ordering::Relaxed);
            !draw.stop.is_thrown()
        };
        let timeline = servers::run(&pool, &presence, act, &go_on).map_err(|e| e.to_string())?;
        let count = |holds: &dyn Fn(&servers::Moment) -> bool| {
            timeline.moments.iter().filter(|m| holds(m)).count() as f64
        };
        out.found("periods", "in all", timeline.moments.len() as f64);
        out.found("periods", "certified at their end", count(&|m| m.certified));
        out.found("periods", "in which something changed", count(&|m| m.changed));
        out.found("periods", "with an overload", count(&|m| m.overload.is_some()));
        let overload = |(m, what, by): (&servers::Moment, &str, &Rational)| {
            format!("first overload in period {}: {what} by {by}", m.period)
        };
        out.notes.extend(timeline.overload().map(overload));
        let cycle = |(m, before): (&servers::Moment, u64)| {
            format!("a cycle: the state after period {} is that after period {:?}", m.period, Some(before))
        };
        out.notes.extend(timeline.cycle().map(cycle));
        out.notes.extend(timeline.stopped.iter().map(|s| format!("stopped: {s}")));
        let row = |m: &servers::Moment| {
            let tasks = m.placement.totals();
            std::iter::once(m.period as f64).chain(tasks.iter().map(Rational::to_f64)).collect()
        };
        out.series.push(tasks("period", &pool, timeline.moments.iter().map(row).collect()));
        if let Some(mut docket) = draw.docket("ps-dsf") {
            let every = draw.judge.map_or(1, |(_, every)| (every / period).max(1));
            for m in timeline.moments.iter().filter(|m| m.period % every == 0 && !m.users.is_empty()) {
                docket.of_users(&pool, &m.users, &m.placement, m.period * period);
            }
            out.judged("ps-dsf-servers", &docket);
        }
        Ok(())
    }
}
