//! The uniform allocation: each user gets its fair share of every server, by weight (khamse2017 II-A, III-B).

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting, fitting};
use crate::model::{Checked, Refusal, uncertified};
use crate::scalar::{Scalar, sum};
use crate::specification::{Facts, Settles, Specification, flat};

/// The uniform allocation: the mechanism `uniform`.
#[derive(Debug)]
pub struct Uniform;

/// The tasks for which each user's fair share of each server has room.
pub fn room<S: Scalar>(pool: &Pool<S>) -> Placement<S> {
    let mut placement = Placement::empty(pool.users(), pool.servers());
    let weights = |r: usize| sum((0..pool.users()).map(|u| pool.weight(u, r).clone()));
    let total: Vec<S> = (0..pool.resources()).map(weights).collect();
    for u in 0..pool.users() {
        let slice = |(r, total): (usize, &S)| pool.weight(u, r).clone() / total;
        let shares: Vec<S> = total.iter().enumerate().map(slice).collect();
        for i in (0..pool.servers()).filter(|&i| pool.eligible[u][i]) {
            let bundle: Vec<S> = pool.capacity[i].iter().zip(&shares).map(|(c, s)| c.clone() * s).collect();
            placement.tasks[u][i] = fitting(&pool.demand[u], &bundle);
        }
    }
    placement
}

/// The tasks that each user runs on its fair share of each server; a user with fewer tasks reduces them in
/// proportion.
pub fn slices<S: Scalar>(pool: &Pool<S>) -> Placement<S> {
    let mut placement = room(pool);
    for u in 0..pool.users() {
        let total = sum(placement.tasks[u].iter().cloned());
        let kept = pool.capped(u, total.clone());
        if kept < total {
            placement.tasks[u].iter_mut().for_each(|x| *x = x.clone() * &kept / &total);
        }
    }
    placement
}

impl Specification<Cluster> for Uniform {
    fn facts(&self) -> Facts<Setting> {
        Facts { takes_classes: true, ..Facts::of("uniform", Setting::divisible(Division::Resource)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        flat(pool).map(|_| ())
    }

    /// A user with few tasks may choose the servers on which it leaves room.
    fn settles(&self, pool: &Pool) -> Settles {
        let endless = pool.tasks.iter().all(Option::is_none);
        if endless || pool.machines() == 1 { Settles::Outcome } else { Settles::Utilities }
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        certificate.by_rule()?;
        let room = room(pool);
        for u in 0..pool.users() {
            let within = |i: usize| outcome.tasks[u][i] <= room.tasks[u][i];
            if let Some(i) = (0..pool.servers()).find(|&i| !within(i)) {
                let (user, server) = (pool.user_name(u), pool.server_name(i));
                return uncertified(format!("{user} has more tasks on {server} than its part has room for"));
            }
            if outcome.total(u) != pool.capped(u, room.total(u)) {
                let name = pool.user_name(u);
                return uncertified(format!("{name} has another number of tasks than its slices"));
            }
        }
        Ok(())
    }
}
