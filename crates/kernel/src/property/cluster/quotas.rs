//! Floors and caps of queues: a queue that wants more has its floor of some resource, and no queue uses more than its
//! cap.

use super::InPool;
use super::hier_share::{Spot, most_served, part_used};
use crate::model::Quotas;
use crate::model::cluster::{Cluster, Hierarchy, Pool, Setting};
use crate::property::{Claim, Facts, Formula, PART, Sides, Witness};
use crate::scalar::{Of, Rational, Scalar, sum};
use crate::specification::Settles;

/// The formula of `floors-kept`.
#[derive(Debug)]
pub struct FloorsKept;

/// The formula of `caps-kept`.
#[derive(Debug)]
pub struct CapsKept;

/// The queues of which `of` names a floor or cap.
fn queues<N: Scalar>(
    pool: &Pool<N>,
    of: impl Fn(&Hierarchy, usize, usize) -> bool,
) -> impl Iterator<Item = Spot> {
    let tree = Hierarchy::of(pool, Setting::WHOLE);
    let has = |node: &usize| (0..pool.resources()).any(|r| of(&tree, *node, r));
    let nodes: Vec<Spot> = (1..tree.nodes.len()).filter(has).map(|node| Spot::of(&tree, node)).collect();
    nodes.into_iter()
}

fn without_rates<N: Scalar>(pool: &Pool<N>) -> Result<(), &'static str> {
    pool.rate
        .as_ref()
        .map_or(Ok(()), |_| Err("with effective rates there is no resource of which a queue uses a part"))
}

fn name(case: &InPool<'_>, at: Spot) -> String {
    Hierarchy::of(case.instance, case.setting).name(case.instance, at.node)
}

impl Formula<Cluster> for FloorsKept {
    type At = Spot;
    type Basis<S: Scalar> = (Hierarchy, Vec<Vec<Option<S>>>);
    const ID: &'static str = "floors-kept";
    const FACTS: Facts = Facts { quotas: Quotas::Caps, ..Facts::NONE };
    /// Only divisions by the tree take queues with floors and caps, and they are exact.
    const BOUNDED: bool = false;
    const UNIT: &'static str = PART;
    /// Utilities: the totals of users.
    const READS: Settles = Settles::Utilities;

    /// The floors of the queues below a node sum to no more than the floor of the node, and those of the first level to
    /// no more than the pool.
    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        without_rates(pool)?;
        let Some(tree) = &pool.tree else { return Err("there are no queues, so none has a floor") };
        if tree.inner.iter().all(|node| node.floor.is_empty()) {
            return Err("no queue has a floor");
        }
        for r in 0..pool.resources() {
            let floor = |k: usize| tree.inner[k].floor.get(r).cloned().unwrap_or_else(N::zero);
            let below = |above: Option<usize>| {
                sum((0..tree.inner.len()).filter(|&k| tree.inner[k].above == above).map(floor))
            };
            let pooled = sum(pool.capacity.iter().map(|row| row[r].clone()));
            if below(None) > pooled || (0..tree.inner.len()).any(|k| below(Some(k)) > floor(k)) {
                return Err("the floors of queues sum to more than the floor above them, or than the pool");
            }
        }
        Ok(())
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Self::Basis<S> {
        let (pool, tree) = (case.instance, Hierarchy::of(case.instance, case.setting));
        let most = |r: usize| tree.ceilings(pool, r, |user| Hierarchy::wanted(pool, r, user));
        let most = (0..pool.resources()).map(most).collect();
        (tree, most)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Spot> {
        queues(case.instance, |tree, node, r| tree.floor(case.instance, node, r).is_some())
    }

    fn names<S: Scalar>(&self, (tree, _): &Self::Basis<S>, at: Spot, witness: &Witness<Cluster>) -> bool {
        at.named(tree, witness)
    }

    /// Nothing is due to a queue all of whose users have what they ask for.
    fn claim<N: Scalar, S: Of<N>>(
        &self,
        case: &InPool<'_, S, N>,
        (tree, most): &Self::Basis<S>,
        at: Spot,
    ) -> Claim<S> {
        let (pool, users) = (case.instance, tree.users(at.node));
        let wants = |u: &usize| {
            let has = |has: &N| case.gets[*u] < case.setting.tasks(S::of(has));
            pool.can_run(*u) && pool.tasks[*u].as_ref().is_none_or(has)
        };
        if !users.iter().any(wants) {
            return Claim::Nothing;
        }
        most_served(case, &users, |r| {
            let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[r])));
            let floor = tree.floor(pool, at.node, r).map_or_else(S::zero, |floor| S::of(floor) / pooled);
            most[r][at.node].clone().map_or(floor.clone(), |most| floor.lesser(most))
        })
    }

    fn less(&self, _: &InPool<'_>, _: Spot) -> String {
        "the part that the queue uses".to_string()
    }

    fn tell(&self, case: &InPool<'_>, _: &Self::Basis<Rational>, at: Spot, sides: &Sides) -> String {
        let Sides { due, has } = sides;
        format!(
            "{} uses the part {has} of a resource, its floor is {due}, and it misses more of every other resource.",
            name(case, at)
        )
    }
}

impl Formula<Cluster> for CapsKept {
    type At = Spot;
    type Basis<S: Scalar> = Hierarchy;
    const ID: &'static str = "caps-kept";
    const FACTS: Facts = Facts { quotas: Quotas::Caps, ..Facts::NONE };
    /// Only divisions by the tree take queues with floors and caps, and they are exact.
    const BOUNDED: bool = false;
    const UNIT: &'static str = PART;
    /// Utilities: the totals of users.
    const READS: Settles = Settles::Utilities;

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        without_rates(pool)?;
        let Some(tree) = &pool.tree else { return Err("there are no queues, so none has a cap") };
        match tree.inner.iter().all(|node| node.cap.is_empty()) {
            true => Err("no queue has a cap"),
            false => Ok(()),
        }
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Hierarchy {
        Hierarchy::of(case.instance, case.setting)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Spot> {
        queues(case.instance, |tree, node, r| tree.cap(case.instance, node, r).is_some())
    }

    fn names<S: Scalar>(&self, tree: &Hierarchy, at: Spot, witness: &Witness<Cluster>) -> bool {
        at.named(tree, witness)
    }

    /// The resource of which the queue exceeds its cap by the largest part of the pool.
    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, tree: &Hierarchy, at: Spot) -> Claim<S> {
        let (pool, users) = (case.instance, tree.users(at.node));
        let sides = |r: usize| {
            let used = part_used(pool, &users, r, |u| case.gets[u].clone())?;
            let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[r])));
            Some((used, S::of(tree.cap(pool, at.node, r)?) / pooled))
        };
        let all = (0..pool.resources()).filter_map(sides);
        let most = all.reduce(|a, b| if b.0.clone() - &b.1 > a.0.clone() - &a.1 { b } else { a });
        most.map_or(Claim::Nothing, |(used, cap)| Claim::owes(used, cap))
    }

    fn less(&self, _: &InPool<'_>, _: Spot) -> String {
        "the cap of the queue".to_string()
    }

    fn tell(&self, case: &InPool<'_>, _: &Hierarchy, at: Spot, sides: &Sides) -> String {
        format!("{} uses the part {} of a resource, and its cap is {}.", name(case, at), sides.due, sides.has)
    }
}
