//! Algorithm I of khamse2017 (Table II), step by step as printed, in exact arithmetic.
//!
//! Readings, where the text leaves a choice: the largest admissible beta; the lowest index among users that
//! tie for `n_r`; a maximum over an empty set of users counts as attained (Corollary 1 then has no content).
//! The loop over saturated resources releases `n_r` once for each resource, even when two resources select
//! one user.

use std::collections::HashMap;

use super::ps_dsf::view;
use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, greatest, least, min, sum};
use crate::specification::{Anonymous, Facts, PerServer, Printed, Rounds, Settles, Specification, fill};

/// Algorithm I as printed, under one division of servers.
#[derive(Debug)]
pub struct PsDsfPrinted {
    id: &'static str,
    /// The division of each server.
    pub division: Division,
}

/// Algorithm I with the resources of a server divided.
pub const PS_DSF_PRINTED: PsDsfPrinted = PsDsfPrinted { id: "ps-dsf-printed", division: Division::Resource };
/// Algorithm I with the time of a server as its only resource (footnote 4 of the paper).
pub const PS_DSF_TDM_PRINTED: PsDsfPrinted =
    PsDsfPrinted { id: "ps-dsf-tdm-printed", division: Division::Time };

/// The largest number of updates in a run without a cycle.
const MOST_UPDATES: usize = 150;
/// The largest number of binary digits in a placement: beyond it, the run is taken to converge only in the
/// limit.
const MOST_BITS: u64 = 1024;

/// An event of Algorithm I.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A round over all servers begins.
    Round,
    /// The next round would begin with the allocation with which this round, counted from 0, began.
    Again(usize),
    /// An update of the allocation.
    Update(Update),
}

/// An update of the allocation on one server: the users with the lowest share rise, and others release tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The server.
    pub server: usize,
    /// The lowest share among the users left.
    pub lowest: Rational,
    /// The users with that share.
    pub minimal: Vec<usize>,
    /// The resources that are used up, each with the user of the highest share that is released for it.
    pub chosen: Vec<(usize, Option<usize>)>,
    /// The amount of each resource that is free once these users have released their tasks.
    pub free: Vec<Rational>,
    /// For each resource that the users `minimal` demand, the rise for which it has room.
    pub room: Vec<(usize, Rational)>,
    /// The smallest of these rises.
    pub z: Rational,
    /// The part of the rise that is carried out.
    pub beta: Rational,
    /// The allocation before the update.
    pub before: Placement,
}

/// The state of Algorithm I between two steps.
#[derive(Debug)]
pub struct Algorithm<'a> {
    view: &'a PerServer<'a>,
    x: Placement,
    /// `true` if a user that two resources select is released once, and not once for each.
    once: bool,
    updates: usize,
}

impl<'a> Algorithm<'a> {
    /// The algorithm at the placement `x`; `once` deviates from the print and releases each user at most
    /// once.
    pub fn from(view: &'a PerServer<'a>, x: Placement, once: bool) -> Self {
        Algorithm { view, x, once, updates: 0 }
    }

    /// The current placement of the algorithm.
    pub fn placement(self) -> Placement {
        self.x
    }
}

/// What a step reads of one server, computed once for each allocation.
struct Now {
    /// The share of each user that is left, and zero for the others.
    shares: Vec<Rational>,
    /// The unallocated amount of each resource.
    free: Vec<Rational>,
}

impl Algorithm<'_> {
    fn now(&self, i: usize, left: &[usize]) -> Now {
        let mut shares = vec![Rational::zero(); self.view.users()];
        for &u in left {
            shares[u] = self.x.total(u) / &self.view.servers[i].unit[u];
        }
        Now {
            shares,
            free: (0..self.view.servers[i].capacity.len()).map(|r| self.unallocated(i, r)).collect(),
        }
    }

    fn uses(&self, user: usize, i: usize, r: usize) -> bool {
        self.x.tasks[user][i].is_positive() && self.view.servers[i].load[user][r].is_positive()
    }

    fn unallocated(&self, i: usize, r: usize) -> Rational {
        let server = &self.view.servers[i];
        let used = sum((0..self.view.users()).map(|u| &self.x.tasks[u][i] * &server.load[u][r]));
        &server.capacity[r] - used
    }

    /// The server procedure, that is, the inner while-loop, on server `i`. Returns `true` if anything was
    /// updated.
    ///
    /// # Errors
    /// A limit on updates or on the size of numbers.
    pub fn server_procedure(&mut self, i: usize) -> Result<bool, Refusal> {
        self.server_procedure_seen(i, &mut ())
    }

    /// The result of [`server_procedure`](Self::server_procedure); `observer` receives each update.
    fn server_procedure_seen(
        &mut self,
        i: usize,
        observer: &mut impl Observer<Event>,
    ) -> Result<bool, Refusal> {
        let server = &self.view.servers[i];
        let mut left: Vec<usize> = (0..self.view.users()).filter(|&u| server.unit[u].is_positive()).collect();
        let mut updated = false;
        let mut now = self.now(i, &left);
        while let Some(lowest) = least(left.iter().map(|&u| now.shares[u].clone())) {
            let minimal: Vec<usize> = left.iter().copied().filter(|&u| now.shares[u] == lowest).collect();
            let saturated: Vec<usize> = (0..server.capacity.len())
                .filter(|&r| now.free[r].is_zero())
                .filter(|&r| minimal.iter().any(|&u| server.load[u][r].is_positive()))
                .collect();
            let attained =
                |r: &&usize| left.iter().all(|&u| !self.uses(u, i, **r) || now.shares[u] <= lowest);
            if let Some(&r) = saturated.iter().find(attained) {
                left.retain(|&u| !server.load[u][r].is_positive());
            } else {
                updated = true;
                self.update_allocation(i, &left, now, (lowest, minimal), &saturated, observer)?;
                now = self.now(i, &left);
            }
        }
        Ok(updated)
    }

    fn update_allocation(
        &mut self,
        i: usize,
        left: &[usize],
        Now { shares, mut free }: Now,
        (lowest, minimal): (Rational, Vec<usize>),
        saturated: &[usize],
        observer: &mut impl Observer<Event>,
    ) -> Result<(), Refusal> {
        let server = &self.view.servers[i];
        let resources = 0..server.capacity.len();
        let mut chosen: Vec<(usize, Option<usize>)> = Vec::new();
        for &r in saturated {
            let using: Vec<usize> = left.iter().copied().filter(|&u| self.uses(u, i, r)).collect();
            let most = greatest(using.iter().map(|&u| shares[u].clone()));
            let user = using.into_iter().find(|&u| Some(&shares[u]) == most.as_ref());
            let user = user.filter(|u| !self.once || chosen.iter().all(|(_, other)| *other != Some(*u)));
            if let Some(u) = user {
                for (f, d) in free.iter_mut().zip(&server.load[u]) {
                    *f = &*f + &self.x.tasks[u][i] * d;
                }
            }
            chosen.push((r, user));
        }
        let mut released: Vec<usize> = chosen.iter().filter_map(|(_, user)| *user).collect();
        let rise = |r: usize| sum(minimal.iter().map(|&u| &server.unit[u] * &server.load[u][r]));
        let room: Vec<(usize, Rational)> =
            resources.filter(|&r| rise(r).is_positive()).map(|r| (r, &free[r] / rise(r))).collect();
        let z = least(room.iter().map(|(_, rise)| rise.clone())).expect("a user demands some resource");
        // Condition: lowest + beta z <= share - beta x / unit, for each released user. On an overloaded
        // server z is below zero, and then the inequality may hold for every beta.
        let beta = released.iter().fold(Rational::one(), |beta, &u| {
            let slope = &z + &self.x.tasks[u][i] / &server.unit[u];
            if slope.is_positive() { min(beta, (&shares[u] - &lowest) / slope) } else { beta }
        });
        observer.see(|| {
            let (minimal, z, beta) = (minimal.clone(), z.clone(), beta.clone());
            let before = self.x.clone();
            Event::Update(Update { server: i, lowest, minimal, chosen, free, room, z, beta, before })
        });
        for &u in &minimal {
            self.x.tasks[u][i] = &self.x.tasks[u][i] + &beta * &server.unit[u] * &z;
        }
        let kept = Rational::one() - &beta;
        released.sort_unstable();
        released.dedup();
        for u in released {
            self.x.tasks[u][i] = &kept * &self.x.tasks[u][i];
        }
        self.updates += 1;
        let bits = self.x.tasks.iter().flatten().map(Rational::bits).max().unwrap_or(0);
        if self.updates >= MOST_UPDATES || bits > MOST_BITS {
            let end = format!("no end after {} updates, with numbers of {bits} binary digits", self.updates);
            return Err(Refusal::Endless(format!("limit reached: {end}")));
        }
        Ok(())
    }

    /// Visits every server once. Returns `true` if anything was updated.
    fn round(&mut self, observer: &mut impl Observer<Event>) -> Result<bool, Refusal> {
        let mut updated = false;
        for i in 0..self.view.servers.len() {
            updated |= self.server_procedure_seen(i, observer)?;
        }
        Ok(updated)
    }

    fn run(&mut self, observer: &mut impl Observer<Event>) -> Result<(), Refusal> {
        let mut seen: HashMap<Vec<Vec<Rational>>, usize> = HashMap::new();
        for round in 0.. {
            if let Some(before) = seen.insert(self.x.tasks.clone(), round) {
                observer.see(|| Event::Again(before));
                let (cycle, again, first) = (round - before, round + 1, before + 1);
                let same = format!("the allocation before round {again} is that before round {first}");
                return Err(Refusal::Endless(format!("cycle of length {cycle} found: {same}")));
            }
            observer.see(|| Event::Round);
            if !self.round(observer)? {
                break;
            }
        }
        Ok(())
    }
}

impl PsDsfPrinted {
    /// The placement at which the algorithm ends; `observer` receives its events.
    ///
    /// # Errors
    /// An instance outside the domain, or a run that does not end.
    pub fn run_seen(&self, pool: &Pool, observer: &mut impl Observer<Event>) -> Result<Placement, Refusal> {
        let view = view(pool, self.division)?;
        let mut algorithm = Algorithm::from(&view, first(&view), false);
        algorithm.run(observer)?;
        Ok(algorithm.x)
    }
}

impl Specification<Cluster> for PsDsfPrinted {
    /// The algorithm visits servers in the order of their indexes.
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            anonymous: Anonymous { servers: false, ..Anonymous::ALL },
            ..Facts::of(self.id, Setting::divisible(self.division))
        }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        view(pool, self.division).map(|_| ())
    }

    fn printed(&self) -> Option<&dyn Printed<Cluster>> {
        Some(self)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        view(pool, self.division)?.check(outcome, certificate)
    }
}

impl Printed<Cluster> for PsDsfPrinted {
    fn run(&self, pool: &Pool, _start: Option<&Certificate>) -> Result<Placement, Refusal> {
        self.run_seen(pool, &mut ())
    }

    fn rounds(&self) -> Option<&dyn Rounds<Cluster>> {
        Some(self)
    }
}

/// The starting point of the algorithm: DRF on each server separately.
pub fn first(view: &PerServer<'_>) -> Placement {
    let none = vec![Rational::zero(); view.users()];
    let columns: Vec<_> = view.servers.iter().map(|s| fill(s, &none, &view.tasks)).collect();
    let row = |u: usize| columns.iter().map(|column| column[u].clone()).collect();
    Placement { tasks: (0..view.users()).map(row).collect() }
}

impl Rounds<Cluster> for PsDsfPrinted {
    fn each(&self, pool: &Pool, visit: &mut dyn FnMut(&Placement) -> bool) -> Result<(), Refusal> {
        let view = view(pool, self.division)?;
        let mut algorithm = Algorithm::from(&view, first(&view), false);
        while visit(&algorithm.x) && algorithm.round(&mut ())? {}
        Ok(())
    }
}
