//! Integer optima of small programmes: branch and bound on exact linear relaxations.

use super::solve;
use super::{Cut, Patience, Program, Relation, Solution};
use fairwitness_kernel::scalar::{Rational, Scalar};

/// The best integer point of a programme, as far as it was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Integer {
    /// No integer point has a larger objective than this one.
    Optimal {
        /// The value of every variable.
        point: Vec<Rational>,
        /// The objective at `point`.
        value: Rational,
    },
    /// No integer point satisfies the rows.
    Infeasible,
    /// The limit on relaxations was reached, or a relaxation is unbounded.
    Undecided,
}

/// Maximises over the integer points by branch and bound, solving at most `most` relaxations.
///
/// # Errors
/// The work was cut short.
pub fn maximise(program: &Program, mut most: usize, patience: &Patience) -> Result<Integer, Cut> {
    let mut best: Option<(Vec<Rational>, Rational)> = None;
    let mut open = vec![program.clone()];
    while let Some(node) = open.pop() {
        if most == 0 {
            return Ok(Integer::Undecided);
        }
        most -= 1;
        let (point, value) = match solve(&node, patience)? {
            Solution::Optimal { point, value, .. } => (point, value),
            Solution::Infeasible { .. } => continue,
            Solution::Unbounded { .. } => return Ok(Integer::Undecided),
        };
        if best.as_ref().is_some_and(|(_, known)| value <= *known) {
            continue;
        }
        let Some(v) = point.iter().position(|x| !x.is_integer()) else {
            best = Some((point, value));
            continue;
        };
        let floor = point[v].floor();
        let branch = |relation, bound| {
            let mut branch = node.clone();
            branch.row(vec![(v, Rational::one())], relation, bound);
            branch
        };
        open.push(branch(Relation::AtMost, floor.clone()));
        open.push(branch(Relation::AtLeast, floor + Rational::one()));
    }
    Ok(best.map_or(Integer::Infeasible, |(point, value)| Integer::Optimal { point, value }))
}
