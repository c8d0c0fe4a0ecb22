//! Traces of whole tasks on many servers, placement by placement: the next user, and the server that the rule
//! selects.

use fairwitness_kernel::specification::tasks::placing::{self, Scheduler, best, has_more};
use fairwitness_kernel::specification::tasks::{Rule, WholeTasks};

use super::phrases::{agents, listed, over};
use super::placed::placed;
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::cluster::{Cluster, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

/// Traces the scheduler of the mechanism.
///
/// # Errors
/// The refusal of too many placements.
pub(in crate::mechanism) fn placements(
    mechanism: &WholeTasks,
    rule: &dyn Scheduler,
    pool: &Pool,
) -> Result<Trace<Cluster>, Refusal> {
    let alone = |u: usize| pool.capped(u, sum((0..pool.servers()).map(|i| pool.gamma(u, i).floor())));
    if sum((0..pool.users()).map(alone)) > Rational::int(MOST_STEPS as i64) {
        return Err(too_many());
    }
    let mut steps = head(mechanism, rule, pool);
    let mut left = rule.stock();
    let mut count = vec![Rational::zero(); pool.users()];
    let mut order = Vec::new();
    let mut open: Vec<usize> =
        (0..pool.users()).filter(|&u| rule.rise(u).is_some() && has_more(pool, u, &count[u])).collect();
    let level =
        |u: usize, count: &[Rational]| rule.rise(u).map_or_else(Rational::zero, |rise| &count[u] * rise);
    let slots = matches!(mechanism.rule, Rule::Slots);
    let mut turns = 0;
    while let Some(u) = open.iter().copied().min_by_key(|&u| (level(u, &count), u)) {
        turns += 1;
        let share = level(u, &count);
        let tied: Vec<usize> =
            open.iter().copied().filter(|&v| v != u && level(v, &count) == share).collect();
        let tie = if tied.is_empty() {
            String::new()
        } else {
            format!(
                ", as {} {}, and comes first by number",
                agents("user", &tied),
                if tied.len() == 1 { "does" } else { "do" }
            )
        };
        let turn = format!("Turn {turns}: {} has the smallest share, {share}{tie}.", pool.user_name(u));
        let Some(i) = best(rule, pool, u, &left) else {
            open.retain(|&v| v != u);
            let says = format!("{turn} Its task fits on no server any more, so it is skipped from here on.");
            steps.push(Step::new("skipped", says).with("user", Value::index(u)));
            continue;
        };
        let why = reason(mechanism.rule, pool, rule, u, i, &left);
        rule.take(u, i, &mut left[i]);
        count[u] = &count[u] + Rational::one();
        order.push((u, i));
        if !has_more(pool, u, &count[u]) {
            open.retain(|&v| v != u);
        }
        let rest: Vec<String> = left[i]
            .iter()
            .enumerate()
            .map(
                |(r, x)| {
                    if slots { format!("{x} slots") } else { format!("{x} of {}", pool.resource_name(r)) }
                },
            )
            .collect();
        let says =
            format!("{turn} Its task goes to {}, {why}; left there: {}.", pool.server_name(i), listed(&rest));
        steps.push(
            Step::new("placement-of-a-task", says)
                .with("user", Value::index(u))
                .with("server", Value::index(i))
                .with("share", Value::Number(share))
                .with("left", Value::numbers(&left[i])),
        );
    }
    let end = placing::total(pool, &order);
    steps.push(placed(pool, &end));
    steps.push(Step::new(
        BOUND,
        "The rule leaves no choice: each user, and each server, is the only one that it allows.",
    ));
    Ok(Trace { steps, end: Some(end) })
}

/// The first steps: the rule, and the increase of each user's share per task.
fn head(mechanism: &WholeTasks, rule: &dyn Scheduler, pool: &Pool) -> Vec<Step> {
    let (what, whither) = match mechanism.rule {
        Rule::FirstFit => ("dominant share of the whole pool", "the first server on which it fits"),
        Rule::BestFit => ("dominant share of the whole pool", "the server with the smallest distance H"),
        _ => ("number of slots", "the first server with enough free slots"),
    };
    let mut steps = vec![Step::new(
        "rule",
        format!(
            "Each turn goes to the user with the smallest {what}, of equals the lower number; its task goes to {whither}."
        ),
    )];
    if matches!(mechanism.rule, Rule::BestFit) && pool.resources() > 1 {
        steps[0].says += " For H, the task's amounts and those that are left on a server are counted as parts of the whole pool and divided \
                          by the part of resource 1; H adds up how far the results differ, resource by resource.";
    }
    if matches!(mechanism.rule, Rule::Slots) {
        let slots: Vec<String> = rule
            .stock()
            .iter()
            .enumerate()
            .map(|(i, s)| format!("{} has {} slots", pool.server_name(i), s[0]))
            .collect();
        steps.push(Step::new(
            "slots",
            format!("One slot is 1/14 of the largest amount of each resource on one server; only whole slots count: {}.", listed(&slots)),
        ));
    }
    let mut step =
        Step::new("share", format!("How far one task raises the {what} of its user, over its weight."));
    for u in 0..pool.users() {
        match rule.rise(u) {
            Some(rise) => {
                let slots = matches!(mechanism.rule, Rule::Slots);
                step =
                    step.line(format!("d{} = {}", u + 1, of_task(pool, u, &rise, slots)), pool.user_name(u));
            }
            None => step.says += &format!(" {} can run nothing.", pool.user_name(u)),
        }
    }
    steps.push(step);
    steps
}

/// How much one task raises the share of its user, written out: `max(1 / 4, 2 / 6) / 2 = 1/6`.
fn of_task(pool: &Pool, u: usize, rise: &Rational, slots: bool) -> String {
    let (pooled, weight) = (pool.pooled(), pool.weight(u, 0));
    let by = if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
    if slots {
        return if by.is_empty() { rise.to_string() } else { format!("{}{by} = {rise}", rise * weight) };
    }
    let parts: Vec<String> = (0..pool.resources())
        .filter(|&r| pool.demand[u][r].is_positive() && pooled[r].is_positive())
        .map(|r| over(&pool.demand[u][r], &pooled[r]))
        .collect();
    match &parts[..] {
        [one] => format!("{one}{by} = {rise}"),
        _ => format!("max({}){by} = {rise}", parts.join(", ")),
    }
}

/// The reason for the selection of server `i`.
fn reason(rule: Rule, pool: &Pool, by: &dyn Scheduler, u: usize, i: usize, left: &[Vec<Rational>]) -> String {
    let fitting: Vec<usize> =
        (0..pool.servers()).filter(|&s| pool.eligible[u][s] && by.fits(u, s, &left[s])).collect();
    if fitting.len() == 1 {
        return "the only one on which it fits".to_string();
    }
    if !matches!(rule, Rule::BestFit) {
        return "the first on which it fits".to_string();
    }
    let pooled = pool.pooled();
    // Amounts count as parts of the pool; each vector is divided by its first entry.
    let part =
        |x: &Rational, r: usize| if pooled[r].is_positive() { x / &pooled[r] } else { Rational::zero() };
    let distance = |s: usize| {
        let (own, there) = (part(&pool.demand[u][0], 0), part(&left[s][0], 0));
        sum((1..pool.resources())
            .map(|r| (part(&pool.demand[u][r], r) / &own - part(&left[s][r], r) / &there).abs()))
    };
    let terms = |s: usize| {
        let (own, there) = (part(&pool.demand[u][0], 0), part(&left[s][0], 0));
        let term = |r: usize| {
            let (task, rest) = (part(&pool.demand[u][r], r) / &own, part(&left[s][r], r) / &there);
            format!("|{task} - {rest}|")
        };
        let all: Vec<String> = (1..pool.resources()).map(term).collect();
        if all.is_empty() { "0".to_string() } else { format!("{} = {}", all.join(" + "), distance(s)) }
    };
    let all: Vec<String> =
        fitting.iter().map(|&s| format!("{} for {}", terms(s), pool.server_name(s))).collect();
    format!("with the smallest distance H = {} ({})", distance(i), listed(&all))
}
