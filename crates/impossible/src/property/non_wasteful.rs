//! Non-wastefulness: no part of what a user holds can be taken away without costing that user tasks.
//!
//! An allocation of whole tasks holds whole demands, every server is open to every user and tasks are unlimited, so every feasible
//! allocation is non-wasteful. Idle capacity is no waste in this sense; see [`super::po`].

use super::Property;

/// See the module.
#[derive(Debug)]
pub struct NonWasteful;

impl Property for NonWasteful {
    fn id(&self) -> &'static str {
        "non-wasteful"
    }

    fn name(&self) -> &'static str {
        "non-wastefulness"
    }
}
