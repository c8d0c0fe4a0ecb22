//! Repairs of the shortfall of a team: one change, two changes, or as many stops as needed, after which the team can
//! start all its missing tasks. A search proposes changes, and each is judged on the changed state.
//!
//! As for users with one shape, no team pays that is not above its right: a team that loses a task is not short afterwards, and
//! tasks of other teams that move go on running. Where nothing else helps, a smaller weight is tried.

use std::collections::BTreeMap;

use super::rights::Rights;
use super::terms::one_weight;
use crate::audit::change::Change;
use crate::audit::repair::{Repair, Way};
use crate::audit::several::tasks_of;
use crate::audit::state::State;
use crate::linear::Patience;
use crate::scalar::{Rational, Scalar, min};

/// The largest number of changes tried for one team.
const MOST_TRIED: usize = 20_000;
/// The largest number of tasks of one user on one server that a single change moves or stops.
const MOST_AT_ONCE: i64 = 8;
/// The largest number of single changes whose pairs are all tried.
const MOST_PAIRED: usize = 60;
/// The number of pairs of a user and a server above which only stops are tried, without moves and pairs.
const MANY: usize = 2_000;

struct Search<'s, 'a> {
    state: &'s mut State<'a>,
    rights: &'s Rights,
    team: usize,
    /// The missing tasks of the team, as pairs of a user and a number.
    short: Vec<(usize, Rational)>,
    tried: usize,
    exhausted: bool,
    patience: &'s Patience,
}

/// Finds ways to repair the shortfall of `team`. The state is restored at the end.
pub fn repair(state: &mut State<'_>, rights: &Rights, team: usize, patience: &Patience) -> Repair {
    let short = rights.short(state, team);
    if short.is_empty() {
        return Repair::Needless;
    }
    if patience.over() {
        return Repair::Unsearched;
    }
    Search { state, rights, team, short, tried: 0, exhausted: true, patience }.run()
}

impl Search<'_, '_> {
    fn run(mut self) -> Repair {
        if let Some(starts) = self.attempt(&[]) {
            return Repair::By(vec![Way { changes: Vec::new(), starts }]);
        }
        let many = self.state.pool.users().saturating_mul(self.state.pool.servers()) > MANY;
        let mut ways: Vec<Way> = Vec::new();
        if many {
            self.exhausted = false;
        } else {
            ways.extend(self.first(&Search::moves));
            ways.extend(self.first(&Search::stops));
            ways.extend(self.first(&Search::openings));
            if ways.is_empty() {
                ways.extend(self.two());
            }
        }
        if ways.is_empty() {
            ways.extend(self.many());
        }
        if ways.is_empty() && !many {
            ways.extend(one_weight(self.state, self.rights, self.team));
        }
        if ways.is_empty() { Repair::Nothing { exhausted: self.exhausted } } else { Repair::By(ways) }
    }

    fn goes_on(&mut self) -> bool {
        self.tried += 1;
        let ended = self.tried > MOST_TRIED || (self.tried.is_multiple_of(16) && self.patience.over());
        self.exhausted &= !ended;
        !ended
    }

    /// Tasks of other teams that may be moved or stopped, as (number, server, user): those on servers that a user of
    /// the team could use. `most` bounds the number of each user on each server.
    fn others(
        &mut self,
        most: impl Fn(&State<'_>, usize, usize) -> Rational,
    ) -> Vec<(Rational, usize, usize)> {
        let (pool, wanted) = (self.state.pool, &self.short);
        let open = |i: usize| wanted.iter().any(|(u, _)| pool.runs_on(*u, i));
        let mut found = Vec::new();
        let mut all = true;
        for i in (0..pool.servers()).filter(|&i| open(i)) {
            let yields = |&m: &usize| {
                self.rights.team_of[m] != self.team && wanted.iter().all(|(u, _)| self.state.yields(m, *u))
            };
            for m in (0..pool.users()).filter(yields) {
                let there = min(self.state.tasks[m][i].clone(), most(self.state, m, i));
                all &= there <= Rational::int(MOST_AT_ONCE);
                let numbers = (1..=MOST_AT_ONCE).map(Rational::int).take_while(|n| *n <= there);
                found.extend(numbers.map(|n| (n, i, m)));
            }
        }
        self.exhausted &= all;
        found.sort();
        found
    }

    fn moves(&mut self) -> Vec<Change> {
        let pool = self.state.pool;
        let movable = self.others(|state, m, i| state.tasks[m][i].clone());
        let to = |(tasks, from, user): (Rational, usize, usize)| {
            let open = (0..pool.servers()).filter(move |&to| to != from && pool.runs_on(user, to));
            open.map(move |to| Change::Move { user, from, to, tasks: tasks.clone() })
        };
        movable.into_iter().flat_map(to).collect()
    }

    fn stops(&mut self) -> Vec<Change> {
        let spare: BTreeMap<usize, Rational> = self.spare_of_others();
        let most = |_: &State<'_>, m: usize, _: usize| spare.get(&m).cloned().unwrap_or_else(Rational::zero);
        let stoppable = self.others(most);
        stoppable.into_iter().map(|(tasks, server, user)| Change::Stop { user, server, tasks }).collect()
    }

    /// Upper bounds on the tasks that may stop, by user: the total of each user whose team would keep its
    /// entitlement without one of them.
    fn spare_of_others(&mut self) -> BTreeMap<usize, Rational> {
        let mut spare = BTreeMap::new();
        for m in 0..self.state.pool.users() {
            let t = self.rights.team_of[m];
            if t == self.team
                || self.short.iter().any(|(u, _)| !self.state.yields(m, *u))
                || self.state.totals[m].is_zero()
                || !self.rights.short(self.state, t).is_empty()
            {
                continue;
            }
            let one = Rational::one();
            self.state.totals[m] = &self.state.totals[m] - &one;
            let may = self.rights.short(self.state, t).is_empty();
            self.state.totals[m] = &self.state.totals[m] + &one;
            if may {
                // The bound is coarse, because `attempt` judges each change. It excludes users whose teams can lose
                // nothing.
                spare.insert(m, self.state.totals[m].clone());
            }
        }
        spare
    }

    fn openings(&mut self) -> Vec<Change> {
        let pool = self.state.pool;
        let closed = |&(user, _): &(usize, Rational)| {
            let servers = (0..pool.servers()).filter(move |&i| !pool.eligible[user][i]);
            servers.map(move |server| Change::Allow { user, server })
        };
        self.short.clone().iter().flat_map(closed).collect()
    }

    /// The first of `changes` that works.
    fn first(&mut self, changes: &dyn Fn(&mut Self) -> Vec<Change>) -> Option<Way> {
        for change in changes(self) {
            if !self.goes_on() {
                return None;
            }
            if let Some(starts) = self.attempt(std::slice::from_ref(&change)) {
                return Some(Way { changes: vec![change], starts });
            }
        }
        None
    }

    /// The pair of moves or stops that works and affects the fewest tasks.
    fn two(&mut self) -> Option<Way> {
        let mut singles = self.moves();
        singles.extend(self.stops());
        if singles.len() > MOST_PAIRED {
            singles.truncate(MOST_PAIRED);
            self.exhausted = false;
        }
        let pairs = (0..singles.len()).flat_map(|a| (a + 1..singles.len()).map(move |b| (a, b)));
        let mut pairs: Vec<(usize, usize)> = pairs.collect();
        let touched = |(a, b): (usize, usize)| tasks_of(&singles[a]) + tasks_of(&singles[b]);
        let stops = |(a, b): (usize, usize)| [a, b].iter().filter(|&&k| singles[k].kind() == "stop").count();
        pairs.sort_by_key(|&pair| (touched(pair), stops(pair)));
        for (a, b) in pairs {
            if !self.goes_on() {
                return None;
            }
            let changes = [singles[a].clone(), singles[b].clone()];
            if let Some(starts) = self.attempt(&changes) {
                return Some(Way { changes: changes.to_vec(), starts });
            }
        }
        None
    }

    /// Stops on as many servers as needed, each of which frees room for one more task.
    fn many(&mut self) -> Option<Way> {
        let pool = self.state.pool;
        let mut stops: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        let mut starts: Vec<Change> = Vec::new();
        let givers: Vec<usize> = self.spare_of_others().into_keys().collect();
        let mut done = true;
        'wanted: for (user, tasks) in self.short.clone() {
            let mut lacks = tasks;
            for i in (0..pool.servers()).filter(|&i| pool.runs_on(user, i)) {
                while lacks.is_positive() {
                    if !self.goes_on() {
                        done = false;
                        break 'wanted;
                    }
                    let some = min(self.state.room(user, i), lacks.clone());
                    if some.is_positive() {
                        self.state.put(user, i, &some);
                        starts.push(Change::Start { user, server: i, tasks: some.clone() });
                        lacks = lacks - some;
                        continue;
                    }
                    let Some((tasks, m)) = self.cheapest(user, i, &givers) else { break };
                    self.state.put(m, i, &-tasks.clone());
                    let before = stops.entry((m, i)).or_insert_with(Rational::zero);
                    *before = &*before + tasks;
                }
            }
            done &= lacks.is_zero();
            if !done {
                break;
            }
        }
        starts.iter().rev().for_each(|start| start.revert(self.state));
        let stop = |((user, server), tasks): (&(usize, usize), &Rational)| Change::Stop {
            user: *user,
            server: *server,
            tasks: tasks.clone(),
        };
        let changes: Vec<Change> = stops.iter().map(stop).collect();
        changes.iter().for_each(|change| change.revert(self.state));
        if !done {
            self.exhausted = false;
            return None;
        }
        let starts = self.attempt(&changes)?;
        Some(Way { changes, starts })
    }

    /// The fewest tasks of one user among `givers` that may stop on server `i` so that one more task of `user` fits
    /// there.
    fn cheapest(&mut self, user: usize, i: usize, givers: &[usize]) -> Option<(Rational, usize)> {
        let mut best: Option<(Rational, usize)> = None;
        for &m in givers {
            let Some(tasks) = self.fewest(user, i, m) else { continue };
            if best.as_ref().is_some_and(|(fewest, _)| tasks >= *fewest) {
                continue;
            }
            self.state.put(m, i, &-tasks.clone());
            let kept = self.rights.short(self.state, self.rights.team_of[m]).is_empty();
            self.state.put(m, i, &tasks);
            if kept {
                best = Some((tasks, m));
            }
        }
        best
    }

    fn fewest(&self, user: usize, i: usize, m: usize) -> Option<Rational> {
        let pool = self.state.pool;
        let alike = Rational::int(i64::try_from(pool.alike(i)).unwrap_or(i64::MAX));
        let mut fewest = Rational::zero();
        for r in (0..pool.resources()).filter(|&r| pool.demand[user][r].is_positive()) {
            let misses = &pool.demand[user][r] * &alike - &self.state.left[i][r];
            if misses.is_positive() {
                if pool.demand[m][r].is_zero() {
                    return None;
                }
                fewest = fewest.max(-(-(misses / &pool.demand[m][r])).floor());
            }
        }
        (fewest.is_positive() && fewest <= self.state.tasks[m][i]).then_some(fewest)
    }

    /// The tasks that the team starts after `changes`, if all its missing tasks then fit and only teams above their
    /// entitlement lose tasks.
    fn attempt(&mut self, changes: &[Change]) -> Option<Vec<Change>> {
        let pool = self.state.pool;
        let mut before: BTreeMap<usize, Vec<Rational>> = BTreeMap::new();
        let mut done = 0;
        for change in changes {
            let legal = match change {
                Change::Move { user, from, to, tasks } => {
                    self.state.tasks[*user][*from] >= *tasks && self.state.room(*user, *to) >= *tasks
                }
                Change::Stop { user, server, tasks } => self.state.tasks[*user][*server] >= *tasks,
                _ => true,
            };
            if !legal {
                break;
            }
            for i in change.servers() {
                before.entry(i).or_insert_with(|| self.state.left[i].clone());
            }
            change.apply(self.state);
            done += 1;
        }
        let mut found = None;
        if done == changes.len() {
            let opened: Vec<(usize, usize)> = changes
                .iter()
                .filter_map(|change| match change {
                    Change::Allow { user, server } => Some((*user, *server)),
                    _ => None,
                })
                .collect();
            found = self.starts(&opened, &mut before).filter(|starts| {
                starts.iter().for_each(|start| start.apply(self.state));
                let stopped = changes.iter().filter(|change| change.kind() == "stop").map(Change::user);
                let kept = |m: usize| self.rights.short(self.state, self.rights.team_of[m]).is_empty();
                let within = |m: usize| pool.tasks[m].as_ref().is_none_or(|has| self.state.totals[m] <= *has);
                let good = before.iter().all(|(i, left)| self.state.carries(*i, left))
                    && stopped.into_iter().all(kept)
                    && starts.iter().map(Change::user).all(within);
                starts.iter().rev().for_each(|start| start.revert(self.state));
                good
            });
        }
        changes[..done].iter().rev().for_each(|change| change.revert(self.state));
        found
    }

    /// Starts of all missing tasks of the team, shape by shape, in the order of the instance or reversed; `None` if
    /// they do not fit.
    fn starts(
        &mut self,
        opened: &[(usize, usize)],
        before: &mut BTreeMap<usize, Vec<Rational>>,
    ) -> Option<Vec<Change>> {
        let forward = self.short.clone();
        let backward: Vec<(usize, Rational)> = forward.iter().rev().cloned().collect();
        let orders = if forward.len() > 1 { vec![forward, backward] } else { vec![forward] };
        for order in orders {
            let mut starts: Vec<Change> = Vec::new();
            let mut all = true;
            for (user, tasks) in order {
                let mut rooms = self.state.rooms(user);
                for (_, i) in opened.iter().filter(|(u, _)| *u == user) {
                    rooms.push((*i, self.state.fits(user, *i)));
                }
                rooms.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
                let mut lacks = tasks;
                for (server, room) in rooms {
                    let some = min(room, lacks.clone());
                    if some.is_positive() {
                        before.entry(server).or_insert_with(|| self.state.left[server].clone());
                        self.state.put(user, server, &some);
                        lacks = lacks - &some;
                        starts.push(Change::Start { user, server, tasks: some });
                    }
                }
                all &= lacks.is_zero();
                if !all {
                    break;
                }
            }
            starts.iter().rev().for_each(|start| start.revert(self.state));
            if all {
                return Some(starts);
            }
        }
        None
    }
}
