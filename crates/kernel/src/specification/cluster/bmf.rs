//! Bottleneck max fairness on one pool: each user has a full resource of which no user holds more per weight
//! (after Bonald and Roberts 2015, whose text was not read).

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal, uncertified};
use crate::scalar::{Of, Scalar, greatest, sum};
use crate::specification::{Facts, Settles, Specification, one_pool, user_weights};

/// Bottleneck max fairness: the mechanism `bmf`.
#[derive(Debug)]
pub struct Bmf;

/// The part of resource `r` of the pool that `tasks` tasks of `user` use, per unit of its weight.
pub fn share<N: Scalar, S: Of<N>>(pool: &Pool<N>, user: usize, r: usize, tasks: &S) -> S {
    let all = S::of(&pool.capacity[0][r]) * S::of(pool.weight(user, r));
    tasks.clone() * S::of(&pool.demand[user][r]) / all.plain()
}

/// Returns `true` if a bottleneck is owed to `user`: it can run tasks, and does not have all of them.
pub fn owed<N: Scalar, S: Of<N>>(pool: &Pool<N>, user: usize, tasks: &S) -> bool {
    pool.runs_on(user, 0) && pool.tasks[user].as_ref().is_none_or(|has| *tasks < S::of(has))
}

/// The usage of resource `r` by users that run `gets` tasks.
pub fn used<N: Scalar, S: Of<N>>(pool: &Pool<N>, gets: &[S], r: usize) -> S {
    sum(pool.demand.iter().zip(gets).map(|(demand, tasks)| tasks.clone() * S::of(&demand[r])))
}

/// The distance of resource `r` from being a bottleneck of `user`, as a part of the resource: the larger of
/// the idle part and of the extra amount that the user would hold if it held as much per weight as the
/// largest holder. Zero for a bottleneck. The user demands the resource, and its capacity is positive.
pub fn distance<N: Scalar, S: Of<N>>(pool: &Pool<N>, gets: &[S], user: usize, r: usize) -> S {
    let (capacity, name) = (S::of(&pool.capacity[0][r]), || pool.resource_name(r));
    let idle = (capacity.clone() - used(pool, gets, r)) / &capacity;
    let own = share(pool, user, r, &gets[user]);
    let most = greatest((0..pool.users()).map(|m| share(pool, m, r, &gets[m])));
    let most = most.unwrap_or_else(|| own.clone()).said(|_| format!("the largest share of {}", name()));
    let behind = ((most - own) * S::of(pool.weight(user, r)))
        .said(|_| format!("how much less of {} {} holds, at its weight", name(), pool.user_name(user)));
    idle.said(|_| format!("the part of {} that is idle", name())).larger(behind)
}

impl Specification<Cluster> for Bmf {
    fn facts(&self) -> Facts<Setting> {
        Facts::of("bmf", Setting::divisible(Division::Resource))
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        one_pool(pool)?;
        user_weights(pool).map(|_| ())
    }

    /// `Utilities` with one resource, because the allocation is then max-min fair and unique. `Nothing` with several
    /// resources, because several allocations may meet the specification.
    fn settles(&self, pool: &Pool) -> Settles {
        let running = (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).count();
        if pool.resources() == 1 || running <= 1 { Settles::Outcome } else { Settles::Nothing }
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        let named = certificate.bottlenecks(pool.users(), 1)?;
        let gets = outcome.totals();
        for (u, row) in named.iter().enumerate() {
            let shown = match (owed(pool, u, &gets[u]), row[0]) {
                (false, None) => true,
                (true, Some(r)) => {
                    pool.demand[u].get(r).is_some_and(Scalar::is_positive)
                        && !distance(pool, &gets, u, r).is_positive()
                }
                _ => false,
            };
            if !shown {
                return uncertified(format!("{} has no such bottleneck", pool.user_name(u)));
            }
        }
        Ok(())
    }
}
