//! Bottleneck max fairness on one pool.

use fairwitness_kernel::property::cluster::bmf::{Bmf, one_divided_pool, short};

use super::Examine;
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::Cluster;
use crate::property::Property;
use crate::property::evidence::{Run, Verdict, Witness};
use crate::scalar::Rational;

/// A violation by the user with the largest amount, the first among equals, if the amount is above `within`.
pub(super) fn most(
    run: &Run<'_, Cluster>,
    within: Rational,
    amount: impl Fn(usize) -> Rational,
) -> Verdict<Cluster> {
    let all = (0..run.instance.users()).map(|u| (amount(u), u));
    let worst = all.filter(|(by, _)| *by > within).reduce(|a, b| if b.0 > a.0 { b } else { a });
    worst.map_or(Verdict::Holds, |(_, u)| Verdict::Violated(Witness::Agent(u)))
}

impl Examine<Cluster> for Bmf {
    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        _patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        Ok(match one_divided_pool(run) {
            Ok(()) => most(run, run.tolerance(|| self.scale(run)), |u| short(run.instance, &run.outcome, u)),
            Err(reason) => Verdict::OutOfScope(reason),
        })
    }
}
