//! Sharing incentive at every step: each agent present has at least `1/n` (li2019 2, property 1).

use super::history::{InHistory, Place, agents, claim};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Scalar};

/// The formula of `dynamic-si`: the share of each agent present is at least `1/n`.
#[derive(Debug)]
pub struct DynamicSi;

impl Formula<Arrivals> for DynamicSi {
    type At = Place;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "dynamic-si";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _case: &InHistory<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        agents(case.instance, |step| step + 1)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, _: &(), at: Place) -> Claim<S> {
        claim(case, |x| (S::of(&case.instance.released(0)), x.share(at.step, at.agent)))
    }

    fn less(&self, _case: &InHistory<'_>, at: Place) -> String {
        let (step, name, _) = at.counted();
        format!("an equal part, less the share of agent {name} at step {step}")
    }

    fn tell(&self, _case: &InHistory<'_>, _: &(), at: Place, sides: &Sides) -> String {
        let (step, name, _) = at.counted();
        let Sides { due, has } = sides;
        format!(
            "At step {step} agent {name} has the share {has}, less than the {due} that an equal division gives."
        )
    }
}
