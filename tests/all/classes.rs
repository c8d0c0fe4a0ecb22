//! Classes of identical servers, where one row with a count gives the answers of one row for each server, and of users that
//! are alike.

use fairwitness::document::{Node, Value};
use fairwitness::instances::draw_number;
use fairwitness::linear::{Patience, leximin_by_floats};
use fairwitness::mechanism::proved;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Alike, Certificate, Cluster, Division, Polytope, Pool, Running, Weight};
use fairwitness::property::evidence::Run;
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::specification::cluster::share::TSF;
use fairwitness::workbench;
use rand::RngExt;

use super::support::{load, mech, pool_of, prop, r, root, text};

const MECHANISMS: [&str; 8] =
    ["c-drfh", "cdrf", "drf-per-server", "drfh", "ps-dsf", "ps-dsf-tdm", "tsf", "uniform"];

/// Properties of one run; properties that run the mechanism again on other instances are not included.
const PROPERTIES: [&str; 9] =
    ["bf", "bf-global", "ef", "ef-aggregate", "feasible", "non-wasteful", "po", "si", "single-server"];

/// A small instance with classes.
fn drawn(seed: u64) -> Pool {
    let mut rng = draw_number(seed, 31);
    let (users, rows, resources) =
        (rng.random_range(1..=3usize), rng.random_range(1..=3usize), rng.random_range(1..=2usize));
    let mut matrix = |rows: usize, most: i64| -> Vec<Vec<Rational>> {
        (0..rows)
            .map(|_| (0..resources).map(|_| Rational::int(rng.random_range(0..=most))).collect())
            .collect()
    };
    let (capacity, mut demand) = (matrix(rows, 5), matrix(users, 3));
    for row in demand.iter_mut().filter(|row| row.iter().all(Rational::is_zero)) {
        row[0] = Rational::one();
    }
    let mut pool = Pool::new(capacity, demand);
    if rng.random_range(0..3) == 0 {
        pool.weight = Weight::User((0..users).map(|_| Rational::int(rng.random_range(1..=3))).collect());
    }
    if rng.random_range(0..2) == 0 {
        pool.eligible = (0..users).map(|_| (0..rows).map(|_| rng.random_range(0..4) > 0).collect()).collect();
    }
    if rng.random_range(0..4) == 0 {
        pool.tasks = (0..users).map(|_| Some(Rational::int(rng.random_range(0..=4)))).collect();
    }
    if rng.random_range(0..6) == 0 {
        let rate = || (0..rows).map(|_| Rational::int(rng.random_range(0..=3))).collect();
        pool.rate = Some(std::iter::repeat_with(rate).take(users).collect());
    }
    pool.set_count((0..rows).map(|_| rng.random_range(1..=3)).collect());
    pool
}

fn told(judgement: &Judgement<Cluster>) -> String {
    match judgement {
        Judgement::Violated(found) => format!("violated by {}", found.margin),
        Judgement::Holds(_) => "holds".to_string(),
        Judgement::OutOfScope(..) => "out of scope".to_string(),
        Judgement::Undecided(_, why) => format!("undecided: {why}"),
        Judgement::Refused(why) => format!("refused: {why}"),
    }
}

/// On 1,000 instances: equal parts of a class's allocation are feasible on single servers and certified there, give
/// every user equally many tasks where totals are settled, and every property has one verdict and one margin for
/// both forms.
#[test]
fn classes_judge_as_their_members() {
    let patience = Patience::unlimited();
    let (mut seen, mut alike) = (0, 0);
    for seed in 0..1_000 {
        let classes = drawn(seed);
        let apart = classes.one_by_one().unwrap();
        assert_eq!(apart.servers(), classes.machines());
        for id in MECHANISMS {
            let mechanism = mech(id);
            let outcome =
                match (mechanism.allocate(&classes, &patience), mechanism.allocate(&apart, &patience)) {
                    (Ok(outcome), Ok(other)) => {
                        if !id.starts_with("ps-dsf") {
                            assert_eq!(outcome.totals(), other.totals(), "{id}: {classes:?}");
                        }
                        outcome
                    }
                    (Err(_), Err(_)) => continue,
                    (a, b) => panic!("{id}: {a:?} and {b:?} on {classes:?}"),
                };
            let spread = classes.spread(&outcome);
            Cluster::feasible(mechanism.setting(), &apart, &spread).unwrap();
            let certificate = mechanism
                .certify(&apart, &spread, &patience)
                .unwrap_or_else(|why| panic!("{id}: {why}: {classes:?}"));
            mechanism.check(&apart, &spread, &certificate).unwrap();
            for property in PROPERTIES {
                let cell = Cell { mechanism, property: prop(property) };
                let run = Run {
                    mechanism: mechanism.specification(),
                    instance: &classes,
                    outcome: outcome.clone(),
                };
                let one = told(&cell.judge_run(run, &patience).unwrap());
                let run =
                    Run { mechanism: mechanism.specification(), instance: &apart, outcome: spread.clone() };
                assert_eq!(
                    one,
                    told(&cell.judge_run(run, &patience).unwrap()),
                    "{id}, {property}: {classes:?}"
                );
                seen += 1;
            }
            alike += usize::from(classes.in_classes());
        }
    }
    assert!(seen > 30_000 && alike > 3_000, "{seen} {alike}");
}

const CLASSES: &str = "capacity = [[4, 8], [2, 1]]\ncount = [3, 1]\ndemand = [[1, 2], [1, 1]]\n";

#[test]
fn a_file_with_classes_is_read_and_written_back() {
    let pool = pool_of(CLASSES);
    assert_eq!(pool.capacity[0], [r("12"), r("24")]);
    assert_eq!((pool.machines(), pool.servers()), (4, 2));
    let written = Cluster::write(&pool).to_toml();
    assert_eq!(written, CLASSES);
    // Without its count a class is one large server, which is a smaller instance.
    assert!(Cluster::shrink(&pool).any(|smaller| smaller == Pool { count: Vec::new(), ..pool.clone() }));
    assert_eq!(pool_of("capacity = [[1]]\ncount = [1]\ndemand = [[1]]\n").count, Vec::<usize>::new());
    let rates = pool_of("capacity = [[1]]\ncount = [5]\ndemand = [[1]]\nrate = [[\"1/2\"]]\n");
    assert_eq!(rates.rate, Some(vec![vec![r("5/2")]]));
    assert!(Cluster::write(&rates).to_toml().contains("rate = [[\"1/2\"]]"));
}

/// A row of many is written without what is nothing, or as the index of the user that has an equal one; both are read.
#[test]
fn rows_of_a_large_cluster_are_short() {
    let two = |rows: &str| pool_of(&format!("capacity = [[2], [2]]\ndemand = [[1], [1], [1]]\n{rows}"));
    let long = two("eligible = [[0], [0, 1], [0]]\nrunning = [[1, 0], [0, \"1/2\"], [0, 0]]\n");
    let short = two("eligible = [[0], [0, 1], 0]\nrunning = [{ 0 = 1 }, { 1 = \"1/2\" }, {}]\n");
    assert_eq!(long, short);
    assert!(Cluster::write(&short).to_toml().contains("eligible = [[0], [0, 1], [0]]\nrunning = [[1, 0]"));
    let mut large = Pool::new(vec![vec![r("8")]; 1001], vec![vec![r("1")]; 1000]);
    large.eligible = vec![(0..1001).map(|i| i > 0).collect(); 1000].into();
    large.eligible[7][3] = false;
    let mut running = vec![vec![r("0"); 1001]; 1000];
    running[3][5] = r("2");
    large.running = Some(Running::of(&running));
    let written = Cluster::write(&large).to_toml();
    assert!(written.len() < 40_000, "{}", written.len());
    assert_eq!(pool_of(&written), large);
    for (rows, reason) in [
        ("eligible = [0, [0], [0]]", "eligible[0]: 0 is no index of a user before this one"),
        (
            "running = [{ 2 = 1 }, {}, {}]",
            "running[0].2: `2` is no index of a server: there are 2, counted from 0",
        ),
        ("running = [{ 1 = -1 }, {}, {}]", "running[0].1: must not be negative"),
    ] {
        let text = format!("capacity = [[2], [2]]\ndemand = [[1], [1], [1]]\n{rows}\n");
        let value = fairwitness::document::Document::parse("c.toml", &text).unwrap();
        let error = Cluster::read(&value.node()).unwrap_err().said();
        assert!(error.starts_with(reason), "{error}");
    }
}

/// Mechanisms for whole tasks, programs outside and printed algorithms get servers one by one, up to a bound; a
/// record lists every server.
#[test]
fn who_takes_classes() {
    let document = |text: &str| {
        fairwitness::document::Document::parse("c.toml", &format!("model = \"cluster\"\n{text}")).unwrap()
    };
    let bench = workbench::model("cluster").unwrap();
    let columns = |mechanism: &str, text: &str| -> Result<usize, String> {
        let outcome = bench
            .run(mechanism, &document(text), &Patience::unlimited())
            .unwrap()
            .outcome
            .map_err(|why| why.to_string())?;
        let fairwitness::document::Value::List(rows) = outcome.get("placement").unwrap() else {
            panic!("no list")
        };
        let fairwitness::document::Value::List(row) = &rows[0] else { panic!("no list") };
        Ok(row.len())
    };
    assert_eq!(columns("tsf", CLASSES), Ok(2));
    let limited = format!("{CLASSES}tasks = [3, 3]\n");
    for mechanism in ["best-fit-drfh", "first-fit-drfh", "slots"] {
        assert_eq!(columns(mechanism, &limited), Ok(4), "{mechanism}");
    }
    assert_eq!(columns("ps-dsf-printed", CLASSES), Ok(4));
    let many = CLASSES.replace("[3, 1]", "[9000000, 1]");
    assert_eq!(columns("tsf", &many), Ok(2));
    let why = columns("best-fit-drfh", &many).unwrap_err();
    assert!(why.contains("2 users and 9000001 servers are too many pairs"), "{why}");
    assert_eq!(columns("best-fit-drfh", &format!("{limited}running = [[1, 0], [0, 0]]\n")), Ok(4));
    // A class of three is not one server, and false reports about single servers are tried up to four servers.
    let one = "capacity = [[4, 8]]\ncount = [3]\ndemand = [[1, 2], [1, 1]]\n";
    let verdict = |property: &str, text: &str| {
        bench.judge("tsf", property, &document(text), &Patience::unlimited()).unwrap().answer
    };
    assert_eq!(verdict("single-server", one), workbench::Answer::OutOfScope);
    assert_eq!(verdict("sp-eligibility", CLASSES), workbench::Answer::Holds);
    assert_eq!(verdict("sp-eligibility", &CLASSES.replace("[3, 1]", "[4, 1]")), workbench::Answer::Undecided);
    assert_eq!(verdict("si", CLASSES), workbench::Answer::Holds);
}

#[test]
fn counts_that_are_none() {
    for (count, reason) in [
        ("[0, 1]", "count[0]: must be from 1 to 1000000000, is 0"),
        ("[1]", "count: expected 2 entries, one a server, found 1"),
        ("[\"3\", 1]", "count[0]: expected a whole number from 0, found a text"),
        ("[9999999999, 1]", "count[0]: must be from 1 to 1000000000, is 9999999999"),
    ] {
        let text = CLASSES.replace("[3, 1]", count);
        let value = fairwitness::document::Document::parse("c.toml", &text).unwrap();
        let error = Cluster::read(&value.node()).unwrap_err();
        assert_eq!(error.said(), reason);
    }
}

/// No record has classes: replay refuses one that does.
#[test]
fn a_record_with_classes_is_refused() {
    let path = root().join("counterexamples/tsf-bf-2u2s2r.toml");
    let text = text(&path);
    assert!(!text.contains("count"));
    let with = text.replacen("\ndemand", "\ncount = [2, 1]\ndemand", 1);
    assert_ne!(with, text);
    let document = fairwitness::document::Document::parse("tsf-bf-2u2s2r.toml", &with).unwrap();
    let bench = workbench::model("cluster").unwrap();
    assert!(bench.replay(&load(&path), &text, &Patience::unlimited()).is_ok());
    assert!(bench.replay(&document, &with, &Patience::unlimited()).is_err());
}

/// 5,000 servers in 12 classes and 200 users: certified.
#[test]
fn a_large_cluster_in_classes() {
    let patience = Patience::unlimited();
    let mut rng = draw_number(5, 0);
    let mut pick = |from: &[i64]| Rational::int(from[rng.random_range(0..from.len())]);
    let capacity: Vec<Vec<Rational>> = (0..12)
        .map(|_| vec![pick(&[16, 32, 64, 96]), pick(&[64, 128, 256, 512]), pick(&[0, 0, 4, 8])])
        .collect();
    let demand: Vec<Vec<Rational>> = (0..200)
        .map(|_| vec![pick(&[1, 2, 4, 8]), pick(&[1, 2, 4, 8, 16, 32]), pick(&[0, 0, 0, 1])])
        .collect();
    let mut pool = Pool::new(capacity, demand);
    pool.set_count([vec![416; 11], vec![424]].concat());
    assert_eq!(pool.machines(), 5_000);
    for id in ["drfh", "c-drfh", "tsf", "ps-dsf"] {
        let mechanism = mech(id);
        let outcome = mechanism.allocate(&pool, &patience).unwrap();
        Cluster::feasible(mechanism.setting(), &pool, &outcome).unwrap();
        let certificate = mechanism.certify(&pool, &outcome, &patience).unwrap();
        mechanism.check(&pool, &outcome, &certificate).unwrap();
    }
}

/// 60 users with finite tasks on 4 classes of 10^8 servers: floats lead to all rounds of leximin on nearly all of 20
/// instances. A level of one is some 10^10 tasks here, so that multipliers are small numbers, and costs have to be
/// scaled for floats to see them.
#[test]
fn floats_lead_to_all_rounds_on_large_classes() {
    let mut led = 0;
    for seed in 1..=20u64 {
        let mut state = seed;
        let mut up = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((state >> 33) % n).unwrap()
        };
        let capacity = (0..4).map(|_| [16 + up(81), 64 + up(449)].map(Rational::int).to_vec()).collect();
        let demand: Vec<Vec<Rational>> =
            (0..60).map(|_| vec![Rational::new(1 + up(80), 10), Rational::new(1 + up(256), 8)]).collect();
        let mut pool = Pool::new(capacity, demand);
        pool.tasks = (0..60).map(|_| Some(Rational::int(1 + up(1_000_000_000)))).collect();
        pool.set_count(vec![100_000_000; 4]);
        let polytope = Polytope::of(&pool, Division::Resource);
        let levels = TSF.levels(&pool, &polytope);
        let found = leximin_by_floats(&polytope.program, &levels, &Patience::unlimited());
        led += usize::from(matches!(found, Ok(Some(_))));
    }
    assert!(led >= 16, "{led} of 20");
}

/// False sets of servers are tried server by server where a class is small: the verdict is that of the servers
/// written out.
#[test]
fn lies_about_servers_of_a_class_are_tried_one_by_one() {
    let (mut held, patience) = (0, Patience::unlimited());
    for seed in 0..400 {
        let classes = drawn(seed);
        if !classes.in_classes() || classes.machines() > 4 {
            continue;
        }
        let apart = classes.one_by_one().unwrap();
        for id in ["tsf", "drfh", "ps-dsf-tdm"] {
            let cell = Cell { mechanism: mech(id), property: prop("sp-eligibility") };
            let (one, other) =
                (cell.judge(&classes, &patience).unwrap(), cell.judge(&apart, &patience).unwrap());
            match other {
                Judgement::Holds(_) => {
                    assert!(
                        matches!(one, Judgement::Holds(_)) || id == "ps-dsf-tdm",
                        "{id}: {}: {classes:?}",
                        told(&one)
                    );
                    held += 1;
                }
                _ => assert!(!matches!(one, Judgement::Holds(_)), "{id}: {}: {classes:?}", told(&one)),
            }
        }
    }
    assert!(held > 50, "{held}");
}

/// The instance with each user written out one to three times, where a copy has a multiple of the weight and of the tasks, and
/// with each server written out one to three times.
fn copied(pool: &Pool, seed: u64) -> Pool {
    let mut rng = draw_number(seed, 77);
    let mut copies = |count: usize| -> Vec<(usize, i64)> {
        let each = (0..count).flat_map(|k| vec![k; rng.random_range(1..=3usize)]).collect::<Vec<_>>();
        each.into_iter().map(|k| (k, rng.random_range(1..=2))).collect()
    };
    let (users, servers) = (copies(pool.users()), copies(pool.servers()));
    let of = |row: &[Rational], times: i64| row.iter().map(|x| x * Rational::int(times)).collect::<Vec<_>>();
    let capacity = servers.iter().map(|&(i, _)| pool.capacity[i].clone()).collect();
    let mut new = Pool::new(capacity, users.iter().map(|&(u, _)| pool.demand[u].clone()).collect());
    let Weight::User(weights) = &pool.weight else { panic!("{pool:?}") };
    new.weight = Weight::User(users.iter().map(|&(u, n)| &weights[u] * Rational::int(n)).collect());
    new.tasks = users.iter().map(|&(u, n)| pool.tasks[u].as_ref().map(|t| t * Rational::int(n))).collect();
    let spread = |row: &Vec<bool>| servers.iter().map(|&(i, _)| row[i]).collect();
    new.eligible = users.iter().map(|&(u, _)| spread(&pool.eligible[u])).collect();
    let rates = |rate: &Vec<Vec<Rational>>| {
        let row = |&(u, _): &(usize, i64)| {
            of(&servers.iter().map(|&(i, _)| rate[u][i].clone()).collect::<Vec<_>>(), 1)
        };
        users.iter().map(row).collect()
    };
    new.rate = pool.rate.as_ref().map(rates);
    new
}

/// On 1,000 instances with users and servers that are alike: the allocation of the classes, divided by weight, is feasible and
/// meets the specification; where that needs rounds, those of the classes prove the levels of the instance itself; and
/// no other user or server than those of a class are joined.
#[test]
fn users_that_are_alike_share_as_one_user_does() {
    let patience = Patience::unlimited();
    let (mut alone, mut rounds, mut met) = (0, 0, 0);
    for seed in 0..1_000 {
        let mut classes = drawn(seed);
        classes.set_count(vec![1; classes.servers()]);
        let pool = copied(&Pool { count: Vec::new(), ..classes }, seed);
        for (id, servers) in
            MECHANISMS.map(|id| (id, true)).into_iter().chain([("drf", false), ("bmf", false)])
        {
            let Some(alike) = Alike::of(&pool, servers) else {
                alone += 1;
                continue;
            };
            let mechanism = mech(id);
            let Ok(joined) = mechanism.allocate(&alike.pool, &patience) else { continue };
            if mechanism.domain(&pool).is_err() {
                continue;
            }
            let outcome = alike.apart(&joined);
            assert_eq!(Cluster::feasible(mechanism.setting(), &pool, &outcome), Ok(()), "{id}: {pool:?}");
            assert_eq!(alike.together(&outcome).as_ref(), Some(&joined), "{id}: {pool:?}");
            let proof = match mechanism.certify(&alike.pool, &joined, &patience).unwrap() {
                Certificate::Leximin(of_classes) => {
                    rounds += 1;
                    let short = Certificate::Alike(of_classes);
                    assert_eq!(mechanism.check(&pool, &outcome, &short), Ok(()), "{id}: {pool:?}");
                    let mut moved = outcome.clone();
                    if let Some(x) = moved.tasks.iter_mut().flatten().find(|x| x.is_positive()) {
                        *x = &*x / Rational::int(2);
                        assert!(mechanism.check(&pool, &moved, &short).is_err(), "{id}: {pool:?}");
                    }
                    short.one_by_one(&pool)
                }
                _ => mechanism.certify(&pool, &outcome, &patience).unwrap(),
            };
            met += 1;
            assert_eq!(mechanism.check(&pool, &outcome, &proof), Ok(()), "{id}: {pool:?}");
        }
    }
    assert!(alone > 100 && rounds > 1_000 && met > 3_000, "{alone}, {rounds}, {met}");
}

/// 20,000 users of 40 shapes on 1,000 servers of five classes, which a table of pairs of users would not hold: allocated,
/// certified, and judged for envy, by weight, and with limits.
#[test]
fn twenty_thousand_users_are_a_matter_of_their_classes() {
    let mut rng = draw_number(1, 40);
    let mut vector = |most: i64| {
        vec![Rational::int(rng.random_range(1..=most)), Rational::int(rng.random_range(1..=most))]
    };
    let shapes: Vec<Vec<Rational>> = (0..40).map(|_| vector(9)).collect();
    let capacity = (0..5).map(|_| vector(500)).collect();
    let mut pool = Pool::new(capacity, (0..20_000).map(|u| shapes[u % 40].clone()).collect());
    pool.set_count(vec![200; 5]);
    pool.weight = Weight::User((0..20_000).map(|u| Rational::int(1 + u / 40 % 3)).collect());
    pool.tasks[7] = Some(Rational::new(1, 3));
    let patience = Patience::unlimited();
    // Written out row by row, the servers are too many for a table of pairs, and are read as classes.
    let rows = (0..1_000).map(|i| Value::numbers(&pool.capacity_of_one()[i % 5])).collect();
    let written = vec![
        ("capacity".to_string(), Value::List(rows)),
        ("demand".to_string(), Value::matrix(&pool.demand)),
    ];
    let read = Cluster::read(&Node::new("written", &Value::Table(written))).unwrap();
    assert_eq!((&read.capacity, &read.count), (&pool.capacity, &pool.count));
    for id in ["tsf", "drfh", "c-drfh", "cdrf", "ps-dsf", "drf-per-server"] {
        if id.starts_with("ps") || id.starts_with("drf-") {
            pool.tasks[7] = None;
        }
        let cell = Cell { mechanism: mech(id), property: prop("si") };
        assert!(!told(&cell.judge(&pool, &patience).unwrap()).starts_with("undecided"), "{id}");
        let (outcome, certificate) = mech(id).allocate_with_certificate(&pool, &patience).unwrap();
        assert_eq!(proved(mech(id), &pool, &outcome, certificate.as_ref(), &patience), Ok(()), "{id}");
        let envy = Cell { mechanism: mech(id), property: prop("ef") }.judge(&pool, &patience).unwrap();
        assert!(
            ["holds", "violated"].iter().any(|word| told(&envy).starts_with(word)),
            "{id}: {}",
            told(&envy)
        );
    }
}
