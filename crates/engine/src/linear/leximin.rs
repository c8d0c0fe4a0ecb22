//! Leximin: the smallest level as large as possible, given that the next smallest, and so on to the last.
//!
//! Each round is one programme. Its dual multipliers say which levels are at their end: a level whose row
//! has a positive multiplier can rise in no optimal point, so it is settled. At least one is, a round.

use super::{Halt, Patience, Program, Round, Solution, solve};
use crate::scalar::{Rational, Scalar};

/// A leximin point and the rounds that prove it.
#[derive(Clone, Debug, PartialEq)]
pub struct Leximin {
    /// The value of every variable.
    pub point: Vec<Rational>,
    /// The rounds, levels rising.
    pub rounds: Vec<Round>,
}

/// Why there is no leximin point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeximinError {
    /// No point meets the rows.
    #[error("no point meets the rows")]
    Infeasible,
    /// A level can grow for ever.
    #[error("a level can grow for ever")]
    Unbounded,
}

impl From<LeximinError> for Halt<LeximinError> {
    fn from(error: LeximinError) -> Self {
        Halt::Failed(error)
    }
}

/// Finds a leximin point of the polytope `polytope.rows` (its objective is ignored) for levels that are
/// linear forms with non-negative coefficients, by one programme a round.
///
/// # Errors
/// There is no such point, or the search was cut short.
pub fn leximin_by_rounds(
    polytope: &Program,
    levels: &[Vec<(usize, Rational)>],
    patience: &Patience,
) -> Result<Leximin, Halt<LeximinError>> {
    let smallest = polytope.variables();
    let base = polytope.rows.len();
    let mut settled: Vec<Option<Rational>> = vec![None; levels.len()];
    let mut rounds = Vec::new();
    let mut found = vec![Rational::zero(); smallest];
    while levels.is_empty() || settled.iter().any(Option::is_none) {
        let mut program = polytope.clone();
        program.objective = vec![Rational::zero(); smallest];
        program.objective.push(if levels.is_empty() { Rational::zero() } else { Rational::one() });
        for (level, settled) in levels.iter().zip(&settled) {
            match settled {
                Some(value) => program.at_least(level.clone(), value.clone()),
                None => {
                    let mut terms: Vec<_> = level.iter().map(|(v, c)| (*v, -c.clone())).collect();
                    terms.push((smallest, Rational::one()));
                    program.at_most(terms, Rational::zero());
                }
            }
        }
        let (mut point, multipliers, level) = match solve(&program, patience)? {
            Solution::Optimal { point, multipliers, value } => (point, multipliers, value),
            Solution::Infeasible { .. } => return Err(LeximinError::Infeasible.into()),
            Solution::Unbounded { .. } => return Err(LeximinError::Unbounded.into()),
        };
        point.truncate(smallest);
        found = point;
        if levels.is_empty() {
            break;
        }
        let mut weights: Vec<_> = multipliers[base..].iter().map(Rational::abs).collect();
        let mut multipliers = multipliers[..base].to_vec();
        let active = (0..levels.len()).filter(|&u| settled[u].is_none());
        let total = active.clone().fold(Rational::zero(), |sum, u| sum + &weights[u]);
        // The weights of a level of zero may sum to more than one; scaled down they still prove zero.
        if total != Rational::one() {
            weights.iter_mut().chain(&mut multipliers).for_each(|y| *y = &*y / &total);
        }
        for u in active.collect::<Vec<_>>() {
            if weights[u].is_positive() {
                settled[u] = Some(level.clone());
            }
        }
        rounds.push(Round { level, weights, multipliers });
    }
    Ok(Leximin { point: found, rounds })
}
