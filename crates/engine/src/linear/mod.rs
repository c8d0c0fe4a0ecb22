//! Exact linear programming: solvers that search, certificates that a summation of rows checks.
//!
//! Maximise `objective . x` over `x >= 0` subject to rows. Small programmes are solved by integer-pivoting simplex in three
//! tiers of numbers; for larger ones floats propose a basis, and what it says is solved and proved exactly.
//! [`certificate`] shares no code with either.

pub mod basis;
mod cell;
pub(crate) use cell::Cell;
pub mod dixon;
mod float;
#[cfg(feature = "highs")]
mod highs;
pub mod integer;
mod leximin;
mod modular;
pub mod patience;
mod rows;
mod simplex;
mod steered;

pub use fairwitness_kernel::linear::*;
pub use leximin::{Leximin, LeximinError, leximin_by_rounds};
pub use patience::{Cut, Halt, Patience, Stop, Uncut};
pub use simplex::{Statistics, solve_by_pivots};
pub use steered::leximin_by_floats;

use crate::scalar::Rational;

/// Solves a programme exactly.
///
/// Small programmes are pivoted. For larger ones a simplex method in floats proposes where it ends, which is then proved
/// exactly; with feature `highs`, HiGHS is asked where that fails. When no proof comes of it, exact pivots go on to the
/// end. Every route ends in the same kind of certified [`Solution`].
///
/// # Errors
/// It was cut short.
pub fn solve(program: &Program, patience: &Patience) -> Result<Solution, Cut> {
    if program.rows.len().saturating_mul(program.variables()) >= WORTHWHILE
        && let Some(solution) = solve_by_floats(program, patience)?
    {
        return Ok(solution);
    }
    #[cfg(feature = "highs")]
    if program.rows.len() >= highs::WORTHWHILE_ROWS
        && let Some(basis) = highs::propose(program)
        && let Some(solution) = basis::prove(program, &basis, patience)?
    {
        return Ok(solution);
    }
    Ok(solve_by_pivots(program, patience)?.0)
}

/// Finds a leximin point of the polytope `polytope.rows` (its objective is ignored) for levels that are
/// linear forms with non-negative coefficients. Of large polytopes floats find the rounds, and exact proofs decide.
///
/// # Errors
/// There is no such point, or the search was cut short.
pub fn leximin(
    polytope: &Program,
    levels: &[Vec<(usize, Rational)>],
    patience: &Patience,
) -> Result<Leximin, Halt<LeximinError>> {
    let rows = polytope.rows.len().saturating_add(levels.len());
    if rows.saturating_mul(polytope.variables()) >= WORTHWHILE
        && let Some(found) = steered::leximin_by_floats(polytope, levels, patience)?
    {
        return Ok(found);
    }
    leximin_by_rounds(polytope, levels, patience)
}

/// From so many cells of a tableau on, floats are asked first.
const WORTHWHILE: usize = 1_500;

/// Where floats end, if that is proved.
///
/// # Errors
/// It was cut short.
pub fn solve_by_floats(program: &Program, patience: &Patience) -> Result<Option<Solution>, Cut> {
    patience.unless_cut(by_floats(program, patience))
}

/// Where floats end; `None` where that is not proved, or they were cut short.
fn by_floats(program: &Program, patience: &Patience) -> Option<Solution> {
    match float::Floats::of(program, patience)?.propose()? {
        float::Proposal::Optimal(basis) => basis::proved(program, &basis, patience),
        float::Proposal::Infeasible(basis, weights) => {
            basis::prove_infeasible(program, &basis, &weights, patience)
        }
        float::Proposal::Unbounded(basis, label) => basis::prove_unbounded(program, &basis, label, patience),
    }
}
