//! The simplex method in floats, which proposes bases and decides nothing.
//!
//! A revised primal method with an explicit inverse. Devex pricing with reference weights (Forrest and
//! Goldfarb) selects the entering variable, a two-pass ratio test (Harris) the leaving one, and bounds are
//! relaxed slightly so that degenerate programmes make progress.

mod proposal;
mod setup;

pub(super) use proposal::Proposal;

use setup::Lines;

use super::Patience;

/// Reduced costs and values at most this far from zero count as zero.
const NEAR: f64 = 1e-9;
/// Entries at most this far from zero count as zero in a ratio test.
const FLAT: f64 = 1e-7;
/// The amount by which bounds are relaxed, relative to their size.
const WIDENED: f64 = 1e-6;
/// The number of exchanges after which the inverse is computed again.
const STALE: usize = 150;
/// The largest number of rows for which an inverse is kept.
const MOST_ROWS: usize = 3_000;

/// Pairs of a label and a weight; labels below the number of variables are variables, all others are slacks.
pub(super) type Weights = Vec<(usize, f64)>;

/// The way in which a run of exchanges ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Optimal,
    Infeasible,
    Unbounded(usize),
    Lost,
}

/// A programme in floats, with a basis.
#[derive(Debug)]
pub(super) struct Floats<'a> {
    patience: &'a Patience,
    rows: usize,
    variables: usize,
    columns: Lines,
    by_row: Lines,
    /// `true` for each equation, whose slack must be zero.
    equation: Vec<bool>,
    right: Vec<f64>,
    /// Bounds of the variables after relaxation.
    widened: Vec<f64>,
    cost: Vec<f64>,
    row_scale: Vec<f64>,
    column_scale: Vec<f64>,
    /// The label of the variable or slack at each basis position.
    basis: Vec<usize>,
    /// The basis position of each variable and slack; `NOWHERE` if it is not basic.
    place: Vec<usize>,
    /// The inverse of the basis, stored by columns.
    inverse: Vec<f64>,
    value: Vec<f64>,
    reduced: Vec<f64>,
    weight: Vec<f64>,
    exchanges: usize,
    /// Scratch space for one pivot row, by labels.
    across: Vec<f64>,
}

const NOWHERE: usize = usize::MAX;

impl Floats<'_> {
    fn column(&self, label: usize) -> impl Iterator<Item = (usize, f64)> {
        let (own, slack): (&[(u32, f64)], _) = if label < self.variables {
            (self.columns.line(label), None)
        } else {
            (&[], Some((label - self.variables, 1.0)))
        };
        own.iter().map(|&(i, x)| (i as usize, x)).chain(slack)
    }

    /// Computes the inverse again. A variable that depends linearly on the rest is replaced by a slack, and
    /// so are the variables left over when the work is cut short.
    fn invert(&mut self) {
        let m = self.rows;
        let mut wanted: Vec<usize> = self.basis.iter().copied().filter(|&l| l < self.variables).collect();
        wanted.sort_by_key(|&l| self.columns.line(l).len());
        let mut open = vec![true; m];
        for &label in self.basis.iter().filter(|&&l| l >= self.variables) {
            open[label - self.variables] = false;
        }
        self.place.fill(NOWHERE);
        for i in 0..m {
            self.basis[i] = self.variables + i;
        }
        self.inverse.clear();
        self.inverse.resize(m * m, 0.0);
        (0..m).for_each(|i| self.inverse[i * m + i] = 1.0);
        for label in wanted {
            if self.patience.check().is_err() {
                break; // The run that asked for it hears of it too.
            }
            let moved = self.moved(label);
            let best = (0..m).filter(|&i| open[i]).max_by(|&a, &b| moved[a].abs().total_cmp(&moved[b].abs()));
            if let Some(at) = best.filter(|&i| moved[i].abs() > FLAT) {
                open[at] = false;
                let across = self.inverse_row(at);
                self.replace(at, &moved, &across);
                self.basis[at] = label;
            }
        }
        for (at, &label) in self.basis.iter().enumerate() {
            self.place[label] = at;
        }
        self.exchanges = 0;
        self.revalue();
        self.reduce();
    }

    /// The decrease of each basic variable per unit of the entering one.
    fn moved(&self, label: usize) -> Vec<f64> {
        let m = self.rows;
        let mut moved = vec![0.0; m];
        for (i, x) in self.column(label).filter(|(_, x)| *x != 0.0) {
            for (to, from) in moved.iter_mut().zip(&self.inverse[i * m..(i + 1) * m]) {
                *to += x * from;
            }
        }
        moved
    }

    fn inverse_row(&self, at: usize) -> Vec<f64> {
        self.inverse.iter().skip(at).step_by(self.rows).copied().collect()
    }

    /// Updates the inverse for an exchange at position `at`; `across` is the row of the inverse there before
    /// the exchange.
    fn replace(&mut self, at: usize, moved: &[f64], across: &[f64]) {
        let m = self.rows;
        let few: Vec<usize> = (0..m).filter(|&i| moved[i] != 0.0).collect();
        for c in (0..m).filter(|&c| across[c] != 0.0) {
            let factor = across[c] / moved[at];
            let column = &mut self.inverse[c * m..(c + 1) * m];
            if few.len() * 4 < m {
                few.iter().for_each(|&i| column[i] -= factor * moved[i]);
            } else {
                column.iter_mut().zip(moved).for_each(|(x, y)| *x -= factor * y);
            }
            column[at] = factor;
        }
    }

    /// Computes the values of the basic variables under the relaxed bounds.
    fn revalue(&mut self) {
        self.value = self.values(&self.widened);
    }

    fn values(&self, right: &[f64]) -> Vec<f64> {
        let m = self.rows;
        let mut value = vec![0.0; m];
        for (i, b) in right.iter().enumerate().filter(|(_, b)| **b != 0.0) {
            for (to, from) in value.iter_mut().zip(&self.inverse[i * m..(i + 1) * m]) {
                *to += b * from;
            }
        }
        value
    }

    fn cost_of(&self, label: usize) -> f64 {
        if label < self.variables { self.cost[label] } else { 0.0 }
    }

    /// Prices of the rows, for costs given by basis position.
    fn prices(&self, costs: &[(usize, f64)]) -> Vec<f64> {
        let m = self.rows;
        (0..m).map(|c| costs.iter().map(|&(at, cost)| cost * self.inverse[c * m + at]).sum()).collect()
    }

    /// Computes the reduced costs of the objective again.
    fn reduce(&mut self) {
        let costs: Vec<(usize, f64)> =
            (0..self.rows).map(|at| (at, self.cost_of(self.basis[at]))).filter(|(_, c)| *c != 0.0).collect();
        let prices = self.prices(&costs);
        self.reduced = self.spread(&prices, &self.cost);
    }

    /// Reduced costs: `cost` less the priced column of each variable.
    fn spread(&self, prices: &[f64], cost: &[f64]) -> Vec<f64> {
        let mut reduced = cost.to_vec();
        for (i, y) in prices.iter().enumerate().filter(|(_, y)| **y != 0.0) {
            for &(v, x) in self.by_row.line(i) {
                reduced[v as usize] -= y * x;
            }
        }
        reduced.extend(prices.iter().map(|y| -y));
        for &label in &self.basis {
            reduced[label] = 0.0;
        }
        reduced
    }

    fn fixed(&self, label: usize) -> bool {
        label >= self.variables && self.equation[label - self.variables]
    }

    /// The positions of variables below zero, and of nonzero slacks of equations, with the direction in which
    /// each should move.
    fn infeasible(&self) -> Vec<(usize, f64)> {
        let off = |at: usize| {
            let x = self.value[at];
            if x < -NEAR {
                Some((at, 1.0))
            } else if x > NEAR && self.fixed(self.basis[at]) {
                Some((at, -1.0))
            } else {
                None
            }
        };
        (0..self.rows).filter_map(off).collect()
    }

    /// The entering variable: the largest squared reduced cost divided by its devex weight.
    fn entering(&self, reduced: &[f64]) -> Option<usize> {
        let mut best = None;
        let mut most = 0.0;
        for (label, &d) in reduced.iter().enumerate() {
            if d > NEAR && self.place[label] == NOWHERE && !self.fixed(label) {
                let worth = d * d / self.weight[label];
                if worth > most {
                    (best, most) = (Some(label), worth);
                }
            }
        }
        best
    }

    /// The growth of the entering variable at which the basic variable of position `at` reaches its bound,
    /// relaxed by `slack`.
    fn limit(&self, at: usize, moved: f64, slack: f64) -> Option<f64> {
        let x = self.value[at];
        let limit = if moved > FLAT && (x >= -NEAR) {
            (x.max(0.0) + slack) / moved
        } else if moved < -FLAT && x < -NEAR {
            (slack - x) / -moved
        } else if moved < -FLAT && x <= NEAR && self.fixed(self.basis[at]) {
            slack / -moved
        } else {
            return None;
        };
        Some(limit)
    }

    /// The leaving position: the largest pivot among the positions that reach their bounds first (Harris).
    fn leaving(&self, moved: &[f64]) -> Option<usize> {
        let mut first = f64::INFINITY;
        for at in 0..self.rows {
            if let Some(limit) = self.limit(at, moved[at], NEAR) {
                first = first.min(limit);
            }
        }
        let mut best: Option<usize> = None;
        for at in 0..self.rows {
            let reached = self.limit(at, moved[at], 0.0).is_some_and(|limit| limit <= first);
            if reached && best.is_none_or(|b| moved[at].abs() > moved[b].abs()) {
                best = Some(at);
            }
        }
        best
    }

    /// Brings the variable or slack `label` into the basis at position `at`.
    fn exchange(&mut self, label: usize, at: usize, moved: &[f64]) {
        let across = self.inverse_row(at);
        let (step, pivot) = (self.value[at] / moved[at], moved[at]);
        // The pivot row of all columns, for reduced costs and devex weights.
        let mut touched = std::mem::take(&mut self.across);
        touched.fill(0.0);
        for (i, y) in across.iter().enumerate().filter(|(_, y)| **y != 0.0) {
            for &(v, x) in self.by_row.line(i) {
                touched[v as usize] += y * x;
            }
            touched[self.variables + i] = *y;
        }
        let (factor, own) = (self.reduced[label] / pivot, self.weight[label]);
        for (k, &x) in touched.iter().enumerate() {
            if x != 0.0 && self.place[k] == NOWHERE {
                self.reduced[k] -= factor * x;
                let ratio = x / pivot;
                self.weight[k] = self.weight[k].max(ratio * ratio * own);
            }
        }
        let out = self.basis[at];
        self.reduced[out] = -factor;
        self.weight[out] = (own / (pivot * pivot)).max(1.0);
        self.reduced[label] = 0.0;
        self.across = touched;
        self.replace(at, moved, &across);
        self.value.iter_mut().zip(moved).for_each(|(x, y)| *x -= step * y);
        self.value[at] = step;
        self.place[out] = NOWHERE;
        self.place[label] = at;
        self.basis[at] = label;
        self.exchanges += 1;
        if self.exchanges >= STALE {
            self.invert();
        }
    }

    /// Exchanges variables until an end; [`End::Lost`] also if the work is cut short.
    fn run(&mut self) -> End {
        let most = 20 * (self.rows + self.variables) + 1_000;
        let mut fresh = false;
        for _ in 0..most {
            if self.patience.check().is_err() {
                return End::Lost;
            }
            let off = self.infeasible();
            let entering = if off.is_empty() {
                self.entering(&self.reduced)
            } else {
                let nothing = vec![0.0; self.variables];
                self.entering(&self.spread(&self.prices(&off), &nothing))
            };
            let Some(label) = entering else {
                if !fresh {
                    // The end is decided from recomputed values only, not from updated ones.
                    self.revalue();
                    self.reduce();
                    fresh = true;
                    continue;
                }
                return if off.is_empty() { End::Optimal } else { End::Infeasible };
            };
            let moved = self.moved(label);
            match self.leaving(&moved) {
                Some(at) => self.exchange(label, at, &moved),
                None if self.exchanges > 0 => {
                    self.invert();
                    continue;
                }
                None if off.is_empty() => return End::Unbounded(label),
                None => return End::Lost,
            }
            fresh = false;
        }
        End::Lost
    }
}
