//! Dynamic DRF by water-filling (li2019 2): the agents with the smallest share rise together, from event to
//! event, until the released part of a resource is used up.

use super::{DynamicDrf, specified, step_by_step};
use crate::model::arrivals::{History, Sequence};
use crate::scalar::{Scalar, least};

fn history<S: Scalar>(sequence: &Sequence<S>) -> History<S> {
    step_by_step(sequence, |demand, before, released| {
        let resources = demand.first().map_or(0, Vec::len);
        let share = |i: usize| before.get(i).cloned().unwrap_or_else(S::zero);
        let mut water = S::zero();
        loop {
            let rising: Vec<usize> = (0..demand.len()).filter(|&i| share(i) <= water).collect();
            // Usage at water level w is fixed + w * rate.
            let stops = (0..resources).filter_map(|r| {
                let rate = rising.iter().fold(S::zero(), |sum, &i| sum + &demand[i][r]);
                let dry = (0..demand.len()).filter(|i| !rising.contains(i));
                let fixed = dry.fold(S::zero(), |sum, i| sum + share(i) * &demand[i][r]);
                rate.is_positive().then(|| (released.clone() - fixed) / rate)
            });
            let stop = least(stops).unwrap_or_else(S::zero);
            let joins = least((0..demand.len()).map(share).filter(|x| *x > water));
            match joins {
                Some(next) if next <= stop => water = next,
                _ => return stop,
            }
        }
    })
}

pub(super) const DDRF_WATER: DynamicDrf = DynamicDrf {
    specification: &specified::DDRF_WATER,
    run: |sequence, _| Ok(history(sequence)),
    infinitesimal: Some(history),
    quick: Some(history),
    floats: Some(history),
    levels: None,
};
