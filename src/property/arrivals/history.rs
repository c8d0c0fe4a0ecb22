//! Properties that a history has or has not by itself: one inequality for every step and pair of agents. The
//! shared core of all but `feasible` and `sp`.

use crate::linear::patience;
use crate::mechanism::Settles;
use crate::model::arrivals::Arrivals;
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::Rational;

/// What is short at a step, for an agent and another (which may be the same); above zero is a violation.
pub(super) struct Shortfall {
    /// The step, from 0.
    pub(super) step: usize,
    /// Who is short.
    pub(super) agent: usize,
    /// Against whom; the agent itself where nobody else is concerned.
    pub(super) other: usize,
    /// By how much.
    pub(super) by: Rational,
}

/// A property that holds when no shortfall is positive.
#[derive(Debug)]
pub(super) struct OfHistory {
    pub(super) id: &'static str,
    pub(super) page: &'static str,
    /// Whether outcomes that cannot be carried out are judged too.
    pub(super) judges_infeasible: bool,
    /// Every inequality of the history.
    pub(super) shortfalls: fn(&Run<'_, Arrivals>) -> Vec<Shortfall>,
    /// A violation in words.
    pub(super) tell: fn(&Run<'_, Arrivals>, &Shortfall) -> String,
}

impl OfHistory {
    /// The largest shortfall, the first among equals; of one pair when the witness names one.
    fn worst(&self, run: &Run<'_, Arrivals>, pair: Option<(usize, usize)>) -> Option<Shortfall> {
        let all = (self.shortfalls)(run).into_iter();
        let named = all.filter(|s| pair.is_none_or(|pair| pair == (s.agent, s.other)));
        let place = |s: &Shortfall| (s.step, s.agent, s.other);
        let before = |s: &Shortfall, t: &Shortfall| s.by > t.by || s.by == t.by && place(s) < place(t);
        named.reduce(|worst, s| if before(&s, &worst) { s } else { worst })
    }

    fn named(witness: &Witness<Arrivals>) -> Result<(usize, usize), Rejected> {
        match witness {
            Witness::Agent(agent) => Ok((*agent, *agent)),
            Witness::Envy { envious, envied } => Ok((*envious, *envied)),
            _ => Err(Rejected::Kind),
        }
    }
}

impl Property<Arrivals> for OfHistory {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn judges_infeasible(&self) -> bool {
        self.judges_infeasible
    }

    fn lean(&self, run: &Run<'_, Arrivals>) -> Option<f64> {
        self.worst(run, None).map(|s| s.by.to_f64())
    }

    fn examine(&self, run: &Run<'_, Arrivals>) -> Verdict<Arrivals> {
        match self.worst(run, None).filter(|s| positive(s.by.clone()).is_ok()) {
            None => Verdict::Holds,
            Some(s) if s.agent == s.other => Verdict::Violated(Witness::Agent(s.agent)),
            Some(s) => Verdict::Violated(Witness::Envy { envious: s.agent, envied: s.other }),
        }
    }

    fn confirm(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> Result<Margin, Rejected> {
        let pair = Self::named(witness)?;
        match self.worst(run, Some(pair)) {
            Some(shortfall) => positive(shortfall.by),
            None => Err(Rejected::Misfit("no inequality concerns these agents".to_string())),
        }
    }

    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>) -> String {
        let worst = Self::named(witness).ok().and_then(|pair| self.worst(run, Some(pair)));
        worst.map_or_else(String::new, |s| (self.tell)(run, &s))
    }
}

/// Of each pair of agents the largest shortfall at a step where both are present, and the first such step. `by` is asked for the
/// step, the shares there, who is short and against whom.
pub(super) fn of_pairs(
    run: &Run<'_, Arrivals>,
    by: impl Fn(usize, &[Rational], usize, usize) -> Rational,
) -> Vec<Shortfall> {
    let shares = &run.outcome.shares;
    let largest = |agent: usize, other: usize| {
        let steps = (agent.max(other)..shares.len()).map(|step| {
            patience::check();
            Shortfall { step, agent, other, by: by(step, &shares[step], agent, other) }
        });
        steps.reduce(|worst, s| if s.by > worst.by { s } else { worst })
    };
    let agents = 0..shares.len();
    agents
        .clone()
        .flat_map(|i| agents.clone().filter(move |j| *j != i).map(move |j| (i, j)))
        .filter_map(|(i, j)| largest(i, j))
        .collect()
}
