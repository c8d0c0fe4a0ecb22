//! Dominant resource fairness on one pool, with zero demands, weights and finite tasks
//! (khamse2017 II-A and Definition 1; wang2013 III-D; extended DRF: metin, li2019).

use std::borrow::Cow;

use super::per_server::{PerServer, ROOM, Server, fill, fill_alone, fill_in_words, fill_words};
use super::{Mechanism, Settles};
use crate::mechanism::guard::{refuse, without_rates};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Quick, Scalar, least};

/// Dominant resource fairness.
#[derive(Debug)]
pub struct Drf;

/// The pool as one server whose level is the weighted dominant share `max_r x d_r / (c_r w_r)`.
pub(super) fn view<S: Scalar>(pool: &Pool<S>, server: usize) -> Server<'_, S> {
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

/// The DRF allocation of one server in any scalar, by progressive filling event by event: tasks of each user.
pub(super) fn progressive_filling<S: Scalar>(pool: &Pool<S>, server: usize) -> Vec<S> {
    fill(&view(pool, server), &vec![S::zero(); pool.users()], &pool.tasks)
}

fn one_server(pool: &Pool) -> PerServer<'_> {
    PerServer { servers: vec![view(pool, 0)], tasks: Cow::from(&pool.tasks) }
}

impl Mechanism<Cluster> for Drf {
    fn id(&self) -> &'static str {
        "drf"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/drf.md")
    }

    fn setting(&self) -> Setting {
        Setting::divisible(Division::Resource)
    }

    fn settles(&self, _pool: &Pool) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        without_rates(pool)?;
        if pool.servers() != 1 {
            return refuse("needs one server (a single pool of resources)");
        }
        let tasks = fill_in_words(pool, 0).unwrap_or_else(|| fill_alone(&view(pool, 0), &pool.tasks));
        Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() })
    }

    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some() || pool.servers() != 1
    }

    fn gets_in_words(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
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

    fn quick(&self, pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        (!self.refuses(pool))
            .then(|| Placement { tasks: progressive_filling(pool, 0).into_iter().map(|x| vec![x]).collect() })
    }

    fn certify(&self, pool: &Pool, outcome: &Placement) -> Result<Certificate, Rejected> {
        one_server(pool).bottlenecks(outcome)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        one_server(pool).check(outcome, certificate)
    }
}
