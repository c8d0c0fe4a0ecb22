//! The solution that a tableau gives at the end of its pivots: a point, multipliers of rows, a ray.

use super::{End, Tableau};
use crate::cell::Cell;
use crate::{Program, Relation, Solution};
use fairwitness_kernel::scalar::{Rational, Scalar};

impl<C: Cell> Tableau<C> {
    /// The answer in the programme's own rows and variables.
    pub(super) fn solution(&self, program: &Program, end: &End) -> Solution {
        let quotient = |x: &C| C::quotient(x, &self.d);
        let zeros = |count: usize| (0..count).map(|_| Rational::zero()).collect::<Vec<_>>();
        // The structural variables in the basis.
        let inside =
            || (0..self.rows).map(|i| (i, self.basic(i))).filter(|(_, label)| *label < self.variables);
        let point = || {
            let mut point = zeros(self.variables);
            for (i, label) in inside() {
                point[label] = quotient(self.bound(i));
            }
            point
        };
        // The multiplier of a programme row, from the multiplier of the tableau row that it was turned into.
        let of_row = |i: usize, y: Rational, by: Option<&Rational>| {
            let y = if program.rows[i].relation == Relation::AtLeast { -y } else { y };
            let y = if let Some(scale) = self.scale.get(i) { y * scale } else { y };
            if let Some(by) = by { y * by } else { y }
        };
        // A tableau row is a sum of the programme's rows; the coefficients of the slacks are its multipliers.
        let multipliers = |row: usize, by: Option<&Rational>| {
            let mut multipliers = zeros(self.rows);
            for j in (0..self.variables).filter(|&j| self.outside(j) >= self.variables) {
                let y = self.cell(row, j);
                if y.signum() != 0 {
                    let i = self.outside(j) - self.variables;
                    multipliers[i] = of_row(i, quotient(y), by);
                }
            }
            multipliers
        };
        match *end {
            End::Optimal => {
                let by = self.objective_scale.as_ref().map(|scale| Rational::one() / scale);
                let value = quotient(self.bound(self.rows));
                let value = if let Some(by) = &by { value * by } else { value };
                Solution::Optimal { point: point(), multipliers: multipliers(self.rows, by.as_ref()), value }
            }
            End::Infeasible(row) => {
                let sign = Rational::int(-i64::from(self.bound(row).signum()));
                let mut multipliers = multipliers(row, Some(&sign));
                let label = self.basic(row);
                if label >= self.variables {
                    let i = label - self.variables;
                    multipliers[i] = of_row(i, sign, None);
                }
                Solution::Infeasible { multipliers }
            }
            End::Unbounded(column) => {
                let mut ray = zeros(self.variables);
                if self.outside(column) < self.variables {
                    ray[self.outside(column)] = Rational::one();
                }
                for (i, label) in inside() {
                    ray[label] = -quotient(self.cell(i, column));
                }
                Solution::Unbounded { point: point(), ray }
            }
        }
    }
}
