//! Strategy-proofness against one or two users who lie, where no liar runs fewer tasks and one runs more.

use crate::trace::Line;
use fairwitness_kernel::property::cluster::group_sp::said;
use fairwitness_kernel::property::cluster::group_sp_weak::{GroupSpWeak, gain};
use fairwitness_kernel::property::cluster::truthful::SP;

use super::group_sp::lies_of_each;
use super::{Examine, arithmetic};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::{Mechanism, evidence};
use crate::model::cluster::{Cluster, Placement};
use crate::property::evidence::{Run, Verdict, Witness};

impl Examine<Cluster> for GroupSpWeak {
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
        arithmetic::lies(&SP, run, &said, lied, &users, &margin, "largest gain")
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
        // One liar first. The run after the lie must count as evidence; an algorithm run as printed may fail
        // that.
        if let Verdict::Violated(Witness::Misreport { by, report }) = SP.examine(mechanism, run, patience)? {
            let lies = vec![(by, report)];
            if evidence(mechanism, &said(run.instance, &lies), patience).uncut()?.is_ok() {
                return Ok(Verdict::Violated(Witness::Collusion(lies)));
            }
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
                        match mechanism.allocate(&said, patience).uncut()? {
                            Err(_) => refused += 1,
                            Ok(outcome) => {
                                let pays = gain(run, &said, &outcome, &pair).is_some_and(|g| g > within);
                                if pays && evidence(mechanism, &said, patience).uncut()?.is_ok() {
                                    return Ok(Verdict::Violated(Witness::Collusion(pair.to_vec())));
                                }
                            }
                        }
                    }
                }
            }
        }
        Ok(Verdict::Undecided(format!(
            "no lie of one user pays, and none of {tried} pairs of lies pays for one and costs neither ({refused} were refused)"
        )))
    }
}
