//! The flavors that waiting workloads would take: for each pod set and group of resources, the first flavor at which the
//! product stops (kueue, concepts: flavor fungibility).

use std::cmp::Reverse;

use fairwitness_kernel::model::Model;
use fairwitness_kernel::model::cohort::{Cohort, Queues, Tree};
use fairwitness_kernel::specification::cohort::{KUEUE_PREEMPT, KUEUE_PREEMPT_A, KUEUE_PREEMPT_B, Preempt};

use super::columns::{ByColumn, Column};
use super::flavors::Flavors;
use super::queues::Queue;
use super::workloads::Workload;
use crate::document::{InputError, Node, Value};
use crate::import::assume::Assumptions;
use crate::scalar::{Rational, Scalar};

/// The way in which a workload could have a flavor, the better way last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Not at all.
    Never,
    /// By preemption, for which there are no targets now.
    Waiting,
    /// By preemption in its own queue among others.
    Preempting,
    /// By preemption in other queues alone.
    Reclaiming,
    /// As things are.
    Fits,
}

/// A way, and the height of the lowest subtree that borrows nothing more by it.
type Mode = (Way, usize);

/// The state in which flavors are chosen.
struct State<'a> {
    queues: &'a [Queue],
    columns: &'a [Column],
    /// All workloads, of which those that wait ask for one unit of everything.
    state: Queues,
    tree: Tree,
    usage: Vec<Vec<Rational>>,
}

impl State<'_> {
    /// The mode in which workload `asking` could have `amount` of a column, with targets by `rule`.
    fn mode(&self, rule: &Preempt, asking: usize, column: &Column, amount: &Rational) -> Mode {
        let Some(r) = self.columns.iter().position(|known| known == column) else { return (Way::Never, 0) };
        let queue = self.state.workload[asking].queue;
        if amount > self.tree.most(queue, r) {
            return (Way::Never, 0);
        }
        let (height, may_reclaim) = self.tree.borrowing_height(&self.usage, queue, r, amount);
        if *amount <= self.tree.room(&self.usage, queue, r) {
            return (Way::Fits, height);
        }
        if !may_reclaim && amount > &self.state.quota[queue][r] && self.queues[queue].reclaim == "never" {
            return (Way::Never, height);
        }
        let mut state = self.state.clone();
        state.workload[asking].request = vec![Rational::zero(); self.columns.len()];
        state.workload[asking].request[r] = amount.clone();
        let decision = rule.decide(&state, asking);
        let Some(targets) = &decision.targets else { return (Way::Waiting, height) };
        let own = targets.iter().any(|target| state.workload[target.workload].queue == queue);
        let left: Vec<usize> =
            state.admitted.iter().copied().filter(|w| decision.target(*w).is_none()).collect();
        let usage = self.tree.usage(state.usage(&left));
        let (height, _) = self.tree.borrowing_height(&usage, queue, r, amount);
        (if own { Way::Preempting } else { Way::Reclaiming }, height)
    }

    /// The flavor at which the search stops, of those in order with their modes.
    fn flavor<'f>(
        &self,
        queue: &Queue,
        modes: impl Iterator<Item = (&'f String, Mode)>,
    ) -> Option<&'f String> {
        let mut best: Option<(_, &String)> = None;
        for (flavor, mode) in modes {
            let stops = match mode.0 {
                Way::Never | Way::Waiting => false,
                Way::Preempting | Way::Reclaiming if !queue.preempts_first => false,
                _ => mode.1 == 0 || !queue.borrows_last,
            };
            if stops {
                return Some(flavor);
            }
            let rank = queue.rank(mode);
            if mode.0 > Way::Never && best.is_none_or(|(most, _)| rank > most) {
                best = Some((rank, flavor));
            }
        }
        best.map(|(_, flavor)| flavor)
    }
}

impl Queue {
    /// Sort key of a mode, the better one last: whether it can be had, then the way before the height or after it.
    fn rank(&self, (way, height): Mode) -> (Way, Reverse<usize>, Way, Reverse<usize>) {
        let none = Reverse(0);
        match (way, self.borrows_rarely) {
            (Way::Never, _) => (way, none, way, none),
            (Way::Waiting, _) => (way, none, way, Reverse(height)),
            (_, true) => (Way::Fits, Reverse(height), way, none),
            (_, false) => (Way::Fits, none, way, Reverse(height)),
        }
    }
}

/// Chooses the flavors of every waiting workload in the state that `fields` and the admitted workloads make. Returns `true`
/// if some of them could have what it asks for by preemption alone.
///
/// # Errors
/// Fields that are no instance.
pub(super) fn choose(
    queues: &[Queue],
    workloads: &mut [Workload],
    columns: &[Column],
    (fields, order): (&[(String, Value)], &[usize]),
    of: &Flavors,
    assumed: &mut Assumptions<'_>,
) -> Result<bool, InputError> {
    let mut fields: Vec<(String, Value)> =
        fields.iter().filter(|(name, _)| name != "model").cloned().collect();
    let any: ByColumn = columns.iter().map(|column| (column.clone(), Rational::one())).collect();
    let request = |workload: &Workload| match workload.admitted {
        Some(_) => workload.to_value(columns, &workload.request),
        None => workload.to_value(columns, &any),
    };
    fields.push(("workload".to_string(), Value::List(workloads.iter().map(request).collect())));
    fields.push(("admitted".to_string(), Value::indexes(order.iter().copied())));
    let state = Cohort::read(&Node::new("", &Value::Table(fields)))?;
    let tree = state.tree();
    let usage = tree.usage(state.usage(&state.admitted));
    let state = State { queues, columns, state, tree, usage };
    let mut preempts = false;
    for (asking, workload) in workloads.iter_mut().enumerate().filter(|(_, one)| one.admitted.is_none()) {
        let queue = &queues[workload.queue];
        let sets = workload.asks.iter().zip(&workload.rules);
        for ((asks, rules), (names, flavors)) in
            sets.flat_map(|set| queue.groups.iter().map(move |group| (set, group)))
        {
            let asks: Vec<_> = asks.iter().filter(|(name, _)| names.contains(name)).collect();
            let flavors = of.met(flavors, rules);
            let (Some(first), false) = (flavors.first().copied(), asks.is_empty()) else { continue };
            let with = |flavor: &String, name: &String, amount: &Rational| {
                let column = (flavor.clone(), name.clone());
                let so_far = workload.request.get(&column).cloned().unwrap_or_else(Rational::zero);
                (column, so_far + amount)
            };
            let chosen = |rule: &Preempt| {
                let mode = |flavor: &String| {
                    let each = asks.iter().map(|(name, amount)| {
                        let (column, amount) = with(flavor, name, amount);
                        state.mode(rule, asking, &column, &amount)
                    });
                    each.min_by_key(|mode| queue.rank(*mode)).unwrap_or((Way::Never, 0))
                };
                state.flavor(queue, flavors.iter().map(|flavor| (*flavor, mode(flavor)))).unwrap_or(first)
            };
            let flavor = if flavors.len() > 1 { chosen(&KUEUE_PREEMPT) } else { first };
            if flavors.len() > 1
                && [&KUEUE_PREEMPT_A, &KUEUE_PREEMPT_B].iter().any(|rule| chosen(rule) != flavor)
            {
                let words =
                    "The flavor of a waiting workload is chosen by the default strategies of preemption";
                assumed.add("preemptionStrategies", words);
            }
            let taken: Vec<_> = asks.iter().map(|(name, amount)| with(flavor, name, amount)).collect();
            workload.request.extend(taken);
        }
        let within = |most: &dyn Fn(usize) -> Rational| {
            let asks =
                columns.iter().enumerate().filter_map(|(r, column)| Some((r, workload.request.get(column)?)));
            asks.filter(|(_, amount)| amount.is_positive()).all(|(r, amount)| *amount <= most(r))
        };
        let fits = within(&|r| state.tree.room(&state.usage, workload.queue, r));
        let ever = within(&|r| state.tree.most(workload.queue, r).clone());
        preempts |= queue.preempts() && ever && !fits;
    }
    Ok(preempts)
}
