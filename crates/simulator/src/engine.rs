//! The run: events in order of time, and after the events of an instant a round of turns.
//!
//! A round uses the code of the mechanisms: [`serve`](crate::mechanism::decision::serve) gives turns to the user
//! with the smallest share, and the rule chooses the server of each task. Only users whose task may have come to fit
//! take part: a blocked user stays blocked until some server has more room, and then only that server can help.

mod round;
mod setting;
mod state;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

pub use setting::Simulation;
use state::RunningDemand;
pub use state::{Mixed, State};

use super::bounds;
use super::metrics::{Counts, Early, JobRecord, Metrics};
use super::place::{Places, Stock};
use super::policy::Policy;
use super::workload::Time;
use crate::linear::Stop;
use crate::mechanism::decision::{Cut, fits};
use crate::scalar::{Rational, Scalar as _};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Completed { batch: u32, server: u32 },
    Leaves { user: u32 },
}

/// Returns the reciprocals of `totals` as integers over a common denominator, and for each user the factor by
/// which its weight scales a level.
pub(super) fn parts(totals: &[i64], weights: impl Iterator<Item = i64> + Clone) -> (Vec<i128>, Vec<i128>) {
    let lcm = |a: i128, b: i128| a / num_integer::gcd(a, b) * b;
    let whole = |x: &i64| i128::from(*x);
    let all = totals.iter().filter(|t| **t > 0).map(whole).fold(1, lcm);
    let heavy = weights.clone().map(|w| whole(&w)).fold(1, lcm);
    let part = |t: &i64| if *t > 0 { all / whole(t) } else { 0 };
    (totals.iter().map(part).collect(), weights.map(|w| heavy / whole(&w)).collect())
}

struct Engine<'a> {
    setting: Simulation<'a>,
    places: Places,
    /// The amounts or slots that a task of each batch takes, by the units of the policy; `None` if they do
    /// not fit into a machine word.
    takes: Vec<Option<Vec<i64>>>,
    /// The amounts or slots that each user holds, by the units of the policy.
    counted: Vec<Vec<i64>>,
    /// The entries of `counted` as fractions of the totals, summed in floats; used if the setting asks for
    /// floats.
    sums: Vec<Vec<f64>>,
    totals: Vec<i64>,
    /// The empty servers, by the units of the policy; `kinds_of_server` has each distinct row once.
    whole: Vec<Vec<i64>>,
    kinds_of_server: Vec<Vec<i64>>,
    parts: Vec<i128>,
    factors: Vec<i128>,
    /// The index, for each batch, of the first task that has not started.
    next: Vec<u32>,
    /// `true` for a user whose first task is known to fit nowhere.
    blocked: Vec<bool>,
    /// The blocked users, in no order.
    stuck: Vec<u32>,
    /// The users in the next round.
    fresh: Vec<u32>,
    /// The servers with releases since the last round.
    freed: Vec<u32>,
    events: BinaryHeap<Reverse<(Time, u64, What)>>,
    sequence: u64,
    state: State,
    metrics: Metrics,
    last: Time,
    /// Number of events and turns so far.
    steps: u64,
}

/// Runs the setting. `sample` is called at every sampling time with the state after all events up to that
/// instant; the run ends if it returns `false`.
pub fn run(setting: Simulation<'_>, sample: &mut dyn FnMut(&State) -> bool) -> Metrics {
    let mut engine = Engine::of(setting);
    engine.run(sample);
    let planned = engine.setting.horizon.filter(|_| engine.metrics.early.is_none());
    engine.metrics.ended = planned.unwrap_or(engine.last);
    engine.elapse(engine.metrics.ended);
    engine.metrics
}

impl<'a> Engine<'a> {
    fn of(setting: Simulation<'a>) -> Self {
        let workload = setting.workload;
        let resources = setting.servers.first().map_or(0, Vec::len);
        let users = workload.members.len();
        let totals: Vec<i64> = (0..resources).map(|r| setting.servers.iter().map(|c| c[r]).sum()).collect();
        let exact = |row: &[i64]| row.iter().map(|&x| Rational::int(x)).collect::<Vec<_>>();
        let (stock, takes) = match setting.policy {
            Policy::Slots(n) => {
                let largest = (0..resources).map(|r| setting.servers.iter().map(|c| c[r]).max().unwrap_or(0));
                let cut = Cut::of(&[exact(&largest.collect::<Vec<_>>())], n);
                let whole = |x: Rational| x.small().map_or(0, |(n, _)| n);
                let slots = |c: &Vec<i64>| vec![whole(cut.slots(&exact(c)))];
                let mut known: Option<(&[i64], Option<Vec<i64>>)> = None;
                let mut needs = |demand: &'a [i64]| match &known {
                    Some((same, needs)) if *same == demand => needs.clone(),
                    _ => {
                        // A number of slots beyond a machine word is beyond any server.
                        let found = cut.needs(&exact(demand)).and_then(|n| Some(vec![n.small()?.0]));
                        known = Some((demand, found.clone()));
                        found
                    }
                };
                let takes = workload.batches.iter().map(|b| needs(&b.demand)).collect();
                (Stock::of(&setting.servers.iter().map(slots).collect::<Vec<_>>()), takes)
            }
            _ => (
                Stock::of(setting.servers),
                workload.batches.iter().map(|b| Some(b.demand.clone())).collect(),
            ),
        };
        let whole: Vec<Vec<i64>> = (0..stock.servers()).map(|i| stock.row(i).to_vec()).collect();
        let mut kinds_of_server = whole.clone();
        kinds_of_server.sort_unstable();
        kinds_of_server.dedup();
        let weights = workload.members.iter().map(|m| m.weight);
        let counted = if matches!(setting.policy, Policy::Slots(_)) { vec![1] } else { totals.clone() };
        let (parts, factors) = parts(&counted, weights);
        let counted_totals = counted;
        let counted = vec![vec![0; counted_totals.len()]; users];
        let choice = setting.policy.choice();
        let places =
            if setting.indexed { Places::of(stock, choice) } else { Places::scanning(stock, choice) };
        let cells = if setting.placement { users * setting.servers.len() } else { 0 };
        let mut jobs = vec![JobRecord::default(); workload.jobs()];
        for batch in &workload.batches {
            let job = &mut jobs[batch.job as usize];
            if job.tasks == 0 {
                (job.user, job.submitted) = (batch.user, batch.at);
            }
            job.tasks += batch.tasks;
            job.open += batch.tasks;
        }
        let metrics = Metrics {
            busy: vec![0; resources],
            capacity: totals,
            jobs,
            users: vec![Counts::default(); users],
            ..Metrics::default()
        };
        let mut engine = Engine {
            setting,
            places,
            takes,
            sums: counted.iter().map(|row| vec![0.0; row.len()]).collect(),
            totals: counted_totals,
            counted,
            whole,
            kinds_of_server,
            parts,
            factors,
            next: vec![0; workload.batches.len()],
            blocked: vec![false; users],
            stuck: Vec::new(),
            fresh: Vec::new(),
            freed: Vec::new(),
            events: BinaryHeap::new(),
            sequence: 0,
            state: State {
                now: 0,
                used: vec![0; resources],
                held: vec![vec![0; resources]; users],
                running: vec![0; users],
                waiting: vec![0; users],
                queues: vec![VecDeque::new(); users],
                placed: vec![0; cells],
                kinds: vec![RunningDemand::None; users],
            },
            metrics,
            last: 0,
            steps: 0,
        };
        for (user, member) in workload.members.iter().enumerate() {
            if let Some(at) = member.leaves {
                engine.expect(at, What::Leaves { user: user as u32 });
            }
        }
        engine
    }

    fn expect(&mut self, at: Time, what: What) {
        self.events.push(Reverse((at, self.sequence, what)));
        self.sequence += 1;
    }

    /// Advances the time; the resources in use remain in use until then.
    fn elapse(&mut self, to: Time) {
        let passed = i128::from(to.saturating_sub(self.state.now));
        if passed > 0 {
            for (busy, used) in self.metrics.busy.iter_mut().zip(&self.state.used) {
                *busy += i128::from(*used) * passed;
            }
        }
        self.state.now = self.state.now.max(to);
    }

    fn run(&mut self, sample: &mut dyn FnMut(&State) -> bool) {
        let workload = self.setting.workload;
        let mut arrivals = workload.batches.iter().enumerate().peekable();
        let mut sampled = self.setting.every;
        loop {
            let arrival = arrivals.peek().map(|(_, b)| b.at);
            let next = arrival.into_iter().chain(self.events.peek().map(|Reverse(e)| e.0)).min();
            // Between events the state is constant; after the last event it is constant until the horizon.
            let until = next.or(self.setting.horizon.map(|end| end.saturating_add(1))).unwrap_or_default();
            while self.setting.every > 0
                && sampled < until
                && self.setting.horizon.is_none_or(|end| sampled <= end)
            {
                self.elapse(sampled);
                if !sample(&self.state) {
                    self.setting.horizon = Some(sampled);
                    self.last = sampled;
                    self.metrics.early = Some(Early::Stopped);
                    return;
                }
                sampled = sampled.saturating_add(self.setting.every);
            }
            let Some(next) = next else { break };
            if self.setting.horizon.is_some_and(|end| next > end) {
                break;
            }
            self.elapse(next);
            // First completions of tasks, then departures of users, then arrivals; the turns follow.
            while let Some(Reverse((at, _, what))) = self.events.peek().copied() {
                if at > next {
                    break;
                }
                if self.is_over() {
                    return;
                }
                self.events.pop();
                self.metrics.events += 1;
                match what {
                    What::Completed { batch, server } => self.complete(batch, server),
                    What::Leaves { user } => self.leave(user),
                }
            }
            while let Some((k, batch)) = arrivals.next_if(|(_, b)| b.at <= next) {
                self.metrics.events += 1;
                self.submit(k, batch.user);
            }
            self.last = next;
            self.round();
            if self.is_over() {
                return;
            }
        }
    }

    /// Returns `true` if the run ends early: it was stopped, or it holds more than the limit.
    fn is_over(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.metrics.early.is_none() {
            self.metrics.early = if self.events.len() >= bounds::RUNNING {
                Some(Early::Crowded)
            } else if self.state.now > bounds::END {
                Some(Early::Late)
            } else if self.steps.is_multiple_of(1024) && self.setting.stop.is_some_and(Stop::is_thrown) {
                Some(Early::Stopped)
            } else {
                None
            };
        }
        self.metrics.early.is_some()
    }

    fn submit(&mut self, k: usize, user: u32) {
        let batch = &self.setting.workload.batches[k];
        let u = user as usize;
        self.metrics.users[u].submitted += u64::from(batch.tasks);
        let gone = self.setting.workload.members[u].leaves.is_some_and(|at| at <= self.state.now);
        if gone || batch.tasks == 0 {
            return;
        }
        if !self.possible(k) {
            self.metrics.impossible += u64::from(batch.tasks);
            return;
        }
        self.state.waiting[u] += u64::from(batch.tasks);
        self.state.queues[u].push_back(k as u32);
        if self.state.queues[u].len() == 1 {
            self.fresh.push(user);
        }
    }

    /// Returns `true` if a task of batch `k` fits on some empty server. Under a policy that stops at the
    /// first task that does not fit, returns `false` only for a task that demands a resource of which there
    /// is none.
    fn possible(&self, k: usize) -> bool {
        let demand = &self.setting.workload.batches[k].demand;
        let Some(takes) = &self.takes[k] else { return false };
        if !self.setting.policy.leaves_out() {
            return demand.iter().zip(&self.metrics.capacity).all(|(d, c)| *d == 0 || *c > 0);
        }
        let eligible =
            self.setting.workload.members[self.setting.workload.batches[k].user as usize].eligible.as_deref();
        match eligible {
            None => self.kinds_of_server.iter().any(|server| fits(takes, server)),
            Some(may) => (0..may.len()).any(|i| may[i] && fits(takes, &self.whole[i])),
        }
    }

    fn leave(&mut self, user: u32) {
        let u = user as usize;
        self.state.queues[u].clear();
        self.state.waiting[u] = 0;
        self.unblock(user);
        self.fresh.retain(|&f| f != user);
    }

    fn unblock(&mut self, user: u32) {
        if self.blocked[user as usize] {
            self.blocked[user as usize] = false;
            self.stuck.retain(|&s| s != user);
        }
    }

    fn complete(&mut self, k: u32, server: u32) {
        let batch = &self.setting.workload.batches[k as usize];
        let u = batch.user as usize;
        if let Some(takes) = &self.takes[k as usize] {
            self.places.give(server as usize, takes);
            self.counted[u].iter_mut().zip(takes).for_each(|(c, t)| *c -= t);
            let totals = self.totals.iter().map(|t| *t as f64);
            self.sums[u]
                .iter_mut()
                .zip(takes)
                .zip(totals)
                .for_each(|((s, t), total)| *s -= *t as f64 / total);
        }
        for (r, d) in batch.demand.iter().enumerate() {
            self.state.used[r] -= d;
            self.state.held[u][r] -= d;
        }
        self.state.running[u] -= 1;
        if self.state.running[u] == 0 {
            self.state.kinds[u] = RunningDemand::None;
        }
        if self.setting.placement {
            self.state.placed[u * self.setting.servers.len() + server as usize] -= 1;
        }
        self.metrics.users[u].completed += 1;
        let job = &mut self.metrics.jobs[batch.job as usize];
        job.open -= 1;
        if job.open == 0 {
            job.ended = Some(self.state.now);
        }
        if !self.freed.contains(&server) || self.freed.len() > 64 {
            self.freed.push(server);
        }
    }
}
