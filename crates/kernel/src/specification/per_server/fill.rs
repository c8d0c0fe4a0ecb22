//! Water-filling on one server: the common level rises, and a saturated resource stops the users who demand
//! it.

use super::Server;
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar};

/// A stop in the filling of one server: the common level stops for some users and rises on for the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop<S = Rational> {
    /// The common level at the stop.
    pub level: S,
    /// The resource that is used up; `None` if the only user has all its tasks.
    pub resource: Option<usize>,
    /// The users that stop, in increasing order.
    pub users: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    Waiting,
    Rising,
    Stopped,
}

enum Event {
    Saturated(usize),
    Done(usize),
    Starts(usize),
}

/// The tasks of each user on `server`, given its tasks `elsewhere` and its total number of tasks.
///
/// A user joins when the level reaches that of its tasks elsewhere, and stops when a resource that it demands
/// is saturated or all its tasks are placed; the level of the other users continues to rise. There are at
/// most two events per user.
pub fn fill<S: Scalar>(server: &Server<'_, S>, elsewhere: &[S], tasks: &[Option<S>]) -> Vec<S> {
    fill_seen(server, elsewhere, tasks, &mut ())
}

/// The tasks of [`fill`]; `observer` receives each stop.
pub fn fill_seen<S: Scalar>(
    server: &Server<'_, S>,
    elsewhere: &[S],
    tasks: &[Option<S>],
    observer: &mut impl Observer<Stop<S>>,
) -> Vec<S> {
    let users = server.unit.len();
    let mut placed = vec![S::zero(); users];
    let mut level = S::zero();
    let mut phase: Vec<Phase> = (0..users)
        .map(|u| {
            let room = tasks[u].as_ref().is_none_or(|has| *has > elsewhere[u]);
            match server.unit[u].is_positive() && room {
                true if elsewhere[u].is_zero() => Phase::Rising,
                true => Phase::Waiting,
                false => Phase::Stopped,
            }
        })
        .collect();
    while phase.iter().any(|p| *p != Phase::Stopped) {
        let mut next: Option<(S, Event)> = None;
        let mut offer = |at: S, event: Event| {
            if next.as_ref().is_none_or(|(least, _)| at < *least) {
                next = Some((at, event));
            }
        };
        for r in 0..server.capacity.len() {
            // Usage at level L is fixed + L * rate.
            let (mut fixed, mut rate) = (S::zero(), S::zero());
            for u in (0..users).filter(|&u| server.load[u][r].is_positive()) {
                let load = &server.load[u][r];
                match phase[u] {
                    Phase::Rising => {
                        rate = rate + server.unit[u].clone() * load;
                        if !elsewhere[u].is_zero() {
                            fixed = fixed - elsewhere[u].clone() * load;
                        }
                    }
                    _ if placed[u].is_zero() => {}
                    _ => fixed = fixed + placed[u].clone() * load,
                }
            }
            if rate.is_positive() {
                offer((server.capacity[r].clone() - fixed) / rate, Event::Saturated(r));
            }
        }
        for u in 0..users {
            match (phase[u], &tasks[u]) {
                (Phase::Rising, Some(has)) => offer(has.clone() / &server.unit[u], Event::Done(u)),
                (Phase::Waiting, _) => offer(elsewhere[u].clone() / &server.unit[u], Event::Starts(u)),
                _ => {}
            }
        }
        let Some((at, event)) = next else { break };
        if at > level {
            level = at;
        }
        let reached = |u: usize| {
            let x = level.clone() * &server.unit[u] - &elsewhere[u];
            if x.is_negative() { S::zero() } else { x }
        };
        match event {
            Event::Starts(u) => phase[u] = Phase::Rising,
            Event::Done(u) => {
                observer.see(|| Stop { level: level.clone(), resource: None, users: vec![u] });
                placed[u] = reached(u);
                phase[u] = Phase::Stopped;
            }
            Event::Saturated(r) => {
                let stops = |u: &usize| server.load[*u][r].is_positive() && phase[*u] != Phase::Stopped;
                let stopped: Vec<usize> = (0..users).filter(stops).collect();
                for &u in &stopped {
                    if phase[u] == Phase::Rising {
                        placed[u] = reached(u);
                    }
                    phase[u] = Phase::Stopped;
                }
                observer.see(|| Stop { level: level.clone(), resource: Some(r), users: stopped });
            }
        }
    }
    placed
}
