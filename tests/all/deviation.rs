//! The distance of precomputed DRF from filling, and its reasons (metin 4 to 6): bounds, steps, and counts over random
//! instances.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{Filling, OnePool, Order};
use fairwitness::model::cluster::{Pool, Weight};
use fairwitness::scalar::{Rational, Scalar, greatest, least, max, sum};
use rand::RngExt;

use super::support::{mech, pool_of, r};

/// Tie rules, each with the mechanism that stops at the first task that does not fit and the one that skips its
/// user.
const FILLINGS: [(Order, &str, &str); 3] = [
    (Order::HigherShare, "drf-tasks", "drf-tasks-skip"),
    (Order::LowerShare, "drf-tasks-lower", "drf-tasks-skip-lower"),
    (Order::Index, "drf-tasks-index", "drf-tasks-skip-index"),
];

fn totals(id: &str, pool: &Pool) -> Vec<Rational> {
    mech(id).allocate(pool, &Patience::unlimited()).unwrap_or_else(|e| panic!("{id}: {e}: {pool:?}")).totals()
}

/// Random instances with one server, on which every user is eligible with unlimited tasks.
fn pools(seed: u64, capacity: i64, count: usize) -> impl Iterator<Item = Pool> {
    let scope =
        Scope { users: 4, servers: 1, resources: 3, max: 9, capacity: Some(capacity), ..Scope::default() };
    let plain = |p: &Pool| {
        p.servers() == 1 && p.tasks.iter().all(Option::is_none) && (0..p.users()).all(|u| p.runs_on(u, 0))
    };
    instances::cluster::stream(scope, seed).filter(plain).take(count)
}

/// The weighted dominant share of one task of each user.
fn shares(pool: &Pool) -> Vec<Rational> {
    let of = |u: usize| {
        let demanded = (0..pool.resources()).filter(|&k| pool.demand[u][k].is_positive());
        greatest(demanded.map(|k| &pool.demand[u][k] / (&pool.capacity[0][k] * pool.weight(u, k)))).unwrap()
    };
    (0..pool.users()).map(of).collect()
}

/// The largest share divided by the share of each user.
fn ratios(shares: &[Rational]) -> Vec<Rational> {
    let largest = greatest(shares.iter().cloned()).unwrap();
    shares.iter().map(|share| &largest / share).collect()
}

/// The amounts left after `tasks` tasks of each user.
fn left(pool: &Pool, tasks: &[Rational]) -> Vec<Rational> {
    let used = |k: usize| sum(tasks.iter().zip(&pool.demand).map(|(x, d)| x * &d[k]));
    (0..pool.resources()).map(|k| &pool.capacity[0][k] - used(k)).collect()
}

fn fits(demand: &[Rational], left: &[Rational]) -> bool {
    demand.iter().zip(left).all(|(d, l)| d.is_zero() || d <= l)
}

/// The number of cycles with `tasks` tasks of each user that fit into `left`, as a fraction.
fn cycles(pool: &Pool, tasks: &[Rational], left: &[Rational]) -> Rational {
    let takes = |k: usize| sum(tasks.iter().zip(&pool.demand).map(|(x, d)| x * &d[k]));
    let taken = (0..pool.resources()).map(|k| (takes(k), &left[k]));
    least(taken.filter(|(takes, _)| takes.is_positive()).map(|(takes, left)| left / takes)).unwrap()
}

/// metin 4: the number of tasks too many of a user is at most its ratio, rounded up, less one; for a user of the
/// largest share it is zero. Filling halts at a level M, and sum_i (M
/// ds_i + 1) d_ir > c_r for the scarce resource r, while the closed form's level T has sum_i T
/// ds_i d_ir <= c_r: so T - M is below sum_i d_ir
/// sum_i (d_ir
/// ds_i), which is at most the largest share.
#[test]
fn a_user_of_the_largest_share_is_never_ahead() {
    let (mut largest, mut attained) = (0, 0);
    for pool in pools(41, 40, 3000) {
        let (ratios, closed) = (ratios(&shares(&pool)), totals("pdrf", &pool));
        for filled in FILLINGS.iter().flat_map(|(_, halting, going_on)| [halting, going_on]) {
            let filled = totals(filled, &pool);
            for u in 0..pool.users() {
                let (ahead, most) =
                    (&closed[u] - &filled[u], -(-ratios[u].clone()).floor() - Rational::one());
                assert!(ahead <= most, "{ahead} of {most}: {pool:?}");
                largest += usize::from(most.is_zero());
                attained += usize::from(most.is_positive() && ahead == most);
            }
        }
    }
    assert!(largest > 10_000 && attained > 100, "{largest} of the largest share, {attained} at the bound");
}

/// A random instance as the paper describes them: integer demands and reserves, all equally likely.
fn drawn(run: u64, users: usize, resources: usize, demand: i64, reserve: RangeInclusive<i64>) -> Pool {
    let mut rng = instances::draw_number(42, run);
    let mut row = |range: RangeInclusive<i64>| -> Vec<Rational> {
        (0..resources).map(|_| Rational::int(rng.random_range(range.clone()))).collect()
    };
    let capacity = vec![row(reserve)];
    Pool::new(capacity, (0..users).map(|_| row(1..=demand)).collect())
}

/// The number of tasks that each user has more than under filling, or zero.
fn ahead(pool: &Pool) -> Vec<i64> {
    let (closed, filled) = (totals("pdrf", pool), totals("drf-tasks", pool));
    let by = closed.iter().zip(&filled).map(|(x, y)| (x - y).small().unwrap().0.max(0));
    by.collect()
}

/// Over random instances the mean number of tasks too many of a user grows with the integer part of its ratio, and
/// is largest for users that demand 1 of every resource.
#[test]
fn low_shares_are_ahead_most() {
    let (mut by_ratio, mut by_demand) = (BTreeMap::<_, (i64, i64)>::new(), BTreeMap::<_, (i64, i64)>::new());
    for pool in (0..1500).map(|run| drawn(run, 8, 2, 4, 50..=100)) {
        let ahead = ahead(&pool);
        for (u, ratio) in ratios(&shares(&pool)).into_iter().enumerate() {
            let mut demand = pool.demand[u].clone();
            demand.sort();
            for (tasks, users) in
                [by_ratio.entry(ratio.floor()).or_default(), by_demand.entry(demand).or_default()]
            {
                *tasks += ahead[u];
                *users += 1;
            }
        }
    }
    let mean = |(tasks, users): &(i64, i64)| Rational::new(*tasks, *users);
    let means: Vec<Rational> = by_ratio.values().map(mean).collect();
    assert!(means.len() == 4 && means.windows(2).all(|w| w[0] < w[1]), "{by_ratio:?}");
    let ones = vec![Rational::one(); 2];
    let first = mean(&by_demand[&ones]);
    assert!(by_demand.iter().all(|(d, count)| *d == ones || mean(count) < first), "{by_demand:?}");
}

/// With more resources fewer users have too many tasks, and dominant shares vary less.
#[test]
fn with_more_resources_fewer_users_are_ahead() {
    let counted = |resources: usize| {
        let (mut users, mut variance) = (0, Rational::zero());
        for pool in (0..60).map(|run| drawn(run, 20, resources, 10, 1000..=2000)) {
            users += ahead(&pool).into_iter().filter(|by| *by > 0).count();
            let shares = shares(&pool);
            let mean = sum(shares.iter().cloned()) / Rational::int(20);
            let squares = shares
                .iter()
                .map(|share| (share / &mean - Rational::one()) * (share / &mean - Rational::one()));
            variance = variance + sum(squares);
        }
        (users, variance)
    };
    let all = [1, 2, 4, 10].map(counted);
    assert!(all.windows(2).all(|w| w[0].0 > w[1].0 && w[0].1 > w[1].1), "{all:?}");
}

/// metin 6.1: a turn of k cycles, rounded down, leaves less of the scarcest resource than the sum of one demand per
/// user, hence less than another cycle, with real ratios or rounded ones. (2n - 1; 1, .., 1) leaves (n - 1)/n of a
/// cycle.
#[test]
fn a_cycle_is_taken_once() {
    for pool in pools(43, 60, 3000) {
        let ratios = ratios(&shares(&pool));
        let basic: Vec<Rational> = ratios.iter().map(Rational::floor).collect();
        let k = cycles(&pool, &ratios, &pool.capacity[0]);
        let tasks: Vec<Rational> = ratios.iter().map(|ratio| (&k * ratio).floor()).collect();
        assert_eq!(totals("pdrf", &pool), tasks, "{pool:?}");
        let left = left(&pool, &tasks);
        for cycle in [&ratios, &basic] {
            assert!(cycles(&pool, cycle, &left) < Rational::one(), "{pool:?}");
        }
    }
    for n in 2..10 {
        let row = |x: i64| vec![Rational::int(x)];
        let pool = Pool::new(vec![row(2 * n - 1)], (0..n).map(|_| row(1)).collect());
        let ones = totals("pdrf", &pool);
        assert!(ones.iter().all(|x| *x == Rational::one()));
        assert_eq!(cycles(&pool, &ones, &left(&pool, &ones)), Rational::new(n - 1, n));
    }
}

/// metin 4 attributes the advantage of low shares to the decimal part of k. With k = 1 exactly, (15; 1, 3, 5) uses
/// 5 + 3 + 5 units of 15 by the closed form, 5, 1, 1 tasks, and 4 + 6 + 5 by filling, 4, 2, 1 under every tie rule. If
/// all ratios are integers as well, and demands positive, the two agree.
#[test]
fn without_a_decimal_part_somebody_may_be_ahead() {
    let pool = pool_of("capacity = [[15]]\ndemand = [[1], [3], [5]]");
    assert_eq!(cycles(&pool, &ratios(&shares(&pool)), &pool.capacity[0]), Rational::one());
    assert_eq!(totals("pdrf", &pool), ["5", "1", "1"].map(r));
    for (_, filled, _) in FILLINGS {
        assert_eq!(totals(filled, &pool), ["4", "2", "1"].map(r), "{filled}");
    }
    // Demands are rescaled so that the closed form's level is exactly k cycles, with integer ratios of shares.
    let positive = |p: &Pool| p.demand.iter().flatten().all(Scalar::is_positive);
    for (n, mut pool) in pools(44, 60, 2000).filter(positive).enumerate() {
        let old = shares(&pool);
        let level =
            cycles(&pool, &old.iter().map(|s| Rational::one() / s).collect::<Vec<_>>(), &pool.capacity[0]);
        let k = Rational::int(n as i64 % 3 + 1);
        let ratio = |u: usize| Rational::int(if u == 0 { 1 } else { ((n / 3 + 2 * u) % 5 + 1) as i64 });
        for u in 0..pool.users() {
            let factor = &level / (&k * ratio(u) * &old[u]);
            pool.demand[u].iter_mut().for_each(|d| *d = &*d * &factor);
        }
        let tasks: Vec<Rational> = (0..pool.users()).map(|u| &k * ratio(u)).collect();
        for id in FILLINGS.iter().flat_map(|f| [f.1, f.2]).chain(["pdrf"]) {
            assert_eq!(totals(id, &pool), tasks, "{id}: {pool:?}");
        }
    }
}

/// Filling that continues from the tasks `given`.
fn go_on(pool: &Pool, given: &[Rational], order: Order, leave_out: bool) -> Vec<Rational> {
    let (shares, mut given) = (shares(pool), given.to_vec());
    let (mut left, mut open) = (left(pool, &given), (0..pool.users()).collect::<Vec<_>>());
    let key = |u: usize, given: &[Rational]| {
        let tie = match order {
            Order::HigherShare => -shares[u].clone(),
            Order::LowerShare => shares[u].clone(),
            _ => Rational::zero(),
        };
        (&given[u] * &shares[u], tie, u)
    };
    while let Some((_, _, u)) = open.iter().map(|&u| key(u, &given)).min() {
        if fits(&pool.demand[u], &left) {
            given[u] = &given[u] + Rational::one();
            left.iter_mut().zip(&pool.demand[u]).for_each(|(l, d)| *l = &*l - d);
        } else if leave_out {
            open.retain(|v| *v != u);
        } else {
            break;
        }
    }
    given
}

/// metin 4 and 5: if no user has too many tasks, filling that continues from the closed form ends at the result of
/// filling from an empty pool, and gives one task to each user with too few, until it halts; a user with too many
/// tasks keeps them.
#[test]
fn what_is_short_is_made_good() {
    let (mut short, mut over) = (0, 0);
    for pool in pools(45, 60, 2000) {
        let (closed, nothing) = (totals("pdrf", &pool), vec![Rational::zero(); pool.users()]);
        for (order, halting, going_on) in FILLINGS {
            let (halted, gone_on) = (totals(halting, &pool), totals(going_on, &pool));
            assert_eq!(go_on(&pool, &nothing, order, false), halted, "{pool:?}");
            assert_eq!(go_on(&pool, &nothing, order, true), gone_on, "{pool:?}");
            if (0..pool.users()).all(|u| closed[u] <= halted[u]) {
                assert_eq!(go_on(&pool, &closed, order, false), halted, "{order:?}: {pool:?}");
                assert_eq!(go_on(&pool, &closed, order, true), gone_on, "{order:?}: {pool:?}");
                assert!((0..pool.users()).all(|u| &halted[u] - &closed[u] <= Rational::one()), "{pool:?}");
                short += usize::from(closed != halted);
            } else if let Some(u) = (0..pool.users()).find(|&u| closed[u] > gone_on[u]) {
                assert!(go_on(&pool, &closed, order, true)[u] > gone_on[u], "{order:?}: {pool:?}");
                over += 1;
            }
        }
    }
    assert!(short > 500 && over > 100, "{short} short, {over} ahead");
}

/// metin 4 about all pools: if some user has too many tasks, a user with too few may keep too few under any
/// continuation of filling.
#[test]
fn what_is_short_is_not_always_made_good() {
    let four = pool_of("capacity = [[4]]\ndemand = [[1], [4]]");
    let closed = totals("pdrf", &four);
    assert_eq!(closed, ["2", "0"].map(r));
    for (order, halting, going_on) in FILLINGS.into_iter().take(1) {
        for (filled, leave_out) in [(halting, false), (going_on, true)] {
            assert_eq!(totals(filled, &four), ["0", "1"].map(r), "{filled}");
            assert!(go_on(&four, &closed, order, leave_out)[1].is_zero(), "{filled}");
        }
    }
    let (mut good, mut short) = (0, 0);
    for pool in pools(45, 60, 2000) {
        let closed = totals("pdrf", &pool);
        for (order, halting, going_on) in FILLINGS {
            for (filled, leave_out) in [(halting, false), (going_on, true)] {
                let (aim, reached) = (totals(filled, &pool), go_on(&pool, &closed, order, leave_out));
                let ahead = (0..pool.users()).any(|u| closed[u] > aim[u]);
                for u in (0..pool.users()).filter(|&u| closed[u] < aim[u]) {
                    let made_good = reached[u] >= aim[u];
                    assert!(made_good || ahead, "{filled}: {pool:?}");
                    *(if made_good { &mut good } else { &mut short }) += 1;
                }
            }
        }
    }
    assert!(good > 500 && short > 50, "{good} made good, {short} stay short");
}

/// metin 3.1, whole tasks: if one resource is dominant for all users, filling is that of this resource alone. With a
/// weight for each resource it need not be: the first user's task needs 2 units of 1, and blocks.
#[test]
fn one_dominant_resource_is_max_min() {
    let weighted = |p: &Pool| matches!(p.weight, Weight::User(_));
    let mut several = 0;
    for mut pool in pools(46, 60, 2000).filter(|p| p.demand.iter().all(|d| d[0].is_positive())) {
        for k in 1..pool.resources() {
            let needed = pool.demand.iter().map(|d| &d[k] / &d[0] * &pool.capacity[0][0]);
            pool.capacity[0][k] = max(pool.capacity[0][k].clone(), greatest(needed).unwrap());
        }
        if !weighted(&pool) {
            continue;
        }
        let mut alone = pool.clone();
        alone.capacity.iter_mut().chain(&mut alone.demand).for_each(|row| row.truncate(1));
        alone.labels = Default::default();
        for id in FILLINGS.iter().flat_map(|f| [f.1, f.2]) {
            assert_eq!(totals(id, &pool), totals(id, &alone), "{id}: {pool:?}");
        }
        several += usize::from(pool.resources() > 1);
    }
    assert!(several > 300, "{several}");
    let unlike = pool_of("capacity = [[1, 1]]\ndemand = [[1, 2], [1, 1]]\nweight = [[1, 2], [1, 2]]");
    let alone = pool_of("capacity = [[1]]\ndemand = [[1], [1]]");
    assert_eq!(totals("drf-tasks", &unlike), ["0", "0"].map(r));
    assert_eq!(totals("drf-tasks", &alone), ["1", "0"].map(r));
}

/// metin 6.2: suppose that after a pick of the user of the largest share the picks of a cycle of all other users fit
/// with one more task of another user, and not with one more of its own. Then filling halts at its next turn
/// although that task still fits. The paper's example has this form after the second pick of A.
#[test]
fn a_halt_at_the_largest_share_wastes_what_fits() {
    let met = |pool: &Pool, order: Order| -> usize {
        let (ratios, one) = (ratios(&shares(pool)), OnePool::of(pool).unwrap());
        let filling = Filling::of(&one, order, false);
        let end = left(pool, &filling.run());
        let mut given = vec![Rational::zero(); pool.users()];
        let mut met = 0;
        for s in filling.picks() {
            given[s] = &given[s] + Rational::one();
            if ratios[s] != Rational::one() {
                continue;
            }
            // The state after the other users' next picks: their ratios, rounded up or down.
            let after = |round: fn(&Rational) -> Rational| {
                let next = |u: usize| if u == s { given[u].clone() } else { &given[u] + round(&ratios[u]) };
                left(pool, &(0..pool.users()).map(next).collect::<Vec<_>>())
            };
            let (most, fewest) = (after(|x| -(-x.clone()).floor()), after(Rational::floor));
            for u in (0..pool.users()).filter(|&u| ratios[u] > Rational::one()) {
                let room = most.iter().all(|l| !l.is_negative()) && fits(&pool.demand[u], &most);
                if room && !fits(&pool.demand[s], &fewest) {
                    assert!(fits(&pool.demand[u], &end), "{order:?}: {pool:?}");
                    met += 1;
                }
            }
        }
        met
    };
    assert_eq!(met(&pool_of("capacity = [[59, 19]]\ndemand = [[1, 4], [3, 1]]"), Order::HigherShare), 1);
    let mut all = 0;
    for pool in pools(47, 40, 5000) {
        all += FILLINGS.iter().map(|(order, ..)| met(&pool, *order)).sum::<usize>();
    }
    assert!(all > 200, "{all}");
}

/// metin 6.2: most runs end at a task that does not fit, although a task of another user would.
#[test]
fn filling_often_halts_with_room_for_others() {
    let mut room = 0;
    for run in 0..20 {
        let pool = drawn(run, 60, 4, 10, 1000..=2000);
        let given = mech("drf-tasks").allocate(&pool, &Patience::unlimited()).unwrap().totals();
        let used = |k: usize| sum(given.iter().zip(&pool.demand).map(|(x, d)| x * &d[k]));
        let left: Vec<Rational> = (0..4).map(|k| &pool.capacity[0][k] - used(k)).collect();
        room += usize::from(pool.demand.iter().any(|d| d.iter().zip(&left).all(|(d, l)| d <= l)));
    }
    assert!(room > 10, "{room} of 20");
}

/// metin 5: the printed count of operations of the closed form, and the operations of filling: each pick removes a
/// user from a heap and inserts it again, allocates its demand of every resource and records it.
#[test]
fn steps_of_filling_and_of_the_closed_form() {
    let closed = |n: usize, m: usize| {
        m * n + (m - 1) * n + (n - 1) + n + m * n + m * (n - 1) + m + (m - 1) + 2 * m * n
    };
    assert_eq!(closed(1000, 10), 61_008);
    let filling = |pool: &Pool| {
        let picks = Filling::of(&OnePool::of(pool).unwrap(), Order::HigherShare, false).picks().len();
        let depth = (0..).find(|k| 1 << k >= pool.users()).unwrap();
        picks * (depth + 2 * pool.resources())
    };
    let pool = drawn(0, 20, 4, 10, 1000..=2000);
    assert!(filling(&pool) > 2 * closed(20, 4), "{}", filling(&pool));
    // More reserves mean more picks; the closed form is not affected.
    let mut more = pool.clone();
    more.capacity[0].iter_mut().for_each(|c| *c = &*c * Rational::int(8));
    assert!(filling(&more) > 7 * filling(&pool));
    let little = pool_of("capacity = [[4]]\ndemand = [[1], [1], [1], [1]]");
    assert_eq!((filling(&little), closed(4, 1)), (16, 27));
}
