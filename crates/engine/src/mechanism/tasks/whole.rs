//! The rules for whole tasks as mechanisms.

use fairwitness_kernel::specification::tasks::{
    OnePool, Rule, WholeTasks, cycles, final_round, pdrf, placed, placing,
};

use super::fast::fast;
use super::placements::placements;
use super::steps;
use crate::linear::Patience;
use crate::mechanism::{
    Allocated, Certified, Filling, Followed, Mechanism, Sought, Specification, WithCertificate, sentences,
};
use crate::model::Table;
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};

impl Mechanism<Cluster> for WholeTasks {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        if let Some(printed) = self.printed() {
            return Ok(printed.run(pool, None)?);
        }
        if let Some(scheduler) = self.scheduler(pool)? {
            return Ok(placing::total(pool, &placements(&*scheduler, pool, patience, &mut ())?));
        }
        if let Rule::Filling(order, leave_out) = self.rule {
            return Ok(Filling::of(&OnePool::of(pool)?, order, leave_out).placement());
        }
        let one = self.one_pool(pool)?;
        Ok(placed(match self.rule {
            Rule::PrecomputedByLevel => pdrf::by_level(&one),
            Rule::FinalRound => final_round::run(&one),
            Rule::HigherCycles => cycles::run(&one),
            _ => fast(&one),
        }))
    }

    fn certify(&self, pool: &Pool, _outcome: &Placement, patience: &Patience) -> Certified<Cluster> {
        Ok(match self.scheduler(pool)? {
            Some(scheduler) => Certificate::Placements(placements(&*scheduler, pool, patience, &mut ())?),
            None => match self.rule {
                Rule::Filling(..) | Rule::FinalRound => Certificate::Rule,
                Rule::HigherCycles => Certificate::Cycles(cycles::certificate(&OnePool::of(pool)?)),
                _ => Certificate::Level(pdrf::level(&OnePool::of(pool)?)),
            },
        })
    }

    fn trace(&self, pool: &Pool, patience: &Patience) -> Followed<Cluster> {
        if let Some(scheduler) = self.scheduler(pool)? {
            let mut served = Vec::new();
            let order = placements(&*scheduler, pool, patience, &mut served)?;
            let end = placing::total(pool, &order);
            return Ok(sentences::placements(self, &*scheduler, pool, &served, end)?);
        }
        let one = self.one_pool(pool)?;
        Ok(match self.rule {
            Rule::Filling(order, skips) => sentences::filling(&one, &Filling::of(&one, order, skips))?,
            Rule::Float => sentences::in_float64(&one, false)?,
            Rule::FloatByLevel => sentences::in_float64(&one, true)?,
            Rule::HigherCycles => sentences::higher_cycles(&one),
            Rule::FinalRound => {
                let mut turns = Vec::new();
                final_round::run_seen(&one, &mut turns);
                sentences::precomputed(&one, pdrf::by_cycles(&one), Some(&turns))
            }
            _ => sentences::precomputed(&one, self.allocate(pool, patience)?.totals(), None),
        })
    }

    fn allocate_with_certificate(
        &self,
        pool: &Pool,
        patience: &Patience,
    ) -> Sought<WithCertificate<Cluster>> {
        if self.printed().is_none()
            && let Some(scheduler) = self.scheduler(pool)?
        {
            let order = placements(&*scheduler, pool, patience, &mut ())?;
            return Ok((placing::total(pool, &order), Some(Certificate::Placements(order))));
        }
        Ok((self.allocate(pool, patience)?, None))
    }

    fn steps(&self, pool: &Pool) -> Vec<Table> {
        if let Ok(Some(scheduler)) = self.scheduler(pool) {
            let order = placements(&*scheduler, pool, &Patience::unlimited(), &mut ()).unwrap_or_default();
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
