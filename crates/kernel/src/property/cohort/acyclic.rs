//! Preemption ends: no state of the cohort returns (kueue, concepts: fair sharing, two workloads won't
//! preempt each other; KEP-1714).
//!
//! Admissions alone only add workloads, so a state that returns has preemptions in between.

use crate::model::cohort::{Cohort, Decision, Queues};
use crate::model::{Checked, Rejected};
use crate::property::{Confirmed, Margin, Property, Run, Witness, positive};
use crate::specification::cohort::{Step, follow, in_turn};

/// The property that no state returns, in any order of asking or in the order of turns.
#[derive(Debug)]
pub struct Acyclic {
    id: &'static str,
    /// `true` if only the run in which workloads ask in turn counts.
    pub in_turn: bool,
}

/// No state returns, regardless of the order in which pending workloads ask.
pub const ACYCLIC: Acyclic = Acyclic { id: "acyclic", in_turn: false };
/// No state returns when workloads ask in turn.
pub const ACYCLIC_IN_TURN: Acyclic = Acyclic { id: "acyclic-in-turn", in_turn: true };

impl Acyclic {
    /// The steps before the cycle and the steps of the cycle.
    ///
    /// # Errors
    /// A witness whose workloads cannot ask in this order, or do not return to a state.
    pub fn steps(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>) -> Checked<(Vec<Step>, Vec<Step>)> {
        let Witness::Cycle { before, cycle } = witness else { return Err(Rejected::Kind) };
        let start = Queues { incoming: None, ..run.instance.clone() };
        let all: Vec<usize> = before.iter().chain(cycle).copied().collect();
        let mut steps = follow(run.mechanism, &start, &all)?;
        let looped = steps.split_off(before.len());
        let first = steps.last().map_or(&start, |step| &step.state);
        let returns = looped.last().is_some_and(|last| last.state == *first);
        if !returns {
            return Err(Rejected::Misfit("the state at the end is not that before the loop".to_string()));
        }
        if self.in_turn {
            let mut state = &start;
            for step in steps.iter().chain(&looped) {
                if in_turn(run.mechanism, state)?.map(|turn| turn.asking) != Some(step.asking) {
                    let name = step.asking + 1;
                    return Err(Rejected::Misfit(format!("workload {name} asks before it is its turn")));
                }
                state = &step.state;
            }
        }
        Ok((steps, looped))
    }
}

impl Property<Cohort> for Acyclic {
    fn id(&self) -> &'static str {
        self.id
    }

    fn confirm(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _: Option<&Decision>) -> Confirmed {
        let (_, looped) = self.steps(run, witness)?;
        let evictions: usize = looped.iter().map(Step::evictions).sum();
        positive(Margin::from(i64::try_from(evictions).unwrap_or(i64::MAX)))
    }

    fn tell(&self, run: &Run<'_, Cohort>, witness: &Witness<Cohort>, _second: Option<&Decision>) -> String {
        let Ok((before, looped)) = self.steps(run, witness) else { return String::new() };
        let said = |steps: &[Step]| steps.iter().map(sentence).collect::<Vec<_>>().join(", then ");
        let evictions: usize = looped.iter().map(Step::evictions).sum();
        let first = match before.is_empty() {
            true => String::new(),
            false => format!("First {}. ", said(&before)),
        };
        let start = before.last().map_or(&run.instance.admitted, |step| &step.state.admitted);
        let state = match start.len() {
            0 => "While no workload is admitted".to_string(),
            1 => format!("While {} is admitted", workloads(start)),
            _ => format!("While {} are admitted", workloads(start)),
        };
        let plural = if evictions == 1 { "" } else { "s" };
        let after = format!("then the state is as before, after {evictions} preemption{plural}");
        format!("{first}{state}, {}; {after}.", said(&looped))
    }
}

/// The step as a clause of a sentence.
fn sentence(step: &Step) -> String {
    let gone: Vec<usize> = step.decision.targets().iter().map(|target| target.workload).collect();
    match gone.len() {
        0 => format!("workload {} is admitted", step.asking + 1),
        _ => format!("workload {} preempts {}", step.asking + 1, workloads(&gone)),
    }
}

/// Workloads by their numbers from 0: `workload 1`, or `workloads 1 and 2`.
fn workloads(numbers: &[usize]) -> String {
    let all: Vec<String> = numbers.iter().map(|w| (w + 1).to_string()).collect();
    match &all[..] {
        [] => "no workload".to_string(),
        [one] => format!("workload {one}"),
        [head @ .., last] => format!("workloads {} and {last}", head.join(", ")),
    }
}
