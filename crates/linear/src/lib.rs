//! The one exact linear solver: programmes, leximin, limits on work; answers come with certificates.
//!
//! A programme maximises `objective . x` over `x >= 0` subject to rows. Small programmes are solved by an
//! integer-pivoting simplex in three tiers of numbers. For larger ones a simplex method in floats proposes a
//! basis, whose system is then solved and proved exactly. [`certificate`] shares no code with either.

pub mod basis;
mod cell;
pub mod dixon;
mod float;
mod halt;
#[cfg(feature = "highs")]
mod highs;
pub mod integer;
mod interior;
mod leximin;
mod modular;
mod patience;
mod rows;
mod simplex;
mod steered;
mod system;

pub use fairwitness_kernel::linear::*;
pub use halt::{Halt, Uncut};
pub use interior::{Levels, Proposed};
pub use leximin::{Leximin, LeximinError, leximin_by_rounds};
pub use patience::{Cut, Patience, Stop, Timely};
pub use simplex::{Rounds, Statistics, first_point, solve_by_pivots};
pub use steered::leximin_by_floats;
pub use system::only_solution;

use fairwitness_kernel::scalar::Rational;

/// Solves a programme exactly.
///
/// Small programmes are solved by exact pivots. For larger ones a simplex method in floats proposes a final
/// basis, which is then proved exactly; with the feature `highs`, HiGHS is asked if that fails. If no proof
/// succeeds, exact pivots continue to the end. Each route ends in a certified [`Solution`].
///
/// # Errors
/// The work was cut short.
pub fn solve(program: &Program, patience: &Patience) -> Timely<Solution> {
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

/// Finds a leximin point of the polytope `polytope.rows` (its objective is ignored). The `levels` are linear
/// forms with non-negative coefficients. For large polytopes floats propose the rounds, and exact proofs
/// decide.
///
/// # Errors
/// No leximin point exists, or the work was cut short.
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

/// The number of tableau cells (rows times variables) from which floats are asked first.
const WORTHWHILE: usize = 1_500;

/// The solution at the basis that floats propose; `None` if it cannot be proved.
///
/// # Errors
/// The work was cut short.
pub fn solve_by_floats(program: &Program, patience: &Patience) -> Timely<Option<Solution>> {
    patience.unless_cut(by_floats(program, patience))
}

/// The solution at the basis that floats propose; `None` if it cannot be proved, or the work was cut short.
fn by_floats(program: &Program, patience: &Patience) -> Option<Solution> {
    match float::Floats::of(program, patience)?.propose()? {
        float::Proposal::Optimal(basis) => basis::proved(program, &basis, patience),
        float::Proposal::Infeasible(basis, weights) => {
            basis::prove_infeasible(program, &basis, &weights, patience)
        }
        float::Proposal::Unbounded(basis, label) => basis::prove_unbounded(program, &basis, label, patience),
    }
}
