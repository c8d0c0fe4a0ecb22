//! Properties that a history has or has not by itself: one inequality for every step and pair of agents. The
//! shared core of all but `feasible` and `sp`.

use crate::linear::patience;
use crate::mechanism::Settles;
use crate::model::arrivals::{Arrivals, History, Sequence, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Rational, Scalar, max};

/// What is short at a step, for an agent and another (which may be the same); above zero is a violation.
pub(super) struct Shortfall<S = Rational> {
    /// The step, from 0.
    pub(super) step: usize,
    /// Who is short.
    pub(super) agent: usize,
    /// Against whom; the agent itself where nobody else is concerned.
    pub(super) other: usize,
    /// By how much.
    pub(super) by: S,
}

/// A property that holds when no shortfall is positive.
#[derive(Debug)]
pub(super) struct OfHistory {
    pub(super) id: &'static str,
    pub(super) page: &'static str,
    /// Whether outcomes that cannot be carried out are judged too.
    pub(super) judges_infeasible: bool,
    /// Every inequality of the history.
    pub(super) shortfalls: fn(&Sequence, &History) -> Vec<Shortfall>,
    /// The same in machine words.
    pub(super) in_words: fn(&Sequence<Quick>, &History<Quick>) -> Vec<Shortfall<Quick>>,
    /// A violation in words.
    pub(super) tell: fn(&Run<'_, Arrivals>, &Shortfall) -> String,
}

impl OfHistory {
    /// The largest shortfall, the first among equals; of one pair when the witness names one.
    fn worst(&self, run: &Run<'_, Arrivals>, pair: Option<(usize, usize)>) -> Option<Shortfall> {
        let all = (self.shortfalls)(run.instance, &run.outcome).into_iter();
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

    fn screen(&self, _: Setting, sequence: &Sequence<Quick>, history: &History<Quick>) -> Option<Quick> {
        let all = (self.in_words)(sequence, history).into_iter().map(|s| s.by);
        Some(all.reduce(max).unwrap_or_else(|| Quick::int(-1)))
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

/// How far two numbers are apart.
pub(super) fn apart<S: Scalar>(x: &S, y: &S) -> S {
    if x < y { y.clone() - x } else { x.clone() - y }
}

/// Of each pair of agents the largest shortfall at a step where both are present, and the first such step. `by` is asked for the
/// step, the shares there, who is short and against whom.
pub(super) fn of_pairs<S: Scalar>(
    history: &History<S>,
    by: impl Fn(usize, &[S], usize, usize) -> S,
) -> Vec<Shortfall<S>> {
    let shares = &history.shares;
    let largest = |agent: usize, other: usize| {
        let steps = (agent.max(other)..shares.len()).map(|step| {
            patience::check();
            Shortfall { step, agent, other, by: by(step, &shares[step], agent, other) }
        });
        steps.reduce(|worst, s| if s.by > worst.by { s } else { worst })
    };
    let agents = 0..shares.len();
    let pairs = agents.clone().flat_map(|i| agents.clone().filter(move |j| *j != i).map(move |j| (i, j)));
    pairs.filter_map(|(i, j)| largest(i, j)).collect()
}
