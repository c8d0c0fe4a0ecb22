//! Histories in short: one level a step, to which the newcomer and all who stand lower are raised. Everybody then has the
//! highest level since its arrival, and what is used is known from the agents of equal shares, of which a step makes one
//! group at most.

use super::{History, Sequence, Usage};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar};

/// Agents of equal shares, up to the first of the next group.
#[derive(Clone, Debug)]
struct Group {
    first: usize,
    level: Rational,
    /// What the groups before it use, one number a resource.
    below: Vec<Rational>,
}

/// A history in short.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// The smallest share after each step.
    pub level: Vec<Rational>,
}

/// A step of a history, as far as the newcomer's group and the sums go.
#[derive(Debug)]
pub struct Moment {
    /// The number of the step, from 0.
    pub step: usize,
    /// What is used of each resource.
    pub used: Vec<Rational>,
    /// What those of smallest share demand of each resource.
    pub lowest: Vec<Rational>,
}

impl Levels {
    /// The history at length: its numbers grow with the square of the steps.
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

    /// For each step, the groups of agents of equal shares: the first agent, and the step whose level they have. Calls
    /// `each` with them, in order of arrival.
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

    /// Adds up what is used after each step and asks `each` of it.
    pub fn moments(
        &self,
        sequence: &Sequence,
        mut each: impl FnMut(Moment) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
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
            let moment =
                Moment { step, used: uses(&group, step + 1), lowest: usage.demanded(first, step + 1) };
            groups.push(group);
            each(moment)?;
        }
        Ok(())
    }

    /// Whether the history can be carried out: nobody ever loses in one of this form.
    pub fn feasible(&self, sequence: &Sequence) -> Result<(), Rejected> {
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
