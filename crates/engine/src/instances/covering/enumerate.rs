//! Every covering instance of a scope with integer entries, up to renaming resources and tasks.

use fairwitness_kernel::specification::Anonymous;

use super::super::symmetry::choices;
use super::super::{Candidates, MOST_ENTRY, Scope};
use crate::model::Hypothesis;
use crate::model::covering::{Covering, Stock};
use crate::scalar::{Rational, Scalar};

/// A kind of resource: its cost and its size.
type Kind = (i64, i64);

/// Returns `true` if every stock of the scope can be listed.
pub fn listable(scope: Scope) -> bool {
    scope.extras.parts.unwrap_or(1) == 1 && scope.max <= MOST_ENTRY
}

/// All covering instances within the scope up to the renamings in `renamed`, where tasks are the agents; few tasks and resources and small numbers first,
/// sizes 1 before other sizes.
pub fn enumerate(scope: Scope, renamed: Anonymous) -> Candidates<Covering> {
    let most = scope.max.min(MOST_ENTRY);
    let mut sizes = Vec::new();
    for tasks in 1..=scope.users {
        for resources in 1..=scope.resources {
            sizes.extend(
                (1..=most).flat_map(|max| [(tasks, resources, max, true), (tasks, resources, max, false)]),
            );
        }
    }
    sizes.retain(|&(_, _, _, unit)| unit || scope.hypothesis != Hypothesis::UnitSizes);
    sizes.sort_by_key(|&(tasks, resources, max, unit)| {
        let kinds = if unit { max } else { 2 * max };
        ((tasks + resources) as i64 * kinds, !unit, tasks, max)
    });
    Box::new(sizes.into_iter().flat_map(move |(tasks, resources, max, unit)| {
        let largest = if unit { 1 } else { max };
        let kinds: Vec<Kind> =
            (1..=max).flat_map(|cost| (1..=largest).map(move |size| (cost, size))).collect();
        choices(resources, kinds.len(), renamed.resources).flat_map(move |chosen| {
            let stock: Vec<Kind> = chosen.iter().map(|&k| kinds[k]).collect();
            let sized = stock.iter().any(|(_, size)| *size > 1);
            let total: i64 = stock.iter().map(|(_, size)| size).sum();
            let sets =
                (unit || sized).then(|| choices(tasks, usize::try_from(max).unwrap_or(0), renamed.agents));
            sets.into_iter().flatten().filter_map(move |set| {
                let demand: Vec<i64> = set.iter().map(|&d| d as i64 + 1).collect();
                let entries = stock.iter().flat_map(|(c, s)| [c, s]).chain(&demand);
                let fits = demand.iter().all(|d| *d <= total) && entries.max() == Some(&max);
                let row = |row: &mut dyn Iterator<Item = i64>| row.map(Rational::int).collect::<Vec<_>>();
                let (cost, size) = (row(&mut stock.iter().map(|k| k.0)), row(&mut stock.iter().map(|k| k.1)));
                fits.then(|| Stock::new(cost, size, row(&mut demand.iter().copied())).ok()).flatten()
            })
        })
    }))
}

/// Returns `true` if renaming resources and tasks takes `a` to `b`.
pub fn alike(a: &Stock, b: &Stock) -> bool {
    let sorted = |stock: &Stock| {
        let mut resources: Vec<_> = stock.cost.iter().cloned().zip(stock.size.iter().cloned()).collect();
        let mut tasks = stock.demand.clone();
        resources.sort();
        tasks.sort();
        (resources, tasks)
    };
    sorted(a) == sorted(b)
}
