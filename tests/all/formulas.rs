//! Every route to a property that a formula states agrees with the check of its witnesses, on random instances.

use std::collections::BTreeMap;

use fairwitness::instances::{self, Extras, Scope};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{CLUSTER, Enclosed};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Cluster, Pool};
use fairwitness::property::evidence::{Run, Verdict, Witness};
use fairwitness::property::{self, Between, Hearing, Outline};

use fairwitness::scalar::{Rational, Scalar};
use fairwitness_kernel::property::formula::Known;

const FORMULAS: [&str; 9] =
    ["bbf", "bmf", "ef", "ef-aggregate", "ef1", "ef1-own", "hier-share", "non-wasteful", "si"];

/// Every witness that a formula of a cluster may have.
fn witnesses(users: usize) -> impl Iterator<Item = Witness<Cluster>> {
    (0..users).flat_map(move |u| {
        let pairs = (0..users).filter(move |m| *m != u);
        let pairs = pairs.map(move |m| Witness::Envy { envious: u, envied: m });
        let nodes = (1..4).map(move |depth| Witness::Node { agent: u, depth });
        std::iter::once(Witness::Agent(u)).chain(pairs).chain(nodes)
    })
}

/// The largest margin that a check of any witness confirms decides the verdict, the sign of the lean, the verdict
/// between bounds that are the amounts themselves, and the last line of the displayed arithmetic.
#[test]
fn every_route_agrees_with_the_checks() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 6, ..Scope::default() };
    let scopes = [scope, Scope { extras: Extras { trees: Some(2), ..scope.extras }, ..scope }];
    let (mut seen, patience) = (BTreeMap::<&str, [usize; 3]>::new(), Patience::unlimited());
    for k in 0..3_000 {
        let pool: Pool =
            instances::cluster::draw(&mut instances::draw_number(42, k), scopes[usize::from(k % 2 == 1)]);
        for &mechanism in CLUSTER
            .iter()
            .filter(|m| ["drfh", "uniform", "hdrf", "drf-tasks", "best-fit-drfh"].contains(&m.id()))
        {
            let Ok(outcome) = mechanism.allocate(&pool, &patience) else { continue };
            let mut halved = outcome.clone();
            halved.tasks[0].iter_mut().for_each(|x| *x = mechanism.setting().tasks(&*x / Rational::int(2)));
            let mut spread = outcome.clone();
            spread.tasks[0].fill(Rational::int(7));
            // User 1 alone runs, and user 1 has tasks where none of them may run.
            let mut alone = outcome.clone();
            alone.tasks.iter_mut().skip(1).for_each(|row| row.fill(Rational::zero()));
            for outcome in [outcome, halved, alone, spread] {
                let run = Run { mechanism: mechanism.specification(), instance: &pool, outcome };
                for property in property::CLUSTER.iter().filter(|p| FORMULAS.contains(&p.id())) {
                    let fits = Cluster::feasible(mechanism.setting(), &pool, &run.outcome).is_ok();
                    if !fits && !property.facts().judges_infeasible {
                        continue;
                    }
                    let said = |w| Some((property.confirm(&run, &w, None).ok()?, w));
                    let worst = witnesses(pool.users()).filter_map(said).max_by(|a, b| a.0.cmp(&b.0));
                    let count = seen.entry(property.id()).or_default();
                    let about = format!("{}: {run:?}", property.id());
                    match property.examine(&Hearing::of(mechanism, &run, &patience)).unwrap() {
                        Verdict::OutOfScope(_) | Verdict::Undecided(_) => {
                            assert!(worst.is_none() && property.lean(&run).is_none(), "{about}");
                            continue;
                        }
                        verdict => {
                            assert_eq!(matches!(verdict, Verdict::Violated(_)), worst.is_some(), "{about}");
                        }
                    }
                    count[usize::from(worst.is_some())] += 1;
                    if let Some(lean) = property.lean(&run) {
                        // In floats a resource that is full may seem to have room.
                        let exact = ["bbf", "ef1", "ef1-own"].contains(&property.id());
                        assert!(exact || (lean > 1e-9) == worst.is_some(), "{lean} {about}");
                    }
                    if let Some((margin, witness)) = &worst {
                        let lines = property.lines(&run, witness, None);
                        let end = lines.last().map(|line| line.formula.clone()).unwrap_or_default();
                        assert!(
                            end.ends_with(&format!("= {margin}")) || end == margin.to_string(),
                            "{end} {about}"
                        );
                    }
                    let gets = Cluster::gets(&pool, &run.outcome);
                    let bounds = Enclosed { low: gets.clone(), high: gets, known: Known::default() };
                    let known = Outline::Bounds(&bounds);
                    match property.between(mechanism, &pool, known, &Patience::unlimited()).unwrap() {
                        Between::Holds => assert!(worst.is_none(), "{about}"),
                        Between::Violated(_, margin, _) => {
                            assert!(
                                worst.is_some_and(|(most, _)| margin <= most && margin.is_positive()),
                                "{about}"
                            );
                        }
                        Between::Open => continue,
                    }
                    count[2] += 1;
                }
            }
        }
    }
    assert!(seen.keys().eq(FORMULAS.iter()), "{seen:?}");
    assert!(seen.values().all(|[kept, violated, _]| *kept > 20 && (*violated > 20)), "{seen:?}");
}
