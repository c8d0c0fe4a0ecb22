//! Algorithm I of khamse2017, the server procedure of its Table II at one server after the other; a claim names each
//! test.

use std::collections::BTreeSet;

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::certified;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Placement, Pool};
use fairwitness::scalar::{Rational, Scalar, greatest, least, min, sum};

use super::support::{mech, r, worked};

/// The server procedure of khamse2017, Table II, with the largest beta. A user selected by two saturated resources
/// is released once, or twice as printed.
struct Servers {
    pool: Pool,
    gamma: Vec<Vec<Rational>>,
    active: Vec<bool>,
    x: Placement,
    twice: bool,
    overloaded: BTreeSet<usize>,
    /// Servers among them that were overloaded at the end of a call.
    left_over: BTreeSet<usize>,
    /// Servers at which the smallest level fell in an update.
    fell: BTreeSet<usize>,
}

impl Servers {
    /// All users active, with the allocation of `drf-per-server`.
    fn of(pool: Pool, twice: bool) -> Servers {
        let (gamma, active) = (pool.gammas(), vec![true; pool.users()]);
        let x = mech("drf-per-server").allocate(&pool, &Patience::unlimited()).unwrap();
        let [overloaded, left_over, fell] = [const { BTreeSet::new() }; 3];
        Servers { pool, gamma, active, x, twice, overloaded, left_over, fell }
    }

    fn level(&self, n: usize, i: usize) -> Rational {
        self.x.total(n) / (&self.gamma[n][i] * self.pool.weight(n, 0))
    }

    fn free(&self, i: usize) -> Vec<Rational> {
        let used =
            |k: usize| sum((0..self.pool.users()).map(|n| &self.x.tasks[n][i] * &self.pool.demand[n][k]));
        (0..self.pool.resources()).map(|k| &self.pool.capacity[i][k] - used(k)).collect()
    }

    /// Runs the procedure at server i and returns the number of updates.
    fn procedure(&mut self, i: usize) -> usize {
        let mut updates = 0;
        let able = |n: &usize| self.active[*n] && self.gamma[*n][i].is_positive();
        let mut left: Vec<usize> = (0..self.pool.users()).filter(able).collect();
        while let Some(lowest) = least(left.iter().map(|&n| self.level(n, i))) {
            let low: Vec<usize> = left.iter().copied().filter(|&n| self.level(n, i) == lowest).collect();
            let mut free = self.free(i);
            let wanted = |k: &usize| low.iter().any(|&n| self.pool.demand[n][*k].is_positive());
            let full: Vec<usize> = (0..free.len()).filter(|&k| free[k].is_zero()).filter(wanted).collect();
            let holders = |k: usize| {
                let holds = |n: &usize| (&self.x.tasks[*n][i] * &self.pool.demand[*n][k]).is_positive();
                left.iter().copied().filter(holds).collect::<Vec<_>>()
            };
            let settled = |k: &&usize| holders(**k).iter().all(|&n| self.level(n, i) == lowest);
            if let Some(&k) = full.iter().find(settled) {
                left.retain(|&n| !self.pool.demand[n][k].is_positive());
                continue;
            }
            let mut released: Vec<usize> = Vec::new();
            for &k in &full {
                let mut highest = holders(k);
                let most = greatest(highest.iter().map(|&n| self.level(n, i))).unwrap();
                highest.retain(|&n| self.level(n, i) == most);
                let n = highest[0];
                if self.twice || !released.contains(&n) {
                    free.iter_mut()
                        .zip(&self.pool.demand[n])
                        .for_each(|(f, d)| *f = &*f + &self.x.tasks[n][i] * d);
                }
                if !released.contains(&n) {
                    released.push(n);
                }
            }
            let unit = |n: usize| &self.gamma[n][i] * self.pool.weight(n, 0);
            let rise = |k: usize| sum(low.iter().map(|&n| unit(n) * &self.pool.demand[n][k]));
            let stops = (0..free.len()).filter(|&k| rise(k).is_positive());
            let z = least(stops.map(|k| &free[k] / rise(k))).unwrap();
            let beta = released.iter().fold(Rational::one(), |beta, &n| {
                let slope = &z + &self.x.tasks[n][i] / unit(n);
                if slope.is_positive() { min(beta, (self.level(n, i) - &lowest) / slope) } else { beta }
            });
            let gains: Vec<Rational> = low.iter().map(|&n| &beta * &z * unit(n)).collect();
            let everyone: Vec<usize> = (0..self.pool.users()).filter(able).collect();
            let smallest = |servers: &Servers| least(everyone.iter().map(|&n| servers.level(n, i)));
            let before = smallest(self);
            low.iter().zip(gains).for_each(|(&n, g)| self.x.tasks[n][i] = &self.x.tasks[n][i] + g);
            let kept = Rational::one() - &beta;
            released.iter().for_each(|&n| self.x.tasks[n][i] = &kept * &self.x.tasks[n][i]);
            if smallest(self) < before {
                self.fell.insert(i);
            }
            updates += 1;
            if self.free(i).iter().any(|f| *f < Rational::zero()) {
                self.overloaded.insert(i);
            }
            assert!(updates < 100);
        }
        if self.free(i).iter().any(|f| *f < Rational::zero()) {
            self.left_over.insert(i);
        }
        updates
    }

    /// The number of rounds over all servers until a round changes nothing, without the last one; `None` if there
    /// are too many.
    fn ends(&mut self) -> Option<usize> {
        (0..30).find(|_| (0..self.pool.servers()).map(|i| self.procedure(i)).sum::<usize>() == 0)
    }

    fn rounds(&mut self) -> usize {
        self.ends().unwrap()
    }
}

/// khamse2017 V: user 4 leaves at t = 100 and returns at t = 250, and the servers continue from the present state.
/// The CPU demand of users 2 and 4 is not printed; Table III allows at most 2/15 and 1/5.
#[test]
fn section_five_from_the_state_before() {
    let run = |cpu_of_2: &str, twice: bool| {
        let mut pool = worked("khamse2017-table4.toml");
        pool.demand[1][0] = r(cpu_of_2);
        let mut servers = Servers::of(pool, twice);
        assert_eq!(servers.gamma[1], ["40", "170", "165/4", "165/4"].map(r));
        servers.rounds();
        let table = ["210", "105", "165/2", "55/2"].map(r).to_vec();
        assert_eq!(servers.x.totals(), table);
        servers.active[3] = false;
        servers.x.tasks[3] = vec![Rational::zero(); 4];
        let away = servers.rounds();
        assert_eq!(servers.x.totals(), ["1005/4", "1005/8", "165/2", "0"].map(r));
        servers.active[3] = true;
        (servers.overloaded, servers.left_over) = (BTreeSet::new(), BTreeSet::new());
        let back = servers.rounds();
        let fits = Cluster::feasible(mech("ps-dsf").setting(), &servers.pool, &servers.x).is_ok();
        let Servers { overloaded, left_over, x, .. } = servers;
        let seen: [Vec<usize>; 2] = [overloaded, left_over].map(|set| set.into_iter().collect());
        (away, back, seen, fits, x)
    };
    let table = ["210", "105", "165/2", "55/2"].map(r).to_vec();
    for cpu in ["1/10", "2/15"] {
        let (away, back, seen, fits, x) = run(cpu, false);
        assert_eq!((away, back, seen, fits, x.totals()), (2, 3, [vec![], vec![]], true, table.clone()));
    }
    // The overload of class C ends within its call, that of class A lasts for a round.
    let (away, back, seen, fits, x) = run("1/10", true);
    assert_eq!((away, back, seen, fits, x.totals()), (2, 3, [vec![0, 2], vec![0]], true, table));
    // User 2 ends with a negative number of tasks on class D.
    let (away, back, seen, fits, x) = run("2/15", true);
    assert_eq!((away, back, seen, fits), (2, 3, [vec![0, 2, 3], vec![]], false));
    assert_eq!(x.totals(), ["3345/16", "3345/32", "165/2", "225/8"].map(r));
    assert_eq!(x.tasks[1][3], r("-15/16"));
}

/// khamse2017 III-C, Algorithm I with each user released once, as the text beside the listing says: on random
/// clusters with placement constraints no update overloads a server or lowers the smallest level there, and if the
/// rounds end they have found a PS-DSF allocation.
#[test]
fn algorithm_one_with_users_released_once() {
    let hypothesis = fairwitness::model::Hypothesis::PositiveDemands;
    let scope = Scope { users: 3, servers: 3, resources: 2, max: 5, hypothesis, ..Scope::default() };
    let (mut ended, mut updated) = (0, 0);
    for mut pool in instances::cluster::stream(scope, 31).take(400) {
        pool.tasks.iter_mut().for_each(|t| *t = None);
        pool.capacity.iter_mut().flatten().for_each(|c| *c = &*c + Rational::one());
        let pool = Pool { weight: Pool::new(pool.capacity.clone(), pool.demand.clone()).weight, ..pool };
        let mut servers = Servers::of(pool, false);
        let start = servers.x.clone();
        let rounds = servers.ends();
        assert!(servers.overloaded.is_empty() && servers.fell.is_empty(), "{:?}", servers.pool);
        if rounds.is_some() {
            certified(mech("ps-dsf"), &servers.pool, &servers.x, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{e}: {:?}", servers.pool));
            ended += 1;
            updated += usize::from(servers.x != start);
        }
    }
    assert!(ended > 200 && updated > 50, "{ended} ended, {updated} of them after an update");
}
