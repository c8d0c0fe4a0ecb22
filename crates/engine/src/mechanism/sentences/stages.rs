//! Traces of hierarchical DRF for divisible tasks: the root is filled stage by stage, and each queue divides its
//! growth among its children.

use fairwitness_kernel::specification::tasks::placed as on_one_server;

use super::phrases::{agents, of_user, over, sum_of, verb};
use super::placed::placed;
use crate::arithmetic::held;
use crate::document::Value;
use crate::model::cluster::hierarchy::NodeKind;
use crate::model::cluster::{Cluster, Division, Hierarchy, Pool, Setting};
use crate::scalar::{Rational, Scalar, greatest, sum};
use crate::trace::{BOUND, Line, Step, Trace};

/// Speeds in a stage: the tasks that each user gains while the root's fullest resource grows by one whole resource.
struct Rates {
    rate: Vec<Rational>,
    lines: Vec<Line>,
}

fn vector(parts: &[Rational]) -> String {
    let all: Vec<String> = parts.iter().map(ToString::to_string).collect();
    if all.len() == 1 { all.concat() } else { format!("({})", all.join(", ")) }
}

/// The rates, from the users up to the root and back down.
fn rates(pool: &Pool, tree: &Hierarchy, live: &[bool]) -> Rates {
    let capacity = &pool.capacity[0];
    // The usage of each resource by each node while the node's largest part grows by one; `None` for a node that
    // does not grow.
    let mut takes: Vec<Option<Vec<Rational>>> = vec![None; tree.nodes.len()];
    let mut largest = vec![Rational::one(); tree.nodes.len()];
    let mut lines = Vec::new();
    for node in (0..tree.nodes.len()).rev() {
        let name = tree.name(pool, node);
        let mut sums = String::new();
        let (all, how) = match tree.nodes[node].kind {
            NodeKind::User(u) if live[u] => {
                let part =
                    |(d, c): (&Rational, &Rational)| if d.is_zero() { Rational::zero() } else { d / c };
                let all: Vec<Rational> = pool.demand[u].iter().zip(capacity).map(part).collect();
                let most = greatest(all.iter().cloned()).unwrap_or_else(Rational::zero);
                let by_one = if most == Rational::one() || !most.is_positive() {
                    String::new()
                } else {
                    let even: Vec<Rational> = all.iter().map(|part| part / &most).collect();
                    format!(", and by 1 with {} of each", vector(&even))
                };
                (
                    all,
                    format!(
                        "what one task of {name} takes of each resource; the largest part grows by {most}{by_one}"
                    ),
                )
            }
            NodeKind::User(_) => continue,
            NodeKind::Root | NodeKind::Inner(_) => {
                let moving: Vec<usize> =
                    tree.nodes[node].below.iter().copied().filter(|k| takes[*k].is_some()).collect();
                let part = |k: usize, r: usize| {
                    takes[k].as_ref().map_or_else(Rational::zero, |row| tree.weight(pool, k, 0) * &row[r])
                };
                let all: Vec<Rational> =
                    (0..capacity.len()).map(|r| sum(moving.iter().map(|&k| part(k, r)))).collect();
                let how = format!(
                    "what {name} takes while the largest part of each child grows by the child's weight; the largest part is {}",
                    greatest(all.iter().cloned()).unwrap_or_else(Rational::zero)
                );
                let terms: Vec<String> = moving
                    .iter()
                    .map(|&k| {
                        let row = takes[k].as_ref().map_or_else(String::new, |row| vector(row));
                        let weight = tree.weight(pool, k, 0);
                        if weight == Rational::one() { row } else { format!("{} * {row}", held(&weight)) }
                    })
                    .collect();
                sums = if moving.len() > 1 { format!("{} = ", terms.join(" + ")) } else { String::new() };
                (all, how)
            }
        };
        let Some(most) = greatest(all.iter().cloned()).filter(Scalar::is_positive) else { continue };
        lines.push(Line { formula: format!("{sums}{}", vector(&all)), because: how });
        takes[node] = Some(all.iter().map(|part| part / &most).collect());
        largest[node] = most;
    }
    let mut pace = vec![Rational::zero(); tree.nodes.len()];
    if takes[0].is_some() {
        pace[0] = Rational::one();
    }
    for node in 0..tree.nodes.len() {
        for &k in tree.nodes[node].below.iter().filter(|&&k| takes[k].is_some()) {
            let weight = tree.weight(pool, k, 0);
            pace[k] = &pace[node] * &weight / &largest[node];
            lines.push(Line {
                formula: format!(
                    "{} * {} / {} = {}",
                    held(&pace[node]),
                    held(&weight),
                    held(&largest[node]),
                    pace[k]
                ),
                because: format!(
                    "the largest part of {} grows by this while that of the root grows by 1",
                    tree.name(pool, k)
                ),
            });
        }
    }
    let rate: Vec<Rational> = tree.leaf.iter().map(|&leaf| &pace[leaf] / &largest[leaf]).collect();
    for (u, &leaf) in tree.leaf.iter().enumerate().filter(|(_, leaf)| takes[**leaf].is_some()) {
        lines.push(Line {
            formula: format!("{} = {}", over(&pace[leaf], &largest[leaf]), rate[u]),
            because: format!("tasks of {} while the largest part of the root grows by 1", pool.user_name(u)),
        });
    }
    Rates { rate, lines }
}

/// Traces the stages of the filling.
pub(in crate::mechanism) fn stages(pool: &Pool) -> Trace<Cluster> {
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
    let mut stage = 0;
    loop {
        let used = |r: usize, x: &[Rational]| sum(x.iter().zip(&pool.demand).map(|(x, d)| x * &d[r]));
        let capacity = &pool.capacity[0];
        let live: Vec<bool> = (0..pool.users())
            .map(|u| {
                let open = |r: usize| pool.demand[u][r].is_zero() || used(r, &x) < capacity[r];
                tree.nodes[tree.leaf[u]].demands
                    && (0..pool.resources()).all(open)
                    && pool.tasks[u].as_ref().is_none_or(|has| x[u] < *has)
            })
            .collect();
        let Rates { rate, lines } = rates(pool, &tree, &live);
        let rising: Vec<usize> = (0..pool.users()).filter(|&u| rate[u].is_positive()).collect();
        if rising.is_empty() {
            break;
        }
        stage += 1;
        let mut ends: Vec<(Rational, Line, String)> = Vec::new();
        for r in 0..pool.resources() {
            let speed = sum(rising.iter().map(|&u| &rate[u] * &pool.demand[u][r]));
            if speed.is_positive() {
                let there = used(r, &x);
                let room = &capacity[r] - &there;
                let terms = [(speed.clone(), "t".to_string()), (there, String::new())];
                let name = pool.resource_name(r);
                let so = &room / &speed;
                let plain = speed == Rational::one() && so == capacity[r];
                let so = if plain { String::new() } else { format!(", so t <= {so}") };
                let line = Line {
                    formula: format!("{} <= {}{so}", sum_of(&terms), capacity[r]),
                    because: format!("{name}: what the users that rise take, and what is used before"),
                };
                ends.push((room / speed, line, format!("{name} is used up")));
            }
        }
        for &u in &rising {
            if let Some(has) = &pool.tasks[u] {
                let at = (has - &x[u]) / &rate[u];
                let terms = [(rate[u].clone(), "t".to_string()), (x[u].clone(), String::new())];
                let line = Line {
                    formula: format!("{} <= {has}, so t <= {at}", sum_of(&terms)),
                    because: format!("{} has no more tasks", pool.user_name(u)),
                };
                ends.push((at, line, format!("{} has all its tasks", pool.user_name(u))));
            }
        }
        let Some(rise) = ends.iter().map(|(at, ..)| at.clone()).min() else { break };
        let why: Vec<&str> =
            ends.iter().filter(|(at, ..)| *at == rise).map(|(.., why)| why.as_str()).collect();
        let mut step = Step::new(
            "stage",
            format!(
                "Stage {stage}: {} {}, until {}. Write t for the growth of the root's largest part.",
                agents("user", &rising),
                verb(rising.len(), "rise"),
                super::phrases::listed(&why)
            ),
        )
        .with("rise", Value::Number(rise.clone()));
        step.lines = lines;
        step.lines.extend(ends.into_iter().map(|(_, line, _)| line));
        step = step.line(format!("t = {rise}"), "the smallest of these bounds");
        for &u in &rising {
            let new = &x[u] + &rate[u] * &rise;
            let start = if x[u].is_zero() { String::new() } else { format!("{} + ", x[u]) };
            step = step.line(
                format!("{} = {start}{} * {} = {new}", of_user(u), held(&rate[u]), held(&rise)),
                format!("tasks of {} after this stage", pool.user_name(u)),
            );
            x[u] = new;
        }
        steps.push(step);
    }
    for r in (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive()) {
        let used = sum(x.iter().zip(&pool.demand).map(|(x, d)| x * &d[r]));
        if used == pool.capacity[0][r] {
            let terms: Vec<(Rational, String)> =
                (0..pool.users()).map(|u| (pool.demand[u][r].clone(), of_user(u))).collect();
            bound = bound.line(
                format!("{} = {used}", sum_of(&terms)),
                format!("{} is used up in the end", pool.resource_name(r)),
            );
        }
    }
    let end = on_one_server(x);
    steps.push(placed(pool, &end));
    steps.push(bound);
    Trace { steps, end: Some(end) }
}
