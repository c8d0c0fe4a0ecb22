//! The naive extension: DRF on every server by itself (wang2013 III-D).

use std::borrow::Cow;

use super::per_server::{PerServer, ROOM, fill_alone, fill_words};
use super::{Mechanism, Settles, drf};
use crate::mechanism::guard::{user_weights, without_limits, without_rates};
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Quick, Scalar};

/// DRF on every server by itself.
#[derive(Debug)]
pub struct DrfPerServer;

/// One server and what is placed on it.
fn alone<'a>(pool: &'a Pool, outcome: &Placement, i: usize) -> (PerServer<'a>, Placement) {
    let view = PerServer { servers: vec![drf::view(pool, i)], tasks: Cow::from(&pool.tasks) };
    (view, Placement { tasks: outcome.tasks.iter().map(|row| vec![row[i].clone()]).collect() })
}

/// What `filled` puts on each server.
fn columns<S: Scalar>(pool: &Pool<S>, filled: impl Fn(usize) -> Vec<S>) -> Placement<S> {
    let columns: Vec<Vec<S>> = (0..pool.servers()).map(filled).collect();
    let row = |u: usize| columns.iter().map(|column| column[u].clone()).collect();
    Placement { tasks: (0..pool.users()).map(row).collect() }
}

impl Mechanism<Cluster> for DrfPerServer {
    fn id(&self) -> &'static str {
        "drf-per-server"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/drf-per-server.md")
    }

    fn setting(&self) -> Setting {
        Setting::divisible(Division::Resource)
    }

    fn settles(&self, _pool: &Pool) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        without_rates(pool)?;
        user_weights(pool)?;
        without_limits(pool, "servers that do not talk cannot count a user's tasks")?;
        Ok(columns(pool, |i| fill_alone(&drf::view(pool, i), &pool.tasks)))
    }

    fn quick(&self, pool: &Pool<Quick>) -> Option<Placement<Quick>> {
        (!self.refuses(pool)).then(|| columns(pool, |i| drf::progressive_filling(pool, i)))
    }

    fn refuses(&self, pool: &Pool<Quick>) -> bool {
        pool.rate.is_some() || pool.user_weights().is_none() || pool.tasks.iter().any(Option::is_some)
    }

    fn gets_in_words(&self, pool: &Pool<Quick>, gets: &mut Vec<Quick>) -> bool {
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

    fn certify(&self, pool: &Pool, outcome: &Placement) -> Result<Certificate, Rejected> {
        let mut rows = vec![Vec::new(); pool.users()];
        for i in 0..pool.servers() {
            let (view, placed) = alone(pool, outcome, i);
            if let Certificate::Bottlenecks(column) = view.bottlenecks(&placed)? {
                rows.iter_mut().zip(column).for_each(|(row, cell)| row.extend(cell));
            }
        }
        Ok(Certificate::Bottlenecks(rows))
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        let Certificate::Bottlenecks(rows) = certificate else {
            return Err(Rejected::Certificate("bottlenecks are needed".to_string()));
        };
        if rows.iter().any(|row| row.len() != pool.servers()) {
            return Err(Rejected::Certificate("bottlenecks of another shape".to_string()));
        }
        for i in 0..pool.servers() {
            let (view, placed) = alone(pool, outcome, i);
            let column = rows.iter().map(|row| vec![row[i]]).collect();
            view.check(&placed, &Certificate::Bottlenecks(column))?;
        }
        Ok(())
    }
}
