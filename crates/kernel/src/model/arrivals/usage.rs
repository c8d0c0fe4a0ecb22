//! Usage of resources by shares, with prefix sums of demands: one multiplication per run of agents with equal
//! shares.

use super::Sequence;
use crate::scalar::Scalar;

/// Prefix sums of the normalised demands of a sequence.
#[derive(Clone, Debug)]
pub struct Usage<S> {
    /// Row `i`: the sum of the demands of the agents before `i`, one number per resource.
    before: Vec<Vec<S>>,
}

impl<S: Scalar> Usage<S> {
    /// Computes the prefix sums for `sequence`.
    pub fn of(sequence: &Sequence<S>) -> Self {
        let mut before = vec![vec![S::zero(); sequence.resources()]];
        for (i, demand) in sequence.normalised().iter().enumerate() {
            before.push(before[i].iter().zip(demand).map(|(sum, d)| sum.clone() + d).collect());
        }
        Usage { before }
    }

    /// The sum of the demands of the agents `first` to `end - 1`: one number per resource.
    pub fn demanded(&self, first: usize, end: usize) -> Vec<S> {
        self.before[end].iter().zip(&self.before[first]).map(|(upto, before)| upto.clone() - before).collect()
    }

    /// Usage of each resource when agent `i` has the share `shares[i]`.
    pub fn used(&self, shares: &[S]) -> Vec<S> {
        let mut used = vec![S::zero(); self.before[0].len()];
        let mut first = 0;
        for run in shares.chunk_by(|a, b| a == b) {
            let end = first + run.len();
            for (used, demanded) in used.iter_mut().zip(self.demanded(first, end)) {
                *used = used.clone() + demanded * &run[0];
            }
            first = end;
        }
        used
    }
}
