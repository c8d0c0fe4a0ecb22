//! Queues in trees on one pool: hierarchical DRF for divisible and for whole tasks, and its variants
//! (bhattacharya2013 as it is reported, and Volcano's code).

mod filling;
mod picks;
mod quota;
mod rules;
mod stand;
mod volcano;

pub use filling::{Filled, Growth, Stage, fill};
pub use picks::{Pick, Picks, Rule};
pub use quota::{Parting, QUOTA_TREE, QUOTA_TREE_OVER, QuotaTree};
pub use rules::*;
pub use stand::Stand;
