//! From a basis to a certified optimum: the two square systems that it defines, solved exactly by p-adic
//! lifting (Dixon 1982), and the result believed only when its certificate checks.

use super::certificate;
use super::program::{Program, Solution};
use crate::scalar::{Int, Rational, Scalar};

/// Which variables and which rows' slacks are basic. As many in all as there are rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// One a variable.
    pub variables: Vec<bool>,
    /// One a row: whether its slack is basic, so that the row may be loose.
    pub slacks: Vec<bool>,
}

/// The optimum of the basis, if it is one: exact, and certified before it is returned.
pub fn prove(program: &Program, basis: &Basis) -> Option<Solution> {
    let chosen = |flags: &[bool], wanted: bool| -> Vec<usize> {
        (0..flags.len()).filter(|&k| flags[k] == wanted).collect()
    };
    let columns = chosen(&basis.variables, true);
    let rows = chosen(&basis.slacks, false);
    if columns.len() != rows.len() || basis.variables.len() != program.variables() {
        return None;
    }
    let mut place = vec![usize::MAX; program.variables()];
    columns.iter().enumerate().for_each(|(k, &v)| place[v] = k);
    // The tight rows in the basic variables, cleared of denominators row by row.
    let mut matrix = Vec::with_capacity(rows.len());
    let mut bounds = Vec::with_capacity(rows.len());
    let mut scales = Vec::with_capacity(rows.len());
    for &i in &rows {
        let row = &program.rows[i];
        let own = row.terms.iter().filter(|(v, _)| place[*v] != usize::MAX);
        let numbers = own.clone().map(|(_, c)| c).chain([&row.bound]);
        let scale = common_denominator(numbers)?;
        let word = |x: &Rational| (x * &scale).small().map(|(n, _)| n);
        matrix.push(own.map(|(v, c)| Some((place[*v], word(c)?))).collect::<Option<Vec<_>>>()?);
        bounds.push(word(&row.bound)?);
        scales.push(scale);
    }
    let objective: Vec<&Rational> = columns.iter().map(|&v| &program.objective[v]).collect();
    let factor = common_denominator(objective.iter().copied())?;
    let costs =
        objective.iter().map(|c| (*c * &factor).small().map(|(n, _)| n)).collect::<Option<Vec<_>>>()?;
    let transposed = transpose(&matrix);
    let values = solve_square(&matrix, &bounds)?;
    let duals = solve_square(&transposed, &costs)?;
    let mut point = vec![Rational::zero(); program.variables()];
    columns.iter().zip(values).for_each(|(&v, x)| point[v] = x);
    let mut multipliers = vec![Rational::zero(); program.rows.len()];
    for ((&i, y), scale) in rows.iter().zip(duals).zip(&scales) {
        multipliers[i] = y * scale / &factor;
    }
    let value = program.objective.iter().zip(&point).fold(Rational::zero(), |sum, (c, x)| sum + c * x);
    let solution = Solution::Optimal { point, multipliers, value };
    certificate::check(program, &solution).ok().map(|()| solution)
}

fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Rational>) -> Option<Rational> {
    let mut least = 1i64;
    for x in numbers {
        let (_, d) = x.small()?;
        let (_, rest) = Rational::new(least, d).small()?;
        least = least.checked_mul(rest)?;
    }
    Some(Rational::int(least))
}

/// A sparse matrix: a row is its (column, entry) pairs.
type Sparse = Vec<Vec<(usize, i64)>>;

fn transpose(matrix: &Sparse) -> Sparse {
    let mut turned = vec![Vec::new(); matrix.len()];
    for (i, row) in matrix.iter().enumerate() {
        row.iter().for_each(|&(j, x)| turned[j].push((i, x)));
    }
    turned
}

const PRIMES: [u64; 3] = [2_147_483_647, 2_147_483_629, 2_147_483_587];

/// The solution of a square integer system; `None` when it is singular, or modulo every prime tried.
pub fn solve_square(matrix: &Sparse, right: &[i64]) -> Option<Vec<Rational>> {
    if matrix.is_empty() {
        return Some(Vec::new());
    }
    PRIMES
        .iter()
        .find_map(|&p| Some((inverse(matrix, p)?, p)))
        .and_then(|(inverse, p)| lift(matrix, right, &inverse, p))
}

/// The inverse modulo `p`, dense, by elimination.
fn inverse(matrix: &Sparse, p: u64) -> Option<Vec<Vec<u64>>> {
    let n = matrix.len();
    let residue = |x: i64| x.rem_euclid(p as i64) as u64;
    let mut rows: Vec<Vec<u64>> = (0..n)
        .map(|i| {
            let mut row = vec![0; 2 * n];
            matrix[i].iter().for_each(|&(j, x)| row[j] = residue(x));
            row[n + i] = 1;
            row
        })
        .collect();
    for k in 0..n {
        let pivot = (k..n).find(|&i| rows[i][k] != 0)?;
        rows.swap(k, pivot);
        let unit = power(rows[k][k], p - 2, p);
        rows[k].iter_mut().filter(|x| **x != 0).for_each(|x| *x = *x * unit % p);
        let pivot_row = rows[k].clone();
        for i in (0..n).filter(|&i| i != k) {
            let factor = rows[i][k];
            if factor != 0 {
                for (x, y) in rows[i][k..].iter_mut().zip(&pivot_row[k..]) {
                    *x = (*x + (p - factor) * y) % p;
                }
            }
        }
    }
    Some(rows.into_iter().map(|row| row[n..].to_vec()).collect())
}

fn power(mut base: u64, mut exponent: u64, p: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % p;
        }
        base = base * base % p;
        exponent >>= 1;
    }
    result
}

/// Digit after digit of the solution in base `p`, until the fractions read off solve the system.
fn lift(matrix: &Sparse, right: &[i64], inverse: &[Vec<u64>], p: u64) -> Option<Vec<Rational>> {
    let n = matrix.len();
    let mut rest: Vec<i128> = right.iter().map(|&b| b.into()).collect();
    let mut digits: Vec<Vec<u64>> = Vec::new();
    let (most, mut next_try) = (enough_digits(matrix, right), 4);
    while digits.len() < most {
        let residues: Vec<u64> = rest.iter().map(|r| r.rem_euclid(p.into()) as u64).collect();
        let digit: Vec<u64> = inverse
            .iter()
            .map(|row| row.iter().zip(&residues).fold(0, |sum, (a, b)| (sum + a * b) % p))
            .collect();
        for (r, row) in rest.iter_mut().zip(matrix) {
            let image: i128 = row.iter().map(|&(j, x)| i128::from(x) * i128::from(digit[j])).sum();
            *r = (*r - image) / i128::from(p);
        }
        digits.push(digit);
        if digits.len() == next_try || digits.len() == most {
            next_try *= 2;
            if let Some(found) = read_off(n, &digits, p)
                && solves(matrix, right, &found)
            {
                return Some(found);
            }
        }
    }
    None
}

/// Digits that determine the solution, from Hadamard's bound on numerators and denominator.
fn enough_digits(matrix: &Sparse, right: &[i64]) -> usize {
    let norm = |row: &[(usize, i64)], b: i64| {
        row.iter().map(|&(_, x)| (x as f64).powi(2)).sum::<f64>() + (b as f64).powi(2) + 1.0
    };
    let bits: f64 = matrix.iter().zip(right).map(|(row, b)| norm(row, *b).log2() / 2.0).sum();
    (2.0 * bits / 30.0) as usize + 8
}

fn solves(matrix: &Sparse, right: &[i64], x: &[Rational]) -> bool {
    matrix.iter().zip(right).all(|(row, &b)| {
        let left = row.iter().fold(Rational::zero(), |sum, &(j, a)| sum + &x[j] * Rational::int(a));
        left == Rational::int(b)
    })
}

/// Fractions from digits; the denominators found so far are tried first, as they are mostly common.
fn read_off(n: usize, digits: &[Vec<u64>], p: u64) -> Option<Vec<Rational>> {
    let base = Int::from(p as i64);
    let modulus = digits.iter().fold(Int::from(1i64), |m, _| m.times(&base));
    let limit_bits = (modulus.bits() - 2) / 2;
    let mut common = Int::from(1i64);
    (0..n)
        .map(|j| {
            let value = digits
                .iter()
                .rev()
                .fold(Int::from(0i64), |sum, digit| sum.times(&base).plus(&Int::from(digit[j] as i64)));
            let scaled = value.times(&common).div_rem_floor(&modulus).1;
            let (numerator, denominator) = fraction(&scaled, &modulus, limit_bits)?;
            common = common.times(&denominator);
            Rational::ratio(&numerator, &common)
        })
        .collect()
}

/// The fraction of small numerator and denominator that is `value` modulo `modulus` (Wang's algorithm).
fn fraction(value: &Int, modulus: &Int, limit_bits: u64) -> Option<(Int, Int)> {
    let centred = value.minus(modulus);
    if value.bits() <= limit_bits {
        return Some((value.clone(), Int::from(1i64)));
    }
    if centred.bits() <= limit_bits {
        return Some((centred, Int::from(1i64)));
    }
    let (mut r, mut next) = (modulus.clone(), value.clone());
    let (mut t, mut next_t) = (Int::from(0i64), Int::from(1i64));
    while next.bits() > limit_bits {
        let (q, rest) = r.div_rem_floor(&next);
        (r, next) = (next, rest);
        let further = t.minus(&q.times(&next_t));
        (t, next_t) = (next_t, further);
    }
    if next_t.bits() > limit_bits || next_t.is_zero() {
        return None;
    }
    Some(if next_t.signum() < 0 { (next.negated(), next_t.negated()) } else { (next, next_t) })
}
