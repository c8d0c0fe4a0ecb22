//! Whole tasks on many servers: the user with the smallest share places a task, and a rule selects the server
//! (wang2013 V-B; Hadoop's slots: wang2013 VI).
//!
//! The certificate of an outcome is the order of its placements, and it is checked by repeating them.

use super::choice::Choice;
pub use super::choice::{Scheduler, best};
use super::decision::{Misfit, dominant_share, fits};
use crate::model::cluster::{Certificate, Placement, Pool};
use crate::model::{Checked, uncertified};
use crate::scalar::{Rational, Scalar};

/// Returns `true` if `user` has a whole task beyond `placed` tasks.
pub fn has_more(pool: &Pool, user: usize, placed: &Rational) -> bool {
    pool.tasks[user].as_ref().is_none_or(|has| placed + Rational::one() <= *has)
}

/// The placement that `order` results in.
pub fn total(pool: &Pool, order: &[(usize, usize)]) -> Placement {
    let mut placement = Placement::empty(pool.users(), pool.servers());
    for &(u, i) in order {
        placement.tasks[u][i] = &placement.tasks[u][i] + Rational::one();
    }
    placement
}

/// Repeats the placements: each is made for the user with the smallest share among those whose task fits, on
/// the server that the rule selects; after the last no task fits.
///
/// # Errors
/// The first placement that is wrong.
pub fn check(rule: &dyn Scheduler, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
    let Certificate::Placements(order) = certificate else {
        return uncertified("the order of placements is needed");
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
                    lowest.map_or_else(|| "no user".to_string(), |u| pool.user_name(u)),
                    next.map_or_else(
                        || "no user".to_string(),
                        |&(u, i)| format!("{} on {}", pool.user_name(u), pool.server_name(i))
                    )
                ));
            }
        }
    }
    if total(pool, order) == *outcome {
        Ok(())
    } else {
        uncertified("the placements do not add up to the outcome")
    }
}

/// DRFH with whole tasks: the dominant share in the whole pool selects the user, first fit or best fit the
/// server.
#[derive(Debug)]
pub struct WholeDrfh<'a> {
    pool: &'a Pool,
    weights: &'a [Rational],
    /// The reciprocal of the total capacity of each resource; zero if the total is zero.
    parts: Vec<Rational>,
    /// `true` if the server with the smallest mismatch is selected, `false` if the first that fits is.
    best_fit: bool,
}

impl<'a> WholeDrfh<'a> {
    /// The rule with one weight per user; `best_fit` selects the server with the smallest mismatch, otherwise
    /// the first one that fits.
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

    fn ranks(&self) -> bool {
        self.best_fit
    }

    fn take(&self, user: usize, _server: usize, left: &mut [Rational]) {
        left.iter_mut().zip(&self.pool.demand[user]).for_each(|(l, d)| *l = &*l - d);
    }

    fn stock(&self) -> Vec<Vec<Rational>> {
        self.pool.capacity.clone()
    }
}
