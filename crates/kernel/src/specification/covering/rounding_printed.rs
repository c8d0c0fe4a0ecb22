//! The rounding as printed: Lemma 4, then section IV-A, from fractions of the pruned programme (mukherjee IV).

use super::rounding::check_bound;
use super::{assignment, programme, unit};
use crate::model::covering::{Allotment, Certificate, Covering, Setting, Stock};
use crate::model::{Checked, Refusal};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, least, min, sum};
use crate::specification::{Anonymous, Facts, Printed, Specification};

/// The mechanism `rounding-printed`: the rounding of the paper.
#[derive(Debug)]
pub struct RoundingPrinted;

/// The amount that the chosen task releases of the resource at which its parts reach 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Released {
    /// The excess of its parts over 1, as IV-A prints.
    Excess,
    /// The amount that its parts lacked of 1 before, as the analysis of IV-B requires.
    Rest,
}

/// The largest number of steps of Lemma 4; a longer run is taken not to end.
const MOST_STEPS: usize = 10_000;

/// An event of the rounding.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A part of a resource that a task has changes.
    Part {
        /// The resource.
        resource: usize,
        /// The task.
        task: usize,
        /// The part before.
        was: Rational,
        /// The part from now on.
        becomes: Rational,
        /// The reason in the text.
        why: Why,
    },
    /// Lemma 4 has come to its end, or has no outcome, with these parts (resources x tasks).
    Lemma4(Vec<Vec<Rational>>),
    /// A resource is given whole to the task that has all of it.
    Whole(usize, usize),
    /// A resource is given whole to a task that has this part of it.
    Given(usize, usize, Rational),
}

/// The place in the text that changes a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Case 2 of Lemma 4 moves parts of the first resource to the second.
    Case2(usize, usize),
    /// Case 1 of Lemma 4 lowers a part by what its task has too much.
    TooMuch,
    /// Case 1 moves a part away from the dearest full resource.
    FromFull,
    /// Case 1 moves a part to the resource that is used in part.
    ToPartial,
    /// Case 1a replaces a part by one of another resource.
    Replaced,
    /// Case 1a moves a part to its task from a task that has too much.
    Taken,
    /// Case 1a takes a part from a task that has too much.
    Spared,
    /// Section IV-A: the task that gets a resource releases the part.
    Released,
    /// Section IV-A: the part makes up for one that the task loses.
    Regained,
}

struct Fractions<'a, O> {
    stock: &'a Stock,
    x: Vec<Vec<Rational>>,
    observer: &'a mut O,
}

impl<O: Observer<Event>> Fractions<'_, O> {
    fn used(&self, i: usize) -> Rational {
        sum(self.x[i].iter().cloned())
    }

    fn of_task(&self, j: usize) -> Rational {
        sum(self.x.iter().map(|row| row[j].clone()))
    }

    fn spare(&self, j: usize) -> Rational {
        self.of_task(j) - &self.stock.demand[j]
    }

    fn users(&self, i: usize) -> Vec<usize> {
        (0..self.stock.tasks()).filter(|&j| self.x[i][j].is_positive()).collect()
    }

    fn set(&mut self, resource: usize, task: usize, part: Rational, why: Why) {
        let was = std::mem::replace(&mut self.x[resource][task], part);
        let becomes = &self.x[resource][task];
        self.observer.see(|| Event::Part { resource, task, was, becomes: becomes.clone(), why });
    }

    /// The resources that are used in part: neither unused nor used up.
    fn partial(&self) -> Vec<usize> {
        let some = |i: &usize| {
            let used = self.used(*i);
            used.is_positive() && used < Rational::one()
        };
        (0..self.stock.resources()).filter(some).collect()
    }

    /// The most expensive resource for which `wanted` holds, the first among equals.
    fn dearest(&self, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let all = (0..self.stock.resources()).filter(|&i| wanted(i));
        all.reduce(|best, i| if self.stock.cost[i] > self.stock.cost[best] { i } else { best })
    }

    /// Lemma 4: two partly used resources at a time, then the last one.
    fn lemma_4(&mut self) -> Result<(), Refusal> {
        for _ in 0..MOST_STEPS {
            match self.partial().as_slice() {
                [] => return Ok(()),
                [i] => return self.case_1(*i),
                [a, b, ..] => {
                    if self.stock.cost[*b] < self.stock.cost[*a] {
                        self.case_2(*b, *a);
                    } else {
                        self.case_2(*a, *b);
                    }
                }
            }
        }
        Err(Refusal::Endless("case 2 of Lemma 4 does not come to an end".to_string()))
    }

    /// Case 2: the parts of the dearer resource go to the cheaper one; the printed word "set" is read
    /// literally.
    fn case_2(&mut self, cheap: usize, dear: usize) {
        let all = self.used(cheap) + self.used(dear) <= Rational::one();
        let why = Why::Case2(dear, cheap);
        for j in self.users(dear) {
            let room = Rational::one() - self.used(cheap);
            let part = self.x[dear][j].clone();
            if all || part <= room {
                self.set(cheap, j, part, why);
                self.set(dear, j, Rational::zero(), why);
            } else {
                self.set(dear, j, part - &room, why);
                self.set(cheap, j, room, why);
                return;
            }
        }
    }

    fn case_1(&mut self, i: usize) -> Result<(), Refusal> {
        for j in self.users(i) {
            let spare = self.spare(j);
            if spare.is_positive() {
                self.set(i, j, &self.x[i][j] - spare, Why::TooMuch);
            }
        }
        if self.x[i].iter().any(Scalar::is_negative) {
            return Err(Refusal::NoOutcome(
                "Lemma 4, case 1: lowering a part by what its task has too much makes it negative"
                    .to_string(),
            ));
        }
        let full = |s: &Self, k: usize| k != i && s.used(k) == Rational::one();
        let dearest = self.dearest(|k| full(self, k));
        let Some(k) = dearest.filter(|&k| self.stock.cost[k] > self.stock.cost[i]) else {
            return self.case_1a(i);
        };
        for j in self.users(k) {
            let part = min(self.x[k][j].clone(), Rational::one() - self.used(i));
            self.set(k, j, &self.x[k][j] - &part, Why::FromFull);
            self.set(i, j, &self.x[i][j] + part, Why::ToPartial);
        }
        self.case_1a(k)
    }

    /// Case 1a: tasks that use the resource receive parts of other resources from tasks that have too much,
    /// until the resource is unused.
    fn case_1a(&mut self, i: usize) -> Result<(), Refusal> {
        for _ in 0..MOST_STEPS {
            let Some(&j) = self.users(i).first() else { return Ok(()) };
            let Some(rich) = (0..self.stock.tasks()).find(|&k| k != j && self.spare(k).is_positive()) else {
                return Ok(());
            };
            let Some(k) = self.dearest(|k| k != i && self.x[k][rich].is_positive()) else { return Ok(()) };
            let parts = [self.x[k][rich].clone(), self.x[i][j].clone(), self.spare(rich)];
            let part = least(parts).expect("three numbers");
            self.set(i, j, &self.x[i][j] - &part, Why::Replaced);
            self.set(k, j, &self.x[k][j] + &part, Why::Taken);
            self.set(k, rich, &self.x[k][rich] - part, Why::Spared);
        }
        Err(Refusal::Endless("case 1 of Lemma 4 does not come to an end".to_string()))
    }

    /// The assignment of section IV-A.
    fn assign(&mut self, released: Released) -> Vec<Option<usize>> {
        let one = Rational::one();
        let mut given: Vec<Option<usize>> =
            self.x.iter().map(|row| row.iter().position(|part| *part == one)).collect();
        let mut lacks = self.stock.demand.clone();
        for (i, j) in given.iter().enumerate().filter_map(|(i, j)| Some((i, (*j)?))) {
            lacks[j] = &lacks[j] - Rational::one();
            self.x[i].fill(Rational::zero());
            self.observer.see(|| Event::Whole(i, j));
        }
        loop {
            let unfinished = |i: usize| self.users(i).into_iter().find(|&j| lacks[j].is_positive());
            let Some(first) = self.dearest(|i| given[i].is_none() && unfinished(i).is_some()) else { break };
            let Some(p) = unfinished(first) else { break };
            let mut next = Some(first);
            while let Some(e) = next.filter(|_| lacks[p].is_positive()) {
                let part = &self.x[e][p];
                self.observer.see(|| Event::Given(e, p, part.clone()));
                self.give(e, p, released);
                given[e] = Some(p);
                lacks[p] = &lacks[p] - Rational::one();
                next = self.dearest(|i| given[i].is_none() && self.x[i][p].is_positive());
            }
        }
        given
    }

    /// Gives resource `e` whole to task `p`, which releases parts of other resources for the tasks that lose
    /// their part of `e`.
    fn give(&mut self, e: usize, p: usize, released: Released) {
        let mut parts: Vec<usize> =
            (0..self.x.len()).filter(|&i| i != e && self.x[i][p].is_positive()).collect();
        parts.sort_by(|&a, &b| self.stock.cost[b].cmp(&self.stock.cost[a]).then(a.cmp(&b)));
        let mut total = self.x[e][p].clone();
        let mut offers: Vec<(usize, Rational)> = Vec::new();
        for i in parts {
            if total >= Rational::one() {
                break;
            }
            let part = self.x[i][p].clone();
            let after = &total + &part;
            let offer = if after < Rational::one() {
                part
            } else {
                match released {
                    Released::Excess => &after - Rational::one(),
                    Released::Rest => Rational::one() - &total,
                }
            };
            offers.push((i, offer));
            total = after;
        }
        let mut offers = offers.into_iter();
        let mut offer = offers.next();
        for q in self.users(e).into_iter().filter(|&q| q != p) {
            let mut owed = self.x[e][q].clone();
            while owed.is_positive() {
                let Some((i, left)) = offer.take() else { break };
                let part = min(owed.clone(), left.clone());
                self.set(i, p, &self.x[i][p] - &part, Why::Released);
                self.set(i, q, &self.x[i][q] + &part, Why::Regained);
                owed = owed - &part;
                let left = left - part;
                offer = if left.is_positive() { Some((i, left)) } else { offers.next() };
            }
        }
        self.x[e].fill(Rational::zero());
    }
}

/// Applies the printed rounding to `fraction` (resources x tasks); the stock has sizes 1 and whole demands.
///
/// # Errors
/// A run that does not end within the limit, or cannot go on.
pub fn round_as_printed(
    stock: &Stock,
    fraction: &[Vec<Rational>],
    released: Released,
) -> Result<Vec<Option<usize>>, Refusal> {
    round_seen(stock, fraction, released, &mut ())
}

/// The assignment of [`round_as_printed`]; `observer` receives each change of a part and each resource that is given.
///
/// # Errors
/// Those of [`round_as_printed`].
pub fn round_seen(
    stock: &Stock,
    fraction: &[Vec<Rational>],
    released: Released,
    observer: &mut impl Observer<Event>,
) -> Result<Vec<Option<usize>>, Refusal> {
    let mut fractions = Fractions { stock, x: fraction.to_vec(), observer };
    let end = fractions.lemma_4();
    let x = &fractions.x;
    fractions.observer.see(|| Event::Lemma4(x.clone()));
    end?;
    Ok(fractions.assign(released))
}

impl Specification<Covering> for RoundingPrinted {
    /// Tasks with equal parts of a resource are told apart by their indexes.
    fn facts(&self) -> Facts<Setting> {
        Facts {
            anonymous: Anonymous { agents: false, ..Anonymous::ALL },
            ..Facts::of("rounding-printed", Setting { integral: true })
        }
    }

    fn domain(&self, stock: &Stock) -> Result<(), Refusal> {
        unit(stock)
    }

    fn printed(&self) -> Option<&dyn Printed<Covering>> {
        Some(self)
    }

    fn check(&self, stock: &Stock, outcome: &Allotment, certificate: &Certificate) -> Checked {
        check_bound(stock, assignment(outcome)?, certificate)
    }
}

/// The starting point is a fractional solution, its ratio in the pruned programme, and the proof that no
/// ratio is smaller.
impl Printed<Covering> for RoundingPrinted {
    fn chooses(&self) -> bool {
        true
    }

    fn run(&self, stock: &Stock, start: Option<&Certificate>) -> Result<Allotment, Refusal> {
        let refused = |reason: String| Refusal::OutOfDomain(reason);
        let Some(Certificate::Start(fraction, ratio, proof)) = start else {
            return Err(refused("the fractions at the start are needed".to_string()));
        };
        let parts = Allotment::Parts { fraction: fraction.clone(), ratio: ratio.clone() };
        programme::within_pruned(stock, &parts).map_err(|e| refused(e.to_string()))?;
        programme::Formulation::Pruned.proves(stock, ratio, proof).map_err(|e| refused(e.to_string()))?;
        Ok(Allotment::Whole(round_as_printed(stock, fraction, Released::Excess)?))
    }
}
