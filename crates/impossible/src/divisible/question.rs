//! Questions about divisible tasks: properties and a scope with one server, with all profiles.

use super::condition::LINEAR;
use crate::profile::{self, Profile};
use crate::property::Property;
use crate::question::{MOST_PROFILES, Refusal};
use crate::scope::ProfileScope;
use std::fmt;

/// Properties and a scope with one server, with all profiles.
#[derive(Debug, Clone)]
pub struct Question {
    /// The properties that a rule is required to have.
    pub properties: Vec<&'static dyn Property>,
    /// The scope; `smaller` is set if a property compares capacities.
    pub scope: ProfileScope,
    /// All profiles, in the order of [`Profile::order`].
    pub profiles: Vec<Profile>,
}

/// The reason why a question about divisible tasks is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The scope has this number of servers instead of one.
    Servers(usize),
    /// Id of a property that is not a linear condition.
    Property(&'static str),
    /// The refusal for too many profiles.
    Size(Refusal),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Servers(n) => write!(
                f,
                "scope, `servers`: divisible tasks are decided on one server, and there are {n}; on several servers Pareto optimality is no finite list of full resources"
            ),
            Refused::Property(id) => write!(
                f,
                "property `{id}` is not decided for divisible tasks, because it is no linear condition; there are {}",
                LINEAR.join(", ")
            ),
            Refused::Size(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

/// Checks that the scope has one server and that the properties are among [`LINEAR`].
///
/// # Errors
/// The refusal with the number of servers, or with the property.
pub fn admitted(properties: &[&'static dyn Property], scope: &ProfileScope) -> Result<(), Refused> {
    if scope.servers() != 1 {
        return Err(Refused::Servers(scope.servers()));
    }
    match properties.iter().find(|property| !LINEAR.contains(&property.id())) {
        Some(property) => Err(Refused::Property(property.id())),
        None => Ok(()),
    }
}

impl Question {
    /// Enumerates the profiles.
    ///
    /// # Errors
    /// The refusal if there is more than one server, a property that is not linear, or too many profiles.
    pub fn new(properties: Vec<&'static dyn Property>, scope: ProfileScope) -> Result<Self, Refused> {
        admitted(&properties, &scope)?;
        let smaller = scope.smaller || properties.iter().any(|p| p.removes_capacity());
        let scope = ProfileScope { smaller, ..scope };
        let fewer = properties.iter().any(|p| p.removes_users());
        let count = profile::count(&scope, fewer);
        if count.is_none_or(|n| n > MOST_PROFILES) {
            return Err(Refused::Size(Refusal::Profiles(count)));
        }
        let profiles = profile::profiles(&scope, fewer);
        Ok(Question { properties, scope, profiles })
    }

    /// Returns the ids of the properties.
    pub fn ids(&self) -> Vec<&'static str> {
        self.properties.iter().map(|p| p.id()).collect()
    }

    /// Returns the size in words, as printed before the work starts.
    pub fn size(&self) -> String {
        let amounts: usize = self.profiles.iter().map(Profile::users).sum();
        format!("{} profiles, {amounts} amounts", self.profiles.len())
    }
}
