//! Strategy-proofness: no false report on arrival gives an agent a larger share, by its true demand, at any
//! later step (li2019 2, property 4).

use crate::model::arrivals::{Arrivals, History, Report, normalised};
use crate::model::cluster::fitting;
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::Settles;

/// The property `sp`: no single false report on arrival pays.
#[derive(Debug)]
pub struct Sp;

/// The largest gain of agent `by` from `report`, which leads to `history`, over the steps at which it is
/// present; with the step of the gain.
pub fn gain_by(run: &Run<'_, Arrivals>, by: usize, report: &Report, history: &History) -> (Rational, usize) {
    let worth = fitting(&normalised(&run.instance.demand[by]), &normalised(&report.demand));
    let gains =
        (by..run.instance.steps()).map(|k| (&history.shares[k][by] * &worth - &run.outcome.shares[k][by], k));
    gains.reduce(|best, next| if next.0 > best.0 { next } else { best }).unwrap_or((Rational::zero(), by))
}

impl Property<Arrivals> for Sp {
    fn id(&self) -> &'static str {
        "sp"
    }

    fn confirm(
        &self,
        run: &Run<'_, Arrivals>,
        witness: &Witness<Arrivals>,
        second: Option<&History>,
    ) -> Result<Margin, Rejected> {
        let Witness::Misreport { by, report } = witness else { return Err(Rejected::Kind) };
        let history = second.ok_or(Rejected::SecondMissing)?;
        positive(gain_by(run, *by, report, history).0)
    }

    /// The totals of agents, regardless of where they run.
    fn reads(&self, _run: &Run<'_, Arrivals>, _witness: &Witness<Arrivals>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Arrivals>, witness: &Witness<Arrivals>, second: Option<&History>) -> String {
        let Witness::Misreport { by, report } = witness else { return String::new() };
        let Some(lied) = second else { return String::new() };
        let (gain, k) = gain_by(run, *by, report, lied);
        let honest = &run.outcome.shares[k][*by];
        format!(
            "Agent {} reports demand {:?} instead of {:?}; at step {} that is worth a true dominant share of {} instead of {honest}.",
            by + 1,
            report.demand,
            run.instance.demand[*by],
            k + 1,
            honest + gain
        )
    }
}
