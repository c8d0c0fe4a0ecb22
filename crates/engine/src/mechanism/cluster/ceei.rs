//! Competitive equilibrium from equal incomes on one pool. If one resource has a price, the allocation is
//! immediate; if two have, a sign test isolates their prices; if more have, floats make a guess that is
//! proved or discarded.

use fairwitness_kernel::property::formula::Known;
use fairwitness_kernel::specification::cluster::ceei::{Ceei, Enclosure, money};

use super::ceei_guess::guesses;
use super::outward::outward;
use crate::linear::{Halt, Patience, Program, Solution, Timely, Uncut as _, solve};
use crate::mechanism::{
    Abilities, Allocated, Certified, Enclosed, Encloses, Followed, Mechanism, Sought, Specification,
    certified, sentences,
};
use crate::model::cluster::{Certificate, Cluster, Placement, Pool};
use crate::model::{Refusal, Rejected, Table};
use crate::scalar::{Rational, Scalar, common_denominator, dot, simplest_between};

/// The allocation, as far as it is known.
enum Found {
    /// The allocation has rational amounts.
    Exact(Placement),
    /// An enclosure of the allocation, whose numbers are irrational.
    Irrational(Enclosure),
    /// Two resources seem to have a price, and a third may be exactly full: no bounds decide.
    Undecided,
}

/// The number of halvings, beyond those that isolate a fraction, after which the question is left undecided.
const SPARE_HALVINGS: u64 = 200;

/// The largest number of halvings of an interval.
const MOST_HALVINGS: u64 = 6_000;

/// The number of halvings after which the first fraction is guessed and bounds are printed.
const PRINTED: u64 = 70;

fn placed(tasks: Vec<Rational>) -> Placement {
    Placement { tasks: tasks.into_iter().map(|x| vec![x]).collect() }
}

/// The tasks that every user buys with its budget when all users pay `paid` for each resource; `None` if some
/// task is free.
fn bought(pool: &Pool, paid: &[(usize, Rational)]) -> Option<Placement> {
    let cost = |u: usize| {
        let part = |(r, paid): &(usize, Rational)| paid * &pool.demand[u][*r] / &pool.capacity[0][*r];
        paid.iter().map(part).fold(Rational::zero(), |sum, x| sum + x)
    };
    let tasks = money(pool).into_iter().enumerate().map(|(u, money)| match money {
        None => Some(Rational::zero()),
        Some(money) => {
            let cost = cost(u);
            cost.is_positive().then(|| money / cost)
        }
    });
    tasks.collect::<Option<_>>().map(placed)
}

/// Returns `true` if the placement is certified by prices.
fn proved(pool: &Pool, placement: &Placement, patience: &Patience) -> Timely<bool> {
    Ok(certified(&Ceei, pool, placement, patience).uncut()?.is_ok())
}

/// The leading coefficient, over the common denominator, of the polynomial whose root is the payment for the
/// first resource. The denominator of a rational root divides it.
fn largest_denominator(pool: &Pool, pair: (usize, usize)) -> Rational {
    // The excess is a sum of money * (a - b) / (b + paid (a - b)), one term for each ratio of a to b.
    let mut terms: Vec<(Rational, Rational, Rational)> = Vec::new();
    for (u, money) in money(pool).into_iter().enumerate() {
        let Some(money) = money else { continue };
        let part = |r: usize| &pool.demand[u][r] / &pool.capacity[0][r];
        let (a, b) = (part(pair.0), part(pair.1));
        let all = &a + &b;
        let (slope, start) = ((a - &b) / &all, b / &all);
        if slope.is_zero() {
            continue;
        }
        match terms.iter_mut().find(|(_, s, _)| *s == slope) {
            Some((m, ..)) => *m = &*m + money,
            None => terms.push((money, slope, start)),
        }
    }
    // The sum over terms of money * slope * the product of all other factors, coefficient by coefficient.
    let mut sum: Vec<Rational> = vec![Rational::zero(); terms.len().max(1)];
    for (k, (money, slope, _)) in terms.iter().enumerate() {
        let mut product = vec![money * slope];
        for (_, slope, start) in terms.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, term)| term) {
            let mut next = vec![Rational::zero(); product.len() + 1];
            for (power, c) in product.iter().enumerate() {
                next[power] = &next[power] + c * start;
                next[power + 1] = &next[power + 1] + c * slope;
            }
            product = next;
        }
        sum.iter_mut().zip(product).for_each(|(sum, c)| *sum = &*sum + c);
    }
    let scale = Rational::from_int(&common_denominator(&sum));
    let leading = sum.iter().rev().find(|c| !c.is_zero());
    leading.map_or_else(Rational::one, |c| (c * scale).abs())
}

/// The allocation in which exactly the two resources of `pair` have a price; `None` if there is none.
fn of_pair(pool: &Pool, pair: (usize, usize), patience: &Patience) -> Timely<Option<Found>> {
    let positive = |r: usize| pool.capacity[0][r].is_positive();
    let running: Vec<usize> = (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).collect();
    let takes = |u: usize, r: usize| pool.demand[u][r].is_positive();
    let sold = running.iter().all(|&u| takes(u, pair.0) || takes(u, pair.1));
    if !positive(pair.0) || !positive(pair.1) || !sold {
        return Ok(None);
    }
    let mut at = Enclosure { resources: pair, low: Rational::zero(), high: Rational::one() };
    // At either end one of the two resources is free, so a task that demands only this resource costs
    // nothing, and more is demanded than there is.
    if running.iter().all(|&u| takes(u, pair.1)) && !at.excess(pool, &at.low).is_positive() {
        return Ok(None);
    }
    if running.iter().all(|&u| takes(u, pair.0)) && !at.excess(pool, &at.high).is_negative() {
        return Ok(None);
    }
    let exact = |paid: Rational| {
        let rest = Rational::one() - &paid;
        let Some(placement) = bought(pool, &[(pair.0, paid), (pair.1, rest)]) else { return Ok(None) };
        Ok(proved(pool, &placement, patience)?.then_some(Found::Exact(placement)))
    };
    let (mut isolated, mut most) = (None, MOST_HALVINGS);
    for k in 1..=MOST_HALVINGS {
        if k > most {
            break;
        }
        patience.check()?;
        let middle = (&at.low + &at.high) / Rational::int(2);
        let excess = at.excess(pool, &middle);
        if excess.is_zero() {
            return exact(middle);
        }
        *(if excess.is_positive() { &mut at.low } else { &mut at.high }) = middle;
        if k < PRINTED || !at.low.is_positive() || at.high >= Rational::one() {
            continue;
        }
        let least = isolated.get_or_insert_with(|| {
            let largest = largest_denominator(pool, pair);
            most = most.min(2 * largest.bits() + k + SPARE_HALVINGS);
            Rational::one() / (&largest * &largest)
        });
        let guess = simplest_between(&at.low, &at.high);
        if at.excess(pool, &guess).is_zero() {
            return exact(guess);
        }
        if &at.high - &at.low >= *least {
            continue;
        }
        // No fraction is a root: two fractions with admissible denominators are further apart than the bounds.
        match at.accepted(pool) {
            Ok(_) => return Ok(Some(Found::Irrational(at))),
            Err(_) if overloaded(pool, &at) => return Ok(None),
            Err(_) => {}
        }
    }
    Ok(Some(Found::Undecided))
}

/// Returns `true` if a third resource is certainly demanded beyond its capacity.
fn overloaded(pool: &Pool, at: &Enclosure) -> bool {
    let buys = |paid: &Rational| {
        bought(pool, &[(at.resources.0, paid.clone()), (at.resources.1, Rational::one() - paid)])
    };
    let (Some(low), Some(high)) = (buys(&at.low), buys(&at.high)) else { return false };
    let least: Vec<Rational> =
        low.totals().into_iter().zip(high.totals()).map(|(a, b)| crate::scalar::min(a, b)).collect();
    let asked = |r: usize| dot(least.iter().zip(&pool.demand).map(|(x, demand)| (x, &demand[r])));
    (0..pool.resources()).any(|r| asked(r) > pool.capacity[0][r])
}

fn found(pool: &Pool, patience: &Patience) -> Sought<Found> {
    Ceei.domain(pool)?;
    if money(pool).iter().all(Option::is_none) {
        return Ok(Found::Exact(Placement::empty(pool.users(), 1)));
    }
    let there: Vec<usize> = (0..pool.resources()).filter(|&r| pool.capacity[0][r].is_positive()).collect();
    let alone = there.iter().filter_map(|&r| bought(pool, &[(r, Rational::one())]));
    for placement in alone {
        if proved(pool, &placement, patience)? {
            return Ok(Found::Exact(placement));
        }
    }
    let mut open = false;
    for (k, &a) in there.iter().enumerate() {
        for &b in &there[k + 1..] {
            match of_pair(pool, (a, b), patience)? {
                Some(Found::Undecided) => open = true,
                Some(found) => return Ok(found),
                None => {}
            }
        }
    }
    for placement in guesses(pool, patience)? {
        if proved(pool, &placement, patience)? {
            return Ok(Found::Exact(placement));
        }
    }
    if open {
        return Ok(Found::Undecided);
    }
    Err(Refusal::Undecided(
        "three or more resources have a price, and no fractions were found for them: the tasks are irrational, or fractions of many digits; bounds are known where two have a price"
            .to_string(),
    )
    .into())
}

fn bounds(pool: &Pool, at: &Enclosure) -> Option<Enclosed> {
    let (low, high) = outward(at.accepted(pool).ok()?.into_iter().unzip());
    // Both resources are full, and cost all money: of one of them, a user holds as large a part as it pays.
    let holds = money(pool).into_iter().map(|money| money.unwrap_or_else(Rational::zero)).collect();
    Some(Enclosed { low, high, known: Known { full: vec![at.resources.0, at.resources.1], holds } })
}

impl Mechanism<Cluster> for Ceei {
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        Ok(match found(pool, patience)? {
            Found::Exact(placement) => Ok(placement),
            Found::Irrational(at) => {
                let (a, b) = at.resources;
                let both = format!("{} and {} have a price", pool.resource_name(a), pool.resource_name(b));
                let reason =
                    format!("the tasks are irrational numbers: {both}, and no fractions make both full");
                Err(Refusal::Enclosed(reason))
            }
            Found::Undecided => Err(Refusal::Undecided(
                "two resources seem to have a price, and whether a third is just full was not decided"
                    .to_string(),
            )),
        }?)
    }

    /// Prices by a linear programme: zero for resources that are not full, and each user spends its budget.
    fn certify(&self, pool: &Pool, outcome: &Placement, patience: &Patience) -> Certified<Cluster> {
        let mut program = Program::new(pool.resources());
        for (u, money) in money(pool).into_iter().enumerate() {
            let Some(money) = money else { continue };
            let spent = pool.demand[u].iter().map(|d| d * &outcome.tasks[u][0]).enumerate();
            program.equal(spent.filter(|(_, x)| !x.is_zero()).collect(), money);
        }
        for (r, capacity) in pool.capacity[0].iter().enumerate() {
            if outcome.used(pool, 0, r) != *capacity || capacity.is_zero() {
                program.equal(vec![(r, Rational::one())], Rational::zero());
            }
        }
        Ok(match solve(&program, patience)? {
            Solution::Optimal { point, .. } => Ok(Certificate::Prices(point)),
            _ => Err(Rejected::Certificate("no prices make every user buy what it gets".to_string())),
        }?)
    }

    fn trace(&self, pool: &Pool, patience: &Patience) -> Followed<Cluster> {
        let placement = self.allocate(pool, patience)?;
        match self.certify(pool, &placement, patience) {
            Ok(Certificate::Prices(prices)) => Ok(sentences::prices(pool, &placement, &prices)),
            Err(Halt::Cut) => Err(Halt::Cut),
            _ => Err(Refusal::Undecided("no prices make every user buy what it gets".to_string()).into()),
        }
    }

    fn abilities(&self) -> Abilities<'_, Cluster> {
        Abilities { enclosure: Some(self), ..Abilities::none() }
    }

    /// The prices, and the total payment for each resource.
    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let patience = Patience::unlimited();
        let Ok(Found::Exact(placement)) = found(pool, &patience) else { return Vec::new() };
        let Ok(Certificate::Prices(prices)) = self.certify(pool, &placement, &patience) else {
            return Vec::new();
        };
        let table = Table::new("prices (all users together have one unit of money)", prices.len())
            .column("resource", |r| pool.resource_name(r))
            .column("price of a unit", |r| &prices[r])
            .column("price of all of it", |r| &prices[r] * &pool.capacity[0][r]);
        vec![table]
    }
}

impl Encloses<Cluster> for Ceei {
    fn enclosure(&self, pool: &Pool, patience: &Patience) -> Timely<Option<Enclosed>> {
        Ok(match found(pool, patience).uncut()? {
            Ok(Found::Irrational(at)) => bounds(pool, &at),
            _ => None,
        })
    }
}
