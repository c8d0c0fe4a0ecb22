//! Plans for a running cluster: what stops, moves and starts, accepted only with the state after it and with a proof of
//! the fewest stops.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::limits::Gang;
use super::programme::{Duty, Problem, Programme, Variable};
use crate::linear::certificate::feasible;
use crate::model::cluster::{Pool, Running};
use crate::scalar::{Rational, Scalar, max, min, sum};

/// The state after a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct After {
    /// The running tasks.
    pub running: Running,
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
    /// The changes from the running tasks `before` to `after`. Of a user no tasks both stop and start: as many as possible move.
    pub fn between(before: &Running, after: &Running) -> Changes {
        let mut changes = Changes::default();
        for u in 0..before.users() {
            let differ = |a: &Running, b: &Running| -> Vec<(usize, Rational)> {
                b.row(u).map(|(i, x)| (i, x - a.on(u, i))).filter(|(_, more)| more.is_positive()).collect()
            };
            let (mut gone, mut come) = (differ(after, before).into_iter(), differ(before, after).into_iter());
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
    /// The running tasks without those of the gangs that are `gone`; not copied if none is.
    pub fn without(&self, gone: &[bool]) -> Cow<'_, Running> {
        if !gone.contains(&true) {
            return Cow::Borrowed(self.running);
        }
        let mut left = self.running.clone();
        for (gang, _) in self.limits.gangs.iter().zip(gone).filter(|(_, gone)| **gone) {
            gang.iter().for_each(|(u, i, tasks)| left.set(*u, *i, left.on(*u, *i) - tasks));
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
        let changes = |u: usize| {
            let servers = left.row(u).chain(after.running.row(u)).map(|(i, _)| i);
            let servers: BTreeSet<usize> =
                servers.filter(|&i| left.on(u, i) != after.running.on(u, i)).collect();
            servers.into_iter()
        };
        self.clone().programme_where(changes).accept(after)
    }

    /// The cluster with all servers as one, and its running tasks. Each plan for the servers is a plan for this one server,
    /// with as many stops; so a bound on the stops here is a bound there.
    pub fn pooled(&self) -> (Pool, Running) {
        let pool = self.pool;
        let left = self.running.left(pool);
        // Where more is used than there is, that counts.
        let most = |(row, left): (&Vec<Rational>, &Vec<Rational>), r: usize| {
            &row[r] - min(left[r].clone(), Rational::zero())
        };
        let of = |r: usize| sum(pool.capacity.iter().zip(&left).map(|both| most(both, r)));
        let mut one = Pool::new(vec![(0..pool.resources()).map(of).collect()], pool.demand.clone());
        one.tasks.clone_from(&pool.tasks);
        one.tree.clone_from(&pool.tree);
        for (u, open) in one.eligible.iter_mut().enumerate() {
            open[0] = (0..pool.servers()).any(|i| pool.eligible[u][i]);
        }
        let running = self.running.totals().into_iter().map(|total| vec![(0, total)]);
        (one, Running::of_entries(running.collect()))
    }
}

impl Programme<'_> {
    /// The value of every variable if users run `after` afterwards; `None` if tasks arrive where no variable counts them, or
    /// tasks of a gang leave that stays.
    pub fn point(&self, after: &After) -> Option<Vec<Rational>> {
        let Problem { pool, limits, .. } = self.problem;
        let left = self.problem.without(&after.gone);
        let (was, is) = (left.totals(), after.running.totals());
        let positive = |x: Rational| max(x, Rational::zero());
        let gone = |u: usize, i: usize| positive(left.on(u, i) - after.running.on(u, i));
        let come = |u: usize, i: usize| positive(after.running.on(u, i) - left.on(u, i));
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
                Variable::Out(u, i) => running.set(u, i, running.on(u, i) - x),
                Variable::In(u, i) => running.set(u, i, running.on(u, i) + x),
                _ => {}
            }
        }
        After { running, gone }
    }

    /// Accepts `after`, of which every change has a variable.
    fn accept(&self, after: &After) -> Result<Changes, Wrong> {
        let problem = &self.problem;
        let point = self.point(after).ok_or(Wrong::Misplaced)?;
        if problem.whole && !after.running.whole() {
            return Err(Wrong::Parts);
        }
        feasible(&self.program.rows, &point)?;
        let totals = after.running.totals();
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
