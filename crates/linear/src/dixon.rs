//! Square integer systems solved exactly by p-adic lifting (Dixon 1982): the matrix is factored once modulo a
//! prime, and digits of the solution are computed until fractions can be reconstructed that provably solve
//! the system.

use super::Patience;
use super::modular::{Factors, Field};
use fairwitness_kernel::scalar::{Int, Rational};

/// A row of a sparse matrix: entries of one word, and larger entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Pairs of a column and an entry of one word.
    pub(super) words: Vec<(u32, i64)>,
    /// Pairs of a column and an entry that does not fit a word.
    pub(super) large: Vec<(u32, Int)>,
}

/// Numbers over one common denominator, which is not zero.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) numerators: Vec<Int>,
    pub(super) denominator: Int,
}

impl Shared {
    /// The numbers as fractions in lowest terms; `None` if the work is cut short.
    pub(super) fn rationals(&self, patience: &Patience) -> Option<Vec<Rational>> {
        let reduced = |n: &Int| {
            patience.check().ok()?;
            Rational::ratio(n, &self.denominator)
        };
        self.numerators.iter().map(reduced).collect()
    }
}

/// A nonsingular square system, factored and ready to be solved for any right side.
#[derive(Clone, Debug)]
pub(super) struct System {
    lines: Vec<Line>,
    turned: Vec<Line>,
    factors: Factors,
}

const PRIMES: [u64; 3] = [2_147_483_647, 2_147_483_629, 2_147_483_587];

fn turned(lines: &[Line]) -> Vec<Line> {
    let mut turned = vec![Line::default(); lines.len()];
    for (i, line) in lines.iter().enumerate() {
        line.words.iter().for_each(|&(j, x)| turned[j as usize].words.push((i as u32, x)));
        line.large.iter().for_each(|(j, x)| turned[*j as usize].large.push((i as u32, x.clone())));
    }
    turned
}

fn residue(x: &Int, p: u64) -> u64 {
    x.div_rem_floor(&Int::from(p as i64)).1.to_i64().map_or(0, i64::unsigned_abs)
}

impl System {
    /// The system of a matrix; `None` if it is singular modulo every prime tried, or the work is cut short.
    pub(super) fn of(lines: Vec<Line>, patience: &Patience) -> Option<System> {
        let factors = PRIMES.iter().find_map(|&p| {
            let row = |line: &Line| {
                let words = line.words.iter().map(|&(j, x)| (j, x.rem_euclid(p as i64) as u64));
                let large = line.large.iter().map(|(j, x)| (*j, residue(x, p)));
                words.chain(large).collect()
            };
            Factors::of(Field::new(p), lines.iter().map(row).collect(), patience)
        })?;
        Some(System { turned: turned(&lines), lines, factors })
    }

    /// The solution `x` of `matrix x = right`; `None` if the work is cut short.
    pub(super) fn solve(&self, right: &[Int], patience: &Patience) -> Option<Shared> {
        self.lift(&self.lines, right, |residues| self.factors.solve(residues), patience)
    }

    /// The solution `y` of `y matrix = right`; `None` if the work is cut short.
    pub(super) fn solve_transposed(&self, right: &[Int], patience: &Patience) -> Option<Shared> {
        self.lift(&self.turned, right, |residues| self.factors.solve_transposed(residues), patience)
    }

    /// Computes digit after digit of the solution, each from the remainder of the preceding ones.
    fn lift(
        &self,
        lines: &[Line],
        right: &[Int],
        solve: impl Fn(&mut [u64]) -> Vec<u64>,
        patience: &Patience,
    ) -> Option<Shared> {
        let p = self.factors.field.p;
        let size = Size::of(lines, right);
        let mut rest = Rest::of(right, &size);
        let mut digits: Vec<Vec<u64>> = Vec::new();
        let most = size.enough(right.len());
        let mut next_try = 2;
        loop {
            patience.check().ok()?;
            let digit = solve(&mut rest.residues(p));
            rest.advance(lines, &digit, p, &size);
            digits.push(digit);
            if digits.len() >= next_try || digits.len() >= most {
                if let Some(found) = read_off(&digits, p, &size, patience) {
                    return Some(found);
                }
                if digits.len() >= most {
                    return None;
                }
                next_try = digits.len() + digits.len() / 2 + 1;
            }
        }
    }
}

/// Sizes of the numbers, in binary digits.
struct Size {
    /// Bound on the largest sum of absolute values in a row.
    row: u64,
    right: u64,
    large: bool,
    /// Bound on the product of the rows' sums; with the right side it bounds every numerator and denominator
    /// (Hadamard).
    product: f64,
}

impl Size {
    fn of(lines: &[Line], right: &[Int]) -> Size {
        let mut size = Size {
            row: 0,
            right: right.iter().map(Int::bits).max().unwrap_or(0),
            large: false,
            product: 0.0,
        };
        for line in lines {
            let words: u128 = line.words.iter().map(|(_, x)| u128::from(x.unsigned_abs())).sum();
            let mut bits = u64::from(128 - words.leading_zeros());
            for (_, x) in &line.large {
                bits = bits.max(x.bits()) + 1;
                size.large = true;
            }
            size.row = size.row.max(bits);
            let square: f64 = line.words.iter().map(|(_, x)| (*x as f64).powi(2)).sum();
            size.product += if line.large.is_empty() { square.log2() / 2.0 + 0.01 } else { bits as f64 };
        }
        size
    }

    /// The number of digits after which the solution must have been found.
    fn enough(&self, n: usize) -> usize {
        // Numerator and denominator may each have half of the digits.
        let side = self.product.max(0.0) + self.right as f64 + (n as f64).log2();
        let bits = 2.0 * side + self.row as f64 + 80.0;
        (bits * 1.01 / 30.99) as usize + 2
    }
}

/// The remainder of the right side after some digits, in the narrowest numbers that hold it.
enum Rest {
    /// All numbers below 2^62, including products with digits and their sums.
    Words(Vec<i64>),
    /// All numbers fit two words, including products with digits and their sums.
    Doubles(Vec<i128>),
    Any(Vec<Int>),
}

impl Rest {
    fn of(right: &[Int], size: &Size) -> Rest {
        Rest::Any(right.to_vec()).narrowed(size)
    }

    /// The remainder in narrower numbers, if narrower numbers suffice from now on.
    fn narrowed(self, size: &Size) -> Rest {
        let Rest::Any(rest) = &self else { return self };
        let bits = rest.iter().map(Int::bits).max().unwrap_or(0);
        if size.large || bits > 120 || size.row > 85 {
            return self;
        }
        if bits <= 60 && size.row <= 28 {
            return Rest::Words(rest.iter().map(|r| r.to_i64().unwrap_or(0)).collect());
        }
        Rest::Doubles(rest.iter().map(|r| r.to_i128().unwrap_or(0)).collect())
    }

    fn residues(&self, p: u64) -> Vec<u64> {
        match self {
            Rest::Words(rest) => rest.iter().map(|r| r.rem_euclid(p as i64) as u64).collect(),
            Rest::Doubles(rest) => rest.iter().map(|r| r.rem_euclid(p.into()) as u64).collect(),
            Rest::Any(rest) => rest.iter().map(|r| residue(r, p)).collect(),
        }
    }

    fn advance(&mut self, lines: &[Line], digit: &[u64], p: u64, size: &Size) {
        let double = |line: &Line| -> i128 {
            line.words.iter().map(|&(j, x)| i128::from(x) * i128::from(digit[j as usize])).sum()
        };
        match self {
            Rest::Words(rest) => {
                for (r, line) in rest.iter_mut().zip(lines) {
                    let image: i64 = line.words.iter().map(|&(j, x)| x * digit[j as usize] as i64).sum();
                    *r = (*r - image) / p as i64;
                }
            }
            Rest::Doubles(rest) => {
                for (r, line) in rest.iter_mut().zip(lines) {
                    *r = (*r - double(line)) / i128::from(p);
                }
            }
            Rest::Any(rest) => {
                let divisor = Int::from(p as i64);
                for (r, line) in rest.iter_mut().zip(lines) {
                    let mut left = r.minus(&Int::from(double(line)));
                    for (j, x) in &line.large {
                        left = left.minus(&x.times(&Int::from(digit[*j as usize] as i64)));
                    }
                    *r = left.over(&divisor);
                }
                let wide = std::mem::replace(self, Rest::Words(Vec::new()));
                *self = wide.narrowed(size);
            }
        }
    }
}

/// A sparse matrix: each row is a list of (column, entry) pairs.
type Sparse = Vec<Vec<(usize, i64)>>;

/// The solution of a square integer system; `None` if it is singular, or singular modulo every prime tried.
pub fn solve_square(matrix: &Sparse, right: &[i64]) -> Option<Vec<Rational>> {
    if matrix.is_empty() {
        return Some(Vec::new());
    }
    let line = |row: &Vec<(usize, i64)>| Line {
        words: row.iter().map(|&(j, x)| (j as u32, x)).collect(),
        large: Vec::new(),
    };
    let right: Vec<Int> = right.iter().map(|&b| Int::from(b)).collect();
    let patience = Patience::unlimited();
    System::of(matrix.iter().map(line).collect(), &patience)?.solve(&right, &patience)?.rationals(&patience)
}

/// Fractions over one denominator, reconstructed from p-adic digits, if they are small enough that they must
/// solve the system: they solve it modulo the power of the prime, and both sides are smaller than that power.
fn read_off(digits: &[Vec<u64>], p: u64, size: &Size, patience: &Patience) -> Option<Shared> {
    let n = digits[0].len();
    let base = Int::from(p as i64);
    let pair = base.times(&base);
    let modulus = (0..digits.len() / 2).fold(Int::from(1i64), |m, _| m.times(&pair));
    let modulus = if digits.len() % 2 == 1 { modulus.times(&base) } else { modulus };
    // A random number is almost never a fraction this small.
    let limit_bits = modulus.bits().checked_sub(34)? / 2;
    let zero = Int::from(0i64);
    let mut common = Int::from(1i64);
    let mut unit = true;
    let mut found: Vec<(Int, Int)> = Vec::with_capacity(n);
    for j in 0..n {
        patience.check().ok()?;
        let pairs = digits.chunks(2).rev();
        let value = pairs.fold(zero.clone(), |sum, two| {
            let low = two[0][j] + two.get(1).map_or(0, |high| high[j] * p);
            let factor = if two.len() == 2 { &pair } else { &base };
            sum.times(factor).plus(&Int::from(low as i64))
        });
        let scaled = if unit { value } else { value.times(&common).div_rem_floor(&modulus).1 };
        let (numerator, denominator) = fraction(&scaled, &modulus, limit_bits)?;
        if denominator != Int::from(1i64) {
            common = common.times(&denominator);
            unit = false;
        }
        found.push((numerator, common.clone()));
    }
    let numerators: Vec<Int> = found
        .into_iter()
        .map(|(n, own)| if own == common { n } else { n.times(&common.over(&own)) })
        .collect();
    let largest = numerators.iter().map(Int::bits).max().unwrap_or(0);
    let fits = largest + size.row + 2 < modulus.bits() && common.bits() + size.right + 2 < modulus.bits();
    fits.then_some(Shared { numerators, denominator: common })
}

/// The fraction of small numerator and denominator that equals `value` modulo `modulus` (Wang's rational
/// reconstruction).
fn fraction(value: &Int, modulus: &Int, limit_bits: u64) -> Option<(Int, Int)> {
    if value.bits() <= limit_bits {
        return Some((value.clone(), Int::from(1i64)));
    }
    let centred = value.minus(modulus);
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
