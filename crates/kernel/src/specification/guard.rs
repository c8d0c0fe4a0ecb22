//! Guards: refusals of instances outside the domain of a cluster mechanism.

use crate::model::Refusal;
use crate::model::cluster::Pool;
use crate::scalar::Rational;

/// Refuses the instance for `reason`.
///
/// # Errors
/// Always: the refusal.
pub fn refuse<T>(reason: &str) -> Result<T, Refusal> {
    Err(Refusal::OutOfDomain(reason.to_string()))
}

/// Refuses an instance whose rates are given instead of computed.
///
/// # Errors
/// The refusal.
pub fn without_rates(pool: &Pool) -> Result<(), Refusal> {
    match pool.rate {
        Some(_) => refuse("takes no `rate`: effective rates need a time-division mechanism (ps-dsf-tdm)"),
        None => Ok(()),
    }
}

/// Refuses rates and queues, and gives the weights, one per user.
///
/// # Errors
/// The refusal of rates, of queues, and of weights that differ by resource.
pub fn flat(pool: &Pool) -> Result<&[Rational], Refusal> {
    without_rates(pool)?;
    without_tree(pool)?;
    user_weights(pool)
}

/// Refuses rates, queues, and more than one server.
///
/// # Errors
/// The refusal.
pub fn one_pool(pool: &Pool) -> Result<(), Refusal> {
    without_rates(pool)?;
    without_tree(pool)?;
    one_server(pool)
}

/// Refuses more than one server.
///
/// # Errors
/// The refusal.
pub fn one_server(pool: &Pool) -> Result<(), Refusal> {
    match pool.servers() {
        1 => Ok(()),
        _ => refuse("needs one server (a single pool of resources)"),
    }
}

/// Refuses finite tasks, for `reason`.
///
/// # Errors
/// The refusal.
pub fn without_limits(pool: &Pool, reason: &str) -> Result<(), Refusal> {
    if pool.tasks.iter().any(Option::is_some) {
        refuse(&format!("takes no finite `tasks`: {reason}"))
    } else {
        Ok(())
    }
}

/// The weights, one per user.
///
/// # Errors
/// The refusal of weights that differ by resource.
pub fn user_weights(pool: &Pool) -> Result<&[Rational], Refusal> {
    match pool.user_weights() {
        Some(weights) => Ok(weights),
        None => {
            refuse("takes one weight a user; weights per user and resource need a one-pool mechanism (drf)")
        }
    }
}

/// Refuses queues between the root and the users.
///
/// # Errors
/// The refusal.
pub fn without_tree(pool: &Pool) -> Result<(), Refusal> {
    match pool.tree {
        Some(_) => {
            refuse("takes no `path`: queues in a tree need a hierarchical mechanism (hdrf, hdrf-tasks)")
        }
        None => Ok(()),
    }
}
