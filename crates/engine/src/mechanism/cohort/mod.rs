//! Mechanisms for cohorts: fair-sharing preemption, followed by the code of the kernel.

use fairwitness_kernel::specification::cohort::{
    KUEUE_PREEMPT, KUEUE_PREEMPT_A, KUEUE_PREEMPT_B, Preempt, in_turn,
};

use super::{Abilities, Mechanism, Printed, Specification, StepTables, sentences};
use crate::linear::{Halt, Patience};
use crate::model::Table;
use crate::model::cohort::{Certificate, Cohort, Decision, Queues};
use crate::model::refusal::{Refusal, Rejected};
use crate::trace::{Trace, Traced};

/// The mechanisms of the cohort model, by id.
pub const COHORT: &[&dyn Mechanism<Cohort>] = &[&KUEUE_PREEMPT, &KUEUE_PREEMPT_A, &KUEUE_PREEMPT_B];

/// The rules behind [`COHORT`], which can be followed decision by decision.
pub const COHORT_RULES: [&Preempt; 3] = [&KUEUE_PREEMPT, &KUEUE_PREEMPT_A, &KUEUE_PREEMPT_B];

/// The largest number of steps of a run that are shown.
const MOST_STEPS: usize = 12;

impl Mechanism<Cohort> for Preempt {
    fn specification(&self) -> &dyn Specification<Cohort> {
        self
    }

    fn allocate(&self, queues: &Queues, _patience: &Patience) -> Result<Decision, Halt<Refusal>> {
        Ok(self.run(queues, None)?)
    }

    fn certify(
        &self,
        _queues: &Queues,
        _decision: &Decision,
        _patience: &Patience,
    ) -> Result<Certificate, Halt<Rejected>> {
        Ok(Certificate)
    }

    fn abilities(&self) -> Abilities<'_, Cohort> {
        Abilities { traced: Some(self), tables: Some(self), ..Abilities::none() }
    }
}

impl StepTables<Cohort> for Preempt {
    /// The steps that follow when pending workloads ask in turn.
    fn steps(&self, queues: &Queues) -> Vec<Table> {
        let head = ["step", "asks", "preempts", "admitted afterwards"].map(String::from).to_vec();
        let names = |list: Vec<usize>| match list.is_empty() {
            true => "-".to_string(),
            false => list.into_iter().map(|w| (w + 1).to_string()).collect::<Vec<_>>().join(", "),
        };
        let (mut state, mut rows) = (Queues { incoming: None, ..queues.clone() }, Vec::new());
        while let (Ok(Some(step)), true) = (in_turn(self, &state), rows.len() < MOST_STEPS) {
            let targets = step.decision.targets().iter().map(|t| t.workload).collect();
            rows.push(vec![
                (rows.len() + 1).to_string(),
                format!("workload {}", step.asking + 1),
                names(targets),
                names(step.state.admitted.clone()),
            ]);
            state = step.state;
        }
        let title = match rows.len() {
            MOST_STEPS => format!("the first {MOST_STEPS} steps when workloads ask in turn"),
            _ => "what follows when workloads ask in turn".to_string(),
        };
        if rows.is_empty() { Vec::new() } else { vec![Table { title, head, rows }] }
    }
}

impl Traced<Cohort> for Preempt {
    fn trace(&self, queues: &Queues, _patience: &Patience) -> Result<Trace<Cohort>, Halt<Refusal>> {
        Ok(sentences::preemption(self, queues)?)
    }
}
