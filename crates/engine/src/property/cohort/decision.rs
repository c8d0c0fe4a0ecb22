//! Properties of one decision, examined target by target.

use fairwitness_kernel::property::Property;
use fairwitness_kernel::property::cohort::minimal_victims::{MinimalVictims, spared};
use fairwitness_kernel::property::cohort::no_return::{NoReturn, answer, hits};
use fairwitness_kernel::property::cohort::quota_kept::{QuotaKept, taken};
use fairwitness_kernel::property::cohort::shares::{ENDLESS, Shares};
use fairwitness_kernel::property::feasible::Feasible;

use super::arithmetic;
use crate::model::cohort::{Cohort, Decision, Rule, Target};
use crate::property::{Examine, Examined, Hearing, Margin, Run, Unit, Verdict, Witness, carried_out};
use crate::scalar::Scalar;
use crate::trace::Line;

/// The reason why a property is not defined for a decision without targets that it concerns.
const NO_TARGET: &str = "no workload is preempted by a rule that the property speaks of";

/// The target that a witness names, if it names one of the decision.
fn accused(run: &Run<'_, Cohort>, witness: &Witness<Cohort>) -> Option<Target> {
    let Witness::Agent(workload) = witness else { return None };
    run.outcome.target(*workload)
}

/// The target with the largest violation, if there is one.
fn worst(
    property: &dyn Property<Cohort>,
    run: &Run<'_, Cohort>,
    speaks_of: impl Fn(Target) -> bool,
) -> Verdict<Cohort> {
    let asked: Vec<Target> = run.outcome.targets().iter().copied().filter(|t| speaks_of(*t)).collect();
    if asked.is_empty() {
        return Verdict::OutOfScope(NO_TARGET.into());
    }
    let mut worst: Option<(Margin, usize)> = None;
    for target in asked {
        if let Ok(margin) = property.confirm(run, &Witness::Agent(target.workload), None)
            && worst.as_ref().is_none_or(|(most, _)| margin > *most)
        {
            worst = Some((margin, target.workload));
        }
    }
    worst.map_or(Verdict::Holds, |(_, workload)| Verdict::Violated(Witness::Agent(workload)))
}

impl Examine<Cohort> for Feasible {
    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        Ok(carried_out(run))
    }
}

impl Examine<Cohort> for Shares {
    fn unit(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Unit {
        Unit::of("in the share")
    }

    fn lines(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Vec<Line> {
        let Some(target) = accused(run, witness) else { return Vec::new() };
        let Some(shares) = self.compared(run, target) else { return Vec::new() };
        arithmetic::compared(run, target, &shares, !self.after)
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        let targets = run.outcome.targets().iter();
        let endless = |t: &Target| self.speaks_of(t.rule) && self.compared(run, *t).is_none();
        Ok(match targets.copied().any(|target| endless(&target)) {
            true => Verdict::OutOfScope(ENDLESS.into()),
            false => worst(self, run, |target| self.speaks_of(target.rule)),
        })
    }
}

impl Examine<Cohort> for MinimalVictims {
    fn unit(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Unit {
        Unit::of("target too many")
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        let targets = run.outcome.targets();
        Ok(match targets.iter().find(|target| spared(run, target.workload)) {
            _ if targets.is_empty() => Verdict::OutOfScope(NO_TARGET.into()),
            None => Verdict::Holds,
            Some(target) => Verdict::Violated(Witness::Agent(target.workload)),
        })
    }
}

impl Examine<Cohort> for NoReturn {
    fn unit(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Unit {
        Unit::of("workload that returns")
    }

    fn lines(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Vec<Line> {
        let Some(target) = accused(run, witness) else { return Vec::new() };
        match answer(run, target.workload) {
            Ok(Some(step)) => arithmetic::returned(run, &step),
            _ => Vec::new(),
        }
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        if run.outcome.targets().is_empty() {
            return Ok(Verdict::OutOfScope(NO_TARGET.into()));
        }
        for target in run.outcome.targets() {
            match answer(run, target.workload) {
                Ok(Some(step)) if hits(run, &step) => {
                    return Ok(Verdict::Violated(Witness::Agent(target.workload)));
                }
                Ok(_) => {}
                Err(_) => {
                    return Ok(Verdict::OutOfScope(
                        "only a rule that is run as documented can be followed".into(),
                    ));
                }
            }
        }
        Ok(Verdict::Holds)
    }
}

impl Examine<Cohort> for QuotaKept {
    fn unit(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Unit {
        Unit::of("of a resource")
    }

    fn lines(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Vec<Line> {
        let Some(target) = accused(run, witness) else { return Vec::new() };
        arithmetic::within_quota(run, target)
    }

    fn examine(&self, &Hearing { run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        let others = run.outcome.targets().iter().filter(|target| target.rule != Rule::Own);
        let others: Vec<usize> = others.map(|target| target.workload).collect();
        Ok(match others.iter().find(|w| taken(run, **w).is_positive()) {
            _ if others.is_empty() => Verdict::OutOfScope(NO_TARGET.into()),
            None => Verdict::Holds,
            Some(workload) => Verdict::Violated(Witness::Agent(*workload)),
        })
    }
}
