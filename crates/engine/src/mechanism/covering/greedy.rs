//! Greedy as printed: resources in ascending cost to the task that lacks most, cost breaking ties (mukherjee VI,
//! Algorithm 1).

use super::{Greedy, Mechanism, Specification};
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};

impl Mechanism<Covering> for Greedy {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        self.domain(stock)?;
        Ok(Allotment::Whole(self.assign(stock)))
    }

    fn certify(&self, _stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        Ok(Certificate::Rule)
    }
}
