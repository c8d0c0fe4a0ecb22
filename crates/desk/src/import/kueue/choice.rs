//! The flavors that waiting workloads would take: for each pod set and group of resources, the first flavor at which the
//! product stops (kueue, concepts: flavor fungibility).

use fairwitness_kernel::model::Model;
use fairwitness_kernel::model::cohort::{Cohort, Tree};

use super::flavors::Flavors;
use super::queues::{Column, Queue};
use super::workloads::Workload;
use crate::document::{InputError, Node, Value};
use crate::import::assume::Assumptions;
use crate::scalar::{Rational, Scalar};

/// The way in which a workload could have a flavor, the better way last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// Not at all.
    Never,
    /// By preemption at most.
    Preempting,
    /// As things are, with a subtree of this height borrowing nothing more.
    Fits(std::cmp::Reverse<usize>),
}

/// The state in which flavors are chosen.
struct State<'a> {
    queues: &'a [Queue],
    columns: &'a [Column],
    tree: Tree,
    usage: Vec<Vec<Rational>>,
}

impl State<'_> {
    /// The way in which `queue` could use `amount` of a column more.
    fn way(&self, queue: usize, column: &Column, amount: &Rational) -> Way {
        let Some(r) = self.columns.iter().position(|known| known == column) else { return Way::Never };
        if amount > self.tree.most(queue, r) {
            return Way::Never;
        }
        let (height, may_reclaim) = self.tree.borrowing_height(&self.usage, queue, r, amount);
        if *amount <= self.tree.room(&self.usage, queue, r) {
            return Way::Fits(std::cmp::Reverse(height));
        }
        let able =
            may_reclaim || amount <= self.tree.quota(queue, r) || self.queues[queue].reclaim != "never";
        if able { Way::Preempting } else { Way::Never }
    }

    /// The flavor at which the search stops, and `true` if preemption decides between flavors.
    fn flavor<'f>(
        &self,
        queue: usize,
        flavors: &[&'f String],
        way: impl Fn(&String) -> Way,
    ) -> (Option<&'f String>, bool) {
        let (mut best, mut able): (Option<(Way, &String)>, usize) = (None, 0);
        for &flavor in flavors {
            let way = way(flavor);
            able += usize::from(way == Way::Preempting);
            if way > Way::Never && best.is_none_or(|(most, _)| way > most) {
                best = Some((way, flavor));
            }
            let stops = match way {
                Way::Never => false,
                Way::Preempting => self.queues[queue].preempts_first,
                Way::Fits(height) => height.0 == 0 || !self.queues[queue].borrows_last,
            };
            if stops {
                break;
            }
        }
        let open = match best {
            Some((Way::Preempting, _)) => {
                able > 1 || (self.queues[queue].preempts_first && flavors.len() > 1)
            }
            _ => false,
        };
        (best.map(|(_, flavor)| flavor).or(flavors.first().copied()), open)
    }
}

/// Chooses the flavors of every waiting workload in the state that `fields` and the admitted workloads make.
///
/// # Errors
/// Fields that are no instance.
pub(super) fn choose(
    queues: &[Queue],
    workloads: &mut [Workload],
    columns: &[Column],
    fields: &[(String, Value)],
    of: &Flavors,
    assumed: &mut Assumptions<'_>,
) -> Result<(), InputError> {
    let mut fields: Vec<(String, Value)> =
        fields.iter().filter(|(name, _)| name != "model").cloned().collect();
    let any = Value::List(vec![Value::Integer(1); columns.len()]);
    let one = vec![("queue".to_string(), Value::Integer(0)), ("request".to_string(), any)];
    fields.push(("workload".to_string(), Value::List(vec![Value::Table(one)])));
    fields.push(("admitted".to_string(), Value::List(Vec::new())));
    let tree = Cohort::read(&Node::new("", &Value::Table(fields)))?.tree();
    let mut used = vec![vec![Rational::zero(); columns.len()]; queues.len()];
    for workload in workloads.iter().filter(|workload| workload.admitted.is_some()) {
        for (column, amount) in &workload.request {
            if let Some(r) = columns.iter().position(|known| known == column) {
                used[workload.queue][r] = &used[workload.queue][r] + amount;
            }
        }
    }
    let state = State { queues, columns, usage: tree.usage(used), tree };
    for workload in workloads.iter_mut().filter(|workload| workload.admitted.is_none()) {
        let groups = &queues[workload.queue].groups;
        let sets = workload.asks.iter().zip(&workload.rules);
        for ((asks, rules), (names, flavors)) in
            sets.flat_map(|set| groups.iter().map(move |group| (set, group)))
        {
            let asks: Vec<_> = asks.iter().filter(|(name, _)| names.contains(name)).collect();
            if asks.is_empty() {
                continue;
            }
            let with = |flavor: &String, name: &String, amount: &Rational| {
                let column = (flavor.clone(), name.clone());
                let so_far = workload.request.get(&column).cloned().unwrap_or_else(Rational::zero);
                (column, so_far + amount)
            };
            let way = |flavor: &String| {
                let each = asks.iter().map(|(name, amount)| {
                    let (column, amount) = with(flavor, name, amount);
                    state.way(workload.queue, &column, &amount)
                });
                each.min().unwrap_or(Way::Never)
            };
            let (flavor, open) = state.flavor(workload.queue, &of.met(flavors, rules), way);
            if open {
                let words = "Of several flavors that a waiting workload could only have by preemption, the first is taken";
                assumed.add("flavorFungibility", words);
            }
            let Some(flavor) = flavor else { continue };
            let taken: Vec<_> = asks.iter().map(|(name, amount)| with(flavor, name, amount)).collect();
            workload.request.extend(taken);
        }
    }
    Ok(())
}
