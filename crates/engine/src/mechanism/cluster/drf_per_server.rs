//! The naive extension to many servers: DRF on each server separately (wang2013 III-D).

use std::borrow::Cow;

use fairwitness_kernel::specification::cluster::drf::view;
use fairwitness_kernel::specification::cluster::drf_per_server::{DrfPerServer, alone};

use super::drf;
use crate::linear::Patience;
use crate::mechanism::{
    Abilities, Allocated, Certified, Followed, InWords, Mechanism, PerServer, ROOM, Specification,
    bottlenecks, fill_alone, fill_words, sentences,
};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};
use crate::scalar::{Quick, Scalar};

/// The placement whose column for server `i` is `filled(i)`.
fn columns<S: Scalar>(pool: &Pool<S>, filled: impl Fn(usize) -> Vec<S>) -> Placement<S> {
    let columns: Vec<Vec<S>> = (0..pool.servers()).map(filled).collect();
    let row = |u: usize| columns.iter().map(|column| column[u].clone()).collect();
    Placement { tasks: (0..pool.users()).map(row).collect() }
}

impl Mechanism<Cluster> for DrfPerServer {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        Ok(columns(pool, |i| fill_alone(&view(pool, i), &pool.tasks)))
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        let mut rows = vec![Vec::new(); pool.users()];
        for i in 0..pool.servers() {
            let (server, placed) = alone(pool, outcome, i);
            if let Certificate::Bottlenecks(column) = bottlenecks(&server, &placed)? {
                rows.iter_mut().zip(column).for_each(|(row, cell)| row.extend(cell));
            }
        }
        Ok(Certificate::Bottlenecks(rows))
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        self.domain(pool)?;
        Ok(sentences::alone(pool, "dominant share", |i| PerServer {
            servers: vec![view(pool, i)],
            tasks: Cow::from(&pool.tasks),
        }))
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { words: Some(self), ..Abilities::none() }
    }
}

impl InWords<Cluster> for DrfPerServer {
    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some()
            || pool.tree.is_some()
            || pool.user_weights().is_none()
            || pool.tasks.iter().any(Option::is_some)
    }

    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        gets.clear();
        gets.resize(pool.users(), Quick::int(0));
        !self.refuses(pool)
            && (0..pool.servers()).all(|i| {
                let mut filled = ROOM;
                if fill_words(pool, i, &mut filled).is_none() {
                    return false;
                }
                gets.iter_mut().zip(filled).for_each(|(get, x)| *get = *get + x);
                true
            })
    }

    fn outcome(&self, pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        (!self.refuses(pool)).then(|| columns(pool, |i| drf::progressive_filling(pool, i)))
    }
}
