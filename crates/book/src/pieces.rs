//! Formulas of an exact curve: rational functions of low degree through consecutive points. Each passes through more
//! points than it has coefficients.

use crate::library::family::function::{divisor, interpolated, value, written};
use crate::scalar::{Rational, Scalar, common_denominator};

/// Degrees of numerator and denominator to try, the simplest first.
const DEGREES: [(usize, usize); 8] = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2)];

/// The number of points, beyond the number of coefficients, that a formula must meet.
const SPARE: usize = 2;

/// A formula on a part of the curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The variable at the first of the points.
    pub from: Rational,
    /// The variable at the last of the points.
    pub to: Rational,
    /// Number of points that the formula meets.
    pub points: usize,
    /// The formula in the variable's name; `0` on a part where the margin is zero.
    pub formula: String,
}

/// The formulas of the curve from left to right, each with all consecutive points that it meets; points that no
/// formula meets belong to none.
pub fn pieces(points: &[(Rational, Rational)], name: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut start = 0;
    while start < points.len() {
        let best = DEGREES
            .iter()
            .filter_map(|degrees| longest(&points[start..], *degrees))
            .reduce(|best, other| if other.0 > best.0 { other } else { best });
        match best {
            Some((count, fit)) => {
                found.push(Piece {
                    from: points[start].0.clone(),
                    to: points[start + count - 1].0.clone(),
                    points: count,
                    formula: fit.text(name),
                });
                // The next formula may begin at the last point of this one, if it reaches as far as without that
                // point.
                let (shared, next) = (start + count - 1, start + count);
                let reach = |from: usize| {
                    let all = DEGREES.iter().filter_map(|degrees| longest(&points[from..], *degrees));
                    all.map(|(count, _)| from + count).max().unwrap_or(from)
                };
                start = if next < points.len() && reach(shared) > next && reach(shared) >= reach(next) {
                    shared
                } else {
                    next
                };
            }
            None => start += 1,
        }
    }
    found
}

/// A numerator and a denominator, by powers from 0.
#[derive(Clone, Debug, PartialEq)]
struct Fit {
    above: Vec<Rational>,
    below: Vec<Rational>,
}

/// The longest beginning of `points` that a function of the given degrees meets, and the function; `None` if it is
/// no longer than a function of these degrees can always meet.
fn longest(points: &[(Rational, Rational)], (m, n): (usize, usize)) -> Option<(usize, Fit)> {
    let least = m + n + 1 + SPARE;
    if points.len() < least {
        return None;
    }
    let [above, below] = interpolated(&points[..least], m, n)?;
    let fit = Fit { above, below };
    let meets = |(x, y): &&(Rational, Rational)| {
        let below = value(&fit.below, x);
        !below.is_zero() && value(&fit.above, x) == below * y
    };
    let count = points.iter().take_while(meets).count();
    (count >= least).then_some((count, fit))
}

impl Fit {
    /// The formula with integer coefficients, and with linear factors if it has any.
    fn text(&self, name: &str) -> String {
        if self.above.iter().all(Scalar::is_zero) {
            return "0".to_string();
        }
        let scale = Rational::from_int(&common_denominator(self.above.iter().chain(&self.below)));
        let whole = |row: &[Rational]| row.iter().map(|c| c * &scale).collect::<Vec<_>>();
        let (mut above, mut below) = (whole(&self.above), whole(&self.below));
        let common = divisor(above.iter().chain(&below).cloned());
        let lead = below.iter().rev().find(|c| !c.is_zero()).is_some_and(Scalar::is_negative);
        for c in above.iter_mut().chain(&mut below) {
            *c = &*c / &common;
            if lead {
                *c = -c.clone();
            }
        }
        let (above, below) = (factored(&above, name), factored(&below, name));
        if below.1 == "1" { above.0 } else { format!("{} / {}", above.1, below.1) }
    }
}

/// A polynomial with integer coefficients as text: alone, and as a part of a quotient.
fn factored(row: &[Rational], name: &str) -> (String, String) {
    let common = divisor(row.iter().cloned());
    let mut rest: Vec<Rational> = row.iter().map(|c| c / &common).collect();
    while rest.len() > 1 && rest.last().is_some_and(Scalar::is_zero) {
        rest.pop();
    }
    // A minus sign goes into the last sum, if there is one.
    let turned = |mut number: Rational, mut sums: Vec<Vec<Rational>>| {
        if let Some(last) = sums.iter_mut().rfind(|row| !row[0].is_zero()).filter(|_| number.is_negative()) {
            number = -number;
            last.iter_mut().for_each(|c| *c = -c.clone());
        }
        let mut factors: Vec<String> = sums.iter().map(|row| sum(row, name)).collect();
        // The plain variable comes before sums.
        factors.sort_by_key(|factor| factor.contains(' '));
        product(number, factors)
    };
    // The roots of a quadratic polynomial, if they are rational.
    if rest.len() == 3 {
        let (c, b, a) = (rest[0].clone(), rest[1].clone(), rest[2].clone());
        let square = &b * &b - Rational::int(4) * &a * &c;
        if let Some(root) = root(&square) {
            let two = Rational::int(2) * &a;
            let (one, other) = ((-b.clone() + &root) / &two, (-b - root) / &two);
            if one.is_zero() && other.is_zero() {
                return product(common * a, vec![format!("{name}^2")]);
            }
            let scale = Rational::from_int(&common_denominator([&one]))
                * Rational::from_int(&common_denominator([&other]));
            let left = &a / &scale;
            let linear = |root: Rational| {
                let by = Rational::from_int(&common_denominator([&root]));
                vec![-(&root * &by), by]
            };
            return turned(&common * left, vec![linear(one), linear(other)]);
        }
    }
    if rest.len() > 1 {
        return turned(common, vec![rest]);
    }
    product(common * &rest[0], Vec::new())
}

/// The rational square root of `x`, if there is one.
fn root(x: &Rational) -> Option<Rational> {
    if x.is_negative() || !x.is_integer() {
        return None;
    }
    let guess = x.to_f64().sqrt().round();
    if !(0.0..1e9).contains(&guess) {
        return None;
    }
    let guess = Rational::int(guess as i64);
    (&guess * &guess == *x).then_some(guess)
}

/// A number times factors as text: alone, and as a part of a quotient.
fn product(number: Rational, factors: Vec<String>) -> (String, String) {
    let brackets =
        |factor: &String| if factor.contains(' ') { format!("({factor})") } else { factor.clone() };
    let inside: Vec<String> = factors.iter().map(brackets).collect();
    let text = match (&inside[..], number == Rational::one()) {
        ([], _) => return (number.to_string(), number.to_string()),
        ([_], true) => return (factors.concat(), inside.concat()),
        (_, true) => inside.join(" "),
        (_, false) => format!("{number} {}", inside.join(" ")),
    };
    (text.clone(), if text.contains(' ') { format!("({text})") } else { text })
}

/// A sum of powers of the variable: the highest first, or last where it is subtracted: `C + 2`, `4 - C`.
fn sum(row: &[Rational], name: &str) -> String {
    let mut terms: Vec<(usize, &Rational)> = row.iter().enumerate().filter(|(_, c)| !c.is_zero()).collect();
    let subtracted = terms.last().is_some_and(|(_, c)| c.is_negative()) && !terms[0].1.is_negative();
    if !subtracted {
        terms.reverse();
    }
    written(terms.into_iter(), name)
}
