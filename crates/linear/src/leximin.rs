//! Leximin: the smallest level is maximised, then the next smallest, and so on to the last.
//!
//! Each round is one programme. A level whose row has a positive dual multiplier cannot rise in any optimal
//! point, so the round settles it. Each round settles at least one level.

use super::{Halt, Patience, Program, Round, Solution, solve};
use fairwitness_kernel::scalar::{Rational, Scalar};

/// A leximin point and the rounds that prove it.
#[derive(Clone, Debug, PartialEq)]
pub struct Leximin {
    /// The value of every variable.
    pub point: Vec<Rational>,
    /// The rounds, in order of rising levels.
    pub rounds: Vec<Round>,
}

/// Reasons why there is no leximin point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeximinError {
    /// No point satisfies the rows.
    #[error("no point meets the rows")]
    Infeasible,
    /// A level can grow without bound.
    #[error("a level can grow for ever")]
    Unbounded,
}

/// Finds a leximin point of the polytope `polytope.rows` (its objective is ignored). The `levels` are linear
/// forms with non-negative coefficients. Solves one programme per round.
///
/// # Errors
/// No leximin point exists, or the work was cut short.
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
        // The weights of a level of zero may sum to more than one; scaled down, they still prove zero.
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
