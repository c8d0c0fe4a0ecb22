//! Strategy-proofness against one or two users who lie, where no liar runs fewer tasks and one runs more
//! (group strategy-proofness as parkes2015 and bhattacharya2013 are reported to define it).

use super::group_sp::{Lies, gains, said, told};
use super::second_run;
use super::truthful::SP;
use crate::model::cluster::{Cluster, Placement, Pool};
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
    let gains: Vec<Rational> = gains(run, said, outcome, lies).collect();
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
        let (Witness::Collusion(lies), Some(outcome)) = (witness, second) else { return String::new() };
        format!("{}.", told(run, outcome, lies))
    }
}
