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
pub mod group_sp;
pub mod group_sp_weak;
pub mod neutral;
pub mod non_wasteful;
pub mod po;
pub mod population_monotone;
pub mod resource_monotone;
pub mod si;
pub mod sp;

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

/// The change from a profile to the one that a property of two runs compares with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Users report other demands.
    Reports,
    /// A user leaves.
    Departure,
    /// Capacity is added.
    Capacity,
    /// Users or resources exchange their names.
    Names,
}

/// The linear conditions by which a property is decided for divisible tasks on one server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linear {
    /// No condition: every rule has the property.
    Always,
    /// Every user demands a resource that is used up, in one of finitely many cases.
    Saturated,
    /// Every user runs at least the tasks that fit into one n-th of the server.
    Share,
    /// No user could run more tasks with the resources of another.
    Envy,
    /// The only liar runs at least the tasks that it could run with the resources it receives for its lie.
    Lie,
    /// A user runs at least as many tasks as each user of the other profile that [`Property::related`] names; with
    /// the name of that relation in the file for Coq.
    Related(&'static str),
}

/// The facts of a property that depend on no profile.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The id, as in the workbench.
    pub id: &'static str,
    /// The name in words, which can follow "a rule with".
    pub name: &'static str,
    /// The change that a property of two runs is about; `None` for a property of one run.
    pub changes: Option<Change>,
    /// The conditions for divisible tasks; `None` if the property is no linear condition.
    pub linear: Option<Linear>,
    /// `true` if a further user without tasks could make a difference to the others.
    pub counts_users: bool,
}

impl Facts {
    /// The facts of a property of one run, without conditions for divisible tasks.
    pub const fn of(id: &'static str, name: &'static str) -> Self {
        Facts { id, name, changes: None, linear: None, counts_users: false }
    }
}

/// Two profiles that a property compares, each with the allocation chosen there, and their names.
#[derive(Debug, Clone, Copy)]
pub struct Two<'a> {
    /// The profile at which a user is worse off.
    pub p: (&'a Profile, &'a Allocation),
    /// The profile that it is compared with.
    pub q: (&'a Profile, &'a Allocation),
    /// The names of both.
    pub names: (&'a str, &'a str),
}

/// The definition of one property.
///
/// A property of one run implements `broken` and `tell`; a property of two runs implements `changes`, `compares`,
/// `needs` and `tell_two`. In a comparison, a user is worse off at profile `p` than at `q`.
pub trait Property: Sync + std::fmt::Debug {
    /// Returns the facts of the property.
    fn facts(&self) -> Facts;

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

    /// Returns the requirements on the allocation at `p` that follow from `w` at `q`: each inner list must be
    /// met in one of its entries. There are none if the property does not compare `p` with `q`.
    fn needs(&self, _p: &Profile, _q: &Profile, _w: &Allocation) -> Vec<Vec<Need>> {
        vec![]
    }

    /// Returns the sentence about the users `by` of an unmet requirement.
    fn tell_two(&self, _two: Two<'_>, _by: &[usize]) -> String {
        String::new()
    }

    /// Returns `true` if `user` at `p` must run at least as many divisible tasks as `other` at `q`, for a property with
    /// [`Linear::Related`].
    fn related(&self, _p: (&Profile, usize), _q: (&Profile, usize)) -> bool {
        false
    }
}

impl dyn Property + '_ {
    /// Returns the id, as in the workbench.
    pub fn id(&self) -> &'static str {
        self.facts().id
    }

    /// Returns the users of the first requirement that `v` at `p` misses if `w` is chosen at `q`, or `None` if the
    /// property holds there.
    pub fn breaks(&self, p: &Profile, v: &Allocation, q: &Profile, w: &Allocation) -> Option<Vec<usize>> {
        let missed = self.needs(p, q, w).into_iter().find(|any| !any.iter().any(|need| need.met(v)))?;
        let user = |need: &Need| if let Need::AtLeast(u, _) = need { Some(*u) } else { None };
        Some(missed.iter().filter_map(user).collect())
    }

    /// Returns `true` if the property alone excludes allocation `v` at `p`, without any other profile.
    pub fn breaks_alone(&self, p: &Profile, v: &Allocation) -> bool {
        self.broken(p, v).is_some() || self.breaks(p, v, p, v).is_some()
    }
}

/// All properties, in alphabetical order of their ids.
pub static PROPERTIES: &[&dyn Property] = &[
    &anonymous::Anonymous,
    &ef::EF,
    &ef1::Ef1,
    &ef::EF1_OWN,
    &group_sp::GroupSp,
    &group_sp_weak::GroupSpWeak,
    &neutral::Neutral,
    &non_wasteful::NonWasteful,
    &po::Po,
    &population_monotone::PopulationMonotone,
    &resource_monotone::ResourceMonotone,
    &si::Si,
    &sp::SP,
    &sp::SP_DEMAND,
];

/// Returns `true` if a property is about this change.
pub fn change(properties: &[&dyn Property], change: Change) -> bool {
    properties.iter().any(|p| p.facts().changes == Some(change))
}

/// Returns `true` if a property is this condition for divisible tasks.
pub fn linear(properties: &[&dyn Property], condition: Linear) -> bool {
    properties.iter().any(|p| p.facts().linear == Some(condition))
}

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
