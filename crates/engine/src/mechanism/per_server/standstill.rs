//! Where sweeps of water-filling stand, in floats: what is placed, and what stopped whom when its server was last filled.

use fairwitness_kernel::specification::per_server::{PerServer, Server, fill_stopped};

/// Where the sweeps stand.
#[derive(Debug)]
pub(super) struct Standstill {
    /// Tasks of each user on each server.
    pub(super) placed: Vec<Vec<f64>>,
    /// The resource of the server that stopped the user when the server was last filled.
    stopped: Vec<Vec<Option<usize>>>,
    /// Tasks per unit of level, users x servers.
    unit: Vec<Vec<f64>>,
}

impl Standstill {
    /// Nothing is placed yet.
    pub(super) fn nothing(view: &PerServer<'_, f64>) -> Self {
        let (users, servers) = (view.users(), view.servers.len());
        Standstill {
            placed: vec![vec![0.0; servers]; users],
            stopped: vec![vec![None; servers]; users],
            unit: (0..users).map(|u| view.servers.iter().map(|server| server.unit[u]).collect()).collect(),
        }
    }

    /// How large levels are, in steps of 2^32: 1 unless somebody's unit of weight is far off.
    pub(super) fn scale(&self) -> f64 {
        let levels = self.placed.iter().zip(&self.unit).flat_map(|(placed, unit)| placed.iter().zip(unit));
        let levels =
            levels.filter(|(tasks, unit)| **tasks > 0.0 && **unit > 0.0).map(|(tasks, unit)| tasks / unit);
        let top = levels.fold(0.0, f64::max);
        if top > 0.0 && top.is_finite() { ((top.log2() / 32.0).round() * 32.0).exp2() } else { 1.0 }
    }

    /// Who runs where by more than `slack`, in levels of this size, and what stops it there.
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

    /// Fills a server anew; by how much somebody's level moved at most.
    pub(super) fn fill(&mut self, i: usize, server: &Server<'_, f64>, tasks: &[Option<f64>]) -> f64 {
        let elsewhere: Vec<f64> = self
            .placed
            .iter()
            .map(|row| row.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, tasks)| tasks).sum())
            .collect();
        let (filled, stopped) = fill_stopped(server, &elsewhere, tasks);
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
