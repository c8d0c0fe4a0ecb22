//! The programme of the plans for a running cluster, and the trees that bound the tasks that a plan stops.
//!
//! Variables count, for each user and server, the tasks that leave and the tasks that arrive. A user that has tasks of
//! both kinds moves them, so it stops the difference if more leave, and starts the difference if more arrive. The
//! rows say that
//!
//! - no more tasks leave than run there, and no user runs more tasks than it has;
//! - what arrives on a server fits beside what stays, for the users of each priority and all lower ones: a task starts
//!   only in idle resources and in those that tasks of no higher priority leave;
//! - on a class of servers, of which the file does not say which one runs which task, a task that leaves frees its
//!   part of a server only if one leaves every server of the class, and one that arrives takes its part of every server;
//! - a team with a duty keeps it: it is not below its share, or no user of the team runs fewer tasks than before;
//! - the tasks of a gang leave all together, which one variable says, or none of them, and no more tasks of the users of a
//!   budget leave than it allows;
//! - no queue uses more than its cap, and no server more than there is, wherever tasks arrive: where more is used before the plan,
//!   tasks arrive only if enough others leave, which one variable says.
//!
//! That a team with several shapes is not below its share is, for each shape, one of several inequalities: the shape
//! has no further task, or one more would exceed the right of the team. A tree splits on them. So it does where the waiting
//! tasks of a gang start: the user runs at most the smaller or at least the larger of two numbers. A shape with such a gang
//! has no inequality of its own if its team has several, so that a state without a plan here has none.

use std::collections::BTreeMap;

use super::caps::{Cap, caps};
use super::limits::{Limits, size};
use super::rights::Rights;
use crate::linear::Program;
use crate::model::cluster::{Pool, Running, Team};
use crate::scalar::{Rational, Scalar, least, max};

/// A variable of the programme: a number of tasks of user `.0`, on server `.1` if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// Tasks that leave the server.
    Out(usize, usize),
    /// Tasks that arrive on the server.
    In(usize, usize),
    /// Tasks that leave each server of a class.
    OutOfEach(usize, usize),
    /// The largest number of tasks that arrive on one server of a class.
    InOnEach(usize, usize),
    /// Tasks by which the user runs fewer than before, or more.
    Stop(usize),
    /// Tasks by which the user runs more than before, or more.
    Start(usize),
    /// One if tasks arrive on the server that need the resource `.1`, of which more is used before than there is; else zero.
    Arrives(usize, usize),
    /// One if users below a queue that is above its cap run more tasks, by the index of the cap; else zero.
    Grows(usize),
    /// One if the gang stops, zero if it stays. Its tasks count in no other variable.
    Gang(usize),
}

/// The meaning of a share in a plan.
#[derive(Clone, Copy, Debug)]
pub enum Due<'a> {
    /// Each team is one user, and is due this number of tasks.
    Tasks(&'a [Rational]),
    /// Teams have rights. Tasks are whole.
    Rights(&'a Rights),
}

/// A demand on a plan for one team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// The team is not below its share afterwards.
    Share,
    /// No user of the team runs fewer tasks than before.
    Keep,
}

/// A running cluster for which a plan is wanted.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The cluster, with its running tasks.
    pub pool: &'a Pool,
    /// The running tasks.
    pub running: &'a Running,
    /// `true` if tasks are whole.
    pub whole: bool,
    /// Priorities, gangs and budgets.
    pub limits: &'a Limits,
    /// The teams.
    pub teams: &'a [Team],
    /// The share of each team.
    pub due: Due<'a>,
    /// The duty of the plan to each team.
    pub duty: Vec<Duty>,
}

/// What one of several inequalities must hold for.
#[derive(Clone, Debug)]
pub enum Choice {
    /// The share of a team, for one of its shapes.
    Share(usize, usize),
    /// The gangs of a user that wait: the user runs no number of tasks between these two.
    Gap(usize, Rational, Rational),
}

/// The programme of a problem. Its objective is minus the number of tasks that stop.
#[derive(Clone, Debug)]
pub struct Programme<'a> {
    /// The running cluster.
    pub problem: Problem<'a>,
    /// The meaning of each variable.
    pub variables: Vec<Variable>,
    /// The rows that every plan satisfies.
    pub program: Program,
    /// For each user the variables `In` (coefficient 1) and `Out` (coefficient -1).
    change: Vec<Vec<(usize, Rational)>>,
    /// The terms of `change`, and minus the user's tasks in each gang for `Gang`.
    pub(super) gain: Vec<Vec<(usize, Rational)>>,
    /// The caps of queues.
    pub(super) caps: Vec<Cap>,
    /// The inequalities of which one must hold, by what asks for them.
    pub choices: Vec<Choice>,
}

/// The terms with those of one variable added up.
pub(super) fn merged(terms: impl IntoIterator<Item = (usize, Rational)>) -> Vec<(usize, Rational)> {
    let mut all: BTreeMap<usize, Rational> = BTreeMap::new();
    for (v, c) in terms {
        let sum = all.entry(v).or_insert_with(Rational::zero);
        *sum = &*sum + c;
    }
    all.into_iter().filter(|(_, c)| !c.is_zero()).collect()
}

impl<'a> Problem<'a> {
    /// Returns `true` if team `t` is below its share when users run `totals`.
    pub fn is_short(&self, t: usize, totals: &[Rational]) -> bool {
        match self.due {
            Due::Tasks(due) => {
                self.teams[t].shapes.iter().any(|&u| totals[u] < self.limits.step(u, due[u].clone()))
            }
            Due::Rights(rights) => !rights.short(self.pool, t, totals).is_empty(),
        }
    }

    /// Returns `true` if one task of the user, or a part of it, fits on an empty server of row `i`.
    fn fits(&self, user: usize, i: usize) -> bool {
        let alike = Rational::int(i64::try_from(self.pool.alike(i)).unwrap_or(i64::MAX));
        let fits = |(d, c): (&Rational, &Rational)| d * &alike <= *c;
        let row = || self.pool.demand[user].iter().zip(&self.pool.capacity[i]);
        self.pool.runs_on(user, i) && (!self.whole || row().all(fits))
    }

    /// The variables of the users, each on the servers in `changes`.
    fn variables<I: Iterator<Item = usize>>(
        &self,
        changes: impl Fn(usize) -> I,
    ) -> impl Iterator<Item = Variable> {
        let (held, before) = (self.limits.held(), self.running.totals());
        let caps = caps(self.pool).into_iter().enumerate();
        let full =
            |(c, cap): (usize, Cap)| (cap.used(self.pool, &before) > cap.most).then_some(Variable::Grows(c));
        let grows: Vec<Variable> = caps.filter_map(full).collect();
        let of = move |u: usize| {
            let mut variables = Vec::new();
            let runs = before[u].is_positive();
            let waits = self.pool.tasks[u].as_ref().is_none_or(|has| *has > before[u]);
            for i in changes(u) {
                let class = self.whole && self.pool.alike(i) > 1;
                let here = self.running.on(u, i);
                if held.get(&(u, i)).map_or(here.is_positive(), |held| *held < here) {
                    variables.push(Variable::Out(u, i));
                    variables.extend(class.then_some(Variable::OutOfEach(u, i)));
                }
                if (runs || waits) && self.fits(u, i) {
                    variables.push(Variable::In(u, i));
                    variables.extend(class.then_some(Variable::InOnEach(u, i)));
                }
            }
            variables.extend(runs.then_some(Variable::Stop(u)));
            variables.push(Variable::Start(u));
            variables
        };
        let arrives = self.overloads().into_iter().map(|(i, r, _)| Variable::Arrives(i, r));
        let gangs = (0..self.limits.gangs.len()).map(Variable::Gang);
        (0..self.pool.users()).flat_map(of).chain(arrives).chain(grows).chain(gangs)
    }

    /// Returns `true` if rows of servers stand for several, so that which of them runs which task is not known. The rows of the
    /// programme then take the tasks as spread evenly, which excludes plans that some other arrangement permits.
    pub(super) fn spreads(&self) -> bool {
        self.whole && self.pool.in_classes()
    }

    /// Returns `true` if the programme has more variables than `most`.
    pub fn exceeds(&self, most: usize) -> bool {
        self.variables(|_| 0..self.pool.servers()).nth(most).is_some()
    }

    /// The programme of the problem.
    pub fn programme(self) -> Programme<'a> {
        let servers = self.pool.servers();
        self.programme_where(|_| 0..servers)
    }

    /// The programme of the plans that change the tasks of each user only on the servers in `changes`.
    pub(super) fn programme_where<I: Iterator<Item = usize>>(
        self,
        changes: impl Fn(usize) -> I,
    ) -> Programme<'a> {
        let variables: Vec<Variable> = self.variables(changes).collect();
        let mut program = Program::new(variables.len());
        let (mut change, held) = (vec![Vec::new(); self.pool.users()], self.limits.held());
        for (v, variable) in variables.iter().enumerate() {
            match variable {
                Variable::Out(u, i) => {
                    let here = self.running.on(*u, *i);
                    let free = held.get(&(*u, *i)).map_or(here.clone(), |held| here - held);
                    program.at_most(vec![(v, Rational::one())], free);
                    change[*u].push((v, -Rational::one()));
                }
                Variable::In(u, _) => change[*u].push((v, Rational::one())),
                Variable::Stop(_) => program.objective[v] = -Rational::one(),
                Variable::Arrives(..) | Variable::Grows(_) => {
                    program.at_most(vec![(v, Rational::one())], Rational::one());
                }
                Variable::Gang(k) => {
                    program.at_most(vec![(v, Rational::one())], Rational::one());
                    program.objective[v] = -size(&self.limits.gangs[*k]);
                }
                _ => {}
            }
        }
        let mut gain = change.clone();
        let first = variables.len() - self.limits.gangs.len();
        for (k, gang) in self.limits.gangs.iter().enumerate() {
            gang.iter().for_each(|(u, _, tasks)| gain[*u].push((first + k, -tasks.clone())));
        }
        let gain = gain.into_iter().map(merged).collect();
        let mut programme = Programme {
            caps: caps(self.pool),
            problem: self,
            variables,
            program,
            change,
            gain,
            choices: Vec::new(),
        };
        programme.totals();
        programme.servers();
        programme.duties();
        programme.budgets();
        programme.overloaded();
        programme.capped();
        for u in 0..programme.problem.pool.users() {
            let gap = |(low, high): (&Rational, &Rational)| Choice::Gap(u, low.clone(), high.clone());
            programme.choices.extend(programme.problem.limits.gaps(u).map(gap));
        }
        programme.implied();
        programme
    }
}

impl Programme<'_> {
    /// Rows of whole users: the number of its tasks, and of those that stop and start.
    fn totals(&mut self) {
        let before = self.problem.running.totals();
        for (v, variable) in self.variables.iter().enumerate() {
            let own =
                |u: usize, sign: i64| self.change[u].iter().map(move |(v, c)| (*v, c * Rational::int(sign)));
            match variable {
                Variable::Stop(u) => {
                    self.program
                        .at_most(own(*u, -1).chain([(v, -Rational::one())]).collect(), Rational::zero());
                }
                Variable::Start(u) => {
                    self.program
                        .at_most(own(*u, 1).chain([(v, -Rational::one())]).collect(), Rational::zero());
                }
                // On a class: n times the tasks that leave each server leave, and no server has more than its part of those that arrive.
                Variable::OutOfEach(_, i) | Variable::InOnEach(_, i) => {
                    let alike = Rational::int(i64::try_from(self.problem.pool.alike(*i)).unwrap_or(i64::MAX));
                    let sign = if matches!(variable, Variable::InOnEach(..)) { 1 } else { -1 };
                    let terms = vec![(v - 1, Rational::int(sign)), (v, alike * Rational::int(-sign))];
                    self.program.at_most(terms, Rational::zero());
                }
                _ => {}
            }
        }
        for (u, change) in self.change.iter().enumerate() {
            if let Some(has) = &self.problem.pool.tasks[u] {
                let has = if self.problem.whole { has.floor() } else { has.clone() };
                self.program.at_most(change.clone(), max(has - &before[u], Rational::zero()));
            }
        }
    }

    /// Rows of servers: for each resource and priority, what arrives fits beside what stays. On a server that is overloaded it
    /// takes no more than others leave; see [`overloaded`](Self::overloaded).
    fn servers(&mut self) {
        let Problem { pool, running, whole, .. } = self.problem;
        let mut on: Vec<Vec<(usize, usize, Rational)>> = vec![Vec::new(); pool.servers()];
        for (v, variable) in self.variables.iter().enumerate() {
            let (u, i, sign) = match *variable {
                Variable::Out(u, i) => (u, i, -1),
                Variable::In(u, i) => (u, i, 1),
                Variable::Gang(k) => {
                    for (u, i, tasks) in &self.problem.limits.gangs[k] {
                        // On a class, only as far as it leaves every server.
                        let alike = Rational::int(i64::try_from(pool.alike(*i)).unwrap_or(i64::MAX));
                        let gone = if whole { (tasks / &alike).floor() * alike } else { tasks.clone() };
                        on[*i].push((v, *u, -gone));
                    }
                    continue;
                }
                _ => continue,
            };
            let alike = pool.alike(i);
            let class = whole && alike > 1;
            let factor = if class { i64::try_from(alike).unwrap_or(i64::MAX) } else { 1 };
            on[i].push((v + usize::from(class), u, Rational::int(sign) * Rational::int(factor)));
        }
        let left = running.left(pool);
        for (i, on) in on.into_iter().enumerate() {
            let arrives = |(_, _, sign): &(usize, usize, Rational)| sign.is_positive();
            let ranks = on.iter().filter(|term| arrives(term)).map(|(_, u, _)| self.problem.limits.rank(*u));
            let mut ranks: Vec<i64> = ranks.collect();
            ranks.sort_unstable();
            ranks.dedup();
            // The row of the highest priority that arrives counts every user below it; those above only leave.
            for r in (0..pool.resources()).filter(|_| !ranks.is_empty()) {
                let idle = max(left[i][r].clone(), Rational::zero());
                for rank in &ranks {
                    let below = on.iter().filter(|(_, u, _)| self.problem.limits.rank(*u) <= *rank);
                    let terms = merged(below.map(|(v, u, sign)| (*v, sign * &pool.demand[*u][r])));
                    if terms.iter().any(|(_, c)| c.is_positive()) {
                        self.program.at_most(terms, idle.clone());
                    }
                }
            }
        }
    }

    /// Rows of duties that are one inequality, and the list of those that are a choice.
    fn duties(&mut self) {
        let before = self.problem.running.totals();
        for (t, team) in self.problem.teams.iter().enumerate() {
            let due = self.problem.due;
            for &u in &team.shapes {
                let least = match (self.problem.duty[t], due) {
                    (Duty::Keep, _) => before[u].clone(),
                    (Duty::Share, Due::Tasks(due)) => self.problem.limits.step(u, due[u].clone()),
                    (Duty::Share, Due::Rights(rights)) if team.shapes.len() == 1 => {
                        let there = |r: &usize| self.problem.pool.demand[u][*r].is_positive();
                        let each = (0..rights.pooled.len()).filter(there);
                        let within = least(
                            each.map(|r| (&rights.due[t][r] / &self.problem.pool.demand[u][r]).floor()),
                        );
                        let limit = &rights.most[u];
                        let least = within.map_or(limit.clone(), |within| within.min(limit.clone()));
                        self.problem.limits.step(u, least)
                    }
                    (Duty::Share, Due::Rights(rights)) => {
                        let any = self.problem.limits.gaps(u).next().is_none();
                        if any && rights.most[u].is_positive() {
                            self.choices.push(Choice::Share(t, u));
                        }
                        continue;
                    }
                };
                self.program.at_least(self.gain[u].clone(), least - &before[u]);
            }
        }
    }

    /// Rows of budgets: tasks that leave one by one or in gangs.
    fn budgets(&mut self) {
        let limits = self.problem.limits;
        let of = limits.budgets_of(self.problem.pool.users());
        let mut rows = vec![Vec::new(); limits.budgets.len()];
        for (v, variable) in self.variables.iter().enumerate() {
            match variable {
                Variable::Out(u, _) => of[*u].iter().for_each(|b| rows[*b].push((v, Rational::one()))),
                Variable::Gang(k) => {
                    for (u, _, tasks) in &limits.gangs[*k] {
                        of[*u].iter().for_each(|b| rows[*b].push((v, tasks.clone())));
                    }
                }
                _ => {}
            }
        }
        for (budget, terms) in limits.budgets.iter().zip(rows) {
            self.program.at_most(merged(terms), budget.allowed.clone());
        }
    }

    /// Returns `true` if the variable counts whole tasks.
    pub fn is_whole(&self, v: usize) -> bool {
        match self.variables[v] {
            Variable::Gang(_) | Variable::Arrives(..) | Variable::Grows(_) => true,
            Variable::Stop(_) | Variable::Start(_) => false,
            _ => self.problem.whole,
        }
    }
}
