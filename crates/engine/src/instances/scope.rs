//! Scopes: bounds on the size of instances, and hypotheses about them.

use std::fmt;
use std::str::FromStr;

use crate::document::pairs::{Pair, PairError, pairs};
use crate::document::suggest::nearest;
use crate::model::Hypothesis;

/// The names that a scope may contain.
const KEYS: [&str; 21] = [
    "users",
    "agents",
    "tasks",
    "workloads",
    "servers",
    "queues",
    "resources",
    "max",
    "capacity",
    "demands",
    "sizes",
    "weights",
    "resource-weights",
    "eligible",
    "owners",
    "limits",
    "rates",
    "parts",
    "priorities",
    "trees",
    "node-weights",
];

/// The largest entry that a scope may name: beyond the range in which floats are exact, and well within a
/// machine word.
const LARGEST: i64 = 1_000_000_000_000_000_000;

/// Bounds on parts of a cluster instance besides capacities and demands. `None` leaves the part open: random
/// draws have it sometimes, an enumeration never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Extras {
    /// The largest weight of a user; 1 for equal weights.
    pub weights: Option<i64>,
    /// The largest weight per user and resource; 0 for no such weights.
    pub resource_weights: Option<i64>,
    /// The largest number of tasks to which a user is limited; 0 for no limits.
    pub limits: Option<i64>,
    /// The largest rate that is given instead of computed; 0 for no rates.
    pub rates: Option<i64>,
    /// The largest denominator; 1 for integers. Enumerations use integers.
    pub parts: Option<i64>,
    /// The largest priority of a workload of a cohort, the smallest being 0; 0 for equal priorities.
    pub priorities: Option<i64>,
    /// `true` if every user is eligible on every server.
    pub unconstrained: bool,
    /// The largest number of queues between the root and a user; 0 or `None` for no queues.
    pub trees: Option<i64>,
    /// The largest weight of a queue; 1 for equal weights.
    pub node_weights: Option<i64>,
    /// `true` if every server has an owner and weights follow from the owners' contributions.
    pub owned: bool,
}

impl Extras {
    /// Returns `true` if `self` admits everything that `other` admits.
    fn holds(&self, other: &Extras) -> bool {
        let within =
            |own: Option<i64>, its: Option<i64>| own.is_none_or(|own| its.is_some_and(|its| its <= own));
        within(self.weights, other.weights)
            && within(self.resource_weights, other.resource_weights)
            && within(self.limits, other.limits)
            && within(self.rates, other.rates)
            && within(self.parts, other.parts)
            && within(self.priorities, other.priorities)
            && (!self.unconstrained || other.unconstrained)
            && other.trees.unwrap_or(0) <= self.trees.unwrap_or(0)
            && (other.trees.unwrap_or(0) == 0 || within(self.node_weights, other.node_weights))
            && (!self.owned || other.owned)
    }
}

/// The largest instance of a search, with its hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The largest number of agents: users of a cluster, tasks of a covering instance, workloads of a cohort.
    pub users: usize,
    /// The largest number of servers of a cluster, or of queues of a cohort.
    pub servers: usize,
    /// The largest number of resources.
    pub resources: usize,
    /// The largest integer in the instance.
    pub max: i64,
    /// The largest capacity, if it is not `max`.
    pub capacity: Option<i64>,
    /// The hypothesis that every instance meets.
    pub hypothesis: Hypothesis,
    /// Bounds on further parts of an instance.
    pub extras: Extras,
}

impl Scope {
    /// The smallest integer of a demand.
    pub fn least_demand(&self) -> i64 {
        i64::from(self.hypothesis == Hypothesis::PositiveDemands)
    }

    /// Returns `true` if this scope contains every instance of `other`.
    pub fn holds(&self, other: Scope) -> bool {
        other.users <= self.users
            && other.servers <= self.servers
            && other.resources <= self.resources
            && other.max <= self.max
            && other.most_capacity() <= self.most_capacity()
            && self.extras.holds(&other.extras)
    }

    /// The scope for a mechanism that reads queues in trees: up to two queues above a user if the scope names
    /// no number, and one server if the scope is the default.
    pub fn with_trees(self) -> Scope {
        let asked = Scope { hypothesis: Hypothesis::None, ..self } != Scope::default();
        let trees = Some(self.extras.trees.unwrap_or(2));
        let servers = if asked { self.servers } else { 1 };
        Scope { servers, extras: Extras { trees, ..self.extras }, ..self }
    }

    /// The smallest scope that contains both; an option that only one of them names is left open.
    #[must_use]
    pub fn joined(&self, other: Scope) -> Scope {
        let most = |a: Option<i64>, b: Option<i64>| a.zip(b).map(|(a, b)| a.max(b));
        let (a, b) = (self.extras, other.extras);
        let max = self.max.max(other.max);
        let capacity = self.most_capacity().max(other.most_capacity());
        Scope {
            users: self.users.max(other.users),
            servers: self.servers.max(other.servers),
            resources: self.resources.max(other.resources),
            max,
            capacity: (capacity != max).then_some(capacity),
            hypothesis: self.hypothesis,
            extras: Extras {
                weights: most(a.weights, b.weights),
                resource_weights: most(a.resource_weights, b.resource_weights),
                limits: most(a.limits, b.limits),
                rates: most(a.rates, b.rates),
                parts: most(a.parts, b.parts),
                priorities: most(a.priorities, b.priorities),
                unconstrained: a.unconstrained && b.unconstrained,
                trees: most(a.trees, b.trees),
                node_weights: most(a.node_weights, b.node_weights),
                owned: a.owned && b.owned,
            },
        }
    }

    /// The largest integer of a capacity.
    pub fn most_capacity(&self) -> i64 {
        self.capacity.unwrap_or(self.max)
    }
}

impl Default for Scope {
    fn default() -> Self {
        Scope {
            users: 3,
            servers: 2,
            resources: 2,
            max: 4,
            capacity: None,
            hypothesis: Hypothesis::None,
            extras: Extras::default(),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Scope { users, servers, resources, max, capacity, hypothesis, extras } = self;
        write!(f, "users={users},servers={servers},resources={resources},max={max}")?;
        if let Some(capacity) = capacity {
            write!(f, ",capacity={capacity}")?;
        }
        match hypothesis {
            Hypothesis::None => {}
            Hypothesis::PositiveDemands => write!(f, ",demands={}", hypothesis.id())?,
            Hypothesis::UnitSizes => write!(f, ",sizes={}", hypothesis.id())?,
            Hypothesis::UserWeights => f.write_str(",weights=user")?,
        }
        let Extras {
            weights,
            resource_weights,
            limits,
            rates,
            parts,
            priorities,
            unconstrained,
            trees,
            node_weights,
            owned,
        } = extras;
        let named = [
            ("weights", weights),
            ("resource-weights", resource_weights),
            ("limits", limits),
            ("rates", rates),
            ("parts", parts),
            ("priorities", priorities),
            ("trees", trees),
            ("node-weights", node_weights),
        ];
        for (name, most) in named {
            if let Some(most) = most {
                write!(f, ",{name}={most}")?;
            }
        }
        if *owned {
            f.write_str(",owners=all")?;
        }
        if *unconstrained { f.write_str(",eligible=all") } else { Ok(()) }
    }
}

/// Reasons why a text is not read as a scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// A part that is not `name=value`, or a name that occurs twice.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// A name that no scope has.
    #[error(
        "a scope has no `{0}`: {1}it has users (or agents, tasks, workloads), servers (or queues), resources, max, capacity, demands, sizes, weights, resource-weights, eligible, owners, limits, rates, parts, priorities, trees and node-weights"
    )]
    Name(String, String),
    /// A number out of range.
    #[error("`{0}` must be a whole number from 1 to {1}")]
    Number(String, i64),
    /// A number out of range, where 0 omits the part.
    #[error("`{0}` must be a whole number from 0 to {1}; 0 leaves it out")]
    Most(String, i64),
    /// A value of `eligible` other than `all`.
    #[error(
        "`{0}`: eligible servers are `all` (each user may run on every server); leave it out to assume nothing"
    )]
    Eligible(String),
    /// A value of `owners` other than `all`.
    #[error(
        "`{0}`: owners are `all` (every server has one, and weights follow from them); leave it out for none"
    )]
    Owners(String),
    /// A hypothesis of unknown name.
    #[error("`{0}`: demands are `positive` or `none` (nothing assumed)")]
    Hypothesis(String),
    /// A value of `sizes` other than `unit`.
    #[error("`{0}`: sizes are `unit` (1, and demands whole); leave it out to assume nothing")]
    Sizes(String),
    /// A value of `weights` that is neither `user` nor a number.
    #[error(
        "`{0}`: weights are `user` (one a user, none per resource), or the largest one of a user, from 1 on; leave it out to assume nothing"
    )]
    Weights(String),
    /// A text without any part.
    #[error("a scope is empty: write for instance users=3,servers=2,resources=2,max=4")]
    Empty,
}

/// Serialised as the text of the scope: `users=3,servers=2,resources=2,max=4`.
impl serde::Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let mut scope = Scope::default();
        let given = pairs(text)?;
        for Pair { part, name, value } in given.iter().copied() {
            let most = |most: i64| match value.parse::<i64>() {
                Ok(n) if (0..=most).contains(&n) => Ok(Some(n)),
                _ => Err(ScopeError::Most(part.to_string(), most)),
            };
            let parse = |most: i64| match value.parse::<i64>() {
                Ok(n) if (1..=most).contains(&n) => Ok(n),
                _ => Err(ScopeError::Number(part.to_string(), most)),
            };
            match name {
                "users" | "agents" | "tasks" | "workloads" => scope.users = parse(64)? as usize,
                "servers" | "queues" => scope.servers = parse(64)? as usize,
                "resources" => scope.resources = parse(64)? as usize,
                "demands" => {
                    let known = Hypothesis::named(value)
                        .filter(|h| [Hypothesis::None, Hypothesis::PositiveDemands].contains(h));
                    scope.hypothesis = known.ok_or_else(|| ScopeError::Hypothesis(part.to_string()))?;
                }
                "sizes" => match value {
                    "unit" => scope.hypothesis = Hypothesis::UnitSizes,
                    _ => return Err(ScopeError::Sizes(part.to_string())),
                },
                "weights" => match value {
                    "user" => scope.hypothesis = Hypothesis::UserWeights,
                    other if other.parse::<i64>().is_ok_and(|n| (1..=1000).contains(&n)) => {
                        scope.extras.weights = other.parse().ok();
                    }
                    _ => return Err(ScopeError::Weights(part.to_string())),
                },
                "resource-weights" => scope.extras.resource_weights = most(1000)?,
                "eligible" => match value {
                    "all" => scope.extras.unconstrained = true,
                    _ => return Err(ScopeError::Eligible(part.to_string())),
                },
                "owners" => match value {
                    "all" => scope.extras.owned = true,
                    _ => return Err(ScopeError::Owners(part.to_string())),
                },
                "limits" => scope.extras.limits = most(LARGEST)?,
                "rates" => scope.extras.rates = most(LARGEST)?,
                "parts" => scope.extras.parts = Some(parse(1000)?),
                "priorities" => scope.extras.priorities = most(1000)?,
                "trees" => scope.extras.trees = most(8)?,
                "node-weights" => scope.extras.node_weights = Some(parse(1000)?),
                "max" => scope.max = parse(LARGEST)?,
                "capacity" => scope.capacity = Some(parse(LARGEST)?),
                other => {
                    let near = nearest(other, KEYS);
                    let hint = near.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
                    return Err(ScopeError::Name(other.to_string(), hint));
                }
            }
        }
        if given.is_empty() {
            return Err(ScopeError::Empty);
        }
        Ok(scope)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Scope {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Scope".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "description": "a scope as it is written" })
    }
}
