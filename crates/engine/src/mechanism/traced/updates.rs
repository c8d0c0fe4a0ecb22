//! Traces of Algorithm I of khamse2017 as printed, update by update: the users with the smallest level, those
//! who release tasks, and the rise of the former.

use fairwitness_kernel::specification::cluster::ps_dsf::view;
use fairwitness_kernel::specification::per_server::PerServer;

use super::per_server::each_alone;
use super::placed::placed;
use super::words::{agents, listed, on_server, over, verb};
use crate::arithmetic::{added, held};
use crate::document::Value;
use crate::model::cluster::{Cluster, Division, Placement, Pool};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, greatest, least, min, sum};
use crate::trace::{Step, Trace};

/// The number of updates after which the trace of an unfinished run stops.
const MOST_UPDATES: usize = 150;
/// The number of binary digits of a number at which the trace stops.
const MOST_BITS: u64 = 1024;

struct Run<'a> {
    pool: &'a Pool,
    view: &'a PerServer<'a>,
    x: Placement,
    steps: Vec<Step>,
    updates: usize,
    /// The number of updates before each round.
    before: Vec<usize>,
    /// The two rounds, counted from 0, that begin with one allocation.
    again: Option<(usize, usize)>,
}

/// Traces the algorithm.
///
/// # Errors
/// The refusal of an instance outside the domain.
pub(in crate::mechanism) fn updates(pool: &Pool) -> Result<Trace<Cluster>, Refusal> {
    let view = view(pool, Division::Resource)?;
    let (start, columns) = each_alone(pool, &view);
    let row = |u: usize| columns.iter().map(|column| column[u].clone()).collect();
    let x = Placement { tasks: (0..pool.users()).map(row).collect() };
    let mut run = Run { pool, view: &view, x, steps: start, updates: 0, before: Vec::new(), again: None };
    let start = Step::new("start", "The algorithm starts from there: each server by itself is filled.")
        .with("placement", Value::matrix(&run.x.tasks));
    let start = run.standing(start, "");
    run.steps.push(start);
    let end = run.rounds();
    let endless = match run.again {
        Some((first, last)) => format!(
            "Round {} begins with the allocation with which round {} began{}. So the same updates follow again, and the algorithm never ends.",
            last + 1,
            first + 1,
            match run.before[first] {
                0 => ", the start".to_string(),
                updates => format!(", that after update {updates}"),
            }
        ),
        None => "The numbers grow, and no end of the algorithm is in sight; the steps stop here.".to_string(),
    };
    let mut steps = run.steps;
    match &end {
        Some(end) => {
            steps.push(Step::new("end", "A round over all servers changes nothing, so the algorithm ends."));
            steps.push(placed(pool, end));
        }
        None => steps.push(Step::new("endless", endless)),
    }
    Ok(Trace { steps, end })
}

impl Run<'_> {
    fn share(&self, u: usize, i: usize) -> Rational {
        self.x.total(u) / &self.view.servers[i].unit[u]
    }

    fn free(&self, i: usize, r: usize) -> Rational {
        let server = &self.view.servers[i];
        let used = sum((0..self.view.users()).map(|u| &self.x.tasks[u][i] * &server.load[u][r]));
        &server.capacity[r] - used
    }

    /// The rounds over the servers, until one changes nothing; `None` if no round does within the limits.
    fn rounds(&mut self) -> Option<Placement> {
        let mut seen: Vec<Placement> = Vec::new();
        loop {
            if let Some(first) = seen.iter().position(|x| *x == self.x) {
                self.again = Some((first, seen.len()));
                return None;
            }
            seen.push(self.x.clone());
            self.before.push(self.updates);
            let mut updated = false;
            for i in 0..self.view.servers.len() {
                updated |= self.server(i)?;
            }
            if !updated {
                return Some(self.x.clone());
            }
        }
    }

    /// One call of the server procedure; returns `true` if it updated anything, and `None` if it does not
    /// end.
    fn server(&mut self, i: usize) -> Option<bool> {
        let server = &self.view.servers[i];
        let mut left: Vec<usize> = (0..self.view.users()).filter(|&u| server.unit[u].is_positive()).collect();
        let mut updated = false;
        while let Some(lowest) = least(left.iter().map(|&u| self.share(u, i))) {
            let minimal: Vec<usize> = left.iter().copied().filter(|&u| self.share(u, i) == lowest).collect();
            let saturated: Vec<usize> = (0..server.capacity.len())
                .filter(|&r| {
                    self.free(i, r).is_zero() && minimal.iter().any(|&u| server.load[u][r].is_positive())
                })
                .collect();
            let highest = |r: usize| {
                let using =
                    left.iter().filter(|&&u| (&self.x.tasks[u][i] * &server.load[u][r]).is_positive());
                greatest(using.map(|&u| self.share(u, i)))
            };
            let stop = saturated.iter().copied().find(|&r| highest(r).is_none_or(|most| most == lowest));
            if let Some(r) = stop {
                left.retain(|&u| !server.load[u][r].is_positive());
                continue;
            }
            updated = true;
            if self.updates >= MOST_UPDATES {
                return None;
            }
            let chosen: Vec<(usize, Option<usize>)> = saturated
                .iter()
                .map(|&r| {
                    let most = highest(r);
                    let uses = |u: &&usize| (&self.x.tasks[**u][i] * &server.load[**u][r]).is_positive();
                    (r, left.iter().filter(uses).copied().find(|&u| Some(self.share(u, i)) == most))
                })
                .collect();
            self.update(i, &lowest, &minimal, &chosen);
            self.updates += 1;
            if self.x.tasks.iter().flatten().any(|x| x.bits() > MOST_BITS) {
                return None;
            }
        }
        Some(updated)
    }

    fn update(&mut self, i: usize, lowest: &Rational, minimal: &[usize], chosen: &[(usize, Option<usize>)]) {
        let (pool, server) = (self.pool, &self.view.servers[i]);
        let resources = 0..server.capacity.len();
        let mut free: Vec<Rational> = resources.clone().map(|r| self.free(i, r)).collect();
        let mut released: Vec<usize> = Vec::new();
        for u in chosen.iter().filter_map(|(_, u)| *u) {
            for (f, d) in free.iter_mut().zip(&server.load[u]) {
                *f = &*f + &self.x.tasks[u][i] * d;
            }
            released.push(u);
        }
        let rise = |r: usize| sum(minimal.iter().map(|&u| &server.unit[u] * &server.load[u][r]));
        let quotients: Vec<(usize, Rational)> =
            resources.filter(|&r| rise(r).is_positive()).map(|r| (r, &free[r] / rise(r))).collect();
        let z = least(quotients.iter().map(|(_, q)| q.clone())).unwrap_or_else(Rational::zero);
        let mut beta = Rational::one();
        let mut limits = Vec::new();
        for &u in &released {
            let slope = &z + &self.x.tasks[u][i] / &server.unit[u];
            if slope.is_positive() {
                let limit = (self.share(u, i) - lowest) / &slope;
                limits.push(format!(
                    "({} - {}) / ({z} + {})",
                    self.share(u, i),
                    lowest,
                    over(&self.x.tasks[u][i], &server.unit[u])
                ));
                beta = min(beta, limit);
            }
        }
        let full: Vec<String> = chosen
            .iter()
            .map(|(r, u)| match u {
                Some(u) => format!(
                    "{} is used up, and {} has the highest share of those that use it, {}",
                    pool.resource_name(*r),
                    pool.user_name(*u),
                    self.share(*u, i)
                ),
                None => format!("{} is used up", pool.resource_name(*r)),
            })
            .collect();
        let why = if full.is_empty() {
            format!(
                "no resource that {} is used up",
                if minimal.len() == 1 { "the user needs" } else { "these users need" }
            )
        } else {
            full.join("; ")
        };
        let says = format!(
            "Update {} on {}{}: {} {} the lowest virtual dominant share, {lowest}; {why}.",
            self.updates + 1,
            pool.server_name(i),
            if self.before.len() > 1 { format!(" (round {})", self.before.len()) } else { String::new() },
            agents("user", minimal),
            if minimal.len() == 1 { "has" } else { "have" },
        );
        let standing = |u: usize| {
            let own: Vec<Rational> = self.x.tasks[u].iter().filter(|x| x.is_positive()).cloned().collect();
            let all = if own.len() > 1 { format!("({})", added(&own)) } else { held(&self.x.total(u)) };
            (
                format!("{all} / {} = {}", held(&server.unit[u]), self.share(u, i)),
                format!("the virtual dominant share of {} on {}", pool.user_name(u), pool.server_name(i)),
            )
        };
        let mut compared: Vec<usize> = minimal.iter().chain(&released).copied().collect();
        compared.dedup();
        let shares: Vec<(String, String)> = compared.into_iter().map(standing).collect();
        let mut step = Step::new("update", says)
            .with("server", Value::index(i))
            .with("lowest", Value::indexes(minimal.iter().copied()))
            .with("released", Value::indexes(released.iter().copied()))
            .with("z", Value::Number(z.clone()))
            .with("beta", Value::Number(beta.clone()));
        for (formula, because) in shares {
            step = step.line(formula, because);
        }
        let without = match &sorted(&released)[..] {
            [] => String::new(),
            users => format!(" without the tasks of {} here", agents("user", users)),
        };
        for (r, q) in &quotients {
            let used = |u: usize| &self.x.tasks[u][i] * &server.load[u][*r];
            let there = (0..pool.users()).filter(|u| !released.contains(u) && !used(*u).is_zero());
            let there: Vec<usize> = there.collect();
            let signed =
                |x: &Rational| if x.is_negative() { format!(" + {}", x.abs()) } else { format!(" - {x}") };
            let mut taken: Vec<String> = there.iter().map(|&u| signed(&used(u))).collect();
            // A user that is chosen for two resources releases its tasks twice.
            let twice = &free[*r] - &(&server.capacity[*r] - sum(there.iter().map(|&u| used(u))));
            let counted =
                if twice.is_zero() { "" } else { ", which count once for each resource that is used up" };
            if !twice.is_zero() {
                taken.push(signed(&-twice));
            }
            let room = match &taken[..] {
                [] => held(&server.capacity[*r]),
                _ => format!("({}{})", server.capacity[*r], taken.concat()),
            };
            let takes: Vec<Rational> = minimal
                .iter()
                .map(|&u| &server.unit[u] * &server.load[u][*r])
                .filter(Scalar::is_positive)
                .collect();
            let takes = if let [one] = &takes[..] { held(one) } else { format!("({})", added(&takes)) };
            step = step.line(
                format!("{room} / {takes} = {q}"),
                format!(
                    "{}: what is free{without}{counted}, over what {} {} while the lowest share rises by 1",
                    pool.resource_name(*r),
                    agents("user", minimal),
                    verb(minimal.len(), "take")
                ),
            );
        }
        step = step.line(format!("z = {z}"), "the smallest of these: the rise for which there is room");
        step = if released.is_empty() {
            step.line("beta = 1", "no user releases anything")
        } else {
            let all: Vec<String> = std::iter::once("1".to_string()).chain(limits).collect();
            step.line(
                format!("beta = min({}) = {beta}", all.join(", ")),
                "the part of the rise after which the lowest share is not above that of a user that releases: the difference of the two \
                 shares, over what the one gains and the other loses in a whole rise",
            )
        };
        let servers = pool.servers();
        for &u in minimal {
            let old = self.x.tasks[u][i].clone();
            let new = &old + &beta * &server.unit[u] * &z;
            step = step.line(
                format!(
                    "{} = {old} + {} * {} * {} = {new}",
                    on_server(u, i, servers),
                    held(&beta),
                    held(&server.unit[u]),
                    held(&z)
                ),
                format!("user {} rises", u + 1),
            );
            self.x.tasks[u][i] = new;
        }
        let kept = Rational::one() - &beta;
        for u in sorted(&released) {
            let old = self.x.tasks[u][i].clone();
            let new = &kept * &old;
            step = step.line(
                format!("{} = {} * {} = {new}", on_server(u, i, servers), held(&kept), held(&old)),
                format!("user {} {} this part", u + 1, verb(1, "keep")),
            );
            self.x.tasks[u][i] = new;
        }
        let step = step.with("placement", Value::matrix(&self.x.tasks));
        self.steps.push(step);
    }

    /// The step with a line for each user: its tasks on each server.
    fn standing(&self, mut step: Step, because: &str) -> Step {
        for u in 0..self.pool.users() {
            let all: Vec<String> = (0..self.pool.servers())
                .map(|i| format!("{} = {}", on_server(u, i, self.pool.servers()), self.x.tasks[u][i]))
                .collect();
            let why = if because.is_empty() {
                format!("tasks of {}", self.pool.user_name(u))
            } else {
                because.to_string()
            };
            step = step.line(all.join(", "), why);
        }
        let servers: Vec<String> = (0..self.pool.servers()).map(|i| self.pool.server_name(i)).collect();
        step.says += &format!(" The second index of x counts the servers: {}.", listed(&servers));
        step
    }
}

fn sorted(users: &[usize]) -> Vec<usize> {
    let mut users = users.to_vec();
    users.sort_unstable();
    users.dedup();
    users
}
