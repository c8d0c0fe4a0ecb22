//! The pruned programme solved by bisection, the paper's method (mukherjee III, Observation 2 and Theorem 3).

use super::{programme, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::{Checked, Refusal, certain, uncertified};
use crate::scalar::{Rational, Scalar};
use crate::specification::{Facts, Settles, Specification};

/// The mechanism `lp-bisect`: bisection down to [`resolution`].
#[derive(Debug)]
pub struct Bisection;

/// The length of the interval at which bisection stops.
pub fn resolution() -> Rational {
    Rational::new(1, 1000)
}

/// The interval at which bisection starts; `None` without resources.
pub fn interval(stock: &Stock) -> Option<(Rational, Rational)> {
    Some((Rational::one(), stock.cost.iter().max()? / stock.cost.iter().min()?))
}

impl Specification<Covering> for Bisection {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Utilities, ..Facts::of("lp-bisection", Setting { integral: false }) }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        unit(stock)
    }

    /// The fractions satisfy the programme at the upper end, the multipliers exclude every ratio below the
    /// one that they prove, and bisection that knows only both facts ends at that upper end.
    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        let (Certificate::AtLeast(ratio, proof), Allotment::Parts { fraction, ratio: end }) =
            (certificate, outcome)
        else {
            return uncertified("a lower bound of the programme is needed");
        };
        certain(*ratio >= Rational::one(), "no task pays less than alone: a ratio below 1 says nothing")?;
        programme::Formulation::Pruned.proves(stock, ratio, proof)?;
        programme::meets(programme::Formulation::Pruned, stock, fraction, end)?;
        let Some((mut low, mut high)) = interval(stock) else { return uncertified("there are no costs") };
        while &high - &low > resolution() {
            let middle = (&low + &high) / Rational::int(2);
            if middle >= *end {
                high = middle;
            } else if middle < *ratio {
                low = middle;
            } else {
                return uncertified("a step of the bisection is not settled by its ends");
            }
        }
        certain(high == *end, "bisection ends elsewhere")
    }
}
