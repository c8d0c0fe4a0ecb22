//! Levels on one server, and the resources that are used up, each with the highest level among its users.

use super::{PerServer, Server};
use crate::model::cluster::Placement;
use crate::scalar::{Quotient, Rational, Scalar, compare, compare_quotients};

/// The highest level among the users of a resource that is used up.
#[derive(Clone, Copy, Debug)]
enum Highest {
    /// No user: the capacity is zero.
    Nobody,
    /// The highest level is that of this user.
    Of(usize),
    /// Undefined: some user of the resource can run nothing on the server, so it has no level there.
    Unlevelled,
}

/// The levels of all users on a server, and the resources that are used up.
#[derive(Debug)]
pub struct Standing<'a> {
    server: &'a Server<'a>,
    /// Total tasks of each user over all servers.
    totals: &'a [Rational],
    /// One entry per resource; `None` if some of it is left.
    used_up: Vec<Option<Highest>>,
}

impl<'a> Standing<'a> {
    /// Sums the usage of server `i` by `placement`, whose total tasks of each user are `totals`.
    pub fn of(view: &'a PerServer<'_>, placement: &Placement, totals: &'a [Rational], i: usize) -> Self {
        let server = &view.servers[i];
        let column = || placement.tasks.iter().map(|row| &row[i]);
        let mut standing = Standing { server, totals, used_up: Vec::with_capacity(server.capacity.len()) };
        for r in 0..server.capacity.len() {
            let products = || column().zip(server.load.iter().map(|load| &load[r]));
            let used_up = compare(products, &server.capacity[r]).is_eq();
            let highest = used_up.then(|| standing.highest(r, column()));
            standing.used_up.push(highest);
        }
        standing
    }

    /// The highest level among the users of `resource`, given the tasks of each user on the server.
    fn highest<'b>(&self, resource: usize, tasks: impl Iterator<Item = &'b Rational>) -> Highest {
        let mut highest: Option<(usize, Quotient<'_>)> = None;
        for (user, tasks) in tasks.enumerate() {
            if !tasks.is_positive() || !self.server.load[user][resource].is_positive() {
                continue;
            }
            let Some(level) = self.level(user) else { return Highest::Unlevelled };
            if highest.is_none_or(|(_, highest)| compare_quotients(highest, level).is_lt()) {
                highest = Some((user, level));
            }
        }
        highest.map_or(Highest::Nobody, |(user, _)| Highest::Of(user))
    }

    /// The level of `user` as a quotient; `None` for a user that can run nothing on the server.
    fn level(&self, user: usize) -> Option<Quotient<'_>> {
        let unit = &self.server.unit[user];
        unit.is_positive().then(|| (&self.totals[user], unit))
    }

    /// The first resource that is a bottleneck of `user` on the server, if there is one.
    pub fn bottleneck(&self, user: usize) -> Option<usize> {
        (0..self.used_up.len()).find(|&r| self.is_bottleneck(user, r))
    }

    /// Returns `true` if `resource` is a bottleneck of `user` on the server (Definition 6): demanded, used
    /// up, and used by no user with a higher level.
    pub fn is_bottleneck(&self, user: usize, resource: usize) -> bool {
        let Some(Some(highest)) = self.used_up.get(resource) else { return false };
        let Some(level) = self.level(user) else { return false };
        self.server.load[user][resource].is_positive()
            && match highest {
                Highest::Nobody => true,
                Highest::Of(other) => {
                    *other == user
                        || self.level(*other).is_some_and(|highest| compare_quotients(highest, level).is_le())
                }
                Highest::Unlevelled => false,
            }
    }
}
