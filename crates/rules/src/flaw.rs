//! The reasons why an answer about all rules is refused.

use crate::allocation::{Allocation, MOST_VALUES};
use crate::condition::Condition;
use fairwitness_kernel::linear::certificate::Flaw as Sum;
use fairwitness_kernel::scalar::Rational;

/// The reason why a case split or a refutation proves nothing. Profiles are numbered from 0.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Gap {
    /// A profile is not in the core.
    #[error("there is no profile {0}")]
    NoProfile(usize),
    /// The allocation that is fixed beforehand is not feasible at the profile.
    #[error("the allocation that is given at profile {0} is not feasible")]
    Given(usize),
    /// The profile is split twice in one case.
    #[error("profile {0} is split a second time")]
    Twice(usize),
    /// The profile has too many allocations.
    #[error("profile {0} has more than {MOST_VALUES} allocations")]
    Many(usize),
    /// The allocation at the profile has no case.
    #[error("at profile {0}, the allocation {v:?} has no case in its place", v = .1.0)]
    Open(usize, Allocation),
    /// The profile has a case that is no open allocation, or an allocation twice.
    #[error("profile {0} has a case {v:?} too many, or twice", v = .1.0)]
    Beyond(usize, Allocation),
    /// The case of the profile ends at two others.
    #[error("a case of profile {0} ends at other profiles")]
    Elsewhere(usize),
    /// The property is not asked for.
    #[error("`{0}` is not among the properties")]
    NotAsked(String),
    /// The allocations at the profiles are not both supposed.
    #[error("the allocations at profiles {0} and {1} are not both fixed")]
    Loose(usize, usize),
    /// The property holds at the two profiles.
    #[error("`{0}` is not broken at profiles {1} and {2}")]
    Holds(String, usize, usize),
    /// Divisible tasks are refuted on one server.
    #[error("profile {0} has not one server")]
    Servers(usize),
    /// Full resources are cases by Pareto optimality alone.
    #[error("a split into full resources needs `po` among the properties")]
    NotOptimal,
    /// The cases of the profile are incomplete, or too many.
    #[error("the cases of profile {0} are not the sets of resources that can be full")]
    Sets(usize),
    /// The resource is not supposed to be used up at the profile.
    #[error("resource {1} is not supposed to be full at profile {0}")]
    NotFull(usize, usize),
    /// The profiles have no such condition.
    #[error("the profiles have no condition {0:?}")]
    Condition(Condition),
    /// A multiplier is zero or negative.
    #[error("the multiplier {0} is not positive")]
    Multiplier(Rational),
    /// The sum of the conditions has a solution.
    #[error("a sum is no contradiction: {0}")]
    Sum(Sum),
}

/// The reason why a rule has not the properties that it claims. Profiles are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The rule is no function on the profiles.
    #[error("the numbers of profiles and of allocations differ")]
    Shape,
    /// The rule for divisible tasks is no function on the profiles.
    #[error("the numbers of profiles or of users differ from those of amounts")]
    Amounts,
    /// The allocation at the profile is not feasible.
    #[error("profile {0}: the allocation {v:?} is not feasible", v = .1.0)]
    Infeasible(usize, Allocation),
    /// An amount at the profile is below zero.
    #[error("profile {0}: an amount is negative")]
    Negative(usize),
    /// A condition fails at the profile.
    #[error("profile {0}: {1:?} fails")]
    Condition(usize, Condition),
    /// The property fails at the profile.
    #[error("profile {0}: `{1}` fails")]
    One(usize, &'static str),
    /// The property fails at the two profiles.
    #[error("profiles {0} and {1}: `{2}` fails")]
    Two(usize, usize, &'static str),
}

/// The reason why a part of a record does not follow.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Why {
    /// The proof has a gap.
    #[error(transparent)]
    Gap(#[from] Gap),
    /// A rule lacks a property.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// Rules on smaller cores are given for some profiles alone.
    #[error("must have one entry for every profile, or none")]
    Some,
    /// The rows are not as many as the profiles of the scope.
    #[error("has {0} entries, which is not the number of profiles of the scope")]
    Count(usize),
    /// The rows are not in the order of the profiles.
    #[error("is not the next profile of the scope")]
    Next,
    /// The instance has too many allocations.
    #[error("has more than {MOST_VALUES} allocations")]
    Many,
    /// The allocation stands in both lists.
    #[error("the allocation {0:?} is both denied and allowed")]
    Both(Vec<Vec<u32>>),
    /// The allocation stands in no list.
    #[error("the allocation {0:?} is neither denied nor allowed in its place")]
    Neither(Vec<Vec<u32>>),
    /// The list has a further allocation.
    #[error("{0:?} is no allocation at the instance, or out of order")]
    Beyond(Vec<Vec<u32>>),
    /// The property holds at the instance alone.
    #[error("`{0}` is not broken at the instance")]
    Holds(String),
    /// The rule does not choose the allocation.
    #[error("its rule takes another allocation at the instance")]
    Another,
}

/// The part of a record that does not follow, with the reason.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field}: {why}")]
pub struct Flaw {
    /// The field; positions in lists count from 0.
    pub field: String,
    /// The reason.
    pub why: Why,
}

impl Flaw {
    /// Returns the flaw of a field.
    pub fn of(field: impl Into<String>, why: impl Into<Why>) -> Flaw {
        Flaw { field: field.into(), why: why.into() }
    }
}
