//! Work that is cut short gives no answer, work that is not cut gives its usual answer, and a stop switch affects
//! only its own work.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::time::{Duration, Instant};

use fairwitness::archive::shrink::{minimal, shrink};
use fairwitness::document::Document;
use fairwitness::instances::{Scope, cluster, covering};
use fairwitness::linear::integer::maximise;
use fairwitness::linear::{
    Cut, Halt, Patience, Program, Stop, Uncut as _, leximin, leximin_by_rounds, solve, solve_by_floats,
    solve_by_pivots,
};
use fairwitness::mechanism::{ARRIVALS, CLUSTER, COVERING, Mechanism, PerServer, admits, certified, ranges};
use fairwitness::model::cluster::{Division, Pool};
use fairwitness::model::{Hypothesis, Model};
use fairwitness::property::evidence::run_of;
use fairwitness::property::judge::Cell;
use fairwitness::property::{self, measure};
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::search::{Budget, Ended, Limits};
use fairwitness::simulator::fluid::{self, Presence};
use fairwitness::workbench::{Answer, CellReport, Plan, Ruling, model};

use super::support::{mech, pool_of};

/// A patience whose deadline has passed, so that the first check of the work cuts it.
fn over() -> Patience {
    let patience = Patience::unlimited().until(Instant::now());
    assert_eq!(patience.check_now(), Err(Cut));
    patience
}

/// A packing programme with distinct numbers, which needs more pivots than the solver makes between two checks of
/// its limits.
fn packing(rows: i64, variables: usize) -> Program {
    let mut program = Program::new(variables);
    program.objective = (0..variables as i64).map(|v| Rational::int(100 + v * v % 37)).collect();
    for i in 0..rows {
        let entry = |v: usize| Rational::int(1 + (v as i64 * v as i64 * (i + 3) + i * i + 7) % 53);
        program.at_most((0..variables).map(|v| (v, entry(v))).collect(), Rational::int(1000 + i * i));
    }
    program
}

#[test]
fn every_solver_of_programmes_can_be_cut() {
    let (program, free) = (packing(30, 40), Patience::unlimited());
    assert_eq!(solve_by_pivots(&program, &over()), Err(Cut));
    assert!(solve_by_pivots(&program, &free).unwrap().1.pivots > 16);
    let large = packing(50, 60);
    assert_eq!(solve(&large, &over()), Err(Cut));
    assert_eq!(solve_by_floats(&large, &over()), Err(Cut));
    assert!(solve_by_floats(&large, &free).unwrap().is_some());
    assert_eq!(maximise(&program, 1000, &over()), Err(Cut));
    let levels: Vec<_> = (0..40).map(|v| vec![(v, Rational::one())]).collect();
    assert_eq!(leximin_by_rounds(&program, &levels, &over()), Err(Halt::Cut));
    assert_eq!(leximin(&large, &levels, &over()), Err(Halt::Cut));
    assert!(leximin(&large, &levels, &free).is_ok());
}

/// Ids of the mechanisms that are cut on some of the instances.
fn cut<M: Model>(
    mechanisms: &[&'static dyn Mechanism<M>],
    instances: &[M::Instance<Rational>],
) -> BTreeSet<&'static str> {
    let mut ids = BTreeSet::new();
    for mechanism in mechanisms {
        for instance in instances {
            let full = mechanism.allocate(instance, &Patience::unlimited());
            let short = mechanism.allocate(instance, &over());
            assert!(short == full || short == Err(Halt::Cut), "{}", mechanism.id());
            let mut cut = short == Err(Halt::Cut);
            if let Ok(outcome) = full {
                let full = certified(*mechanism, instance, &outcome, &Patience::unlimited());
                let short = certified(*mechanism, instance, &outcome, &over());
                assert!(short == full || short == Err(Halt::Cut), "{}", mechanism.id());
                cut |= short == Err(Halt::Cut);
            }
            if cut {
                ids.insert(mechanism.id());
            }
        }
    }
    ids
}

/// Every mechanism that solves, sweeps, branches or places is cut: all others end before they check their limits.
#[test]
fn a_mechanism_that_is_cut_hands_out_nothing() {
    let long = |users: usize, servers: usize, resources: usize| {
        let scope = Scope { users, servers, resources, max: 9, ..Scope::default() };
        let full = move |pool: &Pool| pool.users() == users && pool.servers() == servers;
        cluster::stream(scope, 3).filter(full).take(2)
    };
    let pools: Vec<Pool> = long(6, 4, 3).chain(long(5, 1, 2)).collect();
    let whole = pool_of("capacity = [[40, 40], [50, 30]]\ndemand = [[1, 2], [2, 1], [1, 1]]\n");
    let found = cut(CLUSTER, &[pools, vec![whole]].concat());
    for id in
        ["best-fit-drfh", "c-drfh", "cdrf", "drfh", "first-fit-drfh", "ps-dsf", "ps-dsf-tdm", "slots", "tsf"]
    {
        assert!(found.contains(id), "{id} is not in {found:?}");
    }
    let line = r#"{"demand": [[1, 2, 3], [3, 1, 2], [2, 3, 1], [1, 1, 5], [4, 1, 1], [2, 2, 3], [5, 4, 1], [1, 3, 3]]}"#;
    let document = Document::parse("line.json", line).unwrap();
    let sequence = fairwitness::model::arrivals::read(&document.node()).unwrap();
    assert_eq!(cut(ARRIVALS, &[sequence]), BTreeSet::from(["ddrf-lp"]));
    let scope = Scope { users: 4, resources: 12, max: 9, ..Scope::default() };
    let stocks: Vec<_> =
        covering::stream(scope, 5).filter(|s| s.tasks() == 4 && s.resources() > 8).take(8).collect();
    let found = cut(COVERING, &stocks);
    for id in ["lp-naive", "lp-pruned", "lp-sized", "optimum"] {
        assert!(found.contains(id), "{id} is not in {found:?}");
    }
}

/// The computation of ranges over all allocations, which solves many programmes, can be cut.
#[test]
fn a_walk_through_all_allocations_can_be_cut() {
    let pool = pool_of("capacity = [[4, 6], [8, 2], [5, 5]]\ndemand = [[1, 2], [2, 1], [1, 1]]\n");
    let view = PerServer::dominant_shares(&pool, pool.user_weights().unwrap(), Division::Resource);
    let all = vec![vec![Rational::one(); 3]; 3];
    assert_eq!(ranges(&view, std::slice::from_ref(&all), &over()).unwrap_err(), Halt::Cut);
    assert_eq!(admits(&view, std::slice::from_ref(&all), &over()).unwrap_err(), Halt::Cut);
    assert!(admits(&view, &[all], &Patience::unlimited()).unwrap());
}

/// A judgement or a measure that is cut has no result; without a cut it has the result that it has without a limit.
#[test]
fn a_judgement_that_is_cut_says_nothing() {
    let scope = Scope { users: 4, servers: 2, resources: 2, max: 5, ..Scope::default() };
    let pools: Vec<Pool> =
        cluster::stream(scope, 8).filter(|p| p.users() == 4 && p.servers() == 2).take(4).collect();
    let mut ids = BTreeSet::new();
    let whole = ["best-fit-drfh", "drfh", "tsf", "uniform"];
    for (mechanism, pool) in whole.iter().flat_map(|id| pools.iter().map(move |pool| (mech(id), pool))) {
        let Ok(run) = run_of(mechanism, pool, &Patience::unlimited()) else { continue };
        for &property in property::CLUSTER {
            let cell = Cell { mechanism, property };
            let full = cell.judge_run(run.clone(), &Patience::unlimited());
            let short = cell.judge_run(run.clone(), &over());
            assert!(short == full || short == Err(Cut), "{} {}", mechanism.id(), property.id());
            if short == Err(Cut) {
                ids.insert(property.id());
            }
        }
        for &measure in measure::CLUSTER {
            let full = measure.value(&run, &Patience::unlimited()).uncut().unwrap();
            match measure.value(&run, &over()).uncut() {
                Ok(short) => assert_eq!(short, full, "{}", measure.id()),
                Err(Cut) => {
                    ids.insert(measure.id());
                }
            }
        }
    }
    for id in ["bf", "group-sp", "po", "population-monotone", "resource-monotone", "sp", "price-of-fairness"]
    {
        assert!(ids.contains(id), "{id} is not in {ids:?}");
    }
}

/// The judgement of one instance is undecided if cut; a search keeps the findings in its time; a violation that is
/// being shrunk remains a violation.
#[test]
fn what_is_cut_ends_as_undecided_or_with_what_there_is() {
    let bench = model("cluster").unwrap();
    let text = r#"{"model": "cluster", "capacity": [[9, 12, 5], [12, 12, 7]], "demand": [[1, 2, 3], [2, 1, 1], [1, 1, 2]]}"#;
    let document = Document::parse("pool.json", text).unwrap();
    assert_eq!(bench.judge("tsf", "sp", &document, &over()).unwrap_err(), Halt::Cut);
    // A quick mechanism, and a quick property: only the slow property is left open.
    let one = Document::parse("pool.json", r#"{"model": "cluster", "capacity": [[9, 12, 5, 4, 7]], "demand": [[1, 2, 3, 1, 1], [2, 1, 1, 3, 2], [1, 1, 2, 2, 5]], "tasks": ["7/3", "inf", "inf"]}"#).unwrap();
    let rulings = bench.rulings("drf", &["si", "group-sp"], &one, &over()).unwrap();
    assert_eq!((rulings[0].answer, rulings[1].answer), (Answer::Holds, Answer::Undecided));
    assert_eq!(rulings[1], Ruling::cut());

    // khamse2017, Figure 1: TSF does not share the bottleneck evenly.
    let pool = pool_of(
        "capacity = [[9, 12, 100], [12, 12, 0]]\ndemand = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]\nweight = [1, 1, 2]\n",
    );
    let bf = property::CLUSTER.iter().copied().find(|p| p.id() == "bf").unwrap();
    let cell = Cell { mechanism: mech("tsf"), property: bf };
    let found = cell.violated(&pool, &Patience::unlimited()).unwrap().unwrap();
    let (same, kept, said) = shrink(cell, pool.clone(), found.clone(), &|_| true, &over());
    assert_eq!((same, kept), (pool.clone(), found.clone()));
    assert_eq!(minimal(cell, &pool, Hypothesis::None, &over()), Err(Cut));
    let (smaller, _, whole) = shrink(cell, pool.clone(), found, &|_| true, &Patience::unlimited());
    assert_eq!((said, whole), ("given", "local"), "what was cut short is not called minimal");
    assert!(smaller != pool && minimal(cell, &smaller, Hypothesis::None, &Patience::unlimited()).unwrap());

    let presence = vec![Presence::always(); 3];
    let run = |patience: &Patience| fluid::run(mech("tsf"), &pool, &presence, &Rational::int(9), patience);
    assert_eq!((run(&Patience::unlimited()).is_ok(), run(&over())), (true, Err(Halt::Cut)));
}

fn plan() -> Plan {
    let scope = "users=3,servers=2,resources=2,max=4".parse().unwrap();
    Plan { strategy: "random", scope, seed: 5, archive: Vec::new() }
}

/// The result of a search, without figures that depend on its speed.
fn told(report: &CellReport) -> (Answer, u64, u64, Ended, Option<String>) {
    let searched = report.searched.clone();
    let instance = report.instance.as_ref().map(|instance| instance.to_toml());
    (report.answer, searched.instances, searched.undecided, searched.ended, instance)
}

/// Three searches in one process at a time: one is stopped from outside during its work, one exceeds its time, and the
/// third ends with the result that it has alone.
#[test]
fn searches_at_once_have_each_their_own_stop_and_budget() {
    let bench = model("cluster").unwrap();
    let alone = |budget: Budget, stop: &Stop, progress: &(dyn Fn() + Sync), property: &str| {
        let told = |_| progress();
        let limits = Limits { budget, threads: 2, stop, progress: &told };
        bench.search("tsf", property, &plan(), &limits).unwrap()
    };
    let few = Budget::instances(3000);
    let expected = told(&alone(few, &Stop::new(), &|| {}, "ef"));
    assert_eq!((expected.0, expected.3), (Answer::Unrefuted, Ended::Instances));
    let (first, second, third, begun) = (Stop::new(), Stop::new(), Stop::new(), Barrier::new(2));
    let once = std::sync::Once::new();
    let endless = Budget { instances: None, time: None };
    let short = Budget { time: Some(Duration::from_millis(100)), ..endless };
    let begin = || {
        once.call_once(|| {
            begun.wait();
        });
    };
    let (stopped, timed, whole) = std::thread::scope(|scope| {
        let stopped = scope.spawn(|| alone(endless, &first, &begin, "ef"));
        let timed = scope.spawn(|| alone(short, &second, &|| {}, "ef"));
        let whole = scope.spawn(|| {
            begun.wait(); // The first search is in its midst.
            first.throw();
            alone(few, &third, &|| {}, "ef")
        });
        (stopped.join().unwrap(), timed.join().unwrap(), whole.join().unwrap())
    });
    assert_eq!(told(&whole), expected);
    assert_eq!(stopped.searched.ended, Ended::Interrupted);
    assert!(stopped.searched.instances > 0);
    assert_eq!(timed.searched.ended, Ended::Time);
    assert_eq!((second.is_thrown(), third.is_thrown()), (false, false));
}
