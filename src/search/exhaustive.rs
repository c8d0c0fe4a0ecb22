//! Every instance of a scope with integer entries, up to renaming users, servers and resources.
//!
//! Sizes come in order of how much there is to them; within a size users come as sorted multisets, and an
//! instance is kept when no renaming of servers and resources makes it smaller.

use super::{Batch, Brief, Candidates, Hunt, Scope, Strategy};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::model::cluster::{Cluster, Pool};
use crate::model::covering::{Covering, Stock};
use crate::model::{Hypothesis, Model};
use crate::scalar::{Rational, Scalar};

/// A user: its demand, then its eligibility.
type User = (Vec<i64>, Vec<bool>);

/// One size: the numbers of users, servers and resources, and how large entries are.
#[derive(Clone, Copy, Debug)]
struct Size {
    users: usize,
    servers: usize,
    resources: usize,
    /// The largest entry of a capacity or a demand, which must occur.
    max: i64,
    /// The largest entry of a capacity.
    capacity: i64,
    /// The largest and the smallest entry of a demand.
    demand: i64,
    min: i64,
}

/// More different users or servers than this are not listed for one size.
const MOST_KINDS: f64 = 1e5;

impl Size {
    fn new(scope: Scope, users: usize, servers: usize, resources: usize, max: i64) -> Size {
        let (capacity, demand) = (scope.most_capacity().min(max), scope.max.min(max));
        Size { users, servers, resources, max, capacity, demand, min: scope.least_demand() }
    }

    fn listable(&self) -> bool {
        let rows = ((self.max + 1) as f64).powi(self.resources as i32);
        rows * 2f64.powi(self.servers as i32) <= MOST_KINDS && self.servers <= 6 && self.resources <= 6
    }
}

/// Whether every size of the scope can be listed; what is larger is left out, and a scope with something left
/// out is never called exhausted.
pub fn listable(scope: Scope) -> bool {
    let Scope { users, servers, resources, .. } = scope;
    Size::new(scope, users, servers, resources, scope.max.max(scope.most_capacity())).listable()
}

/// All cluster instances within the scope, smallest sizes first.
pub fn cluster(scope: Scope) -> Candidates<Cluster> {
    let largest = scope.max.max(scope.most_capacity());
    let most = scope.users as i64 * (scope.servers + scope.resources) as i64 * (largest + 1);
    // How much there is to a size: users * (servers + resources) * (max + 1).
    let sizes = (1..=most).flat_map(move |amount| {
        let users = (1..=scope.users).filter(move |u| amount % *u as i64 == 0);
        users.flat_map(move |users| {
            let rest = amount / users as i64;
            (1..=scope.servers).flat_map(move |servers| {
                (1..=scope.resources).filter_map(move |resources| {
                    let across = (servers + resources) as i64;
                    let max = rest / across - 1;
                    let fits = rest % across == 0 && (1..=largest).contains(&max);
                    fits.then(|| Size::new(scope, users, servers, resources, max))
                })
            })
        })
    });
    Box::new(sizes.filter(Size::listable).flat_map(of_size))
}

/// Larger entries than this are never reached by counting.
const MOST_ENTRY: i64 = 1000;

/// All arrival sequences within the scope up to renaming resources, nobody declared beyond those who arrive;
/// short ones first.
pub fn arrivals(scope: Scope) -> Candidates<Arrivals> {
    let mut sizes = Vec::new();
    let scope = Scope { max: scope.max.min(MOST_ENTRY), resources: scope.resources.min(6), ..scope };
    for agents in 1..=scope.users {
        for resources in 1..=scope.resources {
            sizes.extend((1..=scope.max).map(|max| (agents, resources, max)));
        }
    }
    sizes.sort_by_key(|&(agents, resources, max)| ((agents * resources) as i64 * (max + 1), agents, max));
    let least = scope.least_demand();
    Box::new(sizes.into_iter().flat_map(move |(agents, resources, max)| {
        let swaps = permutations(resources);
        let wanted = move |row: &&[i64]| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= least);
        rows(agents * resources, max).filter_map(move |digits| {
            let demand: Vec<&[i64]> = digits.chunks(resources).collect();
            let renamed = |swap: &Vec<usize>| -> Vec<i64> {
                demand.iter().flat_map(|row| swap.iter().map(|&r| row[r])).collect()
            };
            let keep = demand.iter().all(&wanted)
                && digits.contains(&max)
                && swaps.iter().all(|swap| renamed(swap) >= digits);
            let exact = |row: &&[i64]| row.iter().copied().map(Rational::int).collect();
            keep.then(|| Sequence { agents, demand: demand.iter().map(exact).collect() })
        })
    }))
}

/// A resource that costs so much and is so large.
type Kind = (i64, i64);

/// All covering instances within the scope up to renaming; few tasks and resources and small numbers first, sizes 1
/// before others.
pub fn covering(scope: Scope) -> Candidates<Covering> {
    let most = scope.max.min(MOST_ENTRY);
    let mut sizes = Vec::new();
    for tasks in 1..=scope.users {
        for resources in 1..=scope.resources {
            sizes.extend(
                (1..=most).flat_map(|max| [(tasks, resources, max, true), (tasks, resources, max, false)]),
            );
        }
    }
    sizes.retain(|&(_, _, _, unit)| unit || scope.hypothesis != Hypothesis::UnitSizes);
    sizes.sort_by_key(|&(tasks, resources, max, unit)| {
        let kinds = if unit { max } else { 2 * max };
        ((tasks + resources) as i64 * kinds, !unit, tasks, max)
    });
    Box::new(sizes.into_iter().flat_map(|(tasks, resources, max, unit)| {
        let largest = if unit { 1 } else { max };
        let kinds: Vec<Kind> =
            (1..=max).flat_map(|cost| (1..=largest).map(move |size| (cost, size))).collect();
        multisets(resources, kinds.len()).flat_map(move |chosen| {
            let stock: Vec<Kind> = chosen.iter().map(|&k| kinds[k]).collect();
            let sized = stock.iter().any(|(_, size)| *size > 1);
            let total: i64 = stock.iter().map(|(_, size)| size).sum();
            let sets = (unit || sized).then(|| multisets(tasks, usize::try_from(max).unwrap_or(0)));
            sets.into_iter().flatten().filter_map(move |set| {
                let demand: Vec<i64> = set.iter().map(|&d| d as i64 + 1).collect();
                let entries = stock.iter().flat_map(|(c, s)| [c, s]).chain(&demand);
                let fits = demand.iter().all(|d| *d <= total) && entries.max() == Some(&max);
                let row = |row: &mut dyn Iterator<Item = i64>| row.map(Rational::int).collect::<Vec<_>>();
                let (cost, size) = (row(&mut stock.iter().map(|k| k.0)), row(&mut stock.iter().map(|k| k.1)));
                fits.then(|| Stock::new(cost, size, row(&mut demand.iter().copied())).ok()).flatten()
            })
        })
    }))
}

/// Rows of `width` digits from 0 to `max`, counting up.
fn rows(width: usize, max: i64) -> impl Iterator<Item = Vec<i64>> + Clone {
    let count = (max as u64 + 1).saturating_pow(width as u32);
    (0..count).map(move |mut k| {
        let mut row = vec![0; width];
        for digit in row.iter_mut().rev() {
            *digit = (k % (max as u64 + 1)) as i64;
            k /= max as u64 + 1;
        }
        row
    })
}

/// Ascending sequences of `length` indexes below `count`, repetition allowed.
fn multisets(length: usize, count: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (count > 0 || length == 0).then(|| vec![0; length]);
    std::iter::from_fn(move || {
        let current = next.take()?;
        let mut successor = current.clone();
        if let Some(at) = (0..length).rev().find(|&at| successor[at] + 1 < count) {
            let value = successor[at] + 1;
            successor[at..].fill(value);
            next = Some(successor);
        }
        Some(current)
    })
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for k in 0..n {
        found = found
            .into_iter()
            .flat_map(|p: Vec<usize>| {
                (0..=k).map(move |at| {
                    let mut p = p.clone();
                    p.insert(at, k);
                    p
                })
            })
            .collect();
    }
    found
}

fn of_size(size: Size) -> impl Iterator<Item = Pool> + Send {
    let server_rows: Vec<Vec<i64>> = rows(size.resources, size.capacity).collect();
    let sets: Vec<Vec<bool>> = rows(size.servers, 1)
        .map(|row| row.into_iter().map(|b| b == 1).collect::<Vec<bool>>())
        .filter(|set| set.iter().any(|e| *e))
        .collect();
    let users: Vec<User> = rows(size.resources, size.demand)
        .filter(|row| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= size.min))
        .flat_map(|row| sets.iter().map(move |set| (row.clone(), set.clone())).collect::<Vec<_>>())
        .collect();
    let renamings: Vec<(Vec<usize>, Vec<usize>)> = permutations(size.servers)
        .into_iter()
        .flat_map(|p| permutations(size.resources).into_iter().map(move |q| (p.clone(), q)))
        .collect();
    multisets(size.servers, server_rows.len()).flat_map(move |chosen| {
        let capacity: Vec<Vec<i64>> = chosen.iter().map(|&k| server_rows[k].clone()).collect();
        let (users, renamings) = (users.clone(), renamings.clone());
        multisets(size.users, users.len()).filter_map(move |chosen| {
            let picked: Vec<User> = chosen.iter().map(|&k| users[k].clone()).collect();
            let entries = || capacity.iter().flatten().chain(picked.iter().flat_map(|(d, _)| d));
            let largest = entries().any(|x| *x == size.max);
            (largest && canonical(&capacity, &picked, &renamings)).then(|| build(&capacity, &picked))
        })
    })
}

/// Whether no renaming makes (capacity, sorted users) smaller.
fn canonical(capacity: &[Vec<i64>], users: &[User], renamings: &[(Vec<usize>, Vec<usize>)]) -> bool {
    renamings.iter().all(|(servers, resources)| {
        let renamed: Vec<Vec<i64>> =
            servers.iter().map(|&i| resources.iter().map(|&r| capacity[i][r]).collect()).collect();
        match renamed.as_slice().cmp(capacity) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => {
                let mut moved: Vec<User> = users
                    .iter()
                    .map(|(d, e)| {
                        (resources.iter().map(|&r| d[r]).collect(), servers.iter().map(|&i| e[i]).collect())
                    })
                    .collect();
                moved.sort_unstable();
                moved.as_slice() >= users
            }
        }
    })
}

fn build(capacity: &[Vec<i64>], users: &[User]) -> Pool {
    let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
    let mut pool =
        Pool::new(capacity.iter().map(exact).collect(), users.iter().map(|(d, _)| exact(d)).collect());
    pool.eligible = users.iter().map(|(_, e)| e.clone()).collect();
    pool
}

/// Every instance of the scope, in order.
#[derive(Debug)]
pub struct Exhaustive;

impl<M: Model> Strategy<M> for Exhaustive {
    fn id(&self) -> &'static str {
        "exhaustive"
    }

    fn about(&self) -> &'static str {
        "every instance of the scope with integer entries, up to renaming"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        Box::new(Listed { rest: (brief.domain.exhaustive)(brief.scope).fuse() })
    }
}

/// Candidates one after another.
pub(super) struct Listed<I> {
    pub(super) rest: I,
}

impl<M: Model, I: Iterator<Item = M::Instance<Rational>> + Send> Hunt<M> for Listed<I> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        Batch::Instances(self.rest.by_ref().take(count).collect())
    }
}
