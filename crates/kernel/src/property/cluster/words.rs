//! Amounts in the words of a violation.

use crate::model::cluster::{Placement, Pool};
use crate::scalar::{Rational, Scalar};

/// An amount of tasks with its noun: `1 task`, `2/3 of a task`, `0 tasks`.
pub fn counted(amount: &Rational) -> String {
    of_kind(amount, "")
}

/// An amount of true tasks with its noun: `1 true task`, `2/3 of a true task`.
pub fn counted_true(amount: &Rational) -> String {
    of_kind(amount, "true ")
}

fn of_kind(amount: &Rational, kind: &str) -> String {
    let one = Rational::one();
    if *amount == one {
        format!("1 {kind}task")
    } else if amount.is_positive() && *amount < one {
        format!("{amount} of a {kind}task")
    } else {
        format!("{amount} {kind}tasks")
    }
}

/// Amounts of all resources in brackets: `(1/2, 1)`.
pub fn vector(amounts: &[Rational]) -> String {
    format!("({})", amounts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

/// The tasks of `user` in the placement, server by server: `2 tasks on server 1 and 1/2 of a task on server 2`.
pub fn placed(pool: &Pool, placement: &Placement, user: usize) -> String {
    let row = placement.tasks[user].iter().enumerate().filter(|(_, x)| x.is_positive());
    let on = row.map(|(i, x)| format!("{} on {}", counted(x), pool.server_name(i)));
    let on: Vec<String> = on.collect();
    if on.is_empty() { "no task".to_string() } else { on.join(" and ") }
}
