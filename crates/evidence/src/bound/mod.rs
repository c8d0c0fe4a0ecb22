//! Bounds of measures: what no instance of a scope is worse than, and how that is known.
//!
//! A bound comes from a theorem for all sizes ([`closed`]), from a scope that was gone through, or from solvers ([`solved`]). With
//! the worst instance that was found it makes an interval; where both meet, the worst value of the scope is known exactly.

pub mod closed;
pub mod limits;
pub mod solved;

use crate::linear::Stop;
use crate::prove::proof::ProveError;
use crate::prove::solver::{Asked, Solver};
use crate::scalar::Rational;
use crate::theorems::Theorem;
use crate::workbench::{Bench, WorstReport};

/// How a bound is known.
#[derive(Clone, Debug)]
pub enum Ground {
    /// A theorem of a proof kernel, for all sizes.
    Theorem {
        /// Its qualified name.
        name: String,
        /// The file that proves it.
        file: String,
        /// What it says.
        statement: String,
        /// The bound as a formula in the sizes of the scope.
        formula: &'static str,
    },
    /// Every instance of the scope was looked at.
    Listed {
        /// How many there are, up to renaming.
        instances: u64,
    },
    /// Solvers found no instance that is worse.
    Solved {
        /// What they were asked, in order, the queries of the bound itself last.
        queries: Vec<Asked>,
    },
}

impl Ground {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Ground::Theorem { .. } => "theorem",
            Ground::Listed { .. } => "enumeration",
            Ground::Solved { .. } => "solver",
        }
    }
}

/// A number than which no instance of the scope is worse.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The number.
    pub value: Rational,
    /// How that is known.
    pub ground: Ground,
    /// Everything that the bound assumes of an instance beyond the scope, a sentence for each.
    pub hypothesis: Vec<String>,
}

/// What is known from the other side, and why no more.
#[derive(Clone, Debug)]
pub struct Known {
    /// The best bound, if there is one.
    pub bound: Option<Bound>,
    /// Whether it is the value of an instance that was found.
    pub closed: bool,
    /// Why there is none, or none that meets the value.
    pub reason: Option<String>,
}

/// What may be used for a bound.
#[derive(Clone, Debug)]
pub struct Means<'a> {
    /// The theorems.
    pub theorems: &'a [Theorem],
    /// The solvers that are there.
    pub solvers: &'a [Solver],
    /// How long solvers may take together.
    pub time: std::time::Duration,
    /// Thrown from outside to stop.
    pub stop: &'a Stop,
}

/// The best bound for what was found in a scope.
///
/// # Errors
/// A query cannot be written, or a solver not started.
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
    // Where several say the same, the one that assumes least is told first.
    let (plain, assuming): (Vec<Bound>, Vec<Bound>) =
        closed::of(report.mechanism, report.measure, &scope, means.theorems)
            .into_iter()
            .partition(|bound| bound.hypothesis.is_empty());
    plain.into_iter().for_each(&mut offer);
    if let (true, Some(value)) = (report.searched.exhausted, &report.value) {
        let ground = Ground::Listed { instances: report.searched.instances };
        offer(Bound { value: value.clone(), ground, hypothesis: Vec::new() });
    }
    assuming.into_iter().for_each(&mut offer);
    let meets = |best: &Option<Bound>| best.as_ref().map(|b| &b.value) == report.value.as_ref();
    if best.is_some() && meets(&best) {
        return Ok(Known { closed: true, bound: best, reason: None });
    }
    let (found, reason) = solved::of(&worse, report, &scope, best.as_ref(), means)?;
    if let Some(bound) = found {
        best = Some(bound);
    }
    let closed = best.is_some() && meets(&best);
    Ok(Known { closed, bound: best, reason: reason.filter(|_| !closed) })
}
