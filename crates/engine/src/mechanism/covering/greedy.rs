//! The greedy rule as printed: resources in ascending order of cost, each to the task that lacks most, ties
//! broken by cost (mukherjee VI, Algorithm 1).

use super::{Allocated, Followed, Greedy, Mechanism, Specification};
use crate::linear::Patience;
use crate::mechanism::sentences;
use crate::model::covering::{Allotment, Covering, Stock};

impl Mechanism<Covering> for Greedy {
    fn allocate(&self, stock: &Stock, _patience: &Patience) -> Allocated<Covering> {
        self.domain(stock)?;
        Ok(Allotment::Whole(self.assign(stock)))
    }

    fn trace(&self, stock: &Stock, _patience: &Patience) -> Followed<Covering> {
        self.domain(stock)?;
        sentences::few_resources(stock)?;
        let mut rounds = Vec::new();
        let given = self.assign_seen(stock, &mut rounds);
        Ok(sentences::greedy(stock, self.first(), &rounds, given))
    }
}
