//! Asset fairness on one pool: each user's shares of all resources have one common sum, as far as resources
//! allow (after Ghodsi et al. 2011, whose text was not read).

use std::borrow::Cow;

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal};
use crate::scalar::{Scalar, sum};
use crate::specification::{Facts, PerServer, Server, Settles, Specification, one_pool, user_weights};

/// Asset fairness: the mechanism `asset-fair`.
#[derive(Debug)]
pub struct AssetFair;

/// The pool as one server whose level is the weighted sum of shares `sum_r x d_r / (c_r w)`.
pub fn view(pool: &Pool) -> PerServer<'_> {
    let capacity = &pool.capacity[0];
    let unit = (0..pool.users()).map(|u| {
        if !pool.runs_on(u, 0) {
            return Scalar::zero();
        }
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
        pool.weight(u, 0) / sum(demanded.map(|r| &pool.demand[u][r] / &capacity[r]))
    });
    let server =
        Server { capacity: Cow::from(capacity), unit: unit.collect(), load: Cow::from(&pool.demand) };
    PerServer { servers: vec![server], tasks: Cow::from(&pool.tasks) }
}

impl Specification<Cluster> for AssetFair {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of("asset-fair", Setting::divisible(Division::Resource)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        one_pool(pool)?;
        user_weights(pool).map(|_| ())
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        view(pool).check(outcome, certificate)
    }
}
