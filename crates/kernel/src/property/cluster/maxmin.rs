//! Max-min fairness of given levels, and complaints against it: the code that `bf`, `bf-global`, `srf` and
//! `single-server` share.
//!
//! On a convex set of allocations, an allocation is max-min fair exactly if no user has a complaint. A
//! complaint is a feasible allocation that gives its user more and takes only from users with strictly higher
//! levels.

use super::{InPool, InPools, counted};
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Model, Rejected};
use crate::property::{Comparison, Facts, Margin, Owed, Run, Sides, Witness, positive};
use crate::scalar::{Of, Rational, Scalar, greatest, sum};

/// The reason why a property that compares users side by side is not defined with queues.
pub(super) const QUEUES: &str =
    "the shares compared are those of users side by side, and here queues stand above them";

/// The formula of max-min fairness on every scale that a hypothesis yields.
#[derive(Debug)]
pub struct MaxMin {
    /// The scales of an instance.
    ///
    /// # Errors
    /// The reason why the property is not defined for the instance.
    pub scales: fn(&Pool) -> Result<Vec<Scale>, &'static str>,
    /// The hypothesis in a sentence, given the name of the scale's resource.
    pub because: fn(&str) -> String,
}

/// A scale on which users are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Shares of a resource in the whole pool, divided by weight.
    Share(usize),
    /// Dominant shares of the only server, divided by weight.
    Dominant,
}

impl Scale {
    /// The amount that the levels are parts of: all of the resource.
    fn whole<N: Scalar, S: Of<N>>(self, pool: &Pool<N>) -> S {
        match self {
            Scale::Share(r) => sum(pool.capacity.iter().map(|row| S::of(&row[r]))).plain(),
            Scale::Dominant => S::one(),
        }
    }

    /// The level of one task of `user`, for the amount `whole`; `None` for a user that can run nothing.
    fn of_task<N: Scalar, S: Of<N>>(self, pool: &Pool<N>, whole: &S, user: usize) -> Option<S> {
        let by_weight = |share: S, r: usize| match pool.weight(user, r) {
            weight if *weight == N::one() => share,
            weight => share / S::of(weight),
        };
        let demand = &pool.demand[user];
        if !pool.can_run(user) {
            return None;
        }
        match self {
            Scale::Share(r) => Some(by_weight(S::of(&demand[r]) / whole, r)),
            Scale::Dominant => {
                let demanded = (0..pool.resources()).filter(|&r| demand[r].is_positive());
                let share = |r: usize| by_weight(S::of(&demand[r]) / S::of(&pool.capacity[0][r]), r);
                greatest(demanded.map(share)).map(S::plain)
            }
        }
    }

    /// The division under which alternatives must be feasible.
    pub fn division(self, setting: Setting) -> Division {
        if self == Scale::Dominant { Division::Resource } else { setting.division }
    }

    /// The levels of users on the scale.
    pub fn levels(self, pool: &Pool) -> Levels {
        let whole: Rational = self.whole(pool);
        Levels { per_task: (0..pool.users()).map(|u| self.of_task(pool, &whole, u)).collect() }
    }

    /// The inequality of a complaint: the level of user `by` in the second case is at most that in the first.
    fn sides<N: Scalar, S: Of<N>>(self, both: &InPools<'_, S, N>, by: usize) -> Sides<S> {
        let pool = both.first.instance;
        let of_task = self.of_task(pool, &self.whole(pool), by).unwrap_or_else(S::zero);
        let what = || match self {
            Scale::Share(r) => format!("the share of all {}", pool.resource_name(r)),
            Scale::Dominant => "the dominant share".to_string(),
        };
        let level = |tasks: &S, how: &str| {
            (tasks.clone() * &of_task).said(|_| format!("{} that {} {how}", what(), pool.user_name(by)))
        };
        Sides { due: level(&both.second.gets[by], "could have"), has: level(&both.first.gets[by], "has") }
    }
}

/// The levels of users on a scale.
#[derive(Debug)]
pub struct Levels {
    /// Level per task of each user; `None` for a user that can run nothing.
    pub per_task: Vec<Option<Rational>>,
}

impl Levels {
    /// The level of `user` with the given totals; zero for a user that can run nothing.
    pub fn level(&self, user: usize, totals: &[Rational]) -> Rational {
        self.per_task[user].as_ref().map_or_else(Rational::zero, |k| k * &totals[user])
    }

    /// Checks that no user at the level of `by` or below loses more than `within`.
    fn spares(
        &self,
        pool: &Pool,
        [totals, wanted]: [&[Rational]; 2],
        by: usize,
        within: &Rational,
    ) -> Checked {
        let own = self.level(by, totals);
        for m in (0..pool.users()).filter(|&m| wanted[m] < totals[m]) {
            let loses = self.level(m, totals) - self.level(m, wanted);
            if self.level(m, totals) <= own && (within.is_zero() || loses > *within) {
                let (loser, by) = (pool.user_name(m), pool.user_name(by));
                let reason = format!("{loser} would lose although it stands no higher than {by}");
                return Err(Rejected::Misfit(reason));
            }
        }
        Ok(())
    }
}

/// A complaint: the user that complains, on a scale.
#[derive(Clone, Copy, Debug)]
pub struct Complaint {
    /// The user that could have more.
    pub by: usize,
    /// The scale of the complaint.
    pub scale: Scale,
}

impl MaxMin {
    /// The margin of the complaint of `by` on the scale.
    fn margin(
        &self,
        run: &Run<'_, Cluster>,
        scale: Scale,
        by: usize,
        instead: &Placement,
    ) -> Checked<Margin> {
        let (setting, pool) = (run.mechanism.setting(), run.instance);
        Cluster::feasible(Setting::divisible(scale.division(setting)), pool, instead)?;
        let (totals, wanted) = (run.outcome.totals(), instead.totals());
        let case = |gets| InPool { setting, instance: pool, gets, outcome: None };
        let both = InPools { first: &case(&totals), second: &case(&wanted) };
        let margin = positive(scale.sides(&both, by).gap())?;
        let within = run.tolerance(|| self.scale(pool));
        scale.levels(pool).spares(pool, [&totals, &wanted], by, &within)?;
        Ok(margin)
    }
}

impl Comparison<Cluster> for MaxMin {
    type At = Complaint;
    const FACTS: Facts = Facts::NONE;

    fn scope(&self, setting: Setting, pool: &Pool) -> Result<(), &'static str> {
        if pool.rate.is_some() {
            return Err("with effective rates there is no resource to share");
        }
        if setting.whole {
            return Err("max-min fair shares are defined for divisible tasks");
        }
        if pool.tree.is_some() {
            return Err(QUEUES);
        }
        (self.scales)(pool).map(|_| ())
    }

    /// The reciprocal of the smallest weight: margins are parts of a whole resource divided by a weight.
    fn scale(&self, pool: &Pool) -> Rational {
        Rational::one() / pool.least_weight()
    }

    /// The complaint on the scale where it has the largest margin.
    fn at(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<Complaint> {
        let Witness::Complaint { by, instead } = witness else { return Err(Rejected::Kind) };
        let mut best: Checked<(Complaint, Margin)> = Err(Rejected::NoViolation(Rational::zero()));
        for scale in (self.scales)(run.instance).map_err(Rejected::OutOfScope)? {
            match (self.margin(run, scale, *by, instead), &best) {
                (Ok(margin), Ok((_, most))) if margin <= *most => {}
                (Ok(margin), _) => best = Ok((Complaint { by: *by, scale }, margin)),
                (Err(reason), Err(_)) => best = Err(reason),
                (Err(_), Ok(_)) => {}
            }
        }
        best.map(|(complaint, _)| complaint)
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, at: &Complaint) -> Owed<S> {
        Ok(at.scale.sides(both, at.by))
    }

    fn less(&self, _: &InPools<'_>, _: &Complaint) -> String {
        "the difference".to_string()
    }

    fn tell(&self, both: &InPools<'_>, at: &Complaint, sides: &Sides) -> String {
        let Complaint { by, scale } = *at;
        let (pool, totals, wanted, levels) =
            (both.first.instance, both.first.gets, both.second.gets, scale.levels(both.first.instance));
        let per = if pool.weighted() { " per weight" } else { "" };
        let (resource, measure) = match scale {
            Scale::Share(r) => (pool.resource_name(r), format!("of all {}{per}", pool.resource_name(r))),
            Scale::Dominant => (String::new(), format!("as dominant share{per}")),
        };
        let mut text =
            format!("{}\nMax-min fairness would give these tasks instead:\n", (self.because)(&resource));
        for u in 0..pool.users() {
            let (name, runs, has) = (pool.user_name(u), counted(&wanted[u]), &totals[u]);
            let (level, now) = (levels.level(u, wanted), levels.level(u, totals));
            text += &format!("  {name}: {runs} instead of {has} ({level} instead of {now} {measure})\n");
        }
        let losers: Vec<String> =
            (0..pool.users()).filter(|&m| wanted[m] < totals[m]).map(|m| pool.user_name(m)).collect();
        let from = match &losers[..] {
            [] => "without a loss to any other user".to_string(),
            [one] => format!("taken only from {one}, whose share is larger"),
            _ => format!("taken only from {}, whose shares are larger", losers.join(" and ")),
        };
        let Sides { due, has } = sides;
        let (name, more) = (pool.user_name(by), due - has);
        text + &format!("{name} should have {due} instead of {has} {measure}: {more} more, {from}.")
    }
}
