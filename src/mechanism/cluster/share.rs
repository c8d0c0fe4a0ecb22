//! Share fairness: leximin of what each user has, counted in parts of a yardstick of its own.
//!
//! DRFH, C-DRFH, CDRF and TSF differ only in the yardstick and in whether they know constraints.

use super::share_words::share_words;
use super::{Mechanism, Settles};
use crate::linear::{LeximinError, certificate, leximin};
use crate::mechanism::guard::{refuse, user_weights, without_rates};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Polytope, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Quick, Rational, Scalar};

/// A mechanism that makes `x_n / (yardstick_n w_n)` max-min fair, round after round.
#[derive(Debug)]
pub(super) struct ShareFair {
    pub(super) id: &'static str,
    pub(super) page: &'static str,
    /// Whether placement constraints are part of the mechanism's domain.
    pub(super) constraints: bool,
    /// The number of tasks that make a full share, whoever may run where.
    pub(super) yardstick: fn(&Pool, usize) -> Rational,
    /// The same in machine words.
    pub(super) in_words: fn(&Pool<Quick>, usize) -> Quick,
}

impl ShareFair {
    /// The levels of the users that can run anything; the others have nothing and no level.
    fn levels(&self, pool: &Pool, polytope: &Polytope) -> Vec<Vec<(usize, Rational)>> {
        let level = |u: usize| {
            let unit = (self.yardstick)(pool, u) * pool.weight(u, 0);
            polytope.total(u, &(Rational::one() / unit))
        };
        (0..pool.users()).filter(|&u| pool.can_run(u)).map(level).collect()
    }
}

/// The largest exact tableau that is set up.
const MOST_CELLS: usize = 4_000_000;

fn unsolvable(error: LeximinError) -> Refusal {
    Refusal::Undecided(error.to_string())
}

impl Mechanism<Cluster> for ShareFair {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn setting(&self) -> Setting {
        Setting::divisible(Division::Resource)
    }

    fn settles(&self, _pool: &Pool) -> Settles {
        Settles::Utilities
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        without_rates(pool)?;
        user_weights(pool)?;
        if !self.constraints && !pool.unconstrained() {
            return refuse("knows no placement constraints: every user must be eligible everywhere");
        }
        let cells = Polytope::cells(pool);
        if cells > MOST_CELLS {
            return Err(Refusal::Undecided(format!("an exact tableau of {cells} numbers is too large")));
        }
        let polytope = Polytope::of(pool, Division::Resource);
        let found = leximin(&polytope.program, &self.levels(pool, &polytope)).map_err(unsolvable)?;
        Ok(polytope.placement(&found.point))
    }

    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some() || pool.user_weights().is_none() || (!self.constraints && !pool.unconstrained())
    }

    fn gets_in_words(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
        !self.refuses(pool) && share_words(pool, self.in_words, gets).is_some()
    }

    fn certify(&self, pool: &Pool, _outcome: &Placement) -> Result<Certificate, Rejected> {
        let polytope = Polytope::of(pool, Division::Resource);
        let found = leximin(&polytope.program, &self.levels(pool, &polytope)).map_err(unsolvable)?;
        Ok(Certificate::Leximin(found.rounds))
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        let failed = |reason: String| Rejected::Certificate(reason);
        let Certificate::Leximin(rounds) = certificate else {
            return Err(failed("leximin rounds are needed".to_string()));
        };
        let polytope = Polytope::of(pool, Division::Resource);
        let point =
            polytope.point(outcome).ok_or_else(|| failed("tasks stand where they cannot run".to_string()))?;
        let levels = self.levels(pool, &polytope);
        certificate::leximin(polytope.pairs.len(), &polytope.program.rows, &levels, &point, rounds)
            .map_err(|flaw| failed(flaw.to_string()))
    }
}
