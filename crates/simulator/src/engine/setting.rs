//! What is run: servers, workload, policy, and until when.

use crate::linear::Stop;
use crate::policy::Policy;
use crate::workload::{Time, Workload};

/// A cluster and what it is asked to run, under a policy, until a horizon.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// What each server has, in whole units.
    pub servers: &'a [Vec<i64>],
    /// Users and their tasks.
    pub workload: &'a Workload,
    /// The rule.
    pub policy: Policy,
    /// When the run ends, whatever is still running; `None`: with its last task.
    pub horizon: Option<Time>,
    /// Time between samples; 0 for none.
    pub every: Time,
    /// Whether to keep how many tasks of each user run on each server.
    pub placement: bool,
    /// Whether servers are looked for with an index, and not one by one.
    pub indexed: bool,
    /// Whether shares are added up and compared in float64, as many schedulers do: to see how often that decides otherwise.
    pub floats: bool,
    /// Ends the run early once it is set, also between two samples.
    pub stop: Option<&'a Stop>,
}

impl<'a> Setting<'a> {
    /// A run without samples until the last task ends.
    pub fn new(servers: &'a [Vec<i64>], workload: &'a Workload, policy: Policy) -> Self {
        Setting {
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
