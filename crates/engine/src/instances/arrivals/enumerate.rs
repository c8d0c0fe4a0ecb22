//! Every arrival sequence of a scope with integer entries, up to renaming resources.

use super::super::symmetry::{permutations, rows};
use super::super::{Candidates, MOST_ENTRY, Scope};
use crate::model::arrivals::{Arrivals, Sequence};
use crate::scalar::{Rational, Scalar};

/// All arrival sequences within the scope up to renaming resources, with exactly the declared number of
/// arrivals; short ones first.
pub fn enumerate(scope: Scope) -> Candidates<Arrivals> {
    let mut sizes = Vec::new();
    let scope = Scope { max: scope.max.min(MOST_ENTRY), resources: scope.resources.min(6), ..scope };
    for agents in 1..=scope.users {
        for resources in 1..=scope.resources {
            sizes.extend((1..=scope.max).map(|max| (agents, resources, max)));
        }
    }
    sizes.sort_by_key(|&(agents, resources, max)| ((agents * resources) as i64 * (max + 1), agents, max));
    let least = scope.least_demand();
    Box::new(sizes.into_iter().flat_map(move |(agents, resources, max)| {
        let swaps = permutations(resources);
        let wanted = move |row: &&[i64]| row.iter().any(|d| *d > 0) && row.iter().all(|d| *d >= least);
        rows(agents * resources, max).filter_map(move |digits| {
            let demand: Vec<&[i64]> = digits.chunks(resources).collect();
            let renamed = |swap: &Vec<usize>| -> Vec<i64> {
                demand.iter().flat_map(|row| swap.iter().map(|&r| row[r])).collect()
            };
            let keep = demand.iter().all(&wanted)
                && digits.contains(&max)
                && swaps.iter().all(|swap| renamed(swap) >= digits);
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
