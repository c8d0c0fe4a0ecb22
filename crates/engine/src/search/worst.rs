//! The worst value of a measure: new instances, and changes of the worst ones so far. Every reported value is
//! judged exactly; on walks, floats choose the instances that are worth an exact judgement.
//!
//! Each batch has instances from the streams of the search, changes of the worst ones found of each size, and
//! a stretch of walks that move numbers as if they were real (`walker.rs`). From the ends of walks and the
//! worst instances the search continues to stationary points (`settled.rs`). The walkers set out one after
//! another, so that a short search has few walks, each long enough to arrive somewhere. Only points that steer lie
//! outside the scope. Their cost is part of the budget. The
//! answer does not depend on the number of threads.

use std::collections::BTreeMap;

use super::supply::{fits, fitting};
use super::walker::{Ground, Walker};
use super::{Limits, Progress, Searched, Watch};
use crate::instances::{Candidates, draw_number};
use crate::linear::{Cut, Patience, Uncut as _};
use crate::mechanism::Mechanism;
use crate::model::Model;
use crate::model::refusal::Refusal;
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
pub struct Question<'b, M: Model> {
    /// The mechanism measured.
    pub mechanism: &'b dyn Mechanism<M>,
    /// The measure to be made as bad as possible.
    pub measure: &'b dyn Measure<M>,
}

/// The number of new instances in a batch, and that of changes of the worst ones.
const HALF: usize = 16;
/// The number of instances of a list that are examined at once.
const LISTED: usize = 64;
/// The largest number of concurrent walkers, the number of instances after which another one sets out, and
/// the length of a stretch in steps.
const WALKERS: u64 = 12;
const PACE: u64 = 128;
const STRETCH: usize = 64;
/// The number of batches after which a new worst instance is taken to its stationary point.
const REST: u64 = 8;
/// The distance from the worst value, as a logarithm, within which the end of a walk is taken to its
/// stationary point, and the distance that counts as none.
const NEAR: f64 = 0.02;
const SAME: f64 = 1e-9;

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
pub(super) struct Found<M: Model> {
    worse: Worse,
    worst: BTreeMap<usize, Extreme<M>>,
    searched: Searched,
    /// The cost of the points that were evaluated only to steer, in instances.
    pub(super) steered: u64,
    /// The part of the budget that went into stationary points, in instances.
    settling: u64,
}

/// The instances from which a search has yet to go to stationary points.
struct Waiting<M: Model> {
    batches: u64,
    /// Ends of walks.
    ends: Vec<(f64, M::Instance<Rational>)>,
    /// The values of the worst instances of each size that have been starting points.
    done: BTreeMap<usize, Rational>,
}

impl<M: Model> Waiting<M> {
    /// The starting points that are due: ends of walks near the worst value, every few batches the worst
    /// instance, and after twice as many batches each time the worst of each size.
    fn due(&mut self, found: &Found<M>) -> Vec<M::Instance<Rational>> {
        self.batches += 1;
        let ends = std::mem::take(&mut self.ends);
        let Some(head) = found.head().filter(|_| 2 * found.settling <= found.spent()) else {
            return Vec::new(); // Stationary points get no more than about half of the budget.
        };
        let most = found.steepness(&head.value);
        let near = |end: &f64| *end > most - NEAR && (end - most).abs() > SAME;
        let mut due: Vec<_> = ends.into_iter().filter(|(end, _)| near(end)).map(|(_, start)| start).collect();
        let (rested, all) = (self.batches.is_multiple_of(REST), self.batches.is_power_of_two());
        for (size, extreme) in &found.worst {
            let turn = rested && (all || extreme.value == head.value);
            if turn && self.done.get(size) != Some(&extreme.value) {
                self.done.insert(*size, extreme.value.clone());
                due.push(extreme.instance.clone());
            }
        }
        due
    }
}

impl<M: Model> Found<M> {
    /// The state before anything is examined.
    pub(super) fn of(worse: Worse) -> Self {
        Found { worse, worst: BTreeMap::new(), searched: Searched::default(), steered: 0, settling: 0 }
    }

    /// The part of the budget that is spent, in instances.
    pub(super) fn spent(&self) -> u64 {
        self.searched.instances + self.steered
    }

    /// The part of the budget that is left, in instances.
    fn left(&self, limits: &Limits<'_>) -> usize {
        usize::try_from(limits.budget.left(self.spent())).unwrap_or(usize::MAX)
    }

    /// Examines an instance, and returns its steepness.
    pub(super) fn judge(
        &mut self,
        question: &Question<'_, M>,
        instance: M::Instance<Rational>,
        patience: &Patience,
    ) -> Option<f64> {
        let value = question.value(&instance, patience).ok()?;
        let steepness = match &value {
            Valued::Value(value) => Some(self.steepness(value)),
            _ => None,
        };
        self.tell(instance, Some(value));
        steepness
    }

    /// Counts an examined instance, and keeps it if it is the worst of its size.
    fn tell(&mut self, instance: M::Instance<Rational>, value: Option<Valued>) {
        let Some(value) = value else { return };
        match value {
            Valued::Refused(reason) => self.searched.refuse(&reason.to_string()),
            Valued::Meaningless => self.searched.pass_by("the measure is not defined"),
            Valued::Value(value) => {
                self.searched.judge(1);
                self.keep(Extreme { value, instance });
            }
        }
    }

    fn keep(&mut self, extreme: Extreme<M>) {
        let size = M::agents(&extreme.instance);
        if self.worst.get(&size).is_none_or(|known| self.worse.is_worse(&extreme.value, &known.value)) {
            self.worst.insert(size, extreme);
        }
    }

    fn join(&mut self, other: Found<M>) {
        self.searched.add(&other.searched);
        self.steered += other.steered;
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
        steepness(self.worse, value.to_f64())
    }
}

/// The value on a logarithmic scale that grows as the value gets worse for the mechanism.
fn steepness(worse: Worse, value: f64) -> f64 {
    let log = value.max(f64::MIN_POSITIVE).ln();
    if worse == Worse::Larger { log } else { -log }
}

enum Valued {
    Value(Rational),
    Meaningless,
    Refused(Refusal),
}

impl<M: Model> Question<'_, M> {
    fn value(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Result<Valued, Cut> {
        let run = run_of(self.mechanism, instance, patience).uncut()?;
        let run = match run {
            Ok(run) => run,
            Err(refusal) => return Ok(Valued::Refused(refusal)),
        };
        if M::feasible(self.mechanism.setting(), instance, &run.outcome).is_err() {
            return Ok(Valued::Meaningless);
        }
        Ok(match self.measure.value(&run, patience).uncut()? {
            Ok(Some(value)) => Valued::Value(value),
            Ok(None) => Valued::Meaningless,
            Err(refusal) => Valued::Refused(refusal),
        })
    }

    /// The steepness of an instance, estimated in floats; `None` if floats do not tell.
    pub(super) fn estimate(&self, instance: &M::Instance<Rational>) -> Option<f64> {
        let value = self.measure.estimate(self.mechanism, instance)?;
        Some(steepness(self.measure.worse(), value))
    }

    /// The steepness of an instance; `None` if the measure is not defined there.
    pub(super) fn steepness(&self, instance: &M::Instance<Rational>, patience: &Patience) -> Option<f64> {
        match self.value(instance, patience).ok()? {
            Valued::Value(value) => Some(steepness(self.measure.worse(), value.to_f64())),
            Valued::Meaningless | Valued::Refused(_) => None,
        }
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
        let mut found = Found::of(self.measure.worse());
        found.searched = Searched { seed: ground.seed, scope: Some(ground.scope), ..Searched::default() };
        let watch = Watch::start(limits);
        let mut rng = draw_number(ground.seed, u64::MAX);
        let mut walkers: Vec<Walker<M::Instance<Rational>>> = (0..WALKERS).map(Walker::new).collect();
        let (mut fresh, endless) = match fresh {
            Fresh::All(all) => (all, false),
            Fresh::Endless(endless) => (endless, true),
        };
        let mut starts = ground.starts.iter();
        let mut waiting = Waiting { batches: 0, ends: Vec::new(), done: BTreeMap::new() };
        loop {
            let left = found.left(limits);
            if let Some(ended) = watch.ends(left) {
                found.searched.ended = ended;
                return (found.worst, found.searched);
            }
            let mut batch: Vec<M::Instance<Rational>> = starts.by_ref().take(LISTED).cloned().collect();
            let started = batch.is_empty();
            if started {
                batch = fresh.by_ref().take(if endless { HALF } else { LISTED }).collect();
            }
            if batch.is_empty() && !endless {
                found.searched.exhausted = true;
                return (found.worst, found.searched);
            }
            let parents: Vec<&Extreme<M>> = found.worst.values().collect();
            if started && endless && !parents.is_empty() {
                let parent = |k: usize| &parents[k % parents.len()].instance;
                let change = |k| ground.instances.changed(&mut rng, ground.drawn, parent(k));
                batch.extend((0..HALF).map(change));
            }
            batch.truncate(left);
            batch.retain(|instance| ground.holds(instance));
            let batch = if endless { fitting(self.mechanism, batch) } else { batch };
            let values = watch.each(&batch, |instance, patience| self.value(instance, patience));
            for (instance, value) in batch.into_iter().zip(values) {
                found.tell(instance, value);
            }
            if started && endless {
                waiting.ends = self.walk(ground, &mut walkers, &mut found, limits, &watch);
                self.settle(ground, &waiting.due(&found), &mut found, limits, &watch);
            }
            (limits.progress)(Progress {
                strategy: "worst",
                instances: found.searched.instances,
                nearest: None,
            });
        }
    }

    /// Continues from each starting point in `due` to the stationary point near it. Together that costs no more
    /// than what is left of the budget, and no more than was spent before.
    fn settle(
        &self,
        ground: &Ground<'_, M>,
        due: &[M::Instance<Rational>],
        found: &mut Found<M>,
        limits: &Limits<'_>,
        watch: &Watch<'_>,
    ) {
        let most = found.spent().min(found.left(limits) as u64) / due.len().max(1) as u64;
        let settled = watch.each(due, |start, patience| Ok(self.settled(ground, start, most, patience)));
        for settled in settled.into_iter().flatten() {
            found.settling += settled.spent();
            found.join(settled);
        }
    }

    /// Advances every walk that is under way by a stretch, and returns the ends of the walks that ended. Walks
    /// share only the worst instance so far, so the number of threads does not matter. An instance whose
    /// estimate in floats is no worse than the worst known of its size is not judged exactly.
    fn walk(
        &self,
        ground: &Ground<'_, M>,
        walkers: &mut [Walker<M::Instance<Rational>>],
        found: &mut Found<M>,
        limits: &Limits<'_>,
        watch: &Watch<'_>,
    ) -> Vec<(f64, M::Instance<Rational>)> {
        let underway = (1 + found.spent() / PACE).min(WALKERS) as usize;
        let steps = (found.left(limits) / underway).min(STRETCH);
        if steps == 0 {
            return Vec::new();
        }
        let incumbent = found.head().map(|extreme| extreme.instance.clone());
        let stretch = |walker: &Walker<M::Instance<Rational>>, patience: &Patience| {
            let mut walker = walker.clone();
            let mut own = Found::of(found.worse);
            let ends = walker.advance(steps, ground, incumbent.as_ref(), &mut |instance| {
                if !ground.holds(instance) || !fits(self.mechanism, instance) {
                    return None;
                }
                let size = M::agents(instance);
                let known = own.worst.get(&size).or_else(|| found.worst.get(&size));
                let most = known.map(|extreme| found.steepness(&extreme.value));
                let estimate = self.estimate(instance);
                if estimate.is_some_and(|at| most.is_some_and(|most| at <= most + SAME)) {
                    own.searched.instances += 1;
                    own.searched.screened += 1;
                    return estimate;
                }
                let steepness = own.judge(self, instance.clone(), patience)?;
                Some(estimate.unwrap_or(steepness))
            });
            Ok((walker, own, ends))
        };
        let mut all = Vec::new();
        let stretches = watch.each(&walkers[..underway], stretch);
        for (walker, stretch) in walkers.iter_mut().zip(stretches) {
            let Some((walked, own, ends)) = stretch else { continue };
            *walker = walked;
            found.join(own);
            all.extend(ends);
        }
        all
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
        patience: &Patience,
    ) -> Option<Extreme<M>> {
        let worse = self.measure.worse();
        let first = worst
            .values()
            .reduce(|head, next| if worse.is_worse(&next.value, &head.value) { next } else { head })?;
        let mut extreme = first.clone();
        loop {
            let smaller = M::shrink(&extreme.instance).take_while(|_| !patience.over());
            let step = smaller.filter(|instance| ground.holds(instance)).find_map(|instance| {
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
