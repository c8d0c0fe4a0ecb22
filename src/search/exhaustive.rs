//! Every instance of a scope with integer entries, up to renaming users, servers and resources.
//!
//! Sizes come in order of how much there is to them. Within a size, capacities come first; for those that no renaming
//! makes smaller, users are added one by one in order, and a beginning that a renaming makes smaller is not gone on with.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use super::{Batch, Brief, Candidates, Hunt, Scope, Strategy};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::model::cluster::{Cluster, Labels, Pool, Weight};
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

/// All cluster instances of exactly so many users, servers and resources, whose largest entry is exactly `max`.
pub fn cluster_of_size(scope: Scope) -> Candidates<Cluster> {
    let Scope { users, servers, resources, .. } = scope;
    Box::new(of_size(Size::new(scope, users, servers, resources, scope.max.max(scope.most_capacity()))))
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

/// A renaming of servers and of resources: what stands at each place comes from there.
#[derive(Clone, Debug)]
struct Renaming {
    servers: Vec<usize>,
    resources: Vec<usize>,
    /// Where each kind of user goes.
    kinds: Vec<usize>,
}

fn renamed(capacity: &[Vec<i64>], renaming: &Renaming) -> Vec<Vec<i64>> {
    let row = |&i: &usize| renaming.resources.iter().map(|&r| capacity[i][r]).collect();
    renaming.servers.iter().map(row).collect()
}

fn of_size(size: Size) -> impl Iterator<Item = Pool> + Send {
    let server_rows: Vec<Vec<i64>> = rows(size.resources, size.capacity).collect();
    // Users that may run everywhere come first: they are the simpler ones.
    let sets: Vec<Vec<bool>> = rows(size.servers, 1)
        .map(|row| row.into_iter().map(|b| b == 0).collect::<Vec<bool>>())
        .filter(|set| set.iter().any(|e| *e))
        .collect();
    let kinds: Vec<User> = rows(size.resources, size.demand)
        .filter(|row| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= size.min))
        .flat_map(|row| sets.iter().map(move |set| (row.clone(), set.clone())).collect::<Vec<_>>())
        .collect();
    let at: HashMap<User, usize> = kinds.iter().cloned().enumerate().map(|(k, user)| (user, k)).collect();
    let renamings: Vec<Renaming> = permutations(size.servers)
        .into_iter()
        .flat_map(|p| permutations(size.resources).into_iter().map(move |q| (p.clone(), q)))
        .map(|(servers, resources)| {
            let image = |(d, e): &User| {
                (resources.iter().map(|&r| d[r]).collect(), servers.iter().map(|&i| e[i]).collect())
            };
            let kinds = kinds.iter().map(|user| at[&image(user)]).collect();
            Renaming { servers, resources, kinds }
        })
        .collect();
    let large: Arc<[bool]> = kinds.iter().map(|(d, _)| d.contains(&size.max)).collect();
    let kinds = Arc::new(kinds);
    multisets(size.servers, server_rows.len()).flat_map(move |chosen| {
        let capacity: Vec<Vec<i64>> = chosen.iter().map(|&k| server_rows[k].clone()).collect();
        let mut fixing = Vec::new();
        let least = renamings.iter().all(|renaming| {
            // Rows of servers are in order, so an image counts with its rows in the order of the renaming: each order of
            // servers is a renaming of its own.
            match renamed(&capacity, renaming).cmp(&capacity) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => {
                    fixing.push(renaming.kinds.clone());
                    true
                }
            }
        });
        let wanting = !capacity.iter().flatten().any(|c| *c == size.max);
        let mut users = least.then(|| Orderly::new(fixing, kinds.len(), size.users));
        let (kinds, large) = (Arc::clone(&kinds), Arc::clone(&large));
        std::iter::from_fn(move || {
            let users = users.as_mut()?;
            while users.advance() {
                let chosen = &users.chosen;
                if !wanting || chosen.iter().any(|&k| large[k]) {
                    return Some(build(&capacity, chosen.iter().map(|&k| &kinds[k])));
                }
            }
            None
        })
    })
}

/// Sorted sequences of kinds that no renaming makes smaller, one for each class, by extending such sequences.
///
/// The image of a sequence is sorted before it is compared. A sequence that some renaming makes smaller stays so
/// whatever is appended, since the first places of the larger image can only get smaller: so a prefix that fails is never
/// extended. Renamings that make a prefix larger at a place which later kinds cannot reach are done with.
struct Orderly {
    renamings: Vec<Vec<usize>>,
    /// For each kind the smallest one that it is renamed to.
    lowest: Vec<usize>,
    count: usize,
    length: usize,
    /// The sequence so far.
    chosen: Vec<usize>,
    /// The next kind to try at each place.
    next: Vec<usize>,
    image: Vec<usize>,
}

impl Orderly {
    fn new(mut renamings: Vec<Vec<usize>>, count: usize, length: usize) -> Self {
        renamings.retain(|map| map.iter().enumerate().any(|(k, image)| k != *image));
        let least = |k: usize| renamings.iter().map(|map| map[k]).min().unwrap_or(k).min(k);
        let lowest = (0..count).map(least).collect();
        Orderly { renamings, lowest, count, length, chosen: Vec::new(), next: vec![0], image: Vec::new() }
    }

    /// Whether no renaming makes the sequence smaller.
    fn is_least(&mut self) -> bool {
        let first = self.chosen[0];
        for map in &self.renamings {
            // Only an image with a kind as small as the first can be smaller.
            if self.chosen.iter().all(|&k| map[k] > first) {
                continue;
            }
            self.image.clear();
            self.image.extend(self.chosen.iter().map(|&k| map[k]));
            self.image.sort_unstable();
            if self.image < self.chosen {
                return false;
            }
        }
        true
    }
}

impl Orderly {
    /// Goes to the next sequence of full length, if there is one.
    fn advance(&mut self) -> bool {
        if self.chosen.len() == self.length {
            self.chosen.pop();
        }
        loop {
            let depth = self.next.len();
            if depth == 0 {
                return false;
            }
            let kind = self.next[depth - 1];
            if kind >= self.count {
                self.next.pop();
                self.chosen.pop();
                continue;
            }
            self.next[depth - 1] += 1;
            // The first is the smallest of its class, and nobody after it may be renamed below it.
            let first = self.chosen.first().copied().unwrap_or(kind);
            if self.lowest[kind] < first {
                continue;
            }
            self.chosen.push(kind);
            if !self.renamings.is_empty() && !self.is_least() {
                self.chosen.pop();
                continue;
            }
            if depth == self.length {
                return true;
            }
            self.next.push(kind);
        }
    }
}

fn build<'a>(capacity: &[Vec<i64>], users: impl Iterator<Item = &'a User>) -> Pool {
    let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
    let capacity: Vec<_> = capacity.iter().map(exact).collect();
    let (demand, eligible): (Vec<_>, Vec<_>) = users.map(|(d, e)| (exact(d), e.clone())).unzip();
    let users = demand.len();
    let (weight, tasks) = (Weight::User(vec![Rational::one(); users]), vec![None; users]);
    Pool { capacity, demand, weight, eligible, tasks, rate: None, labels: Labels::default() }
}

/// Whether renaming users, servers and resources takes one cluster to the other.
pub fn clusters_alike(a: &Pool, b: &Pool) -> bool {
    let shape = |pool: &Pool| (pool.users(), pool.servers(), pool.resources());
    let plain = |pool: &Pool| {
        let Weight::User(weights) = &pool.weight else { return false };
        weights.iter().all(|w| *w == Rational::one())
            && pool.tasks.iter().all(Option::is_none)
            && pool.rate.is_none()
    };
    if shape(a) != shape(b) || !plain(a) || !plain(b) {
        return false;
    }
    let sorted = |servers: &[usize], resources: &[usize]| {
        let row = |row: &[Rational]| resources.iter().map(|&r| row[r].clone()).collect::<Vec<_>>();
        let capacity: Vec<_> = servers.iter().map(|&i| row(&a.capacity[i])).collect();
        let on = |u: usize| servers.iter().map(|&i| a.eligible[u][i]).collect::<Vec<_>>();
        let mut users: Vec<_> = (0..a.users()).map(|u| (row(&a.demand[u]), on(u))).collect();
        users.sort();
        (capacity, users)
    };
    let mut users: Vec<_> = b.demand.iter().cloned().zip(b.eligible.iter().cloned()).collect();
    users.sort();
    let other = (b.capacity.clone(), users);
    let resources = permutations(a.resources());
    permutations(a.servers()).iter().any(|p| resources.iter().any(|q| sorted(p, q) == other))
}

/// Whether renaming resources takes one sequence to the other; the order of agents counts.
pub fn arrivals_alike(a: &Sequence, b: &Sequence) -> bool {
    let same = a.agents == b.agents && a.steps() == b.steps() && a.resources() == b.resources();
    same && permutations(a.resources())
        .iter()
        .any(|q| a.demand.iter().zip(&b.demand).all(|(x, y)| q.iter().zip(y).all(|(&r, y)| x[r] == *y)))
}

/// Whether renaming resources and tasks takes one stock to the other.
pub fn stocks_alike(a: &Stock, b: &Stock) -> bool {
    let sorted = |stock: &Stock| {
        let mut resources: Vec<_> = stock.cost.iter().cloned().zip(stock.size.iter().cloned()).collect();
        let mut tasks = stock.demand.clone();
        resources.sort();
        tasks.sort();
        (resources, tasks)
    };
    sorted(a) == sorted(b)
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
