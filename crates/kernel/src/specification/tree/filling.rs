//! Hierarchical DRF for divisible tasks: the root is filled in stages, each of which ends when a resource is
//! full or a user has all its tasks.

use crate::model::cluster::hierarchy::{Hierarchy, NodeKind};
use crate::model::cluster::{Division, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest, least, sum};
use crate::specification::tasks::left;

/// A stage of the filling: the users that take part, their rates, and its length.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The increase of the root's largest share of an open resource.
    pub rise: Rational,
    /// Tasks of each user per unit of that increase; zero for a frozen user.
    pub rate: Vec<Rational>,
    /// The growth of each node of the tree; `None` for a frozen node.
    pub growth: Vec<Option<Growth>>,
}

/// The growth of a node in a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// Usage of each resource, in parts of the pool: of one task of a user, or of a queue while the largest part of each
    /// child grows by the weight of the child.
    pub takes: Vec<Rational>,
    /// The largest entry of `takes`, which is positive.
    pub largest: Rational,
    /// The increase of the node's largest part per unit of that of the root.
    pub pace: Rational,
}

impl Growth {
    /// Usage of resource `r` while the largest part of the node grows by one.
    fn speed(&self, r: usize) -> Rational {
        &self.takes[r] / &self.largest
    }
}

/// The result of the filling.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Tasks of each user at the end.
    pub tasks: Vec<Rational>,
    /// Stages of the filling, in order.
    pub stages: Vec<Stage>,
}

/// Fills the only server of an instance with one weight per user.
pub fn fill(pool: &Pool) -> Filled {
    let tree = Hierarchy::of(pool, Setting::divisible(Division::Resource));
    let mut filled = Filled { tasks: vec![Rational::zero(); pool.users()], stages: Vec::new() };
    // Each stage freezes at least one user for good.
    while let Some(stage) = stage(pool, &tree, &filled.tasks) {
        for (tasks, rate) in filled.tasks.iter_mut().zip(&stage.rate).filter(|(_, rate)| rate.is_positive()) {
            *tasks = &*tasks + rate * &stage.rise;
        }
        filled.stages.push(stage);
    }
    filled
}

/// The stage that follows when user `u` has `tasks[u]` tasks; `None` if every user is frozen.
fn stage(pool: &Pool, tree: &Hierarchy, tasks: &[Rational]) -> Option<Stage> {
    let (capacity, left) = (&pool.capacity[0], left(pool, tasks));
    let live = |user: usize| {
        let open = |(d, left): (&Rational, &Rational)| d.is_zero() || left.is_positive();
        tree.nodes[tree.leaf[user]].demands
            && pool.demand[user].iter().zip(&left).all(open)
            && pool.tasks[user].as_ref().is_none_or(|has| tasks[user] < *has)
    };
    let mut growth: Vec<Option<Growth>> = vec![None; tree.nodes.len()];
    for node in (0..tree.nodes.len()).rev() {
        let takes: Vec<Rational> = match tree.nodes[node].kind {
            NodeKind::User(user) if live(user) => {
                let part =
                    |(d, c): (&Rational, &Rational)| if d.is_zero() { Rational::zero() } else { d / c };
                pool.demand[user].iter().zip(capacity).map(part).collect()
            }
            NodeKind::User(_) => continue,
            NodeKind::Root | NodeKind::Inner(_) => {
                let moving = tree.nodes[node].below.iter().filter_map(|&k| Some((k, growth[k].as_ref()?)));
                let moving: Vec<_> = moving.map(|(k, child)| (tree.weight(pool, k, 0), child)).collect();
                (0..capacity.len()).map(|r| sum(moving.iter().map(|(w, child)| w * child.speed(r)))).collect()
            }
        };
        // A user who demands a full resource is frozen, so no rate of a full resource is above zero.
        let Some(largest) = greatest(takes.iter().cloned()).filter(Scalar::is_positive) else { continue };
        growth[node] = Some(Growth { takes, largest, pace: Rational::one() });
    }
    growth[0].as_ref()?;
    // The pace of each node, from the root down.
    for node in 1..tree.nodes.len() {
        let above = tree.nodes[node].above.and_then(|above| growth[above].as_ref());
        let pace = above.map(|above| &above.pace * tree.weight(pool, node, 0) / &above.largest);
        if let (Some(own), Some(pace)) = (&mut growth[node], pace) {
            own.pace = pace;
        }
    }
    let rate = |&leaf: &usize| growth[leaf].as_ref().map(|leaf| &leaf.pace / &leaf.largest);
    let rate: Vec<Rational> =
        tree.leaf.iter().map(|leaf| rate(leaf).unwrap_or_else(Rational::zero)).collect();
    let speed = |r: usize| growth[0].as_ref().map(|root| root.speed(r)).filter(Scalar::is_positive);
    let filled = (0..capacity.len()).filter_map(|r| {
        let speed = speed(r)?;
        Some(&left[r] / &capacity[r] / speed)
    });
    let done = (0..pool.users()).filter(|&u| rate[u].is_positive()).filter_map(|u| {
        let has = pool.tasks[u].as_ref()?;
        Some((has - &tasks[u]) / &rate[u])
    });
    let rise = least(filled.chain(done))?;
    Some(Stage { rise, rate, growth })
}
