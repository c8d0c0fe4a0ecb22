//! Strategy-proofness against two users who lie together and each run more tasks (after wang2013 III-C).

use super::second_run;
use super::truthful::SP;
use super::words::{counted_true, vector};
use crate::model::Model;
use crate::model::cluster::{Cluster, Placement, Pool, Report};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, least};
use crate::specification::Settles;

/// The property `group-sp`: no pair of lies profits both users.
#[derive(Debug)]
pub struct GroupSp;

/// The liars, each with its report.
pub type Lies = [(usize, Report)];

/// The instance in which each liar's report takes the place of its true data.
pub fn said(pool: &Pool, lies: &Lies) -> Pool {
    lies.iter().fold(pool.clone(), |pool, (by, report)| Cluster::misreported(&pool, *by, report))
}

/// The true tasks that each liar gains, in the order of `lies`; negative for a liar that loses.
pub(super) fn gains(
    run: &Run<'_, Cluster>,
    said: &Pool,
    outcome: &Placement,
    lies: &Lies,
) -> impl Iterator<Item = Rational> {
    let setting = run.mechanism.setting();
    lies.iter()
        .map(move |(by, _)| SP.utility(setting, run.instance, said, outcome, *by) - SP.honest(run, *by))
}

/// The smallest gain among the liars; `None` if there is no liar.
pub fn gain(run: &Run<'_, Cluster>, said: &Pool, outcome: &Placement, lies: &Lies) -> Option<Rational> {
    least(gains(run, said, outcome, lies))
}

/// The report of each liar and its true tasks with and without the lies, where `outcome` is the allocation under them.
pub(super) fn told(run: &Run<'_, Cluster>, outcome: &Placement, lies: &Lies) -> String {
    let pool = run.instance;
    let said = said(pool, lies);
    let one = |(by, report): &(usize, Report)| {
        let set: Vec<String> =
            (0..pool.servers()).filter(|&i| report.eligible[i]).map(|i| pool.server_name(i)).collect();
        format!(
            "{} reports the demand {} on {} and can run {} instead of {}",
            pool.user_name(*by),
            vector(&report.demand),
            if set.is_empty() { "no server".to_string() } else { set.join(", ") },
            counted_true(&SP.utility(run.mechanism.setting(), pool, &said, outcome, *by)),
            SP.honest(run, *by)
        )
    };
    lies.iter().map(one).collect::<Vec<_>>().join("; ")
}

impl Property<Cluster> for GroupSp {
    fn id(&self) -> &'static str {
        "group-sp"
    }

    fn looks_beyond(&self) -> bool {
        true
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Collusion(lies) = witness else { return Err(Rejected::Kind) };
        if let Some(reason) = SP.out_of_scope(run) {
            return Err(Rejected::OutOfScope(reason));
        }
        let [(u, _), (v, _)] = lies.as_slice() else {
            return Err(Rejected::Misfit("two users lie together".to_string()));
        };
        if u == v {
            return Err(Rejected::Misfit("two different users lie together".to_string()));
        }
        let said = said(run.instance, lies);
        let outcome = second_run(second)?;
        positive(gain(run, &said, outcome, lies).ok_or(Rejected::Kind)?)
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, second: Option<&Placement>) -> String {
        let (Witness::Collusion(lies), Some(outcome)) = (witness, second) else { return String::new() };
        format!("Two users lie together: {}.", told(run, outcome, lies))
    }
}
