//! Random cluster instances that favour difficult cases: ties, zero demands, near-equal shares, restricted
//! eligibility, and sometimes the further parts of the model: weights of both kinds, finite tasks, rates,
//! fractions.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Extras, Scope, chance, draw_number};
use super::trees::drawn;
use crate::model::Hypothesis;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Scalar;

/// Endless random cluster instances within the scope, of the plain kind: one weight per user, computed rates.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Cluster> {
    Box::new((0..).map(move |k| {
        let mut rng = draw_number(seed, k);
        let mut pool = Size::draw(&mut rng, scope).room();
        plain(&mut rng, scope, &mut pool);
        pool
    }))
}

/// A random cluster instance within the scope. Each instance first draws its own parameters.
pub fn draw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Pool<S> {
    let mut pool = Size::draw(rng, scope).room();
    fill(rng, scope, &mut pool);
    pool
}

/// The number of buffers kept for reuse.
const ROOMS: usize = 16;

/// The instance of [`draw`], written into an old buffer of equal size if there is one.
pub fn redraw<'a, S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, rooms: &'a mut Vec<Pool<S>>) -> &'a Pool<S> {
    let size = Size::draw(rng, scope);
    let at = rooms.iter().position(|room| size.is_of(room)).unwrap_or_else(|| {
        rooms.truncate(ROOMS - 1);
        rooms.push(size.room());
        rooms.len() - 1
    });
    fill(rng, scope, &mut rooms[at]);
    &rooms[at]
}

/// The numbers of users, servers and resources.
#[derive(Clone, Copy)]
struct Size {
    users: usize,
    servers: usize,
    resources: usize,
}

impl Size {
    fn draw(rng: &mut ChaCha8Rng, scope: Scope) -> Size {
        let users = rng.random_range(scope.users.min(2)..=scope.users);
        let servers = if chance(rng, 20) { 1 } else { rng.random_range(1..=scope.servers) };
        let resources = rng.random_range(1..=scope.resources);
        // Each contributor owns a server.
        let users = if scope.extras.owned { users.min(servers) } else { users };
        Size { users, servers, resources }
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

fn fill<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    plain(rng, scope, pool);
    // Rare parts come last, so that a draw without them keeps its result from earlier versions.
    let Extras { resource_weights, rates, parts, .. } = scope.extras;
    let asked =
        [resource_weights, rates, parts.map(|most| most - 1)].into_iter().flatten().any(|most| most > 0);
    if chance(rng, if asked { 60 } else { 8 }) {
        enrich(rng, scope, pool);
    }
    let depth = scope.extras.trees.unwrap_or(0);
    if depth > 0 && chance(rng, 90) {
        pool.tree = drawn(rng, pool.users(), depth, scope.extras.node_weights.unwrap_or(scope.max.min(3)));
    }
    if scope.extras.owned {
        own(rng, pool);
    }
}

/// Gives every server an owner, the first ones one to each user, and sets weights that follow from the
/// contributions if each user's servers can run its tasks.
fn own<S: Scalar>(rng: &mut ChaCha8Rng, pool: &mut Pool<S>) {
    let users = pool.users();
    let owner = |i: usize| if i < users { i } else { rng.random_range(0..users) };
    let owners: Vec<usize> = (0..pool.servers()).map(owner).collect();
    for (i, &owner) in owners.iter().enumerate() {
        pool.eligible[owner][i] = true;
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
    for row in &mut pool.eligible {
        row.fill(true);
    }
    if servers > 1 && !scope.extras.unconstrained && chance(rng, 45) {
        for row in &mut pool.eligible {
            row.iter_mut().for_each(|e| *e = chance(rng, 65));
            if row.iter().all(|e| !e) {
                row[rng.random_range(0..servers)] = true;
            }
        }
    }
    let weighted = chance(rng, 20);
    let heaviest = scope.extras.weights.unwrap_or(scope.max.min(3));
    if !matches!(pool.weight, Weight::User(_)) {
        pool.weight = Weight::User(vec![S::one(); pool.demand.len()]);
    }
    if let Weight::User(weights) = &mut pool.weight {
        for weight in weights {
            *weight = if weighted { S::int(rng.random_range(1..=heaviest)) } else { S::one() };
        }
    }
    let limit = scope.extras.limits.unwrap_or(scope.max);
    let limited = scope.extras.limits.map_or(10, |most| if most > 0 { 60 } else { 0 });
    let limited = chance(rng, limited);
    for has in &mut pool.tasks {
        *has = (limited && chance(rng, 50)).then(|| S::int(rng.random_range(0..=limit)));
    }
    pool.rate = None;
    pool.tree = None;
    pool.owner = None;
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

/// A part that plain instances do not have.
#[derive(Clone, Copy)]
enum Extra {
    ResourceWeights,
    Rates,
    Parts,
}

/// Adds a part that plain instances do not have, as far as the scope permits; parts that the scope names come
/// first.
fn enrich<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let Extras { resource_weights, rates, parts, .. } = scope.extras;
    let one_weight = scope.hypothesis == Hypothesis::UserWeights;
    let heaviest = if one_weight { 0 } else { resource_weights.unwrap_or(scope.max.min(4)) };
    let (rate, part) = (rates.unwrap_or(scope.max), parts.unwrap_or(6));
    let kinds = [
        (Extra::ResourceWeights, heaviest > 0, resource_weights.is_some()),
        (Extra::ResourceWeights, heaviest > 0, resource_weights.is_some()),
        (Extra::Rates, rate > 0, rates.is_some()),
        (Extra::Parts, part > 1, parts.is_some()),
    ];
    let asked = kinds.iter().any(|(_, may, asked)| *may && *asked);
    let open = kinds.iter().filter(|(_, may, named)| *may && (*named || !asked));
    let count = open.clone().count();
    if count == 0 {
        return;
    }
    let Some((extra, ..)) = open.clone().nth(rng.random_range(0..count)) else { return };
    match extra {
        Extra::ResourceWeights => {
            let mut row = || (0..resources).map(|_| S::int(rng.random_range(1..=heaviest))).collect();
            pool.weight = Weight::Resource((0..users).map(|_| row()).collect());
        }
        // A user may run nothing on some server, but not on all of them.
        Extra::Rates => {
            let mut row = || {
                let own = rng.random_range(0..servers);
                let mut at =
                    |i: usize| if i != own && chance(rng, 25) { 0 } else { rng.random_range(1..=rate) };
                (0..servers).map(|i| S::int(at(i))).collect()
            };
            pool.rate = Some((0..users).map(|_| row()).collect());
        }
        Extra::Parts => {
            let part = S::int(rng.random_range(2..=part));
            for row in pool.demand.iter_mut().chain(&mut pool.capacity) {
                for x in row.iter_mut().filter(|_| chance(rng, 50)) {
                    *x = x.clone() / &part;
                }
            }
        }
    }
}
