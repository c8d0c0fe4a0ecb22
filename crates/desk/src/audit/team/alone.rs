//! What teams reach alone, in machine words where amounts are small enough: with thousands of shapes and servers, almost all of
//! the work of an audit. The kernel defines it, in [`Alone::of`].
//!
//! Whole tasks that fit into a part of a server fit into the whole units of that part.

use std::collections::BTreeMap;
use std::ops::Range;

use fairwitness_engine::threads;
use fairwitness_kernel::audit::rights::Alone;

use crate::audit::words::{Demand, Units, word};
use crate::model::cluster::{Pool, Team};
use crate::scalar::{Int, Rational, Scalar};

/// The largest number of resources that a shape demands.
const MOST_DEMANDED: usize = 4;
/// The number of servers of which the work is done at once, for fewer teams than [`MANY_TEAMS`].
const AT_ONCE: usize = 512;
/// The number of teams from which on all servers of a team are done at once.
const MANY_TEAMS: usize = 100;

/// The shapes of a team that have one row of eligible servers and demand the same resources.
#[derive(Debug)]
struct Group {
    row: usize,
    resources: Vec<usize>,
    /// The demands of each shape, in the order of `resources`.
    demands: Vec<Demand>,
}

/// A cluster in units.
struct Cluster<'a> {
    pool: &'a Pool,
    units: Units,
    /// What one server of each row has (rows x resources).
    one: Vec<Vec<u64>>,
}

impl<'a> Cluster<'a> {
    fn of(pool: &'a Pool, one: &[Vec<Rational>]) -> Option<Cluster<'a>> {
        let units = Units::of(pool, one)?;
        let one = one.iter().map(|row| units.row(row)).collect::<Option<_>>()?;
        Some(Cluster { pool, units, one })
    }

    /// The shapes of a team in groups; `None` if one demands too many resources.
    fn groups(&self, team: &Team) -> Option<Vec<Group>> {
        let mut groups: BTreeMap<(usize, Vec<usize>), Vec<Demand>> = BTreeMap::new();
        for &u in &team.shapes {
            let (resources, demands): (Vec<usize>, Vec<Demand>) =
                self.units.demand[u].iter().copied().unzip();
            groups.entry((self.pool.eligible.row_of(u), resources)).or_default().extend(demands);
        }
        let group = |((row, resources), demands): ((usize, Vec<usize>), Vec<Demand>)| Group {
            row,
            resources,
            demands,
        };
        let groups: Vec<Group> = groups.into_iter().map(group).collect();
        groups.iter().all(|group| (1..=MOST_DEMANDED).contains(&group.resources.len())).then_some(groups)
    }

    /// The units of each resource within the parts of a team, on one server of row `i`.
    fn slice(&self, i: usize, parts: &[Rational]) -> Option<Vec<u64>> {
        let part =
            |(amount, part): (&u64, &Rational)| word(&Rational::int(i64::try_from(*amount).ok()?), part);
        self.one[i].iter().zip(parts).map(part).collect()
    }

    /// The largest use of each resource on the servers of some rows, whole and in slices; `None` if words are too small.
    fn used(&self, groups: &[Group], parts: &[Rational], rows: Range<usize>) -> Option<[Vec<u128>; 2]> {
        let mut used = [vec![0u128; parts.len()], vec![0u128; parts.len()]];
        for i in rows {
            let (whole, slice) = (&self.one[i], self.slice(i, parts)?);
            let mut most = [vec![0; parts.len()], vec![0; parts.len()]];
            for group in groups.iter().filter(|group| self.pool.eligible.rows()[group.row][i]) {
                match group.resources.len() {
                    1 => fill::<1>(group, [whole, &slice], &mut most),
                    2 => fill::<2>(group, [whole, &slice], &mut most),
                    3 => fill::<3>(group, [whole, &slice], &mut most),
                    _ => fill::<MOST_DEMANDED>(group, [whole, &slice], &mut most),
                }
            }
            let alike = u128::try_from(self.pool.alike(i)).ok()?;
            for (used, most) in used.iter_mut().zip(&most) {
                for (used, most) in used.iter_mut().zip(most) {
                    *used = used.checked_add(u128::from(*most) * alike)?;
                }
            }
        }
        Some(used)
    }

    /// The tasks of user `u` that its servers could run for it alone, and no more than it has.
    fn most(&self, u: usize) -> Rational {
        let (row, mut all) = (&self.pool.eligible[u], Rational::zero());
        let has = self.pool.tasks[u].as_ref().map(Rational::floor);
        for i in (0..self.one.len()).filter(|&i| row[i]) {
            if has.as_ref().is_some_and(|has| all >= *has) {
                break;
            }
            let fits = self.units.fits(u, &self.one[i]);
            let [fits, alike] =
                [fits as i64, i64::try_from(self.pool.alike(i)).unwrap_or(i64::MAX)].map(Rational::int);
            all = all + fits * alike;
        }
        has.map_or(all.clone(), |has| all.min(has))
    }

    /// Amounts in units as numbers.
    fn amounts(&self, used: &[u128]) -> Vec<Rational> {
        let amount = |(used, unit): (&u128, &Rational)| Rational::from_int(&Int::from(*used as i128)) / unit;
        used.iter().zip(&self.units.unit).map(amount).collect()
    }
}

/// Raises the largest use of each resource by tasks of one shape of the group, in each of two rooms.
fn fill<const N: usize>(group: &Group, rooms: [&Vec<u64>; 2], most: &mut [Vec<u64>; 2]) {
    let of = |all: &[u64]| -> [u64; N] { std::array::from_fn(|k| all[group.resources[k]]) };
    let rooms = rooms.map(|room| of(room));
    let mut best = [of(&most[0]), of(&most[1])];
    for demands in group.demands.as_chunks::<N>().0 {
        for (room, best) in rooms.iter().zip(&mut best) {
            let fits: [u64; N] = std::array::from_fn(|k| demands[k].fits(room[k]));
            // No shape uses more of a resource than the tasks that fit into that resource alone.
            if (0..N).any(|k| fits[k] * demands[k].units > best[k]) {
                let tasks = fits.into_iter().min().unwrap_or(0);
                (0..N).for_each(|k| best[k] = best[k].max(tasks * demands[k].units));
            }
        }
    }
    for (most, best) in most.iter_mut().zip(best) {
        group.resources.iter().zip(best).for_each(|(r, best)| most[*r] = best);
    }
}

/// What each team reaches alone, computed side by side.
pub(super) fn alone(
    pool: &Pool,
    teams: &[Team],
    one: &[Vec<Rational>],
    parts: &[Vec<Rational>],
) -> Vec<Alone> {
    let cluster = Cluster::of(pool, one);
    let groups: Vec<_> = teams.iter().map(|team| cluster.as_ref()?.groups(team)).collect();
    // Of many teams each is one piece of work.
    let at_once = if teams.len() < MANY_TEAMS { AT_ONCE } else { one.len().max(1) };
    let some = one.len().div_ceil(at_once);
    let jobs: Vec<(usize, usize)> = (0..teams.len()).flat_map(|t| (0..some).map(move |k| (t, k))).collect();
    let used = threads::each(&jobs, |&(t, k)| {
        let rows = k * at_once..one.len().min((k + 1) * at_once);
        cluster.as_ref()?.used(groups[t].as_ref()?, &parts[t], rows)
    });
    threads::each(&Vec::from_iter(0..teams.len()), |&t| {
        let sums = || {
            let cluster = cluster.as_ref()?;
            let mut all = [vec![0u128; pool.resources()], vec![0u128; pool.resources()]];
            for used in &used[t * some..(t + 1) * some] {
                for (all, used) in all.iter_mut().flatten().zip(used.as_ref()?.iter().flatten()) {
                    *all = all.checked_add(*used).filter(|all| i128::try_from(*all).is_ok())?;
                }
            }
            let [whole, slices] = all.map(|all| cluster.amounts(&all));
            let most = teams[t].shapes.iter().map(|&u| cluster.most(u)).collect();
            Some(Alone { most, whole, slices })
        };
        sums().unwrap_or_else(|| Alone::of(pool, &teams[t], one, &parts[t]))
    })
}
