//! Properties of a history by itself: one inequality for every step and pair of agents. All properties of the
//! model share this code, except `feasible` and `sp`.

use fairwitness_kernel::property::arrivals::history::{Inequalities, OfHistory};

use super::{Examine, Look, Unit, arithmetic};
use crate::linear::{Cut, Patience};
use crate::mechanism::Mechanism;
use crate::model::arrivals::{Arrivals, History};
use crate::property::evidence::{Cleared, Run, Verdict, Witness, positive};
use crate::scalar::{Quick, Scalar, max};
use crate::trace::Line;

impl<I: Inequalities> Examine<Arrivals> for OfHistory<I> {
    fn unit(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Unit {
        Unit::of("in the dominant share")
    }

    fn arithmetic(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        _second: Option<&History>,
    ) -> Vec<Line> {
        let pair = match witness {
            Witness::Agent(agent) => (*agent, *agent),
            Witness::Envy { envious, envied } => (*envious, *envied),
            _ => return Vec::new(),
        };
        self.worst(run, Some(pair)).map_or_else(Vec::new, |s| arithmetic::shortfall(self.id, run, &s))
    }

    fn compared_with(&self) -> Option<&'static str> {
        (self.id == "agrees-with-lp").then_some("ddrf")
    }

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
