//! Strategy-proofness against users who lie together.

use fairwitness_kernel::property::cluster::group_sp::GroupSp;
use fairwitness_kernel::property::cluster::truthful::SP;

use super::lies::Scales;
use super::truthful::few_lies;
use crate::linear::{Timely, Uncut as _};
use crate::mechanism::evidence;
use crate::model::cluster::{Cluster, Pool, Report};
use crate::property::{Beside, Examine as _, Examined, Hearing, Most, Others, Seek, Verdict, Witness};

/// Each pair of lies of two users.
fn pairs(pool: &Pool, whole: bool) -> impl Iterator<Item = Witness<Cluster>> {
    let scales = Scales::of(pool, whole);
    let told: Vec<Vec<Report>> = (0..pool.users()).map(|u| few_lies(&SP.formula, pool, &scales, u)).collect();
    let users = (0..told.len()).flat_map(|u| (u + 1..pool.users()).map(move |v| (u, v)));
    let all: Vec<(usize, usize)> = users.collect();
    all.into_iter().flat_map(move |(u, v)| {
        let both = |first: &Report| {
            let pair = |second: &Report| Witness::Collusion(vec![(u, first.clone()), (v, second.clone())]);
            told[v].iter().map(pair).collect::<Vec<_>>()
        };
        told[u].iter().flat_map(both).collect::<Vec<_>>()
    })
}

impl<const WEAK: bool> Seek<Cluster> for GroupSp<WEAK> {
    fn beside(&self, pool: &Pool) -> Option<Others<Cluster, Vec<usize>>> {
        let Others { found, all } = SP.formula.beside(pool).filter(|_| WEAK)?;
        let alone = |(witness, by): (Witness<Cluster>, usize)| match witness {
            Witness::Misreport { by, report } => (Witness::Collusion(vec![(by, report)]), vec![by]),
            other => (other, vec![by]),
        };
        let told = |(said, lies): (Pool, Vec<_>)| (said, lies.into_iter().map(alone).collect());
        Some(Others { found: found.into_iter().map(told).collect(), all })
    }

    fn seek(&self, hearing: &Hearing<'_, Cluster>) -> Examined<Cluster> {
        let Hearing { mechanism, run, patience } = *hearing;
        // The run after the lies must count as evidence; an algorithm run as printed may fail that.
        let counts = |witness: &Witness<Cluster>| -> Timely<bool> {
            let said = witness.other(run.instance);
            said.map_or(Ok(false), |said| Ok(evidence(mechanism, &said, patience).uncut()?.is_ok()))
        };
        if WEAK && let Verdict::Violated(Witness::Misreport { by, report }) = SP.examine(hearing)? {
            let witness = Witness::Collusion(vec![(by, report)]);
            if counts(&witness)? {
                return Ok(Verdict::Violated(witness));
            }
        }
        let mut beside = Beside::of(self, hearing);
        let mut most = Most::none();
        for witness in pairs(run.instance, run.mechanism.setting().whole) {
            let (Witness::Collusion(lies), Some(said)) = (&witness, witness.other(run.instance)) else {
                continue;
            };
            let liars: Vec<usize> = lies.iter().map(|(by, _)| *by).collect();
            let found = beside.pays(&said, [liars])?.filter(|(gain, _)| most.is_below(gain));
            if found.is_some() && (!WEAK || counts(&witness)?) {
                most.offer(found, |_| witness);
            }
        }
        let (tried, refused) = (beside.tried, beside.refused);
        let words = if WEAK {
            format!(
                "no lie of one user pays, and none of {tried} pairs of lies pays for one and costs neither ({refused} were refused)"
            )
        } else {
            format!("none of {tried} pairs of lies pays for both ({refused} were refused)")
        };
        Ok(most.or(|| Verdict::tried(tried - refused, words)))
    }
}
