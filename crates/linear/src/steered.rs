//! Leximin guided by floats: one simplex run in floats continues from round to round, and the end of each
//! round is proved exactly.
//!
//! After a round, the slack of a row that held the smallest level takes the level's place in the basis, and
//! the level is measured from there on: the point does not move, and the next round starts from it.

use super::basis::Nucleus;
use super::certificate;
use super::float::Floats;
use super::leximin::Leximin;
use super::{Cut, Patience, Program, Relation, Round, Row};
use fairwitness_kernel::scalar::{Rational, Scalar, Total};

/// A leximin point and its rounds, checked; `None` if the run in floats fails.
///
/// # Errors
/// The work was cut short.
pub fn leximin_by_floats(
    polytope: &Program,
    levels: &[Vec<(usize, Rational)>],
    patience: &Patience,
) -> Result<Option<Leximin>, Cut> {
    patience.unless_cut(steered(polytope, levels, patience))
}

/// The rounds that floats lead to; `None` if the run in floats fails or is cut short.
fn steered(polytope: &Program, levels: &[Vec<(usize, Rational)>], patience: &Patience) -> Option<Leximin> {
    let smallest = polytope.variables();
    let base = polytope.rows.len();
    // Each level divided by its first coefficient, so that its row holds small numbers.
    let units: Vec<Rational> =
        levels.iter().map(|level| level.first().map(|(_, c)| c.clone())).collect::<Option<_>>()?;
    if !units.iter().all(Scalar::is_positive) {
        return None;
    }
    let mut rows = polytope.rows.clone();
    for (level, unit) in levels.iter().zip(&units) {
        let terms = level.iter().map(|(v, c)| (*v, c / unit)).collect();
        rows.push(Row { terms, relation: Relation::AtLeast, bound: Rational::zero() });
    }
    let mut program = Program { objective: vec![Rational::zero(); smallest + 1], rows: rows.clone() };
    program.objective[smallest] = Rational::one();
    for (row, unit) in program.rows[base..].iter_mut().zip(&units) {
        row.terms.push((smallest, -(Rational::one() / unit)));
    }
    let mut floats = Floats::of(&program, patience)?;
    floats.widen();
    let mut settled: Vec<Option<Rational>> = vec![None; levels.len()];
    let mut rounds: Vec<Round> = Vec::new();
    loop {
        let (basis, tightest) = floats.peak(smallest, base, |u| settled[u].is_none())?;
        let nucleus = Nucleus::of(&rows, &basis, patience)?;
        let found = nucleus.multipliers(|_| Rational::zero(), &[(base + tightest, Rational::int(-1))])?;
        let mut multipliers = found[..base].to_vec();
        let mut weights: Vec<Rational> =
            found[base..].iter().zip(&units).map(|(y, unit)| -y.clone() / unit).collect();
        let mut total = Total::default();
        for u in (0..levels.len()).filter(|&u| settled[u].is_none()) {
            total.add(&weights[u], &Rational::one());
        }
        let total = total.rational();
        if !total.is_positive() || weights.iter().any(Scalar::is_negative) {
            return None;
        }
        let used = weights.iter_mut().chain(&mut multipliers).filter(|y| !y.is_zero());
        used.for_each(|y| *y = &*y / &total);
        let mut level = Total::of(polytope.rows.iter().map(|row| &row.bound).zip(&multipliers));
        for (known, weight) in settled.iter().zip(&weights) {
            if let Some(known) = known {
                level.add(&-known.clone(), weight);
            }
        }
        let level = level.rational();
        let now: Vec<usize> =
            (0..levels.len()).filter(|&u| settled[u].is_none() && weights[u].is_positive()).collect();
        for &u in &now {
            settled[u] = Some(level.clone());
        }
        let bounds: Vec<f64> = units.iter().map(|unit| (&level / unit).to_f64()).collect();
        rounds.push(Round { level, weights, multipliers });
        if settled.iter().all(Option::is_some) {
            for ((row, level), unit) in rows[base..].iter_mut().zip(&settled).zip(&units) {
                row.bound = level.as_ref()? / unit;
            }
            let bounds: Vec<Rational> = rows.iter().map(|row| row.bound.clone()).collect();
            let point = Nucleus::of(&rows, &basis, patience)?.point(|i| bounds[i].clone())?;
            certificate::leximin(smallest, &polytope.rows, levels, &point, &rounds).ok()?;
            return Some(Leximin { point, rounds });
        }
        floats.go_on(smallest, base, tightest, &bounds, &now)?;
    }
}
