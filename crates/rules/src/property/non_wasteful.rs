//! Non-wastefulness: no part of a user's resources can be removed without costing that user tasks.
//!
//! An allocation of whole tasks gives whole demand vectors, all users are eligible on all servers and tasks
//! are unlimited, so every feasible allocation is non-wasteful. Idle capacity is no waste in this sense; see
//! [`super::po`].

use super::{Linear, Property};

/// Non-wastefulness, as the module documentation defines it.
#[derive(Debug)]
pub struct NonWasteful;

impl Property for NonWasteful {
    fn id(&self) -> &'static str {
        "non-wasteful"
    }

    fn name(&self) -> &'static str {
        "non-wastefulness"
    }

    fn linear(&self) -> Option<Linear> {
        Some(Linear::Always)
    }
}
