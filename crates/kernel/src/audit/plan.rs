//! Plans for a running cluster: what stops, moves and starts, accepted only with the state after it and with a proof of
//! the fewest stops.

use std::borrow::Cow;

use super::limits::Gang;
use super::programme::{Duty, Problem, Programme, Variable, totals};
use crate::linear::certificate::feasible;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, dot, max, min, sum};

/// The state after a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct After {
    /// The running tasks (users x servers).
    pub running: Vec<Vec<Rational>>,
    /// `true` for each gang that stops.
    pub gone: Vec<bool>,
}

/// The changes of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Tasks that stop one by one: a user, the server that they leave, and their number.
    pub stops: Vec<(usize, usize, Rational)>,
    /// Tasks that stop in gangs.
    pub gangs: Gang,
    /// Tasks that move: a user, the server that they leave, the server that they move to, and their number.
    pub moves: Vec<(usize, usize, usize, Rational)>,
    /// Waiting tasks that start: a user, a server, and their number.
    pub starts: Vec<(usize, usize, Rational)>,
}

/// The numbers of tasks that stop, move and start.
pub type Count = [Rational; 3];

impl Changes {
    /// The changes from the running tasks `before` to `after` (users x servers). Of a user no tasks both stop and start:
    /// as many as possible move.
    pub fn between(before: &[Vec<Rational>], after: &[Vec<Rational>]) -> Changes {
        let mut changes = Changes::default();
        for (u, (was, is)) in before.iter().zip(after).enumerate() {
            let differ = |a: &[Rational], b: &[Rational]| -> Vec<(usize, Rational)> {
                let less = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a < b);
                less.map(|(i, (a, b))| (i, b - a)).collect()
            };
            let (mut gone, mut come) = (differ(is, was).into_iter(), differ(was, is).into_iter());
            let (mut from, mut to) = (gone.next(), come.next());
            while let (Some((i, out)), Some((j, into))) = (&from, &to) {
                let tasks = min(out.clone(), into.clone());
                changes.moves.push((u, *i, *j, tasks.clone()));
                let (out, into) = ((*i, out - &tasks), (*j, into - &tasks));
                from = if out.1.is_zero() { gone.next() } else { Some(out) };
                to = if into.1.is_zero() { come.next() } else { Some(into) };
            }
            changes.stops.extend(from.into_iter().chain(gone).map(|(i, tasks)| (u, i, tasks)));
            changes.starts.extend(to.into_iter().chain(come).map(|(i, tasks)| (u, i, tasks)));
        }
        changes
    }

    /// The numbers of tasks that stop, move and start.
    pub fn count(&self) -> Count {
        let of = |list: &[(usize, usize, Rational)]| sum(list.iter().map(|(.., tasks)| tasks.clone()));
        let moves = sum(self.moves.iter().map(|(.., tasks)| tasks.clone()));
        [of(&self.stops) + of(&self.gangs), moves, of(&self.starts)]
    }
}

/// The reason why the state after a plan is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// Tasks arrive on a server on which none fits.
    #[error("tasks arrive on a server on which none fits")]
    Misplaced,
    /// Parts of tasks, where tasks are whole.
    #[error("parts of tasks run")]
    Parts,
    /// A row of the programme that does not hold.
    #[error("{0}")]
    Row(#[from] crate::linear::Flaw),
    /// A gang of which too few tasks start.
    #[error("too few tasks of a gang of user {0} start")]
    Apart(usize),
    /// A team that would be below its share.
    #[error("team {0} is below its share")]
    Short(usize),
}

impl Problem<'_> {
    /// The running tasks without those of the gangs that are `gone` (users x servers); not copied if none is.
    pub fn without(&self, gone: &[bool]) -> Cow<'_, [Vec<Rational>]> {
        if !gone.contains(&true) {
            return Cow::Borrowed(self.running);
        }
        let mut left = self.running.to_vec();
        for (gang, _) in self.limits.gangs.iter().zip(gone).filter(|(_, gone)| **gone) {
            gang.iter().for_each(|(u, i, tasks)| left[*u][*i] = &left[*u][*i] - tasks);
        }
        Cow::Owned(left)
    }

    /// Accepts `after` as the state after a plan: it is feasible, it keeps every duty, and the audit finds no team with
    /// the duty `Share` below its share. Returns the changes.
    ///
    /// Where nothing changes no row of the programme can fail, so it has the variables alone that change.
    ///
    /// # Errors
    /// The first reason why the state is not accepted.
    pub fn accept(&self, after: &After) -> Result<Changes, Wrong> {
        let left = self.without(&after.gone);
        self.clone().programme_where(|u, i| left[u][i] != after.running[u][i]).accept(after)
    }

    /// The cluster with all servers as one, and its running tasks. Each plan for the servers is a plan for this one server,
    /// with as many stops; so a bound on the stops here is a bound there.
    pub fn pooled(&self) -> (Pool, Vec<Vec<Rational>>) {
        let (pool, running) = (self.pool, self.running);
        let used =
            |i: usize, r: usize| dot(running.iter().zip(&pool.demand).map(|(row, d)| (&row[i], &d[r])));
        let of = |r: usize| sum((0..pool.servers()).map(|i| max(pool.capacity[i][r].clone(), used(i, r))));
        let mut one = Pool::new(vec![(0..pool.resources()).map(of).collect()], pool.demand.clone());
        one.tasks.clone_from(&pool.tasks);
        one.tree.clone_from(&pool.tree);
        for (u, open) in one.eligible.iter_mut().enumerate() {
            open[0] = (0..pool.servers()).any(|i| pool.eligible[u][i]);
        }
        (one, totals(running).into_iter().map(|total| vec![total]).collect())
    }
}

impl Programme<'_> {
    /// The value of every variable if users run `after` afterwards; `None` if tasks arrive where no variable counts them, or
    /// tasks of a gang leave that stays.
    pub fn point(&self, after: &After) -> Option<Vec<Rational>> {
        let Problem { pool, limits, .. } = self.problem;
        let left = self.problem.without(&after.gone);
        let (was, is) = (totals(&left), totals(&after.running));
        let positive = |x: Rational| max(x, Rational::zero());
        let gone = |u: usize, i: usize| positive(&left[u][i] - &after.running[u][i]);
        let come = |u: usize, i: usize| positive(&after.running[u][i] - &left[u][i]);
        let alike = |i: usize| Rational::int(i64::try_from(pool.alike(i)).unwrap_or(i64::MAX));
        let of = |variable: &Variable| match *variable {
            Variable::Out(u, i) => gone(u, i),
            Variable::In(u, i) => come(u, i),
            Variable::OutOfEach(u, i) => (gone(u, i) / alike(i)).floor(),
            Variable::InOnEach(u, i) => -(-(come(u, i) / alike(i))).floor(),
            Variable::Stop(u) => positive(&was[u] - &is[u]),
            Variable::Start(u) => positive(&is[u] - &was[u]),
            Variable::Arrives(i, r) => {
                let comes = |u: usize| come(u, i).is_positive() && pool.demand[u][r].is_positive();
                Rational::int(i64::from((0..pool.users()).any(comes)))
            }
            Variable::Grows(c) => {
                Rational::int(i64::from(self.caps[c].users.iter().any(|&u| is[u] > was[u])))
            }
            Variable::Gang(k) => Rational::int(i64::from(after.gone[k])),
        };
        let known = after.gone.len() == limits.gangs.len();
        let point: Vec<Rational> = self.variables.iter().filter(|_| known).map(of).collect();
        (known && self.after(&point) == *after).then_some(point)
    }

    /// The state at a point of the programme.
    pub fn after(&self, point: &[Rational]) -> After {
        let mut gone = vec![false; self.problem.limits.gangs.len()];
        for (variable, x) in self.variables.iter().zip(point) {
            if let Variable::Gang(k) = variable {
                gone[*k] = x.is_positive();
            }
        }
        let mut running = self.problem.without(&gone).into_owned();
        for (variable, x) in self.variables.iter().zip(point) {
            match *variable {
                Variable::Out(u, i) => running[u][i] = &running[u][i] - x,
                Variable::In(u, i) => running[u][i] = &running[u][i] + x,
                _ => {}
            }
        }
        After { running, gone }
    }

    /// Accepts `after`, of which every change has a variable.
    fn accept(&self, after: &After) -> Result<Changes, Wrong> {
        let problem = &self.problem;
        let point = self.point(after).ok_or(Wrong::Misplaced)?;
        if problem.whole && !after.running.iter().flatten().all(Rational::is_integer) {
            return Err(Wrong::Parts);
        }
        feasible(&self.program.rows, &point)?;
        let totals = totals(&after.running);
        let parts = |&u: &usize| problem.limits.step(u, totals[u].clone()) < totals[u];
        if let Some(user) = (0..totals.len()).find(parts) {
            return Err(Wrong::Apart(user));
        }
        let owed = |&t: &usize| problem.duty[t] == Duty::Share;
        match (0..problem.teams.len()).filter(owed).find(|&t| problem.is_short(t, &totals)) {
            Some(short) => Err(Wrong::Short(short)),
            None => {
                let left = problem.without(&after.gone);
                let mut changes = Changes::between(&left, &after.running);
                let gone = problem.limits.gangs.iter().zip(&after.gone).filter(|(_, gone)| **gone);
                changes.gangs = gone.flat_map(|(gang, _)| gang.iter().cloned()).collect();
                Ok(changes)
            }
        }
    }
}
