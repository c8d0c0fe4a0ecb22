//! Small systems of linear equations in fractions, solved by elimination.

use fairwitness_kernel::scalar::{Rational, Scalar};

/// The unique solution of the equations, each a row of coefficients with its right side at the end; `None` if
/// there is none or more than one.
pub fn only_solution(mut rows: Vec<Vec<Rational>>, unknowns: usize) -> Option<Vec<Rational>> {
    for k in 0..unknowns {
        let pivot = (k..rows.len()).find(|&i| !rows[i][k].is_zero())?;
        rows.swap(k, pivot);
        let factor = rows[k][k].clone();
        rows[k].iter_mut().for_each(|x| *x = &*x / &factor);
        let row = rows[k].clone();
        for (i, other) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            debug_assert_ne!(i, k);
            let factor = other[k].clone();
            if !factor.is_zero() {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x = &*x - &factor * y);
            }
        }
    }
    let rest = rows.split_off(unknowns);
    let contradicts = rest.iter().any(|row| !row[unknowns].is_zero());
    (!contradicts).then(|| rows.into_iter().map(|mut row| row.swap_remove(unknowns)).collect())
}
