//! The entitlement of a team with several shapes of tasks, by the dominant resource of its bundle.
//!
//! - *Share*: the largest part of a resource's total that all tasks of the team use together. Single tasks may have
//!   other dominant resources, so the share is at most the sum of the dominant shares of the tasks.
//! - *Part*: the sum of the weights of the team's shapes divided by the sum of all weights; in a tree of queues, its
//!   hierarchical share, where the shapes that have tasks carry the weight of the team.
//! - *Alone*: the largest share that the team could reach alone if each eligible server ran tasks of one of the
//!   team's shapes. A mixture of shapes on one server may reach more, so *alone* is a lower bound on the best share.
//!   For a team with one shape it is exact: the number of whole tasks that the team could run alone.
//! - *Right*: the part times *alone*, and at least the share that the team would reach in its slices of the single
//!   servers, with tasks of one shape on each.
//! - *Short*: the waiting tasks that can be added before the share exceeds the right, shape by shape in the order of
//!   the instance, as many of each shape as possible. A team has a shortfall if there is such a task.
//! - *Spare*: the tasks that the team can lose without a shortfall, taken from the last shape first.

use fairwitness_kernel::property::cluster::si::Entitled;

use super::packing::{Room, Shape, fit};
use crate::audit::state::{State, positive};
use crate::model::cluster::{Hierarchy, Pool, Setting, Team, Weight};
use crate::scalar::{Rational, Scalar, greatest, min, sum};

/// The entitlements of all teams.
#[derive(Debug)]
pub struct Rights {
    /// The teams, in the order of the instance.
    pub teams: Vec<Team>,
    /// Index of the team of each user.
    pub team_of: Vec<usize>,
    /// Total capacity of each resource over all servers.
    pub pooled: Vec<Rational>,
    /// Value of one task of each user: its dominant share of the whole cluster.
    pub value: Vec<Rational>,
    /// Part of the cluster to which each team is entitled.
    pub part: Vec<Rational>,
    /// Dominant share that each team is entitled to.
    pub right: Vec<Rational>,
    /// Number of whole tasks of each user that its eligible servers could run for it alone.
    pub most: Vec<Rational>,
}

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The capacity of one server of each row (servers x resources).
fn of_one(pool: &Pool) -> Vec<Vec<Rational>> {
    pool.capacity_of_one()
}

/// The slices of `team`: the fraction `part` of each server that some shape of the team may use.
pub fn slices(pool: &Pool, team: &Team, part: &Rational) -> Vec<Room> {
    let one = of_one(pool);
    let room = |i: usize| Room {
        amounts: one[i].iter().map(|c| c * part).collect(),
        alike: int(pool.alike(i)),
        open: team.shapes.iter().map(|&u| pool.runs_on(u, i)).collect(),
    };
    (0..pool.servers()).map(room).filter(|room| room.open.contains(&true)).collect()
}

/// The part of each team. In a tree, the weights of the shapes of a team in one queue are those of its shapes there that
/// have tasks, so a shape without tasks takes nothing away from its team.
fn parts_of(pool: &Pool, teams: &[Team]) -> Vec<Rational> {
    let mut weighed = pool.clone();
    if let (Some(tree), Weight::User(weights)) = (&pool.tree, &mut weighed.weight) {
        let nodes = Hierarchy::of(pool, Setting::WHOLE);
        let demands = |u: &&usize| nodes.nodes[nodes.leaf[**u]].demands;
        for team in teams {
            for &u in team.shapes.iter().filter(demands) {
                let beside = || team.shapes.iter().filter(|&&other| tree.above[other] == tree.above[u]);
                let all = sum(beside().map(|&u| pool.weight(u, 0).clone()));
                let some = sum(beside().filter(demands).map(|&u| pool.weight(u, 0).clone()));
                weights[u] = &weights[u] * all / some;
            }
        }
    }
    let parts: Entitled<Rational> = Entitled::of(Setting::WHOLE, &weighed);
    teams.iter().map(|team| sum(team.shapes.iter().map(|&u| parts.part(&weighed, u, 0)))).collect()
}

impl Rights {
    /// Computes the entitlements of `teams` in `pool`.
    pub fn of(pool: &Pool, teams: Vec<Team>) -> Rights {
        let pooled = pool.pooled();
        let (users, one) = (pool.users(), of_one(pool));
        let mut team_of = vec![0; users];
        for (t, team) in teams.iter().enumerate() {
            team.shapes.iter().for_each(|&u| team_of[u] = t);
        }
        let value = |u: usize| {
            let there = (0..pool.resources()).filter(|&r| pooled[r].is_positive());
            greatest(there.map(|r| &pool.demand[u][r] / &pooled[r])).unwrap_or_else(Rational::zero)
        };
        // Tasks that each row of servers runs for user `u` alone, if the fraction `part` of each server is
        // available.
        let alone = |u: usize, part: &Rational| -> Vec<Rational> {
            let on = |i: usize| {
                let slice: Vec<Rational> = one[i].iter().map(|c| c * part).collect();
                if pool.runs_on(u, i) {
                    fit(&pool.demand[u], &slice) * int(pool.alike(i))
                } else {
                    Rational::zero()
                }
            };
            (0..pool.servers()).map(on).collect()
        };
        let whole: Vec<Vec<Rational>> = (0..users).map(|u| alone(u, &Rational::one())).collect();
        let mut rights = Rights {
            part: parts_of(pool, &teams),
            value: (0..users).map(value).collect(),
            right: Vec::new(),
            most: whole.iter().map(|on| sum(on.iter().cloned())).collect(),
            teams,
            team_of,
            pooled,
        };
        let right = |t: usize| {
            let part = &rights.part[t];
            let of_team =
                |part: &Rational| rights.teams[t].shapes.iter().map(|&u| alone(u, part)).collect::<Vec<_>>();
            let reached = rights.one_shape_each(pool, t, &of_team(&Rational::one()));
            (reached * part).max(rights.one_shape_each(pool, t, &of_team(part)))
        };
        rights.right = (0..rights.teams.len()).map(right).collect();
        rights
    }

    /// The largest share of team `t` with tasks of one shape per row of servers. `alone[k][i]` is the number of
    /// tasks of its shape `k` on row `i`.
    fn one_shape_each(&self, pool: &Pool, t: usize, alone: &[Vec<Rational>]) -> Rational {
        let shapes = &self.teams[t].shapes;
        let of_resource = |r: usize| {
            let on = |i: usize| {
                greatest(shapes.iter().zip(alone).map(|(&u, tasks)| &tasks[i] * &pool.demand[u][r]))
            };
            sum((0..pool.servers()).filter_map(on)) / &self.pooled[r]
        };
        let there = (0..pool.resources()).filter(|&r| self.pooled[r].is_positive());
        greatest(there.map(of_resource)).unwrap_or_else(Rational::zero)
    }

    /// The part of team `t` divided by that of team `s`; zero if team `s` is entitled to nothing.
    pub fn ratio(&self, t: usize, s: usize) -> Rational {
        if self.part[s].is_zero() { Rational::zero() } else { &self.part[t] / &self.part[s] }
    }

    /// The shapes of team `t`, ready to be packed.
    pub fn shapes<'a>(&'a self, pool: &'a Pool, t: usize) -> Vec<Shape<'a>> {
        let shape = |&u: &usize| Shape {
            demand: &pool.demand[u],
            value: &self.value[u],
            has: pool.tasks[u].as_ref(),
        };
        self.teams[t].shapes.iter().map(shape).collect()
    }

    /// The usage of each resource by team `t`, where user `u` has `totals[u]` tasks.
    fn used(&self, pool: &Pool, t: usize, totals: &[Rational]) -> Vec<Rational> {
        let shapes = &self.teams[t].shapes;
        let of = |r: usize| sum(shapes.iter().map(|&u| &totals[u] * &pool.demand[u][r]));
        (0..pool.resources()).map(of).collect()
    }

    /// The share of team `t`, where user `u` has `totals[u]` tasks, and its dominant resource. For a team without
    /// tasks the resource is that of a bundle with one task of each shape.
    pub fn share(&self, pool: &Pool, t: usize, totals: &[Rational]) -> (Rational, Option<usize>) {
        let used = self.used(pool, t, totals);
        let largest = |used: &[Rational]| {
            let there =
                (0..pool.resources()).filter(|&r| self.pooled[r].is_positive() && used[r].is_positive());
            let shares = there.map(|r| (&used[r] / &self.pooled[r], r));
            shares.reduce(|a, b| if b.0 > a.0 { b } else { a })
        };
        if let Some((share, r)) = largest(&used) {
            return (share, Some(r));
        }
        let one = self.used(pool, t, &vec![Rational::one(); pool.users()]);
        (Rational::zero(), largest(&one).map(|(_, r)| r))
    }

    /// The value of the tasks of team `t`, where user `u` has `totals[u]` tasks.
    pub fn worth(&self, t: usize, totals: &[Rational]) -> Rational {
        sum(self.teams[t].shapes.iter().map(|&u| &totals[u] * &self.value[u]))
    }

    /// The missing tasks of team `t` as pairs of a user and a number; empty if the team has its entitlement.
    pub fn short(&self, state: &State<'_>, t: usize) -> Vec<(usize, Rational)> {
        let pool = state.pool;
        let mut used = self.used(pool, t, &state.totals);
        let above = |used: &[Rational]| {
            (0..used.len())
                .any(|r| used[r] > &self.right[t] * &self.pooled[r] && self.pooled[r].is_positive())
        };
        let mut short = Vec::new();
        if above(&used) {
            return short;
        }
        for &u in &self.teams[t].shapes {
            let able = positive(&self.most[u] - &state.totals[u]);
            let mut tasks = state.waiting(u).map_or(able.clone(), |waiting| min(able, waiting));
            for r in (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive()) {
                let room = (&self.right[t] * &self.pooled[r] - &used[r]) / &pool.demand[u][r];
                tasks = min(tasks, positive(room).floor());
            }
            if tasks.is_positive() {
                used.iter_mut().zip(&pool.demand[u]).for_each(|(used, d)| *used = &*used + &tasks * d);
                short.push((u, tasks));
            }
        }
        short
    }

    /// The tasks that team `t` can lose without a shortfall, as pairs of a user and a number.
    pub fn spare(&self, state: &mut State<'_>, t: usize) -> Vec<(usize, Rational)> {
        let mut spare = Vec::new();
        if !self.short(state, t).is_empty() {
            return spare;
        }
        for &u in self.teams[t].shapes.iter().rev() {
            let (mut least, mut most) = (Rational::zero(), state.totals[u].floor());
            while least < most {
                let middle = -((-(&least + &most) / Rational::int(2)).floor());
                state.totals[u] = &state.totals[u] - &middle;
                let kept = self.short(state, t).is_empty();
                state.totals[u] = &state.totals[u] + &middle;
                if kept { least = middle } else { most = middle - Rational::one() }
            }
            if least.is_positive() {
                state.totals[u] = &state.totals[u] - &least;
                spare.push((u, least));
            }
        }
        spare.iter().for_each(|(u, tasks)| state.totals[*u] = &state.totals[*u] + tasks);
        spare
    }
}
