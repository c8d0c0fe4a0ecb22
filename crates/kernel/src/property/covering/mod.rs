//! Properties of covering: of an assignment, or of the value of a programme (mukherjee III to VI).

pub mod greedy_bound;
pub mod relaxation;
pub mod rounding_bound;

use super::Property;
use super::comparison::Both;
use super::feasible::Feasible;
use super::formula::{Amounts, Case};
use crate::model::covering::{Allotment, Covering, Stock};
use crate::model::{Checked, Rejected};
use crate::scalar::{Of, Rational, Scalar, sum};

/// The property `feasible` of the covering model.
pub const FEASIBLE: Feasible = Feasible { otherwise: "The outcome cannot be carried out" };

/// The properties of the covering model, by id.
pub static COVERING: &[&dyn Property<Covering>] = &[
    &FEASIBLE,
    &greedy_bound::GREEDY_BOUND,
    &greedy_bound::GREEDY_BOUND_LITERAL,
    &relaxation::RELAXATION,
    &rounding_bound::ROUNDING_BOUND,
];

/// An outcome to be judged.
pub type InStock<'a, S = Rational, N = S> = Case<'a, Covering, S, N>;
/// An outcome to be judged, and the one beside it.
pub type InStocks<'a, S = Rational, N = S> = Both<'a, Covering, S, N>;

impl Amounts for Covering {
    fn amounts<N: Scalar, S: Of<N>>(_outcome: &Allotment<N>) -> Vec<S> {
        Vec::new()
    }
}

/// The amount that a task pays in an assignment.
fn paid<N: Scalar, S: Of<N>>(stock: &Stock<N>, given: &[Option<usize>], task: usize) -> S {
    let own = (0..given.len()).filter(|&i| given[i] == Some(task));
    sum(own.map(|i| S::of(&stock.cost[i])))
        .said(|_| format!("the costs of the resources of task {}: what it pays", task + 1))
}

/// The ratio of an outcome: of its programme, or the largest one of a task in its assignment.
fn ratio<N: Scalar, S: Of<N>>(case: &InStock<'_, S, N>) -> S {
    let stock = case.instance;
    let of = |given: &[Option<usize>], j: usize| {
        (paid::<N, S>(stock, given, j) / S::of(&stock.isolation()[j])).said(|_| {
            format!("what task {} pays over what it would pay alone: the largest ratio there", j + 1)
        })
    };
    let largest = match case.outcome {
        Some(Allotment::Parts { ratio, .. }) => Some(S::of(ratio)),
        Some(Allotment::Whole(given)) => {
            (0..stock.tasks()).map(|j| of(given, j)).reduce(|a, b| if b > a { b } else { a })
        }
        None => None,
    };
    largest.unwrap_or_else(S::zero)
}

/// Checks that the outcome in a witness is an assignment that covers every task.
///
/// # Errors
/// It is not.
fn covers(stock: &Stock, witness: &Allotment) -> Checked {
    match witness.assignment() {
        Some(assignment) if assignment.len() == stock.resources() && stock.covers(assignment) => Ok(()),
        _ => Err(Rejected::Misfit("an assignment that covers every task is needed".to_string())),
    }
}
