//! Measures of arrivals, relative to DRF with complete knowledge (li2019 4).

mod maxmin_ratio;
mod maxsum_ratio;

use fairwitness_kernel::specification::arrivals::drf_offline::pool;

use super::{Measure, Valued, Worse};
use crate::linear::Patience;
use crate::mechanism::{ARRIVALS as MECHANISMS, Mechanism, fill};
use crate::model::arrivals::{Arrivals, History, Sequence};
use crate::property::Run;
use crate::scalar::{Rational, Scalar, least};

/// The measures of the arrivals model, by id.
pub static ARRIVALS: &[&dyn Measure<Arrivals>] = &[&maxmin_ratio::MAXMIN_RATIO, &maxsum_ratio::MAXSUM_RATIO];

/// The smallest ratio, over all steps, of an objective's value to its value under DRF with complete
/// knowledge.
#[derive(Debug)]
struct CompetitiveRatio {
    id: &'static str,
    /// The objective, a function of the shares at one step.
    objective: fn(&[Rational]) -> Rational,
    /// `objective` in floats, which steer the search.
    in_floats: fn(&[f64]) -> f64,
}

fn offline() -> Option<&'static dyn Mechanism<Arrivals>> {
    MECHANISMS.iter().copied().find(|m| m.id() == "drf-offline")
}

impl Measure<Arrivals> for CompetitiveRatio {
    fn id(&self) -> &'static str {
        self.id
    }

    fn worse(&self) -> Worse {
        Worse::Smaller
    }

    fn value(&self, run: &Run<'_, Arrivals>, patience: &Patience) -> Valued {
        let known: History = match offline() {
            Some(mechanism) => mechanism.allocate(run.instance, patience)?,
            None => return Ok(None),
        };
        let steps = run.outcome.shares.iter().zip(&known.shares);
        let ratios = steps.map(|(x, y)| ((self.objective)(x), (self.objective)(y)));
        Ok(least(ratios.filter(|(_, y)| y.is_positive()).map(|(x, y)| x / y)))
    }

    /// The ratio at the last step: the steps before are those of shorter sequences, which a search meets as
    /// well, and the least of all steps has plateaus on which a search gets stuck.
    fn estimate(&self, mechanism: &dyn Mechanism<Arrivals>, sequence: &Sequence) -> Option<f64> {
        let (floats, last) = (sequence.map(Rational::to_f64), sequence.steps().checked_sub(1)?);
        let run = mechanism.in_floats(&floats)?;
        let known = fill(&pool(&floats, last), &vec![0.0; last + 1], &vec![None; last + 1]);
        let (ours, best) = ((self.in_floats)(run.shares.last()?), (self.in_floats)(&known));
        (best > 0.0).then(|| ours / best)
    }
}
