//! Fractions near a real number, by continued fractions.

/// Numerator and denominator of a fraction.
pub type Fraction = (i64, i64);

/// The largest whole part that is rounded.
const LARGEST: f64 = 1e9;

/// The fractions next below and next above `x`, at least 0, among those with denominators up to `most`; one of
/// the two is `x` itself if `x` is such a fraction. `None` if `x` is negative, not finite or too large.
pub fn around(x: f64, most: i64) -> Option<(Fraction, Fraction)> {
    if !(0.0..LARGEST).contains(&x) {
        return None;
    }
    let whole = x.floor() as i64;
    let (mut low, mut high) = ((whole, 1i64), (whole + 1, 1i64));
    loop {
        // The steps that `toward` may be added to `from` before the sum crosses x, or has too large a denominator.
        let steps = |from: Fraction, toward: Fraction| {
            let gap = (x * from.1 as f64 - from.0 as f64).abs();
            let pace = (toward.0 as f64 - x * toward.1 as f64).abs();
            let room = (most - from.1).max(0) / toward.1;
            if pace <= 0.0 { room } else { ((gap / pace) as i64).min(room) }
        };
        let up = steps(low, high);
        low = (low.0 + up * high.0, low.1 + up * high.1);
        let down = steps(high, low);
        high = (high.0 + down * low.0, high.1 + down * low.1);
        if up == 0 && down == 0 {
            return Some((low, high));
        }
    }
}

/// The fraction nearest to `x`, at least 0, among those with denominators up to `most`.
pub fn nearest(x: f64, most: i64) -> Option<Fraction> {
    let (low, high) = around(x, most)?;
    let off = |f: Fraction| (f.0 as f64 / f.1 as f64 - x).abs();
    Some(if off(low) <= off(high) { low } else { high })
}
