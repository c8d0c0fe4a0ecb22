//! What a plan may not do to running tasks: stop them for lower priorities, stop a part of a gang or move it, let more
//! tasks leave their servers than a budget of disruptions allows, or start too few of the waiting tasks of a gang.

use std::collections::BTreeMap;

use crate::scalar::{Rational, Scalar, min, sum};

/// Running tasks that stop all together or not at all, and do not move: a user, a server, and their number.
pub type Gang = Vec<(usize, usize, Rational)>;

/// A bound on the running tasks of some users that leave their servers.
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// The users, by index.
    pub users: Vec<usize>,
    /// The number of their tasks that may stop or move.
    pub allowed: Rational,
}

/// Numbers of tasks that a user may run, as intervals in ascending order; empty if it may run any number.
pub type Steps = Vec<(Rational, Rational)>;

/// The largest of the numbers that is at most `x`.
pub fn step(steps: &Steps, x: Rational) -> Rational {
    let below = steps.iter().rev().find(|(low, _)| *low <= x);
    below.map_or(x.clone(), |(_, high)| min(high.clone(), x))
}

/// Limits of every plan for a running cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The priority of each user's tasks; empty if all are equal.
    pub priority: Vec<i64>,
    /// The gangs.
    pub gangs: Vec<Gang>,
    /// The budgets of disruptions.
    pub budgets: Vec<Budget>,
    /// The numbers of tasks that each user may run; empty if all may run any number.
    pub steps: Vec<Steps>,
}

/// The number of tasks of a gang.
pub fn size(gang: &Gang) -> Rational {
    sum(gang.iter().map(|(.., tasks)| tasks.clone()))
}

impl Limits {
    /// The priority of a user's tasks.
    pub fn rank(&self, user: usize) -> i64 {
        self.priority.get(user).copied().unwrap_or(0)
    }

    /// The largest number of tasks, at most `x`, that the user may run.
    pub fn step(&self, user: usize, x: Rational) -> Rational {
        self.steps.get(user).map_or(x.clone(), |steps| step(steps, x))
    }

    /// The pairs of neighbours among the numbers of tasks that the user may run, with others between them.
    pub fn gaps(&self, user: usize) -> impl Iterator<Item = (&Rational, &Rational)> {
        self.steps.get(user).into_iter().flat_map(|steps| steps.windows(2).map(|two| (&two[0].1, &two[1].0)))
    }

    /// The number of tasks in gangs by user and server, where there are any.
    pub fn held(&self) -> BTreeMap<(usize, usize), Rational> {
        let mut held: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        for (u, i, tasks) in self.gangs.iter().flatten() {
            let all = held.entry((*u, *i)).or_insert_with(Rational::zero);
            *all = &*all + tasks;
        }
        held
    }

    /// The budgets of each of `users` users, by index.
    pub fn budgets_of(&self, users: usize) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); users];
        for (b, budget) in self.budgets.iter().enumerate() {
            budget.users.iter().filter(|u| **u < users).for_each(|u| of[*u].push(b));
        }
        of
    }

    /// The limits in a cluster with all servers as one.
    pub fn pooled(&self) -> Limits {
        let on_one = |gang: &Gang| gang.iter().map(|(u, _, tasks)| (*u, 0, tasks.clone())).collect();
        Limits { gangs: self.gangs.iter().map(on_one).collect(), ..self.clone() }
    }
}
