//! Lemma 2 of li2019: shares decrease in the order of arrival.

use super::history::{InHistory, Place, claim, pairs};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Scalar};

/// The formula of `lemma-2`: no agent has a larger share than an agent that arrived earlier.
#[derive(Debug)]
pub struct Lemma2;

impl Formula<Arrivals> for Lemma2 {
    type At = Place;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "lemma-2";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _case: &InHistory<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        pairs(case.instance).filter(|at| at.other > at.agent)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, _: &(), at: Place) -> Claim<S> {
        claim(case, |x| (x.share(at.step, at.other), x.share(at.step, at.agent)))
    }

    fn less(&self, _case: &InHistory<'_>, at: Place) -> String {
        let (_, name, other) = at.counted();
        format!("the share of agent {other}, who came later, less that of agent {name}")
    }

    fn tell(&self, _case: &InHistory<'_>, _: &(), at: Place, sides: &Sides) -> String {
        let (step, name, other) = at.counted();
        let Sides { due, has } = sides;
        format!("At step {step} agent {other}, who came later, has {due}, and agent {name} has {has}.")
    }
}
