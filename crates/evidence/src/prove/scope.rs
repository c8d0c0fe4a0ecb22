//! The size of the instances of a theorem, and the hypotheses about them.

use std::fmt;
use std::str::FromStr;

use super::pool::{Eligible, Weights};
use crate::document::pairs::{Pair, PairError, pairs};

/// All instances of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofScope {
    /// Number of users of a cluster, or of agents, all of which arrive.
    pub users: usize,
    /// Number of servers.
    pub servers: usize,
    /// Number of resources.
    pub resources: usize,
    /// `true` if every demand is above zero.
    pub positive: bool,
    /// The admitted differences between weights, within the mechanism's domain.
    pub weights: Weights,
    /// The admitted placement constraints, within the mechanism's domain.
    pub eligible: Eligible,
    /// `true` if users may have finite tasks, within the mechanism's domain.
    pub tasks: bool,
    /// `true` if the tasks per whole server may be given, within the mechanism's domain.
    pub rates: bool,
}

impl Default for ProofScope {
    fn default() -> Self {
        ProofScope {
            users: 2,
            servers: 2,
            resources: 2,
            positive: false,
            weights: Weights::Resource,
            eligible: Eligible::Any,
            tasks: true,
            rates: true,
        }
    }
}

impl ProofScope {
    /// The largest number of users, servers or resources in queries to solvers.
    const MOST: usize = 8;

    /// The first size that is too large for solvers, in words.
    pub fn too_large(&self) -> Option<String> {
        let sizes = [("users", self.users), ("servers", self.servers), ("resources", self.resources)];
        let (name, size) = sizes.into_iter().find(|(_, size)| *size > Self::MOST)?;
        Some(format!("`{name}={size}` is too large a scope: a proof takes at most {}", Self::MOST))
    }

    /// Returns `true` if the scope has only words that are read for arrivals: agents, resources and positive demands.
    pub fn is_of_arrivals(&self) -> bool {
        let ProofScope { users, resources, positive, .. } = *self;
        let servers = if self.servers == 1 { 1 } else { ProofScope::default().servers };
        *self == ProofScope { users, servers, resources, positive, ..ProofScope::default() }
    }
}

impl fmt::Display for ProofScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofScope { users, servers, resources, .. } = self;
        write!(f, "users={users},servers={servers},resources={resources}")?;
        let assumed = [
            (self.positive, ",demands=positive"),
            (self.weights == Weights::Equal, ",weights=equal"),
            (self.weights == Weights::User, ",weights=user"),
            (self.eligible == Eligible::All, ",eligible=all"),
            (self.eligible == Eligible::Some, ",eligible=some"),
            (!self.tasks, ",tasks=inf"),
            (!self.rates, ",rates=none"),
        ];
        assumed.iter().filter(|(said, _)| *said).try_for_each(|(_, text)| f.write_str(text))
    }
}

/// Reasons why a text is not read as a scope.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScopeError {
    /// A part that is not `name=value`, or a name that occurs twice.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// A name that no scope of a theorem has.
    #[error(
        "a theorem's scope has no `{0}`: it has users (or agents), servers, resources, demands=positive, weights=equal|user, \
         eligible=all|some, tasks=inf and rates=none"
    )]
    Name(String),
    /// A part with an unknown value, and the values that its name takes.
    #[error("`{0}`: {1}")]
    Value(String, &'static str),
    /// A text without any part.
    #[error("a scope is empty: write for instance users=2,servers=2,resources=2,demands=positive")]
    Empty,
}

impl FromStr for ProofScope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let mut scope = ProofScope::default();
        let given = pairs(text)?;
        for Pair { part, name, value } in given.iter().copied() {
            let wrong = |what| ScopeError::Value(part.to_string(), what);
            let size = || match value.parse::<usize>() {
                Ok(n) if n > 0 => Ok(n),
                _ => Err(wrong("must be a whole number from 1 on")),
            };
            /// The value of one of the words, or the reason why the word is none of them.
            fn one<T: Copy>(value: &str, words: &[(&str, T)]) -> Option<T> {
                words.iter().find(|(word, _)| *word == value).map(|(_, means)| *means)
            }
            let word = |narrow: &str, wide: &str, what| {
                one(value, &[(narrow, false), (wide, true)]).ok_or_else(|| wrong(what))
            };
            match name {
                "users" | "agents" => scope.users = size()?,
                "servers" => scope.servers = size()?,
                "resources" => scope.resources = size()?,
                "demands" => {
                    scope.positive =
                        word("none", "positive", "demands are `positive` or `none` (nothing assumed)")?;
                }
                "weights" => {
                    let words =
                        [("equal", Weights::Equal), ("user", Weights::User), ("any", Weights::Resource)];
                    scope.weights = one(value, &words).ok_or_else(|| {
                        wrong(
                            "weights are `equal`, `user` (one for each user) or `any` (one for each user and \
                             resource where the mechanism takes that)",
                        )
                    })?;
                }
                "eligible" => {
                    let words = [("all", Eligible::All), ("some", Eligible::Some), ("any", Eligible::Any)];
                    let what = "eligible servers are `all`, `some` (at least one for each user) or `any`";
                    scope.eligible = one(value, &words).ok_or_else(|| wrong(what))?;
                }
                "rates" => scope.rates = word("none", "any", "rates are `none` or `any`")?,
                "tasks" => scope.tasks = word("inf", "any", "tasks are `inf` or `any`")?,
                other => return Err(ScopeError::Name(other.to_string())),
            }
        }
        if given.is_empty() { Err(ScopeError::Empty) } else { Ok(scope) }
    }
}
