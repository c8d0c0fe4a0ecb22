//! Case splits: proofs that no choice of allocations at a few profiles has the properties, checked here
//! without a solver.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::flaw::Gap;
use crate::profile::Profile;
use crate::property::Property;

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
        if !v.feasible(profiles.get(p).ok_or(Gap::NoProfile(p))?) {
            return Err(Gap::Given(p));
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
    let p = profiles.get(at).ok_or(Gap::NoProfile(at))?;
    if fixed[at].is_some() {
        return Err(Gap::Twice(at));
    }
    counted.splits += 1;
    let mut cases = split.cases.iter();
    for value in allocation::all(p, MOST_VALUES).ok_or(Gap::Many(at))? {
        if properties.iter().any(|property| property.broken(p, &value).is_some()) {
            counted.one_run += 1;
            continue;
        }
        let Some(case) = cases.next().filter(|case| case.placement == value) else {
            return Err(Gap::Open(at, value));
        };
        fixed[at] = Some(&case.placement);
        match &case.end {
            End::Next(next) => follow(properties, profiles, fixed, next, counted)?,
            End::Against { property, from, to } => {
                if ![*from, *to].contains(&at) {
                    return Err(Gap::Elsewhere(at));
                }
                clash(properties, profiles, fixed, (property, *from, *to))?;
                counted.two_runs += 1;
            }
        }
        fixed[at] = None;
    }
    match cases.next() {
        Some(case) => Err(Gap::Beyond(at, case.placement.clone())),
        None => Ok(()),
    }
}

fn clash(
    properties: &[&dyn Property],
    profiles: &[Profile],
    fixed: &[Option<&Allocation>],
    (id, from, to): (&str, usize, usize),
) -> Result<(), Gap> {
    let property = properties.iter().find(|property| property.id() == id);
    let property = property.ok_or_else(|| Gap::NotAsked(id.to_string()))?;
    let held = |i: usize| profiles.get(i).zip(fixed.get(i).copied().flatten());
    let (Some((p, v)), Some((q, w))) = (held(from), held(to)) else { return Err(Gap::Loose(from, to)) };
    match property.breaks(p, v, q, w) {
        Some(_) => Ok(()),
        None => Err(Gap::Holds(id.to_string(), from, to)),
    }
}
