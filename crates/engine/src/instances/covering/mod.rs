//! Sources of stocks of resources: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate};

use super::{Extras, Instances, Scope, ceiling, examples, fine, numbers};
use crate::model::covering::{Covering, Stock};

/// The smallest scope that contains the instance.
fn extent(stock: &Stock) -> Scope {
    let all = || stock.cost.iter().chain(&stock.size).chain(&stock.demand);
    Scope {
        users: stock.tasks(),
        resources: stock.resources(),
        max: ceiling(all()),
        extras: Extras { parts: Some(numbers::parts(all())), ..Extras::default() },
        ..Scope::default()
    }
}

/// The source of stocks of resources.
pub const COVERING: Instances<Covering> = Instances {
    enumerate,
    draw,
    quick: None,
    words: None,
    change,
    extent,
    spelled: fine,
    whole: true,
    numbers: numbers::of_stock,
    with_numbers: numbers::with_numbers_of_stock,
    alike,
    examples: examples::<Covering>,
};
