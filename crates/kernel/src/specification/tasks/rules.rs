//! The mechanisms for whole tasks, each an id and a rule.

use super::filling::{Filling, Order};
use super::placing::{self, Scheduler, WholeDrfh};
use super::slots::Slots;
use super::{OnePool, cycles, f64_forms, final_round, given, pdrf, placed};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool, Setting};
use crate::model::{Checked, Refusal, uncertified};
use crate::scalar::Scalar;
use crate::specification::{Anonymous, Facts, Printed, Settles, Specification, accepted, flat, refuse};

/// A mechanism for whole tasks.
#[derive(Debug)]
pub struct WholeTasks {
    id: &'static str,
    /// The rule of the mechanism.
    pub rule: Rule,
}

/// The rule of a mechanism for whole tasks.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Progressive filling in an order. With `true` it skips a user whose next task does not fit; with
    /// `false` it stops there.
    Filling(Order, bool),
    /// Precomputed DRF, Algorithm 1 (metin 3.4).
    Precomputed,
    /// Precomputed DRF in the simplified form (metin 3.4).
    PrecomputedByLevel,
    /// Algorithm 1 in float64, operation by operation.
    Float,
    /// The simplified form in float64, operation by operation.
    FloatByLevel,
    /// Precomputed DRF with one final round of one task per user.
    FinalRound,
    /// Precomputed DRF with cycles of higher orders (metin 6.1).
    HigherCycles,
    /// DRFH on the first server where the task fits (wang2013 V-B).
    FirstFit,
    /// DRFH on the server with the smallest mismatch to the task (wang2013 V-B (9)).
    BestFit,
    /// Fixed slots, by number (wang2013 VI).
    Slots,
}

impl WholeTasks {
    const fn of(id: &'static str, rule: Rule) -> Self {
        WholeTasks { id, rule }
    }
}

/// DRFH with whole tasks, best fit.
pub const BEST_FIT_DRFH: WholeTasks = WholeTasks::of("best-fit-drfh", Rule::BestFit);
/// Algorithm 1 of the original DRF paper: filling stops at the first task that does not fit.
pub const DRF_TASKS: WholeTasks = WholeTasks::of("drf-tasks", Rule::Filling(Order::HigherShare, false));
/// The rule of `drf-tasks` with ties broken by index.
pub const DRF_TASKS_INDEX: WholeTasks = WholeTasks::of("drf-tasks-index", Rule::Filling(Order::Index, false));
/// The rule of `drf-tasks` with ties broken by the smaller share of a task.
pub const DRF_TASKS_LOWER: WholeTasks =
    WholeTasks::of("drf-tasks-lower", Rule::Filling(Order::LowerShare, false));
/// Filling that skips users whose next task does not fit.
pub const DRF_TASKS_SKIP: WholeTasks =
    WholeTasks::of("drf-tasks-skip", Rule::Filling(Order::HigherShare, true));
/// The rule of `drf-tasks-skip` with ties broken by index.
pub const DRF_TASKS_SKIP_INDEX: WholeTasks =
    WholeTasks::of("drf-tasks-skip-index", Rule::Filling(Order::Index, true));
/// The rule of `drf-tasks-skip` with ties broken by the smaller share of a task.
pub const DRF_TASKS_SKIP_LOWER: WholeTasks =
    WholeTasks::of("drf-tasks-skip-lower", Rule::Filling(Order::LowerShare, true));
/// DRFH with whole tasks, first fit.
pub const FIRST_FIT_DRFH: WholeTasks = WholeTasks::of("first-fit-drfh", Rule::FirstFit);
/// Precomputed DRF by Algorithm 1 of its paper.
pub const PDRF: WholeTasks = WholeTasks::of("pdrf", Rule::Precomputed);
/// Precomputed DRF with cycles of higher orders.
pub const PDRF_CYCLES: WholeTasks = WholeTasks::of("pdrf-cycles", Rule::HigherCycles);
/// Precomputed DRF as computed in float64.
pub const PDRF_F64: WholeTasks = WholeTasks::of("pdrf-f64", Rule::Float);
/// Precomputed DRF with one final round.
pub const PDRF_FINAL: WholeTasks = WholeTasks::of("pdrf-final", Rule::FinalRound);
/// The simplified form of precomputed DRF.
pub const PDRF_SIMPLIFIED: WholeTasks = WholeTasks::of("pdrf-simplified", Rule::PrecomputedByLevel);
/// The simplified form as computed in float64.
pub const PDRF_SIMPLIFIED_F64: WholeTasks = WholeTasks::of("pdrf-simplified-f64", Rule::FloatByLevel);
/// Sequential min-max: the next task goes to the user whose share after it is smallest.
pub const SEQ_MINMAX: WholeTasks = WholeTasks::of("seq-minmax", Rule::Filling(Order::ShareAfter, true));
/// Fixed slots, 14 on the largest server.
pub const SLOTS: WholeTasks = WholeTasks::of("slots", Rule::Slots);

impl WholeTasks {
    /// The scheduler of many servers that implements the rule, if the rule is for many servers.
    ///
    /// # Errors
    /// The refusal of an instance outside the scheduler's domain.
    pub fn scheduler<'a>(&self, pool: &'a Pool) -> Result<Option<Box<dyn Scheduler + 'a>>, Refusal> {
        if !matches!(self.rule, Rule::FirstFit | Rule::BestFit | Rule::Slots) {
            return Ok(None);
        }
        let weights = flat(pool)?;
        let best_fit = matches!(self.rule, Rule::BestFit);
        if best_fit && pool.demand.iter().any(|d| d[0].is_zero()) {
            return refuse("divides by the demand for the first resource, which some user does not have");
        }
        Ok(Some(match self.rule {
            Rule::Slots => Box::new(Slots::of(pool, weights)),
            _ => Box::new(WholeDrfh::of(pool, weights, best_fit)),
        }))
    }

    /// The pool as the rule sees it; precomputed forms know no numbers of tasks.
    ///
    /// # Errors
    /// The refusal of several servers, of rates, and for precomputed forms of finite tasks.
    pub fn one_pool<'a>(&self, pool: &'a Pool) -> Result<OnePool<'a>, Refusal> {
        match self.rule {
            Rule::Filling(..) => OnePool::of(pool),
            _ => OnePool::endless(pool),
        }
    }

    /// The placement of progressive filling or of precomputed DRF on one pool, computed again and checked.
    ///
    /// # Errors
    /// The refusal of an instance outside the rule's domain.
    pub fn followed(&self, pool: &Pool) -> Checked<Placement> {
        let one = self.one_pool(pool)?;
        let (tasks, certificate) = match self.rule {
            Rule::Filling(order, leave_out) => (Filling::of(&one, order, leave_out).run(), Certificate::Rule),
            _ => (pdrf::by_cycles(&one), Certificate::Level(pdrf::level(&one))),
        };
        let outcome = placed(tasks);
        accepted(self, pool, &outcome, &certificate)?;
        Ok(outcome)
    }
}

impl Specification<Cluster> for WholeTasks {
    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        match self.scheduler(pool)? {
            Some(_) => Ok(()),
            None => self.one_pool(pool).map(|_| ()),
        }
    }

    /// Ties are broken by the index of a user, first fit by that of a server, and best fit by that of a server and by the
    /// first resource.
    fn facts(&self) -> Facts<Setting> {
        let anonymous = match self.rule {
            Rule::BestFit => Anonymous::NONE,
            Rule::FirstFit | Rule::Slots => Anonymous { resources: true, ..Anonymous::NONE },
            Rule::Filling(..) | Rule::FinalRound => Anonymous { agents: false, ..Anonymous::ALL },
            _ => Anonymous::ALL,
        };
        Facts { settles: Settles::Outcome, anonymous, ..Facts::of(self.id, Setting::WHOLE) }
    }

    fn printed(&self) -> Option<&dyn Printed<Cluster>> {
        matches!(self.rule, Rule::Float | Rule::FloatByLevel).then_some(self as &dyn Printed<Cluster>)
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        if let Some(scheduler) = self.scheduler(pool)? {
            return placing::check(&*scheduler, pool, outcome, certificate);
        }
        let one = OnePool::of(pool)?;
        let tasks = given(&one, outcome)?;
        let other = || uncertified("the certificate is of another kind");
        match (self.rule, certificate) {
            (Rule::Filling(order, leave_out), Certificate::Rule) => {
                Filling::of(&one, order, leave_out).check(&tasks)
            }
            (Rule::FinalRound, Certificate::Rule) => final_round::check(&one, &tasks),
            (Rule::HigherCycles, Certificate::Cycles(found)) => cycles::check(&one, &tasks, found),
            (Rule::Filling(..) | Rule::FinalRound | Rule::HigherCycles, _) => other(),
            (_, Certificate::Level(level)) => pdrf::check(&one, &tasks, level.as_ref()),
            _ => other(),
        }
    }
}

/// The forms in float64, operation by operation.
impl Printed<Cluster> for WholeTasks {
    fn run(&self, pool: &Pool, _start: Option<&Certificate>) -> Result<Placement, Refusal> {
        let one = OnePool::endless(pool)?;
        Ok(placed(f64_forms::run(&one, matches!(self.rule, Rule::FloatByLevel), &mut ())?))
    }
}
