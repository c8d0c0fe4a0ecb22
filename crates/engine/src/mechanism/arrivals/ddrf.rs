//! Dynamic DRF by a stack of blocks of equal shares, the fastest correct algorithm here.

use super::{Blocks, DynamicDrf, specified};
use crate::model::arrivals::{History, Levels, Sequence};
use crate::scalar::Scalar;

/// The full history, computed by the stack of blocks.
pub(super) fn history<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    let mut blocks = Blocks::new(sequence.agents);
    let step = |demand: Vec<S>| {
        blocks.arrive(&demand);
        blocks.shares()
    };
    History { shares: sequence.normalised().into_iter().map(step).collect() }
}

/// The compact history, computed by the stack of blocks.
fn levels(sequence: &Sequence) -> Levels {
    let mut blocks = Blocks::new(sequence.agents);
    Levels { level: sequence.normalised().iter().map(|demand| blocks.arrive(demand)).collect() }
}

pub(super) const DDRF: DynamicDrf = DynamicDrf {
    specification: &specified::DDRF,
    run: |sequence, _| Ok(history(sequence)),
    infinitesimal: Some(history),
    quick: Some(history),
    floats: Some(history),
    levels: Some(levels),
};
