//! Hierarchical DRF for divisible tasks in words: the root is filled stage by stage, and each queue divides its
//! growth among its children.

use fairwitness_kernel::specification::tasks::placed as on_one_server;
use fairwitness_kernel::specification::tree::{Filled, Growth, Stage};

use super::{agents, ended, listed, of_user, over, sum_of, verb};
use crate::arithmetic::{held, line};
use crate::document::Value;
use crate::model::cluster::hierarchy::NodeKind;
use crate::model::cluster::{Cluster, Division, Hierarchy, Pool, Setting};
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{BOUND, Line, Step, Trace};

fn vector(parts: &[Rational]) -> String {
    let all: Vec<String> = parts.iter().map(ToString::to_string).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}

/// The growth of each node in a stage, from the users up to the root and back down.
fn growth(pool: &Pool, tree: &Hierarchy, stage: &Stage) -> Vec<Line> {
    let up = (0..tree.nodes.len()).rev().filter_map(|node| grows(pool, tree, stage, node));
    let children = |node: usize| tree.nodes[node].below.iter().map(move |&k| (node, k));
    let down = (0..stage.growth.len()).flat_map(children).filter_map(|(node, k)| {
        let (above, own) = (stage.growth[node].as_ref()?, stage.growth[k].as_ref()?);
        let (pace, weight, most) = (held(&above.pace), held(&tree.weight(pool, k, 0)), held(&above.largest));
        let name = tree.name(pool, k);
        let because = format!("the largest part of {name} grows by this while that of the root grows by 1");
        Some(line(format!("{pace} * {weight} / {most} = {}", own.pace), because))
    });
    let of_users = tree.leaf.iter().enumerate().filter_map(|(u, &leaf)| {
        let own = stage.growth[leaf].as_ref()?;
        let because = format!("tasks of {} while the largest part of the root grows by 1", pool.user_name(u));
        Some(line(format!("{} = {}", over(&own.pace, &own.largest), stage.rate[u]), because))
    });
    up.chain(down).chain(of_users).collect()
}

/// What a node takes in a stage.
fn grows(pool: &Pool, tree: &Hierarchy, stage: &Stage, node: usize) -> Option<Line> {
    let own = stage.growth[node].as_ref()?;
    let (name, most, takes) = (tree.name(pool, node), &own.largest, vector(&own.takes));
    let even = |of: &Growth| vector(&of.takes.iter().map(|part| part / &of.largest).collect::<Vec<_>>());
    if let NodeKind::User(_) = tree.nodes[node].kind {
        let by_one = match *most == Rational::one() {
            true => String::new(),
            false => format!(", and by 1 with {} of each", even(own)),
        };
        let because = format!(
            "what one task of {name} takes of each resource; the largest part grows by {most}{by_one}"
        );
        return Some(line(takes, because));
    }
    let child = |&k: &usize| {
        let (child, weight) = (stage.growth[k].as_ref()?, tree.weight(pool, k, 0));
        Some(match weight == Rational::one() {
            true => even(child),
            false => format!("{} * {}", held(&weight), even(child)),
        })
    };
    let terms: Vec<String> = tree.nodes[node].below.iter().filter_map(child).collect();
    let sums = if terms.len() > 1 { format!("{} = ", terms.join(" + ")) } else { String::new() };
    let because = format!(
        "what {name} takes while the largest part of each child grows by the child's weight; the largest part is {most}"
    );
    Some(line(format!("{sums}{takes}"), because))
}

/// Usage of resource `r` by the tasks `x` of each user.
fn used(pool: &Pool, r: usize, x: &[Rational]) -> Rational {
    sum(x.iter().zip(&pool.demand).map(|(x, d)| x * &d[r]))
}

/// The ends that the stage may have, with the tasks `x` of each user before: the growth of the root's largest part,
/// the bound in a line, and the event in words.
fn ends(pool: &Pool, stage: &Stage, x: &[Rational]) -> Vec<(Rational, Line, String)> {
    let mut ends = Vec::new();
    for (r, capacity) in pool.capacity[0].iter().enumerate() {
        let (speed, there) = (used(pool, r, &stage.rate), used(pool, r, x));
        if speed.is_positive() {
            let at = (capacity - &there) / &speed;
            let plain = speed == Rational::one() && at == *capacity;
            let so = if plain { String::new() } else { format!(", so t <= {at}") };
            let terms = [(speed, "t".to_string()), (there, String::new())];
            let name = pool.resource_name(r);
            let because = format!("{name}: what the users that rise take, and what is used before");
            let formula = format!("{} <= {capacity}{so}", sum_of(&terms));
            ends.push((at, line(formula, because), format!("{name} is used up")));
        }
    }
    for (u, rate) in stage.rate.iter().enumerate().filter(|(_, rate)| rate.is_positive()) {
        if let Some(has) = &pool.tasks[u] {
            let at = (has - &x[u]) / rate;
            let terms = [(rate.clone(), "t".to_string()), (x[u].clone(), String::new())];
            let formula = format!("{} <= {has}, so t <= {at}", sum_of(&terms));
            let name = pool.user_name(u);
            let because = format!("{name} has no more tasks");
            ends.push((at, line(formula, because), format!("{name} has all its tasks")));
        }
    }
    ends
}

/// The stages of the filling.
pub fn stages(pool: &Pool, filled: Filled) -> Trace<Cluster> {
    let tree = Hierarchy::of(pool, Setting::divisible(Division::Resource));
    let mut steps = vec![Step::new(
        "rule",
        "All users rise together. The children of a queue rise so that their largest parts of a resource grow in proportion to \
         their weights, and the root likewise. A user stops when a resource that its task needs is used up, or when it has all its \
         tasks; then the next stage begins.",
    )];
    let mut bound =
        Step::new(BOUND, "The rule leaves no choice: each stage has one set of rates and one end.");
    let mut x = vec![Rational::zero(); pool.users()];
    for (k, stage) in filled.stages.iter().enumerate() {
        let (rise, ends) = (&stage.rise, ends(pool, stage, &x));
        let rising: Vec<usize> = (0..pool.users()).filter(|&u| stage.rate[u].is_positive()).collect();
        let why: Vec<&str> =
            ends.iter().filter(|(at, ..)| at == rise).map(|(.., why)| why.as_str()).collect();
        let (who, rises, why) = (agents("user", &rising), verb(rising.len(), "rise"), listed(&why));
        let until = format!("Stage {}: {who} {rises}, until {why}.", k + 1);
        let says = format!("{until} Write t for the growth of the root's largest part.");
        let mut step = Step::new("stage", says).with("rise", Value::Number(rise.clone()));
        step.lines = growth(pool, &tree, stage);
        step.lines.extend(ends.into_iter().map(|(_, line, _)| line));
        step = step.line(format!("t = {rise}"), "the smallest of these bounds");
        for u in rising {
            let new = &x[u] + &stage.rate[u] * rise;
            let start = if x[u].is_zero() { String::new() } else { format!("{} + ", x[u]) };
            let (rate, because) =
                (held(&stage.rate[u]), format!("tasks of {} after this stage", pool.user_name(u)));
            step = step.line(format!("{} = {start}{rate} * {} = {new}", of_user(u), held(rise)), because);
            x[u] = new;
        }
        steps.push(step);
    }
    for (r, capacity) in pool.capacity[0].iter().enumerate() {
        if capacity.is_positive() && used(pool, r, &filled.tasks) == *capacity {
            let terms: Vec<(Rational, String)> =
                (0..pool.users()).map(|u| (pool.demand[u][r].clone(), of_user(u))).collect();
            let because = format!("{} is used up in the end", pool.resource_name(r));
            bound = bound.line(format!("{} = {capacity}", sum_of(&terms)), because);
        }
    }
    ended(pool, steps, on_one_server(filled.tasks), [bound])
}
