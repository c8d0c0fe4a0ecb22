//! Irrevocability: no agent's share ever shrinks (li2019 2).

use super::history::{InHistory, Place, agents, claim};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Scalar};

/// The formula of `irrevocable`: the share of each agent is at least its share one step before.
#[derive(Debug)]
pub struct Irrevocable;

impl Formula<Arrivals> for Irrevocable {
    type At = Place;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "irrevocable";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _case: &InHistory<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        agents(case.instance, |step| step)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, _: &(), at: Place) -> Claim<S> {
        claim(case, |x| (x.share(at.step - 1, at.agent), x.share(at.step, at.agent)))
    }

    fn less(&self, _case: &InHistory<'_>, at: Place) -> String {
        let (step, name, _) = at.counted();
        format!("the share of agent {name} before and after step {step}")
    }

    fn tell(&self, _case: &InHistory<'_>, _: &(), at: Place, sides: &Sides) -> String {
        let (step, name, _) = at.counted();
        format!("The share of agent {name} falls from {} to {} at step {step}.", sides.due, sides.has)
    }
}
