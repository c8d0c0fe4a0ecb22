//! Specifications of arrivals: dynamic DRF, and DRF with complete knowledge.

pub mod ddrf_printed;
pub mod drf_offline;
mod in_short;

pub use ddrf_printed::DdrfPrinted;
pub use in_short::check as check_levels;

use crate::model::arrivals::{Arrivals, Certificate, History, Sequence, Setting, Usage};
use crate::model::{Checked, uncertified};
use crate::scalar::{Rational, max};
use crate::specification::{Facts, Settles, Specification};

/// The dynamic DRF allocation: LP (1) of li2019, whose least solution is `x_i^k = max(M^k, x_i^{k-1})`.
#[derive(Debug)]
pub struct DynamicDrf {
    id: &'static str,
}

impl DynamicDrf {
    /// The specification with the id of one of the algorithms that claim to meet it.
    pub const fn of(id: &'static str) -> Self {
        DynamicDrf { id }
    }
}

/// Dynamic DRF by the fastest algorithm.
pub const DDRF: DynamicDrf = DynamicDrf::of("ddrf");
/// Dynamic DRF by the closed form.
pub const DDRF_LINEAR: DynamicDrf = DynamicDrf::of("ddrf-linear");
/// Dynamic DRF by the linear programme.
pub const DDRF_LP: DynamicDrf = DynamicDrf::of("ddrf-lp");
/// Dynamic DRF by water-filling (id `ddrf-water`).
pub const DDRF_WATER: DynamicDrf = DynamicDrf::of("ddrf-water");

/// Returns `true` if resource `r` stops the agents of smallest share after step `k` of a feasible history: it is used up. More of it
/// is used than was released before, so an agent demands it whose share has risen, to that of the newcomer.
pub fn is_tight(sequence: &Sequence, used: &[Rational], k: usize, r: usize) -> bool {
    used.get(r).is_some_and(|used| *used == sequence.released(k))
}

impl Specification<Arrivals> for DynamicDrf {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(self.id, Setting { irrevocable: true }) }
    }

    /// At every step each agent has the larger of its earlier share and the newcomer's share, and some
    /// resource that an agent of the newcomer's share demands is used up: no larger smallest share is
    /// feasible.
    fn check(&self, sequence: &Sequence, history: &History, proof: &Certificate) -> Checked {
        let resources = match proof {
            Certificate::Tight(resources) if resources.len() == sequence.steps() => resources,
            _ => return uncertified("a tight resource a step is needed"),
        };
        let usage = Usage::of(sequence);
        for (k, &r) in resources.iter().enumerate() {
            let shares = &history.shares[k];
            let kept = (0..k).all(|i| shares[i] == max(history.shares[k - 1][i].clone(), shares[k].clone()));
            if !kept || !is_tight(sequence, &usage.used(shares), k, r) {
                return uncertified(format!("step {} is not that of dynamic DRF", k + 1));
            }
        }
        Ok(())
    }
}
