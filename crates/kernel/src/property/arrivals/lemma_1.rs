//! Lemma 1 of li2019: each agent has the larger of its earlier share and the newcomer's share `M^k`.

use super::history::{InHistory, Place, agents, claim};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar};

/// The formula of `lemma-1`: no earlier agent's share differs from the larger of its share one step before and the
/// newcomer's share.
#[derive(Debug)]
pub struct Lemma1;

impl Formula<Arrivals> for Lemma1 {
    type At = Place;
    type Basis<S: Scalar> = ();
    const ID: &'static str = "lemma-1";
    const FACTS: Facts = Facts { judges_infeasible: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _case: &InHistory<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        agents(case.instance, |step| step)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, _: &(), at: Place) -> Claim<S> {
        let Place { step, agent, .. } = at;
        claim(case, |x| {
            let expected = x.share::<S>(step, step).larger(x.share(step - 1, agent)).said(|_| {
                format!("the share of the newcomer, and that of agent {} one step before", agent + 1)
            });
            let apart = x.share::<S>(step, agent).apart(expected);
            (apart.said(|_| format!("how far the share of agent {} is from that", agent + 1)), S::zero())
        })
    }

    fn tell(&self, case: &InHistory<'_>, _: &(), at: Place, _: &Sides) -> String {
        let (step, name, _) = at.counted();
        let share = |step, agent| case.outcome.map_or_else(Rational::zero, |x| x.share(step, agent));
        let (has, had) = (share(at.step, at.agent), share(at.step - 1, at.agent));
        let newcomer = format!("the newcomer has {}", share(at.step, at.step));
        format!(
            "At step {step} agent {name} has the share {has}, after {had} one step before, and {newcomer}."
        )
    }
}
