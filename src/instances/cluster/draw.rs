//! Random cluster instances that look for trouble: ties, zero demands, near-equal shares, restricted eligibility, and now and
//! then everything else that the model knows: weights of both kinds, finite tasks, rates, fractions.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::{Candidates, Scope, chance, draw_number};
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
    redraw(rng, scope, None)
}

/// The same, in the room of an old one.
pub fn redraw<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, room: Option<Pool<S>>) -> Pool<S> {
    let mut pool = room.unwrap_or_else(|| Pool::new(Vec::new(), Vec::new()));
    plain(rng, scope, &mut pool);
    // What is rarer comes last, so that a draw without it is what it was before it was known.
    if chance(rng, 12) {
        enrich(rng, scope, &mut pool);
    }
    pool
}

/// So many rows of so many zeros.
fn blank<S: Scalar>(rows: &mut Vec<Vec<S>>, count: usize, width: usize) {
    rows.truncate(count);
    rows.resize_with(count, Vec::new);
    for row in rows {
        row.clear();
        row.resize(width, S::zero());
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
    blank(&mut pool.capacity, servers, resources);
    for (i, row) in pool.capacity.iter_mut().enumerate() {
        for (r, c) in row.iter_mut().enumerate() {
            let n = number(rng, zeros / 3, most);
            whole[i * resources + r] = n;
            *c = S::int(n);
        }
    }
    let near_equal = chance(rng, 25);
    blank(&mut pool.demand, users, resources);
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
    pool.eligible.truncate(users);
    pool.eligible.resize_with(users, Vec::new);
    for row in &mut pool.eligible {
        row.clear();
        row.resize(servers, true);
    }
    if servers > 1 && chance(rng, 45) {
        for row in &mut pool.eligible {
            row.iter_mut().for_each(|e| *e = chance(rng, 65));
            if row.iter().all(|e| !e) {
                row[rng.random_range(0..servers)] = true;
            }
        }
    }
    let weighted = chance(rng, 20);
    let mut weight = || if weighted { S::int(rng.random_range(1..=scope.max.min(3))) } else { S::one() };
    if let Weight::User(w) = &mut pool.weight {
        w.clear();
        w.extend((0..users).map(|_| weight()));
    } else {
        pool.weight = Weight::User((0..users).map(|_| weight()).collect());
    }
    pool.tasks.clear();
    pool.tasks.resize(users, None);
    if chance(rng, 10) {
        for has in &mut pool.tasks {
            *has = chance(rng, 50).then(|| S::int(rng.random_range(0..=scope.max)));
        }
    }
    pool.rate = None;
}

/// Adds something that plain instances do not have, as far as the scope lets.
fn enrich<S: Scalar>(rng: &mut ChaCha8Rng, scope: Scope, pool: &mut Pool<S>) {
    let (users, servers, resources) = (pool.users(), pool.servers(), pool.resources());
    let most = scope.max.min(4);
    match rng.random_range(0..4) {
        // Weights per user and resource.
        0 | 1 if scope.hypothesis != Hypothesis::UserWeights => {
            let mut row = || (0..resources).map(|_| S::int(rng.random_range(1..=most))).collect();
            pool.weight = Weight::Resource((0..users).map(|_| row()).collect());
        }
        // Rates that are given; somebody may run nothing somewhere.
        2 => {
            let mut rate = || {
                let own = rng.random_range(0..servers);
                let least = |i: usize| i64::from(i == own);
                (0..servers).map(|i| S::int(rng.random_range(least(i)..=scope.max))).collect()
            };
            pool.rate = Some((0..users).map(|_| rate()).collect());
        }
        // Parts of what was drawn.
        _ => {
            let part = S::int(rng.random_range(2..=6));
            for row in pool.demand.iter_mut().chain(&mut pool.capacity) {
                for x in row.iter_mut().filter(|_| chance(rng, 50)) {
                    *x = x.clone() / &part;
                }
            }
        }
    }
}
