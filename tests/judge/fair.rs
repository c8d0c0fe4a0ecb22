//! Bottlenecks in machine words, and the domains of the cluster mechanisms, each at its border.

use fairwitness::linear::Patience;
use fairwitness::mechanism::{Settles, Specification as _, as_it_stands};
use fairwitness::model::cluster::{Certificate, Placement};
use fairwitness::property::evidence::Run;
use fairwitness::property::judge::Judgement;
use fairwitness::specification::per_server::met_in_words;

use super::support::{cell, mech, pool_of, r};

/// Whether machine words show that tasks on one server are fair.
fn shown(text: &str, tasks: &[&str]) -> bool {
    let placement = Placement { tasks: tasks.iter().map(|x| vec![r(x)]).collect() };
    met_in_words(&pool_of(text), &placement)
}

#[test]
fn machine_words_show_a_bottleneck_for_every_user() {
    // Six units, tasks of 1 and 2: shares are a sixth and a third per task.
    let pair = "capacity = [[6]]\ndemand = [[1], [2]]";
    assert!(shown(pair, &["3", "3/2"]));
    assert!(!shown(pair, &["2", "2"]) && !shown(pair, &["4", "1"]), "user 1 has less, user 2 has less");
    assert!(!shown(pair, &["2", "1"]), "nothing is used up");
    // A user with all its tasks, or with none that could run, needs no bottleneck.
    assert!(shown("capacity = [[6]]\ndemand = [[1], [2]]\ntasks = [2, \"inf\"]", &["2", "2"]));
    assert!(!shown("capacity = [[6]]\ndemand = [[1], [2]]\ntasks = [3, \"inf\"]", &["2", "2"]));
    assert!(shown("capacity = [[6, 0]]\ndemand = [[1, 0], [2, 1]]", &["6", "0"]));
    // By weight 2 to 1 of one resource, and by weights of each resource.
    assert!(shown("capacity = [[6]]\ndemand = [[1], [1]]\nweight = [2, 1]", &["4", "2"]));
    assert!(!shown("capacity = [[6]]\ndemand = [[1], [1]]\nweight = [2, 1]", &["3", "3"]));
    // A task of user 1 is 1/2 of resource 1 at weight 2, and 1/4 of resource 2: a share of 1/4, as a task of user 2.
    let each = "capacity = [[4, 8]]\ndemand = [[2, 2], [1, 2]]\nweight = [[2, 1], [1, 1]]";
    assert!(shown(each, &["4/3", "4/3"]) && !shown(each, &["1", "2"]));
    // Level 6/7 fills resource 1. At (5, 1) both resources are full, and user 1 has 5/6 while user 2 has all of resource 2.
    let split = "capacity = [[6, 2]]\ndemand = [[1, 0], [1, 2]]";
    assert!(shown(split, &["36/7", "6/7"]) && !shown(split, &["5", "1"]));
    assert!(
        shown("capacity = [[6, 3]]\ndemand = [[1, 0], [0, 1]]", &["6", "3"]),
        "each has its own resource"
    );
}

#[test]
fn machine_words_serve_small_questions_about_one_server() {
    let many = |users: usize| {
        let text = format!("capacity = [[{users}]]\ndemand = [{}]", vec!["[1]"; users].join(", "));
        shown(&text, &vec!["1"; users])
    };
    assert!(many(8) && !many(9));
    assert!(!shown("capacity = [[6]]\ndemand = [[1], [2]]\nrate = [[6], [3]]", &["3", "3/2"]));
    assert!(!shown("capacity = [[6], [6]]\ndemand = [[1], [2]]", &["3", "3/2"]));
    // Products of ten digits do not fit; the exact check decides.
    let long = "capacity = [[\"6000000042/998244353\"]]\ndemand = [[\"1000000007/998244353\"], [\"2000000014/998244353\"]]";
    assert!(!shown(long, &["3", "3/2"]));
    let met = |tasks: [&str; 2]| {
        let outcome = Placement { tasks: tasks.iter().map(|x| vec![r(x)]).collect() };
        mech("drf").specification().meets(&pool_of(long), &outcome).unwrap().is_ok()
    };
    assert!(met(["3", "3/2"]) && !met(["2", "2"]));
}

/// The features that each mechanism takes, by the definitions on its page.
#[test]
fn instances_outside_the_domain_are_refused() {
    let one = "capacity = [[4, 4]]\ndemand = [[1, 1], [1, 2]]\n";
    let two = "capacity = [[4, 4], [2, 2]]\ndemand = [[1, 1], [1, 2]]\n";
    let features = [
        one.to_string(),
        format!("{one}rate = [[1], [1]]"),
        format!("{one}path = [\"a\", \"a\"]"),
        two.to_string(),
        format!("{one}tasks = [1, \"inf\"]"),
        format!("{one}weight = [[1, 2], [1, 1]]"),
        format!("{two}eligible = [[0], [0, 1]]"),
    ];
    for (id, takes) in [
        ("drf", "y...yy."),
        ("asset-fair", "y...y.."),
        ("bmf", "y...y.."),
        ("ceei", "y......"),
        ("drf-per-server", "y..y..y"),
        ("c-drfh", "y..yy.y"),
        ("cdrf", "y..yy.."),
        ("drfh", "y..yy.."),
        ("tsf", "y..yy.y"),
        ("ps-dsf", "y..y..y"),
        ("ps-dsf-tdm", "yy.y..y"),
        ("uniform", "y..yy.y"),
        ("hdrf", "y.y.y.."),
        ("hdrf-tasks", "y.y.y.."),
    ] {
        let specification = mech(id).specification();
        for (text, takes) in features.iter().zip(takes.chars()) {
            assert_eq!(specification.domain(&pool_of(text)).is_ok(), takes == 'y', "{id}: {text}");
        }
        let several = ["drf-per-server", "c-drfh", "cdrf", "drfh", "tsf", "ps-dsf", "ps-dsf-tdm", "uniform"];
        assert_eq!(specification.facts().takes_classes, several.contains(&id), "{id}");
        assert_eq!(specification.facts().takes_trees, id.starts_with("hdrf"), "{id}");
    }
}

/// One server or one resource determines more than several.
#[test]
fn an_outcome_is_settled_where_the_definition_leaves_no_choice() {
    let settles = |id: &str, text: &str| mech(id).settles(&pool_of(text));
    let (flat, deep) =
        ("capacity = [[4]]\ndemand = [[1], [2]]\n", "capacity = [[4, 4]]\ndemand = [[1, 2], [2, 1]]\n");
    assert_eq!(settles("bmf", flat), Settles::Outcome);
    assert_eq!(settles("bmf", deep), Settles::Nothing);
    assert_eq!(settles("bmf", "capacity = [[4, 4, 0]]\ndemand = [[1, 2, 0], [2, 1, 1]]"), Settles::Outcome);
    let two = "capacity = [[4], [2]]\ndemand = [[1], [2]]\n";
    let finite = |text: &str| format!("{text}tasks = [1, \"inf\"]");
    assert_eq!(settles("uniform", flat), Settles::Outcome);
    assert_eq!(settles("uniform", &finite(flat)), Settles::Outcome);
    assert_eq!(settles("uniform", two), Settles::Outcome);
    assert_eq!(settles("uniform", &finite(two)), Settles::Utilities);
    assert_eq!(settles("ps-dsf", flat), Settles::Outcome);
    assert_eq!(settles("ps-dsf", two), Settles::Nothing);
    assert_eq!(settles("ps-dsf-tdm", two), Settles::Utilities);
    for id in ["tsf", "drfh", "c-drfh", "cdrf"] {
        assert_eq!(settles(id, two), Settles::Utilities, "{id}");
    }
}

/// Where nothing runs, a specification that sees by comparing whether it is met sees that it is not; the others need a certificate.
#[test]
fn a_specification_that_needs_a_certificate_meets_nothing_without_one() {
    let pool = pool_of("capacity = [[4, 4]]\ndemand = [[1, 1], [1, 2]]");
    let nothing = Placement::empty(2, 1);
    for id in ["drf", "drf-per-server", "c-drfh", "cdrf", "drfh", "tsf", "ps-dsf", "ps-dsf-tdm"] {
        assert!(mech(id).specification().meets(&pool, &nothing).is_some_and(|met| met.is_err()), "{id}");
    }
    for id in ["asset-fair", "bmf", "ceei", "uniform", "hdrf", "drf-tasks"] {
        assert_eq!(mech(id).specification().meets(&pool, &nothing), None, "{id}");
    }
    assert!(as_it_stands::DIVISIBLE.check(&pool, &nothing, &Certificate::Rule).is_err());
}

/// A placement beyond capacity: the property `feasible` judges it, and those of fair divisions do not.
#[test]
fn what_cannot_be_carried_out_is_for_the_property_feasible() {
    let pool = pool_of("capacity = [[4]]\ndemand = [[1], [1]]");
    let judged = |property: &str| {
        let outcome = Placement { tasks: vec![vec![r("5")], vec![r("0")]] };
        let run = Run { mechanism: mech("drf").specification(), instance: &pool, outcome };
        cell("drf", property).judge_run(run, &Patience::unlimited()).unwrap()
    };
    for property in ["si", "ef", "po", "bf", "bmf", "sp", "population-monotone"] {
        let judged = judged(property);
        assert!(
            matches!(&judged, Judgement::OutOfScope(_, why) if why.starts_with("the outcome cannot be carried out")),
            "{property}: {judged:?}"
        );
    }
    assert!(matches!(judged("feasible"), Judgement::Undecided(..)), "DRF promises no such outcome");
}
