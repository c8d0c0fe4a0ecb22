//! PS-DSF in time (khamse2017 III-D and V): every server runs the paper's procedure each period, from the state it is in.

use super::fluid::{Presence, present};
use crate::mechanism::{Algorithm, PerServer, bottlenecks, fill};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar as _};

/// Which servers act on what they see when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// One after another in each period, each seeing what those before it did.
    InTurn,
    /// All at once, each seeing what the period began with.
    AtOnce,
    /// One after another, in an order that is drawn anew in each period from a seed.
    InAnyOrder(u64),
}

impl Timing {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Timing::InTurn => "in turn",
            Timing::AtOnce => "at once",
            Timing::InAnyOrder(_) => "in any order",
        }
    }
}

/// How the servers act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// When.
    pub timing: Timing,
    /// Whether a user that two resources pick is released once; as printed, once for each resource.
    pub once: bool,
    /// Periods in all.
    pub periods: u64,
}

/// The state after a period.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// The number of the period, from 0; the state is that before the next begins.
    pub period: u64,
    /// Who is there.
    pub users: Vec<usize>,
    /// What everybody runs.
    pub placement: Placement,
    /// Whether any server changed anything in it.
    pub changed: bool,
    /// Why it cannot be carried out, if it cannot: what is overloaded, and by how much.
    pub overload: Option<(String, Rational)>,
    /// Whether it meets the specification of PS-DSF: a bottleneck for everybody on every server.
    pub certified: bool,
    /// The period after which the state was the same, with changes between: a cycle.
    pub cycle: Option<u64>,
}

/// A run, and why it ended before its time if it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// Period by period.
    pub moments: Vec<Moment>,
    /// Why it ended early: the procedure did not end within its limits.
    pub stopped: Option<String>,
}

fn narrowed(placement: &Placement, users: &[usize]) -> Placement {
    Placement { tasks: users.iter().map(|&u| placement.tasks[u].clone()).collect() }
}

/// DRF on each server alone: the initial allocation of Algorithm I.
fn initial(view: &PerServer<'_>, users: usize) -> Placement {
    let none = vec![Rational::zero(); users];
    let columns: Vec<_> = view.servers.iter().map(|s| fill(s, &none, &view.tasks)).collect();
    Placement { tasks: (0..users).map(|u| columns.iter().map(|c| c[u].clone()).collect()).collect() }
}

fn order(timing: Timing, servers: usize, period: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..servers).collect();
    if let Timing::InAnyOrder(seed) = timing {
        use rand::RngExt as _;
        let mut rng = super::machines::generator(seed, period);
        (1..servers).rev().for_each(|last| order.swap(last, rng.random_range(0..=last)));
    }
    order
}

/// Runs it from the initial allocation of the users that are there at the beginning. `presence` counts in periods. A user
/// that leaves gives back all that it has; one that comes has nothing. `go_on` is asked after each period.
pub fn run(
    pool: &Pool,
    presence: &[Presence],
    act: Act,
    go_on: &dyn Fn() -> bool,
) -> Result<Timeline, Refusal> {
    let Some(weights) = pool.user_weights() else {
        return Err(Refusal::OutOfDomain("takes one weight a user".to_string()));
    };
    let mut state = Placement::empty(pool.users(), pool.servers());
    let mut moments: Vec<Moment> = Vec::new();
    let mut since = 0;
    for period in 0..act.periods {
        let at = Rational::int(period as i64);
        let users: Vec<usize> = (0..pool.users()).filter(|&u| presence[u].at(&at)).collect();
        let here = present(pool, &users);
        let chosen: Vec<Rational> = users.iter().map(|&u| weights[u].clone()).collect();
        let view = PerServer::dominant_shares(&here, &chosen, Division::Resource);
        if moments.last().is_some_and(|m| m.users != users) {
            since = moments.len();
        }
        let before = narrowed(&state, &users);
        let mut x = if moments.is_empty() { initial(&view, users.len()) } else { before.clone() };
        let mut changed = moments.is_empty();
        let begun = x.clone();
        for i in order(act.timing, pool.servers(), period) {
            let from = if act.timing == Timing::AtOnce { begun.clone() } else { x.clone() };
            let mut algorithm = Algorithm::from(&view, from, act.once);
            match algorithm.server_procedure(i) {
                Ok(updated) => changed |= updated,
                Err(reason) => {
                    let server = pool.labels.servers.get(i).cloned();
                    let server = server.unwrap_or_else(|| format!("server {}", i + 1));
                    let stopped = Some(format!("period {period}, {server}: {reason}"));
                    return Ok(Timeline { moments, stopped });
                }
            }
            let after = algorithm.placement();
            if act.timing == Timing::AtOnce {
                (0..users.len()).for_each(|u| x.tasks[u][i] = after.tasks[u][i].clone());
            } else {
                x = after;
            }
        }
        let overload = match Cluster::feasible(Setting::divisible(Division::Resource), &here, &x) {
            Ok(()) => None,
            Err(Rejected::Infeasible { what, by }) => Some((what, by)),
            Err(other) => Some((other.to_string(), Rational::zero())),
        };
        let certified = overload.is_none() && bottlenecks(&view, &x).is_ok();
        state = super::fluid::widened(x, &users, pool);
        let cycle = (changed && moments.len() > since)
            .then(|| moments[since..].iter().rev().find(|m| m.placement == state).map(|m| m.period))
            .flatten();
        moments.push(Moment { period, users, placement: state.clone(), changed, overload, certified, cycle });
        if !go_on() {
            break;
        }
    }
    Ok(Timeline { moments, stopped: None })
}
