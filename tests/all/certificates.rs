//! Cheap checks of certificates refuse as much as expensive ones: fast code compared with slow code written from the
//! definitions, and allocations that are wrong in one place.

use std::borrow::Cow;

use fairwitness::instances::{self, Scope, draw_number};
use fairwitness::library::every;
use fairwitness::linear::{Halt, Patience};
use fairwitness::mechanism::{
    ARRIVALS, Mechanism, PerServer, Server, admits, allocate, bottlenecks, certified, check_levels,
    fill_alone_seen, fill_seen, ranges, tight_resources,
};
use fairwitness::model::Model as _;
use fairwitness::model::arrivals::{self, Arrivals, History, Sequence, Usage};
use fairwitness::model::cluster::{Certificate, Cluster, Division, Placement, Pool, Weight};
use fairwitness::model::refusal::Rejected;
use fairwitness::scalar::{Rational, Scalar, compare, dot, sum};
use rand::RngExt;

use super::support::{library, mech, pool_of, r, root};

/// Definition 6 of khamse2017 for one user, server and resource, with every sum computed for it alone.
fn is_bottleneck(view: &PerServer<'_>, x: &Placement, user: usize, i: usize, resource: usize) -> bool {
    let (server, totals) = (&view.servers[i], x.totals());
    let uses = |m: usize| &x.tasks[m][i] * &server.load[m][resource];
    let level = |m: usize| &totals[m] / &server.unit[m];
    server.load[user][resource].is_positive()
        && sum((0..view.users()).map(uses)) == server.capacity[resource]
        && (0..view.users()).all(|m| !uses(m).is_positive() || level(m) <= level(user))
}

/// The bottlenecks of every user, by [`is_bottleneck`]; `None` if a bottleneck is owed and there is none.
fn slow_bottlenecks(view: &PerServer<'_>, x: &Placement) -> Option<Vec<Vec<Option<usize>>>> {
    let totals = x.totals();
    let cell = |u: usize, i: usize| {
        let server = &view.servers[i];
        let satisfied = view.tasks[u].as_ref().is_some_and(|has| totals[u] == *has);
        if satisfied || !server.unit[u].is_positive() {
            return Some(None);
        }
        (0..server.capacity.len()).find(|&r| is_bottleneck(view, x, u, i, r)).map(Some)
    };
    (0..view.users()).map(|u| (0..view.servers.len()).map(|i| cell(u, i)).collect()).collect()
}

/// Ordinary instances of many users: some have weights, placement constraints and zeros.
fn ordinary(
    seed: u64,
    users: std::ops::RangeInclusive<usize>,
    servers: std::ops::RangeInclusive<usize>,
) -> Pool {
    let mut rng = draw_number(seed, 7);
    let (n, s, m) = (rng.random_range(users), rng.random_range(servers), rng.random_range(2..=4usize));
    let most = [3i64, 5, 10, 100][rng.random_range(0..4usize)];
    let least = i64::from(rng.random_range(0..10) >= 3);
    let matrix = |rng: &mut chacha20::ChaCha8Rng, rows: usize| -> Vec<Vec<Rational>> {
        (0..rows).map(|_| (0..m).map(|_| Rational::int(rng.random_range(least..=most))).collect()).collect()
    };
    let capacity = matrix(&mut rng, s);
    let mut demand = matrix(&mut rng, n);
    for row in demand.iter_mut().filter(|row| row.iter().all(Scalar::is_zero)) {
        row[0] = Rational::one();
    }
    let mut pool = Pool::new(capacity, demand);
    if rng.random_range(0..5) < 2 {
        pool.weight = Weight::User((0..n).map(|_| Rational::int(rng.random_range(1..=4))).collect());
    }
    if rng.random_range(0..5) < 2 {
        pool.eligible = (0..n).map(|_| (0..s).map(|_| rng.random_range(0..10) < 7).collect()).collect();
    }
    pool
}

#[test]
fn a_dot_product_is_the_sum_of_its_products() {
    let mut rng = draw_number(3, 1);
    for length in [0, 1, 15, 16, 17, 100, 1000] {
        let mut number = || {
            let (n, d) = (rng.random_range(-50..50i64), rng.random_range(1..60i64));
            let x = Rational::new(n, d);
            // Every seventh number is beyond machine words.
            if n % 7 == 0 { x * r("123456789012345678901234567890/98765432109876543210987") } else { x }
        };
        let pairs: Vec<(Rational, Rational)> = (0..length).map(|_| (number(), number())).collect();
        let plain = pairs.iter().fold(Rational::zero(), |sum, (x, y)| sum + x * y);
        let refs = || pairs.iter().map(|(x, y)| (x, y));
        assert_eq!(dot(refs()), plain, "{length}");
        for step in [-1, 0, 1] {
            let bound = &plain + Rational::new(step, 1_000_000_007);
            assert_eq!(compare(refs, &bound), plain.cmp(&bound), "{length} {step}");
        }
    }
    for length in [0, 1, 3, 5, 40] {
        let number = |k: i64| Rational::new(k % 5 - 1, k % 3 + 1);
        let pairs: Vec<(Rational, Rational)> = (0..length).map(|k| (number(k), number(k + 2))).collect();
        let plain = pairs.iter().fold(Rational::zero(), |sum, (x, y)| sum + x * y);
        for step in [-1, 0, 1] {
            let bound = &plain + Rational::new(step, 1000);
            assert_eq!(
                compare(|| pairs.iter().map(|(x, y)| (x, y)), &bound),
                plain.cmp(&bound),
                "{length} {step}"
            );
        }
    }
    let most = Rational::int(i64::MAX);
    let many = vec![(&most, &most); 40];
    assert_eq!(dot(many), &most * &most * Rational::int(40));
}

#[test]
fn one_server_is_filled_alike_at_once_and_event_by_event() {
    let (mut finite, mut full) = (0, 0);
    for seed in 0..400 {
        let mut pool = ordinary(seed, 1..=30, 1..=1);
        let mut rng = draw_number(seed, 8);
        for has in &mut pool.tasks {
            *has = (rng.random_range(0..3) > 0)
                .then(|| Rational::new(rng.random_range(0..20), rng.random_range(1..4)));
        }
        let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
        let none = vec![Rational::zero(); pool.users()];
        let (mut stops, mut told) = (Vec::new(), Vec::new());
        let slow = fill_seen(&view.servers[0], &none, &pool.tasks, &mut stops);
        assert_eq!(fill_alone_seen(&view.servers[0], &pool.tasks, &mut told), slow, "{seed}");
        assert_eq!(told, stops, "{seed}");
        finite += slow.iter().zip(&pool.tasks).filter(|(x, has)| has.as_ref() == Some(*x)).count();
        full += slow.iter().zip(&pool.tasks).filter(|(x, has)| has.is_none() && x.is_positive()).count();
    }
    assert!(finite > 100 && full > 100, "{finite} have all their tasks, {full} are stopped");
}

/// Bottlenecks from one sum per server equal those from one sum per user, for correct and for altered allocations.
#[test]
fn bottlenecks_are_those_of_the_definition() {
    let (mut good, mut bad) = (0, 0);
    for seed in 0..300 {
        let pool = ordinary(seed, 2..=6, 1..=3);
        for division in [Division::Resource, Division::Time] {
            let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), division);
            let Ok(x) = allocate(&view, &Patience::unlimited()) else { continue };
            let mut spoilt = vec![x.clone()];
            for u in 0..pool.users() {
                let mut less = x.clone();
                let i = u % pool.servers();
                less.tasks[u][i] = &less.tasks[u][i] * r("1/2");
                spoilt.push(less);
                let mut swapped = x.clone();
                swapped.tasks.swap(u, (u + 1) % pool.users());
                spoilt.push(swapped);
            }
            for x in spoilt {
                // Tasks on a server that can run none have no level to compare; such a placement is refused earlier.
                let placed =
                    |u: usize, i: usize| x.tasks[u][i].is_zero() || view.servers[i].unit[u].is_positive();
                if !(0..pool.users()).all(|u| (0..pool.servers()).all(|i| placed(u, i))) {
                    continue;
                }
                match (bottlenecks(&view, &x), slow_bottlenecks(&view, &x)) {
                    (Ok(Certificate::Bottlenecks(quick)), Some(slow)) => {
                        assert_eq!(quick, slow, "{seed}");
                        view.check(&x, &Certificate::Bottlenecks(slow)).unwrap();
                        good += 1;
                    }
                    (Err(Rejected::Certificate(_)), None) => bad += 1,
                    (quick, slow) => panic!("{seed}: {quick:?} but {slow:?}"),
                }
            }
        }
    }
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

/// Each kind of wrong allocation of one pool, and of wrong certificate, is refused with its reason.
#[test]
fn wrong_allocations_of_many_users_are_refused() {
    let pool = ordinary(5, 40..=40, 1..=1);
    let drf = mech("drf");
    let x = drf.allocate(&pool, &Patience::unlimited()).unwrap();
    let Certificate::Bottlenecks(named) = certified(drf, &pool, &x, &Patience::unlimited()).unwrap() else {
        panic!("bottlenecks")
    };
    let runs: Vec<usize> = (0..pool.users()).filter(|&u| x.tasks[u][0].is_positive()).collect();
    assert!(runs.len() > 10);
    for &u in &runs {
        // One user is off: too many tasks are infeasible, too few leave no user a bottleneck.
        let with = |factor: &str| {
            let mut y = x.clone();
            y.tasks[u][0] = &y.tasks[u][0] * r(factor);
            y
        };
        let refused = certified(drf, &pool, &with("1000001/1000000"), &Patience::unlimited());
        assert!(matches!(refused, Err(Halt::Failed(Rejected::Infeasible { .. }))), "{refused:?}");
        let refused = certified(drf, &pool, &with("999999/1000000"), &Patience::unlimited());
        assert!(matches!(refused, Err(Halt::Failed(Rejected::Certificate(_)))), "{refused:?}");
        // A bottleneck that is missing, and a resource that is none.
        let naming = |resource: Option<usize>| {
            let mut named = named.clone();
            named[u][0] = resource;
            drf.check(&pool, &x, &Certificate::Bottlenecks(named))
        };
        naming(named[u][0]).unwrap();
        assert!(naming(None).is_err());
        assert!(naming(Some(pool.resources())).is_err());
        let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
        for resource in (0..pool.resources()).filter(|&r| !is_bottleneck(&view, &x, u, 0, r)) {
            assert!(naming(Some(resource)).is_err(), "user {u}, resource {resource}");
        }
    }
    assert!(drf.check(&pool, &x, &Certificate::Bottlenecks(named[1..].to_vec())).is_err());
    assert!(drf.check(&pool, &x, &Certificate::Rule).is_err());
    // Shares are off: total usage is unchanged, but one user has a part that belongs to another.
    let pool = pool_of("capacity = [[6]]\ndemand = [[1], [1], [2]]\n");
    let even = drf.allocate(&pool, &Patience::unlimited()).unwrap();
    assert_eq!(even.totals(), [r("2"), r("2"), r("1")]);
    let uneven = Placement { tasks: vec![vec![r("3")], vec![r("1")], vec![r("1")]] };
    assert!(matches!(
        certified(drf, &pool, &uneven, &Patience::unlimited()),
        Err(Halt::Failed(Rejected::Certificate(_)))
    ));
}

/// Filling that skips users ends at a different time for each of them: one task more or fewer of any user is
/// refused, both where many picks lie between the ends and where few do.
#[test]
fn filling_with_whole_tasks_is_refused_when_off_by_one_task() {
    let text = |capacity: &str| {
        format!(
            "capacity = [[{capacity}]]\ndemand = [[3, 1, 0], [1, 0, 2], [0, 2, 1], [5, 5, 5], [0, 0, 1], [1, 1, 1]]\n"
        )
    };
    let mut pools =
        vec![pool_of(&text("60, 60, 60")), pool_of(&text("100000, 70, 3000")), pool_of(&text("31, 1000, 5"))];
    pools.extend((0..20).map(|seed| {
        let mut pool = ordinary(seed, 30..=30, 1..=1);
        pool.capacity[0].iter_mut().for_each(|c| *c = &*c * r("40"));
        pool
    }));
    for pool in pools {
        for id in ["drf-tasks-skip", "drf-tasks-skip-index", "drf-tasks-skip-lower"] {
            let x = mech(id).allocate(&pool, &Patience::unlimited()).unwrap();
            certified(mech(id), &pool, &x, &Patience::unlimited()).unwrap();
            for u in (0..pool.users()).filter(|&u| x.tasks[u][0].is_positive()) {
                for step in ["1", "-1"] {
                    let mut off = x.clone();
                    off.tasks[u][0] = &off.tasks[u][0] + r(step);
                    assert!(
                        certified(mech(id), &pool, &off, &Patience::unlimited()).is_err(),
                        "{id}, user {u}, {step}"
                    );
                }
            }
        }
    }
}

/// A server that no user can use, and a server whose users all have their tasks elsewhere.
#[test]
fn a_resource_that_nobody_uses_stops_nobody_who_can_run() {
    let server = |capacity: &str| Server {
        capacity: Cow::from(vec![r(capacity)]),
        load: Cow::from(vec![vec![r("1")]]),
        unit: vec![r(capacity)],
    };
    let view = PerServer { servers: vec![server("0"), server("2")], tasks: Cow::from(vec![None]) };
    let all = Placement { tasks: vec![vec![r("0"), r("2")]] };
    assert_eq!(bottlenecks(&view, &all), Ok(Certificate::Bottlenecks(vec![vec![None, Some(0)]])));
    let nothing = Placement { tasks: vec![vec![r("0"), r("0")]] };
    assert!(bottlenecks(&view, &nothing).is_err());
}

/// The number of random instances; `FAIRWITNESS_SEEDS` can raise it.
fn seeds(usually: u64) -> u64 {
    std::env::var("FAIRWITNESS_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// PS-DSF has an outcome on ordinary instances, and its definition accepts the outcome.
#[test]
fn ps_dsf_hands_out_what_its_definition_accepts() {
    let asked = seeds(200);
    for seed in 0..asked {
        let pool = ordinary(seed, 4..=10, 2..=5);
        for id in ["ps-dsf", "ps-dsf-tdm"] {
            let x = mech(id)
                .allocate(&pool, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{id}, seed {seed}: {e}"));
            certified(mech(id), &pool, &x, &Patience::unlimited())
                .unwrap_or_else(|e| panic!("{id}, seed {seed}: {e}"));
            let division = mech(id).setting().division;
            let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), division);
            assert!(slow_bottlenecks(&view, &x).is_some(), "{id}, seed {seed}");
        }
    }
}

/// Large instances are settled as well, without a programme.
#[test]
fn ps_dsf_is_settled_on_many_servers() {
    for (seed, users, servers) in [(1, 12, 8), (2, 20, 10), (3, 9, 30)] {
        let pool = ordinary(seed, users..=users, servers..=servers);
        for id in ["ps-dsf", "ps-dsf-tdm"] {
            let x = mech(id).allocate(&pool, &Patience::unlimited()).unwrap();
            certified(mech(id), &pool, &x, &Patience::unlimited()).unwrap();
            // With one task moved to another server the outcome is refused.
            let mut moved = x.clone();
            let (u, i) = (0..users)
                .flat_map(|u| (0..servers).map(move |i| (u, i)))
                .find(|&(u, i)| x.tasks[u][i].is_positive())
                .unwrap();
            moved.tasks[u][i] = &moved.tasks[u][i] * r("1/2");
            assert!(certified(mech(id), &pool, &moved, &Patience::unlimited()).is_err());
        }
    }
}

fn ddrf() -> &'static dyn Mechanism<Arrivals> {
    ARRIVALS.iter().copied().find(|m| m.id() == "ddrf").unwrap()
}

fn sequences(count: usize) -> Vec<Sequence> {
    let scope = Scope { users: 9, resources: 3, max: 6, ..Scope::default() };
    instances::arrivals::stream(scope, 4).take(count).collect()
}

/// The compact form of dynamic DRF equals dynamic DRF: history, usage and certificate.
#[test]
fn dynamic_drf_in_short_is_the_same() {
    for sequence in sequences(500) {
        let history = ddrf().allocate(&sequence, &Patience::unlimited()).unwrap();
        let levels = ddrf().levels(&sequence).unwrap();
        assert_eq!(levels.history(), history);
        let (usage, normalised) = (Usage::of(&sequence), sequence.normalised());
        levels
            .moments(&sequence, |moment| {
                let shares = &history.shares[moment.step];
                let plain = arrivals::used(&normalised, shares);
                assert_eq!(moment.used, plain);
                assert_eq!(usage.used(shares), plain);
                Ok(())
            })
            .unwrap();
        let mut rows = Vec::new();
        levels.groups(|groups| {
            let ends = groups.iter().skip(1).map(|(first, _)| *first).chain([rows.len() + 1]);
            let each = groups.iter().zip(ends);
            rows.push(
                each.flat_map(|((first, of), end)| vec![levels.level[*of].clone(); end - first]).collect(),
            );
        });
        assert_eq!(History { shares: rows }, history);
        let tight = tight_resources(&sequence, &levels).unwrap();
        assert_eq!(
            ddrf().certify(&sequence, &history, &Patience::unlimited()),
            Ok(arrivals::Certificate::Tight(tight.clone())),
            "{sequence:?}"
        );
        check_levels(&sequence, &levels, &tight).unwrap();
    }
}

#[test]
fn the_pool_of_everybody_is_added_up_exactly() {
    let pool = ordinary(11, 60..=60, 2..=2);
    let x = mech("uniform").allocate(&pool, &Patience::unlimited()).unwrap();
    for i in 0..pool.servers() {
        for resource in 0..pool.resources() {
            let plain = sum((0..pool.users()).map(|u| &x.tasks[u][i] * &pool.demand[u][resource]));
            assert_eq!(x.used(&pool, i, resource), plain);
        }
    }
    Cluster::feasible(mech("uniform").setting(), &pool, &x).unwrap();
}

/// The page of uniform settles totals: a user with few tasks may leave room on any server, and has on no server more
/// than its slice.
#[test]
fn a_user_of_uniform_is_trimmed_on_any_server() {
    let pool = pool_of("capacity = [[2], [4]]\ndemand = [[1], [1]]\ntasks = [\"3/2\", \"inf\"]\n");
    let judged = |first: [&str; 2], second: [&str; 2]| {
        let row = |x: [&str; 2]| x.iter().map(|x| r(x)).collect();
        certified(
            mech("uniform"),
            &pool,
            &Placement { tasks: vec![row(first), row(second)] },
            &Patience::unlimited(),
        )
    };
    // Slices of 1 and 2 tasks each; user 1 has 3/2.
    for fine in [["1/2", "1"], ["1", "1/2"], ["0", "3/2"]] {
        judged(fine, ["1", "2"]).unwrap();
    }
    assert!(judged(["1/2", "1/2"], ["1", "2"]).is_err(), "too few");
    assert!(judged(["5/4", "1/4"], ["1/2", "2"]).is_err(), "more than a slice, and too few");
    assert!(judged(["1/2", "1"], ["1/2", "5/2"]).is_err(), "more than a slice");
}

/// All PS-DSF allocations on the instance of its page: both allocations printed there, and the ends of the totals.
#[test]
fn all_allocations_of_the_page_on_ps_dsf_are_found() {
    let pool = pool_of("capacity = [[1, 1], [1, 1]]\ndemand = [[1, 2], [2, 1]]\n");
    let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
    let (one, none) = (vec![r("1"), r("1")], vec![r("0"), r("0")]);
    let totals = [vec![one.clone(), none.clone()], vec![none, one]];
    for ((least, at_least), (most, at_most)) in ranges(&view, &totals, &Patience::unlimited()).unwrap() {
        assert_eq!([least, most], [r("1/2"), r("2/3")]);
        for x in [at_least, at_most] {
            certified(mech("ps-dsf"), &pool, &x, &Patience::unlimited()).unwrap();
        }
    }
    // User 1 may have as many tasks as user 2, but not 3/2 times as many: 2/3 is at most 4/3 of 1/2.
    let times = |factor: &str| vec![vec![r("1"), r("1")], vec![-r(factor), -r(factor)]];
    assert!(admits(&view, &[times("1")], &Patience::unlimited()).unwrap());
    assert!(!admits(&view, &[times("3/2")], &Patience::unlimited()).unwrap());
}

/// Under time division totals are unique, so every range is a point, and the point is the outcome.
#[test]
fn ranges_under_time_division_are_points() {
    let mut seen = 0;
    for seed in 0..60 {
        let pool = ordinary(seed, 2..=3, 2..=2);
        let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Time);
        let x = mech("ps-dsf-tdm").allocate(&pool, &Patience::unlimited()).unwrap();
        let row = |u: usize, m: usize| vec![Rational::int(i64::from(u == m)); pool.servers()];
        let totals: Vec<_> =
            (0..pool.users()).map(|u| (0..pool.users()).map(|m| row(u, m)).collect()).collect();
        for (u, ((least, _), (most, _))) in
            ranges(&view, &totals, &Patience::unlimited()).unwrap().into_iter().enumerate()
        {
            assert_eq!([&least, &most], [&x.total(u), &x.total(u)], "{seed}");
            seen += usize::from(least.is_positive());
        }
    }
    assert!(seen > 60, "{seen}");
}

/// Under resource division ranges may be wider; they contain the outcome, and their ends are certified.
#[test]
fn ranges_under_resource_division_hold_what_is_handed_out() {
    let (mut points, mut wider) = (0, 0);
    for seed in 0..40 {
        let pool = ordinary(seed, 2..=2, 2..=2);
        let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
        let x = mech("ps-dsf").allocate(&pool, &Patience::unlimited()).unwrap();
        let row = |u: usize, m: usize| vec![Rational::int(i64::from(u == m)); pool.servers()];
        let totals: Vec<_> =
            (0..pool.users()).map(|u| (0..pool.users()).map(|m| row(u, m)).collect()).collect();
        for (u, ((least, low), (most, high))) in
            ranges(&view, &totals, &Patience::unlimited()).unwrap().into_iter().enumerate()
        {
            assert!(least <= x.total(u) && x.total(u) <= most, "{seed}");
            for (value, end) in [(&least, low), (&most, high)] {
                certified(mech("ps-dsf"), &pool, &end, &Patience::unlimited()).unwrap();
                assert_eq!(end.total(u), *value);
            }
            if least == most { points += 1 } else { wider += 1 }
        }
    }
    assert!(points > 10 && wider > 0, "{points} points, {wider} wider");
}

/// The violations of PS-DSF on record that hold for every allocation: the stored file equals the computed one.
#[test]
fn every_allocation_of_the_records_of_ps_dsf() {
    let text = every::text(library().records()).unwrap();
    let file = root().join(every::FILE);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text == known, "{} is stale (BLESS=1 rewrites it)", every::FILE);
}
