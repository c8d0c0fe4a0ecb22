//! Random cluster instances that favour difficult cases: ties, zero demands, near-equal shares, restricted
//! eligibility, and sometimes the further parts that the scope has: weights of both kinds, finite tasks, rates,
//! fractions, queues, owners.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Extras, Owners, Scope, chance, draw_number};
use super::spelled;
use super::trees::{draw_quotas, drawn};
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Scalar;

/// Endless random cluster instances within the scope, of the plain kind: one weight per user, computed rates.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Cluster> {
    let scope = spelled(scope);
    Box::new((0..).map(move |k| {
        let mut rng = draw_number(seed, k);
        let mut pool = Size::draw(&mut rng, scope).room();
        plain(&mut rng, scope, &mut pool);
        pool
    }))
}

/// A random cluster instance within the scope. Each instance first draws its own parameters.
pub fn draw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Pool<S> {
    let scope = spelled(scope);
    let size = Size::draw(rng, scope);
    let mut pool = size.room();
    fill(rng, scope, size.owned, &mut pool);
    pool
}

/// The percentage of instances with limits on tasks: if the scope has no rarer part, and otherwise.
const LIMITED: [u32; 2] = [60, 20];

/// The number of buffers kept for reuse.
const ROOMS: usize = 16;

/// The instance of [`draw`], written into an old buffer of equal size if there is one.
pub fn redraw<'a, S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, rooms: &'a mut Vec<Pool<S>>) -> &'a Pool<S> {
    let scope = spelled(scope);
    let size = Size::draw(rng, scope);
    let at = rooms.iter().position(|room| size.is_of(room)).unwrap_or_else(|| {
        rooms.truncate(ROOMS - 1);
        rooms.push(size.room());
        rooms.len() - 1
    });
    fill(rng, scope, size.owned, &mut rooms[at]);
    &rooms[at]
}

/// The numbers of users, servers and resources.
#[derive(Clone, Copy)]
struct Size {
    users: usize,
    servers: usize,
    resources: usize,
    /// `true` if servers have owners.
    owned: bool,
}

impl Size {
    fn draw(rng: &mut ChaCha8Rng, scope: Scope) -> Size {
        let users = rng.random_range(scope.users.min(2)..=scope.users);
        let servers = if chance(rng, 20) { 1 } else { rng.random_range(1..=scope.servers) };
        let resources = rng.random_range(1..=scope.resources);
        let owned = match scope.extras.owners {
            Owners::None => false,
            Owners::Some => servers > 1 && chance(rng, 10),
            Owners::All => true,
        };
        // Each contributor owns a server.
        let users = if owned { users.min(servers) } else { users };
        Size { users, servers, resources, owned }
    }

    fn is_of<S: Scalar>(self, pool: &Pool<S>) -> bool {
        pool.users() == self.users && pool.servers() == self.servers && pool.resources() == self.resources
    }

    /// An instance of this size with all numbers zero.
    fn room<S: Scalar>(self) -> Pool<S> {
        let rows = |count| vec![vec![S::zero(); self.resources]; count];
        Pool::new(rows(self.servers), rows(self.users))
    }
}

/// The percentage of instances with a rare part: weights per resource, rates, or fractions, by the number of these parts
/// that a scope has.
const RARE: [u32; 4] = [0, 60, 20, 8];

fn fill<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, owned: bool, pool: &mut Pool<S>) {
    plain(rng, scope, pool);
    // Rare parts come last, so that a draw without them keeps its result from earlier versions.
    let kinds = Extra::of(scope).count();
    if kinds > 0 && chance(rng, RARE[kinds]) {
        enrich(rng, scope, pool);
    }
    let depth = scope.extras.trees.unwrap_or(0);
    if depth > 0 && chance(rng, 90) {
        pool.tree = drawn(rng, pool.users(), depth, scope.extras.node_weights.unwrap_or(1));
        draw_quotas(rng, scope, pool);
    }
    if owned {
        own(rng, scope, pool);
    }
}

/// Gives every server an owner, the first ones one to each user, and sets weights that follow from the
/// contributions. Servers that could not run the tasks of their owners are enlarged.
fn own<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let users = pool.users();
    let owner = |i: usize| if i < users { i } else { rng.random_range(0..users) };
    let owners: Vec<usize> = (0..pool.servers()).map(owner).collect();
    for (i, &owner) in owners.iter().enumerate() {
        pool.eligible[owner][i] = true;
        let most = S::int(scope.most_capacity());
        for (c, d) in pool.capacity[i].iter_mut().zip(&pool.demand[owner]) {
            if d.is_positive() && !c.is_positive() {
                *c = most.clone();
            }
        }
        if let Some(rate) = pool.rate.as_mut().map(|rate| &mut rate[owner][i]).filter(|rate| rate.is_zero()) {
            *rate = S::one();
        }
    }
    pool.owner = Some(owners.into_iter().map(Some).collect());
    if let Some(weights) = pool.contributed_weights() {
        pool.weight = Weight::User(weights);
    }
}

/// Overwrites `pool` with a plain random instance.
fn plain<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let (servers, resources) = (pool.servers(), pool.resources());
    let least = scope.least_demand();
    let zeros = if least > 0 { 0 } else { [0, 0, 15, 40][rng.random_range(0..4)] };
    let top = rng.random_range(1..=scope.max);
    let number = |rng: &mut ChaCha8Rng, zeros: u32, top: i64| {
        if chance(rng, zeros) { 0 } else { rng.random_range(1..=top) }
    };
    let most = scope.capacity.map_or(top, |capacity| rng.random_range(1..=capacity));
    for c in pool.capacity.iter_mut().flatten() {
        *c = S::int(number(rng, zeros / 3, most));
    }
    let near_equal = chance(rng, 25);
    for u in 0..pool.demand.len() {
        if u > 0 && chance(rng, 15) {
            let (before, from) = pool.demand.split_at_mut(u);
            from[0].clone_from_slice(&before[rng.random_range(0..u)]);
            continue;
        }
        let base = rng.random_range(0..servers);
        let row = &mut pool.demand[u];
        for (d, c) in row.iter_mut().zip(&pool.capacity[base]) {
            *d = if near_equal {
                let near = c.clone() + S::int(rng.random_range(-1..=1));
                within(near, S::int(least), S::int(scope.max))
            } else {
                S::int(number(rng, zeros, top))
            };
        }
        if row.iter().all(S::is_zero) {
            row[rng.random_range(0..resources)] = S::one();
        }
    }
    pool.eligible.iter_mut().for_each(|row| row.fill(true));
    if servers > 1 && !scope.extras.unconstrained && chance(rng, 45) {
        for row in pool.eligible.iter_mut() {
            row.iter_mut().for_each(|e| *e = chance(rng, 65));
            if row.iter().all(|e| !e) {
                row[rng.random_range(0..servers)] = true;
            }
        }
    }
    let weighted = chance(rng, 20);
    let heaviest = scope.extras.weights.unwrap_or(1);
    if !matches!(pool.weight, Weight::User(_)) {
        pool.weight = Weight::User(vec![S::one(); pool.demand.len()]);
    }
    if let Weight::User(weights) = &mut pool.weight {
        let weight = || if weighted { S::int(rng.random_range(1..=heaviest)) } else { S::one() };
        weights.fill_with(weight);
    }
    let limit = scope.extras.limits.unwrap_or(0);
    let often = LIMITED[usize::from(Extra::of(scope).next().is_some())];
    let limited = chance(rng, if limit > 0 { often } else { 0 });
    for has in &mut pool.tasks {
        *has = (limited && chance(rng, 50)).then(|| S::int(rng.random_range(0..=limit)));
    }
    (pool.rate, pool.tree, pool.owner) = (None, None, None);
}

fn within<S: Scalar>(x: S, least: S, most: S) -> S {
    if x < least {
        least
    } else if x > most {
        most
    } else {
        x
    }
}

/// A part that plain instances do not have, with its bound.
#[derive(Clone, Copy)]
enum Extra {
    ResourceWeights(i64),
    Rates(i64),
    Parts(i64),
}

impl Extra {
    /// The parts that the scope has.
    fn of(scope: Scope) -> impl Iterator<Item = Extra> + Clone {
        let Extras { resource_weights, rates, parts, .. } = scope.extras;
        let bound = |named: Option<i64>, plain: i64| named.filter(|most| *most > plain);
        let all = [
            bound(resource_weights, 0).map(Extra::ResourceWeights),
            bound(rates, 0).map(Extra::Rates),
            bound(parts, 1).map(Extra::Parts),
        ];
        all.into_iter().flatten()
    }
}

/// Adds one of the parts of the scope that plain instances do not have.
fn enrich<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let mut kinds = Extra::of(scope);
    let Some(extra) = kinds.nth(rng.random_range(0..kinds.clone().count().max(1))) else { return };
    match extra {
        Extra::ResourceWeights(heaviest) => {
            let mut row = || (0..resources).map(|_| S::int(rng.random_range(1..=heaviest))).collect();
            pool.weight = Weight::Resource((0..users).map(|_| row()).collect());
        }
        // A user may run nothing on some server, but not on all of them.
        Extra::Rates(rate) => {
            let mut row = || {
                let own = rng.random_range(0..servers);
                let mut at =
                    |i: usize| if i != own && chance(rng, 25) { 0 } else { rng.random_range(1..=rate) };
                (0..servers).map(|i| S::int(at(i))).collect()
            };
            pool.rate = Some((0..users).map(|_| row()).collect());
        }
        Extra::Parts(part) => {
            let part = S::int(rng.random_range(2..=part));
            for row in pool.demand.iter_mut().chain(&mut pool.capacity) {
                for x in row.iter_mut().filter(|_| chance(rng, 50)) {
                    *x = x.clone() / &part;
                }
            }
        }
    }
}
