//! Families from one instance: counts and numbers become functions of `k`, and the choices that get worse as
//! `k` grows are kept.

use std::time::{Duration, Instant};

use super::function::Function;
use super::template::Template;
use super::{Family, Question, Worth};
use crate::document::{Document, InputError};
use crate::linear::{Halt, Patience};
use crate::scalar::{Rational, Scalar};

/// The values of `k` that the instance may stand for.
const FIRST: [i64; 2] = [2, 3];
/// The largest number of choices tried for one such `k`.
const MOST_CHOICES: usize = 6_000;
/// The largest number of choices that are evaluated in full.
const MOST_FAMILIES: usize = 48;
/// The largest `k` at which a family is evaluated.
const LAST: i64 = 20;
/// Further values of `k` at which the fit is tested.
const BEYOND: [i64; 2] = [23, 27];
/// The number of points that a fit must meet besides those that determine it.
const SPARE: usize = 4;
/// The time for one value.
const PATIENCE: Duration = Duration::from_secs(5);
/// The duration of one value after which no larger `k` is evaluated.
const SLOW: Duration = Duration::from_millis(700);

/// A count or a number of the instance; equal numbers in one field vary together.
struct Quantity {
    /// The group of a count; `None` for a number in `field`.
    count_of: Option<usize>,
    field: &'static str,
    kind: &'static str,
    value: Rational,
    options: Vec<Function>,
}

/// The functions of which a count of `value` members at `k0` may be a case, the constant first.
fn counts(value: &Rational, k0: i64) -> Vec<Function> {
    let mut found = vec![Function::constant(value.clone())];
    let k = Rational::int(k0);
    let near = Rational::int(2);
    let mut offer = |factor: i64, power: i32| {
        let head = (0..power).fold(Rational::int(factor), |x, _| x * &k);
        let rest = value - &head;
        if rest.abs() <= near {
            found.push(Function::power(Rational::int(factor), power).and(&rest));
        }
    };
    for (factor, power) in [(1, 1), (2, 1), (3, 1), (1, 2)] {
        offer(factor, power);
    }
    found
}

/// The functions of which a number at `k0` may be a case, the constant first.
fn amounts(value: &Rational, k0: i64) -> Vec<Function> {
    let mut found = vec![Function::constant(value.clone())];
    if value.is_zero() || *value == Rational::one() {
        return found;
    }
    let k = Rational::int(k0);
    for power in [1, 2, -1, -2] {
        let head = (0..i32::abs(power)).fold(Rational::one(), |x, _| x * &k);
        let head = if power < 0 { Rational::one() / head } else { head };
        let factor = value / head;
        let plain = [Rational::one(), Rational::int(2), Rational::new(1, 2)];
        if plain.contains(&factor) {
            found.push(Function::power(factor, power));
        }
    }
    let rest = value - &k;
    if value.is_integer() && !rest.is_zero() && rest.abs() <= Rational::int(2) {
        found.push(Function::power(Rational::one(), 1).and(&rest));
    }
    found
}

fn quantities(template: &Template, k0: i64) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = Vec::new();
    for (g, group) in template.groups.iter().enumerate() {
        if let Some(value) = group.count.at(k0) {
            let options = counts(&value, k0);
            found.push(Quantity { count_of: Some(g), field: "count", kind: group.kind, value, options });
        }
        for (field, row) in &group.rows {
            for value in row.iter().filter_map(|f| f.at(k0)) {
                let known = |q: &Quantity| {
                    q.count_of.is_none() && q.kind == group.kind && q.field == *field && q.value == value
                };
                if !found.iter().any(known) {
                    let options = amounts(&value, k0);
                    found.push(Quantity { count_of: None, field, kind: group.kind, value, options });
                }
            }
        }
    }
    found
}

/// The template with the chosen function for each quantity.
fn with(template: &Template, k0: i64, quantities: &[Quantity], chosen: &[usize]) -> Template {
    let mut made = template.clone();
    for (g, group) in made.groups.iter_mut().enumerate() {
        for (q, option) in quantities.iter().zip(chosen) {
            let function = &q.options[*option];
            if q.count_of == Some(g) {
                group.count = function.clone();
            } else if q.count_of.is_none() && q.kind == group.kind {
                for (_, row) in group.rows.iter_mut().filter(|(name, _)| *name == q.field) {
                    for entry in row.iter_mut().filter(|f| f.is_constant()) {
                        if entry.at(k0).as_ref() == Some(&q.value) {
                            *entry = function.clone();
                        }
                    }
                }
            }
        }
    }
    made
}

/// The choices, those that vary little first, as many as are tried.
fn choices(quantities: &[Quantity]) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![vec![0; quantities.len()]];
    let mut layer = found.clone();
    // Each layer varies one more quantity; a layer that would be too large is not started.
    loop {
        let mut next = Vec::new();
        for choice in &layer {
            let from = choice.iter().rposition(|option| *option > 0).map_or(0, |at| at + 1);
            for (at, quantity) in quantities.iter().enumerate().skip(from) {
                for option in 1..quantity.options.len() {
                    let mut more = choice.clone();
                    more[at] = option;
                    next.push(more);
                }
            }
        }
        if next.is_empty() || found.len() + next.len() > MOST_CHOICES {
            found.remove(0);
            return found;
        }
        found.extend(next.iter().cloned());
        layer = next;
    }
}

/// The families that start from an instance and get worse as `k` grows, the worst first.
///
/// # Errors
/// An instance that cannot be read or measured.
pub fn from(question: &Question<'_>, instance: &Document, until: Instant) -> Result<Vec<Family>, InputError> {
    let patience = Patience::with(question.stop).until(until);
    let now = question.value(instance, &patience).map_err(Halt::error)?;
    let Some(now) = now else {
        let Question { mechanism, measure, .. } = question;
        let reason = format!(
            "{measure} has no value on this instance: it is not defined there, or {mechanism} refuses it"
        );
        return Err(instance.node().error(reason));
    };
    let mut screened: Vec<(Rational, usize, i64, Template)> = Vec::new();
    let mut seen: Vec<(Rational, Rational)> = Vec::new();
    for template in super::template::of(instance)? {
        for k0 in FIRST {
            let quantities = quantities(&template, k0);
            for chosen in choices(&quantities) {
                if Instant::now() >= until {
                    break;
                }
                let made = with(&template, k0, &quantities, &chosen);
                let Worth::Value(next) = question.worth(&made, k0 + 1, PATIENCE) else { continue };
                if !question.is_worse(&next, &now) {
                    continue;
                }
                let Worth::Value(after) = question.worth(&made, k0 + 2, PATIENCE) else { continue };
                if question.is_worse(&after, &next) && !seen.contains(&(next.clone(), after.clone())) {
                    seen.push((next, after.clone()));
                    screened.push((after, chosen.iter().filter(|c| **c > 0).count(), k0, made));
                }
            }
        }
    }
    screened.sort_by(|a, b| {
        let (worse, better) = (question.is_worse(&a.0, &b.0), question.is_worse(&b.0, &a.0));
        better.cmp(&worse).then(a.1.cmp(&b.1))
    });
    screened.truncate(MOST_FAMILIES);
    let mut found: Vec<Family> = Vec::new();
    for (_, _, k0, template) in screened {
        if let Some(family) = fitted(question, template, k0, until)
            && !family.value.is_constant()
            && !found.iter().any(|known| known.value == family.value)
        {
            found.push(family);
        }
    }
    found.sort_by(|a, b| question.by_limit(a, b));
    Ok(found)
}

/// The family with its value as a function of `k`, if some function fits all values.
fn fitted(question: &Question<'_>, template: Template, k0: i64, until: Instant) -> Option<Family> {
    let mut points = Vec::new();
    // The time for a value grows with `k`: after a slow value the next one is not started.
    let mut took = Duration::ZERO;
    for k in 1..=LAST {
        let started = Instant::now();
        if started >= until || took > SLOW {
            break;
        }
        match question.worth(&template, k, PATIENCE) {
            Worth::Value(value) => points.push((k, value)),
            Worth::None => points.clear(),
            Worth::Late => break,
        }
        took = started.elapsed();
    }
    // Small values of `k` may be another case.
    for from in 0..points.len().min(6) {
        let rest = &points[from..];
        if rest[0].0 > k0 + 3 {
            break;
        }
        if let Some(value) = Function::through(rest, SPARE) {
            for k in BEYOND.into_iter().filter(|_| took < SLOW / 16) {
                match question.worth(&template, k, PATIENCE) {
                    Worth::Value(x) if value.at(k).as_ref() == Some(&x) => {}
                    Worth::Late => {}
                    _ => return None,
                }
            }
            let (from, to) = (rest[0].0, rest[rest.len() - 1].0);
            return Some(Family { template, from, to, value });
        }
    }
    None
}
