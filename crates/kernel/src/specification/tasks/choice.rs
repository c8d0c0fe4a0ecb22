//! What a scheduler of whole tasks goes by, and the server that it takes for the next task of a user while servers fill.
//!
//! What is left of a server only shrinks, so a server on which a task does not fit any more is never looked at again. For users with
//! the same demand and the same servers there is one queue of servers, by misfit and then by number. An entry counts as long as its
//! misfit is that of what is left now; whenever a misfit changes, a new entry joins. On few servers all are simply looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::decision::Misfit;
use crate::model::cluster::Pool;
use crate::scalar::Rational;

/// What a scheduler of whole tasks goes by.
pub trait Scheduler {
    /// How far one task raises its user; `None` of a user that can run nothing.
    fn rise(&self, user: usize) -> Option<Rational>;
    /// Whether a task of the user fits on the server with what is left there.
    fn fits(&self, user: usize, server: usize, left: &[Rational]) -> bool;
    /// How unwelcome the server is to a task that fits there: the least goes first, of equals the lowest index.
    fn misfit(&self, user: usize, server: usize, left: &[Rational]) -> Misfit<Rational>;
    /// What a task takes of the server.
    fn take(&self, user: usize, server: usize, left: &mut [Rational]);
    /// What there is on each server.
    fn stock(&self) -> Vec<Vec<Rational>>;
}

/// The server that the rule takes for a task of the user; `None` where it fits nowhere.
pub fn best(rule: &dyn Scheduler, pool: &Pool, user: usize, left: &[Vec<Rational>]) -> Option<usize> {
    let fitting = (0..pool.servers()).filter(|&i| pool.eligible[user][i] && rule.fits(user, i, &left[i]));
    fitting.min_by_key(|&i| (rule.misfit(user, i, &left[i]), i))
}

/// Users times servers up to which no queues are kept.
const FEW: usize = 1_000;

/// Servers by misfit and then by number.
type Queue = BinaryHeap<Reverse<(Misfit<Rational>, usize)>>;

/// What is left of every server, and which of them each user would be given.
pub struct Choice<'a> {
    rule: &'a dyn Scheduler,
    pool: &'a Pool,
    left: Vec<Vec<Rational>>,
    /// The queue of each user; empty where no queues are kept.
    of: Vec<usize>,
    /// For each queue its servers and its first user.
    queues: Vec<(Queue, usize)>,
}

impl std::fmt::Debug for Choice<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Choice").field("left", &self.left).finish_non_exhaustive()
    }
}

impl<'a> Choice<'a> {
    /// On empty servers.
    pub fn new(rule: &'a dyn Scheduler, pool: &'a Pool) -> Self {
        let left = rule.stock();
        let (mut of, mut queues): (Vec<usize>, Vec<(Queue, usize)>) = (Vec::new(), Vec::new());
        if pool.users().saturating_mul(pool.servers()) > FEW {
            for u in 0..pool.users() {
                let alike =
                    |v: usize| pool.demand[u] == pool.demand[v] && pool.eligible[u] == pool.eligible[v];
                let known = queues.iter().position(|(_, first)| alike(*first));
                of.push(known.unwrap_or(queues.len()));
                if known.is_none() {
                    let fits = |i: &usize| pool.eligible[u][*i] && rule.fits(u, *i, &left[*i]);
                    let servers = (0..pool.servers()).filter(fits);
                    queues.push((servers.map(|i| Reverse((rule.misfit(u, i, &left[i]), i))).collect(), u));
                }
            }
        }
        Choice { rule, pool, left, of, queues }
    }

    /// The server that the rule takes for a task of the user; `None` where it fits nowhere.
    pub fn best(&mut self, user: usize) -> Option<usize> {
        let Some(&at) = self.of.get(user) else { return best(self.rule, self.pool, user, &self.left) };
        let (queue, _) = &mut self.queues[at];
        while let Some(Reverse((misfit, i))) = queue.peek() {
            let left = &self.left[*i];
            if self.rule.fits(user, *i, left) && self.rule.misfit(user, *i, left) == *misfit {
                return Some(*i);
            }
            queue.pop();
        }
        None
    }

    /// Places a task of the user on the server.
    pub fn take(&mut self, user: usize, server: usize) {
        let left = &mut self.left[server];
        let before = left.clone();
        self.rule.take(user, server, left);
        for (queue, first) in &mut self.queues {
            if self.pool.eligible[*first][server] && self.rule.fits(*first, server, left) {
                let misfit = self.rule.misfit(*first, server, left);
                if misfit != self.rule.misfit(*first, server, &before) {
                    queue.push(Reverse((misfit, server)));
                }
            }
        }
    }
}
