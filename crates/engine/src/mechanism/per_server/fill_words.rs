//! Water-filling on one server in machine words, without heap memory: the result of [`super::fill`] for users
//! that run nothing elsewhere.
//!
//! Units of level are integers over a common denominator, which cancels. So rates are sums of integers, and
//! the first level is the first fraction.

use crate::model::cluster::{Placement, Pool, Weight};
use crate::scalar::{Quick, Scalar, Word};

/// The largest number of users, and of resources, for which machine words are tried.
const MOST: usize = 8;

/// The largest product of users and resources for which machine words are tried.
const MOST_PULLS: usize = 32;

/// The tasks of each user.
pub type Filled = [Quick; MOST];

/// A value of [`Filled`] with zero tasks, to be filled.
pub const ROOM: Filled = [Quick::ZERO; MOST];

/// Tasks per unit of level, one fraction per user; zero for a user that can run nothing.
pub type Units = [Quick; MOST];

/// Writes the tasks per weighted dominant share into `unit`, which holds zeros. A user who demands a resource
/// of capacity zero keeps zero.
#[inline]
fn dominant<S: Word>(pool: &Pool<S>, server: usize, unit: &mut Units) {
    let capacity = &pool.capacity[server];
    for (u, unit) in unit.iter_mut().enumerate().take(pool.users()).filter(|(u, _)| pool.eligible[*u][server])
    {
        let mut least: Option<Quick> = None;
        let mut offer = |most: Quick| {
            if least.is_none_or(|least| most < least) {
                least = Some(most);
            }
        };
        let demanded = pool.demand[u].iter().zip(capacity).enumerate().filter(|(_, (d, _))| d.is_positive());
        match &pool.weight {
            Weight::User(w) => {
                demanded.for_each(|(_, (d, c))| offer(c.word() / d.word()));
                *unit = least.map_or(Quick::ZERO, |least| least * w[u].word());
            }
            Weight::Resource(w) => {
                demanded.for_each(|(r, (d, c))| offer(c.word() * w[u][r].word() / d.word()));
                *unit = least.unwrap_or(Quick::ZERO);
            }
        }
    }
}

/// Denominators with a product up to this number are not reduced first.
const SMALL: i64 = 1 << 20;

/// Each fraction times the denominators of all fractions, computed without division.
fn times_the_others(unit: &[Quick]) -> Option<[i64; MOST]> {
    let mut whole = [0; MOST];
    for (u, x) in unit.iter().enumerate() {
        let mut n = x.parts()?.0;
        for (_, other) in unit.iter().enumerate().filter(|(v, _)| *v != u) {
            n = n.checked_mul(other.parts()?.1)?;
        }
        whole[u] = n;
    }
    Some(whole)
}

/// The fractions as integers, all multiplied by one number.
fn whole(unit: &[Quick]) -> Option<[i64; MOST]> {
    let mut product: i64 = 1;
    for x in unit {
        product = product.saturating_mul(x.parts()?.1);
    }
    if product <= SMALL
        && let Some(whole) = times_the_others(unit)
    {
        return Some(whole);
    }
    let mut lowest = [(0, 1); MOST];
    let mut common: i64 = 1;
    for (lowest, x) in lowest.iter_mut().zip(unit) {
        *lowest = x.lowest()?;
        let d = lowest.1;
        if common % d != 0 {
            let (mut a, mut b) = (common, d);
            while b != 0 {
                (a, b) = (b, a % b);
            }
            common = common.checked_mul(d / a)?;
        }
    }
    let mut whole = [0; MOST];
    for (whole, (n, d)) in whole.iter_mut().zip(lowest) {
        *whole = n.checked_mul(common / d)?;
    }
    Some(whole)
}

/// Returns `true` if machine words are tried: there are few users and resources, and no rates.
fn tried<S: Word>(pool: &Pool<S>) -> bool {
    let (users, resources) = (pool.users(), pool.resources());
    users <= MOST && resources <= MOST && users * resources <= MOST_PULLS && pool.rate.is_none()
}

/// Writes the tasks of each user under progressive filling of weighted dominant shares on `server` into
/// `placed`, which holds zeros. `None` if there are too many users or resources, or a number does not fit;
/// besides, numbers may be poisoned.
pub fn fill_words<S: Word>(pool: &Pool<S>, server: usize, placed: &mut Filled) -> Option<()> {
    if !tried(pool) {
        return None;
    }
    let mut unit = ROOM;
    dominant(pool, server, &mut unit);
    fill_by_words(pool, server, &unit, placed)
}

/// Writes the tasks of each user under progressive filling with any units of level into `placed`; the unit is
/// zero for users that can run nothing on the server. `None` as for [`fill_words`].
pub fn fill_by_words<S: Word>(
    pool: &Pool<S>,
    server: usize,
    unit: &Units,
    placed: &mut Filled,
) -> Option<()> {
    if !tried(pool) {
        return None;
    }
    let unit = whole(&unit[..pool.users()])?;
    match pool.resources() {
        0..=2 => fill_of::<2, S>(pool, server, &unit, placed),
        3..=4 => fill_of::<4, S>(pool, server, &unit, placed),
        _ => fill_of::<MOST, S>(pool, server, &unit, placed),
    }
}

/// Usage of each resource per unit of level by each user, as integers, and the capacities in equal units.
struct Pulls<const R: usize> {
    pull: [[i64; R]; MOST],
    all: [Quick; R],
}

impl<const R: usize> Pulls<R> {
    fn of<S: Word>(pool: &Pool<S>, server: usize, unit: &[i64; MOST]) -> Option<Pulls<R>> {
        let mut pulls = Pulls { pull: [[0; R]; MOST], all: [Quick::ZERO; R] };
        for (all, c) in pulls.all.iter_mut().zip(&pool.capacity[server]) {
            *all = c.word();
        }
        let mut whole = true;
        for ((pull, unit), demand) in pulls.pull.iter_mut().zip(unit).zip(&pool.demand) {
            for (pull, d) in pull.iter_mut().zip(demand) {
                let (n, d) = d.word().parts()?;
                whole &= d == 1;
                *pull = unit.checked_mul(n)?;
            }
        }
        if !whole {
            pulls.divide(pool, unit)?;
        }
        Some(pulls)
    }

    /// Rescales each resource so that every usage is an integer.
    #[cold]
    fn divide<S: Word>(&mut self, pool: &Pool<S>, unit: &[i64; MOST]) -> Option<()> {
        for r in 0..pool.resources() {
            let mut common = 1;
            for demand in &pool.demand {
                let (_, d) = demand[r].word().lowest()?;
                if common % d != 0 {
                    common = d.checked_mul(common)?;
                }
            }
            self.all[r] = self.all[r] * Quick::int(common);
            for (u, demand) in pool.demand.iter().enumerate() {
                let (n, d) = demand[r].word().lowest()?;
                self.pull[u][r] = unit[u].checked_mul(n)?.checked_mul(common / d)?;
            }
        }
        Some(())
    }
}

fn fill_of<const R: usize, S: Word>(
    pool: &Pool<S>,
    server: usize,
    unit: &[i64; MOST],
    placed: &mut Filled,
) -> Option<()> {
    let users = pool.users();
    let Pulls { pull, all: mut left } = Pulls::<R>::of(pool, server, unit)?;
    let (mut rising, mut finite, mut rates) = (0u32, 0u32, [0i64; R]);
    for (u, has) in pool.tasks.iter().enumerate() {
        finite |= u32::from(has.is_some()) << u;
        if unit[u] > 0 && has.as_ref().is_none_or(Scalar::is_positive) {
            rising |= 1 << u;
            for r in 0..R {
                rates[r] = rates[r].checked_add(pull[u][r])?;
            }
        }
    }
    let mut level = Quick::ZERO;
    while rising != 0 {
        let mut next: Option<(Quick, usize)> = None;
        let mut offer = |at: Quick, event: usize| {
            if next.as_ref().is_none_or(|(least, _)| at < *least) {
                next = Some((at, event));
            }
        };
        for r in 0..R {
            if rates[r] > 0 {
                offer(left[r] / Quick::int(rates[r]), r);
            }
        }
        if finite & rising != 0 {
            for u in (0..users).filter(|u| (finite & rising) >> u & 1 == 1) {
                if let Some(has) = &pool.tasks[u] {
                    offer(has.word() / Quick::int(unit[u]), R + u);
                }
            }
        }
        let Some((at, event)) = next else { break };
        if at > level {
            level = at;
        }
        let (before, mut gone) = (rising, [0i64; R]);
        for u in (0..users).filter(|u| before >> u & 1 == 1) {
            let stops = if event < R { pull[u][event] > 0 } else { event == R + u };
            if stops {
                placed[u] = level * Quick::int(unit[u]);
                rising &= !(1 << u);
                for r in 0..R {
                    gone[r] += pull[u][r];
                }
            }
        }
        if rising == before {
            // No user stops: only a poisoned number can cause that.
            return None;
        }
        if rising != 0 {
            for r in 0..R {
                if gone[r] > 0 {
                    left[r] = left[r] - level * Quick::int(gone[r]);
                    rates[r] -= gone[r];
                }
            }
        }
    }
    Some(())
}

/// The placement of [`fill_words`] on the only server, as exact numbers, if every step fits; `None` with several servers.
pub fn only_server_in_words(pool: &Pool) -> Option<Placement> {
    if pool.servers() != 1 {
        return None;
    }
    let mut filled = ROOM;
    Quick::exactly(|| fill_words(pool, 0, &mut filled)).flatten()?;
    let tasks = filled[..pool.users()].iter().map(|x| Some(vec![x.rational()?]));
    Some(Placement { tasks: tasks.collect::<Option<_>>()? })
}
