//! Properties of rules: of one run (the allocation at one profile), or of two runs (the allocations at two
//! profiles).
//!
//! The definitions are those of the workbench for whole tasks, with equal weights, unlimited tasks and all
//! users eligible on all servers.

use crate::allocation::Allocation;
use crate::profile::Profile;
use fairwitness_kernel::document::suggest::nearest;

pub mod anonymous;
pub mod ef;
pub mod ef1;
pub mod ef1_own;
pub mod group_sp;
pub mod group_sp_weak;
pub mod neutral;
pub mod non_wasteful;
pub mod po;
pub mod population_monotone;
pub mod resource_monotone;
pub mod si;
pub mod sp;
pub mod sp_demand;

/// A requirement on the allocation at a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// The user runs at least this number of tasks.
    AtLeast(usize, u32),
    /// The allocation equals this one.
    Is(Allocation),
}

impl Need {
    /// Returns `true` if the allocation meets the requirement.
    pub fn met(&self, v: &Allocation) -> bool {
        match self {
            Need::AtLeast(u, least) => v.total(*u) >= *least,
            Need::Is(other) => v == other,
        }
    }
}

/// The definition of one property, with its id.
///
/// A property of one run implements `broken`; a property of two runs implements `compares`, `breaks` and
/// `needs`. In a comparison, a user is worse off at profile `p` than at `q`.
pub trait Property: Sync + std::fmt::Debug {
    /// Returns the id, as in the workbench.
    fn id(&self) -> &'static str;

    /// Returns the name in words, which can follow "a rule with".
    fn name(&self) -> &'static str;

    /// Returns the users who violate the property at `p` under allocation `v`, or `None` if it holds.
    fn broken(&self, _p: &Profile, _v: &Allocation) -> Option<Vec<usize>> {
        None
    }

    /// Returns the sentence about the users `by` that `broken` returned.
    fn tell(&self, _p: &Profile, _v: &Allocation, _by: &[usize]) -> String {
        String::new()
    }

    /// Returns `true` if the property compares `p` with `q`, in this order.
    fn compares(&self, _p: &Profile, _q: &Profile) -> bool {
        false
    }

    /// Returns the users who violate the property with `v` at `p` and `w` at `q`, or `None` if it holds.
    fn breaks(&self, _p: &Profile, _v: &Allocation, _q: &Profile, _w: &Allocation) -> Option<Vec<usize>> {
        None
    }

    /// Returns the requirements on the allocation at `p` that follow from `w` at `q`: each inner list must be
    /// met in one of its entries. It is equivalent to `breaks`, in the form for a solver.
    fn needs(&self, _p: &Profile, _q: &Profile, _w: &Allocation) -> Vec<Vec<Need>> {
        vec![]
    }

    /// Returns the sentence about the users `by` that `breaks` returned; `names` are the names of `p` and
    /// `q`.
    fn tell_two(
        &self,
        _p: (&Profile, &Allocation),
        _q: (&Profile, &Allocation),
        _by: &[usize],
        _names: (&str, &str),
    ) -> String {
        String::new()
    }

    /// Returns `true` if profiles with fewer users belong to the question.
    fn removes_users(&self) -> bool {
        false
    }

    /// Returns `true` if profiles with smaller capacities belong to the question.
    fn removes_capacity(&self) -> bool {
        false
    }
}

/// All properties, in alphabetical order of their ids.
pub const PROPERTIES: &[&dyn Property] = &[
    &anonymous::Anonymous,
    &ef::Ef,
    &ef1::Ef1,
    &ef1_own::Ef1Own,
    &group_sp::GroupSp,
    &group_sp_weak::GroupSpWeak,
    &neutral::Neutral,
    &non_wasteful::NonWasteful,
    &po::Po,
    &population_monotone::PopulationMonotone,
    &resource_monotone::ResourceMonotone,
    &si::Si,
    &sp::Sp,
    &sp_demand::SpDemand,
];

/// Returns the property with this id, if there is one.
pub fn find(id: &str) -> Option<&'static dyn Property> {
    PROPERTIES.iter().find(|property| property.id() == id).copied()
}

/// The reason why a list of ids of properties is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unlisted {
    /// No property has the id; with the nearest known id if one is near.
    #[error("unknown property `{0}`; {hint}", hint = self.hint())]
    Unknown(String, Option<&'static str>),
    /// The id occurs twice.
    #[error("properties: `{0}` is given twice")]
    Twice(String),
    /// The list is empty.
    #[error("properties: none is given")]
    Empty,
}

impl Unlisted {
    /// The nearest known id, or all of them.
    fn hint(&self) -> String {
        match self {
            Unlisted::Unknown(_, Some(near)) => format!("did you mean `{near}`?"),
            _ => format!("there are {}", PROPERTIES.iter().map(|p| p.id()).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// Returns the properties with these ids.
///
/// # Errors
/// An id is unknown or occurs twice, or the list is empty.
pub fn named(ids: &[&str]) -> Result<Vec<&'static dyn Property>, Unlisted> {
    let mut found: Vec<&'static dyn Property> = vec![];
    for id in ids {
        let Some(property) = find(id) else {
            let near = nearest(id, PROPERTIES.iter().map(|p| p.id())).and_then(find).map(|p| p.id());
            return Err(Unlisted::Unknown((*id).to_string(), near));
        };
        if found.iter().any(|p| p.id() == *id) {
            return Err(Unlisted::Twice((*id).to_string()));
        }
        found.push(property);
    }
    if found.is_empty() { Err(Unlisted::Empty) } else { Ok(found) }
}

/// Returns `n` tasks in words, such as `1 task` or `no task`.
pub(crate) fn tasks(n: u32) -> String {
    match n {
        0 => "no task".to_string(),
        1 => "1 task".to_string(),
        n => format!("{n} tasks"),
    }
}

/// Returns a demand vector in words: `2`, or `(1, 2)`.
pub(crate) fn vector(row: &[u32]) -> String {
    let entries = row.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    if row.len() == 1 { entries } else { format!("({entries})") }
}
