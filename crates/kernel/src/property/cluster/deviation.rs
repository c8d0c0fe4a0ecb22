//! Deviations from another mechanism: how many tasks a user is short of it, or ahead (metin 4).

use super::words::counted;
use crate::model::cluster::{Cluster, Placement, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::tasks::{DRF_TASKS, DRF_TASKS_SKIP, PDRF, WholeTasks};
use crate::specification::{Settles, Specification};

/// No user is further than `allowed` on the side of what `reference` gives it.
#[derive(Debug)]
pub struct Deviation {
    id: &'static str,
    /// The mechanism that it is compared with: precomputed DRF, or filling.
    pub reference: &'static WholeTasks,
    /// The distance in tasks, which is below zero on the other side.
    pub side: Side,
    /// The largest distance in tasks that is no violation.
    pub allowed: i64,
}

/// Which way a deviation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Fewer tasks than the other mechanism gives.
    Under,
    /// More.
    Over,
    /// Either.
    Apart,
}

impl Side {
    /// How far a user with so many tasks is on this side of what it would have.
    pub fn distance(self, has: &Rational, would_have: &Rational) -> Rational {
        match self {
            Side::Under => would_have - has,
            Side::Over => has - would_have,
            Side::Apart => (has - would_have).abs(),
        }
    }
}

impl Deviation {
    /// The user that is furthest beyond what is allowed, and how far; `None` where no user is.
    pub fn furthest(&self, run: &Run<'_, Cluster>, would_have: &[Rational]) -> Option<(usize, Rational)> {
        let distance = |u: usize| self.side.distance(&run.outcome.total(u), &would_have[u]);
        let all = (0..run.instance.users()).map(|u| (u, distance(u)));
        all.filter(|(_, by)| *by > Rational::int(self.allowed)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    }
}

/// Why nothing is said of mechanisms for divisible tasks.
pub const DIVISIBLE: &str = "the mechanism divides tasks, and the one it is compared with does not";

macro_rules! deviation {
    ($(#[$doc:meta])* $name:ident, $id:literal, $reference:expr, $side:expr, $allowed:literal) => {
        $(#[$doc])*
        pub const $name: Deviation =
            Deviation { id: $id, reference: &$reference, side: $side, allowed: $allowed };
    };
}

deviation!(
    /// The tasks of `pdrf`.
    AGREES_WITH_PDRF, "agrees-with-pdrf", PDRF, Side::Apart, 0
);
deviation!(
    /// No more tasks than `drf-tasks` gives.
    OVER_BY, "over-by", DRF_TASKS, Side::Over, 0
);
deviation!(
    /// No more tasks than `drf-tasks-skip` gives.
    OVER_BY_SKIP, "over-by-skip", DRF_TASKS_SKIP, Side::Over, 0
);
deviation!(
    /// No fewer tasks than `drf-tasks` gives.
    UNDER_BY, "under-by", DRF_TASKS, Side::Under, 0
);
deviation!(
    /// At most one task fewer than `drf-tasks` gives.
    UNDER_BY_ONE, "under-by-one", DRF_TASKS, Side::Under, 1
);
deviation!(
    /// At most one task fewer than `drf-tasks-skip` gives.
    UNDER_BY_ONE_SKIP, "under-by-one-skip", DRF_TASKS_SKIP, Side::Under, 1
);
deviation!(
    /// No fewer tasks than `drf-tasks-skip` gives.
    UNDER_BY_SKIP, "under-by-skip", DRF_TASKS_SKIP, Side::Under, 0
);

impl Property<Cluster> for Deviation {
    fn id(&self) -> &'static str {
        self.id
    }

    fn looks_beyond(&self) -> bool {
        true
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some(DIVISIBLE)
    }

    fn confirm(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        if !run.mechanism.setting().whole {
            return Err(Rejected::OutOfScope(DIVISIBLE));
        }
        let other = self.reference.followed(run.instance)?;
        let by = self.side.distance(&run.outcome.total(*u), &other.total(*u));
        if by > Rational::int(self.allowed) { positive(by) } else { Err(Rejected::NoViolation(by)) }
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(
        &self,
        run: &Run<'_, Cluster>,
        witness: &Witness<Cluster>,
        _second: Option<&Placement>,
    ) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        let Ok(other) = self.reference.followed(run.instance) else { return String::new() };
        format!(
            "{} gets {}, compared with {} under {}.",
            run.instance.user_name(*u),
            counted(&run.outcome.total(*u)),
            counted(&other.total(*u)),
            match self.reference.id() {
                "pdrf" => "precomputed DRF",
                "drf-tasks-skip" => "DRF by whole tasks that skips a user whose task does not fit",
                _ => "DRF by whole tasks",
            }
        )
    }
}
