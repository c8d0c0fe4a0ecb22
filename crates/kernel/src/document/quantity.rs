//! Quantities with a unit, as container platforms write them: `"4Gi"`, `"500m"`, `"2.5k"`. They are read
//! exactly.

use crate::scalar::{Rational, Scalar};

/// The units: a suffix, a base and the exponent of the base.
const UNITS: [(&str, i64, i32); 15] = [
    ("Ki", 1024, 1),
    ("Mi", 1024, 2),
    ("Gi", 1024, 3),
    ("Ti", 1024, 4),
    ("Pi", 1024, 5),
    ("Ei", 1024, 6),
    ("n", 1000, -3),
    ("u", 1000, -2),
    ("m", 1000, -1),
    ("k", 1000, 1),
    ("M", 1000, 2),
    ("G", 1000, 3),
    ("T", 1000, 4),
    ("P", 1000, 5),
    ("E", 1000, 6),
];

/// The largest power of ten in a quantity such as `1e9`.
const MOST_POWER: i32 = 30;

/// The quantity as a plain number; `None` for a text without a unit.
pub(super) fn plain(text: &str) -> Option<Result<String, String>> {
    if text.contains("eps") {
        return None; // An infinitesimal is no unit.
    }
    let (digits, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    if digits.trim().is_empty() || digits.contains('/') {
        return None;
    }
    if let Some(power) = unit.strip_prefix(['e', 'E']).filter(|power| !power.is_empty() && *power != "i") {
        let small = power.parse::<i32>().ok().filter(|power| (-MOST_POWER..=MOST_POWER).contains(power));
        let Some((power, Ok(number))) = small.map(|power| (power, digits.trim().parse::<Rational>())) else {
            return Some(Err(format!("`{text}` is no number with a power of ten up to {MOST_POWER}")));
        };
        let scale = (0..power.abs()).fold(Rational::one(), |scale, _| scale * Rational::int(10));
        return Some(Ok(if power < 0 { number / scale } else { number * scale }.to_string()));
    }
    let Some((_, base, power)) = UNITS.iter().find(|(suffix, ..)| *suffix == unit.trim()) else {
        let (known, unit) = (UNITS.map(|(suffix, ..)| suffix).join(", "), unit.trim());
        return Some(Err(format!("`{text}` has the unit `{unit}`; known ones: {known}")));
    };
    let Ok(number) = digits.trim().parse::<Rational>() else {
        return Some(Err(format!("`{text}` does not begin with a number")));
    };
    let scale = (0..power.abs()).fold(Rational::one(), |scale, _| scale * Rational::int(*base));
    Some(Ok(if *power < 0 { number / scale } else { number * scale }.to_string()))
}
