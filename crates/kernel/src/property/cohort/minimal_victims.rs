//! Minimal preemption: no target could have stayed, because without any one of the preemptions the asking
//! workload would not fit (KEP-1714, minimum number of preemptions).

use super::named;
use crate::model::cohort::{Cohort, Decision};
use crate::property::{Confirmed, Margin, Property, Run, Witness, positive};
use crate::scalar::Scalar;

/// Minimal preemption: the property `minimal-victims`.
#[derive(Debug)]
pub struct MinimalVictims;

/// Returns `true` if the asking workload fits when target `workload` stays and all other targets are
/// preempted.
pub fn spared(run: &Run<'_, Cohort>, workload: usize) -> bool {
    let Some(asking) = run.instance.asks() else { return false };
    let mut with = run.instance.after(asking, &run.outcome).admitted;
    with.retain(|w| *w != asking);
    with.push(workload);
    run.instance.lacking(&with, asking).is_empty()
}

impl Property<Cohort> for MinimalVictims {
    fn id(&self) -> &'static str {
        "minimal-victims"
    }

    fn confirm(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Confirmed {
        let target = named(run, witness)?;
        positive(if spared(run, target.workload) { Margin::one() } else { Margin::zero() })
    }

    fn tell(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> String {
        let Ok(target) = named(run, witness) else { return String::new() };
        format!("Workload {} could have stayed: the asking workload fits beside it.", target.workload + 1)
    }
}
