//! Max-min fairness of given levels, and complaints against it: the code that `bf`, `bf-global`, `srf` and
//! `single-server` share.
//!
//! On a convex set of allocations, an allocation is max-min fair exactly if no user has a complaint. A
//! complaint is a feasible allocation that gives its user more and takes only from users with strictly higher
//! levels.

use super::words::counted;
use crate::model::Model;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, least};
use crate::specification::Settles;

/// A property that requires max-min fairness on every scale that its hypothesis yields.
#[derive(Debug)]
pub struct MaxMin {
    /// The id of the property.
    pub id: &'static str,
    /// The scales of an instance.
    ///
    /// # Errors
    /// The reason why the property is not defined for the instance.
    pub scales: fn(&Pool, Setting) -> Result<Vec<Scale>, &'static str>,
    /// The hypothesis in a sentence, given the name of the scale's resource.
    pub because: fn(&str) -> String,
}

/// A scale on which users are compared.
#[derive(Debug)]
pub struct Scale {
    /// Level per task of each user; `None` for a user that can run nothing.
    pub per_task: Vec<Option<Rational>>,
    /// The resource that the scale measures, if it is one resource for all users.
    pub resource: Option<usize>,
    /// The division under which alternatives must be feasible.
    pub division: Division,
}

impl Scale {
    /// The scale of shares of resource `r` in the whole pool, divided by weight.
    pub fn share_of(pool: &Pool, r: usize, division: Division) -> Scale {
        let pooled = &pool.pooled()[r];
        let level = |u: usize| pool.can_run(u).then(|| &pool.demand[u][r] / (pool.weight(u, r) * pooled));
        Scale { per_task: (0..pool.users()).map(level).collect(), resource: Some(r), division }
    }

    /// The level of `user` with the given totals; zero for a user that can run nothing.
    pub fn level(&self, user: usize, totals: &[Rational]) -> Rational {
        self.per_task[user].as_ref().map_or_else(Rational::zero, |k| k * &totals[user])
    }

    fn confirm(
        &self,
        pool: &Pool,
        outcome: &Placement,
        by: usize,
        instead: &Placement,
        within: &Rational,
    ) -> Result<Margin, Rejected> {
        Cluster::feasible(Setting::divisible(self.division), pool, instead)?;
        let (totals, wanted) = (outcome.totals(), instead.totals());
        let own = self.level(by, &totals);
        let margin = positive(self.level(by, &wanted) - &own)?;
        for m in (0..pool.users()).filter(|&m| wanted[m] < totals[m]) {
            let loses = self.level(m, &totals) - self.level(m, &wanted);
            if self.level(m, &totals) <= own && (within.is_zero() || loses > *within) {
                return Err(Rejected::Misfit(format!(
                    "{} would lose although it stands no higher than {}",
                    pool.user_name(m),
                    pool.user_name(by)
                )));
            }
        }
        Ok(margin)
    }
}

impl MaxMin {
    /// The scales of the run.
    ///
    /// # Errors
    /// The reason why the property is not defined for the run.
    pub fn scales(&self, run: &Run<'_, Cluster>) -> Result<Vec<Scale>, &'static str> {
        if run.instance.rate.is_some() {
            return Err("with effective rates there is no resource to share");
        }
        if run.mechanism.setting().whole {
            return Err("max-min fair shares are defined for divisible tasks");
        }
        if run.instance.tree.is_some() {
            return Err(
                "the shares compared are those of users side by side, and here queues stand above them",
            );
        }
        (self.scales)(run.instance, run.mechanism.setting())
    }

    /// The scale on which the complaint has the largest margin, and that margin.
    ///
    /// # Errors
    /// No scale shows a violation; the last reason.
    pub fn strongest(
        &self,
        run: &Run<'_, Cluster>,
        by: usize,
        instead: &Placement,
    ) -> Result<(Scale, Margin), Rejected> {
        let within = run.tolerance(|| self.scale(run));
        let mut best: Result<(Scale, Margin), Rejected> = Err(Rejected::NoViolation(Rational::zero()));
        for scale in self.scales(run).map_err(Rejected::OutOfScope)? {
            match (scale.confirm(run.instance, &run.outcome, by, instead, &within), &best) {
                (Ok(margin), Ok((_, most))) if margin <= *most => {}
                (Ok(margin), _) => best = Ok((scale, margin)),
                (Err(reason), Err(_)) => best = Err(reason),
                (Err(_), Ok(_)) => {}
            }
        }
        best
    }
}

impl Property<Cluster> for MaxMin {
    fn id(&self) -> &'static str {
        self.id
    }

    /// The reciprocal of the smallest weight: margins are parts of a whole resource divided by a weight.
    fn scale(&self, run: &Run<'_, Cluster>) -> Rational {
        let (pool, resources) = (run.instance, 0..run.instance.resources());
        let weights =
            (0..pool.users()).flat_map(|u| resources.clone().map(move |r| pool.weight(u, r).clone()));
        least(weights).map_or_else(Rational::one, |least| Rational::one() / least)
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Complaint { by, instead } = witness else { return Err(Rejected::Kind) };
        self.strongest(run, *by, instead).map(|(_, margin)| margin)
    }

    /// The totals of users, regardless of where they run.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Complaint { by, instead } = witness else { return String::new() };
        let Ok((scale, margin)) = self.strongest(run, *by, instead) else { return String::new() };
        let pool = run.instance;
        let (totals, wanted) = (run.outcome.totals(), instead.totals());
        let resource = scale.resource.map_or(String::new(), |r| pool.resource_name(r));
        let weighted =
            (0..pool.users()).any(|u| (0..pool.resources()).any(|r| *pool.weight(u, r) != Rational::one()));
        let per = if weighted { " per weight" } else { "" };
        let measure = match scale.resource {
            Some(_) => format!("of all {resource}{per}"),
            None => format!("as dominant share{per}"),
        };
        let mut text =
            format!("{}\nMax-min fairness would give these tasks instead:\n", (self.because)(&resource));
        for u in 0..pool.users() {
            text += &format!(
                "  {}: {} instead of {} ({} instead of {} {measure})\n",
                pool.user_name(u),
                counted(&wanted[u]),
                totals[u],
                scale.level(u, &wanted),
                scale.level(u, &totals)
            );
        }
        let losers: Vec<String> =
            (0..pool.users()).filter(|&m| wanted[m] < totals[m]).map(|m| pool.user_name(m)).collect();
        let from = match &losers[..] {
            [] => "without a loss to any other user".to_string(),
            [one] => format!("taken only from {one}, whose share is larger"),
            _ => format!("taken only from {}, whose shares are larger", losers.join(" and ")),
        };
        text + &format!(
            "{} should have {} instead of {} {measure}: {margin} more, {from}.",
            pool.user_name(*by),
            scale.level(*by, &wanted),
            scale.level(*by, &totals)
        )
    }
}
