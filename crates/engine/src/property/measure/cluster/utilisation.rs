//! Utilisation: the part of the pool that is used, averaged over resources.

use super::{Cluster, Ratio, Worse};
use crate::mechanism::Settles;
use crate::scalar::{Rational, Scalar, sum};

/// The measure `utilisation`: the used part of the pool.
pub(super) const UTILISATION: Ratio<Cluster> = Ratio {
    id: "utilisation",
    worse: Worse::Smaller,
    reads: Settles::Utilities,
    value: |run, _| {
        let pool = run.instance;
        let present: Vec<(usize, Rational)> =
            pool.pooled().into_iter().enumerate().filter(|(_, c)| c.is_positive()).collect();
        if present.is_empty() || pool.rate.is_some() {
            return Ok(None);
        }
        let used = |r: usize| sum((0..pool.users()).map(|u| run.outcome.total(u) * &pool.demand[u][r]));
        let count = Rational::int(i64::try_from(present.len()).unwrap_or(i64::MAX));
        Ok(Some(sum(present.iter().map(|(r, c)| used(*r) / c)) / count))
    },
};
