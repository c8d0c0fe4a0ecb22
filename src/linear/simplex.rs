//! The exact simplex method with integer pivoting (Edmonds; Bareiss): one common denominator for the whole
//! tableau, the last pivot, and every division exact.
//!
//! The tableau is condensed: a basic variable a row, a non-basic variable a column. A solve starts in one
//! machine word and moves its tableau to wider numbers when a cell would not fit. Pivots are chosen for
//! speed; after a run of degenerate ones Bland's rule takes over, so every solve ends.

use super::cell::Cell;
use super::program::{Program, Relation, Solution};
use crate::linear::patience;
use crate::scalar::{Int, Rational, Scalar};

/// What a solve took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Pivots made.
    pub pivots: usize,
    /// Machine words a number had in the end: 1, 2, or 0 for numbers of any size.
    pub words: u8,
}

/// Solves a programme by exact pivots alone.
pub fn solve_by_pivots(program: &Program) -> (Solution, Statistics) {
    let mut statistics = Statistics::default();
    let double = match Tableau::<i64>::build(program) {
        Some(mut single) => {
            statistics.words = 1;
            match single.run(&mut statistics) {
                None => single.widened::<i128>(),
                Some(end) => return (single.solution(program, &end), statistics),
            }
        }
        None => Tableau::<i128>::build(program),
    };
    let big = match double {
        Some(mut double) => {
            statistics.words = 2;
            match double.run(&mut statistics) {
                None => double.widened::<Int>(),
                Some(end) => return (double.solution(program, &end), statistics),
            }
        }
        None => Tableau::<Int>::build(program),
    };
    statistics.words = 0;
    let mut big = big.expect("integers of any size hold every programme");
    let end = big.run(&mut statistics).expect("integers of any size overflow nowhere");
    (big.solution(program, &end), statistics)
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

/// Row `i` reads `d x[basis[i]] + sum_j cell(i, j) x[columns[j]] = cell(i, width - 1)`; the last row is the
/// objective. Variables below `variables` are structural, the others slacks of rows.
struct Tableau<C: Cell> {
    variables: usize,
    rows: usize,
    width: usize,
    cells: Vec<C>,
    spare: Vec<C>,
    basis: Vec<usize>,
    columns: Vec<usize>,
    /// Slacks of equations: out of the basis they stay out.
    equation: Vec<bool>,
    d: C,
    /// What each row was multiplied by: to clear denominators, and by -1 to turn `>=` round.
    scale: Vec<Rational>,
    objective_scale: Rational,
}

/// The smallest positive multiple that makes all numbers integers, and the integers.
fn cleared<'a>(numbers: impl Iterator<Item = &'a Rational> + Clone) -> (Rational, Vec<Rational>) {
    let mut lcm = Rational::one();
    for x in numbers.clone().filter(|x| !x.is_integer()) {
        lcm = &lcm * Rational::from_int(&(&lcm / Rational::from_int(&x.denominator())).denominator());
    }
    let integers = numbers.map(|x| x * &lcm).collect();
    (lcm, integers)
}

fn to_cell<C: Cell>(integer: &Rational) -> Option<C> {
    match integer.small() {
        Some((n, _)) => C::from_small(n),
        None => C::from_int(&integer.numerator()),
    }
}

impl<C: Cell> Tableau<C> {
    fn build(program: &Program) -> Option<Self> {
        let (variables, rows) = (program.variables(), program.rows.len());
        let width = variables + 1;
        let zero = C::from_small(0)?;
        let mut cells = vec![zero.clone(); (rows + 1) * width];
        let mut scale = Vec::with_capacity(rows);
        for (i, row) in program.rows.iter().enumerate() {
            let line = &mut cells[i * width..(i + 1) * width];
            let turned = row.relation == Relation::AtLeast;
            let mut put = |at: usize, value: &Rational| {
                let cell: C = to_cell(value)?;
                line[at] = if turned { cell.negated() } else { cell };
                Some(())
            };
            let whole = row.bound.is_integer() && row.terms.iter().all(|(_, c)| c.is_integer());
            let factor = if whole {
                for (v, c) in &row.terms {
                    put(*v, c)?;
                }
                put(variables, &row.bound)?;
                Rational::one()
            } else {
                let numbers = row.terms.iter().map(|(_, c)| c).chain([&row.bound]);
                let (factor, integers) = cleared(numbers);
                for ((v, _), c) in row.terms.iter().zip(&integers) {
                    put(*v, c)?;
                }
                put(variables, &integers[row.terms.len()])?;
                factor
            };
            scale.push(if turned { -factor } else { factor });
        }
        let (objective_scale, integers) = cleared(program.objective.iter());
        for (v, c) in integers.iter().enumerate() {
            cells[rows * width + v] = to_cell::<C>(c)?.negated();
        }
        Some(Tableau {
            variables,
            rows,
            width,
            spare: cells.clone(),
            cells,
            basis: (variables..variables + rows).collect(),
            columns: (0..variables).collect(),
            equation: program.rows.iter().map(|row| row.relation == Relation::Equal).collect(),
            d: C::from_small(1)?,
            scale,
            objective_scale,
        })
    }

    /// The same tableau in wider numbers.
    fn widened<W: Cell>(self) -> Option<Tableau<W>> {
        let cells: Option<Vec<W>> = self.cells.iter().map(|c| W::from_int(&c.to_int())).collect();
        let cells = cells?;
        Some(Tableau {
            variables: self.variables,
            rows: self.rows,
            width: self.width,
            spare: cells.clone(),
            cells,
            basis: self.basis,
            columns: self.columns,
            equation: self.equation,
            d: W::from_int(&self.d.to_int())?,
            scale: self.scale,
            objective_scale: self.objective_scale,
        })
    }

    fn cell(&self, row: usize, column: usize) -> &C {
        &self.cells[row * self.width + column]
    }

    fn bound(&self, row: usize) -> &C {
        self.cell(row, self.width - 1)
    }

    /// Whether a column may enter the basis: all but the slacks of equations.
    fn free(&self, column: usize) -> bool {
        let label = self.columns[column];
        label < self.variables || !self.equation[label - self.variables]
    }

    /// Exchanges the basic variable of `row` with the variable of `column`. `None`, with nothing changed,
    /// when a number would not fit.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let width = self.width;
        let p = self.cell(row, column).clone();
        let negative = p.signum() < 0;
        let signed = |x: &C, flip: bool| if flip { x.negated() } else { x.clone() };
        let size = signed(&p, negative);
        let divisor = C::divisor(&self.d);
        let pivot_row: Vec<C> =
            self.cells[row * width..(row + 1) * width].iter().map(|x| signed(x, negative)).collect();
        // A small tableau of words is pivoted in no time, and asking costs as much as a row.
        let long = width * self.rows > SMALL || !C::WORDS;
        patience::check();
        for i in (0..=self.rows).filter(|&i| i != row) {
            if long {
                patience::check();
            }
            let old = &self.cells[i * width..(i + 1) * width];
            let new = &mut self.spare[i * width..(i + 1) * width];
            let factor = &old[column];
            for j in 0..width {
                new[j] = C::pivoted(&old[j], &size, factor, &pivot_row[j], &divisor)?;
            }
            new[column] = signed(factor, !negative);
        }
        let new = &mut self.spare[row * width..(row + 1) * width];
        new.clone_from_slice(&pivot_row);
        new[column] = signed(&self.d, negative);
        std::mem::swap(&mut self.cells, &mut self.spare);
        std::mem::swap(&mut self.basis[row], &mut self.columns[column]);
        self.d = size;
        Some(())
    }

    /// Pivots to the end; `None` when a number would not fit.
    fn run(&mut self, statistics: &mut Statistics) -> Option<End> {
        let patience = 2 * (self.rows + self.variables);
        let mut stalled = 0;
        while let Some(choice) = self.equation_pivot().or_else(|| self.feasibility_pivot(stalled > patience))
        {
            stalled += 1;
            match choice {
                Err(row) => return Some(End::Infeasible(row)),
                Ok((row, column)) => {
                    self.pivot(row, column)?;
                    statistics.pivots += 1;
                }
            }
        }
        stalled = 0;
        loop {
            let Some(column) = self.entering(stalled > patience) else { return Some(End::Optimal) };
            let Some(row) = self.leaving(column) else { return Some(End::Unbounded(column)) };
            stalled = if self.bound(row).signum() == 0 { stalled + 1 } else { 0 };
            self.pivot(row, column)?;
            statistics.pivots += 1;
        }
    }

    /// The next pivot that takes an equation's slack out of the basis; an error names an equation that
    /// cannot hold.
    fn equation_pivot(&self) -> Option<Result<(usize, usize), usize>> {
        for (i, &label) in self.basis.iter().enumerate() {
            if label < self.variables || !self.equation[label - self.variables] {
                continue;
            }
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
        let negative = (0..self.rows).filter(|&i| self.bound(i).signum() < 0);
        let row = if bland {
            negative.min_by_key(|&i| self.basis[i])?
        } else {
            negative.max_by(|&a, &b| C::magnitude_order(self.bound(a), self.bound(b)).then(b.cmp(&a)))?
        };
        let columns = (0..self.variables).filter(|&j| self.free(j) && self.cell(row, j).signum() < 0);
        let column = if bland {
            columns.min_by_key(|&j| self.columns[j])
        } else {
            columns.max_by(|&a, &b| C::magnitude_order(self.cell(row, a), self.cell(row, b)).then(b.cmp(&a)))
        };
        Some(column.map(|j| (row, j)).ok_or(row))
    }

    fn entering(&self, bland: bool) -> Option<usize> {
        let improving = (0..self.variables).filter(|&j| self.cell(self.rows, j).signum() < 0 && self.free(j));
        if bland {
            improving.min_by_key(|&j| self.columns[j])
        } else {
            let cost = |j| self.cell(self.rows, j);
            improving.max_by(|&a, &b| C::magnitude_order(cost(a), cost(b)).then(b.cmp(&a)))
        }
    }

    /// The row whose basic variable reaches zero first as the column's variable grows.
    fn leaving(&self, column: usize) -> Option<usize> {
        (0..self.rows).filter(|&i| self.cell(i, column).signum() > 0).min_by(|&a, &b| {
            C::compare(self.bound(a), self.cell(b, column), self.bound(b), self.cell(a, column))
                .then(self.basis[a].cmp(&self.basis[b]))
        })
    }

    fn solution(&self, program: &Program, end: &End) -> Solution {
        let quotient = |x: &C| C::quotient(x, &self.d);
        let point = || {
            let mut point = vec![Rational::zero(); self.variables];
            for (i, &label) in self.basis.iter().enumerate().filter(|(_, label)| **label < self.variables) {
                point[label] = quotient(self.bound(i));
            }
            point
        };
        // A tableau row is a sum of the programme's rows; the slacks' coefficients say which.
        let multipliers = |row: usize, factor: &Rational| {
            let mut multipliers = vec![Rational::zero(); self.rows];
            for (j, &label) in self.columns.iter().enumerate().filter(|(_, label)| **label >= self.variables)
            {
                let y = self.cell(row, j);
                if y.signum() != 0 {
                    let i = label - self.variables;
                    multipliers[i] = quotient(y) * &self.scale[i] * factor;
                }
            }
            multipliers
        };
        match *end {
            End::Optimal => {
                let point = point();
                let factor = Rational::one() / &self.objective_scale;
                let value = quotient(self.bound(self.rows)) * &factor;
                debug_assert_eq!(point.len(), program.variables());
                Solution::Optimal { point, multipliers: multipliers(self.rows, &factor), value }
            }
            End::Infeasible(row) => {
                let sign = Rational::int(-i64::from(self.bound(row).signum()));
                let mut multipliers = multipliers(row, &sign);
                let label = self.basis[row];
                if label >= self.variables {
                    let i = label - self.variables;
                    multipliers[i] = &self.scale[i] * &sign;
                }
                Solution::Infeasible { multipliers }
            }
            End::Unbounded(column) => {
                let mut ray = vec![Rational::zero(); self.variables];
                if self.columns[column] < self.variables {
                    ray[self.columns[column]] = Rational::one();
                }
                for (i, &label) in self.basis.iter().enumerate().filter(|(_, label)| **label < self.variables)
                {
                    ray[label] = -quotient(self.cell(i, column));
                }
                Solution::Unbounded { point: point(), ray }
            }
        }
    }
}
