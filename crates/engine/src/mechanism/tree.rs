//! Hierarchical DRF and its variants as mechanisms.

use fairwitness_kernel::specification::tasks::left;
use fairwitness_kernel::specification::tree::{Filled, Hdrf, QuotaTree, TreeTasks};

use super::{Allocated, Followed, Mechanism, Specification, sentences};
use crate::linear::Patience;
use crate::model::Table;
use crate::model::cluster::tree::path_text;
use crate::model::cluster::{Cluster, Hierarchy, Placement, Pool};
use crate::scalar::{Rational, Scalar};
use crate::shown::join;

/// The largest number of picks or stages that are shown.
const SHOWN: usize = 40;

impl Mechanism<Cluster> for Hdrf {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(Placement { tasks: self.filled(pool)?.tasks.into_iter().map(|x| vec![x]).collect() })
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        Ok(sentences::stages(pool, self.filled(pool)?))
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let Ok(Filled { stages, .. }) = self.filled(pool) else { return Vec::new() };
        let mut rows = Vec::new();
        let mut held = vec![Rational::zero(); pool.users()];
        for (k, stage) in stages.iter().enumerate().take(SHOWN) {
            for user in (0..pool.users()).filter(|&u| stage.rate[u].is_positive()) {
                let gets = &stage.rate[user] * &stage.rise;
                held[user] = &held[user] + &gets;
                let row =
                    [(k + 1).to_string(), stage.rise.to_string(), pool.user_name(user), gets.to_string()];
                rows.push(row.into_iter().chain([held[user].to_string()]).collect());
            }
        }
        if rows.is_empty() {
            return Vec::new();
        }
        let title = "stages, until a resource is full or a user has all its tasks";
        vec![Table::of(title, &["stage", "share of the root", "user", "tasks", "tasks so far"], rows)]
    }
}

impl Mechanism<Cluster> for TreeTasks {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.placement(pool)?)
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        Ok(sentences::tree(&self.picks(pool)?)?)
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let Ok(picks) = self.picks(pool) else { return Vec::new() };
        let mut events = Vec::new();
        picks.run(&mut events);
        let order: Vec<usize> = events.iter().filter_map(|pick| pick.user).collect();
        let queue = |user: usize| {
            pool.tree.as_ref().map_or_else(String::new, |tree| path_text(&tree.path(tree.above[user])))
        };
        let mut given = vec![Rational::zero(); pool.users()];
        let mut rows = Vec::new();
        for (k, &user) in order.iter().enumerate().take(SHOWN) {
            given[user] = &given[user] + Rational::one();
            rows.push(vec![
                (k + 1).to_string(),
                queue(user),
                pool.user_name(user),
                given[user].to_string(),
                join(&left(pool, &given)),
            ]);
        }
        let title = match order.len() {
            0 => return Vec::new(),
            n if n > SHOWN => format!("order of picks (the first {SHOWN} of {n})"),
            _ => "order of picks".to_string(),
        };
        vec![Table::of(title, &["pick", "queue", "user", "tasks so far", "left"], rows)]
    }
}

impl Mechanism<Cluster> for QuotaTree {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.placement(pool)?)
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let Ok(placement) = self.placement(pool) else { return Vec::new() };
        let tree = Hierarchy::of(pool, self.setting());
        let (parts, pooled) = (self.parts(pool, &tree), pool.pooled());
        let amount = |node: usize, r: usize| &parts[r][node] * &pooled[r];
        let resources = || (0..pool.resources()).map(|r| pool.resource_name(r));
        let given = Table::new("amounts given, from the root down", SHOWN.min(tree.nodes.len() - 1))
            .column("queue or user", |k| tree.name(pool, k + 1))
            .columns(resources(), |k, r| amount(k + 1, r));
        let per_task = |user: usize, r: usize| {
            let needs = &pool.demand[user][r];
            let enough = || (&amount(tree.leaf[user], r) / needs).to_string();
            if needs.is_positive() { enough() } else { String::new() }
        };
        let fits = "tasks for which the amount of each resource is enough, and the least of these numbers";
        let tasks = Table::new(fits, SHOWN.min(pool.users()))
            .column("user", |user| pool.user_name(user))
            .columns(resources(), per_task)
            .column("tasks", |user| placement.total(user));
        vec![given, tasks]
    }
}
