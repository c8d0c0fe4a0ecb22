//! Share fairness: the leximin allocation of totals, each divided by its user's yardstick.
//!
//! DRFH, C-DRFH, CDRF and TSF differ only in the yardstick and in placement constraints.

use fairwitness_kernel::specification::cluster::share;

use super::share_words::share_words;
use crate::linear::{Halt, Leximin, Patience, leximin};
use crate::mechanism::{InWords, Mechanism, Specification, traced};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Polytope, Pool};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::Quick;
use crate::trace::{Trace, Traced};

/// A specification, with its yardstick in machine words.
#[derive(Debug)]
pub(super) struct ShareFair {
    specification: &'static share::ShareFair,
    in_words: fn(&Pool<Quick>, usize) -> Quick,
}

pub(super) const C_DRFH: ShareFair =
    ShareFair { specification: &share::C_DRFH, in_words: share::of_the_pool };
pub(super) const CDRF: ShareFair = ShareFair { specification: &share::CDRF, in_words: share::monopoly };
pub(super) const DRFH: ShareFair = ShareFair { specification: &share::DRFH, in_words: share::of_the_pool };
pub(super) const TSF: ShareFair = ShareFair { specification: &share::TSF, in_words: share::monopoly };

/// The largest number of cells of an exact tableau that is set up.
const MOST_CELLS: usize = 4_000_000;

impl ShareFair {
    /// The leximin point of the polytope of `pool`.
    fn leximin(
        &self,
        pool: &Pool,
        polytope: &Polytope,
        patience: &Patience,
    ) -> Result<Leximin, Halt<Refusal>> {
        let levels = self.specification.levels(pool, polytope);
        let found = leximin(&polytope.program, &levels, patience);
        found.map_err(|halt| halt.map(|error| Refusal::Undecided(error.to_string())))
    }
}

impl Mechanism<Cluster> for ShareFair {
    fn specification(&self) -> &dyn Specification<Cluster> {
        self.specification
    }

    fn traced(&self) -> Option<&dyn Traced<Cluster>> {
        Some(self)
    }

    fn allocate(&self, pool: &Pool, patience: &Patience) -> Result<Placement, Halt<Refusal>> {
        self.specification.domain(pool)?;
        let cells = Polytope::cells(pool);
        if cells > MOST_CELLS {
            return Err(
                Refusal::Undecided(format!("an exact tableau of {cells} numbers is too large")).into()
            );
        }
        let polytope = Polytope::of(pool, Division::Resource);
        let found = self.leximin(pool, &polytope, patience)?;
        Ok(polytope.placement(&found.point))
    }

    fn certify(
        &self,
        pool: &Pool,
        _outcome: &Placement,
        patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        let polytope = Polytope::of(pool, Division::Resource);
        let found = self.leximin(pool, &polytope, patience)?;
        Ok(Certificate::Leximin(found.rounds))
    }

    fn in_words(&self) -> Option<&dyn InWords<Cluster>> {
        Some(self)
    }
}

impl Traced<Cluster> for ShareFair {
    fn trace(&self, pool: &Pool, patience: &Patience) -> Result<Trace<Cluster>, Halt<Refusal>> {
        traced::leximin(self.specification, pool, patience)
    }
}

impl InWords<Cluster> for ShareFair {
    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some()
            || pool.tree.is_some()
            || pool.user_weights().is_none()
            || (!self.specification.constraints && !pool.unconstrained())
    }

    fn gets(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        !self.refuses(pool) && share_words(pool, self.in_words, gets).is_some()
    }
}
