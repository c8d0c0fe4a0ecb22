//! Scenarios: simulations from a file with servers, a policy, and users with jobs, a synthetic day or a
//! trace.

mod consistent;
mod divisible;
mod file;
mod play;

pub use file::{load, read};

use std::path::PathBuf;

use super::policy::Policy;
use super::servers::Timing;
use super::synthetic::Day;
use super::workload::{Member, Time};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;

/// The number of units in one: amounts are counted in millionths.
pub const UNIT: i64 = 1_000_000;

/// The contents of a scenario file.
#[derive(Debug)]
pub struct Scenario {
    file: PathBuf,
    rule: Rule,
    /// The end of the scenario in milliseconds, if the file gives one.
    pub horizon: Option<Time>,
    every: Time,
    servers: Servers,
    work: Work,
}

#[derive(Debug)]
enum Rule {
    Whole(Policy),
    Divisible(&'static dyn Mechanism<Cluster>),
    Servers { once: bool, timing: Timing, period: Time },
}

#[derive(Debug)]
enum Servers {
    Given(Vec<Vec<i64>>),
    Drawn(usize),
    Trace(PathBuf),
}

#[derive(Debug)]
enum Work {
    Users(Vec<User>),
    Day(Day),
    Google(Vec<PathBuf>),
    Alibaba { tasks: PathBuf, users: usize },
}

#[derive(Debug)]
struct User {
    member: Member,
    joins: Time,
    jobs: Vec<Job>,
}

#[derive(Debug)]
struct Job {
    at: Time,
    tasks: Option<u32>,
    demand: Vec<i64>,
    seconds: Option<(Time, Time)>,
}

impl Scenario {
    /// The scenario in one line.
    pub fn about(&self) -> String {
        let rule = match &self.rule {
            Rule::Whole(policy) => policy.id(),
            Rule::Divisible(mechanism) => format!("{}, divisible tasks", mechanism.id()),
            Rule::Servers { once, timing, .. } => {
                let how = if *once { "released once" } else { "as printed" };
                format!("PS-DSF by servers {}, {how}", timing.name())
            }
        };
        format!("{}: {rule}", self.file.display())
    }
}
