//! Traces of the paper's rounding as printed, move by move: Lemma 4, then section IV-A (mukherjee IV).

use super::covering::{alone, bounded, fractions, paid};
use crate::document::Value;
use crate::model::covering::{Allotment, Covering, Stock};
use crate::model::refusal::Refusal;
use crate::scalar::{Rational, Scalar, least, min, sum};
use crate::trace::{Line, MOST_STEPS, Step, Trace, too_many};

struct Run<'a> {
    stock: &'a Stock,
    x: Vec<Vec<Rational>>,
    lines: Vec<Line>,
}

/// Traces the rounding from its fractions.
///
/// # Errors
/// The refusal of too many resources or moves.
pub(in crate::mechanism) fn rounding_printed(
    stock: &Stock,
    fraction: &[Vec<Rational>],
    ratio: &Rational,
) -> Result<Trace<Covering>, Refusal> {
    bounded(stock)?;
    let says = "The pruned programme is solved: the fractions from which the rounding starts.";
    let mut steps = vec![alone(stock), fractions(stock, fraction, ratio, says)];
    let mut run = Run { stock, x: fraction.to_vec(), lines: Vec::new() };
    let ended = run.lemma_4()?;
    let says = "Lemma 4: parts move from dearer to cheaper resources until no resource is used in part. Write x12 for the part of \
                resource 1 that task 2 has.";
    let mut step = Step::new("lemma-4", says).with("fraction", Value::matrix(&run.x));
    step.lines = std::mem::take(&mut run.lines);
    if step.lines.is_empty() {
        step.says = "Lemma 4: no resource is used in part, so nothing moves.".to_string();
    }
    steps.push(step);
    if !ended {
        steps.push(Step::new(
            "no-outcome",
            "Lowering a part by what its task has too much would make the part negative: the text has no outcome here.",
        ));
        return Ok(Trace { steps, end: None });
    }
    let given = run.assign();
    let says = "Section IV-A: the dearest resource that is not given away goes whole to a task that lacks one, which releases \
                parts of its other resources to those that lose theirs.";
    let mut step = Step::new("assignment-by-parts", says);
    step.lines = std::mem::take(&mut run.lines);
    steps.push(step);
    steps.push(paid(stock, &given));
    Ok(Trace { steps, end: Some(Allotment::Whole(given)) })
}

impl Run<'_> {
    fn used(&self, i: usize) -> Rational {
        sum(self.x[i].iter().cloned())
    }

    fn spare(&self, j: usize) -> Rational {
        sum(self.x.iter().map(|row| row[j].clone())) - &self.stock.demand[j]
    }

    fn users(&self, i: usize) -> Vec<usize> {
        (0..self.stock.tasks()).filter(|&j| self.x[i][j].is_positive()).collect()
    }

    /// The most expensive resource for which `wanted` holds, the first among equals.
    fn dearest(&self, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let all = (0..self.stock.resources()).filter(|&i| wanted(i));
        all.reduce(|best, i| if self.stock.cost[i] > self.stock.cost[best] { i } else { best })
    }

    fn set(&mut self, i: usize, j: usize, part: Rational, because: &str) {
        self.lines.push(Line {
            formula: format!("x{}{} = {part}", i + 1, j + 1),
            because: format!("it was {}; {because}", self.x[i][j]),
        });
        self.x[i][j] = part;
    }

    /// Lemma 4; returns `false` where the printed text has no outcome.
    fn lemma_4(&mut self) -> Result<bool, Refusal> {
        for _ in 0..MOST_STEPS {
            let partial: Vec<usize> = (0..self.stock.resources())
                .filter(|&i| self.used(i).is_positive() && self.used(i) < Rational::one())
                .collect();
            match partial[..] {
                [] => return Ok(true),
                [i] => return self.case_1(i),
                [a, b, ..] if self.stock.cost[b] < self.stock.cost[a] => self.case_2(b, a),
                [a, b, ..] => self.case_2(a, b),
            }
        }
        Err(too_many())
    }

    fn case_2(&mut self, cheap: usize, dear: usize) {
        let all = self.used(cheap) + self.used(dear) <= Rational::one();
        let why = format!("case 2, resource {} to resource {}", dear + 1, cheap + 1);
        for j in self.users(dear) {
            let room = Rational::one() - self.used(cheap);
            let part = self.x[dear][j].clone();
            if all || part <= room {
                self.set(cheap, j, part, &why);
                self.set(dear, j, Rational::zero(), &why);
            } else {
                self.set(dear, j, part - &room, &why);
                self.set(cheap, j, room, &why);
                return;
            }
        }
    }

    fn case_1(&mut self, i: usize) -> Result<bool, Refusal> {
        for j in self.users(i) {
            let spare = self.spare(j);
            if spare.is_positive() {
                let part = &self.x[i][j] - &spare;
                self.set(i, j, part, "case 1: less what its task has too much");
            }
        }
        if self.x[i].iter().any(Scalar::is_negative) {
            return Ok(false);
        }
        let full = self.dearest(|k| k != i && self.used(k) == Rational::one());
        let Some(k) = full.filter(|&k| self.stock.cost[k] > self.stock.cost[i]) else {
            return self.case_1a(i);
        };
        for j in self.users(k) {
            let part = min(self.x[k][j].clone(), Rational::one() - self.used(i));
            let (from, to) = (&self.x[k][j] - &part, &self.x[i][j] + &part);
            self.set(k, j, from, "case 1: moved to the resource that is used in part");
            self.set(i, j, to, "case 1: moved from the dearest full resource");
        }
        self.case_1a(k)
    }

    fn case_1a(&mut self, i: usize) -> Result<bool, Refusal> {
        for _ in 0..MOST_STEPS {
            let Some(&j) = self.users(i).first() else { return Ok(true) };
            let Some(rich) = (0..self.stock.tasks()).find(|&k| k != j && self.spare(k).is_positive()) else {
                return Ok(true);
            };
            let Some(k) = self.dearest(|k| k != i && self.x[k][rich].is_positive()) else { return Ok(true) };
            let parts = [self.x[k][rich].clone(), self.x[i][j].clone(), self.spare(rich)];
            let part = least(parts).unwrap_or_else(Rational::zero);
            let (own, gets, gives) = (&self.x[i][j] - &part, &self.x[k][j] + &part, &self.x[k][rich] - &part);
            self.set(i, j, own, "case 1a: replaced by a part of another resource");
            self.set(k, j, gets, "case 1a: taken from a task that has too much");
            self.set(k, rich, gives, "case 1a: it had too much");
        }
        Err(too_many())
    }

    fn assign(&mut self) -> Vec<Option<usize>> {
        let one = Rational::one();
        let mut given: Vec<Option<usize>> =
            self.x.iter().map(|row| row.iter().position(|part| *part == one)).collect();
        let mut lacks = self.stock.demand.clone();
        for (i, j) in given.iter().enumerate() {
            if let Some(j) = j {
                lacks[*j] = &lacks[*j] - Rational::one();
                self.x[i].fill(Rational::zero());
                self.lines.push(Line {
                    formula: format!("resource {} to task {}", i + 1, j + 1),
                    because: "the task has all of it".to_string(),
                });
            }
        }
        loop {
            let unfinished = |s: &Self, i: usize| s.users(i).into_iter().find(|&j| lacks[j].is_positive());
            let first = self.dearest(|i| given[i].is_none() && unfinished(self, i).is_some());
            let Some((first, p)) = first.and_then(|i| Some((i, unfinished(self, i)?))) else { return given };
            let mut next = Some(first);
            while let Some(e) = next.filter(|_| lacks[p].is_positive()) {
                self.lines.push(Line {
                    formula: format!("resource {} to task {}", e + 1, p + 1),
                    because: format!("the dearest left of which the task has a part, {}", self.x[e][p]),
                });
                self.give(e, p);
                given[e] = Some(p);
                lacks[p] = &lacks[p] - Rational::one();
                next = self.dearest(|i| given[i].is_none() && self.x[i][p].is_positive());
            }
        }
    }

    /// Gives resource `e` whole to task `p`, which releases parts of other resources for the tasks that lose
    /// their part of `e`.
    fn give(&mut self, e: usize, p: usize) {
        let mut parts: Vec<usize> =
            (0..self.x.len()).filter(|&i| i != e && self.x[i][p].is_positive()).collect();
        parts.sort_by(|&a, &b| self.stock.cost[b].cmp(&self.stock.cost[a]).then(a.cmp(&b)));
        let mut total = self.x[e][p].clone();
        let mut offers: Vec<(usize, Rational)> = Vec::new();
        for i in parts {
            if total >= Rational::one() {
                break;
            }
            let after = &total + &self.x[i][p];
            // As printed: of the part at which 1 is reached, the excess is released.
            let offer = if after < Rational::one() { self.x[i][p].clone() } else { &after - Rational::one() };
            offers.push((i, offer));
            total = after;
        }
        let losers: Vec<usize> = self.users(e).into_iter().filter(|&q| q != p).collect();
        let mut offers = offers.into_iter();
        let mut offer = offers.next();
        for q in losers {
            let mut owed = self.x[e][q].clone();
            while owed.is_positive() {
                let Some((i, left)) = offer.take() else { break };
                let part = min(owed.clone(), left.clone());
                let (gives, gets) = (&self.x[i][p] - &part, &self.x[i][q] + &part);
                self.set(i, p, gives, "released");
                self.set(i, q, gets, "for the part that the task loses");
                owed = owed - &part;
                let left = left - part;
                offer = if left.is_positive() { Some((i, left)) } else { offers.next() };
            }
        }
        self.x[e].fill(Rational::zero());
    }
}
