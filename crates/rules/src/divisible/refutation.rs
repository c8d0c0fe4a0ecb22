//! Proofs that no amounts have the properties: case distinctions over used-up resources, with a sum of
//! conditions at the end of each case.

use super::condition::{Condition, covers, offsets};
use crate::profile::Profile;
use crate::property::Property;
use crate::walk::Gap;
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

fn gap<T>(reason: impl Into<String>) -> Result<T, Gap> {
    Err(Gap(reason.into()))
}

/// Accepts the tree as a proof that no amounts at `profiles` have the properties. Only sums are computed;
/// nothing is solved.
///
/// # Errors
/// The first step that does not follow.
pub fn accept(properties: &[&dyn Property], profiles: &[Profile], tree: &Refutation) -> Result<Counted, Gap> {
    if let Some(i) = profiles.iter().position(|p| p.capacity.len() != 1) {
        return gap(format!("profile {i} has not one server"));
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
            let Some(p) = profiles.get(*profile) else {
                return gap(format!("there is no profile {profile}"));
            };
            if !properties.iter().any(|property| property.id() == "po") {
                return gap("a split into full resources needs `po` among the properties");
            }
            if supposed.iter().any(|(other, _)| other == profile) {
                return gap(format!("profile {profile} is split a second time"));
            }
            if !covers(p).iter().eq(full.iter().map(|(set, _)| set)) {
                return gap(format!(
                    "the cases of profile {profile} are not the sets of resources that can be full"
                ));
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
        let id = match condition {
            Condition::Capacity { .. } => None,
            Condition::Full { profile, resource } => {
                let is = |(p, set): &(usize, Vec<usize>)| p == profile && set.contains(resource);
                if !supposed.iter().any(is) {
                    return gap(format!(
                        "resource {resource} is not supposed to be full at profile {profile}"
                    ));
                }
                None
            }
            Condition::Share { .. } => Some("si"),
            Condition::Envy { .. } => Some("ef"),
            Condition::Compared { property, .. } => Some(property.as_str()),
        };
        if let Some(id) = id.filter(|id| !properties.iter().any(|property| property.id() == *id)) {
            return gap(format!("`{id}` is not among the properties"));
        }
        let Some(row) = condition.row(profiles, &offsets) else {
            return gap(format!("the profiles have no condition {condition:?}"));
        };
        program.rows.push(row);
        // In the kernel, the multipliers of "at least" rows are negative.
        multipliers.push(-times.clone());
        if !times.is_positive() {
            return gap(format!("the multiplier {times} is not positive"));
        }
    }
    certificate::check(&program, &Solution::Infeasible { multipliers })
        .or_else(|flaw| gap(format!("a sum is no contradiction: {flaw}")))
}
