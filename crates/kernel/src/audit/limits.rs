//! What a plan may not do to running tasks: stop them for lower priorities, stop a part of a gang or move it, or let
//! more tasks leave their servers than a budget of disruptions allows.

use std::collections::BTreeMap;

use crate::scalar::{Rational, Scalar, sum};

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

/// Limits of every plan for a running cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// The priority of each user's tasks; empty if all are equal.
    pub priority: Vec<i64>,
    /// The gangs.
    pub gangs: Vec<Gang>,
    /// The budgets of disruptions.
    pub budgets: Vec<Budget>,
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
