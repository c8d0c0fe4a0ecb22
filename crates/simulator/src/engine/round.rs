//! A round: turns after the events of an instant, until no waiting user has a task that fits.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::state::RunningDemand;
use super::{Engine, What};
use crate::mechanism::decision::{Turn, fits, serve};
use crate::policy::Key;

impl Engine<'_> {
    fn head(&self, user: usize) -> Option<usize> {
        self.state.queues[user].front().map(|&k| k as usize)
    }

    fn key(&self, user: usize, batch: usize) -> Key {
        if self.setting.floats {
            let share = self.sums[user].iter().copied().fold(0.0, f64::max);
            let level: f64 = share / self.setting.workload.members[user].weight as f64;
            // The bit patterns of non-negative floats are in the order of their values.
            return (i128::from(level.max(0.0).to_bits()), 0);
        }
        let next = self.takes[batch].as_deref().unwrap_or_default();
        self.setting.policy.key(&self.counted[user], next, &self.parts, self.factors[user])
    }

    /// Unblocks the users whose task fits on a server with releases.
    fn revive(&mut self) {
        if self.freed.is_empty() || self.stuck.is_empty() {
            self.freed.clear();
            return;
        }
        let stock = self.places.stock();
        let most: Vec<i64> = (0..stock.row(self.freed[0] as usize).len())
            .map(|r| self.freed.iter().map(|&i| stock.row(i as usize)[r]).max().unwrap_or(0))
            .collect();
        let mut stuck = std::mem::take(&mut self.stuck);
        stuck.retain(|&user| {
            let u = user as usize;
            let eligible = self.setting.workload.members[u].eligible.as_deref();
            let Some(takes) = self.head(u).and_then(|k| self.takes[k].as_deref()) else { return true };
            let helps = fits(takes, &most)
                && self.freed.iter().any(|&i| {
                    eligible.is_none_or(|e| e[i as usize]) && fits(takes, self.places.stock().row(i as usize))
                });
            if helps {
                self.blocked[u] = false;
                self.fresh.push(user);
            }
            !helps
        });
        self.stuck = stuck;
        self.freed.clear();
    }

    /// Gives turns until no waiting user has a task that fits.
    pub fn round(&mut self) {
        if self.setting.policy.leaves_out() {
            self.revive();
        } else {
            // Every waiting user may be next, whether its task fits or not.
            self.freed.clear();
            self.fresh = (0..self.blocked.len() as u32).collect();
        }
        let mut waiting = BinaryHeap::with_capacity(self.fresh.len());
        for user in std::mem::take(&mut self.fresh) {
            if let Some(k) = self.head(user as usize) {
                waiting.push(Reverse((self.key(user as usize, k), user as usize)));
            }
        }
        serve(&mut waiting, self.setting.policy.leaves_out(), |u| self.turn(u));
    }

    fn turn(&mut self, u: usize) -> Turn<Key> {
        if self.is_over() {
            return Turn::Done;
        }
        let Some(k) = self.head(u) else { return Turn::Done };
        let batch = &self.setting.workload.batches[k];
        let eligible = self.setting.workload.members[u].eligible.as_deref();
        let takes = self.takes[k].as_deref().unwrap_or_default();
        let Some(server) = self.places.find(takes, &self.parts, eligible) else {
            if self.setting.policy.leaves_out() {
                self.blocked[u] = true;
                self.stuck.push(u as u32);
            }
            return Turn::Blocked;
        };
        self.places.take(server, takes);
        self.counted[u].iter_mut().zip(takes).for_each(|(c, t)| *c += t);
        let totals = self.totals.iter().map(|t| *t as f64);
        self.sums[u].iter_mut().zip(takes).zip(totals).for_each(|((s, t), total)| *s += *t as f64 / total);
        for (r, d) in batch.demand.iter().enumerate() {
            self.state.used[r] += d;
            self.state.held[u][r] += d;
        }
        if self.setting.placement {
            self.state.placed[u * self.setting.servers.len() + server] += 1;
        }
        self.state.kinds[u] = match self.state.kinds[u] {
            RunningDemand::None => RunningDemand::One(k as u32),
            RunningDemand::One(b) if self.setting.workload.batches[b as usize].demand == batch.demand => {
                RunningDemand::One(b)
            }
            _ => RunningDemand::Mixed,
        };
        self.state.running[u] += 1;
        self.state.waiting[u] -= 1;
        self.metrics.started += 1;
        self.metrics.users[u].started += 1;
        let number = self.next[k];
        self.next[k] += 1;
        // A task of duration zero would be placed without end within one instant.
        let ends = self.state.now.saturating_add(batch.durations.of(number).max(1));
        self.expect(ends, What::Completed { batch: k as u32, server: server as u32 });
        if self.next[k] == batch.tasks {
            self.state.queues[u].pop_front();
        }
        match self.head(u) {
            Some(k) => Turn::Again(self.key(u, k)),
            None => Turn::Done,
        }
    }
}
