//! Multipliers under which the rows of a covering programme add up to a bound of its ratio.

use crate::model::covering::{Certificate, Stock};
use crate::scalar::{Rational, Scalar};

/// Multipliers: of resources, of demands, of payments.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    pub(super) resource: Vec<Rational>,
    pub(super) cover: Vec<Rational>,
    pub(super) pay: Vec<Rational>,
}

impl Proof {
    pub(super) fn zero(stock: &Stock) -> Self {
        let zeros = |n| vec![Rational::zero(); n];
        Proof { resource: zeros(stock.resources()), cover: zeros(stock.tasks()), pay: zeros(stock.tasks()) }
    }

    pub(super) fn certificate(self) -> Certificate {
        let Proof { resource, cover, pay } = self;
        Certificate::Multipliers { resource, cover, pay }
    }
}
