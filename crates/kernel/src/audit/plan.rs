//! Plans for a running cluster: what stops, moves and starts, accepted only with the state after it and with a proof of
//! the fewest stops.

use super::programme::{Duty, Problem, Programme, totals};
use crate::linear::certificate::feasible;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, dot, max, min, sum};

/// The changes of a plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Tasks that stop: a user, the server that they leave, and their number.
    pub stops: Vec<(usize, usize, Rational)>,
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
        [of(&self.stops), sum(self.moves.iter().map(|(.., tasks)| tasks.clone())), of(&self.starts)]
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
    /// A team that would be below its share.
    #[error("team {0} is below its share")]
    Short(usize),
}

impl Problem<'_> {
    /// The cluster with all servers as one, and its running tasks. Each plan for the servers is a plan for this one server,
    /// with as many stops; so a bound on the stops here is a bound there.
    pub fn pooled(&self) -> (Pool, Vec<Vec<Rational>>) {
        let (pool, running) = (self.pool, self.running);
        let used =
            |i: usize, r: usize| dot(running.iter().zip(&pool.demand).map(|(row, d)| (&row[i], &d[r])));
        let of = |r: usize| sum((0..pool.servers()).map(|i| max(pool.capacity[i][r].clone(), used(i, r))));
        let mut one = Pool::new(vec![(0..pool.resources()).map(of).collect()], pool.demand.clone());
        one.tasks.clone_from(&pool.tasks);
        for (u, open) in one.eligible.iter_mut().enumerate() {
            open[0] = (0..pool.servers()).any(|i| pool.eligible[u][i]);
        }
        (one, totals(running).into_iter().map(|total| vec![total]).collect())
    }
}

impl Programme<'_> {
    /// Accepts `after` as the state after a plan: it is feasible, it keeps every duty, and the audit finds no team with
    /// the duty `Share` below its share. Returns the changes.
    ///
    /// # Errors
    /// The first reason why the state is not accepted.
    pub fn accept(&self, after: &[Vec<Rational>]) -> Result<Changes, Wrong> {
        let problem = &self.problem;
        let point = self.point(after).ok_or(Wrong::Misplaced)?;
        if problem.whole && !after.iter().flatten().all(Rational::is_integer) {
            return Err(Wrong::Parts);
        }
        feasible(&self.program.rows, &point)?;
        let totals = totals(after);
        let owed = |&t: &usize| problem.duty[t] == Duty::Share;
        match (0..problem.teams.len()).filter(owed).find(|&t| problem.is_short(t, &totals)) {
            Some(short) => Err(Wrong::Short(short)),
            None => Ok(Changes::between(problem.running, after)),
        }
    }
}
