//! Proofs that no amounts have the properties: case distinctions over used-up resources, with a sum of
//! conditions at the end of each case.

use crate::condition::{Condition, covers, offsets};
use crate::flaw::Gap;
use crate::profile::Profile;
use crate::property::{Linear, Property, linear};
use fairwitness_kernel::linear::{Program, Solution, certificate};
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// A tree of case distinctions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refutation {
    /// Conditions with positive Farkas multipliers: their weighted sum says that a sum without a positive
    /// coefficient is above zero.
    Sum(Vec<(Condition, Rational)>),
    /// Pareto optimality at a profile: one of the sets in `full` is used up, and each leads to a
    /// contradiction.
    Cases {
        /// The number of the profile, from 0.
        profile: usize,
        /// The sets of [`covers`] in their order, each with its refutation.
        full: Vec<(Vec<usize>, Refutation)>,
    },
}

/// The numbers of steps in an accepted refutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Number of case distinctions.
    pub splits: usize,
    /// Number of sums of conditions.
    pub sums: usize,
    /// Number of conditions in all sums together.
    pub conditions: usize,
}

/// Accepts the tree as a proof that no amounts at `profiles` have the properties. Only sums are computed;
/// nothing is solved.
///
/// # Errors
/// The first step that does not follow.
pub fn accept(properties: &[&dyn Property], profiles: &[Profile], tree: &Refutation) -> Result<Counted, Gap> {
    if let Some(i) = profiles.iter().position(|p| p.capacity.len() != 1) {
        return Err(Gap::Servers(i));
    }
    let mut counted = Counted::default();
    follow(properties, profiles, tree, &mut vec![], &mut counted)?;
    Ok(counted)
}

fn follow(
    properties: &[&dyn Property],
    profiles: &[Profile],
    tree: &Refutation,
    supposed: &mut Vec<(usize, Vec<usize>)>,
    counted: &mut Counted,
) -> Result<(), Gap> {
    match tree {
        Refutation::Cases { profile, full } => {
            let p = profiles.get(*profile).ok_or(Gap::NoProfile(*profile))?;
            if !linear(properties, Linear::Saturated) {
                return Err(Gap::NotOptimal);
            }
            if supposed.iter().any(|(other, _)| other == profile) {
                return Err(Gap::Twice(*profile));
            }
            if !covers(p).iter().eq(full.iter().map(|(set, _)| set)) {
                return Err(Gap::Sets(*profile));
            }
            counted.splits += 1;
            for (set, next) in full {
                supposed.push((*profile, set.clone()));
                follow(properties, profiles, next, supposed, counted)?;
                supposed.pop();
            }
            Ok(())
        }
        Refutation::Sum(conditions) => {
            counted.sums += 1;
            counted.conditions += conditions.len();
            sum(properties, profiles, conditions, supposed)
        }
    }
}

fn sum(
    properties: &[&dyn Property],
    profiles: &[Profile],
    conditions: &[(Condition, Rational)],
    supposed: &[(usize, Vec<usize>)],
) -> Result<(), Gap> {
    let offsets = offsets(profiles);
    let mut program = Program::new(offsets[profiles.len()]);
    let mut multipliers = vec![];
    for (condition, times) in conditions {
        if let Condition::Full { profile, resource } = condition
            && !supposed.iter().any(|(p, set)| p == profile && set.contains(resource))
        {
            return Err(Gap::NotFull(*profile, *resource));
        }
        if !condition.asked(properties) {
            return Err(Gap::NotAsked(condition.by().to_string()));
        }
        let row = condition.row(profiles, &offsets).ok_or_else(|| Gap::Condition(condition.clone()))?;
        program.rows.push(row);
        // In the kernel, the multipliers of "at least" rows are negative.
        multipliers.push(-times.clone());
        if !times.is_positive() {
            return Err(Gap::Multiplier(times.clone()));
        }
    }
    certificate::check(&program, &Solution::Infeasible { multipliers }).map_err(Gap::Sum)
}
