//! Lies to try: false sets of servers, and false demands in any scalar, as a flat list of distinct rows.

use crate::model::cluster::Pool;
use crate::scalar::{Scalar, sum};

/// The number of steps of the climb from the best lie, while it does not profit.
pub(super) const CLIMBS: usize = 3;

/// The largest number of servers for which every set is tried.
pub(super) const ALL_SETS: usize = 4;

/// False sets of servers to try: all of them if there are few servers, otherwise those that differ in one
/// server.
pub(super) fn eligibility_lies(truth: &[bool]) -> Vec<Vec<bool>> {
    let servers = truth.len();
    if servers <= ALL_SETS {
        let set = |bits: usize| (0..servers).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>();
        return (1..1 << servers).map(set).filter(|set| set[..] != *truth).collect();
    }
    let flipped = |i: usize| {
        let mut set = truth.to_vec();
        set[i] = !set[i];
        set
    };
    let mut sets: Vec<Vec<bool>> = (0..servers).map(flipped).collect();
    sets.push(vec![true; servers]);
    sets.retain(|set| set.iter().any(|e| *e) && set[..] != *truth);
    sets
}

/// The capacities and demands that a demand is compared with: one row each for the pool, every server, and
/// every user.
pub(super) struct Scales<S> {
    rows: Vec<S>,
    resources: usize,
    servers: usize,
}

impl<S: Scalar> Scales<S> {
    /// The scales of the instance `pool`.
    pub(super) fn of(pool: &Pool<S>) -> Self {
        let resources = pool.resources();
        let pooled = (0..resources).map(|r| sum(pool.capacity.iter().map(|c| c[r].clone())));
        let rows: Vec<S> = pooled
            .chain(pool.capacity.iter().flatten().cloned())
            .chain(pool.demand.iter().flatten().cloned())
            .collect();
        Scales { rows, resources, servers: pool.servers() }
    }

    fn row(&self, k: usize) -> &[S] {
        &self.rows[k * self.resources..(k + 1) * self.resources]
    }

    fn count(&self) -> usize {
        self.rows.len() / self.resources.max(1)
    }
}

fn ratio<S: Scalar>(p: i64, q: i64) -> S {
    S::int(p) / S::int(q)
}

/// Appends to `found`, which is empty, the false demands to try: distinct, and without the true one.
pub(super) fn demands<S: Scalar>(scales: &Scales<S>, truth: &[S], found: &mut Vec<S>) {
    let width = truth.len();
    let mut push = |row: &mut dyn FnMut(usize) -> S| {
        let from = found.len();
        found.extend((0..width).map(&mut *row));
        let (before, lie) = found.split_at(from);
        let new =
            lie != truth && lie.iter().any(S::is_positive) && !before.chunks(width).any(|old| old == lie);
        if !new {
            found.truncate(from);
        }
    };
    let on = 1 + scales.servers;
    // Entries raised until they are dominant in the pool, or on a server.
    let most: Vec<Option<S>> = (0..on)
        .map(|k| {
            let shares = truth.iter().zip(scales.row(k)).filter(|(_, c)| c.is_positive());
            shares.map(|(d, c)| d.clone() / c).reduce(|a, b| if b > a { b } else { a })
        })
        .collect();
    for r in 0..width {
        let mut with = |x: S| push(&mut |q| if q == r { x.clone() } else { truth[q].clone() });
        for (k, most) in most.iter().enumerate() {
            if let Some(most) = most {
                with(most.clone() * &scales.row(k)[r]);
            }
        }
        with(S::zero());
        for (p, q) in [(2, 1), (1, 2), (3, 2), (5, 4), (3, 4)] {
            with(truth[r].clone() * ratio::<S>(p, q));
        }
        with(truth[r].clone() + S::one());
        if truth[r] >= S::one() {
            with(truth[r].clone() - S::one());
        }
    }
    for k in (on..scales.count()).chain(1..on) {
        push(&mut |q| scales.row(k)[q].clone());
    }
    push(&mut |q| truth[q].clone() * S::int(2));
}

/// Appends demands near a lie, for climbing: a little more or less of one resource, and the amounts at which
/// two resources tie, on a server, in the pool, or for another user. Between such ties an outcome is a single
/// formula in the report.
pub(super) fn near<S: Scalar>(scales: &Scales<S>, demand: &[S], found: &mut Vec<S>) {
    let width = demand.len();
    let put = |found: &mut Vec<S>, r: usize, x: S, twice: bool| {
        if x == demand[r] {
            return;
        }
        let from = found.len();
        found.extend((0..width).map(|q| if q == r { x.clone() } else { demand[q].clone() }));
        let (before, lie) = found.split_at(from);
        if !twice && before.chunks(width).any(|old| old == lie) {
            found.truncate(from);
        }
    };
    for r in 0..width {
        for s in (0..width).filter(|&s| s != r && demand[s].is_positive()) {
            for k in (0..scales.count()).filter(|&k| scales.row(k)[s].is_positive()) {
                let scale = scales.row(k);
                put(found, r, demand[s].clone() * &scale[r] / &scale[s], false);
            }
        }
    }
    for r in 0..width {
        for (p, q) in [(7, 8), (9, 8), (15, 16), (17, 16), (63, 64), (65, 64)] {
            put(found, r, demand[r].clone() * ratio::<S>(p, q), true);
        }
    }
}
