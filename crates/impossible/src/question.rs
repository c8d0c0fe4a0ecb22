//! Questions: properties and a scope, with all profiles and allocations, and limits on their numbers.

use crate::allocation::{self, Allocation};
use crate::profile::{self, Profile};
use crate::property::{self, PROPERTIES, Property};
use crate::scope::ProfileScope;
use fairwitness_kernel::document::suggest::nearest;
use std::fmt;

/// The largest number of profiles of a question. A rule for 1,764 profiles is found in less than a second,
/// but the search for a smallest core enumerates triples of profiles: 3 s of one processor for 1,296 profiles
/// of two resources, 11 s for 1,764, and more than 28 s (stopped) for 1,600 profiles of one resource with 40
/// units.
pub const MOST_PROFILES: u128 = 2_000;
/// The largest number of allocations at one profile.
pub const MOST_VALUES: usize = 5_000;
/// The largest number of triples of two compared profiles and an allocation at one of them.
pub const MOST_LINKS: u64 = 20_000_000;

/// Properties and a scope, with all profiles and all feasible allocations at each.
#[derive(Debug, Clone)]
pub struct Question {
    /// The properties that a rule is required to have.
    pub properties: Vec<&'static dyn Property>,
    /// The scope; `smaller` is set if a property compares capacities.
    pub scope: ProfileScope,
    /// All profiles, in the order of [`Profile::order`].
    pub profiles: Vec<Profile>,
    /// All feasible allocations at each profile.
    pub values: Vec<Vec<Allocation>>,
    /// The ordered pairs (p, q) of profiles that each property compares.
    pub pairs: Vec<Vec<(usize, usize)>>,
}

/// The reason why a question is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// An unknown id of a property, with the nearest known id if one is near.
    Unknown(String, Option<&'static str>),
    /// The ids are faulty: one occurs twice, or the list is empty.
    List(String),
    /// More profiles than [`MOST_PROFILES`]; `None` beyond 2^128.
    Profiles(Option<u128>),
    /// More allocations than [`MOST_VALUES`] at a profile of a question with this many profiles.
    Values(usize),
    /// More comparisons than [`MOST_LINKS`].
    Links {
        /// Number of profiles of the question.
        profiles: usize,
        /// Number of allocations at all profiles together.
        values: usize,
        /// Number of comparisons of the question.
        links: u64,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unknown(id, Some(near)) => write!(f, "unknown property `{id}`; did you mean `{near}`?"),
            Refusal::Unknown(id, None) => {
                let ids: Vec<&str> = PROPERTIES.iter().map(|p| p.id()).collect();
                write!(f, "unknown property `{id}`; there are {}", ids.join(", "))
            }
            Refusal::List(reason) => write!(f, "properties: {reason}"),
            Refusal::Profiles(count) => write!(
                f,
                "the scope has {} profiles, and at most {MOST_PROFILES} are taken; choose fewer users, fewer resources or a smaller max",
                count.map_or("more than 2^128".to_string(), |n| n.to_string())
            ),
            Refusal::Values(profiles) => write!(
                f,
                "the scope has {profiles} profiles, one of them with more than {MOST_VALUES} allocations; choose smaller capacities or fewer servers"
            ),
            Refusal::Links { profiles, values, links } => write!(
                f,
                "the scope has {profiles} profiles with {values} allocations and {links} comparisons, and at most {MOST_LINKS} comparisons are taken; choose a smaller scope"
            ),
        }
    }
}

impl std::error::Error for Refusal {}

/// Returns the properties with these ids.
///
/// # Errors
/// The refusal if an id is unknown or occurs twice, or if the list is empty.
pub fn properties(ids: &[&str]) -> Result<Vec<&'static dyn Property>, Refusal> {
    let mut found: Vec<&'static dyn Property> = vec![];
    for id in ids {
        let Some(property) = property::find(id) else {
            let known: Vec<&str> = PROPERTIES.iter().map(|p| p.id()).collect();
            let near = nearest(id, known).and_then(property::find).map(|p| p.id());
            return Err(Refusal::Unknown((*id).to_string(), near));
        };
        if found.iter().any(|p| p.id() == *id) {
            return Err(Refusal::List(format!("`{id}` is given twice")));
        }
        found.push(property);
    }
    if found.is_empty() {
        return Err(Refusal::List("none is given".to_string()));
    }
    Ok(found)
}

impl Question {
    /// Enumerates the profiles, the allocations and the comparisons.
    ///
    /// # Errors
    /// The refusal with the size if the question is too large; nothing large is enumerated before.
    pub fn new(properties: Vec<&'static dyn Property>, scope: ProfileScope) -> Result<Self, Refusal> {
        let smaller = scope.smaller || properties.iter().any(|p| p.removes_capacity());
        let scope = ProfileScope { smaller, ..scope };
        let fewer = properties.iter().any(|p| p.removes_users());
        let count = profile::count(&scope, fewer);
        if count.is_none_or(|n| n > MOST_PROFILES) {
            return Err(Refusal::Profiles(count));
        }
        let profiles = profile::profiles(&scope, fewer);
        let values: Option<Vec<_>> = profiles.iter().map(|p| allocation::all(p, MOST_VALUES)).collect();
        let Some(values) = values else { return Err(Refusal::Values(profiles.len())) };
        let compared = |property: &&dyn Property| {
            let all = (0..profiles.len()).flat_map(|p| (0..profiles.len()).map(move |q| (p, q)));
            all.filter(|&(p, q)| property.compares(&profiles[p], &profiles[q])).collect::<Vec<_>>()
        };
        let pairs: Vec<Vec<(usize, usize)>> = properties.iter().map(compared).collect();
        let links = pairs.iter().flatten().map(|&(_, q)| values[q].len() as u64).sum();
        if links > MOST_LINKS {
            let values = values.iter().map(Vec::len).sum();
            return Err(Refusal::Links { profiles: profiles.len(), values, links });
        }
        Ok(Question { properties, scope, profiles, values, pairs })
    }

    /// Returns the ids of the properties.
    pub fn ids(&self) -> Vec<&'static str> {
        self.properties.iter().map(|p| p.id()).collect()
    }

    /// Returns the size in words, as printed before the work starts.
    pub fn size(&self) -> String {
        let values: usize = self.values.iter().map(Vec::len).sum();
        format!("{} profiles, {values} allocations", self.profiles.len())
    }
}
