//! DRF with complete knowledge, computed again at every step: the benchmark of dynamic DRF (li2019 4).

use std::borrow::Cow;

use crate::model::arrivals::{Arrivals, Certificate, History, Sequence, Setting};
use crate::model::cluster::{Certificate as Bottlenecks, Placement};
use crate::model::{Checked, certain, uncertified};
use crate::scalar::{Rational, Scalar};
use crate::specification::{Facts, PerServer, Server, Settles, Specification};

/// The mechanism `drf-offline`: DRF at every step.
#[derive(Debug)]
pub struct DrfOffline;

/// The agents present at step `k` (from 0), as users of one pool with the capacity released so far.
pub fn pool<S: Scalar>(sequence: &Sequence<S>, k: usize) -> Server<'static, S> {
    Server {
        capacity: Cow::from(vec![sequence.released(k); sequence.resources()]),
        load: Cow::from(sequence.normalised()[..=k].to_vec()),
        unit: vec![S::one(); k + 1],
    }
}

/// The agents present at step `k` on one server, with unlimited tasks.
pub fn view(sequence: &Sequence, k: usize) -> PerServer<'static> {
    PerServer { servers: vec![pool(sequence, k)], tasks: Cow::from(vec![None; k + 1]) }
}

/// The shares of one step as a placement on one server.
pub fn placement(shares: &[Rational]) -> Placement {
    Placement { tasks: shares.iter().map(|x| vec![x.clone()]).collect() }
}

impl Specification<Arrivals> for DrfOffline {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of("drf-offline", Setting { irrevocable: false }) }
    }

    fn check(&self, sequence: &Sequence, history: &History, proof: &Certificate) -> Checked {
        let Certificate::Bottlenecks(steps) = proof else {
            return uncertified("bottlenecks are needed");
        };
        certain(steps.len() == history.shares.len(), "bottlenecks of every step are needed")?;
        for (k, (shares, named)) in history.shares.iter().zip(steps).enumerate() {
            let rows = named.iter().map(|r| vec![Some(*r)]).collect();
            view(sequence, k).check(&placement(shares), &Bottlenecks::Bottlenecks(rows))?;
        }
        Ok(())
    }
}
