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
//!   servers, with tasks of one shape on each. Where floors and caps of queues make the parts of resources unlike, each
//!   resource has a right of its own, and slices count by their use of the resource.
//! - *Short*: the waiting tasks that can be added before the share exceeds the right, shape by shape in the order of
//!   the instance, as many of each shape as possible, but of a waiting gang none or as many as it needs. A team has a
//!   shortfall if there is such a task.
//! - *Bundle*: the tasks of the right: of what the team runs as much as stays within the right, the first shapes
//!   first, and then waiting tasks in that order. A bundle never exceeds the right.

use std::collections::BTreeMap;

use super::limits::{Steps, step};
use crate::model::cluster::{Hierarchy, Pool, Setting, Team, Weight};
use crate::property::cluster::si::Entitled;
use crate::scalar::{Rational, Scalar, greatest, least, min, sum};

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
    /// Part of the cluster to which each team is entitled: the smallest of its parts of resources that it demands.
    pub part: Vec<Rational>,
    /// Part of each resource to which each team is entitled (teams x resources).
    pub parts: Vec<Vec<Rational>>,
    /// Amount of each resource within the right of each team (teams x resources).
    pub due: Vec<Vec<Rational>>,
    /// Largest share that each team could reach alone with tasks of one shape on each row of servers.
    pub alone: Vec<Rational>,
    /// Dominant share that each team is entitled to.
    pub right: Vec<Rational>,
    /// Number of whole tasks of each user that its eligible servers could run for it alone, and no more than it has:
    /// the number beyond which it never lacks a task.
    pub most: Vec<Rational>,
    /// The numbers of tasks that each user may run; empty if all may run any number.
    pub steps: Vec<Steps>,
}

fn int(n: usize) -> Rational {
    Rational::int(i64::try_from(n).unwrap_or(i64::MAX))
}

/// The number of whole tasks with `demand` that fit into `amounts`.
pub fn fit(demand: &[Rational], amounts: &[Rational]) -> Rational {
    let demanded = demand.iter().zip(amounts).filter(|(d, _)| d.is_positive());
    let fits = least(demanded.map(|(d, a)| a.floor_over(d)));
    fits.filter(Scalar::is_positive).unwrap_or_else(Rational::zero)
}

/// The part of each team of each resource, and `true` if the parts of all resources are alike. In a tree, the weights of
/// the shapes of a team in one queue are those of its shapes there that have tasks, so a shape without tasks takes nothing
/// away from its team.
fn parts_of(pool: &Pool, teams: &[Team]) -> (Vec<Vec<Rational>>, bool) {
    let mut weighed = pool.at_rest();
    if let (Some(tree), Weight::User(weights)) = (&pool.tree, &mut weighed.weight) {
        let nodes = Hierarchy::of(pool, Setting::WHOLE);
        let demands = |u: &&usize| nodes.nodes[nodes.leaf[**u]].demands;
        for team in teams {
            let mut beside: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
            team.shapes.iter().for_each(|&u| beside.entry(tree.above[u]).or_default().push(u));
            for shapes in beside.values() {
                let all = sum(shapes.iter().map(|&u| pool.weight(u, 0).clone()));
                let some = sum(shapes.iter().filter(demands).map(|&u| pool.weight(u, 0).clone()));
                shapes.iter().filter(demands).for_each(|&u| weights[u] = &weights[u] * &all / &some);
            }
        }
    }
    let entitled: Entitled<Rational> = Entitled::of(Setting::WHOLE, &weighed);
    let of = |team: &Team, r: usize| sum(team.shapes.iter().map(|&u| entitled.part(&weighed, u, r)));
    let row = |team: &Team| match entitled.alike() {
        true => vec![of(team, 0); pool.resources()],
        false => (0..pool.resources()).map(|r| of(team, r)).collect(),
    };
    (teams.iter().map(row).collect(), entitled.alike())
}

/// What a team reaches alone with tasks of one shape on each row of servers, on whole servers and on its slices of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone {
    /// For each shape the number of its tasks that its eligible servers could run for it alone, and no more than it has.
    pub most: Vec<Rational>,
    /// Largest amount of each resource in use on whole servers.
    pub whole: Vec<Rational>,
    /// Largest amount of each resource in use on the slices.
    pub slices: Vec<Rational>,
}

impl Alone {
    /// What `team` reaches, where one server of each row has `one`, and the team has a part of each resource.
    pub fn of(pool: &Pool, team: &Team, one: &[Vec<Rational>], parts: &[Rational]) -> Alone {
        let none = vec![Rational::zero(); pool.resources()];
        let mut alone =
            Alone { most: vec![Rational::zero(); team.shapes.len()], whole: none.clone(), slices: none };
        for (i, whole) in one.iter().enumerate() {
            let slice: Vec<Rational> = whole.iter().zip(parts).map(|(c, part)| c * part).collect();
            let on = |room: &[Rational]| -> Vec<Rational> {
                let tasks = |&u: &usize| match pool.runs_on(u, i) {
                    true => fit(&pool.demand[u], room) * int(pool.alike(i)),
                    false => Rational::zero(),
                };
                team.shapes.iter().map(tasks).collect()
            };
            let tasks = on(whole);
            for (all, tasks) in [(&mut alone.whole, &tasks), (&mut alone.slices, &on(&slice))] {
                for (r, all) in all.iter_mut().enumerate() {
                    let used = team.shapes.iter().zip(tasks).map(|(&u, tasks)| tasks * &pool.demand[u][r]);
                    *all = &*all + greatest(used).unwrap_or_else(Rational::zero);
                }
            }
            for ((most, tasks), &u) in alone.most.iter_mut().zip(tasks).zip(&team.shapes) {
                let all = &*most + tasks;
                *most = pool.tasks[u].as_ref().map_or(all.clone(), |has| min(all, has.floor()));
            }
        }
        alone
    }
}

impl Rights {
    /// Computes the entitlements of `teams` in `pool`. `alone` says what each team reaches alone, as [`Alone::of`] does; its
    /// arguments are the teams, one server of each row, and the part of each team of each resource.
    pub fn of(
        pool: &Pool,
        teams: Vec<Team>,
        alone: impl FnOnce(&[Team], &[Vec<Rational>], &[Vec<Rational>]) -> Vec<Alone>,
    ) -> Rights {
        let pooled = pool.pooled();
        let users = pool.users();
        let mut team_of = vec![0; users];
        for (t, team) in teams.iter().enumerate() {
            team.shapes.iter().for_each(|&u| team_of[u] = t);
        }
        let value = |u: usize| {
            let there = (0..pool.resources()).filter(|&r| pooled[r].is_positive());
            greatest(there.map(|r| &pool.demand[u][r] / &pooled[r])).unwrap_or_else(Rational::zero)
        };
        let (parts, alike) = parts_of(pool, &teams);
        let smallest = |(t, team): (usize, &Team)| {
            let demanded = |r: &usize| team.shapes.iter().any(|&u| pool.demand[u][*r].is_positive());
            let own = (0..pool.resources()).filter(demanded).map(|r| parts[t][r].clone());
            least(own).unwrap_or_else(Rational::zero)
        };
        let mut rights = Rights {
            part: teams.iter().enumerate().map(smallest).collect(),
            value: (0..users).map(value).collect(),
            alone: Vec::new(),
            right: Vec::new(),
            due: Vec::new(),
            steps: Vec::new(),
            most: vec![Rational::zero(); users],
            parts,
            teams,
            team_of,
            pooled,
        };
        for (t, reach) in alone(&rights.teams, &pool.capacity_of_one(), &rights.parts).into_iter().enumerate()
        {
            for (&u, most) in rights.teams[t].shapes.iter().zip(reach.most) {
                rights.most[u] = most;
            }
            let there = |(used, all): (&Rational, &Rational)| match all.is_positive() {
                true => used / all,
                false => Rational::zero(),
            };
            let shares = |used: &[Rational]| used.iter().zip(&rights.pooled).map(there).collect::<Vec<_>>();
            let most = |shares: &[Rational]| greatest(shares.iter().cloned()).unwrap_or_else(Rational::zero);
            let (lone, slices) = (most(&shares(&reach.whole)), shares(&reach.slices));
            let own = |r: usize| if alike { most(&slices) } else { slices[r].clone() };
            let due = (0..pool.resources()).map(|r| (&lone * &rights.parts[t][r]).max(own(r)));
            let due: Vec<Rational> = due.zip(&rights.pooled).map(|(due, all)| due * all).collect();
            let right = rights.right_of(pool, t, &due);
            rights.alone.push(lone);
            rights.right.push(right);
            rights.due.push(due);
        }
        rights
    }

    /// The largest dominant share of one shape of team `t` whose tasks, not rounded, use at most the amount `due` of each
    /// resource.
    fn right_of(&self, pool: &Pool, t: usize, due: &[Rational]) -> Rational {
        let there = |r: &usize| self.pooled[*r].is_positive();
        let of_shape = |&u: &usize| {
            let demanded = (0..pool.resources()).filter(there).filter(|&r| pool.demand[u][r].is_positive());
            let within = demanded.map(|r| &due[r] / &pool.demand[u][r]);
            least(within).map(|tasks| tasks * &self.value[u])
        };
        greatest(self.teams[t].shapes.iter().filter_map(of_shape)).unwrap_or_else(Rational::zero)
    }

    /// The part of team `t` divided by that of team `s`; zero if team `s` is entitled to nothing.
    pub fn ratio(&self, t: usize, s: usize) -> Rational {
        if self.part[s].is_zero() { Rational::zero() } else { &self.part[t] / &self.part[s] }
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

    /// Returns `true` if a team that uses `used` takes more than its right of some resource.
    fn above(&self, t: usize, used: &[Rational]) -> bool {
        let there = (0..used.len()).filter(|&r| self.pooled[r].is_positive());
        there.into_iter().any(|r| used[r] > self.due[t][r])
    }

    /// The missing tasks of team `t`, where user `u` runs `totals[u]` tasks: pairs of a user and the number of tasks that
    /// can be added within the right, shape by shape in the order of the instance. Empty if the team has its entitlement.
    pub fn short(&self, pool: &Pool, t: usize, totals: &[Rational]) -> Vec<(usize, Rational)> {
        let mut used = self.used(pool, t, totals);
        let mut more = Vec::new();
        if self.above(t, &used) {
            return more;
        }
        for &u in &self.teams[t].shapes {
            let mut tasks = &self.most[u] - &totals[u];
            for r in (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive()) {
                let room = &self.due[t][r] - &used[r];
                tasks = min(tasks, (room / &pool.demand[u][r]).floor());
            }
            if let Some(steps) = self.steps.get(u).filter(|_| tasks.is_positive()) {
                tasks = step(steps, &totals[u] + tasks) - &totals[u];
            }
            if tasks.is_positive() {
                used.iter_mut().zip(&pool.demand[u]).for_each(|(used, d)| *used = &*used + &tasks * d);
                more.push((u, tasks));
            }
        }
        more
    }

    /// The amount of each resource that `tasks` need, as pairs of a user and a number.
    pub fn need(&self, pool: &Pool, tasks: &[(usize, Rational)]) -> Vec<Rational> {
        (0..pool.resources()).map(|r| sum(tasks.iter().map(|(u, n)| n * &pool.demand[*u][r]))).collect()
    }

    /// The bundle that team `t` is entitled to, as a number of tasks for each user: of its tasks those that stay within
    /// its right, the last shape giving first, and then waiting tasks as far as the right goes. Its share never
    /// exceeds the right.
    pub fn bundle(&self, pool: &Pool, t: usize, totals: &[Rational]) -> Vec<Rational> {
        let mut bundle = vec![Rational::zero(); totals.len()];
        let mut used = vec![Rational::zero(); pool.resources()];
        for &u in &self.teams[t].shapes {
            let mut tasks = min(totals[u].floor(), self.most[u].clone());
            for r in (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive()) {
                let room = &self.due[t][r] - &used[r];
                tasks = min(tasks, (room / &pool.demand[u][r]).floor());
            }
            used.iter_mut().zip(&pool.demand[u]).for_each(|(used, d)| *used = &*used + &tasks * d);
            bundle[u] = tasks;
        }
        let more = self.short(pool, t, &bundle);
        more.into_iter().for_each(|(u, tasks)| bundle[u] = &bundle[u] + tasks);
        bundle
    }
}
