//! Dynamic DRF as a stack of blocks of agents with equal shares, later arrivals on top with smaller shares.
//!
//! A newcomer opens a block. While the level that the released resources permit to the top block reaches that
//! of the block below, the two merge. Each arrival pushes one block and each merge removes one, so a run of
//! `n` arrivals takes `O(n m)` operations in any order.

use crate::scalar::{Scalar, least};

/// A block of consecutive agents with equal shares.
#[derive(Clone, Debug)]
struct Block<S> {
    /// Index of the first agent of the block.
    first: usize,
    /// The share of each agent in the block.
    level: S,
    /// The sum of the normalised demands of the block.
    demand: Vec<S>,
    /// Usage of each resource by all blocks below.
    below: Vec<S>,
}

/// The stack of blocks after some arrivals.
#[derive(Clone, Debug)]
pub struct Blocks<S> {
    agents: S,
    arrived: usize,
    blocks: Vec<Block<S>>,
}

impl<S: Scalar> Blocks<S> {
    /// The empty stack for `agents` declared agents.
    pub fn new(agents: usize) -> Self {
        let agents = S::int(i64::try_from(agents).unwrap_or(i64::MAX));
        Blocks { agents, arrived: 0, blocks: Vec::new() }
    }

    /// Adds an agent with the normalised demand `demand`; returns the smallest share afterwards.
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

    /// The share of each agent, in order of arrival.
    pub fn shares(&self) -> Vec<S> {
        let ends = self.blocks.iter().skip(1).map(|b| b.first).chain([self.arrived]);
        let blocks = self.blocks.iter().zip(ends);
        blocks.flat_map(|(block, end)| std::iter::repeat_n(block.level.clone(), end - block.first)).collect()
    }
}
