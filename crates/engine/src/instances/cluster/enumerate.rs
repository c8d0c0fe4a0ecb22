//! Every cluster instance of a scope with integer entries, up to the renamings of users, servers and resources that
//! change nothing.
//!
//! Sizes come in order of their amount of numbers. Within a size, capacities come first; for capacities that
//! no renaming makes smaller, users are added one by one in order, and a prefix that a renaming makes smaller
//! is abandoned.

use fairwitness_kernel::specification::Anonymous;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use super::super::symmetry::{Orderly, choices, orders, permutations, rows};
use super::super::{Candidates, Extras, Owners, Scope};
use super::trees::trees;
use crate::model::cluster::{Cluster, Labels, Pool, Weight};
use crate::scalar::{Rational, Scalar};

/// A user, the most discriminating parts first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct User {
    demand: Vec<i64>,
    eligible: Vec<bool>,
    /// One weight, or, if `true`, one per resource.
    weight: (bool, Vec<i64>),
    tasks: Option<i64>,
    /// One rate per server, or none.
    rate: Vec<i64>,
}

impl User {
    fn renamed(&self, servers: &[usize], resources: &[usize]) -> User {
        let by = |order: &[usize], row: &[i64]| order.iter().filter_map(|&k| row.get(k).copied()).collect();
        User {
            demand: by(resources, &self.demand),
            eligible: servers.iter().map(|&i| self.eligible[i]).collect(),
            weight: if self.weight.0 { (true, by(resources, &self.weight.1)) } else { self.weight.clone() },
            tasks: self.tasks,
            rate: by(servers, &self.rate),
        }
    }
}

/// One size: the numbers of users, servers and resources, and the largest entries.
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
    extras: Extras,
}

/// The largest number of distinct users, and of distinct servers, that are listed for one size.
const MOST_KINDS: f64 = 1e5;

impl Size {
    fn new(scope: Scope, users: usize, servers: usize, resources: usize, max: i64) -> Size {
        let (capacity, demand) = (scope.most_capacity().min(max), scope.max.min(max));
        Size {
            users,
            servers,
            resources,
            max,
            capacity,
            demand,
            min: scope.least_demand(),
            extras: scope.extras,
        }
    }

    /// The number of combinations of weights, limits and rates for each demand and set of servers.
    fn others(&self) -> f64 {
        let Extras { weights, resource_weights, limits, rates, .. } = self.extras;
        let by_resource = (resource_weights.unwrap_or(0) as f64).powi(self.resources as i32);
        let rates = ((rates.unwrap_or(0) + 1) as f64).powi(self.servers as i32);
        (weights.unwrap_or(1) as f64 + by_resource) * (limits.unwrap_or(0) + 1) as f64 * rates
    }

    /// Weights: one per user first, then those per resource, which are `true`.
    fn weights(&self) -> Vec<(bool, Vec<i64>)> {
        let by_user = (1..=self.extras.weights.unwrap_or(1)).map(|w| (false, vec![w]));
        let most = self.extras.resource_weights.filter(|most| *most > 0);
        let by_resource = most.into_iter().flat_map(|most| rows(self.resources, most - 1));
        by_user.chain(by_resource.map(|row| (true, row.into_iter().map(|w| w + 1).collect()))).collect()
    }

    /// Limits on tasks, no limit first.
    fn limits(&self) -> Vec<Option<i64>> {
        let most = self.extras.limits.unwrap_or(0);
        let limits = (0..=most).filter(|_| most > 0).map(Some);
        std::iter::once(None).chain(limits).collect()
    }

    /// Rates, no rates first; each user has a positive rate on some server.
    fn rates(&self) -> Vec<Vec<i64>> {
        let most = self.extras.rates.unwrap_or(0);
        let given = rows(self.servers, most).filter(|row| row.iter().any(|x| *x > 0));
        std::iter::once(Vec::new()).chain(given).collect()
    }

    fn listable(&self) -> bool {
        let rows = ((self.max + 1) as f64).powi(self.resources as i32);
        rows * 2f64.powi(self.servers as i32) * self.others() <= MOST_KINDS
            && (self.extras.trees.unwrap_or(0) == 0 || self.users <= 6)
            && self.servers <= 6
            && self.resources <= 6
    }
}

/// Returns `true` if every instance of the scope can be listed. Larger sizes, fractions, and floors and caps of queues are omitted, and a scope with
/// an omission is never called exhausted.
pub fn listable(scope: Scope) -> bool {
    let Scope { users, servers, resources, .. } = scope;
    scope.extras.parts.unwrap_or(1) == 1
        && scope.extras.quotas.unwrap_or(0) == 0
        && Size::new(scope, users, servers, resources, scope.max.max(scope.most_capacity())).listable()
}

/// All cluster instances within the scope up to the renamings in `renamed`, smallest sizes first.
pub fn enumerate(scope: Scope, renamed: Anonymous) -> Candidates<Cluster> {
    // Larger entries cannot be listed anyway.
    let largest = scope.max.max(scope.most_capacity()).min(MOST_KINDS as i64);
    let most = scope.users as i64 * (scope.servers + scope.resources) as i64 * (largest + 1);
    // The amount of a size is users * (servers + resources) * (max + 1).
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
    let listed = sizes.filter(Size::listable).flat_map(move |size| of_size(size, renamed));
    let planted = with_trees(listed, scope.extras);
    match scope.extras.owners {
        Owners::None => planted,
        Owners::Some => Box::new(planted.flat_map(|pool| {
            let owned = owned(&pool);
            std::iter::once(pool).chain(owned)
        })),
        Owners::All => Box::new(planted.flat_map(|pool| owned(&pool))),
    }
}

/// The instance with every choice of owners under which each user can run on its own servers, and the weights
/// that follow.
fn owned(pool: &Pool) -> Vec<Pool> {
    let (users, servers) = (pool.users(), pool.servers());
    let choices = users.pow(servers as u32);
    let choice = |k: usize| {
        let owner = (0..servers).scan(k, |k, _| {
            let owner = *k % users;
            *k /= users;
            Some(Some(owner))
        });
        let mut pool = Pool { owner: Some(owner.collect()), ..pool.clone() };
        pool.weight = Weight::User(pool.contributed_weights()?);
        Some(pool)
    };
    (0..choices).filter_map(choice).collect()
}

/// All cluster instances with exactly the scope's numbers of users, servers and resources, and with exactly
/// `max` as the largest entry.
pub fn enumerate_size(scope: Scope) -> Candidates<Cluster> {
    let Scope { users, servers, resources, .. } = scope;
    let size = Size::new(scope, users, servers, resources, scope.max.max(scope.most_capacity()));
    with_trees(of_size(size, Anonymous::ALL), scope.extras)
}

/// The instances with every tree of the scope.
fn with_trees(plain: impl Iterator<Item = Pool> + Send + 'static, extras: Extras) -> Candidates<Cluster> {
    if extras.trees.unwrap_or(0) == 0 {
        return Box::new(plain);
    }
    Box::new(plain.flat_map(move |pool| trees(pool, extras)))
}

/// A renaming of servers and of resources: each position holds the index that it takes its content from.
#[derive(Clone, Debug)]
struct Renaming {
    servers: Vec<usize>,
    resources: Vec<usize>,
    /// For each kind of user, the kind that it is renamed to.
    kinds: Vec<usize>,
}

fn image(capacity: &[Vec<i64>], renaming: &Renaming) -> Vec<Vec<i64>> {
    let row = |&i: &usize| renaming.resources.iter().map(|&r| capacity[i][r]).collect();
    renaming.servers.iter().map(row).collect()
}

fn of_size(size: Size, renamed: Anonymous) -> impl Iterator<Item = Pool> + Send {
    let server_rows: Vec<Vec<i64>> = rows(size.resources, size.capacity).collect();
    // Users that are eligible everywhere come first, because they are simpler.
    let sets: Vec<Vec<bool>> = rows(size.servers, 1)
        .map(|row| row.into_iter().map(|b| b == 0).collect::<Vec<bool>>())
        .filter(|set| set.iter().any(|e| *e) && (!size.extras.unconstrained || set.iter().all(|e| *e)))
        .collect();
    let (weights, limits, rates) = (size.weights(), size.limits(), size.rates());
    let mut others = Vec::new();
    for rate in &rates {
        for tasks in &limits {
            others.extend(weights.iter().map(|weight| (weight, *tasks, rate)));
        }
    }
    let kinds: Vec<User> = rows(size.resources, size.demand)
        .filter(|row| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= size.min))
        .flat_map(|demand| {
            let user =
                |eligible: &Vec<bool>,
                 (weight, tasks, rate): &(&(bool, Vec<i64>), Option<i64>, &Vec<i64>)| User {
                    demand: demand.clone(),
                    eligible: eligible.clone(),
                    weight: (*weight).clone(),
                    tasks: *tasks,
                    rate: (*rate).clone(),
                };
            let of = |set| others.iter().map(move |other| user(set, other)).collect::<Vec<_>>();
            sets.iter().flat_map(of).collect::<Vec<_>>()
        })
        .collect();
    let at: HashMap<User, usize> = kinds.iter().cloned().enumerate().map(|(k, user)| (user, k)).collect();
    let renamings: Vec<Renaming> = orders(size.servers, renamed.servers)
        .into_iter()
        .flat_map(|p| orders(size.resources, renamed.resources).into_iter().map(move |q| (p.clone(), q)))
        .map(|(servers, resources)| {
            let kinds = kinds.iter().map(|user| at[&user.renamed(&servers, &resources)]).collect();
            Renaming { servers, resources, kinds }
        })
        .collect();
    let large: Arc<[bool]> = kinds.iter().map(|user| user.demand.contains(&size.max)).collect();
    let kinds = Arc::new(kinds);
    choices(size.servers, server_rows.len(), renamed.servers).flat_map(move |chosen| {
        let capacity: Vec<Vec<i64>> = chosen.iter().map(|&k| server_rows[k].clone()).collect();
        let mut fixing = Vec::new();
        let least = renamings.iter().all(|renaming| {
            // The rows of servers are sorted, so an image keeps its rows in the order of the renaming: each
            // order of servers is a renaming of its own.
            match image(&capacity, renaming).cmp(&capacity) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => {
                    fixing.push(renaming.kinds.clone());
                    true
                }
            }
        });
        let wanting = !capacity.iter().flatten().any(|c| *c == size.max);
        let mut users = least.then(|| Orderly::new(fixing, kinds.len(), size.users, renamed.agents));
        let (kinds, large) = (Arc::clone(&kinds), Arc::clone(&large));
        std::iter::from_fn(move || {
            let users = users.as_mut()?;
            while users.advance() {
                let chosen = &users.chosen;
                // Rates, and weights per resource, are given for all users or for none.
                let all_or_none = |given: fn(&User) -> bool| {
                    let given = chosen.iter().filter(|&&k| given(&kinds[k])).count();
                    given == 0 || given == chosen.len()
                };
                let whole = all_or_none(|user| !user.rate.is_empty()) && all_or_none(|user| user.weight.0);
                if whole && (!wanting || chosen.iter().any(|&k| large[k])) {
                    return Some(build(&capacity, chosen.iter().map(|&k| &kinds[k])));
                }
            }
            None
        })
    })
}

fn build<'a>(capacity: &[Vec<i64>], users: impl Iterator<Item = &'a User>) -> Pool {
    let exact = |row: &Vec<i64>| row.iter().copied().map(Rational::int).collect::<Vec<_>>();
    let users: Vec<&User> = users.collect();
    let rows = |row: fn(&User) -> &Vec<i64>| users.iter().map(|user| exact(row(user))).collect::<Vec<_>>();
    let weights = users.iter().map(|user| exact(&user.weight.1));
    let weight = if users.iter().any(|user| user.weight.0) {
        Weight::Resource(weights.collect())
    } else {
        Weight::User(weights.flatten().collect())
    };
    let rated = users.iter().all(|user| !user.rate.is_empty());
    Pool {
        capacity: capacity.iter().map(exact).collect(),
        count: Vec::new(),
        demand: rows(|user| &user.demand),
        weight,
        eligible: users.iter().map(|user| user.eligible.clone()).collect(),
        tasks: users.iter().map(|user| user.tasks.map(Rational::int)).collect(),
        rate: rated.then(|| rows(|user| &user.rate)),
        running: None,
        tree: None,
        team: None,
        owner: None,
        labels: Labels::default(),
    }
}

/// Returns `true` if renaming users, servers and resources takes `a` to `b`.
pub fn alike(a: &Pool, b: &Pool) -> bool {
    let shape = |pool: &Pool| (pool.users(), pool.servers(), pool.resources());
    let plain = |pool: &Pool| {
        let Weight::User(weights) = &pool.weight else { return false };
        weights.iter().all(|w| *w == Rational::one())
            && pool.tasks.iter().all(Option::is_none)
            && pool.rate.is_none()
            && pool.tree.is_none()
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
