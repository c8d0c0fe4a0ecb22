//! Traces of the filling of one server: the common level rises, and each resource that is used up stops the
//! users who need it.

use fairwitness_kernel::specification::per_server::Server;

use super::words::{agents, capital, listed, over, sum_of, tasks, verb};
use crate::document::Value;
use crate::scalar::{Rational, Scalar, sum};
use crate::trace::{BOUND, Step};

/// The name of the time of a server among resources.
pub const TIME: &str = "the time";

/// The names that the sentences of a filling use.
pub struct Names {
    /// The server's name within a sentence; empty if there is only one server.
    pub server: String,
    /// The names of the resources.
    pub resources: Vec<String>,
    /// The variable of each user's tasks on the server.
    pub variables: Vec<String>,
    /// The word for an agent, in the singular.
    pub agent: &'static str,
    /// The quantity that rises, such as `dominant share`.
    pub level: &'static str,
}

/// The result of the filling of one server.
pub struct Filled {
    /// The steps, without the bound.
    pub steps: Vec<Step>,
    /// The tasks of each user on the server.
    pub tasks: Vec<Rational>,
    /// The argument that no user could have more tasks on the server; empty if no resource stopped a user.
    pub bound: Step,
}

/// Fills the server, given the tasks of each user `elsewhere` and the number `limit` of its tasks in all.
pub fn filled(
    names: &Names,
    server: &Server<'_>,
    elsewhere: &[Rational],
    limit: &[Option<Rational>],
) -> Filled {
    let users = server.unit.len();
    let mut run = Filling {
        names,
        server,
        elsewhere,
        limit,
        level: Rational::zero(),
        open: (0..users).filter(|&u| server.unit[u].is_positive()).collect(),
        here: vec![Rational::zero(); users],
    };
    // A user with all its tasks elsewhere takes no part.
    run.open.retain(|&u| limit[u].as_ref().is_none_or(|has| *has > elsewhere[u]));
    let mut steps = Vec::new();
    let mut bound = Step::new(BOUND, "");
    while let Some(event) = run.next() {
        let (step, stopped) = run.step(&event);
        if let Event::UsedUp { resource, .. } = event {
            bound = bound.line(
                format!("{} = {}", run.use_of(resource), server.capacity[resource]),
                format!(
                    "{} is used up, and no {} that uses it has a higher {} than {}",
                    names.resources[resource],
                    names.agent,
                    names.level,
                    agents(names.agent, &stopped)
                ),
            );
        }
        steps.push(step);
    }
    bound.says = if bound.lines.is_empty() {
        String::new()
    } else {
        format!(
            "No {} can have more{} without taking from one whose {} is no higher: each has a bottleneck.",
            names.agent,
            names.at(),
            names.level
        )
    };
    Filled { steps, tasks: run.here, bound }
}

impl Names {
    /// The server as a phrase that begins with a space; empty for a single server.
    fn at(&self) -> String {
        if self.server.is_empty() { String::new() } else { format!(" on {}", self.server) }
    }
}

/// The next event as the level rises.
enum Event {
    /// The resource is used up at the level `at`.
    UsedUp { resource: usize, at: Rational },
    /// The user has all its tasks at the level `at`.
    Done { user: usize, at: Rational },
}

struct Filling<'a> {
    names: &'a Names,
    server: &'a Server<'a>,
    elsewhere: &'a [Rational],
    limit: &'a [Option<Rational>],
    level: Rational,
    /// The users that have not stopped.
    open: Vec<usize>,
    /// Tasks on the server: final for stopped users, at the present level for all others.
    here: Vec<Rational>,
}

impl Filling<'_> {
    /// The tasks of an open user on the server at `level`.
    fn reached(&self, user: usize, level: &Rational) -> Rational {
        let here = level * &self.server.unit[user] - &self.elsewhere[user];
        if here.is_negative() { Rational::zero() } else { here }
    }

    /// Usage of resource `r` at `level`.
    fn used(&self, r: usize, level: &Rational) -> Rational {
        sum((0..self.here.len()).map(|u| {
            let here = if self.open.contains(&u) { self.reached(u, level) } else { self.here[u].clone() };
            here * &self.server.load[u][r]
        }))
    }

    /// The level at which resource `r` is used up as open users rise; `None` if it never is.
    fn end_of(&self, r: usize) -> Option<Rational> {
        // An open user takes part above the level of its tasks elsewhere; between two such levels usage is
        // linear.
        let capacity = &self.server.capacity[r];
        let mut corners: Vec<Rational> =
            self.open.iter().map(|&u| &self.elsewhere[u] / &self.server.unit[u]).collect();
        corners.push(self.level.clone());
        corners.retain(|at| *at >= self.level);
        corners.sort();
        corners.dedup();
        for (k, from) in corners.iter().enumerate() {
            let rate = sum(self.rising(from).map(|u| &self.server.unit[u] * &self.server.load[u][r]));
            if !rate.is_positive() {
                continue;
            }
            let at = from + (capacity - self.used(r, from)) / rate;
            if corners.get(k + 1).is_none_or(|next| at <= *next) {
                return Some(if at < self.level { self.level.clone() } else { at });
            }
        }
        None
    }

    /// The open users that take more just above `level`.
    fn rising<'b>(&'b self, level: &'b Rational) -> impl Iterator<Item = usize> + 'b {
        let rises = move |u: &usize| level * &self.server.unit[*u] >= self.elsewhere[*u];
        self.open.iter().copied().filter(rises)
    }

    fn next(&self) -> Option<Event> {
        let used_up = (0..self.server.capacity.len())
            .filter(|&r| self.open.iter().any(|&u| self.server.load[u][r].is_positive()))
            .filter_map(|r| self.end_of(r).map(|at| (at, r)));
        let used_up = used_up.min();
        let done = self
            .open
            .iter()
            .filter_map(|&u| self.limit[u].as_ref().map(|has| (has / &self.server.unit[u], u)));
        match (used_up, done.min()) {
            (Some((at, resource)), Some((end, _))) if at <= end => Some(Event::UsedUp { resource, at }),
            (_, Some((at, user))) => Some(Event::Done { user, at }),
            (Some((at, resource)), None) => Some(Event::UsedUp { resource, at }),
            (None, None) => None,
        }
    }

    /// Usage of resource `r` as a formula in the variables.
    fn use_of(&self, r: usize) -> String {
        let terms = (0..self.here.len())
            .filter(|&u| self.server.unit[u].is_positive())
            .map(|u| (self.server.load[u][r].clone(), self.names.variables[u].clone()));
        sum_of(&terms.collect::<Vec<_>>())
    }

    /// The step of an event, and the users that it stops.
    fn step(&mut self, event: &Event) -> (Step, Vec<usize>) {
        let names = self.names;
        let place =
            if names.server.is_empty() { String::new() } else { format!("{}: ", capital(&names.server)) };
        match event {
            Event::Done { user, at } => {
                self.level = at.clone();
                self.here[*user] = self.reached(*user, at);
                self.open.retain(|u| u != user);
                let says = format!(
                    "{place}the {} rises to {at}, where {} has all its tasks and stops.",
                    names.level,
                    agents(names.agent, &[*user])
                );
                let step = Step::new("level", says)
                    .with("level", Value::Number(at.clone()))
                    .with("stopped", Value::indexes([*user]))
                    .line(
                        format!("{} = {}", names.variables[*user], self.here[*user]),
                        if self.elsewhere[*user].is_zero() {
                            "all its tasks"
                        } else {
                            "all its tasks, less those that it has elsewhere"
                        },
                    );
                (step, vec![*user])
            }
            Event::UsedUp { resource, at } => self.used_up(&place, *resource, at),
        }
    }

    fn used_up(&mut self, place: &str, r: usize, at: &Rational) -> (Step, Vec<usize>) {
        let (names, server) = (self.names, self.server);
        let stopped: Vec<usize> =
            self.open.iter().copied().filter(|&u| server.load[u][r].is_positive()).collect();
        let taking: Vec<usize> = self
            .open
            .iter()
            .copied()
            .filter(|&u| server.load[u][r].is_positive() && self.reached(u, at).is_positive())
            .collect();
        let resource = &names.resources[r];
        let how = if *at == self.level { format!("at {at}") } else { format!("rises to {at}") };
        let verb_of = if *at == self.level { "stays " } else { "" };
        let says = format!(
            "{}the {} {verb_of}{how}. There {resource} is used up, so {}, whose tasks need it, {}.",
            place,
            names.level,
            agents(names.agent, &stopped),
            verb(stopped.len(), "stop"),
        );
        let mut step = Step::new("level", if place.is_empty() { capital(&says) } else { says })
            .with("level", Value::Number(at.clone()))
            .with("resource", Value::index(r))
            .with("stopped", Value::indexes(stopped.iter().copied()));
        // Tasks at the level s, then usage of the resource.
        let (mut at_level, mut terms, mut fixed) = (Vec::new(), Vec::new(), Rational::zero());
        for &u in &taking {
            let tasks =
                [(server.unit[u].clone(), "s".to_string()), (-self.elsewhere[u].clone(), String::new())];
            at_level.push(format!("{} = {}", names.variables[u], sum_of(&tasks)));
            terms.push((&server.unit[u] * &server.load[u][r], "s".to_string()));
            fixed = fixed - &self.elsewhere[u] * &server.load[u][r];
        }
        for u in (0..self.here.len()).filter(|u| !self.open.contains(u)) {
            fixed = fixed + &self.here[u] * &server.load[u][r];
        }
        let elsewhere = taking.iter().any(|&u| self.elsewhere[u].is_positive());
        if !taking.is_empty() {
            let less = if elsewhere { ", less what runs elsewhere" } else { "" };
            step = step.line(at_level.join(", "), format!("with s for the {}{less}", names.level));
            let idle: Vec<usize> = stopped.iter().copied().filter(|u| !taking.contains(u)).collect();
            for &u in &idle {
                let share = &self.elsewhere[u] / &server.unit[u];
                step = step.line(
                    format!("{} = 0", names.variables[u]),
                    format!(
                        "{} {} of {share} with its tasks elsewhere, so {} takes nothing up to there",
                        agents(names.agent, &[u]),
                        format_args!("has the {}", names.level),
                        if names.agent == "user" { "the user" } else { "the agent" }
                    ),
                );
            }
            if (0..self.here.len()).any(|u| {
                server.unit[u].is_positive()
                    && !server.load[u][r].is_zero()
                    && server.load[u][r] != Rational::one()
            }) {
                step = step.line(
                    format!("{} <= {}", self.use_of(r), server.capacity[r]),
                    if resource == TIME {
                        "the time that the tasks take, of all the time, 1".to_string()
                    } else {
                        format!("the capacity of {resource}")
                    },
                );
            }
            let rate = sum(terms.iter().map(|(x, _)| x.clone()));
            terms.push((fixed.clone(), String::new()));
            step = step.line(
                format!("{} <= {}", sum_of(&terms), server.capacity[r]),
                format!("{resource} at the level s"),
            );
            let room = &server.capacity[r] - &fixed;
            if rate != Rational::one() || room != server.capacity[r] {
                step = step.line(
                    format!("s <= {} = {at}", over(&room, &rate)),
                    format!("{resource} is full at this {}", names.level),
                );
            }
        }
        self.level = at.clone();
        for &u in &stopped {
            self.here[u] = self.reached(u, at);
        }
        self.open.retain(|u| !stopped.contains(u));
        let have: Vec<String> =
            stopped.iter().map(|&u| format!("{} = {}", names.variables[u], self.here[u])).collect();
        let amount = |x: &Rational| if names.agent == "user" { tasks(x) } else { format!("the share {x}") };
        let said: Vec<String> = stopped.iter().map(|&u| amount(&self.here[u])).collect();
        step = step.line(
            have.join(", "),
            format!(
                "what {} {}: {}",
                agents(names.agent, &stopped),
                if stopped.len() == 1 { "has" } else { "have" },
                listed(&said)
            ),
        );
        (step, stopped)
    }
}
