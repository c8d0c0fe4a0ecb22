//! A programme set up for the simplex method in floats: sparse lines, scaled by powers of two, bounds
//! relaxed.

use super::{Floats, MOST_ROWS, NOWHERE, WIDENED};
use crate::{Patience, Program, Relation};

/// A sparse matrix, stored line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    start: Vec<usize>,
    entry: Vec<(u32, f64)>,
}

impl Lines {
    pub(super) fn of(lines: &[Vec<(usize, f64)>]) -> Lines {
        let mut made = Lines { start: vec![0], entry: Vec::new() };
        for line in lines {
            made.entry.extend(line.iter().map(|&(k, x)| (k as u32, x)));
            made.start.push(made.entry.len());
        }
        made
    }

    pub(super) fn line(&self, k: usize) -> &[(u32, f64)] {
        &self.entry[self.start[k]..self.start[k + 1]]
    }

    pub(super) fn clear(&mut self, line: usize, at: usize) {
        let range = self.start[line]..self.start[line + 1];
        self.entry[range].iter_mut().filter(|(k, _)| *k as usize == at).for_each(|(_, x)| *x = 0.0);
    }
}

/// The size of the largest cost, so that costs are large compared with rounding.
const COST: f64 = 1e3;

/// The nearest power of two, so that scaling causes no rounding.
fn power_of_two(x: f64) -> f64 {
    if x.is_finite() && x > 0.0 { x.log2().round().clamp(-300.0, 300.0).exp2() } else { 1.0 }
}

impl<'a> Floats<'a> {
    /// The programme with the basis of all slacks; `None` if it has too many rows, or numbers beyond the
    /// range of floats.
    pub(crate) fn of(program: &Program, patience: &'a Patience) -> Option<Self> {
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
        let mut cost: Vec<f64> =
            program.objective.iter().zip(&column_scale).map(|(c, s)| c.to_f64() * s).collect();
        let dearest = cost.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        let unit = power_of_two(COST / dearest);
        cost.iter_mut().for_each(|c| *c *= unit);
        let (columns, by_row) = (Lines::of(&columns), Lines::of(&lines));
        if !right.iter().chain(&cost).chain(columns.entry.iter().map(|(_, x)| x)).all(|x| x.is_finite()) {
            return None;
        }
        let mut made = Floats {
            patience,
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

    /// Relaxes the bounds of inequalities, each by a different small amount.
    pub(crate) fn widen(&mut self) {
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
}
