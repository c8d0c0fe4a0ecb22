//! The last step of a trace: the outcome of a cluster, user by user and server by server.

use super::{assigned, listed, of_user, tasks};
use crate::arithmetic::added;
use crate::document::Value;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Rational, Scalar};
use crate::trace::{Step, Trace};

/// The trace that ends with the placement `end`, for which `bounds` show that there is no other.
pub fn ended(
    pool: &Pool,
    mut steps: Vec<Step>,
    end: Placement,
    bounds: impl IntoIterator<Item = Step>,
) -> Trace<Cluster> {
    steps.push(placed(pool, &end));
    steps.extend(bounds);
    Trace { steps, end: Some(end) }
}

/// The last step: the tasks of each user on each server.
pub fn placed(pool: &Pool, end: &Placement) -> Step {
    let names: Vec<String> = (0..pool.users()).map(of_user).collect();
    let mut step = Step::new("placement", "The outcome in tasks.")
        .with("placement", Value::matrix(&end.tasks))
        .with("tasks", Value::numbers(&end.totals()))
        .line(assigned(&names, &end.totals()), "tasks in all");
    if pool.servers() > 1 {
        for u in 0..pool.users() {
            let parts: Vec<String> = (0..pool.servers())
                .filter(|&i| !end.tasks[u][i].is_zero())
                .map(|i| format!("{} on {}", tasks(&end.tasks[u][i]), pool.server_name(i)))
                .collect();
            let where_ = if parts.is_empty() { "nothing runs".to_string() } else { listed(&parts) };
            let all: Vec<Rational> = end.tasks[u].iter().filter(|x| !x.is_zero()).cloned().collect();
            let because = format!("{}: {where_}", pool.user_name(u));
            step = step.line(format!("{} = {}", of_user(u), added(&all)), because);
        }
    }
    step
}
