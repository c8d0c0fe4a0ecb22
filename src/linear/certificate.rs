//! The checker of linear programming answers: sums rows and compares, and solves nothing.
//!
//! Everything the workbench says about an optimum rests on this file and the arithmetic below it.

use super::{Program, Relation, Round, Row, Solution};
use crate::scalar::{Rational, Scalar};

/// What is wrong with a claimed answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A vector of the wrong length.
    #[error("expected {expected} numbers, found {found}")]
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A variable below zero.
    #[error("variable {0} is negative")]
    Negative(usize),
    /// A row that the point breaks.
    #[error("row {0} does not hold")]
    Row(usize),
    /// A multiplier of the wrong sign for its row.
    #[error("the multiplier of row {0} has the wrong sign")]
    Sign(usize),
    /// The summed rows do not cover a variable.
    #[error("the summed rows do not cover variable {0}")]
    Uncovered(usize),
    /// The bound that the rows prove is not the one claimed.
    #[error("the rows prove the bound {proved}, not {claimed}")]
    Bound {
        /// What the sum of the rows proves.
        proved: Rational,
        /// What was claimed.
        claimed: Rational,
    },
    /// A ray along which the objective does not grow.
    #[error("the objective does not grow along the ray")]
    FlatRay,
    /// A level that differs from what the round fixed.
    #[error("level {index} is {found}, and its round proves {proved}")]
    Level {
        /// Which level.
        index: usize,
        /// What the point gives.
        found: Rational,
        /// What the round proves.
        proved: Rational,
    },
    /// Rounds that do not settle every level exactly once.
    #[error("level {0} is settled by no round, or by two")]
    Unsettled(usize),
}

fn length(expected: usize, found: usize) -> Result<(), Flaw> {
    if expected == found { Ok(()) } else { Err(Flaw::Length { expected, found }) }
}

/// Checks that a point is non-negative and meets every row.
pub fn feasible(rows: &[Row], point: &[Rational]) -> Result<(), Flaw> {
    if let Some(v) = point.iter().position(Scalar::is_negative) {
        return Err(Flaw::Negative(v));
    }
    for (i, row) in rows.iter().enumerate() {
        let left = row.at(point);
        let holds = match row.relation {
            Relation::AtMost => left <= row.bound,
            Relation::Equal => left == row.bound,
            Relation::AtLeast => left >= row.bound,
        };
        if !holds {
            return Err(Flaw::Row(i));
        }
    }
    Ok(())
}

fn signs(rows: &[Row], multipliers: &[Rational]) -> Result<(), Flaw> {
    length(rows.len(), multipliers.len())?;
    for (i, (row, y)) in rows.iter().zip(multipliers).enumerate() {
        let wrong = match row.relation {
            Relation::AtMost => y.is_negative(),
            Relation::Equal => false,
            Relation::AtLeast => y.is_positive(),
        };
        if wrong {
            return Err(Flaw::Sign(i));
        }
    }
    Ok(())
}

/// The sum of the rows under the multipliers: coefficients per variable, and the bound.
fn summed(variables: usize, rows: &[Row], multipliers: &[Rational]) -> (Vec<Rational>, Rational) {
    let mut left = vec![Rational::zero(); variables];
    let mut right = Rational::zero();
    for (row, y) in rows.iter().zip(multipliers).filter(|(_, y)| !y.is_zero()) {
        for (v, c) in &row.terms {
            left[*v] = &left[*v] + c * y;
        }
        right = right + &row.bound * y;
    }
    (left, right)
}

/// Checks that the rows, summed under the multipliers, bound the objective by `value` from above.
pub fn bounded_by(program: &Program, multipliers: &[Rational], value: &Rational) -> Result<(), Flaw> {
    signs(&program.rows, multipliers)?;
    let (left, right) = summed(program.variables(), &program.rows, multipliers);
    if let Some(v) = (0..program.variables()).find(|&v| left[v] < program.objective[v]) {
        return Err(Flaw::Uncovered(v));
    }
    if right > *value {
        return Err(Flaw::Bound { proved: right, claimed: value.clone() });
    }
    Ok(())
}

/// Checks a solution of a programme completely.
pub fn check(program: &Program, solution: &Solution) -> Result<(), Flaw> {
    let variables = program.variables();
    let objective = |point: &[Rational]| {
        program.objective.iter().zip(point).fold(Rational::zero(), |sum, (c, x)| sum + c * x)
    };
    match solution {
        Solution::Optimal { point, multipliers, value } => {
            length(variables, point.len())?;
            feasible(&program.rows, point)?;
            let claimed = objective(point);
            if claimed != *value {
                return Err(Flaw::Bound { proved: claimed, claimed: value.clone() });
            }
            bounded_by(program, multipliers, value)
        }
        Solution::Infeasible { multipliers } => {
            signs(&program.rows, multipliers)?;
            let (left, right) = summed(variables, &program.rows, multipliers);
            if let Some(v) = left.iter().position(Scalar::is_negative) {
                return Err(Flaw::Uncovered(v));
            }
            if !right.is_negative() {
                return Err(Flaw::Bound { proved: right, claimed: Rational::zero() });
            }
            Ok(())
        }
        Solution::Unbounded { point, ray } => {
            length(variables, point.len())?;
            length(variables, ray.len())?;
            feasible(&program.rows, point)?;
            let level = |row: &Row| Row { bound: Rational::zero(), ..row.clone() };
            feasible(&program.rows.iter().map(level).collect::<Vec<_>>(), ray)?;
            if objective(ray).is_positive() { Ok(()) } else { Err(Flaw::FlatRay) }
        }
    }
}

/// Checks that `point` is leximin for the linear `levels` over the polytope of `rows`: the smallest level is
/// as large as it can be, and, given that, the next, and so on.
///
/// Each round proves, by a sum of rows, that no feasible point keeps the levels settled before and lifts
/// every other above `round.level`; a level whose own multiplier is positive cannot exceed it either.
pub fn leximin(
    variables: usize,
    rows: &[Row],
    levels: &[Vec<(usize, Rational)>],
    point: &[Rational],
    rounds: &[Round],
) -> Result<(), Flaw> {
    length(variables, point.len())?;
    feasible(rows, point)?;
    let mut settled: Vec<Option<Rational>> = vec![None; levels.len()];
    for round in rounds {
        length(levels.len(), round.weights.len())?;
        if let Some(u) = round.weights.iter().position(Scalar::is_negative) {
            return Err(Flaw::Sign(u));
        }
        signs(rows, &round.multipliers)?;
        // Weighted sum of levels <= sum of rows, whatever the point; both sides in the variables.
        let (left, mut proved) = summed(variables, rows, &round.multipliers);
        let mut cover = vec![Rational::zero(); variables];
        let mut active = Rational::zero();
        for (u, weight) in round.weights.iter().enumerate().filter(|(_, w)| !w.is_zero()) {
            for (v, c) in &levels[u] {
                cover[*v] = &cover[*v] + c * weight;
            }
            match &settled[u] {
                Some(level) => proved = proved - level * weight,
                None => active = active + weight,
            }
        }
        if let Some(v) = (0..variables).find(|&v| left[v] < cover[v]) {
            return Err(Flaw::Uncovered(v));
        }
        if active != Rational::one() || proved > round.level {
            return Err(Flaw::Bound { proved, claimed: round.level.clone() });
        }
        for (u, weight) in round.weights.iter().enumerate() {
            if settled[u].is_none() && weight.is_positive() {
                settled[u] = Some(round.level.clone());
            }
        }
    }
    let mut floor: Option<&Rational> = None;
    for round in rounds {
        if floor.is_some_and(|f| round.level < *f) {
            return Err(Flaw::Bound {
                proved: round.level.clone(),
                claimed: floor.cloned().unwrap_or(Rational::zero()),
            });
        }
        floor = Some(&round.level);
    }
    for (index, level) in levels.iter().enumerate() {
        let found = level.iter().fold(Rational::zero(), |sum, (v, c)| sum + c * &point[*v]);
        let proved = settled[index].clone().ok_or(Flaw::Unsettled(index))?;
        if found != proved {
            return Err(Flaw::Level { index, found, proved });
        }
    }
    Ok(())
}
