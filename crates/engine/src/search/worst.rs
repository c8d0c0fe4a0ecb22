//! The worst value of a measure: new instances, and changes of the worst ones so far, all judged exactly.
//!
//! Each batch has instances from the streams of the search, changes of the worst ones found of each size, and
//! a stretch of walks that move numbers as if they were real (`walker.rs`). Apart from given starting
//! instances, nothing outside the scope is examined. The answer does not depend on the number of threads.

use std::collections::BTreeMap;

use super::walker::{Ground, Walker};
use super::{Limits, Progress, Searched, Watch};
use crate::instances::{Candidates, Scope, draw_number};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::property::evidence::run_of;
use crate::property::measure::{Measure, Worse};
use crate::scalar::Rational;

/// An instance and the value of a measure on it.
#[derive(Clone, Debug)]
pub struct Extreme<M: Model> {
    /// The exact value of the measure.
    pub value: Rational,
    /// The instance of that value.
    pub instance: M::Instance<Rational>,
}

/// A mechanism and a measure of its outcomes.
#[derive(Debug)]
pub struct Question<M: Model> {
    /// The mechanism measured.
    pub mechanism: &'static dyn Mechanism<M>,
    /// The measure to be made as bad as possible.
    pub measure: &'static dyn Measure<M>,
}

const HALF: usize = 32;
/// The number of concurrent walkers, and the length of a stretch in steps.
const WALKERS: u64 = 8;
const STRETCH: usize = 64;

/// The source of new instances.
pub enum Fresh<M: Model> {
    /// A finite list, which is exhausted.
    All(Candidates<M>),
    /// An endless supply, of which as many are taken as needed.
    Endless(Candidates<M>),
}

impl<M: Model> std::fmt::Debug for Fresh<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Fresh::All(_)) { "Fresh::All" } else { "Fresh::Endless" })
    }
}

/// The state of a search for a worst value.
struct Found<M: Model> {
    worse: Worse,
    worst: BTreeMap<usize, Extreme<M>>,
    searched: Searched,
}

impl<M: Model> Found<M> {
    /// Counts an examined instance, and keeps it if it is the worst of its size.
    fn tell(&mut self, instance: M::Instance<Rational>, value: Option<Valued>) {
        let Some(value) = value else { return };
        self.searched.instances += 1;
        match value {
            Valued::Refused => self.searched.refused += 1,
            Valued::Meaningless => self.searched.out_of_scope += 1,
            Valued::Value(value) => self.keep(Extreme { value, instance }),
        }
    }

    fn keep(&mut self, extreme: Extreme<M>) {
        let size = M::agents(&extreme.instance);
        if self.worst.get(&size).is_none_or(|known| self.worse.is_worse(&extreme.value, &known.value)) {
            self.worst.insert(size, extreme);
        }
    }

    fn join(&mut self, other: Found<M>) {
        let (ours, its) = (&mut self.searched, other.searched);
        ours.instances += its.instances;
        ours.refused += its.refused;
        ours.out_of_scope += its.out_of_scope;
        other.worst.into_values().for_each(|extreme| self.keep(extreme));
    }

    /// The worst instance over all sizes.
    fn head(&self) -> Option<&Extreme<M>> {
        self.worst
            .values()
            .reduce(|head, next| if self.worse.is_worse(&next.value, &head.value) { next } else { head })
    }

    /// The value on a logarithmic scale that grows as the value gets worse for the mechanism.
    fn steepness(&self, value: &Rational) -> f64 {
        let log = value.to_f64().max(f64::MIN_POSITIVE).ln();
        if self.worse == Worse::Larger { log } else { -log }
    }
}

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

    /// The worst value for each number of agents, and the counts. The starting instances come first. A search
    /// over [`Fresh::All`] ends with the last candidate; one over [`Fresh::Endless`] also changes the worst
    /// instances so far, and walks.
    pub fn worst(
        &self,
        ground: &Ground<'_, M>,
        fresh: Fresh<M>,
        limits: &Limits<'_>,
    ) -> (BTreeMap<usize, Extreme<M>>, Searched) {
        let mut found = Found {
            worse: self.measure.worse(),
            worst: BTreeMap::new(),
            searched: Searched { seed: ground.seed, scope: Some(ground.scope), ..Searched::default() },
        };
        let watch = Watch::start(limits);
        let mut rng = draw_number(ground.seed, u64::MAX);
        let mut walkers: Vec<Walker<M::Instance<Rational>>> = (0..WALKERS).map(Walker::new).collect();
        let (mut fresh, endless) = match fresh {
            Fresh::All(all) => (all, false),
            Fresh::Endless(endless) => (endless, true),
        };
        let mut starts = ground.starts.iter();
        loop {
            let left = usize::try_from(limits.budget.left(found.searched.instances)).unwrap_or(usize::MAX);
            if let Some(ended) = watch.ends(left) {
                found.searched.ended = ended;
                return (found.worst, found.searched);
            }
            let mut batch: Vec<M::Instance<Rational>> = starts.by_ref().take(2 * HALF).cloned().collect();
            let started = batch.is_empty();
            if started {
                batch = fresh.by_ref().take(HALF).collect();
            }
            if batch.is_empty() && !endless {
                found.searched.exhausted = true;
                return (found.worst, found.searched);
            }
            let parents: Vec<&Extreme<M>> = found.worst.values().collect();
            if started && endless && !parents.is_empty() {
                let change = ground.instances.change;
                batch.extend(
                    (0..HALF).map(|k| change(&mut rng, ground.scope, &parents[k % parents.len()].instance)),
                );
            }
            batch.truncate(left);
            if started && endless {
                batch.retain(|instance| ground.holds(instance));
            }
            let values = watch.each(&batch, |instance, patience| self.value(instance, patience));
            for (instance, value) in batch.into_iter().zip(values) {
                found.tell(instance, value);
            }
            if started && endless {
                self.walk(ground, &mut walkers, &mut found, limits, &watch);
            }
            (limits.progress)(Progress { strategy: "worst", searched: found.searched, nearest: None });
        }
    }

    /// Advances every walk by a stretch. Walks share only the worst instance so far, so the number of threads
    /// does not matter.
    fn walk(
        &self,
        ground: &Ground<'_, M>,
        walkers: &mut [Walker<M::Instance<Rational>>],
        found: &mut Found<M>,
        limits: &Limits<'_>,
        watch: &Watch<'_>,
    ) {
        let left = usize::try_from(limits.budget.left(found.searched.instances)).unwrap_or(usize::MAX);
        let steps = (left / walkers.len()).min(STRETCH);
        if steps == 0 {
            return;
        }
        let incumbent = found.head().map(|extreme| extreme.instance.clone());
        let stretch = |walker: &Walker<M::Instance<Rational>>, patience: &Patience| {
            let mut walker = walker.clone();
            let mut own = Found { worse: found.worse, worst: BTreeMap::new(), searched: Searched::default() };
            walker.advance(steps, ground, incumbent.as_ref(), &mut |instance| {
                if !ground.holds(instance) {
                    return None;
                }
                let value = self.value(instance, patience).ok()?;
                let steepness = match &value {
                    Valued::Value(value) => Some(own.steepness(value)),
                    _ => None,
                };
                own.tell(instance.clone(), Some(value));
                steepness
            });
            Ok((walker, own))
        };
        let stretches = watch.each(walkers, stretch);
        for (walker, stretch) in walkers.iter_mut().zip(stretches) {
            let Some((walked, own)) = stretch else { continue };
            *walker = walked;
            found.join(own);
        }
    }

    /// The worst instance for each number of agents, with `smallest` in place of the one of its size.
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

    /// The worst instance over all sizes, shrunk within `patience` while its value gets no better for the
    /// mechanism.
    pub fn smallest(
        &self,
        worst: &BTreeMap<usize, Extreme<M>>,
        ground: &Ground<'_, M>,
        scope: Scope,
        patience: &Patience,
    ) -> Option<Extreme<M>> {
        let worse = self.measure.worse();
        let first = worst
            .values()
            .reduce(|head, next| if worse.is_worse(&next.value, &head.value) { next } else { head })?;
        let mut extreme = first.clone();
        loop {
            let smaller = M::shrink(&extreme.instance).take_while(|_| !patience.over());
            let inside = |instance: &M::Instance<Rational>| {
                scope.hypothesis.admits::<M>(instance) && scope.holds((ground.instances.extent)(instance))
            };
            let step =
                smaller.filter(inside).find_map(|instance| match self.value(&instance, patience).ok()? {
                    Valued::Value(value) if !worse.is_worse(&extreme.value, &value) => {
                        Some(Extreme { value, instance })
                    }
                    _ => None,
                });
            match step {
                Some(smaller) => extreme = smaller,
                None => return Some(extreme),
            }
        }
    }
}
