//! `f64` as a scalar, for screening and for guessing supports, never for a verdict; and the exact value of a float.

use super::{Int, Rational, Scalar};

impl Scalar for f64 {
    fn int(n: i64) -> Self {
        n as f64
    }

    fn floored(self) -> Self {
        self.floor()
    }
}

impl Rational {
    /// The exact value of a float, an integer times a power of two; `None` for infinities and NaN.
    pub fn of_float(x: f64) -> Option<Rational> {
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let exponent = i32::try_from(bits >> 52 & 0x7ff).ok()?;
        let fraction = i64::try_from(bits & ((1 << 52) - 1)).ok()?;
        let (digits, power) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let digits = Int::from(if x.is_sign_negative() { -digits } else { digits });
        let two = |power: u32| Int::from(1i64).shifted_left(power);
        if power >= 0 {
            Some(Rational::from_int(&digits.times(&two(power.unsigned_abs()))))
        } else {
            Rational::ratio(&digits, &two(power.unsigned_abs()))
        }
    }
}
