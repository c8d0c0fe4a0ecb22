//! Non-wastefulness: no part of a user's resources can be removed without costing that user tasks.
//!
//! An allocation of whole tasks gives whole demand vectors, all users are eligible on all servers and tasks
//! are unlimited, so every feasible allocation is non-wasteful. Idle capacity is no waste in this sense; see
//! [`super::po`].

use super::{Facts, Linear, Property};

/// Non-wastefulness, as the module documentation defines it.
#[derive(Debug)]
pub struct NonWasteful;

impl Property for NonWasteful {
    fn facts(&self) -> Facts {
        Facts { linear: Some(Linear::Always), ..Facts::of("non-wasteful", "non-wastefulness") }
    }
}
