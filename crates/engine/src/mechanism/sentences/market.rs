//! Traces of allocations that a certificate explains directly, line by line: prices at which each user spends its
//! money, or full resources of which no other user has more.

use fairwitness_kernel::specification::cluster::bmf::share;
use fairwitness_kernel::specification::cluster::ceei::money;

use super::phrases::{agents, listed, of_user, over, sum_of};
use super::placed::placed;
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Rational, Scalar, dot};
use crate::trace::{BOUND, Step, Trace};

/// The statement that resource `r` is full, as a formula in variables and in numbers.
fn full(pool: &Pool, end: &Placement, r: usize) -> (String, String) {
    let users: Vec<usize> = (0..pool.users()).filter(|&u| pool.demand[u][r].is_positive()).collect();
    let terms: Vec<(Rational, String)> =
        users.iter().map(|&u| (pool.demand[u][r].clone(), of_user(u))).collect();
    let numbers: Vec<String> =
        users.iter().map(|&u| format!("{} * {}", held(&pool.demand[u][r]), held(&end.tasks[u][0]))).collect();
    (sum_of(&terms), numbers.join(" + "))
}

/// Traces a competitive equilibrium from its `prices`, one per unit of each resource.
pub(in crate::mechanism) fn prices(pool: &Pool, end: &Placement, prices: &[Rational]) -> Trace<Cluster> {
    let money = money(pool);
    let mut step = Step::new(
        "money",
        "The users together have one unit of money, each a part by its weight. Each resource has a price, and each user spends all \
         its money on tasks.",
    );
    for (u, part) in money.iter().enumerate() {
        if let Some(part) = part {
            step = step.line(format!("m{} = {part}", u + 1), format!("the money of {}", pool.user_name(u)));
        }
    }
    let mut steps = vec![step];
    let mut step = Step::new(
        "prices",
        "The prices are found by a search, which has no steps to follow. With these prices all numbers below can be checked.",
    )
    .with("prices", Value::numbers(prices));
    for (r, price) in prices.iter().enumerate() {
        step = step.line(
            format!("p{} = {price}", r + 1),
            format!("the price of a unit of {}", pool.resource_name(r)),
        );
    }
    steps.push(step);
    let mut step = Step::new("purchases", "Each user buys the tasks that its money pays for.");
    for (u, part) in money.iter().enumerate() {
        let Some(part) = part else { continue };
        let terms: Vec<String> = (0..pool.resources())
            .filter(|&r| pool.demand[u][r].is_positive() && prices[r].is_positive())
            .map(|r| format!("{} * {}", held(&pool.demand[u][r]), held(&prices[r])))
            .collect();
        let cost = dot(prices.iter().zip(&pool.demand[u]));
        step = step
            .line(
                format!("{} = {cost}", terms.join(" + ")),
                format!("the price of one task of {}", pool.user_name(u)),
            )
            .line(
                format!("{} = {} = {}", of_user(u), over(part, &cost), end.tasks[u][0]),
                format!("the money of {} over the price of its task", pool.user_name(u)),
            );
    }
    steps.push(step);
    let mut step = Step::new(
        "market",
        "What the users buy is what there is: a resource with a price is used up, and no resource is overloaded.",
    );
    for r in 0..pool.resources() {
        let (_, numbers) = full(pool, end, r);
        if numbers.is_empty() {
            continue;
        }
        let (used, there) = (end.used(pool, 0, r), &pool.capacity[0][r]);
        let relation = if used == *there { String::new() } else { format!(" <= {there}") };
        step = step.line(format!("{numbers} = {used}{relation}"), pool.resource_name(r));
    }
    steps.push(step);
    steps.push(placed(pool, end));
    let mut bound = Step::new(
        BOUND,
        "The product of all users' tasks, each to the power of its money, is largest in this allocation, and in no other. Write y \
         for the tasks in another allocation. At the prices above, a user's tasks y cost the part y / x of the user's money, and all \
         tasks together cost no more than all resources, which is one unit of money. So the mean of the quotients y / x, weighted by \
         money, is at most 1, and their product is at most that mean.",
    );
    let terms: Vec<String> = (0..pool.users())
        .filter_map(|u| {
            Some(format!("{} * y{} / {}", held(money[u].as_ref()?), u + 1, held(&end.tasks[u][0])))
        })
        .collect();
    bound = bound
        .line(format!("{} <= 1", terms.join(" + ")), "the prices of all tasks y, which the resources bound");
    steps.push(bound);
    Trace { steps, end: Some(end.clone()) }
}

/// Traces a bottleneck max fair allocation from the full resource of each user, which is `None` for a user that has
/// all its tasks. `others` are the other bottleneck max fair allocations.
pub(in crate::mechanism) fn bottlenecks(
    pool: &Pool,
    end: &Placement,
    named: &[Option<usize>],
    others: &[Placement],
) -> Trace<Cluster> {
    let mut steps = vec![Step::new(
        "rule",
        "Each user that has not all its tasks needs a bottleneck: a resource that its task uses, that is used up, and of which no other \
         user holds a larger share for its weight. The allocation is found by going through all ways to name a resource for each \
         user; with the resources named here all numbers can be computed.",
    )];
    let mut step = Step::new(
        "bottlenecks",
        "The bottlenecks, and what users hold of them. Write s for the largest share of a resource.",
    );
    for (u, r) in named.iter().enumerate() {
        match r {
            Some(r) => {
                let unit = &pool.capacity[0][*r] * pool.weight(u, *r) / &pool.demand[u][*r];
                step = step.line(
                    format!("{} = {}", of_user(u), sum_of(&[(unit, format!("s{}", r + 1))])),
                    format!(
                        "{} holds the share s{} of {} for its weight",
                        pool.user_name(u),
                        r + 1,
                        pool.resource_name(*r)
                    ),
                );
            }
            None if pool.runs_on(u, 0) => {
                step = step.line(
                    format!("{} = {}", of_user(u), end.tasks[u][0]),
                    format!("{} has all its tasks", pool.user_name(u)),
                );
            }
            None => {}
        }
    }
    steps.push(step);
    let mut own: Vec<usize> = named.iter().flatten().copied().collect();
    own.sort_unstable();
    own.dedup();
    let mut step =
        Step::new("full", "Each of these resources is used up; that gives the shares and the tasks.");
    for &r in &own {
        let (variables, _) = full(pool, end, r);
        step = step.line(
            format!("{variables} = {}", pool.capacity[0][r]),
            format!("{} is used up", pool.resource_name(r)),
        );
    }
    let solved = if own.len() == 1 {
        "the solution of this equation"
    } else {
        "the solution of these equations together"
    };
    for &r in &own {
        let Some(u) = named.iter().position(|named| *named == Some(r)) else { continue };
        step = step.line(format!("s{} = {}", r + 1, share(pool, u, r, &end.tasks[u][0])), solved);
    }
    steps.push(step);
    steps.push(placed(pool, end));
    if !others.is_empty() {
        let all: Vec<String> = others
            .iter()
            .map(|other| {
                let tasks: Vec<String> = other.totals().iter().map(ToString::to_string).collect();
                format!("({})", tasks.join(", "))
            })
            .collect();
        steps.push(Step::new(
            "others",
            format!(
                "There are other bottleneck max fair allocations, {}; the mechanism returns the first that it comes to.",
                listed(&all)
            ),
        ));
    }
    let mut bound = Step::new(
        BOUND,
        "Each user has a bottleneck, so no user can be given more of it without taking from a user with no larger share of it.",
    );
    for &r in &own {
        let (_, numbers) = full(pool, end, r);
        bound = bound.line(
            format!("{numbers} = {}", end.used(pool, 0, r)),
            format!("{} is used up", pool.resource_name(r)),
        );
        let most =
            named.iter().position(|named| *named == Some(r)).map(|u| share(pool, u, r, &end.tasks[u][0]));
        let users: Vec<usize> = (0..pool.users()).filter(|&u| named[u] == Some(r)).collect();
        for u in (0..pool.users()).filter(|&u| pool.demand[u][r].is_positive() && named[u] != Some(r)) {
            if let Some(most) = &most {
                bound = bound.line(
                    format!("{} <= {most}", share(pool, u, r, &end.tasks[u][0])),
                    format!(
                        "{} holds no larger share of {} for its weight than {}",
                        pool.user_name(u),
                        pool.resource_name(r),
                        agents("user", &users)
                    ),
                );
            }
        }
    }
    steps.push(bound);
    Trace { steps, end: Some(end.clone()) }
}
