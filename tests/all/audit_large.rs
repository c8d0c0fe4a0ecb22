//! Clusters of which no table of all users and servers is made: what runs is imported and audited, and rules are refused.

use std::fmt::Write as _;
use std::time::Duration;

use fairwitness::desk::audit::rights_of;
use fairwitness::desk::import::{By, Options, kubernetes};
use fairwitness::desk::report::{AuditAsked, audit_file};
use fairwitness::document::{Document, Value};
use fairwitness::instances::draw_number;
use fairwitness::linear::{Patience, Stop};
use fairwitness::model::cluster::{MOST_PAIRS, Pool, Weight};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::{self, Answer};
use fairwitness_kernel::audit::rights::{Alone, Rights};
use rand::RngExt as _;

use super::support::{numbers, r};

const SERVERS: usize = 4_100;
/// The number of shapes of each of two teams.
const SHAPES: usize = 2_000;

/// Two teams on servers of 8 CPUs. Shape k of team `a` takes 2 + k/1000 CPUs, shape k of team `b` 3 + k/1000. One task of each
/// shape of `b` runs, each on a server of its own, and one of the first shape of `a`, of which two more wait.
fn large(team: bool) -> Document {
    let mut text = format!("model = \"cluster\"\ncapacity = [{}]\ndemand = [", "[8], ".repeat(SERVERS));
    for least in [2, 3] {
        (0..SHAPES).for_each(|k| write!(text, "[\"{}/1000\"], ", least * 1_000 + k).unwrap());
    }
    text += "]\ntasks = [3, ";
    text += &"0, ".repeat(SHAPES - 1);
    text += &"1, ".repeat(SHAPES);
    text += "]\nrunning = [{ 0 = 1 }, ";
    text += &"{}, ".repeat(SHAPES - 1);
    (0..SHAPES).for_each(|k| write!(text, "{{ {} = 1 }}, ", k + 1).unwrap());
    text += "]\n";
    if team {
        let teams = [&"\"a\", ".repeat(SHAPES)[..], &"\"b\", ".repeat(SHAPES)].concat();
        writeln!(text, "team = [{teams}]").unwrap();
    }
    Document::parse("large.toml", &text).unwrap().instance()
}

fn asked(properties: &[&str]) -> AuditAsked {
    AuditAsked {
        properties: properties.iter().map(ToString::to_string).collect(),
        whole: None,
        repairs: false,
        by_shape: false,
        next: false,
        time: Duration::from_secs(1),
        stop: Stop::default(),
    }
}

#[test]
fn more_pairs_than_a_table_has_are_audited() {
    const { assert!(2 * SHAPES * SERVERS > MOST_PAIRS) };
    let report = audit_file(&large(true), &asked(&["feasible", "non-wasteful"])).unwrap();
    let [a, b] = &report.users[..] else { panic!("{}", report.users.len()) };
    // Four tasks of 2 CPUs, or two of 4, fill a server and half a server, so each team is entitled to half of all.
    assert_eq!((&a.right, &b.right), (&r("1/2"), &r("1/2")));
    // Of 32,800 CPUs team a has 2, and team b 3 + .. + 4.999, which are 2000 * 3 + 1999 CPUs.
    assert_eq!((&a.share, &b.share), (&r("2/32800"), &r("7999/32800")));
    assert_eq!((&a.short, &a.could_start, &b.short), (&r("2"), &r("2"), &r("0")));
    assert_eq!(a.missing[0].amount, r("4"));
    // The third server is the first with 8 CPUs left: one has 6 left, and one 5.
    assert_eq!(a.idle[0].server, format!("server {}", SHAPES + 2));
    let answers: Vec<Answer> = report.properties.iter().map(|line| line.answer).collect();
    assert_eq!(answers, [Answer::Holds, Answer::Undecided]);
    let why = report.properties[1].tells.as_deref().unwrap();
    assert!(why.starts_with("4000 users and 4100 servers are too many for a property"), "{why}");
}

#[test]
fn a_rule_and_users_one_by_one_are_refused_where_pairs_are_too_many() {
    let bench = workbench::model("cluster").unwrap();
    let error = bench.judge("tsf", "si", &large(true), &Patience::unlimited()).unwrap_err();
    let why = "4000 users and 4100 servers are too many pairs: at most 16000000 are handled; write identical servers as one row with a `count`";
    assert!(error.to_string().contains(why), "{error}");
    let error = audit_file(&large(false), &asked(&[])).unwrap_err();
    assert!(error.reason.contains("and there are 4000 and 4100: name larger teams"), "{error}");
}

/// Pods with values of their own, in one namespace.
#[test]
fn pods_of_any_number_of_kinds_are_imported() {
    let list = |one: &dyn Fn(usize) -> String, count: usize| {
        let items: Vec<String> = (0..count).map(one).collect();
        Document::parse("l.json", &format!("{{\"items\":[{}]}}", items.join(","))).unwrap()
    };
    let node = |k: usize| {
        format!(
            r#"{{"kind":"Node","metadata":{{"name":"n{k}"}},"status":{{"allocatable":{{"cpu":"8","pods":"9999"}}}}}}"#
        )
    };
    let pod = |k: usize| {
        let spec = format!(r#"{{"containers":[{{"resources":{{"requests":{{"cpu":"{}m"}}}}}}]}}"#, k + 1);
        let meta = format!(r#"{{"name":"p{k}","namespace":"team"}}"#);
        format!(r#"{{"kind":"Pod","metadata":{meta},"spec":{spec},"status":{{"phase":"Pending"}}}}"#)
    };
    let (nodes, pods) = (list(&node, 3_000), list(&pod, 6_000));
    let made = kubernetes(&nodes, &pods, &By::Namespace, &Options::default()).unwrap();
    let Some(Value::List(demand)) = made.instance.get("demand") else { panic!() };
    assert_eq!(demand.len(), 6_000);
    let mut amounts: Vec<Rational> = demand.iter().flat_map(numbers).collect();
    amounts.sort();
    assert_eq!(amounts[5_998..], [r("5999/1000"), r("6")]);
    let report =
        audit_file(&Document { file: "i".into(), root: made.instance }.instance(), &asked(&[])).unwrap();
    // 1 + .. + 6000 thousandths of a CPU, of 24,000 CPUs that the one team may have.
    assert_eq!((&report.users[0].short, &report.users[0].missing[0].amount), (&r("6000"), &r("18003")));
}

/// What a team reaches alone is counted in machine words and defined in fractions.
#[test]
fn words_and_fractions_agree_on_what_teams_reach_alone() {
    let mut rng = draw_number(7, 300);
    for _ in 0..300 {
        let (users, servers, resources) =
            (rng.random_range(1..9), rng.random_range(1..7), rng.random_range(1..6));
        let mut amount = |most: i64, huge: bool| {
            let unit = if huge { 1 << 40 } else { 1 };
            Rational::new(rng.random_range(0..=most) * unit + i64::from(huge), rng.random_range(1..=12))
        };
        let huge = users % 4 == 0;
        let capacity: Vec<Vec<Rational>> =
            (0..servers).map(|_| (0..resources).map(|_| amount(60, huge)).collect()).collect();
        let mut demand: Vec<Vec<Rational>> =
            (0..users).map(|_| (0..resources).map(|_| amount(5, huge)).collect()).collect();
        demand.iter_mut().for_each(|row| row[0] = &row[0] + Rational::one());
        let mut pool = Pool::new(capacity, demand);
        pool.weight = Weight::User((0..users).map(|_| Rational::int(rng.random_range(1..9))).collect());
        pool.eligible =
            (0..users).map(|_| (0..servers).map(|_| rng.random_range(0..4) > 0).collect()).collect();
        pool.tasks = (0..users)
            .map(|_| (rng.random_range(0..3) > 0).then(|| Rational::new(rng.random_range(0..20), 2)))
            .collect();
        pool.team = Some((0..users).map(|_| format!("t{}", rng.random_range(0..3))).collect());
        if rng.random_range(0..2) == 0 {
            pool.set_count((0..servers).map(|_| rng.random_range(1..5)).collect());
        }
        let defined = Rights::of(&pool, pool.teams(), |teams, one, parts| {
            let both = teams.iter().zip(parts);
            both.map(|(team, parts)| Alone::of(&pool, team, one, parts)).collect()
        });
        let words = rights_of(&pool);
        assert_eq!(format!("{words:?}"), format!("{defined:?}"), "{pool:?}");
    }
}
