//! Deviations from another mechanism: how many tasks a user is short of it, or ahead (metin 4).

use super::Property;
use crate::mechanism::{CLUSTER, Mechanism, Settles, evidence};
use crate::model::cluster::{Cluster, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::property::evidence::{Margin, Run, Verdict, Witness, positive};
use crate::scalar::{Rational, Scalar};

/// Which way a deviation goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Fewer tasks than the other mechanism gives.
    Under,
    /// More.
    Over,
    /// Either.
    Apart,
}

impl Side {
    /// How far a user with so many tasks is on this side of what it would have.
    pub(crate) fn distance(self, has: &Rational, would_have: &Rational) -> Rational {
        match self {
            Side::Under => would_have - has,
            Side::Over => has - would_have,
            Side::Apart => (has - would_have).abs(),
        }
    }
}

/// No user is further than `allowed` on the side of what `reference` gives it.
#[derive(Debug)]
pub(super) struct Deviation {
    id: &'static str,
    page: &'static str,
    reference: &'static str,
    side: Side,
    allowed: i64,
}

macro_rules! deviation {
    ($id:literal, $reference:literal, $side:expr, $allowed:literal) => {
        Deviation {
            id: $id,
            page: include_str!(concat!("../../../properties/cluster/", $id, ".md")),
            reference: $reference,
            side: $side,
            allowed: $allowed,
        }
    };
}

pub(super) const AGREES_WITH_PDRF: Deviation = deviation!("agrees-with-pdrf", "pdrf", Side::Apart, 0);
pub(super) const OVER_BY: Deviation = deviation!("over-by", "drf-tasks", Side::Over, 0);
pub(super) const OVER_BY_SKIP: Deviation = deviation!("over-by-skip", "drf-tasks-skip", Side::Over, 0);
pub(super) const UNDER_BY: Deviation = deviation!("under-by", "drf-tasks", Side::Under, 0);
pub(super) const UNDER_BY_ONE: Deviation = deviation!("under-by-one", "drf-tasks", Side::Under, 1);
pub(super) const UNDER_BY_ONE_SKIP: Deviation =
    deviation!("under-by-one-skip", "drf-tasks-skip", Side::Under, 1);
pub(super) const UNDER_BY_SKIP: Deviation = deviation!("under-by-skip", "drf-tasks-skip", Side::Under, 0);

const DIVISIBLE: &str = "the mechanism divides tasks, and the one it is compared with does not";

/// The mechanism of that id.
pub(crate) fn reference(id: &str) -> &'static dyn Mechanism<Cluster> {
    CLUSTER.iter().copied().find(|m| m.id() == id).expect("references are in the table")
}

impl Deviation {
    fn furthest(&self, run: &Run<'_, Cluster>, would_have: &[Rational]) -> Option<(usize, Rational)> {
        let distance = |u: usize| self.side.distance(&run.outcome.total(u), &would_have[u]);
        let all = (0..run.instance.users()).map(|u| (u, distance(u)));
        all.filter(|(_, by)| *by > Rational::int(self.allowed)).reduce(|a, b| if b.1 > a.1 { b } else { a })
    }
}

impl Property<Cluster> for Deviation {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn judges_infeasible(&self) -> bool {
        true
    }

    fn never(&self, setting: Setting) -> Option<&'static str> {
        (!setting.whole).then_some(DIVISIBLE)
    }

    fn examine(&self, run: &Run<'_, Cluster>) -> Verdict<Cluster> {
        if !run.mechanism.setting().whole {
            return Verdict::OutOfScope(DIVISIBLE);
        }
        match reference(self.reference).allocate(run.instance) {
            Ok(other) => self
                .furthest(run, &other.totals())
                .map_or(Verdict::Holds, |(u, _)| Verdict::Violated(Witness::Agent(u))),
            Err(Refusal::OutOfDomain(_)) => {
                Verdict::OutOfScope("the mechanism that it is compared with refuses the instance")
            }
            Err(refusal) => Verdict::Undecided(refusal.to_string()),
        }
    }

    fn confirm(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> Result<Margin, Rejected> {
        let Witness::Agent(u) = witness else { return Err(Rejected::Kind) };
        if !run.mechanism.setting().whole {
            return Err(Rejected::OutOfScope(DIVISIBLE));
        }
        let other = evidence(reference(self.reference), run.instance)?;
        let by = self.side.distance(&run.outcome.total(*u), &other.total(*u));
        if by > Rational::int(self.allowed) { positive(by) } else { Err(Rejected::NoViolation(by)) }
    }

    fn reads(&self, _run: &Run<'_, Cluster>, _witness: &Witness<Cluster>) -> Settles {
        Settles::Utilities
    }

    fn tell(&self, run: &Run<'_, Cluster>, witness: &Witness<Cluster>) -> String {
        let Witness::Agent(u) = witness else { return String::new() };
        let Ok(other) = reference(self.reference).allocate(run.instance) else { return String::new() };
        format!(
            "{} gets {} tasks; {} gives it {}.",
            run.instance.user_name(*u),
            run.outcome.total(*u),
            self.reference,
            other.total(*u)
        )
    }
}
