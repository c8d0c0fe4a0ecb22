//! The mechanisms for whole tasks: an id, a page, a rule.

use super::filling::{Filling, Order};
use super::placing::{self, Scheduler, WholeDrfh};
use super::slots::Slots;
use super::{OnePool, cycles, f64_forms, final_round, given, pdrf, placed, steps, uncertified};
use crate::mechanism::guard::{refuse, user_weights, without_rates};
use crate::mechanism::{Mechanism, Settles};
use crate::model::Table;
use crate::model::cluster::{Certificate, Cluster, Placement, Pool, Setting};
use crate::model::refusal::{Refusal, Rejected};
use crate::scalar::Scalar;

/// A mechanism for whole tasks.
#[derive(Debug)]
pub struct WholeTasks {
    id: &'static str,
    page: &'static str,
    rule: Rule,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Progressive filling; whether a user whose task does not fit is left out.
    Filling(Order, bool),
    Precomputed,
    PrecomputedByLevel,
    Float,
    FloatByLevel,
    FinalRound,
    HigherCycles,
    FirstFit,
    BestFit,
    Slots,
}

macro_rules! whole {
    ($id:literal, $rule:expr) => {
        WholeTasks { id: $id, page: include_str!(concat!("../../../mechanisms/", $id, ".md")), rule: $rule }
    };
}

pub const BEST_FIT_DRFH: WholeTasks = whole!("best-fit-drfh", Rule::BestFit);
pub const DRF_TASKS: WholeTasks = whole!("drf-tasks", Rule::Filling(Order::HigherShare, false));
pub const DRF_TASKS_INDEX: WholeTasks = whole!("drf-tasks-index", Rule::Filling(Order::Index, false));
pub const DRF_TASKS_LOWER: WholeTasks = whole!("drf-tasks-lower", Rule::Filling(Order::LowerShare, false));
pub const DRF_TASKS_SKIP: WholeTasks = whole!("drf-tasks-skip", Rule::Filling(Order::HigherShare, true));
pub const DRF_TASKS_SKIP_INDEX: WholeTasks =
    whole!("drf-tasks-skip-index", Rule::Filling(Order::Index, true));
pub const DRF_TASKS_SKIP_LOWER: WholeTasks =
    whole!("drf-tasks-skip-lower", Rule::Filling(Order::LowerShare, true));
pub const FIRST_FIT_DRFH: WholeTasks = whole!("first-fit-drfh", Rule::FirstFit);
pub const PDRF: WholeTasks = whole!("pdrf", Rule::Precomputed);
pub const PDRF_CYCLES: WholeTasks = whole!("pdrf-cycles", Rule::HigherCycles);
pub const PDRF_F64: WholeTasks = whole!("pdrf-f64", Rule::Float);
pub const PDRF_FINAL: WholeTasks = whole!("pdrf-final", Rule::FinalRound);
pub const PDRF_SIMPLIFIED: WholeTasks = whole!("pdrf-simplified", Rule::PrecomputedByLevel);
pub const PDRF_SIMPLIFIED_F64: WholeTasks = whole!("pdrf-simplified-f64", Rule::FloatByLevel);
pub const SEQ_MINMAX: WholeTasks = whole!("seq-minmax", Rule::Filling(Order::ShareAfter, true));
pub const SLOTS: WholeTasks = whole!("slots", Rule::Slots);

impl WholeTasks {
    /// The scheduler of many servers that this is, if it is one.
    fn scheduler<'a>(&self, pool: &'a Pool) -> Result<Option<Box<dyn Scheduler + 'a>>, Refusal> {
        if !matches!(self.rule, Rule::FirstFit | Rule::BestFit | Rule::Slots) {
            return Ok(None);
        }
        without_rates(pool)?;
        let weights = user_weights(pool)?;
        let best_fit = matches!(self.rule, Rule::BestFit);
        if best_fit && pool.demand.iter().any(|d| d[0].is_zero()) {
            return refuse("divides by the demand for the first resource, which some user does not have");
        }
        Ok(Some(match self.rule {
            Rule::Slots => Box::new(Slots::of(pool, weights)),
            _ => Box::new(WholeDrfh::of(pool, weights, best_fit)),
        }))
    }
}

impl Mechanism<Cluster> for WholeTasks {
    fn id(&self) -> &'static str {
        self.id
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn setting(&self) -> Setting {
        Setting::WHOLE
    }

    fn as_printed(&self) -> bool {
        matches!(self.rule, Rule::Float | Rule::FloatByLevel)
    }

    fn settles(&self, _pool: &Pool) -> Settles {
        Settles::Outcome
    }

    fn allocate(&self, pool: &Pool) -> Result<Placement, Refusal> {
        if let Some(scheduler) = self.scheduler(pool)? {
            return Ok(placing::total(pool, &placing::placements(&*scheduler, pool)?));
        }
        if let Rule::Filling(order, leave_out) = self.rule {
            return Ok(Filling::of(&OnePool::of(pool)?, order, leave_out).placement());
        }
        let one = OnePool::endless(pool)?;
        Ok(placed(match self.rule {
            Rule::PrecomputedByLevel => pdrf::by_level(&one),
            Rule::Float => f64_forms::by_cycles(&one)?,
            Rule::FloatByLevel => f64_forms::by_level(&one)?,
            Rule::FinalRound => final_round::run(&one),
            Rule::HigherCycles => cycles::run(&one),
            _ => pdrf::fast(&one),
        }))
    }

    fn certify(&self, pool: &Pool, _outcome: &Placement) -> Result<Certificate, Rejected> {
        Ok(match self.scheduler(pool)? {
            Some(scheduler) => Certificate::Placements(placing::placements(&*scheduler, pool)?),
            None => match self.rule {
                Rule::Filling(..) | Rule::FinalRound => Certificate::Rule,
                Rule::HigherCycles => Certificate::Cycles(cycles::certificate(&OnePool::of(pool)?)),
                _ => Certificate::Level(pdrf::level(&OnePool::of(pool)?)),
            },
        })
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Result<(), Rejected> {
        if let Some(scheduler) = self.scheduler(pool)? {
            return placing::check(&*scheduler, pool, outcome, certificate);
        }
        let one = OnePool::of(pool)?;
        let tasks = given(&one, outcome)?;
        match (self.rule, certificate) {
            (Rule::Filling(order, leave_out), Certificate::Rule) => {
                Filling::of(&one, order, leave_out).check(&tasks)
            }
            (Rule::FinalRound, Certificate::Rule) => final_round::check(&one, &tasks),
            (Rule::HigherCycles, Certificate::Cycles(found)) => cycles::check(&one, &tasks, found),
            (Rule::Filling(..) | Rule::FinalRound | Rule::HigherCycles, _) => {
                uncertified("the certificate is of another kind".to_string())
            }
            (_, Certificate::Level(level)) => pdrf::check(&one, &tasks, level.as_ref()),
            _ => uncertified("the certificate is of another kind".to_string()),
        }
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        if let Ok(Some(scheduler)) = self.scheduler(pool) {
            let order = placing::placements(&*scheduler, pool).unwrap_or_default();
            return steps::placements(pool, &order);
        }
        let Ok(one) = OnePool::of(pool) else { return Vec::new() };
        match self.rule {
            Rule::Filling(order, leave_out) => steps::picks(&one, &Filling::of(&one, order, leave_out)),
            Rule::HigherCycles => steps::higher_cycles(&one),
            _ => steps::level(&one),
        }
    }
}
