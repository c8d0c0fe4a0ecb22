//! Case splits: proofs that no choice of allocations at a few profiles has the properties, checked here
//! without a solver.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::profile::Profile;
use crate::property::Property;
use std::fmt;

/// A profile, with a case for each allocation there that breaks no property of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The number of the profile in the core, from 0.
    pub profile: usize,
    /// The cases, in the order of the allocations.
    pub cases: Vec<Case>,
}

/// One allocation at the profile of a split, and its contradiction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The allocation that the case supposes.
    pub placement: Allocation,
    /// The contradiction, or the next split.
    pub end: End,
}

/// The end of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A property of two runs fails at two profiles with fixed allocations; the profile of the case is one of
    /// them.
    Against {
        /// Id of the property.
        property: String,
        /// The number in the core of the profile where a user is worse off.
        from: usize,
        /// The number in the core of the profile compared with it.
        to: usize,
    },
    /// Another profile is split under this case.
    Next(Box<Split>),
}

/// The numbers of steps in an accepted case split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counted {
    /// Number of splits in the tree.
    pub splits: usize,
    /// Number of allocations excluded by a property of one run.
    pub one_run: usize,
    /// Number of cases ended by a property of two runs.
    pub two_runs: usize,
}

/// The reason why a case split proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap(pub String);

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn gap<T>(reason: impl Into<String>) -> Result<T, Gap> {
    Err(Gap(reason.into()))
}

/// Accepts the case split as a proof that no function from `profiles` to allocations has the properties.
///
/// With `given`, the allocation at one profile is fixed, and the proof is that no function with the
/// properties chooses it.
///
/// # Errors
/// The first step that does not follow.
pub fn accept(
    properties: &[&dyn Property],
    profiles: &[Profile],
    given: Option<(usize, &Allocation)>,
    walk: &Split,
) -> Result<Counted, Gap> {
    let mut fixed: Vec<Option<&Allocation>> = vec![None; profiles.len()];
    if let Some((p, v)) = given {
        if p >= profiles.len() {
            return gap(format!("there is no profile {p}"));
        }
        if !v.feasible(&profiles[p]) {
            return gap(format!("the allocation that is given at profile {p} is not feasible"));
        }
        fixed[p] = Some(v);
    }
    let mut counted = Counted::default();
    follow(properties, profiles, &mut fixed, walk, &mut counted)?;
    Ok(counted)
}

fn follow<'a>(
    properties: &[&dyn Property],
    profiles: &[Profile],
    fixed: &mut Vec<Option<&'a Allocation>>,
    split: &'a Split,
    counted: &mut Counted,
) -> Result<(), Gap> {
    let at = split.profile;
    let Some(p) = profiles.get(at) else { return gap(format!("there is no profile {at}")) };
    if fixed[at].is_some() {
        return gap(format!("profile {at} is split a second time"));
    }
    let Some(all) = allocation::all(p, MOST_VALUES) else {
        return gap(format!("profile {at} has more than {MOST_VALUES} allocations"));
    };
    counted.splits += 1;
    let mut cases = split.cases.iter();
    for value in all {
        if properties.iter().any(|property| property.broken(p, &value).is_some()) {
            counted.one_run += 1;
            continue;
        }
        let Some(case) = cases.next().filter(|case| case.placement == value) else {
            return gap(format!("at profile {at}, the allocation {:?} has no case in its place", value.0));
        };
        fixed[at] = Some(&case.placement);
        match &case.end {
            End::Next(next) => follow(properties, profiles, fixed, next, counted)?,
            End::Against { property, from, to } => {
                if ![*from, *to].contains(&at) {
                    return gap(format!("a case of profile {at} ends at other profiles"));
                }
                clash(properties, profiles, fixed, (property, *from, *to))?;
                counted.two_runs += 1;
            }
        }
        fixed[at] = None;
    }
    match cases.next() {
        Some(case) => gap(format!("profile {at} has a case {:?} too many, or twice", case.placement.0)),
        None => Ok(()),
    }
}

fn clash(
    properties: &[&dyn Property],
    profiles: &[Profile],
    fixed: &[Option<&Allocation>],
    (id, from, to): (&str, usize, usize),
) -> Result<(), Gap> {
    let Some(property) = properties.iter().find(|property| property.id() == id) else {
        return gap(format!("`{id}` is not among the properties"));
    };
    let held = |i: usize| profiles.get(i).zip(fixed.get(i).copied().flatten());
    let (Some((p, v)), Some((q, w))) = (held(from), held(to)) else {
        return gap(format!("the allocations at profiles {from} and {to} are not both fixed"));
    };
    if !property.compares(p, q) || property.breaks(p, v, q, w).is_none() {
        return gap(format!("`{id}` is not broken at profiles {from} and {to}"));
    }
    Ok(())
}
