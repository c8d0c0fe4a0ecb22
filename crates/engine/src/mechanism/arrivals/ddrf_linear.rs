//! Dynamic DRF in `O(k)` per step: the smallest, over all `t`, of the levels at which the agents `t` and
//! later would be stopped if exactly these agents rose together (after li2019 (2), which searches for the
//! right `t`).

use super::{DynamicDrf, specified, step_by_step};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::{Scalar, least};

/// The history of dynamic DRF by the closed form of the value of LP (1): every tail of agents, every
/// resource.
pub fn closed_form<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    step_by_step(sequence, |demand, before, released| {
        let resources = demand.first().map_or(0, Vec::len);
        let mut lowest: Option<S> = None;
        // The rising agents grow from the newcomer alone to all agents: `rising` is their demand, `used` the
        // usage of the rest.
        let mut rising = vec![S::zero(); resources];
        let mut used: Vec<S> = (0..resources)
            .map(|r| before.iter().zip(demand).fold(S::zero(), |sum, (x, d)| sum + x.clone() * &d[r]))
            .collect();
        for t in (0..demand.len()).rev() {
            for r in 0..resources {
                rising[r] = rising[r].clone() + &demand[t][r];
                if let Some(x) = before.get(t) {
                    used[r] = used[r].clone() - x.clone() * &demand[t][r];
                }
            }
            let wanted = (0..resources).filter(|&r| rising[r].is_positive());
            let level = least(wanted.map(|r| (released.clone() - &used[r]) / &rising[r]));
            lowest = least(lowest.into_iter().chain(level));
        }
        lowest.unwrap_or_else(S::zero)
    })
}

pub(super) const DDRF_LINEAR: DynamicDrf = DynamicDrf {
    specification: &specified::DDRF_LINEAR,
    run: |sequence, _| Ok(closed_form(sequence)),
    infinitesimal: Some(closed_form),
    quick: Some(closed_form),
    floats: Some(closed_form),
    levels: None,
};
