//! Scopes: sets of instances, by bounds on their sizes and parts, and hypotheses about them.

use crate::model::Hypothesis;

/// Owners of servers in the instances of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Owners {
    /// No server has an owner.
    None,
    /// Either no server has an owner, or every server has one and weights follow from the owners' contributions.
    #[default]
    Some,
    /// Every server has an owner, and weights follow from the owners' contributions.
    All,
}

impl Owners {
    /// Word for the owners on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Owners::None => "none",
            Owners::Some => "some",
            Owners::All => "all",
        }
    }
}

/// Bounds on the parts of an instance besides its amounts. `None` is an open bound, which only the default scope has:
/// a search replaces it by the default of the model where the mechanism takes the part, and by the plain bound
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Extras {
    /// The largest weight of a user, or of a queue of a cohort; 1 for equal weights.
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
    /// The largest number of queues between the root and a user; 0 for no queues.
    pub trees: Option<i64>,
    /// The largest weight of a queue; 1 for equal weights.
    pub node_weights: Option<i64>,
    /// The largest floor or cap of a queue; 0 for neither.
    pub quotas: Option<i64>,
    /// Owners of servers.
    pub owners: Owners,
}

impl Extras {
    /// Equal weights, integers, and no other part.
    pub const PLAIN: Extras = Extras {
        weights: Some(1),
        resource_weights: Some(0),
        limits: Some(0),
        rates: Some(0),
        parts: Some(1),
        priorities: Some(0),
        unconstrained: false,
        trees: Some(0),
        node_weights: Some(1),
        quotas: Some(0),
        owners: Owners::None,
    };

    /// The bounds with each open one replaced by the one of `other`.
    #[must_use]
    pub fn or(self, other: Extras) -> Extras {
        Extras {
            weights: self.weights.or(other.weights),
            resource_weights: self.resource_weights.or(other.resource_weights),
            limits: self.limits.or(other.limits),
            rates: self.rates.or(other.rates),
            parts: self.parts.or(other.parts),
            priorities: self.priorities.or(other.priorities),
            trees: self.trees.or(other.trees),
            node_weights: self.node_weights.or(other.node_weights),
            quotas: self.quotas.or(other.quotas),
            ..self
        }
    }

    /// Returns `true` if a bound is open.
    pub(super) fn is_open(self) -> bool {
        let Extras {
            weights,
            resource_weights,
            limits,
            rates,
            parts,
            priorities,
            trees,
            node_weights,
            quotas,
            ..
        } = self;
        [weights, resource_weights, limits, rates, parts, priorities, trees, node_weights, quotas]
            .contains(&None)
    }
}

/// The set of instances of a question: the largest sizes and numbers, and a hypothesis. The functions `outside` of the
/// models say which instances it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The largest number of agents: users of a cluster, tasks of a covering instance, workloads of a cohort.
    pub users: usize,
    /// The largest number of servers of a cluster, or of queues of a cohort.
    pub servers: usize,
    /// The largest number of resources.
    pub resources: usize,
    /// The largest number in the instance, besides those that have a bound of their own.
    pub max: i64,
    /// The largest capacity, if it is not `max`.
    pub capacity: Option<i64>,
    /// The hypothesis that every instance meets.
    pub hypothesis: Hypothesis,
    /// Bounds on further parts of an instance.
    pub extras: Extras,
    /// The name and the value of a number beyond the machine words, whose field has the largest machine word.
    pub vast: Option<(&'static str, u128)>,
}

impl Scope {
    /// The default sizes without any further part: the scope of a text that names nothing.
    pub const PLAIN: Scope = Scope {
        users: 3,
        servers: 2,
        resources: 2,
        max: 4,
        capacity: None,
        hypothesis: Hypothesis::None,
        extras: Extras::PLAIN,
        vast: None,
    };

    /// Returns `true` for the default scope, or one with some words of it changed.
    pub fn is_open(self) -> bool {
        self.extras.is_open()
    }

    /// A number that grows with the size of instances and their numbers, by which enumerations begin with small ones.
    pub fn amount(self) -> i64 {
        let size = self.users.saturating_mul(self.servers.saturating_add(self.resources)) as i64;
        size.saturating_mul(self.max.max(self.most_capacity()).saturating_add(1))
    }

    /// The smallest integer of a demand.
    pub fn least_demand(&self) -> i64 {
        i64::from(self.hypothesis == Hypothesis::PositiveDemands)
    }

    /// The largest integer of a capacity.
    pub fn most_capacity(&self) -> i64 {
        self.capacity.unwrap_or(self.max)
    }

    /// The instances of the scope without further parts of their own: equal weights, integers, no limits, rates, trees
    /// or owners.
    #[must_use]
    pub fn plain(self) -> Scope {
        let owners = if self.extras.owners == Owners::All { Owners::All } else { Owners::None };
        let unconstrained = self.extras.unconstrained;
        Scope { extras: Extras { unconstrained, owners, ..Extras::PLAIN }, ..self }
    }

    /// The size of an instance: `users`, `servers` and `resources`, and the largest numbers.
    pub(super) fn of_size(users: usize, servers: usize, resources: usize, max: i64) -> Scope {
        Scope { users, servers, resources, max, ..Scope::PLAIN }
    }
}

impl Default for Scope {
    /// The default sizes, with every further part open.
    fn default() -> Self {
        Scope { extras: Extras::default(), ..Scope::PLAIN }
    }
}
