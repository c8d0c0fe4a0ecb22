//! The state of sweeps of water-filling in floats: the tasks placed, and the resource that stopped each user
//! when its server was last filled.

use super::near::fill_near;
use super::{PerServer, Server};

/// The state of the sweeps.
#[derive(Debug)]
pub(super) struct Standstill {
    /// Tasks of each user on each server.
    pub(super) placed: Vec<Vec<f64>>,
    /// The resource of each server that stopped each user when the server was last filled (users x servers).
    stopped: Vec<Vec<Option<usize>>>,
    /// Tasks per unit of level (users x servers).
    unit: Vec<Vec<f64>>,
}

impl Standstill {
    /// The state before any task is placed.
    pub(super) fn nothing(view: &PerServer<'_, f64>) -> Self {
        let (users, servers) = (view.users(), view.servers.len());
        Standstill {
            placed: vec![vec![0.0; servers]; users],
            stopped: vec![vec![None; servers]; users],
            unit: (0..users).map(|u| view.servers.iter().map(|server| server.unit[u]).collect()).collect(),
        }
    }

    /// The magnitude of levels, rounded to powers of 2^32: 1 unless some unit of weight is extreme.
    pub(super) fn scale(&self) -> f64 {
        let levels = self.placed.iter().zip(&self.unit).flat_map(|(placed, unit)| placed.iter().zip(unit));
        let levels =
            levels.filter(|(tasks, unit)| **tasks > 0.0 && **unit > 0.0).map(|(tasks, unit)| tasks / unit);
        let top = levels.fold(0.0, f64::max);
        if top > 0.0 && top.is_finite() { ((top.log2() / 32.0).round() * 32.0).exp2() } else { 1.0 }
    }

    /// The pairs that run tasks above `slack` levels of this magnitude, each with the resource that stops the
    /// user (user, server, resource).
    pub(super) fn running(&self, slack: f64) -> Vec<(usize, usize, usize)> {
        let slack = slack * self.scale();
        let mut running = Vec::new();
        for (u, row) in self.placed.iter().enumerate() {
            for (i, tasks) in row.iter().enumerate() {
                if let Some(r) = self.stopped[u][i]
                    && *tasks > slack * self.unit[u][i]
                {
                    running.push((u, i, r));
                }
            }
        }
        running
    }

    /// Fills server `i` again; returns the largest change of a user's level.
    pub(super) fn fill(&mut self, i: usize, server: &Server<'_, f64>, tasks: &[Option<f64>]) -> f64 {
        let others =
            |row: &Vec<f64>| row.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, tasks)| tasks).sum();
        let elsewhere: Vec<f64> = self.placed.iter().map(others).collect();
        let (filled, stopped) = fill_near(server, &elsewhere, tasks);
        let mut moved = 0.0f64;
        for (u, (tasks, stop)) in filled.into_iter().zip(stopped).enumerate() {
            if self.unit[u][i] > 0.0 {
                moved = moved.max((tasks - self.placed[u][i]).abs() / self.unit[u][i]);
                self.placed[u][i] = tasks;
                self.stopped[u][i] = stop;
            }
        }
        moved
    }
}
