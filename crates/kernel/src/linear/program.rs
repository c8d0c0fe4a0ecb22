//! A linear programme and what can be said of it, each answer with its certificate.

use crate::scalar::{Rational, Scalar};

/// How a row's left side stands to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
}

/// One constraint: the sum of `terms` (variable, coefficient; each variable at most once) against `bound`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Variable and coefficient pairs.
    pub terms: Vec<(usize, Rational)>,
    /// The relation between the sum and the bound.
    pub relation: Relation,
    /// The right side.
    pub bound: Rational,
}

/// Maximise `objective . x` over non-negative `x` that meet every row.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Program {
    /// One coefficient a variable.
    pub objective: Vec<Rational>,
    /// The constraints.
    pub rows: Vec<Row>,
}

impl Program {
    /// A programme of `variables` variables, objective zero and no rows.
    pub fn new(variables: usize) -> Self {
        Program { objective: vec![Rational::zero(); variables], rows: Vec::new() }
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.objective.len()
    }

    /// Adds a row.
    pub fn row(&mut self, terms: Vec<(usize, Rational)>, relation: Relation, bound: Rational) {
        self.rows.push(Row { terms, relation, bound });
    }

    /// Adds a row `sum <= bound`.
    pub fn at_most(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::AtMost, bound);
    }

    /// Adds a row `sum = bound`.
    pub fn equal(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::Equal, bound);
    }

    /// Adds a row `sum >= bound`.
    pub fn at_least(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::AtLeast, bound);
    }
}

impl Row {
    /// The left side at a point.
    pub fn at(&self, point: &[Rational]) -> Rational {
        self.terms.iter().fold(Rational::zero(), |sum, (v, c)| sum + c * &point[*v])
    }
}

/// The answer to a programme. Multipliers are one a row, in the order of the rows: non-negative for
/// `<=`, non-positive for `>=`, free for `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// An optimal point; the multipliers' sum of rows bounds the objective by `value`.
    Optimal {
        /// The value of every variable.
        point: Vec<Rational>,
        /// Dual multipliers.
        multipliers: Vec<Rational>,
        /// The objective at the point.
        value: Rational,
    },
    /// No point meets the rows; their sum under the multipliers says `non-negative <= negative`.
    Infeasible {
        /// Farkas multipliers.
        multipliers: Vec<Rational>,
    },
    /// The objective grows for ever from `point` along `ray`.
    Unbounded {
        /// A feasible point.
        point: Vec<Rational>,
        /// A direction that keeps every row and raises the objective.
        ray: Vec<Rational>,
    },
}
