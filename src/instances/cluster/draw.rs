//! Random cluster instances that look for trouble: ties, zero demands, near-equal shares, restricted eligibility, and now and
//! then everything else that the model knows: weights of both kinds, finite tasks, rates, fractions.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Candidates, Extras, Scope, chance, draw_number};
use crate::model::Hypothesis;
use crate::model::cluster::{Cluster, Pool, Weight};
use crate::scalar::Scalar;

/// Endless random cluster instances within the scope, of the plain kind: one weight a user, rates computed.
pub fn stream(scope: Scope, seed: u64) -> Candidates<Cluster> {
    Box::new((0..).map(move |k| {
        let mut rng = draw_number(seed, k);
        let mut pool = Pool::new(Vec::new(), Vec::new());
        plain(&mut rng, scope, &mut pool);
        pool
    }))
}

/// One random cluster instance within the scope. Each instance first draws its own habits.
pub fn draw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope) -> Pool<S> {
    let mut pool = Pool::new(Vec::new(), Vec::new());
    put(rng, scope, &mut pool);
    pool
}

/// The same, in the place of an old one.
pub fn redraw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, room: &mut Option<Pool<S>>) {
    put(rng, scope, room.get_or_insert_with(|| Pool::new(Vec::new(), Vec::new())));
}

fn put<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    plain(rng, scope, pool);
    // What is rarer comes last, so that a draw without it is what it was before it was known.
    let Extras { resource_weights, rates, parts, .. } = scope.extras;
    let asked =
        [resource_weights, rates, parts.map(|most| most - 1)].into_iter().flatten().any(|most| most > 0);
    if chance(rng, if asked { 60 } else { 8 }) {
        enrich(rng, scope, pool);
    }
}

/// So many rows of so many numbers, whatever they are.
#[inline]
fn shape<T: Clone>(rows: &mut Vec<Vec<T>>, count: usize, width: usize, number: &T) {
    if rows.len() != count {
        rows.resize_with(count, Vec::new);
    }
    for row in rows {
        if row.len() != width {
            row.resize(width, number.clone());
        }
    }
}

fn plain<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let users = rng.random_range(scope.users.min(2)..=scope.users);
    let servers = if chance(rng, 20) { 1 } else { rng.random_range(1..=scope.servers) };
    let resources = rng.random_range(1..=scope.resources);
    let zeros = if scope.least_demand() > 0 { 0 } else { [0, 0, 15, 40][rng.random_range(0..4)] };
    let top = rng.random_range(1..=scope.max);
    let number = |rng: &mut ChaCha8Rng, zeros: u32, top: i64| {
        if chance(rng, zeros) { 0 } else { rng.random_range(1..=top) }
    };
    let most = scope.capacity.map_or(top, |capacity| rng.random_range(1..=capacity));
    // Whole numbers on the stack while they are few.
    let (mut few, mut many) = ([0i64; 32], Vec::new());
    let whole: &mut [i64] = if servers * resources <= few.len() {
        &mut few[..servers * resources]
    } else {
        many.resize(servers * resources, 0);
        &mut many
    };
    shape(&mut pool.capacity, servers, resources, &S::zero());
    for (i, row) in pool.capacity.iter_mut().enumerate() {
        for (r, c) in row.iter_mut().enumerate() {
            let n = number(rng, zeros / 3, most);
            whole[i * resources + r] = n;
            *c = S::int(n);
        }
    }
    let near_equal = chance(rng, 25);
    shape(&mut pool.demand, users, resources, &S::zero());
    for u in 0..users {
        if u > 0 && chance(rng, 15) {
            let (before, from) = pool.demand.split_at_mut(u);
            from[0].clone_from_slice(&before[rng.random_range(0..u)]);
            continue;
        }
        let base = rng.random_range(0..servers) * resources;
        let row = &mut pool.demand[u];
        for (r, d) in row.iter_mut().enumerate() {
            *d = S::int(if near_equal {
                (whole[base + r] + rng.random_range(-1..=1)).clamp(scope.least_demand(), scope.max)
            } else {
                number(rng, zeros, top)
            });
        }
        if row.iter().all(S::is_zero) {
            row[rng.random_range(0..resources)] = S::one();
        }
    }
    shape(&mut pool.eligible, users, servers, &true);
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
    let mut weight = || if weighted { S::int(rng.random_range(1..=heaviest)) } else { S::one() };
    if let Weight::User(w) = &mut pool.weight {
        w.clear();
        w.extend((0..users).map(|_| weight()));
    } else {
        pool.weight = Weight::User((0..users).map(|_| weight()).collect());
    }
    pool.tasks.clear();
    pool.tasks.resize(users, None);
    let limit = scope.extras.limits.unwrap_or(scope.max);
    let limited = scope.extras.limits.map_or(10, |most| if most > 0 { 60 } else { 0 });
    if chance(rng, limited) {
        for has in &mut pool.tasks {
            *has = chance(rng, 50).then(|| S::int(rng.random_range(0..=limit)));
        }
    }
    pool.rate = None;
}

/// Something that plain instances do not have.
#[derive(Clone, Copy)]
enum Extra {
    ResourceWeights,
    Rates,
    Parts,
}

/// Adds something that plain instances do not have, as far as the scope lets; what it asks for before anything else.
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
        // Somebody may run nothing somewhere, but not everywhere.
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
