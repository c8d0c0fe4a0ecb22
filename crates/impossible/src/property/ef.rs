//! Envy-freeness: no user could run more tasks with what another user holds, counted server by server in whole tasks.

use super::{Property, tasks};
use crate::allocation::{Allocation, worth};
use crate::profile::Profile;

/// See the module.
#[derive(Debug)]
pub struct Ef;

/// The tasks that user `n` could run with tasks `held` of user `m`.
pub fn value(p: &Profile, n: usize, m: usize, held: &[u32]) -> u32 {
    worth(&p.demand[n], &p.demand[m], held)
}

/// The first ordered pair (envious, envied) of users for which `envies` says so.
pub fn pair(p: &Profile, envies: impl Fn(usize, usize) -> bool) -> Option<Vec<usize>> {
    let users = p.users();
    (0..users)
        .flat_map(|n| (0..users).map(move |m| vec![n, m]))
        .find(|by| by[0] != by[1] && envies(by[0], by[1]))
}

/// The sentence about an envious and an envied user; `after` names what is taken away first.
pub fn sentence(v: &Allocation, by: &[usize], worth: u32, after: &str) -> String {
    format!(
        "user {}, who runs {}, could run {worth} with what user {} holds{after}",
        by[0] + 1,
        tasks(v.total(by[0])),
        by[1] + 1
    )
}

impl Property for Ef {
    fn id(&self) -> &'static str {
        "ef"
    }

    fn name(&self) -> &'static str {
        "envy-freeness"
    }

    fn broken(&self, p: &Profile, v: &Allocation) -> Option<Vec<usize>> {
        pair(p, |n, m| value(p, n, m, &v.0[m]) > v.total(n))
    }

    fn tell(&self, p: &Profile, v: &Allocation, by: &[usize]) -> String {
        sentence(v, by, value(p, by[0], by[1], &v.0[by[1]]), "")
    }
}
