//! The smooth pieces of a function near a point, told apart by their gradients.

use super::Height;
use super::dense::dot;

/// The width of differences as a part of the radius of a sample, and the least width.
const WIDTH: f64 = 1e-3;
const LEAST_WIDTH: f64 = 1e-8;
/// The distance of two gradients of one piece, in units of the radius and of their length.
const BEND: f64 = 10.0;
const LEAST_BEND: f64 = 1e-6;

/// A smooth piece near a point.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// A point at which the piece gives the value of the function.
    pub at: Vec<f64>,
    /// The value at the point.
    pub value: f64,
    /// The gradient at the point.
    pub slope: Vec<f64>,
}

/// The gradient at `at` by central differences of width `width`; `None` if the function is not defined near
/// the point.
fn slope(height: &mut Height<'_>, at: &[f64], width: f64) -> Option<Vec<f64>> {
    let mut point = at.to_vec();
    let mut slope = Vec::with_capacity(at.len());
    for k in 0..at.len() {
        point[k] = at[k] + width;
        let above = height(&point)?;
        point[k] = at[k] - width;
        let below = height(&point)?;
        point[k] = at[k];
        slope.push((above - below) / (2.0 * width));
    }
    Some(slope)
}

impl Piece {
    /// The matrix of second derivatives at the point of the piece, by differences of gradients.
    pub fn curvature(&self, height: &mut Height<'_>, width: f64) -> Option<Vec<Vec<f64>>> {
        let mut point = self.at.clone();
        let mut rows = Vec::with_capacity(point.len());
        for k in 0..point.len() {
            point[k] = self.at[k] + width;
            let above = slope(height, &point, width)?;
            point[k] = self.at[k] - width;
            let below = slope(height, &point, width)?;
            point[k] = self.at[k];
            rows.push(above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * width)).collect());
        }
        Some(rows)
    }
}

/// The pieces met at `centre` and at random points within `radius` of it, each once. `luck` gives random
/// numbers between 0 and 1.
pub(super) fn near(
    height: &mut Height<'_>,
    centre: &[f64],
    radius: f64,
    luck: &mut dyn FnMut() -> f64,
) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for sample in 0..2 * centre.len() + 4 {
        let reach = if sample == 0 { 0.0 } else { radius };
        let at: Vec<f64> = centre.iter().map(|x| x + reach * (2.0 * luck() - 1.0)).collect();
        let Some(value) = height(&at) else { continue };
        let Some(slope) = slope(height, &at, (radius * WIDTH).max(LEAST_WIDTH)) else { continue };
        let apart = (BEND * radius).max(LEAST_BEND) * (1.0 + dot(&slope, &slope).sqrt());
        let alike = |piece: &Piece| {
            let between: Vec<f64> = piece.slope.iter().zip(&slope).map(|(a, b)| a - b).collect();
            dot(&between, &between).sqrt() <= apart
        };
        if !pieces.iter().any(alike) {
            pieces.push(Piece { at, value, slope });
        }
    }
    pieces
}
