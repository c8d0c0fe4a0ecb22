//! Every `confirm`, on outcomes made by hand: the margin by the definition on the page, no violation at the border,
//! and refusals.

use fairwitness::archive::record::{Record, read_witness};
use fairwitness::document::{Document, Node};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model;
use fairwitness::model::arrivals::{Arrivals, History};
use fairwitness::model::cluster::{Cluster, Placement, Pool, Report};
use fairwitness::model::covering::{Allotment, Covering, Stock};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Witness};
use fairwitness::property::judge::Judgement;
use fairwitness::property::{self, Examine};
use fairwitness::scalar::{Rational, Scalar};

use super::cells::Says;
use super::support::{cell, confirm, mech, pool_of, prop, r, records, rows, text};

type Said = Result<Margin, Rejected>;

fn placed(tasks: &[&[&str]]) -> Placement {
    Placement { tasks: rows(tasks) }
}

/// The result of a property's `confirm` for a witness on an outcome.
fn said(mechanism: &str, property: &str, pool: &Pool, tasks: &[&[&str]], witness: &Witness<Cluster>) -> Said {
    let run = Run { mechanism: mech(mechanism).specification(), instance: pool, outcome: placed(tasks) };
    confirm(mech(mechanism), prop(property), &run, witness)
}

fn none(margin: &str) -> Said {
    Err(Rejected::NoViolation(r(margin)))
}

fn misfit(said: &Said) -> bool {
    matches!(said, Err(Rejected::Misfit(_)))
}

fn out_of_scope(said: &Said) -> bool {
    matches!(said, Err(Rejected::OutOfScope(_)))
}

fn envy(envious: usize, envied: usize) -> Witness<Cluster> {
    Witness::Envy { envious, envied }
}

/// Records of all models: each certificate is accepted, and each witness confirmed with the margin on file. The
/// independent checker agrees.
#[test]
fn every_witness_on_file_is_confirmed_with_its_margin() {
    fn confirmed<M: Model>(
        record: &Record,
        mechanisms: &[&'static dyn Mechanism<M>],
        properties: &[&'static dyn Examine<M>],
    ) -> Result<(), String> {
        let mechanism = mechanisms.iter().find(|m| m.id() == record.mechanism).unwrap();
        let property = properties.iter().find(|p| p.id() == record.property).unwrap();
        let instance = M::read(&Node::new("instance", &record.instance)).unwrap();
        let outcome = M::read_outcome(&instance, &Node::new("outcome", &record.outcome)).unwrap();
        let (witness, margin, _) =
            read_witness::<M>(&instance, &Node::new("witness", &record.witness)).unwrap();
        let run = Run { mechanism: mechanism.specification(), instance: &instance, outcome };
        if let Some(value) =
            record.certificate.as_ref().filter(|_| mechanism.specification().printed().is_none())
        {
            let certificate = M::read_certificate(&instance, &Node::new("certificate", value)).unwrap();
            mechanism.check(&instance, &run.outcome, &certificate).map_err(|e| e.to_string())?;
        }
        let found = confirm(*mechanism, *property, &run, &witness);
        if found == Ok(margin) { Ok(()) } else { Err(format!("{found:?}")) }
    }
    for file in records() {
        let text = text(&file);
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        let said = match record.model.as_str() {
            "cluster" => confirmed(&record, mechanism::CLUSTER, property::CLUSTER),
            "arrivals" => confirmed(&record, mechanism::ARRIVALS, property::ARRIVALS),
            "cohort" => confirmed(&record, mechanism::COHORT, property::COHORT),
            _ => confirmed(&record, mechanism::COVERING, property::COVERING),
        };
        assert_eq!(said, Ok(()), "{}", file.display());
    }
}

/// A task of user 1 needs (1, 2), a task of user 2 (2, 1): with the bundle of three tasks, (6, 3), user 1 runs 3/2.
#[test]
fn envy_is_what_the_other_bundle_would_run_beyond_ones_own() {
    let pool = pool_of("capacity = [[12, 12]]\ndemand = [[1, 2], [2, 1]]");
    for property in ["ef", "ef-aggregate"] {
        let of = |tasks: &[&[&str]], witness: &Witness<Cluster>| said("tsf", property, &pool, tasks, witness);
        assert_eq!(of(&[&["1"], &["3"]], &envy(0, 1)), Ok(r("1/2")), "{property}");
        assert_eq!(of(&[&["1"], &["3"]], &envy(1, 0)), none("-5/2"), "{property}");
        assert_eq!(of(&[&["1"], &["2"]], &envy(0, 1)), none("0"), "{property}");
        assert_eq!(of(&[&["1"], &["3"]], &Witness::Agent(0)), Err(Rejected::Kind), "{property}");
    }
    // User 1 is eligible on the first server only, so one of the three tasks counts.
    let apart = pool_of("capacity = [[6, 6], [6, 6]]\ndemand = [[1, 2], [2, 1]]\neligible = [[0], [0, 1]]");
    let tasks: &[&[&str]] = &[&["1", "0"], &["1", "2"]];
    assert_eq!(said("tsf", "ef-aggregate", &apart, tasks, &envy(0, 1)), Ok(r("1/2")));
    assert_eq!(said("tsf", "ef", &apart, tasks, &envy(0, 1)), none("-1/2"));
    // A weight of 2 to 1 doubles the bundle.
    let weighed = pool_of("capacity = [[12, 12]]\ndemand = [[1, 2], [2, 1]]\nweight = [2, 1]");
    assert_eq!(said("tsf", "ef", &weighed, &[&["1"], &["3"]], &envy(0, 1)), Ok(r("2")));
    // Weights of each resource, 2 to 1 and 1 to 4: a task of user 2 is worth min(2 * 2, 1/4 * 3/2) = 3/8 of a task.
    let each = pool_of("capacity = [[12, 12]]\ndemand = [[1, 2], [2, 3]]\nweight = [[2, 1], [1, 4]]");
    assert_eq!(said("drf", "ef", &each, &[&["1"], &["4"]], &envy(0, 1)), Ok(r("1/2")));
    // Half of a task at rate 1 and 3 tasks at rate 6 are half of the time of both servers, where user 1 has rates 4 and 2: three
    // tasks, times weights of 5 to 2.
    let rates =
        pool_of("capacity = [[9], [9]]\ndemand = [[1], [1]]\nrate = [[4, 2], [1, 6]]\nweight = [5, 2]");
    assert_eq!(said("ps-dsf-tdm", "ef", &rates, &[&["1", "0"], &["1/2", "3"]], &envy(0, 1)), Ok(r("13/2")));
}

/// With three tasks of equal demand, less one, a user with one task would run two.
#[test]
fn envy_up_to_one_task_is_of_whole_tasks() {
    let pool = pool_of("capacity = [[9]]\ndemand = [[1], [1]]");
    for property in ["ef1", "ef1-own"] {
        let of = |tasks: &[&[&str]], witness: &Witness<Cluster>| {
            said("drf-tasks", property, &pool, tasks, witness)
        };
        assert_eq!(of(&[&["1"], &["3"]], &envy(0, 1)), Ok(r("1")), "{property}");
        assert_eq!(of(&[&["1"], &["5"]], &envy(0, 1)), Ok(r("3")), "{property}");
        assert_eq!(of(&[&["2"], &["3"]], &envy(0, 1)), none("0"), "{property}");
        assert_eq!(of(&[&["1"], &["3"]], &envy(1, 0)), none("-3"), "{property}");
        assert_eq!(of(&[&["1"], &["3"]], &Witness::Outcome), Err(Rejected::Kind), "{property}");
        assert!(out_of_scope(&said("tsf", property, &pool, &[&["1"], &["3"]], &envy(0, 1))), "{property}");
    }
}

/// Three tasks of user 1 fit and none of user 2: filling that skips users gives three.
#[test]
fn a_deviation_counts_beyond_what_is_allowed() {
    let pool = pool_of("capacity = [[3]]\ndemand = [[1], [4]]");
    let of =
        |property: &str, tasks: &str| said("pdrf", property, &pool, &[&[tasks], &["0"]], &Witness::Agent(0));
    assert_eq!(of("under-by-one-skip", "1"), Ok(r("2")));
    assert_eq!(of("under-by-one-skip", "0"), Ok(r("3")));
    assert_eq!(of("under-by-one-skip", "2"), none("1"));
    assert_eq!(of("under-by-one-skip", "3"), none("0"));
    assert_eq!(of("under-by-skip", "2"), Ok(r("1")));
    assert_eq!(of("under-by-skip", "3"), none("0"));
    assert_eq!(of("over-by-skip", "5"), Ok(r("2")));
    assert_eq!(of("over-by-skip", "2"), none("-1"));
    let tasks: &[&[&str]] = &[&["1"], &["0"]];
    assert_eq!(said("pdrf", "under-by-skip", &pool, tasks, &Witness::Agent(1)), none("0"));
    assert_eq!(said("pdrf", "under-by-skip", &pool, tasks, &Witness::Outcome), Err(Rejected::Kind));
    assert!(out_of_scope(&said("drf", "under-by-skip", &pool, tasks, &Witness::Agent(0))));
}

#[test]
fn infeasible_is_by_how_much() {
    let pool = pool_of("capacity = [[1]]\ndemand = [[1]]");
    let of = |tasks: &str, witness| said("drf", "feasible", &pool, &[&[tasks]], &witness);
    assert_eq!(of("3/2", Witness::Outcome), Ok(r("1/2")));
    assert_eq!(of("1", Witness::Outcome), none("0"));
    assert_eq!(of("3/2", Witness::Agent(0)), Err(Rejected::Kind));
    assert!(misfit(&said("drf", "feasible", &pool, &[&["1"], &["1"]], &Witness::Outcome)));
}

/// Four units of one resource: the level of a task is a quarter.
#[test]
fn a_complaint_takes_only_from_those_who_stand_higher() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let complaint = |instead: &[&[&str]]| Witness::Complaint { by: 0, instead: placed(instead) };
    for property in ["bf", "bf-global", "srf", "single-server"] {
        let of =
            |tasks: &[&[&str]], instead: &[&[&str]]| said("drf", property, &pool, tasks, &complaint(instead));
        assert_eq!(of(&[&["1"], &["2"]], &[&["2"], &["1"]]), Ok(r("1/4")), "{property}");
        assert_eq!(of(&[&["1"], &["3"]], &[&["2"], &["1/2"]]), Ok(r("1/4")), "{property}");
        // The other user keeps its tasks, and has a lower level.
        assert_eq!(of(&[&["2"], &["1"]], &[&["3"], &["1"]]), Ok(r("1/4")), "{property}");
        assert_eq!(of(&[&["2"], &["1"]], &[&["5/2"], &["3/2"]]), Ok(r("1/8")), "{property}");
        // The other user would lose, and has an equal or a lower level.
        assert!(misfit(&of(&[&["1"], &["1"]], &[&["2"], &["1/2"]])), "{property}");
        assert!(misfit(&of(&[&["2"], &["1"]], &[&["3"], &["1/2"]])), "{property}");
        assert_eq!(of(&[&["1"], &["2"]], &[&["1"], &["2"]]), none("0"), "{property}");
        assert_eq!(of(&[&["1"], &["2"]], &[&["1/2"], &["2"]]), none("-1/8"), "{property}");
        let beyond = of(&[&["1"], &["2"]], &[&["3"], &["3/2"]]);
        assert!(matches!(beyond, Err(Rejected::Infeasible { .. })), "{property}: {beyond:?}");
        let agent = said("drf", property, &pool, &[&["1"], &["2"]], &Witness::Agent(0));
        assert_eq!(agent, Err(Rejected::Kind), "{property}");
    }
}

/// With a slack of 1/10, a user of equal level may lose 1/10 of the resource, and no more.
#[test]
fn a_loss_within_the_slack_is_none() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let says = Says { slack: Some(r("1/10")), ..Says::default() };
    let of = |wanted: &str| {
        let run = Run { mechanism: &says, instance: &pool, outcome: placed(&[&["1"], &["1"]]) };
        let instead = placed(&[&["2"], &[wanted]]);
        confirm(&says, prop("bf"), &run, &Witness::Complaint { by: 0, instead })
    };
    for within in ["4/5", "3/5", "1", "2"] {
        assert_eq!(of(within), Ok(r("1/4")), "{within}");
    }
    for beyond in ["2/5", "0", "59/100"] {
        assert!(misfit(&of(beyond)), "{beyond}");
    }
}

#[test]
fn waste_is_room_where_nothing_runs() {
    let pool =
        pool_of("capacity = [[4], [4]]\ndemand = [[1], [1]]\neligible = [[0], [0, 1]]\ntasks = [\"inf\", 2]");
    let of = |tasks: &[&[&str]], user| said("tsf", "non-wasteful", &pool, tasks, &Witness::Agent(user));
    assert_eq!(of(&[&["1", "2"], &["1", "3/2"]], 0), Ok(r("2")));
    assert_eq!(of(&[&["1", "2"], &["1", "3/2"]], 1), Ok(r("1/2")));
    assert_eq!(of(&[&["1", "0"], &["1", "1"]], 0), none("0"));
    assert_eq!(of(&[&["1", "0"], &["1", "1"]], 1), none("0"));
}

#[test]
fn better_is_worse_for_nobody_and_more_in_all() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let of =
        |instead: &[&[&str]]| said("drf", "po", &pool, &[&["1"], &["1"]], &Witness::Better(placed(instead)));
    assert_eq!(of(&[&["2"], &["1"]]), Ok(r("1")));
    assert_eq!(of(&[&["3/2"], &["5/2"]]), Ok(r("2")));
    assert_eq!(of(&[&["1"], &["1"]]), none("0"));
    assert!(misfit(&of(&[&["3"], &["1/2"]])));
    assert!(matches!(of(&[&["4"], &["1"]]), Err(Rejected::Infeasible { .. })));
    assert_eq!(said("drf", "po", &pool, &[&["1"], &["1"]], &Witness::Outcome), Err(Rejected::Kind));
}

/// Half of four is two.
#[test]
fn short_of_ones_slice_is_the_difference() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let of = |tasks: &[&[&str]], user| said("drf", "si", &pool, tasks, &Witness::Agent(user));
    assert_eq!(of(&[&["1/2"], &["3"]], 0), Ok(r("3/2")));
    assert_eq!(of(&[&["1/2"], &["3"]], 1), none("-1"));
    assert_eq!(of(&[&["2"], &["2"]], 0), none("0"));
    assert_eq!(said("drf", "si", &pool, &[&["1"], &["3"]], &Witness::Outcome), Err(Rejected::Kind));
}

/// DRF of (1, 0), (0, 1), (1, 2): at level 1/2 resource 2 is full, and user 1 continues to 3/4. Without user 2
/// resource 1 is full at 2/3, where user 3 runs 1/3.
#[test]
fn who_leaves_cannot_lose() {
    let pool = pool_of("capacity = [[1, 1]]\ndemand = [[1, 0], [0, 1], [1, 2]]");
    let tasks: &[&[&str]] = &[&["3/4"], &["1/2"], &["1/4"]];
    let of = |leaves, loses| {
        said("drf", "population-monotone", &pool, tasks, &Witness::Departure { leaves, loses })
    };
    assert_eq!(of(1, 0), Ok(r("1/12")));
    assert_eq!(of(1, 2), none("-1/12"));
    for user in 0..3 {
        assert!(misfit(&of(user, user)), "{user}");
    }
    let alone = pool_of("capacity = [[1]]\ndemand = [[1]]");
    let departure = Witness::Departure { leaves: 0, loses: 0 };
    assert!(misfit(&said("drf", "population-monotone", &alone, &[&["1"]], &departure)));
}

/// DRF of (1, 2) and (2, 1) on (1, 1) is 1/3 each: both resources are full at level 2/3. On (2, 1) the shares
/// are 2 x and y, and level 1/2 fills resource 2: x is 1/4 and y is 1/2.
#[test]
fn only_more_capacity_is_more() {
    let pool = pool_of("capacity = [[1, 1]]\ndemand = [[1, 2], [2, 1]]");
    let tasks: &[&[&str]] = &[&["1/3"], &["1/3"]];
    let of = |sibling: &str, loses| {
        let witness = Witness::Sibling { instance: pool_of(sibling), loses };
        said("drf", "resource-monotone", &pool, tasks, &witness)
    };
    let larger = "capacity = [[2, 1]]\ndemand = [[1, 2], [2, 1]]";
    assert_eq!(of(larger, 0), Ok(r("1/12")));
    assert_eq!(of(larger, 1), none("-1/6"));
    assert_eq!(of("capacity = [[1, 1]]\ndemand = [[1, 2], [2, 1]]", 0), none("0"));
    for other in [
        // Less of one resource, and more of the other: every user loses.
        "capacity = [[\"1/2\", 2]]\ndemand = [[1, 2], [2, 1]]",
        "capacity = [[2, \"1/2\"]]\ndemand = [[1, 2], [2, 1]]",
        "capacity = [[\"1/2\", \"1/2\"]]\ndemand = [[1, 2], [2, 1]]",
        // Other demands than before.
        "capacity = [[2, 1]]\ndemand = [[1, 2], [2, 2]]",
        "capacity = [[1, 1]]\ndemand = [[1, 2], [1, 2]]",
        "capacity = [[2, 1]]\ndemand = [[1, 2], [2, 1]]\nweight = [1, 2]",
        "capacity = [[2, 1]]\ndemand = [[1, 2], [2, 1]]\ntasks = [\"1/8\", \"inf\"]",
    ] {
        for loses in 0..2 {
            assert!(misfit(&of(other, loses)), "{other} {loses}");
        }
    }
    // One more server, which the lists of eligible servers do not contain.
    let mut wider = pool_of(larger);
    wider.capacity.push(vec![r("1"), r("1")]);
    let witness = Witness::Sibling { instance: wider, loses: 0 };
    assert!(misfit(&said("drf", "resource-monotone", &pool, tasks, &witness)));
}

/// A lie changes the fields that the property is about, and is a possible report.
#[test]
fn a_lie_is_of_its_kind() {
    let pool = pool_of("capacity = [[2, 2], [2, 2]]\ndemand = [[1, 2], [2, 1]]\neligible = [[0], [0, 1]]");
    let truth = pool.truth(0);
    let demand = |demand: &[&str]| Report { demand: demand.iter().map(|x| r(x)).collect(), ..truth.clone() };
    let eligible = Report { eligible: vec![true, true], ..truth.clone() };
    let tasks = mech("tsf").allocate(&pool, &Patience::unlimited()).unwrap();
    let of = |property: &str, report: &Report| {
        let run = Run { mechanism: mech("tsf").specification(), instance: &pool, outcome: tasks.clone() };
        confirm(mech("tsf"), prop(property), &run, &Witness::Misreport { by: 0, report: report.clone() })
    };
    let kind = |said: Said| {
        said == Err(Rejected::Misfit("a lie of another kind than the property speaks of".to_string()))
    };
    // Lies, each with the properties that admit its kind.
    let lies: [(Report, &[&str]); 6] = [
        (truth.clone(), &["sp", "sp-demand", "sp-eligibility"]),
        (demand(&["2", "2"]), &["sp", "sp-demand"]),
        (demand(&["0", "1"]), &["sp", "sp-demand"]),
        (eligible.clone(), &["sp", "sp-eligibility"]),
        (Report { eligible: vec![true, true], ..demand(&["1", "1"]) }, &["sp"]),
        (demand(&["0", "0"]), &[]),
    ];
    for (lie, speak) in &lies {
        for property in ["sp", "sp-demand", "sp-eligibility"] {
            assert_eq!(kind(of(property, lie)), !speak.contains(&property), "{property} {lie:?}");
        }
    }
    for negative in [["-1", "2"], ["1", "-2"], ["-1", "-2"]] {
        assert!(kind(of("sp", &demand(&negative))), "{negative:?}");
        assert!(kind(of("sp-demand", &demand(&negative))), "{negative:?}");
    }
    assert_eq!(of("sp", &truth), none("0"));
}

#[test]
fn two_who_lie_together_are_two() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1], [1]]");
    let tasks = mech("drf-tasks").allocate(&pool, &Patience::unlimited()).unwrap();
    let of = |users: &[usize]| {
        let run =
            Run { mechanism: mech("drf-tasks").specification(), instance: &pool, outcome: tasks.clone() };
        let lies = users.iter().map(|u| (*u, pool.truth(*u))).collect();
        confirm(mech("drf-tasks"), prop("group-sp"), &run, &Witness::Collusion(lies))
    };
    for users in [&[][..], &[0], &[0, 0], &[0, 1, 2]] {
        assert!(misfit(&of(users)), "{users:?}");
    }
    assert_eq!(of(&[0, 1]), none("0"));
}

fn sequence(text: &str) -> <Arrivals as Model>::Instance<Rational> {
    let document = Document::parse("test.toml", text).unwrap();
    Arrivals::read(&document.node()).unwrap()
}

/// Two agents, one resource: half of it is available at the first step, and all at the second.
#[test]
fn shares_of_arrivals_are_feasible_step_by_step() {
    let sequence = sequence("agents = 2\ndemand = [[1], [1]]");
    let property = |id: &str| *property::ARRIVALS.iter().find(|p| p.id() == id).unwrap();
    let ddrf = *mechanism::ARRIVALS.iter().find(|m| m.id() == "ddrf").unwrap();
    let of = |id: &str, shares: &[&[&str]], witness: &Witness<Arrivals>| {
        let run = Run {
            mechanism: ddrf.specification(),
            instance: &sequence,
            outcome: History { shares: rows(shares) },
        };
        confirm(ddrf, property(id), &run, witness)
    };
    let outcome = Witness::Outcome;
    assert_eq!(of("feasible", &[&["1/2"], &["1/2", "1/2"]], &outcome), none("0"));
    assert_eq!(of("feasible", &[&["3/4"], &["3/4", "1/4"]], &outcome), Ok(r("1/4")));
    assert_eq!(of("feasible", &[&["1/2"], &["1/2", "2/3"]], &outcome), Ok(r("1/6")));
    let wide = of("feasible", &[&["1/2"]], &outcome);
    assert!(wide.is_err() && wide != Err(Rejected::Kind), "{wide:?}");
    assert_eq!(of("feasible", &[&["3/4"], &["3/4", "1/4"]], &Witness::Agent(0)), Err(Rejected::Kind));
    assert_eq!(
        of("ef", &[&["1/2"], &["1/2", "1/4"]], &Witness::Envy { envious: 1, envied: 0 }),
        Ok(r("1/4"))
    );
    assert_eq!(
        of("ef", &[&["1/2"], &["1/2", "1/4"]], &Witness::Envy { envious: 0, envied: 1 }),
        none("-1/4")
    );
}

fn stock(cost: &[&str], demand: &[&str]) -> Stock {
    let numbers = |texts: &[&str]| texts.iter().map(|x| r(x)).collect::<Vec<_>>();
    Stock::new(numbers(cost), vec![Rational::one(); cost.len()], numbers(demand)).unwrap()
}

fn covered(
    mechanism: &str,
    property: &str,
    stock: &Stock,
    outcome: Allotment,
    witness: Witness<Covering>,
) -> Said {
    let mechanism = *mechanism::COVERING.iter().find(|m| m.id() == mechanism).unwrap();
    let property = *property::COVERING.iter().find(|p| p.id() == property).unwrap();
    confirm(
        mechanism,
        property,
        &Run { mechanism: mechanism.specification(), instance: stock, outcome },
        &witness,
    )
}

/// Costs 1, 2, 2, 2 and two tasks of one resource: alone each pays 1, the largest step is 1, and the fairest ratio
/// is 2. So 4 is allowed, and a task that pays 6 exceeds it by 2.
#[test]
fn the_bound_of_greedy_is_a_multiple_of_another_ratio() {
    let stock = stock(&["1", "2", "2", "2"], &["1", "1"]);
    let of = |given: &[Option<usize>], instead: &[Option<usize>]| {
        let better = Witness::Better(Allotment::Whole(instead.to_vec()));
        covered("greedy", "greedy-bound", &stock, Allotment::Whole(given.to_vec()), better)
    };
    let (dear, fair) = ([Some(0), Some(1), Some(1), Some(1)], [Some(0), Some(1), None, None]);
    assert_eq!(of(&dear, &fair), Ok(r("2")));
    assert_eq!(of(&[Some(0), Some(1), Some(1), None], &fair), none("0"));
    assert_eq!(of(&fair, &fair), none("-2"));
    assert!(misfit(&of(&dear, &[Some(0), None, None, None])));
    assert!(misfit(&of(&dear, &[Some(0), Some(1)])));
}

#[test]
fn a_programme_is_above_an_assignment_by_the_difference() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let of = |ratio: &str| {
        let fraction = rows(&[&["1", "0"], &["0", "1"]]);
        let better = Witness::Better(Allotment::Whole(vec![Some(0), Some(1)]));
        covered("lp-pruned", "relaxation", &stock, Allotment::Parts { fraction, ratio: r(ratio) }, better)
    };
    assert_eq!(of("5"), Ok(r("3")));
    assert_eq!(of("2"), none("0"));
    assert_eq!(of("1"), none("-1"));
}

#[test]
fn an_assignment_is_feasible_when_it_covers() {
    let stock = stock(&["1", "2"], &["1", "1"]);
    let of = |given: &[Option<usize>], witness| {
        covered("greedy", "feasible", &stock, Allotment::Whole(given.to_vec()), witness)
    };
    assert_eq!(of(&[Some(0), None], Witness::Outcome), Ok(r("1")));
    assert_eq!(of(&[Some(0), Some(1)], Witness::Outcome), none("0"));
    assert!(misfit(&of(&[Some(0)], Witness::Outcome)));
    assert_eq!(of(&[Some(0), None], Witness::Agent(0)), Err(Rejected::Kind));
}

/// Costs 1 and 2, two tasks of one resource, each paying 1 alone. The programme has fractions at ratio 3/2: halves of both.
#[test]
fn a_rounding_pays_twice_what_the_fractions_allow() {
    let stock = stock(&["1", "2", "3"], &["1", "1"]);
    let of = |given: &[Option<usize>], fraction: &[&[&str]], ratio: &str| {
        let better = Witness::Better(Allotment::Parts { fraction: rows(fraction), ratio: r(ratio) });
        covered("greedy", "rounding-bound", &stock, Allotment::Whole(given.to_vec()), better)
    };
    let halves: &[&[&str]] = &[&["1/2", "1/2"], &["1/2", "1/2"], &["0", "0"]];
    // The pruned programme admits the resource of cost 2 at ratio 2 and not below.
    assert_eq!(of(&[Some(0), Some(1), Some(1)], halves, "2"), Ok(r("1")));
    assert_eq!(of(&[Some(0), None, Some(1)], halves, "2"), none("-1"));
    assert!(of(&[Some(0), Some(1), Some(1)], halves, "3/2").is_err());
    let less: &[&[&str]] = &[&["1/2", "1/2"], &["1/4", "1/2"], &["0", "0"]];
    assert!(of(&[Some(0), Some(1), Some(1)], less, "2").is_err());
}

/// The search finds the lies on file again, complete with another demand, other servers, or other rates.
#[test]
fn lies_on_file_are_found_again() {
    let mut tried = 0;
    for file in records() {
        let text = text(&file);
        let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().to_string();
        if record.model == "cluster" && record.property.starts_with("sp") && name.contains("-2u") {
            let pool = Cluster::read(&Node::new("instance", &record.instance)).unwrap();
            let judged =
                cell(&record.mechanism, &record.property).judge(&pool, &Patience::unlimited()).unwrap();
            assert!(matches!(judged, Judgement::Violated(_)), "{name}: {judged:?}");
            tried += 1;
        }
    }
    assert!(tried > 5, "{tried}");
}

/// Two identical servers, two identical users: for every report of servers, fairness gives a user at most two tasks.
/// Two other sets of servers are tried for each user, and one server has no other set.
#[test]
fn lies_that_do_not_pay_are_counted() {
    let alike = pool_of("capacity = [[2], [2]]\ndemand = [[1], [1]]");
    for mechanism in ["tsf", "c-drfh"] {
        let judged = cell(mechanism, "sp-eligibility").judge(&alike, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::Holds(_)), "{mechanism}: {judged:?}");
        let alone = pool_of("capacity = [[2]]\ndemand = [[1], [1]]");
        let judged = cell(mechanism, "sp-eligibility").judge(&alone, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::OutOfScope(..)), "{mechanism}: {judged:?}");
    }
}

/// Nodes of a tree below their hierarchical share, at the border, and nodes that demand nothing more.
#[test]
fn nodes_have_their_hierarchical_share() {
    let pool = pool_of(
        "capacity = [[8, 8]]\ndemand = [[1, 1], [1, 0], [0, 1]]\ntasks = [\"inf\", \"inf\", 1]\npath = [\"\", \"a\", \"a\"]\n",
    );
    let node = |agent, depth| Witness::Node { agent, depth };
    let of = |id: &str, tasks: &[&[&str]], witness: &Witness<Cluster>| {
        said(id, "hier-share", &pool, tasks, witness)
    };
    let (low, border): (&[&[&str]], &[&[&str]]) = (&[&["5"], &["3"], &["1"]], &[&["4"], &["4"], &["1"]]);
    assert_eq!(of("hdrf", low, &node(1, 1)), Ok(r("1/8")));
    assert_eq!(of("hdrf", low, &node(2, 1)), Ok(r("1/8")), "a node is named by any of its users");
    assert_eq!(of("hdrf", border, &node(1, 1)), none("0"));
    // With whole tasks one task of user 2 is subtracted.
    assert_eq!(of("hdrf-tasks", low, &node(1, 1)), none("0"));
    assert_eq!(of("hdrf-tasks", &[&["6"], &["2"], &["1"]], &node(1, 1)), Ok(r("1/8")));
    // User 2 alone is entitled to 1/4, and user 1 to 1/2.
    assert_eq!(of("hdrf", &[&["1"], &["1"], &["0"]], &node(1, 2)), Ok(r("1/8")));
    assert_eq!(of("hdrf", &[&["1"], &["1"], &["0"]], &node(0, 1)), Ok(r("3/8")));
    assert!(misfit(&of("hdrf", low, &node(2, 2))), "user 3 has its task");
    assert!(misfit(&of("hdrf", low, &node(0, 0))) && misfit(&of("hdrf", low, &node(0, 2))), "no such node");
    let alone = pool_of("capacity = [[8, 8]]\ndemand = [[1, 1], [1, 0]]\npath = [\"\", \"a\"]\n");
    let of_alone = |depth| said("hdrf", "hier-share", &alone, &[&["6"], &["2"]], &node(1, depth));
    assert_eq!(of_alone(1), Ok(r("1/4")));
    assert!(misfit(&of_alone(2)), "queue a has no other user: it says the same");
    let flat = pool_of("capacity = [[8, 8]]\ndemand = [[1, 1]]\n");
    assert!(out_of_scope(&said("hdrf", "hier-share", &flat, &[&["1"]], &node(0, 1))));
}

/// States from which a user is passed over, and states from which no user is.
#[test]
fn states_from_which_somebody_is_passed_over() {
    let pool =
        pool_of("capacity = [[3, 1]]\ndemand = [[1, 0], [0, 1], [1, 0]]\npath = [\"\", \"a\", \"a\"]\n");
    let state = |waits, running: &[&[&str]]| Witness::State { waits, running: placed(running) };
    let outcome: &[&[&str]] = &[&["3"], &["1"], &["0"]];
    let of = |id: &str, witness: &Witness<Cluster>| said(id, "no-starvation", &pool, outcome, witness);
    // User 1 has 2/3 of resource 1 and is entitled to a half; queue a has all of resource 2.
    assert_eq!(of("hdrf-naive", &state(2, &[&["2"], &["1"], &["0"]])), Ok(r("1/6")));
    assert!(misfit(&of("hdrf-tasks", &state(2, &[&["2"], &["1"], &["0"]]))), "full resources do not count");
    assert_eq!(of("hdrf-naive", &state(2, &[&["1"], &["1"], &["0"]])), none("-1/6"));
    assert!(misfit(&of("hdrf-naive", &state(2, &[&["3"], &["1"], &["0"]]))), "its task does not fit");
    assert!(
        misfit(&of("hdrf-naive", &state(2, &[&["1"], &["1"], &["1"]]))),
        "it holds a task, and one more fits"
    );
    assert!(misfit(&of("hdrf-naive", &state(0, &[&["2"], &["1"], &["0"]]))), "user 1 holds tasks");
    assert!(misfit(&of("hdrf-naive", &state(2, &[&["0"], &["0"], &["0"]]))), "user 1 holds nothing either");
    // User 1 has 1/3 and is entitled to 1/4 below queue b, which has 2/3 and is entitled to 1/2: the larger excess counts.
    let deeper = pool_of(
        "capacity = [[3, 1]]\ndemand = [[1, 0], [0, 1], [1, 0], [1, 0]]\npath = [\"b\", \"a\", \"a\", \"b\"]\n",
    );
    let waits = state(2, &[&["1"], &["1"], &["0"], &["1"]]);
    let of_deeper = said("hdrf-naive", "no-starvation", &deeper, &[&["2"], &["1"], &["0"], &["1"]], &waits);
    assert_eq!(of_deeper, Ok(r("1/6")));
    let infeasible = of("hdrf-naive", &state(2, &[&["4"], &["1"], &["0"]]));
    assert!(matches!(infeasible, Err(Rejected::Infeasible { .. })), "{infeasible:?}");
    assert!(out_of_scope(&of("hdrf", &state(2, &[&["2"], &["1"], &["0"]]))));
    assert!(out_of_scope(&of("drf-tasks", &state(2, &[&["2"], &["1"], &["0"]]))));
}

/// One or two liars, none of whom may lose.
#[test]
fn a_group_lies_and_nobody_in_it_loses() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1], [1]]\n");
    let lie = |by, demand: &str| (by, Report { demand: vec![r(demand)], eligible: vec![true], rate: None });
    let of = |lies| {
        said("drf-tasks", "group-sp-weak", &pool, &[&["2"], &["1"], &["1"]], &Witness::Collusion(lies))
    };
    // Users 2 and 3 report 2 and are picked first: each gets two of its true tasks.
    assert_eq!(of(vec![lie(1, "2"), lie(2, "2")]), Ok(r("1")));
    // User 1 has two tasks already, and would lose both.
    assert!(misfit(&of(vec![lie(0, "2"), lie(1, "4")])));
    assert!(misfit(&of(vec![])) && misfit(&of(vec![lie(1, "2"), lie(1, "2")])));
    assert!(misfit(&of(vec![lie(0, "2"), lie(1, "2"), lie(2, "2")])));
}

/// The part of an outcome that a witness reads decides whether the violation stands for every outcome.
#[test]
fn a_witness_reads_places_only_where_they_matter() {
    let reads = |mechanism: &str, property: &str, text: &str, witness: &Witness<Cluster>| {
        let pool = pool_of(text);
        let outcome = Placement::empty(pool.users(), pool.servers());
        let run = Run { mechanism: mech(mechanism).specification(), instance: &pool, outcome };
        prop(property).reads(&run, witness)
    };
    let (everywhere, apart) = (
        "capacity = [[4], [4]]\ndemand = [[1], [1]]\n",
        "capacity = [[4], [4]]\ndemand = [[1], [1]]\neligible = [[0], [0, 1]]\n",
    );
    let rates = format!("{everywhere}rate = [[4, 2], [1, 6]]");
    assert_eq!(reads("tsf", "ef", everywhere, &envy(0, 1)), Settles::Utilities);
    assert_eq!(reads("tsf", "ef", apart, &envy(1, 0)), Settles::Utilities);
    assert_eq!(reads("tsf", "ef", apart, &envy(0, 1)), Settles::Outcome);
    assert_eq!(reads("first-fit-drfh", "ef", everywhere, &envy(0, 1)), Settles::Outcome);
    assert_eq!(reads("ps-dsf-tdm", "ef", &rates, &envy(0, 1)), Settles::Outcome);
    let lie = |eligible: [bool; 2]| Witness::Misreport {
        by: 0,
        report: Report { demand: vec![r("2")], eligible: eligible.to_vec(), rate: None },
    };
    assert_eq!(reads("tsf", "sp", apart, &lie([true, false])), Settles::Utilities);
    assert_eq!(reads("tsf", "sp", apart, &lie([false, false])), Settles::Utilities);
    assert_eq!(
        reads("tsf", "sp", apart, &lie([true, true])),
        Settles::Outcome,
        "it may run where it truly cannot"
    );
    assert_eq!(reads("tsf", "sp", everywhere, &lie([true, true])), Settles::Utilities);
    assert_eq!(reads("ps-dsf-tdm", "sp-time-slice", everywhere, &lie([true, true])), Settles::Outcome);
    assert_eq!(reads("tsf", "sp", everywhere, &Witness::Outcome), Settles::Outcome);
    // A lie is judged by bundles without rates, and by parts of time where time is divided.
    assert!(out_of_scope(&said(
        "ps-dsf-tdm",
        "sp",
        &pool_of(&rates),
        &[&["1", "1"], &["0", "0"]],
        &lie([true, true])
    )));
    assert!(out_of_scope(&said(
        "tsf",
        "sp-time-slice",
        &pool_of(everywhere),
        &[&["1", "1"], &["0", "0"]],
        &lie([true, true])
    )));
}

/// Weights count in the shares of a single server and in the scale of margins: with weight 2 a task is an eighth of a level.
#[test]
fn levels_are_per_weight() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]\nweight = [2, \"1/3\"]");
    for property in ["single-server", "bf", "bf-global"] {
        let complaint = Witness::Complaint { by: 0, instead: placed(&[&["2"], &["2"]]) };
        assert_eq!(said("drf", property, &pool, &[&["1"], &["3"]], &complaint), Ok(r("1/8")), "{property}");
    }
    let run =
        Run { mechanism: mech("drf").specification(), instance: &pool, outcome: placed(&[&["1"], &["3"]]) };
    for property in ["bf", "within-max-task"] {
        assert_eq!(prop(property).scale(&run), r("3"), "{property}");
    }
}

/// The properties that are defined for outcomes beyond capacity too: feasibility, distances from another mechanism's tasks, waste,
/// iterations, states, comparisons of shares in time, and the factor of the rounding.
#[test]
fn few_properties_judge_what_cannot_be_carried_out() {
    fn ids<M: Model>(all: &[&'static dyn Examine<M>]) -> Vec<&'static str> {
        all.iter().filter(|p| p.judges_infeasible()).map(|p| p.id()).collect()
    }
    let deviations = ["agrees-with-", "over-by", "under-by"];
    let mut cluster = ids(property::CLUSTER);
    cluster.retain(|id| !deviations.iter().any(|name| id.starts_with(name)));
    cluster.sort_unstable();
    assert_eq!(cluster, ["ends", "feasible", "no-starvation", "non-wasteful"]);
    let judged = |p: &&&'static dyn Examine<Cluster>| deviations.iter().any(|name| p.id().starts_with(name));
    assert!(property::CLUSTER.iter().filter(judged).all(|p| p.judges_infeasible()));
    let mut arrivals = ids(property::ARRIVALS);
    arrivals.sort_unstable();
    assert_eq!(
        arrivals,
        ["agrees-with-lp", "dpo", "dynamic-si", "feasible", "irrevocable", "lemma-1", "lemma-2", "lemma-3"]
    );
    assert_eq!(ids(property::COVERING), ["feasible", "rounding-bound"]);
    assert_eq!(ids(property::COHORT), ["feasible"]);
}

/// The state of a cycle returns after its period, and not from a round before it.
#[test]
fn an_endless_run_is_twice_in_the_state_of_its_outcome() {
    let text = text(std::path::Path::new("counterexamples/ps-dsf-printed-ends-3u2s3r.toml"));
    let record = Record::read(&Document::parse("record.toml", &text).unwrap()).unwrap();
    let pool = Cluster::read(&Node::new("instance", &record.instance)).unwrap();
    let outcome = Cluster::read_outcome(&pool, &Node::new("outcome", &record.outcome)).unwrap();
    let (witness, margin, _) =
        read_witness::<Cluster>(&pool, &Node::new("witness", &record.witness)).unwrap();
    let Witness::Recurrence { rounds, period } = witness else { panic!("{witness:?}") };
    let mechanism = mech("ps-dsf-printed");
    let run = Run { mechanism: mechanism.specification(), instance: &pool, outcome };
    let of = |rounds, period| confirm(mechanism, prop("ends"), &run, &Witness::Recurrence { rounds, period });
    assert_eq!(of(rounds, period), Ok(margin));
    assert!(misfit(&of(rounds + 1, period)) && misfit(&of(rounds, period + 1)) && misfit(&of(rounds, 0)));
    // The state before is another, and the state one round later is that of the outcome.
    assert!(period > 1 && misfit(&of(rounds + period - 1, 1)));
}

/// Shares of up to three agents on one resource, compared by hand.
#[test]
fn histories_are_compared_agent_by_agent() {
    let ddrf = *mechanism::ARRIVALS.iter().find(|m| m.id() == "ddrf").unwrap();
    let of = |text: &str, id: &str, shares: &[&[&str]], witness: &Witness<Arrivals>| {
        let property = *property::ARRIVALS.iter().find(|p| p.id() == id).unwrap();
        let run = Run {
            mechanism: ddrf.specification(),
            instance: &sequence(text),
            outcome: History { shares: rows(shares) },
        };
        confirm(ddrf, property, &run, witness)
    };
    let two = "agents = 2\ndemand = [[1], [1]]";
    let envy = |envious, envied| Witness::Envy { envious, envied };
    // What agent 1 had when agent 2 came is excused, what it gained since is not, and what a later agent has is not.
    assert_eq!(of(two, "def", &[&["1/2"], &["1/2", "1/4"]], &envy(1, 0)), none("0"));
    assert_eq!(of(two, "def", &[&["1/4"], &["1/2", "1/4"]], &envy(1, 0)), Ok(r("1/4")));
    assert_eq!(of(two, "def", &[&["3/8"], &["1/2", "1/4"]], &envy(1, 0)), Ok(r("1/8")));
    assert_eq!(of(two, "def", &[&["1/4"], &["1/4", "1/2"]], &envy(0, 1)), Ok(r("1/4")));
    assert_eq!(of(two, "def", &[&["1/4"], &["1/4", "1/2"]], &envy(1, 0)), none("-1/4"));
    // Agent 1 needs half as much of resource 2, of which 1/8 is left.
    let mixed = "agents = 2\ndemand = [[2, 1], [0, 1]]";
    assert_eq!(of(mixed, "dynamic-po", &[&["1/2"], &["1/2", "5/8"]], &Witness::Agent(0)), Ok(r("1/4")));
    assert_eq!(of(mixed, "dynamic-po", &[&["1/2"], &["1/2", "5/8"]], &Witness::Agent(1)), Ok(r("1/8")));
}

/// Agents 1 and 2 lead one another by 1/4: agent 1 from step 2 on, before any other pair.
#[test]
fn the_first_of_equal_shortfalls_is_told() {
    use fairwitness_kernel::property::arrivals::{ef, sp};
    use fairwitness_kernel::property::formula::{Case, Formula, Stated};
    let sequence = sequence("agents = 3\ndemand = [[1], [1], [1]]");
    let ddrf = *mechanism::ARRIVALS.iter().find(|m| m.id() == "ddrf").unwrap();
    let of = |shares: &[&[&str]]| {
        let run = Run {
            mechanism: ddrf.specification(),
            instance: &sequence,
            outcome: History { shares: rows(shares) },
        };
        let case: Case<'_, _, Rational> = Case::of_run(&run, &[]);
        let worst = Stated(ef::Ef).worst(&case, &ef::Ef.basis(&case), &Rational::zero());
        worst.map(|(at, sides)| (at.step, at.agent, at.other, sides.gap()))
    };
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["0", "1/4", "0"]]), Some((1, 1, 0, r("1/4"))));
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["1/4", "0", "1/4"]]), Some((1, 1, 0, r("1/4"))));
    assert_eq!(of(&[&["0"], &["1/4", "0"], &["0", "1/3", "0"]]), Some((2, 0, 1, r("1/3"))));
    // Agent 2 reports (1, 2) instead of (2, 1): half of its share there is its share. It gains 1/12 and then 1/8.
    let unlike = "agents = 3\ndemand = [[1, 1], [2, 1], [1, 1]]";
    let unlike = self::sequence(unlike);
    let run = |own: &[&[&str]]| Run {
        mechanism: ddrf.specification(),
        instance: &unlike,
        outcome: History { shares: rows(own) },
    };
    let report = fairwitness::model::arrivals::Report { demand: vec![r("1"), r("2")] };
    let own = run(&[&["1/3"], &["1/3", "1/4"], &["1/3", "1/4", "1/4"]]);
    let gain = |said: &[&[&str]]| {
        let (lied, said) = (History { shares: rows(said) }, Arrivals::misreported(&unlike, 1, &report));
        let first: Case<'_, Arrivals, Rational> = Case::of_run(&own, &[]);
        let second = Case { instance: &said, outcome: Some(&lied), ..first };
        sp::most(&first, &second, 1).map(|(k, sides)| (sides.gap(), k))
    };
    assert_eq!(gain(&[&["0"], &["0", "2/3"], &["0", "3/4", "0"]]), Some((r("1/8"), 2)));
    assert_eq!(gain(&[&["0"], &["0", "3/4"], &["0", "3/4", "0"]]), Some((r("1/8"), 1)));
    let agree = property::ARRIVALS.iter().find(|p| p.id() == "sp").unwrap();
    let witness = Witness::Misreport { by: 1, report: report.clone() };
    let second = History { shares: rows(&[&["0"], &["0", "2/3"], &["0", "3/4", "0"]]) };
    assert_eq!(agree.confirm(&own, &witness, Some(&second)), Ok(r("1/8")));
}
