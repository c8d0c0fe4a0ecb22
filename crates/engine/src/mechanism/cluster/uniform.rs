//! The uniform allocation: each user gets its fair share of every server, by weight (khamse2017 II-A, III-B).

use fairwitness_kernel::specification::cluster::uniform::{Uniform, room, slices};

use crate::linear::{Halt, Patience};
use crate::mechanism::{Abilities, InWords, Mechanism, Specification, sentences};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::Quick;
use crate::trace::{Trace, Traced};

impl Mechanism<Cluster> for Uniform {
    fn specification(&self) -> &dyn Specification<Cluster> {
        self
    }

    fn allocate(&self, pool: &Pool, _patience: &Patience) -> Result<Placement, Halt<Refusal>> {
        self.domain(pool)?;
        Ok(slices(pool))
    }

    fn certify(
        &self,
        _pool: &Pool,
        _outcome: &Placement,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Ok(Certificate::Rule)
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { traced: Some(self), words: Some(self), ..Abilities::none() }
    }
}

impl Traced<Cluster> for Uniform {
    fn trace(&self, pool: &Pool, _patience: &Patience) -> Result<Trace<Cluster>, Halt<Refusal>> {
        self.domain(pool)?;
        Ok(sentences::uniform(pool, &room(pool), slices(pool)))
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
