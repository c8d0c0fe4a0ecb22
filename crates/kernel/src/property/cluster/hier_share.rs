//! The hierarchical share guarantee: the dominant share of every node of the tree is at least its
//! hierarchical share (bhattacharya2013 as it is reported).

use super::InPool;
use crate::model::Quotas;
use crate::model::cluster::{Cluster, Hierarchy, Pool, Setting, Tree};
use crate::property::{Claim, Facts, Formula, PART, Sides, Witness};
use crate::scalar::{Of, Rational, Scalar, greatest, sum};
use crate::specification::Settles;

/// The formula of `hier-share`.
#[derive(Debug)]
pub struct HierShare;

/// The tree of an instance, with the hierarchical share of every node.
#[derive(Debug)]
pub struct Entitled<S> {
    /// The complete tree of the instance.
    pub tree: Hierarchy,
    /// The hierarchical share of each node; of the first resource, if floors or caps of queues make them differ.
    pub shares: Vec<S>,
    /// The part of each resource that is due to each node (resources x nodes), where queues have floors or caps: its
    /// hierarchical share, and no more than the tasks below it take. Empty otherwise.
    pub parts: Vec<Vec<S>>,
}

impl<S: Scalar> Entitled<S> {
    /// Computes tree and hierarchical shares of the instance.
    pub fn of<N: Scalar>(pool: &Pool<N>, setting: Setting) -> Self
    where
        S: Of<N>,
    {
        let tree = Hierarchy::of(pool, setting);
        let shares = tree.shares_in(pool, 0);
        let quotas = pool.tree.as_ref().is_some_and(Tree::has_quotas);
        let part = |r: usize| {
            let most = tree.ceilings(pool, r, |user| Hierarchy::wanted(pool, r, user));
            let both = tree.shares_in(pool, r).into_iter().zip(most);
            both.map(|(share, most): (S, Option<S>)| most.map_or(share.clone(), |most| share.lesser(most)))
                .collect()
        };
        let parts = (0..if quotas { pool.resources() } else { 0 }).map(part).collect();
        Entitled { tree, shares, parts }
    }
}

/// Checks that hierarchical shares are defined: by one weight a user.
///
/// # Errors
/// The reason why they are not.
pub fn one_weight<N: Scalar>(pool: &Pool<N>) -> Result<(), &'static str> {
    pool.user_weights().map_or(Err("hierarchical shares are by one weight a user"), |_| Ok(()))
}

/// The dominant share of `users` together in the whole pool, when user `u` has `tasks(u)` tasks.
pub fn dominant_share<N: Scalar, S: Of<N>>(pool: &Pool<N>, users: &[usize], tasks: impl Fn(usize) -> S) -> S {
    let part = |r: usize| {
        let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[r])));
        let users = users.iter().filter(|u| pool.demand[**u][r].is_positive());
        let used = sum(users.map(|&u| tasks(u) * S::of(&pool.demand[u][r])));
        pooled.is_positive().then(|| used / pooled.plain())
    };
    greatest((0..pool.resources()).filter_map(part)).unwrap_or_else(S::zero)
}

/// The part of resource `r` of the whole pool that `users` use, when user `u` has `tasks(u)` tasks; `None` if there is
/// none of it, or no user demands it.
pub fn part_used<N: Scalar, S: Of<N>>(
    pool: &Pool<N>,
    users: &[usize],
    r: usize,
    tasks: impl Fn(usize) -> S,
) -> Option<S> {
    let pooled = sum(pool.capacity.iter().map(|row| S::of(&row[r])));
    let mut demanding = users.iter().filter(|u| pool.demand[**u][r].is_positive()).peekable();
    demanding.peek()?;
    pooled.is_positive().then(|| sum(demanding.map(|&u| tasks(u) * S::of(&pool.demand[u][r]))) / pooled)
}

/// A node of the tree: the first user below it, and its depth below the root.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The node.
    pub node: usize,
    agent: usize,
    depth: usize,
}

impl Spot {
    /// The place of `node` in `tree`.
    pub fn of(tree: &Hierarchy, node: usize) -> Spot {
        let agent = tree.users(node).into_iter().min().unwrap_or_default();
        Spot { node, agent, depth: tree.up(node).count() }
    }

    /// Returns `true` if the witness names the node.
    pub fn named(self, tree: &Hierarchy, witness: &Witness<Cluster>) -> bool {
        let Witness::Node { agent, depth } = witness else { return false };
        self.depth == *depth
            && tree.leaf.get(*agent).is_some_and(|leaf| tree.up(*leaf).any(|k| k == self.node))
    }
}

impl From<Spot> for Witness<Cluster> {
    fn from(Spot { agent, depth, .. }: Spot) -> Self {
        Witness::Node { agent, depth }
    }
}

/// The claim that `users` have at least the part `due` of some resource that they demand, at the resource of which they
/// miss least.
pub fn most_served<N: Scalar, S: Of<N>>(
    case: &InPool<'_, S, N>,
    users: &[usize],
    due: impl Fn(usize) -> S,
) -> Claim<S> {
    let sides = |r: usize| {
        let has = part_used(case.instance, users, r, |u| case.gets[u].clone())?;
        Some((due(r), has))
    };
    let all = (0..case.instance.resources()).filter_map(sides);
    let best = all.reduce(|a, b| if b.0.clone() - &b.1 < a.0.clone() - &a.1 { b } else { a });
    best.map_or(Claim::Nothing, |(due, has)| Claim::owes(due, has))
}

impl Formula<Cluster> for HierShare {
    type At = Spot;
    type Basis<S: Scalar> = Entitled<S>;
    const ID: &'static str = "hier-share";
    const FACTS: Facts = Facts { quotas: Quotas::Caps, ..Facts::NONE };
    const UNIT: &'static str = PART;
    /// Utilities: the totals of users.
    const READS: Settles = Settles::Utilities;

    fn scope<N: Scalar>(&self, pool: &Pool<N>) -> Result<(), &'static str> {
        one_weight(pool)?;
        pool.rate.as_ref().map_or(Ok(()), |_| Err("with effective rates there is no resource to share"))?;
        pool.tree.as_ref().map_or(Err("there are no queues above the users: see si"), |_| Ok(()))
    }

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> Entitled<S> {
        Entitled::of(case.instance, case.setting)
    }

    /// Every node below the root, except where no sibling demands anything: the guarantee is that of its parent then.
    fn places<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>) -> impl Iterator<Item = Spot> {
        let tree = Hierarchy::of(case.instance, case.setting);
        let repeats = |node: usize| {
            tree.nodes[node].above.is_some_and(|above| above != 0 && tree.demanding(above).count() == 1)
        };
        let nodes = (1..tree.nodes.len()).filter(|node| !repeats(*node));
        let spots: Vec<Spot> = nodes.map(|node| Spot::of(&tree, node)).collect();
        spots.into_iter()
    }

    fn names<S: Scalar>(&self, Entitled { tree, .. }: &Entitled<S>, at: Spot, w: &Witness<Cluster>) -> bool {
        at.named(tree, w)
    }

    /// Nothing is due to a node that demands no more than it has. With whole tasks, the dominant share of the largest
    /// next task below the node counts as given.
    fn claim<N: Scalar, S: Of<N>>(&self, case: &InPool<'_, S, N>, on: &Entitled<S>, at: Spot) -> Claim<S> {
        let (pool, setting, gets) = (case.instance, case.setting, case.gets);
        let users = on.tree.users(at.node);
        let short = |u: usize, has: &N| gets[u] < setting.tasks(S::of(has));
        let wants =
            |u: &&usize| pool.can_run(**u) && pool.tasks[**u].as_ref().is_none_or(|has| short(**u, has));
        let wants: Vec<usize> = users.iter().filter(wants).copied().collect();
        if wants.is_empty() {
            return Claim::Nothing;
        }
        if !on.parts.is_empty() {
            return most_served(case, &users, |r| on.parts[r][at.node].clone());
        }
        let name = || on.tree.name(pool, at.node);
        let has = dominant_share(pool, &users, |u| gets[u].clone())
            .said(|_| format!("the dominant share of {} as it is", name()));
        let one = |u: usize| {
            let task = dominant_share(pool, &[u], |_| S::one());
            task.said(|_| format!("the dominant share of one more task of {}", pool.user_name(u)))
        };
        let task = if setting.whole { greatest(wants.into_iter().map(one)) } else { None };
        Claim::owes(on.shares[at.node].clone(), task.map_or_else(|| has.clone(), |task| has.clone() + task))
    }

    fn less(&self, case: &InPool<'_>, _: Spot) -> String {
        let even = if case.setting.whole { " even with that task" } else { "" };
        format!("what is missing{even}")
    }

    fn tell(&self, case: &InPool<'_>, on: &Entitled<Rational>, at: Spot, sides: &Sides) -> String {
        let Sides { due, has } = sides;
        if !on.parts.is_empty() {
            let (name, gap) = (on.tree.name(case.instance, at.node), due - has);
            return format!(
                "{name} has the part {has} of a resource, and its hierarchical share of it is {due}: {gap} is missing, and more of every other resource that it demands."
            );
        }
        let has = dominant_share(case.instance, &on.tree.users(at.node), |u| case.gets[u].clone());
        let task = if case.setting.whole { "even with one task more " } else { "" };
        format!(
            "{} has the dominant share {has}, and its hierarchical share is {}: {task}{} of a resource is missing.",
            on.tree.name(case.instance, at.node),
            sides.due,
            sides.clone().gap()
        )
    }
}
