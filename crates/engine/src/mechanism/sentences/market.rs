//! Traces of allocations that a certificate explains directly, line by line: prices at which each user spends its
//! money, or full resources of which no other user has more.

use std::collections::BTreeSet;

use fairwitness_kernel::specification::cluster::bmf::share;
use fairwitness_kernel::specification::cluster::ceei::money;

use super::{agents, listed, of_user, over, placed, sum_of};
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
pub fn prices(pool: &Pool, end: &Placement, prices: &[Rational]) -> Trace<Cluster> {
    let money = money(pool);
    let buyers = || money.iter().enumerate().filter_map(|(u, part)| Some((u, part.as_ref()?)));
    let owns = |(u, part): (usize, &Rational)| {
        (format!("m{} = {part}", u + 1), format!("the money of {}", pool.user_name(u)))
    };
    let of_prices = prices.iter().enumerate().map(|(r, price)| {
        (format!("p{} = {price}", r + 1), format!("the price of a unit of {}", pool.resource_name(r)))
    });
    let purchases = buyers().flat_map(|(u, part)| {
        let pays = |r: &usize| pool.demand[u][*r].is_positive() && prices[*r].is_positive();
        let term = |r: usize| format!("{} * {}", held(&pool.demand[u][r]), held(&prices[r]));
        let terms: Vec<String> = (0..pool.resources()).filter(pays).map(term).collect();
        let cost = dot(prices.iter().zip(&pool.demand[u]));
        let name = pool.user_name(u);
        [
            (format!("{} = {cost}", terms.join(" + ")), format!("the price of one task of {name}")),
            (
                format!("{} = {} = {}", of_user(u), over(part, &cost), end.tasks[u][0]),
                format!("the money of {name} over the price of its task"),
            ),
        ]
    });
    let market = (0..pool.resources()).filter_map(|r| {
        let (_, numbers) = full(pool, end, r);
        let (used, there) = (end.used(pool, 0, r), &pool.capacity[0][r]);
        let relation = if used == *there { String::new() } else { format!(" <= {there}") };
        (!numbers.is_empty()).then(|| (format!("{numbers} = {used}{relation}"), pool.resource_name(r)))
    });
    let terms = buyers().map(|(u, part)| format!("{} * y{} / {}", held(part), u + 1, held(&end.tasks[u][0])));
    let terms: Vec<String> = terms.collect();
    let steps = vec![
        Step::new(
            "money",
            "The users together have one unit of money, each a part by its weight. Each resource has a price, and each user spends all \
             its money on tasks.",
        )
        .lines(buyers().map(owns)),
        Step::new(
            "prices",
            "The prices are found by a search, which has no steps to follow. With these prices all numbers below can be checked.",
        )
        .with("prices", Value::numbers(prices))
        .lines(of_prices),
        Step::new("purchases", "Each user buys the tasks that its money pays for.").lines(purchases),
        Step::new(
            "market",
            "What the users buy is what there is: a resource with a price is used up, and no resource is overloaded.",
        )
        .lines(market),
        placed(pool, end),
        Step::new(
            BOUND,
            "The product of all users' tasks, each to the power of its money, is largest in this allocation, and in no other. Write y \
             for the tasks in another allocation. At the prices above, a user's tasks y cost the part y / x of the user's money, and all \
             tasks together cost no more than all resources, which is one unit of money. So the mean of the quotients y / x, weighted by \
             money, is at most 1, and their product is at most that mean.",
        )
        .line(format!("{} <= 1", terms.join(" + ")), "the prices of all tasks y, which the resources bound"),
    ];
    Trace { steps, end: Some(end.clone()) }
}

/// Traces a bottleneck max fair allocation from the full resource of each user, which is `None` for a user that has
/// all its tasks. `others` are the other bottleneck max fair allocations.
pub fn bottlenecks(
    pool: &Pool,
    end: &Placement,
    named: &[Option<usize>],
    others: &[Placement],
) -> Trace<Cluster> {
    let own: BTreeSet<usize> = named.iter().flatten().copied().collect();
    let rule = Step::new(
        "rule",
        "Each user that has not all its tasks needs a bottleneck: a resource that its task uses, that is used up, and of which no other \
         user holds a larger share for its weight. The allocation is found by going through all ways to name a resource for each \
         user; with the resources named here all numbers can be computed.",
    );
    let holds = named.iter().enumerate().filter_map(|(u, r)| match r {
        Some(r) => {
            let unit = &pool.capacity[0][*r] * pool.weight(u, *r) / &pool.demand[u][*r];
            let (name, what) = (pool.user_name(u), pool.resource_name(*r));
            Some((
                format!("{} = {}", of_user(u), sum_of(&[(unit, format!("s{}", r + 1))])),
                format!("{name} holds the share s{} of {what} for its weight", r + 1),
            ))
        }
        None if pool.runs_on(u, 0) => {
            let has = format!("{} = {}", of_user(u), end.tasks[u][0]);
            Some((has, format!("{} has all its tasks", pool.user_name(u))))
        }
        None => None,
    });
    let equations = own.iter().map(|&r| {
        let (variables, _) = full(pool, end, r);
        (format!("{variables} = {}", pool.capacity[0][r]), format!("{} is used up", pool.resource_name(r)))
    });
    let solved = match own.len() {
        1 => "the solution of this equation",
        _ => "the solution of these equations together",
    };
    // The share of resource `r` for the weight of the first user whose bottleneck it is.
    let most = |r: usize| {
        let first = named.iter().position(|named| *named == Some(r));
        first.map(|u| share(pool, u, r, &end.tasks[u][0]))
    };
    let shares = own.iter().filter_map(|&r| Some((format!("s{} = {}", r + 1, most(r)?), solved.to_string())));
    let is_full =
        Step::new("full", "Each of these resources is used up; that gives the shares and the tasks.");
    let mut steps = vec![
        rule,
        Step::new(
            "bottlenecks",
            "The bottlenecks, and what users hold of them. Write s for the largest share of a resource.",
        )
        .lines(holds),
        is_full.lines(equations.chain(shares)),
        placed(pool, end),
    ];
    if !others.is_empty() {
        let tasks = |other: &Placement| other.totals().iter().map(ToString::to_string).collect::<Vec<_>>();
        let all: Vec<String> = others.iter().map(|other| format!("({})", tasks(other).join(", "))).collect();
        steps.push(Step::new(
            "others",
            format!(
                "There are other bottleneck max fair allocations, {}; the mechanism returns the first that it comes to.",
                listed(&all)
            ),
        ));
    }
    let bound = own.iter().flat_map(|&r| {
        let (_, numbers) = full(pool, end, r);
        let what = pool.resource_name(r);
        let used = (format!("{numbers} = {}", end.used(pool, 0, r)), format!("{what} is used up"));
        let users: Vec<usize> = (0..pool.users()).filter(|&u| named[u] == Some(r)).collect();
        let rest = (0..pool.users()).filter(move |&u| pool.demand[u][r].is_positive() && named[u] != Some(r));
        let no_larger = rest.filter_map(move |u| {
            let formula = format!("{} <= {}", share(pool, u, r, &end.tasks[u][0]), most(r)?);
            let (name, those) = (pool.user_name(u), agents("user", &users));
            Some((formula, format!("{name} holds no larger share of {what} for its weight than {those}")))
        });
        std::iter::once(used).chain(no_larger)
    });
    steps.push(
        Step::new(
            BOUND,
            "Each user has a bottleneck, so no user can be given more of it without taking from a user with no larger share of it.",
        )
        .lines(bound),
    );
    Trace { steps, end: Some(end.clone()) }
}
