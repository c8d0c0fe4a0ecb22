//! Outcomes that are known by bounds on the amount of every agent: the bounds as fields and as a table, and the reasons of answers.

use super::Answer;
use crate::document::Value;
use crate::mechanism::Enclosed;
use crate::model::refusal::Refusal;
use crate::model::{Presented, Table};
use crate::property::Between;
use crate::scalar::{Rational, Scalar as _};

/// The number of decimals of a bound in a table.
const DECIMALS: usize = 12;

/// The reason of a violation where the outcome beside that of the run is known by bounds.
pub(super) const OTHERS: &str = "the other outcome is known by bounds, and everything between them violates the property, by at least this margin";

/// Returns the answer for all outcomes between bounds, and its reason after that of the refusal of an outcome. The margin of a
/// violation is a lower bound on the true one.
pub(super) fn answered<M: Presented>(between: &Between<M>, refusal: &Refusal) -> (Answer, String) {
    let (answer, why) = match between {
        Between::Holds => (Answer::Holds, "the property holds of everything between the bounds"),
        Between::Violated(..) => (
            Answer::Violated,
            "the property is violated by everything between the bounds, by at least this margin",
        ),
        Between::Open => {
            (Answer::Undecided, "the bounds on the tasks of every user do not decide the property")
        }
    };
    (answer, format!("{refusal}; {why}"))
}

/// Returns the bounds of every agent's allocation, as fields `low` and `high`.
pub(super) fn bounds_value(Enclosed { low, high, .. }: &Enclosed) -> Value {
    Value::table([("low", Value::numbers(low)), ("high", Value::numbers(high))])
}

/// The decimals of `x`, which is not negative, rounded to the next number below.
fn below(x: &Rational) -> String {
    digits(&(x * Rational::int(10_i64.pow(DECIMALS as u32))).floor())
}

/// The decimals of `x`, which is not negative, rounded to the next number above.
fn above(x: &Rational) -> String {
    let negative = Rational::zero() - x * Rational::int(10_i64.pow(DECIMALS as u32));
    digits(&(Rational::zero() - negative.floor()))
}

/// A whole number of the smallest decimal as a decimal number.
fn digits(whole: &Rational) -> String {
    let text = format!("{:0>1$}", whole.to_string(), DECIMALS + 1);
    let (before, after) = text.split_at(text.len() - DECIMALS);
    format!("{before}.{after}")
}

/// Returns the bounds of every agent's allocation, as a table: lower bounds rounded down, and upper bounds rounded up.
pub(super) fn between<M: Presented>(
    instance: &M::Instance<Rational>,
    Enclosed { low, high, .. }: &Enclosed,
) -> Table {
    Table::new("who gets what (between these bounds)", low.len().min(high.len()))
        .column(M::AGENT, |agent| M::agent_name(instance, agent))
        .column("at least", |agent| below(&low[agent]))
        .column("at most", |agent| above(&high[agent]))
}
