//! The model `arrivals`: an independent derivation, five algorithms compared, and the stack of blocks on long runs.

use fairwitness::document::{Node, Value};
use fairwitness::instances::{self, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{ARRIVALS, Blocks, Mechanism, certified, closed_form};
use fairwitness::model::Model as _;
use fairwitness::model::arrivals::{Arrivals, History, Sequence};
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Run, run_of};
use fairwitness::scalar::{Eps, Rational, Scalar};
use rayon::prelude::*;

use super::support::{derived, numbers, r};

pub fn mech(id: &str) -> &'static dyn Mechanism<Arrivals> {
    ARRIVALS.iter().copied().find(|m| m.id() == id).unwrap()
}

pub fn sequence(rows: &[&[i64]]) -> Sequence {
    let exact = |row: &&[i64]| row.iter().copied().map(Rational::int).collect();
    Sequence { agents: rows.len(), demand: rows.iter().map(exact).collect() }
}

fn history(value: &Value) -> History {
    let Some(Value::List(rows)) = value.get("shares") else { panic!("shares") };
    History { shares: rows.iter().map(numbers).collect() }
}

#[test]
fn agrees_with_the_independent_derivation() {
    let Some(cases) = derived("arrivals", &[]) else { return };
    let (mut compared, mut refused) = (0, 0);
    for case in &cases {
        let name = case.get("name");
        let fields = case.get("instance").unwrap().fields().iter().filter(|(f, _)| f != "model").cloned();
        let table = Value::Table(fields.collect());
        let sequence = Arrivals::read(&Node::new("case", &table)).unwrap();
        let expected = case.get("expected").unwrap();
        let dynamic = history(expected.get("ddrf").unwrap());
        for id in ["ddrf", "ddrf-linear", "ddrf-lp", "ddrf-water"] {
            let run = run_of(mech(id), &sequence, &Patience::unlimited()).unwrap();
            assert_eq!(run.outcome, dynamic, "{name:?}: {id}");
            certified(mech(id), &sequence, &run.outcome, &Patience::unlimited()).unwrap();
        }
        let offline = run_of(mech("drf-offline"), &sequence, &Patience::unlimited()).unwrap();
        assert_eq!(offline.outcome, history(expected.get("drf-offline").unwrap()), "{name:?}");
        certified(mech("drf-offline"), &sequence, &offline.outcome, &Patience::unlimited()).unwrap();
        let printed = expected.get("ddrf-printed").unwrap();
        match mech("ddrf-printed").allocate(&sequence, &Patience::unlimited()) {
            Ok(outcome) => assert_eq!(outcome, history(printed), "{name:?}: as printed"),
            Err(refusal) => {
                assert!(printed.get("error").is_some(), "{name:?}: {refusal}");
                refused += 1;
            }
        }
        compared += 1;
    }
    assert!(compared >= 150 && refused >= 10, "{compared} compared, {refused} refused");
}

#[test]
fn all_correct_algorithms_agree_on_many_random_instances() {
    let scope = Scope { users: 5, resources: 3, max: 6, ..Scope::default() };
    let sequences: Vec<Sequence> = instances::arrivals::stream(scope, 41).take(100_000).collect();
    let declared = sequences.iter().filter(|s| s.agents > s.steps()).count();
    assert!(declared > 10_000, "some declare more agents than arrive: {declared}");
    sequences.par_iter().for_each(|sequence| {
        let right = closed_form(sequence);
        for id in ["ddrf", "ddrf-lp", "ddrf-water"] {
            assert_eq!(
                mech(id).allocate(sequence, &Patience::unlimited()).unwrap(),
                right,
                "{id}: {sequence:?}"
            );
        }
    });
}

/// Algorithm 1 of li2019 on the smallest instance where it errs; by hand, in ninths and fifteenths.
#[test]
fn algorithm_one_as_printed_overshoots() {
    let sequence = sequence(&[&[1, 2], &[2, 1], &[1, 1]]);
    let printed = mech("ddrf-printed").allocate(&sequence, &Patience::unlimited()).unwrap();
    assert_eq!(printed.shares[2], [r("4/9"), r("4/9"), r("2/5")]);
    assert_eq!(closed_form(&sequence).shares[2], [r("4/9"), r("4/9"), r("1/3")]);
    let error = Arrivals::feasible(mech("ddrf-printed").setting(), &sequence, &printed).unwrap_err();
    assert_eq!(error.to_string(), "resource 1 is used beyond 1 at step 3 (by 1/15)");
}

/// The two constructions in Q(eps): the closed forms are exact functions of eps, and so are their limits.
#[test]
fn the_papers_constructions_in_the_infinitesimal() {
    let construction = |id: &str, m: usize| {
        let all = fairwitness::instances::construction::CONSTRUCTIONS;
        let instance = all.iter().find(|c| c.id == id).unwrap().instance(m, None);
        let fields = instance.fields().iter().filter(|(name, _)| name != "model").cloned().collect();
        fairwitness::model::arrivals::read::<Eps>(&Node::new("test", &Value::Table(fields))).unwrap()
    };
    let last =
        |id: &str, sequence: &Sequence<Eps>| mech(id).infinitesimal(sequence).unwrap().shares.pop().unwrap();
    for m in 2..=6i64 {
        let (int, eps) = (Eps::int, Eps::infinitesimal());
        let spread = Eps::one() + int(m - 1) * &eps;
        let cr1 = construction("li2019-cr1", m as usize);
        let (shares, known) = (last("ddrf", &cr1), last("drf-offline", &cr1));
        assert_eq!(shares[0], int(m) / (int(m + 1) * &spread));
        assert_eq!(shares[m as usize], Eps::one() / int(m + 1));
        assert_eq!(known[0], Eps::one() / (Eps::one() + &spread));
        // "x_1 = m x_n" holds in the limit only.
        assert_ne!(shares[0], int(m) * &shares[m as usize]);
        assert_eq!(shares[0].limit(), (int(m) * &shares[m as usize]).limit());
        let total = |x: &[Eps]| x.iter().fold(Eps::zero(), |sum, x| sum + x);
        let more = total(&shares) - total(&known);
        let square = |x: Eps| x.clone() * x;
        let expected =
            square(int(m - 1)) * square(Eps::one() - &eps) / (int(m + 1) * &spread * (Eps::one() + &spread));
        assert_eq!(more, expected);
        assert!(more.is_positive());

        let theorem = construction("li2019-theorem2", m as usize);
        let n = m * m + 1;
        for id in ["ddrf", "ddrf-linear"].iter().take(if m <= 4 { 2 } else { 1 }) {
            assert_eq!(last(id, &theorem)[(n - 1) as usize], Eps::one() / int(n));
        }
        let ratio = Eps::one() / int(n) / &last("drf-offline", &theorem)[0];
        assert_eq!(ratio, (int(m + 1) + int(m * (m - 1)) * &eps) / int(n));
        assert_eq!(ratio.limit(), Some(Rational::new(m + 1, n)));
    }
}

#[test]
fn the_stack_of_blocks_follows_long_runs() {
    let scope = Scope { users: 60, resources: 3, max: 9, ..Scope::default() };
    for sequence in instances::arrivals::stream(scope, 42).take(20) {
        let mut blocks = Blocks::new(sequence.agents);
        let right = closed_form(&sequence);
        for (demand, shares) in sequence.normalised().iter().zip(&right.shares) {
            let level = blocks.arrive(demand);
            assert_eq!(Some(&level), shares.last());
            assert_eq!(blocks.shares(), *shares);
        }
        // A run in floats stays close, because it is one algorithm in another scalar.
        let mut floats = Blocks::new(sequence.agents);
        for demand in sequence.map(Rational::to_f64).normalised() {
            floats.arrive(&demand);
        }
        let last = right.shares.last().unwrap();
        assert!(floats.shares().iter().zip(last).all(|(x, y)| (x - y.to_f64()).abs() < 1e-9));
    }
}

/// Each property of histories is seen accepting and rejecting made-up shares.
#[test]
fn properties_of_histories_accept_and_reject() {
    use fairwitness::property::evidence::Verdict;
    let sequence = sequence(&[&[1, 1], &[1, 1]]);
    let verdict = |id: &str, shares: [&[&str]; 2]| {
        let property = fairwitness::property::ARRIVALS.iter().find(|p| p.id() == id).unwrap();
        let shares = shares.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect();
        let run =
            Run { mechanism: mech("ddrf").specification(), instance: &sequence, outcome: History { shares } };
        match property.examine(&Hearing::of(mech("ddrf"), &run, &Patience::unlimited())).unwrap() {
            Verdict::Holds => true,
            Verdict::Violated(witness) => {
                assert!(property.confirm(&run, &witness, None).is_ok(), "{id}");
                assert!(!property.tell(&run, &witness, None).is_empty(), "{id}");
                false
            }
            other => panic!("{id}: {other:?}"),
        }
    };
    let even: [&[&str]; 2] = [&["1/2"], &["1/2", "1/2"]];
    let cases: &[(&str, [&[&str]; 2])] = &[
        ("agrees-with-lp", [&["1/2"], &["1/2", "1/3"]]),
        ("def", [&["1/4"], &["1/2", "1/3"]]),
        ("dpo", [&["1/2"], &["1/2", "1/3"]]),
        ("dynamic-po", [&["1/3"], &["1/2", "1/2"]]),
        ("dynamic-si", [&["1/2"], &["2/3", "1/3"]]),
        ("ef", [&["1/2"], &["2/3", "1/3"]]),
        ("feasible", [&["1/2"], &["2/3", "1/2"]]),
        ("irrevocable", [&["1/2"], &["1/3", "1/2"]]),
        ("lemma-1", [&["1/3"], &["1/2", "1/3"]]),
        ("lemma-2", [&["1/3"], &["1/3", "1/2"]]),
        ("lemma-3", [&["1/3"], &["1/3", "1/2"]]),
    ];
    for (id, broken) in cases {
        assert!(verdict(id, even), "{id} accepts the even shares");
        assert!(!verdict(id, *broken), "{id} rejects {broken:?}");
    }
}
