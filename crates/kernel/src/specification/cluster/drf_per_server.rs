//! The naive extension to many servers: DRF on each server separately (wang2013 III-D).

use std::borrow::Cow;

use super::drf;
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal};
use crate::specification::{Facts, PerServer, Settles, Specification, flat, without_limits};

/// DRF on each server separately: the mechanism `drf-per-server`.
#[derive(Debug)]
pub struct DrfPerServer;

/// Server `i` separately, and the tasks that `outcome` places on it.
pub fn alone<'a>(pool: &'a Pool, outcome: &Placement, i: usize) -> (PerServer<'a>, Placement) {
    let view = PerServer { servers: vec![drf::view(pool, i)], tasks: Cow::from(&pool.tasks) };
    (view, Placement { tasks: outcome.tasks.iter().map(|row| vec![row[i].clone()]).collect() })
}

impl Specification<Cluster> for DrfPerServer {
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            takes_classes: true,
            ..Facts::of("drf-per-server", Setting::divisible(Division::Resource))
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        flat(pool)?;
        without_limits(pool, "servers that do not talk cannot count a user's tasks")
    }

    fn meets(&self, pool: &Pool, outcome: &Placement) -> Option<Checked> {
        let each = |i: usize| {
            let (view, placed) = alone(pool, outcome, i);
            view.meets(&placed)
        };
        Some((0..pool.servers()).try_for_each(each))
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        let rows = certificate.bottlenecks(pool.users(), pool.servers())?;
        for i in 0..pool.servers() {
            let (view, placed) = alone(pool, outcome, i);
            let column = rows.iter().map(|row| vec![row[i]]).collect();
            view.check(&placed, &Certificate::Bottlenecks(column))?;
        }
        Ok(())
    }
}
