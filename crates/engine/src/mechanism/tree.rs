//! Hierarchical DRF and its variants as mechanisms.

use fairwitness_kernel::specification::tree::{Filled, Hdrf, QuotaTree, TreeTasks};

use super::{Allocated, Followed, Mechanism, Specification, sentences};
use crate::linear::Patience;
use crate::model::Table;
use crate::model::cluster::tree::path_text;
use crate::model::cluster::{Cluster, Hierarchy, Placement, Pool};
use crate::scalar::{Rational, Scalar};

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
        let head = ["stage", "share of the root", "user", "tasks", "tasks so far"].map(String::from).to_vec();
        vec![Table {
            title: "stages, until a resource is full or a user has all its tasks".to_string(),
            head,
            rows,
        }]
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
            let left: Vec<String> = picks.left(&given).iter().map(ToString::to_string).collect();
            rows.push(vec![
                (k + 1).to_string(),
                queue(user),
                pool.user_name(user),
                given[user].to_string(),
                left.join(", "),
            ]);
        }
        let title = match order.len() {
            0 => return Vec::new(),
            n if n > SHOWN => format!("order of picks (the first {SHOWN} of {n})"),
            _ => "order of picks".to_string(),
        };
        let head = ["pick", "queue", "user", "tasks so far", "left"].map(String::from).to_vec();
        vec![Table { title, head, rows }]
    }
}

impl Mechanism<Cluster> for QuotaTree {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        Ok(self.placement(pool)?)
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let tree = Hierarchy::of(pool, self.setting());
        let (parts, pooled) = (self.parts(pool, &tree), pool.pooled());
        let row = |node: usize| {
            let amounts = parts.iter().zip(&pooled).map(|(parts, all)| (&parts[node] * all).to_string());
            std::iter::once(tree.name(pool, node)).chain(amounts).collect()
        };
        let resources = (0..pool.resources()).map(|r| pool.resource_name(r));
        let head = std::iter::once("queue or user".to_string()).chain(resources).collect();
        let title = "amounts given, from the root down".to_string();
        vec![Table { title, head, rows: (1..tree.nodes.len()).take(SHOWN).map(row).collect() }]
    }
}
