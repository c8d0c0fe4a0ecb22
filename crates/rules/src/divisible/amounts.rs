//! Rules for divisible tasks as tables of the tasks of every user at each profile, and their check condition
//! by condition.

use super::condition::{covers, of_one, of_two, offsets};
use crate::profile::Profile;
use crate::property::Property;
use crate::rule::Failure;
use fairwitness_kernel::linear::Row;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// The tasks of every user at each profile, in the order of the profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amounts {
    /// The profiles, without repetition.
    pub profiles: Vec<Profile>,
    /// Tasks (profiles x users of the profile).
    pub tasks: Vec<Vec<Rational>>,
}

/// Returns `true` if resource `r` is used up to its capacity by `tasks`.
fn full(p: &Profile, tasks: &[Rational], r: usize) -> bool {
    let used = p
        .demand
        .iter()
        .zip(tasks)
        .fold(Rational::zero(), |sum, (row, x)| sum + Rational::int(i64::from(row[r])) * x);
    used == Rational::int(i64::from(p.capacity[0][r]))
}

/// Returns `true` if every user demands a resource that is used up to its capacity.
pub fn saturated(p: &Profile, tasks: &[Rational]) -> bool {
    covers(p).iter().any(|set| set.iter().all(|&r| full(p, tasks, r)))
}

impl Amounts {
    /// Checks the table: no capacity is exceeded, and every property holds at every profile and every pair of
    /// profiles.
    ///
    /// # Errors
    /// The first profile or pair of profiles where a property fails.
    pub fn judge(&self, properties: &[&dyn Property]) -> Result<(), Failure> {
        let fits = |(p, x): (&Profile, &Vec<Rational>)| p.capacity.len() == 1 && p.users() == x.len();
        if self.profiles.len() != self.tasks.len() || !self.profiles.iter().zip(&self.tasks).all(fits) {
            return Err(Failure(
                "the numbers of profiles or of users differ from those of amounts".to_string(),
            ));
        }
        let offsets = offsets(&self.profiles);
        let point: Vec<Rational> = self.tasks.iter().flatten().cloned().collect();
        let holds = |row: &Row| row.at(&point) >= row.bound;
        for (i, (p, x)) in self.profiles.iter().zip(&self.tasks).enumerate() {
            if x.iter().any(|amount| amount.is_negative()) {
                return Err(Failure(format!("profile {i}: an amount is negative")));
            }
            for condition in of_one(properties, i, p) {
                if !condition.row(&self.profiles, &offsets).is_some_and(|row| holds(&row)) {
                    return Err(Failure(format!("profile {i}: {condition:?} fails")));
                }
            }
            if properties.iter().any(|property| property.id() == "po") && !saturated(p, x) {
                return Err(Failure(format!("profile {i}: `po` fails")));
            }
        }
        for property in properties {
            for (i, p) in self.profiles.iter().enumerate() {
                for (j, q) in self.profiles.iter().enumerate().filter(|(_, q)| property.compares(p, q)) {
                    for condition in of_two(property.id(), (i, p), (j, q)) {
                        if !condition.row(&self.profiles, &offsets).is_some_and(|row| holds(&row)) {
                            return Err(Failure(format!("profiles {i} and {j}: `{}` fails", property.id())));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
