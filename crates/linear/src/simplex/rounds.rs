//! A programme in single machine words that is raised round by round: each round maximises one new variable,
//! and continues from the tableau of the round before.
//!
//! At the optimum of a round every column of positive reduced cost is zero on the whole optimal face, so the
//! column is closed from then on. No round starts from scratch, and the memory is kept for the next programme.

use super::{End, Halted, Statistics, Tableau};
use crate::Patience;

/// Rows `terms . x <= bound` in integers with bounds of at least zero, given one by one, and the rounds that
/// maximise one variable after another.
#[derive(Debug, Default)]
pub struct Rounds(Tableau<i64>);

impl Rounds {
    /// Starts a programme with this number of variables and without rows.
    pub fn clear(&mut self, variables: usize) {
        let Tableau { cells, labels, .. } = &mut self.0;
        cells.clear();
        labels.clear();
        self.0 = Tableau {
            variables,
            width: variables + 1,
            cells: std::mem::take(cells),
            spare: std::mem::take(&mut self.0.spare),
            labels: std::mem::take(&mut self.0.labels),
            d: 1,
            ..Tableau::default()
        };
    }

    /// Adds a row of zeros to be filled in: one coefficient for each variable, and the bound at the end.
    pub fn row(&mut self) -> &mut [i64] {
        let tableau = &mut self.0;
        let begin = tableau.cells.len();
        tableau.rows += 1;
        tableau.cells.resize(begin + tableau.width, 0);
        &mut tableau.cells[begin..]
    }

    /// Ends the list of rows; `None` if a number does not fit.
    pub fn close(&mut self) -> Option<()> {
        let tableau = &mut self.0;
        tableau.labels.extend(tableau.variables..tableau.variables + tableau.rows);
        tableau.labels.extend(0..tableau.variables);
        let fits = tableau.cells.iter().all(|x| x.unsigned_abs() < 1 << 62);
        tableau.cells.resize((tableau.rows + 2) * tableau.width, 0);
        fits.then_some(())
    }

    /// Maximises `variable`, which has no coefficient yet; it gets those of `column`, pairs of a row and a
    /// coefficient. Returns the maximum as numerator and denominator; `None` if a number does not fit, or there is no
    /// maximum.
    pub fn raise(
        &mut self,
        variable: usize,
        column: impl Iterator<Item = (usize, i64)>,
    ) -> Option<(i64, i64)> {
        let tableau = &mut self.0;
        let (rows, width, d) = (tableau.rows, tableau.width, tableau.d);
        for (row, coefficient) in column {
            let slack = tableau.variables + row;
            if let Some(i) = (0..rows).find(|&i| tableau.basic(i) == slack) {
                let cell = &mut tableau.cells[i * width + variable];
                *cell = coefficient.checked_mul(d)?.checked_add(*cell)?;
            } else {
                let from = (0..tableau.variables).find(|&j| tableau.outside(j) == slack)?;
                for line in tableau.cells.chunks_exact_mut(width).take(rows) {
                    line[variable] = coefficient.checked_mul(line[from])?.checked_add(line[variable])?;
                }
            }
        }
        let mut cells = tableau.cells.chunks_exact(width).take(rows).map(|line| line[variable]);
        if cells.any(|x| x.unsigned_abs() >= 1 << 62) {
            return None;
        }
        let objective = &mut tableau.cells[rows * width..(rows + 1) * width];
        objective.fill(0);
        objective[variable] = -d;
        match tableau.climb(&mut Statistics::default(), &Patience::unlimited()) {
            Ok(End::Optimal) => Some((*tableau.bound(rows), tableau.d)),
            Ok(End::Infeasible(_) | End::Unbounded(_)) | Err(Halted::Wide | Halted::Cut) => None,
        }
    }

    /// Fixes at zero what is zero at every optimum of the last round, and calls `tight` with each row whose slack is
    /// among it.
    pub fn settle(&mut self, mut tight: impl FnMut(usize)) {
        let tableau = &mut self.0;
        for j in 0..tableau.variables {
            if *tableau.cell(tableau.rows, j) <= 0 {
                continue;
            }
            // A column of zeros never enters the basis again.
            tableau.cells.iter_mut().skip(j).step_by(tableau.width).for_each(|x| *x = 0);
            if let Some(row) = tableau.labels[tableau.rows + j].checked_sub(tableau.variables) {
                tight(row);
            }
        }
    }
}
