//! Amounts for readers: per cent with two digits, and resources in the units in which one buys them.

use crate::scalar::{Rational, Scalar};

/// `x` with at most two digits after the point, rounded to the nearest; a positive number that would be 0 is `<0.01`.
pub fn digits(x: &Rational) -> String {
    if x.is_negative() {
        return format!("-{}", digits(&-x.clone()));
    }
    let hundred = Rational::int(100);
    let rounded = (x * &hundred + Rational::new(1, 2)).floor();
    if rounded.is_zero() && x.is_positive() {
        return "<0.01".to_string();
    }
    let whole = (&rounded / &hundred).floor();
    let rest = rounded - &whole * &hundred;
    if rest.is_zero() { whole.to_string() } else { format!("{whole}.{:0>2}", rest.to_string()) }
}

/// The part `x` of a whole in per cent, such as `33.33 %`.
pub fn per_cent(x: &Rational) -> String {
    format!("{} %", digits(&(x * Rational::int(100))))
}

/// The kind of device that a resource counts: `GPU` for `nvidia.com/gpu` and `gres/gpu`, `CPU` for `cpu`.
fn device(resource: &str) -> Option<&'static str> {
    let name = resource.rsplit('/').next().unwrap_or(resource);
    ["CPU", "GPU"].into_iter().find(|device| name.eq_ignore_ascii_case(device))
}

/// The unit and the name of a resource such as `memory (GiB)`.
fn in_units(resource: &str) -> Option<(&str, &str)> {
    let (name, unit) = resource.strip_suffix(')')?.rsplit_once(" (")?;
    Some((unit, name))
}

/// An amount of a resource: `3 GPUs`, `1 CPU`, `12.50 GiB of memory`, `2 of licence`.
pub fn amount_of(resource: &str, amount: &Rational) -> String {
    let shown = digits(amount);
    match (device(resource), in_units(resource)) {
        (Some(device), _) if *amount == Rational::one() => format!("{shown} {device}"),
        (Some(device), _) => format!("{shown} {device}s"),
        (None, Some((unit, name))) => format!("{shown} {unit} of {name}"),
        (None, None) => format!("{shown} of {resource}"),
    }
}

/// A resource as a whole: `GPUs`, `memory`.
pub fn whole_of(resource: &str) -> String {
    match (device(resource), in_units(resource)) {
        (Some(device), _) => format!("{device}s"),
        (None, Some((_, name))) => name.to_string(),
        (None, None) => resource.to_string(),
    }
}
