//! Every arrival sequence of a scope with integer entries, up to renaming resources.

use fairwitness_kernel::specification::Anonymous;

use super::super::symmetry::{orders, permutations, rows};
use super::super::{Candidates, MOST_ENTRY, Scope};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::scalar::{Rational, Scalar};

/// The largest number of resources of a sequence that is listed.
const MOST: usize = 6;

/// Returns `true` if every sequence of the scope can be listed.
pub fn listable(scope: Scope) -> bool {
    scope.extras.parts.unwrap_or(1) == 1 && scope.max <= MOST_ENTRY && scope.resources <= MOST
}

/// All arrival sequences within the scope up to the renamings in `renamed`, which never exchange agents, with each
/// number of declared agents; short ones first.
pub fn enumerate(scope: Scope, renamed: Anonymous) -> Candidates<Arrivals> {
    let mut sizes = Vec::new();
    let scope = Scope { max: scope.max.min(MOST_ENTRY), resources: scope.resources.min(MOST), ..scope };
    for steps in 1..=scope.users {
        for resources in 1..=scope.resources {
            let declared =
                move |max| (steps..=scope.users).map(move |agents| (agents, steps, resources, max));
            sizes.extend((1..=scope.max).flat_map(declared));
        }
    }
    sizes.sort_by_key(|&(agents, steps, resources, max)| {
        ((agents * resources) as i64 * (max + 1), agents, agents - steps, max)
    });
    let least = scope.least_demand();
    Box::new(sizes.into_iter().flat_map(move |(agents, steps, resources, max)| {
        let swaps = orders(resources, renamed.resources);
        let wanted = move |row: &&[i64]| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= least);
        rows(steps * resources, max).filter_map(move |digits| {
            let demand: Vec<&[i64]> = digits.chunks(resources).collect();
            let image = |swap: &Vec<usize>| -> Vec<i64> {
                demand.iter().flat_map(|row| swap.iter().map(|&r| row[r])).collect()
            };
            let keep = demand.iter().all(&wanted)
                && digits.contains(&max)
                && swaps.iter().all(|swap| image(swap) >= digits);
            let exact = |row: &&[i64]| row.iter().copied().map(Rational::int).collect();
            keep.then(|| Sequence { agents, demand: demand.iter().map(exact).collect() })
        })
    }))
}

/// Returns `true` if renaming resources takes `a` to `b`; the order of agents matters.
pub fn alike(a: &Sequence, b: &Sequence) -> bool {
    let same = a.agents == b.agents && a.steps() == b.steps() && a.resources() == b.resources();
    same && permutations(a.resources())
        .iter()
        .any(|q| a.demand.iter().zip(&b.demand).all(|(x, y)| q.iter().zip(y).all(|(&r, y)| x[r] == *y)))
}
