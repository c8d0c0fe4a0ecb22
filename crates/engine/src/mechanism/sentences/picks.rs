//! Whole tasks pick by pick in words: the user with the smallest share, the tie rule, and the amounts left.

use fairwitness_kernel::specification::tasks::filling::{Filling, Order};
use fairwitness_kernel::specification::tasks::{OnePool, placed as on_one_server};

use super::{agents, as_others, capital, ended, largest, listed, over};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::Refusal;
use crate::model::cluster::{Cluster, Pool};
use crate::scalar::{Rational, Scalar};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

/// The first step: the share of one task of each user.
pub(super) fn share_step(one: &OnePool<'_>) -> Step {
    let pool = one.pool;
    let says = "The dominant share of one task: its largest part of a resource, divided by the user's weight where that is not 1.";
    let shares: Vec<Rational> = one.share.iter().map(|s| s.clone().unwrap_or_else(Rational::zero)).collect();
    let mut step = Step::new("share", says).with("share_of_a_task", Value::numbers(&shares));
    for u in one.running() {
        let part = |r: usize| {
            let weight = pool.weight(u, r);
            let by = if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
            format!("{}{by}", over(&pool.demand[u][r], &pool.capacity[0][r]))
        };
        let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
        let parts: Vec<String> = demanded.map(part).collect();
        step = step.line(format!("d{} = {} = {}", u + 1, largest(&parts), one.unit(u)), pool.user_name(u));
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

/// The resource of which too little is left for a task of the user, and the statement that it is.
pub(super) fn lack(pool: &Pool, user: usize, left: &[Rational]) -> Option<(usize, String)> {
    let r = (0..pool.resources()).find(|&r| pool.demand[user][r] > left[r])?;
    let says = format!("its task needs {} of {}", pool.demand[user][r], pool.resource_name(r));
    Some((r, says))
}

/// The rule that selects the next user, in a sentence.
fn rule(order: Order, skips: bool) -> String {
    let so_far = "smallest dominant share so far";
    let (who, tie) = match order {
        Order::HigherShare => {
            (so_far, "of equals, the one whose task has the higher share, then the lower number")
        }
        Order::LowerShare => {
            (so_far, "of equals, the one whose task has the lower share, then the lower number")
        }
        Order::Index => (so_far, "of equals, the one with the lower number"),
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

/// The run of progressive filling.
///
/// # Errors
/// The refusal of too many picks.
pub fn filling(one: &OnePool<'_>, filling: &Filling<'_>) -> Result<Trace<Cluster>, Refusal> {
    let (picks, tasks) = filling.seen(MOST_STEPS).ok_or_else(too_many)?;
    let pool = one.pool;
    let mut left = pool.capacity[0].clone();
    let mut given = vec![Rational::zero(); pool.users()];
    let mut open: Vec<usize> = one.running().into_iter().filter(|&u| one.has_more(u, &given[u])).collect();
    let mut steps = vec![Step::new("rule", rule(filling.order, filling.leave_out)), share_step(one)];
    let mut bound =
        Step::new(BOUND, "The rule leaves no choice: each pick is forced, and so is the tie rule's answer.");
    let which = if filling.order == Order::ShareAfter { "share after its next task" } else { "share" };
    for (k, pick) in picks.iter().enumerate() {
        let (u, name) = (pick.user, pool.user_name(pick.user));
        let ties = |v: &usize| *v != u && filling.level(*v, &given[*v]) == pick.level;
        let tied: Vec<usize> = open.iter().copied().filter(ties).collect();
        let tie = as_others(&tied, &format!("; the tie rule picks {name}"));
        let rest = if pick.fits {
            one.take(u, &mut left);
            given[u] = &given[u] + Rational::one();
            let more = one.has_more(u, &given[u]);
            open.retain(|&v| v != u || more);
            format!(
                "Its task fits; its share becomes {}; what is left: {}.{}",
                &given[u] * one.unit(u),
                left_over(pool, &left),
                if more { "" } else { " It was its last task." }
            )
        } else {
            open.retain(|&v| v != u);
            let (r, needs) = lack(pool, u, &left).unwrap_or_default();
            let lack = format!("{needs}, and {} is left", left[r]);
            bound = bound.line(format!("{} > {}", pool.demand[u][r], left[r]), format!("{name}: {lack}"));
            let what = if filling.leave_out { "It is skipped" } else { "The run stops" };
            format!("{what}: {lack}.")
        };
        let says = format!("Pick {}: {name} has the smallest {which}, {}{tie}. {rest}", k + 1, pick.level);
        steps.push(
            Step::new("pick", says)
                .with("user", Value::index(u))
                .with("share", Value::Number(pick.level.clone()))
                .with("fits", Value::text(if pick.fits { "yes" } else { "no" }))
                .with("left", Value::numbers(&left)),
        );
    }
    Ok(ended(pool, steps, on_one_server(tasks), [bound]))
}
