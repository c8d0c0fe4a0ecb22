//! Deviations from another mechanism: the number of tasks that a user has too few or too many, compared with
//! it (metin 4).

use super::{InPools, counted};
use crate::model::cluster::{Cluster, Placement, Pool, Setting};
use crate::model::{Checked, Rejected};
use crate::property::{Compared, Comparison, Facts, Owed, Run, Sides, Witness};
use crate::scalar::{Of, Rational, Scalar};
use crate::specification::Specification;
use crate::specification::tasks::{DRF_TASKS, DRF_TASKS_SKIP, PDRF, Rule, WholeTasks};

/// The formula that no user deviates by more than `allowed` tasks, in the direction `side`, from its allocation
/// under `reference`.
#[derive(Debug)]
pub struct Deviation {
    /// The mechanism of the comparison: precomputed DRF, or progressive filling of whole tasks.
    pub reference: &'static WholeTasks,
    side: Side,
    /// The largest deviation, in tasks, that is no violation.
    allowed: i64,
}

/// The direction in which a deviation is measured.
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
    /// The inequality for a user with `has` tasks that has `would_have` tasks under the reference; its gap is the
    /// deviation.
    pub fn sides<S: Scalar>(self, has: S, would_have: S) -> Sides<S> {
        match self {
            Side::Under => Sides { due: would_have, has },
            Side::Over => Sides { due: has, has: would_have },
            Side::Apart => Sides {
                due: has.apart(would_have).said(|_| "the difference in tasks".to_string()),
                has: S::zero(),
            },
        }
    }
}

const fn deviation(
    id: &'static str,
    reference: &'static WholeTasks,
    side: Side,
    allowed: i64,
) -> Compared<Deviation> {
    Compared { id, formula: Deviation { reference, side, allowed } }
}

/// Each user has exactly the tasks that `pdrf` gives.
pub const AGREES_WITH_PDRF: Compared<Deviation> = deviation("agrees-with-pdrf", &PDRF, Side::Apart, 0);
/// No user has more tasks than `drf-tasks` gives.
pub const OVER_BY: Compared<Deviation> = deviation("over-by", &DRF_TASKS, Side::Over, 0);
/// No user has more tasks than `drf-tasks-skip` gives.
pub const OVER_BY_SKIP: Compared<Deviation> = deviation("over-by-skip", &DRF_TASKS_SKIP, Side::Over, 0);
/// No user has fewer tasks than `drf-tasks` gives.
pub const UNDER_BY: Compared<Deviation> = deviation("under-by", &DRF_TASKS, Side::Under, 0);
/// No user has more than one task fewer than `drf-tasks` gives.
pub const UNDER_BY_ONE: Compared<Deviation> = deviation("under-by-one", &DRF_TASKS, Side::Under, 1);
/// No user has more than one task fewer than `drf-tasks-skip` gives.
pub const UNDER_BY_ONE_SKIP: Compared<Deviation> =
    deviation("under-by-one-skip", &DRF_TASKS_SKIP, Side::Under, 1);
/// No user has fewer tasks than `drf-tasks-skip` gives.
pub const UNDER_BY_SKIP: Compared<Deviation> = deviation("under-by-skip", &DRF_TASKS_SKIP, Side::Under, 0);

impl Comparison<Cluster> for Deviation {
    type At = usize;
    const FACTS: Facts = Facts { judges_infeasible: true, looks_beyond: true, ..Facts::NONE };

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some("the mechanism divides tasks, and the one it is compared with does not")
    }

    fn allowed(&self) -> Rational {
        Rational::int(self.allowed)
    }

    fn compared_with(&self) -> Option<&'static str> {
        Some(self.reference.id())
    }

    fn reference(&self, pool: &Pool) -> Option<Checked<Placement>> {
        Some(self.reference.followed(pool))
    }

    fn at(&self, _run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Checked<usize> {
        if let Witness::Agent(user) = witness { Ok(*user) } else { Err(Rejected::Kind) }
    }

    fn sides<N: Scalar, S: Of<N>>(&self, both: &InPools<'_, S, N>, &user: &usize) -> Owed<S> {
        Ok(self.side.sides(both.first.gets[user].clone(), both.second.gets[user].clone()))
    }

    fn less(&self, _: &InPools<'_>, _: &usize) -> String {
        match self.side {
            Side::Under => "the tasks that it compares with, less those that the user has".to_string(),
            _ => "the tasks that the user has, less those that it compares with".to_string(),
        }
    }

    fn tell(&self, both: &InPools<'_>, &user: &usize, _: &Sides) -> String {
        format!(
            "{} gets {}, compared with {} under {}.",
            both.first.instance.user_name(user),
            counted(&both.first.gets[user]),
            counted(&both.second.gets[user]),
            match self.reference.rule {
                Rule::Precomputed => "precomputed DRF",
                Rule::Filling(_, true) => "DRF by whole tasks that skips a user whose task does not fit",
                _ => "DRF by whole tasks",
            }
        )
    }
}
