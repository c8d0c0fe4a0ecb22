//! Properties of a history by itself: one inequality for every step and pair of agents. All properties of the
//! model share this code, except `feasible` and `sp`.

use fairwitness_kernel::property::arrivals::history::{Inequalities, OfHistory};

use super::{Examine, Look};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::arrivals::Arrivals;
use crate::property::evidence::{Cleared, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Scalar, max};

impl<I: Inequalities> Examine<Arrivals> for OfHistory<I> {
    fn clears(&self, look: &mut Look<'_, Arrivals>) -> Option<Cleared> {
        let sequence = look.instance;
        look.by_outcome(|history| {
            let all = self.inequalities.shortfalls(sequence, history).into_iter().map(|s| s.by);
            Some(all.reduce(max).unwrap_or_else(|| Quick::int(-1)))
        })
    }

    fn lean(&self, run: &Run<'_, Arrivals>) -> Option<f64> {
        self.worst(run, None).map(|s| s.by.to_f64())
    }

    fn examine(
        &self,
        _mechanism: &dyn Mechanism<Arrivals>,
        run: &Run<'_, Arrivals>,
        _patience: &Patience,
    ) -> Result<Verdict<Arrivals>, Cut> {
        Ok(match self.worst(run, None).filter(|s| positive(s.by.clone()).is_ok()) {
            None => Verdict::Holds,
            Some(s) if s.agent == s.other => Verdict::Violated(Witness::Agent(s.agent)),
            Some(s) => Verdict::Violated(Witness::Envy { envious: s.agent, envied: s.other }),
        })
    }
}
