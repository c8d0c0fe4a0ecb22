//! DRF with complete knowledge, computed again at every step: the benchmark of dynamic DRF (li2019 4).

use fairwitness_kernel::specification::arrivals::drf_offline::{DrfOffline, placement, pool, view};

use crate::linear::Patience;
use crate::mechanism::{Abilities, Allocated, Certified, Followed, Mechanism, bottlenecks, fill, sentences};
use crate::model::Rejected;
use crate::model::arrivals::{Arrivals, Certificate, History, Sequence};
use crate::model::cluster::Certificate as Bottlenecks;
use crate::scalar::{Rational, Scalar};

fn history<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    let step = |k: usize| fill(&pool(sequence, k), &vec![S::zero(); k + 1], &vec![None; k + 1]);
    History { shares: (0..sequence.steps()).map(step).collect() }
}

impl Mechanism<Arrivals> for DrfOffline {
    fn allocate(&self, sequence: &Sequence, _patience: &Patience) -> Allocated<Arrivals> {
        Ok(history(sequence))
    }

    fn certify(&self, sequence: &Sequence, history: &History, _patience: &Patience) -> Certified<Arrivals> {
        let step =
            |(k, shares): (usize, &Vec<Rational>)| match bottlenecks(&view(sequence, k), &placement(shares))?
            {
                Bottlenecks::Bottlenecks(rows) => Ok(rows.into_iter().filter_map(|row| row[0]).collect()),
                _ => Err(Rejected::Kind),
            };
        Ok(Certificate::Bottlenecks(history.shares.iter().enumerate().map(step).collect::<Result<_, _>>()?))
    }

    fn trace(&self, sequence: &Sequence, _patience: &Patience) -> Followed<Arrivals> {
        sentences::bounded(sequence)?;
        Ok(sentences::offline(sequence))
    }

    fn abilities(&self) -> Abilities<'_, Arrivals> {
        Abilities { eps: Some(history), ..Abilities::none() }
    }
}
