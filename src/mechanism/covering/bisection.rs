//! The pruned programme by bisection, as the paper finds it (mukherjee III, Observation 2 and Theorem 3).

use super::{Mechanism, Settles, by_rule, programme, refuse, uncertified, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar, greatest, least};

/// Bisection to a resolution.
#[derive(Debug)]
pub(super) struct Bisection;

fn resolution() -> Rational {
    Rational::new(1, 1000)
}

fn bisect(stock: &Stock) -> Option<Allotment> {
    let (most, less) = (greatest(stock.cost.iter().cloned())?, least(stock.cost.iter().cloned())?);
    let (mut low, mut high) = (Rational::one(), most / less);
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

    fn certify(&self, _stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        Ok(Certificate::Rule)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Result<(), Rejected> {
        by_rule(certificate)?;
        let again = bisect(stock).map(|again| again.ratio(stock));
        if again == Some(outcome.ratio(stock)) { Ok(()) } else { uncertified("bisection ends elsewhere") }
    }
}
