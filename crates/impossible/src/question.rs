//! Questions: properties and a scope, with all profiles and allocations, and limits on their numbers.

use crate::allocation::{self, Allocation, MOST_VALUES};
use crate::condition::{NotLinear, admitted};
use crate::file::Head;
use crate::profile::{self, Profile};
use crate::property::{Change, Property, change};
use crate::scope::ProfileScope;

/// The largest number of profiles of a question. A rule for 1,764 profiles is found in less than a second,
/// but the search for a smallest core enumerates triples of profiles: 3 s of one processor for 1,296 profiles
/// of two resources, 11 s for 1,764, and more than 28 s (stopped) for 1,600 profiles of one resource with 40
/// units.
pub const MOST_PROFILES: u128 = 2_000;
/// The largest number of triples of two compared profiles and an allocation at one of them.
pub const MOST_LINKS: u64 = 20_000_000;

/// The division of tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Division {
    /// Tasks are allocated whole.
    Whole,
    /// Parts of tasks are allocated.
    Divisible,
}

/// Properties and a scope, with all profiles and, for whole tasks, all feasible allocations at each.
#[derive(Debug, Clone)]
pub struct Question {
    /// The division of tasks.
    pub division: Division,
    /// The properties that a rule is required to have.
    pub properties: Vec<&'static dyn Property>,
    /// The scope; `smaller` is set if a property compares capacities.
    pub scope: ProfileScope,
    /// All profiles, in the order of [`Profile::order`].
    pub profiles: Vec<Profile>,
    /// All feasible allocations at each profile; empty for divisible tasks.
    pub values: Vec<Vec<Allocation>>,
    /// The ordered pairs (p, q) of profiles that each property compares; empty for divisible tasks.
    pub pairs: Vec<Vec<(usize, usize)>>,
}

/// The reason why a question is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The question is none about divisible tasks.
    #[error(transparent)]
    NotLinear(#[from] NotLinear),
    /// More profiles than [`MOST_PROFILES`]; `None` beyond 2^128.
    #[error(
        "the scope has {} profiles, and at most {MOST_PROFILES} are taken; choose fewer users, fewer resources or a smaller max",
        .0.map_or("more than 2^128".to_string(), |n| n.to_string())
    )]
    Profiles(Option<u128>),
    /// More allocations than [`MOST_VALUES`] at a profile of a question with this many profiles.
    #[error(
        "the scope has {0} profiles, one of them with more than {MOST_VALUES} allocations; choose smaller capacities or fewer servers"
    )]
    Values(usize),
    /// More comparisons than [`MOST_LINKS`].
    #[error(
        "the scope has {profiles} profiles with {values} allocations and {links} comparisons, and at most {MOST_LINKS} comparisons are taken; choose a smaller scope"
    )]
    Links {
        /// Number of profiles of the question.
        profiles: usize,
        /// Number of allocations at all profiles together.
        values: usize,
        /// Number of comparisons of the question.
        links: u64,
    },
}

impl Question {
    /// Enumerates the profiles, the allocations and the comparisons of a question about whole tasks.
    ///
    /// # Errors
    /// The refusal with the size if the question is too large; nothing large is enumerated before.
    pub fn new(properties: Vec<&'static dyn Property>, scope: ProfileScope) -> Result<Self, Refusal> {
        let asked = Question::with_profiles(Division::Whole, properties, scope)?;
        let profiles = &asked.profiles;
        let values: Option<Vec<_>> = profiles.iter().map(|p| allocation::all(p, MOST_VALUES)).collect();
        let Some(values) = values else { return Err(Refusal::Values(profiles.len())) };
        let compared = |property: &&dyn Property| {
            let all = (0..profiles.len()).flat_map(|p| (0..profiles.len()).map(move |q| (p, q)));
            all.filter(|&(p, q)| property.compares(&profiles[p], &profiles[q])).collect::<Vec<_>>()
        };
        let pairs: Vec<Vec<(usize, usize)>> = asked.properties.iter().map(compared).collect();
        let links = pairs.iter().flatten().map(|&(_, q)| values[q].len() as u64).sum();
        if links > MOST_LINKS {
            let values = values.iter().map(Vec::len).sum();
            return Err(Refusal::Links { profiles: profiles.len(), values, links });
        }
        Ok(Question { values, pairs, ..asked })
    }

    /// Enumerates the profiles of a question about divisible tasks.
    ///
    /// # Errors
    /// The refusal if there is more than one server, a property that is not linear, or too many profiles.
    pub fn divisible(properties: Vec<&'static dyn Property>, scope: ProfileScope) -> Result<Self, Refusal> {
        admitted(&properties, &scope)?;
        Question::with_profiles(Division::Divisible, properties, scope)
    }

    fn with_profiles(
        division: Division,
        properties: Vec<&'static dyn Property>,
        scope: ProfileScope,
    ) -> Result<Self, Refusal> {
        let smaller = scope.smaller || change(&properties, Change::Capacity);
        let scope = ProfileScope { smaller, ..scope };
        let fewer = change(&properties, Change::Departure);
        let count = profile::count(&scope, fewer);
        if count.is_none_or(|n| n > MOST_PROFILES) {
            return Err(Refusal::Profiles(count));
        }
        let profiles = profile::profiles(&scope, fewer);
        Ok(Question { division, properties, scope, profiles, values: vec![], pairs: vec![] })
    }

    /// Returns the head of a file about the question, with a note for readers.
    pub fn head(&self, note: String) -> Head {
        Head { properties: self.properties.clone(), note, scope: self.scope.clone() }
    }

    /// Returns the ids of the properties.
    pub fn ids(&self) -> Vec<&'static str> {
        self.properties.iter().map(|p| p.id()).collect()
    }

    /// Returns the size in words, as printed before the work starts.
    pub fn size(&self) -> String {
        let profiles = self.profiles.len();
        match self.division {
            Division::Whole => {
                let all: usize = self.values.iter().map(Vec::len).sum();
                format!("{profiles} profiles, {all} allocations")
            }
            Division::Divisible => {
                let all: usize = self.profiles.iter().map(Profile::users).sum();
                format!("{profiles} profiles, {all} amounts")
            }
        }
    }
}
