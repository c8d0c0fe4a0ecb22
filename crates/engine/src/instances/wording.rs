//! Scopes as texts: how they are read and printed.

use std::fmt;
use std::str::FromStr;

use super::scope::{Owners, Scope};
use crate::document::pairs::{Pair, PairError, pairs};
use crate::document::suggest::nearest;
use crate::model::Hypothesis;

/// The names that a scope may contain.
const KEYS: [&str; 23] = [
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
    "zeros",
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
    "quotas",
];

/// The largest entry of a search: beyond the range in which floats are exact, and well within a machine word.
const LARGEST: i64 = 1_000_000_000_000_000_000;

/// The words with numbers: the name, the least number, and the most that a search lists or draws.
const NUMBERS: [(&str, i64, i64); 14] = [
    ("users", 1, 64),
    ("servers", 1, 64),
    ("resources", 1, 64),
    ("max", 1, LARGEST),
    ("capacity", 1, LARGEST),
    ("weights", 1, 1000),
    ("resource-weights", 0, 1000),
    ("limits", 0, LARGEST),
    ("rates", 0, LARGEST),
    ("trees", 0, 8),
    ("node-weights", 1, 1000),
    ("quotas", 0, LARGEST),
    ("parts", 1, 1000),
    ("priorities", 0, 1000),
];

/// Every name and value of the scope. One with open bounds is `default`, with what differs from it.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |scope: &Scope| scope.words();
        let (own, open) = (words(self), self.extras.is_open());
        let known = words(&Scope::default());
        let mut separate = "";
        if open {
            f.write_str("default")?;
            separate = ",";
        }
        for (name, value) in &own {
            if open && known.contains(&(*name, value.clone())) {
                continue;
            }
            write!(f, "{separate}{name}={value}")?;
            separate = ",";
        }
        Ok(())
    }
}

impl Scope {
    /// The names and values of the scope, without its open bounds.
    fn words(&self) -> Vec<(&'static str, String)> {
        let Scope { users, servers, resources, max, capacity, hypothesis, extras, vast } = *self;
        let positive = hypothesis == Hypothesis::PositiveDemands;
        let number = |n: i64| Some(n.to_string());
        let or = |named: Option<i64>| named.and_then(number);
        let word = |word: &str| Some(word.to_string());
        let weights = if hypothesis == Hypothesis::UserWeights { word("user") } else { or(extras.weights) };
        let open = extras.is_open();
        let rare = |named: Option<i64>, plain: i64| or(named.filter(|n| open || *n != plain));
        let all = [
            ("users", Some(users.to_string())),
            ("servers", Some(servers.to_string())),
            ("resources", Some(resources.to_string())),
            ("max", number(max)),
            ("capacity", or(capacity)),
            ("weights", weights),
            ("resource-weights", or(extras.resource_weights)),
            ("limits", or(extras.limits)),
            ("rates", or(extras.rates)),
            ("owners", word(extras.owners.word())),
            ("trees", or(extras.trees)),
            ("node-weights", rare(extras.node_weights, 1)),
            ("quotas", rare(extras.quotas, 0)),
            ("demands", word(if positive { "positive" } else { "any" })),
            ("zeros", word(if positive { "no" } else { "yes" })),
            ("sizes", (hypothesis == Hypothesis::UnitSizes).then(|| "unit".to_string())),
            ("eligible", word(if extras.unconstrained { "all" } else { "any" })),
            ("parts", or(extras.parts)),
            ("priorities", rare(extras.priorities, 0)),
        ];
        let exact = |name: &str, value: String| match vast {
            Some((vast, number)) if vast == name => number.to_string(),
            _ => value,
        };
        all.into_iter().filter_map(|(name, value)| Some((name, exact(name, value?)))).collect()
    }

    /// The first number that is above the most that a search lists or draws, in words.
    pub fn too_large(&self) -> Option<String> {
        self.words().into_iter().find_map(|(name, value)| {
            let (.., most) = NUMBERS.into_iter().find(|(known, ..)| *known == name)?;
            let large = value.parse::<u128>().is_ok_and(|number| number > most as u128);
            large.then(|| format!("`{name}={value}` is too large a scope: a search takes at most {most}"))
        })
    }

    /// The first word that is neither plain nor open and not among those that a model reads, as it is written.
    pub(super) fn unread(&self, read: &[&str]) -> Option<(&'static str, String)> {
        let idle = [Scope::PLAIN.words(), Scope::default().words()];
        let idle = &idle[..if self.is_open() { 2 } else { 1 }];
        let said =
            |word: &(&str, String)| !read.contains(&word.0) && !idle.iter().any(|known| known.contains(word));
        // One server says of a model without servers what is true of each of its instances.
        let one = |word: &(&str, String)| word.0 == "servers" && self.servers == 1;
        self.words().into_iter().find(|word| said(word) && !one(word))
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
        "a scope has no `{0}`: {1}it has users (or agents, tasks, workloads), servers (or queues), resources, max, capacity, demands, zeros, sizes, weights, resource-weights, eligible, owners, limits, rates, parts, priorities, trees, node-weights and quotas"
    )]
    Name(String, String),
    /// A text that is no number from 1 on.
    #[error("`{0}` must be a whole number from 1 on, of at most 38 digits")]
    Number(String),
    /// A text that is no number from 0 on, where 0 omits the part.
    #[error("`{0}` must be a whole number from 0 on, of at most 38 digits; 0 leaves it out")]
    Most(String),
    /// A second number beyond the machine words.
    #[error("`{0}` is a second number above {max}: name one of them", max = i64::MAX)]
    Vast(String),
    /// An unknown value of `eligible`.
    #[error("`{0}`: eligible servers are `all` (each user may run on every server) or `any`")]
    Eligible(String),
    /// An unknown value of `owners`.
    #[error(
        "`{0}`: owners are `none`, `all` (every server has one, and weights follow from them) or `some` (either of both)"
    )]
    Owners(String),
    /// A hypothesis of unknown name.
    #[error("`{0}`: demands are `positive` or `any`, and zeros `no` or `yes`")]
    Hypothesis(String),
    /// A value of `sizes` other than `unit`.
    #[error("`{0}`: sizes are `unit` (1, and demands whole); leave it out to assume nothing")]
    Sizes(String),
    /// A value of `weights` that is neither `user` nor a number.
    #[error(
        "`{0}`: weights are the largest one of a user, from 1 on, or `user` (one a user, none per resource)"
    )]
    Weights(String),
    /// Two names of one size, or two parts that cannot both hold.
    #[error("`{0}` and `{1}` contradict each other: name one of them")]
    Contradiction(String, String),
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

/// Reads `name=value` pairs. Parts that the text does not name are plain; after the word `default` they are open.
impl FromStr for Scope {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        let text = text.trim();
        let rest = text.strip_prefix("default").filter(|rest| rest.is_empty() || rest.starts_with(','));
        let mut scope = if rest.is_some() { Scope::default() } else { Scope::PLAIN };
        if rest == Some("") {
            return Ok(scope);
        }
        let given = pairs(rest.map_or(text, |rest| &rest[1..]))?;
        if given.is_empty() {
            return Err(ScopeError::Empty);
        }
        // Hypotheses come last: that of one weight a user is a bound besides another one.
        let assumes = |pair: &&Pair<'_>| ["demands", "zeros", "sizes"].contains(&pair.name);
        let (assumed, bounds): (Vec<&Pair<'_>>, Vec<&Pair<'_>>) = given.iter().partition(assumes);
        bounds.iter().chain(&assumed).try_for_each(|pair| scope.name(**pair))?;
        if bounds.iter().any(|pair| (pair.name, pair.value) == ("weights", "user")) {
            scope.extras.weights = Some(scope.one_weight());
            scope.extras.resource_weights = Some(0);
        }
        for (k, pair) in given.iter().enumerate() {
            if let Some(other) = given[..k].iter().find(|other| contradict(other, pair)) {
                return Err(ScopeError::Contradiction(other.part.to_string(), pair.part.to_string()));
            }
        }
        Ok(scope)
    }
}

/// The names of one size.
const SIZES: [&[&str]; 2] = [&["users", "agents", "tasks", "workloads"], &["servers", "queues"]];

/// Pairs of which no scope has both.
const APART: [(&str, &str); 5] = [
    ("demands=positive", "zeros=yes"),
    ("demands=any", "zeros=no"),
    ("demands=none", "zeros=no"),
    ("demands=positive", "sizes=unit"),
    ("sizes=unit", "zeros=no"),
];

/// Returns `true` for two pairs that name one thing, or cannot both hold.
fn contradict(one: &Pair<'_>, other: &Pair<'_>) -> bool {
    let mut both = [*one, *other];
    both.sort_by_key(|pair| pair.name);
    let [first, second] = both.map(|pair| format!("{}={}", pair.name, pair.value));
    SIZES.iter().any(|names| names.contains(&one.name) && names.contains(&other.name))
        || APART.contains(&(&first, &second))
        || second == "weights=user" && both[0].name == "resource-weights" && both[0].value != "0"
}

impl Scope {
    /// The largest weight of a user under the hypothesis of one weight per user, as it is unless a scope names it.
    fn one_weight(&self) -> i64 {
        self.max.min(3)
    }

    /// Keeps a number beyond the machine words, of which a scope has one at most.
    fn set_vast(&mut self, name: &'static str, number: u128, part: &str) -> Result<i64, ScopeError> {
        if self.vast.is_some() {
            return Err(ScopeError::Vast(part.to_string()));
        }
        self.vast = Some((name, number));
        Ok(i64::MAX)
    }

    /// Sets what one pair names.
    fn name(&mut self, Pair { part, name, value }: Pair<'_>) -> Result<(), ScopeError> {
        let said = || part.to_string();
        let name = SIZES.iter().find(|names| names.contains(&name)).map_or(name, |names| names[0]);
        let numbered = NUMBERS.into_iter().find(|(known, ..)| *known == name);
        let mut number = 0;
        if let Some((name, least, _)) = numbered.filter(|_| (name, value) != ("weights", "user")) {
            number = match value.parse::<u128>() {
                Ok(n) if n >= least as u128 => i64::try_from(n).or_else(|_| self.set_vast(name, n, part))?,
                _ if name == "weights" => return Err(ScopeError::Weights(said())),
                _ if least == 0 => return Err(ScopeError::Most(said())),
                _ => return Err(ScopeError::Number(said())),
            };
        }
        let (size, some) = (usize::try_from(number).unwrap_or(usize::MAX), Some(number));
        let positive = |positive: bool| if positive { Hypothesis::PositiveDemands } else { Hypothesis::None };
        match (name, value) {
            ("users", _) => self.users = size,
            ("servers", _) => self.servers = size,
            ("resources", _) => self.resources = size,
            // Sizes and weights of one kind are a hypothesis too, which the plain words leave in force.
            ("demands", "any" | "none") | ("zeros", "yes") => {
                if self.hypothesis == Hypothesis::PositiveDemands {
                    self.hypothesis = positive(false);
                }
            }
            ("demands", "positive") | ("zeros", "no") => self.hypothesis = positive(true),
            ("demands" | "zeros", _) => return Err(ScopeError::Hypothesis(said())),
            ("sizes", "unit") => self.hypothesis = Hypothesis::UnitSizes,
            ("sizes", _) => return Err(ScopeError::Sizes(said())),
            ("weights", "user") => self.hypothesis = Hypothesis::UserWeights,
            ("weights", _) => self.extras.weights = some,
            ("resource-weights", _) => self.extras.resource_weights = some,
            ("eligible", "all" | "any") => self.extras.unconstrained = value == "all",
            ("eligible", _) => return Err(ScopeError::Eligible(said())),
            ("owners", _) => {
                let all = [Owners::None, Owners::Some, Owners::All];
                let owners = all.into_iter().find(|owners| owners.word() == value);
                self.extras.owners = owners.ok_or_else(|| ScopeError::Owners(said()))?;
            }
            ("limits", _) => self.extras.limits = some,
            ("rates", _) => self.extras.rates = some,
            ("parts", _) => self.extras.parts = some,
            ("priorities", _) => self.extras.priorities = some,
            ("trees", _) => self.extras.trees = some,
            ("node-weights", _) => self.extras.node_weights = some,
            ("quotas", _) => self.extras.quotas = some,
            ("max", _) => self.max = number,
            ("capacity", _) => self.capacity = some,
            (other, _) => {
                let near = nearest(other, KEYS);
                let hint = near.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
                return Err(ScopeError::Name(other.to_string(), hint));
            }
        }
        Ok(())
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
