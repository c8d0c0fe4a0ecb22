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
    let mut search = Search { cost, size, order, best: None, chosen: Vec::new(), left: most };
    search.go(0, demand.clone(), Rational::zero())?;
    search.best.map(|(_, chosen)| chosen)
}

struct Search<'a> {
    cost: &'a [Rational],
    size: &'a [Rational],
    /// The resources in increasing order of cost per size.
    order: Vec<usize>,
    best: Option<(Rational, Vec<usize>)>,
    chosen: Vec<usize>,
    left: usize,
}

impl Search<'_> {
    /// A lower bound on the remaining cost: the fractional knapsack over the resources from `from` on. `None`
    /// if they do not suffice.
    fn bound(&self, from: usize, lacks: &Rational) -> Option<Rational> {
        let (mut lacks, mut price) = (lacks.clone(), Rational::zero());
        for &i in &self.order[from..] {
            if self.size[i] >= lacks {
                return Some(price + &self.cost[i] * lacks / &self.size[i]);
            }
            lacks = lacks - &self.size[i];
            price = price + &self.cost[i];
        }
        (!lacks.is_positive()).then_some(price)
    }

    fn go(&mut self, from: usize, lacks: Rational, price: Rational) -> Option<()> {
        if !lacks.is_positive() {
            if self.best.as_ref().is_none_or(|(best, _)| price < *best) {
                self.best = Some((price, self.chosen.clone()));
            }
            return Some(());
        }
        let Some(rest) = self.bound(from, &lacks) else { return Some(()) };
        if self.best.as_ref().is_some_and(|(best, _)| &price + rest >= *best) {
            return Some(());
        }
        self.left = self.left.checked_sub(1)?;
        let i = *self.order.get(from)?;
        self.chosen.push(i);
        self.go(from + 1, &lacks - &self.size[i], &price + &self.cost[i])?;
        self.chosen.pop();
        self.go(from + 1, lacks, price)
    }
}
