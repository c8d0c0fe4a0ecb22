//! Isolation costs: the cost of the cheapest cover of each task alone (mukherjee I-A).

use std::collections::BTreeMap;

use super::Uncoverable;
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of branches searched for one task.
const MOST_BRANCHES: usize = 2_000_000;

pub(super) fn all(
    cost: &[Rational],
    size: &[Rational],
    demand: &[Rational],
) -> Result<Vec<Rational>, Uncoverable> {
    let total = sum(size.iter().cloned());
    let unit = size.iter().all(|s| *s == Rational::one());
    let mut sorted = cost.to_vec();
    sorted.sort();
    let mut known: BTreeMap<Rational, Rational> = BTreeMap::new();
    let one = |(j, demand): (usize, &Rational)| {
        if *demand > total {
            return Err(Uncoverable::Small(j));
        }
        if let Some(price) = known.get(demand) {
            return Ok(price.clone());
        }
        let price = if unit {
            // With sizes 1, the cheapest resources suffice, as many as the demand rounded up.
            let covered = (0..sorted.len()).take_while(|&k| Rational::int(k as i64) < *demand);
            sum(covered.map(|k| sorted[k].clone()))
        } else {
            let chosen = cheapest_cover(cost, size, demand, MOST_BRANCHES).ok_or(Uncoverable::Hard(j))?;
            sum(chosen.into_iter().map(|i| cost[i].clone()))
        };
        known.insert(demand.clone(), price.clone());
        Ok(price)
    };
    demand.iter().enumerate().map(one).collect()
}

/// The resources of a cheapest cover of `demand`: an exact minimum knapsack by branch and bound. `None` if
/// `most` branches do not settle it. The caller ensures that the total size suffices.
pub fn cheapest_cover(
    cost: &[Rational],
    size: &[Rational],
    demand: &Rational,
    most: usize,
) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..cost.len()).collect();
    order.sort_by(|&a, &b| (&cost[a] / &size[a]).cmp(&(&cost[b] / &size[b])).then(a.cmp(&b)));
    let mut before = vec![(Rational::zero(), Rational::zero())];
    for (k, &i) in order.iter().enumerate() {
        before.push((&before[k].0 + &size[i], &before[k].1 + &cost[i]));
    }
    Search { cost, size, order, before }.best(demand, most)
}

struct Search<'a> {
    cost: &'a [Rational],
    size: &'a [Rational],
    /// The resources in increasing order of cost per size.
    order: Vec<usize>,
    /// The sums of size and cost of the resources before each index of `order`.
    before: Vec<(Rational, Rational)>,
}

/// A node: the first resource that is not decided, what is still lacking, the cost so far, the number of resources chosen
/// at the node above, and the resource that this node adds.
type Node = (usize, Rational, Rational, usize, Option<usize>);

impl Search<'_> {
    /// A lower bound on the remaining cost: the fractional knapsack over the resources from `from` on. `None`
    /// if they do not suffice.
    fn bound(&self, from: usize, lacks: &Rational) -> Option<Rational> {
        let (size, cost) = &self.before[from];
        let needed = size + lacks;
        let last = self.before.partition_point(|(size, _)| *size < needed).checked_sub(1)?;
        let i = *self.order.get(last)?;
        Some(&self.before[last].1 - cost + &self.cost[i] * (needed - &self.before[last].0) / &self.size[i])
    }

    /// The resources of the cheapest cover, found within `most` branches.
    fn best(&self, demand: &Rational, most: usize) -> Option<Vec<usize>> {
        let (mut best, mut chosen, mut left) = (None::<(Rational, Vec<usize>)>, Vec::new(), most);
        let mut nodes: Vec<Node> = vec![(0, demand.clone(), Rational::zero(), 0, None)];
        while let Some((from, lacks, price, kept, added)) = nodes.pop() {
            chosen.truncate(kept);
            chosen.extend(added);
            let dearer = |price: &Rational| best.as_ref().is_some_and(|(best, _)| price >= best);
            if !lacks.is_positive() {
                if !dearer(&price) {
                    best = Some((price, chosen.clone()));
                }
                continue;
            }
            let Some(rest) = self.bound(from, &lacks) else { continue };
            if dearer(&(&price + rest)) {
                continue;
            }
            left = left.checked_sub(1)?;
            let i = *self.order.get(from)?;
            let with = (from + 1, &lacks - &self.size[i], &price + &self.cost[i], chosen.len(), Some(i));
            nodes.push((from + 1, lacks, price, chosen.len(), None));
            nodes.push(with);
        }
        best.map(|(_, chosen)| chosen)
    }
}
