//! Slots: servers divided into equal bundles. Rules allocate numbers of slots and ignore the demand vectors
//! (wang2013 II, VI).

use super::decision::{Cut, Misfit};
use super::placing::Scheduler;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar};

/// The number of slots of a server with the largest capacities: the best row of wang2013's Table II.
const PER_LARGEST_SERVER: i64 = 14;

/// The cluster divided into slots.
#[derive(Debug)]
pub struct Slots<'a> {
    pool: &'a Pool,
    weights: &'a [Rational],
    /// Whole slots of each server.
    slots: Vec<Rational>,
    /// Whole slots that a task of each user takes; `None` for a task that no number of slots covers.
    needs: Vec<Option<Rational>>,
}

impl<'a> Slots<'a> {
    /// The rule with one weight per user.
    pub fn of(pool: &'a Pool, weights: &'a [Rational]) -> Self {
        let cut = Cut::of(&pool.capacity, PER_LARGEST_SERVER);
        Slots {
            pool,
            weights,
            slots: pool.capacity.iter().map(|c| cut.slots(c)).collect(),
            needs: pool.demand.iter().map(|d| cut.needs(d)).collect(),
        }
    }
}

impl Scheduler for Slots<'_> {
    fn rise(&self, user: usize) -> Option<Rational> {
        let needs = self.needs[user].as_ref().filter(|_| self.pool.can_run(user))?;
        Some(needs / &self.weights[user])
    }

    fn fits(&self, user: usize, _server: usize, left: &[Rational]) -> bool {
        self.needs[user].as_ref().is_some_and(|needs| *needs <= left[0])
    }

    fn misfit(&self, _user: usize, _server: usize, _left: &[Rational]) -> Misfit<Rational> {
        Misfit::none(Rational::one())
    }

    fn take(&self, user: usize, _server: usize, left: &mut [Rational]) {
        if let Some(needs) = &self.needs[user] {
            left[0] = &left[0] - needs;
        }
    }

    fn stock(&self) -> Vec<Vec<Rational>> {
        self.slots.iter().map(|slots| vec![slots.clone()]).collect()
    }
}
