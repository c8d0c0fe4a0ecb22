//! Certificates of whole tasks, and the reading of certificates of clusters from files, derived by hand.

use fairwitness::document::{Document, Node};
use fairwitness::linear::Round;
use fairwitness::model::Model as _;
use fairwitness::model::cluster::{Certificate, Cluster, Cycle, Placement, Pool};
use fairwitness::scalar::Rational;

use super::support::{mech, pool_of, r};

fn given(tasks: &[&str]) -> Placement {
    Placement { tasks: tasks.iter().map(|x| vec![r(x)]).collect() }
}

fn said(id: &str, pool: &Pool, tasks: &[&str], certificate: &Certificate) -> bool {
    mech(id).check(pool, &given(tasks), certificate).is_ok()
}

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|x| r(x)).collect()
}

/// Ten units of one resource, tasks of 3 and 2: shares of 3/10 and 2/10 per task. At level 1/2 both users fill it,
/// with 5/3 and 5/2 tasks.
fn ten() -> Pool {
    pool_of("capacity = [[10]]\ndemand = [[3], [2]]")
}

#[test]
fn precomputed_tasks_are_the_whole_ones_within_the_level() {
    let level = |level: &str| Certificate::Level(Some(r(level)));
    for id in ["pdrf", "pdrf-simplified", "pdrf-f64", "pdrf-simplified-f64"] {
        let of = |tasks: &[&str]| said(id, &ten(), tasks, &level("1/2"));
        assert!(of(&["1", "2"]), "{id}");
        for wrong in
            [["2", "2"], ["0", "2"], ["1", "3"], ["1", "1"], ["3/2", "2"], ["1", "5/2"], ["5/3", "5/2"]]
        {
            assert!(!of(&wrong), "{id} {wrong:?}");
        }
        for wrong in ["2/5", "51/100", "49/100", "1", "0"] {
            assert!(!said(id, &ten(), &["1", "2"], &level(wrong)), "{id} {wrong}");
        }
        assert!(!said(id, &ten(), &["1", "2"], &Certificate::Level(None)), "{id}");
        // Exactly one task each.
        let two = pool_of("capacity = [[2]]\ndemand = [[1], [1]]");
        assert!(said(id, &two, &["1", "1"], &level("1/2")), "{id}");
        for wrong in [["0", "1"], ["1", "0"], ["2", "0"], ["1", "2"]] {
            assert!(!said(id, &two, &wrong, &level("1/2")), "{id} {wrong:?}");
        }
        // No user can run a task.
        let nothing = pool_of("capacity = [[0]]\ndemand = [[1], [1]]");
        assert!(said(id, &nothing, &["0", "0"], &Certificate::Level(None)), "{id}");
        assert!(!said(id, &nothing, &["1", "0"], &Certificate::Level(None)), "{id}");
        assert!(!said(id, &nothing, &["0", "0"], &level("1")), "{id}");
        assert!(!said(id, &ten(), &["1", "2"], &Certificate::Rule), "{id}");
    }
}

/// After [1, 2] three units are left: user 1 has the smaller share, 3/10, and one more of its tasks fits. The third
/// user demands a resource of capacity zero.
#[test]
fn one_final_round_gives_one_task_to_those_it_fits() {
    let of = |tasks: &[&str]| said("pdrf-final", &ten(), tasks, &Certificate::Rule);
    assert!(of(&["2", "2"]));
    for wrong in [["1", "2"], ["1", "3"], ["2", "3"], ["3", "2"], ["0", "2"], ["2", "1"], ["1", "1"]] {
        assert!(!of(&wrong), "{wrong:?}");
    }
    let third = pool_of("capacity = [[10, 0]]\ndemand = [[3, 0], [2, 0], [1, 1]]");
    assert!(said("pdrf-final", &third, &["2", "2", "0"], &Certificate::Rule));
    assert!(!said("pdrf-final", &third, &["2", "2", "1"], &Certificate::Rule));
    assert!(!said("pdrf-final", &third, &["1", "2", "0"], &Certificate::Rule));
    assert!(!said("pdrf-final", &ten(), &["2", "2"], &Certificate::Level(Some(r("1/2")))));
}

/// Picks at levels 0, 0, 2/10, 3/10: usage is 3, 5, 7, 10, or in the other order of equals; the next task does not
/// fit.
#[test]
fn filling_ends_when_the_next_task_does_not_fit() {
    for id in ["drf-tasks", "drf-tasks-skip", "drf-tasks-index", "drf-tasks-lower", "drf-tasks-skip-index"] {
        let of = |tasks: &[&str]| said(id, &ten(), tasks, &Certificate::Rule);
        assert!(of(&["2", "2"]), "{id}");
        for wrong in
            [["1", "3"], ["3", "0"], ["0", "5"], ["1", "2"], ["2", "1"], ["0", "0"], ["1", "1"], ["2", "0"]]
        {
            assert!(!of(&wrong), "{id} {wrong:?}");
        }
        let third = pool_of("capacity = [[10, 0]]\ndemand = [[3, 0], [2, 0], [1, 1]]");
        assert!(said(id, &third, &["2", "2", "0"], &Certificate::Rule), "{id}");
        assert!(!said(id, &third, &["2", "2", "1"], &Certificate::Rule), "{id}");
        assert!(!said(id, &ten(), &["2", "2"], &Certificate::Level(Some(r("1/2")))), "{id}");
        // A user with only one task stops no user.
        let limited = pool_of("capacity = [[10]]\ndemand = [[3], [2]]\ntasks = [1, \"inf\"]");
        assert!(said(id, &limited, &["1", "3"], &Certificate::Rule), "{id}");
        assert!(!said(id, &limited, &["1", "2"], &Certificate::Rule), "{id}");
    }
    // Nine units: after 3, 5 and 7 user 1 is next at level 3/9, and its task does not fit. If it is skipped, user 2
    // continues to three tasks.
    let nine = pool_of("capacity = [[9]]\ndemand = [[3], [2]]");
    assert!(said("drf-tasks", &nine, &["1", "2"], &Certificate::Rule));
    assert!(!said("drf-tasks", &nine, &["1", "3"], &Certificate::Rule));
    assert!(said("drf-tasks-skip", &nine, &["1", "3"], &Certificate::Rule));
    assert!(!said("drf-tasks-skip", &nine, &["1", "2"], &Certificate::Rule));
}

fn cycles(all: &[(&str, &[&str])]) -> Certificate {
    let cycle = |(level, tasks): &(&str, &[&str])| Cycle { level: r(level), tasks: numbers(tasks) };
    Certificate::Cycles(all.iter().map(cycle).collect())
}

/// The cycle at level 1/2 gives [1, 2] and leaves three: for user 2 alone that is level 3/10, and one more task.
#[test]
fn cycles_are_taken_one_after_another() {
    let of =
        |pool: &Pool, tasks: &[&str], all: &[(&str, &[&str])]| said("pdrf-cycles", pool, tasks, &cycles(all));
    let right: [(&str, &[&str]); 2] = [("1/2", &["1", "2"]), ("3/10", &["0", "1"])];
    assert!(of(&ten(), &["1", "3"], &right));
    assert!(!of(&ten(), &["1", "2"], &right));
    assert!(!of(&ten(), &["2", "2"], &right));
    assert!(!of(&ten(), &["1", "2"], &right[..1]));
    assert!(!of(&ten(), &["0", "1"], &right[1..]));
    assert!(!of(&ten(), &["0", "0"], &[]));
    assert!(!of(&ten(), &["1", "3"], &[right[1], right[0]]));
    // Without the first cycle: ten units for user 2 alone is level 1, and five tasks.
    assert!(!of(&ten(), &["0", "5"], &[("1", &["0", "5"])]));
    assert!(!of(&ten(), &["1", "2"], &[("1/2", &["1", "2"]), ("3/10", &["0", "0"])]));
    assert!(!of(&ten(), &["2", "3"], &[("1/2", &["2", "2"]), ("3/10", &["0", "1"])]));
    assert!(!of(&ten(), &["1", "3"], &[("1/2", &["1", "2"]), ("3/10", &["0", "1"]), ("1/10", &["0", "0"])]));

    // Four units: the level of both users, 1/2, is below the share of user 1, which is 3/4, so the cycle is omitted.
    // User 2 alone has level 1.
    let four = pool_of("capacity = [[4]]\ndemand = [[3], [2]]");
    assert!(of(&four, &["0", "2"], &[("1", &["0", "2"])]));
    assert!(!of(&four, &["0", "1"], &[("1/2", &["0", "1"])]));
    assert!(!of(&four, &["0", "1"], &[("1/2", &["0", "1"]), ("1/2", &["0", "1"])]));

    // Six units: the level of both users is 1/2, exactly the share of user 1. The cycle is made; the remaining unit
    // is too little for user 2.
    let six = pool_of("capacity = [[6]]\ndemand = [[3], [2]]");
    assert!(of(&six, &["1", "1"], &[("1/2", &["1", "1"])]));
    assert!(!of(&six, &["0", "3"], &[("1", &["0", "3"])]));
    assert!(!of(&six, &["1", "1"], &[("1/2", &["1", "1"]), ("1/6", &["0", "0"])]));

    // Of two resources the second stops the cycle: (3, 1) and (2, 6) on (10, 6) have shares 3/10 and 1; user 2 is
    // first. Together they rise by 3/(3/10) + 2 = 12 and 1/(3/10) + 6 = 28/3: level 9/14 is below 1. User 1 alone
    // has min(10/10, 6/(10/3)) = 1, three tasks.
    let both = pool_of("capacity = [[10, 6]]\ndemand = [[3, 1], [2, 6]]");
    assert!(of(&both, &["3", "0"], &[("1", &["3", "0"])]));
    assert!(!of(&both, &["2", "0"], &[("9/14", &["2", "0"])]));
    assert!(!said("pdrf-cycles", &ten(), &["1", "3"], &Certificate::Rule));
    // No tasks for a user that can run none.
    let third = pool_of("capacity = [[10, 0]]\ndemand = [[3, 0], [2, 0], [1, 1]]");
    assert!(of(&third, &["1", "3", "0"], &[("1/2", &["1", "2", "0"]), ("3/10", &["0", "1", "0"])]));
    assert!(!of(&third, &["1", "3", "0"], &[("1/2", &["1", "2", "0"]), ("3/10", &["0", "1", "1"])]));
    assert!(!of(&third, &["1", "3", "1"], &[("1/2", &["1", "2", "0"]), ("3/10", &["0", "1", "1"])]));
}

/// Two servers of 2 and 3, tasks of 1 and 2: shares of 1/5 and 2/5 per task. First fit: user 1 on server 1, user 2
/// on server 2 (one unit is left on each), user 1 on server 1, and then, at levels 2/5 both, user 1 on server 2.
#[test]
fn placements_are_in_order() {
    let pool = pool_of("capacity = [[2], [3]]\ndemand = [[1], [2]]");
    let order = |pairs: &[(usize, usize)]| Certificate::Placements(pairs.to_vec());
    let outcome = |tasks: [[&str; 2]; 2]| Placement { tasks: tasks.iter().map(|row| numbers(row)).collect() };
    let said = |tasks: [[&str; 2]; 2], pairs: &[(usize, usize)]| {
        mech("first-fit-drfh").check(&pool, &outcome(tasks), &order(pairs)).is_ok()
    };
    let (right, whole) = ([(0, 0), (1, 1), (0, 0), (0, 1)], [["2", "1"], ["0", "1"]]);
    assert!(said(whole, &right));
    assert!(!said([["1", "1"], ["0", "1"]], &right));
    assert!(!said([["2", "1"], ["1", "1"]], &right));
    // Too few placements, too many, and none.
    assert!(!said([["2", "0"], ["0", "1"]], &right[..3]));
    assert!(!said(whole, &[(0, 0), (1, 1), (0, 0), (0, 1), (0, 1)]));
    assert!(!said([["0", "0"], ["0", "0"]], &[]));
    // A user without the smallest share, a server that is not the first, a user out of turn.
    assert!(!said([["0", "1"], ["1", "0"]], &[(1, 0), (0, 1)]));
    assert!(!said([["2", "1"], ["0", "1"]], &[(0, 1), (0, 0), (0, 0), (1, 1)]));
    assert!(!said(whole, &[(0, 0), (0, 0), (1, 1), (0, 1)]));
    assert!(!said(whole, &[(0, 0), (1, 1), (0, 1), (0, 0)]));
    assert!(mech("first-fit-drfh").check(&pool, &outcome(whole), &Certificate::Rule).is_err());
    // With only two tasks, user 1 is done after its second.
    let limited = pool_of("capacity = [[2], [3]]\ndemand = [[1], [2]]\ntasks = [2, \"inf\"]");
    let of = |tasks, pairs: &[(usize, usize)]| {
        mech("first-fit-drfh").check(&limited, &outcome(tasks), &order(pairs)).is_ok()
    };
    assert!(of([["2", "0"], ["0", "1"]], &right[..3]));
    assert!(!of(whole, &right));
}

fn read(pool: &Pool, text: &str) -> Result<Certificate, String> {
    let document = Document::parse("test.toml", text).unwrap();
    Cluster::read_certificate(pool, &document.node()).map_err(|e| e.to_string())
}

/// Two servers, three users, of whom the second can run no task, and the third has five tasks.
fn mixed() -> Pool {
    pool_of(
        "capacity = [[4, 0], [4, 2]]\ndemand = [[1, 0], [0, 9], [1, 1]]\neligible = [[0, 1], [0], [0, 1]]\ntasks = [\"inf\", \"inf\", 5]",
    )
}

fn leximin(level: &str, weights: &str, capacity: &str, tasks: &str) -> String {
    format!(
        "kind = \"leximin\"\nrounds = [{{ level = {level}, weights = {weights}, capacity = {capacity}, tasks = {tasks} }}]"
    )
}

/// Multipliers are sorted by servers and resources, and by users. A row exists if some user's tasks use its
/// resource.
#[test]
fn rounds_on_file_have_one_number_for_each_row() {
    let pool = mixed();
    let right =
        read(&pool, &leximin("\"3/2\"", "[\"1/4\", 0, \"3/4\"]", "[[1, 0], [2, 3]]", "[0, 0, 4]")).unwrap();
    // The rows: resource 1 of server 1, both of server 2, and the third user's tasks.
    let round = Round {
        level: r("3/2"),
        weights: numbers(&["1/4", "3/4"]),
        multipliers: numbers(&["1", "2", "3", "4"]),
    };
    assert_eq!(right, Certificate::Leximin(vec![round]));
    let written = Cluster::write_certificate(&pool, &right);
    assert_eq!(Cluster::read_certificate(&pool, &Node::new("certificate", &written)), Ok(right));
    let weights = "[\"1/4\", 0, \"3/4\"]";
    let (capacity, tasks) = ("[[1, 0], [2, 3]]", "[0, 0, 4]");
    for wrong in ["[\"1/4\", 0]", "[\"1/4\", 0, \"3/4\", 0]", "[\"1/4\", 1, \"3/4\"]", "[\"1/4\"]", "[]"] {
        let said = read(&pool, &leximin("1", wrong, capacity, tasks)).unwrap_err();
        assert!(said.contains("one number a user is needed, 0 for users"), "{said}");
    }
    for wrong in [
        "[[1, 0]]",
        "[[1, 0], [2, 3], [0, 0]]",
        "[[1], [2, 3]]",
        "[[1, 0], [2, 3, 0]]",
        "[[1, 0], [2]]",
        "[]",
    ] {
        let said = read(&pool, &leximin("1", weights, wrong, tasks)).unwrap_err();
        assert!(said.contains("one number a server and resource is needed"), "{said}");
    }
    for wrong in ["[0, 0]", "[0, 0, 4, 0]", "[]"] {
        let said = read(&pool, &leximin("1", weights, capacity, wrong)).unwrap_err();
        assert!(said.contains("one number a user is needed"), "{said}");
    }
    for (capacity, tasks) in [("[[1, 1], [2, 3]]", tasks), (capacity, "[1, 0, 4]"), (capacity, "[0, 1, 4]")] {
        let said = read(&pool, &leximin("1", weights, capacity, tasks)).unwrap_err();
        assert!(said.contains("where there is no row"), "{said}");
    }
}

#[test]
fn certificates_on_file_are_read_as_they_were_written() {
    let pool = mixed();
    let all = [
        Certificate::Rule,
        Certificate::Bottlenecks(vec![vec![Some(0), None], vec![None, None], vec![None, Some(1)]]),
        Certificate::Leximin(vec![]),
        Certificate::Placements(vec![(0, 1), (2, 0)]),
        Certificate::Level(None),
        Certificate::Level(Some(r("5/7"))),
        cycles(&[("1/2", &["1", "0", "2"]), ("1", &["0", "0", "1"])]),
    ];
    for certificate in all {
        let written = Cluster::write_certificate(&pool, &certificate);
        assert_eq!(Cluster::read_certificate(&pool, &Node::new("certificate", &written)), Ok(certificate));
    }
    for wrong in [
        "kind = \"rules\"",
        "kind = \"rule\"\nmore = 1",
        "kind = \"bottlenecks\"\nresource = [[2, 0], [0, 0], [0, 0]]",
        "kind = \"bottlenecks\"\nresource = [[\"nobody\", 0], [0, 0], [0, 0]]",
        "kind = \"placements\"\norder = [[0]]",
        "kind = \"placements\"\norder = [[0, 1, 0]]",
        "kind = \"placements\"\norder = [[3, 0]]",
        "kind = \"placements\"\norder = [[0, 2]]",
        "kind = \"level\"\nlevel = \"some\"",
        "kind = \"level\"",
        "kind = \"cycles\"\ncycles = [{ level = 1 }]",
        "kind = \"cycles\"\ncycles = [{ level = 1, tasks = [1], more = 1 }]",
        "level = 1",
    ] {
        assert!(read(&pool, wrong).is_err(), "{wrong}");
    }
}
