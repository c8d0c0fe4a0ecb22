//! Termination of preemption, decided by following every order of asking, or the order of turns.

use fairwitness_kernel::property::cohort::acyclic::Acyclic;

use super::arithmetic;
use super::states::{Run as States, any_cycle, run_in_turn};
use crate::model::cohort::{Cohort, Decision};
use crate::property::{Examine, Examined, Hearing, Run, Unit, Verdict, Witness};
use crate::trace::Line;

impl Examine<Cohort> for Acyclic {
    fn unit(&self, _run: &Run<'_, Cohort>, _witness: &Witness<Cohort>) -> Unit {
        Unit::of("preemptions before the state returns")
    }

    fn lines(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Vec<Line> {
        let Ok((before, cycle)) = self.steps(run, witness) else { return Vec::new() };
        arithmetic::looped(run, &before, &cycle)
    }

    fn examine(&self, &Hearing { mechanism, run, .. }: &Hearing<'_, Cohort>) -> Examined<Cohort> {
        let rule = mechanism.specification();
        let states =
            if self.in_turn { run_in_turn(rule, run.instance) } else { any_cycle(rule, run.instance) };
        Ok(match states {
            Ok(States::Rest(_)) => Verdict::Holds,
            Ok(States::Cycle(before, cycle)) => Verdict::Violated(Witness::Cycle { before, cycle }),
            Ok(States::Long) => Verdict::undecided("there are too many states to follow".to_string()),
            Err(_) => Verdict::OutOfScope("only a rule that is run as documented can be followed".into()),
        })
    }
}
