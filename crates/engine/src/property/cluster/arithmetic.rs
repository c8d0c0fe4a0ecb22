//! The margin of a violation line by line, one operation a line, for a reader with a pencil.

use fairwitness_kernel::property::cluster::truthful::Truthful;
use fairwitness_kernel::property::cluster::words::{counted, counted_true};

use crate::arithmetic::{added, held, less, line};
use crate::model::cluster::{Cluster, Placement, Pool, fitting};
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::Line;

/// The smallest of the quotients as a formula; a single quotient is written without `min`.
fn least_of(quotients: &[(String, Rational)], value: &Rational) -> String {
    match quotients {
        [(text, _)] => format!("{text} = {value}"),
        _ => {
            let all: Vec<&str> = quotients.iter().map(|(text, _)| text.as_str()).collect();
            format!("min({}) = {value}", all.join(", "))
        }
    }
}

/// The tasks of a user that a bundle holds, resource by resource.
pub(super) fn fits(demand: &[Rational], bundle: &[Rational]) -> String {
    let quotients: Vec<(String, Rational)> = demand
        .iter()
        .zip(bundle)
        .filter(|(d, _)| d.is_positive())
        .map(|(d, b)| (format!("{} / {}", held(b), held(d)), b / d))
        .collect();
    least_of(&quotients, &fitting(demand, bundle))
}

/// A bundle in words: `2 of resource 1 and 1 of resource 2`.
pub(super) fn bundle(pool: &Pool, amounts: &[Rational]) -> String {
    let all: Vec<String> = amounts
        .iter()
        .enumerate()
        .filter(|(_, x)| x.is_positive())
        .map(|(r, x)| format!("{x} of {}", pool.resource_name(r)))
        .collect();
    if all.is_empty() { "nothing".to_string() } else { all.join(" and ") }
}

/// The line that limits tasks to those that a user has, where that limits them.
pub(super) fn capped(run: &Run<'_, Cluster>, user: usize, all: &Rational, has: &Rational) -> Option<Line> {
    (all != has).then(|| {
        line(
            format!("min({all}, {has}) = {has}"),
            format!("{} has no more than {}", run.instance.user_name(user), counted(has)),
        )
    })
}

/// A lie: the true tasks in what the report brings, server by server, less those of the truth; `said` is the instance as reported.
pub(super) fn lie(
    kind: &Truthful,
    run: &Run<'_, Cluster>,
    said: &Pool,
    lied: &Placement,
    user: usize,
) -> Vec<Line> {
    let (pool, setting) = (run.instance, run.mechanism.setting());
    let name = pool.user_name(user);
    let mut lines = Vec::new();
    let mut on = Vec::new();
    for i in (0..pool.servers()).filter(|&i| lied.tasks[user][i].is_positive()) {
        let placed = &lied.tasks[user][i];
        let server = pool.server_name(i);
        let (text, why, x) = if kind.slice {
            let (theirs, own) = (said.gamma(user, i), pool.gamma(user, i));
            let x = placed / &theirs * &own;
            let why = format!(
                "{placed} as reported, of {theirs} for all the time of {server}, where {name} could run {}",
                counted_true(&own)
            );
            (format!("{} / {} * {} = {x}", held(placed), held(&theirs), held(&own)), why, x)
        } else if pool.eligible[user][i] {
            let row: Vec<Rational> = said.demand[user].iter().map(|d| placed * d).collect();
            let exact = fitting(&pool.demand[user], &row);
            let whole = setting.tasks(exact.clone());
            let text = fits(&pool.demand[user], &row);
            let text = if whole == exact { text } else { format!("{text}, rounded down to {whole}") };
            let why = format!(
                "true tasks of {name} in {}, which is given for {placed} as reported on {server}",
                bundle(pool, &row)
            );
            (text, why, whole)
        } else {
            (
                "0".to_string(),
                format!("on {server}, where the true tasks of {name} cannot run"),
                Rational::zero(),
            )
        };
        lines.push(line(text, why));
        on.push(x);
    }
    let all = sum(on.iter().cloned());
    if on.len() > 1 {
        lines.push(line(format!("{} = {all}", added(&on)), "all servers together"));
    }
    let worth = kind.utility(setting, pool, said, lied, user);
    lines.extend(capped(run, user, &all, &worth));
    lines.push(less(&worth, &kind.honest(run, user), format!("less what {name} runs with the truth")));
    lines
}

/// The displayed lines of both liars' gains, and the gain that is the margin.
pub(super) fn lies(
    kind: &Truthful,
    run: &Run<'_, Cluster>,
    said: &Pool,
    lied: &Placement,
    users: &[usize],
    margin: &Rational,
    which: &str,
) -> Vec<Line> {
    let mut lines: Vec<Line> = users.iter().flat_map(|&u| lie(kind, run, said, lied, u)).collect();
    if users.len() > 1 {
        let gain = |u: usize| {
            kind.utility(run.mechanism.setting(), run.instance, said, lied, u) - kind.honest(run, u)
        };
        let all: Vec<String> = users.iter().map(|&u| gain(u).to_string()).collect();
        let word = if which.starts_with("least") { "min" } else { "max" };
        lines.push(line(
            format!("{word}({}) = {margin}", all.join(", ")),
            format!("the {which} is the margin"),
        ));
    }
    lines
}

/// The displayed proof that `other` fits: the usage of each resource and its capacity.
pub(super) fn within(pool: &Pool, other: &Placement) -> Vec<Line> {
    let mut lines = Vec::new();
    if pool.rate.is_some() || pool.servers() * pool.resources() > MOST_CHECKED {
        return lines;
    }
    for i in 0..pool.servers() {
        for r in 0..pool.resources() {
            let terms: Vec<String> = (0..pool.users())
                .filter(|&u| pool.demand[u][r].is_positive() && other.tasks[u][i].is_positive())
                .map(|u| format!("{} * {}", held(&other.tasks[u][i]), held(&pool.demand[u][r])))
                .collect();
            if terms.is_empty() {
                continue;
            }
            let used = other.used(pool, i, r);
            let end = if used == pool.capacity[i][r] {
                format!(" = {used}")
            } else {
                format!(" = {used} <= {}", pool.capacity[i][r])
            };
            lines.push(line(
                terms.join(" + ") + &end,
                format!("{} of {} in the other allocation", pool.resource_name(r), pool.server_name(i)),
            ));
        }
    }
    lines
}

/// Resources of servers beyond which they are not written out one by one.
const MOST_CHECKED: usize = 12;
