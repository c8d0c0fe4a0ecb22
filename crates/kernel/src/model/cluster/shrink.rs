//! Smaller cluster instances, one step at a time, and the measure that every step lowers.

use super::{Labels, Pool, Weight};
use crate::model::simpler;
use crate::scalar::{Rational, Scalar};

impl Pool {
    /// Takes a user out.
    pub(super) fn drop_user(&mut self, user: usize) {
        self.demand.remove(user);
        match &mut self.weight {
            Weight::User(w) => drop(w.remove(user)),
            Weight::Resource(w) => drop(w.remove(user)),
        }
        self.eligible.remove(user);
        self.tasks.remove(user);
        if let Some(rate) = &mut self.rate {
            rate.remove(user);
        }
        if let Some(running) = &mut self.running {
            running.remove(user);
        }
        remove_label(&mut self.labels.users, user);
    }

    fn drop_server(&mut self, server: usize) {
        self.capacity.remove(server);
        for row in &mut self.eligible {
            row.remove(server);
        }
        if let Some(rate) = &mut self.rate {
            rate.iter_mut().for_each(|row| drop(row.remove(server)));
        }
        if let Some(running) = &mut self.running {
            running.iter_mut().for_each(|row| drop(row.remove(server)));
        }
        if !self.count.is_empty() {
            self.count.remove(server);
        }
        remove_label(&mut self.labels.servers, server);
    }

    fn drop_resource(&mut self, resource: usize) {
        self.capacity.iter_mut().for_each(|row| drop(row.remove(resource)));
        self.demand.iter_mut().for_each(|row| drop(row.remove(resource)));
        if let Weight::Resource(w) = &mut self.weight {
            w.iter_mut().for_each(|row| drop(row.remove(resource)));
        }
        remove_label(&mut self.labels.resources, resource);
    }

    /// Whether every user demands something and may run somewhere.
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

/// All single steps, boldest first: drop a part, lift a restriction, equalise weights, simplify a number.
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
    if pool.running.is_some() {
        found.push(edit(&|p| p.running = None));
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
    }
    found.into_iter().filter(Pool::sound)
}
