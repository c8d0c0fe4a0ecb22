//! Dynamic envy-freeness as li2019 defines it (2, property 2): an agent with a larger share arrived earlier,
//! and has not gained since the other agent arrived. Lemma 3 of li2019 states the same inequality of any outcome,
//! feasible or not.

use super::history::{InHistory, Place, claim, pairs};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar};

/// The formula of `def`, and of `lemma-3` where `ALWAYS`: no agent is above another without the excuse that it arrived
/// earlier and has not gained since.
#[derive(Debug)]
pub struct Def<const ALWAYS: bool>;

impl<const ALWAYS: bool> Formula<Arrivals> for Def<ALWAYS> {
    type At = Place;
    type Basis<S: Scalar> = ();
    const ID: &'static str = if ALWAYS { "lemma-3" } else { "def" };
    const FACTS: Facts = Facts { judges_infeasible: ALWAYS, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, _case: &InHistory<'_, S, N>) {}

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        pairs(case.instance)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, _: &(), at: Place) -> Claim<S> {
        let Place { step, agent, other } = at;
        claim(case, |x| {
            let its = x.share::<S>(step, other);
            let above = (its.clone() - x.share::<S>(step, agent))
                .said(|_| format!("how far agent {} is above agent {}", other + 1, agent + 1));
            if other > agent {
                return (above, S::zero());
            }
            // The share that `other` had when `agent` arrived is excused.
            let gained = its
                .apart(x.share(agent - 1, other))
                .said(|_| format!("how much that share changed after agent {} arrived", agent + 1));
            (above.lesser(gained).said(|_| "the smaller of both".to_string()), S::zero())
        })
    }

    fn tell(&self, case: &InHistory<'_>, _: &(), at: Place, _: &Sides) -> String {
        let (step, name, other) = at.counted();
        let share = |step, agent| case.outcome.map_or_else(Rational::zero, |x| x.share(step, agent));
        let excuse = if at.other > at.agent {
            format!("although agent {other} came later")
        } else {
            let had = share(at.agent - 1, at.other);
            format!("and more than the {had} that agent {other} had when agent {name} came")
        };
        let (has, own) = (share(at.step, at.other), share(at.step, at.agent));
        format!("At step {step} agent {other} has {has}, above the {own} of agent {name}, {excuse}.")
    }
}
