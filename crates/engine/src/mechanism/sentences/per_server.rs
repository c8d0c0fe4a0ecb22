//! Allocations that are fair server by server in words: DRF on one pool or on each server, and PS-DSF as a fixed
//! point of fillings.

use fairwitness_kernel::specification::per_server::{PerServer, Server, Stop, fill_seen};

use super::filling::{Filled, Names, TIME};
use super::{agents, capital, ended, largest, of_user, on_server, over, smallest, sum_of, tasks};
use crate::arithmetic::held;
use crate::document::Value;
use crate::mechanism::fill_alone_seen;
use crate::model::cluster::{Cluster, Division, Placement, Pool};
use crate::scalar::{Rational, Scalar};
use crate::trace::{BOUND, Step, Trace};

/// The names for server `i` of the pool.
fn names(pool: &Pool, i: usize, division: Division, level: &'static str) -> Names {
    let resources = match division {
        Division::Resource => (0..pool.resources()).map(|r| pool.resource_name(r)).collect(),
        Division::Time => vec![TIME.to_string()],
    };
    Names {
        server: if pool.servers() == 1 { String::new() } else { pool.server_name(i) },
        resources,
        variables: (0..pool.users()).map(|u| on_server(u, i, pool.servers())).collect(),
        agent: "user",
        level,
    }
}

/// The derivation of the tasks of user `u` per unit of the level on server `i`, which are `unit`.
fn reason(pool: &Pool, (u, i): (usize, usize), level: &str, unit: &Rational) -> String {
    let (name, demand, capacity) = (pool.user_name(u), &pool.demand[u], &pool.capacity[i]);
    let demanded: Vec<usize> = (0..demand.len()).filter(|&r| demand[r].is_positive()).collect();
    let by = |r: usize| match pool.weight(u, r) {
        weight if *weight == Rational::one() => String::new(),
        weight => format!(" / {}", held(weight)),
    };
    let parts = |by: &dyn Fn(usize) -> String| -> Vec<String> {
        demanded.iter().map(|&r| format!("{}{}", over(&demand[r], &capacity[r]), by(r))).collect()
    };
    let one = Rational::one() / unit;
    match level {
        "dominant share" => {
            let weighted = demanded.iter().any(|&r| !by(r).is_empty());
            let weighted = if weighted { ", for its weight" } else { "" };
            format!("one task of {name} has the dominant share {} = {one}{weighted}", largest(&parts(&by)))
        }
        "asset share" => {
            let all = parts(&|_| String::new()).join(" + ");
            let all = if by(0).is_empty() { all } else { format!("({all}){}", by(0)) };
            format!("one task of {name} has the asset share {all} = {one}")
        }
        _ => {
            let gamma = pool.gamma(u, i);
            let quotients: Vec<String> = demanded.iter().map(|&r| over(&capacity[r], &demand[r])).collect();
            let least =
                if pool.rate.is_some() { String::new() } else { format!("{} = ", smallest(&quotients)) };
            let weighted = match gamma == *unit {
                true => String::new(),
                false => format!(", and {gamma} * {} = {unit}", held(pool.weight(u, 0))),
            };
            let server = if pool.servers() == 1 { "the server".to_string() } else { pool.server_name(i) };
            format!("{name} could run {least}{} with all of {server}{weighted}", tasks(&gamma))
        }
    }
}

/// The first step on server `i`: the definition of a unit of the level by the tasks of each user that make one unit.
fn unit_step(pool: &Pool, i: usize, level: &str, unit: &[Rational], says: String) -> Step {
    let mut step = Step::new("unit", says).with("tasks_per_unit", Value::numbers(unit));
    let (able, idle): (Vec<usize>, Vec<usize>) = (0..unit.len()).partition(|&u| unit[u].is_positive());
    for u in able {
        let formula = sum_of(&[(unit[u].clone(), "s".to_string())]);
        step.put(format!("{} = {formula}", of_user(u)), reason(pool, (u, i), level, &unit[u]));
    }
    if !idle.is_empty() {
        step.says += &format!(" {} can run nothing there.", capital(&agents("user", &idle)));
    }
    step
}

/// The steps and the bounds of several servers, and the tasks of each user on each of them (servers x users).
#[derive(Default)]
struct Servers {
    steps: Vec<Step>,
    bounds: Vec<Step>,
    columns: Vec<Vec<Rational>>,
}

impl Servers {
    /// Adds the filling of `server`, which is server `i` of the pool, with the `stops` and the `tasks` at the end.
    /// `says` defines the `level` on that server.
    fn add(
        &mut self,
        (pool, i): (&Pool, usize),
        (division, level): (Division, &'static str),
        (server, elsewhere): (&Server<'_>, &[Rational]),
        (stops, tasks): (&[Stop], Vec<Rational>),
        says: String,
    ) {
        let mut unit = unit_step(pool, i, level, &server.unit, says);
        if division == Division::Time {
            unit.says += " All the time of the server is 1, and one task takes the part of it that is 1 over those tasks.";
        }
        self.steps.push(unit);
        let names = names(pool, i, division, level);
        let (steps, bound) = Filled { names: &names, server, elsewhere, stops, tasks: &tasks }.told();
        self.steps.extend(steps);
        self.bounds.extend(Some(bound).filter(|bound| !bound.lines.is_empty()));
        self.columns.push(tasks);
    }

    /// The trace: the steps, the placement and the bounds.
    fn end(self, pool: &Pool) -> Trace<Cluster> {
        let row = |u: usize| self.columns.iter().map(|column| column[u].clone()).collect();
        let end = Placement { tasks: (0..pool.users()).map(row).collect() };
        ended(pool, self.steps, end, self.bounds)
    }
}

/// A phrase that names server `i`, with `word` before the name; empty if there is one server.
fn on(pool: &Pool, i: usize, word: &str) -> String {
    if pool.servers() == 1 { String::new() } else { format!(" {word} {}", pool.server_name(i)) }
}

/// Progressive filling of each server separately by shares called `share`; `alone` is the view of a server.
pub fn alone<'a>(
    pool: &'a Pool,
    share: &'static str,
    alone: impl Fn(usize) -> PerServer<'a>,
) -> Trace<Cluster> {
    let (mut told, none) = (Servers::default(), vec![Rational::zero(); pool.users()]);
    for i in 0..pool.servers() {
        let (view, mut stops) = (alone(i), Vec::new());
        let tasks = fill_alone_seen(&view.servers[0], &view.tasks, &mut stops);
        let says = format!(
            "The {share}s{} of all users rise together from 0; a weight counts as that many users. Write s for the {share}.",
            on(pool, i, "of")
        );
        told.add((pool, i), (Division::Resource, share), (&view.servers[0], &none), (&stops, tasks), says);
    }
    told.end(pool)
}

/// The quantity that PS-DSF compares.
const VIRTUAL: &str = "virtual dominant share";

/// The definition of the virtual dominant share; `on` names the place and begins with a blank.
fn virtual_share(on: &str) -> String {
    format!(
        "The virtual dominant share of a user{on} is its tasks, over those that it could run with the whole server, over its weight. \
         Write s for it: at s a user runs these tasks."
    )
}

/// The steps of filling each server separately by virtual dominant shares.
pub(super) fn each_alone(pool: &Pool, view: &PerServer<'_>, division: Division) -> Vec<Step> {
    let (mut told, none) = (Servers::default(), vec![Rational::zero(); pool.users()]);
    for (i, server) in view.servers.iter().enumerate() {
        let mut stops = Vec::new();
        let tasks = fill_seen(server, &none, &view.tasks, &mut stops);
        let says = virtual_share(&on(pool, i, "on"));
        told.add((pool, i), (division, VIRTUAL), (server, &none), (&stops, tasks), says);
    }
    told.steps
}

/// PS-DSF as a fixed point: each server, filled given the tasks placed elsewhere, gets the tasks that the
/// allocation `found` places there.
pub fn fixed_point(
    pool: &Pool,
    view: &PerServer<'_>,
    division: Division,
    found: &Placement,
) -> Trace<Cluster> {
    let mut told = Servers::default();
    if pool.servers() > 1 {
        let text = "PS-DSF asks for a fixed point: each server, given what the users run on the other servers, is filled \
                    by raising the smallest virtual dominant share. The numbers were found by a search; here each server \
                    is filled once more and comes to these numbers again.";
        told.steps.push(Step::new("fixed-point", text));
    }
    for (i, server) in view.servers.iter().enumerate() {
        let elsewhere: Vec<Rational> =
            (0..pool.users()).map(|u| found.total(u) - &found.tasks[u][i]).collect();
        let mut stops = Vec::new();
        let tasks = fill_seen(server, &elsewhere, &view.tasks, &mut stops);
        let before = told.steps.len();
        let says = virtual_share(&on(pool, i, "on"));
        told.add((pool, i), (division, VIRTUAL), (server, &elsewhere), (&stops, tasks), says);
        told.steps[before..].iter_mut().for_each(|step| step.data.push(("server", Value::index(i))));
        let unit = &mut told.steps[before].says;
        let others = (0..pool.users()).filter(|&u| elsewhere[u].is_positive());
        let others: Vec<String> =
            others.map(|u| format!("{} for {}", elsewhere[u], pool.user_name(u))).collect();
        if !others.is_empty() {
            *unit += &format!(" Tasks on other servers: {}.", others.join(", "));
        }
    }
    if pool.servers() > 1 && division == Division::Resource {
        told.bounds.push(Step::new(
            BOUND,
            "There may be other fixed points: the specification of PS-DSF does not always settle the allocation.",
        ));
    }
    told.end(pool)
}
