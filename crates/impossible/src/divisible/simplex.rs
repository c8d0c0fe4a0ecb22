//! A small exact simplex method in rationals, by Bland's rule, for conditions "a sum is at least a bound" over amounts that are not negative.
//!
//! It proposes; what it says is believed only where the kernel's sum of rows, or a judged table, confirms it.

use crate::stop::{Stop, Stopped};
use fairwitness_kernel::linear::Row;
use fairwitness_kernel::scalar::{Rational, Scalar as _};

/// What the simplex method ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Amounts that meet every row.
    Point(Vec<Rational>),
    /// One multiplier for each row, none of them negative: added up, the rows contradict each other.
    Multipliers(Vec<Rational>),
}

/// A basic variable as a bound and coefficients of those that are not basic, in columns.
struct Dictionary {
    basic: Vec<usize>,
    other: Vec<usize>,
    bound: Vec<Rational>,
    cells: Vec<Vec<Rational>>,
}

/// Finds a point that meets every row, or multipliers; every step makes a row that is broken hold. There is no objective, and choosing the
/// smallest variable each time (Bland 1977) keeps the steps from going round in a circle.
///
/// Variables `0..variables` are the amounts; variable `variables + i` is by how much row `i` is met.
///
/// # Errors
/// The work was stopped.
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
        // The broken row with the smallest variable leaves, and of the columns that raise it the smallest variable enters.
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

    /// In the row, a variable that must not be negative is a negative number less multiples of others that are not negative.
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
        // The variable of the column in terms of the others and of the variable of the row.
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
