//! HiGHS as a proposer of bases. The only file that knows it; nothing it says is believed.

use highs::{HighsModelStatus, RowProblem, Sense};

use super::basis::Basis;
use super::{Program, Relation};

/// Below this many rows exact pivots are faster than asking.
pub(super) const WORTHWHILE_ROWS: usize = 50;

/// The status of a basic variable or row in HiGHS's interface.
const BASIC: i32 = 1;

/// The basis at which HiGHS ends, when it claims an optimum.
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
    // SAFETY: the pointer is to a live, solved model, and the two buffers have one entry a column and a row.
    #[allow(unsafe_code)]
    let status =
        unsafe { highs_sys::Highs_getBasis(solved.as_ptr(), variables.as_mut_ptr(), slacks.as_mut_ptr()) };
    (status >= 0).then(|| Basis {
        variables: variables.iter().map(|s| *s == BASIC).collect(),
        slacks: slacks.iter().map(|s| *s == BASIC).collect(),
    })
}
