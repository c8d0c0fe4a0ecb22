//! Resource monotonicity: no user loses tasks when capacities grow.

use fairwitness_kernel::property::cluster::resource_monotone::ResourceMonotone;

use crate::model::cluster::{Cluster, Pool};
use crate::property::{
    Beside, Case, Cleared, Examined, FEW, Hearing, Look, Most, Others, Seek, Verdict, Witness, kept,
};
use crate::scalar::{Scalar, greatest, least};

/// Larger instances: one capacity raised by a half, doubled, by the demand of a task where tasks are whole, or from zero to
/// the largest of another server and to what a user of the resource could use there; a whole server or a whole resource
/// doubled. They are the same in every order and unit.
fn enlarged<S: Scalar>(pool: &Pool<S>, whole: bool) -> Vec<Pool<S>> {
    let (servers, resources) = (pool.servers(), pool.resources());
    let mut found = Vec::new();
    let mut push = |change: &dyn Fn(usize, usize, &S) -> S| {
        let mut larger = pool.clone();
        for (i, row) in larger.capacity.iter_mut().enumerate() {
            for (r, c) in row.iter_mut().enumerate() {
                *c = change(i, r, c);
            }
        }
        if larger != *pool {
            found.push(larger);
        }
    };
    let double = |c: &S| c.clone() * S::int(2);
    for i in 0..servers {
        for r in 0..resources {
            let mut add = |x: S| push(&|j, q, c| if (j, q) == (i, r) { c.clone() + &x } else { c.clone() });
            let now = &pool.capacity[i][r];
            add(now.clone() / S::int(2));
            add(now.clone());
            if now.is_zero() {
                add(greatest(pool.capacity.iter().map(|c| c[r].clone())).unwrap_or_else(S::zero));
                add(greatest(useful(pool, i, r)).unwrap_or_else(S::zero));
            }
            if whole {
                pool.demand.iter().for_each(|demand| add(demand[r].clone()));
            }
        }
        push(&|j, _, c| if j == i { double(c) } else { c.clone() });
    }
    for r in 0..resources {
        push(&|_, q, c| if q == r { double(c) } else { c.clone() });
    }
    found
}

/// What each user that demands the resource and another one takes of it with all that the server has of its other resources.
fn useful<S: Scalar>(pool: &Pool<S>, server: usize, resource: usize) -> impl Iterator<Item = S> {
    let row = &pool.capacity[server];
    pool.demand.iter().filter(move |d| !d[resource].is_zero()).filter_map(move |d| {
        let other = (0..row.len()).filter(|&q| q != resource && !d[q].is_zero());
        let tasks = least(other.map(|q| row[q].clone() / d[q].clone()))?;
        Some(tasks * &d[resource])
    })
}

impl Seek<Cluster> for ResourceMonotone {
    fn clears(&self, look: &mut Look<'_, Cluster>) -> Option<Cleared> {
        let (setting, words, pool) = (look.mechanism.setting(), look.words, look.instance);
        look.by_gets(|gets| {
            let (first, mut after) = (Case { setting, instance: pool, gets, outcome: None }, Vec::new());
            let mut grown =
                |larger: &Pool<_>| kept(self, &first, (words, larger), &mut after, 0..pool.users());
            let larger = enlarged(pool, setting.whole);
            let kept = pool.rate.is_none() && larger.iter().all(&mut grown);
            (kept && !larger.is_empty()).then_some(Cleared::Tried(larger.len() as u64))
        })
    }

    fn beside(&self, pool: &Pool) -> Option<Others<Cluster, usize>> {
        let loses = |larger: &Pool, u: usize| (Witness::Sibling { instance: larger.clone(), loses: u }, u);
        let with = |larger: Pool| {
            let witnesses = (0..pool.users()).map(|u| loses(&larger, u)).collect();
            (larger, witnesses)
        };
        let found = || enlarged(pool, false).into_iter().map(with).collect();
        (pool.users() <= FEW).then(|| Others { found: found(), all: false })
    }

    fn seek(&self, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let Hearing { run, .. } = *hearing;
        let mut beside = Beside::of(self, hearing);
        let mut most = Most::none();
        for instance in enlarged(run.instance, run.mechanism.setting().whole) {
            let found = beside.pays(&instance, 0..run.instance.users())?;
            most.offer(found, |loses| Witness::Sibling { instance, loses });
        }
        let (tried, refused) = (beside.tried, beside.refused);
        let words = format!("none of {tried} larger instances hurts a user ({refused} were refused)");
        Ok(most.or(|| Verdict::tried(tried - refused, words)))
    }
}
