//! Traces of precomputed DRF: the level at which divisible filling ends, rounded down; then a final round or
//! cycles of higher orders; and the formulas in float64.

use fairwitness_kernel::specification::tasks::{OnePool, cycles, pdrf, placed as on_one_server};

use super::phrases::{agents, listed, over, tasks};
use super::picks::{left_over, share_step};
use super::placed::placed;
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::cluster::Cluster;
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, greatest, sum};
use crate::trace::{BOUND, Step, Trace};

/// The level at which the first resource is used up by `users`, with the arithmetic; `None` if they need no
/// resource.
fn level(one: &OnePool<'_>, users: &[usize], left: &[Rational]) -> Option<(Rational, Step)> {
    let pool = one.pool;
    let mut step = Step::new(
        "level",
        "Were tasks divisible, the users would rise together to the level at which the first resource is used up.",
    );
    let mut least: Option<(Rational, usize)> = None;
    for (r, room) in left.iter().enumerate() {
        let rate = sum(users.iter().map(|&u| &pool.demand[u][r] / one.unit(u)));
        if !rate.is_positive() {
            continue;
        }
        let parts: Vec<String> = users
            .iter()
            .filter(|&&u| pool.demand[u][r].is_positive())
            .map(|&u| over(&pool.demand[u][r], one.unit(u)))
            .collect();
        let at = room / &rate;
        step = step.line(
            format!("{} / ({}) = {at}", held(room), parts.join(" + ")),
            format!(
                "{}: what is there, over what the users take of it per unit of the level",
                pool.resource_name(r)
            ),
        );
        if least.as_ref().is_none_or(|(best, _)| at < *best) {
            least = Some((at, r));
        }
    }
    let (at, r) = least?;
    let step = step
        .line(format!("L = {at}"), format!("the smallest, by {}", pool.resource_name(r)))
        .with("level", Value::Number(at.clone()))
        .with("resource", Value::index(r));
    Some((at, step))
}

/// Adds the whole tasks of each user within the level to `given`, as a step.
fn within(one: &OnePool<'_>, level: &Rational, users: &[usize], given: &mut [Rational]) -> Step {
    let mut step = Step::new("rounding", "Each user gets the whole tasks within the level.");
    for &u in users {
        let exact = level / one.unit(u);
        given[u] = &given[u] + exact.floor();
        step = step.line(
            format!("floor({}) = floor({exact}) = {}", over(level, one.unit(u)), exact.floor()),
            format!("{}: the level over the share of a task", one.pool.user_name(u)),
        );
    }
    step.with("tasks", Value::numbers(given))
}

/// Traces precomputed DRF, with a final round if `last`.
pub(in crate::mechanism) fn precomputed(one: &OnePool<'_>, last: bool) -> Trace<Cluster> {
    let users = one.running();
    let mut steps = vec![share_step(one)];
    let mut given = vec![Rational::zero(); one.pool.users()];
    let mut bound =
        Step::new(BOUND, "The formula leaves no choice: the level and the roundings are the only ones.");
    if let Some((at, step)) = level(one, &users, &one.pool.capacity[0]) {
        steps.push(step);
        steps.push(within(one, &at, &users, &mut given));
        bound = bound
            .line(format!("L <= {at}"), "at a higher level the tasks of all users would overfill a resource");
    }
    if last {
        final_round(one, &users, &mut given, &mut steps);
    }
    let end = on_one_server(given);
    steps.push(placed(one.pool, &end));
    steps.push(bound);
    Trace { steps, end: Some(end) }
}

/// Adds a further task for each user in turn, if it fits.
fn final_round(one: &OnePool<'_>, users: &[usize], given: &mut [Rational], steps: &mut Vec<Step>) {
    let pool = one.pool;
    let mut left = one.left(given);
    steps.push(Step::new(
        "final-round",
        format!(
            "One final round: the users in order of their shares, of equals the higher share of a task first, get one more \
             task if it fits. What is left: {}.",
            left_over(pool, &left)
        ),
    ));
    let mut order = users.to_vec();
    let before: Vec<Rational> = given.to_vec();
    order.sort_by_key(|&u| (&before[u] * one.unit(u), -one.unit(u).clone()));
    for u in order {
        let share = &given[u] * one.unit(u);
        let fits = one.fits(u, &left);
        let rest = if fits {
            one.take(u, &mut left);
            given[u] = &given[u] + Rational::one();
            format!("one more task fits; what is left: {}", left_over(pool, &left))
        } else {
            "no more task fits".to_string()
        };
        steps.push(
            Step::new("turn", format!("{} with the share {share}: {rest}.", pool.user_name(u)))
                .with("user", Value::index(u))
                .with("fits", Value::text(if fits { "yes" } else { "no" })),
        );
    }
}

/// Traces the cycles of higher orders.
pub(in crate::mechanism) fn higher_cycles(one: &OnePool<'_>) -> Trace<Cluster> {
    let pool = one.pool;
    let mut steps = vec![share_step(one)];
    let mut users = one.running();
    let mut left = pool.capacity[0].clone();
    let mut given = vec![Rational::zero(); pool.users()];
    while let Some(highest) = greatest(users.iter().map(|&u| one.unit(u).clone())) {
        let found = level(one, &users, &left);
        let names = agents("user", &users);
        match found.filter(|(at, _)| *at >= highest) {
            Some((at, mut step)) => {
                step.says = format!(
                    "A cycle of {names}: all users of the cycle rise together to the level at which the first resource is used up."
                );
                steps.push(step);
                let before = given.clone();
                steps.push(within(one, &at, &users, &mut given));
                for &u in &users {
                    let x = &given[u] - &before[u];
                    left.iter_mut().zip(&pool.demand[u]).for_each(|(l, d)| *l = &*l - &x * d);
                }
                steps.push(
                    Step::new("left", format!("What is left: {}.", left_over(pool, &left)))
                        .with("left", Value::numbers(&left)),
                );
            }
            None => {
                let mut step = Step::new(
                    "skipped",
                    format!(
                        "A cycle of {names}: their level stays below {highest}, the highest dominant share of a task, so this cycle is skipped."
                    ),
                );
                if let Some((_, tried)) = level(one, &users, &left) {
                    step.lines = tried.lines;
                }
                steps.push(step);
            }
        }
        let gone: Vec<usize> = users.iter().copied().filter(|&u| *one.unit(u) == highest).collect();
        users.retain(|&u| *one.unit(u) < highest);
        steps.push(Step::new(
            "leaves",
            format!(
                "The tasks of {} have the highest dominant share, {highest}, so no later cycle includes {}.",
                agents("user", &gone),
                if gone.len() == 1 { "this user" } else { "these users" }
            ),
        ));
    }
    debug_assert_eq!(given, cycles::run(one));
    let end = on_one_server(given);
    steps.push(placed(pool, &end));
    steps.push(Step::new(
        BOUND,
        "The formula leaves no choice: each cycle's level and its roundings are the only ones.",
    ));
    Trace { steps, end: Some(end) }
}

/// Traces the forms in float64, operation by operation; `by_level` selects the simplified form.
///
/// # Errors
/// An operation that overflows.
pub(in crate::mechanism) fn in_float64(one: &OnePool<'_>, by_level: bool) -> Result<Trace<Cluster>, Refusal> {
    let pool = one.pool;
    let users = one.running();
    let capacity: Vec<f64> = pool.capacity[0].iter().map(Rational::to_f64).collect();
    let demand: Vec<Vec<f64>> =
        users.iter().map(|&u| pool.demand[u].iter().map(Rational::to_f64).collect()).collect();
    let share: Vec<f64> = users
        .iter()
        .zip(&demand)
        .map(|(&u, d)| {
            let demanded = (0..capacity.len()).filter(|&r| d[r] > 0.0);
            demanded.map(|r| d[r] / capacity[r] / pool.weight(u, r).to_f64()).fold(0.0, f64::max)
        })
        .collect();
    let mut step = Step::new(
        "share",
        "All numbers are in float64: each result is rounded to the nearest number of 53 binary digits. First, the dominant share of one \
         task: its largest part of a resource.",
    );
    for (&u, share) in users.iter().zip(&share) {
        step = step.line(
            format!("d{} = {share:?}", u + 1),
            format!("{}; exactly {}, rounded to 53 binary digits", pool.user_name(u), one.unit(u)),
        );
    }
    let mut steps = vec![step];
    let highest = share.iter().copied().fold(0.0, f64::max);
    let factor = |d: f64, share: f64| if by_level { d / share } else { highest / share * d };
    let mut least = f64::INFINITY;
    let what = if by_level { "level" } else { "number of cycles" };
    let mut step = Step::new("level", format!("The {what}, by resource, and the smallest of them."));
    for (r, capacity) in capacity.iter().enumerate() {
        let total = demand.iter().zip(&share).fold(0.0, |total, (d, share)| total + factor(d[r], *share));
        if total > 0.0 {
            let at = capacity / total;
            step = step.line(
                format!("{capacity:?} / {total:?} = {at:?}"),
                format!(
                    "{}: what is there, over {total:?}, which the users take {}",
                    pool.resource_name(r),
                    if by_level {
                        "per unit of the level: demands over shares, added up"
                    } else {
                        "in a cycle"
                    }
                ),
            );
            least = f64::min(least, at);
        }
    }
    let name = if by_level { "L" } else { "k" };
    steps.push(step.line(format!("{name} = {least:?}"), "the smallest"));
    let mut given = vec![Rational::zero(); pool.users()];
    let mut step = Step::new("rounding", "Each user gets a number of tasks, which is rounded down.");
    let exact = pdrf::level(one);
    for (&u, share) in users.iter().zip(&share) {
        let product = if by_level { least / share } else { least * (highest / share) };
        let floor = product.floor();
        if !(0.0..=4e18).contains(&floor) {
            return Err(Refusal::Undecided(format!("float64 makes {floor} of a number of tasks")));
        }
        given[u] = Rational::int(floor as i64);
        let right = exact.as_ref().map(|level| level / one.unit(u));
        let right =
            right.map_or_else(String::new, |x| format!("; without rounding errors, {x} gives {}", x.floor()));
        let how = if by_level {
            format!("{least:?} / {share:?}")
        } else {
            format!("{least:?} * ({highest:?} / {share:?})")
        };
        step = step.line(
            format!("floor({how}) = floor({product:?}) = {}", given[u]),
            format!("{}{right}", pool.user_name(u)),
        );
    }
    steps.push(step);
    let said: Vec<String> =
        users.iter().map(|&u| format!("{} for {}", tasks(&given[u]), pool.user_name(u))).collect();
    steps.push(
        Step::new("tasks", format!("The outcome: {}.", listed(&said))).with("tasks", Value::numbers(&given)),
    );
    let end = on_one_server(given);
    steps.push(placed(pool, &end));
    steps.push(Step::new(
        BOUND,
        "Each operation in float64 has one result; exact arithmetic, beside it, tells where it differs.",
    ));
    Ok(Trace { steps, end: Some(end) })
}
