//! Bounds on the tasks of every user under share fairness, proved by allocations and prices.
//!
//! They serve pools on which the exact allocation is too large to compute. Write `X_n` for the tasks of user
//! `n` in a leximin allocation `x`, `unit_n` for the tasks that make a level of one, and `L_n = X_n / unit_n`.
//! All leximin allocations have these levels.
//!
//! **Prices.** Let `p >= 0` be a price for each resource of each server, `cost_n` the price of a task of user
//! `n` on the cheapest server that it can use, and `value` the price of all capacity. Every feasible
//! allocation pays at most `value`, so `sum_n cost_n X_n <= value`. If `low_m <= L_m` for every user `m`, let
//! `gap = value - sum_m cost_m unit_m low_m`. Then:
//!
//! 1. `L_n <= low_n + gap / (cost_n unit_n)`, because every other term is at least its lower bound.
//! 2. On a server where a task of user `n` costs `over` more than `cost_n`, the allocation `x` has at most
//!    `gap / over` tasks of the user, because `x` pays at least `sum_m cost_m unit_m low_m` and this excess.
//!
//! **Allocations.** Some users are reserved, and an allocation `y` of the others is given. The users that are
//! reserved keep their tasks of `x`, for which every server has room beside `y`. Let `l_n` be the levels of
//! `y`, `high_n` upper bounds known before, and `a` the smallest `l_n` among the users that are not reserved
//! and have `l_n < high_n`. Then `L_n >= min(l_n, a)` for each user that is not reserved. Suppose that this
//! is false for user `n`, and move from `x` a short way towards `y` and the reserved tasks. The level of user
//! `n` rises. A user whose level falls is not reserved, and has `l_m < L_m <= high_m`, so that
//! `L_n < a <= l_m < L_m`. Hence only users above user `n` lose, and `x` is not leximin. With no reserved
//! user this says that the smallest level of any feasible allocation is at most the smallest level of `x`.
//!
//! **Room.** The use of a resource by reserved users is at most the sum of the following. Users that have few
//! tasks on the server by 2. count with that bound. All others together use at most the capacity, at most
//! what their totals need, and at most the capacity of another resource times their largest ratio of demands.

use super::share::ShareFair;
use crate::model::cluster::{Pool, fitting};
use crate::model::{Checked, certain, uncertified};
use crate::scalar::{Int, Rational, Scalar, dot, greatest, least, max, min, sum};

/// One step of the proof: an allocation, and prices.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Stage {
    /// `true` for each user that keeps its tasks of the leximin allocation.
    pub reserved: Vec<bool>,
    /// User, server and number of tasks of the allocation of the other users.
    pub loads: Vec<(usize, usize, Rational)>,
    /// The price of a unit of each resource of each server (servers x resources).
    pub prices: Vec<Vec<Rational>>,
}

/// Prices that have been checked.
#[derive(Debug)]
struct Priced {
    /// The price of a task of each user on its cheapest server, times the tasks of a level of one.
    costs: Vec<Rational>,
    value: Rational,
}

/// The bounds that the stages so far prove.
#[derive(Debug)]
pub struct ShareBounds<'a> {
    pool: &'a Pool,
    /// The tasks of each user that make a level of one; `None` for users that can run no task.
    units: Vec<Option<Rational>>,
    /// The servers on which each user can run tasks.
    servers: Vec<Vec<usize>>,
    /// Lower bound on each user's level.
    low: Vec<Rational>,
    /// Upper bound on each user's level.
    high: Vec<Rational>,
    /// Upper bounds on the tasks of a user on a server, in the order of `servers`; `None` if there is none.
    most: Vec<Vec<Option<Rational>>>,
    priced: Vec<Priced>,
}

/// The bound on a user's tasks on a server, as a part of those that fit there, below which tasks are few.
const FEW: i64 = 1024;

/// The smallest power of two that is at least `x > 0`, so that sums of bounds have short denominators.
fn power_above(x: &Rational) -> Rational {
    // The quotient of numbers of so many bits lies above 2^(above - below - 1) and below 2^(above - below + 1).
    let bits = |n: &Int| Int::from(1i64).shifted_left(u32::try_from(n.bits()).unwrap_or(u32::MAX));
    let (above, below) = (bits(&x.numerator()), bits(&x.denominator()));
    let mut power = Rational::from_int(&above) / Rational::from_int(&below) * Rational::new(1, 2);
    while power < *x {
        power = power * Rational::int(2);
    }
    power
}

impl<'a> ShareBounds<'a> {
    /// The bounds without any stage: no tasks, and the tasks that a user has or could run alone.
    ///
    /// # Errors
    /// The pool is outside the domain of `share`.
    pub fn new(share: &ShareFair, pool: &'a Pool) -> Checked<Self> {
        use crate::specification::Specification as _;
        share.domain(pool)?;
        let on = |u: usize| (0..pool.servers()).filter(|&i| pool.runs_on(u, i)).collect::<Vec<_>>();
        let servers: Vec<_> = (0..pool.users()).map(on).collect();
        let units: Vec<_> =
            (0..pool.users()).map(|u| (!servers[u].is_empty()).then(|| share.unit(pool, u))).collect();
        let high = |(u, unit): (usize, &Option<Rational>)| match unit {
            Some(unit) => pool.capped(u, pool.alone(u)) / unit,
            None => Rational::zero(),
        };
        Ok(ShareBounds {
            high: units.iter().enumerate().map(high).collect(),
            low: vec![Rational::zero(); pool.users()],
            most: servers.iter().map(|on| vec![None; on.len()]).collect(),
            units,
            servers,
            pool,
            priced: Vec::new(),
        })
    }

    /// The tasks of each user that make a level of one; `None` for users that can run no task.
    pub fn units(&self) -> &[Option<Rational>] {
        &self.units
    }

    /// The servers on which each user can run tasks.
    pub fn servers(&self) -> &[Vec<usize>] {
        &self.servers
    }

    /// Lower and upper bound on the level of `user`.
    pub fn level(&self, user: usize) -> (&Rational, &Rational) {
        (&self.low[user], &self.high[user])
    }

    /// Lower and upper bounds on the tasks of every user.
    pub fn tasks(&self) -> (Vec<Rational>, Vec<Rational>) {
        let tasks = |levels: &[Rational]| {
            let of = |(level, unit): (&Rational, &Option<Rational>)| match unit {
                Some(unit) => level * unit,
                None => Rational::zero(),
            };
            levels.iter().zip(&self.units).map(of).collect()
        };
        (tasks(&self.low), tasks(&self.high))
    }

    /// Adds a stage to the proof.
    ///
    /// # Errors
    /// The part of the stage that proves nothing.
    pub fn add(&mut self, stage: &Stage) -> Checked {
        if !stage.loads.is_empty() {
            self.raised(&stage.reserved, &stage.loads)?;
        }
        if !stage.prices.is_empty() {
            self.at_prices(&stage.prices)?;
        }
        (0..self.priced.len()).for_each(|k| self.tighten(k));
        Ok(())
    }

    /// Raises lower bounds by an allocation of the users that are not reserved.
    fn raised(&mut self, reserved: &[bool], loads: &[(usize, usize, Rational)]) -> Checked {
        let (pool, users) = (self.pool, self.pool.users());
        certain(reserved.len() == users, "one mark for each user is needed")?;
        let mut used = vec![vec![Rational::zero(); pool.resources()]; pool.servers()];
        let mut total = vec![Rational::zero(); users];
        for (u, i, tasks) in loads {
            let runs = *u < users && *i < pool.servers() && !tasks.is_negative() && pool.runs_on(*u, *i);
            certain(runs, "the allocation has tasks where they cannot run")?;
            if reserved[*u] {
                return uncertified(format!("{} is reserved and allocated", pool.user_name(*u)));
            }
            total[*u] = &total[*u] + tasks;
            for (used, d) in used[*i].iter_mut().zip(&pool.demand[*u]).filter(|(_, d)| d.is_positive()) {
                *used = &*used + d * tasks;
            }
        }
        let room = self.room(reserved);
        let fits = used.iter().flatten().zip(room.iter().flatten()).all(|(used, room)| used <= room);
        certain(fits, "the allocation does not fit beside the reserved tasks")?;
        let there = (0..users).all(|u| pool.tasks[u].as_ref().is_none_or(|has| total[u] <= *has));
        certain(there, "the allocation has more tasks than there are")?;
        let level = |u: usize| Some(&total[u] / self.units[u].as_ref()?);
        let levels: Vec<Option<Rational>> =
            (0..users).map(|u| if reserved[u] { None } else { level(u) }).collect();
        let open =
            levels.iter().zip(&self.high).filter_map(|(level, high)| level.as_ref().filter(|l| *l < high));
        let floor = least(open.cloned());
        for (low, level) in self.low.iter_mut().zip(levels) {
            let Some(level) = level else { continue };
            let proved =
                floor.as_ref().map_or_else(|| level.clone(), |floor| min(level.clone(), floor.clone()));
            *low = max(low.clone(), proved);
        }
        Ok(())
    }

    /// What the reserved users certainly leave of each resource of each server (servers x resources).
    pub fn room(&self, reserved: &[bool]) -> Vec<Vec<Rational>> {
        let mut on: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.pool.servers()];
        for u in (0..self.pool.users()).filter(|&u| reserved[u]) {
            self.servers[u].iter().enumerate().for_each(|(at, &i)| on[i].push((u, at)));
        }
        on.iter().enumerate().map(|(i, pairs)| self.room_on(i, pairs)).collect()
    }

    /// What the reserved users `pairs` (each with its position in `servers`) leave of server `i`.
    fn room_on(&self, i: usize, pairs: &[(usize, usize)]) -> Vec<Rational> {
        let (pool, capacity) = (self.pool, &self.pool.capacity[i]);
        if pairs.is_empty() {
            return capacity.clone();
        }
        let bound = |&(u, at): &(usize, usize)| self.most[u][at].as_ref();
        let few = |pair: &&(usize, usize)| {
            bound(pair)
                .is_some_and(|most| most * Rational::int(FEW) <= fitting(&pool.demand[pair.0], capacity))
        };
        let (few, many): (Vec<_>, Vec<_>) = pairs.iter().partition(few);
        let most = |u: usize| self.units[u].as_ref().map_or_else(Rational::zero, |unit| &self.high[u] * unit);
        let used = |r: usize| {
            let demand = |u: usize| &pool.demand[u][r];
            let by_few = sum(few.iter().filter_map(|pair| Some(bound(pair)? * demand(pair.0))));
            let users = || many.iter().map(|pair| pair.0).filter(|&u| demand(u).is_positive());
            let mut by_many = min(capacity[r].clone(), sum(users().map(|u| most(u) * demand(u))));
            for other in (0..pool.resources()).filter(|&other| other != r) {
                if users().all(|u| pool.demand[u][other].is_positive()) {
                    let ratio = greatest(users().map(|u| demand(u) / &pool.demand[u][other]));
                    by_many = min(by_many, ratio.unwrap_or_else(Rational::zero) * &capacity[other]);
                }
            }
            by_few + by_many
        };
        let left = |r: usize| &capacity[r] - used(r);
        (0..pool.resources()).map(|r| max(left(r), Rational::zero())).collect()
    }

    /// Lowers upper bounds by prices, and bounds the tasks of users on servers that are dear for them.
    fn at_prices(&mut self, prices: &[Vec<Rational>]) -> Checked {
        let pool = self.pool;
        let shape = prices.len() == pool.servers() && prices.iter().all(|row| row.len() == pool.resources());
        let priced = shape && !prices.iter().flatten().any(Scalar::is_negative);
        certain(priced, "a price of at least zero is needed for each resource of each server")?;
        let task = |u: usize, i: usize| dot(pool.demand[u].iter().zip(&prices[i]));
        let each: Vec<Vec<Rational>> =
            self.servers.iter().enumerate().map(|(u, on)| on.iter().map(|&i| task(u, i)).collect()).collect();
        let cheapest: Vec<Rational> =
            each.iter().map(|each| least(each.iter().cloned()).unwrap_or_else(Rational::zero)).collect();
        let cost = |(cost, unit): (&Rational, &Option<Rational>)| match unit {
            Some(unit) => cost * unit,
            None => Rational::zero(),
        };
        let costs: Vec<Rational> = cheapest.iter().zip(&self.units).map(cost).collect();
        let value = dot(prices.iter().flatten().zip(pool.capacity.iter().flatten()));
        self.priced.push(Priced { costs, value });
        let gap = self.gap(self.priced.len() - 1);
        for ((each, most), cheapest) in each.iter().zip(&mut self.most).zip(&cheapest) {
            for (task, most) in each.iter().zip(most).filter(|(task, _)| *task > cheapest) {
                let bound = &gap / (task - cheapest);
                let bound = if bound.is_positive() { power_above(&bound) } else { bound };
                *most = least(most.take().into_iter().chain([bound]));
            }
        }
        Ok(())
    }

    /// The value of all capacity less the cost of the lower bounds, at prices `k`.
    fn gap(&self, k: usize) -> Rational {
        let Priced { costs, value } = &self.priced[k];
        value - dot(costs.iter().zip(&self.low))
    }

    /// Lowers upper bounds by prices `k` and the present lower bounds.
    fn tighten(&mut self, k: usize) {
        let gap = self.gap(k);
        for ((low, high), cost) in self.low.iter().zip(&mut self.high).zip(&self.priced[k].costs) {
            if cost.is_positive() {
                *high = min(high.clone(), low + &gap / cost);
            }
        }
    }
}

/// Checks that the stages prove that each user has at least `low` and at most `high` tasks in every outcome
/// that meets `share`.
///
/// # Errors
/// The first stage that proves nothing, or the first bound that is not proved.
pub fn check(
    share: &ShareFair,
    pool: &Pool,
    stages: &[Stage],
    (low, high): (&[Rational], &[Rational]),
) -> Checked {
    let mut bounds = ShareBounds::new(share, pool)?;
    for stage in stages {
        bounds.add(stage)?;
    }
    let (least, most) = bounds.tasks();
    let each = low.len() == pool.users() && high.len() == pool.users();
    certain(each, "two bounds for each user are needed")?;
    match (0..pool.users()).find(|&u| low[u] > least[u] || high[u] < most[u]) {
        Some(u) => uncertified(format!("the bounds of {} are not proved", pool.user_name(u))),
        None => Ok(()),
    }
}
