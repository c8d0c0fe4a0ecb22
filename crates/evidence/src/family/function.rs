//! Rational functions of one variable `k` with rational coefficients: parsing, printing, evaluation, and
//! interpolation.

use std::cmp::Ordering;
use std::fmt;

use crate::scalar::{Rational, Scalar, common_denominator};

/// The coefficients of a polynomial, the constant one first, without trailing zeros.
pub type Polynomial = Vec<Rational>;

/// A quotient of two polynomials in lowest terms; the leading coefficient of the denominator is 1, except
/// when printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    above: Polynomial,
    below: Polynomial,
}

/// The limit of a function as `k` grows.
#[derive(Clone, Debug, PartialEq)]
pub enum Limit {
    /// The function converges to this number.
    Number(Rational),
    /// The function is unbounded.
    Unbounded {
        /// `true` if it grows, `false` if it falls.
        up: bool,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Number(x) => write!(f, "{x}"),
            Limit::Unbounded { up: true } => f.write_str("inf"),
            Limit::Unbounded { up: false } => f.write_str("-inf"),
        }
    }
}

fn trimmed(mut p: Polynomial) -> Polynomial {
    while p.last().is_some_and(Scalar::is_zero) {
        p.pop();
    }
    p
}

fn plus(a: &[Rational], b: &[Rational]) -> Polynomial {
    let at = |p: &[Rational], i: usize| p.get(i).cloned().unwrap_or_else(Rational::zero);
    trimmed((0..a.len().max(b.len())).map(|i| at(a, i) + at(b, i)).collect())
}

fn scaled(a: &[Rational], by: &Rational) -> Polynomial {
    trimmed(a.iter().map(|x| x * by).collect())
}

fn product(a: &[Rational], b: &[Rational]) -> Polynomial {
    let mut found = vec![Rational::zero(); (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            found[i + j] = &found[i + j] + x * y;
        }
    }
    trimmed(found)
}

/// Quotient and remainder of `a` by `b`, which is not zero.
fn divided(a: &[Rational], b: &[Rational]) -> (Polynomial, Polynomial) {
    let (mut rest, mut quotient) = (a.to_vec(), vec![Rational::zero(); a.len()]);
    while rest.len() >= b.len() {
        let (shift, lead) = (rest.len() - b.len(), &rest[rest.len() - 1] / &b[b.len() - 1]);
        for (i, x) in b.iter().enumerate() {
            rest[shift + i] = &rest[shift + i] - &lead * x;
        }
        quotient[shift] = lead;
        rest.pop();
        rest = trimmed(rest);
    }
    (trimmed(quotient), rest)
}

fn common(a: &[Rational], b: &[Rational]) -> Polynomial {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    while !b.is_empty() {
        let rest = divided(&a, &b).1;
        (a, b) = (b, rest);
    }
    a
}

/// The value of a polynomial at `k`; coefficients have the order of their powers, from 0.
pub fn value(p: &[Rational], k: &Rational) -> Rational {
    p.iter().rev().fold(Rational::zero(), |sum, x| sum * k + x)
}

impl Function {
    /// The quotient in lowest terms; `None` if the denominator is zero.
    fn of(above: Polynomial, below: Polynomial) -> Option<Function> {
        let (above, below) = (trimmed(above), trimmed(below));
        let shared = common(&above, &below);
        if below.is_empty() || shared.is_empty() {
            return None;
        }
        let (above, below) = (divided(&above, &shared).0, divided(&below, &shared).0);
        let lead = Rational::one() / below.last()?;
        Some(Function { above: scaled(&above, &lead), below: scaled(&below, &lead) })
    }

    /// The constant function `x`.
    pub fn constant(x: Rational) -> Function {
        Function { above: trimmed(vec![x]), below: vec![Rational::one()] }
    }

    /// The function `factor * k ^ power`.
    pub fn power(factor: Rational, power: i32) -> Function {
        let mut monomial = vec![Rational::zero(); power.unsigned_abs() as usize];
        monomial.push(Rational::one());
        let (above, below) =
            if power >= 0 { (monomial, vec![Rational::one()]) } else { (vec![Rational::one()], monomial) };
        Function { above: scaled(&above, &factor), below }
    }

    /// The sum of the function and the number `x`.
    #[must_use]
    pub fn and(&self, x: &Rational) -> Function {
        Function { above: plus(&self.above, &scaled(&self.below, x)), below: self.below.clone() }
    }

    /// The value at `k`; `None` at a pole.
    pub fn at(&self, k: i64) -> Option<Rational> {
        let k = Rational::int(k);
        let below = value(&self.below, &k);
        (!below.is_zero()).then(|| value(&self.above, &k) / below)
    }

    /// Returns `true` if the function does not depend on `k`.
    pub fn is_constant(&self) -> bool {
        self.above.len() <= 1 && self.below.len() <= 1
    }

    /// The number of nonzero coefficients, a measure of complexity.
    pub fn terms(&self) -> usize {
        self.above.iter().chain(&self.below).filter(|x| !x.is_zero()).count()
    }

    /// The limit of the function as `k` grows.
    pub fn limit(&self) -> Limit {
        let lead = self.above.last().cloned().unwrap_or_else(Rational::zero);
        match self.above.len().cmp(&self.below.len()) {
            Ordering::Less => Limit::Number(Rational::zero()),
            Ordering::Equal => Limit::Number(lead),
            Ordering::Greater => Limit::Unbounded { up: lead.is_positive() },
        }
    }

    /// The simplest function through `points`, in order of the number of coefficients. At least `spare`
    /// points are not used to determine it, and it passes through all of them.
    pub fn through(points: &[(i64, Rational)], spare: usize) -> Option<Function> {
        let most = points.len().checked_sub(spare + 1)?.min(MOST);
        let exact: Vec<_> = points.iter().map(|(k, x)| (Rational::int(*k), x.clone())).collect();
        (0..=most).find_map(|degrees| {
            (0..=degrees).find_map(|below| {
                let first = &exact[..exact.len().min(degrees + 1)];
                let [above, below] = interpolated(first, degrees - below, below)?;
                let found = Function::of(above, below)?;
                points.iter().all(|(k, x)| found.at(*k).as_ref() == Some(x)).then_some(found)
            })
        })
    }

    /// Reads a formula in `k` with integers, `+ - * / ^` and brackets; a product may be written without a
    /// sign.
    ///
    /// # Errors
    /// The reason why the text is no formula.
    pub fn parse(text: &str) -> Result<Function, String> {
        let mut reader = Reader { rest: text.trim() };
        let read = reader.sum(0)?;
        if reader.rest.is_empty() {
            Ok(read)
        } else {
            Err(format!("`{}` is not expected there", reader.rest))
        }
    }

    fn times(&self, other: &Function) -> Option<Function> {
        Function::of(product(&self.above, &other.above), product(&self.below, &other.below))
    }

    fn over(&self, other: &Function) -> Option<Function> {
        Function::of(product(&self.above, &other.below), product(&self.below, &other.above))
    }

    fn add(&self, other: &Function) -> Option<Function> {
        let above = plus(&product(&self.above, &other.below), &product(&other.above, &self.below));
        Function::of(above, product(&self.below, &other.below))
    }
}

/// The largest sum of degrees of an interpolated function.
const MOST: usize = 8;

/// The numerator and the denominator of the given degrees whose quotient meets all points, if there are any.
pub fn interpolated(points: &[(Rational, Rational)], above: usize, below: usize) -> Option<[Polynomial; 2]> {
    let powers = |k: &Rational, degree: usize| {
        let k = k.clone();
        std::iter::successors(Some(Rational::one()), move |x| Some(x * &k)).take(degree + 1)
    };
    let row = |(k, x): &(Rational, Rational)| -> Vec<Rational> {
        powers(k, above).chain(powers(k, below).map(|p| Rational::zero() - p * x)).collect()
    };
    let solution = kernel(points.iter().map(row).collect(), above + below + 2)?;
    Some([solution[..=above].to_vec(), solution[above + 1..].to_vec()])
}

/// A nonzero vector that is orthogonal to all rows, by elimination: the last free unknown is 1, other free unknowns are 0.
fn kernel(mut rows: Vec<Vec<Rational>>, unknowns: usize) -> Option<Vec<Rational>> {
    let (mut pivots, mut next) = (Vec::new(), 0);
    for column in 0..unknowns {
        let Some(at) = (next..rows.len()).find(|r| !rows[*r][column].is_zero()) else { continue };
        rows.swap(next, at);
        let lead = rows[next][column].clone();
        let pivot: Vec<Rational> = rows[next].iter().map(|x| x / &lead).collect();
        for (r, row) in rows.iter_mut().enumerate() {
            let factor = row[column].clone();
            if r != next && !factor.is_zero() {
                for (x, p) in row.iter_mut().zip(&pivot) {
                    *x = &*x - &factor * p;
                }
            }
        }
        rows[next] = pivot;
        pivots.push(column);
        next += 1;
    }
    let free = (0..unknowns).rfind(|column| !pivots.contains(column))?;
    let mut found = vec![Rational::zero(); unknowns];
    found[free] = Rational::one();
    for (r, column) in pivots.iter().enumerate() {
        found[*column] = Rational::zero() - &rows[r][free];
    }
    Some(found)
}

/// The factor that turns all coefficients into integers without a common divisor.
fn clearing(a: &[Rational], b: &[Rational]) -> Rational {
    let whole = Rational::from_int(&common_denominator(a.iter().chain(b)));
    let divisor = divisor(a.iter().chain(b).map(|x| x * &whole));
    whole / divisor
}

/// The greatest common divisor of the given integers; 1 if all are zero.
pub fn divisor(numbers: impl Iterator<Item = Rational>) -> Rational {
    let gcd = numbers.fold(Rational::zero(), |gcd, x| {
        let (mut a, mut b) = (gcd, x.abs());
        while !b.is_zero() {
            let quotient = (&a / &b).floor();
            let rest = &a - quotient * &b;
            (a, b) = (b, rest);
        }
        a
    });
    if gcd.is_zero() { Rational::one() } else { gcd }
}

/// The sum of terms in their order, each a power of the variable with its coefficient.
pub fn written<'a>(terms: impl Iterator<Item = (usize, &'a Rational)>, variable: &str) -> String {
    let mut text = String::new();
    for (power, x) in terms.filter(|(_, x)| !x.is_zero()) {
        let sign = match (text.is_empty(), x.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += sign;
        let size = x.abs();
        let factor = if power > 0 && size == Rational::one() { String::new() } else { size.to_string() };
        text += &factor;
        match power {
            0 => {}
            1 => text += &format!("{}{variable}", if factor.is_empty() { "" } else { " " }),
            _ => text += &format!("{}{variable}^{power}", if factor.is_empty() { "" } else { " " }),
        }
    }
    if text.is_empty() { "0".to_string() } else { text }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clear = clearing(&self.above, &self.below);
        let (above, below) = (scaled(&self.above, &clear), scaled(&self.below, &clear));
        let written = |p: &[Rational]| written(p.iter().enumerate().rev(), "k");
        let bracketed = |p: &[Rational]| {
            let text = written(p);
            if text.contains(' ') { format!("({text})") } else { text }
        };
        if below.len() == 1 && below[0] == Rational::one() {
            f.write_str(&written(&above))
        } else {
            write!(f, "{} / {}", bracketed(&above), bracketed(&below))
        }
    }
}

/// A reader of formulas, from left to right.
struct Reader<'a> {
    rest: &'a str,
}

/// The largest depth of brackets.
const DEEPEST: usize = 16;
/// The largest exponent in a formula.
const HIGHEST: usize = 12;

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn sum(&mut self, depth: usize) -> Result<Function, String> {
        if depth > DEEPEST {
            return Err("brackets go too deep".to_string());
        }
        let minus = self.take('-');
        let mut all = self.product(depth)?;
        let negative = Function::constant(-Rational::one());
        if minus {
            all = all.times(&negative).ok_or("no number")?;
        }
        loop {
            let sign = if self.take('+') {
                false
            } else if self.take('-') {
                true
            } else {
                return Ok(all);
            };
            let next = self.product(depth)?;
            let next = if sign { next.times(&negative).ok_or("no number")? } else { next };
            all = all.add(&next).ok_or("no number")?;
        }
    }

    fn product(&mut self, depth: usize) -> Result<Function, String> {
        let mut all = self.factor(depth)?;
        loop {
            let joined = if self.take('/') {
                let by = self.factor(depth)?;
                all.over(&by).ok_or("division by zero")
            } else if self.take('*') || self.rest.starts_with(['k', '(']) {
                let by = self.factor(depth)?;
                all.times(&by).ok_or("no number")
            } else {
                return Ok(all);
            };
            all = joined?;
        }
    }

    fn factor(&mut self, depth: usize) -> Result<Function, String> {
        let base = if self.take('(') {
            let inside = self.sum(depth + 1)?;
            if !self.take(')') {
                return Err("a bracket is not closed".to_string());
            }
            inside
        } else if self.take('k') {
            Function::power(Rational::one(), 1)
        } else {
            Function::constant(Rational::int(self.number()?))
        };
        if !self.take('^') {
            return Ok(base);
        }
        let power = usize::try_from(self.number()?).ok().filter(|p| *p <= HIGHEST);
        let power = power.ok_or_else(|| format!("powers are whole numbers from 0 to {HIGHEST}"))?;
        (0..power)
            .try_fold(Function::constant(Rational::one()), |all, _| all.times(&base))
            .ok_or_else(|| "no number".to_string())
    }

    fn number(&mut self) -> Result<i64, String> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        digits.parse().map_err(|_| "a whole number, `k` or a bracket is expected".to_string())
    }
}
