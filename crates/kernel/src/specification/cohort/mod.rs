//! Specifications of cohorts: fair-sharing preemption as its documentation describes it (kueue), and the
//! states that follow when one workload after another asks.

mod preempt;
mod turn;

pub use preempt::{Event, KUEUE_PREEMPT, KUEUE_PREEMPT_A, KUEUE_PREEMPT_B, Preempt};
pub use turn::{Step, follow, head, in_turn, step};
