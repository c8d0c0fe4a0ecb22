//! Amounts by resource, in units for readers: processors, and GiB in place of bytes.

use std::collections::BTreeMap;

use super::places::at;
use crate::document::{InputError, Node, Value};
use crate::scalar::{Rational, Scalar};

/// Positive amounts by resource name.
pub(super) type Amounts = BTreeMap<String, Rational>;

/// The name of processors.
pub(super) const CPU: &str = "CPU";
/// The name of memory, with its unit.
pub(super) const MEMORY: &str = "memory (GiB)";
/// The number of pods that a node may run, as a resource.
pub(super) const PODS: &str = "pods";

/// Number of bytes in a GiB.
const GIB: i64 = 1 << 30;
/// Number of bytes in a MiB.
const MIB: i64 = 1 << 20;

/// Converts an amount in MiB to GiB.
pub(super) fn gib_of_mib(amount: Rational) -> Rational {
    amount * Rational::int(MIB) / Rational::int(GIB)
}

/// The name of a container platform's resource in an instance, and the number of its units in one unit of the
/// instance.
fn called(name: &str) -> (String, i64) {
    match name {
        "cpu" => (CPU.to_string(), 1),
        "memory" => (MEMORY.to_string(), GIB),
        "ephemeral-storage" => (format!("{name} (GiB)"), GIB),
        _ if name.starts_with("hugepages-") => (format!("{name} (GiB)"), GIB),
        _ => (name.to_string(), 1),
    }
}

/// A quantity in the usual way, if it has a sign or a point at the end of its digits, which the API permits.
fn usual(text: &str) -> Option<String> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let point = digits.find('.').filter(|at| *at > 0);
    match point.filter(|at| !digits[at + 1..].starts_with(|c: char| c.is_ascii_digit())) {
        Some(_) => Some(digits.replacen('.', "", 1)),
        None => (digits.len() < text.len()).then(|| digits.to_string()),
    }
}

/// The amounts at `path` as a container platform writes them (`{"cpu": "500m", "memory": "1Gi"}`).
pub(super) fn amounts(node: &Node<'_>, path: &[&str]) -> Result<Amounts, InputError> {
    let Some(node) = at(node, path) else { return Ok(Amounts::new()) };
    let Value::Table(fields) = node.value() else {
        return Err(node.error("expected amounts by resource"));
    };
    let mut found = Amounts::new();
    for (name, value) in fields {
        let usual = match value {
            Value::Text(text) => usual(text).map(Value::text),
            _ => None,
        };
        let amount: Rational = node.child(name, usual.as_ref().unwrap_or(value)).non_negative()?;
        let (name, unit) = called(name);
        found.insert(name, amount / Rational::int(unit));
    }
    Ok(found)
}

/// Adds `amounts` to `to`.
pub(super) fn add(to: &mut Amounts, amounts: &Amounts) {
    for (resource, amount) in amounts {
        match to.get_mut(resource) {
            Some(sum) => *sum = &*sum + amount,
            None => drop(to.insert(resource.clone(), amount.clone())),
        }
    }
}

/// Returns `true` if a machine that has `has` has room for one task.
pub(super) fn fits(asks: &Amounts, has: &Amounts) -> bool {
    asks.iter().all(|(resource, asks)| has.get(resource).is_some_and(|has| asks <= has))
}

/// Subtracts `amounts` from those that `from` has, down to zero.
pub(super) fn take(from: &mut Amounts, amounts: &Amounts) {
    for (resource, amount) in amounts {
        if let Some(before) = from.get_mut(resource) {
            *before = (&*before - amount).max(Rational::zero());
        }
    }
}

/// Raises each amount of `to` to that of `amounts`, if that is larger.
pub(super) fn raise(to: &mut Amounts, amounts: &Amounts) {
    for (resource, amount) in amounts {
        match to.get_mut(resource) {
            Some(before) if *before >= *amount => {}
            Some(before) => before.clone_from(amount),
            None => drop(to.insert(resource.clone(), amount.clone())),
        }
    }
}

/// An amount of a resource in words: `1 CPU`, `4 GiB of memory`.
pub(super) fn measured(amount: &Rational, name: &str) -> String {
    match name.strip_suffix(" (GiB)") {
        Some(name) => format!("{amount} GiB of {name}"),
        None => format!("{amount} {name}"),
    }
}

/// The amounts in words: `1 CPU, 4 GiB of memory`.
pub(super) fn said(amounts: &Amounts) -> String {
    let mut names: Vec<&String> = amounts.keys().collect();
    sort(&mut names);
    names.iter().map(|name| measured(&amounts[*name], name)).collect::<Vec<_>>().join(", ")
}

/// Sorts names of resources: processors, memory, then all others by name.
pub(super) fn sort<T: AsRef<str> + Ord>(names: &mut [T]) {
    names.sort_by(|a, b| {
        let place = |name: &T| (name.as_ref() != CPU, name.as_ref() != MEMORY);
        place(a).cmp(&place(b)).then_with(|| a.cmp(b))
    });
}

/// The amounts of `resources`, in their order.
pub(super) fn row(of: &Amounts, resources: &[String]) -> Vec<Value> {
    resources.iter().map(|r| Value::Number(of.get(r).cloned().unwrap_or_else(Rational::zero))).collect()
}
