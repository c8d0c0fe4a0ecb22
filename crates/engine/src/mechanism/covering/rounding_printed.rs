//! The rounding as printed, from fractions of the pruned programme (mukherjee IV).

use super::rounding::within_bound;
use super::{Kind, Mechanism, Released, RoundingPrinted, Specification, programme, refuse, round_as_printed};
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};

impl Mechanism<Covering> for RoundingPrinted {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        self.domain(stock)?;
        let Some(Allotment::Parts { fraction, .. }) = programme::optimal(Kind::Pruned, stock) else {
            return refuse("the programme has no solution");
        };
        Ok(Allotment::Whole(round_as_printed(stock, &fraction, Released::Excess)?))
    }

    fn certify(&self, stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        within_bound(stock)
    }

    fn start(&self, stock: &Stock) -> Option<Certificate> {
        let Some(Allotment::Parts { fraction, ratio }) = programme::optimal(Kind::Pruned, stock) else {
            return None;
        };
        let proof = programme::proof(Kind::Pruned, stock, &ratio);
        Some(Certificate::Start(fraction, ratio, proof))
    }
}
