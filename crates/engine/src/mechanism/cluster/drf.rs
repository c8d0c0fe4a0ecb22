//! Dominant resource fairness on one pool, with zero demands, weights and finite tasks
//! (khamse2017 II-A and Definition 1; wang2013 III-D; extended DRF: metin, li2019).

use fairwitness_kernel::specification::cluster::drf::{Drf, one_server, view};

use crate::linear::Patience;
use crate::mechanism::{
    Abilities, Allocated, Certified, Followed, InWords, Mechanism, ROOM, Specification, bottlenecks, fill,
    fill_alone, fill_words, only_server_in_words, sentences,
};
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Quick, Scalar};

/// The tasks of each user under DRF on one server, by progressive filling event by event, in any scalar.
pub(super) fn progressive_filling<S: Scalar>(pool: &Pool<S>, server: usize) -> Vec<S> {
    fill(&view(pool, server), &vec![S::zero(); pool.users()], &pool.tasks)
}

impl Mechanism<Cluster> for Drf {
    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        let filled = || fill_alone(&view(pool, 0), &pool.tasks).into_iter().map(|x| vec![x]).collect();
        Ok(only_server_in_words(pool).unwrap_or_else(|| Placement { tasks: filled() }))
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        Ok(bottlenecks(&one_server(pool), outcome)?)
    }

    fn trace(&self, pool: &Pool, _patience: &Patience) -> Followed<Cluster> {
        self.domain(pool)?;
        Ok(sentences::alone(pool, "dominant share", |_| one_server(pool)))
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { words: Some(self), ..Abilities::none() }
    }
}

impl InWords<Cluster> for Drf {
    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some() || pool.tree.is_some() || pool.servers() != 1
    }

    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        if self.refuses(pool) {
            return false;
        }
        let mut filled = ROOM;
        if fill_words(pool, 0, &mut filled).is_none() {
            return false;
        }
        gets.clear();
        gets.extend_from_slice(&filled[..pool.users()]);
        true
    }

    fn outcome(&self, pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        (!self.refuses(pool))
            .then(|| Placement { tasks: progressive_filling(pool, 0).into_iter().map(|x| vec![x]).collect() })
    }
}
