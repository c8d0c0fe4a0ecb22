//! Precomputed DRF in integers, where they settle the result.

use fairwitness_kernel::specification::tasks::OnePool;
use fairwitness_kernel::specification::tasks::pdrf::by_cycles;

use crate::scalar::{Rational, Scalar};

/// The tasks of precomputed DRF, in integers where they settle the result.
pub(super) fn fast(one: &OnePool<'_>) -> Vec<Rational> {
    let users = one.running();
    let Some(tasks) = enclosed(one, &users) else { return by_cycles(one) };
    let mut given = vec![Rational::zero(); one.share.len()];
    users.into_iter().zip(tasks).for_each(|(u, x)| given[u] = x);
    given
}

/// Numerator and denominator, not necessarily in lowest terms.
type Fraction = (i128, i128);

/// The whole tasks of each of `users`. The level lies between two fractions; if both give each user equally
/// many whole tasks, so does the level. `None` if they do not, or if a number exceeds 128 bits.
fn enclosed(one: &OnePool<'_>, users: &[usize]) -> Option<Vec<Rational>> {
    const BITS: u32 = 40;
    let units: Vec<Fraction> = users
        .iter()
        .map(|&u| one.unit(u).small().map(|(p, q)| (i128::from(p), i128::from(q))))
        .collect::<Option<_>>()?;
    // The level is the least c / S; of each sum S, floor(2^40 S) is known up to one unit per user.
    let (mut least, mut most): (Option<Fraction>, Option<Fraction>) = (None, None);
    let smaller = |best: Option<Fraction>, next: Fraction| -> Option<Fraction> {
        let Some(best) = best else { return Some(next) };
        let less = next.0.checked_mul(best.1)? < best.0.checked_mul(next.1)?;
        Some(if less { next } else { best })
    };
    for (r, capacity) in one.pool.capacity[0].iter().enumerate() {
        let mut sum: i128 = 0;
        for (&u, (p, q)) in users.iter().zip(&units) {
            let (d, 1) = one.pool.demand[u][r].small()? else { return None };
            sum = sum.checked_add(i128::from(d).checked_mul(*q)?.checked_mul(1 << BITS)? / p)?;
        }
        if sum > 0 {
            let (c, 1) = capacity.small()? else { return None };
            let scaled = i128::from(c).checked_mul(1 << BITS)?;
            least = Some(smaller(least, (scaled, sum + users.len() as i128))?);
            most = Some(smaller(most, (scaled, sum))?);
        }
    }
    let (least, most) = (least?, most?);
    let tasks = |level: Fraction, (p, q): Fraction| Some(level.0.checked_mul(q)? / level.1.checked_mul(p)?);
    let both = |unit: &Fraction| {
        let (low, high) = (tasks(least, *unit)?, tasks(most, *unit)?);
        (low == high).then(|| Some(Rational::int(i64::try_from(low).ok()?)))?
    };
    units.iter().map(both).collect()
}
