//! Damped sweeps of water-filling in floats, and the supports and bottlenecks that they suggest.

use super::near::fill_near;
use super::{PerServer, map};
use crate::linear::{Patience, Timely};
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

/// Fills all servers at once, each given the tasks on all other servers, and moves part of the way there,
/// until nothing moves (or for long enough). No server goes first, so renaming servers renames the result.
pub(super) fn sweep(view: &PerServer<'_, f64>, patience: &Patience) -> Timely<Vec<Vec<f64>>> {
    let (users, servers) = (view.users(), view.servers.len());
    let mut placed = vec![vec![0.0; servers]; users];
    for round in 0..MOST_SWEEPS {
        let step = if round == 0 { 1.0 } else { 0.5 };
        let totals: Vec<f64> = placed.iter().map(|row| row.iter().sum()).collect();
        let mut moved = 0.0f64;
        for (i, server) in view.servers.iter().enumerate() {
            patience.check()?;
            let elsewhere: Vec<f64> = (0..users).map(|u| (totals[u] - placed[u][i]).max(0.0)).collect();
            let (filled, _) = fill_near(server, &elsewhere, &view.tasks);
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
