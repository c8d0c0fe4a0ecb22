//! Smaller arrival sequences, one shrinking step away.

use super::Sequence;
use crate::model::simpler;
use crate::scalar::Scalar;

/// All single shrinking steps, boldest first: an agent less (of the declared number too), a resource less, a
/// declared number nearer to the arrivals, a simpler number.
pub(super) fn steps(sequence: &Sequence) -> impl Iterator<Item = Sequence> + '_ {
    let mut found: Vec<Sequence> = Vec::new();
    let edit = |change: &dyn Fn(&mut Sequence)| {
        let mut smaller = sequence.clone();
        change(&mut smaller);
        smaller
    };
    if sequence.steps() > 1 {
        for i in 0..sequence.steps() {
            found.push(edit(&|s| {
                s.demand.remove(i);
                s.agents -= 1;
            }));
        }
    }
    if sequence.resources() > 1 {
        for r in 0..sequence.resources() {
            found.push(edit(&|s| {
                for row in &mut s.demand {
                    row.remove(r);
                }
            }));
        }
    }
    if sequence.agents > sequence.steps() {
        found.push(edit(&|s| s.agents = s.steps()));
        found.push(edit(&|s| s.agents -= 1));
    }
    for i in 0..sequence.steps() {
        for r in 0..sequence.resources() {
            for c in simpler(&sequence.demand[i][r]) {
                found.push(edit(&|s| s.demand[i][r] = c.clone()));
            }
        }
    }
    found.into_iter().filter(|s| s.demand.iter().all(|row| row.iter().any(Scalar::is_positive)))
}
