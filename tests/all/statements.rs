//! Statements of khamse2017 and wang2013 that are no cells, computed; a claim names each of them.

use fairwitness::instances::{self, Scope};
use fairwitness::linear::{Halt, Patience, Solution, solve};
use fairwitness::mechanism::{PerServer, bottlenecks, certified};
use fairwitness::model::cluster::{Certificate, Cluster, Division, Placement, Polytope, Pool};
use fairwitness::model::refusal::Refusal;
use fairwitness::model::{Hypothesis, Model as _};
use fairwitness::property::evidence::run_of;
use fairwitness::property::measure;
use fairwitness::scalar::{Eps, Rational, Scalar, least, min, sum};

use super::support::{load, mech, pool, pool_of, r, root, rows};

/// khamse2017 Lemma 2: two users that exchange places are said to lose, which requires servers that suit the two
/// differently.
#[test]
fn two_users_change_places_and_keep_their_tasks() {
    let change = |text: &str| {
        let pool = pool_of(text);
        let apart = Placement { tasks: rows(&[&["1", "0"], &["0", "1"]]) };
        certified(mech("ps-dsf-tdm"), &pool, &apart, &Patience::unlimited()).unwrap();
        let none = Rational::zero;
        // Each user gets the whole time of the other's server.
        let tasks = vec![vec![none(), pool.gamma(0, 1)], vec![pool.gamma(1, 0), none()]];
        let changed = Placement { tasks };
        Cluster::feasible(mech("ps-dsf-tdm").setting(), &pool, &changed).unwrap();
        changed.totals()
    };
    assert_eq!(change("capacity = [[1], [1]]\ndemand = [[1], [1]]"), [r("1"), r("1")]);
    let unlike = "capacity = [[2, 1], [1, 2]]\ndemand = [[2, 1], [1, 2]]";
    assert_eq!(change(unlike), [r("1/2"), r("1/2")]);
}

/// khamse2017, induction for sharing incentive: users 2 and 3 run 2/9 tasks each beside a third of all resources
/// that is reserved for user 1, and 1/5 without the reservation.
#[test]
fn lifting_a_reservation_may_cost_tasks() {
    let all = pool_of("capacity = [[1, 1]]\ndemand = [[1, 1], [2, 1], [1, 2]]");
    let rest = pool_of("capacity = [[\"2/3\", \"2/3\"]]\ndemand = [[2, 1], [1, 2]]");
    let totals = |pool: &Pool| {
        let outcome = mech("ps-dsf").allocate(pool, &Patience::unlimited()).unwrap();
        certified(mech("ps-dsf"), pool, &outcome, &Patience::unlimited()).unwrap();
        outcome.totals()
    };
    assert_eq!(totals(&all), [r("2/5"), r("1/5"), r("1/5")]);
    assert_eq!(totals(&rest), [r("2/9"), r("2/9")]);
}

fn table_four() -> [Pool; 2] {
    let file = |name: &str| load(&root().join("tests/worked").join(name));
    ["khamse2017-table4.toml", "khamse2017-table4-user4-away.toml"]
        .map(|name| pool(file(name).root.get("instance").unwrap()))
}

#[test]
fn memory_of_table_four_is_full() {
    for pool in table_four() {
        for id in ["ps-dsf", "tsf", "c-drfh"] {
            let totals = mech(id).allocate(&pool, &Patience::unlimited()).unwrap().totals();
            let used = |r: usize| sum(totals.iter().zip(&pool.demand).map(|(x, d)| x * &d[r]));
            assert_eq!(used(1), r("117/2"), "{id}");
            // There are 64 units of CPU, and some are idle.
            assert!(used(0) < r("64"), "{id}");
        }
    }
}

/// Class C has 33/2 CPU and 33/4 memory, and only tasks of user 3 need twice as much CPU as memory: all its CPU is
/// used if 165/2 of them run. On class D no user's tasks need less CPU per memory than those of user 2, which has
/// the class alone under PS-DSF while user 4 is absent.
#[test]
fn only_ps_dsf_fills_class_c() {
    for pool in table_four() {
        let outcome = mech("ps-dsf").allocate(&pool, &Patience::unlimited()).unwrap();
        assert_eq!(outcome.tasks[2][2], r("165/2"));
        assert_eq!(outcome.tasks[1][3], if pool.users() == 3 { r("165/4") } else { Rational::zero() });
        assert!(pool.users() == 3 || outcome.tasks[3][3] == r("55/2"));
        for id in ["tsf", "c-drfh"] {
            assert!(mech(id).allocate(&pool, &Patience::unlimited()).unwrap().total(2) < r("165/2"), "{id}");
        }
    }
}

#[test]
fn table_three_is_what_users_run_alone() {
    let printed: [&[&str]; 4] = [
        &["80", "340", "82.5", "55"],
        &["40", "170", "41.25", "41.25"],
        &["0", "0", "82.5", "27.5"],
        &["0", "0", "27.5", "27.5"],
    ];
    assert_eq!(table_four()[0].gammas(), rows(&printed));
}

/// khamse2017 V: only users 1 and 2 are eligible on classes A and B, and they use none of C and D, except under
/// C-DRFH.
#[test]
fn classes_are_separate() {
    let [pool, _] = table_four();
    let beyond = |id: &str| {
        let tasks = mech(id).allocate(&pool, &Patience::unlimited()).unwrap().tasks;
        assert!(tasks[2..].iter().all(|row| row[..2].iter().all(Scalar::is_zero)), "{id}");
        sum(tasks[..2].iter().flat_map(|row| row[2..].iter().cloned()))
    };
    assert_eq!([beyond("ps-dsf"), beyond("tsf")], [r("0"), r("0")]);
    assert!(beyond("c-drfh").is_positive());
}

/// Two placements that meet Theorem 1. The first server decides which of them the server procedure reaches.
#[test]
fn the_order_of_servers_decides_what_is_reached() {
    let reached = |capacity: &str, tasks: [&[&str]; 2]| {
        let pool = pool_of(&format!("capacity = {capacity}\ndemand = [[3, 1], [2, 3]]"));
        let outcome = mech("ps-dsf-printed").allocate(&pool, &Patience::unlimited()).unwrap();
        certified(mech("ps-dsf"), &pool, &outcome, &Patience::unlimited()).unwrap();
        assert_eq!(outcome.tasks, rows(&tasks));
        outcome.totals()
    };
    let forwards = reached("[[2, 2], [1, 1], [2, 1]]", [&["0", "1/5", "2/3"], &["2/3", "1/5", "0"]]);
    assert_eq!(forwards, [r("13/15"), r("13/15")]);
    let backwards = reached("[[2, 1], [1, 1], [2, 2]]", [&["2/3", "0", "1/4"], &["0", "1/3", "7/12"]]);
    assert_eq!(backwards, [r("11/12"), r("11/12")]);
}

/// Random clusters of users with one weight each and unlimited tasks.
fn plain_pools(hypothesis: Hypothesis, seed: u64) -> impl Iterator<Item = Pool> {
    let scope =
        Scope { users: 4, servers: 3, resources: 3, max: 6, capacity: None, hypothesis, ..Scope::default() };
    let plain = |p: &Pool| p.tasks.iter().all(Option::is_none) && p.user_weights().is_some();
    instances::cluster::stream(scope, seed).filter(plain)
}

fn positive_pools(seed: u64) -> impl Iterator<Item = Pool> {
    plain_pools(Hypothesis::PositiveDemands, seed)
}

fn view(pool: &Pool) -> PerServer<'_> {
    PerServer::dominant_shares(pool, pool.user_weights().unwrap(), Division::Resource)
}

/// Returns `true` if on each server one resource is a bottleneck for all users that can run there.
fn one_bottleneck_a_server(pool: &Pool, outcome: &Placement) -> bool {
    let view = view(pool);
    let Certificate::Bottlenecks(found) = bottlenecks(&view, outcome).unwrap() else { panic!("a kind") };
    let first = |i: usize| found.iter().find_map(|row| row[i]);
    let alike: Vec<Option<usize>> = (0..pool.servers()).map(first).collect();
    let owed =
        |row: Vec<Option<usize>>| row.into_iter().zip(&alike).map(|(own, one)| own.and(*one)).collect();
    view.check(outcome, &Certificate::Bottlenecks(found.into_iter().map(owed).collect())).is_ok()
}

#[test]
fn positive_demands_share_their_bottlenecks() {
    for pool in positive_pools(12).take(300) {
        let outcome = mech("ps-dsf").allocate(&pool, &Patience::unlimited()).unwrap();
        assert!(one_bottleneck_a_server(&pool, &outcome), "{pool:?}");
    }
    let apart = pool_of("capacity = [[1, 1]]\ndemand = [[1, 0], [0, 1]]");
    assert!(!one_bottleneck_a_server(
        &apart,
        &mech("ps-dsf").allocate(&apart, &Patience::unlimited()).unwrap()
    ));
}

/// khamse2017 Corollary 1 compared with Definition 6, on fair and unfair placements: the two conditions agree for a
/// user with the smallest share among those that demand a saturated resource.
#[test]
fn corollary_one_restates_the_definition() {
    let (mut met, mut missed) = (0, 0);
    for pool in plain_pools(Hypothesis::None, 18).take(400) {
        let (view, users) = (view(&pool), pool.users());
        let places = || (0..pool.servers()).flat_map(|i| (0..pool.resources()).map(move |k| (i, k)));
        let outcomes = ["ps-dsf", "tsf", "drf-per-server"]
            .map(|id| mech(id).allocate(&pool, &Patience::unlimited()).unwrap());
        for (x, (i, k)) in outcomes.iter().flat_map(|x| places().map(move |place| (x, place))) {
            let holds = |m: usize| &x.tasks[m][i] * &pool.demand[m][k];
            let level = |m: usize| x.total(m) / &view.servers[i].unit[m];
            let wants = |m: &usize| pool.runs_on(*m, i) && pool.demand[*m][k].is_positive();
            let Some(n) = (0..users).filter(wants).min_by_key(|&m| level(m)) else { continue };
            if sum((0..users).map(holds)) != pool.capacity[i][k] {
                continue;
            }
            let definition = (0..users).all(|m| !holds(m).is_positive() || level(n) >= level(m));
            let corollary = (0..users).filter(wants).all(|m| level(m) <= level(n) || x.tasks[m][i].is_zero());
            assert_eq!(corollary, definition, "{pool:?}");
            if corollary { met += 1 } else { missed += 1 }
        }
    }
    assert!(met > 200 && missed > 50, "{met} {missed}");
}

fn lowest(pool: &Pool, x: &Placement, i: usize) -> Option<Rational> {
    let unit = &view(pool).servers[i].unit;
    let able = (0..pool.users()).filter(|&n| unit[n].is_positive());
    least(able.map(|n| x.total(n) / &unit[n]))
}

/// Update-Allocation of khamse2017, Table II, at a server none of whose users has a bottleneck yet, with the largest
/// beta; `None` if the procedure finds a bottleneck instead.
fn updated(pool: &Pool, x: &Placement, i: usize) -> Option<Placement> {
    let (view, lowest) = (view(pool), lowest(pool, x, i)?);
    let server = &view.servers[i];
    let able: Vec<usize> = (0..pool.users()).filter(|&n| server.unit[n].is_positive()).collect();
    let level = |n: usize| x.total(n) / &server.unit[n];
    let low: Vec<usize> = able.iter().copied().filter(|&n| level(n) == lowest).collect();
    let holds = |n: usize, k: usize| &x.tasks[n][i] * &pool.demand[n][k];
    let mut free: Vec<Rational> = (0..pool.resources())
        .map(|k| &pool.capacity[i][k] - sum((0..pool.users()).map(|n| holds(n, k))))
        .collect();
    let wanted = |k: &usize| low.iter().any(|&n| pool.demand[n][*k].is_positive());
    let saturated: Vec<usize> = (0..pool.resources()).filter(|&k| free[k].is_zero()).filter(wanted).collect();
    let mut released = Vec::new();
    for &k in &saturated {
        let highest = able.iter().copied().filter(|&n| holds(n, k).is_positive()).max_by_key(|&n| level(n));
        let n = highest.filter(|&n| level(n) != lowest)?;
        free.iter_mut().enumerate().for_each(|(k, f)| *f = &*f + holds(n, k));
        released.push(n);
    }
    let demand = |k: usize| sum(low.iter().map(|&n| &server.unit[n] * &pool.demand[n][k]));
    let stops = (0..pool.resources()).filter(|&k| demand(k).is_positive());
    let z = least(stops.map(|k| &free[k] / demand(k)))?;
    let beta = released.iter().fold(Rational::one(), |beta, &n| {
        min(beta, (level(n) - &lowest) / (&z + &x.tasks[n][i] / &server.unit[n]))
    });
    let mut next = x.clone();
    low.iter().for_each(|&n| next.tasks[n][i] = &x.tasks[n][i] + &beta * &z * &server.unit[n]);
    released.iter().for_each(|&n| next.tasks[n][i] = (Rational::one() - &beta) * &x.tasks[n][i]);
    Some(next)
}

/// The smallest level at server 1 rises from 2/3 to 4/3, which needs 4 units of a resource of 3, and falls to 10/9.
/// From feasible placements it never falls in one update.
#[test]
fn the_lowest_level_of_algorithm_one_may_fall() {
    let pool = pool_of("capacity = [[3, 3], [2, 4]]\ndemand = [[1, 2], [2, 1]]\neligible = [[0, 1], [0]]");
    let mut x = mech("drf-per-server").allocate(&pool, &Patience::unlimited()).unwrap();
    let mut levels = Vec::new();
    for tasks in [[["1", "2"], ["1", "0"]], [["0", "2"], ["2", "0"]], [["-1/3", "2"], ["5/3", "0"]]] {
        assert_eq!(x.tasks, rows(&tasks.each_ref().map(|row| &row[..])));
        levels.extend(lowest(&pool, &x, 0));
        x = updated(&pool, &x, 0).unwrap_or(x);
    }
    assert_eq!(levels, [r("2/3"), r("4/3"), r("10/9")]);
    assert_eq!(mech("ps-dsf-printed").allocate(&pool, &Patience::unlimited()).unwrap(), x);
    let mut risen = 0;
    for pool in positive_pools(13).take(300) {
        let x = mech("drf-per-server").allocate(&pool, &Patience::unlimited()).unwrap();
        for i in 0..pool.servers() {
            let Some(next) = updated(&pool, &x, i) else { continue };
            assert!(lowest(&pool, &next, i) > lowest(&pool, &x, i), "{pool:?}");
            risen += 1;
        }
    }
    assert!(risen > 50, "{risen}");
}

/// User 1 is eligible on both servers, users 2 and 3 on one each. With p tasks on one server and q on the other,
/// levels there are p + q and 1 - p, so an update sets p = (1 - q)/2: half as far from 1/3 as q is, on the opposite
/// side.
#[test]
fn updates_halve_a_distance_without_end() {
    let pool = pool_of("capacity = [[2], [2]]\ndemand = [[2], [1], [1]]\neligible = [[0, 1], [0], [1]]");
    let mut x = mech("drf-per-server").allocate(&pool, &Patience::unlimited()).unwrap();
    assert_eq!(x.tasks[0], [r("1/2"), r("1/2")]);
    for i in [0, 1].repeat(20) {
        let other = &x.tasks[0][1 - i] - r("1/3");
        x = updated(&pool, &x, i).unwrap();
        assert_eq!(&x.tasks[0][i] - r("1/3"), other / r("-2"));
        assert!(certified(mech("ps-dsf"), &pool, &x, &Patience::unlimited()).is_err());
    }
}

/// khamse2017 Lemma 1, for lies about demands and hidden servers: a user that lowers the tasks of another loses
/// tasks itself.
#[test]
fn no_random_lie_harms_others_for_nothing() {
    let (mut harmed, mut lies) = (0, 0);
    let reports = positive_pools(15).take(2500);
    for (pool, report) in positive_pools(14).zip(reports).filter(|(p, q)| p.resources() == q.resources()) {
        let before = mech("ps-dsf").allocate(&pool, &Patience::unlimited()).unwrap().totals();
        for liar in 0..pool.users() {
            let mut told = pool.clone();
            told.demand[liar] = report.demand[liar % report.users()].clone();
            told.eligible[liar].iter_mut().zip(&report.eligible[0]).for_each(|(e, keep)| *e &= *keep);
            let after = mech("ps-dsf").allocate(&told, &Patience::unlimited()).unwrap().totals();
            let worth = least(told.demand[liar].iter().zip(&pool.demand[liar]).map(|(d, true_d)| d / true_d));
            let own = &after[liar] * worth.unwrap();
            let harms = (0..pool.users()).any(|m| m != liar && after[m] < before[m]);
            assert!(!harms || own < before[liar], "user {liar} of {pool:?} tells {told:?}");
            harmed += usize::from(harms);
            lies += 1;
        }
    }
    assert!(lies > 500 && harmed > 100, "{harmed} of {lies}");
}

/// khamse2017 IV, scenario 2: for any rates of co-processors, time division finds an allocation.
#[test]
fn any_table_of_rates_has_an_allocation() {
    for (k, mut pool) in (0..).zip(positive_pools(16).take(200)) {
        let rate = |u: usize, i: usize| Rational::int(((u + 2) * (i + 3) * (k + 5)) as i64 % 7);
        pool.rate =
            Some((0..pool.users()).map(|u| (0..pool.servers()).map(|i| rate(u, i)).collect()).collect());
        let outcome = mech("ps-dsf-tdm").allocate(&pool, &Patience::unlimited()).unwrap();
        certified(mech("ps-dsf-tdm"), &pool, &outcome, &Patience::unlimited()).unwrap();
    }
}

/// wang2013 Lemma 1, on every small bundle; removing an infinitesimal amount is the smallest removal.
#[test]
fn without_waste_is_in_proportion() {
    let triples = |from: i64| {
        (0..125).map(|n| [n % 5, n / 5 % 5, n / 25]).filter(move |t| t.iter().all(|x| *x >= from))
    };
    let mut proportional = 0;
    for demand in triples(1) {
        let most = demand.iter().max().unwrap();
        for bundle in triples(0) {
            let tasks = |out: usize| {
                let left = |k: usize| {
                    Eps::int(bundle[k]) - if k == out { Eps::infinitesimal() } else { Eps::zero() }
                };
                least((0..3).map(|k| left(k) / Eps::int(demand[k]))).unwrap()
            };
            let all = tasks(3);
            let frugal = (0..3).all(|k| bundle[k] == 0 || tasks(k) < all);
            // A bundle of g times the normalised demand has g of the dominant resource, which is its share.
            let factor = |k: usize| Rational::int(bundle[k] * most) / Rational::int(demand[k]);
            assert_eq!(frugal, factor(0) == factor(1) && factor(1) == factor(2), "{demand:?} {bundle:?}");
            if frugal {
                assert_eq!((all * Eps::int(*most)).constant(), Some(factor(0)));
                proportional += 1;
            }
        }
    }
    assert!(proportional > 64, "{proportional}");
}

/// The value of wang2013 (7): the largest share that all users can have equally.
fn equal_share(pool: &Pool) -> Rational {
    let Polytope { mut program, pairs, .. } = Polytope::of(pool, Division::Resource);
    let (level, pooled) = (pairs.len(), pool.pooled());
    program.objective.push(Rational::one());
    for u in 0..pool.users() {
        let share = pool.demand[u].iter().zip(&pooled).map(|(d, c)| d / c).max().unwrap();
        let own = pairs.iter().enumerate().filter(|(_, pair)| pair.0 == u);
        let terms = own.map(|(v, _)| (v, share.clone())).chain([(level, -Rational::one())]);
        program.equal(terms.collect(), Rational::zero());
    }
    match solve(&program, &Patience::unlimited()).unwrap() {
        Solution::Optimal { value, .. } => value,
        _ => panic!("nothing for anybody is feasible"),
    }
}

/// wang2013 (7) is the printed value for Figure 1. With zero demands it stops user 1 at 1/2, although 3/4 is
/// possible; and a user that can run nowhere stops every user.
#[test]
fn equal_shares_waste_what_zero_demands_leave() {
    let printed = pool_of("capacity = [[2, 12], [12, 2]]\ndemand = [[\"1/5\", 1], [1, \"1/5\"]]");
    assert_eq!(equal_share(&printed), r("5/7"));
    let totals = |pool: &Pool| mech("drfh").allocate(pool, &Patience::unlimited()).unwrap().totals();
    let zeros = pool_of("capacity = [[1, 1]]\ndemand = [[0, 1], [2, 1], [1, 0]]");
    assert_eq!(equal_share(&zeros), r("1/2"));
    assert_eq!(totals(&zeros), [r("3/4"), r("1/4"), r("1/2")]);
    let nowhere = pool_of("capacity = [[5, 0], [0, 5]]\ndemand = [[1, 1], [1, 0], [0, 2]]");
    assert_eq!(equal_share(&nowhere), Rational::zero());
    assert_eq!(totals(&nowhere), [r("0"), r("5"), r("5/2")]);
}

/// wang2013 III-D: each server has 1 of its own resource and L of the others, each user demands 1/L of its own and 1
/// of the others. On server i every user gets 1/n of resource i, which is L/n tasks for user i and 1/n for the
/// others; of a resource they use 1 where it is scarce and (L + (n - 2) + 1/L)/n elsewhere, which tends to 1/n of
/// the total. DRFH gives every user its server.
#[test]
fn separate_servers_use_little() {
    let utilisation = measure::CLUSTER.iter().find(|m| m.id() == "utilisation").unwrap();
    for (n, large) in (2..=6).flat_map(|n| [10, 1000, 1_000_000].map(|large| (n, large))) {
        let (users, large, one) = (0..n as usize, Rational::int(large), Rational::one());
        let table = |own: &Rational, other: &Rational| -> Vec<Vec<Rational>> {
            let entry = |i: usize, k: usize| if i == k { own.clone() } else { other.clone() };
            users.clone().map(|i| users.clone().map(|k| entry(i, k)).collect()).collect()
        };
        let pool = Pool::new(table(&one, &large), table(&(&one / &large), &one));
        let part = |id: &str| {
            utilisation
                .value(&run_of(mech(id), &pool, &Patience::unlimited()).unwrap(), &Patience::unlimited())
                .unwrap()
        };
        let (n, others) = (Rational::int(n), Rational::int(n - 1));
        let elsewhere = (&large + (&others - &one) + &one / &large) / &n;
        assert_eq!(part("drf-per-server"), Some((&one + &others * elsewhere) / (&one + &others * &large)));
        assert_eq!(part("drfh"), Some(one));
    }
}

/// wang2013, Figure 1, whole tasks: a slot is (6/7, 6/7), each server has two slots, and each task needs two.
#[test]
fn slots_run_least_on_figure_one() {
    let pool = pool_of("capacity = [[2, 12], [12, 2]]\ndemand = [[\"1/5\", 1], [1, \"1/5\"]]");
    let totals = |id: &str| mech(id).allocate(&pool, &Patience::unlimited()).unwrap().totals();
    assert_eq!(totals("slots"), [r("1"), r("1")]);
    assert_eq!(totals("first-fit-drfh"), [r("6"), r("6")]);
    assert_eq!(totals("best-fit-drfh"), [r("10"), r("10")]);
}

/// After an overload as printed z can be below zero, and the condition on beta then holds for every beta.
#[test]
fn an_overload_leaves_beta_free() {
    let pool = pool_of(
        "capacity = [[1, 1], [2, 1], [1, 2]]\ndemand = [[1, 2], [1, 1], [2, 1]]\neligible = [[0, 1], [0, 1, 2], [0, 1]]",
    );
    let outcome = mech("ps-dsf-printed").allocate(&pool, &Patience::unlimited());
    assert!(matches!(outcome, Err(Halt::Failed(Refusal::Endless(_)))), "{outcome:?}");
}

/// wang2013 VI, Figure 4: a user alone with tasks of (0.2, 0.3) has 62 % of the memory. By programme (7), tasks
/// being divisible, it would have all memory of every class of servers of Table I but one, which has 5 servers of
/// 12,583.
#[test]
fn alone_a_user_fills_the_memory_of_table_one() {
    let classes = [
        (6732, "1/2", "1/2"),
        (3863, "1/2", "1/4"),
        (1001, "1/2", "3/4"),
        (795, "1", "1"),
        (126, "1/4", "1/4"),
        (52, "1/2", "3/25"),
        (5, "1/2", "3/100"),
        (5, "1/2", "97/100"),
        (3, "1", "1/2"),
        (1, "1/2", "3/50"),
    ];
    let rows: Vec<String> =
        classes.iter().map(|(_, cpu, memory)| format!("[\"{cpu}\", \"{memory}\"]")).collect();
    let pool = pool_of(&format!("capacity = [{}]\ndemand = [[\"1/5\", \"3/10\"]]", rows.join(", ")));
    let outcome = mech("drfh").allocate(&pool, &Patience::unlimited()).unwrap();
    certified(mech("drfh"), &pool, &outcome, &Patience::unlimited()).unwrap();
    let full = |class: &usize| &outcome.tasks[0][*class] * r("3/10") == pool.capacity[*class][1];
    let not_full: Vec<usize> = (0..classes.len()).filter(|class| !full(class)).collect();
    assert_eq!(not_full, [7]);
    let servers = |of: &dyn Fn(usize) -> bool| (0..10).filter(|c| of(*c)).map(|c| classes[c].0).sum::<i64>();
    assert_eq!((servers(&|_| true), servers(&|c| not_full.contains(&c))), (12_583, 5));
    // The paper prints 62 % of 51.32 units, which is 106 tasks; 171 would fit.
    let part = |tasks: &str| r(tasks) * r("3/10") / r("51.32");
    assert!(r("0.615") < part("106") && part("106") < r("0.625") && part("171") < r("1"));
}
