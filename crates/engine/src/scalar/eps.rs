//! The field Q(eps) of rational functions in an infinitesimal, ordered at 0+: eps is positive and smaller
//! than every positive rational. It settles constructions for eps -> 0 exactly.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::str::FromStr;

use super::{Exact, ParseRationalError, Rational, Readable, Scalar};

/// Coefficients by rising power, the last one not zero; empty for zero.
type Polynomial = Vec<Rational>;

/// A quotient of polynomials in eps, in lowest terms, the denominator's lowest coefficient one.
#[derive(Clone, PartialEq, Eq)]
pub struct Eps {
    numerator: Polynomial,
    denominator: Polynomial,
}

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(Scalar::is_zero) {
        p.pop();
    }
    p
}

fn plus(a: &[Rational], b: &[Rational]) -> Polynomial {
    let at = |p: &[Rational], k: usize| p.get(k).cloned().unwrap_or_else(Rational::zero);
    trimmed((0..a.len().max(b.len())).map(|k| at(a, k) + at(b, k)).collect())
}

fn times(a: &[Rational], b: &[Rational]) -> Polynomial {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut product = vec![Rational::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            product[i + j] = &product[i + j] + x * y;
        }
    }
    product
}

fn scaled(p: &[Rational], factor: &Rational) -> Polynomial {
    p.iter().map(|x| x * factor).collect()
}

/// Quotient and remainder of `a` by the polynomial `b`, which is not zero.
fn divided(mut a: Polynomial, b: &[Rational]) -> (Polynomial, Polynomial) {
    let mut quotient = vec![Rational::zero(); (a.len() + 1).saturating_sub(b.len())];
    while let (true, Some(top), Some(lead)) = (a.len() >= b.len(), a.last(), b.last()) {
        let (shift, factor) = (a.len() - b.len(), top / lead);
        for (k, x) in b.iter().enumerate() {
            a[shift + k] = &a[shift + k] - x * &factor;
        }
        quotient[shift] = factor;
        a = trimmed(a);
    }
    (trimmed(quotient), a)
}

fn gcd(mut a: Polynomial, mut b: Polynomial) -> Polynomial {
    while !b.is_empty() {
        let (_, rest) = divided(a, &b);
        (a, b) = (b, rest);
    }
    a
}

/// The coefficient of the lowest power, which decides the sign near zero; `None` for zero.
fn lowest(p: &[Rational]) -> Option<&Rational> {
    p.iter().find(|x| !x.is_zero())
}

impl Eps {
    /// The infinitesimal `eps`: above zero, and below every positive rational.
    pub fn infinitesimal() -> Self {
        Eps { numerator: vec![Rational::zero(), Rational::one()], denominator: vec![Rational::one()] }
    }

    fn quotient(numerator: Polynomial, denominator: Polynomial) -> Self {
        assert!(!denominator.is_empty(), "division by zero");
        if numerator.is_empty() {
            return Eps { numerator, denominator: vec![Rational::one()] };
        }
        let common = gcd(numerator.clone(), denominator.clone());
        let (numerator, denominator) = (divided(numerator, &common).0, divided(denominator, &common).0);
        let unit = Rational::one() / lowest(&denominator).expect("a denominator is not zero");
        Eps { numerator: scaled(&numerator, &unit), denominator: scaled(&denominator, &unit) }
    }

    fn signum(&self) -> Ordering {
        lowest(&self.numerator).map_or(Ordering::Equal, |x| x.cmp(&Rational::zero()))
    }

    /// The rational number that the function is, if it does not depend on eps.
    pub fn constant(&self) -> Option<Rational> {
        match (self.numerator.as_slice(), self.denominator.len()) {
            ([], _) => Some(Rational::zero()),
            ([x], 1) => Some(x.clone()),
            _ => None,
        }
    }

    /// The limit as eps goes to zero from above; `None` if it is infinite.
    pub fn limit(&self) -> Option<Rational> {
        let at_zero = |p: &[Rational]| p.first().cloned().unwrap_or_else(Rational::zero);
        let d = at_zero(&self.denominator);
        (!d.is_zero()).then(|| at_zero(&self.numerator) / d)
    }

    /// The value at a rational eps; `None` at a pole.
    pub fn at(&self, eps: &Rational) -> Option<Rational> {
        let value = |p: &[Rational]| p.iter().rev().fold(Rational::zero(), |sum, x| sum * eps + x);
        let d = value(&self.denominator);
        (!d.is_zero()).then(|| value(&self.numerator) / d)
    }
}

impl From<Rational> for Eps {
    fn from(x: Rational) -> Self {
        Eps { numerator: trimmed(vec![x]), denominator: vec![Rational::one()] }
    }
}

impl Neg for Eps {
    type Output = Eps;
    fn neg(self) -> Eps {
        Eps { numerator: self.numerator.into_iter().map(Neg::neg).collect(), denominator: self.denominator }
    }
}

fn add(x: &Eps, y: &Eps) -> Eps {
    let sum = plus(&times(&x.numerator, &y.denominator), &times(&y.numerator, &x.denominator));
    Eps::quotient(sum, times(&x.denominator, &y.denominator))
}

fn mul(x: &Eps, y: &Eps) -> Eps {
    Eps::quotient(times(&x.numerator, &y.numerator), times(&x.denominator, &y.denominator))
}

fn div(x: &Eps, y: &Eps) -> Eps {
    Eps::quotient(times(&x.numerator, &y.denominator), times(&x.denominator, &y.numerator))
}

operators! {
    Eps:
    Add add |x, y| add(x, y);
    Sub sub |x, y| add(x, &-y.clone());
    Mul mul |x, y| mul(x, y);
    Div div |x, y| div(x, y);
}

impl Ord for Eps {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.clone() - other).signum()
    }
}

impl PartialOrd for Eps {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Scalar for Eps {
    fn int(n: i64) -> Self {
        Eps::from(Rational::int(n))
    }

    /// The floor for small positive eps; an infinite number stays as it is.
    fn floored(self) -> Self {
        match self.limit() {
            Some(limit) if limit.is_integer() && self < Eps::from(limit.clone()) => {
                Eps::from(limit - Rational::one())
            }
            Some(limit) => Eps::from(limit.floor()),
            None => self,
        }
    }
}

impl Exact for Eps {}

impl Readable for Eps {
    fn read(text: &str) -> Result<Self, ParseRationalError> {
        text.parse()
    }
}

fn written(p: &[Rational], f: &mut String) {
    let mut first = true;
    for (k, x) in p.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        let size = x.abs();
        f.push_str(match (x.is_negative(), first) {
            (true, _) => "-",
            (false, true) => "",
            (false, false) => "+",
        });
        first = false;
        match (k, size == Rational::one()) {
            (0, _) => f.push_str(&size.to_string()),
            (_, true) => {}
            (_, false) => f.push_str(&format!("{size}*")),
        }
        match k {
            0 => {}
            1 => f.push_str("eps"),
            _ => f.push_str(&format!("eps^{k}")),
        }
    }
}

impl fmt::Display for Eps {
    /// Written with integer coefficients, as in `(1-eps)/(2+3*eps)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(x) = self.constant() {
            return f.pad(&x.to_string());
        }
        let all = || self.numerator.iter().chain(&self.denominator);
        let whole = all().fold(Rational::one(), |m, x| &m * Rational::from_int(&(x * &m).denominator()));
        let common = all().fold(crate::scalar::Int::from(0i64), |g, x| g.gcd(&(x * &whole).numerator()));
        let factor = whole / Rational::from_int(&common);
        let side = |p: &[Rational]| {
            let mut text = String::new();
            let p = scaled(p, &factor);
            written(&p, &mut text);
            (
                text,
                p.iter().filter(|x| !x.is_zero()).count() > 1
                    || p.len() > 1 && p.last() != Some(&Rational::one()),
            )
        };
        let ((top, sum), (bottom, product)) = (side(&self.numerator), side(&self.denominator));
        let top = if sum && bottom != "1" { format!("({top})") } else { top };
        let bottom = if product { format!("({bottom})") } else { bottom };
        f.pad(&if bottom == "1" { top } else { format!("{top}/{bottom}") })
    }
}

impl fmt::Debug for Eps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The largest depth of parentheses and the largest power that is read.
const MOST: usize = 64;

/// A reader of sums, products, quotients and powers of numbers and `eps`.
struct Reader<'a> {
    text: &'a str,
    rest: &'a [u8],
    depth: usize,
}

impl Reader<'_> {
    fn wrong(&self) -> ParseRationalError {
        ParseRationalError::Malformed(self.text.to_string())
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.rest.first() == Some(&byte);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn sum(&mut self) -> Result<Eps, ParseRationalError> {
        let negative = self.take(b'-');
        let first = self.product()?;
        let mut total = if negative { -first } else { first };
        loop {
            if self.take(b'+') {
                total = total + self.product()?;
            } else if self.take(b'-') {
                total = total - self.product()?;
            } else {
                return Ok(total);
            }
        }
    }

    fn product(&mut self) -> Result<Eps, ParseRationalError> {
        let mut total = self.power()?;
        loop {
            if self.take(b'*') {
                total = total * self.power()?;
            } else if self.take(b'/') {
                let divisor = self.power()?;
                if divisor.is_zero() {
                    return Err(ParseRationalError::ZeroDenominator(self.text.to_string()));
                }
                total = total / divisor;
            } else {
                return Ok(total);
            }
        }
    }

    fn power(&mut self) -> Result<Eps, ParseRationalError> {
        let base = self.atom()?;
        if !self.take(b'^') {
            return Ok(base);
        }
        let exponent =
            self.digits()?.parse::<usize>().ok().filter(|n| *n <= MOST).ok_or_else(|| self.wrong())?;
        // The degree of a power of a power grows fast, so its size is checked first.
        let degree = base.numerator.len().max(base.denominator.len()).saturating_sub(1);
        if exponent.saturating_mul(degree) > MOST {
            return Err(self.wrong());
        }
        Ok((0..exponent).fold(Eps::one(), |product, _| product * &base))
    }

    fn digits(&mut self) -> Result<String, ParseRationalError> {
        let length = self.rest.iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
        let digits = String::from_utf8_lossy(&self.rest[..length]).into_owned();
        self.rest = &self.rest[length..];
        if digits.is_empty() { Err(self.wrong()) } else { Ok(digits) }
    }

    fn atom(&mut self) -> Result<Eps, ParseRationalError> {
        if let Some(rest) = self.rest.strip_prefix(b"eps") {
            self.rest = rest;
            return Ok(Eps::infinitesimal());
        }
        if self.take(b'(') {
            self.depth += 1;
            if self.depth > MOST {
                return Err(self.wrong());
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return if self.take(b')') { Ok(inner) } else { Err(self.wrong()) };
        }
        Ok(Eps::from(self.digits()?.parse::<Rational>().map_err(|_| self.wrong())?))
    }
}

impl FromStr for Eps {
    type Err = ParseRationalError;

    /// Reads `1`, `0.25`, `eps`, `(1-eps)/(2+3*eps)`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const LONGEST: usize = 400;
        if text.len() > LONGEST {
            return Err(ParseRationalError::TooLong(text.len()));
        }
        let mut reader = Reader { text, rest: text.as_bytes(), depth: 0 };
        let value = reader.sum()?;
        if reader.rest.is_empty() { Ok(value) } else { Err(reader.wrong()) }
    }
}
