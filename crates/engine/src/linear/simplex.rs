//! The exact simplex method with integer pivoting (Edmonds; Bareiss): one common denominator for the whole
//! tableau, the last pivot, and every division exact.
//!
//! The tableau is condensed: a basic variable a row, a non-basic variable a column. A solve starts in one
//! machine word and moves its tableau to wider numbers when a cell would not fit. Pivots are chosen for
//! speed; after a run of degenerate ones Bland's rule takes over, so every solve ends.

use super::cell::Cell;
use super::rows::put;
use super::{Cut, Patience, Program, Relation, Row, Solution};
use crate::scalar::{Int, Rational, Scalar};

/// What a solve took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pivots made.
    pub pivots: usize,
    /// Those among them whose numbers were known to fit before: made in place, without a look at every result.
    pub narrow: usize,
    /// Machine words a number had in the end: 1, 2, or 0 for numbers of any size.
    pub words: u8,
}

/// Solves a programme by exact pivots alone.
///
/// # Errors
/// It was cut short.
pub fn solve_by_pivots(program: &Program, patience: &Patience) -> Result<(Solution, Statistics), Cut> {
    let mut statistics = Statistics::default();
    let double = match Tableau::<i64>::build(program) {
        Some(mut single) => {
            statistics.words = 1;
            match single.run(&mut statistics, patience) {
                Err(Halted::Wide) => single.widened::<i128>(),
                Err(Halted::Cut) => return Err(Cut),
                Ok(end) => return Ok((single.solution(program, &end), statistics)),
            }
        }
        None => Tableau::<i128>::build(program),
    };
    let big = match double {
        Some(mut double) => {
            statistics.words = 2;
            match double.run(&mut statistics, patience) {
                Err(Halted::Wide) => double.widened::<Int>(),
                Err(Halted::Cut) => return Err(Cut),
                Ok(end) => return Ok((double.solution(program, &end), statistics)),
            }
        }
        None => Tableau::<Int>::build(program),
    };
    statistics.words = 0;
    let mut big = big.expect("integers of any size hold every programme");
    match big.run(&mut statistics, patience) {
        Ok(end) => Ok((big.solution(program, &end), statistics)),
        Err(Halted::Cut) => Err(Cut),
        Err(Halted::Wide) => unreachable!("integers of any size overflow nowhere"),
    }
}

/// Why a run of pivots has no end.
enum Halted {
    /// A number would not fit: the tableau goes on in wider ones.
    Wide,
    /// It was cut short.
    Cut,
}

impl From<Cut> for Halted {
    fn from(_: Cut) -> Self {
        Halted::Cut
    }
}

/// A pivot of so many cells may be cut short between its rows.
const SMALL: usize = 4_096;

/// How a run of pivots ended.
enum End {
    Optimal,
    /// This row has no point.
    Infeasible(usize),
    /// This column can enter for ever.
    Unbounded(usize),
}

/// Row `i` reads `d x[basis[i]] + sum_j cell(i, j) x[columns[j]] = cell(i, width - 1)`; row `rows` is the
/// objective. Variables below `variables` are structural, the others slacks of rows.
struct Tableau<C: Cell> {
    variables: usize,
    rows: usize,
    width: usize,
    /// One line more than there are rows and objective: room for a pivot row.
    cells: Vec<C>,
    /// Where a pivot that may fail is made; empty until there is one.
    spare: Vec<C>,
    /// The labels of the rows, then those of the columns.
    labels: Vec<usize>,
    /// Slacks of equations: out of the basis they stay out. Empty where no row is an equation.
    equation: Vec<bool>,
    d: C,
    /// What each row was multiplied by to clear denominators; empty where none was. Rows `>=` are turned round besides.
    scale: Vec<Rational>,
    /// The same of the objective.
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

    /// The same tableau in wider numbers.
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

    /// Which variable is basic in a row.
    fn basic(&self, row: usize) -> usize {
        self.labels[row]
    }

    /// Which variable a column belongs to.
    fn outside(&self, column: usize) -> usize {
        self.labels[self.rows + column]
    }

    fn cell(&self, row: usize, column: usize) -> &C {
        &self.cells[row * self.width + column]
    }

    fn bound(&self, row: usize) -> &C {
        self.cell(row, self.width - 1)
    }

    /// Whether a column may enter the basis: all but the slacks of equations.
    fn free(&self, column: usize) -> bool {
        self.equation.is_empty() || !self.is_equation(self.outside(column))
    }

    fn is_equation(&self, label: usize) -> bool {
        label >= self.variables && self.equation[label - self.variables]
    }

    /// Exchanges the basic variable of `row` with the variable of `column`. An error, with nothing changed,
    /// when a number would not fit.
    fn pivot(
        &mut self,
        row: usize,
        column: usize,
        statistics: &mut Statistics,
        patience: &Patience,
    ) -> Result<(), Halted> {
        // A small tableau of words is pivoted in no time, and asking costs as much as a row.
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

    /// The same line by line in the spare room; the pivot's size.
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

    /// Pivots to the end, unless a number would not fit.
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
        stalled = 0;
        loop {
            let Some(column) = self.entering(stalled > most) else { return Ok(End::Optimal) };
            let Some(row) = self.leaving(column) else { return Ok(End::Unbounded(column)) };
            stalled = if self.bound(row).signum() == 0 { stalled + 1 } else { 0 };
            self.pivot(row, column, statistics, patience)?;
        }
    }

    /// The next pivot that takes an equation's slack out of the basis; an error names an equation that
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

    /// The next pivot of the dual simplex method for the objective zero, which ends feasible or with a row
    /// that has no point. Under Bland's rule it cannot cycle.
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

    /// The row whose basic variable reaches zero first as the column's variable grows.
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

    fn solution(&self, program: &Program, end: &End) -> Solution {
        let quotient = |x: &C| C::quotient(x, &self.d);
        let zeros = |count: usize| (0..count).map(|_| Rational::zero()).collect::<Vec<_>>();
        // Structural variables in the basis.
        let inside =
            || (0..self.rows).map(|i| (i, self.basic(i))).filter(|(_, label)| *label < self.variables);
        let point = || {
            let mut point = zeros(self.variables);
            for (i, label) in inside() {
                point[label] = quotient(self.bound(i));
            }
            point
        };
        // A multiple of a row of the programme from the multiple of what it was turned into.
        let of_row = |i: usize, y: Rational, by: Option<&Rational>| {
            let y = if program.rows[i].relation == Relation::AtLeast { -y } else { y };
            let y = if let Some(scale) = self.scale.get(i) { y * scale } else { y };
            if let Some(by) = by { y * by } else { y }
        };
        // A tableau row is a sum of the programme's rows; the slacks' coefficients say which.
        let multipliers = |row: usize, by: Option<&Rational>| {
            let mut multipliers = zeros(self.rows);
            for j in (0..self.variables).filter(|&j| self.outside(j) >= self.variables) {
                let y = self.cell(row, j);
                if y.signum() != 0 {
                    let i = self.outside(j) - self.variables;
                    multipliers[i] = of_row(i, quotient(y), by);
                }
            }
            multipliers
        };
        match *end {
            End::Optimal => {
                let by = self.objective_scale.as_ref().map(|scale| Rational::one() / scale);
                let value = quotient(self.bound(self.rows));
                let value = if let Some(by) = &by { value * by } else { value };
                Solution::Optimal { point: point(), multipliers: multipliers(self.rows, by.as_ref()), value }
            }
            End::Infeasible(row) => {
                let sign = Rational::int(-i64::from(self.bound(row).signum()));
                let mut multipliers = multipliers(row, Some(&sign));
                let label = self.basic(row);
                if label >= self.variables {
                    let i = label - self.variables;
                    multipliers[i] = of_row(i, sign, None);
                }
                Solution::Infeasible { multipliers }
            }
            End::Unbounded(column) => {
                let mut ray = zeros(self.variables);
                if self.outside(column) < self.variables {
                    ray[self.outside(column)] = Rational::one();
                }
                for (i, label) in inside() {
                    ray[label] = -quotient(self.cell(i, column));
                }
                Solution::Unbounded { point: point(), ray }
            }
        }
    }
}
