//! The tiers of numbers of the simplex method: a solve starts in one machine word and moves its tableau to wider
//! numbers when a number does not fit.

use super::super::cell::Cell;
use super::{End, Halted, Tableau};
use crate::{Cut, Patience, Program, Solution};
use fairwitness_kernel::scalar::Int;

/// Statistics of a simplex run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Number of pivots.
    pub pivots: usize,
    /// Number of pivots whose results were known in advance to fit, so that they were made in place without
    /// checks.
    pub narrow: usize,
    /// Machine words per number at the end: 1, 2, or 0 for numbers of any size.
    pub words: u8,
}

/// Solves a programme by exact pivots alone; returns the certified solution and statistics.
///
/// # Errors
/// The work was cut short.
pub fn solve_by_pivots(program: &Program, patience: &Patience) -> Result<(Solution, Statistics), Cut> {
    in_tiers(program, patience)
}

/// A way to select pivots.
pub(super) trait Pivoting {
    /// Pivots to the end, unless a number does not fit.
    fn run<C: Cell>(&self, tableau: &mut Tableau<C>, statistics: &mut Statistics) -> Result<End, Halted>;
    /// The answer at the end.
    fn answer<C: Cell>(&self, tableau: &Tableau<C>, program: &Program, end: &End) -> Solution {
        tableau.solution(program, end)
    }
}

impl Pivoting for Patience {
    fn run<C: Cell>(&self, tableau: &mut Tableau<C>, statistics: &mut Statistics) -> Result<End, Halted> {
        tableau.run(statistics, self)
    }
}

/// The largest number of cells of a tableau: two words each are half a gigabyte. Larger programmes are cut short at once.
const MOST_CELLS: usize = 32_000_000;

/// Pivots in one word, then, when a number does not fit, in two, then in numbers of any size.
pub(super) fn in_tiers(program: &Program, pivoting: &impl Pivoting) -> Result<(Solution, Statistics), Cut> {
    let mut statistics = Statistics::default();
    if (program.rows.len() + 2).saturating_mul(program.variables() + 1) > MOST_CELLS {
        return Err(Cut);
    }
    let double = match Tableau::<i64>::build(program) {
        Some(mut single) => {
            statistics.words = 1;
            match pivoting.run(&mut single, &mut statistics) {
                Err(Halted::Wide) => single.widened::<i128>(),
                Err(Halted::Cut) => return Err(Cut),
                Ok(end) => return Ok((pivoting.answer(&single, program, &end), statistics)),
            }
        }
        None => Tableau::<i128>::build(program),
    };
    let big = match double {
        Some(mut double) => {
            statistics.words = 2;
            match pivoting.run(&mut double, &mut statistics) {
                Err(Halted::Wide) => double.widened::<Int>(),
                Err(Halted::Cut) => return Err(Cut),
                Ok(end) => return Ok((pivoting.answer(&double, program, &end), statistics)),
            }
        }
        None => Tableau::<Int>::build(program),
    };
    statistics.words = 0;
    let mut big = big.expect("integers of any size hold every programme");
    match pivoting.run(&mut big, &mut statistics) {
        Ok(end) => Ok((pivoting.answer(&big, program, &end), statistics)),
        Err(Halted::Cut) => Err(Cut),
        Err(Halted::Wide) => unreachable!("integers of any size overflow nowhere"),
    }
}
