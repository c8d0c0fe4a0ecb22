//! PS-DSF in time (khamse2017 III-D and V): every server runs the paper's procedure in each period, starting
//! from the present state.

use super::fluid::{Presence, present};
use crate::mechanism::{Algorithm, PerServer, bottlenecks, fill};
use crate::model::Model as _;
use crate::model::cluster::{Cluster, Division, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar as _};

/// The order in which servers act in a period, and the state that they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// One after another in each period, each seeing the changes of earlier ones.
    InTurn,
    /// All servers at once, each with the state at the beginning of the period.
    AtOnce,
    /// One after another, in a random order that is chosen again in each period from a seed.
    InAnyOrder(u64),
}

impl Timing {
    /// The name of the timing.
    pub fn name(self) -> &'static str {
        match self {
            Timing::InTurn => "in turn",
            Timing::AtOnce => "at once",
            Timing::InAnyOrder(_) => "in any order",
        }
    }
}

/// The parameters of acting servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// The order in which servers act.
    pub timing: Timing,
    /// `true` if a user that two resources select is released once; `false`, as printed, for once per
    /// resource.
    pub once: bool,
    /// Number of periods, in each of which every server acts once.
    pub periods: u64,
}

/// The state after a period.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Index of the period, from 0; the state is that before the next period begins.
    pub period: u64,
    /// Indexes of the users that are present.
    pub users: Vec<usize>,
    /// The tasks of all users.
    pub placement: Placement,
    /// `true` if some server changed anything in the period.
    pub changed: bool,
    /// The overload, if the state is infeasible: the constraint, and the excess.
    pub overload: Option<(String, Rational)>,
    /// `true` if the state meets the specification of PS-DSF: a bottleneck for every user on every server.
    pub certified: bool,
    /// The earlier period with an equal state and changes since: a cycle.
    pub cycle: Option<u64>,
}

/// A run, and the reason why it ended early, if it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    /// The states, period by period.
    pub moments: Vec<Moment>,
    /// The reason why it ended early: the procedure did not end within its limits.
    pub stopped: Option<String>,
}

impl Timeline {
    /// The first moment with an overload, its constraint, and the excess.
    pub fn overload(&self) -> Option<(&Moment, &str, &Rational)> {
        self.moments.iter().find_map(|m| m.overload.as_ref().map(|(what, by)| (m, what.as_str(), by)))
    }

    /// The first moment of a cycle, and the earlier period with an equal state.
    pub fn cycle(&self) -> Option<(&Moment, u64)> {
        self.moments.iter().find_map(|m| Some((m, m.cycle?)))
    }
}

/// The tasks of some users.
pub(super) fn narrowed(placement: &Placement, users: &[usize]) -> Placement {
    Placement { tasks: users.iter().map(|&u| placement.tasks[u].clone()).collect() }
}

/// DRF on each server separately: the initial allocation of Algorithm I.
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

/// Runs the servers from the initial allocation of the users present at the beginning. `presence` counts in
/// periods. A user that leaves releases all its tasks; one that arrives has none. `go_on` is asked after each
/// period.
///
/// # Errors
/// A pool that Algorithm I refuses.
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
        let recent = if changed { &moments[since..] } else { &[] };
        let cycle = recent.iter().rev().find(|m| m.placement == state).map(|m| m.period);
        moments.push(Moment { period, users, placement: state.clone(), changed, overload, certified, cycle });
        if !go_on() {
            break;
        }
    }
    Ok(Timeline { moments, stopped: None })
}
