//! Known rules, by which an answer is named: equal parts, serial dictatorships, and dominant resource fairness.

use crate::allocation::{Allocation, fit};
use crate::condition::{ratio, share, worth};
use crate::parts::Divisible;
use crate::profile::Profile;
use crate::rule::Rule;
use crate::whole::Whole;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// A known rule for divisible tasks: its name in words, and the tasks of every user at a profile.
pub type Known = (&'static str, fn(&Profile) -> Vec<Rational>);

/// The known rules for divisible tasks, in the order in which they are tried.
pub const DIVISIBLE: [Known; 4] = [
    ("dominant resource fairness: dominant shares grow together until a demanded resource is full", drf),
    ("every user runs what fits into an equal part of the server", |p| {
        (0..p.users()).map(|u| share(p, u)).collect()
    }),
    ("users 1, 2, .. choose in this order, each as many tasks as fit", |p| {
        one_after_the_other(p, (0..p.users()).collect())
    }),
    ("the last user chooses first, and so on to user 1, each as many tasks as fit", |p| {
        one_after_the_other(p, (0..p.users()).rev().collect())
    }),
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

/// Returns the name of a known rule for divisible tasks that agrees with the table at every profile, if there is one.
pub fn divisible(table: &Rule<Divisible>) -> Option<String> {
    let fits = |(_, rule): &&Known| table.rows().all(|(p, x)| rule(p) == *x);
    DIVISIBLE.iter().find(fits).map(|(name, _)| name.to_string())
}

/// Returns the name of a known rule for whole tasks that agrees with the table at every profile, if there is one.
pub fn whole(table: &Rule<Whole>) -> Option<String> {
    let fits = |rule: &dyn Fn(&Profile) -> Allocation| table.rows().all(|(p, v)| rule(p) == *v);
    let users = table.profiles.iter().map(Profile::users).max().unwrap_or(0);
    if fits(&equal_parts) {
        return Some(format!("every user runs the whole tasks that fit into 1/{users} of every server"));
    }
    for order in [(0..users).collect::<Vec<_>>(), (0..users).rev().collect()] {
        if fits(&|p| serial(p, &order)) {
            let names: Vec<String> = order.iter().map(|u| (u + 1).to_string()).collect();
            let names = names.join(", ");
            return Some(format!("users {names} choose in this order, each as many tasks as fit"));
        }
        if fits(&|p| lowest_first(p, &order)) {
            return Some(
                "task by task to the user with the smallest dominant share whose task fits".to_string(),
            );
        }
    }
    None
}

/// The rule of equal parts: every user runs the whole tasks that fit into one n-th of every server.
pub fn equal_parts(p: &Profile) -> Allocation {
    let n = u32::try_from(p.users()).unwrap_or(u32::MAX);
    let part = |d: &Vec<u32>| d.iter().map(|d| n.saturating_mul(*d)).collect::<Vec<u32>>();
    Allocation(p.demand.iter().map(|d| p.capacity.iter().map(|row| fit(row, &part(d))).collect()).collect())
}

/// The serial dictatorship: users, in this order, take as many tasks as fit, server by server.
pub fn serial(p: &Profile, order: &[usize]) -> Allocation {
    let mut held = Allocation(vec![vec![0; p.servers()]; p.users()]);
    for &u in order.iter().filter(|&&u| u < p.users()) {
        for s in 0..p.servers() {
            while grows(p, &mut held, u, s) {}
        }
    }
    held
}

/// Task by task, the user with the smallest dominant share whose task fits on some server runs one more; ties
/// go by `order`.
pub fn lowest_first(p: &Profile, order: &[usize]) -> Allocation {
    let mut held = Allocation(vec![vec![0; p.servers()]; p.users()]);
    let whole = |r: usize| p.capacity.iter().map(|row| u64::from(row[r])).sum::<u64>();
    // The dominant share of one task as a fraction: demand and capacity of the resource with the largest
    // quotient.
    let share = |u: usize| {
        let parts = (0..p.capacity[0].len()).map(|r| (u64::from(p.demand[u][r]), whole(r).max(1)));
        parts.max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1))).unwrap_or((0, 1))
    };
    loop {
        let mut users: Vec<usize> = order.iter().copied().filter(|&u| u < p.users()).collect();
        users.sort_by(|&a, &b| {
            let (x, y) = (share(a), share(b));
            let (m, n) = (u64::from(held.total(a)), u64::from(held.total(b)));
            (u128::from(m * x.0) * u128::from(y.1)).cmp(&(u128::from(n * y.0) * u128::from(x.1)))
        });
        if !users.iter().any(|&u| (0..p.servers()).any(|s| grows(p, &mut held, u, s))) {
            return held;
        }
    }
}

/// Adds a task of user `u` on server `s` if it fits.
fn grows(p: &Profile, held: &mut Allocation, u: usize, s: usize) -> bool {
    held.0[u][s] += 1;
    let fits = held.feasible(p);
    if !fits {
        held.0[u][s] -= 1;
    }
    fits
}
