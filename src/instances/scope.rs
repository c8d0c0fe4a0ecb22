//! Scopes: how large instances may get, and what is assumed of them.

use std::fmt;
use std::str::FromStr;

use crate::document::suggest::nearest;
use crate::model::Hypothesis;

/// What a scope may name.
const KEYS: [&str; 10] =
    ["users", "agents", "tasks", "servers", "resources", "max", "capacity", "demands", "sizes", "weights"];

/// The largest instance of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Agents: users of a cluster, tasks of a covering instance.
    pub users: usize,
    /// Servers.
    pub servers: usize,
    /// Resources.
    pub resources: usize,
    /// The largest integer in the instance.
    pub max: i64,
    /// The largest capacity, where it is not `max`.
    pub capacity: Option<i64>,
    /// What is assumed of the instances.
    pub hypothesis: Hypothesis,
}

impl Scope {
    /// The smallest integer of a demand.
    pub fn least_demand(&self) -> i64 {
        i64::from(self.hypothesis == Hypothesis::PositiveDemands)
    }

    /// Whether all that is in the other scope is in this one.
    pub fn holds(&self, other: Scope) -> bool {
        other.users <= self.users
            && other.servers <= self.servers
            && other.resources <= self.resources
            && other.max <= self.max
            && other.most_capacity() <= self.most_capacity()
    }

    /// The largest integer of a capacity.
    pub fn most_capacity(&self) -> i64 {
        self.capacity.unwrap_or(self.max)
    }
}

impl Default for Scope {
    fn default() -> Self {
        Scope { users: 3, servers: 2, resources: 2, max: 4, capacity: None, hypothesis: Hypothesis::None }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scope { users, servers, resources, max, capacity, hypothesis } = self;
        write!(f, "users={users},servers={servers},resources={resources},max={max}")?;
        if let Some(capacity) = capacity {
            write!(f, ",capacity={capacity}")?;
        }
        match hypothesis {
            Hypothesis::None => Ok(()),
            Hypothesis::PositiveDemands => write!(f, ",demands={}", hypothesis.id()),
            Hypothesis::UnitSizes => write!(f, ",sizes={}", hypothesis.id()),
            Hypothesis::UserWeights => f.write_str(",weights=user"),
        }
    }
}

/// Why a scope cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// A part that is not `name=number`.
    #[error("`{0}` is not of the form name=number")]
    Part(String),
    /// A name that is no dimension.
    #[error(
        "a scope has no `{0}`: {1}it has users (or agents, or tasks), servers, resources, max, capacity, demands, sizes and weights"
    )]
    Name(String, String),
    /// A number out of range.
    #[error("`{0}` must be a whole number from 1 to {1}")]
    Number(String, i64),
    /// A hypothesis that is not known.
    #[error("`{0}`: demands are `positive` or `none` (nothing assumed)")]
    Hypothesis(String),
    /// Sizes other than unit ones.
    #[error("`{0}`: sizes are `unit` (1, and demands whole); leave it out to assume nothing")]
    Sizes(String),
    /// Weights other than one a user.
    #[error("`{0}`: weights are `user` (one a user, none per resource); leave it out to assume nothing")]
    Weights(String),
    /// A dimension that is given twice.
    #[error("`{0}` stands twice")]
    Twice(String),
    /// Nothing is given.
    #[error("a scope is empty: write for instance users=3,servers=2,resources=2,max=4")]
    Empty,
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let mut scope = Scope::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, number) = part.split_once('=').ok_or_else(|| ScopeError::Part(part.to_string()))?;
            if seen.contains(&name.trim()) {
                return Err(ScopeError::Twice(name.trim().to_string()));
            }
            seen.push(name.trim());
            let parse = |most: i64| match number.trim().parse::<i64>() {
                Ok(n) if (1..=most).contains(&n) => Ok(n),
                _ => Err(ScopeError::Number(part.to_string(), most)),
            };
            match name.trim() {
                "users" | "agents" | "tasks" => scope.users = parse(64)? as usize,
                "servers" => scope.servers = parse(64)? as usize,
                "resources" => scope.resources = parse(64)? as usize,
                "demands" => {
                    let known = Hypothesis::named(number.trim())
                        .filter(|h| [Hypothesis::None, Hypothesis::PositiveDemands].contains(h));
                    scope.hypothesis = known.ok_or_else(|| ScopeError::Hypothesis(part.to_string()))?;
                }
                "sizes" => match number.trim() {
                    "unit" => scope.hypothesis = Hypothesis::UnitSizes,
                    _ => return Err(ScopeError::Sizes(part.to_string())),
                },
                "weights" => match number.trim() {
                    "user" => scope.hypothesis = Hypothesis::UserWeights,
                    _ => return Err(ScopeError::Weights(part.to_string())),
                },
                "max" => scope.max = parse(1_000_000)?,
                "capacity" => scope.capacity = Some(parse(1_000_000)?),
                other => {
                    let near = nearest(other, KEYS);
                    let hint = near.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
                    return Err(ScopeError::Name(other.to_string(), hint));
                }
            }
        }
        if seen.is_empty() {
            return Err(ScopeError::Empty);
        }
        Ok(scope)
    }
}
