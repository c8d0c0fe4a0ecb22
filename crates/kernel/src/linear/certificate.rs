//! Checks of linear programming answers by sums of rows and comparisons. Nothing here solves.
//!
//! Every statement of the workbench about an optimum rests on this file and the arithmetic below it.

use super::{Program, Relation, Row, Solution};
use crate::scalar::{Int, Rational, Scalar, Total, common_denominator, whole};
use std::cmp::Ordering;

/// One round of a leximin certificate: no feasible point keeps the levels settled in earlier rounds and
/// raises all other levels above `level`.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The level that this round settles.
    pub level: Rational,
    /// One non-negative weight per level. The weights of unsettled levels sum to one; a positive weight
    /// settles its level.
    pub weights: Vec<Rational>,
    /// One dual multiplier per row: under the multipliers the rows sum to an upper bound on the weighted sum
    /// of the levels.
    pub multipliers: Vec<Rational>,
}

/// Reasons why a claimed answer to a linear programme is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A vector of the wrong length.
    #[error("expected {expected} numbers, found {found}")]
    Length {
        /// The length that the programme requires.
        expected: usize,
        /// The length of the vector.
        found: usize,
    },
    /// A variable with a negative value; holds its index.
    #[error("variable {0} is negative")]
    Negative(usize),
    /// A row that the point violates; holds its index.
    #[error("row {0} does not hold")]
    Row(usize),
    /// A multiplier whose sign does not fit the relation of its row.
    #[error("the multiplier of row {0} has the wrong sign")]
    Sign(usize),
    /// A variable whose coefficient in the sum of the rows is too small.
    #[error("the summed rows do not cover variable {0}")]
    Uncovered(usize),
    /// The bound that the rows prove is not the one claimed.
    #[error("the rows prove the bound {proved}, not {claimed}")]
    Bound {
        /// The bound proved by the sum of the rows.
        proved: Rational,
        /// The bound that was claimed.
        claimed: Rational,
    },
    /// A ray along which the objective does not grow.
    #[error("the objective does not grow along the ray")]
    FlatRay,
    /// A level at the point that differs from the value that its round proves.
    #[error("level {index} is {found}, and its round proves {proved}")]
    Level {
        /// Index of the level among the levels of the leximin programme.
        index: usize,
        /// The level at the point.
        found: Rational,
        /// The value that the round proves.
        proved: Rational,
    },
    /// A level that no round settles, or that two rounds settle.
    #[error("level {0} is settled by no round, or by two")]
    Unsettled(usize),
}

fn length(expected: usize, found: usize) -> Result<(), Flaw> {
    if expected == found { Ok(()) } else { Err(Flaw::Length { expected, found }) }
}

/// Checks that `point` is non-negative and satisfies every row.
///
/// # Errors
/// The first variable that is negative, or the first row that is violated.
pub fn feasible(rows: &[Row], point: &[Rational]) -> Result<(), Flaw> {
    if let Some(v) = point.iter().position(Scalar::is_negative) {
        return Err(Flaw::Negative(v));
    }
    for (i, row) in rows.iter().enumerate() {
        let left = Total::of(row.terms.iter().map(|(v, c)| (c, &point[*v]))).compare(&row.bound);
        let holds = match row.relation {
            Relation::AtMost => left != Ordering::Greater,
            Relation::Equal => left == Ordering::Equal,
            Relation::AtLeast => left != Ordering::Less,
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

/// The terms of a row and the multiplier of the row.
type Line<'a> = (&'a [(usize, Rational)], Rational);

fn lines<'a>(rows: &'a [Row], multipliers: &'a [Rational]) -> impl Iterator<Item = Line<'a>> {
    let used = rows.iter().zip(multipliers).filter(|(_, y)| !y.is_zero());
    used.map(|(row, y)| (&row.terms[..], y.clone()))
}

/// The first variable whose coefficient in the sum of the lines is below its entry in `floor`, or below zero
/// without `floor`.
fn uncovered<'a>(
    variables: usize,
    lines: impl Iterator<Item = Line<'a>>,
    floor: Option<&[Rational]>,
) -> Option<usize> {
    // Integers over one denominator: first a denominator for each line, then one for all multipliers.
    let scaled: Vec<(Line<'a>, Int)> = lines
        .map(|(terms, y)| {
            let own = common_denominator(terms.iter().map(|(_, c)| c));
            let y = if own == Int::from(1i64) { y } else { y / Rational::from_int(&own) };
            ((terms, y), own)
        })
        .collect();
    let unit = common_denominator(scaled.iter().map(|((_, y), _)| y));
    let words = || -> Option<Vec<i128>> {
        let mut sums = vec![0i128; variables];
        for ((terms, y), own) in &scaled {
            let (own, y) = (own.to_i64()?, i128::from(whole(y, &unit).to_i64()?));
            for (v, c) in *terms {
                let (n, d) = c.small()?;
                let product = (i128::from(n) * i128::from(own / d)).checked_mul(y)?;
                sums[*v] = sums[*v].checked_add(product)?;
            }
        }
        Some(sums)
    };
    let below = |sum: &Int, v: usize| match floor.map(|floor| &floor[v]) {
        Some(floor) if !floor.is_zero() => {
            Int::compare_products(sum, &floor.denominator(), &floor.numerator(), &unit) == Ordering::Less
        }
        _ => sum.signum() < 0,
    };
    if let Some(sums) = words() {
        let plain = |v: usize| floor.is_none_or(|floor| floor[v].is_zero());
        return (0..variables).find(|&v| if plain(v) { sums[v] < 0 } else { below(&Int::from(sums[v]), v) });
    }
    let mut sums = vec![Int::from(0i64); variables];
    for ((terms, y), own) in &scaled {
        let y = whole(y, &unit);
        for (v, c) in *terms {
            sums[*v] = sums[*v].plus(&y.times(&whole(c, own)));
        }
    }
    (0..variables).find(|&v| below(&sums[v], v))
}

/// The sum of the rows' bounds, each times its multiplier.
fn bound(rows: &[Row], multipliers: &[Rational]) -> Total {
    Total::of(rows.iter().map(|row| &row.bound).zip(multipliers))
}

/// Checks by weak duality that the sum of the rows under `multipliers` bounds the objective by `value` from
/// above.
///
/// # Errors
/// A multiplier of the wrong sign, a variable that the sum does not cover, or a bound other than `value`.
pub fn bounded_by(program: &Program, multipliers: &[Rational], value: &Rational) -> Result<(), Flaw> {
    signs(&program.rows, multipliers)?;
    let lines = lines(&program.rows, multipliers);
    if let Some(v) = uncovered(program.variables(), lines, Some(&program.objective)) {
        return Err(Flaw::Uncovered(v));
    }
    let right = bound(&program.rows, multipliers);
    if right.compare(value) == Ordering::Greater {
        return Err(Flaw::Bound { proved: right.rational(), claimed: value.clone() });
    }
    Ok(())
}

/// Checks every part of a solution: feasibility and dual bound, Farkas multipliers, or point and ray.
///
/// # Errors
/// The first part of the solution that is wrong.
pub fn check(program: &Program, solution: &Solution) -> Result<(), Flaw> {
    let variables = program.variables();
    let objective = |point: &[Rational]| Total::of(program.objective.iter().zip(point));
    match solution {
        Solution::Optimal { point, multipliers, value } => {
            length(variables, point.len())?;
            feasible(&program.rows, point)?;
            let claimed = objective(point);
            if claimed.compare(value) != Ordering::Equal {
                return Err(Flaw::Bound { proved: claimed.rational(), claimed: value.clone() });
            }
            bounded_by(program, multipliers, value)
        }
        Solution::Infeasible { multipliers } => {
            signs(&program.rows, multipliers)?;
            if let Some(v) = uncovered(variables, lines(&program.rows, multipliers), None) {
                return Err(Flaw::Uncovered(v));
            }
            let right = bound(&program.rows, multipliers);
            if right.compare(&Rational::zero()) != Ordering::Less {
                return Err(Flaw::Bound { proved: right.rational(), claimed: Rational::zero() });
            }
            Ok(())
        }
        Solution::Unbounded { point, ray } => {
            length(variables, point.len())?;
            length(variables, ray.len())?;
            feasible(&program.rows, point)?;
            let level = |row: &Row| Row { bound: Rational::zero(), ..row.clone() };
            feasible(&program.rows.iter().map(level).collect::<Vec<_>>(), ray)?;
            if objective(ray).compare(&Rational::zero()) == Ordering::Greater {
                Ok(())
            } else {
                Err(Flaw::FlatRay)
            }
        }
    }
}

/// Checks that `point` is leximin for the linear `levels` over the polytope of `rows`: the smallest level is
/// as large as possible; among the points that attain it the second smallest level is; and so on.
///
/// Each round proves, by a sum of rows, that no feasible point keeps the levels settled in earlier rounds and
/// raises every other level above `round.level`. A level with a positive weight cannot exceed `round.level`
/// either.
///
/// # Errors
/// The first part of the point or of a round that is wrong.
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
        // Weighted sum of levels <= sum of rows, at every point: no variable has a coefficient below zero.
        let used = || round.weights.iter().enumerate().filter(|(_, w)| !w.is_zero());
        let weighed = used().map(|(u, weight)| (&levels[u][..], -weight.clone()));
        if let Some(v) = uncovered(variables, lines(rows, &round.multipliers).chain(weighed), None) {
            return Err(Flaw::Uncovered(v));
        }
        let mut proved = bound(rows, &round.multipliers);
        let mut active = Total::default();
        for (u, weight) in used() {
            match &settled[u] {
                Some(level) => proved.add(&-level.clone(), weight),
                None => active.add(&Rational::one(), weight),
            }
        }
        if active.compare(&Rational::one()) != Ordering::Equal
            || proved.compare(&round.level) == Ordering::Greater
        {
            return Err(Flaw::Bound { proved: proved.rational(), claimed: round.level.clone() });
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
        let found = Total::of(level.iter().map(|(v, c)| (c, &point[*v])));
        let proved = settled[index].clone().ok_or(Flaw::Unsettled(index))?;
        if found.compare(&proved) != Ordering::Equal {
            return Err(Flaw::Level { index, found: found.rational(), proved });
        }
    }
    Ok(())
}
