//! Pareto optimality at every step: no agent present could have more of the released resources without a loss
//! to another agent. One agent can rise exactly if every resource that it demands has room.

use super::history::{InHistory, Place, Rows, agents, claim, demands};
use crate::model::arrivals::Arrivals;
use crate::property::{Claim, Formula, Sides};
use crate::scalar::{Of, Rational, Scalar, least};

/// The demand of each agent, and the use of each resource after each step.
type Use<S> = (Rows<S>, Rows<S>);

/// The formula of `dynamic-po`: some resource that an agent demands leaves the agent no room to rise.
#[derive(Debug)]
pub struct DynamicPo;

impl Formula<Arrivals> for DynamicPo {
    type At = Place;
    type Basis<S: Scalar> = Use<S>;
    const ID: &'static str = "dynamic-po";

    fn basis<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> Use<S> {
        let demand = demands(case.instance);
        let used = case.outcome.map(|x| (0..case.instance.steps()).map(|k| x.used(&demand, k)).collect());
        (demand, used.unwrap_or_default())
    }

    fn places<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>) -> impl Iterator<Item = Place> {
        agents(case.instance, |step| step + 1)
    }

    fn claim<N: Scalar, S: Of<N>>(&self, case: &InHistory<'_, S, N>, basis: &Use<S>, at: Place) -> Claim<S> {
        let (Place { step, agent, .. }, (demand, used)) = (at, basis);
        claim(case, |_| {
            let released = S::of(&case.instance.released(step));
            let wanted = (0..used[step].len()).filter(|&r| demand[agent][r].is_positive());
            let rise = |r: usize| {
                let room = released.clone() - &used[step][r];
                (room / &demand[agent][r].clone().plain()).said(|_| {
                    format!("the rise of agent {} for which resource {} has room", agent + 1, r + 1)
                })
            };
            let least = least(wanted.map(rise)).unwrap_or_else(S::zero);
            (least.said(|_| "the rise for which all resources have room".to_string()), S::zero())
        })
    }

    fn tell(&self, case: &InHistory<'_>, _: &Use<Rational>, at: Place, sides: &Sides) -> String {
        let (step, name, _) = at.counted();
        let has: Rational = case.outcome.map_or_else(Rational::zero, |x| x.share(at.step, at.agent));
        let more = format!("{} more without a loss to any other agent", sides.due);
        format!("At step {step} agent {name} has {has} and could have {more}.")
    }
}
