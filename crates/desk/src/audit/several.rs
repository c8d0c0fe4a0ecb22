//! Repairs by several changes of tasks: the smallest pair, or as many stops as are needed.

use std::collections::BTreeMap;

use super::change::Change;
use super::repair::{Search, Way};
use crate::scalar::{Rational, Scalar, min};

/// The largest number of single changes of which all pairs are tried, on few servers and on many.
const MOST_PAIRED: [usize; 2] = [240, 40];
/// The largest number of servers that counts as few.
const FEW: usize = 64;
/// The largest number of tasks of one user on one server that one change of a pair moves or stops.
const MOST_AT_ONCE: i64 = 8;

impl Search<'_, '_> {
    /// The pair of changes that affects the fewest tasks.
    pub(super) fn two(&mut self) -> Option<Way> {
        let singles = self.singles();
        let mut best: Option<(Rational, usize, Way)> = None;
        for (a, first) in singles.iter().enumerate() {
            for (b, second) in singles.iter().enumerate().filter(|(b, _)| *b != a) {
                let stops = [first, second].iter().filter(|c| c.kind() == "stop").count();
                let touched = tasks_of(first) + tasks_of(second);
                if (stops == 2 && b < a)
                    || best.as_ref().is_some_and(|(t, s, _)| (&touched, stops) >= (t, *s))
                {
                    continue;
                }
                if !self.goes_on() {
                    return best.map(|(.., way)| way);
                }
                let changes = [first.clone(), second.clone()];
                if let Some(starts) = self.attempt(&changes) {
                    best = Some((touched, stops, Way { changes: changes.to_vec(), starts }));
                }
            }
        }
        best.map(|(.., way)| way)
    }

    /// Single changes that may be part of a pair: tasks of a user on a server that stop, or that move to another
    /// server. Divisible tasks stop or move all at once, as far as permitted.
    fn singles(&mut self) -> Vec<Change> {
        let (pool, whole) = (self.state.pool, self.state.setting.whole);
        let numbers = |most: &Rational| -> Vec<Rational> {
            match whole {
                true => (1..=MOST_AT_ONCE).map(Rational::int).take_while(|n| n <= most).collect(),
                false => Some(most.clone()).filter(Scalar::is_positive).into_iter().collect(),
            }
        };
        let mut singles = Vec::new();
        let mut all = whole;
        let most_paired = MOST_PAIRED[usize::from(pool.servers() > FEW)];
        'all: for from in 0..pool.servers() {
            for &m in self.on[from].iter().filter(|m| self.state.yields(**m, self.user)) {
                let has = &self.state.tasks[m][from];
                all &= *has <= Rational::int(MOST_AT_ONCE);
                let stops = numbers(&min(has.clone(), self.state.spare(m))).into_iter();
                singles.extend(stops.map(|tasks| Change::Stop { user: m, server: from, tasks }));
                for to in (0..pool.servers()).filter(|&to| to != from && pool.runs_on(m, to)) {
                    let moves = numbers(has).into_iter();
                    singles.extend(moves.map(|tasks| Change::Move { user: m, from, to, tasks }));
                }
                if singles.len() > 8 * most_paired {
                    all = false;
                    break 'all;
                }
            }
        }
        self.exhausted &= all;
        let near = |change: &Change| change.servers().iter().any(|&i| pool.runs_on(self.user, i));
        singles.sort_by_key(|change| !near(change));
        if singles.len() > most_paired {
            singles.truncate(most_paired);
            self.exhausted = false;
        }
        singles
    }

    /// Stops on as many servers as are needed: on each, tasks of users above their shares are stopped, one
    /// user after another, as long as that frees room for a further task.
    pub(super) fn many(&mut self) -> Option<Way> {
        if !self.state.setting.whole {
            return None;
        }
        let (pool, user) = (self.state.pool, self.user);
        let mut stops: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        let mut free = self.free.clone();
        for i in (0..pool.servers()).filter(|&i| pool.runs_on(user, i)) {
            while free < self.short {
                let room = self.state.room(self.user, i);
                let wanted = &room + Rational::one();
                let gives =
                    self.on[i].iter().filter(|m| self.state.yields(**m, self.user)).filter_map(|&m| {
                        let fewest = self.fewest(&wanted, i, m)?;
                        let spare = self.state.spare(m);
                        (fewest <= spare).then_some((fewest, std::cmp::Reverse(spare), m))
                    });
                let Some((tasks, _, m)) = gives.min() else { break };
                self.state.put(m, i, &-tasks.clone());
                let before = stops.entry((m, i)).or_insert_with(Rational::zero);
                *before = &*before + &tasks;
                free = free + self.state.room(self.user, i) - room;
            }
            if free >= self.short || !self.goes_on() {
                break;
            }
        }
        let stop = |((user, server), tasks): (&(usize, usize), &Rational)| Change::Stop {
            user: *user,
            server: *server,
            tasks: tasks.clone(),
        };
        let changes: Vec<Change> = stops.iter().map(stop).collect();
        changes.iter().for_each(|change| change.revert(self.state));
        if free < self.short {
            return None;
        }
        let starts = self.attempt(&changes)?;
        Some(Way { changes, starts })
    }
}

/// The tasks that a change moves, stops or starts.
pub(super) fn tasks_of(change: &Change) -> Rational {
    match change {
        Change::Start { tasks, .. } | Change::Move { tasks, .. } | Change::Stop { tasks, .. } => {
            tasks.clone()
        }
        Change::Allow { .. } | Change::Weigh { .. } => Rational::zero(),
    }
}
