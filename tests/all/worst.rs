//! Worst values from both sides: searches stay in their scope, bounds meet what was found, families are found and judged again.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fairwitness::document::{Document, Value};
use fairwitness::library::bound::{Ground, Known, Means, bound};
use fairwitness::library::family::function::Function;
use fairwitness::library::family::{self, Family, Question, Record, propose};
use fairwitness::library::prove::solver::{Solver, find};
use fairwitness::library::theorems::{Theorem, theorems};
use fairwitness::scalar::Rational;
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Plan, WorstReport, bench_of};

use super::support::{r, root};

fn worst(mechanism: &str, measure: &str, scope: &str, instances: u64, threads: usize) -> WorstReport {
    let plan = Plan { strategy: "auto", scope: scope.parse().unwrap(), seed: 0, archive: Vec::new() };
    let stop = AtomicBool::new(false);
    let limits = Limits { budget: Budget::instances(instances), threads, stop: &stop, progress: &|_| {} };
    bench_of(mechanism).unwrap().worst(mechanism, measure, &plan, &limits).unwrap()
}

fn bounded(report: &WorstReport, theorems: &[Theorem], solvers: &[Solver]) -> Known {
    let means = Means { theorems, solvers, time: Duration::from_secs(20) };
    bound(bench_of(report.mechanism).unwrap(), report, &means).unwrap()
}

/// Values that are known from both sides. The numbers are those of the formulas, put in by hand: (1 + (N-1) W) / (1 + (N-1) W
/// (1 + (K-1) M)), (k+m-1) / (km), r (N+1-r) / N, (N+1)^2 / (4N), and 1 where nobody can be short.
#[test]
fn triples_that_are_closed_from_both_sides() {
    let theorems = theorems(&root()).unwrap();
    let open = "weights=1,limits=0,resource-weights=0,parts=1";
    let prices = format!("users=3,servers=1,resources=3,max=2,{open}");
    let pairs = format!("users=2,servers=1,resources=2,max=2,{open}");
    for (mechanism, measure, scope, value) in [
        ("c-drfh", "si-ratio", "users=2,servers=2,resources=2,max=2", "1/2"),
        ("tsf", "si-ratio", "users=2,servers=2,resources=2,max=2", "1/2"),
        ("c-drfh", "si-ratio", "users=2,servers=2,resources=2,max=3,weights=2,parts=1", "1/3"),
        ("tsf", "si-ratio", "users=2,servers=2,resources=2,max=3,weights=2,parts=1", "1/3"),
        ("c-drfh", "si-ratio", "users=3,servers=3,resources=2,max=3,weights=2,parts=1", "5/29"),
        ("tsf", "si-ratio", "users=3,servers=3,resources=2,max=3,weights=2,parts=1", "5/29"),
        ("ddrf", "maxmin-ratio", "agents=3,resources=2,max=3", "2/3"),
        ("ddrf-water", "maxmin-ratio", "agents=5,resources=2,max=2", "3/5"),
        ("ddrf", "maxmin-ratio", "agents=4,resources=3,max=2", "1/2"),
        ("ddrf-lp", "maxsum-ratio", "agents=3,resources=2,max=2,demands=positive", "1"),
        ("drf", "price-of-fairness", prices.as_str(), "4/3"),
        ("cdrf", "price-of-fairness", prices.as_str(), "4/3"),
        ("drf", "price-of-fairness", pairs.as_str(), "9/8"),
        ("ps-dsf", "si-ratio", "users=3,servers=2,resources=2,max=3", "1"),
        ("ps-dsf-tdm", "si-ratio", "users=3,servers=2,resources=2,max=3", "1"),
        ("drf-per-server", "envy-ratio", "users=2,servers=2,resources=2,max=3", "1"),
        ("tsf", "envy-ratio", "users=2,servers=2,resources=2,max=3", "1"),
    ] {
        let report = worst(mechanism, measure, scope, 60_000, 2);
        let known = bounded(&report, &theorems, &[]);
        let what = format!("{mechanism} {measure} {scope}: {:?}, {:?}", report.value, known.bound);
        assert_eq!(report.value, Some(r(value)), "{what}");
        assert!(known.closed && known.bound.is_some_and(|b| b.value == r(value)), "{what}");
    }
}

/// A bound that is not met is told as one, and without a theorem there is none.
#[test]
fn a_bound_that_is_not_met_closes_nothing() {
    let all = theorems(&root()).unwrap();
    let report = worst("ddrf", "maxmin-ratio", "agents=6,resources=3,max=2", 20_000, 2);
    let known = bounded(&report, &all, &[]);
    // (6 + 3 - 1) / (6 * 3)
    assert!(!known.closed && known.bound.as_ref().is_some_and(|b| b.value == r("4/9")), "{known:?}");
    assert!(report.value.as_ref().is_some_and(|value| *value > r("4/9")));
    let known = bounded(&report, &[], &[]);
    assert!(!known.closed && known.bound.is_none() && known.reason.is_some(), "{known:?}");
    // Weights and finite tasks are outside the theorem on prices.
    let report = worst("drf", "price-of-fairness", "users=3,servers=1,resources=3,max=3", 2_000, 2);
    assert!(bounded(&report, &all, &[]).bound.is_none());
}

/// Two users on one server under equal weights: (N+1)^2 / (4N) = 9/8, for every real instance, by a solver.
#[test]
fn a_solver_closes_a_price() {
    let Some(solver) = find("z3") else { return };
    let scope = "users=2,servers=1,resources=2,max=3,weights=1,limits=0,parts=6";
    let report = worst("drf-per-server", "price-of-fairness", scope, 40_000, 2);
    assert_eq!(report.value, Some(r("9/8")));
    let known = bounded(&report, &[], &[solver]);
    assert!(known.closed, "{known:?}");
    assert!(matches!(known.bound.unwrap().ground, Ground::Solved { .. }));
}

fn numbers(value: &Value, all: &mut Vec<Rational>) {
    match value {
        Value::Number(x) => all.push(x.clone()),
        Value::Integer(n) => all.push(Rational::new(*n, 1)),
        Value::List(items) => items.iter().for_each(|item| numbers(item, all)),
        _ => {}
    }
}

/// Nothing that a search reports is outside the scope that it prints, and threads do not matter.
#[test]
fn searches_stay_in_the_scope_that_they_print() {
    for (mechanism, measure, scope) in [
        ("tsf", "si-ratio", "users=3,servers=2,resources=2,max=3,weights=2,parts=4"),
        ("cdrf", "price-of-fairness", "users=3,servers=1,resources=2,max=2,weights=2"),
        ("ddrf", "maxmin-ratio", "agents=4,resources=2,max=5,parts=7"),
        ("ddrf", "maxmin-ratio", "agents=5,resources=3,max=2"),
        ("lp-pruned", "integrality-gap", "tasks=3,resources=6,max=4,parts=2"),
        ("greedy", "approximation-ratio", "tasks=2,resources=5,max=3,parts=3"),
    ] {
        let report = worst(mechanism, measure, scope, 12_000, 1);
        let told = report.searched.scope.unwrap();
        let (most, parts) = (Rational::new(told.max, 1), Rational::new(told.extras.parts.unwrap(), 1));
        let instance = report.instance.unwrap();
        for field in ["capacity", "demand", "cost", "size"] {
            let mut all = Vec::new();
            instance.get(field).iter().for_each(|value| numbers(value, &mut all));
            for x in all {
                assert!(
                    x <= most && Rational::from_int(&x.denominator()) <= parts,
                    "{scope}: {x} in {field}"
                );
            }
        }
        assert!(report.by_size.iter().all(|(size, _)| *size <= told.users), "{scope}");
        let again = worst(mechanism, measure, scope, 12_000, 2);
        assert_eq!((again.value, again.by_size), (report.value, report.by_size), "{scope}");
    }
}

fn families(mechanism: &str, measure: &str, instance: &str) -> Vec<Family> {
    let bench = bench_of(mechanism).unwrap();
    let measure = bench.measures().iter().find(|m| m.id == measure).unwrap().id;
    let document = Document::parse("small.toml", instance).unwrap();
    let question = Question { bench, mechanism, measure };
    propose::from(&question, &document, Instant::now() + Duration::from_secs(60)).unwrap()
}

const TSF: &str = r#"
model = "cluster"
capacity = [[1, 4], [2, 2]]
demand = [[1, 1], ["1/4", 1]]
eligible = [[0, 1], [1]]
"#;

/// From the smallest instances the families of the papers: 2/(k+1) of TSF, m^2/(2m-1) of the naive programme, (m+1)/(m^2+1) of
/// dynamic DRF. And one that is in no paper: a dear resource of cost k^2/2 leaves the naive programme further behind. By hand:
/// some task takes it and pays k^2/2, while each one alone pays 1, or k^2/2 where there is one resource only; the
/// programme spends (k - 1 + k^2/2)/k on each.
#[test]
fn families_are_found_from_small_instances() {
    for (mechanism, measure, instance, values) in [
        ("tsf", "si-ratio", TSF, vec!["2 / (k + 1)"]),
        (
            "lp-naive",
            "integrality-gap",
            "model = \"covering\"\ncost = [1, 2]\ndemand = [1, 1]",
            vec!["k^2 / (2 k - 1)", "k^3 / (k^2 + 2 k - 2)"],
        ),
        (
            "ddrf",
            "maxmin-ratio",
            "model = \"arrivals\"\ndemand = [[1, 0], [0, 1], [1, 0], [0, 1], [1, 0]]",
            vec!["(k + 1) / (k^2 + 1)"],
        ),
    ] {
        let found = families(mechanism, measure, instance);
        let shown: Vec<String> = found.iter().map(|f| f.value.to_string()).collect();
        for value in values {
            assert!(shown.iter().any(|s| s == value), "{mechanism}: {value} is not in {shown:?}");
        }
    }
}

/// A record of a family prints back, is judged again, and is refused with another formula.
#[test]
fn a_family_on_record_is_judged_again() {
    let family = families("tsf", "si-ratio", TSF).remove(0);
    let (mechanism, measure) = ("tsf".to_string(), "si-ratio".to_string());
    let record = Record { mechanism, measure, note: "A test.".to_string(), family };
    let text = record.to_toml();
    let document = Document::parse("family.toml", &text).unwrap();
    assert!(Record::is_one(&document));
    let read = Record::read(&document).unwrap();
    assert_eq!((&read, read.to_toml()), (&record, text.clone()));
    let time = Duration::from_secs(20);
    assert_eq!(read.replay(&document, 12, time).unwrap(), 12);
    let wrong = text.replace("value = \"2 / (k + 1)\"", "value = \"2 / (k + 2)\"");
    assert_ne!(wrong, text);
    let document = Document::parse("family.toml", &wrong).unwrap();
    let error = Record::read(&document).unwrap().replay(&document, 12, time).unwrap_err();
    assert!(error.to_string().contains("at k = 1 the value is 1"), "{error}");
    for (from, to, says) in [
        ("limit = \"0\"", "limit = \"1\"", "the limit of"),
        ("format = 1", "format = 9", "format 1"),
        ("value = \"2 / (k + 1)\"", "value = \"2 / (k +\"", "value"),
        ("kind = \"family\"", "kind = \"familie\"", "must be `family`"),
    ] {
        let document = Document::parse("family.toml", &text.replace(from, to)).unwrap();
        let error = Record::read(&document).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// Each family on record is what it says, at its first values of k, and is written as the program writes it.
#[test]
fn families_on_record_stand() {
    let all = family::load(&root()).unwrap();
    assert!(all.len() >= 4);
    for (name, record) in all {
        let file = root().join(family::FOLDER).join(format!("{name}.toml"));
        assert_eq!(record.to_toml(), std::fs::read_to_string(&file).unwrap(), "{name}");
        let document = Document::load(&file).unwrap();
        let to = record.family.to.min(record.family.from + 5);
        assert_eq!(record.replay(&document, to, Duration::from_secs(30)).unwrap(), to, "{name}");
    }
}

/// Formulas: what is read is printed in lowest terms, and interpolation finds what the points were made of.
#[test]
fn formulas_in_one_variable() {
    for (text, shown) in [
        ("2/(k+1)", "2 / (k + 1)"),
        ("(k^2 - 1) / (k - 1)", "k + 1"),
        ("k*k/2", "k^2 / 2"),
        ("2k(k - 3)", "2 k^2 - 6 k"),
        ("-k + 1/2", "(-2 k + 1) / 2"),
        ("0", "0"),
    ] {
        let read = Function::parse(text).unwrap();
        assert_eq!(read.to_string(), shown);
        assert_eq!(Function::parse(shown).unwrap(), read, "{shown}");
    }
    for text in ["", "k +", "1/0", "1/(k - k)", "k^99", "x", "(k", "k)", "1.5", "k^k"] {
        assert!(Function::parse(text).is_err(), "{text}");
    }
    let made = Function::parse("(k^2 + 3) / (2 k^3 - k + 1)").unwrap();
    let points: Vec<(i64, Rational)> = (1..=14).map(|k| (k, made.at(k).unwrap())).collect();
    assert_eq!(Function::through(&points, 4), Some(made.clone()));
    // Six coefficients need more points than these when four are to be left over.
    assert_eq!(Function::through(&points[..8], 4), None);
    assert_eq!(made.limit().to_string(), "0");
    assert_eq!(Function::parse("k^2 / (2 k - 1)").unwrap().limit().to_string(), "inf");
}
