//! Damped sweeps of water-filling in floats, and the supports and bottlenecks that they suggest.

use super::{PerServer, Server, map};
use crate::linear::{Cut, Patience};
use crate::scalar::{Rational, Scalar};

/// Supports and bottlenecks, for exact code to confirm or reject.
#[derive(Debug)]
pub(super) struct Guess {
    /// `true` where the user may run on the server (users x servers).
    pub(super) support: Vec<Vec<bool>>,
    /// The bottleneck resource, where one is owed (users x servers).
    pub(super) bottleneck: Vec<Vec<Option<usize>>>,
}

const MOST_SWEEPS: usize = 4000;

/// The tasks of each user by water-filling on one server, as by `fill` in the kernel, in floats. Users join in
/// the order of their levels elsewhere, and sums over users are kept, so that a join takes constant time.
fn filled(server: &Server<'_, f64>, elsewhere: &[f64], tasks: &[Option<f64>]) -> Vec<f64> {
    let (users, resources) = (server.unit.len(), server.capacity.len());
    let mut placed = vec![0.0; users];
    let mut level: f64 = 0.0;
    let may = |u: &usize| server.unit[*u] > 0.0 && tasks[*u].is_none_or(|has| has > elsewhere[*u]);
    let starts = |u: usize| elsewhere[u] / server.unit[u];
    let mut waiting: Vec<usize> = (0..users).filter(may).collect();
    waiting.sort_by(|&a, &b| starts(b).total_cmp(&starts(a)));
    let mut rising: Vec<usize> = Vec::new();
    // Use of a resource at level L is fixed + L rate.
    let (mut fixed, mut rate) = (vec![0.0; resources], vec![0.0; resources]);
    // The level at which the first rising user has all its tasks.
    let ends = |u: usize| tasks[u].map_or(f64::INFINITY, |has| has / server.unit[u]);
    let mut done = f64::INFINITY;
    loop {
        let full = (0..resources).filter(|&r| rate[r] > 0.0);
        let full = full.map(|r| ((server.capacity[r] - fixed[r]) / rate[r], r));
        let full = full.reduce(|a, b| if b.0 < a.0 { b } else { a });
        let start = waiting.last().map_or(f64::INFINITY, |&u| starts(u));
        let at = full.map_or(f64::INFINITY, |(at, _)| at);
        if at.min(done).min(start) == f64::INFINITY {
            return placed;
        }
        level = level.max(at.min(done).min(start));
        if start < at.min(done) {
            let Some(u) = waiting.pop() else { return placed };
            for r in 0..resources {
                rate[r] += server.unit[u] * server.load[u][r];
                fixed[r] -= elsewhere[u] * server.load[u][r];
            }
            done = done.min(ends(u));
            rising.push(u);
            continue;
        }
        let stops = |u: usize| match full {
            Some((at, r)) if at <= done => server.load[u][r] > 0.0,
            _ => ends(u) <= level,
        };
        for &u in rising.iter().filter(|&&u| stops(u)) {
            placed[u] = (level * server.unit[u] - elsewhere[u]).max(0.0);
        }
        rising.retain(|&u| !stops(u));
        if at <= done {
            waiting.retain(|&u| !stops(u));
        }
        done = rising.iter().map(|&u| ends(u)).fold(f64::INFINITY, f64::min);
        // The sums are computed again, so that what rounding leaves of a stopped user does not count.
        for r in 0..resources {
            let used = |u: usize| server.load[u][r] * placed[u];
            rate[r] = rising.iter().map(|&u| server.unit[u] * server.load[u][r]).sum();
            let joined: f64 = rising.iter().map(|&u| elsewhere[u] * server.load[u][r]).sum();
            fixed[r] = (0..users).map(used).sum::<f64>() - joined;
        }
    }
}

/// Fills all servers at once, each given the tasks on all other servers, and moves part of the way there,
/// until nothing moves (or for long enough). No server goes first, so renaming servers renames the result.
pub(super) fn sweep(view: &PerServer<'_, f64>, patience: &Patience) -> Result<Vec<Vec<f64>>, Cut> {
    let (users, servers) = (view.users(), view.servers.len());
    let mut placed = vec![vec![0.0; servers]; users];
    for round in 0..MOST_SWEEPS {
        let step = if round == 0 { 1.0 } else { 0.5 };
        let totals: Vec<f64> = placed.iter().map(|row| row.iter().sum()).collect();
        let mut moved = 0.0f64;
        for (i, server) in view.servers.iter().enumerate() {
            patience.check()?;
            let elsewhere: Vec<f64> = (0..users).map(|u| (totals[u] - placed[u][i]).max(0.0)).collect();
            let filled = filled(server, &elsewhere, &view.tasks);
            for u in (0..users).filter(|&u| server.unit[u] > 0.0) {
                let change = step * (filled[u] - placed[u][i]);
                placed[u][i] += change;
                moved = moved.max((change / server.unit[u]).abs());
            }
        }
        if moved < 1e-14 {
            break;
        }
    }
    Ok(placed)
}

/// Reads supports and bottlenecks from a float placement; differences below `slack` count as ties.
pub(super) fn guess(view: &PerServer<'_>, near: &[Vec<f64>], slack: f64) -> Option<Guess> {
    let (users, servers) = (view.users(), view.servers.len());
    let floats = map(view, Rational::to_f64);
    let totals: Vec<f64> = near.iter().map(|row| row.iter().sum()).collect();
    let unit = |u: usize, i: usize| floats.servers[i].unit[u];
    let support: Vec<Vec<bool>> = (0..users)
        .map(|u| (0..servers).map(|i| unit(u, i) > 0.0 && near[u][i] > slack * unit(u, i)).collect())
        .collect();
    let mut bottleneck = vec![vec![None; servers]; users];
    for u in 0..users {
        for i in (0..servers).filter(|&i| unit(u, i) > 0.0) {
            let server = &floats.servers[i];
            let level = |m: usize| totals[m] / server.unit[m];
            let stops = |r: usize| {
                let used: f64 = (0..users).map(|m| near[m][i] * server.load[m][r]).sum();
                let uses = |m: usize| support[m][i] && server.load[m][r] > 0.0;
                view.servers[i].load[u][r].is_positive()
                    && used >= server.capacity[r] * (1.0 - slack)
                    && (0..users).all(|m| !uses(m) || level(m) <= level(u) * (1.0 + slack) + slack)
            };
            bottleneck[u][i] = Some((0..server.capacity.len()).find(|&r| stops(r))?);
        }
    }
    Some(Guess { support, bottleneck })
}
