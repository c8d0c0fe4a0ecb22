//! Greedy as printed: resources in ascending cost to the task that lacks most, cost breaking ties (mukherjee VI,
//! Algorithm 1).

use super::{Greedy, Mechanism, Specification};
use crate::linear::{Halt, Patience};
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};

impl Mechanism<Covering> for Greedy {
    fn specification(&self) -> &dyn Specification<Covering> {
        self
    }

    fn allocate(&self, stock: &Stock, _patience: &Patience) -> Result<Allotment, Halt<Refusal>> {
        self.domain(stock)?;
        Ok(Allotment::Whole(self.assign(stock)))
    }

    fn certify(
        &self,
        _stock: &Stock,
        _outcome: &Allotment,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Ok(Certificate::Rule)
    }
}
