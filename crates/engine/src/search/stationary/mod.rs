//! Stationary points of a piecewise smooth function, in floats.
//!
//! Near a minimum such a function is the largest of a few smooth pieces. Gradients at random points near the
//! present one tell the pieces apart (gradient sampling: Burke, Lewis and Overton 2005). The shortest convex
//! combination of the gradients gives the pieces that bind, with their multipliers, and a direction that leads
//! down on all pieces. Newton's method on the equations of a stationary point (the binding pieces are equal,
//! and the multipliers balance their gradients) takes the last steps.

mod balance;
mod dense;
mod fractions;
mod pieces;

pub use fractions::{Fraction, around, nearest};

use balance::balance;
use dense::{dot, solution};
use pieces::{Piece, near};

/// A function to be made small; `None` where it is not defined.
pub type Height<'a> = dyn FnMut(&[f64]) -> Option<f64> + 'a;

/// Radii of the samples, in order.
const RADII: [f64; 5] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
/// The largest number of steps with one radius.
const STEPS: usize = 6;
/// The number of Newton steps on the quadratic models of one sample.
const NEWTON: usize = 3;
/// The multiplier from which on a piece binds.
const BINDS: f64 = 1e-7;
/// The length of a gradient that counts as zero.
const FLAT: f64 = 1e-9;
/// Gains that count, and gains that are worth another step of the same radius.
const GAIN: f64 = 1e-13;
const WORTH: f64 = 1e-12;

/// A point at or below the height of `start` from which no step found leads further down. `luck` gives random
/// numbers between 0 and 1. Points outside the domain are never returned.
pub fn settle(height: &mut Height<'_>, start: Vec<f64>, luck: &mut dyn FnMut() -> f64) -> Vec<f64> {
    let mut at = start;
    let Some(mut value) = height(&at) else { return at };
    for radius in RADII {
        for _ in 0..STEPS {
            let Some((lower, next)) = step(height, &at, value, radius, luck) else { break };
            let gain = value - lower;
            (value, at) = (lower, next);
            if gain < WORTH {
                break;
            }
        }
    }
    at
}

/// The lower of a Newton step and a step against the balanced gradient, if one leads down.
fn step(
    height: &mut Height<'_>,
    at: &[f64],
    value: f64,
    radius: f64,
    luck: &mut dyn FnMut() -> f64,
) -> Option<(f64, Vec<f64>)> {
    let pieces = near(height, at, radius, luck);
    let slopes: Vec<&[f64]> = pieces.iter().map(|piece| piece.slope.as_slice()).collect();
    let weight = balance(&slopes);
    let mut best: Option<(f64, Vec<f64>)> = None;
    let mut offer = |height: &mut Height<'_>, next: Vec<f64>| {
        let least = best.as_ref().map_or(value - GAIN, |(least, _)| *least);
        let lower = height(&next).filter(|lower| *lower < least);
        if let Some(lower) = lower {
            best = Some((lower, next));
        }
        lower.is_some()
    };
    if let Some(next) = newton(height, at, &pieces, &weight, radius) {
        offer(height, next);
    }
    let pull = |k: usize| slopes.iter().zip(&weight).map(|(slope, weight)| weight * slope[k]).sum::<f64>();
    let uphill: Vec<f64> = (0..at.len()).map(pull).collect();
    let length = dot(&uphill, &uphill).sqrt();
    if length > FLAT {
        let mut far = 16.0 * radius / length;
        for _ in 0..12 {
            if offer(height, at.iter().zip(&uphill).map(|(x, up)| x - far * up).collect()) {
                break;
            }
            far /= 2.0;
        }
    }
    best
}

/// The solution of the equations of a stationary point for the quadratic models of the binding pieces:
/// multipliers of sum 1 balance the gradients, and the pieces have one value.
fn newton(
    height: &mut Height<'_>,
    centre: &[f64],
    pieces: &[Piece],
    weight: &[f64],
    radius: f64,
) -> Option<Vec<f64>> {
    let binding = pieces.iter().zip(weight).filter(|(_, weight)| **weight > BINDS);
    let (active, mut weight): (Vec<&Piece>, Vec<f64>) = binding.unzip();
    let width = (radius * 0.03).max(1e-6);
    let bends: Vec<Vec<Vec<f64>>> =
        active.iter().map(|piece| piece.curvature(height, width)).collect::<Option<_>>()?;
    let (size, count) = (centre.len(), active.len());
    let mut at = centre.to_vec();
    for _ in 0..NEWTON {
        // Unknowns: the step, the multipliers, and the value; equations in the order of their unknowns.
        let mut rows = vec![vec![0.0; size + count + 1]; size + count + 1];
        let mut right = vec![0.0; size + count + 1];
        for (j, piece) in active.iter().enumerate() {
            let off: Vec<f64> = at.iter().zip(&piece.at).map(|(x, y)| x - y).collect();
            let bent: Vec<f64> = bends[j].iter().map(|row| dot(row, &off)).collect();
            for k in 0..size {
                let slope = piece.slope[k] + bent[k];
                rows[k][size + j] = slope;
                rows[size + j][k] = slope;
                rows[k].iter_mut().zip(&bends[j][k]).for_each(|(x, bend)| *x += weight[j] * bend);
            }
            rows[size + j][size + count] = -1.0;
            right[size + j] = -(piece.value + dot(&piece.slope, &off) + 0.5 * dot(&bent, &off));
            rows[size + count][size + j] = 1.0;
        }
        right[size + count] = 1.0;
        let solved = solution(rows, right);
        at.iter_mut().zip(&solved).for_each(|(x, step)| *x += step);
        weight.copy_from_slice(&solved[size..size + count]);
    }
    Some(at)
}
