//! A rounding of the pruned programme with at most twice its ratio (after mukherjee IV-B).

use super::{assignment, programme, uncertified, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::{Checked, Refusal};
use crate::scalar::{Rational, Scalar};
use crate::specification::{Anonymous, Facts, Specification};

/// The mechanism `rounding`: rounding by slots.
#[derive(Debug)]
pub struct Rounding;

impl Specification<Covering> for Rounding {
    /// Tasks with equal parts of a resource are told apart by their indexes.
    fn facts(&self) -> Facts<Setting> {
        Facts {
            anonymous: Anonymous { agents: false, ..Anonymous::ALL },
            ..Facts::of("rounding", Setting { integral: true })
        }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        unit(stock)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        check_bound(stock, assignment(outcome)?, certificate)
    }
}

/// Checks that every task pays less than twice a ratio that the multipliers of the certificate prove to be at
/// most the ratio of the programme.
///
/// # Errors
/// The part of the proof that fails.
pub fn check_bound(stock: &Stock, given: &[Option<usize>], certificate: &Certificate) -> Checked {
    let Certificate::AtLeast(ratio, proof) = certificate else {
        return uncertified("a lower bound of the programme is needed");
    };
    programme::Formulation::Pruned.proves(stock, ratio, proof)?;
    if stock.ratio(given) < Rational::int(2) * ratio {
        Ok(())
    } else {
        uncertified("a task pays twice what the programme allows it, or more")
    }
}
