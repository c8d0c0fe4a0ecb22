//! Hierarchical DRF for divisible tasks: the root is filled stage by stage, until a resource is full or a user has all its tasks.

use crate::model::cluster::hierarchy::{Hierarchy, Kind};
use crate::model::cluster::{Division, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest, least, sum};

/// A stage of the filling: who takes part, how fast, and how long.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// By how much the part of the root's fullest open resource grows.
    pub rise: Rational,
    /// Tasks of each user for each unit of that; zero of a frozen user.
    pub rate: Vec<Rational>,
}

/// What filling comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Filled {
    /// Tasks of each user.
    pub tasks: Vec<Rational>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// Fills the only server of an instance with one weight a user.
pub fn fill(pool: &Pool) -> Filled {
    let tree = Hierarchy::of(pool, Setting::divisible(Division::Resource));
    let mut filled = Filled { tasks: vec![Rational::zero(); pool.users()], stages: Vec::new() };
    // Every stage freezes somebody for good.
    while let Some(stage) = stage(pool, &tree, &filled.tasks) {
        for (tasks, rate) in filled.tasks.iter_mut().zip(&stage.rate).filter(|(_, rate)| rate.is_positive()) {
            *tasks = &*tasks + rate * &stage.rise;
        }
        filled.stages.push(stage);
    }
    filled
}

/// What tasks of this number leave of each resource.
fn left(pool: &Pool, tasks: &[Rational]) -> Vec<Rational> {
    let used = |r: usize| sum(tasks.iter().zip(&pool.demand).map(|(x, d)| x * &d[r]));
    pool.capacity[0].iter().enumerate().map(|(r, c)| c - used(r)).collect()
}

/// The stage that follows when users have `tasks`; `None` when every user is frozen.
fn stage(pool: &Pool, tree: &Hierarchy, tasks: &[Rational]) -> Option<Stage> {
    let (capacity, left) = (&pool.capacity[0], left(pool, tasks));
    let live = |user: usize| {
        let open = |(d, left): (&Rational, &Rational)| d.is_zero() || left.is_positive();
        tree.nodes[tree.leaf[user]].demands
            && pool.demand[user].iter().zip(&left).all(open)
            && pool.tasks[user].as_ref().is_none_or(|has| tasks[user] < *has)
    };
    // What a node takes of each resource, in parts of the pool, when its largest part grows at speed 1; `None` of a frozen node.
    let mut speed: Vec<Option<Vec<Rational>>> = vec![None; tree.nodes.len()];
    // The largest part of what the children of a node take, before it is divided by that.
    let mut largest = vec![Rational::one(); tree.nodes.len()];
    for node in (0..tree.nodes.len()).rev() {
        let taken: Vec<Rational> = match tree.nodes[node].kind {
            Kind::User(user) if live(user) => {
                let part =
                    |(d, c): (&Rational, &Rational)| if d.is_zero() { Rational::zero() } else { d / c };
                pool.demand[user].iter().zip(capacity).map(part).collect()
            }
            Kind::User(_) => continue,
            Kind::Root | Kind::Inner(_) => {
                let moving = tree.nodes[node].below.iter().filter_map(|&k| Some((k, speed[k].as_ref()?)));
                let moving: Vec<_> = moving.map(|(k, part)| (tree.weight(pool, k, 0), part)).collect();
                (0..capacity.len()).map(|r| sum(moving.iter().map(|(w, part)| w * &part[r]))).collect()
            }
        };
        // A user who demands a full resource is frozen, so no part of a full resource is above zero.
        let Some(most) = greatest(taken.iter().cloned()).filter(Scalar::is_positive) else { continue };
        speed[node] = Some(taken.iter().map(|part| part / &most).collect());
        largest[node] = most;
    }
    let root = speed[0].as_ref()?;
    // How fast each node goes, from the root down.
    let mut pace = vec![Rational::zero(); tree.nodes.len()];
    pace[0] = Rational::one();
    for node in 0..tree.nodes.len() {
        for &k in tree.nodes[node].below.iter().filter(|&&k| speed[k].is_some()) {
            pace[k] = &pace[node] * tree.weight(pool, k, 0) / &largest[node];
        }
    }
    let rate: Vec<Rational> = tree.leaf.iter().map(|&leaf| &pace[leaf] / &largest[leaf]).collect();
    let filled =
        (0..capacity.len()).filter(|&r| root[r].is_positive()).map(|r| &left[r] / &capacity[r] / &root[r]);
    let done = (0..pool.users()).filter(|&u| rate[u].is_positive()).filter_map(|u| {
        let has = pool.tasks[u].as_ref()?;
        Some((has - &tasks[u]) / &rate[u])
    });
    Some(Stage { rise: least(filled.chain(done))?, rate })
}
