//! Outcomes that are known by bounds on the amount of every agent: the bounds as fields and as a table, and the reasons of answers.

use crate::document::Value;
use crate::mechanism::Enclosed;
use crate::model::{Presented, Table};
use crate::scalar::{Rational, Scalar as _};

/// The reason why a property holds for an outcome known only by bounds.
pub(super) const BETWEEN: &str = "the property holds of everything between the bounds";
/// The reason why a property is violated by an outcome known only by bounds. The margin is a lower bound on the true one.
pub(super) const NOWHERE: &str =
    "the property is violated by everything between the bounds, by at least this margin";
/// The reason why a property of an outcome known only by bounds is open.
pub(super) const OPEN: &str = "the bounds on the tasks of every user do not decide the property";

/// The number of decimals of a bound in a table.
const DECIMALS: usize = 12;

/// Returns the bounds of every agent's allocation, as fields `low` and `high`.
pub(super) fn bounds_value((low, high): &Enclosed) -> Value {
    let field = |name: &str, bound| (name.to_string(), Value::numbers(bound));
    Value::Table(vec![field("low", low), field("high", high)])
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
pub(super) fn between<M: Presented>(instance: &M::Instance<Rational>, (low, high): &Enclosed) -> Table {
    let bounds = low.iter().zip(high).enumerate();
    let row = |(agent, (low, high)): (usize, (&Rational, &Rational))| {
        vec![M::agent_name(instance, agent), below(low), above(high)]
    };
    Table {
        title: "who gets what (between these bounds)".to_string(),
        head: [M::AGENT, "at least", "at most"].map(str::to_string).to_vec(),
        rows: bounds.map(row).collect(),
    }
}
