//! The worst value of a measure: fresh instances and changes of the best ones so far, all judged exactly.
//!
//! One batch after another, half of it from the streams of the search, half by changing the worst instances
//! found of each size. Like every search here it gives the same answer on any number of threads.

use std::collections::BTreeMap;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

use super::{Limits, Progress, Searched, Watch};
use crate::instances::{Candidates, Mutation, Scope};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::property::evidence::run_of;
use crate::property::measure::Measure;
use crate::scalar::Rational;

/// An instance and the measure's value on it.
#[derive(Clone, Debug)]
pub struct Extreme<M: Model> {
    /// The exact value.
    pub value: Rational,
    /// The instance.
    pub instance: M::Instance<Rational>,
}

/// What is measured of what.
#[derive(Debug)]
pub struct Question<M: Model> {
    /// The mechanism.
    pub mechanism: &'static dyn Mechanism<M>,
    /// The measure.
    pub measure: &'static dyn Measure<M>,
}

const HALF: usize = 32;

enum Valued {
    Value(Rational),
    Meaningless,
    Refused,
}

impl<M: Model> Question<M> {
    fn value(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Result<Valued, Cut> {
        let run = run_of(self.mechanism, instance, patience).uncut()?;
        let Ok(run) = run else { return Ok(Valued::Refused) };
        if M::feasible(self.mechanism.setting(), instance, &run.outcome).is_err() {
            return Ok(Valued::Meaningless);
        }
        Ok(match self.measure.value(&run, patience).uncut()? {
            Ok(Some(value)) => Valued::Value(value),
            Ok(None) => Valued::Meaningless,
            Err(_) => Valued::Refused,
        })
    }

    /// The worst value for each number of agents, and what was looked at. Without `mutate` there is nothing but the fresh
    /// instances, and a search that comes to their end has exhausted them.
    pub fn worst(
        &self,
        mut fresh: Candidates<M>,
        mutate: Option<Mutation<M>>,
        scope: Scope,
        seed: u64,
        limits: &Limits<'_>,
    ) -> (BTreeMap<usize, Extreme<M>>, Searched) {
        let mut searched = Searched { seed, scope: Some(scope), ..Searched::default() };
        let mut worst: BTreeMap<usize, Extreme<M>> = BTreeMap::new();
        let watch = Watch::start(limits);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(u64::MAX);
        loop {
            let left = usize::try_from(limits.budget.left(searched.instances)).unwrap_or(usize::MAX);
            if let Some(ended) = watch.ends(left) {
                searched.ended = ended;
                return (worst, searched);
            }
            let mut batch: Vec<M::Instance<Rational>> = fresh.by_ref().take(HALF).collect();
            if batch.is_empty() && mutate.is_none() {
                searched.exhausted = true;
                return (worst, searched);
            }
            let parents: Vec<&Extreme<M>> = worst.values().collect();
            if let (Some(mutate), false) = (mutate, parents.is_empty()) {
                batch
                    .extend((0..HALF).map(|k| mutate(&mut rng, scope, &parents[k % parents.len()].instance)));
            }
            batch.truncate(left);
            batch.retain(|instance| scope.hypothesis.admits::<M>(instance));
            if batch.is_empty() && mutate.is_some() {
                return (worst, searched);
            }
            let values = watch.each(&batch, |instance, patience| self.value(instance, patience));
            for (instance, value) in batch.into_iter().zip(values) {
                let Some(value) = value else { continue };
                searched.instances += 1;
                match value {
                    Valued::Refused => searched.refused += 1,
                    Valued::Meaningless => searched.out_of_scope += 1,
                    Valued::Value(value) => {
                        let size = M::agents(&instance);
                        let worse = self.measure.worse();
                        if worst.get(&size).is_none_or(|known| worse.is_worse(&value, &known.value)) {
                            worst.insert(size, Extreme { value, instance });
                        }
                    }
                }
            }
            (limits.progress)(Progress { strategy: "worst", searched, nearest: None });
        }
    }

    /// The worst for each number of agents with the smallest instance put in its place.
    pub fn with_smallest(
        &self,
        mut worst: BTreeMap<usize, Extreme<M>>,
        smallest: &Extreme<M>,
    ) -> BTreeMap<usize, Extreme<M>> {
        let (size, worse) = (M::agents(&smallest.instance), self.measure.worse());
        if worst.get(&size).is_none_or(|known| !worse.is_worse(&known.value, &smallest.value)) {
            worst.insert(size, smallest.clone());
        }
        worst
    }

    /// The worst of all sizes, made as small as it gets in the time there is without getting better.
    pub fn smallest(
        &self,
        worst: &BTreeMap<usize, Extreme<M>>,
        scope: Scope,
        patience: &Patience,
    ) -> Option<Extreme<M>> {
        let worse = self.measure.worse();
        let first = worst
            .values()
            .reduce(|best, next| if worse.is_worse(&next.value, &best.value) { next } else { best })?;
        let mut extreme = first.clone();
        loop {
            let smaller = M::shrink(&extreme.instance).take_while(|_| !patience.over());
            let step = smaller.filter(|i| scope.hypothesis.admits::<M>(i)).find_map(|instance| {
                match self.value(&instance, patience).ok()? {
                    Valued::Value(value) if !worse.is_worse(&extreme.value, &value) => {
                        Some(Extreme { value, instance })
                    }
                    _ => None,
                }
            });
            match step {
                Some(smaller) => extreme = smaller,
                None => return Some(extreme),
            }
        }
    }
}
