//! Bounds of measures: values that no instance of a scope exceeds, and their proofs.
//!
//! A bound comes from a theorem for all sizes ([`closed`]), from a scope that was exhausted, or from solvers
//! ([`solved`]). With the worst instance found it forms an interval; where both ends meet, the worst value of
//! the scope is known exactly.

pub mod closed;
pub mod limits;
pub mod solved;

use crate::linear::Stop;
use crate::prove::proof::ProveError;
use crate::prove::solver::{Asked, Solver};
use crate::scalar::Rational;
use crate::theorems::Theorem;
use crate::workbench::{Bench, WorstReport};

/// The proof of a bound.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A theorem that a proof kernel accepts, for all sizes.
    Theorem {
        /// Qualified name of the theorem.
        name: String,
        /// The file that proves it.
        file: String,
        /// Statement of the theorem.
        statement: String,
        /// The bound as a formula in the sizes of the scope.
        formula: &'static str,
    },
    /// Every instance of the scope was judged, and none was refused.
    Listed {
        /// Number of instances with a value.
        judged: u64,
        /// Number of instances for which the measure is not defined.
        out_of_scope: u64,
    },
    /// Solvers proved that no instance is worse.
    Solved {
        /// The queries in order, those of the bound itself last.
        queries: Vec<Asked>,
    },
}

impl Ground {
    /// The word for the kind of proof in documents.
    pub fn word(&self) -> &'static str {
        match self {
            Ground::Theorem { .. } => "theorem",
            Ground::Listed { .. } => "enumeration",
            Ground::Solved { .. } => "solver",
        }
    }
}

/// A value such that no instance of the scope is worse.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The value of the bound.
    pub value: Rational,
    /// The proof of the bound.
    pub ground: Ground,
    /// The assumptions about instances beyond the scope, one sentence each.
    pub hypothesis: Vec<String>,
}

/// The knowledge about a bound, and the reason why there is no better one.
#[derive(Clone, Debug)]
pub struct Known {
    /// The best bound, if there is one.
    pub bound: Option<Bound>,
    /// `true` if the bound is attained by an instance that was found.
    pub closed: bool,
    /// The reason why there is no bound, or none that meets the worst value found.
    pub reason: Option<String>,
}

/// The means of proving a bound.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// The theorems of the project.
    pub theorems: &'a [Theorem],
    /// The solvers that are installed.
    pub solvers: &'a [Solver],
    /// The time that solvers may take together.
    pub time: std::time::Duration,
    /// The switch that stops the solvers from outside.
    pub stop: &'a Stop,
}

/// The best bound for the values found in a scope.
///
/// # Errors
/// A query that cannot be written, or a solver that cannot be started.
pub fn bound(bench: &dyn Bench, report: &WorstReport, means: &Means<'_>) -> Result<Known, ProveError> {
    let Some(scope) = report.searched.scope else {
        return Ok(Known { bound: None, closed: false, reason: Some("no scope was searched".to_string()) });
    };
    let worse = |a: &Rational, b: &Rational| bench.is_worse(report.measure, a, b).unwrap_or(false);
    let mut best: Option<Bound> = None;
    let mut offer = |bound: Bound| {
        if best.as_ref().is_none_or(|known| worse(&known.value, &bound.value)) {
            best = Some(bound);
        }
    };
    // Among equal bounds, one without assumptions is reported first.
    let (plain, assuming): (Vec<Bound>, Vec<Bound>) =
        closed::of(report.mechanism, report.measure, &scope, means.theorems)
            .into_iter()
            .partition(|bound| bound.hypothesis.is_empty());
    plain.into_iter().for_each(&mut offer);
    let searched = &report.searched;
    let left_out = searched.refused + searched.undecided;
    if let (true, 0, Some(value)) = (searched.exhausted, left_out, &report.value) {
        let ground = Ground::Listed { judged: searched.judged, out_of_scope: searched.out_of_scope };
        offer(Bound { value: value.clone(), ground, hypothesis: Vec::new() });
    }
    assuming.into_iter().for_each(&mut offer);
    // A value and a bound that assumes more than the scope stand under two hypotheses.
    let meets = |best: &Option<Bound>| {
        best.as_ref().is_some_and(|b| Some(&b.value) == report.value.as_ref() && b.hypothesis.is_empty())
    };
    if meets(&best) {
        return Ok(Known { closed: true, bound: best, reason: None });
    }
    if let Some(reason) = scope.too_large() {
        return Ok(Known { closed: false, bound: best, reason: Some(reason) });
    }
    let (found, reason) = solved::of(&worse, report, &scope, best.as_ref(), means)?;
    if let Some(bound) = found {
        best = Some(bound);
    }
    let closed = meets(&best);
    Ok(Known { closed, bound: best, reason: reason.filter(|_| !closed) })
}
