//! Compact histories: one level per step, to which the newcomer and all agents with smaller shares are
//! raised. Each agent's share is the highest level since its arrival. Usage is computed from groups of agents
//! with equal shares; a step adds one group at most.

use super::{History, Sequence, Usage};
use crate::model::{Checked, Rejected};
use crate::scalar::{Rational, Scalar};

/// A group of consecutive agents with equal shares: the first agent and the share. It ends where the next
/// group begins.
#[derive(Clone, Debug)]
struct Group {
    first: usize,
    level: Rational,
    /// Usage by all earlier groups: one number per resource.
    below: Vec<Rational>,
}

/// A compact history: one level per step.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// The smallest share after each step.
    pub level: Vec<Rational>,
}

/// One step of a history, with the usage of all agents.
#[derive(Debug)]
pub struct Moment {
    /// The number of the step, from 0.
    pub step: usize,
    /// Usage of each resource by all agents.
    pub used: Vec<Rational>,
}

impl Levels {
    /// The history written in full; the number of its entries is quadratic in the number of steps.
    pub fn history(&self) -> History {
        let mut shares: Vec<Vec<Rational>> = Vec::with_capacity(self.level.len());
        for level in &self.level {
            let before = shares.last().into_iter().flatten();
            let mut row: Vec<Rational> = before.map(|x| if x < level { level } else { x }.clone()).collect();
            row.push(level.clone());
            shares.push(row);
        }
        History { shares }
    }

    /// Calls `each` after every step with the groups of agents of equal shares, in order of arrival. A group
    /// is a pair of its first agent and the step whose level is its share.
    pub fn groups(&self, mut each: impl FnMut(&[(usize, usize)])) {
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (k, level) in self.level.iter().enumerate() {
            let mut first = k;
            while let Some(&(begins, of)) = groups.last()
                && self.level[of] <= *level
            {
                first = begins;
                groups.pop();
            }
            groups.push((first, k));
            each(&groups);
        }
    }

    /// Computes the usage after each step and calls `each` with it.
    ///
    /// # Errors
    /// The first error of `each`, or a number of levels other than the number of steps.
    pub fn moments(&self, sequence: &Sequence, mut each: impl FnMut(Moment) -> Checked) -> Checked {
        if self.level.len() != sequence.steps() {
            return Err(Rejected::Misfit("one level a step is needed".to_string()));
        }
        let usage = Usage::of(sequence);
        let uses = |group: &Group, end: usize| -> Vec<Rational> {
            let demanded = usage.demanded(group.first, end);
            group.below.iter().zip(demanded).map(|(below, d)| below + d * &group.level).collect()
        };
        let mut groups: Vec<Group> = Vec::new();
        for (step, level) in self.level.iter().enumerate() {
            let (mut first, mut below) = (step, None);
            while groups.last().is_some_and(|group| group.level <= *level)
                && let Some(group) = groups.pop()
            {
                (first, below) = (group.first, Some(group.below));
            }
            let under = || groups.last().map(|group| uses(group, first));
            let below = below.or_else(under).unwrap_or_else(|| vec![Rational::zero(); sequence.resources()]);
            let group = Group { first, level: level.clone(), below };
            let moment = Moment { step, used: uses(&group, step + 1) };
            groups.push(group);
            each(moment)?;
        }
        Ok(())
    }

    /// Checks that the history can be carried out. No agent ever loses in a compact history, so only signs
    /// and capacities are compared.
    ///
    /// # Errors
    /// The first step with a negative share, or with more usage than is released.
    pub fn feasible(&self, sequence: &Sequence) -> Checked {
        self.moments(sequence, |moment| {
            let k = moment.step;
            if self.level[k].is_negative() {
                let what = format!("agent {} has a negative share at step {}", k + 1, k + 1);
                return Err(Rejected::Infeasible { what, by: -self.level[k].clone() });
            }
            let released = sequence.released(k);
            match moment.used.iter().position(|used| *used > released) {
                None => Ok(()),
                Some(r) => {
                    let what = format!("resource {} is used beyond {released} at step {}", r + 1, k + 1);
                    Err(Rejected::Infeasible { what, by: &moment.used[r] - &released })
                }
            }
        })
    }
}
