//! Precomputed DRF in words: the level at which divisible filling ends, rounded down; then a final round or cycles
//! of higher orders; and the formulas in float64.

use fairwitness_kernel::specification::tasks::cycles::taken_seen;
use fairwitness_kernel::specification::tasks::f64_forms::{self, Event};
use fairwitness_kernel::specification::tasks::final_round::Turn;
use fairwitness_kernel::specification::tasks::{OnePool, pdrf, placed as on_one_server};

use super::picks::{left_over, share_step};
use super::{agents, ended, listed, over, tasks};
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::Refusal;
use crate::model::cluster::Cluster;
use crate::scalar::{Rational, Scalar};
use crate::trace::{BOUND, Step, Trace};

/// The level at which the first resource is used up by `users`, with the arithmetic; `None` if they need no
/// resource.
fn level(one: &OnePool<'_>, users: &[usize], left: &[Rational], says: String) -> Option<(Rational, Step)> {
    let ends = pdrf::ends(one, users, left);
    let (r, at) = ends.iter().min_by_key(|(r, at)| (at, r))?;
    let mut step = Step::new("level", says);
    for (r, at) in &ends {
        let taking = users.iter().filter(|&&u| one.pool.demand[u][*r].is_positive());
        let parts: Vec<String> = taking.map(|&u| over(&one.pool.demand[u][*r], one.unit(u))).collect();
        step = step.line(
            format!("{} / ({}) = {at}", held(&left[*r]), parts.join(" + ")),
            format!(
                "{}: what is there, over what the users take of it per unit of the level",
                one.pool.resource_name(*r)
            ),
        );
    }
    let step = step
        .line(format!("L = {at}"), format!("the smallest, by {}", one.pool.resource_name(*r)))
        .with("level", Value::Number(at.clone()))
        .with("resource", Value::index(*r));
    Some((at.clone(), step))
}

/// The step in which each of `users` gets the whole tasks `gets` within the level; `given` are the tasks of each user
/// of the pool afterwards.
fn within(
    one: &OnePool<'_>,
    level: &Rational,
    users: &[usize],
    gets: &[Rational],
    given: &[Rational],
) -> Step {
    let step = Step::new("rounding", "Each user gets the whole tasks within the level.");
    let step = users.iter().zip(gets).fold(step, |step, (&u, gets)| {
        let because = format!("{}: the level over the share of a task", one.pool.user_name(u));
        let product = level / one.unit(u);
        step.line(format!("floor({}) = floor({product}) = {gets}", over(level, one.unit(u))), because)
    });
    step.with("tasks", Value::numbers(given))
}

/// Precomputed DRF with the tasks `given`, after which the final round has the turns `turns`, if there is one.
pub fn precomputed(one: &OnePool<'_>, mut given: Vec<Rational>, turns: Option<&[Turn]>) -> Trace<Cluster> {
    let users = one.running();
    let mut steps = vec![share_step(one)];
    let mut bound =
        Step::new(BOUND, "The formula leaves no choice: the level and the roundings are the only ones.");
    let says = "Were tasks divisible, the users would rise together to the level at which the first resource is used up.";
    if let Some((at, step)) = level(one, &users, &one.pool.capacity[0], says.to_string()) {
        let gets: Vec<Rational> = users.iter().map(|&u| given[u].clone()).collect();
        steps.extend([step, within(one, &at, &users, &gets, &given)]);
        bound = bound
            .line(format!("L <= {at}"), "at a higher level the tasks of all users would overfill a resource");
    }
    if let Some(turns) = turns {
        final_round(one, turns, &mut given, &mut steps);
    }
    ended(one.pool, steps, on_one_server(given), [bound])
}

/// Adds a further task for each user in turn, if it fits.
fn final_round(one: &OnePool<'_>, turns: &[Turn], given: &mut [Rational], steps: &mut Vec<Step>) {
    let mut left = one.left(given);
    let says = format!(
        "One final round: the users in order of their shares, of equals the higher share of a task first, get one more \
         task if it fits. What is left: {}.",
        left_over(one.pool, &left)
    );
    steps.push(Step::new("final-round", says));
    for &(u, fits) in turns {
        let share = &given[u] * one.unit(u);
        let rest = if fits {
            one.take(u, &mut left);
            given[u] = &given[u] + Rational::one();
            format!("one more task fits; what is left: {}", left_over(one.pool, &left))
        } else {
            "no more task fits".to_string()
        };
        steps.push(
            Step::new("turn", format!("{} with the share {share}: {rest}.", one.pool.user_name(u)))
                .with("user", Value::index(u))
                .with("fits", Value::text(if fits { "yes" } else { "no" })),
        );
    }
}

/// The cycles of higher orders.
pub fn higher_cycles(one: &OnePool<'_>) -> Trace<Cluster> {
    let pool = one.pool;
    let mut steps = vec![share_step(one)];
    let mut given = vec![Rational::zero(); pool.users()];
    let mut cycles = Vec::new();
    taken_seen(one, &mut cycles);
    for (k, cycle) in cycles.iter().enumerate() {
        let (highest, names) = (&cycle.highest, agents("user", &cycle.users));
        let rises = format!(
            "A cycle of {names}: all users of the cycle rise together to the level at which the first resource is used up."
        );
        let found = level(one, &cycle.users, &cycle.left, rises);
        if let (Some((at, gets)), Some((_, step))) = (&cycle.taken, &found) {
            cycle.users.iter().zip(gets).for_each(|(&u, x)| given[u] = &given[u] + x);
            steps.extend([step.clone(), within(one, at, &cycle.users, gets, &given)]);
            let left = one.left(&given);
            let says = format!("What is left: {}.", left_over(pool, &left));
            steps.push(Step::new("left", says).with("left", Value::numbers(&left)));
        } else {
            let says = format!(
                "A cycle of {names}: their level stays below {highest}, the highest dominant share of a task, so this cycle is skipped."
            );
            let mut step = Step::new("skipped", says);
            step.lines = found.map(|(_, tried)| tried.lines).unwrap_or_default();
            steps.push(step);
        }
        let stays = |u: &usize| cycles.get(k + 1).is_some_and(|next| next.users.contains(u));
        let gone: Vec<usize> = cycle.users.iter().copied().filter(|u| !stays(u)).collect();
        let (who, these) = (agents("user", &gone), if gone.len() == 1 { "this user" } else { "these users" });
        let share = format!("the highest dominant share, {highest}");
        let says = format!("The tasks of {who} have {share}, so no later cycle includes {these}.");
        steps.push(Step::new("leaves", says));
    }
    let bound = "The formula leaves no choice: each cycle's level and its roundings are the only ones.";
    ended(one.pool, steps, on_one_server(given), [Step::new(BOUND, bound)])
}

/// The forms in float64, operation by operation; `by_level` selects the simplified form.
///
/// # Errors
/// An operation that overflows.
pub fn in_float64(one: &OnePool<'_>, by_level: bool) -> Result<Trace<Cluster>, Refusal> {
    let (pool, users) = (one.pool, one.running());
    let mut events = Vec::new();
    let given = f64_forms::run(one, by_level, &mut events)?;
    let (name, what, how) = match by_level {
        true => ("L", "level", "per unit of the level: demands over shares, added up"),
        false => ("k", "number of cycles", "in a cycle"),
    };
    let mut of_task = Step::new(
        "share",
        "All numbers are in float64: each result is rounded to the nearest number of 53 binary digits. First, the dominant share of one \
         task: its largest part of a resource.",
    );
    let mut level = Step::new("level", format!("The {what}, by resource, and the smallest of them."));
    let mut rounding = Step::new("rounding", "Each user gets a number of tasks, which is rounded down.");
    let (mut shares, mut least) = (vec![0.0; pool.users()], f64::INFINITY);
    let exact = pdrf::level(one);
    for event in &events {
        match event {
            Event::Shares(all) => {
                users.iter().zip(all).for_each(|(&u, share)| shares[u] = *share);
                of_task = of_task.lines(users.iter().zip(all).map(|(&u, share)| {
                    let (name, unit) = (pool.user_name(u), one.unit(u));
                    (
                        format!("d{} = {share:?}", u + 1),
                        format!("{name}; exactly {unit}, rounded to 53 binary digits"),
                    )
                }));
            }
            Event::Quotient { resource, terms: (capacity, total), at } => {
                least = f64::min(least, *at);
                let name = pool.resource_name(*resource);
                let because = format!("{name}: what is there, over {total:?}, which the users take {how}");
                level = level.line(format!("{capacity:?} / {total:?} = {at:?}"), because);
            }
            Event::Tasks(u, product) => {
                let (highest, share) = (shares.iter().copied().fold(0.0, f64::max), shares[*u]);
                let formula = match by_level {
                    true => format!("{least:?} / {share:?}"),
                    false => format!("{least:?} * ({highest:?} / {share:?})"),
                };
                let right = exact.as_ref().map_or_else(String::new, |level| {
                    let right = level / one.unit(*u);
                    format!("; without rounding errors, {right} gives {}", right.floor())
                });
                let line = format!("floor({formula}) = floor({product:?}) = {}", given[*u]);
                rounding = rounding.line(line, format!("{}{right}", pool.user_name(*u)));
            }
        }
    }
    let says = |&u: &usize| format!("{} for {}", tasks(&given[u]), pool.user_name(u));
    let said = listed(&users.iter().map(says).collect::<Vec<_>>());
    let told = Step::new("tasks", format!("The outcome: {said}.")).with("tasks", Value::numbers(&given));
    let level = level.line(format!("{name} = {least:?}"), "the smallest");
    let bound =
        "Each operation in float64 has one result; exact arithmetic, beside it, tells where it differs.";
    let steps = vec![of_task, level, rounding, told];
    Ok(ended(one.pool, steps, on_one_server(given), [Step::new(BOUND, bound)]))
}
