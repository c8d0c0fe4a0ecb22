//! The programmes of mukherjee III: naive, pruned, and pruned with sizes. Checks of their fractional
//! solutions and of their dual multipliers.

use super::enough;
use crate::model::covering::{Allotment, Certificate, Covering, Multipliers, Setting, Stock};
use crate::model::{Checked, Model, Refusal, Rejected, certain, uncertified};
use crate::scalar::{Rational, Scalar, sum};
use crate::specification::{Facts, Settles, Specification};

/// The pairs of a resource and a task that a programme allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// Every pair of a resource and a task (Figure 1, relaxed).
    Naive,
    /// Pairs whose resource costs at most the budget of the task (Figure 2).
    Pruned,
    /// Pairs of [`Formulation::Pruned`] whose resource is not larger than the task's demand (Figure 3).
    Sized,
}

/// A programme as a mechanism, whose outcome is an optimal fractional solution.
#[derive(Debug)]
pub struct Programme {
    id: &'static str,
    /// The pairs of a resource and a task that the programme allows.
    pub kind: Formulation,
}

/// The programme of Figure 1, relaxed.
pub const LP_NAIVE: Programme = Programme { id: "lp-naive", kind: Formulation::Naive };
/// The programme of Figure 2.
pub const LP_PRUNED: Programme = Programme { id: "lp-pruned", kind: Formulation::Pruned };
/// The programme of Figure 3.
pub const LP_SIZED: Programme = Programme { id: "lp-sized", kind: Formulation::Sized };

impl Formulation {
    /// Returns `true` if task `j` may have a part of resource `i` at some ratio.
    pub fn fits(self, stock: &Stock, i: usize, j: usize) -> bool {
        self != Formulation::Sized || stock.size[i] <= stock.demand[j]
    }

    /// Checks, by sums and comparisons, that the multipliers prove `ratio` to be the smallest possible.
    ///
    /// # Errors
    /// The part of the proof that fails.
    pub fn proves(self, stock: &Stock, ratio: &Rational, multipliers: &Multipliers) -> Checked {
        let Multipliers { resource, cover, pay } = multipliers;
        let tasks = stock.tasks();
        certain(multipliers.fit(stock), "the multipliers are not non-negative numbers, one a row")?;
        let most: Vec<Rational> = stock.isolation().iter().map(|alone| ratio * alone).collect();
        let allowed = |i: usize, j: usize| {
            (self == Formulation::Naive || stock.cost[i] < most[j]) && self.fits(stock, i, j)
        };
        let priced = multipliers.price(stock, allowed);
        certain(priced, "the multipliers do not price a pair that is allowed")?;
        let gains = sum((0..tasks).map(|j| &stock.demand[j] * &cover[j])) - sum(resource.iter().cloned());
        let costs = sum((0..tasks).map(|j| &stock.isolation()[j] * &pay[j]));
        let proved = gains.is_positive() && gains >= ratio * costs;
        certain(proved, "the multipliers do not prove the ratio")
    }
}

/// Checks that the fractions satisfy the programme at `ratio`.
///
/// # Errors
/// The first row that is violated.
pub fn meets(kind: Formulation, stock: &Stock, fraction: &[Vec<Rational>], ratio: &Rational) -> Checked {
    for j in 0..stock.tasks() {
        let allowed = ratio * &stock.isolation()[j];
        let paid = sum(fraction.iter().zip(&stock.cost).map(|(row, cost)| &row[j] * cost));
        certain(paid <= allowed, "a task pays more than the ratio allows")?;
        for (i, _) in fraction.iter().enumerate().filter(|(_, row)| row[j].is_positive()) {
            let dear = kind != Formulation::Naive && stock.cost[i] > allowed;
            let kept = !dear && kind.fits(stock, i, j);
            certain(kept, "a task has a part of a resource that is pruned")?;
        }
    }
    Ok(())
}

/// Checks that the outcome is feasible and satisfies the pruned programme at its ratio.
///
/// # Errors
/// The first constraint that is violated.
pub fn within_pruned(stock: &Stock, outcome: &Allotment) -> Checked {
    Covering::feasible(Setting { integral: false }, stock, outcome)?;
    match outcome {
        Allotment::Parts { fraction, ratio } => meets(Formulation::Pruned, stock, fraction, ratio),
        Allotment::Whole(_) => Err(Rejected::Kind),
    }
}

impl Specification<Covering> for Programme {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Utilities, ..Facts::of(self.id, Setting { integral: false }) }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        enough(stock)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        let Allotment::Parts { fraction, ratio } = outcome else {
            return Err(Rejected::Misfit("the outcome is not one of parts".to_string()));
        };
        let Certificate::Multipliers(multipliers) = certificate else {
            return uncertified("multipliers are needed");
        };
        meets(self.kind, stock, fraction, ratio)?;
        self.kind.proves(stock, ratio, multipliers)
    }
}
