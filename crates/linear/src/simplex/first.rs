//! Feasibility by Bland's rule alone, for callers whose answers are compared with earlier ones: the end depends on the
//! order of rows and variables, and neither on their scale nor on a choice for speed.

use super::super::cell::Cell;
use super::tiers::{Pivoting, Statistics, in_tiers};
use super::{End, Halted, Tableau};
use crate::{Cut, Patience, Program, Solution};
use fairwitness_kernel::scalar::{Rational, Scalar as _};

struct First<'a>(&'a dyn Fn() -> bool);

impl Pivoting for First<'_> {
    fn run<C: Cell>(&self, tableau: &mut Tableau<C>, statistics: &mut Statistics) -> Result<End, Halted> {
        loop {
            if (self.0)() {
                return Err(Halted::Cut);
            }
            match tableau.feasibility_pivot(true) {
                None => return Ok(End::Optimal),
                Some(Err(row)) => return Ok(End::Infeasible(row)),
                Some(Ok((row, column))) => {
                    tableau.pivot(row, column, statistics, &Patience::unlimited())?;
                }
            }
        }
    }

    fn answer<C: Cell>(&self, tableau: &Tableau<C>, program: &Program, end: &End) -> Solution {
        let own = |row: usize| tableau.scale.get(tableau.basic(row).checked_sub(tableau.variables)?);
        match (tableau.solution(program, end), end) {
            // The row that has no point has a multiplier of one, where its slack is basic.
            (Solution::Infeasible { multipliers }, End::Infeasible(row)) => {
                let unit = own(*row).map_or_else(Rational::one, |scale| Rational::one() / scale);
                Solution::Infeasible { multipliers: multipliers.iter().map(|y| y * &unit).collect() }
            }
            (solution, _) => solution,
        }
    }
}

/// A point that satisfies every row, or Farkas multipliers of the rows; no row is an equation, and the objective is
/// ignored. Each pivot makes the first violated row hold, by the first variable that can (Bland 1977). `cut` is asked
/// before each pivot.
///
/// # Errors
/// `cut` ended the work.
pub fn first_point(program: &Program, cut: &dyn Fn() -> bool) -> Result<Solution, Cut> {
    let still =
        Program { objective: Program::new(program.variables()).objective, rows: program.rows.clone() };
    Ok(in_tiers(&still, &First(cut))?.0)
}
