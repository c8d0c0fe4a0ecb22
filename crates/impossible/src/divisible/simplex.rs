//! Amounts that satisfy conditions "a sum is at least a bound", or multipliers that refute them, by the exact simplex
//! method of `fairwitness-linear`.
//!
//! Its results are proposals: the kernel's sum of rows, or the check of a table, must confirm them.

use crate::stop::{Stop, Stopped};
use fairwitness_kernel::linear::{Program, Row, Solution};
use fairwitness_kernel::scalar::Rational;
use fairwitness_linear::{Cut, first_point};

/// The outcome of the simplex method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Amounts that satisfy every row.
    Point(Vec<Rational>),
    /// Farkas multipliers: one non-negative number for each row, such that the weighted rows sum to a
    /// contradiction.
    Multipliers(Vec<Rational>),
}

/// Returns a point that satisfies every row, all of which are "at least", or Farkas multipliers.
///
/// # Errors
/// [`Stopped`] if the work was ended.
pub fn solve(variables: usize, rows: &[Row], stop: &dyn Stop) -> Result<End, Stopped> {
    let program = Program { rows: rows.to_vec(), ..Program::new(variables) };
    match first_point(&program, &|| stop.stop()).map_err(|Cut| Stopped)? {
        Solution::Optimal { point, .. } | Solution::Unbounded { point, .. } => Ok(End::Point(point)),
        // The multiplier of a row "at least" is negative or zero.
        Solution::Infeasible { multipliers } => {
            Ok(End::Multipliers(multipliers.into_iter().map(|y| -y).collect()))
        }
    }
}
