//! Columns of a table: whole numbers, amounts and names, each within its bounds; an error is the reason for
//! omitting a row.

use super::bounds::{NAME, TIME};
use super::workload::Time;
use crate::scalar::Rational;

/// The length of the longest text of a number, in bytes; a row with a longer one is omitted.
const DIGITS: usize = 60;

/// The text of column `k`, which is called `name`.
pub(super) fn column<'a>(row: &'a csv::StringRecord, k: usize, name: &str) -> Result<&'a str, String> {
    row.get(k).ok_or_else(|| format!("no column {name}")).map(str::trim)
}

/// The text of a column that is kept as a name.
pub(super) fn text<'a>(row: &'a csv::StringRecord, k: usize, name: &str) -> Result<&'a str, String> {
    let text = column(row, k, name)?;
    if text.len() > NAME {
        return Err(format!("{name} is longer than {NAME} bytes"));
    }
    Ok(text)
}

/// The text of a column that holds a number.
fn digits<'a>(row: &'a csv::StringRecord, k: usize, name: &str) -> Result<&'a str, String> {
    let text = column(row, k, name)?;
    if text.is_empty() {
        return Err(format!("{name} is missing"));
    }
    if text.len() > DIGITS {
        return Err(format!("{name} is longer than {DIGITS} digits"));
    }
    Ok(text)
}

/// The whole number in column `k`.
pub(super) fn number(row: &csv::StringRecord, k: usize, name: &str) -> Result<u64, String> {
    digits(row, k, name)?.parse().map_err(|_| format!("{name} is not a whole number"))
}

/// Converts a time of `parts` parts, of which a second has `a_second`, to milliseconds.
pub(super) fn time(parts: u64, a_second: u64, name: &str) -> Result<Time, String> {
    let millis = u128::from(parts) * 1000 / u128::from(a_second);
    u64::try_from(millis).ok().filter(|t| *t <= TIME).ok_or_else(|| format!("{name} is beyond 100 years"))
}

/// A decimal as a number of units, rounded up, so that a task is never smaller than in the table.
pub(super) fn amount(row: &csv::StringRecord, k: usize, name: &str, unit: i64) -> Result<i64, String> {
    let plain = plain_decimal(digits(row, k, name)?).ok_or_else(|| format!("{name} is not a number"))?;
    let value: Rational = plain.parse().map_err(|_| format!("{name} is not a number"))?;
    let scaled = value * Rational::new(unit, 1);
    let up = -(-scaled).floor();
    match up.small() {
        Some((n, 1)) if n >= 0 => Ok(n),
        _ => Err(format!("{name} is below zero or too large")),
    }
}

/// A decimal written out without the exponent that tables of floats use.
fn plain_decimal(text: &str) -> Option<String> {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return Some(text.to_string()) };
    let exponent: i32 = exponent.parse().ok().filter(|e| (-30..=30).contains(e))?;
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() || !(whole.to_string() + part).bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let all = format!("{whole}{part}");
    let point = whole.len() as i32 + exponent;
    Some(if point <= 0 {
        format!("{sign}0.{}{all}", "0".repeat(point.unsigned_abs() as usize))
    } else if point as usize >= all.len() {
        format!("{sign}{all}{}", "0".repeat(point as usize - all.len()))
    } else {
        format!("{sign}{}.{}", &all[..point as usize], &all[point as usize..])
    })
}
