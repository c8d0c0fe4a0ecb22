//! Preemption with fair sharing, followed step by step in exact arithmetic (kueue, concepts: preemption, fair
//! sharing; KEP-1714).
//!
//! Reading: one level of queues. Three points that the documentation
//! leaves open follow the product's code: ties, the rank by share of the own queue, and the preemptor that
//! stays within its nominal quota.

use std::cmp::Ordering;

use crate::model::cohort::{Certificate, Cohort, Decision, Own, Queues, Reclaim, Rule, Setting, Target};
use crate::model::refusal::{Refusal, Rejected};
use crate::observer::Observer;
use crate::scalar::{Rational, Scalar};
use crate::specification::{Printed, Settles, Specification};

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
        /// Share of the preemptor's queue with the asking workload and without the targets so far.
        preemptor: Rational,
        /// The share that the rule compares with: that of the candidate's queue, for S2-a without the candidate,
        /// otherwise with it.
        other: Rational,
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
    total: Vec<Rational>,
    /// Index of the queue of the asking workload.
    own: usize,
    request: &'a [Rational],
    /// Usage of each queue (queues x resources).
    usage: Vec<Vec<Rational>>,
    /// The amounts of the cohort's total that all queues take together, for each resource.
    used: Vec<Rational>,
    /// Share of each queue under `usage`.
    shares: Vec<Rational>,
}

impl Trial<'_> {
    fn count(&mut self, workload: usize, back: bool) {
        let (queues, workload) = (self.queues, &self.queues.workload[workload]);
        let queue = workload.queue;
        for (r, asked) in workload.request.iter().enumerate() {
            let before = &self.usage[queue][r];
            let after = if back { before + asked } else { before - asked };
            let more = queues.taken(queue, r, &after) - queues.taken(queue, r, before);
            self.used[r] = &self.used[r] + more;
            self.usage[queue][r] = after;
        }
        self.shares[queue] = self.queues.share(queue, &self.usage[queue], &self.total);
    }

    /// Returns `true` if the usage, which includes the asking workload, is within the totals of every
    /// requested resource, and within what its queue may borrow.
    fn fits(&self) -> bool {
        let own = &self.usage[self.own];
        (0..self.total.len()).filter(|&r| !self.request[r].is_zero()).all(|r| {
            self.used[r] <= self.total[r] && self.queues.beyond_limit(self.own, r, &own[r]).is_none()
        })
    }

    /// Share of the workload's queue without `workload`.
    fn share_without(&self, workload: usize) -> Rational {
        let workload = &self.queues.workload[workload];
        let usage: Vec<Rational> = self.usage[workload.queue]
            .iter()
            .zip(&workload.request)
            .map(|(used, asked)| used - asked)
            .collect();
        self.queues.share(workload.queue, &usage, &self.total)
    }

    fn borrows(&self, queue: usize, r: usize) -> bool {
        self.usage[queue][r] > self.queues.quota[queue][r]
    }

    /// Returns `true` if `rule` permits the preemption of `workload` in the current state; `observer` receives the
    /// comparison.
    fn passes(&self, rule: Rule, workload: usize, observer: &mut impl Observer<Event>) -> bool {
        let preemptor = &self.shares[self.own];
        let other = match rule {
            Rule::Final => self.share_without(workload),
            _ => self.shares[self.queues.workload[workload].queue].clone(),
        };
        let goes = match rule {
            Rule::Final => *preemptor <= other,
            Rule::Initial => *preemptor < other,
            Rule::Own | Rule::Nominal => true,
        };
        observer.see(|| Event::Tried { workload, rule, preemptor: preemptor.clone(), other, goes });
        goes
    }

    /// The queue to take the next target from: among queues with candidates left that borrow or are the
    /// preemptor's own, the one with the largest share; among equal shares, the one whose first candidate
    /// comes first in the order of candidates.
    fn next(&self, waiting: &[Vec<usize>], age: &[usize]) -> Option<usize> {
        let open = |q: &usize| {
            let borrows = (0..self.total.len()).any(|r| self.borrows(*q, r));
            !waiting[*q].is_empty() && (borrows || *q == self.own)
        };
        let higher = |p: &usize, q: &usize| {
            let shares = self.shares[*p].cmp(&self.shares[*q]);
            shares.then_with(|| self.order(waiting[*q][0], waiting[*p][0], age))
        };
        (0..waiting.len()).filter(open).max_by(higher)
    }

    /// The order of candidates: other queues before the own queue, then lower priority, then later admission.
    fn order(&self, a: usize, b: usize, age: &[usize]) -> Ordering {
        let key = |w: usize| {
            let workload = &self.queues.workload[w];
            (workload.queue == self.own, workload.priority)
        };
        key(a).cmp(&key(b)).then_with(|| age[b].cmp(&age[a]))
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
        let (total, workload) = (queues.total(), &queues.workload[asking]);
        let never = |(r, asked): (usize, &Rational)| {
            queues.taken(workload.queue, r, asked) > total[r]
                || queues.beyond_limit(workload.queue, r, asked).is_some()
        };
        if workload.request.iter().enumerate().any(never) {
            return Decision::DOWN;
        }
        let short = queues.short(asking);
        if short.is_empty() {
            return Decision { targets: Some(Vec::new()) };
        }
        let usage = queues.usage(&queues.admitted);
        let taken = |r| {
            usage.iter().enumerate().map(move |(q, row): (usize, &Vec<Rational>)| queues.taken(q, r, &row[r]))
        };
        let used = (0..total.len()).map(|r| taken(r).fold(Rational::zero(), |sum, taken| sum + taken));
        let used = used.collect();
        let shares = (0..usage.len()).map(|q| queues.share(q, &usage[q], &total)).collect();
        let (own, request) = (workload.queue, &workload.request);
        let mut trial = Trial { queues, total, own, request, usage, used, shares };
        // A candidate uses a resource in short supply, and the policies of the asking queue permit it; the queue of a
        // candidate of another queue borrows such a resource.
        let candidate = |w: &usize| {
            let one = &queues.workload[*w];
            let allowed = match one.queue == workload.queue {
                true => match queues.terms.own(workload.queue) {
                    Own::Never => false,
                    Own::Lower => one.priority < workload.priority,
                    Own::LowerOrNewer => (one.priority, asking) < (workload.priority, *w),
                },
                false => {
                    let lower = match queues.terms.reclaim(workload.queue) {
                        Reclaim::Never => false,
                        Reclaim::Lower => one.priority < workload.priority,
                        Reclaim::Any => true,
                    };
                    lower && short.iter().any(|&r| trial.borrows(one.queue, r))
                }
            };
            allowed && short.iter().any(|&r| one.request[r].is_positive())
        };
        let mut candidates: Vec<usize> = queues.admitted.iter().copied().filter(candidate).collect();
        let mut age = vec![0; queues.workload.len()];
        for (k, &w) in queues.admitted.iter().enumerate() {
            age[w] = k;
        }
        candidates.sort_by(|&a, &b| trial.order(a, b, &age));
        trial.count(asking, true);
        let nominal = !short.iter().any(|&r| trial.borrows(workload.queue, r));
        let mut targets = Vec::new();
        let mut fits = self.first_pass(&mut trial, &candidates, &age, nominal, &mut targets, observer);
        if let Err(left) = &fits
            && self.again
            && second_pass(&mut trial, left, &age, &mut targets, observer)
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
        age: &[usize],
        nominal: bool,
        targets: &mut Vec<Target>,
        observer: &mut impl Observer<Event>,
    ) -> Result<(), Vec<usize>> {
        let mut waiting = by_queue(trial.queues, candidates);
        let mut left = Vec::new();
        while let Some(queue) = trial.next(&waiting, age) {
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
    age: &[usize],
    targets: &mut Vec<Target>,
    observer: &mut impl Observer<Event>,
) -> bool {
    let mut waiting = by_queue(trial.queues, left);
    while let Some(queue) = trial.next(&waiting, age) {
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
    fn id(&self) -> &'static str {
        self.id
    }

    fn setting(&self) -> Setting {
        Setting
    }

    fn domain(&self, queues: &Queues) -> Result<(), Refusal> {
        match queues.asks() {
            Some(_) => Ok(()),
            None => {
                Err(Refusal::OutOfDomain("has nothing to decide: every workload is admitted".to_string()))
            }
        }
    }

    fn settles(&self, _queues: &Queues) -> Settles {
        Settles::Outcome
    }

    fn printed(&self) -> Option<&dyn Printed<Cohort>> {
        Some(self)
    }

    fn check(&self, queues: &Queues, decision: &Decision, _: &Certificate) -> Result<(), Rejected> {
        if self.run(queues, None)? == *decision {
            Ok(())
        } else {
            Err(Rejected::Certificate("the rule comes to another decision".to_string()))
        }
    }
}

impl Printed<Cohort> for Preempt {
    fn run(&self, queues: &Queues, _start: Option<&Certificate>) -> Result<Decision, Refusal> {
        self.domain(queues)?;
        Ok(queues.asks().map_or(Decision::DOWN, |asking| self.decide(queues, asking)))
    }
}
