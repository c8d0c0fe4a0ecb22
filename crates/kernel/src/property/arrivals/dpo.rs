//! Dynamic Pareto optimality as li2019 defines it (2, property 3): at every step some resource is used to
//! exactly `k/n`. A violation names the newcomer of the step.

use super::history::{InHistory, Place, Rows, claim, demands};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar, least};

/// The formula of `dpo`: at step `k` of `n`, the use of some resource does not differ from `k/n`.
#[derive(Debug)]
pub struct Dpo;

impl Formula<Arrivals> for Dpo {
    type At = Place;
    type Basis<S: Scalar> = Rows<S>;
    const ID: &'static str = "dpo";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> Rows<S> {
        demands(case.instance)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        (0..case.instance.steps()).map(|step| Place { step, agent: step, other: step })
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, basis: &Rows<S>, at: Place) -> Claim<S> {
        claim(case, |x| {
            let released = S::of(&case.instance.released(at.step));
            let from = |used: S| {
                let how = |_: &Rational| {
                    format!("how far that is from what is released, {:?}", case.instance.released(at.step))
                };
                used.apart(released.clone()).said(how)
            };
            let least =
                least(x.used(basis, at.step).into_iter().map(from)).unwrap_or_else(|| released.clone());
            (least.said(|_| "the smallest distance".to_string()), S::zero())
        })
    }

    fn tell(&self, case: &InHistory<'_>, basis: &Rows<Rational>, at: Place, _: &Sides) -> String {
        let used = case.outcome.map(|x| x.used(basis, at.step)).unwrap_or_default();
        let released = case.instance.released(at.step);
        let step = at.step + 1;
        format!("At step {step} the resources are used to {used:?}, and no resource to exactly {released}.")
    }
}
