//! Linear programmes, and their possible answers, each with its certificate.

use crate::scalar::{Rational, Scalar};

/// The relation between the left side of a row and its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Left side `<=` bound.
    AtMost,
    /// Left side `=` bound.
    Equal,
    /// Left side `>=` bound.
    AtLeast,
}

/// One constraint: the sum of `terms` compared with `bound`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Pairs of a variable's index and its coefficient; each variable occurs at most once.
    pub terms: Vec<(usize, Rational)>,
    /// The relation between the sum and the bound.
    pub relation: Relation,
    /// The right side of the constraint.
    pub bound: Rational,
}

/// The linear programme: maximise `objective . x` over all non-negative `x` that satisfy every row.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Program {
    /// The objective: one coefficient per variable.
    pub objective: Vec<Rational>,
    /// The constraints, in the order of the multipliers of a solution.
    pub rows: Vec<Row>,
}

impl Program {
    /// A programme with `variables` variables, objective zero and no rows.
    pub fn new(variables: usize) -> Self {
        Program { objective: vec![Rational::zero(); variables], rows: Vec::new() }
    }

    /// The number of variables of the programme.
    pub fn variables(&self) -> usize {
        self.objective.len()
    }

    /// Adds the row `sum of terms (relation) bound`.
    pub fn row(&mut self, terms: Vec<(usize, Rational)>, relation: Relation, bound: Rational) {
        self.rows.push(Row { terms, relation, bound });
    }

    /// Adds the row `sum of terms <= bound`.
    pub fn at_most(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::AtMost, bound);
    }

    /// Adds the row `sum of terms = bound`.
    pub fn equal(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::Equal, bound);
    }

    /// Adds the row `sum of terms >= bound`.
    pub fn at_least(&mut self, terms: Vec<(usize, Rational)>, bound: Rational) {
        self.row(terms, Relation::AtLeast, bound);
    }
}

impl Row {
    /// The value of the left side at `point`.
    pub fn at(&self, point: &[Rational]) -> Rational {
        self.terms.iter().fold(Rational::zero(), |sum, (v, c)| sum + c * &point[*v])
    }
}

/// The answer to a programme. Multipliers come one per row, in the order of the rows: non-negative for `<=`,
/// non-positive for `>=`, of any sign for `=`.
#[derive(Clone, Debug, PartialEq)]
pub enum Solution {
    /// An optimal point. By the multipliers, the sum of the rows bounds the objective by `value`.
    Optimal {
        /// The value of every variable.
        point: Vec<Rational>,
        /// The dual multipliers, one per row.
        multipliers: Vec<Rational>,
        /// Value of the objective at `point`, exact.
        value: Rational,
    },
    /// No point satisfies the rows: their sum under the multipliers reads `non-negative <= negative`.
    Infeasible {
        /// The Farkas multipliers, one per row.
        multipliers: Vec<Rational>,
    },
    /// The objective grows without bound from `point` along `ray`.
    Unbounded {
        /// A feasible point of the programme.
        point: Vec<Rational>,
        /// A direction that keeps every row satisfied and raises the objective.
        ray: Vec<Rational>,
    },
}
