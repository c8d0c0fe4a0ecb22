//! Sequential sweeps of water-filling in floats, one server after another, each given the others as they are; and the
//! exact placements that are tried on the way.
//!
//! Who runs where and what stops whom settles long before the numbers do, so the exact system is tried early.

use super::snap::snap;
use super::standstill::Standstill;
use super::{PerServer, map};
use crate::linear::{Cut, Patience};
use crate::model::cluster::Placement;
use crate::scalar::Rational;

/// Sweeps in one order of the servers.
const MOST_SWEEPS: usize = 8192;

/// What is taken for nothing, in parts of a unit of level.
const SLACKS: [f64; 5] = [1e-13, 1e-9, 1e-7, 1e-5, 1e-3];

/// Below this, nothing moves any more.
const STILL: f64 = 1e-14;

/// A certified placement that sequential sweeps lead to, from nothing: servers in their order, then in the other.
pub(super) fn settle(view: &PerServer<'_>, patience: &Patience) -> Result<Option<Placement>, Cut> {
    let floats = map(view, Rational::to_f64);
    let forth: Vec<usize> = (0..floats.servers.len()).collect();
    let back: Vec<usize> = forth.iter().rev().copied().collect();
    for order in [forth, back] {
        if let Some(placement) = settle_in(view, &floats, &order, patience)? {
            return Ok(Some(placement));
        }
    }
    Ok(None)
}

fn settle_in(
    view: &PerServer<'_>,
    floats: &PerServer<'_, f64>,
    order: &[usize],
    patience: &Patience,
) -> Result<Option<Placement>, Cut> {
    let mut here = Standstill::nothing(floats);
    let mut tried = Vec::new();
    let mut due = 2;
    for sweep in 1..=MOST_SWEEPS {
        let mut moved = 0.0f64;
        for &i in order {
            patience.check()?;
            moved = moved.max(here.fill(i, &floats.servers[i], &floats.tasks));
        }
        let still = moved < STILL * here.scale();
        if !still && sweep < due {
            continue;
        }
        due = 2 * sweep;
        // What was tried on the way is tried once more from better numbers, in case some are free.
        if still {
            tried.clear();
        }
        for slack in SLACKS {
            let running = here.running(slack);
            if tried.contains(&running) {
                continue;
            }
            tried.push(running);
            if let Some(placement) = snap(view, &here, slack, patience)? {
                return Ok(Some(placement));
            }
        }
        if still {
            break;
        }
    }
    Ok(None)
}
