//! Sources of arrival sequences: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate};

use super::{Extras, Instances, Scope, ceiling, examples, fine, numbers};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::scalar::Quick;

/// The smallest scope that contains the instance.
fn extent(sequence: &Sequence) -> Scope {
    Scope {
        users: sequence.steps(),
        resources: sequence.resources(),
        max: ceiling(sequence.demand.iter().flatten()),
        extras: Extras { parts: Some(numbers::parts(sequence.demand.iter().flatten())), ..Extras::default() },
        ..Scope::default()
    }
}

/// The source of arrival sequences.
pub const ARRIVALS: Instances<Arrivals> = Instances {
    enumerate,
    draw,
    quick: Some(|rng, scope, rooms| {
        rooms.clear();
        rooms.push(draw(rng, scope));
        &rooms[0]
    }),
    words: Some(|sequence, room| room.insert(sequence.map(|x| Quick::from(x)))),
    change,
    extent,
    spelled: fine,
    whole: false,
    numbers: numbers::of_sequence,
    with_numbers: numbers::with_numbers_of_sequence,
    alike,
    examples: examples::<Arrivals>,
};
