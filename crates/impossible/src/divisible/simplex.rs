//! An exact simplex method over rationals with Bland's rule, for conditions "a sum is at least a bound" over
//! non-negative amounts.
//!
//! Its results are proposals: the kernel's sum of rows, or the check of a table, must confirm them.

use crate::stop::{Stop, Stopped};
use fairwitness_kernel::linear::Row;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// The outcome of the simplex method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Amounts that satisfy every row.
    Point(Vec<Rational>),
    /// Farkas multipliers: one non-negative number for each row, such that the weighted rows sum to a
    /// contradiction.
    Multipliers(Vec<Rational>),
}

/// A dictionary: each basic variable as a bound plus coefficients of the nonbasic variables, which are the
/// columns.
struct Dictionary {
    basic: Vec<usize>,
    other: Vec<usize>,
    bound: Vec<Rational>,
    cells: Vec<Vec<Rational>>,
}

/// Returns a point that satisfies every row, or Farkas multipliers. There is no objective; every pivot makes
/// a violated row hold, and the choice of the smallest variable (Bland 1977) prevents cycling.
///
/// Variables `0..variables` are the amounts; variable `variables + i` is the slack of row `i`.
///
/// # Errors
/// [`Stopped`] if the work was ended.
pub fn solve(variables: usize, rows: &[Row], stop: &dyn Stop) -> Result<End, Stopped> {
    let mut d = Dictionary {
        basic: (0..rows.len()).map(|i| variables + i).collect(),
        other: (0..variables).collect(),
        bound: rows.iter().map(|row| -row.bound.clone()).collect(),
        cells: rows
            .iter()
            .map(|row| {
                let mut line = vec![Rational::zero(); variables];
                for (v, c) in &row.terms {
                    line[*v] = line[*v].clone() + c;
                }
                line
            })
            .collect(),
    };
    loop {
        if stop.stop() {
            return Err(Stopped);
        }
        // The violated row with the smallest variable leaves the basis; of the columns that raise it, the
        // smallest variable enters.
        let broken = (0..d.basic.len()).filter(|&i| d.bound[i].is_negative());
        let Some(row) = broken.min_by_key(|&i| d.basic[i]) else { return Ok(End::Point(d.point(variables))) };
        let raises = (0..d.other.len()).filter(|&j| d.cells[row][j].is_positive());
        let Some(column) = raises.min_by_key(|&j| d.other[j]) else {
            return Ok(End::Multipliers(d.multipliers(variables, rows.len(), row)));
        };
        d.pivot(row, column);
    }
}

impl Dictionary {
    fn point(&self, variables: usize) -> Vec<Rational> {
        let mut point = vec![Rational::zero(); variables];
        for (v, bound) in self.basic.iter().zip(&self.bound).filter(|(v, _)| **v < variables) {
            point[*v] = bound.clone();
        }
        point
    }

    /// Returns the multipliers of a violated row, in which a variable that must not be negative is a negative
    /// bound minus multiples of non-negative variables.
    fn multipliers(&self, variables: usize, rows: usize, row: usize) -> Vec<Rational> {
        let mut found = vec![Rational::zero(); rows];
        if self.basic[row] >= variables {
            found[self.basic[row] - variables] = Rational::one();
        }
        for (v, cell) in self.other.iter().zip(&self.cells[row]).filter(|(v, _)| **v >= variables) {
            found[*v - variables] = -cell.clone();
        }
        found
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let by = self.cells[row][column].clone();
        // The entering variable in terms of the nonbasic variables and of the leaving variable.
        let mut line: Vec<Rational> = self.cells[row].iter().map(|cell| -cell.clone() / &by).collect();
        line[column] = Rational::one() / &by;
        let bound = -self.bound[row].clone() / &by;
        let used: Vec<usize> = (0..line.len()).filter(|&j| !line[j].is_zero()).collect();
        for i in (0..self.basic.len()).filter(|&i| i != row) {
            let times = std::mem::replace(&mut self.cells[i][column], Rational::zero());
            if times.is_zero() {
                continue;
            }
            for &j in &used {
                self.cells[i][j] = self.cells[i][j].clone() + times.clone() * &line[j];
            }
            self.bound[i] = self.bound[i].clone() + times * &bound;
        }
        self.cells[row] = line;
        self.bound[row] = bound;
        std::mem::swap(&mut self.basic[row], &mut self.other[column]);
    }
}
