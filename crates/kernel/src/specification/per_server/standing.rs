//! Levels on one server, computed once: the resources that are used up, and the highest level among the users
//! of each.

use super::{PerServer, Server};
use crate::model::cluster::Placement;
use crate::scalar::{Rational, Scalar, compare};

/// The highest level among the users of a resource that is used up.
#[derive(Debug)]
enum Highest {
    /// No user: the capacity is zero.
    Nobody,
    /// The highest level of a user of the resource.
    At(Rational),
    /// Undefined: some user of the resource can run nothing on the server, so it has no level there.
    Unlevelled,
}

/// The levels of all users on a server, and the resources that are used up.
#[derive(Debug)]
pub struct Standing<'a> {
    server: &'a Server<'a>,
    /// Level of each user; `None` for a user that can run nothing on the server.
    level: Vec<Option<Rational>>,
    /// One entry per resource; `None` if some of it is left.
    used_up: Vec<Option<Highest>>,
}

impl<'a> Standing<'a> {
    /// Sums the usage of server `i` by `placement`.
    pub fn of(view: &'a PerServer<'_>, placement: &Placement, totals: &[Rational], i: usize) -> Self {
        let server = &view.servers[i];
        let level: Vec<Option<Rational>> = server
            .unit
            .iter()
            .zip(totals)
            .map(|(unit, total)| unit.is_positive().then(|| total / unit))
            .collect();
        let column = || placement.tasks.iter().map(|row| &row[i]);
        let resource = |r: usize| {
            let products = || column().zip(server.load.iter().map(|load| &load[r]));
            compare(products, &server.capacity[r]).is_eq().then(|| {
                let users = column().zip(server.load.iter()).zip(&level);
                let mut highest: Option<&Rational> = None;
                for ((tasks, load), level) in users {
                    if !tasks.is_positive() || !load[r].is_positive() {
                        continue;
                    }
                    let Some(level) = level else { return Highest::Unlevelled };
                    if highest.is_none_or(|highest| highest < level) {
                        highest = Some(level);
                    }
                }
                highest.map_or(Highest::Nobody, |level| Highest::At(level.clone()))
            })
        };
        let used_up = (0..server.capacity.len()).map(resource).collect();
        Standing { server, level, used_up }
    }

    /// Returns `true` if `resource` is a bottleneck of `user` on the server (Definition 6): demanded, used
    /// up, and used by no user with a higher level.
    pub fn is_bottleneck(&self, user: usize, resource: usize) -> bool {
        let Some(Some(highest)) = self.used_up.get(resource) else { return false };
        let Some(level) = &self.level[user] else { return false };
        self.server.load[user][resource].is_positive()
            && match highest {
                Highest::Nobody => true,
                Highest::At(highest) => highest <= level,
                Highest::Unlevelled => false,
            }
    }
}
