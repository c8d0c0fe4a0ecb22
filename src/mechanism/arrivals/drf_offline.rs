//! DRF with complete knowledge, anew at every step: what dynamic DRF is measured against (li2019 4).

use std::borrow::Cow;

use crate::mechanism::{Mechanism, PerServer, Server, Settles, fill};
use crate::model::arrivals::{Arrivals, Certificate, History, Sequence, Setting};
use crate::model::cluster::{Certificate as Bottlenecks, Placement};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::{Eps, Rational, Scalar};

/// DRF at every step.
#[derive(Debug)]
pub(super) struct DrfOffline;

/// The agents present at step `k` as the users of one pool of what is released.
fn pool<S: Scalar>(sequence: &Sequence<S>, k: usize) -> Server<'static, S> {
    Server {
        capacity: Cow::from(vec![sequence.released(k); sequence.resources()]),
        load: Cow::from(sequence.normalised()[..=k].to_vec()),
        unit: vec![S::one(); k + 1],
    }
}

fn history<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    let step = |k: usize| fill(&pool(sequence, k), &vec![S::zero(); k + 1], &vec![None; k + 1]);
    History { shares: (0..sequence.steps()).map(step).collect() }
}

fn view(sequence: &Sequence, k: usize) -> PerServer<'static> {
    PerServer { servers: vec![pool(sequence, k)], tasks: Cow::from(vec![None; k + 1]) }
}

fn placement(shares: &[Rational]) -> Placement {
    Placement { tasks: shares.iter().map(|x| vec![x.clone()]).collect() }
}

impl Mechanism<Arrivals> for DrfOffline {
    fn id(&self) -> &'static str {
        "drf-offline"
    }

    fn page(&self) -> &'static str {
        include_str!("../../../mechanisms/drf-offline.md")
    }

    fn setting(&self) -> Setting {
        Setting { irrevocable: false }
    }

    fn infinitesimal(&self, sequence: &Sequence<Eps>) -> Option<History<Eps>> {
        Some(history(sequence))
    }

    fn settles(&self, _sequence: &Sequence) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, sequence: &Sequence) -> Result<History, Refusal> {
        Ok(history(sequence))
    }

    fn certify(&self, sequence: &Sequence, history: &History) -> Result<Certificate, Rejected> {
        let step =
            |(k, shares): (usize, &Vec<Rational>)| match view(sequence, k).bottlenecks(&placement(shares))? {
                Bottlenecks::Bottlenecks(rows) => Ok(rows.into_iter().filter_map(|row| row[0]).collect()),
                _ => Err(Rejected::Kind),
            };
        Ok(Certificate::Bottlenecks(history.shares.iter().enumerate().map(step).collect::<Result<_, _>>()?))
    }

    fn check(
        &self,
        sequence: &Sequence,
        history: &History,
        certificate: &Certificate,
    ) -> Result<(), Rejected> {
        let Certificate::Bottlenecks(steps) = certificate else {
            return Err(Rejected::Certificate("bottlenecks are needed".to_string()));
        };
        if steps.len() != history.shares.len() {
            return Err(Rejected::Certificate("bottlenecks of every step are needed".to_string()));
        }
        for (k, (shares, named)) in history.shares.iter().zip(steps).enumerate() {
            let rows = named.iter().map(|r| vec![Some(*r)]).collect();
            view(sequence, k).check(&placement(shares), &Bottlenecks::Bottlenecks(rows))?;
        }
        Ok(())
    }
}
