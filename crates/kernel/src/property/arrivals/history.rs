//! Properties of a history by itself: one inequality for every step and pair of agents. All properties of the
//! model share this code, except `feasible` and `sp`.

use crate::model::arrivals::{Arrivals, History, Sequence};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, max};
use crate::specification::Settles;

/// A property that holds if no shortfall is positive.
#[derive(Debug)]
pub struct OfHistory<I> {
    /// The id of the property.
    pub id: &'static str,
    /// `true` if infeasible outcomes are judged too.
    pub judges_infeasible: bool,
    /// Every inequality of the history.
    pub inequalities: I,
    /// The violation in a sentence.
    pub tell: fn(&Run<'_, Arrivals>, &Shortfall) -> String,
}

/// The shortfall of one agent at a step, compared with another agent or with itself; above zero it is a
/// violation.
#[derive(Clone, Debug)]
pub struct Shortfall<S = Rational> {
    /// The step, counted from 0.
    pub step: usize,
    /// The agent below its due.
    pub agent: usize,
    /// The agent of the comparison; `agent` itself if no other agent is concerned.
    pub other: usize,
    /// The size of the shortfall.
    pub by: S,
}

/// The inequalities of a property, in any scalar.
pub trait Inequalities: std::fmt::Debug + Sync {
    /// Every inequality of the history.
    fn shortfalls<S: Scalar>(&self, sequence: &Sequence<S>, history: &History<S>) -> Vec<Shortfall<S>>;
}

impl<I: Inequalities> OfHistory<I> {
    /// The largest shortfall, the first among equals; restricted to the pair (agent, other) if `pair` names
    /// one.
    pub fn worst(&self, run: &Run<'_, Arrivals>, pair: Option<(usize, usize)>) -> Option<Shortfall> {
        let all = self.inequalities.shortfalls(run.instance, &run.outcome).into_iter();
        let named = all.filter(|s| pair.is_none_or(|pair| pair == (s.agent, s.other)));
        let place = |s: &Shortfall| (s.step, s.agent, s.other);
        named.max_by(|s, t| s.by.cmp(&t.by).then_with(|| place(t).cmp(&place(s))))
    }

    fn named(witness: &Witness<Arrivals>) -> Result<(usize, usize), Rejected> {
        match witness {
            Witness::Agent(agent) => Ok((*agent, *agent)),
            Witness::Envy { envious, envied } => Ok((*envious, *envied)),
            _ => Err(Rejected::Kind),
        }
    }
}

/// The distance between two numbers.
pub fn apart<S: Scalar>(x: &S, y: &S) -> S {
    max(x.clone() - y, y.clone() - x)
}

/// The largest shortfall of each pair of agents over the steps at which both are present, at the first such step.
/// `by` computes a shortfall from the step, its shares, the agent and the agent of the comparison.
pub fn of_pairs<S: Scalar>(
    history: &History<S>,
    by: impl Fn(usize, &[S], usize, usize) -> S,
) -> Vec<Shortfall<S>> {
    let shares = &history.shares;
    let largest = |agent: usize, other: usize| {
        let steps = (agent.max(other)..shares.len()).map(|step| Shortfall {
            step,
            agent,
            other,
            by: by(step, &shares[step], agent, other),
        });
        steps.reduce(|worst, s| if s.by > worst.by { s } else { worst })
    };
    let agents = 0..shares.len();
    let pairs = agents.clone().flat_map(|i| agents.clone().filter(move |j| *j != i).map(move |j| (i, j)));
    pairs.filter_map(|(i, j)| largest(i, j)).collect()
}

impl<I: Inequalities> Property<Arrivals> for OfHistory<I> {
    fn id(&self) -> &'static str {
        self.id
    }

    fn judges_infeasible(&self) -> bool {
        self.judges_infeasible
    }

    fn confirm(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> Result<Margin, Rejected> {
        let pair = Self::named(witness)?;
        match self.worst(run, Some(pair)) {
            Some(shortfall) => positive(shortfall.by),
            None => Err(Rejected::Misfit("no inequality concerns these agents".to_string())),
        }
    }

    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Outcome
    }

    fn tell(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> String {
        let worst = Self::named(witness).ok().and_then(|pair| self.worst(run, Some(pair)));
        worst.map_or_else(String::new, |s| (self.tell)(run, &s))
    }
}
