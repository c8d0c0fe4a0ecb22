//! The worst servers of a cluster: those that carry too much, those on which waiting tasks could start, and those with
//! idle resources beside which no waiting task fits.

use std::cmp::Reverse;

use crate::audit::Audit;
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar, greatest};
use crate::units::amount_of;
use serde::Serialize;

/// The largest number of servers that are told.
const MOST: usize = 10;

/// The order of the reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Overloaded,
    CouldStart,
    Stranded,
}

/// A server, and what is wrong with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ServerLine {
    /// Name of the server.
    pub server: String,
    /// Part of each resource in use, in the order of `resources`; null where the server has none.
    pub used: Vec<Option<Rational>>,
    /// Largest amount that is too much or idle, as a part of the whole cluster.
    pub part: Rational,
    /// What is wrong, in words.
    pub tells: String,
}

/// The worst servers, the worst first: by the reason, and then by the part of the whole cluster that is concerned. Only
/// resources that a waiting task needs count as idle or stranded.
pub(crate) fn worst(pool: &Pool, audit: &Audit) -> Vec<ServerLine> {
    let waits = |u: &usize| pool.tasks[*u].as_ref().is_none_or(|has| *has > pool.runs(*u));
    let waiting: Vec<usize> = (0..pool.users()).filter(waits).collect();
    let pooled = pool.pooled();
    let needed: Vec<bool> = (0..pool.resources())
        .map(|r| pooled[r].is_positive() && waiting.iter().any(|&u| pool.demand[u][r].is_positive()))
        .collect();
    let mut found: Vec<(Reason, Rational, usize)> = Vec::new();
    for (i, left) in audit.left.iter().enumerate() {
        let over = (0..pool.resources()).filter(|&r| left[r].is_negative() && pooled[r].is_positive());
        if let Some(part) = greatest(over.map(|r| -left[r].clone() / &pooled[r])) {
            found.push((Reason::Overloaded, part, i));
            continue;
        }
        let idle = (0..pool.resources()).filter(|&r| needed[r] && left[r].is_positive());
        let Some(part) = greatest(idle.map(|r| &left[r] / &pooled[r])) else { continue };
        let fits = waiting.iter().any(|&u| fits(pool, audit.whole, u, i, left));
        found.push((if fits { Reason::CouldStart } else { Reason::Stranded }, part, i));
    }
    found.sort_by_key(|(reason, part, i)| (*reason, Reverse(part.clone()), *i));
    found.truncate(MOST);
    let line = |(reason, part, i): (Reason, Rational, usize)| {
        let (left, capacity) = (&audit.left[i], &pool.capacity[i]);
        let used = |r: usize| capacity[r].is_positive().then(|| (&capacity[r] - &left[r]) / &capacity[r]);
        let of = |some: &dyn Fn(usize) -> Option<Rational>| {
            let amounts = (0..pool.resources()).filter_map(|r| Some((r, some(r)?)));
            let told = amounts.map(|(r, amount)| amount_of(&pool.resource_name(r), &amount));
            told.collect::<Vec<_>>().join(", ")
        };
        let idle = || of(&|r| Some(left[r].clone()).filter(|x| needed[r] && x.is_positive()));
        let tells = match reason {
            Reason::Overloaded => {
                format!("carries too much by {}", of(&|r| Some(-left[r].clone()).filter(Scalar::is_positive)))
            }
            Reason::CouldStart => format!("{} idle, and a task that waits fits", idle()),
            Reason::Stranded => format!("{} idle, and no task that waits fits or may run there", idle()),
        };
        let used = (0..pool.resources()).map(used).collect();
        ServerLine { server: pool.server_name(i), used, part, tells }
    };
    found.into_iter().map(line).collect()
}

/// Returns `true` if one more task of the user, or a part of one, fits on server `i`, or on each server of class `i`.
fn fits(pool: &Pool, whole: bool, user: usize, i: usize, left: &[Rational]) -> bool {
    let alike = Rational::int(i64::try_from(pool.alike(i)).unwrap_or(i64::MAX));
    let mut needs = pool.demand[user].iter().zip(left).filter(|(d, _)| d.is_positive());
    pool.runs_on(user, i) && needs.all(|(d, l)| if whole { d * &alike <= *l } else { l.is_positive() })
}
