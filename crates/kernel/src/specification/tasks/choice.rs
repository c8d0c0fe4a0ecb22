//! The criteria of a scheduler of whole tasks, and the server chosen for the next task of a user while servers fill.
//!
//! What is left of a server only shrinks, so a server on which a task does not fit any more is never looked at again. For users with
//! the same demand and the same servers there is one queue of servers, by misfit and then by number. An entry counts as long as its
//! misfit is that of what is left now. Before a queue is asked, every server that has changed since the last question joins it with
//! its present misfit. On few servers all are simply looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::decision::Misfit;
use crate::model::cluster::Pool;
use crate::scalar::Rational;

/// Criteria by which a rule allocates whole tasks one by one.
pub trait Scheduler: std::fmt::Debug {
    /// The amount by which one task raises the level of `user`; `None` if the user can run no task.
    fn rise(&self, user: usize) -> Option<Rational>;
    /// Returns `true` if a task of `user` fits on `server`, where `left` is free of each resource.
    fn fits(&self, user: usize, server: usize, left: &[Rational]) -> bool;
    /// The score of `server` for a task of `user` that fits there. The smallest score is chosen; among equals, the
    /// lowest index.
    fn misfit(&self, user: usize, server: usize, left: &[Rational]) -> Misfit<Rational>;
    /// Whether the misfit depends on what is left of the server.
    fn ranks(&self) -> bool {
        true
    }
    /// What a task takes of the server.
    fn take(&self, user: usize, server: usize, left: &mut [Rational]);
    /// The free amounts of each empty server: servers x resources.
    fn stock(&self) -> Vec<Vec<Rational>>;
}

/// The server that `rule` chooses for a task of `user`, where `left` is free (servers x resources); `None` if the
/// task fits nowhere.
pub fn best(rule: &dyn Scheduler, pool: &Pool, user: usize, left: &[Vec<Rational>]) -> Option<usize> {
    let fitting = (0..pool.servers()).filter(|&i| pool.eligible[user][i] && rule.fits(user, i, &left[i]));
    fitting.min_by_key(|&i| (rule.misfit(user, i, &left[i]), i))
}

/// The number of pairs of a user and a server up to which no queues are kept.
const FEW: usize = 1_000;

/// Servers sorted by score and then by index.
type Queue = BinaryHeap<Reverse<(Misfit<Rational>, usize)>>;

/// The free amounts of every server, and the server that each user's next task would get.
#[derive(Debug)]
pub struct Choice<'a> {
    rule: &'a dyn Scheduler,
    pool: &'a Pool,
    left: Vec<Vec<Rational>>,
    /// The queue of each user; empty where no queues are kept.
    of: Vec<usize>,
    /// For each queue, its servers and the first user that it serves.
    queues: Vec<(Queue, usize)>,
    /// The servers on which tasks were placed, in order; empty if the rule does not rank servers by what is left.
    changed: Vec<usize>,
    /// For each queue how many of the changes it has seen.
    seen: Vec<usize>,
    /// For each server the number of the last catching up that came by it, and the number of all of them.
    passed: (Vec<usize>, usize),
}

impl<'a> Choice<'a> {
    /// Starts with all servers empty.
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
        let (seen, passed) = (vec![0; queues.len()], (vec![0; pool.servers()], 0));
        Choice { rule, pool, left, of, queues, changed: Vec::new(), seen, passed }
    }

    /// The server that the rule chooses for a task of `user`; `None` if the task fits nowhere.
    pub fn best(&mut self, user: usize) -> Option<usize> {
        let Some(&at) = self.of.get(user) else { return best(self.rule, self.pool, user, &self.left) };
        self.catch_up(at);
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

    /// Adds to a queue the servers that have changed since it was last asked.
    fn catch_up(&mut self, at: usize) {
        let (queue, first) = &mut self.queues[at];
        let (passed, times) = &mut self.passed;
        *times += 1;
        for &i in &self.changed[self.seen[at]..] {
            let left = &self.left[i];
            if passed[i] != *times && self.pool.eligible[*first][i] && self.rule.fits(*first, i, left) {
                queue.push(Reverse((self.rule.misfit(*first, i, left), i)));
            }
            passed[i] = *times;
        }
        self.seen[at] = self.changed.len();
    }

    /// Places a task of the user on the server.
    pub fn take(&mut self, user: usize, server: usize) {
        self.rule.take(user, server, &mut self.left[server]);
        if !self.queues.is_empty() && self.rule.ranks() {
            self.changed.push(server);
        }
    }
}
