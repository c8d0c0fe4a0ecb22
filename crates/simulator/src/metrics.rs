//! What is measured of a run.

use super::workload::Time;

/// What happened in a run up to its horizon.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// When the run ended.
    pub ended: Time,
    /// Units of each resource in use, times milliseconds.
    pub busy: Vec<i128>,
    /// Units of each resource that there are.
    pub capacity: Vec<i64>,
    /// When each job was submitted, how many tasks it has, and when the last of them ended.
    pub jobs: Vec<JobRecord>,
    /// Tasks of each user that were submitted, started and completed.
    pub users: Vec<Counts>,
    /// Events that were handled.
    pub events: u64,
    /// Tasks that were started.
    pub started: u64,
    /// Tasks that fit on no server even when it is empty, or that no number of slots covers.
    pub impossible: u64,
    /// Why the run ended before its time, if it did.
    pub early: Option<Early>,
}

/// Why a run ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Early {
    /// It was stopped.
    Stopped,
    /// More tasks were to run at one time than there is room for.
    Crowded,
    /// It came to an instant after which no time is counted.
    Late,
}

/// A job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobRecord {
    /// Whose.
    pub user: u32,
    /// When its first task was submitted.
    pub submitted: Time,
    /// Its tasks.
    pub tasks: u32,
    /// Those that have not ended.
    pub open: u32,
    /// When its last task ended, if all have.
    pub ended: Option<Time>,
}

impl JobRecord {
    /// How long it took, from submission to the end of its last task.
    pub fn took(&self) -> Option<Time> {
        self.ended.map(|ended| ended - self.submitted)
    }
}

/// Tasks of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Submitted.
    pub submitted: u64,
    /// Started.
    pub started: u64,
    /// Completed.
    pub completed: u64,
}

impl Counts {
    /// Completed over submitted; `None` of a user that submitted nothing.
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

/// A mean over runs, with bounds that hold it at 95 per cent when runs are independent (Student's t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
    /// The number of runs.
    pub runs: usize,
}

/// Two-sided 95 % points of Student's t with 1 to 30 degrees of freedom.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

impl Estimate {
    /// Of the values of runs; `None` of none. With one run the bounds are the value.
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
