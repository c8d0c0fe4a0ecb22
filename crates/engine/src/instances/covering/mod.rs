//! Stocks of resources: how many there are of a size, random ones, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate};

use super::{Instances, Scope, ceiling, examples};
use crate::model::covering::{Covering, Stock};

/// The smallest scope that the instance is in.
fn extent(stock: &Stock) -> Scope {
    Scope {
        users: stock.tasks(),
        resources: stock.resources(),
        max: ceiling(stock.cost.iter().chain(&stock.size).chain(&stock.demand)),
        ..Scope::default()
    }
}

/// Stocks of resources.
pub const COVERING: Instances<Covering> = Instances {
    enumerate,
    draw,
    quick: None,
    words: None,
    change,
    extent,
    alike,
    examples: examples::<Covering>,
};
