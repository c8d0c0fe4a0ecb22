//! Small random changes of an instance, within a scope: the moves of a local search, and a strategy of its own.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Batch, Brief, Hunt, Mutation, Scope, Strategy, random};
use crate::model::Model;
use crate::model::arrivals::Sequence;
use crate::model::cluster::Pool;
use crate::model::covering::Stock;
use crate::scalar::{Rational, Scalar};

/// A number that a cell might take: the ends of the scope's range, or anything between.
fn number(rng: &mut ChaCha8Rng, least: i64, most: i64) -> Rational {
    Rational::int(match rng.random_range(0..4) {
        0 => least,
        1 => most,
        _ => rng.random_range(least..=most),
    })
}

/// A changed arrival sequence: an entry, a copied agent, two exchanged, one more, one less, or a fresh start.
pub fn arrivals(rng: &mut ChaCha8Rng, scope: Scope, sequence: &Sequence) -> Sequence {
    let mut changed = sequence.clone();
    changed.agents = changed.steps();
    for _ in 0..rng.random_range(1..=2) {
        let (steps, resources) = (changed.steps(), changed.resources());
        let i = rng.random_range(0..steps);
        let j = rng.random_range(0..steps);
        match rng.random_range(0..8) {
            0 if steps > 1 => drop(changed.demand.remove(i)),
            1 | 2 if steps < scope.users => changed.demand.insert(i, changed.demand[j].clone()),
            3 => changed.demand.swap(i, j),
            4 => changed.demand[i] = changed.demand[j].clone(),
            5 => {
                let own = rng.random_range(0..resources);
                for r in 0..resources {
                    changed.demand[i][r] =
                        Rational::int(if r == own { scope.max } else { scope.least_demand() });
                }
            }
            _ => {
                let r = rng.random_range(0..resources);
                changed.demand[i][r] = number(rng, scope.least_demand(), scope.max);
            }
        }
        changed.agents = changed.steps();
    }
    let sound = changed.demand.iter().all(|row| row.iter().any(Scalar::is_positive));
    if sound { changed } else { random::sequence(rng, scope) }
}

/// A changed cluster: an entry of capacity or demand, a copied user, an eligibility flipped.
pub fn cluster(rng: &mut ChaCha8Rng, scope: Scope, pool: &Pool) -> Pool {
    let mut changed = pool.clone();
    for _ in 0..rng.random_range(1..=2) {
        let (u, v) = (rng.random_range(0..pool.users()), rng.random_range(0..pool.users()));
        let (i, r) = (rng.random_range(0..pool.servers()), rng.random_range(0..pool.resources()));
        match rng.random_range(0..6) {
            0 | 1 => changed.capacity[i][r] = number(rng, 0, scope.most_capacity()),
            2 | 3 => changed.demand[u][r] = number(rng, scope.least_demand(), scope.max),
            4 => changed.demand[u] = changed.demand[v].clone(),
            _ => changed.eligible[u][i] = !changed.eligible[u][i],
        }
    }
    let sound = changed.demand.iter().all(|row| row.iter().any(Scalar::is_positive))
        && changed.eligible.iter().all(|row| row.iter().any(|e| *e));
    if sound { changed } else { random::pool(rng, scope) }
}

/// A changed stock: a cost that is another's or a number, a demand one more or less, a resource more or less, a size.
pub fn covering(rng: &mut ChaCha8Rng, scope: Scope, stock: &Stock) -> Stock {
    let (mut cost, mut size, mut demand) = (stock.cost.clone(), stock.size.clone(), stock.demand.clone());
    for _ in 0..rng.random_range(1..=2) {
        let (i, k) = (rng.random_range(0..cost.len()), rng.random_range(0..cost.len()));
        let j = rng.random_range(0..demand.len());
        match rng.random_range(0..9) {
            0 | 1 => cost[i] = number(rng, 1, scope.max),
            2 => cost[i] = cost[k].clone(),
            3 => {
                // A step towards or away from a neighbour, as large as some other one.
                let step = &cost[i] - &cost[k];
                cost[i] = &cost[i] + step;
            }
            4 if cost.len() < scope.resources => {
                cost.push(cost[i].clone());
                size.push(size[i].clone());
            }
            5 if cost.len() > 1 => {
                cost.remove(i);
                size.remove(i);
            }
            6 => demand[j] = number(rng, 1, scope.max),
            7 if demand.len() < scope.users => demand.push(demand[j].clone()),
            8 if size[i] != Rational::one() => size[i] = number(rng, 1, scope.max.min(4)),
            _ => {
                let change = Rational::int([-1, 1][rng.random_range(0..2)]);
                demand[j] = &demand[j] + change;
            }
        }
    }
    let most = Rational::int(scope.max);
    let sound = cost.iter().chain(&size).chain(&demand).all(|x| x.is_positive() && *x <= most);
    let changed = sound.then(|| Stock::new(cost, size, demand).ok()).flatten();
    changed.unwrap_or_else(|| random::stock(rng, scope))
}

/// Neighbours of known instances: of the archive, of the papers' examples, and of whatever turns out well.
#[derive(Debug)]
pub struct Mutate;

impl<M: Model> Strategy<M> for Mutate {
    fn id(&self) -> &'static str {
        "mutate"
    }

    fn about(&self) -> &'static str {
        "small changes of instances on record, of the papers' examples and of the best ones found"
    }

    fn start(&self, brief: &Brief<'_, M>) -> Box<dyn Hunt<M>> {
        let mut parents = (brief.domain.examples)();
        parents.extend(brief.archive.iter().cloned());
        parents.retain(|instance| M::agents(instance) <= brief.scope.users);
        Box::new(Neighbours {
            parents,
            best: None,
            next: 0,
            scope: brief.scope,
            seed: brief.seed,
            random: brief.domain.random,
            mutate: brief.domain.mutate,
        })
    }
}

struct Neighbours<M: Model> {
    parents: Vec<M::Instance<Rational>>,
    best: Option<(f64, M::Instance<Rational>)>,
    next: u64,
    scope: Scope,
    seed: u64,
    random: fn(&mut ChaCha8Rng, Scope) -> M::Instance<Rational>,
    mutate: Mutation<M>,
}

/// Parents that were good once are kept, so many of them.
const MOST_PARENTS: usize = 200;

impl<M: Model> Hunt<M> for Neighbours<M> {
    fn propose(&mut self, count: usize) -> Batch<M> {
        let changed = |k: u64| {
            let mut rng = random::draw(!self.seed, k);
            if self.parents.is_empty() || rng.random_range(0..8) == 0 {
                let fresh = (self.random)(&mut rng, self.scope);
                return (self.mutate)(&mut rng, self.scope, &fresh);
            }
            let parent = &self.parents[rng.random_range(0..self.parents.len())];
            (self.mutate)(&mut rng, self.scope, parent)
        };
        let batch = (self.next..self.next + count as u64).map(changed).collect();
        self.next += count as u64;
        Batch::Instances(batch)
    }

    fn learn(&mut self, instance: &M::Instance<Rational>, lean: f64) {
        if self.best.as_ref().is_none_or(|(best, _)| lean > *best) {
            self.best = Some((lean, instance.clone()));
            if self.parents.len() < MOST_PARENTS {
                self.parents.push(instance.clone());
            }
        }
    }
}
