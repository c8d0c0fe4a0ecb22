//! Sources of arrival sequences: enumeration, random draws, and small changes.

mod change;
mod draw;
mod enumerate;

pub use change::change;
pub use draw::{draw, stream};
pub use enumerate::{alike, enumerate, listable};

use super::{Instances, Scope, beyond, ceiling, counted, examples, fine, larger, numbers};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::scalar::Quick;

/// The largest denominator of numbers by default: only their ratios matter.
const PARTS: i64 = 1000;

/// The smallest plain scope with the sizes and the largest number of the sequence.
fn extent(sequence: &Sequence) -> Scope {
    let max = ceiling(sequence.demand.iter().flatten());
    Scope::of_size(sequence.steps(), 1, sequence.resources(), max)
}

/// The first part of the sequence that the scope does not contain; declared agents count as agents.
fn outside(scope: Scope, sequence: &Sequence) -> Option<String> {
    let sizes = [
        (sequence.agents.max(sequence.steps()), scope.users, "agent"),
        (sequence.resources(), scope.resources, "resource"),
    ];
    let numbers = || sequence.demand.iter().flatten();
    let large = sizes.into_iter().find(|(size, most, _)| size > most);
    large
        .map(|(size, _, noun)| counted(size, noun))
        .or_else(|| larger(numbers(), scope.max, "demand"))
        .or_else(|| beyond(numbers(), scope.extras.parts))
}

/// The source of arrival sequences.
pub const ARRIVALS: Instances<Arrivals> = Instances {
    reads: &["users", "resources", "max", "demands", "zeros", "parts"],
    enumerate,
    listable,
    placed: |_| true,
    draw,
    quick: Some(|rng, scope, rooms| {
        rooms.clear();
        rooms.push(draw(rng, scope));
        &rooms[0]
    }),
    words: Some(|sequence, room| room.insert(sequence.map(|x| Quick::from(x)))),
    change,
    outside,
    extent,
    spelled: |scope| fine(scope, PARTS),
    probes: Vec::new,
    numbers: numbers::of_sequence,
    with_numbers: numbers::with_numbers_of_sequence,
    alike,
    examples: examples::<Arrivals>,
};
