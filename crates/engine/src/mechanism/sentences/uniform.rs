//! Traces of the uniform allocation: each user's part of each server, and the tasks that fit there.

use super::phrases::{listed, of_user, on_server, over};
use super::placed::placed;
use crate::arithmetic::{added, held};
use crate::document::Value;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Rational, Scalar, least, sum};
use crate::trace::{BOUND, Step, Trace};

/// Traces the division of every server by weight.
pub(in crate::mechanism) fn uniform(pool: &Pool) -> Trace<Cluster> {
    let mut steps = Vec::new();
    let mut end = Placement::empty(pool.users(), pool.servers());
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
                step = step.line(
                    format!("{name} = 0"),
                    format!("a placement constraint keeps the user off {}", pool.server_name(i)),
                );
                continue;
            }
            let quotients: Vec<(usize, Rational)> = (0..pool.resources())
                .filter(|&r| pool.demand[u][r].is_positive())
                .map(|r| (r, &part * &pool.capacity[i][r] / &pool.demand[u][r]))
                .collect();
            let fits = least(quotients.iter().map(|(_, q)| q.clone())).unwrap_or_else(Rational::zero);
            let all: Vec<String> = quotients
                .iter()
                .map(|(r, _)| {
                    format!("{} * {}", held(&part), over(&pool.capacity[i][*r], &pool.demand[u][*r]))
                })
                .collect();
            let formula = match &all[..] {
                [] => format!("{name} = {fits}"),
                [one] => format!("{name} = {one} = {fits}"),
                _ => format!("{name} = min({}) = {fits}", all.join(", ")),
            };
            let names: Vec<String> = quotients.iter().map(|(r, _)| pool.resource_name(*r)).collect();
            step = step.line(
                formula,
                format!("{}: the part of {}, over what a task needs", pool.server_name(i), listed(&names)),
            );
            end.tasks[u][i] = fits;
        }
        let all = end.total(u);
        if let Some(has) = pool.tasks[u].as_ref().filter(|has| **has < all) {
            for x in &mut end.tasks[u] {
                *x = &*x * has / &all;
            }
            let (text, why) = if has.is_zero() || pool.servers() == 1 {
                (format!("{} = {has}", of_user(u)), "and so it runs these".to_string())
            } else {
                (
                    format!("{} = {} = {has}", of_user(u), added(&end.tasks[u])),
                    format!("and so it runs {} of them on each server", over(has, &all)),
                )
            };
            let name = pool.user_name(u);
            step = step.line(text, format!("{name} has {} and no more, {why}", super::phrases::tasks(has)));
        }
        steps.push(step);
    }
    steps.push(placed(pool, &end));
    steps.push(Step::new(BOUND, "The rule is a formula: each number above is the only one that it allows."));
    Trace { steps, end: Some(end) }
}
