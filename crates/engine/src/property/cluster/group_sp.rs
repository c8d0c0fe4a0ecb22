//! Strategy-proofness against two users who lie together and each run more tasks (after wang2013 III-C).

use crate::trace::Line;
use fairwitness_kernel::property::cluster::group_sp::{GroupSp, gain, said};
use fairwitness_kernel::property::cluster::truthful::SP;

use super::truthful::lies;
use super::{Examine, arithmetic};
use crate::linear::{Cut, Halt, Patience};
use crate::mechanism::Mechanism;
use crate::model::cluster::{Cluster, Placement, Pool, Report};
use crate::property::evidence::{Run, Verdict, Witness};

/// The largest number of lies of one user that are combined with those of another user.
const MOST_LIES: usize = 14;

/// The lies of each user that are combined with those of other users.
pub(super) fn lies_of_each(pool: &Pool) -> Vec<Vec<Report>> {
    (0..pool.users()).map(|u| lies(&SP, pool, u).into_iter().take(MOST_LIES).collect()).collect()
}

impl Examine<Cluster> for GroupSp {
    fn arithmetic(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Vec<Line> {
        let (Witness::Collusion(lies), Some(lied)) = (witness, second) else { return Vec::new() };
        let said = said(run.instance, lies);
        let users: Vec<usize> = lies.iter().map(|(by, _)| *by).collect();
        let Some(margin) = gain(run, &said, lied, lies) else { return Vec::new() };
        arithmetic::lies(&SP, run, &said, lied, &users, &margin, "least gain")
    }

    fn examine(
        &self,
        mechanism: &dyn Mechanism<Cluster>,
        run: &Run<'_, Cluster>,
        patience: &Patience,
    ) -> Result<Verdict<Cluster>, Cut> {
        if let Some(reason) = SP.out_of_scope(run) {
            return Ok(Verdict::OutOfScope(reason));
        }
        let pool = run.instance;
        let within = run.amounts_within();
        let (mut tried, mut refused) = (0, 0);
        let told = lies_of_each(pool);
        for u in 0..pool.users() {
            for v in u + 1..pool.users() {
                for first in &told[u] {
                    for second in &told[v] {
                        patience.check()?;
                        let pair = [(u, first.clone()), (v, second.clone())];
                        let said = said(pool, &pair);
                        tried += 1;
                        match mechanism.allocate(&said, patience) {
                            Err(Halt::Cut) => return Err(Cut),
                            Err(Halt::Failed(_)) => refused += 1,
                            Ok(outcome) => {
                                if gain(run, &said, &outcome, &pair).is_some_and(|g| g > within) {
                                    return Ok(Verdict::Violated(Witness::Collusion(pair.to_vec())));
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(Verdict::Undecided(format!(
            "none of {tried} pairs of lies pays for both ({refused} were refused)"
        )))
    }
}
