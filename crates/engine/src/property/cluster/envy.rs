//! The margin of envy line by line: what one task of the envied user holds for the envious one, the tasks in the bundle, and those that
//! the envious user runs.

use super::arithmetic::{bundle, capped, fits};
use crate::arithmetic::{added, held, less, line};
use crate::model::cluster::{Cluster, Hierarchy, fitting};
use crate::property::evidence::Run;
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::Line;

/// The part of the envied user's bundle that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What is on servers that the envious user may use.
    Usable,
    /// All of the bundle, put together on one server.
    Together,
    /// What is on usable servers, less the one task of the envied user whose loss costs the envious user most.
    LessOne,
    /// What is on usable servers, less what one task of the envious user takes.
    LessOneOfItsOwn,
}

/// The lines for `user`, who envies `other`; `per_task` is the number of tasks of `user` in the bundle of one task of `other`, and
/// `with` the number of tasks that the property compares with those that `user` runs.
pub(super) fn envy(
    run: &Run<'_, Cluster>,
    (user, other): (usize, usize),
    per_task: &Rational,
    with: &Rational,
    part: Part,
) -> Vec<Line> {
    let name = run.instance.user_name(user);
    let mut lines = Vec::new();
    let all = if run.instance.rate.is_some() {
        None
    } else {
        lines.extend(of_one_task(run, (user, other), per_task));
        Some(match part {
            Part::Together => together(run, (user, other), per_task, &mut lines),
            _ => by_server(run, (user, other), per_task, part, &mut lines),
        })
    };
    match all {
        Some(all) => lines.extend(capped(run, user, &all, with)),
        None => lines.push(line(format!("{with}"), "in all")),
    }
    lines.push(less(with, &run.outcome.total(user), format!("less what {name} runs")));
    lines
}

/// The tasks of `user` in the bundle of one task of `other`, and the scaling by weights where that changes them.
fn of_one_task(run: &Run<'_, Cluster>, (user, other): (usize, usize), per_task: &Rational) -> Vec<Line> {
    let pool = run.instance;
    let (name, its) = (pool.user_name(user), pool.user_name(other));
    let plain = fitting(&pool.demand[user], &pool.demand[other]);
    let mut lines = vec![line(
        fits(&pool.demand[user], &pool.demand[other]),
        format!(
            "tasks of {name} that the bundle of one task of {its} holds: {}",
            bundle(pool, &pool.demand[other])
        ),
    )];
    if plain == *per_task {
        return lines;
    }
    let tree = pool.tree.as_ref().map(|_| Hierarchy::of(pool, run.mechanism.setting()));
    let scale = match (&tree, pool.user_weights()) {
        (Some(tree), _) => {
            let shares = tree.shares(pool, 0);
            Some((shares[tree.leaf[user]].clone(), shares[tree.leaf[other]].clone()))
        }
        (None, Some(weights)) => Some((weights[user].clone(), weights[other].clone())),
        (None, None) => None,
    };
    let text = match scale {
        Some((own, theirs)) => format!("{} * {} / {} = {per_task}", held(&plain), held(&own), held(&theirs)),
        None => format!("{per_task}"),
    };
    let what = if tree.is_some() { "hierarchical shares" } else { "weights" };
    lines.push(line(text, format!("scaled by the {what} of {name} and {its}")));
    lines
}

/// The whole tasks in an amount, and the product of which they are; as it is where tasks are divisible.
fn times(run: &Run<'_, Cluster>, tasks: &str, amount: &Rational, per_task: &Rational) -> (String, Rational) {
    let exact = amount * per_task;
    let whole = run.mechanism.setting().tasks(exact.clone());
    let text = format!("{tasks} * {} = {exact}", held(per_task));
    (if whole == exact { text } else { format!("{text}, rounded down to {whole}") }, whole)
}

/// The bundle put together on one server.
fn together(
    run: &Run<'_, Cluster>,
    (user, other): (usize, usize),
    per_task: &Rational,
    lines: &mut Vec<Line>,
) -> Rational {
    let pool = run.instance;
    let (name, its) = (pool.user_name(user), pool.user_name(other));
    let total = run.outcome.total(other);
    let own: Vec<Rational> = run.outcome.tasks[other].iter().filter(|x| x.is_positive()).cloned().collect();
    if own.len() > 1 {
        lines.push(line(
            format!("{} = {total}", added(&own)),
            format!("what {its} runs on all servers together"),
        ));
    }
    let (text, whole) = times(run, &held(&total), &total, per_task);
    let closed =
        (0..pool.servers()).any(|i| run.outcome.tasks[other][i].is_positive() && !pool.eligible[user][i]);
    let where_ = if closed { format!(", also on servers that {name} may not use") } else { String::new() };
    lines.push(line(text, format!("{its} runs {total}{where_}: tasks of {name} in that bundle")));
    whole
}

/// The bundle server by server, with a task taken out where the property asks for that.
fn by_server(
    run: &Run<'_, Cluster>,
    (user, other): (usize, usize),
    per_task: &Rational,
    part: Part,
    lines: &mut Vec<Line>,
) -> Rational {
    let pool = run.instance;
    let (name, its) = (pool.user_name(user), pool.user_name(other));
    let runs = &run.outcome.tasks[other];
    let on = |i: usize, x: &Rational| {
        if pool.eligible[user][i] { run.mechanism.setting().tasks(x * per_task) } else { Rational::zero() }
    };
    // The task whose loss costs the envious user most.
    let gone = (part == Part::LessOne)
        .then(|| {
            let removable = (0..pool.servers()).filter(|&i| runs[i] >= Rational::one());
            removable.max_by_key(|&i| {
                (on(i, &runs[i]) - on(i, &(&runs[i] - Rational::one())), std::cmp::Reverse(i))
            })
        })
        .flatten();
    let mut all = Vec::new();
    for i in (0..pool.servers()).filter(|&i| runs[i].is_positive()) {
        let (x, server) = (&runs[i], pool.server_name(i));
        if !pool.eligible[user][i] {
            lines.push(line("0", format!("{its} runs {x} on {server}, which {name} may not use")));
            all.push(Rational::zero());
            continue;
        }
        let (text, whole, out) = if gone == Some(i) {
            let (text, whole) = times(run, &format!("({x} - 1)"), &(x - Rational::one()), per_task);
            (text, whole, ", of which one task is taken out")
        } else {
            let (text, whole) = times(run, &held(x), x, per_task);
            (text, whole, "")
        };
        lines.push(line(text, format!("{its} runs {x} on {server}{out}: tasks of {name} in that bundle")));
        all.push(whole);
    }
    let mut end = sum(all.iter().cloned());
    if all.len() > 1 {
        lines.push(line(format!("{} = {end}", added(&all)), "all servers together"));
    }
    if part == Part::LessOneOfItsOwn {
        lines.push(less(
            &end,
            &Rational::one(),
            format!("what one task of {name} takes is taken out of the bundle"),
        ));
        end = end - Rational::one();
    }
    end
}
