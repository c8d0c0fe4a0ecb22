//! The size of the instances that a theorem speaks of, and what is assumed of them.

use std::fmt;
use std::str::FromStr;

use crate::document::pairs::{Pair, PairError, pairs};

/// Every instance of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Users of a cluster, or agents that arrive, as many as are declared.
    pub users: usize,
    /// Servers.
    pub servers: usize,
    /// Resources.
    pub resources: usize,
    /// Whether every demand is above zero.
    pub positive: bool,
    /// Whether weights may differ.
    pub weights: bool,
    /// Whether users may be kept from servers, where the mechanism allows it.
    pub eligible: bool,
    /// Whether users may have finite tasks, where the mechanism allows it.
    pub tasks: bool,
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            users: 2,
            servers: 2,
            resources: 2,
            positive: false,
            weights: true,
            eligible: true,
            tasks: true,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scope { users, servers, resources, .. } = self;
        write!(f, "users={users},servers={servers},resources={resources}")?;
        let assumed = [
            (self.positive, ",demands=positive"),
            (!self.weights, ",weights=equal"),
            (!self.eligible, ",eligible=all"),
            (!self.tasks, ",tasks=inf"),
        ];
        assumed.iter().filter(|(said, _)| *said).try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Why a scope cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// A part that is not `name=value`, or stands twice.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// A name that is not known.
    #[error(
        "a theorem's scope has no `{0}`: it has users (or agents), servers, resources, demands, weights, eligible and tasks"
    )]
    Name(String),
    /// A value that is not known.
    #[error("`{0}`: {1}")]
    Value(String, &'static str),
    /// Nothing is given.
    #[error("a scope is empty: write for instance users=2,servers=2,resources=2,demands=positive")]
    Empty,
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let mut scope = Scope::default();
        let given = pairs(text)?;
        for Pair { part, name, value } in given.iter().copied() {
            let wrong = |what| ScopeError::Value(part.to_string(), what);
            let size = || match value.parse::<usize>() {
                Ok(n) if (1..=8).contains(&n) => Ok(n),
                _ => Err(wrong("must be a whole number from 1 to 8")),
            };
            let word = |narrow: &str, wide: &str, what| match value {
                word if word == narrow => Ok(false),
                word if word == wide => Ok(true),
                _ => Err(wrong(what)),
            };
            match name {
                "users" | "agents" => scope.users = size()?,
                "servers" => scope.servers = size()?,
                "resources" => scope.resources = size()?,
                "demands" => {
                    scope.positive =
                        word("none", "positive", "demands are `positive` or `none` (nothing assumed)")?;
                }
                "weights" => scope.weights = word("equal", "any", "weights are `equal` or `any`")?,
                "eligible" => scope.eligible = word("all", "any", "eligible servers are `all` or `any`")?,
                "tasks" => scope.tasks = word("inf", "any", "tasks are `inf` or `any`")?,
                other => return Err(ScopeError::Name(other.to_string())),
            }
        }
        if given.is_empty() { Err(ScopeError::Empty) } else { Ok(scope) }
    }
}
