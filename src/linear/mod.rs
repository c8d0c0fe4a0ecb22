//! Exact linear programming: solvers that search, certificates that a summation of rows checks.
//!
//! Maximise `objective . x` over `x >= 0` subject to rows. The solver is integer-pivoting simplex in three
//! tiers of numbers; [`certificate`] shares no code with it.

mod cell;
pub(crate) use cell::Cell;
pub mod certificate;
pub mod dixon;
#[cfg(feature = "highs")]
mod highs;
pub mod integer;
mod leximin;
pub mod patience;
mod program;
mod simplex;

pub use certificate::Flaw;
pub use leximin::{Leximin, LeximinError, Round, leximin};
pub use program::{Program, Relation, Row, Solution};
pub use simplex::{Statistics, solve_by_pivots};

/// Solves a programme exactly.
///
/// Small programmes are pivoted. With feature `highs`, one whose pivoting leaves the two-word tier or takes
/// long is handed to HiGHS for a basis, which is then proved exactly; when the proof fails, exact pivots
/// go on to the end. Every route ends in the same kind of certified [`Solution`].
pub fn solve(program: &Program) -> Solution {
    #[cfg(feature = "highs")]
    if program.rows.len() >= highs::WORTHWHILE_ROWS {
        if let Some(solution) = simplex::solve_while_cheap(program) {
            return solution;
        }
        if let Some(basis) = highs::propose(program)
            && let Some(solution) = dixon::prove(program, &basis)
        {
            return solution;
        }
    }
    solve_by_pivots(program).0
}
