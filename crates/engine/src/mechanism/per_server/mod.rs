//! Allocations that are fair server by server: levels, water-filling, and the search for bottlenecks
//! (khamse2017 Definition 6, Theorems 1 and 2).

mod alone;
mod branch;
mod cells;
mod fill_words;
mod near;
mod pin;
mod sequential;
mod snap;
mod standstill;
mod sweep;

pub use alone::{fill_alone, fill_alone_seen};
pub use cells::{End, Linear, Range, admits, ranges};
pub use fill_words::{ROOM, fill_by_words, fill_words, only_server_in_words};
pub use near::fill_near;

use std::borrow::Cow;

use fairwitness_kernel::specification::per_server::{PerServer, Server};

use crate::linear::{Patience, Timely};
use crate::mechanism::Sought;
use crate::model::Rejected;
use crate::model::cluster::{Certificate, Placement};
use crate::scalar::{Rational, Scalar, sum};

/// An allocation with a bottleneck for every user on every server, certified before it is returned.
///
/// With several servers every user is taken to have unlimited tasks.
///
/// Floats propose and exact arithmetic decides. Damped sweeps of water-filling lead near an allocation;
/// supports and bottlenecks are read off; one exact programme determines the allocation. If no guess
/// succeeds, or there are too many pairs for programmes, sequential sweeps lead near an allocation and exact
/// systems of equations are tried. Finally, exact branching over bottlenecks decides.
///
/// # Errors
/// No such allocation exists, none was found, or the work was cut short.
pub fn allocate(view: &PerServer<'_>, patience: &Patience) -> Sought<Placement> {
    if let [server] = &view.servers[..] {
        let tasks = fill_alone(server, &view.tasks);
        return Ok(Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() });
    }
    let users = view.users();
    // Tasks are divided by the number that the user could run on all servers: the unit of a task must not
    // matter.
    let scale: Vec<Rational> =
        (0..users).map(|u| sum(view.servers.iter().map(|s| s.unit[u].clone()))).collect();
    let found = sought(&rescaled(view, &scale), patience)?;
    let row = |(row, scale): (Vec<Rational>, &Rational)| row.into_iter().map(|x| x * scale).collect();
    Ok(Placement { tasks: found.tasks.into_iter().zip(&scale).map(row).collect() })
}

/// A bottleneck resource for every user on every server where one is owed.
///
/// # Errors
/// The first user and server without one.
pub fn bottlenecks(view: &PerServer<'_>, placement: &Placement) -> Result<Certificate, Rejected> {
    let mut named = vec![vec![None; view.servers.len()]; view.users()];
    view.each_owed(placement, |standing, u, i| {
        named[u][i] = standing.bottleneck(u);
        named[u][i].is_some()
    })?;
    Ok(Certificate::Bottlenecks(named))
}

fn map<S: Scalar, T: Scalar>(view: &PerServer<'_, S>, f: impl Fn(&S) -> T) -> PerServer<'static, T> {
    let row = |r: &[S]| r.iter().map(&f).collect::<Vec<T>>();
    let server = |s: &Server<'_, S>| Server {
        capacity: Cow::from(row(&s.capacity)),
        load: s.load.iter().map(|load| row(load)).collect(),
        unit: row(&s.unit),
    };
    PerServer {
        servers: view.servers.iter().map(server).collect(),
        tasks: view.tasks.iter().map(|t| t.as_ref().map(&f)).collect(),
    }
}

/// The servers with each task of user `u` counted as `1 / scale[u]` of a task; a scale of 0 leaves it
/// unchanged.
fn rescaled(view: &PerServer<'_>, scale: &[Rational]) -> PerServer<'static> {
    let servers = view.servers.iter().map(|server| {
        let load = server.load.iter().zip(scale).map(|(row, s)| row.iter().map(|l| l * s).collect());
        let unit = server.unit.iter().zip(scale).map(|(u, s)| if s.is_zero() { u.clone() } else { u / s });
        Server {
            capacity: Cow::from(server.capacity.to_vec()),
            load: Cow::from(load.collect::<Vec<Vec<Rational>>>()),
            unit: unit.collect(),
        }
    });
    PerServer { servers: servers.collect(), tasks: Cow::from(view.tasks.to_vec()) }
}

fn sought(view: &PerServer<'_>, patience: &Patience) -> Sought<Placement> {
    if view.users() * view.servers.len() <= MOST_PINNED
        && let Some(placement) = pinned(view, patience)?
    {
        return Ok(placement);
    }
    match sequential::settle(view, patience)? {
        Some(placement) => Ok(placement),
        None => branch::branch(view, patience),
    }
}

/// An allocation near the end of the damped sweeps.
fn pinned(view: &PerServer<'_>, patience: &Patience) -> Timely<Option<Placement>> {
    let near = sweep::sweep(&map(view, Rational::to_f64), patience)?;
    for slack in [1e-9, 1e-7, 1e-11, 1e-5, 1e-3] {
        if let Some(guess) = sweep::guess(view, &near, slack)
            && let Some(placement) = pin::pin(view, &guess, patience)?
            && bottlenecks(view, &placement).is_ok()
        {
            return Ok(Some(placement));
        }
    }
    Ok(None)
}

/// The number of user-server pairs beyond which sequential sweeps are tried first: programmes with more
/// variables are slow.
pub const MOST_PINNED: usize = 64;
