//! Strategy-proofness: false reports and their value. The code that `sp`, `sp-demand`, `sp-eligibility` and
//! `sp-time-slice` share (khamse2017 III-B and (46), wang2013 III-C).

use super::{InPool, InPools, counted_true, holds, placed, vector};
use crate::model::cluster::{Cluster, Division, Pool, Report, Setting};
use crate::model::{Checked, Quotas, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Scalar, sum};
use crate::specification::Settles;

/// The formula of strategy-proofness against one kind of false report, with one way to count its value.
#[derive(Debug)]
pub struct Truthful {
    /// `true` if the demand may be misreported.
    pub demand: bool,
    /// `true` if the eligible servers may be misreported.
    pub eligibility: bool,
    /// `true` if a liar uses its part of a server's time with its true demand; `false` if it uses the bundle
    /// that it receives.
    pub slice: bool,
}

/// No false report pays: of the demand, of the eligible servers, or of both.
pub const SP: Compared<Truthful> =
    Compared { id: "sp", formula: Truthful { demand: true, eligibility: true, slice: false } };
/// No false report of the demand pays.
pub const SP_DEMAND: Compared<Truthful> =
    Compared { id: "sp-demand", formula: Truthful { demand: true, eligibility: false, slice: false } };
/// No false report of the eligible servers pays.
pub const SP_ELIGIBILITY: Compared<Truthful> =
    Compared { id: "sp-eligibility", formula: Truthful { demand: false, eligibility: true, slice: false } };
/// Under time division, no false report pays when the liar uses its part of the time with its true demand.
pub const SP_TIME_SLICE: Compared<Truthful> =
    Compared { id: "sp-time-slice", formula: Truthful { demand: true, eligibility: true, slice: true } };

/// The gain of `user`, in true tasks, from its allocation in the case `given`, which is made for the reports of that
/// case; the true data are those of the case `truth`.
fn worth<N: Scalar, S: Of<N>>(
    slice: bool,
    truth: &InPool<'_, S, N>,
    given: &InPool<'_, S, N>,
    user: usize,
) -> S {
    let (pool, said) = (truth.instance, given.instance);
    let name = || pool.user_name(user);
    let fit = (pool.demand[user] != said.demand[user]).then(|| {
        let fit = holds(&pool.demand[user], |r| S::of(&said.demand[user][r]));
        fit.said(|_| format!("true tasks of {} in what one task as reported takes", name()))
    });
    let of_bundle = |tasks: S| match &fit {
        Some(fit) => tasks * fit,
        None => tasks,
    };
    let Some(outcome) = given.outcome else {
        // A bound from above if some servers are claimed falsely.
        return truth.capped(user, of_bundle(given.gets[user].clone()));
    };
    let on = |i: usize| {
        let (placed, server) = (S::of(&outcome.tasks[user][i]), || pool.server_name(i));
        if slice {
            let tasks = placed / S::of(&said.gamma(user, i)) * S::of(&pool.gamma(user, i));
            return tasks
                .said(|_| format!("true tasks of {} in its part of the time of {}", name(), server()));
        }
        if !pool.eligible[user][i] {
            return S::zero()
                .said(|_| format!("on {}, where the true tasks of {} cannot run", server(), name()));
        }
        let tasks = truth.setting.tasks(of_bundle(placed));
        if fit.is_none() {
            tasks
        } else {
            tasks.said(|_| format!("true tasks of {} on {}", name(), server()))
        }
    };
    let usable = (0..pool.servers()).filter(|&i| outcome.tasks[user][i].is_positive());
    truth.capped(user, sum(usable.map(on)))
}

impl Truthful {
    /// The true tasks of `user` with its allocation in the second case, for the reports there, and in the first.
    pub fn with_and_without<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, user: usize) -> Sides<S> {
        let of = |case| worth(self.slice, both.first, case, user);
        let due = of(both.second).said(|_| "all servers together".to_string());
        Sides { due, has: of(both.first).plain() }
    }

    /// The parts of the report that are false, in words.
    fn lies(pool: &Pool, by: usize, report: &Report) -> String {
        let truth = pool.truth(by);
        let mut claims = Vec::new();
        let mut claim =
            |what: &str, said: String, is: String| claims.push(format!("{what} {said} instead of {is}"));
        if report.demand != truth.demand {
            claim("the demand", vector(&report.demand), vector(&truth.demand));
        }
        if report.eligible != truth.eligible {
            claim("eligible on", servers(pool, &report.eligible), servers(pool, &truth.eligible));
        }
        if let (Some(lie), Some(rates)) = (&report.rate, &truth.rate)
            && lie != rates
        {
            claim("the rates", vector(lie), vector(rates));
        }
        claims.join(" and ")
    }
}

/// The names of the servers in a set.
pub(super) fn servers(pool: &Pool, set: &[bool]) -> String {
    let on: Vec<String> = (0..set.len()).filter(|&i| set[i]).map(|i| pool.server_name(i)).collect();
    if on.is_empty() { "no server".to_string() } else { on.join(", ") }
}

impl Comparison<Cluster> for Truthful {
    type At = usize;

    const FACTS: Facts = Facts { quotas: Quotas::Caps, looks_beyond: true, ..Facts::NONE };
    fn never(&self, setting: Setting) -> Option<&'static str> {
        (self.slice && setting.division == Division::Resource)
            .then_some("the mechanism divides resources, not time")
    }

    fn scope(&self, _setting: Setting, pool: &Pool) -> Result<(), &'static str> {
        match pool.rate {
            Some(_) if !self.slice => {
                Err("with effective rates a bundle does not tell what it is worth; see sp-time-slice")
            }
            _ => Ok(()),
        }
    }

    fn at(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<usize> {
        let Witness::Misreport { by, report } = witness else { return Err(Rejected::Kind) };
        let truth = run.instance.truth(*by);
        let foreign = (!self.demand && report.demand != truth.demand)
            || (!self.eligibility && report.eligible != truth.eligible)
            || report.demand.iter().any(Scalar::is_negative)
            || report.demand.iter().all(Scalar::is_zero);
        if foreign {
            return Err(Rejected::Misfit("a lie of another kind than the property speaks of".to_string()));
        }
        Ok(*by)
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, by: &usize) -> Owed<S> {
        Ok(self.with_and_without(both, *by))
    }

    fn most(&self) -> Settles {
        if self.slice || self.eligibility { Settles::Outcome } else { Settles::Utilities }
    }

    fn reads(&self, pool: &Pool, witness: &Witness<Cluster>) -> Settles {
        let Witness::Misreport { by, report } = witness else { return Settles::Outcome };
        let said_and_not = |(said, may): (&bool, &bool)| *said && !*may;
        if self.slice || report.eligible.iter().zip(&pool.eligible[*by]).any(said_and_not) {
            Settles::Outcome
        } else {
            Settles::Utilities
        }
    }

    fn less(&self, both: &InPools<'_>, by: &usize) -> String {
        format!("{} with the truth", both.first.less_runs(*by))
    }

    fn tell(&self, both: &InPools<'_>, by: &usize, Sides { due, has }: &Sides) -> String {
        let Some(outcome) = both.second.outcome else { return String::new() };
        format!(
            "{0} reports {1}. For this report {0} gets {2}, as reported.\nWith {held} that the false report brings, {0} can run {4} \
             instead of {has}: {3} more.",
            both.first.instance.user_name(*by),
            Self::lies(both.first.instance, *by, &both.second.instance.truth(*by)),
            placed(both.first.instance, outcome, *by),
            due - has,
            counted_true(due),
            held = if self.slice { "the time" } else { "the bundles" }
        )
    }
}
