//! The uniform allocation: each user gets its fair share of every server, by weight (khamse2017 II-A, III-B).

use fairwitness_kernel::specification::cluster::uniform::{Uniform, room, slices};

use crate::linear::Patience;
use crate::mechanism::{Abilities, Allocated, Followed, InWords, Mechanism, Specification, sentences};
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::Quick;

impl Mechanism<Cluster> for Uniform {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        Ok(slices(pool))
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        self.domain(pool)?;
        Ok(sentences::uniform(pool, &room(pool), slices(pool)))
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { words: Some(self), ..Abilities::none() }
    }
}

impl InWords<Cluster> for Uniform {
    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some() || pool.tree.is_some() || pool.user_weights().is_none()
    }

    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        let Some(outcome) = self.outcome(pool) else { return false };
        gets.clear();
        gets.extend((0..pool.users()).map(|u| outcome.total(u)));
        true
    }

    fn outcome(&self, pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        (!self.refuses(pool)).then(|| slices(pool))
    }
}
