//! Records of forced outcomes: both checkers accept the right ones and refuse those wrong in one place.

use fairwitness_impossible::forced::forced;
use fairwitness_rules::justification::{Justification, Why};
use fairwitness_rules::kept::{Kept, kind};
use fairwitness_rules::profile::Profile;

use super::{python, question, refused_by_both, replay};

fn record(ids: &str, scope: &str, demand: &[u32]) -> Justification {
    let question = question(ids, scope);
    let demand = demand.iter().map(|d| vec![*d]).collect();
    let instance = Profile { capacity: question.scope.capacity.clone(), demand };
    let found = forced(&question, &instance, &|| false).unwrap();
    found.record(&question, "A test.".to_string()).unwrap()
}

/// By hand, for reports 1 and 3 on 4 units: half of the capacity holds 2 tasks of user 1, and of the optimal
/// allocations (1, 1) and (4, 0) only (4, 0) has 2 tasks of user 1.
#[test]
fn a_forced_outcome_is_kept_and_judged_again() {
    let kept = record("po,si", "users=2,capacity=4", &[1, 3]);
    assert_eq!(kept.allowed.iter().map(|one| one.placement.totals()).collect::<Vec<_>>(), [[4, 0]]);
    let text = kept.write();
    let Kept::Forced(read) = Kept::read("forced.toml", &text).unwrap() else { panic!("{text}") };
    assert_eq!(read.write(), text);
    assert_eq!(kind(&text), Some("forced"));
    assert_eq!(
        replay(&text).unwrap(),
        "forced, the users run (4, 0) tasks; 6 other allocations are excluded"
    );
    assert!(matches!(python("forced/forced.toml", &text), None | Some(0)), "{text}");
    let denied = "[[denied]]\nplacement = [[1], [1]]\nbreaks = \"si\"\n\n";
    let changes = [
        (denied, ""),
        (denied, &format!("{denied}{denied}")),
        ("placement = [[1], [1]]\nbreaks = \"si\"", "placement = [[1], [1]]\nbreaks = \"po\""),
        ("placement = [[1], [1]]\nbreaks = \"si\"", "placement = [[1], [1]]\nbreaks = \"ef\""),
        ("placement = [[1], [1]]\nbreaks = \"si\"", "placement = [[1], [1]]"),
        ("placement = [[1], [1]]\nbreaks = \"si\"", "placement = [[9], [9]]\nbreaks = \"po\""),
        ("[[allowed]]\nplacement = [[4], [0]]", "[[allowed]]\nplacement = [[3], [0]]"),
        ("placements = [[[", "placements = [[[9], [9]], [["),
        ("placements = [", "placements = [[[0], [0]], "),
        (
            "[instance]\ncapacity = [[4]]\ndemand = [[1], [3]]",
            "[instance]\ncapacity = [[4]]\ndemand = [[1], [2]]",
        ),
        ("[instance]\ncapacity = [[4]]", "[instance]\ncapacity = [[5]]"),
        ("kind = \"forced\"", "kind = \"rule\""),
    ];
    refused_by_both("forced", &text, &changes);
}

/// Reports 1 and 1 on 2 units under `po,sp,ef1`: at other profiles every allocation leads to a contradiction, so cases go on there.
#[test]
fn an_outcome_excluded_by_other_profiles_is_kept_with_them() {
    let kept = record("po,sp,ef1", "users=2,capacity=3,max=2", &[1, 1]);
    assert!(kept.allowed.is_empty());
    let by_others = |why: &Why| matches!(why, Why::Others(profiles, _) if !profiles.is_empty());
    assert!(kept.denied.iter().any(|one| by_others(&one.why)));
    let text = kept.write();
    replay(&text).unwrap();
    assert!(matches!(python("forced/others.toml", &text), None | Some(0)), "{text}");
    let mut without = kept.clone();
    for one in &mut without.denied {
        if let Why::Others(profiles, _) = &mut one.why {
            profiles.pop();
        }
    }
    assert!(without.replay().is_err());
    let changed = without.write();
    assert!(replay(&changed).is_err());
    assert!(matches!(python("forced/fewer.toml", &changed), None | Some(1)));
}

/// By hand: on one unit at (1, 1) only one task fits, so every optimal allocation breaks anonymity at the instance
/// alone.
#[test]
fn a_property_of_two_runs_may_exclude_at_the_instance_alone() {
    let kept = record("po,anonymous", "users=2,capacity=1", &[1, 1]);
    assert!(kept.allowed.is_empty());
    let alone =
        |id: &str| kept.denied.iter().filter(|one| matches!(&one.why, Why::Alone(k) if k == id)).count();
    assert_eq!((alone("po"), alone("anonymous")), (1, 2));
    let text = kept.write();
    replay(&text).unwrap();
    assert!(matches!(python("forced/alone.toml", &text), None | Some(0)), "{text}");
}
