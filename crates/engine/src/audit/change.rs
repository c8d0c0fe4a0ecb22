//! Changes to a running cluster: tasks that start, move or stop, a server opened to a user, a weight.

use super::state::State;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Tasks that wait are started.
    Start {
        /// Whose.
        user: usize,
        /// Where.
        server: usize,
        /// How many.
        tasks: Rational,
    },
    /// Running tasks go to another server.
    Move {
        /// Whose.
        user: usize,
        /// From where.
        from: usize,
        /// To where.
        to: usize,
        /// How many.
        tasks: Rational,
    },
    /// Running tasks end.
    Stop {
        /// Whose.
        user: usize,
        /// Where.
        server: usize,
        /// How many.
        tasks: Rational,
    },
    /// A server is opened to a user.
    Allow {
        /// To whom.
        user: usize,
        /// Which.
        server: usize,
    },
    /// A user gets another weight.
    Weigh {
        /// Who.
        user: usize,
        /// Instead of the present one.
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
    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Change::Start { .. } => "start",
            Change::Move { .. } => "move",
            Change::Stop { .. } => "stop",
            Change::Allow { .. } => "allow",
            Change::Weigh { .. } => "weight",
        }
    }

    /// The change as a command to whoever runs the cluster.
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

    /// Carries out a change of what runs; the others change the instance, and leave the state as it is.
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

    /// Takes back what [`Change::apply`] did.
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

    /// The servers on which it changes what runs.
    pub(super) fn servers(&self) -> Vec<usize> {
        match self {
            Change::Start { server, .. } | Change::Stop { server, .. } => vec![*server],
            Change::Move { from, to, .. } => vec![*from, *to],
            Change::Allow { .. } | Change::Weigh { .. } => Vec::new(),
        }
    }

    /// The user whose tasks, servers or weight it changes.
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
