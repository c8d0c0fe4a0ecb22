//! The simplex method in floats: it proposes bases, and decides nothing.
//!
//! A revised primal method with an explicit inverse: reference weights choose what enters (Forrest and Goldfarb's devex),
//! a ratio test in two passes what leaves (Harris), and bounds are widened a little so that degenerate programmes move.

use super::basis::Basis;
use super::patience;
use super::{Program, Relation};

/// Reduced costs and values this close to zero count as zero.
const NEAR: f64 = 1e-9;
/// What counts as zero in a ratio test.
const FLAT: f64 = 1e-7;
/// By how much bounds are widened, relative to their size.
const WIDENED: f64 = 1e-6;
/// After so many exchanges the inverse is computed anew.
const STALE: usize = 150;
/// More rows than that are not inverted.
const MOST_ROWS: usize = 3_000;

/// Where a run ended, as floats see it.
#[derive(Clone, Debug)]
pub(super) enum Proposal {
    /// This basis is the best.
    Optimal(Basis),
    /// No point meets the rows: so much does each basic variable or slack that is below zero (or slack of an equation
    /// that is not zero) weigh in the sum that this basis makes as small as it can be.
    Infeasible(Basis, Weights),
    /// From this basis this variable or slack grows for ever.
    Unbounded(Basis, usize),
}

/// Labels of variables (below their number) and slacks (above it), each with its weight.
pub(super) type Weights = Vec<(usize, f64)>;

/// How a run of exchanges ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Optimal,
    Infeasible,
    Unbounded(usize),
    Lost,
}

/// A sparse matrix by lines.
#[derive(Clone, Debug, Default)]
struct Lines {
    start: Vec<usize>,
    entry: Vec<(u32, f64)>,
}

impl Lines {
    fn of(lines: &[Vec<(usize, f64)>]) -> Lines {
        let mut made = Lines { start: vec![0], entry: Vec::new() };
        for line in lines {
            made.entry.extend(line.iter().map(|&(k, x)| (k as u32, x)));
            made.start.push(made.entry.len());
        }
        made
    }

    fn line(&self, k: usize) -> &[(u32, f64)] {
        &self.entry[self.start[k]..self.start[k + 1]]
    }

    fn clear(&mut self, line: usize, at: usize) {
        let range = self.start[line]..self.start[line + 1];
        self.entry[range].iter_mut().filter(|(k, _)| *k as usize == at).for_each(|(_, x)| *x = 0.0);
    }
}

/// A programme in floats with a basis of it.
#[derive(Debug)]
pub(super) struct Floats {
    rows: usize,
    variables: usize,
    columns: Lines,
    by_row: Lines,
    /// Slacks of equations are zero.
    equation: Vec<bool>,
    right: Vec<f64>,
    /// The bounds as they are worked with.
    widened: Vec<f64>,
    cost: Vec<f64>,
    row_scale: Vec<f64>,
    column_scale: Vec<f64>,
    /// The variable or slack of each place.
    basis: Vec<usize>,
    /// The place of each variable and slack, if it is basic.
    place: Vec<usize>,
    /// The inverse of the basis, column after column.
    inverse: Vec<f64>,
    value: Vec<f64>,
    reduced: Vec<f64>,
    weight: Vec<f64>,
    exchanges: usize,
    /// One pivot row at a time: the numbers of variables and slacks.
    across: Vec<f64>,
}

const NOWHERE: usize = usize::MAX;

/// The nearest power of two, so that scaling rounds nothing.
fn power_of_two(x: f64) -> f64 {
    if x.is_finite() && x > 0.0 { x.log2().round().clamp(-300.0, 300.0).exp2() } else { 1.0 }
}

impl Floats {
    /// The programme with the basis of all slacks; `None` when it is too large or holds numbers beyond floats.
    pub(super) fn of(program: &Program) -> Option<Floats> {
        let (rows, variables) = (program.rows.len(), program.variables());
        if rows > MOST_ROWS || rows == 0 {
            return None;
        }
        let sign = |relation| if relation == Relation::AtLeast { -1.0 } else { 1.0 };
        let mut lines: Vec<Vec<(usize, f64)>> = program
            .rows
            .iter()
            .map(|row| row.terms.iter().map(|(v, c)| (*v, sign(row.relation) * c.to_f64())).collect())
            .collect();
        let mut row_scale = vec![1.0; rows];
        let mut column_scale = vec![1.0; variables];
        for _ in 0..2 {
            let mut span = vec![(f64::INFINITY, 0.0f64); variables];
            for (line, scale) in lines.iter().zip(&mut row_scale) {
                let sizes = line.iter().filter(|(_, x)| *x != 0.0).map(|(v, x)| (x * column_scale[*v]).abs());
                let (low, high) = sizes.fold((f64::INFINITY, 0.0f64), |(l, h), x| (l.min(x), h.max(x)));
                *scale = power_of_two(1.0 / (low * high).sqrt());
                for &(v, x) in line.iter().filter(|(_, x)| *x != 0.0) {
                    let x = (x * *scale).abs();
                    span[v] = (span[v].0.min(x), span[v].1.max(x));
                }
            }
            for (scale, (low, high)) in column_scale.iter_mut().zip(span) {
                *scale = power_of_two(1.0 / (low * high).sqrt());
            }
        }
        let mut columns = vec![Vec::new(); variables];
        for (i, line) in lines.iter_mut().enumerate() {
            for (v, x) in line {
                *x *= row_scale[i] * column_scale[*v];
                columns[*v].push((i, *x));
            }
        }
        let right: Vec<f64> = program
            .rows
            .iter()
            .zip(&row_scale)
            .map(|(row, s)| sign(row.relation) * row.bound.to_f64() * s)
            .collect();
        let cost: Vec<f64> =
            program.objective.iter().zip(&column_scale).map(|(c, s)| c.to_f64() * s).collect();
        let (columns, by_row) = (Lines::of(&columns), Lines::of(&lines));
        if !right.iter().chain(&cost).chain(columns.entry.iter().map(|(_, x)| x)).all(|x| x.is_finite()) {
            return None;
        }
        let mut made = Floats {
            rows,
            variables,
            columns,
            by_row,
            equation: program.rows.iter().map(|row| row.relation == Relation::Equal).collect(),
            widened: right.clone(),
            right,
            cost,
            row_scale,
            column_scale,
            basis: (variables..variables + rows).collect(),
            place: vec![NOWHERE; variables + rows],
            inverse: Vec::new(),
            value: Vec::new(),
            reduced: vec![0.0; variables + rows],
            weight: vec![1.0; variables + rows],
            exchanges: 0,
            across: vec![0.0; variables + rows],
        };
        made.invert();
        Some(made)
    }

    /// Widens the bounds of inequalities, each by a little of its own.
    pub(super) fn widen(&mut self) {
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        for i in 0..self.rows {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if !self.equation[i] {
                let part = 1.0 + (seed >> 40) as f64 / (1u64 << 24) as f64;
                self.widened[i] = self.right[i] + WIDENED * part * self.right[i].abs().max(1.0);
            }
        }
        self.revalue();
    }

    fn column(&self, label: usize) -> impl Iterator<Item = (usize, f64)> {
        let (own, slack): (&[(u32, f64)], _) = if label < self.variables {
            (self.columns.line(label), None)
        } else {
            (&[], Some((label - self.variables, 1.0)))
        };
        own.iter().map(|&(i, x)| (i as usize, x)).chain(slack)
    }

    /// Computes the inverse anew; a variable that depends on the others leaves for a slack.
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
            patience::check();
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

    /// What the basic variables lose as the variable grows.
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

    /// The inverse after an exchange at a place; `across` is its row there, before.
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

    /// The values of the basic variables under the widened bounds.
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

    /// Prices of rows for costs of the places.
    fn prices(&self, costs: &[(usize, f64)]) -> Vec<f64> {
        let m = self.rows;
        (0..m).map(|c| costs.iter().map(|&(at, cost)| cost * self.inverse[c * m + at]).sum()).collect()
    }

    /// Reduced costs of the objective, computed anew.
    fn reduce(&mut self) {
        let costs: Vec<(usize, f64)> =
            (0..self.rows).map(|at| (at, self.cost_of(self.basis[at]))).filter(|(_, c)| *c != 0.0).collect();
        let prices = self.prices(&costs);
        self.reduced = self.spread(&prices, &self.cost);
    }

    /// Costs less what the prices make of each column.
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

    /// The places of variables below zero, and of slacks of equations that are not zero, with the direction in which
    /// they should go.
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

    /// What enters: the best of the reduced costs by its weight.
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

    /// How far the entering variable may grow until the place's own variable comes to its bound.
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

    /// What leaves: the largest pivot among those that are reached first.
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

    /// Brings a variable or slack into the basis at a place.
    fn exchange(&mut self, label: usize, at: usize, moved: &[f64]) {
        let across = self.inverse_row(at);
        let (step, pivot) = (self.value[at] / moved[at], moved[at]);
        // The pivot row of all columns, for reduced costs and weights.
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

    fn run(&mut self) -> End {
        let most = 20 * (self.rows + self.variables) + 1_000;
        let mut fresh = false;
        for _ in 0..most {
            patience::check();
            let off = self.infeasible();
            let entering = if off.is_empty() {
                self.entering(&self.reduced)
            } else {
                let nothing = vec![0.0; self.variables];
                self.entering(&self.spread(&self.prices(&off), &nothing))
            };
            let Some(label) = entering else {
                if !fresh {
                    // Nothing is believed of numbers that were only kept up to date.
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

    /// The basis as it stands.
    pub(super) fn basis(&self) -> Basis {
        let basic = |label: usize| self.place[label] != NOWHERE;
        Basis {
            variables: (0..self.variables).map(basic).collect(),
            slacks: (0..self.rows).map(|i| basic(self.variables + i)).collect(),
        }
    }

    /// Runs to an end under widened bounds, and on under the true ones if their point misses one.
    fn settle(&mut self) -> End {
        let end = self.run();
        if end == End::Optimal {
            let value = self.values(&self.right);
            let misses = |at: usize| value[at] < -NEAR || value[at] > NEAR && self.fixed(self.basis[at]);
            if !(0..self.rows).any(misses) {
                return end;
            }
        }
        self.widened.clone_from(&self.right);
        self.invert();
        self.run()
    }

    /// Runs to the end.
    pub(super) fn propose(&mut self) -> Option<Proposal> {
        self.widen();
        match self.settle() {
            End::Optimal => Some(Proposal::Optimal(self.basis())),
            End::Unbounded(label) => Some(Proposal::Unbounded(self.basis(), label)),
            End::Infeasible => {
                // In the programme's own units: a scaled variable is smaller by its column's factor.
                let unit = |label: usize| {
                    if label < self.variables {
                        1.0 / self.column_scale[label]
                    } else {
                        self.row_scale[label - self.variables]
                    }
                };
                let off = self.infeasible().into_iter();
                let weights = off.map(|(at, sign)| (self.basis[at], sign * unit(self.basis[at]))).collect();
                Some(Proposal::Infeasible(self.basis(), weights))
            }
            End::Lost => None,
        }
    }

    /// Raises the last variable, the smallest level, as far as it goes. Of the rows from `base` on, one a level, those of
    /// `active` levels hold it. The basis there, with the slack of the row that holds it most in its place, and that row.
    pub(super) fn peak(
        &mut self,
        smallest: usize,
        base: usize,
        active: impl Fn(usize) -> bool,
    ) -> Option<(Basis, usize)> {
        if self.settle() != End::Optimal || self.place[smallest] == NOWHERE {
            return None;
        }
        let prices = self.prices(&[(self.place[smallest], 1.0)]);
        let holding =
            (base..self.rows).filter(|&i| active(i - base) && self.place[self.variables + i] == NOWHERE);
        let tightest = holding.max_by(|&a, &b| prices[a].abs().total_cmp(&prices[b].abs()))?;
        let mut basis = self.basis();
        basis.variables.truncate(smallest);
        basis.slacks[tightest] = true;
        Some((basis, tightest - base))
    }

    /// Counts the smallest level from where it is, and lets go of the levels that are settled: the rows from `base` on
    /// stand above these `bounds` from now on.
    pub(super) fn go_on(
        &mut self,
        smallest: usize,
        base: usize,
        tightest: usize,
        bounds: &[f64],
        settled: &[usize],
    ) -> Option<()> {
        let at = self.place[smallest];
        let reached = self.value[at];
        let column: Vec<(usize, f64)> = self.column(smallest).collect();
        for &(i, x) in &column {
            self.widened[i] -= x * reached;
            if x != 0.0 {
                self.right[i] = -bounds[i - base] * self.row_scale[i];
            }
        }
        self.value[at] = 0.0;
        let label = self.variables + base + tightest;
        let moved = self.moved(label);
        if moved[at].abs() < FLAT {
            return None;
        }
        self.exchange(label, at, &moved);
        for &u in settled {
            self.columns.clear(smallest, base + u);
            self.by_row.clear(base + u, smallest);
        }
        self.weight.fill(1.0);
        self.revalue();
        self.reduce();
        Some(())
    }
}
