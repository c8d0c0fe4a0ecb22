//! Reachable states of a cohort: the run in which workloads ask in turn, and the graph over all orders of
//! asking.

use std::collections::{BTreeMap, VecDeque};

use fairwitness_kernel::specification::cohort::{in_turn, step};

use crate::mechanism::Specification;
use crate::model::Rejected;
use crate::model::cohort::{Cohort, Queues};

/// The largest product of the number of questions put to the rule and the size of the instance; beyond it the
/// question is undecided.
const MOST_WORK: usize = 400_000;

/// The number of questions that the size of the instance permits.
fn questions(queues: &Queues) -> usize {
    MOST_WORK / (queues.queues() * queues.resources() + queues.workload.len()).max(1)
}

/// The end of a run from a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// The run ends after this number of preemptions.
    Rest(usize),
    /// The workloads that ask before a state returns, and those that ask until it does.
    Cycle(Vec<usize>, Vec<usize>),
    /// The run is too long to follow.
    Long,
}

/// Follows the run in which workloads ask in turn, until none is admitted or a state returns.
///
/// # Errors
/// A rule whose decisions cannot be followed.
pub fn run_in_turn(rule: &dyn Specification<Cohort>, queues: &Queues) -> Result<Run, Rejected> {
    let mut state = Queues { incoming: None, ..queues.clone() };
    let (mut seen, mut asked, mut evictions) = (BTreeMap::new(), Vec::new(), 0);
    for _ in 0..(questions(queues) / queues.workload.len()).max(1) {
        if let Some(&from) = seen.get(&state.admitted) {
            let cycle = asked.split_off(from);
            return Ok(Run::Cycle(asked, cycle));
        }
        seen.insert(state.admitted.clone(), asked.len());
        let Some(next) = in_turn(rule, &state)? else { return Ok(Run::Rest(evictions)) };
        asked.push(next.asking);
        evictions += next.evictions();
        state = next.state;
    }
    Ok(Run::Long)
}

/// States by index; for each, the workloads that may ask, each with the state that follows.
struct Graph {
    next: Vec<Vec<(usize, usize)>>,
}

/// The shortest cycle over all orders of asking, nearest to the start; [`Run::Rest`] if every order ends.
///
/// # Errors
/// A rule whose decisions cannot be followed.
pub fn any_cycle(rule: &dyn Specification<Cohort>, queues: &Queues) -> Result<Run, Rejected> {
    let mut left = questions(queues);
    let start = Queues { incoming: None, ..queues.clone() };
    let mut numbers = BTreeMap::from([(start.admitted.clone(), 0)]);
    let (mut states, mut graph) = (vec![start], Graph { next: Vec::new() });
    while graph.next.len() < states.len() {
        let state = states[graph.next.len()].clone();
        let mut found = Vec::new();
        for asking in state.pending() {
            left = match left.checked_sub(1) {
                Some(left) => left,
                None => return Ok(Run::Long),
            };
            if let Some(step) = step(rule, &state, asking)? {
                let number = *numbers.entry(step.state.admitted.clone()).or_insert(states.len());
                if number == states.len() {
                    states.push(step.state);
                }
                found.push((asking, number));
            }
        }
        graph.next.push(found);
    }
    Ok(graph.shortest_cycle())
}

impl Graph {
    fn shortest_cycle(&self) -> Run {
        if self.ends_everywhere() {
            return Run::Rest(0);
        }
        let order = self.reached(0);
        let mut best: Option<(usize, Vec<usize>)> = None;
        for &from in &order {
            let most = best.as_ref().map_or(usize::MAX, |(_, cycle)| cycle.len());
            if let Some(cycle) = self.way(from, from).filter(|cycle| cycle.len() < most) {
                best = Some((from, cycle));
            }
        }
        match best {
            None => Run::Rest(0),
            Some((from, cycle)) => {
                let before = if from == 0 { Vec::new() } else { self.way(0, from).unwrap_or_default() };
                Run::Cycle(before, cycle)
            }
        }
    }

    /// Returns `true` if no state returns: states without a successor are removed until none is left, or none
    /// can be removed.
    fn ends_everywhere(&self) -> bool {
        let count = self.next.len();
        let mut open: Vec<usize> = self.next.iter().map(Vec::len).collect();
        let mut before = vec![Vec::new(); count];
        for (from, ways) in self.next.iter().enumerate() {
            for &(_, to) in ways {
                before[to].push(from);
            }
        }
        let mut ended: Vec<usize> = (0..count).filter(|k| open[*k] == 0).collect();
        let mut done = 0;
        while let Some(state) = ended.pop() {
            done += 1;
            for &from in &before[state] {
                open[from] -= 1;
                if open[from] == 0 {
                    ended.push(from);
                }
            }
        }
        done == count
    }

    /// The states reachable from `from`, the nearest first.
    fn reached(&self, from: usize) -> Vec<usize> {
        let (mut order, mut seen) = (vec![from], vec![false; self.next.len()]);
        seen[from] = true;
        let mut at = 0;
        while at < order.len() {
            for &(_, to) in &self.next[order[at]] {
                if !std::mem::replace(&mut seen[to], true) {
                    order.push(to);
                }
            }
            at += 1;
        }
        order
    }

    /// The shortest path of at least one step between two states: the workloads that ask.
    fn way(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut by: Vec<Option<(usize, usize)>> = vec![None; self.next.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for &(asking, next) in &self.next[at] {
                if by[next].is_none() {
                    by[next] = Some((at, asking));
                    queue.push_back(next);
                }
            }
            if by[to].is_some() {
                break;
            }
        }
        let (mut asked, mut at) = (Vec::new(), to);
        loop {
            let (before, asking) = by[at]?;
            asked.push(asking);
            at = before;
            if at == from {
                break;
            }
        }
        asked.reverse();
        Some(asked)
    }
}
