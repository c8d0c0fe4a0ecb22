//! Rules as tables with one allocation for each profile, and the direct check of their properties.

use crate::allocation::Allocation;
use crate::profile::Profile;
use crate::property::Property;
use std::fmt;

/// One allocation for each profile, in the order of the profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The profiles, without repetition.
    pub profiles: Vec<Profile>,
    /// The allocation at each profile, in the order of `profiles`.
    pub allocations: Vec<Allocation>,
}

/// A violation by a rule, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Rule {
    /// Checks the rule directly: every allocation is feasible, and every property holds at every profile and
    /// every pair of profiles.
    ///
    /// # Errors
    /// The first profile or pair of profiles where a property fails.
    pub fn judge(&self, properties: &[&dyn Property]) -> Result<(), Failure> {
        if self.profiles.len() != self.allocations.len() {
            return Err(Failure("the numbers of profiles and of allocations differ".to_string()));
        }
        let rows = || self.profiles.iter().zip(&self.allocations);
        for (i, (p, v)) in rows().enumerate() {
            if !v.feasible(p) {
                return Err(Failure(format!("profile {i}: the allocation {:?} is not feasible", v.0)));
            }
            for property in properties {
                if property.broken(p, v).is_some() {
                    return Err(Failure(format!("profile {i}: `{}` fails", property.id())));
                }
            }
        }
        for property in properties {
            for (i, (p, v)) in rows().enumerate() {
                for (j, (q, w)) in rows().enumerate() {
                    if property.compares(p, q) && property.breaks(p, v, q, w).is_some() {
                        return Err(Failure(format!("profiles {i} and {j}: `{}` fails", property.id())));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the allocation at a profile, or `None` if the table lacks the profile.
    pub fn at(&self, p: &Profile) -> Option<&Allocation> {
        self.profiles.iter().position(|q| q == p).map(|i| &self.allocations[i])
    }

    /// Returns the name of a known rule that agrees with the table at every profile, if there is one.
    pub fn known(&self) -> Option<String> {
        let fits = |rule: &dyn Fn(&Profile) -> Allocation| {
            self.profiles.iter().zip(&self.allocations).all(|(p, v)| rule(p) == *v)
        };
        let users = self.profiles.iter().map(Profile::users).max().unwrap_or(0);
        if fits(&equal_parts) {
            return Some(format!("every user runs the whole tasks that fit into 1/{users} of every server"));
        }
        let order: Vec<usize> = (0..users).collect();
        let reversed: Vec<usize> = (0..users).rev().collect();
        for order in [order, reversed] {
            if fits(&|p| serial(p, &order)) {
                let names: Vec<String> = order.iter().map(|u| (u + 1).to_string()).collect();
                return Some(format!(
                    "users {} choose in this order, each as many tasks as fit",
                    names.join(", ")
                ));
            }
            if fits(&|p| lowest_first(p, &order)) {
                return Some(
                    "task by task to the user with the smallest dominant share whose task fits".to_string(),
                );
            }
        }
        None
    }
}

/// The rule of equal parts: every user runs the whole tasks that fit into one n-th of every server.
pub fn equal_parts(p: &Profile) -> Allocation {
    let n = u32::try_from(p.users()).unwrap_or(u32::MAX);
    let fits = |row: &[u32], d: &[u32]| {
        row.iter().zip(d).filter(|(_, d)| **d > 0).map(|(c, d)| c / (n * d)).min().unwrap_or(0)
    };
    Allocation(p.demand.iter().map(|d| p.capacity.iter().map(|row| fits(row, d)).collect()).collect())
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

/// Returns `true` if `needs` and `breaks` of a property agree on all allocations of two profiles; tests
/// compare the clauses with the definition by it.
pub fn agree(
    property: &dyn Property,
    (p, vs): (&Profile, &[Allocation]),
    (q, ws): (&Profile, &[Allocation]),
) -> bool {
    ws.iter().all(|w| {
        let needs = property.needs(p, q, w);
        vs.iter().all(|v| {
            needs.iter().all(|any| any.iter().any(|need| need.met(v)))
                == property.breaks(p, v, q, w).is_none()
        })
    })
}
