//! Whole tasks: progressive filling, its precomputed forms, and schedulers of many servers
//! (metin; wang2013 V-B).

pub mod choice;
pub mod cycles;
pub mod decision;
pub mod f64_forms;
pub mod filling;
pub mod final_round;
pub mod pdrf;
pub mod placing;
mod rules;
pub mod slots;

pub use rules::*;

use super::guard::{one_pool, without_limits};
use crate::model::cluster::{Placement, Pool};
use crate::model::{Checked, Refusal, Rejected};
use crate::scalar::{Rational, Scalar, dot, greatest};

/// One pool as seen by mechanisms for whole tasks.
#[derive(Debug)]
pub struct OnePool<'a> {
    /// The instance with its only server.
    pub pool: &'a Pool,
    /// Weighted dominant share of one task of each user; `None` for a user that can run nothing.
    pub share: Vec<Option<Rational>>,
}

impl<'a> OnePool<'a> {
    /// The view of an instance with one server and without rates or queues.
    ///
    /// # Errors
    /// The refusal of any other instance.
    pub fn of(pool: &'a Pool) -> Result<Self, Refusal> {
        one_pool(pool)?;
        let share = |u: usize| {
            let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
            greatest(demanded.map(|r| &pool.demand[u][r] / (&pool.capacity[0][r] * pool.weight(u, r))))
        };
        let share = (0..pool.users()).map(|u| if pool.runs_on(u, 0) { share(u) } else { None });
        Ok(OnePool { pool, share: share.collect() })
    }

    /// The view [`of`](Self::of) an instance, for a rule that knows no numbers of tasks.
    ///
    /// # Errors
    /// The refusal of finite tasks, and of any instance that [`of`](Self::of) refuses.
    pub fn endless(pool: &'a Pool) -> Result<Self, Refusal> {
        without_limits(pool, "the closed form gives every user as much as the resources let")?;
        Self::of(pool)
    }

    /// The users that can run a task.
    pub fn running(&self) -> Vec<usize> {
        (0..self.share.len()).filter(|&u| self.share[u].is_some()).collect()
    }

    /// The weighted dominant share of one task of `user`, which can run tasks.
    pub fn unit(&self, user: usize) -> &Rational {
        self.share[user].as_ref().expect("asked only of users that can run something")
    }

    /// The number of whole tasks of `user`; `None` without a limit.
    pub fn limit(&self, user: usize) -> Option<Rational> {
        self.pool.tasks[user].as_ref().map(Rational::floor)
    }

    /// Returns `true` if `user` has more than `given` tasks.
    pub fn has_more(&self, user: usize, given: &Rational) -> bool {
        self.limit(user).is_none_or(|has| *given < has)
    }

    /// The amount of each resource that is left when user `u` has `given[u]` tasks; negative where the
    /// capacity is exceeded.
    pub fn left(&self, given: &[Rational]) -> Vec<Rational> {
        left(self.pool, given)
    }

    /// Returns `true` if one task of `user` fits the amounts `left`.
    pub fn fits(&self, user: usize, left: &[Rational]) -> bool {
        self.pool.demand[user].iter().zip(left).all(|(d, l)| d.is_zero() || d <= l)
    }

    /// Subtracts one task of `user` from the amounts `left`.
    pub fn take(&self, user: usize, left: &mut [Rational]) {
        for (l, d) in left.iter_mut().zip(&self.pool.demand[user]).filter(|(_, d)| !d.is_zero()) {
            *l = &*l - d;
        }
    }
}

/// The amount of each resource that is left on the only server when user `u` has `given[u]` tasks; negative where the
/// capacity is exceeded.
pub fn left(pool: &Pool, given: &[Rational]) -> Vec<Rational> {
    let used = |r: usize| dot(given.iter().zip(&pool.demand).map(|(x, d)| (x, &d[r])));
    pool.capacity[0].iter().enumerate().map(|(r, c)| c - used(r)).collect()
}

/// The placement of `given[u]` tasks of each user `u` on the only server.
pub fn placed(given: Vec<Rational>) -> Placement {
    Placement { tasks: given.into_iter().map(|x| vec![x]).collect() }
}

/// The tasks of each user on the only server.
///
/// # Errors
/// A placement of another shape.
pub fn given(one: &OnePool<'_>, outcome: &Placement) -> Checked<Vec<Rational>> {
    let fits = outcome.tasks.len() == one.share.len() && outcome.tasks.iter().all(|row| row.len() == 1);
    if fits {
        Ok(outcome.totals())
    } else {
        Err(Rejected::Misfit("not a placement on one server".to_string()))
    }
}
