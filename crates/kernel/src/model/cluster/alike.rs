//! Users that are alike, taken as one user, and servers that are alike, taken as one class.
//!
//! Users are alike if they have equal demands, eligible servers and rates, and equal numbers of tasks per weight. One user
//! with the sum of their weights and tasks stands for them: where each of them runs, on every server, a part by weight
//! of what that user runs, every constraint and every level `x_n / (yardstick_n w_n)` of the one instance is that of the
//! other. Dual multipliers of the joined instance prove the same bounds there, with the weight of a level divided among
//! the users by weight. For servers see [`super::classes`].

use std::collections::HashMap;
use std::hash::Hash;

use super::classes::whole;
use super::{Certificate, Division, Meaning, Placement, Polytope, Pool, Weight};
use crate::linear::Round;
use crate::scalar::{Rational, Scalar};

/// An instance in which users that are alike are one user, and servers that are alike one class.
#[derive(Clone, Debug)]
pub struct Alike {
    /// The joined instance, without names, teams, owners and running tasks.
    pub pool: Pool,
    users: Parts,
    servers: Parts,
}

/// For each member its class, in the order of their first members, and its part of the class.
type Parts = Vec<(usize, Rational)>;

/// The class of each member, where `key` tells members apart, and the first member of each class.
fn classes<K: Eq + Hash>(members: usize, key: impl Fn(usize) -> K) -> (Vec<usize>, Vec<usize>) {
    let (mut seen, mut first) = (HashMap::new(), Vec::new());
    let class = |member: usize| {
        *seen.entry(key(member)).or_insert_with(|| {
            first.push(member);
            first.len() - 1
        })
    };
    ((0..members).map(class).collect(), first)
}

/// The sum of the amounts of each class.
fn sums<'a>(of: &[usize], classes: usize, amounts: impl Iterator<Item = &'a Rational>) -> Vec<Rational> {
    let mut sums = vec![Rational::zero(); classes];
    of.iter().zip(amounts).for_each(|(&class, amount)| sums[class] = &sums[class] + amount);
    sums
}

/// The members with their parts, which are in proportion to `weights`.
fn parts<'a>(of: Vec<usize>, classes: usize, weights: impl Iterator<Item = &'a Rational> + Clone) -> Parts {
    let all = sums(&of, classes, weights.clone());
    of.into_iter().zip(weights).map(|(class, weight)| (class, weight / &all[class])).collect()
}

/// The largest number of cells of a tableau in which each user and each server has an entry of its own, also where some
/// are alike.
const MOST_APART: usize = 20_000;

impl Alike {
    /// Joins the users and servers of `pool` that are alike, if a programme for the pool itself is large.
    pub fn of_large(pool: &Pool) -> Option<Self> {
        let (users, servers) = (pool.users(), pool.servers());
        let rows = servers.saturating_mul(pool.resources()).saturating_add(users);
        let most = users.saturating_mul(servers).saturating_mul(rows);
        let large = most > MOST_APART && Polytope::cells(pool) > MOST_APART;
        large.then(|| Alike::of(pool, true)).flatten()
    }

    /// Joins the users of `pool` that are alike, and the servers if `servers`; `None` if no two are alike, or if there are
    /// queues or weights per resource.
    pub fn of(pool: &Pool, servers: bool) -> Option<Self> {
        let weights = pool.user_weights().filter(|_| pool.tree.is_none())?;
        let tasks = |u: usize| pool.tasks[u].as_ref().map(|has| has / &weights[u]);
        let rate = |u: usize| pool.rate.as_ref().map(|rate| &rate[u]);
        let key = |u: usize| (&pool.demand[u], &pool.eligible[u], rate(u), tasks(u));
        let (of, first) = classes(pool.users(), key);
        let weight = sums(&of, first.len(), weights.iter());
        let users = parts(of, first.len(), weights.iter());
        let limit = |(k, &u): (usize, &usize)| tasks(u).map(|each| each * &weight[k]);
        let joined = Pool {
            count: pool.count.clone(),
            tasks: first.iter().enumerate().map(limit).collect(),
            eligible: first.iter().map(|&u| pool.eligible[u].clone()).collect(),
            rate: pool.rate.as_ref().map(|rate| first.iter().map(|&u| rate[u].clone()).collect()),
            weight: Weight::User(weight),
            ..Pool::new(pool.capacity.clone(), first.iter().map(|&u| pool.demand[u].clone()).collect())
        };
        let (servers, joined) = if servers { joined.joined() } else { (joined.apart(), joined) };
        let fewer = joined.users() < pool.users() || joined.servers() < pool.servers();
        fewer.then_some(Alike { pool: joined, users, servers })
    }

    /// The placement in which each user, on each server, runs its part of what its class runs on the class of the server.
    pub fn apart(&self, joined: &Placement) -> Placement {
        let row = |(class, part): &(usize, Rational)| {
            let of = &joined.tasks[*class];
            let cell = |(i, on): &(usize, Rational)| {
                if of[*i].is_zero() { Rational::zero() } else { &of[*i] * part * on }
            };
            self.servers.iter().map(cell).collect()
        };
        Placement { tasks: self.users.iter().map(row).collect() }
    }

    /// The tasks of each user, which are its part of the `tasks` of its class.
    pub fn tasks_apart(&self, tasks: &[Rational]) -> Vec<Rational> {
        self.users.iter().map(|(class, part)| &tasks[*class] * part).collect()
    }

    /// The placement of the classes; `None` if some user or server does not have its part.
    pub fn together(&self, apart: &Placement) -> Option<Placement> {
        let mut joined = Placement::empty(self.pool.users(), self.pool.servers());
        for ((class, _), row) in self.users.iter().zip(&apart.tasks) {
            for ((i, _), x) in self.servers.iter().zip(row).filter(|(_, x)| !x.is_zero()) {
                joined.tasks[*class][*i] = &joined.tasks[*class][*i] + x;
            }
        }
        (self.apart(&joined) == *apart).then_some(joined)
    }

    /// The rounds on the instance `pool` itself that prove its levels as `rounds` prove those of the classes.
    pub fn rounds_apart(&self, pool: &Pool, rounds: &[Round]) -> Vec<Round> {
        let level = |u: &usize| self.pool.can_run(*u);
        let levels: Vec<usize> = (0..self.pool.users()).filter(level).collect();
        let rows = Polytope::of(&self.pool, Division::Resource).meanings;
        let meanings = Polytope::of(pool, Division::Resource).meanings;
        let round = |round: &Round| {
            let weight = |(class, part): &(usize, Rational)| {
                Some(&round.weights[levels.binary_search(class).ok()?] * part)
            };
            let multiplier = |meaning: &Meaning| {
                let of = match *meaning {
                    Meaning::Capacity(i, r) => Meaning::Capacity(self.servers[i].0, r),
                    Meaning::Tasks(u) => Meaning::Tasks(self.users[u].0),
                };
                rows.iter()
                    .position(|row| *row == of)
                    .map_or_else(Rational::zero, |k| round.multipliers[k].clone())
            };
            Round {
                level: round.level.clone(),
                weights: self.users.iter().filter_map(weight).collect(),
                multipliers: meanings.iter().map(multiplier).collect(),
            }
        };
        rounds.iter().map(round).collect()
    }
}

impl Certificate {
    /// The certificate as one of the instance itself, whose users and servers are taken one by one.
    #[must_use]
    pub fn one_by_one(&self, pool: &Pool) -> Certificate {
        match (self, Alike::of(pool, true)) {
            (Certificate::Alike(rounds), Some(alike)) => {
                Certificate::Leximin(alike.rounds_apart(pool, rounds))
            }
            _ => self.clone(),
        }
    }
}

impl Pool {
    /// Each server as a class of its own.
    fn apart(&self) -> Parts {
        (0..self.servers()).map(|i| (i, Rational::one())).collect()
    }

    /// The instance in which servers that are alike are one class, and the part of each server.
    fn joined(&self) -> (Parts, Pool) {
        let one = self.capacity_of_one();
        let rates: Option<Vec<Vec<Rational>>> = self.rate.as_ref().map(|rate| self.rate_of_one(rate));
        let eligible = |i: usize| self.eligible.iter().map(|row| row[i]).collect::<Vec<bool>>();
        let rate =
            |i: usize| rates.as_ref().map(|rates| rates.iter().map(|row| row[i].clone()).collect::<Vec<_>>());
        let (of, first) = classes(self.servers(), |i| (&one[i], eligible(i), rate(i)));
        let mut count = vec![0; first.len()];
        of.iter().enumerate().for_each(|(i, class)| count[*class] += self.alike(i));
        let numbers: Vec<Rational> = (0..self.servers()).map(|i| whole(self.alike(i))).collect();
        let mut joined = Pool {
            eligible: self.eligible.iter().map(|row| first.iter().map(|&i| row[i]).collect()).collect(),
            rate: rates.as_ref().map(|rates| {
                rates.iter().map(|row| first.iter().map(|&i| row[i].clone()).collect()).collect()
            }),
            tasks: self.tasks.clone(),
            weight: self.weight.clone(),
            ..Pool::new(first.iter().map(|&i| one[i].clone()).collect(), self.demand.clone())
        };
        joined.set_count(count);
        (parts(of, first.len(), numbers.iter()), joined)
    }
}
