//! Each property accepts and rejects some outcome, and its witness check refuses values that prove nothing.

use fairwitness::linear::Patience;
use fairwitness::model::cluster::{Placement, Report};
use fairwitness::property;
use fairwitness::property::Hearing;
use fairwitness::property::evidence::{Run, Verdict, Witness, run_of};
use fairwitness::property::judge::Judgement;

use super::support::{cell, confirm, mech, pool_of, prop, r};

const FIG1: &str = "capacity = [[9, 12, 100], [12, 12, 0]]\ndemand = [[1, 2, 10], [1, 2, 1], [1, 2, 0]]\nweight = [1, 1, 2]\n";

/// A mechanism and an instance on which the property holds, and a pair on which it is violated.
#[test]
fn every_property_accepts_and_rejects() {
    const ONE_POOL: &str = "capacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n";
    const ONE_RESOURCE: &str = "capacity = [[2], [2]]\ndemand = [[1], [1]]\n";
    const ASYMMETRIC: &str = "capacity = [[1], [1]]\ndemand = [[1], [1]]\neligible = [[0, 1], [0]]\n";
    // Queue a is entitled to a half: hierarchical DRF gives 6, 6, 6, and DRF with weights 1/2, 1/4, 1/4 gives 8, 4, 4.
    const COMPLEMENTS: &str =
        "capacity = [[12, 12]]\ndemand = [[1, 1], [1, 0], [0, 1]]\npath = [\"\", \"a\", \"a\"]\n";
    // From 2, 1 and 0 tasks: queue a uses all of resource 2, and nothing of the other resources.
    const WAITING: &str =
        "capacity = [[3, 1]]\ndemand = [[1, 0], [0, 1], [1, 0]]\npath = [\"\", \"a\", \"a\"]\n";
    const CONTRIBUTED: &str =
        "capacity = [[1], [1]]\ndemand = [[1], [1]]\neligible = [[0], [0, 1]]\nowner = [0, 1]\n";
    const TWO_SIZES: &str = "capacity = [[6]]\ndemand = [[3], [4]]\n";
    type Example = (&'static str, &'static str);
    let ledger: &[(&str, Example, Example)] = &[
        // At (3, 2) user 1 holds a third of the one full resource; at equilibrium prices it holds 10/11 of resource 2.
        ("bbf", ("ceei", ONE_POOL), ("drf", ONE_POOL)),
        ("bf", ("ps-dsf", FIG1), ("tsf", FIG1)),
        (
            "bf-global",
            ("drfh", ONE_RESOURCE),
            ("tsf", "capacity = [[0, 1], [2, 1]]\ndemand = [[2, 2], [1, 0]]\n"),
        ),
        (
            "ends",
            ("ps-dsf-printed", FIG1),
            // Worked state by state in tests/oracle/endless.py.
            (
                "ps-dsf-printed",
                "capacity = [[1, 1, 2], [1, 1, 1]]\ndemand = [[1, 0, 2], [0, 3, 1], [3, 1, 0]]\n",
            ),
        ),
        ("bmf", ("bmf", ONE_POOL), ("drf", ONE_POOL)),
        ("ef", ("tsf", FIG1), ("uniform", "")),
        ("ef-aggregate", ("drf", ONE_POOL), ("drf-per-server", ASYMMETRIC)),
        // Only an enumeration of all lies could show that no lie gains, so this property is only seen rejecting; the
        // lie is the example of `sp`.
        ("group-sp-weak", ("uniform", ""), ("drf-tasks", "capacity = [[3]]\ndemand = [[1], [1]]\n")),
        ("hier-share", ("hdrf-tasks", COMPLEMENTS), ("hdrf-collapsed", COMPLEMENTS)),
        ("no-starvation", ("hdrf-tasks", WAITING), ("hdrf-naive", WAITING)),
        ("po", ("tsf", FIG1), ("ps-dsf", "capacity = [[1, 1], [2, 1]]\ndemand = [[3, 1], [1, 2]]\n")),
        (
            "population-monotone",
            ("drf", ONE_POOL),
            ("drf", "capacity = [[1, 1]]\ndemand = [[1, 0], [0, 1], [1, 2]]\n"),
        ),
        ("resource-monotone", ("uniform", ""), ("drf", "capacity = [[1, 0]]\ndemand = [[1, 0], [1, 1]]\n")),
        (
            "si",
            ("ps-dsf", FIG1),
            ("tsf", "capacity = [[1, 1], [2, 1]]\ndemand = [[2, 1], [1, 1]]\neligible = [[0, 1], [1]]\n"),
        ),
        // Each user owns a server; user 2 is eligible on both, and dividing the first one costs user 1 half of its
        // own.
        ("si-contributed", ("tsf", CONTRIBUTED), ("uniform", CONTRIBUTED)),
        (
            "single-server",
            ("ps-dsf", ONE_POOL),
            ("ps-dsf-tdm", "capacity = [[1, 1]]\ndemand = [[1, 0], [0, 1]]\n"),
        ),
        ("srf", ("ps-dsf", ASYMMETRIC), ("drf-per-server", ASYMMETRIC)),
        // A user at 1/2 with one task of 3 gets no second task; skipping gives it the rest.
        ("within-max-task", ("drf-tasks", TWO_SIZES), ("drf-tasks-skip-index", TWO_SIZES)),
    ];
    for (id, (holds, on), (violates, with)) in ledger {
        if !on.is_empty() {
            let judged = cell(holds, id).judge(&pool_of(on), &Patience::unlimited()).unwrap();
            assert!(matches!(judged, Judgement::Holds(_)), "{id}: {holds}: {judged:?}");
        }
        if !with.is_empty() {
            assert!(
                cell(violates, id).violated(&pool_of(with), &Patience::unlimited()).unwrap().is_some(),
                "{id}: {violates}"
            );
        }
    }
    // No mechanism here violates envy-freeness, so the outcome is made up.
    let pool = pool_of(ONE_RESOURCE);
    let outcome = Placement { tasks: vec![vec![r("2"), r("1")], vec![r("0"), r("1")]] };
    let run = Run { mechanism: mech("uniform").specification(), instance: &pool, outcome };
    let Verdict::Violated(witness) =
        prop("ef").examine(&Hearing::of(mech("uniform"), &run, &Patience::unlimited())).unwrap()
    else {
        panic!("user 2 envies")
    };
    assert_eq!(witness, Witness::Envy { envious: 1, envied: 0 });
    assert_eq!(confirm(mech("uniform"), prop("ef"), &run, &witness), Ok(r("2")));
    assert!(confirm(mech("uniform"), prop("ef"), &run, &Witness::Envy { envious: 0, envied: 1 }).is_err());
}

#[test]
fn feasibility_names_what_is_broken() {
    let pool = pool_of(
        "capacity = [[2, 2], [1, 1]]\ndemand = [[1, 0], [1, 2]]\neligible = [[0], [0, 1]]\ntasks = [3, \"inf\"]\n",
    );
    let judge = |id: &str, tasks: [[&str; 2]; 2]| {
        let outcome =
            Placement { tasks: tasks.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect() };
        let run = Run { mechanism: mech("uniform").specification(), instance: &pool, outcome };
        let story = prop(id).tell(&run, &Witness::Outcome, None);
        (
            prop(id).examine(&Hearing::of(mech("uniform"), &run, &Patience::unlimited())).unwrap(),
            confirm(mech("uniform"), prop(id), &run, &Witness::Outcome),
            story,
        )
    };
    assert_eq!(judge("feasible", [["1", "0"], ["1", "1/2"]]).0, Verdict::Holds);
    for (tasks, margin, said) in [
        ([["1", "0"], ["5/4", "0"]], "1/4", "resource 1 of server 1 is overloaded"),
        ([["1", "1/2"], ["0", "0"]], "1/2", "which cannot run them"),
        ([["-1", "0"], ["0", "0"]], "1", "negative tasks"),
        ([["4", "0"], ["0", "0"]], "1", "more tasks than it has"),
    ] {
        let (verdict, confirmed, story) = judge("feasible", tasks);
        assert_eq!(verdict, Verdict::Violated(Witness::Outcome), "{tasks:?}");
        assert_eq!(confirmed, Ok(r(margin)), "{tasks:?}");
        assert!(story.contains(said), "{story}");
    }
    // Non-wastefulness: tasks on a server that cannot run them, or beyond the user's tasks, are wasted.
    let wasteful = Placement { tasks: vec![vec![r("2"), r("1")], vec![r("0"), r("0")]] };
    let run = Run { mechanism: mech("uniform").specification(), instance: &pool, outcome: wasteful };
    assert_eq!(
        prop("non-wasteful").examine(&Hearing::of(mech("uniform"), &run, &Patience::unlimited())).unwrap(),
        Verdict::Violated(Witness::Agent(0))
    );
    assert_eq!(confirm(mech("uniform"), prop("non-wasteful"), &run, &Witness::Agent(0)), Ok(r("1")));
    assert!(confirm(mech("uniform"), prop("non-wasteful"), &run, &Witness::Agent(1)).is_err());
}

/// Lies are counted in true tasks: resources beyond the tasks that the bundle can run have no value.
#[test]
fn a_lie_is_worth_its_true_tasks() {
    let pool = pool_of("capacity = [[4, 4]]\ndemand = [[1, 1], [1, 1]]\n");
    let run = run_of(mech("uniform"), &pool, &Patience::unlimited()).unwrap();
    let lie = |demand: [&str; 2]| Witness::Misreport {
        by: 0,
        report: Report { demand: demand.iter().map(|d| r(d)).collect(), eligible: vec![true], rate: None },
    };
    // Twice the demand: one reported task runs two true ones, and the liar gains nothing.
    assert!(confirm(mech("uniform"), prop("sp"), &run, &lie(["2", "2"])).is_err());
    assert!(confirm(mech("uniform"), prop("sp"), &run, &lie(["1", "0"])).is_err());
    assert!(
        confirm(mech("uniform"), prop("sp"), &run, &lie(["0", "0"])).is_err(),
        "no demand at all is no report"
    );
    assert!(
        confirm(mech("uniform"), prop("sp-eligibility"), &run, &lie(["2", "1"])).is_err(),
        "a lie of another kind"
    );
}

/// Rounds 3 and 4 repeat on the first instance of tests/oracle/endless.py, whose states are derived there. Another
/// state, another round and a missing period prove nothing, and neither does a run that ends.
#[test]
fn a_state_comes_again_or_it_does_not() {
    let pool = pool_of("capacity = [[1, 1, 2], [1, 1, 1]]\ndemand = [[1, 0, 2], [0, 3, 1], [3, 1, 0]]\n");
    let placed = |rows: [[&str; 2]; 3]| Placement {
        tasks: rows.iter().map(|row| row.iter().map(|x| r(x)).collect()).collect(),
    };
    let third = placed([["20/21", "1/14"], ["2/21", "29/126"], ["1/63", "13/42"]]);
    let fourth = placed([["13/14", "0"], ["1/7", "2/9"], ["1/42", "1/3"]]);
    let said = |outcome: &Placement, rounds: usize, period: usize| {
        let outcome = outcome.clone();
        let run = Run { mechanism: mech("ps-dsf-printed").specification(), instance: &pool, outcome };
        prop("ends").confirm(&run, &Witness::Recurrence { rounds, period }, None)
    };
    assert_eq!(said(&third, 2, 2), Ok(r("2")));
    assert_eq!(said(&fourth, 3, 2), Ok(r("2")));
    assert_eq!(said(&third, 4, 2), Ok(r("2")), "and so on");
    for (outcome, rounds, period) in
        [(&third, 2, 0), (&third, 2, 1), (&third, 1, 2), (&fourth, 2, 2), (&third, 100_000, 2)]
    {
        assert!(said(outcome, rounds, period).is_err(), "{rounds} {period}");
    }
    let pool = pool_of(FIG1);
    let run = run_of(mech("ps-dsf-printed"), &pool, &Patience::unlimited()).unwrap();
    assert!(
        prop("ends").confirm(&run, &Witness::Recurrence { rounds: 0, period: 1 }, None).is_err(),
        "it ends"
    );
    let drf = run_of(mech("tsf"), &pool, &Patience::unlimited()).unwrap();
    assert!(
        prop("ends").confirm(&drf, &Witness::Recurrence { rounds: 0, period: 1 }, None).is_err(),
        "no iteration"
    );
}

/// A witness of a kind that the property does not accept proves nothing.
#[test]
fn foreign_witnesses_are_refused() {
    let pool = pool_of(FIG1);
    let run = run_of(mech("tsf"), &pool, &Patience::unlimited()).unwrap();
    for property in property::CLUSTER {
        let foreign = if property.id() == "feasible" { Witness::Agent(0) } else { Witness::Outcome };
        assert!(confirm(mech("tsf"), *property, &run, &foreign).is_err(), "{}", property.id());
    }
}

/// With whole tasks, half a task is no task: no user has a claim to tasks that no user can run.
#[test]
fn fractional_limits_of_whole_tasks_count_as_their_floor() {
    let pool = pool_of("capacity = [[1]]\ndemand = [[1]]\ntasks = [\"1/2\"]\n");
    for id in ["si", "ef", "ef-aggregate", "po", "sp"] {
        assert!(cell("drf-tasks", id).violated(&pool, &Patience::unlimited()).unwrap().is_none(), "{id}");
    }
    let judged = cell("drf-tasks", "si").judge(&pool, &Patience::unlimited()).unwrap();
    assert!(matches!(judged, Judgement::Holds(_)), "{judged:?}");
    // Divisible tasks may run in halves.
    let run = Run {
        mechanism: mech("drf").specification(),
        instance: &pool,
        outcome: Placement { tasks: vec![vec![r("0")]] },
    };
    assert!(matches!(
        prop("si").examine(&Hearing::of(mech("drf"), &run, &Patience::unlimited())).unwrap(),
        Verdict::Violated(_)
    ));
}
