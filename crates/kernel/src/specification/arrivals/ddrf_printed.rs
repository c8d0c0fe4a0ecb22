//! Algorithm 1 of li2019, line by line as printed, in exact arithmetic.
//!
//! Reading: line 6 sums over the newcomer too, whose `x_k^{k-1}` is nowhere defined; it is taken as 0. The
//! numbers in the code are the printed line numbers.

use super::DynamicDrf;
use crate::model::arrivals::{Arrivals, Certificate, History, Sequence, Setting};
use crate::model::{Checked, Refusal};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar, least, max, sum};
use crate::specification::{Facts, Printed, Settles, Specification};

/// An event of Algorithm 1. Each step after the first tells [`Search`](Event::Search) events if line 7 begins a search,
/// then its sums, and at last its shares, unless line 21 divides by zero.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Line 7: this resource is used beyond the part that is released, so tau is searched.
    Over(usize),
    /// The search has come to `tau` between `low` and `high`, which count from 1 as printed. `fits` is the answer of
    /// line 12 before that; `None` at the start.
    Search {
        /// The agent that is tried.
        tau: usize,
        /// The lower end of the search.
        low: usize,
        /// The upper end of the search.
        high: usize,
        /// The answer of line 12.
        fits: Option<bool>,
    },
    /// Alpha and beta of line 21, for each resource.
    Sums(Vec<Rational>, Vec<Rational>),
    /// The share of each agent after the step.
    Shares(Vec<Rational>),
}

/// The history of Algorithm 1; `observer` receives the events of each step after the first.
///
/// # Errors
/// Line 21 divides by zero.
pub fn history_seen(sequence: &Sequence, observer: &mut impl Observer<Event>) -> Result<History, Refusal> {
    let demand = sequence.normalised();
    let resources = sequence.resources();
    let mut shares = vec![vec![sequence.released(0)]]; // 3
    for k in 1..sequence.steps() {
        let mut x = shares[k - 1].clone();
        x.push(Rational::zero());
        let released = sequence.released(k);
        let used = |r: usize, from: usize, to: usize| sum((from..to).map(|i| &demand[i][r] * &x[i]));
        let wanted = |r: usize, from: usize, to: usize| sum((from..to).map(|i| demand[i][r].clone()));
        let mut alpha = vec![Rational::zero(); resources];
        let mut beta: Vec<Rational> = (0..resources).map(|r| wanted(r, 0, k + 1)).collect();
        if let Some(over) = (0..resources).find(|&r| used(r, 0, k + 1) > released) {
            observer.see(|| Event::Over(over));
            // Lines 8 to 19, with agents counted from 1 as printed.
            let middle = |low: usize, high: usize| (low + high).div_ceil(2);
            let (mut low, mut high) = (1, k + 1);
            let mut tau = middle(low, high);
            for r in 0..resources {
                alpha[r] = used(r, 0, tau - 1);
                beta[r] = wanted(r, tau - 1, k + 1);
            }
            observer.see(|| Event::Search { tau, low, high, fits: None });
            while high - low > 1 {
                let fits = (0..resources).all(|r| &alpha[r] + &beta[r] * &x[tau - 1] <= released);
                if fits {
                    high = tau;
                    tau = middle(low, high);
                    for r in 0..resources {
                        alpha[r] = &alpha[r] - used(r, tau - 1, high - 1);
                        beta[r] = &beta[r] + wanted(r, tau - 1, high - 1);
                    }
                } else {
                    low = tau;
                    tau = middle(low, high);
                    for r in 0..resources {
                        alpha[r] = &alpha[r] + used(r, low - 1, tau - 1);
                        beta[r] = &beta[r] - wanted(r, low - 1, tau - 1);
                    }
                }
                observer.see(|| Event::Search { tau, low, high, fits: Some(fits) });
            }
        }
        observer.see(|| Event::Sums(alpha.clone(), beta.clone()));
        if let Some(r) = (0..resources).find(|&r| beta[r].is_zero()) {
            let step = k + 1;
            let none = format!("no agent that rises demands resource {}", r + 1);
            return Err(Refusal::OutOfDomain(format!("divides by zero in line 21 at step {step}: {none}")));
        }
        let levels = (0..resources).map(|r| (&released - &alpha[r]) / &beta[r]);
        let level = least(levels).unwrap_or_else(Rational::zero); // 21
        let now: Vec<Rational> = x.into_iter().map(|x| max(x, level.clone())).collect(); // 22
        observer.see(|| Event::Shares(now.clone()));
        shares.push(now);
    }
    Ok(History { shares })
}

/// Algorithm 1 as printed, which claims to compute dynamic DRF.
#[derive(Debug)]
pub struct DdrfPrinted;

impl DdrfPrinted {
    const CLAIMED: DynamicDrf = DynamicDrf::of("ddrf-printed");
}

impl Specification<Arrivals> for DdrfPrinted {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(Self::CLAIMED.id, Self::CLAIMED.setting()) }
    }

    fn printed(&self) -> Option<&dyn Printed<Arrivals>> {
        Some(self)
    }

    fn check(&self, sequence: &Sequence, history: &History, proof: &Certificate) -> Checked {
        Self::CLAIMED.check(sequence, history, proof)
    }
}

impl Printed<Arrivals> for DdrfPrinted {
    fn run(&self, sequence: &Sequence, _start: Option<&Certificate>) -> Result<History, Refusal> {
        history_seen(sequence, &mut ())
    }
}
