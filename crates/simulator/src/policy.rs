//! The rules by which tasks are started: those of the mechanisms for whole tasks.

use super::place::Choice;
use crate::mechanism::Order;
use crate::mechanism::decision::dominant_share;

/// A scheduler of whole tasks in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// First-Fit DRFH: the first server where the task fits.
    FirstFit,
    /// Best-Fit DRFH: the server with the smallest mismatch.
    BestFit,
    /// Slots, with this number of slots in the largest server.
    Slots(i64),
    /// Progressive filling of one server: its order among equals, and `true` if a user whose task does not
    /// fit is skipped.
    Filling(Order, bool),
}

/// The policies, by the ids of the mechanisms whose rules they are.
pub const POLICIES: &[(&str, Policy)] = &[
    ("best-fit-drfh", Policy::BestFit),
    ("drf-tasks", Policy::Filling(Order::HigherShare, false)),
    ("drf-tasks-index", Policy::Filling(Order::Index, false)),
    ("drf-tasks-lower", Policy::Filling(Order::LowerShare, false)),
    ("drf-tasks-skip", Policy::Filling(Order::HigherShare, true)),
    ("drf-tasks-skip-index", Policy::Filling(Order::Index, true)),
    ("drf-tasks-skip-lower", Policy::Filling(Order::LowerShare, true)),
    ("first-fit-drfh", Policy::FirstFit),
    ("seq-minmax", Policy::Filling(Order::ShareAfter, true)),
    ("slots", Policy::Slots(14)),
];

/// Sort key of a user: its level, and its rank among equals.
pub type Key = (i128, i128);

impl Policy {
    /// The policy with the id `id`; `slots-N` has N slots in the largest server.
    pub fn named(id: &str) -> Option<Policy> {
        let slots = || id.strip_prefix("slots-")?.parse().ok().filter(|n| *n > 0).map(Policy::Slots);
        POLICIES.iter().find(|(name, _)| *name == id).map(|(_, policy)| *policy).or_else(slots)
    }

    /// The id of the mechanism whose rule this is.
    pub fn mechanism(self) -> &'static str {
        let same =
            |other: Policy| matches!((self, other), (Policy::Slots(_), Policy::Slots(_))) || self == other;
        POLICIES.iter().find(|(_, policy)| same(*policy)).map_or("drf-tasks-skip", |(id, _)| id)
    }

    /// The id of the policy, with the number of slots unless it is the usual one.
    pub fn id(self) -> String {
        match self {
            Policy::Slots(n) if n != 14 => format!("slots-{n}"),
            _ => self.mechanism().to_string(),
        }
    }

    /// The rule that selects the server.
    pub fn choice(self) -> Choice {
        if self == Policy::BestFit { Choice::Best } else { Choice::First }
    }

    /// Returns `true` if a user whose task fits nowhere is skipped; otherwise it blocks all users until
    /// something changes.
    pub fn leaves_out(self) -> bool {
        !matches!(self, Policy::Filling(_, false))
    }

    /// Sort key of a user: its dominant share now (`held`), then by tie rule that of its next task (`next`).
    /// `parts` is as in [`dominant_share`], and `factor` accounts for the user's weight.
    pub fn key(self, held: &[i64], next: &[i64], parts: &[i128], factor: i128) -> Key {
        let wide = |x: &i64| i128::from(*x);
        let level = || dominant_share(held.iter().map(wide), parts) * factor;
        let unit = || dominant_share(next.iter().map(wide), parts) * factor;
        match self {
            Policy::Filling(Order::HigherShare, _) => (level(), -unit()),
            Policy::Filling(Order::LowerShare, _) => (level(), unit()),
            Policy::Filling(Order::ShareAfter, _) => {
                (dominant_share(held.iter().zip(next).map(|(h, n)| wide(h) + wide(n)), parts) * factor, 0)
            }
            _ => (level(), 0),
        }
    }
}
