//! Mechanisms for arrivals: dynamic DRF by several algorithms, and DRF with complete knowledge.

mod blocks;
mod ddrf;
mod ddrf_linear;
mod ddrf_lp;
mod ddrf_water;
mod drf_offline;
mod in_short;

pub use blocks::Blocks;
pub use ddrf_linear::closed_form;
pub use in_short::certify as tight_resources;

use std::convert::Infallible;

use fairwitness_kernel::specification::arrivals::ddrf_printed::history_seen;
use fairwitness_kernel::specification::arrivals::{self as specified, is_tight};

use crate::linear::{Patience, Timely};
use crate::mechanism::{
    Abilities, Allocated, Certified, Facts, Followed, InNumbers, InWords, Mechanism, Printed, Specification,
    sentences,
};
use crate::model::Rejected;
use crate::model::arrivals::{Arrivals, Certificate, History, Levels, Sequence, Setting, Usage};
use crate::scalar::{Eps, Quick, Scalar, max};

/// The mechanisms of the arrivals model, by id.
pub static ARRIVALS: &[&dyn Mechanism<Arrivals>] = &[
    &ddrf::DDRF,
    &ddrf_linear::DDRF_LINEAR,
    &ddrf_lp::DDRF_LP,
    &specified::DdrfPrinted,
    &ddrf_water::DDRF_WATER,
    &specified::drf_offline::DrfOffline,
];

/// An algorithm that claims to compute the dynamic DRF allocation.
#[derive(Debug)]
struct DynamicDrf {
    specification: &'static specified::DynamicDrf,
    run: fn(&Sequence, &Patience) -> Timely<History>,
    /// The algorithm in Q(eps), if it consists of field operations and comparisons alone.
    infinitesimal: Option<InNumbers<Arrivals, Eps>>,
    /// The algorithm in machine words, if there is one.
    quick: Option<InNumbers<Arrivals, Quick>>,
    /// The algorithm in floats, if there is one.
    floats: Option<InNumbers<Arrivals, f64>>,
    /// The compact history, if the algorithm computes levels alone.
    levels: Option<fn(&Sequence) -> Levels>,
}

/// The history from a rule that gives the smallest share `M^k` after a step. The rule reads the normalised
/// demands of the agents present, their earlier shares (none for the newcomer), and the released part of each
/// resource.
fn step_by_step<S: Scalar>(
    sequence: &Sequence<S>,
    smallest: impl Fn(&[Vec<S>], &[S], &S) -> S,
) -> History<S> {
    let Ok(history) = each_step(sequence, |demand, before, released| {
        Ok::<S, Infallible>(smallest(demand, before, released))
    });
    history
}

/// The history of [`step_by_step`], from a rule that may fail.
fn each_step<S: Scalar, E>(
    sequence: &Sequence<S>,
    smallest: impl Fn(&[Vec<S>], &[S], &S) -> Result<S, E>,
) -> Result<History<S>, E> {
    let demand = sequence.normalised();
    let mut shares: Vec<Vec<S>> = Vec::with_capacity(sequence.steps());
    for k in 0..sequence.steps() {
        let before: Vec<S> = shares.last().cloned().unwrap_or_default();
        let level = smallest(&demand[..=k], &before, &sequence.released(k))?;
        let mut now: Vec<S> = before.into_iter().map(|x| max(x, level.clone())).collect();
        now.push(level);
        shares.push(now);
    }
    Ok(History { shares })
}

/// The promise of dynamic DRF, whatever the algorithm.
impl Specification<Arrivals> for DynamicDrf {
    fn facts(&self) -> Facts<Setting> {
        self.specification.facts()
    }

    fn check(&self, sequence: &Sequence, history: &History, proof: &Certificate) -> Result<(), Rejected> {
        self.specification.check(sequence, history, proof)
    }
}

impl Mechanism<Arrivals> for DynamicDrf {
    fn allocate(&self, sequence: &Sequence, patience: &Patience) -> Allocated<Arrivals> {
        Ok((self.run)(sequence, patience)?)
    }

    fn certify(&self, sequence: &Sequence, history: &History, _patience: &Patience) -> Certified<Arrivals> {
        Ok(tight(sequence, history)?)
    }

    fn trace(&self, sequence: &Sequence, patience: &Patience) -> Followed<Arrivals> {
        sentences::bounded(sequence)?;
        Ok(sentences::dynamic(sequence, &self.allocate(sequence, patience)?))
    }

    fn abilities(&self) -> Abilities<'_, Arrivals> {
        Abilities {
            eps: self.infinitesimal,
            floats: self.floats,
            levels: self.levels,
            words: Some(self),
            ..Abilities::none()
        }
    }
}

impl InWords<Arrivals> for DynamicDrf {
    fn outcome(&self, sequence: &Sequence<Quick>) -> Option<History<Quick>> {
        self.quick.map(|run| run(sequence))
    }
}

/// Algorithm 1 of li2019 as printed, followed by the kernel.
impl Mechanism<Arrivals> for specified::DdrfPrinted {
    fn allocate(&self, sequence: &Sequence, _patience: &Patience) -> Allocated<Arrivals> {
        Ok(self.run(sequence, None)?)
    }

    fn certify(&self, sequence: &Sequence, history: &History, _patience: &Patience) -> Certified<Arrivals> {
        Ok(tight(sequence, history)?)
    }

    fn trace(&self, sequence: &Sequence, _patience: &Patience) -> Followed<Arrivals> {
        sentences::bounded(sequence)?;
        let mut events = Vec::new();
        let end = history_seen(sequence, &mut events).ok();
        Ok(sentences::printed(sequence, &events, end))
    }
}

/// For each step, a resource that stops the agents with the smallest share.
fn tight(sequence: &Sequence, history: &History) -> Result<Certificate, Rejected> {
    let usage = Usage::of(sequence);
    let steps = history.shares.iter().enumerate().map(|(k, shares)| {
        let used = usage.used(shares);
        let found = (0..used.len()).find(|&r| is_tight(sequence, &used, k, r));
        found.ok_or_else(|| {
            Rejected::Certificate(format!("nothing stops the smallest share at step {}", k + 1))
        })
    });
    Ok(Certificate::Tight(steps.collect::<Result<_, _>>()?))
}
