//! Answers of the decision procedure, compared with answers derived by hand or by exhaustion in Python.

use fairwitness_impossible::answer::{State, Verdict, sets};
use fairwitness_impossible::decide::{Met, Prefer, decide, preferred};
use fairwitness_impossible::forced::forced;
use fairwitness_impossible::known::equal_parts;
use fairwitness_impossible::lattice::lattice;
use fairwitness_impossible::over::over;
use fairwitness_impossible::question::{Question, Refusal};
use fairwitness_impossible::{encode, smallest};
use fairwitness_rules::allocation;
use fairwitness_rules::profile::{Profile, profiles};
use fairwitness_rules::property::PROPERTIES;
use fairwitness_rules::property::{Unlisted, named};
use fairwitness_rules::rule::Rule;
use fairwitness_rules::scope::ProfileScope;
use fairwitness_rules::whole::Whole;
use std::cell::Cell;

use super::{properties, question, second_look};

const SEVEN: [&str; 7] = ["po", "si", "ef", "ef1", "ef1-own", "sp", "non-wasteful"];

fn verdict(ids: &str, scope: &str) -> Verdict<Whole> {
    decide(&question(ids, scope), &Prefer::Any, &|| false)
}

fn demands(profiles: &[Profile]) -> Vec<Vec<Vec<u32>>> {
    profiles.iter().map(|p| p.demand.clone()).collect()
}

/// By hand: with 2 units, a user that reports 1 while the other reports 2 must get both units, because its half
/// holds one task, and beside that task nothing else fits. A user that reports 2 and has nothing therefore gains by
/// reporting 1.
#[test]
fn sharing_incentive_optimality_and_truth_exclude_each_other_on_two_units() {
    let Verdict::Impossible(proof) = verdict("si,po,sp", "users=2,servers=1,resources=1,capacity=2") else {
        panic!("must be impossible");
    };
    assert_eq!(demands(&proof.profiles), [[[1], [2]], [[2], [1]], [[2], [2]]]);
    assert!(proof.smallest == Some(true) && proof.proof.is_some());
    assert_eq!(proof.without.len(), 3);
}

#[test]
fn four_units_with_reports_up_to_three() {
    let scope = "users=2,servers=1,resources=1,capacity=4,max=3";
    assert!(matches!(verdict("po,sp,si", scope), Verdict::Impossible(_)));
    assert!(matches!(verdict("po,sp,ef1", scope), Verdict::Impossible(_)));
    assert!(matches!(verdict("si,ef,sp", scope), Verdict::Possible(_)));
    assert!(matches!(verdict("po,si,ef1-own", scope), Verdict::Possible(_)));
}

/// Equal parts give sharing incentive with equality, no user prefers the part of another, and a report changes no
/// part of another user.
#[test]
fn equal_parts_have_sharing_incentive_envy_freeness_and_truth() {
    for scope in
        ["users=2,capacity=5", "users=3,capacity=4", "users=2,capacities=3x4", "users=2,servers=2,capacity=3"]
    {
        let question =
            question("si,ef,sp,sp-demand,group-sp,group-sp-weak,ef1,ef1-own,anonymous,neutral", scope);
        let choices = question.profiles.iter().map(equal_parts).collect();
        let rule: Rule<Whole> = Rule { profiles: question.profiles.clone(), choices };
        assert_eq!(rule.judge(&question.properties), Ok(()), "{scope}");
        let optimal = properties("po");
        assert!(rule.judge(&optimal).is_err(), "{scope}");
    }
}

/// A property of two runs requires something exactly at the profiles that it compares, and every property excludes an
/// allocation somewhere, unless every rule has it.
#[test]
fn properties_require_something_where_they_compare() {
    for scope in
        ["users=3,capacity=2,smaller=yes", "users=2,capacities=2x2,zeros=yes", "users=2,servers=2,capacity=2"]
    {
        let scope = ProfileScope::parse(scope).unwrap();
        let all = profiles(&scope, true);
        let values: Vec<_> = all.iter().map(|p| allocation::all(p, 10_000).unwrap()).collect();
        for property in PROPERTIES {
            let mut compared = 0;
            for p in &all {
                for (q, ws) in all.iter().zip(&values) {
                    let compares = property.compares(p, q);
                    compared += usize::from(compares);
                    let requires = ws.iter().all(|w| property.needs(p, q, w).is_empty() != compares);
                    assert!(requires, "{} at {p:?} and {q:?}", property.id());
                }
            }
            let two_runs = property.compares(&all[0], &all[0]) || compared > 0;
            let one_run =
                all.iter().zip(&values).any(|(p, vs)| vs.iter().any(|v| property.broken(p, v).is_some()));
            let trivial =
                property.id() == "non-wasteful" || ["neutral", "resource-monotone"].contains(&property.id());
            assert!(two_runs || one_run || trivial, "{} says nothing", property.id());
        }
    }
}

/// Every subset of the properties over one scope, compared with an exhaustion in Python. Returns the number of
/// impossible subsets, or `None` without Python.
fn compare(ids: &str, capacities: &str, users: usize) -> Option<usize> {
    let answers = second_look("brute.py", &[ids, capacities, &users.to_string()])?;
    let question = question(ids, &format!("users={users},capacities={capacities}"));
    let names: Vec<&str> = ids.split(',').collect();
    let found = lattice(&question, &|| false);
    assert!(found.complete);
    assert_eq!(answers.len(), sets(names.len()).len());
    for answer in &answers {
        let ids: Vec<&str> =
            answer["properties"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
        let set: Vec<usize> = (0..names.len()).filter(|&k| ids.contains(&names[k])).collect();
        let expected = if answer["possible"] == true { State::Possible } else { State::Impossible };
        assert_eq!(found.state(&set), expected, "{capacities}, {users} users: {ids:?}");
    }
    for (set, rule) in &found.possible {
        let asked: Vec<_> = set.iter().map(|&k| question.properties[k]).collect();
        assert_eq!(rule.judge(&asked), Ok(()));
    }
    for (set, proof) in &found.impossible {
        assert!(proof.smallest == Some(true) && proof.proof.is_some(), "{set:?}");
        assert_eq!(proof.without.len(), proof.profiles.len(), "{set:?}");
    }
    Some(answers.iter().filter(|answer| answer["possible"] == false).count())
}

#[test]
fn every_subset_of_the_seven_agrees_with_exhaustion() {
    for capacities in ["1", "2", "3", "4", "5", "6", "7", "8", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4"] {
        compare(&SEVEN.join(","), capacities, 2);
    }
}

/// The other properties, more users, more servers; each of them is part of some impossible set but neutrality.
#[test]
fn every_subset_of_other_properties_agrees_with_exhaustion() {
    for (ids, capacities, users) in [
        ("po,si,ef1-own,sp,group-sp,group-sp-weak,anonymous", "3", 2),
        ("po,si,sp-demand,resource-monotone,population-monotone,anonymous", "3", 2),
        ("po,si,sp,neutral,group-sp,anonymous", "2x2", 2),
        ("po,si,sp,ef1,group-sp,group-sp-weak", "2", 3),
        ("po,si,sp,ef1,population-monotone", "3", 3),
        ("po,si,ef,ef1,ef1-own,sp", "1/3", 2),
        ("po,si,ef,sp,anonymous", "1x2/2x1", 2),
    ] {
        assert!(compare(ids, capacities, users).is_none_or(|impossible| impossible > 0), "{ids}");
    }
    assert!(compare("po,si,ef,ef1,ef1-own,sp", "2/2", 2).is_none_or(|impossible| impossible == 0));
}

/// Cores have the fewest profiles and the smallest numbers, by comparison with all sets of profiles tried one after
/// another.
#[test]
fn smallest_cores_agree_with_exhaustion() {
    let ids = "po,si,ef,ef1,ef1-own,sp";
    for capacities in ["2", "3", "4", "2x2", "1/3"] {
        let Some(answers) = second_look("brute.py", &[ids, capacities, "2", "--cores"]) else { return };
        for answer in answers.iter().filter(|a| a["possible"] == false) {
            let ids: Vec<&str> =
                answer["properties"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
            let Verdict::Impossible(proof) =
                verdict(&ids.join(","), &format!("users=2,capacities={capacities}"))
            else {
                panic!("{ids:?}");
            };
            let core: Vec<Vec<Vec<u32>>> = serde_json::from_value(answer["core"].clone()).unwrap();
            assert_eq!(demands(&proof.profiles), core, "{capacities}: {ids:?}");
        }
    }
}

/// By hand, for 2 users on (4) with reports 1 and 3: half of the capacity holds 2 tasks of user 1 and none of user
/// 2; an optimal allocation is (1, 1) or (4, 0), so sharing incentive leaves (4, 0).
#[test]
fn an_outcome_is_forced() {
    let question = question("po,si", "users=2,capacity=4");
    let instance = Profile { capacity: vec![vec![4]], demand: vec![vec![1], vec![3]] };
    let found = forced(&question, &instance, &|| false).unwrap();
    assert!(found.complete);
    assert_eq!(found.allowed.iter().map(|v| v.totals()).collect::<Vec<_>>(), [[4, 0]]);
    assert_eq!(found.denied.len(), 6);
    let outside = Profile { demand: vec![vec![1], vec![5]], ..instance };
    assert!(forced(&question, &outside, &|| false).is_none());
}

/// An allocation that no property of one run excludes is excluded by other profiles, with a walk that was accepted.
#[test]
fn an_outcome_is_forced_by_other_profiles() {
    let question = question("po,sp,ef1", "users=2,capacity=3,max=2");
    let instance = Profile { capacity: vec![vec![3]], demand: vec![vec![1], vec![1]] };
    if let Verdict::Possible(_) = decide(&question, &Prefer::Any, &|| false) {
        panic!("three units are impossible");
    }
    let found = forced(&question, &instance, &|| false).unwrap();
    assert!(found.allowed.is_empty() && found.complete);
    let by_others: Vec<_> = found.denied.iter().filter(|d| d.breaks.is_none()).collect();
    assert!(!by_others.is_empty());
    assert!(by_others.iter().all(|d| d.walk.is_some() && !d.profiles.is_empty() && d.smallest));
}

#[test]
fn a_table_over_capacities_says_from_where_on() {
    let asked = properties("po,si,ef1,sp");
    let table = over(&asked, &ProfileScope::parse("users=2,capacity=1").unwrap(), 1..=5, &|| false).unwrap();
    let from = |ids: [&str; 3]| table.sets.iter().find(|row| row.properties == ids).unwrap().from;
    assert_eq!(from(["po", "si", "sp"]), Some(2));
    assert_eq!(from(["po", "si", "ef1"]), Some(4));
    assert!(table.complete);
}

/// By hand, for 2 users on 2 units with reports 1 and 2: equal parts have `si` and `sp` and are at distance 0 from
/// themselves. By `si` and `sp` a user that reports 1 runs at least 1 task, so (0, 2) and (2, 0) at (1, 1) are out
/// and the most tasks there are 2. At (1, 2) user 1 may run both units, but then user 2 gains nothing, and user 1 at
/// (2, 2) would run 1 task by reporting 1; so user 1 must run one task at (2, 2). By symmetry the argument holds for
/// user 2 at (2, 1), and at (2, 2) one task fits. So at most one of both profiles adds a task: 2 + 2 + 1 + 1 tasks
/// in all.
#[test]
fn the_preferred_rule_is_nearest_or_has_most_tasks() {
    let question = question("si,sp", "users=2,capacity=2");
    let asked = |prefer: &Prefer| {
        let (Verdict::Possible(rule), Some(met)) = preferred(&question, prefer, &|| false) else {
            panic!("equal parts do")
        };
        (rule, met)
    };
    let parts: Vec<_> = question.profiles.iter().map(equal_parts).collect();
    let tasks = |all: &[allocation::Allocation]| all.iter().map(|v| v.totals()).collect::<Vec<_>>();
    let (near, met) = asked(&Prefer::Near(tasks(&parts)));
    assert_eq!((near.choices, met), (parts, Met { total: 0, proved: true }));
    let (most, met) = asked(&Prefer::Welfare);
    assert_eq!(met, Met { total: 6, proved: true });
    assert_eq!(tasks(&most.choices).iter().flatten().sum::<u32>(), 6);
}

/// The least totals compared with an enumeration of all rules, on 2 units where there are few.
#[test]
fn least_totals_agree_with_all_rules_gone_through() {
    for ids in ["si,sp", "po", "po,sp", "sp,ef1", "ef"] {
        let question = question(ids, "users=2,capacity=2");
        let mut choice = vec![0; question.profiles.len()];
        let wanted = [[0, 2], [1, 0], [0, 1], [1, 1]].map(Vec::from);
        let (mut fewest, mut most) = (u32::MAX, 0);
        loop {
            let choices: Vec<_> =
                choice.iter().enumerate().map(|(p, &v)| question.values[p][v].clone()).collect();
            let tasks: Vec<Vec<u32>> = choices.iter().map(|v: &allocation::Allocation| v.totals()).collect();
            let rule: Rule<Whole> = Rule { profiles: question.profiles.clone(), choices };
            if rule.judge(&question.properties).is_ok() {
                let apart = tasks.iter().flatten().zip(wanted.iter().flatten()).map(|(a, b)| a.abs_diff(*b));
                fewest = fewest.min(apart.sum());
                most = most.max(tasks.iter().flatten().sum());
            }
            let Some(at) = (0..choice.len()).find(|&p| choice[p] + 1 < question.values[p].len()) else {
                break;
            };
            choice[at] += 1;
            choice[..at].fill(0);
        }
        for (prefer, total) in [(Prefer::Near(wanted.to_vec()), fewest), (Prefer::Welfare, most)] {
            let (_, met) = preferred(&question, &prefer, &|| false);
            assert_eq!(met, Some(Met { total: u64::from(total), proved: true }), "{ids}, {prefer:?}");
        }
    }
}

/// Symmetry is broken soundly: answers with and without symmetry breaking agree.
#[test]
fn symmetry_changes_no_answer() {
    for scope in [
        "users=3,capacity=2",
        "users=2,capacities=2x2",
        "users=2,capacity=3,smaller=yes",
        "users=2,servers=2,capacity=2",
    ] {
        for ids in [
            "po,si,sp",
            "po,sp",
            "po,ef1",
            "po,sp,neutral",
            "si,anonymous,sp",
            "po,anonymous",
            "po,sp,resource-monotone",
        ] {
            let question = question(ids, scope);
            let mut encoded = encode::Encoded::new(&question, &|| false).unwrap();
            let mut ask = fairwitness_impossible::decide::all_of(&question);
            let with = matches!(encoded.ask(&ask).unwrap(), encode::Said::Rule(_));
            ask.symmetry = false;
            let without = matches!(encoded.ask(&ask).unwrap(), encode::Said::Rule(_));
            assert_eq!(with, without, "{ids} over {scope}");
        }
    }
}

/// Stopped work answers with its findings so far, and marks them as incomplete.
#[test]
fn stopped_work_says_so() {
    assert!(matches!(
        decide(&question("po,si,sp", "users=2,capacity=4"), &Prefer::Any, &|| true),
        Verdict::Undecided(_)
    ));
    // The time for the core is over once the first answer is there.
    let question = question("po,ef1-own,sp", "users=2,capacities=3x3");
    for patience in [50, 200, 1000, 5000] {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > patience
        };
        match decide(&question, &Prefer::Any, &stop) {
            Verdict::Possible(_) => panic!("is impossible"),
            Verdict::Undecided(reason) => assert!(reason.to_string().contains("stopped")),
            Verdict::Impossible(proof) => assert!(proof.profiles.len() >= 3),
        }
        asked.set(0);
        let found = lattice(&question, &stop);
        assert!(found.complete || asked.get() > patience);
    }
    let mut encoded = encode::Encoded::new(&question, &|| false).unwrap();
    let base = encode::Ask { properties: vec![0, 1, 2], ..encode::Ask::default() };
    let core = smallest::smallest(&mut encoded, &base, (0..81).collect(), &|| true);
    assert!(!core.smallest);
}

#[test]
fn questions_that_are_too_large_are_refused_with_their_size() {
    let refused =
        |scope: &str| Question::new(properties("sp"), ProfileScope::parse(scope).unwrap()).unwrap_err();
    assert_eq!(refused("users=6,capacities=100x100x100x100"), Refusal::Profiles(None));
    assert_eq!(refused("users=3,capacity=100"), Refusal::Profiles(Some(1_000_000)));
    assert!(refused("users=3,capacity=100").to_string().contains("1000000 profiles"));
    assert_eq!(refused("users=4,capacity=100,max=1"), Refusal::Values(1));
}

#[test]
fn scopes_are_read_with_the_key_at_fault() {
    let wrong = |text: &str| ProfileScope::parse(text).unwrap_err();
    for (text, key, part) in [
        ("users=2,capasity=3", "`capasity`", "did you mean `capacity`"),
        ("users=2", "capacity", "missing"),
        ("users=0,capacity=2", "users", "from 1 to 6"),
        ("users=2,users=3,capacity=2", "users", "twice"),
        ("users=2,capacity=2,capacities=2", "capacities", "beside"),
        ("users=2,capacities=2x3/4", "capacities", "different numbers"),
        ("users=2,capacities=2x3,resources=3", "resources", "number of capacities"),
        ("users=2,capacities=2/3/4,servers=2", "servers", "number of rows"),
        ("users=2,capacity=2,max=2x2", "max", "2 numbers for 1"),
        ("users=2,capacity=0", "max", "at least 1"),
        ("users=2,capacity=1/2", "capacity", "`1/2`"),
        ("users=2,capacity=99999999999", "capacity", "from 0 to 1000"),
        ("users=2,capacity=2,zeros=1", "zeros", "yes or no"),
        ("two users", "`two users`", "name=value"),
    ] {
        let error = wrong(text);
        assert!(error.to_string().contains(key) && error.to_string().contains(part), "{text}: {error}");
    }
    for text in [
        "users=2,servers=1,resources=1,capacity=4,max=3",
        "users=3,servers=2,resources=2,capacities=1x2/3x4,max=2x3,zeros=yes,smaller=yes",
    ] {
        assert_eq!(ProfileScope::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn unknown_ids_are_refused_with_the_nearest() {
    assert_eq!(named(&["po", "spp"]).unwrap_err(), Unlisted::Unknown("spp".to_string(), Some("sp")));
    assert!(named(&["po", "po"]).is_err());
    assert!(named(&[]).is_err());
}
