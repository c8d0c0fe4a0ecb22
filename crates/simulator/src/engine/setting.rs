//! The setting of a run: servers, workload, policy and horizon.

use crate::linear::Stop;
use crate::policy::Policy;
use crate::workload::{Time, Workload};

/// A cluster and its workload, under a policy, until a horizon.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// Capacities in integral units (servers x resources).
    pub servers: &'a [Vec<i64>],
    /// The users and their tasks.
    pub workload: &'a Workload,
    /// The policy by which tasks are placed.
    pub policy: Policy,
    /// The end of the run, whether tasks are running or not; with `None`, the run ends with its last task.
    pub horizon: Option<Time>,
    /// The time between samples, or 0 for no samples.
    pub every: Time,
    /// `true` to record the number of running tasks of each user on each server.
    pub placement: bool,
    /// `true` to find servers with an index instead of one by one.
    pub indexed: bool,
    /// `true` to sum and compare shares in float64, as many schedulers do, which shows how often floats
    /// change a decision.
    pub floats: bool,
    /// The switch that ends the run early, also between two samples.
    pub stop: Option<&'a Stop>,
}

impl<'a> Simulation<'a> {
    /// Returns the setting of a run without samples that ends with the last task.
    pub fn new(servers: &'a [Vec<i64>], workload: &'a Workload, policy: Policy) -> Self {
        Simulation {
            servers,
            workload,
            policy,
            horizon: None,
            every: 0,
            placement: false,
            indexed: true,
            floats: false,
            stop: None,
        }
    }
}
