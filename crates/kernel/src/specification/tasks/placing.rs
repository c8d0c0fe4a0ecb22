//! Whole tasks on many servers: the user that stands lowest places a task, and a rule says where
//! (wang2013 V-B; Hadoop's slots: wang2013 VI).
//!
//! What a run hands out is explained by its placements in order, and checked by going through them.

use super::choice::Choice;
pub use super::choice::{Scheduler, best};
use super::decision::{Misfit, dominant_share, fits};
use super::uncertified;
use crate::model::cluster::{Certificate, Placement, Pool};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar};

/// Whether the user has a task beyond those that are `placed`.
pub fn has_more(pool: &Pool, user: usize, placed: &Rational) -> bool {
    pool.tasks[user].as_ref().is_none_or(|has| placed + Rational::one() <= *has)
}

/// The placement that the order amounts to.
pub fn total(pool: &Pool, order: &[(usize, usize)]) -> Placement {
    let mut placement = Placement::empty(pool.users(), pool.servers());
    for &(u, i) in order {
        placement.tasks[u][i] = &placement.tasks[u][i] + Rational::one();
    }
    placement
}

/// Goes through the placements: each by the lowest of those that could place anything, on the server that the rule
/// names; and nothing fits after the last.
pub fn check(
    rule: &dyn Scheduler,
    pool: &Pool,
    outcome: &Placement,
    certificate: &Certificate,
) -> Result<(), Rejected> {
    let Certificate::Placements(order) = certificate else {
        return uncertified("the order of placements is needed".to_string());
    };
    let mut choice = Choice::new(rule, pool);
    let mut placed = vec![0i64; pool.users()];
    let rise: Vec<Option<Rational>> = (0..pool.users()).map(|u| rule.rise(u)).collect();
    let mut open: Vec<usize> = (0..pool.users()).filter(|&u| rise[u].is_some()).collect();
    let mut level = vec![Rational::zero(); pool.users()];
    let mut place = order.iter();
    loop {
        // A user that cannot place a task now never can again: servers only fill.
        let mut lowest = open.iter().copied().min_by_key(|&u| (&level[u], u));
        while let Some(u) = lowest
            && !(has_more(pool, u, &Rational::int(placed[u])) && choice.best(u).is_some())
        {
            open.retain(|&other| other != u);
            lowest = open.iter().copied().min_by_key(|&u| (&level[u], u));
        }
        match (lowest, place.next()) {
            (None, None) => break,
            (Some(u), Some(&(by, on))) if u == by && choice.best(u) == Some(on) => {
                choice.take(u, on);
                placed[u] += 1;
                level[u] =
                    rise[u].as_ref().map_or_else(Rational::zero, |rise| rise * Rational::int(placed[u]));
            }
            (lowest, next) => {
                return uncertified(format!(
                    "the rule would go on with {}, and the order with {}",
                    lowest.map_or_else(|| "nobody".to_string(), |u| pool.user_name(u)),
                    next.map_or_else(
                        || "nobody".to_string(),
                        |&(u, i)| format!("{} on {}", pool.user_name(u), pool.server_name(i))
                    )
                ));
            }
        }
    }
    if total(pool, order) == *outcome {
        Ok(())
    } else {
        uncertified("the placements do not add up to the outcome".to_string())
    }
}

/// DRFH with whole tasks: the global dominant share decides who, first fit or best fit where.
#[derive(Debug)]
pub struct WholeDrfh<'a> {
    pool: &'a Pool,
    weights: &'a [Rational],
    /// One over the total capacity of each resource; zero of a resource that there is nothing of.
    parts: Vec<Rational>,
    /// Whether the server whose remains look most like the task is taken, instead of the first.
    best_fit: bool,
}

impl<'a> WholeDrfh<'a> {
    /// The rule with one weight a user; `best_fit` takes the server that is most like the task, else the first that fits.
    pub fn of(pool: &'a Pool, weights: &'a [Rational], best_fit: bool) -> Self {
        let part = |total: Rational| if total.is_positive() { Rational::one() / total } else { total };
        WholeDrfh { pool, weights, parts: pool.pooled().into_iter().map(part).collect(), best_fit }
    }
}

impl Scheduler for WholeDrfh<'_> {
    fn rise(&self, user: usize) -> Option<Rational> {
        let share = || dominant_share(self.pool.demand[user].iter().cloned(), &self.parts);
        self.pool.can_run(user).then(|| share() / &self.weights[user])
    }

    fn fits(&self, user: usize, _server: usize, left: &[Rational]) -> bool {
        fits(&self.pool.demand[user], left)
    }

    fn misfit(&self, user: usize, _server: usize, left: &[Rational]) -> Misfit<Rational> {
        if self.best_fit {
            Misfit::of(&self.pool.demand[user], left, &self.parts)
        } else {
            Misfit::none(Rational::one())
        }
    }

    fn take(&self, user: usize, _server: usize, left: &mut [Rational]) {
        left.iter_mut().zip(&self.pool.demand[user]).for_each(|(l, d)| *l = &*l - d);
    }

    fn stock(&self) -> Vec<Vec<Rational>> {
        self.pool.capacity.clone()
    }
}
