//! What stands on one server, summed once: what is used up, and how high the highest of those who use it stands.

use super::{PerServer, Server};
use crate::model::cluster::Placement;
use crate::scalar::{Rational, Scalar, compare};

/// A resource that is used up, and how high those stand who use it.
#[derive(Debug)]
enum Highest {
    /// Nobody uses it: there is none of it.
    Nobody,
    /// The highest level.
    At(Rational),
    /// Somebody uses it that can run nothing here, and has no level.
    Unlevelled,
}

/// The levels of all users on a server, and its resources that are used up.
#[derive(Debug)]
pub struct Standing<'a> {
    server: &'a Server<'a>,
    /// `None` for a user that can run nothing here.
    level: Vec<Option<Rational>>,
    /// One a resource; `None` where something is left.
    used_up: Vec<Option<Highest>>,
}

impl<'a> Standing<'a> {
    /// Adds up what the placement uses of server `i`.
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

    /// Whether the resource is a bottleneck for the user here (Definition 6): demanded, used up, and nobody who uses it
    /// stands higher.
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
