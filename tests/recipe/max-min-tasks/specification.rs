//! Max-min fairness of task counts: leximin of each user's tasks per weight.

use crate::linear::certificate;
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Polytope, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar};
use crate::specification::guard::{user_weights, without_rates, without_tree};
use crate::specification::{Facts, Settles, Specification};

/// Max-min fairness of task counts.
#[derive(Debug)]
pub struct MaxMinTasks;

impl MaxMinTasks {
    /// Tasks per weight of each user that can run somewhere, as a row over the variables of the polytope.
    pub fn levels(pool: &Pool, polytope: &Polytope) -> Vec<Vec<(usize, Rational)>> {
        let level = |u: usize| polytope.total(u, &(Rational::one() / pool.weight(u, 0)));
        (0..pool.users()).filter(|&u| pool.can_run(u)).map(level).collect()
    }
}

impl Specification<Cluster> for MaxMinTasks {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Utilities, ..Facts::of("max-min-tasks", Setting::divisible(Division::Resource)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        without_rates(pool)?;
        without_tree(pool)?;
        user_weights(pool).map(|_| ())
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        let failed = |reason: &str| Rejected::Certificate(reason.to_string());
        let Certificate::Leximin(rounds) = certificate else {
            return Err(failed("leximin rounds are needed"));
        };
        let polytope = Polytope::of(pool, Division::Resource);
        let point = polytope.point(outcome).ok_or_else(|| failed("tasks stand where they cannot run"))?;
        let levels = Self::levels(pool, &polytope);
        certificate::leximin(polytope.pairs.len(), &polytope.program.rows, &levels, &point, rounds)
            .map_err(|flaw| Rejected::Certificate(flaw.to_string()))
    }
}
