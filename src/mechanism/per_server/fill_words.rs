//! Water-filling on one server in machine words, on the stack: what [`super::fill`] finds where nobody runs elsewhere.
//!
//! Units of level are whole numbers over a common denominator, which cancels: so rates are sums of whole numbers, and a
//! fraction first appears with the first level.

use crate::model::cluster::Pool;
use crate::scalar::{Quick, Rational, Scalar, Word};

/// Users and resources up to which words are tried.
const MOST: usize = 8;

/// Numbers of users times resources up to which words are tried.
const MOST_PULLS: usize = 32;

/// Tasks of each user.
pub type Filled = [Quick; MOST];

/// Room for what is filled.
pub const ROOM: Filled = [Quick::ZERO; MOST];

/// Tasks per unit of level, a fraction a user; zero for one that can run nothing.
pub type Units = [Quick; MOST];

/// Puts tasks per weighted dominant share into room for zeros.
#[inline]
fn dominant<S: Word>(pool: &Pool<S>, server: usize, unit: &mut Units) {
    let capacity = &pool.capacity[server];
    for (u, unit) in unit.iter_mut().enumerate().take(pool.users()).filter(|(u, _)| pool.runs_on(*u, server))
    {
        let mut least: Option<Quick> = None;
        for (r, d) in pool.demand[u].iter().enumerate().filter(|(_, d)| d.is_positive()) {
            let most = capacity[r].word() * pool.weight(u, r).word() / d.word();
            if least.is_none_or(|least| most < least) {
                least = Some(most);
            }
        }
        *unit = least.unwrap_or(Quick::ZERO);
    }
}

/// Denominators whose product is at most this are not reduced first.
const SMALL: i64 = 1 << 20;

/// Each fraction times the denominators of all: no division.
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

/// The fractions as whole numbers, all multiplied by the same number.
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

/// Whether words are tried: not with too many users or resources, nor with rates.
fn tried<S: Word>(pool: &Pool<S>) -> bool {
    let (users, resources) = (pool.users(), pool.resources());
    users <= MOST && resources <= MOST && users * resources <= MOST_PULLS && pool.rate.is_none()
}

/// The tasks that progressive filling of weighted dominant shares gives each user on the server, put into room for zeros.
/// `None` where there are too many users or resources, or a number does not fit; numbers may be poisoned besides.
pub fn fill_words<S: Word>(pool: &Pool<S>, server: usize, placed: &mut Filled) -> Option<()> {
    if !tried(pool) {
        return None;
    }
    let mut unit = ROOM;
    dominant(pool, server, &mut unit);
    fill_by_words(pool, server, &unit, placed)
}

/// The same with units of level of any kind, zero for those that can run nothing on the server.
pub fn fill_by_words<S: Word>(
    pool: &Pool<S>,
    server: usize,
    unit: &Units,
    placed: &mut Filled,
) -> Option<()> {
    if !tried(pool) {
        return None;
    }
    let (users, resources) = (pool.users(), pool.resources());
    let unit = whole(&unit[..users])?;
    let zero = Quick::ZERO;
    let mut rising = 0u32;
    for u in 0..users {
        let room = pool.tasks[u].as_ref().is_none_or(Scalar::is_positive);
        if unit[u] > 0 && room {
            rising |= 1 << u;
        }
    }
    // What those among the users take together of the resource for a unit of level.
    let takes = |among: u32, r: usize| {
        let mut all = zero;
        for u in (0..users).filter(|u| among >> u & 1 == 1) {
            all = all + Quick::int(unit[u]) * pool.demand[u][r].word();
        }
        all
    };
    let finite = pool.tasks.iter().any(Option::is_some);
    let mut fixed = [zero; MOST];
    let mut level = zero;
    while rising != 0 {
        let mut next: Option<(Quick, usize)> = None;
        let mut offer = |at: Quick, event: usize| {
            if next.as_ref().is_none_or(|(least, _)| at < *least) {
                next = Some((at, event));
            }
        };
        for r in 0..resources {
            let rate = takes(rising, r);
            if rate.is_positive() {
                offer((pool.capacity[server][r].word() - fixed[r]) / rate, r);
            }
        }
        if finite {
            for u in (0..users).filter(|u| rising >> u & 1 == 1) {
                if let Some(has) = &pool.tasks[u] {
                    offer(has.word() / Quick::int(unit[u]), MOST + u);
                }
            }
        }
        let Some((at, event)) = next else { break };
        if at > level {
            level = at;
        }
        let before = rising;
        for u in (0..users).filter(|u| before >> u & 1 == 1) {
            let stops = if event < MOST { pool.demand[u][event].is_positive() } else { event == MOST + u };
            if stops {
                placed[u] = level * Quick::int(unit[u]);
                rising &= !(1 << u);
            }
        }
        if rising == before {
            // Nobody stops: only a poisoned number can bring that about.
            return None;
        }
        if rising != 0 {
            for r in 0..resources {
                let gone = takes(before & !rising, r);
                if !gone.is_zero() {
                    fixed[r] = fixed[r] + level * gone;
                }
            }
        }
    }
    Some(())
}

/// The same as exact numbers, when every step fits.
pub fn fill_in_words(pool: &Pool, server: usize) -> Option<Vec<Rational>> {
    let mut filled = ROOM;
    Quick::exactly(|| fill_words(pool, server, &mut filled)).flatten()?;
    let mut tasks = Vec::with_capacity(pool.users());
    for x in &filled[..pool.users()] {
        tasks.push(x.rational()?);
    }
    Some(tasks)
}
