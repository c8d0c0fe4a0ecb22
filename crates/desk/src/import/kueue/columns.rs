//! Amounts by flavor and resource, in the units for readers, counted as Kueue counts.

use std::collections::BTreeMap;

use crate::document::{InputError, Node, Value};
use crate::import::amounts::{CPU, amounts};
use crate::scalar::{Rational, Scalar};

/// A flavor and a resource.
pub(super) type Column = (String, String);
/// Amounts by column.
pub(super) type ByColumn = BTreeMap<Column, Rational>;

/// The number of units in which Kueue counts a resource, in one unit for readers: thousandths of processors, and whole
/// bytes or pieces of all else (pkg/resources/requests.go, `ResourceValue`).
pub(super) fn units(name: &str) -> Rational {
    Rational::int(match name {
        CPU => 1000,
        name if name.ends_with(" (GiB)") => 1 << 30,
        _ => 1,
    })
}

/// An amount of a resource in the units for readers, with the resource's name. Kueue rounds it up to its own units.
pub(super) fn amount(node: &Node<'_>, of: &str) -> Result<(String, Rational), InputError> {
    let one = Value::Table(vec![(of.to_string(), node.value().clone())]);
    let read = amounts(&Node::new("", &one), &[]).map_err(|error| node.error(error.reason))?;
    let (name, amount) = read.into_iter().next().unwrap_or_else(|| (of.to_string(), Rational::zero()));
    let amount = rounded(&name, &amount);
    Ok((name, amount))
}

/// An amount rounded up to the units in which Kueue counts.
pub(super) fn rounded(name: &str, amount: &Rational) -> Rational {
    -(-(amount * units(name))).floor() / units(name)
}
