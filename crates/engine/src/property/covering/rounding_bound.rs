//! The bound of the rounding: every task pays at most twice the amount that the relaxation with pruned costs
//! allows it (mukherjee IV, Theorem 5).

use fairwitness_kernel::property::covering::rounding_bound::{RoundingBound, excess};

use super::{Examine, Unit};
use crate::arithmetic::{held, less, line};
use crate::linear::{Cut, Patience};
use crate::mechanism::{Mechanism, pruned_fractions};
use crate::model::covering::{Allotment, Covering};
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::{Rational, Scalar};
use crate::trace::Line;

impl Examine<Covering> for RoundingBound {
    fn unit(&self, _run: &Run<'_, Covering>, _witness: &Witness<Covering>) -> Unit {
        Unit::of("in cost")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Covering>,
        witness: &Witness<Covering>,
        _second: Option<&Allotment>,
    ) -> Vec<Line> {
        let (Witness::Better(instead), Allotment::Whole(given)) = (witness, &run.outcome) else {
            return Vec::new();
        };
        let (stock, ratio) = (run.instance, instead.ratio(run.instance));
        let (paid, alone) = (stock.paid(given), stock.isolation());
        let over = |j: usize| &paid[j] - Rational::int(2) * &ratio * &alone[j];
        let Some(j) = (0..stock.tasks()).max_by_key(|&j| (over(j), std::cmp::Reverse(j))) else {
            return Vec::new();
        };
        let bound = Rational::int(2) * &ratio * &alone[j];
        let costs: Vec<String> =
            (0..given.len()).filter(|&i| given[i] == Some(j)).map(|i| stock.cost[i].to_string()).collect();
        vec![
            line(
                if costs.len() > 1 {
                    format!("{} = {}", costs.join(" + "), paid[j])
                } else {
                    paid[j].to_string()
                },
                format!("the costs of the resources of task {}: what it pays", j + 1),
            ),
            line(
                format!("2 * {} * {} = {bound}", held(&ratio), held(&alone[j])),
                format!(
                    "twice the ratio of the fractions on the right, times what task {} would pay alone",
                    j + 1
                ),
            ),
            less(&paid[j], &bound, format!("what task {} pays, less that", j + 1)),
        ]
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Covering>,
        run: &Run<'_, Covering>,
        patience: &Patience,
    ) -> Result<Verdict<Covering>, Cut> {
        let Allotment::Whole(given) = &run.outcome else {
            return Ok(Verdict::OutOfScope("the outcome is not an assignment"));
        };
        let Some(fractions) = pruned_fractions(run.instance, patience)? else {
            return Ok(Verdict::OutOfScope("the programme has no solution"));
        };
        let ratio = fractions.ratio(run.instance);
        Ok(if excess(run.instance, given, &ratio).is_positive() {
            Verdict::Violated(Witness::Better(fractions))
        } else {
            Verdict::Holds
        })
    }
}
