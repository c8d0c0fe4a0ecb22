//! Repairs of a shortfall: the smallest change after which a user can start its missing tasks, found by searching
//! single changes and then pairs, and judged again on the changed state.
//!
//! Only users above their share pay: after the change no other user has a shortfall that is new or larger. Starts on
//! idle resources come first, then moves, stops, and a server that becomes eligible; then pairs of moves and stops;
//! then as many stops as are needed, server by server, which need not be the fewest. A change of weight is last,
//! because it alters the entitlement and not the tasks.

use std::collections::BTreeMap;

use super::change::Change;
use super::state::{State, positive};
use crate::linear::Patience;
use crate::scalar::{Rational, Scalar, greatest, min, sum};

/// A single way to repair a shortfall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The changes to make, in order.
    pub changes: Vec<Change>,
    /// The tasks that the user then starts, server by server.
    pub starts: Vec<Change>,
}

/// The result of the search for a repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repair {
    /// The user has its entitlement, so no repair is needed.
    Needless,
    /// Ways that were judged to work, the smallest first.
    By(Vec<Way>),
    /// No change and no pair of changes among those examined helps.
    Nothing {
        /// `true` if all single changes and all pairs were examined.
        exhausted: bool,
    },
    /// No time was left for the search.
    Unsearched,
}

/// The largest number of changes tried for one user.
const MOST_TRIED: usize = 200_000;

/// A search for repairs of the shortfall of one user.
pub(super) struct Search<'s, 'a> {
    pub(super) state: &'s mut State<'a>,
    /// The users that run tasks on each server.
    pub(super) on: &'s [Vec<usize>],
    pub(super) user: usize,
    /// The number of the user's tasks that fit on each server, before any change.
    pub(super) rooms: Vec<Rational>,
    /// The sum of `rooms`.
    pub(super) free: Rational,
    /// Shortfall of the user in tasks.
    pub(super) short: Rational,
    tried: usize,
    pub(super) exhausted: bool,
    patience: &'s Patience,
}

/// The users that run tasks on each server.
pub fn present(state: &State<'_>) -> Vec<Vec<usize>> {
    let mut on = vec![Vec::new(); state.pool.servers()];
    for (u, row) in state.tasks.iter().enumerate() {
        for (i, _) in row.iter().enumerate().filter(|(_, x)| x.is_positive()) {
            on[i].push(u);
        }
    }
    on
}

/// Finds ways to repair the shortfall of `user`. The state is restored at the end.
pub fn repair(state: &mut State<'_>, on: &[Vec<usize>], user: usize, patience: &Patience) -> Repair {
    let short = state.short(user);
    if short.is_zero() {
        return Repair::Needless;
    }
    if patience.over() {
        return Repair::Unsearched;
    }
    let rooms: Vec<Rational> = (0..state.pool.servers()).map(|i| state.room(user, i)).collect();
    let free = sum(rooms.iter().filter(|room| !room.is_zero()).cloned());
    Search { state, on, user, rooms, free, short, tried: 0, exhausted: true, patience }.run()
}

impl Search<'_, '_> {
    fn run(mut self) -> Repair {
        if self.free >= self.short
            && let Some(starts) = self.attempt(&[])
        {
            return Repair::By(vec![Way { changes: Vec::new(), starts }]);
        }
        let mut ways: Vec<Way> = Vec::new();
        let makes_room = self.makes_room();
        ways.extend(self.one_move(&makes_room));
        ways.extend(self.one_stop(&makes_room));
        ways.extend(self.one_server());
        if ways.is_empty() {
            ways.extend(self.two());
        }
        if ways.is_empty() {
            ways.extend(self.many());
        }
        if ways.is_empty() {
            ways.extend(self.one_weight());
        }
        if ways.is_empty() { Repair::Nothing { exhausted: self.exhausted } } else { Repair::By(ways) }
    }

    /// Returns `true` while the search may continue; records an early end in `exhausted`.
    pub(super) fn goes_on(&mut self) -> bool {
        self.tried += 1;
        let ended = self.tried > MOST_TRIED || (self.tried.is_multiple_of(64) && self.patience.over());
        self.exhausted &= !ended;
        !ended
    }

    /// The single removals that free room for all missing tasks of the user, as (number of tasks, server, user), the
    /// fewest tasks first.
    fn makes_room(&self) -> Vec<(Rational, usize, usize)> {
        let pool = self.state.pool;
        let lacks = &self.short - &self.free;
        let mut found = Vec::new();
        for i in (0..pool.servers()).filter(|&i| pool.runs_on(self.user, i)) {
            let room = &self.rooms[i] + &lacks;
            for &m in self.on[i].iter().filter(|m| self.state.yields(**m, self.user)) {
                found.extend(self.fewest(&room, i, m).map(|fewest| (fewest, i, m)));
            }
        }
        found.sort();
        found
    }

    /// The smallest number of tasks of user `m` whose removal leaves room for `room` tasks of the user on the
    /// server; `None` if removing all of them is not enough.
    pub(super) fn fewest(&self, room: &Rational, server: usize, m: usize) -> Option<Rational> {
        let pool = self.state.pool;
        let needs = (0..pool.resources()).filter(|&r| pool.demand[self.user][r].is_positive());
        let fewest = needs.map(|r| {
            let misses = positive(room * &pool.demand[self.user][r] - &self.state.left[server][r]);
            match (misses.is_zero(), pool.demand[m][r].is_positive()) {
                (true, _) => Some(Rational::zero()),
                (false, true) => Some(misses / &pool.demand[m][r]),
                (false, false) => None,
            }
        });
        let fewest = fewest.collect::<Option<Vec<_>>>().and_then(greatest)?;
        let fewest = if self.state.setting.whole { -(-fewest).floor() } else { fewest };
        (fewest.is_positive() && fewest <= self.state.tasks[m][server]).then_some(fewest)
    }

    fn one_move(&mut self, makes_room: &[(Rational, usize, usize)]) -> Option<Way> {
        for (tasks, from, m) in makes_room {
            for to in (0..self.state.pool.servers()).filter(|to| to != from) {
                if !self.goes_on() {
                    return None;
                }
                let most = min(self.state.room(*m, to), self.state.tasks[*m][*from].clone());
                let mut tasks = tasks.clone();
                // A user with room on the target server loses some of that room, which moving more tasks may
                // compensate.
                let more = self.state.setting.whole && self.rooms[to].is_positive();
                while tasks <= most {
                    let change = Change::Move { user: *m, from: *from, to, tasks: tasks.clone() };
                    if let Some(starts) = self.attempt(std::slice::from_ref(&change)) {
                        return Some(Way { changes: vec![change], starts });
                    }
                    if !more || !self.goes_on() {
                        break;
                    }
                    tasks = tasks + Rational::one();
                }
            }
        }
        None
    }

    fn one_stop(&mut self, makes_room: &[(Rational, usize, usize)]) -> Option<Way> {
        for (tasks, server, m) in makes_room {
            if !self.goes_on() {
                return None;
            }
            let change = Change::Stop { user: *m, server: *server, tasks: tasks.clone() };
            if let Some(starts) = self.attempt(std::slice::from_ref(&change)) {
                return Some(Way { changes: vec![change], starts });
            }
        }
        None
    }

    /// The tasks that the user starts after `changes`, if it then has its share and only users above their
    /// share pay.
    pub(super) fn attempt(&mut self, changes: &[Change]) -> Option<Vec<Change>> {
        let mut before: BTreeMap<usize, Vec<Rational>> = BTreeMap::new();
        let mut done = 0;
        let mut legal = true;
        for change in changes {
            for i in change.servers() {
                before.entry(i).or_insert_with(|| self.state.left[i].clone());
            }
            legal = self.is_legal(change);
            if !legal {
                break;
            }
            change.apply(self.state);
            done += 1;
        }
        let starts = if legal { self.starts_now(&before) } else { None };
        let judged = starts.filter(|starts| self.judged(changes, starts, before));
        changes[..done].iter().rev().for_each(|change| change.revert(self.state));
        judged
    }

    fn is_legal(&self, change: &Change) -> bool {
        match change {
            Change::Move { user, from, to, tasks } => {
                self.state.tasks[*user][*from] >= *tasks && self.state.room(*user, *to) >= *tasks
            }
            Change::Stop { user, server, tasks } => {
                self.state.tasks[*user][*server] >= *tasks && self.state.spare(*user) >= *tasks
            }
            _ => true,
        }
    }

    /// The tasks that the user starts in the present state, in which only servers of `touched` have changed.
    fn starts_now(&self, touched: &BTreeMap<usize, Vec<Rational>>) -> Option<Vec<Change>> {
        let now: Vec<(usize, Rational)> =
            touched.keys().map(|&i| (i, self.state.room(self.user, i))).collect();
        let gained = now.iter().fold(self.free.clone(), |sum, (i, room)| sum + room - &self.rooms[*i]);
        if gained < self.short {
            return None;
        }
        let mut rooms: Vec<(usize, Rational)> = self.rooms.iter().cloned().enumerate().collect();
        for (i, room) in now {
            rooms[i].1 = room;
        }
        self.starts(rooms, &self.short)
    }

    /// Starts of `lacks` tasks on as few servers as possible; `None` if they do not fit.
    pub(super) fn starts(&self, mut rooms: Vec<(usize, Rational)>, lacks: &Rational) -> Option<Vec<Change>> {
        rooms.retain(|(_, room)| room.is_positive());
        rooms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut lacks = lacks.clone();
        let mut starts = Vec::new();
        for (server, room) in rooms {
            if !lacks.is_positive() {
                break;
            }
            let tasks = min(room, lacks.clone());
            lacks = lacks - &tasks;
            starts.push(Change::Start { user: self.user, server, tasks });
        }
        (!lacks.is_positive()).then_some(starts)
    }

    /// Judges the state after the starts: loads are summed again on every changed server, and the users
    /// concerned are compared with their shares.
    fn judged(
        &mut self,
        changes: &[Change],
        starts: &[Change],
        mut before: BTreeMap<usize, Vec<Rational>>,
    ) -> bool {
        let pool = self.state.pool;
        for i in starts.iter().flat_map(Change::servers) {
            before.entry(i).or_insert_with(|| self.state.left[i].clone());
        }
        starts.iter().for_each(|start| start.apply(self.state));
        let total = |u: usize| sum(self.state.tasks[u].iter().filter(|x| !x.is_zero()).cloned());
        let has_share = |u: usize| total(u) >= self.state.entitled[u];
        let within = |u: usize| pool.tasks[u].as_ref().is_none_or(|has| total(u) <= *has);
        let stopped = changes.iter().filter(|change| change.kind() == "stop").map(Change::user);
        let good = before.iter().all(|(i, left)| self.state.carries(*i, left))
            && has_share(self.user)
            && within(self.user)
            && stopped.into_iter().all(has_share)
            && starts.iter().flat_map(Change::servers).all(|i| pool.runs_on(self.user, i));
        starts.iter().rev().for_each(|start| start.revert(self.state));
        good
    }
}
