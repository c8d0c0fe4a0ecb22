//! The greedy rule as printed: resources in ascending order of cost, each to the task that lacks most, ties
//! broken by cost (mukherjee VI, Algorithm 1).

use super::{Abilities, Greedy, Mechanism, Specification};
use crate::linear::{Halt, Patience};
use crate::mechanism::sentences;
use crate::model::covering::{Allotment, Certificate, Covering, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::trace::{Trace, Traced};

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

    fn abilities(&self) -> Abilities<'_, Covering> {
        Abilities { traced: Some(self), ..Abilities::none() }
    }
}

impl Traced<Covering> for Greedy {
    fn trace(&self, stock: &Stock, _patience: &Patience) -> Result<Trace<Covering>, Halt<Refusal>> {
        self.domain(stock)?;
        sentences::few_resources(stock)?;
        let mut rounds = Vec::new();
        let given = self.assign_seen(stock, &mut rounds);
        Ok(sentences::greedy(stock, self.first(), &rounds, given))
    }
}
