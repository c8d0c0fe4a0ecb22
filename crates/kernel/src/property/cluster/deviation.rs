//! Deviations from another mechanism: the number of tasks that a user has too few or too many, compared with
//! it (metin 4).

use super::words::counted;
use crate::model::cluster::{Cluster, Placement, Setting};
use crate::model::refusal::Rejected;
use crate::property::Property;
use crate::property::evidence::{Margin, Run, Witness, positive};
use crate::scalar::{Rational, Scalar};
use crate::specification::tasks::{DRF_TASKS, DRF_TASKS_SKIP, PDRF, WholeTasks};
use crate::specification::{Settles, Specification};

/// The property that no user deviates by more than `allowed` tasks, in the direction `side`, from its
/// allocation under `reference`.
#[derive(Debug)]
pub struct Deviation {
    id: &'static str,
    /// The mechanism of the comparison: precomputed DRF, or progressive filling of whole tasks.
    pub reference: &'static WholeTasks,
    /// The direction in which the deviation is measured.
    pub side: Side,
    /// The largest deviation, in tasks, that is no violation.
    pub allowed: i64,
}

/// The direction of a deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Fewer tasks than under the reference.
    Under,
    /// More tasks than under the reference.
    Over,
    /// Fewer or more tasks than under the reference.
    Apart,
}

impl Side {
    /// The deviation, in tasks, of a user with `has` tasks that has `would_have` tasks under the reference;
    /// negative in the opposite direction.
    pub fn distance(self, has: &Rational, would_have: &Rational) -> Rational {
        match self {
            Side::Under => would_have - has,
            Side::Over => has - would_have,
            Side::Apart => (has - would_have).abs(),
        }
    }
}

impl Deviation {
    /// The user with the largest deviation above `allowed`, and the deviation; `None` if no deviation exceeds
    /// `allowed`.
    pub fn furthest(&self, run: &Run<'_, Cluster>, would_have: &[Rational]) -> Option<(usize, Rational)> {
        let distance = |u: usize| self.side.distance(&run.outcome.total(u), &would_have[u]);
        let all = (0..run.instance.users()).map(|u| (u, distance(u)));
        all.filter(|(_, by)| *by > Rational::int(self.allowed)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    }
}

/// The reason why deviations are not defined for mechanisms with divisible tasks.
pub const DIVISIBLE: &str = "the mechanism divides tasks, and the one it is compared with does not";

macro_rules! deviation {
    ($(#[$doc:meta])* $name:ident, $id:literal, $reference:expr, $side:expr, $allowed:literal) => {
        $(#[$doc])*
        pub const $name: Deviation =
            Deviation { id: $id, reference: &$reference, side: $side, allowed: $allowed };
    };
}

deviation!(
    /// Each user has exactly the tasks that `pdrf` gives.
    AGREES_WITH_PDRF, "agrees-with-pdrf", PDRF, Side::Apart, 0
);
deviation!(
    /// No user has more tasks than `drf-tasks` gives.
    OVER_BY, "over-by", DRF_TASKS, Side::Over, 0
);
deviation!(
    /// No user has more tasks than `drf-tasks-skip` gives.
    OVER_BY_SKIP, "over-by-skip", DRF_TASKS_SKIP, Side::Over, 0
);
deviation!(
    /// No user has fewer tasks than `drf-tasks` gives.
    UNDER_BY, "under-by", DRF_TASKS, Side::Under, 0
);
deviation!(
    /// No user has more than one task fewer than `drf-tasks` gives.
    UNDER_BY_ONE, "under-by-one", DRF_TASKS, Side::Under, 1
);
deviation!(
    /// No user has more than one task fewer than `drf-tasks-skip` gives.
    UNDER_BY_ONE_SKIP, "under-by-one-skip", DRF_TASKS_SKIP, Side::Under, 1
);
deviation!(
    /// No user has fewer tasks than `drf-tasks-skip` gives.
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
