//! The linear conditions on the amounts at the profiles of a question, each of the form "a sum is at least a
//! bound".

use crate::profile::Profile;
use crate::property::{self, Linear, PROPERTIES, Property, linear, sp::liars};
use crate::scope::ProfileScope;
use fairwitness_kernel::linear::{Relation, Row};
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// The reason why a question about divisible tasks is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotLinear {
    /// The scope has this number of servers instead of one.
    #[error(
        "scope, `servers`: divisible tasks are decided on one server, and there are {0}; on several servers Pareto optimality is no finite list of full resources"
    )]
    Servers(usize),
    /// Id of a property that is not a linear condition.
    #[error(
        "property `{0}` is not decided for divisible tasks, because it is no linear condition; there are {all}",
        all = decided().join(", ")
    )]
    Property(&'static str),
}

/// Returns the ids of the properties that are linear conditions, or a case distinction of linear conditions.
fn decided() -> Vec<&'static str> {
    let linear = PROPERTIES.iter().filter(|property| property.facts().linear.is_some());
    linear.map(|property| property.id()).collect()
}

/// Checks that the scope has one server and that the properties are linear conditions.
///
/// # Errors
/// The refusal with the number of servers, or with the property.
pub fn admitted(properties: &[&'static dyn Property], scope: &ProfileScope) -> Result<(), NotLinear> {
    if scope.servers() != 1 {
        return Err(NotLinear::Servers(scope.servers()));
    }
    match properties.iter().find(|property| property.facts().linear.is_none()) {
        Some(property) => Err(NotLinear::Property(property.id())),
        None => Ok(()),
    }
}

/// One condition; profiles, users and resources are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Capacity: the use of the resource is at most its capacity.
    Capacity {
        /// Index of the profile.
        profile: usize,
        /// Index of the resource.
        resource: usize,
    },
    /// The resource is used up: the supposition of a case.
    Full {
        /// Index of the profile.
        profile: usize,
        /// Index of the resource.
        resource: usize,
    },
    /// Sharing incentive: the user runs at least the tasks that fit into one n-th of the server.
    Share {
        /// Index of the profile.
        profile: usize,
        /// Index of the user.
        user: usize,
    },
    /// Envy-freeness: `user` runs at least the tasks that it could run with the resources of `other`.
    Envy {
        /// Index of the profile.
        profile: usize,
        /// Index of the user who does not envy.
        user: usize,
        /// Index of the user who is not envied.
        other: usize,
    },
    /// A property of two runs: `user` at `from` runs at least as many tasks as it could run with the
    /// resources of `other` at `to`.
    Compared {
        /// Id of the property.
        property: String,
        /// Index of the profile where a user might be worse off.
        from: usize,
        /// Index of the user at `from`.
        user: usize,
        /// Index of the profile compared with it.
        to: usize,
        /// Index of the user at `to`.
        other: usize,
    },
}

/// Returns, for each profile, the index of its first user among the users of all profiles, and at the end the
/// number of all users.
pub fn offsets(profiles: &[Profile]) -> Vec<usize> {
    let mut all = vec![0];
    for p in profiles {
        all.push(all[all.len() - 1] + p.users());
    }
    all
}

/// Returns the fraction `n / d`.
pub fn ratio(n: u32, d: u32) -> Rational {
    Rational::new(i64::from(n), i64::from(d))
}

/// Returns the number of tasks of demand `wanted` that run on the resources of one task of demand `held`: the
/// minimum over the resources of `wanted`.
pub fn worth(wanted: &[u32], held: &[u32]) -> Rational {
    let each = wanted.iter().zip(held).filter(|(w, _)| **w > 0).map(|(w, h)| ratio(*h, *w));
    each.min().unwrap_or_else(Rational::zero)
}

/// Returns the number of tasks of user `u` that fit into one n-th of the server.
pub fn share(p: &Profile, u: usize) -> Rational {
    let n = u32::try_from(p.users()).unwrap_or(u32::MAX);
    let each = p.capacity[0].iter().zip(&p.demand[u]).filter(|(_, d)| **d > 0);
    let each = each.map(|(c, d)| ratio(*c, *d) / ratio(n, 1));
    each.min().unwrap_or_else(Rational::zero)
}

/// Returns the minimal sets of resources such that every user demands one of each set. An allocation is
/// Pareto optimal exactly if some such set is used up.
pub fn covers(p: &Profile) -> Vec<Vec<usize>> {
    let resources = p.capacity.first().map_or(0, Vec::len);
    let mut sets: Vec<Vec<usize>> = (0..1usize << resources)
        .map(|mask| (0..resources).filter(|r| mask >> r & 1 == 1).collect())
        .collect();
    sets.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let mut found: Vec<Vec<usize>> = vec![];
    for set in sets {
        let hits = p.demand.iter().all(|row| set.iter().any(|&r| row[r] > 0));
        if hits && !found.iter().any(|small| small.iter().all(|r| set.contains(r))) {
            found.push(set);
        }
    }
    found
}

/// Returns the weight with which a task of `other` at `q` counts for `user` at `p` in a property of two runs,
/// or `None` if the property does not compare the two.
pub fn factor(
    property: &dyn Property,
    (p, user): (&Profile, usize),
    (q, other): (&Profile, usize),
) -> Option<Rational> {
    if user >= p.users() || other >= q.users() {
        return None;
    }
    match property.facts().linear? {
        Linear::Lie => {
            let lies = user == other && liars(p, q)? == [user];
            lies.then(|| worth(&p.demand[user], &q.demand[user]))
        }
        Linear::Related(_) => property.related((p, user), (q, other)).then(Rational::one),
        Linear::Always | Linear::Saturated | Linear::Share | Linear::Envy => None,
    }
}

impl Condition {
    /// Returns the word by which a record names the condition: the id of the property from which it follows, or the
    /// capacity or its use.
    pub fn by(&self) -> &str {
        match self {
            Condition::Capacity { .. } => "capacity",
            Condition::Full { .. } => "full",
            Condition::Share { .. } => "si",
            Condition::Envy { .. } => "ef",
            Condition::Compared { property, .. } => property,
        }
    }

    /// Returns `true` if the condition follows from feasibility, a supposition, or one of the properties.
    pub fn asked(&self, properties: &[&dyn Property]) -> bool {
        match self {
            Condition::Capacity { .. } | Condition::Full { .. } => true,
            Condition::Share { .. } => linear(properties, Linear::Share),
            Condition::Envy { .. } => linear(properties, Linear::Envy),
            Condition::Compared { property, .. } => properties.iter().any(|asked| asked.id() == property),
        }
    }

    /// Returns the indices of the profiles in the condition.
    pub fn profiles(&self) -> Vec<usize> {
        match self {
            Condition::Capacity { profile, .. }
            | Condition::Full { profile, .. }
            | Condition::Share { profile, .. }
            | Condition::Envy { profile, .. } => vec![*profile],
            Condition::Compared { from, to, .. } => vec![*from, *to],
        }
    }

    /// Returns the condition with each profile `p` replaced by `by(p)`.
    pub fn renumbered(&self, by: &dyn Fn(usize) -> usize) -> Self {
        let mut new = self.clone();
        match &mut new {
            Condition::Capacity { profile, .. }
            | Condition::Full { profile, .. }
            | Condition::Share { profile, .. }
            | Condition::Envy { profile, .. } => *profile = by(*profile),
            Condition::Compared { from, to, .. } => (*from, *to) = (by(*from), by(*to)),
        }
        new
    }

    /// Returns the inequality, or `None` if the profiles have no such condition. `offsets` is the result of
    /// [`offsets`] on `profiles`.
    pub fn row(&self, profiles: &[Profile], offsets: &[usize]) -> Option<Row> {
        let at_least = |terms, bound| Some(Row { terms, relation: Relation::AtLeast, bound });
        let user_of = |p: usize, u: usize| (u < profiles.get(p)?.users()).then(|| offsets[p] + u);
        let used = |p: usize, r: usize, sign: i64| {
            let (profile, cells) = (profiles.get(p)?, profiles.get(p)?.demand.iter().enumerate());
            let capacity = profile.capacity.first()?.get(r)?;
            let sign = Rational::int(sign);
            let cells = cells.filter(|(_, row)| row[r] > 0);
            let terms: Vec<_> = cells.map(|(u, row)| (offsets[p] + u, ratio(row[r], 1) * &sign)).collect();
            at_least(terms, ratio(*capacity, 1) * &sign)
        };
        match self {
            Condition::Capacity { profile, resource } => used(*profile, *resource, -1),
            Condition::Full { profile, resource } => used(*profile, *resource, 1),
            Condition::Share { profile, user } => {
                let variable = user_of(*profile, *user)?;
                at_least(vec![(variable, Rational::one())], share(&profiles[*profile], *user))
            }
            Condition::Envy { profile, user, other } => {
                let (mine, theirs) = (user_of(*profile, *user)?, user_of(*profile, *other)?);
                let p = &profiles[*profile];
                difference(mine, theirs, worth(&p.demand[*user], &p.demand[*other]))
            }
            Condition::Compared { property, from, user, to, other } => {
                let (mine, theirs) = (user_of(*from, *user)?, user_of(*to, *other)?);
                let property = property::find(property)?;
                let factor = factor(property, (&profiles[*from], *user), (&profiles[*to], *other))?;
                difference(mine, theirs, factor)
            }
        }
    }
}

/// Returns the row `mine - factor * theirs >= 0`.
fn difference(mine: usize, theirs: usize, factor: Rational) -> Option<Row> {
    let terms = vec![(mine, Rational::one()), (theirs, -factor)];
    (mine != theirs).then(|| Row { terms, relation: Relation::AtLeast, bound: Rational::zero() })
}

/// Returns all conditions of one profile under the properties, without suppositions.
pub fn of_one(properties: &[&dyn Property], profile: usize, p: &Profile) -> Vec<Condition> {
    let resources = 0..p.capacity.first().map_or(0, Vec::len);
    let mut all: Vec<Condition> =
        resources.map(|resource| Condition::Capacity { profile, resource }).collect();
    if linear(properties, Linear::Share) {
        all.extend((0..p.users()).map(|user| Condition::Share { profile, user }));
    }
    if linear(properties, Linear::Envy) {
        let pairs = (0..p.users()).flat_map(|user| (0..p.users()).map(move |other| (user, other)));
        let pairs = pairs.filter(|(user, other)| user != other);
        all.extend(pairs.map(|(user, other)| Condition::Envy { profile, user, other }));
    }
    all
}

/// Returns all conditions of a property of two runs on an ordered pair of profiles that it compares.
pub fn of_two(
    property: &dyn Property,
    (from, p): (usize, &Profile),
    (to, q): (usize, &Profile),
) -> Vec<Condition> {
    let pairs = (0..p.users()).flat_map(|user| (0..q.users()).map(move |other| (user, other)));
    let compared = |&(user, other): &(usize, usize)| {
        (from != to || user != other) && factor(property, (p, user), (q, other)).is_some()
    };
    let id = || property.id().to_string();
    pairs
        .filter(compared)
        .map(|(user, other)| Condition::Compared { property: id(), from, user, to, other })
        .collect()
}
