//! Small random changes of an arrival sequence.

use chacha20::ChaCha8Rng;
use rand::RngExt;

use super::super::{Scope, chance, some_number};
use super::draw::draw;
use crate::model::arrivals::Sequence;
use crate::scalar::{Rational, Scalar};

/// A changed arrival sequence: an entry changed, an agent copied, two agents exchanged, one more, one less,
/// or a new sequence.
pub fn change(rng: &mut ChaCha8Rng, scope: Scope, sequence: &Sequence) -> Sequence {
    let mut changed = sequence.clone();
    changed.agents = changed.steps();
    for _ in 0..rng.random_range(1..=2) {
        let (steps, resources) = (changed.steps(), changed.resources());
        let i = rng.random_range(0..steps);
        let j = rng.random_range(0..steps);
        match rng.random_range(0..8) {
            0 if steps > 1 => drop(changed.demand.remove(i)),
            1 | 2 if steps < scope.users => changed.demand.insert(i, changed.demand[j].clone()),
            3 => changed.demand.swap(i, j),
            4 => changed.demand[i] = changed.demand[j].clone(),
            5 => {
                let own = rng.random_range(0..resources);
                for r in 0..resources {
                    changed.demand[i][r] =
                        Rational::int(if r == own { scope.max } else { scope.least_demand() });
                }
            }
            _ => {
                let r = rng.random_range(0..resources);
                changed.demand[i][r] = some_number(rng, scope.least_demand(), scope.max);
            }
        }
        changed.agents = changed.steps();
    }
    // The declared number may exceed the number of arrivals.
    if changed.agents < scope.users && chance(rng, 20) {
        changed.agents = rng.random_range(changed.agents + 1..=scope.users);
    }
    let sound = changed.demand.iter().all(|row| row.iter().any(Scalar::is_positive));
    if sound { changed } else { draw(rng, scope) }
}
