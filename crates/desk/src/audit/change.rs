//! Changes to a running cluster: tasks that start, move or stop, a server opened to a user, a weight.

use super::state::State;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar};

/// A single change to a running cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Waiting tasks are started.
    Start {
        /// The user whose tasks start.
        user: usize,
        /// The server on which they start.
        server: usize,
        /// The number of tasks.
        tasks: Rational,
    },
    /// Running tasks move to another server.
    Move {
        /// The user whose tasks move.
        user: usize,
        /// The server that they leave.
        from: usize,
        /// The server that they move to.
        to: usize,
        /// The number of tasks.
        tasks: Rational,
    },
    /// Running tasks are stopped.
    Stop {
        /// The user whose tasks stop.
        user: usize,
        /// The server on which they ran.
        server: usize,
        /// The number of tasks.
        tasks: Rational,
    },
    /// A server becomes eligible for a user.
    Allow {
        /// The user that may run there from now on.
        user: usize,
        /// The server that becomes eligible.
        server: usize,
    },
    /// A user gets another weight.
    Weigh {
        /// The user whose weight changes.
        user: usize,
        /// The new weight, above zero.
        weight: Rational,
    },
}

/// A number of tasks in words: "3 tasks", "1 task", "1/2 of a task".
pub fn counted(tasks: &Rational) -> String {
    match tasks {
        one if *one == Rational::one() => format!("{one} task"),
        part if part.is_positive() && *part < Rational::one() => format!("{part} of a task"),
        many => format!("{many} tasks"),
    }
}

impl Change {
    /// The word for the kind of change.
    pub fn kind(&self) -> &'static str {
        match self {
            Change::Start { .. } => "start",
            Change::Move { .. } => "move",
            Change::Stop { .. } => "stop",
            Change::Allow { .. } => "allow",
            Change::Weigh { .. } => "weight",
        }
    }

    /// The change as a command to the operator of the cluster.
    pub fn tell(&self, pool: &Pool) -> String {
        match self {
            Change::Start { user, server, tasks } => {
                format!(
                    "start {} of {} on {}",
                    counted(tasks),
                    pool.user_name(*user),
                    pool.server_name(*server)
                )
            }
            Change::Move { user, from, to, tasks } => format!(
                "move {} of {} from {} to {}",
                counted(tasks),
                pool.user_name(*user),
                pool.server_name(*from),
                pool.server_name(*to)
            ),
            Change::Stop { user, server, tasks } => {
                format!(
                    "stop {} of {} on {}",
                    counted(tasks),
                    pool.user_name(*user),
                    pool.server_name(*server)
                )
            }
            Change::Allow { user, server } => {
                format!("let {} run on {}", pool.user_name(*user), pool.server_name(*server))
            }
            Change::Weigh { user, weight } => {
                format!("give {} the weight {weight}, not {}", pool.user_name(*user), pool.weight(*user, 0))
            }
        }
    }

    /// Applies a change of running tasks to `state`. Other changes alter the instance and leave the state
    /// unchanged.
    pub(super) fn apply(&self, state: &mut State<'_>) {
        match self {
            Change::Start { user, server, tasks } => state.put(*user, *server, tasks),
            Change::Stop { user, server, tasks } => state.put(*user, *server, &-tasks.clone()),
            Change::Move { user, from, to, tasks } => {
                state.put(*user, *from, &-tasks.clone());
                state.put(*user, *to, tasks);
            }
            Change::Allow { .. } | Change::Weigh { .. } => {}
        }
    }

    /// Reverses [`Change::apply`].
    pub(super) fn revert(&self, state: &mut State<'_>) {
        match self {
            Change::Start { user, server, tasks } => state.put(*user, *server, &-tasks.clone()),
            Change::Stop { user, server, tasks } => state.put(*user, *server, tasks),
            Change::Move { user, from, to, tasks } => {
                state.put(*user, *to, &-tasks.clone());
                state.put(*user, *from, tasks);
            }
            Change::Allow { .. } | Change::Weigh { .. } => {}
        }
    }

    /// The servers on which running tasks change.
    pub(super) fn servers(&self) -> Vec<usize> {
        match self {
            Change::Start { server, .. } | Change::Stop { server, .. } => vec![*server],
            Change::Move { from, to, .. } => vec![*from, *to],
            Change::Allow { .. } | Change::Weigh { .. } => Vec::new(),
        }
    }

    /// The user whose tasks, servers or weight change.
    pub fn user(&self) -> usize {
        match self {
            Change::Start { user, .. }
            | Change::Move { user, .. }
            | Change::Stop { user, .. }
            | Change::Allow { user, .. }
            | Change::Weigh { user, .. } => *user,
        }
    }
}
