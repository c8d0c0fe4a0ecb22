//! The exact simplex method with integer pivoting (Edmonds; Bareiss): the whole tableau has one common
//! denominator, the last pivot, and every division is exact.
//!
//! The tableau is condensed: one row per basic variable, one column per non-basic variable. A solve starts in
//! one machine word and moves its tableau to wider numbers when a cell does not fit. Pivots are selected for
//! speed; after a run of degenerate ones Bland's rule takes over, so every solve ends.

mod first;
mod rounds;
mod solution;
mod tiers;

pub use first::first_point;
pub use rounds::Rounds;
pub use tiers::{Statistics, solve_by_pivots};

use super::cell::Cell;
use super::rows::put;
use super::{Cut, Patience, Program, Relation, Row};
use fairwitness_kernel::scalar::{Rational, Scalar};

/// Reasons why a run of pivots has no end.
enum Halted {
    /// A number does not fit: the tableau continues in wider numbers.
    Wide,
    /// The work was cut short.
    Cut,
}

impl From<Cut> for Halted {
    fn from(_: Cut) -> Self {
        Halted::Cut
    }
}

/// The number of cells above which a pivot may be cut short between its rows.
const SMALL: usize = 4_096;

/// The way in which a run of pivots ended.
enum End {
    Optimal,
    /// The row with this index has no point.
    Infeasible(usize),
    /// The variable of the column with this index can grow without bound.
    Unbounded(usize),
}

/// Row `i` reads `d x[basis[i]] + sum_j cell(i, j) x[columns[j]] = cell(i, width - 1)`; row `rows` is the
/// objective. Variables below `variables` are structural, all others are slacks of rows.
#[derive(Debug, Default)]
struct Tableau<C: Cell> {
    variables: usize,
    rows: usize,
    width: usize,
    /// The cells, with one line more than rows and objective: scratch space for a pivot row.
    cells: Vec<C>,
    /// Scratch space for a pivot that may fail; empty until there is one.
    spare: Vec<C>,
    /// The labels of the rows, then those of the columns.
    labels: Vec<usize>,
    /// `true` for each slack of an equation, which never returns to the basis. Empty if no row is an
    /// equation.
    equation: Vec<bool>,
    d: C,
    /// The factor by which each row was multiplied to clear denominators; empty if there was none. Rows `>=`
    /// are also negated.
    scale: Vec<Rational>,
    /// The factor by which the objective was multiplied, if any.
    objective_scale: Option<Rational>,
}

impl<C: Cell> Tableau<C> {
    fn build(program: &Program) -> Option<Self> {
        let (variables, rows) = (program.variables(), program.rows.len());
        let width = variables + 1;
        let mut cells = Vec::with_capacity((rows + 2) * width);
        cells.resize((rows + 2) * width, C::from_small(0)?);
        let mut scale = Vec::new();
        for (i, row) in program.rows.iter().enumerate() {
            let line = &mut cells[i * width..(i + 1) * width];
            let turned = row.relation == Relation::AtLeast;
            let terms = row.terms.iter().map(|(v, c)| (*v, c));
            if let Some(factor) = put(line, terms.chain([(variables, &row.bound)]), turned)? {
                scale.resize(rows, Rational::one());
                scale[i] = factor;
            }
        }
        let objective_scale =
            put(&mut cells[rows * width..(rows + 1) * width], program.objective.iter().enumerate(), true)?;
        let mut labels = Vec::with_capacity(rows + variables);
        labels.extend(variables..variables + rows);
        labels.extend(0..variables);
        let equation = |row: &Row| row.relation == Relation::Equal;
        let equations = program.rows.iter().any(equation);
        Some(Tableau {
            variables,
            rows,
            width,
            cells,
            spare: Vec::new(),
            labels,
            equation: if equations { program.rows.iter().map(equation).collect() } else { Vec::new() },
            d: C::from_small(1)?,
            scale,
            objective_scale,
        })
    }

    /// The tableau in wider numbers.
    fn widened<W: Cell>(self) -> Option<Tableau<W>> {
        let cells: Option<Vec<W>> = self.cells.iter().map(|c| W::from_int(&c.to_int())).collect();
        Some(Tableau {
            variables: self.variables,
            rows: self.rows,
            width: self.width,
            cells: cells?,
            spare: Vec::new(),
            labels: self.labels,
            equation: self.equation,
            d: W::from_int(&self.d.to_int())?,
            scale: self.scale,
            objective_scale: self.objective_scale,
        })
    }

    /// The label of the basic variable of `row`.
    fn basic(&self, row: usize) -> usize {
        self.labels[row]
    }

    /// The label of the non-basic variable of `column`.
    fn outside(&self, column: usize) -> usize {
        self.labels[self.rows + column]
    }

    fn cell(&self, row: usize, column: usize) -> &C {
        &self.cells[row * self.width + column]
    }

    fn bound(&self, row: usize) -> &C {
        self.cell(row, self.width - 1)
    }

    /// Returns `true` if the column may enter the basis: it is not the slack of an equation.
    fn free(&self, column: usize) -> bool {
        self.equation.is_empty() || !self.is_equation(self.outside(column))
    }

    fn is_equation(&self, label: usize) -> bool {
        label >= self.variables && self.equation[label - self.variables]
    }

    /// Exchanges the basic variable of `row` with the variable of `column`. If a number does not fit, returns
    /// an error and changes nothing.
    fn pivot(
        &mut self,
        row: usize,
        column: usize,
        statistics: &mut Statistics,
        patience: &Patience,
    ) -> Result<(), Halted> {
        // A small tableau of words is pivoted quickly, and a check costs as much as a row.
        let long = self.width * self.rows > SMALL || !C::WORDS;
        if long {
            patience.check_now()?;
        } else {
            patience.check()?;
        }
        self.d = match C::pivot_narrow(&mut self.cells, self.width, row, column, &self.d) {
            Some(size) => {
                statistics.narrow += 1;
                size
            }
            None => self.pivot_wide(row, column, long, patience)?,
        };
        self.labels.swap(row, self.rows + column);
        statistics.pivots += 1;
        Ok(())
    }

    /// Pivots line by line in scratch space; returns the absolute value of the pivot.
    fn pivot_wide(
        &mut self,
        row: usize,
        column: usize,
        long: bool,
        patience: &Patience,
    ) -> Result<C, Halted> {
        let width = self.width;
        let p = self.cell(row, column).clone();
        let negative = p.signum() < 0;
        let signed = |x: &C, flip: bool| if flip { x.negated() } else { x.clone() };
        let size = signed(&p, negative);
        let same = size == self.d;
        let divisor = C::divisor(&self.d);
        self.spare.resize(self.cells.len(), C::from_small(0).ok_or(Halted::Wide)?);
        let end = (self.rows + 1) * width;
        let (lines, pivot_row) = self.cells.split_at_mut(end);
        for (x, y) in pivot_row.iter_mut().zip(&lines[row * width..(row + 1) * width]) {
            *x = signed(y, negative);
        }
        for i in (0..=self.rows).filter(|&i| i != row) {
            if long {
                patience.check()?;
            }
            let old = &lines[i * width..(i + 1) * width];
            let new = &mut self.spare[i * width..(i + 1) * width];
            let factor = &old[column];
            if same && factor.signum() == 0 {
                new.clone_from_slice(old);
                continue;
            }
            for j in 0..width {
                let pivoted = C::pivoted(&old[j], &size, factor, &pivot_row[j], &divisor);
                new[j] = pivoted.ok_or(Halted::Wide)?;
            }
            new[column] = signed(factor, !negative);
        }
        let new = &mut self.spare[row * width..(row + 1) * width];
        new.clone_from_slice(pivot_row);
        new[column] = signed(&self.d, negative);
        std::mem::swap(&mut self.cells, &mut self.spare);
        Ok(size)
    }

    /// Pivots to the end, unless a number does not fit.
    fn run(&mut self, statistics: &mut Statistics, patience: &Patience) -> Result<End, Halted> {
        let most = 2 * (self.rows + self.variables);
        let mut stalled = 0;
        while let Some(choice) = self.equation_pivot().or_else(|| self.feasibility_pivot(stalled > most)) {
            stalled += 1;
            match choice {
                Err(row) => return Ok(End::Infeasible(row)),
                Ok((row, column)) => self.pivot(row, column, statistics, patience)?,
            }
        }
        self.climb(statistics, patience)
    }

    /// Pivots from a point that satisfies the rows to an optimum, unless a number does not fit.
    fn climb(&mut self, statistics: &mut Statistics, patience: &Patience) -> Result<End, Halted> {
        let most = 2 * (self.rows + self.variables);
        let mut stalled = 0;
        loop {
            let Some(column) = self.entering(stalled > most) else { return Ok(End::Optimal) };
            let Some(row) = self.leaving(column) else { return Ok(End::Unbounded(column)) };
            stalled = if self.bound(row).signum() == 0 { stalled + 1 } else { 0 };
            self.pivot(row, column, statistics, patience)?;
        }
    }

    /// The next pivot that takes the slack of an equation out of the basis. `Err` names an equation that
    /// cannot hold.
    fn equation_pivot(&self) -> Option<Result<(usize, usize), usize>> {
        if self.equation.is_empty() {
            return None;
        }
        for i in (0..self.rows).filter(|&i| self.is_equation(self.basic(i))) {
            let smallest = (0..self.variables)
                .filter(|&j| self.free(j) && self.cell(i, j).signum() != 0)
                .min_by(|&a, &b| C::magnitude_order(self.cell(i, a), self.cell(i, b)));
            match smallest {
                Some(j) => return Some(Ok((i, j))),
                None if self.bound(i).signum() != 0 => return Some(Err(i)),
                None => {} // The equation follows from the others.
            }
        }
        None
    }

    /// The next pivot of the dual simplex method for the zero objective, which ends feasible or at a row that
    /// has no point. It cannot cycle under Bland's rule. `Err` names that row.
    fn feasibility_pivot(&self, bland: bool) -> Option<Result<(usize, usize), usize>> {
        let mut worst: Option<usize> = None;
        for i in (0..self.rows).filter(|&i| self.bound(i).signum() < 0) {
            let worse = |known: usize| {
                if bland {
                    self.basic(i) < self.basic(known)
                } else {
                    C::magnitude_order(self.bound(i), self.bound(known)).is_gt()
                }
            };
            if worst.is_none_or(worse) {
                worst = Some(i);
            }
        }
        let row = worst?;
        let columns = (0..self.variables).filter(|&j| self.free(j) && self.cell(row, j).signum() < 0);
        let column = if bland {
            columns.min_by_key(|&j| self.outside(j))
        } else {
            columns.max_by(|&a, &b| C::magnitude_order(self.cell(row, a), self.cell(row, b)).then(b.cmp(&a)))
        };
        Some(column.map(|j| (row, j)).ok_or(row))
    }

    fn entering(&self, bland: bool) -> Option<usize> {
        let mut best: Option<usize> = None;
        for j in 0..self.variables {
            let cost = self.cell(self.rows, j);
            if cost.signum() >= 0 || !self.free(j) {
                continue;
            }
            let better = |known: usize| {
                if bland {
                    self.outside(j) < self.outside(known)
                } else {
                    C::magnitude_order(cost, self.cell(self.rows, known)).is_gt()
                }
            };
            if best.is_none_or(better) {
                best = Some(j);
            }
        }
        best
    }

    /// The row whose basic variable reaches zero first as the variable of `column` grows.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for i in 0..self.rows {
            let slope = self.cell(i, column);
            if slope.signum() <= 0 {
                continue;
            }
            let sooner = |known: usize| {
                let order = C::compare(self.bound(i), self.cell(known, column), self.bound(known), slope);
                order.then(self.basic(i).cmp(&self.basic(known))).is_lt()
            };
            if best.is_none_or(sooner) {
                best = Some(i);
            }
        }
        best
    }
}
