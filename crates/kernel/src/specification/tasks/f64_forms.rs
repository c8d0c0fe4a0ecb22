//! Precomputed DRF in float64, operation by operation in the order of the paper's formulas (metin 3.4).

use super::OnePool;
use crate::model::Refusal;
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar};

/// An event of a form in float64.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The dominant share of one task of each user that can run a task.
    Shares(Vec<f64>),
    /// The capacity of a resource, the total use over which it is divided, and the quotient.
    Quotient {
        /// The resource.
        resource: usize,
        /// The capacity and the total use.
        terms: (f64, f64),
        /// Their quotient.
        at: f64,
    },
    /// A user, and its number of tasks before it is rounded down.
    Tasks(usize, f64),
}

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
        let mut all = capacity.iter().chain(demand.iter().flatten()).chain(&share);
        all.try_for_each(|&x| finite(x).map(drop))?;
        Ok(Floats { share, users, capacity, demand })
    }

    /// The smallest quotient of a capacity and the sum of demands, each demand times its factor.
    fn quotient(
        &self,
        factor: impl Fn(f64, f64) -> f64,
        observer: &mut impl Observer<Event>,
    ) -> Result<f64, Refusal> {
        let mut least = f64::INFINITY;
        for (r, capacity) in self.capacity.iter().enumerate() {
            let mut total = 0.0;
            for (d, share) in self.demand.iter().zip(&self.share) {
                total += factor(d[r], *share);
            }
            if finite(total)? > 0.0 {
                let at = finite(capacity / total)?;
                observer.see(|| Event::Quotient { resource: r, terms: (*capacity, total), at });
                least = f64::min(least, at);
            }
        }
        Ok(least)
    }

    fn floors(
        &self,
        of: impl Fn(f64) -> f64,
        users: usize,
        observer: &mut impl Observer<Event>,
    ) -> Result<Vec<Rational>, Refusal> {
        let mut given = vec![Rational::zero(); users];
        for (&u, share) in self.users.iter().zip(&self.share) {
            let exact = of(*share);
            observer.see(|| Event::Tasks(u, exact));
            let tasks = exact.floor();
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

/// Precomputed DRF: with `by_level` the simplified form, a common level divided by each user's share; otherwise Algorithm
/// 1, a number of cycles of which each user has its part. Both are rounded down. `observer` receives the operations.
///
/// # Errors
/// An operation that overflowed.
pub fn run(
    one: &OnePool<'_>,
    by_level: bool,
    observer: &mut impl Observer<Event>,
) -> Result<Vec<Rational>, Refusal> {
    let floats = Floats::of(one)?;
    observer.see(|| Event::Shares(floats.share.clone()));
    let highest = floats.share.iter().copied().fold(0.0, f64::max);
    let factor = |d: f64, share: f64| if by_level { d / share } else { highest / share * d };
    let least = floats.quotient(factor, observer)?;
    let tasks = |share: f64| if by_level { least / share } else { least * (highest / share) };
    floats.floors(tasks, one.share.len(), observer)
}
