//! Formulas of an exact curve: rational functions of low degree through consecutive points. Each passes through more
//! points than it has coefficients.

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

fn at(polynomial: &[Rational], x: &Rational) -> Rational {
    polynomial.iter().rev().fold(Rational::zero(), |sum, c| sum * x + c)
}

/// The longest beginning of `points` that a function of the given degrees meets, and the function; `None` if it is
/// no longer than a function of these degrees can always meet.
fn longest(points: &[(Rational, Rational)], (m, n): (usize, usize)) -> Option<(usize, Fit)> {
    let least = m + n + 1 + SPARE;
    if points.len() < least {
        return None;
    }
    let fit = fit(&points[..least], m, n)?;
    let meets = |(x, y): &&(Rational, Rational)| {
        let below = at(&fit.below, x);
        !below.is_zero() && at(&fit.above, x) == below * y
    };
    let count = points.iter().take_while(meets).count();
    (count >= least).then_some((count, fit))
}

/// The function of the given degrees through `points`, if there is one.
fn fit(points: &[(Rational, Rational)], m: usize, n: usize) -> Option<Fit> {
    let row = |(x, y): &(Rational, Rational)| {
        let mut row = Vec::with_capacity(m + n + 2);
        let mut power = Rational::one();
        for _ in 0..=m {
            row.push(power.clone());
            power = &power * x;
        }
        let mut power = y.clone();
        for _ in 0..=n {
            row.push(-power.clone());
            power = &power * x;
        }
        row
    };
    let solution = kernel_vector(points.iter().map(row).collect(), m + n + 2)?;
    let (above, below) = solution.split_at(m + 1);
    Some(Fit { above: above.to_vec(), below: below.to_vec() })
}

/// A nonzero vector in the kernel of `rows`, if there is one: the last free unknown is 1, other free unknowns are 0.
fn kernel_vector(mut rows: Vec<Vec<Rational>>, unknowns: usize) -> Option<Vec<Rational>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(at) = (done..rows.len()).find(|&k| !rows[k][column].is_zero()) else { continue };
        rows.swap(done, at);
        let lead = rows[done][column].clone();
        for x in &mut rows[done] {
            *x = &*x / &lead;
        }
        let pivot = rows[done].clone();
        for (k, row) in rows.iter_mut().enumerate() {
            if k != done && !row[column].is_zero() {
                let factor = row[column].clone();
                for (x, p) in row.iter_mut().zip(&pivot) {
                    *x = &*x - &factor * p;
                }
            }
        }
        pivots.push(column);
    }
    let free = (0..unknowns).rev().find(|column| !pivots.contains(column))?;
    let mut solution = vec![Rational::zero(); unknowns];
    solution[free] = Rational::one();
    for (row, &column) in rows.iter().zip(&pivots) {
        solution[column] = -row[free].clone();
    }
    Some(solution)
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
        let common = content(above.iter().chain(&below));
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

/// The greatest common divisor of the given integers.
fn content<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Rational {
    let gcd = |mut a: Rational, mut b: Rational| {
        while !b.is_zero() {
            let rest = &a - (&a / &b).floor() * &b;
            a = b;
            b = rest;
        }
        a
    };
    let all = numbers.fold(Rational::zero(), |sum, x| gcd(sum, x.abs()));
    if all.is_zero() { Rational::one() } else { all }
}

/// A polynomial with integer coefficients as text: alone, and as a part of a quotient.
fn factored(row: &[Rational], name: &str) -> (String, String) {
    let common = content(row.iter());
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
    let mut text = String::new();
    let mut terms: Vec<(usize, &Rational)> = row.iter().enumerate().filter(|(_, c)| !c.is_zero()).collect();
    let subtracted = terms.last().is_some_and(|(_, c)| c.is_negative()) && !terms[0].1.is_negative();
    if !subtracted {
        terms.reverse();
    }
    for (power, c) in terms {
        let size = c.abs();
        let variable = match power {
            0 => String::new(),
            1 => name.to_string(),
            _ => format!("{name}^{power}"),
        };
        let term = match (variable.is_empty(), size == Rational::one()) {
            (true, _) => size.to_string(),
            (false, true) => variable,
            (false, false) => format!("{size} {variable}"),
        };
        text += match (text.is_empty(), c.is_negative()) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &term;
    }
    if text.is_empty() { "0".to_string() } else { text }
}
