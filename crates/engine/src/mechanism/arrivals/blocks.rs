//! Dynamic DRF as a stack of blocks: agents of equal share, later arrivals on top with lower shares.
//!
//! A newcomer opens a block; while the level that the release allows to the top reaches the block below, the
//! two merge. Each arrival pushes one block and every merge removes one, so a whole run of `n` arrivals takes
//! `O(n m)` operations, whatever the order.

use crate::scalar::{Scalar, least};

/// Agents of equal share.
#[derive(Clone, Debug)]
struct Block<S> {
    /// The arrival number of the first of them.
    first: usize,
    /// Their share.
    level: S,
    /// The sum of their normalised demands.
    demand: Vec<S>,
    /// What all blocks below use.
    below: Vec<S>,
}

/// The state of dynamic DRF after some arrivals.
#[derive(Clone, Debug)]
pub struct Blocks<S> {
    agents: S,
    arrived: usize,
    blocks: Vec<Block<S>>,
}

impl<S: Scalar> Blocks<S> {
    /// Nobody has arrived of `agents` declared.
    pub fn new(agents: usize) -> Self {
        let agents = S::int(i64::try_from(agents).unwrap_or(i64::MAX));
        Blocks { agents, arrived: 0, blocks: Vec::new() }
    }

    /// Lets an agent arrive; returns the smallest share from then on. `demand` must be normalised.
    pub fn arrive(&mut self, demand: &[S]) -> S {
        self.arrived += 1;
        let released = S::int(i64::try_from(self.arrived).unwrap_or(i64::MAX)) / &self.agents;
        let below = match self.blocks.last() {
            Some(top) => {
                let used = top.below.iter().zip(&top.demand);
                used.map(|(b, d)| b.clone() + d.clone() * &top.level).collect()
            }
            None => vec![S::zero(); demand.len()],
        };
        let mut top = Block { first: self.arrived - 1, level: S::zero(), demand: demand.to_vec(), below };
        loop {
            let stops = top.demand.iter().zip(&top.below).filter(|(d, _)| d.is_positive());
            let levels = stops.map(|(d, b)| (released.clone() - b) / d);
            top.level = least(levels).unwrap_or_else(S::zero);
            match self.blocks.last() {
                Some(under) if under.level <= top.level => {}
                _ => break,
            }
            if let Some(under) = self.blocks.pop() {
                let sums = under.demand.into_iter().zip(top.demand);
                top = Block { demand: sums.map(|(a, b)| a + b).collect(), ..under };
            }
        }
        let level = top.level.clone();
        self.blocks.push(top);
        level
    }

    /// Everybody's share, in order of arrival.
    pub fn shares(&self) -> Vec<S> {
        let ends = self.blocks.iter().skip(1).map(|b| b.first).chain([self.arrived]);
        let blocks = self.blocks.iter().zip(ends);
        blocks.flat_map(|(block, end)| std::iter::repeat_n(block.level.clone(), end - block.first)).collect()
    }
}
