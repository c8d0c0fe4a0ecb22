//! The shortest convex combination of gradients (Wolfe, Finding the nearest point in a polytope, 1976).

use super::dense::{dot, solution};

/// The weight below which a gradient is not part of the combination.
const NONE: f64 = 1e-12;

/// Weights, at least 0 and of sum 1, one per gradient in `slopes`, for which the weighted sum is shortest.
/// Where that sum is zero, no direction leads down on all pieces.
pub(super) fn balance(slopes: &[&[f64]]) -> Vec<f64> {
    let count = slopes.len();
    let gram: Vec<Vec<f64>> = slopes.iter().map(|a| slopes.iter().map(|b| dot(a, b)).collect()).collect();
    let shortest = (0..count).min_by(|&a, &b| gram[a][a].total_cmp(&gram[b][b])).unwrap_or(0);
    let mut weight = vec![0.0; count];
    if let Some(first) = weight.get_mut(shortest) {
        *first = 1.0;
    }
    let mut corral = vec![shortest];
    // Each round adds a gradient to the corral, and a corral never comes back except by rounding.
    for _ in 0..20 * (count + 1) {
        let along: Vec<f64> = gram.iter().map(|row| dot(row, &weight)).collect();
        let length = dot(&along, &weight);
        let Some(enters) = (0..count).min_by(|&a, &b| along[a].total_cmp(&along[b])) else { break };
        if along[enters] >= length - NONE * (1.0 + length) || corral.contains(&enters) {
            break;
        }
        corral.push(enters);
        while !shorten(&gram, &mut corral, &mut weight) {}
    }
    weight
}

/// Moves `weight` towards the shortest point of the plane through the gradients of `corral`. Returns `true`
/// if that point was reached; otherwise a gradient has left the corral.
fn shorten(gram: &[Vec<f64>], corral: &mut Vec<usize>, weight: &mut [f64]) -> bool {
    let size = corral.len();
    let row = |&j: &usize| corral.iter().map(|&k| gram[j][k]).chain([1.0]).collect();
    let mut rows: Vec<Vec<f64>> = corral.iter().map(row).collect();
    rows.push((0..=size).map(|k| if k < size { 1.0 } else { 0.0 }).collect());
    let right: Vec<f64> = (0..=size).map(|k| if k < size { 0.0 } else { 1.0 }).collect();
    let flat = solution(rows, right);
    let outside: Vec<usize> = (0..size).filter(|&k| flat[k] <= NONE).collect();
    let reach = |&k: &usize| {
        let now = weight[corral[k]];
        now / (now - flat[k]).max(f64::MIN_POSITIVE)
    };
    let (leaves, step) = outside
        .iter()
        .map(|k| (*k, reach(k)))
        .fold((None, 1.0), |least, (k, reach)| if reach < least.1 { (Some(k), reach) } else { least });
    corral.iter().zip(&flat).for_each(|(&j, &flat)| weight[j] += step * (flat - weight[j]));
    let Some(leaves) = leaves.or(outside.first().copied()).filter(|_| size > 1) else { return true };
    weight[corral[leaves]] = 0.0;
    corral.remove(leaves);
    false
}
