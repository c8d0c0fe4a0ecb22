//! A kind of tasks of one team.

use std::collections::BTreeMap;

use super::amounts::{Amounts, said};
use super::places::counted;
use crate::scalar::{Rational, Scalar as _, greatest};

/// A machine and the resources that teams may use of it.
#[derive(Debug)]
pub(super) struct Machine {
    pub(super) name: String,
    pub(super) has: Amounts,
}

/// A budget of disruptions: its name, and the number of tasks that it allows to stop or move.
pub(super) type Budget = (String, usize);

/// Tasks of one team with equal requests and machines.
#[derive(Debug, Default)]
pub(super) struct Alike {
    pub(super) team: String,
    pub(super) asks: Amounts,
    pub(super) priority: i64,
    pub(super) budget: Option<Budget>,
    /// Index of the set of eligible machines.
    pub(super) row: usize,
    /// Number of waiting tasks.
    pub(super) waits: usize,
    /// Number of waiting tasks in each gang, by its name.
    pub(super) groups: BTreeMap<String, usize>,
    /// Number of running tasks on each machine, by index of the machine.
    pub(super) runs: BTreeMap<usize, usize>,
    /// The name of the first task of the kind.
    pub(super) first: String,
    /// The names of tasks that run on each machine one by one, with the time of their beginning if it is known.
    pub(super) names: BTreeMap<usize, Vec<(String, String)>>,
}

impl Alike {
    pub(super) fn runs(&self) -> usize {
        self.runs.values().fold(0, |sum, tasks| sum.saturating_add(*tasks))
    }

    pub(super) fn tasks(&self) -> usize {
        self.runs().saturating_add(self.waits)
    }

    /// The kind in words, as the user `name`, with the word `task` for a task.
    pub(super) fn told(&self, name: &str, task: &str) -> String {
        let (tasks, asks) = (counted(self.tasks(), task), said(&self.asks));
        format!("{name} is {tasks} of {asks}, such as {}", self.first)
    }

    /// The part of `all` that the tasks request: their number times the dominant share of one.
    pub(super) fn asked_of(&self, all: &Amounts) -> Rational {
        let shares = self.asks.iter().filter_map(|(resource, asks)| {
            let all = all.get(resource).filter(|all| all.is_positive())?;
            Some(asks / all)
        });
        let tasks = Rational::int(i64::try_from(self.tasks()).unwrap_or(i64::MAX));
        greatest(shares).unwrap_or_else(Rational::one) * tasks
    }
}

/// The names, those that began last first.
pub(super) fn youngest_first(names: &[(String, String)]) -> Vec<String> {
    let mut sorted: Vec<&(String, String)> = names.iter().collect();
    sorted.sort_by(|(a, first), (b, second)| b.cmp(a).then(first.cmp(second)));
    sorted.into_iter().map(|(_, name)| name.clone()).collect()
}
