//! Divisible tasks in time: a mechanism's outcome holds until a user arrives, leaves or finishes, and is then
//! computed again.

use crate::linear::{Halt, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement, Pool, Weight};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar as _};

/// The presence of a user of an instance, and its work.
#[derive(Clone, Debug, PartialEq)]
pub struct Presence {
    /// The intervals in which the user is present, in order: beginning, and end if there is one.
    pub intervals: Vec<(Rational, Option<Rational>)>,
    /// The work of the user, in tasks times seconds; `None` for a user that never finishes.
    pub work: Option<Rational>,
}

impl Presence {
    /// Present from the beginning, without end and with unlimited work.
    pub fn always() -> Self {
        Presence { intervals: vec![(Rational::zero(), None)], work: None }
    }

    /// Returns `true` if the user is present at `time`; at the end of an interval it is absent.
    pub fn at(&self, time: &Rational) -> bool {
        self.intervals.iter().any(|(from, to)| from <= time && to.as_ref().is_none_or(|to| time < to))
    }

    /// The times at which the presence changes.
    pub fn changes(&self) -> impl Iterator<Item = &Rational> {
        self.intervals.iter().flat_map(|(from, to)| std::iter::once(from).chain(to))
    }
}

/// A period of time in which one outcome holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// Beginning of the period, in seconds.
    pub from: Rational,
    /// End of the period, in seconds.
    pub to: Rational,
    /// Indexes of the users that are present.
    pub users: Vec<usize>,
    /// The outcome for all users of the instance; absent users have no tasks.
    pub outcome: Placement,
}

/// The instance restricted to `users`.
pub fn present(pool: &Pool, users: &[usize]) -> Pool {
    let pick = |rows: &Vec<Vec<Rational>>| users.iter().map(|&u| rows[u].clone()).collect::<Vec<_>>();
    let mut rest = Pool::new(pool.capacity.clone(), pick(&pool.demand));
    rest.weight = match &pool.weight {
        Weight::User(w) => Weight::User(users.iter().map(|&u| w[u].clone()).collect()),
        Weight::Resource(w) => Weight::Resource(pick(w)),
    };
    rest.eligible = users.iter().map(|&u| pool.eligible[u].clone()).collect();
    rest.tasks = users.iter().map(|&u| pool.tasks[u].clone()).collect();
    rest.rate = pool.rate.as_ref().map(pick);
    rest.tree = pool.tree.as_ref().and_then(|tree| {
        let paths = tree.paths();
        tree.moved(&users.iter().map(|&u| paths[u].clone()).collect::<Vec<_>>())
    });
    rest.labels.servers.clone_from(&pool.labels.servers);
    rest.labels.resources.clone_from(&pool.labels.resources);
    if !pool.labels.users.is_empty() {
        rest.labels.users = users.iter().map(|&u| pool.labels.users[u].clone()).collect();
    }
    rest
}

/// Extends an outcome of the present users to all users.
pub fn widened(outcome: Placement, users: &[usize], pool: &Pool) -> Placement {
    let mut all = Placement::empty(pool.users(), pool.servers());
    users.iter().zip(outcome.tasks).for_each(|(&u, row)| all.tasks[u] = row);
    all
}

/// The outcomes from the beginning to `horizon`; each instant at which a user finishes is exact.
///
/// # Errors
/// A refusal of the mechanism at some instant, or that the run was cut short.
pub fn run(
    mechanism: &dyn Mechanism<Cluster>,
    pool: &Pool,
    presence: &[Presence],
    horizon: &Rational,
    patience: &Patience,
) -> Result<Vec<Stretch>, Halt<Refusal>> {
    let mut now = Rational::zero();
    let mut work: Vec<Option<Rational>> = presence.iter().map(|p| p.work.clone()).collect();
    let mut stretches = Vec::new();
    while now < *horizon {
        patience.check()?;
        let open = |u: &usize| presence[*u].at(&now) && work[*u].as_ref().is_none_or(|w| w.is_positive());
        let users: Vec<usize> = (0..pool.users()).filter(open).collect();
        let outcome = if users.is_empty() {
            Placement::empty(pool.users(), pool.servers())
        } else {
            widened(mechanism.allocate(&present(pool, &users), patience)?, &users, pool)
        };
        let mut to = horizon.clone();
        for change in presence.iter().flat_map(Presence::changes).filter(|at| **at > now) {
            to = crate::scalar::min(to, change.clone());
        }
        for &u in &users {
            let speed = outcome.total(u);
            if let Some(work) = work[u].as_ref().filter(|_| speed.is_positive()) {
                to = crate::scalar::min(to, &now + work / &speed);
            }
        }
        let passed = &to - &now;
        for &u in &users {
            if let Some(work) = &mut work[u] {
                *work = &*work - outcome.total(u) * &passed;
            }
        }
        stretches.push(Stretch { from: now, to: to.clone(), users, outcome });
        now = to;
    }
    Ok(stretches)
}
