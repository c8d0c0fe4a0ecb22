//! The uniform allocation in words: each user's part of each server, and the tasks that fit there.

use super::{ended, listed, of_user, on_server, over, smallest, tasks};
use crate::arithmetic::{added, held};
use crate::document::Value;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Scalar, sum};
use crate::trace::{BOUND, Step, Trace};

/// The division of every server by weight: `room` are the tasks that fit, `end` those that run.
pub fn uniform(pool: &Pool, room: &Placement, end: Placement) -> Trace<Cluster> {
    let mut steps = Vec::new();
    for u in 0..pool.users() {
        let total = sum((0..pool.users()).map(|v| pool.weight(v, 0).clone()));
        let part = pool.weight(u, 0) / &total;
        let mut step = Step::new(
            "part",
            format!(
                "{} gets {part} of each resource of each server, and runs there what fits.",
                pool.user_name(u)
            ),
        )
        .with("user", Value::index(u))
        .with("part", Value::Number(part.clone()));
        for i in 0..pool.servers() {
            let name = on_server(u, i, pool.servers());
            if !pool.eligible[u][i] {
                let because = format!("a placement constraint keeps the user off {}", pool.server_name(i));
                step = step.line(format!("{name} = 0"), because);
                continue;
            }
            let demanded: Vec<usize> =
                (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive()).collect();
            let quotient =
                |&r: &usize| format!("{} * {}", held(&part), over(&pool.capacity[i][r], &pool.demand[u][r]));
            let all: Vec<String> = demanded.iter().map(quotient).collect();
            let formula = format!("{name} = {} = {}", smallest(&all), room.tasks[u][i]);
            let names: Vec<String> = demanded.iter().map(|&r| pool.resource_name(r)).collect();
            let part = format!("the part of {}, over what a task needs", listed(&names));
            step = step.line(formula, format!("{}: {part}", pool.server_name(i)));
        }
        let all = room.total(u);
        if let Some(has) = pool.tasks[u].as_ref().filter(|has| **has < all) {
            let (text, why) = if has.is_zero() || pool.servers() == 1 {
                (format!("{} = {has}", of_user(u)), "and so it runs these".to_string())
            } else {
                let because = format!("and so it runs {} of them on each server", over(has, &all));
                (format!("{} = {} = {has}", of_user(u), added(&end.tasks[u])), because)
            };
            let name = pool.user_name(u);
            step = step.line(text, format!("{name} has {} and no more, {why}", tasks(has)));
        }
        steps.push(step);
    }
    let says = "The rule is a formula: each number above is the only one that it allows.";
    ended(pool, steps, end, [Step::new(BOUND, says)])
}
