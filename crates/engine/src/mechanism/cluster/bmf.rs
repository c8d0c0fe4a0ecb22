//! Bottleneck max fairness on one pool: every map from users to bottlenecks, and the equations of each (after
//! Bonald and Roberts 2015, whose text was not read).

use fairwitness_kernel::specification::cluster::bmf::{Bmf, distance, owed};

use crate::linear::{Halt, Patience, Program, Solution, Timely, only_solution, solve};
use crate::mechanism::{Allocated, Certified, Followed, Mechanism, Specification, sentences};
use crate::model::cluster::{Alike, Certificate, Cluster, Placement, Pool};
use crate::model::{Refusal, Rejected, Table};
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of maps that are examined.
const MOST_MAPS: usize = 200_000;

/// The number of rounds in which floats lead to a map where there are more.
const ROUNDS: usize = 4_000;

/// The number of rounds after which the map of the largest shares is tried.
const EACH: usize = 50;

/// The reciprocal of the largest level of a resource in floats.
const TINY: f64 = 1e-12;

/// The largest number of outcomes that are listed.
const MOST_LISTED: usize = 20;

/// The cause that stops a user: a full resource of which no user holds more per weight, or the end of its
/// tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    Full(usize),
    Done,
}

/// The pool, with the possible causes that stop each user who can run a task.
struct Maps<'a> {
    pool: &'a Pool,
    stops: Vec<(usize, Vec<Stop>)>,
}

impl<'a> Maps<'a> {
    fn of(pool: &'a Pool) -> Self {
        let stops = |u: usize| {
            let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive()).map(Stop::Full);
            (u, demanded.chain(pool.tasks[u].as_ref().map(|_| Stop::Done)).collect::<Vec<Stop>>())
        };
        Maps { pool, stops: (0..pool.users()).filter(|&u| pool.runs_on(u, 0)).map(stops).collect() }
    }

    /// The maps, if they are few enough to go through all of them.
    fn few(pool: &'a Pool) -> Result<Self, Refusal> {
        let maps = Maps::of(pool);
        let count = maps.stops.iter().try_fold(1usize, |count, (_, stops)| count.checked_mul(stops.len()));
        match count {
            Some(count) if count <= MOST_MAPS => Ok(maps),
            _ => Err(Refusal::Undecided(format!(
                "there are more than {MOST_MAPS} maps from users to bottlenecks, and they are not gone through"
            ))),
        }
    }

    /// The allocation of a map to which multiplicative updates of the largest shares lead in floats: a share rises while
    /// its resource is idle, and falls while it is overloaded. Exact arithmetic decides for each map.
    fn near(&self, patience: &Patience) -> Timely<Option<Placement>> {
        let limit = |u: usize| self.pool.tasks[u].as_ref().map_or(f64::INFINITY, Rational::to_f64);
        let capacity: Vec<f64> = self.pool.capacity[0].iter().map(Rational::to_f64).collect();
        let unit = |u: usize, stop: &Stop| {
            if let Stop::Full(r) = stop { self.unit(u, *r).to_f64() } else { limit(u) }
        };
        let units: Vec<Vec<f64>> =
            self.stops.iter().map(|(u, stops)| stops.iter().map(|stop| unit(*u, stop)).collect()).collect();
        let mut levels = vec![1.0; capacity.len()];
        let mut tried = Vec::new();
        for round in 1..=ROUNDS {
            patience.check()?;
            let mut used = vec![0.0; capacity.len()];
            let mut map = Vec::with_capacity(self.stops.len());
            for ((u, stops), units) in self.stops.iter().zip(&units) {
                let tasks = |(stop, unit): (&Stop, &f64)| match stop {
                    Stop::Full(r) => (unit * levels[*r], *stop),
                    Stop::Done => (*unit, *stop),
                };
                let least = stops.iter().zip(units).map(tasks).min_by(|(x, _), (y, _)| x.total_cmp(y));
                let Some((tasks, stop)) = least else { continue };
                used.iter_mut().zip(&self.pool.demand[*u]).for_each(|(used, d)| *used += tasks * d.to_f64());
                map.push(stop);
            }
            for (level, (used, capacity)) in levels.iter_mut().zip(used.iter().zip(&capacity)) {
                *level = (*level * (capacity / used).sqrt().clamp(0.5, 2.0)).min(1.0 / TINY);
            }
            if round % EACH == 0 && tried != map {
                if let Some(placement) = self.allocation(&map, patience)? {
                    return Ok(Some(placement));
                }
                tried = map;
            }
        }
        Ok(None)
    }

    /// All maps in order; the bottleneck of the last user changes first.
    fn each(&self) -> impl Iterator<Item = Vec<Stop>> + '_ {
        let mut next = Some(vec![0; self.stops.len()]);
        std::iter::from_fn(move || {
            let now = next.take()?;
            let map = now.iter().zip(&self.stops).map(|(&k, (_, stops))| stops[k]).collect();
            let mut after = now;
            for k in (0..after.len()).rev() {
                after[k] += 1;
                if after[k] < self.stops[k].1.len() {
                    next = Some(after);
                    break;
                }
                after[k] = 0;
            }
            Some(map)
        })
    }

    /// The first `most` distinct allocations, map by map.
    fn distinct(&self, most: usize, patience: &Patience) -> Timely<Vec<Placement>> {
        let mut found = Vec::new();
        for map in self.each() {
            if found.len() == most {
                break;
            }
            let next = self.allocation(&map, patience)?;
            found.extend(next.filter(|placement| !found.contains(placement)));
        }
        Ok(found)
    }

    /// The number of tasks of `user` that make its share of resource `r`, per weight, one.
    fn unit(&self, user: usize, r: usize) -> Rational {
        &self.pool.capacity[0][r] * self.pool.weight(user, r) / &self.pool.demand[user][r]
    }

    /// An allocation in which every user is stopped by the cause that `map` names, if there is one.
    fn allocation(&self, map: &[Stop], patience: &Patience) -> Timely<Option<Placement>> {
        patience.check()?;
        let Some((full, rows)) = self.equations(map) else { return Ok(None) };
        let levels = match only_solution(rows.clone(), full.len()) {
            Some(levels) => Some(levels),
            None => self.any_levels(map, &full, &rows, patience)?,
        };
        Ok(levels.and_then(|levels| self.placed(map, &full, &levels)))
    }

    /// The resources that `map` requires to be full, and for each an equation of the largest shares that
    /// expresses it.
    fn equations(&self, map: &[Stop]) -> Option<(Vec<usize>, Vec<Vec<Rational>>)> {
        let pool = self.pool;
        let mut full: Vec<usize> =
            map.iter().filter_map(|stop| if let Stop::Full(r) = stop { Some(*r) } else { None }).collect();
        full.sort_unstable();
        full.dedup();
        // The unknowns are the largest shares of the full resources; the row of a resource says that the
        // resource is full.
        let row = |&r: &usize| {
            let mut row = vec![Rational::zero(); full.len() + 1];
            row[full.len()] = pool.capacity[0][r].clone();
            for ((u, _), stop) in self.stops.iter().zip(map) {
                let demand = &pool.demand[*u][r];
                match stop {
                    Stop::Full(own) => {
                        let k = full.iter().position(|r| r == own)?;
                        row[k] = &row[k] + self.unit(*u, *own) * demand;
                    }
                    Stop::Done => row[full.len()] = &row[full.len()] - pool.tasks[*u].as_ref()? * demand,
                }
            }
            Some(row)
        };
        let rows = full.iter().map(row).collect::<Option<_>>()?;
        Some((full, rows))
    }

    /// The allocation in which the full resources have the largest shares `levels`, if it is one that the map
    /// allows.
    fn placed(&self, map: &[Stop], full: &[usize], levels: &[Rational]) -> Option<Placement> {
        let pool = self.pool;
        if levels.iter().any(Scalar::is_negative) {
            return None;
        }
        let mut placement = Placement::empty(pool.users(), 1);
        for ((u, _), stop) in self.stops.iter().zip(map) {
            placement.tasks[*u][0] = match stop {
                Stop::Full(r) => self.unit(*u, *r) * &levels[full.iter().position(|q| q == r)?],
                Stop::Done => pool.tasks[*u].clone()?,
            };
        }
        self.accepts(map, &placement).then_some(placement)
    }

    /// Largest shares that satisfy equations which do not determine them, and the remaining conditions: the
    /// largest possible for the first resource, then for the second, and so on.
    fn any_levels(
        &self,
        map: &[Stop],
        full: &[usize],
        rows: &[Vec<Rational>],
        patience: &Patience,
    ) -> Timely<Option<Vec<Rational>>> {
        let Some(mut program) = self.programme(map, full, rows) else { return Ok(None) };
        let mut found = None;
        for k in 0..full.len() {
            program.objective = vec![Rational::zero(); full.len()];
            program.objective[k] = Rational::one();
            let Solution::Optimal { point, value, .. } = solve(&program, patience)? else { return Ok(None) };
            program.equal(vec![(k, Rational::one())], value);
            found = Some(point);
        }
        Ok(found)
    }

    /// The conditions on the largest shares as a linear programme without an objective.
    fn programme(&self, map: &[Stop], full: &[usize], rows: &[Vec<Rational>]) -> Option<Program> {
        let pool = self.pool;
        let mut program = Program::new(full.len());
        for row in rows {
            program.equal(row[..full.len()].iter().cloned().enumerate().collect(), row[full.len()].clone());
        }
        let of = |u: usize, stop: &Stop| match stop {
            Stop::Full(own) => {
                let k = full.iter().position(|r| r == own)?;
                Some((vec![(k, self.unit(u, *own))], Rational::zero()))
            }
            Stop::Done => Some((Vec::new(), pool.tasks[u].clone()?)),
        };
        let tasks: Vec<_> =
            self.stops.iter().zip(map).map(|((u, _), stop)| of(*u, stop)).collect::<Option<_>>()?;
        for (q, capacity) in pool.capacity[0].iter().enumerate() {
            let mut terms = vec![Rational::zero(); full.len()];
            let mut left = capacity.clone();
            for ((u, _), (unknown, known)) in self.stops.iter().zip(&tasks) {
                let demand = &pool.demand[*u][q];
                unknown.iter().for_each(|(k, unit)| terms[*k] = &terms[*k] + unit * demand);
                left = left - known * demand;
            }
            program.at_most(terms.into_iter().enumerate().collect(), left);
        }
        for ((u, _), (unknown, known)) in self.stops.iter().zip(&tasks) {
            if let Some(has) = &pool.tasks[*u] {
                program.at_most(unknown.clone(), has - known);
            }
            // No user holds more of a full resource than the largest share.
            for (level, &r) in full.iter().enumerate() {
                let per_task =
                    Rational::one() / if pool.demand[*u][r].is_zero() { continue } else { self.unit(*u, r) };
                let mut terms = vec![Rational::zero(); full.len()];
                unknown.iter().for_each(|(k, unit)| terms[*k] = &terms[*k] + unit * &per_task);
                terms[level] = &terms[level] - Rational::one();
                program.at_most(terms.into_iter().enumerate().collect(), -(known * &per_task));
            }
        }
        Some(program)
    }

    /// Returns `true` if the placement is feasible and each user is stopped by the cause that `map` names.
    fn accepts(&self, map: &[Stop], placement: &Placement) -> bool {
        let pool = self.pool;
        (0..pool.resources()).all(|r| placement.used(pool, 0, r) <= pool.capacity[0][r])
            && self.stops.iter().zip(map).all(|((u, _), stop)| {
                let within = pool.tasks[*u].as_ref().is_none_or(|has| placement.tasks[*u][0] <= *has);
                within
                    && match stop {
                        Stop::Full(r) => distance(pool, &placement.totals(), *u, *r).is_zero(),
                        Stop::Done => true,
                    }
            })
    }
}

impl Mechanism<Cluster> for Bmf {
    /// The allocation of the first map, in order, that has one.
    fn allocate(&self, pool: &Pool, patience: &Patience) -> Allocated<Cluster> {
        self.domain(pool)?;
        let none = || Refusal::NoOutcome("no map from users to bottlenecks has an allocation".to_string());
        if let Ok(maps) = Maps::few(pool) {
            return Ok(maps.distinct(1, patience)?.pop().ok_or_else(none)?);
        }
        // If one user is stopped by a resource, so is every user alike.
        let alike = Alike::of(pool, false);
        let of = alike.as_ref().map_or(pool, |alike| &alike.pool);
        let found = match (Maps::few(of), Maps::of(of).near(patience)?) {
            (_, Some(found)) => found,
            (maps, None) => maps?.distinct(1, patience)?.pop().ok_or_else(none)?,
        };
        Ok(alike.map_or(found.clone(), |alike| alike.apart(&found)))
    }

    fn certify(&self, pool: &Pool, outcome: &Placement, _patience: &Patience) -> Certified<Cluster> {
        let gets = outcome.totals();
        let bottleneck = |u: usize| {
            if !owed(pool, u, &gets[u]) {
                return Ok(vec![None]);
            }
            let demanded = (0..pool.resources()).filter(|&r| pool.demand[u][r].is_positive());
            let found = demanded.into_iter().find(|&r| !distance(pool, &gets, u, r).is_positive());
            let missing = || Rejected::Certificate(format!("{} has no bottleneck", pool.user_name(u)));
            found.map(|r| vec![Some(r)]).ok_or_else(missing)
        };
        Ok((0..pool.users()).map(bottleneck).collect::<Result<_, _>>().map(Certificate::Bottlenecks)?)
    }

    fn trace(&self, pool: &Pool, patience: &Patience) -> Followed<Cluster> {
        let placement = self.allocate(pool, patience)?;
        let named = match self.certify(pool, &placement, patience) {
            Ok(Certificate::Bottlenecks(named)) => named.into_iter().map(|row| row[0]).collect::<Vec<_>>(),
            Err(Halt::Cut) => return Err(Halt::Cut),
            _ => return Err(Refusal::Undecided("some user has no bottleneck".to_string()).into()),
        };
        let all = |maps: Maps<'_>| maps.distinct(1 + MOST_TOLD, patience);
        let mut others = Maps::few(pool).map_or_else(|_| Ok(Vec::new()), all)?;
        others.retain(|other| *other != placement);
        Ok(sentences::bottlenecks(pool, &placement, &named, &others))
    }

    /// All distinct allocations, found map by map.
    fn steps(&self, pool: &Pool) -> Vec<Table> {
        let Ok(maps) = Maps::few(pool) else { return Vec::new() };
        let found = maps.distinct(MOST_LISTED, &Patience::unlimited()).unwrap_or_default();
        let count = if found.len() == MOST_LISTED {
            format!("the first {MOST_LISTED}")
        } else {
            found.len().to_string()
        };
        let title = format!("bottleneck max fair allocations ({count}; the first is returned)");
        let table = Table::new(title, found.len())
            .column("allocation", |k| k + 1)
            .columns((0..pool.users()).map(|u| pool.user_name(u)), |k, u| found[k].total(u))
            .column("all", |k| sum(found[k].totals()));
        vec![table]
    }
}

/// Other allocations that the steps name at most.
const MOST_TOLD: usize = 3;
