//! Traces of allocations that are fair server by server: DRF on one pool or on each server, and PS-DSF as a
//! fixed point of fillings.

use fairwitness_kernel::specification::per_server::PerServer;

use super::filling::{Filled, Names, filled};
use super::leximin::{capital, placed};
use super::words::{agents, of_user, on_server, sum_of};
use crate::document::Value;
use crate::model::cluster::{Cluster, Division, Placement, Pool};
use crate::scalar::{Rational, Scalar};
use crate::trace::{BOUND, Step, Trace};

/// The names for server `i` of the pool.
pub fn names(pool: &Pool, i: usize, division: Division, level: &'static str) -> Names {
    let resources = match division {
        Division::Resource => (0..pool.resources()).map(|r| pool.resource_name(r)).collect(),
        Division::Time => vec!["the time".to_string()],
    };
    Names {
        server: if pool.servers() == 1 { String::new() } else { pool.server_name(i) },
        resources,
        variables: (0..pool.users()).map(|u| on_server(u, i, pool.servers())).collect(),
        agent: "user",
        level,
    }
}

/// The first step: the number of tasks of each user in one unit of the level.
fn unit_step(names: &Names, unit: &[Rational], says: String) -> Step {
    let mut step = Step::new("unit", says).with("tasks_per_unit", Value::numbers(unit));
    let able: Vec<usize> = (0..unit.len()).filter(|&u| unit[u].is_positive()).collect();
    for &u in &able {
        step = step.line(
            format!("{} = {}", of_user(u), sum_of(&[(unit[u].clone(), "s".to_string())])),
            format!("tasks of user {} at the {} s", u + 1, names.level),
        );
    }
    let idle: Vec<usize> = (0..unit.len()).filter(|u| !able.contains(u)).collect();
    if !idle.is_empty() {
        step.says += &format!(" {} can run nothing there.", capital(&agents("user", &idle)));
    }
    step
}

/// Traces progressive filling of each server separately by shares called `share`; `alone` is the view of a
/// server.
pub(in crate::mechanism) fn alone<'a>(
    pool: &'a Pool,
    share: &'static str,
    alone: impl Fn(usize) -> PerServer<'a>,
) -> Trace<Cluster> {
    let mut steps = Vec::new();
    let mut bounds = Vec::new();
    let mut columns = Vec::new();
    let none = vec![Rational::zero(); pool.users()];
    for i in 0..pool.servers() {
        let view = alone(i);
        let names = names(pool, i, Division::Resource, share);
        let on = if names.server.is_empty() { String::new() } else { format!(" of {}", names.server) };
        steps.push(unit_step(
            &names,
            &view.servers[0].unit,
            format!(
                "The {share}s{on} of all users rise together from 0; a weight counts as that many users."
            ),
        ));
        let Filled { steps: own, tasks, bound } = filled(&names, &view.servers[0], &none, &view.tasks);
        steps.extend(own);
        if !bound.lines.is_empty() {
            bounds.push(bound);
        }
        columns.push(tasks);
    }
    finish(pool, steps, bounds, &columns)
}

fn finish(pool: &Pool, mut steps: Vec<Step>, bounds: Vec<Step>, columns: &[Vec<Rational>]) -> Trace<Cluster> {
    let row = |u: usize| columns.iter().map(|column| column[u].clone()).collect();
    let end = Placement { tasks: (0..pool.users()).map(row).collect() };
    steps.push(placed(pool, &end));
    steps.extend(bounds);
    Trace { steps, end: Some(end) }
}

/// Traces PS-DSF as a fixed point: each server, filled given the tasks placed elsewhere, gets the tasks that
/// the allocation places there.
pub(in crate::mechanism) fn fixed_point(
    pool: &Pool,
    view: &PerServer<'_>,
    division: Division,
    found: &Placement,
) -> Trace<Cluster> {
    let mut steps = Vec::new();
    if pool.servers() > 1 {
        let text = "PS-DSF asks for a fixed point: each server, given what the users run on the other servers, is filled \
                    by raising the smallest virtual dominant share. The numbers were found by a search; here each server \
                    is filled once more and comes to these numbers again.";
        steps.push(Step::new("fixed-point", text));
    }
    let (mut bounds, mut columns) = (Vec::new(), Vec::new());
    for (i, server) in view.servers.iter().enumerate() {
        let names = names(pool, i, division, "virtual dominant share");
        let elsewhere: Vec<Rational> =
            (0..pool.users()).map(|u| found.total(u) - &found.tasks[u][i]).collect();
        let on = if names.server.is_empty() { String::new() } else { format!(" on {}", names.server) };
        let mut unit = unit_step(
            &names,
            &server.unit,
            format!(
                "A virtual dominant share{on} of 1 stands for the tasks that a user could run with the whole server, \
                 times its weight."
            ),
        )
        .with("server", Value::index(i));
        if elsewhere.iter().any(Scalar::is_positive) {
            let all: Vec<String> = (0..pool.users())
                .filter(|&u| elsewhere[u].is_positive())
                .map(|u| format!("{} for {}", elsewhere[u], pool.user_name(u)))
                .collect();
            unit.says += &format!(" Tasks on other servers: {}.", all.join(", "));
        }
        steps.push(unit);
        let Filled { steps: own, tasks, bound } = filled(&names, server, &elsewhere, &view.tasks);
        steps.extend(own.into_iter().map(|step| step.with("server", Value::index(i))));
        if !bound.lines.is_empty() {
            bounds.push(bound);
        }
        columns.push(tasks);
    }
    if pool.servers() > 1 && division == Division::Resource {
        bounds.push(Step::new(
            BOUND,
            "There may be other fixed points: the specification of PS-DSF does not always settle the allocation.",
        ));
    }
    finish(pool, steps, bounds, &columns)
}
