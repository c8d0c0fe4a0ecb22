//! Bounds by solvers: a number is a bound if no query for a worse value can be satisfied; bisection brings it
//! near the value that was found.

use std::time::{Duration, Instant};

use super::{Bound, Ground, Means};
use crate::instances::Scope;
use crate::model::Hypothesis;
use crate::prove::measure::{self, Size};
use crate::prove::proof::ProveError;
use crate::prove::query::Query;
use crate::prove::solver::{Answer, Asked, ask};
use crate::scalar::{Rational, Scalar, simplest_between};
use crate::workbench::WorstReport;

/// The number of halvings of an interval.
const HALVES: usize = 6;
/// The largest multiple of the value found that is tried as a bound, for a measure without a natural end.
const WIDEST: i64 = 8;
/// The reciprocal of the part of the remaining time that one number may take.
const PART: u32 = 3;

/// A folder for queries, the remaining time, and the queries asked.
struct Desk<'a> {
    means: &'a Means<'a>,
    folder: tempfile::TempDir,
    deadline: Instant,
    number: usize,
}

impl Desk<'_> {
    /// Asks the queries up to the first one that is not `unsat`; returns `true` if all are `unsat`, with the
    /// answers.
    fn refuted(&mut self, queries: &[Query]) -> Result<(bool, Vec<Asked>), ProveError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let until = Instant::now() + left / PART;
        let mut asked = Vec::new();
        for query in queries {
            self.number += 1;
            let script = self.folder.path().join(format!("{:03}-{}.smt2", self.number, query.name));
            let answer = ask(query, self.means.solvers, &script, until, self.means.stop)
                .map_err(|source| ProveError::File { file: script.display().to_string(), source })?;
            let unsat = answer.answer == Answer::Unsat;
            asked.push(answer);
            if !unsat {
                return Ok((false, asked));
            }
        }
        Ok((true, asked))
    }

    fn over(&self) -> bool {
        Instant::now() + Duration::from_millis(50) >= self.deadline || self.means.stop.is_thrown()
    }
}

/// The sizes that make up a scope. Instances with fewer servers or resources are among those with more: with
/// an empty server, or a duplicate resource.
fn sizes(scope: &Scope, arrivals: bool) -> Vec<Size> {
    let extras = scope.extras;
    let parts = Rational::int(extras.parts.unwrap_or(1));
    let of = |users: usize| Size {
        users,
        servers: scope.servers,
        resources: scope.resources,
        positive: scope.hypothesis == Hypothesis::PositiveDemands,
        unconstrained: extras.unconstrained,
        tasks: extras.limits != Some(0),
        rates: extras.rates != Some(0),
        capacity: (Rational::one() / &parts, Rational::int(scope.most_capacity())),
        weights: Rational::int(extras.weights.unwrap_or(1)),
    };
    // Fewer arrivals are the first steps of more arrivals.
    if arrivals { vec![of(scope.users)] } else { (1..=scope.users).map(of).collect() }
}

/// The best bound beyond the known one, or the reason why there is none.
pub(super) fn of(
    worse: &dyn Fn(&Rational, &Rational) -> bool,
    report: &WorstReport,
    scope: &Scope,
    known: Option<&Bound>,
    means: &Means<'_>,
) -> Result<(Option<Bound>, Option<String>), ProveError> {
    let (mechanism, measure) = (report.mechanism, report.measure);
    let why = |reason: &str| Ok((None, Some(reason.to_string())));
    if !measure::known(mechanism, measure) {
        return why("solvers have no form of this measure under this mechanism");
    }
    if means.solvers.is_empty() {
        return why("no solver is on the path");
    }
    let Some(value) = &report.value else { return why("no instance that was searched has a value") };
    if scope.users > 8 || scope.servers * scope.resources > 16 {
        return why("the scope is too large for solvers");
    }
    let all = sizes(scope, report.model == "arrivals");
    let queries = |than: &Rational| -> Option<Vec<Query>> {
        let each = all.iter().map(|size| measure::worse(mechanism, measure, size, than));
        Some(each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    };
    if queries(value).is_none() {
        return why("solvers have no form of this measure under this hypothesis");
    }
    let folder = tempfile::Builder::new()
        .prefix("fairwitness-bound-")
        .tempdir()
        .map_err(|source| ProveError::File { file: "a temporary folder".to_string(), source })?;
    let mut desk = Desk { means, folder, deadline: Instant::now() + means.time, number: 0 };
    let extras = scope.extras;
    let excluded = [extras.resource_weights, extras.rates, extras.limits].map(|most| most == Some(0));
    let hypothesis = all.last().map_or_else(Vec::new, |size| measure::hypothesis(mechanism, size, excluded));
    let mut best: Option<Bound> = None;
    let mut attempt = |desk: &mut Desk<'_>, than: &Rational| -> Result<bool, ProveError> {
        let Some(queries) = queries(than) else { return Ok(false) };
        let (proved, asked) = desk.refuted(&queries)?;
        if proved {
            let ground = Ground::Solved { queries: asked };
            best = Some(Bound { value: than.clone(), ground, hypothesis: hypothesis.clone() });
        }
        Ok(proved)
    };
    if !attempt(&mut desk, value)? {
        // Bisects from the known bound, or from a distant number, towards the value.
        let far = match known {
            Some(known) => known.value.clone(),
            None if worse(value, &(value + Rational::one())) => Rational::zero(),
            None => value * Rational::int(WIDEST),
        };
        let (mut proved, mut open) = (far, value.clone());
        for _ in 0..HALVES {
            if desk.over() {
                break;
            }
            let width = (&open - &proved) / Rational::int(6);
            let middle = (&open + &proved) / Rational::int(2);
            let (low, high) = if width.is_negative() {
                (&middle + &width, &middle - &width)
            } else {
                (&middle - &width, &middle + &width)
            };
            let middle = simplest_between(&low, &high);
            if attempt(&mut desk, &middle)? { proved = middle } else { open = middle }
        }
    }
    let closed = best.as_ref().is_some_and(|bound| bound.value == *value && bound.hypothesis.is_empty());
    let reason = (!closed).then(|| {
        if means.stop.is_thrown() {
            "interrupted".to_string()
        } else {
            format!("solvers did not decide more within {} s", means.time.as_secs())
        }
    });
    Ok((best, reason))
}
