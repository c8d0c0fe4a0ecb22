//! Sequential sweeps of water-filling in floats: one server after another is filled, given the present tasks
//! on all other servers. Exact placements are tried between sweeps.
//!
//! Supports and bottlenecks settle long before the numbers do, so the exact system is tried early.

use super::snap::snap;
use super::standstill::Standstill;
use super::{PerServer, map};
use crate::linear::{Patience, Timely};
use crate::model::cluster::Placement;
use crate::scalar::Rational;

/// The largest number of sweeps in one order of the servers.
const MOST_SWEEPS: usize = 8192;

/// Levels that count as zero, as parts of a unit of level.
const SLACKS: [f64; 5] = [1e-13, 1e-9, 1e-7, 1e-5, 1e-3];

/// A sweep that moves no level by more than this has converged.
const STILL: f64 = 1e-14;

/// A certified placement near the end of sequential sweeps that start from nothing: servers in order, then in
/// reverse order.
pub(super) fn settle(view: &PerServer<'_>, patience: &Patience) -> Timely<Option<Placement>> {
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
) -> Timely<Option<Placement>> {
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
        // The guesses made on the way are tried again from better numbers, in case some unknowns are free.
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
