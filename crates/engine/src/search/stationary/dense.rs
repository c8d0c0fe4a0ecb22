//! Small dense systems of linear equations in floats.

/// The part of the largest entry below which a pivot counts as zero.
const SMALL: f64 = 1e-10;

/// A solution `x` of `rows * x = right` (equations x unknowns), by Gauss-Jordan elimination with full
/// pivoting. An unknown that the equations leave open is 0, and an equation that depends on the others is
/// ignored.
pub(super) fn solution(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let unknowns = rows.first().map_or(0, Vec::len);
    let most = rows.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
    let mut pivots: Vec<usize> = Vec::new();
    for at in 0..rows.len() {
        let entries = (at..rows.len()).flat_map(|i| (0..unknowns).map(move |k| (i, k)));
        let open = entries.filter(|(_, k)| !pivots.contains(k));
        let largest = open.max_by(|a, b| rows[a.0][a.1].abs().total_cmp(&rows[b.0][b.1].abs()));
        let Some((i, k)) = largest.filter(|&(i, k)| rows[i][k].abs() > SMALL * most) else { break };
        rows.swap(at, i);
        right.swap(at, i);
        pivots.push(k);
        let (pivot, value) = (rows[at].clone(), right[at]);
        for j in (0..rows.len()).filter(|j| *j != at) {
            let factor = rows[j][k] / pivot[k];
            rows[j].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            right[j] -= factor * value;
        }
    }
    let mut solved = vec![0.0; unknowns];
    for (at, k) in pivots.into_iter().enumerate() {
        solved[k] = right[at] / rows[at][k];
    }
    solved
}

/// The inner product of two vectors of equal length.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
