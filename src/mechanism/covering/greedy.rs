//! Greedy as printed: resources in ascending cost to the task that lacks most, cost breaking ties (mukherjee VI,
//! Algorithm 1).

use super::{Mechanism, Settles, assignment, by_rule, count, uncertified, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Rational, Scalar, sum};

/// The greedy rule.
#[derive(Debug)]
pub struct Greedy {
    id: &'static str,
    page: &'static str,
    /// Whether the last of equal tasks is served first.
    last: bool,
}

pub(super) const GREEDY: Greedy =
    Greedy { id: "greedy", page: include_str!("../../../mechanisms/greedy.md"), last: false };
pub(super) const GREEDY_LAST: Greedy =
    Greedy { id: "greedy-last", page: include_str!("../../../mechanisms/greedy-last.md"), last: true };

impl Greedy {
    pub(super) fn assign(&self, stock: &Stock) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by_key(|&i| (stock.cost[i].clone(), i));
        let lambda = Rational::one() / sum(stock.cost.iter().cloned());
        let mut lacks: Vec<usize> = stock.demand.iter().map(count).collect();
        let mut paid = vec![Rational::zero(); stock.tasks()];
        let mut given = vec![None; stock.resources()];
        for i in order {
            let claim = |j: usize| (Rational::int(lacks[j] as i64) + &lambda * &paid[j]) / &stock.demand[j];
            let open = (0..stock.tasks()).filter(|&j| lacks[j] > 0).map(|j| (claim(j), j));
            let first = open.reduce(|best, next| {
                let ahead = if self.last { next.0 >= best.0 } else { next.0 > best.0 };
                if ahead { next } else { best }
            });
            let Some((_, j)) = first else { break };
            given[i] = Some(j);
            lacks[j] -= 1;
            paid[j] = &paid[j] + &stock.cost[i];
        }
        given
    }
}

impl Mechanism<Covering> for Greedy {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn setting(&self) -> Setting {
        Setting { integral: true }
    }

    fn settles(&self, _stock: &Stock) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, stock: &Stock) -> Result<Allotment, Refusal> {
        unit(stock)?;
        Ok(Allotment::Whole(self.assign(stock)))
    }

    fn certify(&self, _stock: &Stock, _outcome: &Allotment) -> Result<Certificate, Rejected> {
        Ok(Certificate::Rule)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Result<(), Rejected> {
        by_rule(certificate)?;
        if assignment(outcome)? == self.assign(stock) {
            Ok(())
        } else {
            uncertified("the rule assigns otherwise")
        }
    }
}
