//! Known rules for one server, tried before the search: dominant resource fairness, equal parts, and serial
//! dictatorships.

use super::condition::{ratio, share, worth};
use crate::profile::Profile;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// A known rule: its name in words, and the tasks of every user at a profile.
pub type Known = (&'static str, fn(&Profile) -> Vec<Rational>);

/// The known rules, in the order in which they are tried.
pub const KNOWN: [Known; 4] = [
    ("dominant resource fairness: dominant shares grow together until a demanded resource is full", drf),
    ("every user runs what fits into an equal part of the server", equal_parts),
    ("users 1, 2, .. choose in this order, each as many tasks as fit", first_to_last),
    ("the last user chooses first, and so on to user 1, each as many tasks as fit", last_to_first),
];

/// Dominant resource fairness (Ghodsi et al. 2011), by progressive filling.
fn drf(p: &Profile) -> Vec<Rational> {
    // Tasks at dominant share 1 on an unlimited server: the tasks that fit into the whole server.
    let rate: Vec<Rational> = p.demand.iter().map(|row| worth(row, &p.capacity[0])).collect();
    let mut free: Vec<Rational> = p.capacity[0].iter().map(|c| ratio(*c, 1)).collect();
    let mut tasks = vec![Rational::zero(); p.users()];
    loop {
        let grows = |u: &usize| {
            rate[*u].is_positive() && (0..free.len()).all(|r| p.demand[*u][r] == 0 || free[r].is_positive())
        };
        let active: Vec<usize> = (0..p.users()).filter(grows).collect();
        if active.is_empty() {
            return tasks;
        }
        let speed = |r: usize| {
            active.iter().fold(Rational::zero(), |sum, &u| sum + ratio(p.demand[u][r], 1) * &rate[u])
        };
        let speeds: Vec<Rational> = (0..free.len()).map(speed).collect();
        let until =
            (0..free.len()).filter(|&r| speeds[r].is_positive()).map(|r| free[r].clone() / &speeds[r]);
        let Some(time) = until.min() else { return tasks };
        for &u in &active {
            tasks[u] = tasks[u].clone() + rate[u].clone() * &time;
        }
        for (left, speed) in free.iter_mut().zip(speeds) {
            *left = left.clone() - speed * &time;
        }
    }
}

fn equal_parts(p: &Profile) -> Vec<Rational> {
    (0..p.users()).map(|u| share(p, u)).collect()
}

fn first_to_last(p: &Profile) -> Vec<Rational> {
    one_after_the_other(p, (0..p.users()).collect())
}

fn last_to_first(p: &Profile) -> Vec<Rational> {
    one_after_the_other(p, (0..p.users()).rev().collect())
}

fn one_after_the_other(p: &Profile, order: Vec<usize>) -> Vec<Rational> {
    let mut free: Vec<Rational> = p.capacity[0].iter().map(|c| ratio(*c, 1)).collect();
    let mut tasks = vec![Rational::zero(); p.users()];
    for u in order {
        let each =
            free.iter().zip(&p.demand[u]).filter(|(_, d)| **d > 0).map(|(f, d)| f.clone() / ratio(*d, 1));
        tasks[u] = each.min().unwrap_or_else(Rational::zero);
        for (left, d) in free.iter_mut().zip(&p.demand[u]) {
            *left = left.clone() - ratio(*d, 1) * &tasks[u];
        }
    }
    tasks
}
