//! Mechanisms for cohorts: fair-sharing preemption, followed by the code of the kernel.

use fairwitness_kernel::specification::cohort::{
    KUEUE_PREEMPT, KUEUE_PREEMPT_A, KUEUE_PREEMPT_B, Preempt, in_turn,
};

use super::{Allocated, Followed, Mechanism, Printed, sentences};
use crate::linear::Patience;
use crate::model::Table;
use crate::model::cohort::{Cohort, Queues};

/// The mechanisms of the cohort model, by id.
pub static COHORT: &[&dyn Mechanism<Cohort>] = &[&KUEUE_PREEMPT, &KUEUE_PREEMPT_A, &KUEUE_PREEMPT_B];

/// The rules behind [`COHORT`], which can be followed decision by decision.
pub const COHORT_RULES: [&Preempt; 3] = [&KUEUE_PREEMPT, &KUEUE_PREEMPT_A, &KUEUE_PREEMPT_B];

/// The largest number of steps of a run that are shown.
const MOST_STEPS: usize = 12;

impl Mechanism<Cohort> for Preempt {
    fn allocate(&self, queues: &Queues, _patience: &Patience) -> Allocated<Cohort> {
        Ok(self.run(queues, None)?)
    }

    fn trace(&self, queues: &Queues, _patience: &Patience) -> Followed<Cohort> {
        Ok(sentences::preemption(self, queues)?)
    }

    /// The steps that follow when pending workloads ask in turn.
    fn steps(&self, queues: &Queues) -> Vec<Table> {
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
        let head = ["step", "asks", "preempts", "admitted afterwards"];
        if rows.is_empty() { Vec::new() } else { vec![Table::of(title, &head, rows)] }
    }
}
