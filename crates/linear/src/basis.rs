//! The exact answer of a basis: its point, its multipliers, and the solution that they prove.
//!
//! The tight rows, restricted to the basic variables, form a square system of integers. Its solution is
//! accepted only if its certificate checks.

use super::certificate;
use super::dixon::{Line, Shared, System};
use super::{Cut, Patience, Program, Relation, Row, Solution};
use fairwitness_kernel::scalar::{Int, Rational, Scalar, Total, common_denominator, whole};

/// A basis: the variables and the rows' slacks that are basic. Their number is the number of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// One entry per variable: `true` if the variable is basic.
    pub variables: Vec<bool>,
    /// One entry per row: `true` if the slack of the row is basic, so that the row may be loose.
    pub slacks: Vec<bool>,
}

/// The square system of a basis of a programme, solved exactly.
#[derive(Debug)]
pub(super) struct Nucleus<'a> {
    patience: &'a Patience,
    rows: &'a [Row],
    variables: usize,
    /// Indexes of the basic variables.
    columns: Vec<usize>,
    /// Indexes of the tight rows; `scales` has the factor of each.
    tight: Vec<usize>,
    scales: Vec<Int>,
    system: Option<System>,
}

impl<'a> Nucleus<'a> {
    /// The system of `basis`; `None` if the flags are no basis or the work is cut short.
    pub(super) fn of(rows: &'a [Row], basis: &Basis, patience: &'a Patience) -> Option<Self> {
        let chosen = |flags: &[bool], wanted: bool| -> Vec<usize> {
            (0..flags.len()).filter(|&k| flags[k] == wanted).collect()
        };
        let variables = basis.variables.len();
        let columns = chosen(&basis.variables, true);
        let tight = chosen(&basis.slacks, false);
        if columns.len() != tight.len() || basis.slacks.len() != rows.len() {
            return None;
        }
        let mut place = vec![u32::MAX; variables];
        columns.iter().enumerate().for_each(|(k, &v)| place[v] = k as u32);
        let mut scales = Vec::with_capacity(tight.len());
        let mut lines = Vec::with_capacity(tight.len());
        for &i in &tight {
            let own = || rows[i].terms.iter().filter(|(v, _)| place.get(*v).is_some_and(|&k| k != u32::MAX));
            let scale = common_denominator(own().map(|(_, c)| c));
            let word = scale.to_i64();
            let mut line = Line::default();
            for (v, c) in own() {
                match c.small().zip(word).and_then(|((n, d), scale)| n.checked_mul(scale / d)) {
                    Some(x) => line.words.push((place[*v], x)),
                    None => line.large.push((place[*v], whole(c, &scale))),
                }
            }
            scales.push(scale);
            lines.push(line);
        }
        let system = if lines.is_empty() { None } else { Some(System::of(lines, patience)?) };
        Some(Nucleus { patience, rows, variables, columns, tight, scales, system })
    }

    /// The values of all variables when the left side of each tight row `i` equals `right(i)`.
    pub(super) fn point(&self, right: impl Fn(usize) -> Rational) -> Option<Vec<Rational>> {
        let mut point = vec![Rational::zero(); self.variables];
        let Some(system) = &self.system else { return Some(point) };
        let right: Vec<Rational> = self
            .tight
            .iter()
            .zip(&self.scales)
            .map(|(&i, scale)| right(i) * Rational::from_int(scale))
            .collect();
        let unit = common_denominator(right.iter());
        let right: Vec<Int> = right.iter().map(|b| whole(b, &unit)).collect();
        let found = system.solve(&right, self.patience)?;
        let found = Shared { denominator: found.denominator.times(&unit), ..found };
        self.columns.iter().zip(found.rationals(self.patience)?).for_each(|(&v, x)| point[v] = x);
        Some(point)
    }

    /// Multipliers of all rows under which the column of each basic variable sums to its `cost`; the
    /// multipliers of loose rows are given.
    pub(super) fn multipliers(
        &self,
        cost: impl Fn(usize) -> Rational,
        loose: &[(usize, Rational)],
    ) -> Option<Vec<Rational>> {
        let mut multipliers = vec![Rational::zero(); self.rows.len()];
        let mut paid = vec![Rational::zero(); if loose.is_empty() { 0 } else { self.variables }];
        for (i, y) in loose {
            multipliers[*i].clone_from(y);
            for (v, c) in &self.rows[*i].terms {
                paid[*v] = &paid[*v] + c * y;
            }
        }
        let Some(system) = &self.system else { return Some(multipliers) };
        let left = |&v: &usize| paid.get(v).map_or_else(|| cost(v), |paid| cost(v) - paid);
        let costs: Vec<Rational> = self.columns.iter().map(left).collect();
        let unit = common_denominator(costs.iter());
        let costs: Vec<Int> = costs.iter().map(|c| whole(c, &unit)).collect();
        let found = system.solve_transposed(&costs, self.patience)?;
        let denominator = found.denominator.times(&unit);
        for ((&i, y), scale) in self.tight.iter().zip(&found.numerators).zip(&self.scales) {
            multipliers[i] = Rational::ratio(&y.times(scale), &denominator)?;
        }
        Some(multipliers)
    }
}

fn checked(program: &Program, solution: Solution) -> Option<Solution> {
    certificate::check(program, &solution).ok().map(|()| solution)
}

/// The optimum at `basis`, if it is one: exact, and certified before it is returned.
///
/// # Errors
/// The work was cut short.
pub fn prove(program: &Program, basis: &Basis, patience: &Patience) -> Result<Option<Solution>, Cut> {
    patience.unless_cut(proved(program, basis, patience))
}

/// The optimum at `basis`; `None` if it is not one, or the proof was cut short.
pub(super) fn proved(program: &Program, basis: &Basis, patience: &Patience) -> Option<Solution> {
    if basis.variables.len() != program.variables() {
        return None;
    }
    let nucleus = Nucleus::of(&program.rows, basis, patience)?;
    let point = nucleus.point(|i| program.rows[i].bound.clone())?;
    if point.iter().any(Scalar::is_negative) {
        return None;
    }
    let multipliers = nucleus.multipliers(|v| program.objective[v].clone(), &[])?;
    let value = Total::of(program.objective.iter().zip(&point)).rational();
    checked(program, Solution::Optimal { point, multipliers, value })
}

/// The proof that no point satisfies the rows, by the multipliers that the basis yields for the cost
/// `weights` of its variables and slacks.
pub(super) fn prove_infeasible(
    program: &Program,
    basis: &Basis,
    weights: &[(usize, f64)],
    patience: &Patience,
) -> Option<Solution> {
    let variables = program.variables();
    let nucleus = Nucleus::of(&program.rows, basis, patience)?;
    let mut cost = vec![Rational::zero(); variables];
    let mut loose = Vec::new();
    for &(label, weight) in weights {
        let weight = Rational::of_float(weight)?;
        match label.checked_sub(variables) {
            None => cost[label] = weight,
            Some(i) if program.rows[i].relation == Relation::AtLeast => loose.push((i, -weight)),
            Some(i) => loose.push((i, weight)),
        }
    }
    let multipliers = nucleus.multipliers(|v| cost[v].clone(), &loose)?;
    checked(program, Solution::Infeasible { multipliers })
}

/// The proof that the objective is unbounded as the variable or slack `label` enters the basis.
pub(super) fn prove_unbounded(
    program: &Program,
    basis: &Basis,
    label: usize,
    patience: &Patience,
) -> Option<Solution> {
    let variables = program.variables();
    let nucleus = Nucleus::of(&program.rows, basis, patience)?;
    let point = nucleus.point(|i| program.rows[i].bound.clone())?;
    let pushed = |i: usize| match label.checked_sub(variables) {
        None => {
            let own = program.rows[i].terms.iter().find(|(v, _)| *v == label);
            own.map_or_else(Rational::zero, |(_, c)| -c.clone())
        }
        Some(slack) if slack != i => Rational::zero(),
        Some(_) if program.rows[i].relation == Relation::AtLeast => Rational::one(),
        Some(_) => -Rational::one(),
    };
    let mut ray = nucleus.point(pushed)?;
    if label < variables {
        ray[label] = Rational::one();
    }
    checked(program, Solution::Unbounded { point, ray })
}
