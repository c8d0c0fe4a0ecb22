//! Properties of rules: of one run (an allocation at one profile), or of two runs (allocations at two profiles).
//!
//! The definitions are those of the workbench for whole tasks, with equal weights, unlimited tasks and every server open to every user.

use crate::allocation::Allocation;
use crate::profile::Profile;

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

/// What is asked of the allocation at a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Need {
    /// This user runs at least this many tasks.
    AtLeast(usize, u32),
    /// The allocation is this one.
    Is(Allocation),
}

impl Need {
    /// The allocation meets the need.
    pub fn met(&self, v: &Allocation) -> bool {
        match self {
            Need::AtLeast(u, least) => v.total(*u) >= *least,
            Need::Is(other) => v == other,
        }
    }
}

/// One definition, by one id.
///
/// A property of one run implements `broken`; a property of two runs implements `compares`, `breaks` and `needs`. In a comparison the
/// profile `p` is where somebody is worse off than at `q`.
pub trait Property: Sync + std::fmt::Debug {
    /// The id, as in the workbench.
    fn id(&self) -> &'static str;

    /// The name in words, which can stand after "a rule with".
    fn name(&self) -> &'static str;

    /// The users who break the property at `p` under allocation `v`; `None` when it holds.
    fn broken(&self, _p: &Profile, _v: &Allocation) -> Option<Vec<usize>> {
        None
    }

    /// The sentence about users `by` that `broken` returned.
    fn tell(&self, _p: &Profile, _v: &Allocation, _by: &[usize]) -> String {
        String::new()
    }

    /// The property compares `p` with `q`, in this order.
    fn compares(&self, _p: &Profile, _q: &Profile) -> bool {
        false
    }

    /// The users who break the property when `p` gets `v` and `q` gets `w`; `None` when it holds.
    fn breaks(&self, _p: &Profile, _v: &Allocation, _q: &Profile, _w: &Allocation) -> Option<Vec<usize>> {
        None
    }

    /// What `w` at `q` asks of `p`: each inner list must be met in one of its entries. Equivalent to `breaks`, for a solver.
    fn needs(&self, _p: &Profile, _q: &Profile, _w: &Allocation) -> Vec<Vec<Need>> {
        vec![]
    }

    /// The sentence about users `by` that `breaks` returned; `names` are what `p` and `q` are called.
    fn tell_two(
        &self,
        _p: (&Profile, &Allocation),
        _q: (&Profile, &Allocation),
        _by: &[usize],
        _names: (&str, &str),
    ) -> String {
        String::new()
    }

    /// Profiles with fewer users belong to the question.
    fn removes_users(&self) -> bool {
        false
    }

    /// Profiles with smaller capacities belong to the question.
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

/// The property with this id.
pub fn find(id: &str) -> Option<&'static dyn Property> {
    PROPERTIES.iter().find(|property| property.id() == id).copied()
}

/// `n` tasks, in words.
pub(crate) fn tasks(n: u32) -> String {
    match n {
        0 => "no task".to_string(),
        1 => "1 task".to_string(),
        n => format!("{n} tasks"),
    }
}

/// A demand vector in words: `2`, or `(1, 2)`.
pub(crate) fn vector(row: &[u32]) -> String {
    let entries = row.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    if row.len() == 1 { entries } else { format!("({entries})") }
}
