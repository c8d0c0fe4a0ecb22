//! Dominant resource fairness on one pool, with zero demands, weights and finite tasks
//! (khamse2017 II-A and Definition 1; wang2013 III-D; extended DRF: metin, li2019).

use std::borrow::Cow;

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal};
use crate::scalar::{Scalar, least};
use crate::specification::{Facts, PerServer, Server, Settles, Specification, met_in_words, one_pool};

/// Dominant resource fairness: the mechanism `drf`.
#[derive(Debug)]
pub struct Drf;

/// Server `server` as seen by DRF: the level is the weighted dominant share `max_r x d_r / (c_r w_r)`.
pub fn view<S: Scalar>(pool: &Pool<S>, server: usize) -> Server<'_, S> {
    let capacity = &pool.capacity[server];
    let unit = (0..pool.users()).map(|u| {
        if !pool.runs_on(u, server) {
            return S::zero();
        }
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
        least(demanded.map(|r| capacity[r].clone() * pool.weight(u, r) / &pool.demand[u][r]))
            .unwrap_or_else(S::zero)
    });
    Server { capacity: Cow::from(capacity), unit: unit.collect(), load: Cow::from(&pool.demand) }
}

/// The only server of the instance, with the users' numbers of tasks.
pub fn one_server(pool: &Pool) -> PerServer<'_> {
    PerServer { servers: vec![view(pool, 0)], tasks: Cow::from(&pool.tasks) }
}

impl Specification<Cluster> for Drf {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of("drf", Setting::divisible(Division::Resource)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        one_pool(pool)
    }

    fn meets(&self, pool: &Pool, outcome: &Placement) -> Option<Checked> {
        Some(if met_in_words(pool, outcome) { Ok(()) } else { one_server(pool).meets(outcome) })
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        one_server(pool).check(outcome, certificate)
    }
}
