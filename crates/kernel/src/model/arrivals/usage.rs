//! What shares use, added up by runs of agents with equal shares: their demands are summed beforehand.

use super::Sequence;
use crate::scalar::Scalar;

/// The normalised demands of the first agents of a sequence, added up.
#[derive(Clone, Debug)]
pub struct Usage<S> {
    /// Row `i`: the sum over the agents before `i`, one number a resource.
    before: Vec<Vec<S>>,
}

impl<S: Scalar> Usage<S> {
    /// Adds up the demands of a sequence.
    pub fn of(sequence: &Sequence<S>) -> Self {
        let mut before = vec![vec![S::zero(); sequence.resources()]];
        for (i, demand) in sequence.normalised().iter().enumerate() {
            before.push(before[i].iter().zip(demand).map(|(sum, d)| sum.clone() + d).collect());
        }
        Usage { before }
    }

    /// What the agents from `first` up to before `end` demand together, one number a resource.
    pub fn demanded(&self, first: usize, end: usize) -> Vec<S> {
        self.before[end].iter().zip(&self.before[first]).map(|(upto, before)| upto.clone() - before).collect()
    }

    /// How much of each resource the shares of the first agents use.
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
