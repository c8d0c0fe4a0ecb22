//! Whole tasks on many servers in words, turn by turn: the next user, and the server that the rule selects.

use fairwitness_kernel::specification::tasks::placing::{Scheduler, has_more};
use fairwitness_kernel::specification::tasks::{Rule, WholeTasks};

use super::{as_others, ended, largest, listed, over};
use crate::arithmetic::held;
use crate::document::Value;
use crate::mechanism::tasks::Served;
use crate::model::Refusal;
use crate::model::cluster::{Cluster, Placement, Pool};
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{BOUND, MOST_STEPS, Step, Trace, too_many};

/// The turns `served` of the scheduler of a mechanism, which end at `end`.
///
/// # Errors
/// The refusal of too many turns.
pub fn placements(
    mechanism: &WholeTasks,
    rule: &dyn Scheduler,
    pool: &Pool,
    served: &[Served],
    end: Placement,
) -> Result<Trace<Cluster>, Refusal> {
    if served.len() > MOST_STEPS {
        return Err(too_many());
    }
    let mut steps = head(mechanism, rule, pool);
    let mut left = rule.stock();
    let mut count = vec![Rational::zero(); pool.users()];
    let mut open: Vec<usize> =
        (0..pool.users()).filter(|&u| rule.rise(u).is_some() && has_more(pool, u, &count[u])).collect();
    let slots = matches!(mechanism.rule, Rule::Slots);
    for (k, &Served { user: u, server }) in served.iter().enumerate() {
        let level = |u: usize| rule.rise(u).map_or_else(Rational::zero, |rise| &count[u] * rise);
        let share = level(u);
        let tied: Vec<usize> = open.iter().copied().filter(|&v| v != u && level(v) == share).collect();
        let tie = as_others(&tied, ", and comes first by number");
        let turn = format!("Turn {}: {} has the smallest share, {share}{tie}.", k + 1, pool.user_name(u));
        let Some(i) = server else {
            open.retain(|&v| v != u);
            let says = format!("{turn} Its task fits on no server any more, so it is skipped from here on.");
            steps.push(Step::new("skipped", says).with("user", Value::index(u)));
            continue;
        };
        let why = reason(mechanism.rule, pool, rule, (u, i), &left);
        rule.take(u, i, &mut left[i]);
        count[u] = &count[u] + Rational::one();
        open.retain(|&v| v != u || has_more(pool, u, &count[u]));
        let of = |r: usize| if slots { "slots".to_string() } else { format!("of {}", pool.resource_name(r)) };
        let rest: Vec<String> = left[i].iter().enumerate().map(|(r, x)| format!("{x} {}", of(r))).collect();
        let (on, rest) = (pool.server_name(i), listed(&rest));
        let says = format!("{turn} Its task goes to {on}, {why}; left there: {rest}.");
        steps.push(
            Step::new("placement-of-a-task", says)
                .with("user", Value::index(u))
                .with("server", Value::index(i))
                .with("share", Value::Number(share))
                .with("left", Value::numbers(&left[i])),
        );
    }
    let says = "The rule leaves no choice: each user, and each server, is the only one that it allows.";
    Ok(ended(pool, steps, end, [Step::new(BOUND, says)]))
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
    let slots = matches!(mechanism.rule, Rule::Slots);
    if slots {
        let has = |(i, s): (usize, &Vec<Rational>)| format!("{} has {} slots", pool.server_name(i), s[0]);
        let all: Vec<String> = rule.stock().iter().enumerate().map(has).collect();
        steps.push(Step::new(
            "slots",
            format!("One slot is 1/14 of the largest amount of each resource on one server; only whole slots count: {}.", listed(&all)),
        ));
    }
    let mut step =
        Step::new("share", format!("How far one task raises the {what} of its user, over its weight."));
    for u in 0..pool.users() {
        step = match rule.rise(u) {
            Some(rise) => {
                step.line(format!("d{} = {}", u + 1, of_task(pool, u, &rise, slots)), pool.user_name(u))
            }
            None => {
                step.says += &format!(" {} can run nothing.", pool.user_name(u));
                step
            }
        };
    }
    steps.push(step);
    steps
}

/// How much one task raises the share of its user, written out: `max(1 / 4, 2 / 6) / 2 = 1/6`.
fn of_task(pool: &Pool, u: usize, rise: &Rational, slots: bool) -> String {
    let (pooled, weight) = (pool.pooled(), pool.weight(u, 0));
    let by = if *weight == Rational::one() { String::new() } else { format!(" / {}", held(weight)) };
    match (slots, by.is_empty()) {
        (true, true) => rise.to_string(),
        (true, false) => format!("{}{by} = {rise}", rise * weight),
        _ => {
            let demanded =
                (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive() && pooled[r].is_positive());
            let parts: Vec<String> = demanded.map(|r| over(&pool.demand[u][r], &pooled[r])).collect();
            format!("{}{by} = {rise}", largest(&parts))
        }
    }
}

/// The reason for the selection of server `i` for user `u`.
fn reason(
    rule: Rule,
    pool: &Pool,
    by: &dyn Scheduler,
    (u, i): (usize, usize),
    left: &[Vec<Rational>],
) -> String {
    let fitting: Vec<usize> =
        (0..pool.servers()).filter(|&s| pool.eligible[u][s] && by.fits(u, s, &left[s])).collect();
    if fitting.len() == 1 {
        return "the only one on which it fits".to_string();
    }
    if !matches!(rule, Rule::BestFit) {
        return "the first on which it fits".to_string();
    }
    // Amounts count as parts of the pool; each vector is divided by its first entry.
    let pooled = pool.pooled();
    let part =
        |x: &Rational, r: usize| if pooled[r].is_positive() { x / &pooled[r] } else { Rational::zero() };
    let over_first = |row: &[Rational]| -> Vec<Rational> {
        (1..row.len()).map(|r| part(&row[r], r) / part(&row[0], 0)).collect()
    };
    let task = over_first(&pool.demand[u]);
    let terms = |s: usize| -> (Rational, String) {
        let rest = over_first(&left[s]);
        let pairs = || task.iter().zip(&rest);
        let distance = sum(pairs().map(|(task, rest)| (task - rest).abs()));
        let all: Vec<String> = pairs().map(|(task, rest)| format!("|{task} - {rest}|")).collect();
        let text = if all.is_empty() { "0".to_string() } else { format!("{} = {distance}", all.join(" + ")) };
        (distance, format!("{text} for {}", pool.server_name(s)))
    };
    let all: Vec<String> = fitting.iter().map(|&s| terms(s).1).collect();
    format!("with the smallest distance H = {} ({})", terms(i).0, listed(&all))
}
