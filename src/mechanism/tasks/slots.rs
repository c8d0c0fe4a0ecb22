//! Slots: servers cut into equal bundles, handed out by number whatever tasks need (wang2013 II, VI).

use super::placing::Scheduler;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, greatest, least};

/// The number of slots of a server with all that the largest has: the best row of wang2013's Table II.
const PER_LARGEST_SERVER: i64 = 14;

/// The cluster in slots.
pub(super) struct Slots<'a> {
    pool: &'a Pool,
    weights: &'a [Rational],
    /// Whole slots of each server.
    slots: Vec<Rational>,
    /// Whole slots that a task of each user takes; `None` of a task that no number of slots covers.
    needs: Vec<Option<Rational>>,
}

impl<'a> Slots<'a> {
    pub(super) fn of(pool: &'a Pool, weights: &'a [Rational]) -> Self {
        let parts = Rational::int(PER_LARGEST_SERVER);
        let largest = |r: usize| greatest(pool.capacity.iter().map(|c| c[r].clone()));
        let slot: Vec<Rational> =
            (0..pool.resources()).map(|r| largest(r).unwrap_or_else(Rational::zero) / &parts).collect();
        let present = || (0..slot.len()).filter(|&r| slot[r].is_positive());
        let count = |c: &Vec<Rational>| least(present().map(|r| (&c[r] / &slot[r]).floor()));
        let needs = |d: &Vec<Rational>| {
            let demanded = || (0..slot.len()).filter(|&r| d[r].is_positive());
            let covered = demanded().all(|r| slot[r].is_positive());
            covered.then(|| greatest(demanded().map(|r| -(-(&d[r] / &slot[r])).floor())))?
        };
        Slots {
            pool,
            weights,
            slots: pool.capacity.iter().map(|c| count(c).unwrap_or_else(Rational::zero)).collect(),
            needs: pool.demand.iter().map(needs).collect(),
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

    fn misfit(&self, _user: usize, _server: usize, _left: &[Rational]) -> Rational {
        Rational::zero()
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
