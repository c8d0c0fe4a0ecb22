//! The numbers of an instance that a walk may change, each with its range.

use crate::model::arrivals::Sequence;
use crate::model::cluster::{Pool, Weight};
use crate::model::covering::Stock;
use crate::scalar::{Rational, Scalar};

use super::Scope;

/// A number of an instance, with the range that a scope allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Present value of the number.
    pub value: Rational,
    /// The lower end of the range.
    pub least: i64,
    /// The upper end of the range.
    pub most: i64,
    /// `true` if the number must be above zero even though `least` is zero.
    pub above_zero: bool,
}

impl Number {
    fn new(value: &Rational, least: i64, most: i64, above_zero: bool) -> Number {
        Number { value: value.clone(), least, most: most.max(least), above_zero }
    }

    /// Returns `true` if the number is at neither end of its range.
    pub fn is_inside(&self) -> bool {
        self.value > Rational::int(self.least) && self.value < Rational::int(self.most)
    }

    /// The multiple of `1 / parts` within the range that is nearest to `at`.
    pub fn near(&self, at: f64, parts: i64) -> Rational {
        let scale = parts.max(1) as f64;
        let floor = if self.above_zero && self.least == 0 { 1.0 } else { self.least as f64 * scale };
        let at = (at * scale).round().clamp(floor, self.most as f64 * scale);
        Rational::new(at as i64, parts.max(1))
    }
}

/// The numbers of a cluster, in the order of [`with_numbers_of_pool`].
pub(super) fn of_pool(scope: Scope, pool: &Pool) -> Vec<Number> {
    let positive = scope.least_demand() > 0;
    let extras = scope.extras;
    let capacity = pool.capacity.iter().flatten().map(|c| Number::new(c, 0, scope.most_capacity(), false));
    let demand = pool.demand.iter().flatten().map(|d| Number::new(d, 0, scope.max, positive));
    let weight: Vec<Number> = match &pool.weight {
        Weight::User(w) => w.iter().map(|w| Number::new(w, 1, extras.weights.unwrap_or(1), false)).collect(),
        Weight::Resource(w) => {
            let most = extras.resource_weights.unwrap_or(1);
            w.iter().flatten().map(|w| Number::new(w, 1, most, false)).collect()
        }
    };
    let limit = extras.limits.unwrap_or(0);
    let tasks = pool.tasks.iter().flatten().map(|t| Number::new(t, 0, limit, false));
    let most = extras.rates.unwrap_or(0);
    let rate = pool.rate.iter().flatten().flatten().map(|g| Number::new(g, 0, most, false));
    capacity.chain(demand).chain(weight).chain(tasks).chain(rate).collect()
}

/// The cluster with other numbers; `None` if the result is no instance.
pub(super) fn with_numbers_of_pool(pool: &Pool, numbers: &[Rational]) -> Option<Pool> {
    let (mut changed, mut next) = (pool.clone(), numbers.iter());
    let weight: Vec<&mut Rational> = match &mut changed.weight {
        Weight::User(w) => w.iter_mut().collect(),
        Weight::Resource(w) => w.iter_mut().flatten().collect(),
    };
    let amounts = changed.capacity.iter_mut().chain(&mut changed.demand).flatten();
    let rest = changed.tasks.iter_mut().flatten().chain(changed.rate.iter_mut().flatten().flatten());
    for slot in amounts.chain(weight).chain(rest) {
        slot.clone_from(next.next()?);
    }
    let demands = |row: &Vec<Rational>| row.iter().any(Scalar::is_positive);
    changed.demand.iter().all(demands).then_some(changed)
}

/// The numbers of an arrival sequence, in the order of [`with_numbers_of_sequence`].
pub(super) fn of_sequence(scope: Scope, sequence: &Sequence) -> Vec<Number> {
    let positive = scope.least_demand() > 0;
    sequence.demand.iter().flatten().map(|d| Number::new(d, 0, scope.max, positive)).collect()
}

/// The arrival sequence with other numbers; `None` if the result is no instance.
pub(super) fn with_numbers_of_sequence(sequence: &Sequence, numbers: &[Rational]) -> Option<Sequence> {
    let (mut changed, mut next) = (sequence.clone(), numbers.iter());
    for slot in changed.demand.iter_mut().flatten() {
        slot.clone_from(next.next()?);
    }
    let demands = |row: &Vec<Rational>| row.iter().any(Scalar::is_positive);
    changed.demand.iter().all(demands).then_some(changed)
}

/// The numbers of a stock, in the order of [`with_numbers_of_stock`].
pub(super) fn of_stock(scope: Scope, stock: &Stock) -> Vec<Number> {
    let all = stock.cost.iter().chain(&stock.size).chain(&stock.demand);
    all.map(|x| Number::new(x, 0, scope.max, true)).collect()
}

/// The stock with other numbers; `None` if the result is no instance.
pub(super) fn with_numbers_of_stock(stock: &Stock, numbers: &[Rational]) -> Option<Stock> {
    let (resources, tasks) = (stock.cost.len(), stock.demand.len());
    if numbers.len() != 2 * resources + tasks {
        return None;
    }
    let part = |from: usize, to: usize| numbers[from..to].to_vec();
    let (size, demand) = (part(resources, 2 * resources), part(2 * resources, 2 * resources + tasks));
    Stock::new(part(0, resources), size, demand).ok()
}
