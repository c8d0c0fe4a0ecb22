//! Strategy-proofness against one or two users who lie, where no liar runs fewer tasks and one runs more
//! (group strategy-proofness as parkes2015 and bhattacharya2013 are reported to define it).

use super::group_sp::{Lies, said};
use super::second_run;
use super::truthful::SP;
use super::words::{counted_true, vector};
use crate::model::cluster::{Cluster, Placement, Pool, Report};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest};
use crate::specification::Settles;

/// The property `group-sp-weak`: no lies profit one liar without a loss to another.
#[derive(Debug)]
pub struct GroupSpWeak;

/// The largest gain among the liars; `None` if some liar loses.
pub fn gain(run: &Run<'_, Cluster>, said: &Pool, outcome: &Placement, lies: &Lies) -> Option<Rational> {
    let setting = run.mechanism.setting();
    let gains: Vec<Rational> = lies
        .iter()
        .map(|(by, _)| SP.utility(setting, run.instance, said, outcome, *by) - SP.honest(run, *by))
        .collect();
    if gains.iter().any(Scalar::is_negative) { None } else { greatest(gains) }
}

impl Property<Cluster> for GroupSpWeak {
    fn id(&self) -> &'static str {
        "group-sp-weak"
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
        match lies.as_slice() {
            [_] => {}
            [(u, _), (v, _)] if u != v => {}
            _ => return Err(Rejected::Misfit("one user lies, or two different ones".to_string())),
        }
        let said = said(run.instance, lies);
        let outcome = second_run(second)?;
        let gain = gain(run, &said, outcome, lies);
        positive(gain.ok_or_else(|| Rejected::Misfit("a liar loses".to_string()))?)
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Outcome
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>, second: Option<&Placement>) -> String {
        let Witness::Collusion(lies) = witness else { return String::new() };
        let pool = run.instance;
        let said = said(pool, lies);
        let Some(outcome) = second else { return String::new() };
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
        format!("{}.", lies.iter().map(one).collect::<Vec<_>>().join("; "))
    }
}
