//! Measurements of a simulation run: events, jobs, waiting times, means over runs.

use serde::Serialize;

use super::workload::Time;

/// The measurements of a run up to its horizon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// Time at which the run ended.
    pub ended: Time,
    /// Units of each resource in use, times milliseconds.
    pub busy: Vec<i128>,
    /// Total units of each resource.
    pub capacity: Vec<i64>,
    /// The submission of each job, its number of tasks, and the end of the last of them.
    pub jobs: Vec<JobRecord>,
    /// Numbers of tasks of each user that were submitted, started and completed.
    pub users: Vec<Counts>,
    /// Number of events handled.
    pub events: u64,
    /// Number of tasks started.
    pub started: u64,
    /// Number of tasks that fit on no empty server, or that no number of slots covers.
    pub impossible: u64,
    /// The reason why the run ended early, if it did.
    pub early: Option<Early>,
}

/// Reasons why a run ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// The run was stopped.
    Stopped,
    /// More tasks were to run at one time than the bound permits.
    Crowded,
    /// The run reached an instant beyond which no time is counted.
    Late,
}

/// The record of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobRecord {
    /// Index of the user that submitted the job.
    pub user: u32,
    /// Time at which the first task was submitted.
    pub submitted: Time,
    /// Number of tasks of the job.
    pub tasks: u32,
    /// Number of tasks that have not ended.
    pub open: u32,
    /// Time at which the last task ended, if all have.
    pub ended: Option<Time>,
}

impl JobRecord {
    /// The duration from submission to the end of the last task, if all have ended.
    pub fn took(&self) -> Option<Time> {
        self.ended.map(|ended| ended - self.submitted)
    }
}

/// Numbers of tasks of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of tasks submitted.
    pub submitted: u64,
    /// Number of tasks started.
    pub started: u64,
    /// Number of tasks completed.
    pub completed: u64,
}

impl Counts {
    /// The ratio of completed to submitted tasks; `None` for a user that submitted none.
    pub fn ratio(&self) -> Option<f64> {
        (self.submitted > 0).then(|| self.completed as f64 / self.submitted as f64)
    }
}

impl Metrics {
    /// The part of a resource that was in use, over the whole run.
    pub fn utilisation(&self, resource: usize) -> f64 {
        let all = self.capacity[resource] as f64 * self.ended as f64;
        if all > 0.0 { self.busy[resource] as f64 / all } else { 0.0 }
    }
}

/// A mean over runs, with 95 % confidence bounds for independent runs (Student's t).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The mean over runs.
    #[serde(rename = "simulated")]
    pub mean: f64,
    /// The lower 95 % confidence bound; for one run, the mean.
    pub low: f64,
    /// The upper 95 % confidence bound; for one run, the mean.
    pub high: f64,
    /// The number of runs.
    pub runs: usize,
}

/// Two-sided 95 % quantiles of Student's t with 1 to 30 degrees of freedom.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

impl Estimate {
    /// The estimate from the values of runs; `None` without values. For one run, both bounds equal the value.
    pub fn of(values: &[f64]) -> Option<Estimate> {
        let runs = values.len();
        if runs == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / runs as f64;
        if runs == 1 {
            return Some(Estimate { mean, low: mean, high: mean, runs });
        }
        let freedom = runs - 1;
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / freedom as f64;
        // Beyond the table the quantile is 1.96 plus 2.4 over the degrees of freedom, to three digits.
        let t = T.get(freedom - 1).copied().unwrap_or(1.96 + 2.4 / freedom as f64);
        let half = t * (variance / runs as f64).sqrt();
        Some(Estimate { mean, low: mean - half, high: mean + half, runs })
    }
}
