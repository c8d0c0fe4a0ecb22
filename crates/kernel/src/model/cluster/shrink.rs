//! Smaller cluster instances, one shrinking step away, and the measure that every step lowers.

use super::tree::Path;
use super::{Labels, Pool, Tree, Weight};
use crate::model::simpler;
use crate::scalar::{Rational, Scalar};

impl<S: Scalar> Pool<S> {
    /// The instance without `user`.
    #[must_use]
    pub fn without(&self, user: usize) -> Self {
        let mut rest = self.clone();
        rest.drop_user(user);
        rest
    }

    /// Removes a user from every part of the instance.
    fn drop_user(&mut self, user: usize) {
        self.demand.remove(user);
        match &mut self.weight {
            Weight::User(w) => drop(w.remove(user)),
            Weight::Resource(w) => drop(w.remove(user)),
        }
        self.eligible.remove(user);
        self.tasks.remove(user);
        self.rate.iter_mut().for_each(|rate| drop(rate.remove(user)));
        self.running.iter_mut().for_each(|running| running.drop_user(user));
        if let Some(tree) = &self.tree {
            let mut paths = tree.paths();
            paths.remove(user);
            self.tree = tree.moved(&paths);
        }
        if let Some(team) = &mut self.team {
            team.remove(user);
        }
        if let Some(owner) = &mut self.owner {
            for owner in owner {
                *owner = owner.filter(|o| *o != user).map(|o| o - usize::from(o > user));
            }
        }
        remove_label(&mut self.labels.users, user);
    }
}

impl Pool {
    /// Removes a server from every part of the instance.
    pub fn drop_server(&mut self, server: usize) {
        self.capacity.remove(server);
        for row in self.eligible.iter_mut() {
            row.remove(server);
        }
        self.rate.iter_mut().flatten().for_each(|row| drop(row.remove(server)));
        self.running.iter_mut().for_each(|running| running.drop_server(server));
        if let Some(owner) = &mut self.owner {
            owner.remove(server);
        }
        if !self.count.is_empty() {
            self.count.remove(server);
        }
        remove_label(&mut self.labels.servers, server);
    }

    /// Removes a resource from every part of the instance.
    pub fn drop_resource(&mut self, resource: usize) {
        self.capacity.iter_mut().for_each(|row| drop(row.remove(resource)));
        self.demand.iter_mut().for_each(|row| drop(row.remove(resource)));
        if let Weight::Resource(w) = &mut self.weight {
            w.iter_mut().for_each(|row| drop(row.remove(resource)));
        }
        if let Some(tree) = &mut self.tree {
            tree.drop_resource(resource);
        }
        remove_label(&mut self.labels.resources, resource);
    }

    /// Returns `true` if every user demands some resource and is eligible on some server.
    fn sound(&self) -> bool {
        self.demand.iter().all(|row| row.iter().any(Scalar::is_positive))
            && self.eligible.iter().all(|row| row.iter().any(|e| *e))
    }
}

fn remove_label(labels: &mut Vec<String>, index: usize) {
    if !labels.is_empty() {
        labels.remove(index);
    }
}

/// Instances with a smaller tree: none at all, a queue dissolved into its parent, one user's path shorter by
/// a name, single letters as names, a queue's weight 1 or simpler.
fn flatter(pool: &Pool) -> Vec<Pool> {
    let Some(tree) = &pool.tree else { return Vec::new() };
    let with = |tree: Option<Tree>| Pool { tree, ..pool.clone() };
    let paths = tree.paths();
    let mut found = vec![with(None)];
    let shorter = |path: &Path, at: usize| -> Path {
        path.iter().enumerate().filter(|(k, _)| *k != at).map(|(_, name)| name.clone()).collect()
    };
    // A queue is removed and its children move up; nodes of equal name stay distinct by their paths.
    for k in 0..tree.inner.len() {
        let own = tree.path(Some(k));
        let moved = paths
            .iter()
            .map(|path| if path.starts_with(&own) { shorter(path, own.len() - 1) } else { path.clone() });
        found.push(with(tree.moved(&moved.collect::<Vec<_>>())));
    }
    for u in 0..paths.len() {
        for at in (0..paths[u].len()).rev() {
            let mut fewer = paths.clone();
            fewer[u] = shorter(&paths[u], at);
            found.push(with(tree.moved(&fewer)));
        }
    }
    let plain = tree.renamed();
    if plain != *tree {
        found.push(with(Some(plain)));
    }
    for (k, node) in tree.inner.iter().enumerate().filter(|(_, node)| node.weight != Rational::one()) {
        let simpler = simpler(&node.weight).into_iter().filter(|c| c.is_positive() && *c != Rational::one());
        for c in std::iter::once(Rational::one()).chain(simpler) {
            let mut lighter = tree.clone();
            lighter.inner[k].weight = c;
            found.push(with(Some(lighter)));
        }
    }
    found.extend(tree.with_simpler_quotas().map(|tree| with(Some(tree))));
    found
}

/// The pool after `change`.
fn edit(pool: &Pool, change: impl FnOnce(&mut Pool)) -> Pool {
    let mut smaller = pool.clone();
    change(&mut smaller);
    smaller
}

/// Instances without a part, or without a restriction.
fn lifted(pool: &Pool) -> Vec<Pool> {
    let mut found = Vec::new();
    let mut lift = |there: bool, change: fn(&mut Pool)| found.extend(there.then(|| edit(pool, change)));
    lift(pool.labels != Labels::default(), |p| p.labels = Labels::default());
    lift(pool.running.is_some(), |p| p.running = None);
    lift(pool.team.is_some(), |p| p.team = None);
    let several = |n: usize| 0..if n > 1 { n } else { 0 };
    found.extend(several(pool.users()).map(|u| edit(pool, |p| p.drop_user(u))));
    found.extend(several(pool.servers()).map(|i| edit(pool, |p| p.drop_server(i))));
    found.extend(several(pool.resources()).map(|r| edit(pool, |p| p.drop_resource(r))));
    if pool.rate.is_some() {
        found.push(edit(pool, |p| p.rate = None));
    }
    if let Some(owner) = &pool.owner {
        found.push(edit(pool, |p| p.owner = None));
        let owned = (0..owner.len()).filter(|&i| owner[i].is_some());
        found.extend(owned.map(|i| edit(pool, |p| p.owner.iter_mut().for_each(|owner| owner[i] = None))));
    }
    if pool.in_classes() {
        found.push(edit(pool, |p| p.count = Vec::new()));
    }
    for u in 0..pool.users() {
        if pool.tasks[u].is_some() {
            found.push(edit(pool, |p| p.tasks[u] = None));
        }
        if pool.eligible[u].iter().any(|e| !e) {
            found.push(edit(pool, |p| p.eligible[u] = vec![true; pool.servers()]));
        }
    }
    found
}

/// Instances with a simpler weight, one for every user, or 1.
fn lighter(pool: &Pool) -> Vec<Pool> {
    let mut found = Vec::new();
    match &pool.weight {
        Weight::User(w) => {
            for u in (0..w.len()).filter(|&u| w[u] != Rational::one()) {
                let simpler = simpler(&w[u]).into_iter().filter(Scalar::is_positive);
                let with = |c| edit(pool, |p| p.weight = Weight::User(replaced(w, u, c)));
                found.extend(std::iter::once(Rational::one()).chain(simpler).map(with));
            }
        }
        Weight::Resource(w) => {
            let first = w.iter().map(|row| row[0].clone()).collect();
            found.push(edit(pool, |p| p.weight = Weight::User(first)));
            for (u, row) in w.iter().enumerate() {
                for (r, x) in row.iter().enumerate().filter(|(_, x)| **x != Rational::one()) {
                    let others = simpler(x).into_iter().filter(|c| c.is_positive() && *c != Rational::one());
                    let with = |c| replaced(w, u, replaced(row, r, c));
                    let with = |c| edit(pool, |p| p.weight = Weight::Resource(with(c)));
                    found.extend(std::iter::once(Rational::one()).chain(others).map(with));
                }
            }
        }
    }
    found
}

/// The list with `new` at the index `at`.
fn replaced<T: Clone>(list: &[T], at: usize, new: T) -> Vec<T> {
    let mut list = list.to_vec();
    list[at] = new;
    list
}

/// Instances with one simpler capacity, demand, number of tasks, rate, or number of running tasks.
fn simplified(pool: &Pool) -> Vec<Pool> {
    let mut found = Vec::new();
    let mut each = |x: &Rational, put: &dyn Fn(&mut Pool, Rational)| {
        found.extend(simpler(x).into_iter().map(|c| edit(pool, |p| put(p, c))));
    };
    for (i, row) in pool.capacity.iter().enumerate() {
        for (r, x) in row.iter().enumerate() {
            each(x, &|p, c| p.capacity[i][r] = c);
        }
    }
    for u in 0..pool.users() {
        for (r, x) in pool.demand[u].iter().enumerate() {
            each(x, &|p, c| p.demand[u][r] = c);
        }
        if let Some(x) = &pool.tasks[u] {
            each(x, &|p, c| p.tasks[u] = Some(c));
        }
        for (i, x) in pool.rate.iter().flat_map(|rate| rate[u].iter().enumerate()) {
            each(x, &|p, c| p.rate.iter_mut().for_each(|rate| rate[u][i] = c.clone()));
        }
        for (i, x) in pool.running.iter().flat_map(|running| running.row(u)) {
            each(x, &|p, c| p.running.iter_mut().for_each(|running| running.set(u, i, c.clone())));
        }
    }
    found
}

/// All single shrinking steps, boldest first: remove a part, lift a restriction, equalise weights, simplify a
/// number.
pub(super) fn steps(pool: &Pool) -> impl Iterator<Item = Pool> + '_ {
    let found = [lifted, flatter, lighter, simplified].map(|steps| steps(pool)).concat();
    // Weights derived from contributed servers are derived again after each step; they do not count in the
    // size of an instance.
    let follow = pool.weights_follow_owners();
    let followed = move |mut smaller: Pool| {
        if let (true, Some(weights)) = (follow, smaller.contributed_weights()) {
            smaller.weight = Weight::User(weights);
        }
        smaller
    };
    found.into_iter().map(followed).filter(Pool::sound).filter(move |smaller| *smaller != *pool)
}
