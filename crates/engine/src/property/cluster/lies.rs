//! Lies to try: false sets of servers, and false demands in any scalar, as a flat list of distinct rows.
//!
//! The lies of an instance are those of the same instance in another order of users, servers and resources, and in other
//! units; so are the lies from which a search continues, [`Best`].

use std::cmp::Ordering;

use crate::model::cluster::Pool;
use crate::scalar::{Scalar, greatest, sum};

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
    let mut sets = flips(truth);
    sets.extend((truth.iter().filter(|e| !**e).count() > 1).then(|| vec![true; servers]));
    sets
}

/// False sets of servers that differ from the true one in one server.
pub(super) fn flips(truth: &[bool]) -> Vec<Vec<bool>> {
    let flipped = |i: usize| {
        let mut set = truth.to_vec();
        set[i] = !set[i];
        set
    };
    (0..truth.len()).map(flipped).filter(|set| set.contains(&true)).collect()
}

/// The capacities and demands that a demand is compared with: one row each for the pool, every server, and
/// every user.
pub(super) struct Scales<S> {
    rows: Vec<S>,
    resources: usize,
    servers: usize,
    /// For each resource the largest amount of which all amounts are multiples; empty if tasks are divisible.
    steps: Vec<S>,
}

impl<S: Scalar> Scales<S> {
    /// The scales of the instance `pool`, whose tasks are whole or not.
    pub(super) fn of(pool: &Pool<S>, whole: bool) -> Self {
        let resources = pool.resources();
        let pooled = (0..resources).map(|r| sum(pool.capacity.iter().map(|c| c[r].clone())));
        let rows: Vec<S> = pooled
            .chain(pool.capacity.iter().flatten().cloned())
            .chain(pool.demand.iter().flatten().cloned())
            .collect();
        let step =
            |r: usize| rows.iter().skip(r).step_by(resources).cloned().fold(S::zero(), greatest_divisor);
        let steps = if whole { (0..resources).map(step).collect() } else { Vec::new() };
        Scales { steps, rows, resources, servers: pool.servers() }
    }

    fn row(&self, k: usize) -> &[S] {
        &self.rows[k * self.resources..(k + 1) * self.resources]
    }

    fn count(&self) -> usize {
        self.rows.len() / self.resources.max(1)
    }

    /// Returns `true` if a false demand claims a resource that no server has: it is like another such claim.
    fn idle(&self, truth: &[S], lie: &[S]) -> bool {
        let claimed = |r: usize| lie[r] != truth[r] && lie[r].is_positive();
        (0..lie.len()).any(|r| claimed(r) && !self.row(0)[r].is_positive())
    }

    /// The largest part of a resource of the pool that each server has where two sets differ, summed.
    fn parts(&self, a: &[bool], b: &[bool]) -> S {
        let part = |(c, all): (&S, &S)| all.is_positive().then(|| c.clone() / all);
        let most = |i: usize| greatest(self.row(1 + i).iter().zip(self.row(0)).filter_map(part));
        sum((0..a.len()).filter(|&i| a[i] != b[i]).filter_map(most))
    }
}

/// The largest number of which two numbers, none negative, are multiples; the other number if one is zero.
fn greatest_divisor<S: Scalar>(mut a: S, mut b: S) -> S {
    while b.is_positive() {
        let rest = a.clone() - b.clone() * (a / &b).floored();
        (a, b) = (b, rest);
    }
    a
}

fn ratio<S: Scalar>(p: i64, q: i64) -> S {
    S::int(p) / S::int(q)
}

/// A step more and a step less of resource `r`, where tasks are whole.
fn steps<S: Scalar>(scales: &Scales<S>, truth: &S, r: usize) -> impl Iterator<Item = S> {
    let less = |step: &S| (*truth >= *step).then(|| truth.clone() - step);
    scales.steps.get(r).into_iter().flat_map(move |step| [Some(truth.clone() + step), less(step)]).flatten()
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
    // Entries raised until they are dominant in the pool, or on a server, or half as far.
    let of = |k: usize| {
        let shares = truth.iter().zip(scales.row(k)).filter(|(_, c)| c.is_positive());
        shares.map(|(d, c)| d.clone() / c).reduce(|a, b| if b > a { b } else { a })
    };
    let most: Vec<Option<S>> = (0..on).map(of).collect();
    for r in 0..width {
        let mut with = |x: S| push(&mut |q| if q == r { x.clone() } else { truth[q].clone() });
        for (k, most) in most.iter().enumerate() {
            if let Some(most) = most {
                let raised = most.clone() * &scales.row(k)[r];
                with(raised.clone() * ratio::<S>(1, 2));
                with(raised);
            }
        }
        with(S::zero());
        for (p, q) in [(2, 1), (1, 2), (3, 2), (2, 3), (4, 3), (5, 4), (3, 4)] {
            with(truth[r].clone() * ratio::<S>(p, q));
        }
        steps(scales, &truth[r], r).for_each(with);
    }
    for k in (on..scales.count()).chain(1..on) {
        push(&mut |q| scales.row(k)[q].clone());
    }
    push(&mut |q| truth[q].clone() * S::int(2));
}

/// Appends to `found`, which is empty, a few false demands, to be told together with another lie: one entry zero,
/// scaled, or raised until it is dominant in the pool, or half as far.
pub(super) fn few_demands<S: Scalar>(scales: &Scales<S>, truth: &[S], found: &mut Vec<S>) {
    let width = truth.len();
    let shares = truth.iter().zip(scales.row(0)).filter(|(_, c)| c.is_positive());
    let most = shares.map(|(d, c)| d.clone() / c).reduce(S::larger).unwrap_or_else(S::zero);
    for r in 0..width {
        let raised = most.clone() * &scales.row(0)[r];
        let scaled = |(p, q)| truth[r].clone() * ratio::<S>(p, q);
        let half = raised.clone() * ratio::<S>(1, 2);
        let parts = [(0, 1), (1, 2), (3, 4), (3, 2), (2, 1)].map(scaled);
        for x in parts.into_iter().chain([half, raised]).chain(steps(scales, &truth[r], r)) {
            let asks = x.is_positive() || (0..width).any(|q| q != r && truth[q].is_positive());
            if asks && x != truth[r] {
                found.extend((0..width).map(|q| if q == r { x.clone() } else { truth[q].clone() }));
            }
        }
    }
}

/// The lies with the largest gain so far from which a search continues: of those that it has to choose from, the first by
/// [`rank`], and all that only an order of resources, servers or users could tell from it.
pub(super) struct Best<S, L> {
    /// The largest gain so far.
    pub(super) gain: Option<S>,
    rank: Vec<S>,
    /// The lies.
    pub(super) lies: Vec<L>,
    /// Number of lies that were continued from.
    done: usize,
}

impl<S, L> Default for Best<S, L> {
    fn default() -> Self {
        Best { gain: None, rank: Vec::new(), lies: Vec::new(), done: 0 }
    }
}

impl<S: Scalar, L: PartialEq> Best<S, L> {
    /// The rank of a lie with this gain, empty if there is none, if the lie is neither worse nor behind.
    pub(super) fn keeps(&self, gain: &S, rank: impl FnOnce() -> Option<Vec<S>>) -> Option<Vec<S>> {
        let rank = || rank().or_else(|| gain.is_positive().then(Vec::new));
        match &self.gain {
            Some(best) if gain < best => None,
            Some(best) if gain == best => rank().filter(|rank| *rank >= self.rank),
            _ => rank(),
        }
    }

    /// Takes a lie into account that is [kept](Self::keeps).
    pub(super) fn offer(&mut self, gain: S, rank: Vec<S>, lie: L) {
        if self.gain.as_ref() != Some(&gain) || rank != self.rank {
            self.lies.clear();
            self.done = 0;
        }
        (self.gain, self.rank) = (Some(gain), rank);
        if !self.lies.contains(&lie) {
            self.lies.push(lie);
        }
    }

    /// The lies that were not continued from yet.
    pub(super) fn fresh(&mut self) -> &[L] {
        let from = std::mem::replace(&mut self.done, self.lies.len());
        &self.lies[from..]
    }
}

/// The rank of a lie, a demand and a set of servers: of two lies with one gain a search continues from that with fewer servers
/// misreported, then from that with fewer entries misreported, and then from that with larger false parts, of which the one that
/// asks for more comes first, and the one with larger servers. It does not depend on orders and units. `None` if a search does
/// not continue from the lie.
pub(super) fn rank<S: Scalar>(
    scales: &Scales<S>,
    (truth, eligible): (&[S], &[bool]),
    (lie, set): (&[S], &[bool]),
) -> Option<Vec<S>> {
    if scales.idle(truth, lie) {
        return None;
    }
    let part = |row: &[S]| {
        let share = |(d, c): (&S, &S)| if c.is_positive() { d.clone() / c } else { S::zero() };
        let mut shares: Vec<S> = row.iter().zip(scales.row(0)).map(share).collect();
        let most = greatest(shares.iter().cloned()).filter(S::is_positive).unwrap_or_else(S::one);
        shares.iter_mut().for_each(|x| *x = x.clone() / &most);
        (shares, most)
    };
    let ((said, asks), (true_parts, needs)) = (part(lie), part(truth));
    let mut pairs: Vec<(S, S)> = said.into_iter().zip(true_parts).map(|(a, b)| (a.clone() - b, a)).collect();
    pairs.sort_by(|a, b| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    // A multiple of the truth is nearly the truth, and comes last.
    let entries = match pairs.iter().filter(|(added, _)| !added.is_zero()).count() {
        0 => pairs.len() + 1,
        some => some,
    };
    let fewer = |n: usize| S::zero() - S::int(i64::try_from(n).unwrap_or(i64::MAX));
    let servers = set.iter().zip(eligible).filter(|(a, b)| a != b).count();
    let false_parts = [fewer(servers), fewer(entries)].into_iter();
    let parts = pairs.into_iter().flat_map(|(added, lie)| [added, lie]);
    Some(false_parts.chain(parts).chain([asks / needs, scales.parts(set, eligible)]).collect())
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
