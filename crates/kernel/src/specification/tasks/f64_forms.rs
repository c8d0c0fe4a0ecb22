//! Precomputed DRF in float64, operation by operation in the order of the paper's formulas (metin 3.4).

use super::OnePool;
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar};

/// The numbers of an instance as a float64 program would hold them.
struct Floats {
    users: Vec<usize>,
    capacity: Vec<f64>,
    /// One row for each of `users`.
    demand: Vec<Vec<f64>>,
    share: Vec<f64>,
}

impl Floats {
    fn of(one: &OnePool<'_>) -> Result<Self, Refusal> {
        let pool = one.pool;
        let users = one.running();
        let row = |row: &[Rational]| row.iter().map(Rational::to_f64).collect::<Vec<f64>>();
        let capacity = row(&pool.capacity[0]);
        let demand: Vec<Vec<f64>> = users.iter().map(|&u| row(&pool.demand[u])).collect();
        let share = users.iter().zip(&demand).map(|(&u, d)| {
            let demanded = (0..capacity.len()).filter(|&r| d[r] > 0.0);
            demanded.map(|r| d[r] / capacity[r] / pool.weight(u, r).to_f64()).fold(0.0, f64::max)
        });
        let share: Vec<f64> = share.collect();
        capacity
            .iter()
            .chain(demand.iter().flatten())
            .chain(&share)
            .try_for_each(|&x| finite(x).map(drop))?;
        Ok(Floats { share, users, capacity, demand })
    }

    /// The smallest quotient of a capacity and the sum of demands, each demand times its factor.
    fn quotient(&self, factor: impl Fn(f64, f64) -> f64) -> Result<f64, Refusal> {
        let mut least = f64::INFINITY;
        for (r, capacity) in self.capacity.iter().enumerate() {
            let mut total = 0.0;
            for (d, share) in self.demand.iter().zip(&self.share) {
                total += factor(d[r], *share);
            }
            if finite(total)? > 0.0 {
                least = f64::min(least, finite(capacity / total)?);
            }
        }
        Ok(least)
    }

    fn floors(&self, of: impl Fn(f64) -> f64, users: usize) -> Result<Vec<Rational>, Refusal> {
        let mut given = vec![Rational::zero(); users];
        for (&u, share) in self.users.iter().zip(&self.share) {
            let tasks = of(*share).floor();
            if !(0.0..=MOST).contains(&tasks) {
                return Err(Refusal::Undecided(format!("float64 makes {tasks} of a number of tasks")));
            }
            given[u] = Rational::int(tasks as i64);
        }
        Ok(given)
    }
}

/// The largest result that counts as a number of tasks.
const MOST: f64 = 4e18;

/// The number `x`, if it is finite.
///
/// # Errors
/// An operation that overflowed: there is no outcome.
fn finite(x: f64) -> Result<f64, Refusal> {
    if x.is_finite() {
        Ok(x)
    } else {
        Err(Refusal::Undecided("an operation in float64 overflows".to_string()))
    }
}

/// Algorithm 1: `k` cycles, of which each user's part is rounded down.
///
/// # Errors
/// An operation that overflowed.
pub fn by_cycles(one: &OnePool<'_>) -> Result<Vec<Rational>, Refusal> {
    let floats = Floats::of(one)?;
    let highest = floats.share.iter().copied().fold(0.0, f64::max);
    let k = floats.quotient(|d, share| highest / share * d)?;
    floats.floors(|share| k * (highest / share), one.share.len())
}

/// The simplified form: a common level divided by each user's share, rounded down.
///
/// # Errors
/// An operation that overflowed.
pub fn by_level(one: &OnePool<'_>) -> Result<Vec<Rational>, Refusal> {
    let floats = Floats::of(one)?;
    let level = floats.quotient(|d, share| d / share)?;
    floats.floors(|share| level / share, one.share.len())
}
