//! DRF with complete knowledge, computed again at every step: the benchmark of dynamic DRF (li2019 4).

use fairwitness_kernel::specification::arrivals::drf_offline::{DrfOffline, placement, pool, view};

use crate::linear::{Halt, Patience};
use crate::mechanism::per_server::bottlenecks;
use crate::mechanism::{Abilities, InEps, Mechanism, Specification, fill, sentences};
use crate::model::arrivals::{Arrivals, Certificate, History, Sequence};
use crate::model::cluster::Certificate as Bottlenecks;
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Eps, Rational, Scalar};
use crate::trace::{Trace, Traced};

fn history<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    let step = |k: usize| fill(&pool(sequence, k), &vec![S::zero(); k + 1], &vec![None; k + 1]);
    History { shares: (0..sequence.steps()).map(step).collect() }
}

impl Mechanism<Arrivals> for DrfOffline {
    fn specification(&self) -> &dyn Specification<Arrivals> {
        self
    }

    fn allocate(&self, sequence: &Sequence, _patience: &Patience) -> Result<History, Halt<Refusal>> {
        Ok(history(sequence))
    }

    fn certify(
        &self,
        sequence: &Sequence,
        history: &History,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        let step =
            |(k, shares): (usize, &Vec<Rational>)| match bottlenecks(&view(sequence, k), &placement(shares))?
            {
                Bottlenecks::Bottlenecks(rows) => Ok(rows.into_iter().filter_map(|row| row[0]).collect()),
                _ => Err(Rejected::Kind),
            };
        Ok(Certificate::Bottlenecks(history.shares.iter().enumerate().map(step).collect::<Result<_, _>>()?))
    }

    fn abilities(&self) -> Abilities<'_, Arrivals> {
        Abilities { traced: Some(self), eps: Some(self), ..Abilities::none() }
    }
}

impl InEps<Arrivals> for DrfOffline {
    fn infinitesimal(&self, sequence: &Sequence<Eps>) -> Option<History<Eps>> {
        Some(history(sequence))
    }
}

impl Traced<Arrivals> for DrfOffline {
    fn trace(&self, sequence: &Sequence, _patience: &Patience) -> Result<Trace<Arrivals>, Halt<Refusal>> {
        sentences::bounded(sequence)?;
        Ok(sentences::offline(sequence))
    }
}
