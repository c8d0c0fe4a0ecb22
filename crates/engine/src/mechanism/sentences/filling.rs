//! The filling of one server in words: the common level rises, and each resource that is used up stops the users
//! who need it.

use fairwitness_kernel::specification::per_server::{Server, Stop};

use super::{agents, capital, listed, over, sum_of, tasks, verb};
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

/// The filling of one server: its instance, its stops and its end.
pub struct Filled<'a> {
    /// The names of the server, its resources and its users.
    pub names: &'a Names,
    /// The server that is filled.
    pub server: &'a Server<'a>,
    /// The tasks of each user on other servers.
    pub elsewhere: &'a [Rational],
    /// The stops, in order.
    pub stops: &'a [Stop],
    /// The tasks of each user on the server at the end.
    pub tasks: &'a [Rational],
}

impl Filled<'_> {
    /// The steps of the stops, and the argument that no user could have more tasks on the server, without lines if
    /// no resource stopped a user.
    pub fn told(&self) -> (Vec<Step>, Step) {
        let names = self.names;
        let on = if names.server.is_empty() { String::new() } else { format!(" on {}", names.server) };
        let mut bound = Step::new(
            BOUND,
            format!(
                "No {} can have more{on} without taking from one whose {} is no higher: each has a bottleneck.",
                names.agent, names.level
            ),
        );
        let (mut steps, mut before) = (Vec::new(), Rational::zero());
        for stop in self.stops {
            steps.push(match stop.resource {
                None => self.done(stop),
                Some(r) => self.used_up(stop, r, &before),
            });
            if let Some(r) = stop.resource {
                bound = bound.line(
                    format!("{} = {}", self.use_of(r), self.server.capacity[r]),
                    format!(
                        "{} is used up, and no {} that uses it has a higher {} than {}",
                        names.resources[r],
                        names.agent,
                        names.level,
                        agents(names.agent, &stop.users)
                    ),
                );
            }
            before.clone_from(&stop.level);
        }
        (steps, bound)
    }

    /// Usage of resource `r` as a formula in the variables.
    fn use_of(&self, r: usize) -> String {
        let able = (0..self.tasks.len()).filter(|&u| self.server.unit[u].is_positive());
        let terms = able.map(|u| (self.server.load[u][r].clone(), self.names.variables[u].clone()));
        sum_of(&terms.collect::<Vec<_>>())
    }

    /// The words before the level: the server, if there are several.
    fn place(&self) -> String {
        if self.names.server.is_empty() {
            String::new()
        } else {
            format!("{}: ", capital(&self.names.server))
        }
    }

    /// The step of a user that has all its tasks.
    fn done(&self, stop: &Stop) -> Step {
        let names = self.names;
        let rises = format!("{}the {} rises to {}", self.place(), names.level, stop.level);
        let who = agents(names.agent, &stop.users);
        let says = format!("{rises}, where {who} has all its tasks and stops.");
        let mut step = Step::new("level", says)
            .with("level", Value::Number(stop.level.clone()))
            .with("stopped", Value::indexes(stop.users.iter().copied()));
        for &u in &stop.users {
            let less = if self.elsewhere[u].is_zero() { "" } else { ", less those that it has elsewhere" };
            step = step
                .line(format!("{} = {}", names.variables[u], self.tasks[u]), format!("all its tasks{less}"));
        }
        step
    }

    /// The step of a resource that is used up; `before` is the level of the stop before.
    fn used_up(&self, stop: &Stop, r: usize, before: &Rational) -> Step {
        let (names, stopped, at) = (self.names, &stop.users, &stop.level);
        let resource = &names.resources[r];
        let how = if at == before { format!("stays at {at}") } else { format!("rises to {at}") };
        let step = Step::new(
            "level",
            format!(
                "{}the {} {how}. There {resource} is used up, so {}, whose tasks need it, {}.",
                self.place(),
                names.level,
                agents(names.agent, stopped),
                verb(stopped.len(), "stop")
            ),
        )
        .with("level", Value::Number(at.clone()))
        .with("resource", Value::index(r))
        .with("stopped", Value::indexes(stopped.iter().copied()));
        let (taking, idle): (Vec<usize>, Vec<usize>) =
            stopped.iter().partition(|&&u| self.tasks[u].is_positive());
        let step = if taking.is_empty() { step } else { self.level_of(step, stop, r, &taking, &idle) };
        let have: Vec<String> =
            stopped.iter().map(|&u| format!("{} = {}", names.variables[u], self.tasks[u])).collect();
        let amount = |x: &Rational| if names.agent == "user" { tasks(x) } else { format!("the share {x}") };
        let said: Vec<String> = stopped.iter().map(|&u| amount(&self.tasks[u])).collect();
        let verb = if stopped.len() == 1 { "has" } else { "have" };
        let because = format!("what {} {verb}: {}", agents(names.agent, stopped), listed(&said));
        step.line(have.join(", "), because)
    }

    /// Adds the derivation of the level from usage of resource `r`, where the users `taking` have tasks and those in
    /// `idle` none.
    fn level_of(&self, mut step: Step, stop: &Stop, r: usize, taking: &[usize], idle: &[usize]) -> Step {
        let (names, server, at) = (self.names, self.server, &stop.level);
        let load = |u: usize| &server.load[u][r];
        let at_level = taking.iter().map(|&u| {
            let tasks =
                [(server.unit[u].clone(), "s".to_string()), (-self.elsewhere[u].clone(), String::new())];
            format!("{} = {}", names.variables[u], sum_of(&tasks))
        });
        let less = taking.iter().any(|&u| self.elsewhere[u].is_positive());
        let less = if less { ", less what runs elsewhere" } else { "" };
        let line = at_level.collect::<Vec<_>>().join(", ");
        step = step.line(line, format!("with s for the {}{less}", names.level));
        for &u in idle {
            let share = &self.elsewhere[u] / &server.unit[u];
            step = step.line(
                format!("{} = 0", names.variables[u]),
                format!(
                    "{} has the {} of {share} with its tasks elsewhere, so the {} takes nothing up to there",
                    agents(names.agent, &[u]),
                    names.level,
                    names.agent
                ),
            );
        }
        let able = (0..self.tasks.len()).filter(|&u| server.unit[u].is_positive());
        if able.into_iter().any(|u| !load(u).is_zero() && *load(u) != Rational::one()) {
            let reason = match names.resources[r].as_str() {
                TIME => "the time that the tasks take, of all the time, 1".to_string(),
                resource => format!("the capacity of {resource}"),
            };
            step = step.line(format!("{} <= {}", self.use_of(r), server.capacity[r]), reason);
        }
        // Usage at the level s: the users that stop here, and what the users keep that stopped before.
        let mut terms: Vec<(Rational, String)> =
            taking.iter().map(|&u| (&server.unit[u] * load(u), "s".to_string())).collect();
        let rate = sum(terms.iter().map(|(x, _)| x.clone()));
        let kept = (0..self.tasks.len()).filter(|u| !stop.users.contains(u));
        let fixed = sum(kept.map(|u| &self.tasks[u] * load(u)))
            - sum(taking.iter().map(|&u| &self.elsewhere[u] * load(u)));
        terms.push((fixed.clone(), String::new()));
        let resource = &names.resources[r];
        let line = format!("{} <= {}", sum_of(&terms), server.capacity[r]);
        step = step.line(line, format!("{resource} at the level s"));
        let room = &server.capacity[r] - &fixed;
        if rate != Rational::one() || room != server.capacity[r] {
            let because = format!("{resource} is full at this {}", names.level);
            step = step.line(format!("s <= {} = {at}", over(&room, &rate)), because);
        }
        step
    }
}
