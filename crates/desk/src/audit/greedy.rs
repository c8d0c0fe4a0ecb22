//! A plan by steps: each team below its share starts its missing tasks in idle resources, and then where tasks beyond
//! the shares of others stop, the fewest for each task gained first. A team that loses tasks and lacks others then has its
//! turn. The result is a plan only if the kernel accepts it.

use std::collections::{BTreeMap, VecDeque};

use fairwitness_kernel::audit::plan::After;
use fairwitness_kernel::audit::programme::{Due, Duty, Problem};

use super::state::State;
use crate::linear::Patience;
use crate::scalar::{Rational, Scalar, common_denominator, greatest, max, min};

/// Turns of teams, for each team.
const MOST_TURNS: usize = 3;

struct Greedy<'s, 'a> {
    problem: &'s Problem<'a>,
    /// The state, in units in which amounts are whole numbers.
    state: State<'s>,
    team_of: Vec<usize>,
    /// Tasks of each user beyond what its team is entitled to.
    spare: Vec<Rational>,
    /// Tasks in gangs by user and server, which stay.
    held: BTreeMap<(usize, usize), Rational>,
    /// Tasks that each budget still lets stop, and the budgets of each user.
    allowed: Vec<Rational>,
    budgets_of: Vec<Vec<usize>>,
    patience: &'s Patience,
}

/// The state after the steps, in which no gang stops; `None` if some team with a duty cannot be served.
pub(super) fn greedy(problem: &Problem<'_>, state: &State<'_>, patience: &Patience) -> Option<After> {
    let mut team_of = vec![0; state.pool.users()];
    for (t, team) in problem.teams.iter().enumerate() {
        team.shapes.iter().for_each(|&u| team_of[u] = t);
    }
    let (held, limits) = (problem.limits.held(), problem.limits);
    let allowed = limits.budgets.iter().map(|budget| budget.allowed.clone()).collect();
    let budgets_of = limits.budgets_of(state.pool.users());
    // In whole numbers, because fractions take several times as long.
    let (mut pool, mut state) = (state.pool.at_rest(), state.clone());
    for r in 0..pool.resources() {
        let rows = || pool.demand.iter().chain(&state.left);
        let unit = Rational::from_int(&common_denominator(rows().map(|row| &row[r])));
        let scaled = pool.demand.iter_mut().chain(&mut state.left);
        scaled.for_each(|row| row[r] = &row[r] * &unit);
        let below = state.caps.iter_mut().filter(|(cap, _)| cap.resource == r);
        below.for_each(|(_, left)| *left = &*left * &unit);
    }
    let state = State { pool: &pool, ..state };
    let spare = vec![Rational::zero(); team_of.len()];
    let mut greedy = Greedy { problem, state, team_of, spare, held, allowed, budgets_of, patience };
    (0..problem.teams.len()).for_each(|t| greedy.spare(t));
    let owed = |t: &usize| problem.duty[*t] == Duty::Share;
    let mut waiting: VecDeque<usize> = (0..problem.teams.len()).filter(owed).collect();
    let mut turns = MOST_TURNS * waiting.len();
    while let Some(t) = waiting.pop_front() {
        if !problem.is_short(t, &greedy.state.totals) {
            continue;
        }
        turns = turns.checked_sub(1)?;
        waiting.extend(greedy.serve(t)?);
        if problem.is_short(t, &greedy.state.totals) {
            return None;
        }
    }
    Some(After { running: greedy.state.tasks, gone: vec![false; limits.gangs.len()] })
}

impl Greedy<'_, '_> {
    /// Missing tasks of team `t`, as pairs of a user and a number.
    fn missing(&self, t: usize) -> Vec<(usize, Rational)> {
        match self.problem.due {
            Due::Rights(rights) => rights.short(self.problem.pool, t, &self.state.totals),
            Due::Tasks(_) => {
                let shapes = self.problem.teams[t].shapes.iter();
                shapes.map(|&u| (u, self.state.short(u))).filter(|(_, n)| n.is_positive()).collect()
            }
        }
    }

    /// Counts what the users of team `t` have beyond what it is entitled to; nothing if it keeps what it has.
    fn spare(&mut self, t: usize) {
        let totals = &self.state.totals;
        let due = match self.problem.due {
            _ if self.problem.duty[t] == Duty::Keep => return,
            Due::Rights(rights) => &rights.bundle(self.problem.pool, t, totals),
            Due::Tasks(due) => due,
        };
        for &u in &self.problem.teams[t].shapes {
            self.spare[u] = &totals[u] - &due[u];
        }
    }

    /// Starts the missing tasks of team `t`; returns the teams that lose tasks. `None` without time.
    fn serve(&mut self, t: usize) -> Option<Vec<usize>> {
        let mut losers = Vec::new();
        for (u, mut lacks) in self.missing(t) {
            if self.patience.over() {
                return None;
            }
            for (i, _) in self.state.rooms(u) {
                let tasks = min(self.state.room(u, i), lacks.clone());
                self.start(u, i, &tasks);
                lacks = lacks - tasks;
                if !lacks.is_positive() {
                    break;
                }
            }
            for (_, i, m) in if lacks.is_positive() { self.offers(u)? } else { Vec::new() } {
                if self.patience.over() {
                    return None;
                }
                let stops = self.stops(u, i, m, &lacks);
                self.state.put(m, i, &-stops.clone());
                let gained = min(self.state.room(u, i), lacks.clone());
                if !gained.is_positive() {
                    self.state.put(m, i, &stops);
                    continue;
                }
                self.start(u, i, &gained);
                lacks = lacks - gained;
                for b in &self.budgets_of[m] {
                    self.allowed[*b] = &self.allowed[*b] - &stops;
                }
                self.spare[m] = &self.spare[m] - stops;
                losers.push(self.team_of[m]);
                if !lacks.is_positive() {
                    break;
                }
            }
        }
        losers.sort_unstable();
        losers.dedup();
        losers.iter().chain([&t]).for_each(|t| self.spare(*t));
        Some(losers)
    }

    /// The number of servers of a row.
    fn alike(&self, i: usize) -> Rational {
        Rational::int(i64::try_from(self.problem.pool.alike(i)).unwrap_or(i64::MAX))
    }

    /// Starts tasks. On a class each server has room for its part of them, rounded up.
    fn start(&mut self, u: usize, i: usize, tasks: &Rational) {
        self.state.put(u, i, tasks);
        let alike = self.alike(i);
        if self.problem.whole && alike > Rational::one() {
            let more = -(-(tasks / &alike)).floor() * alike - tasks;
            let demand = &self.state.pool.demand[u];
            self.state.left[i].iter_mut().zip(demand).for_each(|(left, d)| *left = &*left - &more * d);
        }
    }

    /// Places at which a user's tasks may stop for tasks of `u`: stops for one task, server, user; the fewest stops first.
    /// `None` without time.
    fn offers(&self, u: usize) -> Option<Vec<(Rational, usize, usize)>> {
        let (pool, problem) = (self.problem.pool, self.problem);
        let gives = |m: &usize| {
            self.team_of[*m] != self.team_of[u] && problem.limits.rank(*m) <= problem.limits.rank(u)
        };
        let spare = |m: &usize| self.spare[*m].is_positive();
        let givers: Vec<usize> = (0..self.spare.len()).filter(|m| spare(m) && gives(m)).collect();
        let mut offers = Vec::new();
        for i in (0..pool.servers()).filter(|&i| pool.runs_on(u, i)) {
            if self.patience.over() {
                return None;
            }
            for &m in givers.iter().filter(|&&m| self.state.tasks.on(m, i).is_positive()) {
                let alike = self.alike(i);
                let stops = self.stops(u, i, m, &alike);
                if stops.is_positive() {
                    offers.push((stops / alike, i, m));
                }
            }
        }
        offers.sort();
        Some(offers)
    }

    /// Tasks of user `m` that stop on server `i` for up to `wanted` tasks of user `u`: as many as these need, but no more
    /// than run there and may stop. On a class as many stop on each server.
    fn stops(&self, u: usize, i: usize, m: usize, wanted: &Rational) -> Rational {
        let (pool, alike) = (self.state.pool, self.alike(i));
        let up = |x: Rational| if self.problem.whole { -(-(x / &alike)).floor() * &alike } else { x };
        let (needs, gives, left) = (&pool.demand[u], &pool.demand[m], &self.state.left[i]);
        let mut wanted = up(wanted.clone());
        for r in (0..needs.len()).filter(|&r| needs[r].is_positive() && gives[r].is_zero()) {
            wanted = min(wanted, &left[r] / &needs[r]);
        }
        let each = (0..needs.len()).filter(|&r| gives[r].is_positive());
        let stops = greatest(each.map(|r| (&wanted * &needs[r] - &left[r]) / &gives[r]));
        let held = self.held.get(&(m, i)).cloned().unwrap_or_else(Rational::zero);
        let mut most = max(Rational::zero(), min(self.state.tasks.on(m, i) - held, self.spare[m].clone()));
        for b in &self.budgets_of[m] {
            most = min(most, self.allowed[*b].clone());
        }
        let most = if self.problem.whole { (most / &alike).floor() * &alike } else { most };
        max(Rational::zero(), min(up(stops.unwrap_or_else(Rational::zero)), most))
    }
}
