//! Preemption with fair sharing, followed step by step in exact arithmetic (kueue, concepts: preemption, fair
//! sharing; KEP-1714).
//!
//! Points that the documentation leaves open follow the product's code: ties, the rank by share of the own queue, the
//! preemptor that stays within its nominal quota, and queues of unlike cohorts, which are compared by the two nodes
//! below their lowest common cohort. Of cohorts with equal shares the first goes; the product leaves these to chance.

use std::cmp::Ordering;

use crate::model::cohort::{
    Certificate, Cohort, Decision, Own, Queues, Reclaim, Rule, Setting, Share, Target, Tree,
};
use crate::model::{Checked, Refusal, certain};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar};
use crate::specification::{Facts, Printed, Settles, Specification, refuse};

/// Fair-sharing preemption with a list of rules for workloads of other queues.
#[derive(Debug)]
pub struct Preempt {
    id: &'static str,
    /// The rule of the first pass.
    first: Rule,
    /// `true` if a second pass applies rule S2-b to the workloads that the first pass rejected.
    again: bool,
}

/// Rule S2-a, then rule S2-b: the product's default.
pub const KUEUE_PREEMPT: Preempt = Preempt { id: "kueue-preempt", first: Rule::Final, again: true };
/// Preemption with rule S2-a alone.
pub const KUEUE_PREEMPT_A: Preempt = Preempt { id: "kueue-preempt-a", first: Rule::Final, again: false };
/// Preemption with rule S2-b alone.
pub const KUEUE_PREEMPT_B: Preempt = Preempt { id: "kueue-preempt-b", first: Rule::Initial, again: false };

/// An event of the choice of targets, for traces.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A candidate is tried by a rule.
    Tried {
        /// Index of the candidate workload.
        workload: usize,
        /// The rule by which it is tried.
        rule: Rule,
        /// Share of the preemptor's queue, or of the cohort of it that the rule compares, with the asking workload and
        /// without the targets so far.
        preemptor: Share,
        /// The share that the rule compares with: that of the candidate's queue or cohort, for S2-a without the
        /// candidate, otherwise with it.
        other: Share,
        /// `true` if the candidate becomes a target.
        goes: bool,
    },
    /// A target stays after all, because the asking workload fits beside it.
    Kept {
        /// Index of the preempted workload.
        workload: usize,
    },
}
/// The cohort while targets are chosen: usage with the asking workload and without the targets chosen so far.
struct Trial<'a> {
    queues: &'a Queues,
    tree: Tree,
    /// Index of the asking workload.
    asking: usize,
    /// Index of the queue of the asking workload.
    own: usize,
    /// Columns that are too short for the asking workload.
    short: Vec<usize>,
    /// Usage of each node of the tree (nodes x columns).
    usage: Vec<Vec<Rational>>,
    /// The place of each admitted workload in the order of admission.
    age: Vec<usize>,
}

impl Trial<'_> {
    fn count(&mut self, workload: usize, back: bool) {
        let workload = &self.queues.workload[workload];
        for (r, asked) in workload.request.iter().enumerate().filter(|(_, asked)| !asked.is_zero()) {
            let amount = if back { asked.clone() } else { -asked.clone() };
            self.tree.add(&mut self.usage, workload.queue, r, &amount);
        }
    }

    /// Returns `true` if there is room for the asking workload, which the usage includes.
    fn fits(&mut self) -> bool {
        self.count(self.asking, false);
        let request = &self.queues.workload[self.asking].request;
        let room = |r: usize| self.tree.room(&self.usage, self.own, r);
        let fits = (0..request.len()).all(|r| request[r].is_zero() || request[r] <= room(r));
        self.count(self.asking, true);
        fits
    }

    fn share(&self, node: usize) -> Share {
        self.tree.share(&self.usage, node)
    }

    /// Returns `true` if `rule` permits the preemption of `workload` in the current state; `observer` receives the
    /// comparison.
    fn passes(&mut self, rule: Rule, workload: usize, observer: &mut impl Observer<Event>) -> bool {
        let queue = self.queues.workload[workload].queue;
        let (own, target) = self.tree.apart(self.own, queue).unwrap_or((self.own, queue));
        let preemptor = self.share(own);
        let other = match rule {
            Rule::Final => {
                self.count(workload, false);
                let without = self.share(target);
                self.count(workload, true);
                without
            }
            _ => self.share(target),
        };
        let goes = match rule {
            Rule::Final => preemptor <= other,
            Rule::Initial => preemptor < other,
            Rule::Own | Rule::Nominal => true,
        };
        observer.see(|| Event::Tried { workload, rule, preemptor, other, goes });
        goes
    }

    /// The queue to take the next target from: at each cohort from the topmost one the child with the largest share that
    /// borrows, or has the preemptor in it. Among queues with equal shares, the one whose first candidate comes first in
    /// the order of candidates; among cohorts, the first; a cohort before a queue.
    fn next(&self, waiting: &[Vec<usize>]) -> Option<usize> {
        match self.tree.parent(self.own) {
            Some(_) => self.below(self.tree.root(self.own), waiting),
            None => Some(self.own).filter(|own| !waiting[*own].is_empty()),
        }
    }

    fn below(&self, cohort: usize, waiting: &[Vec<usize>]) -> Option<usize> {
        let mut queue: Option<(Share, usize)> = None;
        let mut group: Option<(Share, usize)> = None;
        for &child in self.tree.children(cohort) {
            let inside = child == self.own || self.tree.above(self.own).any(|node| node == child);
            if !inside && !self.tree.borrows_any(&self.usage, child) {
                continue;
            }
            let share = self.share(child);
            if child >= waiting.len() {
                if group.as_ref().is_none_or(|(most, _)| share > *most)
                    && let Some(found) = self.below(child, waiting)
                {
                    group = Some((share, found));
                }
            } else if let Some(&first) = waiting[child].first() {
                let before = |(most, other): &(Share, usize)| {
                    let tie = || self.order(waiting[*other][0], first);
                    share.cmp(most).then_with(tie) == Ordering::Greater
                };
                if queue.as_ref().is_none_or(before) {
                    queue = Some((share, child));
                }
            }
        }
        match (group, queue) {
            (Some((share, _)), Some((more, queue))) if share < more => Some(queue),
            (Some((_, queue)), _) | (None, Some((_, queue))) => Some(queue),
            (None, None) => None,
        }
    }

    /// The order of candidates: evicted ones, other queues before the own queue, lower priority, later admission.
    fn order(&self, a: usize, b: usize) -> Ordering {
        let key = |w: usize| {
            let workload = &self.queues.workload[w];
            (!self.queues.terms.evicted(w), workload.queue == self.own, workload.priority)
        };
        key(a).cmp(&key(b)).then_with(|| self.age[b].cmp(&self.age[a]))
    }

    /// Returns `true` if `workload` uses something that is short, and the policies of the asking queue permit its
    /// preemption; the queue of a candidate of another queue borrows something that is short.
    fn candidate(&self, workload: usize) -> bool {
        let (queues, terms) = (self.queues, &self.queues.terms);
        let (one, asks) = (&queues.workload[workload], &queues.workload[self.asking]);
        let allowed = if one.queue == self.own {
            match terms.own(self.own) {
                Own::Never => false,
                Own::Lower => one.priority < asks.priority,
                Own::LowerOrNewer => {
                    one.priority < asks.priority
                        || (one.priority == asks.priority && queues.earlier(self.asking, workload))
                }
            }
        } else {
            let lower = match terms.reclaim(self.own) {
                Reclaim::Never => false,
                Reclaim::Lower => one.priority < asks.priority,
                Reclaim::Any => true,
            };
            let lends = || self.short.iter().any(|&r| self.tree.borrows(&self.usage, one.queue, r));
            lower && !terms.stopped(one.queue) && self.tree.apart(self.own, one.queue).is_some() && lends()
        };
        allowed && self.short.iter().any(|&r| one.request[r].is_positive())
    }

    /// Returns `true` if the product looks for candidates at all: of everything short, the request is within the quota of
    /// its queue, or a cohort that is not the topmost has that much left in its quota, or the queue reclaims.
    fn may_preempt(&self) -> bool {
        let request = &self.queues.workload[self.asking].request;
        self.queues.terms.reclaim(self.own) != Reclaim::Never
            || self.short.iter().all(|&r| {
                request[r] <= self.queues.quota[self.own][r]
                    || self.tree.borrowing_height(&self.usage, self.own, r, &request[r]).1
            })
    }
}

impl Preempt {
    /// The decision when `asking` asks: the workloads preempted for it, or a rejection.
    pub fn decide(&self, queues: &Queues, asking: usize) -> Decision {
        self.decide_seen(queues, asking, &mut ())
    }

    /// Chooses the workloads to preempt for `asking`; `observer` receives each candidate that is tried.
    pub fn decide_seen(
        &self,
        queues: &Queues,
        asking: usize,
        observer: &mut impl Observer<Event>,
    ) -> Decision {
        let (tree, workload) = (queues.tree(), &queues.workload[asking]);
        let own = workload.queue;
        let never = |(r, asked): (usize, &Rational)| asked > tree.most(own, r);
        if queues.terms.stopped(own) || workload.request.iter().enumerate().any(never) {
            return Decision::DOWN;
        }
        let usage = tree.usage(queues.usage(&queues.admitted));
        let asked = |r: &usize| workload.request[*r].is_positive();
        let lacks = |r: &usize| workload.request[*r] > tree.room(&usage, own, *r);
        let short: Vec<usize> = (0..queues.resources()).filter(asked).filter(lacks).collect();
        if short.is_empty() {
            return Decision { targets: Some(Vec::new()) };
        }
        let mut age = vec![0; queues.workload.len()];
        for (k, &w) in queues.admitted.iter().enumerate() {
            age[w] = k;
        }
        let mut trial = Trial { queues, tree, asking, own, short, usage, age };
        if !trial.may_preempt() {
            return Decision::DOWN;
        }
        let all = queues.admitted.iter().copied();
        let mut candidates: Vec<usize> = all.filter(|w| trial.candidate(*w)).collect();
        candidates.sort_by(|&a, &b| trial.order(a, b));
        trial.count(asking, true);
        let nominal = !trial.short.iter().any(|&r| trial.tree.borrows(&trial.usage, own, r));
        let mut targets = Vec::new();
        let mut fits = self.first_pass(&mut trial, &candidates, nominal, &mut targets, observer);
        if let Err(left) = &fits
            && self.again
            && second_pass(&mut trial, left, &mut targets, observer)
        {
            fits = Ok(());
        }
        if fits.is_err() {
            return Decision::DOWN;
        }
        fill_back(&mut trial, &mut targets, observer);
        Decision { targets: Some(targets) }
    }

    /// Takes targets from the queue with the largest share until the asking workload fits. If it does not fit
    /// in the end, returns the candidates that no rule permitted, in the order in which they were tried.
    fn first_pass(
        &self,
        trial: &mut Trial<'_>,
        candidates: &[usize],
        nominal: bool,
        targets: &mut Vec<Target>,
        observer: &mut impl Observer<Event>,
    ) -> Result<(), Vec<usize>> {
        let mut waiting = by_queue(trial.queues, candidates);
        let mut left = Vec::new();
        while let Some(queue) = trial.next(&waiting) {
            let rule = match (queue == trial.own, nominal) {
                (true, _) => Rule::Own,
                (false, true) => Rule::Nominal,
                (false, false) => self.first,
            };
            while !waiting[queue].is_empty() {
                let workload = waiting[queue].remove(0);
                if trial.passes(rule, workload, observer) {
                    trial.count(workload, false);
                    targets.push(Target { workload, rule });
                    if trial.fits() {
                        return Ok(());
                    }
                    break; // Shares have changed: the next may be of another queue.
                }
                left.push(workload);
            }
        }
        Err(left)
    }
}

/// The second pass, by rule S2-b, with at most one target per queue. Returns `true` if the asking workload
/// fits in the end.
fn second_pass(
    trial: &mut Trial<'_>,
    left: &[usize],
    targets: &mut Vec<Target>,
    observer: &mut impl Observer<Event>,
) -> bool {
    let mut waiting = by_queue(trial.queues, left);
    while let Some(queue) = trial.next(&waiting) {
        let workload = waiting[queue][0];
        waiting[queue].clear();
        if trial.passes(Rule::Initial, workload, observer) {
            trial.count(workload, false);
            targets.push(Target { workload, rule: Rule::Initial });
            if trial.fits() {
                return true;
            }
        }
    }
    false
}

/// Fills back: removes from the targets, from the last but one backwards, each workload that need not be
/// preempted.
fn fill_back(trial: &mut Trial<'_>, targets: &mut Vec<Target>, observer: &mut impl Observer<Event>) {
    for k in (0..targets.len().saturating_sub(1)).rev() {
        trial.count(targets[k].workload, true);
        if trial.fits() {
            let kept = targets.remove(k);
            observer.see(|| Event::Kept { workload: kept.workload });
        } else {
            trial.count(targets[k].workload, false);
        }
    }
}

/// The candidates of each queue, in their order.
fn by_queue(queues: &Queues, candidates: &[usize]) -> Vec<Vec<usize>> {
    let mut waiting = vec![Vec::new(); queues.queues()];
    for &w in candidates {
        waiting[queues.workload[w].queue].push(w);
    }
    waiting
}

impl Specification<Cohort> for Preempt {
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of(self.id, Setting) }
    }

    fn domain(&self, queues: &Queues) -> Result<(), Refusal> {
        match queues.asks() {
            Some(_) => Ok(()),
            None => refuse("has nothing to decide: every workload is admitted"),
        }
    }

    fn printed(&self) -> Option<&dyn Printed<Cohort>> {
        Some(self)
    }

    fn check(&self, queues: &Queues, decision: &Decision, _: &Certificate) -> Checked {
        certain(self.run(queues, None)? == *decision, "the rule comes to another decision")
    }
}

impl Printed<Cohort> for Preempt {
    fn run(&self, queues: &Queues, _start: Option<&Certificate>) -> Result<Decision, Refusal> {
        self.domain(queues)?;
        Ok(queues.asks().map_or(Decision::DOWN, |asking| self.decide(queues, asking)))
    }
}
