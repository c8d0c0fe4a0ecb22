//! Envy-freeness: no user could run more tasks with the resources of another user, counted server by server
//! in whole tasks. Envy-freeness up to one task of one's own: no user could run two tasks more than it does.

use super::{Facts, Linear, Property, tasks};
use crate::allocation::{Allocation, worth};
use crate::profile::Profile;

/// Envy-freeness, as the module documentation defines it, with a number of own tasks that envy may reach.
#[derive(Debug)]
pub struct Ef {
    id: &'static str,
    name: &'static str,
    spared: u32,
    after: &'static str,
    linear: Option<Linear>,
}

/// Envy-freeness.
pub const EF: Ef = Ef { id: "ef", name: "envy-freeness", spared: 0, after: "", linear: Some(Linear::Envy) };

/// Envy-freeness up to one task of one's own.
pub const EF1_OWN: Ef = Ef {
    id: "ef1-own",
    name: "envy-freeness up to one task of one's own",
    spared: 1,
    after: ", two or more tasks beyond its own",
    linear: None,
};

/// Returns the number of tasks that user `n` could run with tasks `held` (by server) of user `m`.
pub fn value(p: &Profile, n: usize, m: usize, held: &[u32]) -> u32 {
    worth(&p.demand[n], &p.demand[m], held)
}

/// Returns the first ordered pair (envious, envied) of users for which `envies` is `true`.
pub fn pair(p: &Profile, envies: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let users = p.users();
    (0..users)
        .flat_map(|n| (0..users).map(move |m| vec![n, m]))
        .find(|by| by[0] != by[1] && envies(by[0], by[1]))
}

/// Returns the sentence about an envious and an envied user; `after` names the task that is removed first.
pub fn sentence(v: &Allocation, by: &[usize], worth: u32, after: &str) -> String {
    let (runs, other) = (tasks(v.total(by[0])), by[1] + 1);
    format!("user {}, who runs {runs}, could run {worth} with what user {other} holds{after}", by[0] + 1)
}

impl Property for Ef {
    fn facts(&self) -> Facts {
        Facts { linear: self.linear, ..Facts::of(self.id, self.name) }
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        pair(p, |n, m| value(p, n, m, &v.0[m]) > v.total(n) + self.spared)
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        sentence(v, by, value(p, by[0], by[1], &v.0[by[1]]), self.after)
    }
}
