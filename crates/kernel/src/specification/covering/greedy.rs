//! The greedy rule as printed: resources in ascending order of cost, each to the task that lacks most, ties
//! broken by cost (mukherjee VI, Algorithm 1).

use super::{assignment, by_rule, count, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::{Checked, Refusal, certain};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, sum};
use crate::specification::{Anonymous, Facts, Settles, Specification};

/// The greedy rule with one way to break ties between equal tasks.
#[derive(Debug)]
pub struct Greedy {
    id: &'static str,
    /// `true` if the last of equal tasks is served first.
    last: bool,
}

/// The greedy rule; among equal tasks the first is served first.
pub const GREEDY: Greedy = Greedy { id: "greedy", last: false };
/// The greedy rule; among equal tasks the last is served first.
pub const GREEDY_LAST: Greedy = Greedy { id: "greedy-last", last: true };

/// A round of the rule: the next resource, and the claims of the tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The resource.
    pub resource: usize,
    /// The claim of each task that lacks resources, in order of the tasks.
    pub claims: Vec<(usize, Rational)>,
    /// The task that gets the resource; `None` if no task lacks resources, which ends the run.
    pub task: Option<usize>,
    /// The number of resources that each task lacks, and the cost that it has paid, before the round.
    pub before: Vec<(usize, Rational)>,
}

impl Greedy {
    /// The word for the task that is served first among equal tasks.
    pub fn first(&self) -> &'static str {
        if self.last { "the last" } else { "the first" }
    }

    /// The task that the rule assigns each resource to; `None` for a resource that no task needs.
    pub fn assign(&self, stock: &Stock) -> Vec<Option<usize>> {
        self.assign_seen(stock, &mut ())
    }

    /// The assignment of [`assign`](Self::assign); `observer` receives each round.
    pub fn assign_seen(&self, stock: &Stock, observer: &mut impl Observer<Round>) -> Vec<Option<usize>> {
        let mut order: Vec<usize> = (0..stock.resources()).collect();
        order.sort_by_key(|&i| (stock.cost[i].clone(), i));
        let lambda = Rational::one() / sum(stock.cost.iter().cloned());
        let mut lacks: Vec<usize> = stock.demand.iter().map(count).collect();
        let mut paid = vec![Rational::zero(); stock.tasks()];
        let mut given = vec![None; stock.resources()];
        for i in order {
            let claim = |j: usize| (Rational::int(lacks[j] as i64) + &lambda * &paid[j]) / &stock.demand[j];
            let open = || (0..stock.tasks()).filter(|&j| lacks[j] > 0).map(|j| (claim(j), j));
            let first = open().reduce(|best, next| {
                let ahead = if self.last { next.0 >= best.0 } else { next.0 > best.0 };
                if ahead { next } else { best }
            });
            let task = first.map(|(_, j)| j);
            observer.see(|| Round {
                resource: i,
                claims: open().map(|(claim, j)| (j, claim)).collect(),
                task,
                before: lacks.iter().copied().zip(paid.iter().cloned()).collect(),
            });
            let Some(j) = task else { break };
            given[i] = Some(j);
            lacks[j] -= 1;
            paid[j] = &paid[j] + &stock.cost[i];
        }
        given
    }
}

impl Specification<Covering> for Greedy {
    /// Tasks that have paid equally much are served in the order of their indexes.
    fn facts(&self) -> Facts<Setting> {
        Facts {
            settles: Settles::Outcome,
            anonymous: Anonymous { agents: false, ..Anonymous::ALL },
            ..Facts::of(self.id, Setting { integral: true })
        }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        unit(stock)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        by_rule(certificate)?;
        certain(assignment(outcome)? == self.assign(stock), "the rule assigns otherwise")
    }
}
