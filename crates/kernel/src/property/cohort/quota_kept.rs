//! Quota is kept: no queue loses a workload to another queue if it stays within its nominal quota with that
//! workload (kueue, concepts: preemption, candidates; KEP-1714, S1).

use super::named;
use crate::model::Rejected;
use crate::model::cohort::{Cohort, Decision, Rule};
use crate::property::{Confirmed, Property, Run, Witness, positive};
use crate::scalar::{Rational, Scalar, greatest};

/// No preemption within nominal quota: the property `quota-kept`.
#[derive(Debug)]
pub struct QuotaKept;

/// The amount of the resources in short supply that target `workload` uses, if its queue, with this target
/// and without its other targets, is within its nominal quota of all of them; zero otherwise.
pub fn taken(run: &Run<'_, Cohort>, workload: usize) -> Rational {
    let queues = run.instance;
    let Some(asking) = queues.asks() else { return Rational::zero() };
    let mut with = queues.after(asking, &run.outcome).admitted;
    with.push(workload);
    let target = &queues.workload[workload];
    let (usage, quota, short) = (queues.usage(&with), &queues.quota[target.queue], queues.short(asking));
    if short.iter().any(|&r| usage[target.queue][r] > quota[r]) {
        return Rational::zero();
    }
    greatest(short.iter().map(|&r| target.request[r].clone())).unwrap_or_else(Rational::zero)
}

impl Property<Cohort> for QuotaKept {
    fn id(&self) -> &'static str {
        "quota-kept"
    }

    fn confirm(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Confirmed {
        let target = named(run, witness)?;
        if target.rule == Rule::Own {
            return Err(Rejected::OutOfScope("the workload went by priority within its own queue"));
        }
        positive(taken(run, target.workload))
    }

    fn tell(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> String {
        let Ok(target) = named(run, witness) else { return String::new() };
        format!(
            "With workload {}, queue {} would stay within its nominal quota of every resource that is short. It loses that workload \
             all the same, which uses {} of such a resource.",
            target.workload + 1,
            run.instance.workload[target.workload].queue + 1,
            taken(run, target.workload)
        )
    }
}
