//! Trees above the users of a pool: all trees up to a depth, a random tree, and small changes of a tree.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Extras, Scope, chance};
use crate::model::cluster::Pool;
use crate::model::cluster::tree::{Path, Tree, letter};
use crate::scalar::{Rational, Scalar};

/// The instance without queues, and with every tree up to the depth of the scope and every integer weight of
/// queues.
pub(super) fn trees(pool: Pool, extras: Extras) -> impl Iterator<Item = Pool> + Send {
    let depth = usize::try_from(extras.trees.unwrap_or(0)).unwrap_or(0);
    let heaviest = extras.node_weights.unwrap_or(1).max(1);
    let users: Vec<usize> = (0..pool.users()).collect();
    let shapes = forests(&users, depth).into_iter().map(move |paths| {
        let mut of_user = vec![Path::new(); users.len()];
        paths.into_iter().for_each(|(user, path)| of_user[user] = path);
        Tree::of(&of_user, |_| Rational::one())
    });
    shapes.flat_map(move |tree| {
        let plain = pool.clone();
        weighted(tree, heaviest).map(move |tree| Pool { tree, ..plain.clone() })
    })
}

/// The tree with every combination of weights from 1 to `heaviest`, the lightest first.
fn weighted(tree: Option<Tree>, heaviest: i64) -> impl Iterator<Item = Option<Tree>> + Send {
    let nodes = tree.as_ref().map_or(0, |tree| tree.inner.len());
    let count = (heaviest as u64).saturating_pow(nodes as u32);
    (0..count).map(move |mut k| {
        let mut tree = tree.clone();
        for node in tree.iter_mut().flat_map(|tree| &mut tree.inner) {
            node.weight = Rational::int(1 + (k % heaviest as u64) as i64);
            k /= heaviest as u64;
        }
        tree
    })
}

/// All ways to place `users` below a node with at most `depth` queues in between, as the path of each user
/// from there on. Queues are named by letters in the order of their first user.
fn forests(users: &[usize], depth: usize) -> Vec<Vec<(usize, Path)>> {
    let mut found = Vec::new();
    for groups in divisions(users, depth > 0) {
        // The content of each queue, queue by queue.
        let mut all: Vec<Vec<(usize, Path)>> = vec![groups.alone.iter().map(|&u| (u, Path::new())).collect()];
        for (k, queue) in groups.queues.iter().enumerate() {
            let inside = forests(queue, depth - 1);
            all = all
                .into_iter()
                .flat_map(|so_far| {
                    inside.iter().map(move |inside| {
                        let moved = inside.iter().map(|(user, path)| {
                            let path = std::iter::once(letter(k)).chain(path.iter().cloned());
                            (*user, path.collect())
                        });
                        so_far.iter().cloned().chain(moved).collect()
                    })
                })
                .collect();
        }
        found.extend(all);
    }
    found
}

/// Users that are children of a node, and users in queues below it.
#[derive(Clone, Default)]
struct Division {
    alone: Vec<usize>,
    queues: Vec<Vec<usize>>,
}

/// All divisions of users into direct children and, if `queues`, queues in the order of their first user.
fn divisions(users: &[usize], queues: bool) -> Vec<Division> {
    let mut found = vec![Division::default()];
    for &user in users {
        found = found
            .into_iter()
            .flat_map(|division| {
                let mut next = vec![division.clone()];
                next[0].alone.push(user);
                if queues {
                    for k in 0..=division.queues.len() {
                        let mut with = division.clone();
                        match with.queues.get_mut(k) {
                            Some(queue) => queue.push(user),
                            None => with.queues.push(vec![user]),
                        }
                        next.push(with);
                    }
                }
                next
            })
            .collect();
    }
    found
}

/// A random tree for `users` users, at most `depth` deep; often all users have one depth.
pub(super) fn drawn<S: Scalar>(
    rng: &mut ChaCha8Rng,
    users: usize,
    depth: i64,
    heaviest: i64,
) -> Option<Tree<S>> {
    let level = chance(rng, 40);
    let down = rng.random_range(1..=depth);
    let width = rng.random_range(1..=users.clamp(1, 3));
    let paths: Vec<Path> = (0..users)
        .map(|_| {
            let down = if level { down } else { rng.random_range(0..=depth) };
            (0..down).map(|_| letter(rng.random_range(0..width))).collect()
        })
        .collect();
    let weigh = chance(rng, 50);
    let tree = Tree::of(&paths, |_| S::int(if weigh { rng.random_range(1..=heaviest) } else { 1 }));
    tree.map(|tree| tree.renamed())
}

/// Gives a part of the queues floors and caps, as far as the scope permits.
pub(super) fn draw_quotas<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let (most, resources) = (scope.extras.quotas.unwrap_or(0), pool.resources());
    let Some(tree) = pool.tree.as_mut().filter(|_| most > 0) else { return };
    for node in &mut tree.inner {
        if chance(rng, 50) {
            node.floor = (0..resources).map(|_| S::int(rng.random_range(0..=most))).collect();
        }
        if chance(rng, 30) {
            node.cap =
                (0..resources).map(|_| chance(rng, 60).then(|| S::int(rng.random_range(0..=most)))).collect();
        }
        node.settle();
    }
}

/// Moves a user to another place, or changes the weight of a queue.
pub(super) fn changed(rng: &mut ChaCha8Rng, pool: &Pool, depth: i64, heaviest: i64) -> Option<Tree> {
    let Some(tree) = &pool.tree else { return drawn(rng, pool.users(), depth, heaviest) };
    let mut tree = tree.clone();
    if chance(rng, 50) {
        let node = rng.random_range(0..tree.inner.len());
        tree.inner[node].weight = Rational::int(rng.random_range(1..=heaviest));
        return Some(tree);
    }
    let mut paths = tree.paths();
    let (u, v) = (rng.random_range(0..paths.len()), rng.random_range(0..paths.len()));
    let mut path = paths[v].clone();
    match rng.random_range(0..3) {
        0 => drop(path.pop()),
        1 if (path.len() as i64) < depth => path.push(letter(rng.random_range(0..3))),
        _ => {}
    }
    paths[u] = path;
    tree.moved(&paths).map(|tree| tree.renamed())
}
