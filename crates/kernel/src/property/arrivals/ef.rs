//! Envy-freeness at every step: no agent could use another agent's bundle better than its own. Dynamic
//! mechanisms give up this property; compare `def`.

use super::history::{InHistory, Place, Rows, claim, demands, pairs};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::fitting;
use crate::property::{Claim, Facts, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar};

/// The formula of `ef`: no agent would have a larger dominant share with another agent's bundle.
#[derive(Debug)]
pub struct Ef;

impl Formula<Arrivals> for Ef {
    type At = Place;
    type Basis<S: Scalar> = Rows<S>;
    const ID: &'static str = "ef";
    const FACTS: Facts = Facts { envy: true, ..Facts::NONE };

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> Rows<S> {
        demands(case.instance)
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        pairs(case.instance)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, basis: &Rows<S>, at: Place) -> Claim<S> {
        let Place { step, agent, other } = at;
        claim(case, |x| {
            let plain = |of: usize| basis[of].iter().map(|d| d.clone().plain()).collect::<Vec<S>>();
            let worth = fitting(&plain(agent), &plain(other)).said(|_| {
                format!("what a unit of the share of agent {} is worth to agent {}", other + 1, agent + 1)
            });
            let with = (x.share::<S>(step, other) * worth).said(|_| {
                let (step, name, other) = at.counted();
                format!("what agent {other} has at step {step}, as a share of agent {name}")
            });
            (with, x.share(step, agent))
        })
    }

    fn less(&self, _case: &InHistory<'_>, at: Place) -> String {
        format!("less the share of agent {}", at.agent + 1)
    }

    fn tell(&self, _: &InHistory<'_>, _: &Rows<Rational>, at: Place, sides: &Sides) -> String {
        let (step, name, other) = at.counted();
        let Sides { due, has } = sides;
        format!(
            "At step {step} agent {name} has the share {has}; the bundle of agent {other} would be worth a share of {due} to the same agent."
        )
    }
}
