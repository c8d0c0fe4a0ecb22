//! A square integer matrix factored modulo a prime: sparse elimination with pivots chosen to preserve
//! sparsity (Markowitz).

use super::Patience;

/// Integers modulo a prime below 2^31; remainders by multiplication (Barrett).
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) p: u64,
    inverse: u64,
}

impl Field {
    pub(super) fn new(p: u64) -> Self {
        Field { p, inverse: u64::MAX / p }
    }

    /// The remainder of the word `x`.
    #[inline]
    pub(super) fn reduced(self, x: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(self.inverse)) >> 64) as u64;
        let mut rest = x.wrapping_sub(quotient.wrapping_mul(self.p));
        while rest >= self.p {
            rest -= self.p;
        }
        rest
    }

    /// The difference `a - f b`, where all three numbers are reduced.
    #[inline]
    fn less(self, a: u64, f: u64, b: u64) -> u64 {
        self.reduced(a + (self.p - f) * b)
    }

    #[inline]
    fn times(self, a: u64, b: u64) -> u64 {
        self.reduced(a * b)
    }

    fn inverse_of(self, x: u64) -> u64 {
        let (mut base, mut exponent, mut result) = (x, self.p - 2, 1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                result = self.times(result, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        result
    }
}

/// One step of the elimination: a pivot and its row.
#[derive(Clone, Debug)]
struct Step {
    row: usize,
    column: usize,
    /// The inverse of the pivot, modulo the prime.
    unit: u64,
    /// The remaining entries of the pivot row, in columns of later steps.
    across: Vec<(u32, u64)>,
    /// For rows of later steps, the multiple of the pivot row that was subtracted.
    down: Vec<(u32, u64)>,
}

/// The factors of a matrix modulo a prime.
#[derive(Clone, Debug)]
pub(super) struct Factors {
    pub(super) field: Field,
    steps: Vec<Step>,
}

impl Factors {
    /// Factors a matrix given by rows of (column, residue) pairs; `None` if it is singular modulo the prime,
    /// or the work is cut short.
    pub(super) fn of(field: Field, mut rows: Vec<Vec<(u32, u64)>>, patience: &Patience) -> Option<Factors> {
        let n = rows.len();
        rows.iter_mut().for_each(|row| row.retain(|(_, x)| *x != 0));
        // For each column, the rows that may contain it (some no longer do), and the number of rows that do.
        let mut holders: Vec<Vec<u32>> = vec![Vec::new(); n];
        let mut count = vec![0usize; n];
        for (i, row) in rows.iter().enumerate() {
            for &(j, _) in row {
                holders[j as usize].push(i as u32);
                count[j as usize] += 1;
            }
        }
        let mut left: Vec<usize> = (0..n).collect();
        let mut done = vec![false; n];
        let mut lonely: Vec<usize> = (0..n).filter(|&i| rows[i].len() == 1).collect();
        let mut at = vec![0u32; n];
        let mut steps = Vec::with_capacity(n);
        for _ in 0..n {
            patience.check().ok()?;
            let single = std::iter::from_fn(|| lonely.pop()).find(|&i| !done[i] && rows[i].len() == 1);
            let (row, column) = match single {
                Some(i) => (i, rows[i][0].0 as usize),
                None => {
                    let column = left.iter().copied().min_by_key(|&j| count[j])?;
                    holders[column].retain(|&i| {
                        !done[i as usize] && rows[i as usize].iter().any(|&(j, _)| j as usize == column)
                    });
                    let row = holders[column].iter().min_by_key(|&&i| rows[i as usize].len())?;
                    (*row as usize, column)
                }
            };
            left.swap_remove(left.iter().position(|&j| j == column)?);
            done[row] = true;
            let mut across = std::mem::take(&mut rows[row]);
            for &(j, _) in &across {
                count[j as usize] -= 1;
            }
            let own = across.iter().position(|&(j, _)| j as usize == column)?;
            let unit = field.inverse_of(across.swap_remove(own).1);
            let mut down = Vec::new();
            for i in std::mem::take(&mut holders[column]) {
                let target = &mut rows[i as usize];
                let Some(own) = target.iter().position(|&(j, _)| j as usize == column) else { continue };
                if done[i as usize] {
                    continue;
                }
                let factor = field.times(target.swap_remove(own).1, unit);
                count[column] -= 1;
                down.push((i, factor));
                if !across.is_empty() {
                    for (k, &(j, _)) in target.iter().enumerate() {
                        at[j as usize] = k as u32 + 1;
                    }
                    for &(j, x) in &across {
                        match at[j as usize] {
                            0 => {
                                target.push((j, field.less(0, factor, x)));
                                holders[j as usize].push(i);
                                count[j as usize] += 1;
                            }
                            k => {
                                let entry = &mut target[k as usize - 1].1;
                                *entry = field.less(*entry, factor, x);
                            }
                        }
                    }
                    let mut gone = false;
                    for &(j, x) in target.iter() {
                        at[j as usize] = 0;
                        if x == 0 {
                            count[j as usize] -= 1;
                            gone = true;
                        }
                    }
                    if gone {
                        target.retain(|(_, x)| *x != 0);
                    }
                }
                match target.len() {
                    0 => return None,
                    1 => lonely.push(i as usize),
                    _ => {}
                }
            }
            steps.push(Step { row, column, unit, across, down });
        }
        Some(Factors { field, steps })
    }

    /// The solution of the system for `right`, which is overwritten.
    pub(super) fn solve(&self, right: &mut [u64]) -> Vec<u64> {
        let field = self.field;
        for step in &self.steps {
            let x = right[step.row];
            if x != 0 {
                for &(i, factor) in &step.down {
                    right[i as usize] = field.less(right[i as usize], factor, x);
                }
            }
        }
        let square = field.p * field.p;
        let mut found = vec![0; right.len()];
        for step in self.steps.iter().rev() {
            // The sum stays below two squares, which fit a word with one addition to spare.
            let mut sum = 0;
            for &(j, x) in &step.across {
                sum += x * found[j as usize];
                if sum >= square {
                    sum -= square;
                }
            }
            let rest = right[step.row] + field.p - field.reduced(sum);
            found[step.column] = field.times(field.reduced(rest), step.unit);
        }
        found
    }

    /// The solution of the transposed system for `right`, which is overwritten.
    pub(super) fn solve_transposed(&self, right: &mut [u64]) -> Vec<u64> {
        let field = self.field;
        let mut found = vec![0; right.len()];
        for step in &self.steps {
            let x = field.times(right[step.column], step.unit);
            if x != 0 {
                for &(j, factor) in &step.across {
                    right[j as usize] = field.less(right[j as usize], factor, x);
                }
            }
            found[step.row] = x;
        }
        let square = field.p * field.p;
        for step in self.steps.iter().rev() {
            let mut sum = 0;
            for &(i, factor) in &step.down {
                sum += factor * found[i as usize];
                if sum >= square {
                    sum -= square;
                }
            }
            found[step.row] = field.reduced(found[step.row] + field.p - field.reduced(sum));
        }
        found
    }
}
