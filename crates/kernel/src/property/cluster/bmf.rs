//! Bottleneck max fairness on one pool: each user has all that it asks for, or a full resource of which no
//! user holds more per weight (after Bonald and Roberts 2015, whose text was not read).

use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, least};
use crate::specification::Settles;
use crate::specification::cluster::bmf::{distance, owed};

/// Bottleneck max fairness: the property `bmf`.
#[derive(Debug)]
pub struct Bmf;

/// The reason why properties about full resources are not defined for mechanisms with this setting; `None` if
/// they are.
pub(super) fn not_divided(setting: Setting) -> Option<&'static str> {
    if setting.whole {
        return Some("full resources are asked for where tasks are divisible: whole tasks seldom fill one");
    }
    (setting.division == Division::Time).then_some("the mechanism divides time, and no resource")
}

/// Checks that properties about full resources of one pool are defined for the run.
///
/// # Errors
/// The reason why they are not.
pub fn one_divided_pool(run: &Run<'_, Cluster>) -> Result<(), &'static str> {
    let pool = run.instance;
    match not_divided(run.mechanism.setting()) {
        Some(reason) => Err(reason),
        None if pool.servers() != 1 => Err("there is more than one server"),
        None if pool.rate.is_some() => Err("with effective rates there is no resource to share"),
        None if pool.user_weights().is_none() => Err("entitlements are one weight a user"),
        None => Ok(()),
    }
}

/// The distance of `user` from a bottleneck: the smallest over the resources that it demands. Zero for a user
/// that has all that it asks for.
pub fn short(pool: &Pool, outcome: &Placement, user: usize) -> Rational {
    if !owed(pool, user, &outcome.tasks[user][0]) {
        return Rational::zero();
    }
    let demanded = (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive());
    least(demanded.map(|r| distance(pool, outcome, user, r))).unwrap_or_else(Rational::zero)
}

impl Property<Cluster> for Bmf {
    fn id(&self) -> &'static str {
        "bmf"
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        not_divided(setting)
    }

    /// One: margins are parts of a whole resource.
    fn scale(&self, _run: &Run<'_, Cluster>) -> Rational {
        Rational::one()
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        one_divided_pool(run).map_err(Rejected::OutOfScope)?;
        positive(short(run.instance, &run.outcome, *u))
    }

    /// Utilities, because on one server the totals of users determine the placement.
    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        if one_divided_pool(run).is_err() {
            return String::new();
        }
        let (pool, outcome) = (run.instance, &run.outcome);
        let mut text = format!("{} has no bottleneck:", pool.user_name(*u));
        for r in (0..pool.resources()).filter(|&r| pool.demand[*u][r].is_positive()) {
            let capacity = &pool.capacity[0][r];
            let idle = capacity - outcome.used(pool, 0, r);
            let held = |m: usize| &outcome.tasks[m][0] * &pool.demand[m][r];
            let per_weight = |m: usize| held(m) / pool.weight(m, r);
            let ahead = (0..pool.users()).max_by_key(|&m| (per_weight(m), std::cmp::Reverse(m)));
            let name = pool.resource_name(r);
            text += &match ahead {
                _ if idle.is_positive() => {
                    format!("\n  {idle} of {name} {} idle", if idle > Rational::one() { "are" } else { "is" })
                }
                Some(m) => format!(
                    "\n  of {name}, which is full, {} holds {} and {} holds {} (per weight {} and {})",
                    pool.user_name(m),
                    held(m),
                    pool.user_name(*u),
                    held(*u),
                    per_weight(m),
                    per_weight(*u)
                ),
                None => String::new(),
            };
        }
        text
    }
}
