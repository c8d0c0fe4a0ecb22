//! The pruned programme by bisection, as the paper finds it (mukherjee III, Observation 2 and Theorem 3).

use super::{Mechanism, Settles, programme, refuse, uncertified, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar};

/// Bisection to a resolution.
#[derive(Debug)]
pub(super) struct Bisection;

fn resolution() -> Rational {
    Rational::new(1, 1000)
}

/// Where the bisection begins.
fn interval(stock: &Stock) -> Option<(Rational, Rational)> {
    Some((Rational::one(), stock.cost.iter().max()? / stock.cost.iter().min()?))
}

fn bisect(stock: &Stock) -> Option<Allotment> {
    let (mut low, mut high) = interval(stock)?;
    let mut found = programme::pruned_at(stock, &high)?;
    while &high - &low > resolution() {
        let middle = (&low + &high) / Rational::int(2);
        match programme::pruned_at(stock, &middle) {
            Some(fraction) => (high, found) = (middle, fraction),
            None => low = middle,
        }
    }
    Some(Allotment::Parts { fraction: found, ratio: high })
}

impl Mechanism<Covering> for Bisection {
    fn id(&self) -> &'static str {
        "lp-bisection"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/lp-bisection.md")
    }

    fn setting(&self) -> Setting {
        Setting { integral: false }
    }

    fn settles(&self, _stock: &Stock) -> Settles {
        Settles::Utilities
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        unit(stock)?;
        match bisect(stock) {
            Some(outcome) => Ok(outcome),
            None => refuse("the programme has no solution at the upper end of the interval"),
        }
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        match programme::pruned(stock) {
            Some((ratio, proof)) => Ok(Certificate::AtLeast(ratio, proof)),
            None => uncertified("the programme has no solution"),
        }
    }

    /// The fractions meet the programme at the upper end, the multipliers exclude what is below the ratio they prove, and
    /// halving the interval by these two alone ends at that upper end.
    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Result<(), Rejected> {
        let (Certificate::AtLeast(ratio, proof), Allotment::Parts { fraction, ratio: end }) =
            (certificate, outcome)
        else {
            return uncertified("a lower bound of the programme is needed");
        };
        if *ratio < Rational::one() {
            return uncertified("no task pays less than alone: a ratio below 1 says nothing");
        }
        programme::Kind::Pruned.proves(stock, ratio, proof)?;
        programme::meets(programme::Kind::Pruned, stock, fraction, end)?;
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
        if high == *end { Ok(()) } else { uncertified("bisection ends elsewhere") }
    }
}
