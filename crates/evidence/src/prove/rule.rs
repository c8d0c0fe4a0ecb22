//! The specifications of cluster mechanisms as terms about a placement, without any algorithm.

use super::pool::{Placed, Symbols};
use super::term::{
    Term, all, any, eq, implies, int, le, lt, not, not_negative, positive, product, real, sum, zero,
};
use crate::model::cluster::Division;

/// The yardstick of a leximin mechanism: the number of tasks that make a share of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The tasks whose dominant share of the whole pool is one.
    PoolShare,
    /// The tasks that all servers could run for the user alone, eligible or not.
    TaskShare,
}

/// The tasks of a user by which a server compares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Looks {
    /// The user's tasks on all servers.
    Everywhere,
    /// The user's tasks on that server.
    Here,
}

/// The specification of a cluster mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every user has a bottleneck on every server that it can use.
    Bottlenecks(Division, Looks),
    /// The levels are leximin over all feasible placements.
    Leximin(Yardstick),
    /// Every user has its fair share of every server.
    Slices,
}

/// A cluster mechanism whose specification can be written as terms.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Id of the mechanism.
    pub id: &'static str,
    /// Specification of the mechanism.
    pub rule: Rule,
    /// `true` if it admits placement constraints.
    pub eligible: bool,
    /// `true` if it admits finite tasks.
    pub tasks: bool,
    /// `true` if it admits effective rates.
    pub rate: bool,
    /// `true` if it admits weights per resource.
    pub resource_weights: bool,
    /// `true` if it admits a single server only.
    pub pool: bool,
}

const fn known(id: &'static str, rule: Rule, eligible: bool, tasks: bool) -> Known {
    Known { id, rule, eligible, tasks, rate: false, resource_weights: false, pool: false }
}

/// The mechanisms, by id. On one server the bottlenecks of DRF are those of PS-DSF.
pub const KNOWN: [Known; 9] = [
    known("c-drfh", Rule::Leximin(Yardstick::PoolShare), true, true),
    known("cdrf", Rule::Leximin(Yardstick::TaskShare), false, true),
    Known {
        pool: true,
        resource_weights: true,
        ..known("drf", Rule::Bottlenecks(Division::Resource, Looks::Here), true, true)
    },
    known("drf-per-server", Rule::Bottlenecks(Division::Resource, Looks::Here), true, false),
    known("drfh", Rule::Leximin(Yardstick::PoolShare), false, true),
    known("ps-dsf", Rule::Bottlenecks(Division::Resource, Looks::Everywhere), true, false),
    Known {
        rate: true,
        ..known("ps-dsf-tdm", Rule::Bottlenecks(Division::Time, Looks::Everywhere), true, false)
    },
    known("tsf", Rule::Leximin(Yardstick::TaskShare), true, true),
    known("uniform", Rule::Slices, true, true),
];

impl Rule {
    /// The division of servers under the specification.
    pub fn division(self) -> Division {
        match self {
            Rule::Bottlenecks(division, _) => division,
            Rule::Leximin(_) | Rule::Slices => Division::Resource,
        }
    }

    /// The yardstick of every user, for a leximin rule, and the facts that define them.
    pub fn yards(self, pool: &Symbols) -> (Vec<Term>, Vec<Term>) {
        let each = (0..pool.users()).filter_map(|u| self.yard(pool, u, &format!("y{u}")));
        let (yards, facts): (Vec<Term>, Vec<Vec<Term>>) = each.unzip();
        (yards, facts.into_iter().flatten().collect())
    }

    /// The yardstick of user `u` as the variable `name`, with the facts that define it.
    pub fn yard(self, pool: &Symbols, u: usize, name: &str) -> Option<(Term, Vec<Term>)> {
        let Rule::Leximin(yardstick) = self else { return None };
        let yard = real(name);
        let facts = match yardstick {
            Yardstick::TaskShare => vec![eq(&yard, sum(&pool.fit[u]))],
            Yardstick::PoolShare => {
                let rows = || (0..pool.resources()).map(|r| (&pool.demand[u][r], pool.pooled(r)));
                let within = rows().map(|(d, c)| le(&yard * d, &c));
                let tight = any(rows().map(|(d, c)| all([positive(d), eq(&yard * d, &c)])));
                std::iter::once(not_negative(&yard)).chain(within).chain([tight]).collect()
            }
        };
        Some((yard, facts))
    }

    /// The conditions of the specification beyond feasibility.
    pub fn asks(self, pool: &Symbols, placed: &Placed, yards: &[Term], prefix: &str) -> Vec<Term> {
        match self {
            Rule::Bottlenecks(division, looks) => bottlenecks(division, looks, pool, placed),
            Rule::Leximin(_) => {
                (0..pool.users()).flat_map(|n| multipliers(pool, placed, yards, n, prefix)).collect()
            }
            Rule::Slices => slices(pool, placed),
        }
    }
}

/// The statement that the level of `m` is at most that of `n`, where levels are tasks divided by weight and
/// yardstick.
pub fn no_higher(pool: &Symbols, yards: &[Term], totals: &[Term], m: usize, n: usize) -> Term {
    let unit = |u: usize| &pool.weight[u][0] * &yards[u];
    below(&totals[m], &unit(m), &totals[n], &unit(n))
}

/// The statement that `a / unit_a` is at most `b / unit_b`, cleared of fractions.
pub fn below(a: &Term, unit_a: &Term, b: &Term, unit_b: &Term) -> Term {
    le(product([a.clone(), unit_b.clone()]), product([b.clone(), unit_a.clone()]))
}

fn bottlenecks(division: Division, looks: Looks, pool: &Symbols, placed: &Placed) -> Vec<Term> {
    let users = 0..pool.users();
    let mut facts = Vec::new();
    for i in 0..pool.servers() {
        let held = |u: usize| match looks {
            Looks::Everywhere => placed.total[u].clone(),
            Looks::Here => placed.tasks[u][i].clone(),
        };
        let units: Vec<Term> = users.clone().map(|u| pool.unit(u, i)).collect();
        let totals: Vec<Term> = users.clone().map(held).collect();
        for n in users.clone() {
            let others = || users.clone().filter(move |m| *m != n);
            let low =
                |holds: Term, m: usize| implies(&holds, below(&totals[m], &units[m], &totals[n], &units[n]));
            let runs = |m: usize| positive(&placed.tasks[m][i]);
            let bottleneck = match (division, &placed.time) {
                (Division::Time, Some(time)) => {
                    let sold = eq(sum(users.clone().map(|u| time[u][i].clone())), int(1));
                    all(std::iter::once(sold).chain(others().map(|m| low(runs(m), m))))
                }
                _ => any((0..pool.resources()).map(|r| {
                    let full = eq(pool.used(placed, i, r), &pool.capacity[i][r]);
                    let holds = |m: usize| all([runs(m), positive(&pool.demand[m][r])]);
                    let lows: Vec<Term> = others().map(|m| low(holds(m), m)).collect();
                    all([positive(&pool.demand[n][r]), full].into_iter().chain(lows))
                })),
            };
            let done = not(pool.wants(n, &placed.total[n]));
            facts.push(implies(positive(&pool.gamma[n][i]), any([done, bottleneck])));
        }
    }
    facts
}

/// Dual multipliers which prove that `n` cannot have more without a loss to a user with a level at most its
/// own.
fn multipliers(pool: &Symbols, placed: &Placed, yards: &[Term], n: usize, prefix: &str) -> Vec<Term> {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let price = |i: usize, r: usize| real(format!("{prefix}p{n}_{i}_{r}"));
    let floor = |u: usize| if u == n { int(1) } else { real(format!("{prefix}q{n}_{u}")) };
    let limit = |u: usize| match &pool.tasks[u].0 {
        Term::Truth(true) => int(0),
        _ => real(format!("{prefix}s{n}_{u}")),
    };
    let mut facts = Vec::new();
    for i in 0..servers {
        for r in 0..resources {
            let full = eq(pool.used(placed, i, r), &pool.capacity[i][r]);
            facts.extend([not_negative(price(i, r)), implies(positive(price(i, r)), &full)]);
        }
    }
    for u in 0..users {
        facts.extend([not_negative(floor(u)), not_negative(limit(u))]);
        facts.push(implies(positive(limit(u)), not(pool.wants(u, &placed.total[u]))));
        if u != n {
            facts.push(any([no_higher(pool, yards, &placed.total, u, n), zero(floor(u))]));
        }
        for i in 0..servers {
            let cost = sum((0..resources).map(|r| price(i, r) * &pool.demand[u][r]).chain([limit(u)]));
            let tight = implies(positive(&placed.tasks[u][i]), eq(&cost, floor(u)));
            facts.push(implies(positive(&pool.gamma[u][i]), all([le(floor(u), &cost), tight])));
        }
    }
    facts
}

fn slices(pool: &Symbols, placed: &Placed) -> Vec<Term> {
    let mut facts = Vec::new();
    for u in 0..pool.users() {
        let slice = |i: usize| &pool.weight[u][0] * &pool.gamma[u][i];
        let whole = sum((0..pool.servers()).map(slice));
        let have = pool.weights(0) * &placed.total[u];
        facts.extend((0..pool.servers()).map(|i| le(pool.weights(0) * &placed.tasks[u][i], slice(i))));
        facts.push(any([eq(&have, &whole), not(pool.wants(u, &placed.total[u]))]));
    }
    facts
}

/// The statement that user `n` has no complaint at the alternative `instead`: if it gives `n` more, some user
/// loses whose level is at most that of `n`.
pub fn no_complaint(pool: &Symbols, placed: &Placed, yards: &[Term], n: usize, instead: &Placed) -> Term {
    let loses = |m: usize| {
        all([lt(&instead.total[m], &placed.total[m]), no_higher(pool, yards, &placed.total, m, n)])
    };
    implies(lt(&placed.total[n], &instead.total[n]), any((0..pool.users()).filter(|m| *m != n).map(loses)))
}
