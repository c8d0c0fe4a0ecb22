//! Sources of stocks of resources: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate, listable};

use super::{Instances, Probe, Scope, beyond, ceiling, counted, examples, fine, larger, numbers};
use crate::model::covering::{Covering, Stock};
use crate::scalar::{Rational, Scalar};

/// The largest denominator of numbers by default: only their ratios matter.
const PARTS: i64 = 1000;

/// Costs, sizes and demands.
fn amounts(stock: &Stock) -> impl Iterator<Item = &Rational> {
    stock.cost.iter().chain(&stock.size).chain(&stock.demand)
}

/// The scope with the default for an open bound.
fn spelled(scope: Scope) -> Scope {
    fine(scope, PARTS)
}

/// The smallest plain scope with the sizes and the largest number of the stock.
fn extent(stock: &Stock) -> Scope {
    Scope::of_size(stock.tasks(), 1, stock.resources(), ceiling(amounts(stock)))
}

/// The first part of the stock that the scope does not contain.
fn outside(scope: Scope, stock: &Stock) -> Option<String> {
    let sizes = [(stock.tasks(), scope.users, "task"), (stock.resources(), scope.resources, "resource")];
    let large = sizes.into_iter().find(|(size, most, _)| size > most);
    large
        .map(|(size, _, noun)| counted(size, noun))
        .or_else(|| larger(amounts(stock), scope.max, "number"))
        .or_else(|| beyond(amounts(stock), scope.extras.parts))
}

/// A stock with two sizes.
fn probes() -> Vec<Probe<Covering>> {
    let (ones, sizes) = (vec![Rational::one(); 2], vec![Rational::one(), Rational::int(2)]);
    Stock::new(ones.clone(), sizes, ones).ok().map(|stock| ("sizes", stock)).into_iter().collect()
}

/// The source of stocks of resources.
pub const COVERING: Instances<Covering> = Instances {
    reads: &["users", "resources", "max", "sizes", "parts"],
    enumerate,
    listable,
    placed: |_| false,
    draw,
    quick: None,
    words: None,
    change,
    outside,
    extent,
    spelled,
    probes,
    numbers: numbers::of_stock,
    with_numbers: numbers::with_numbers_of_stock,
    alike,
    examples: examples::<Covering>,
};
