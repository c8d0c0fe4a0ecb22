//! Traces of whole tasks pick by pick: the user with the smallest share, the tie rule, and the amounts left.

use fairwitness_kernel::specification::tasks::OnePool;
use fairwitness_kernel::specification::tasks::filling::Order;
use fairwitness_kernel::specification::tasks::placed as on_one_server;

use super::phrases::{agents, capital, listed, over};
use super::placed::placed;
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, greatest, sum};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

/// The first step: the share of one task of each user.
pub(super) fn share_step(one: &OnePool<'_>) -> Step {
    let pool = one.pool;
    let says = "The dominant share of one task: its largest part of a resource, divided by the user's weight where that is not 1.";
    let shares: Vec<Rational> = one.share.iter().map(|s| s.clone().unwrap_or_else(Rational::zero)).collect();
    let mut step = Step::new("share", says).with("share_of_a_task", Value::numbers(&shares));
    for u in one.running() {
        let parts: Vec<String> = (0..pool.resources())
            .filter(|&r| pool.demand[u][r].is_positive())
            .map(|r| {
                let weight = pool.weight(u, r);
                let weight =
                    if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
                format!("{}{weight}", over(&pool.demand[u][r], &pool.capacity[0][r]))
            })
            .collect();
        let formula = match &parts[..] {
            [part] => format!("d{} = {part} = {}", u + 1, one.unit(u)),
            _ => format!("d{} = max({}) = {}", u + 1, parts.join(", "), one.unit(u)),
        };
        step = step.line(formula, pool.user_name(u));
    }
    let idle: Vec<usize> = (0..pool.users()).filter(|u| !one.running().contains(u)).collect();
    if !idle.is_empty() {
        step.says += &format!(" {} can run no task.", capital(&agents("user", &idle)));
    }
    step
}

/// The amounts left of each resource, in words.
pub(super) fn left_over(pool: &Pool, left: &[Rational]) -> String {
    let all: Vec<String> =
        left.iter().enumerate().map(|(r, x)| format!("{x} of {}", pool.resource_name(r))).collect();
    listed(&all)
}

/// The rule that selects the next user, in a sentence.
fn rule(order: Order, skips: bool) -> String {
    let (who, tie) = match order {
        Order::HigherShare => (
            "smallest dominant share so far",
            "of equals, the one whose task has the higher share, then the lower number",
        ),
        Order::LowerShare => (
            "smallest dominant share so far",
            "of equals, the one whose task has the lower share, then the lower number",
        ),
        Order::Index => ("smallest dominant share so far", "of equals, the one with the lower number"),
        Order::ShareAfter => {
            ("smallest dominant share after its next task", "of equals, the one with the lower number")
        }
    };
    let misfit = if skips {
        "A user whose next task does not fit is skipped from then on"
    } else {
        "The run stops at the first task that does not fit"
    };
    format!("Each pick gives one task to the user with the {who} ({tie}). {misfit}.")
}

/// Traces progressive filling.
///
/// # Errors
/// The refusal of too many picks.
pub(in crate::mechanism) fn filling(
    one: &OnePool<'_>,
    order: Order,
    skips: bool,
) -> Result<Trace<Cluster>, Refusal> {
    let pool = one.pool;
    let most = |u: &usize| {
        let fits = Rational::one() / one.unit(*u);
        let fits = greatest((0..pool.resources()).map(|r| pool.weight(*u, r).clone()))
            .map_or(fits.clone(), |w| w * &fits);
        one.limit(*u).map_or(fits.clone(), |has| if has < fits { has } else { fits })
    };
    let running = one.running();
    if sum(running.iter().map(most)) > Rational::int(MOST_STEPS as i64) {
        return Err(too_many());
    }
    let mut left = pool.capacity[0].clone();
    let mut given = vec![Rational::zero(); pool.users()];
    let mut open: Vec<usize> = running.into_iter().filter(|&u| one.has_more(u, &given[u])).collect();
    let mut steps = vec![Step::new("rule", rule(order, skips)), share_step(one)];
    let mut bound =
        Step::new(BOUND, "The rule leaves no choice: each pick is forced, and so is the tie rule's answer.");
    let key = |u: usize, given: &[Rational]| match order {
        Order::ShareAfter => (&given[u] + Rational::one()) * one.unit(u),
        _ => &given[u] * one.unit(u),
    };
    let rank = |u: usize| match order {
        Order::HigherShare => -one.unit(u).clone(),
        Order::LowerShare => one.unit(u).clone(),
        Order::Index | Order::ShareAfter => Rational::zero(),
    };
    let mut pick = 0;
    while let Some(u) = open.iter().copied().min_by_key(|&u| (key(u, &given), rank(u), u)) {
        pick += 1;
        let smallest = key(u, &given);
        let tied: Vec<usize> =
            open.iter().copied().filter(|&v| v != u && key(v, &given) == smallest).collect();
        let name = pool.user_name(u);
        let which = if order == Order::ShareAfter { "share after its next task" } else { "share" };
        let tie = if tied.is_empty() {
            String::new()
        } else {
            format!(
                ", as {} {}; the tie rule picks {name}",
                agents("user", &tied),
                if tied.len() == 1 { "does" } else { "do" }
            )
        };
        let fits = one.fits(u, &left);
        let head = format!("Pick {pick}: {name} has the smallest {which}, {smallest}{tie}.");
        let rest = if fits {
            one.take(u, &mut left);
            given[u] = &given[u] + Rational::one();
            let share = &given[u] * one.unit(u);
            let more = one.has_more(u, &given[u]);
            let end = if more { "" } else { " It was its last task." };
            if !more {
                open.retain(|&v| v != u);
            }
            format!(
                " Its task fits; its share becomes {share}; what is left: {}.{end}",
                left_over(pool, &left)
            )
        } else {
            let misses = (0..pool.resources()).find(|&r| pool.demand[u][r] > left[r]).unwrap_or_default();
            let lack = format!(
                "its task needs {} of {}, and {} is left",
                pool.demand[u][misses],
                pool.resource_name(misses),
                left[misses]
            );
            bound = bound
                .line(format!("{} > {}", pool.demand[u][misses], left[misses]), format!("{name}: {lack}"));
            if skips {
                open.retain(|&v| v != u);
                format!(" It is skipped: {lack}.")
            } else {
                open.clear();
                format!(" The run stops: {lack}.")
            }
        };
        steps.push(
            Step::new("pick", head + &rest)
                .with("user", Value::index(u))
                .with("share", Value::Number(smallest))
                .with("fits", Value::text(if fits { "yes" } else { "no" }))
                .with("left", Value::numbers(&left)),
        );
    }
    let end = on_one_server(given);
    steps.push(placed(pool, &end));
    steps.push(bound);
    Ok(Trace { steps, end: Some(end) })
}
