//! Competitive equilibrium from equal incomes on one pool: each user spends its budget, and only full
//! resources have a price (after Ghodsi et al. 2011, whose text was not read). The allocation maximises the
//! weighted product of tasks (Eisenberg and Gale 1959).

use crate::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Setting};
use crate::model::{Checked, Refusal, certain, uncertified};
use crate::scalar::{Rational, Scalar, dot, max, min, sum};
use crate::specification::{Facts, Settles, Specification, one_pool, user_weights, without_limits};

/// Competitive equilibrium from equal incomes: the mechanism `ceei`.
#[derive(Debug)]
pub struct Ceei;

/// The budget of each user that can run tasks: its part, by weight, of one unit of money; `None` for each
/// other user.
pub fn money(pool: &Pool) -> Vec<Option<Rational>> {
    let runs = |u: usize| pool.runs_on(u, 0);
    let all = sum((0..pool.users()).filter(|&u| runs(u)).map(|u| pool.weight(u, 0).clone()));
    (0..pool.users()).map(|u| runs(u).then(|| pool.weight(u, 0) / &all)).collect()
}

/// Enclosure of an allocation with irrational numbers: two resources that alone have a price, and bounds,
/// between zero and one, on the payment of all users together for the first resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Enclosure {
    /// The two resources with a price.
    pub resources: (usize, usize),
    /// Lower bound on the payment for the first resource.
    pub low: Rational,
    /// Upper bound on the payment for the first resource.
    pub high: Rational,
}

impl Enclosure {
    /// Demand of one task of `user` for the two resources, as parts of their capacities.
    fn parts(&self, pool: &Pool, user: usize) -> (Rational, Rational) {
        let part = |r: usize| &pool.demand[user][r] / &pool.capacity[0][r];
        (part(self.resources.0), part(self.resources.1))
    }

    /// Price of one task of `user` when all users together pay `paid` for the first resource.
    fn cost(&self, pool: &Pool, user: usize, paid: &Rational) -> Rational {
        let (first, second) = self.parts(pool, user);
        paid * first + (Rational::one() - paid) * second
    }

    /// The part of the first resource that is demanded, less that of the second, when `paid` is paid for the
    /// first. The difference falls as `paid` grows, and is zero only where both resources are full.
    pub fn excess(&self, pool: &Pool, paid: &Rational) -> Rational {
        let money = money(pool);
        let users = money.iter().enumerate().filter_map(|(u, money)| Some((u, money.as_ref()?)));
        sum(users.map(|(u, money)| {
            let (first, second) = self.parts(pool, u);
            money * (first - second) / self.cost(pool, u, paid)
        }))
    }

    /// Lower and upper bounds on the tasks of every user.
    fn bounds(&self, pool: &Pool) -> Vec<(Rational, Rational)> {
        let bound = |(u, money): (usize, &Option<Rational>)| {
            let Some(money) = money else { return (Rational::zero(), Rational::zero()) };
            let at = |paid: &Rational| money / self.cost(pool, u, paid);
            let (a, b) = (at(&self.low), at(&self.high));
            (min(a.clone(), b.clone()), max(a, b))
        };
        money(pool).iter().enumerate().map(bound).collect()
    }

    /// Lower and upper bounds on the tasks of every user. They are proved: the excess demand for the first
    /// resource changes its sign between the bounds, and no other resource is demanded beyond its capacity.
    ///
    /// # Errors
    /// The part of the enclosure that is not proved.
    pub fn accepted(&self, pool: &Pool) -> Checked<Vec<(Rational, Rational)>> {
        Ceei.domain(pool)?;
        let (a, b) = self.resources;
        let priced = |r: usize| pool.capacity[0].get(r).is_some_and(Scalar::is_positive);
        let two = a != b && priced(a) && priced(b);
        certain(two, "two resources are needed of which there is something")?;
        let within = self.low.is_positive() && self.high < Rational::one() && self.low < self.high;
        certain(within, "the bounds of what is paid are not within 0 and 1")?;
        let buys = |u: usize| !pool.runs_on(u, 0) || [a, b].iter().any(|&r| pool.demand[u][r].is_positive());
        certain((0..pool.users()).all(buys), "a task of some user would cost nothing")?;
        let changes =
            self.excess(pool, &self.low).is_positive() && self.excess(pool, &self.high).is_negative();
        certain(changes, "the excess does not change its sign between the bounds")?;
        let bounds = self.bounds(pool);
        for r in (0..pool.resources()).filter(|r| ![a, b].contains(r)) {
            let most = dot(bounds.iter().zip(&pool.demand).map(|((_, high), demand)| (high, &demand[r])));
            let room = most <= pool.capacity[0][r] || self.follows(pool, r);
            certain(room, "another resource may be asked for beyond its capacity")?;
        }
        Ok(bounds)
    }

    /// Returns `true` if one convex combination of the two priced resources bounds the demand for resource
    /// `r` of every task, all in parts of capacity. Then `r` is never demanded beyond its capacity unless one
    /// of the two is.
    fn follows(&self, pool: &Pool, r: usize) -> bool {
        if !pool.capacity[0][r].is_positive() {
            return false;
        }
        // The combination has weight t on the first resource: each user bounds t from one side.
        let (mut least, mut most) = (Rational::zero(), Rational::one());
        for u in (0..pool.users()).filter(|&u| pool.runs_on(u, 0)) {
            let ((first, second), part) = (self.parts(pool, u), &pool.demand[u][r] / &pool.capacity[0][r]);
            let (slope, needed) = (&first - &second, part - &second);
            if slope.is_positive() {
                least = max(least, needed / slope);
            } else if slope.is_negative() {
                most = min(most, needed / slope);
            } else if needed.is_positive() {
                return false;
            }
        }
        least <= most
    }
}

impl Specification<Cluster> for Ceei {
    /// The product of tasks is maximised in exactly one point.
    fn facts(&self) -> Facts<Setting> {
        Facts { settles: Settles::Outcome, ..Facts::of("ceei", Setting::divisible(Division::Resource)) }
    }

    fn domain(&self, pool: &Pool) -> Result<(), Refusal> {
        one_pool(pool)?;
        user_weights(pool)?;
        without_limits(pool, "who has all its tasks would have no use for the rest of its money")
    }

    fn check(&self, pool: &Pool, outcome: &Placement, certificate: &Certificate) -> Checked {
        let Certificate::Prices(prices) = certificate else { return uncertified("prices are needed") };
        certain(prices.len() == pool.resources(), "one price a resource is needed")?;
        let capacity = &pool.capacity[0];
        for (r, price) in prices.iter().enumerate().filter(|(_, price)| !price.is_zero()) {
            if price.is_negative() {
                return uncertified(format!("the price of {} is below zero", pool.resource_name(r)));
            }
            if capacity[r].is_zero() || outcome.used(pool, 0, r) != capacity[r] {
                return uncertified(format!("{} has a price and is not full", pool.resource_name(r)));
            }
        }
        let money = money(pool);
        if money.iter().any(Option::is_some) && dot(prices.iter().zip(capacity)) != Rational::one() {
            return uncertified("all resources together do not cost the money there is");
        }
        for (u, money) in money.iter().enumerate() {
            let Some(money) = money else { continue };
            if dot(prices.iter().zip(&pool.demand[u])) * &outcome.tasks[u][0] != *money {
                return uncertified(format!("{} does not spend its part of the money", pool.user_name(u)));
            }
        }
        Ok(())
    }
}
