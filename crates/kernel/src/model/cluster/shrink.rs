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
        for rows in [&mut self.rate, &mut self.running].into_iter().flatten() {
            rows.remove(user);
        }
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
        for row in &mut self.eligible {
            row.remove(server);
        }
        for rows in [&mut self.rate, &mut self.running].into_iter().flatten() {
            rows.iter_mut().for_each(|row| drop(row.remove(server)));
        }
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

/// All single shrinking steps, boldest first: remove a part, lift a restriction, equalise weights, simplify a
/// number.
pub(super) fn steps(pool: &Pool) -> impl Iterator<Item = Pool> + '_ {
    let edit = |change: &dyn Fn(&mut Pool)| {
        let mut smaller = pool.clone();
        change(&mut smaller);
        smaller
    };
    let mut found: Vec<Pool> = Vec::new();
    if pool.labels != Labels::default() {
        found.push(edit(&|p| p.labels = Labels::default()));
    }
    if pool.running.is_some() {
        found.push(edit(&|p| p.running = None));
    }
    if pool.team.is_some() {
        found.push(edit(&|p| p.team = None));
    }
    if pool.users() > 1 {
        found.extend((0..pool.users()).map(|u| edit(&|p| p.drop_user(u))));
    }
    if pool.servers() > 1 {
        found.extend((0..pool.servers()).map(|i| edit(&|p| p.drop_server(i))));
    }
    if pool.resources() > 1 {
        found.extend((0..pool.resources()).map(|r| edit(&|p| p.drop_resource(r))));
    }
    if pool.rate.is_some() {
        found.push(edit(&|p| p.rate = None));
    }
    if let Some(owner) = &pool.owner {
        found.push(edit(&|p| p.owner = None));
        for i in (0..owner.len()).filter(|&i| owner[i].is_some()) {
            found.push(edit(&|p| p.owner.iter_mut().for_each(|owner| owner[i] = None)));
        }
    }
    if pool.in_classes() {
        found.push(edit(&|p| p.count = Vec::new()));
    }
    let (users, servers) = (pool.users(), pool.servers());
    for u in 0..users {
        if pool.tasks[u].is_some() {
            found.push(edit(&|p| p.tasks[u] = None));
        }
        if pool.eligible[u].iter().any(|e| !e) {
            found.push(edit(&|p| p.eligible[u] = vec![true; servers]));
        }
    }
    found.extend(flatter(pool));
    match &pool.weight {
        Weight::User(w) => {
            for u in (0..users).filter(|&u| w[u] != Rational::one()) {
                let mut candidates = vec![Rational::one()];
                candidates.extend(simpler(&w[u]).into_iter().filter(Scalar::is_positive));
                for c in candidates {
                    found.push(edit(&|p| {
                        if let Weight::User(w) = &mut p.weight {
                            w[u] = c.clone();
                        }
                    }));
                }
            }
        }
        Weight::Resource(w) => {
            let first = w.iter().map(|row| row[0].clone()).collect::<Vec<_>>();
            found.push(edit(&|p| p.weight = Weight::User(first.clone())));
            for (u, row) in w.iter().enumerate() {
                for (r, x) in row.iter().enumerate().filter(|(_, x)| **x != Rational::one()) {
                    let mut candidates = vec![Rational::one()];
                    let others = simpler(x).into_iter().filter(|c| c.is_positive() && *c != Rational::one());
                    candidates.extend(others);
                    for c in candidates {
                        found.push(edit(&|p| {
                            if let Weight::Resource(w) = &mut p.weight {
                                w[u][r] = c.clone();
                            }
                        }));
                    }
                }
            }
        }
    }
    for i in 0..servers {
        for r in 0..pool.resources() {
            for c in simpler(&pool.capacity[i][r]) {
                found.push(edit(&|p| p.capacity[i][r] = c.clone()));
            }
        }
    }
    for u in 0..users {
        for r in 0..pool.resources() {
            for c in simpler(&pool.demand[u][r]) {
                found.push(edit(&|p| p.demand[u][r] = c.clone()));
            }
        }
        if let Some(has) = &pool.tasks[u] {
            for c in simpler(has) {
                found.push(edit(&|p| p.tasks[u] = Some(c.clone())));
            }
        }
        if let Some(rate) = &pool.rate {
            for (i, x) in rate[u].iter().enumerate() {
                for c in simpler(x) {
                    found.push(edit(&|p| {
                        if let Some(rate) = &mut p.rate {
                            rate[u][i] = c.clone();
                        }
                    }));
                }
            }
        }
        if let Some(running) = &pool.running {
            for (i, x) in running[u].iter().enumerate() {
                for c in simpler(x) {
                    found.push(edit(&|p| {
                        if let Some(running) = &mut p.running {
                            running[u][i] = c.clone();
                        }
                    }));
                }
            }
        }
    }
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
