//! The search for bounds on the tasks of every user under share fairness, on pools too large for an exact
//! allocation. Floats lead it; [`ShareBounds`] checks each stage exactly.
//!
//! Each stage is one programme in floats: the common level of the users that are not settled is raised over
//! the room that settled users leave. Users whose level has a multiplier above zero are settled next. If users
//! have all their tasks below the common level, these take what all their tasks need and no more, and the next
//! stage raises the level of the others.

use fairwitness_kernel::specification::cluster::share::ShareFair;
use fairwitness_kernel::specification::cluster::share_bounds::{ShareBounds, Stage};

use super::outward::Bounds;
use crate::linear::{Levels, Patience, Proposed};
use crate::model::cluster::Pool;
use crate::scalar::{Rational, Scalar};

/// Binary digits to which loads are rounded, relative to the tasks of their user.
const LOAD_DIGITS: f64 = 40.0;
/// Binary digits to which prices are rounded, relative to the largest price.
const PRICE_DIGITS: f64 = 46.0;
/// Room below this part of a capacity is not used.
const NO_ROOM: f64 = 1e-9;
/// The part of a level by which levels that must be reached are raised, and sums that must fit lowered.
const SPARE: f64 = 1e-6;
/// The distance between the bounds of a settled level, relative to it, above which other prices are tried.
const WIDE: f64 = 1e-7;
/// The part by which settled levels give way where prices are sought for all users together.
const GIVEN_WAY: f64 = 1e-5;
/// The part of the remaining time after which the search ends with the bounds that it has.
const PART: f64 = 0.8;

/// The part of a user in the present stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Can run no task.
    None,
    /// Is raised to the common level.
    Raised,
    /// Has all its tasks.
    Full,
    /// Keeps its tasks of the leximin allocation.
    Reserved,
}

/// The stages so far, and the pool in floats.
struct Search<'a> {
    pool: &'a Pool,
    proved: ShareBounds<'a>,
    stages: Vec<Stage>,
    parts: Vec<Part>,
    demand: Vec<Vec<f64>>,
    capacity: Vec<Vec<f64>>,
    unit: Vec<f64>,
    /// The level at which a user has all its tasks.
    full: Vec<Option<f64>>,
    /// The sum of the prices of all stages.
    paid: Vec<Vec<f64>>,
}

/// A programme in floats, with the pair (user, server) of each of its variables.
struct Programme {
    levels: Levels,
    pairs: Vec<(usize, usize)>,
    /// The level that counts as one.
    scale: f64,
}

fn floats(rows: &[Vec<Rational>]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| row.iter().map(Rational::to_f64).collect()).collect()
}

/// `x` rounded down to `digits` binary digits of numbers of the size of `size`.
fn rounded(x: f64, size: f64, digits: f64) -> Option<Rational> {
    let scale = 2f64.powf((digits - size.log2()).floor());
    Rational::of_float((x * scale).floor() / scale)
}

/// The price of a task with `demand`.
fn price(demand: &[f64], prices: &[f64]) -> f64 {
    demand.iter().zip(prices).map(|(d, p)| d * p).sum()
}

impl<'a> Search<'a> {
    fn new(share: &ShareFair, pool: &'a Pool) -> Option<Self> {
        let proved = ShareBounds::new(share, pool).ok()?;
        let unit: Vec<f64> =
            proved.units().iter().map(|unit| unit.as_ref().map_or(0.0, Rational::to_f64)).collect();
        let limit = |u: usize| {
            let has = pool.tasks[u].as_ref().filter(|has| unit[u] > 0.0 && **has <= pool.alone(u))?;
            Some(has.to_f64() / unit[u])
        };
        let part = |u: usize| match (unit[u] > 0.0, limit(u)) {
            (false, _) => Part::None,
            (true, Some(0.0)) => Part::Full,
            _ => Part::Raised,
        };
        Some(Search {
            pool,
            stages: Vec::new(),
            parts: (0..pool.users()).map(part).collect(),
            demand: floats(&pool.demand),
            capacity: floats(&pool.capacity),
            full: (0..pool.users()).map(limit).collect(),
            paid: vec![vec![0.0; pool.resources()]; pool.servers()],
            unit,
            proved,
        })
    }

    fn users(&self, part: Part) -> impl Iterator<Item = usize> + '_ {
        (0..self.parts.len()).filter(move |&u| self.parts[u] == part)
    }

    /// The programme over `room`, where the users with a held level keep it and raised users share a level.
    fn programme(&self, room: &[Vec<f64>], held: impl Fn(usize) -> Option<f64>) -> Option<Programme> {
        let resources = self.pool.resources();
        let rising = |u: usize| self.parts[u] == Part::Raised;
        let joins: Vec<usize> = (0..self.parts.len()).filter(|&u| rising(u) || held(u).is_some()).collect();
        let mut row = vec![usize::MAX; self.parts.len()];
        joins.iter().enumerate().for_each(|(k, &u)| row[u] = k);
        let mut on: Vec<Vec<usize>> = vec![Vec::new(); self.pool.servers()];
        for &u in &joins {
            for &i in &self.proved.servers()[u] {
                let fits = |r: usize| self.demand[u][r] == 0.0 || room[i][r] > NO_ROOM * self.capacity[i][r];
                if (0..resources).all(fits) {
                    on[i].push(u);
                }
            }
        }
        // An equal division of every server gives the unit of levels.
        let mut alone = vec![0.0; self.parts.len()];
        let mut equal = vec![0.0; self.parts.len()];
        for (i, users) in on.iter().enumerate() {
            for &u in users {
                let fit = self.demand[u].iter().zip(&room[i]).filter(|(d, _)| **d > 0.0);
                let tasks = fit.map(|(d, room)| room / d).fold(f64::INFINITY, f64::min);
                alone[u] += tasks / self.unit[u];
                equal[u] += tasks / self.unit[u] / users.len() as f64;
            }
        }
        let least = |of: &[f64]| self.users(Part::Raised).map(|u| of[u]).fold(f64::INFINITY, f64::min);
        let scale = least(&equal);
        if !(scale > 0.0 && scale.is_finite()) {
            return None;
        }
        let mut levels = Levels {
            resources,
            user: Vec::new(),
            first: vec![0],
            usage: Vec::new(),
            room: Vec::new(),
            held: joins.iter().map(|&u| held(u).map(|level| level / scale)).collect(),
            most: 2.0 * least(&alone) / scale,
        };
        let mut pairs = Vec::new();
        for (i, users) in on.iter().enumerate() {
            let capacity = &self.capacity[i];
            for &u in users {
                let size = self.unit[u] * scale;
                pairs.push((u, i));
                levels.user.push(row[u]);
                let usage = |(d, c): (&f64, &f64)| if *d > 0.0 { d * size / c } else { 0.0 };
                levels.usage.extend(self.demand[u].iter().zip(capacity).map(usage));
            }
            levels.first.push(pairs.len());
            let part = |(room, c): (&f64, &f64)| if *c > 0.0 && room > &0.0 { room / c } else { 1.0 };
            levels.room.extend(room[i].iter().zip(capacity).map(part));
        }
        Some(Programme { levels, pairs, scale })
    }

    /// The loads of a proposal in exact numbers, rounded down so that they fit into `room`.
    fn loads(
        &self,
        programme: &Programme,
        found: &Proposed,
        room: &[Vec<f64>],
    ) -> Option<Vec<(usize, usize, Rational)>> {
        let tasks: Vec<f64> = programme
            .pairs
            .iter()
            .zip(&found.load)
            .map(|(&(u, _), load)| load * self.unit[u] * programme.scale)
            .collect();
        let mut used = vec![vec![0.0; self.pool.resources()]; self.pool.servers()];
        for (&(u, i), tasks) in programme.pairs.iter().zip(&tasks) {
            used[i].iter_mut().zip(&self.demand[u]).for_each(|(used, d)| *used += d * tasks);
        }
        let part = |(used, room): (&Vec<f64>, &Vec<f64>)| {
            let parts =
                used.iter().zip(room).filter(|(used, _)| **used > 0.0).map(|(used, room)| room / used);
            parts.fold(1.0, f64::min) * (1.0 - 1e-13)
        };
        let parts: Vec<f64> = used.iter().zip(room).map(part).collect();
        let mut own: Vec<Vec<(usize, Rational)>> = vec![Vec::new(); self.parts.len()];
        for (&(u, i), tasks) in programme.pairs.iter().zip(&tasks) {
            let size = self.unit[u] * found.level * programme.scale;
            let load = rounded(tasks * parts[i], size, LOAD_DIGITS)?;
            if load.is_positive() {
                own[u].push((i, load));
            }
        }
        // A user has no more tasks than there are; users with all tasks have exactly these.
        for (u, has) in self.pool.tasks.iter().enumerate() {
            let Some(has) = has else { continue };
            let mut over = own[u].iter().fold(-has.clone(), |sum, (_, load)| sum + load);
            for (_, load) in &mut own[u] {
                if over.is_positive() {
                    let less = crate::scalar::min(over.clone(), load.clone());
                    over = over - &less;
                    *load = &*load - &less;
                }
            }
        }
        let loads = own.into_iter().enumerate();
        Some(loads.flat_map(|(u, own)| own.into_iter().map(move |(i, load)| (u, i, load))).collect())
    }

    /// The prices of a proposal for units of each resource.
    fn unit_prices(&self, programme: &Programme, found: &Proposed) -> Vec<Vec<f64>> {
        let each = found.price.chunks(self.pool.resources().max(1)).zip(&self.capacity);
        let unit = |(price, c): (&f64, &f64)| if *c > 0.0 { price / c / programme.scale } else { 0.0 };
        each.map(|(prices, capacity)| prices.iter().zip(capacity).map(unit).collect()).collect()
    }

    /// `prices` and as much of the earlier prices as makes the servers that the programme omits no cheaper
    /// than the others. At earlier prices nearly all capacity is paid for, so this hardly widens the bounds.
    fn with_earlier(&self, programme: &Programme, prices: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut cheapest = vec![f64::INFINITY; self.parts.len()];
        for &(u, i) in &programme.pairs {
            cheapest[u] = cheapest[u].min(price(&self.demand[u], &prices[i]));
        }
        let mut factor: f64 = 0.0;
        for u in self.users(Part::Raised).chain(self.users(Part::Full)) {
            for &i in &self.proved.servers()[u] {
                let (lacks, earlier) =
                    (cheapest[u] - price(&self.demand[u], &prices[i]), price(&self.demand[u], &self.paid[i]));
                if cheapest[u].is_finite() && lacks > 0.0 && earlier > 1e-9 * cheapest[u] {
                    factor = factor.max(1.0001 * lacks / earlier);
                }
            }
        }
        let sum = |(new, old): (&Vec<f64>, &Vec<f64>)| {
            new.iter().zip(old).map(|(new, old)| new + factor * old).collect()
        };
        prices.iter().zip(&self.paid).map(sum).collect()
    }

    /// Adds a stage, and checks it.
    fn add(&mut self, loads: Vec<(usize, usize, Rational)>, prices: &[Vec<f64>]) -> Option<()> {
        let largest = prices.iter().flatten().copied().fold(0.0, f64::max);
        let exact = |row: &Vec<f64>| row.iter().map(|p| rounded(*p, largest, PRICE_DIGITS)).collect();
        let prices =
            if largest > 0.0 { prices.iter().map(exact).collect::<Option<_>>()? } else { Vec::new() };
        let reserved = self.parts.iter().map(|part| *part == Part::Reserved).collect();
        let stage = Stage { reserved, loads, prices };
        self.proved.add(&stage).ok()?;
        self.stages.push(stage);
        Some(())
    }

    /// The largest distance between the bounds of the levels of `users`, relative to the level.
    fn width(&self, users: &[usize]) -> f64 {
        let width = |&u: &usize| {
            let (low, high) = self.proved.level(u);
            (high - low).to_f64() / high.to_f64()
        };
        users.iter().map(width).fold(0.0, f64::max)
    }

    /// One stage; `None` if it settles no user, fails or is cut short.
    fn stage(&mut self, patience: &Patience) -> Option<()> {
        let reserved: Vec<bool> = self.parts.iter().map(|part| *part == Part::Reserved).collect();
        let room = floats(&self.proved.room(&reserved));
        let full = |u: usize| self.full[u].filter(|_| self.parts[u] == Part::Full).map(|l| l * (1.0 + SPARE));
        let programme = self.programme(&room, full)?;
        let found = programme.levels.propose(patience)?;
        let loads = self.loads(&programme, &found, &room)?;
        let level = found.level * programme.scale;
        let raised: Vec<usize> = self.users(Part::Raised).collect();
        let filled = |u: &usize| self.full[*u].is_some_and(|full| full <= level * (1.0 + SPARE));
        let filled: Vec<usize> = raised.iter().copied().filter(filled).collect();
        if !filled.is_empty() {
            // The room that these users leave raises the level further, so that these prices prove little.
            self.add(loads, &[])?;
            filled.iter().for_each(|&u| self.parts[u] = Part::Full);
            return Some(());
        }
        let prices = self.unit_prices(&programme, &found);
        let all = self.with_earlier(&programme, &prices);
        self.add(loads, &all)?;
        for (sum, own) in self.paid.iter_mut().flatten().zip(prices.iter().flatten()) {
            *sum += own;
        }
        let mut rows = vec![usize::MAX; self.parts.len()];
        programme.pairs.iter().zip(&programme.levels.user).for_each(|(&(u, _), &row)| rows[u] = row);
        let settles =
            |u: &usize| found.weight[rows[*u]] * raised.len() as f64 > found.excess[rows[*u]] / found.level;
        let settled: Vec<usize> = raised.iter().copied().filter(settles).collect();
        if self.width(&settled) > WIDE {
            self.with_all(patience);
        }
        settled.iter().for_each(|&u| self.parts[u] = Part::Reserved);
        (!settled.is_empty()).then_some(())
    }

    /// Prices for all users together: reserved users are held near their lower bounds, and may use all servers.
    fn with_all(&mut self, patience: &Patience) -> Option<()> {
        let held = |u: usize| match self.parts[u] {
            Part::Reserved => Some(self.proved.level(u).0.to_f64() * (1.0 - GIVEN_WAY)),
            Part::Full => self.full[u].map(|level| level * (1.0 - GIVEN_WAY)),
            _ => None,
        };
        let programme = self.programme(&self.capacity, held)?;
        let found = programme.levels.propose(patience)?;
        let prices = self.unit_prices(&programme, &found);
        self.add(Vec::new(), &prices)
    }
}

/// Stages that prove bounds, and the lower and upper bounds on the tasks of every user; `None` if the first
/// stage fails or is cut short. When most of the time is over, the bounds so far are returned.
pub fn share_bounds(share: &ShareFair, pool: &Pool, patience: &Patience) -> Option<(Vec<Stage>, Bounds)> {
    let patience = patience.part(PART);
    let mut search = Search::new(share, pool)?;
    while search.users(Part::Raised).next().is_some() && search.stage(&patience).is_some() {}
    let bounds = search.proved.tasks();
    (!search.stages.is_empty()).then_some((search.stages, bounds))
}
