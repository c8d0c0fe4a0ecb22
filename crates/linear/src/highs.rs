//! HiGHS as a proposer of bases. No other file uses HiGHS, and each of its bases is checked exactly.

use highs::{HighsModelStatus, RowProblem, Sense};

use super::basis::Basis;
use super::{Program, Relation};

/// The smallest number of rows for which HiGHS is asked; below it exact pivots are faster.
pub(super) const WORTHWHILE_ROWS: usize = 50;

/// The status of a basic variable or row in HiGHS's interface.
const BASIC: i32 = 1;

/// The basis at which HiGHS ends, if HiGHS claims an optimum.
pub(super) fn propose(program: &Program) -> Option<Basis> {
    let mut problem = RowProblem::default();
    let columns: Vec<_> = program.objective.iter().map(|c| problem.add_column(c.to_f64(), 0.0..)).collect();
    for row in &program.rows {
        let terms: Vec<_> = row.terms.iter().map(|(v, c)| (columns[*v], c.to_f64())).collect();
        let bound = row.bound.to_f64();
        match row.relation {
            Relation::AtMost => problem.add_row(..=bound, terms),
            Relation::Equal => problem.add_row(bound..=bound, terms),
            Relation::AtLeast => problem.add_row(bound.., terms),
        }
    }
    let mut model = problem.try_optimise(Sense::Maximise).ok()?;
    model.make_quiet();
    model.set_option("solver", "simplex");
    let solved = model.try_solve().ok()?;
    if solved.status() != HighsModelStatus::Optimal {
        return None;
    }
    let mut variables = vec![0i32; program.variables()];
    let mut slacks = vec![0i32; program.rows.len()];
    // SAFETY: the pointer is to a live, solved model, and the two buffers have one entry for each column and
    // each row.
    #[allow(unsafe_code)]
    let status =
        unsafe { highs_sys::Highs_getBasis(solved.as_ptr(), variables.as_mut_ptr(), slacks.as_mut_ptr()) };
    (status >= 0).then(|| Basis {
        variables: variables.iter().map(|s| *s == BASIC).collect(),
        slacks: slacks.iter().map(|s| *s == BASIC).collect(),
    })
}
