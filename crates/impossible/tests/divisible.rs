//! Divisible tasks on one server: answers that are known or derived by hand, and records that are accepted and refused by both judges.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use fairwitness_impossible::divisible::question::{Question, Refused};
use fairwitness_impossible::divisible::record::{Head, Record, RuleFile};
use fairwitness_impossible::divisible::search::{Proof, Verdict, decide};
use fairwitness_impossible::divisible::tell;
use fairwitness_impossible::kept::replay;
use fairwitness_impossible::question::properties;
use fairwitness_impossible::scope::Scope;
use std::process::Command;

fn question(ids: &str, scope: &str) -> Question {
    let ids: Vec<&str> = ids.split(',').collect();
    Question::new(properties(&ids).unwrap(), Scope::parse(scope).unwrap()).unwrap()
}

fn head(question: &Question) -> Head {
    Head { properties: question.properties.clone(), note: "A test.".to_string(), scope: question.scope.clone() }
}

fn impossible(question: &Question) -> (Proof, String) {
    let Verdict::Impossible(proof) = decide(question, &|| false) else { panic!("{:?} is not refuted", question.ids()) };
    let (profiles, refutation, without) = (proof.profiles.clone(), proof.refutation.clone(), proof.without.clone());
    (proof, Record { head: head(question), profiles, refutation, without }.write())
}

/// The exit status of the Python checker; `None` when Python is missing and this is not CI.
fn python(name: &str, text: &str) -> Option<i32> {
    let folder = std::env::temp_dir().join(format!("fairwitness-divisible-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/impossible.py");
    match Command::new("python3").args([checker, path.to_str().unwrap()]).output() {
        Ok(out) => out.status.code(),
        Err(_) if std::env::var_os("CI").is_none() => None,
        Err(why) => panic!("python3: {why}"),
    }
}

/// Reported by Ghodsi et al. 2011: sharing incentive and Pareto optimality exclude resource monotonicity. By hand: user 1 reports (2, 1) and
/// user 2 (1, 2). On (2, 2) either user has at least half of its task, ...; on one resource equal parts have all three.
#[test]
fn sharing_incentive_and_pareto_optimality_exclude_resource_monotonicity() {
    let (proof, text) = impossible(&question("si,po,resource-monotone", "users=2,resources=2,capacity=2"));
    assert_eq!(proof.without.len(), proof.profiles.len());
    assert!(replay(&text).is_ok(), "{text}");
    assert!(matches!(python("monotone.toml", &text), None | Some(0)), "{text}");
    let told = tell::proof(&proof.profiles, &proof.refutation).join("\n");
    assert!(told.contains("This is a contradiction.") && told.contains("by resource monotonicity"), "{told}");
    let one = question("si,po,resource-monotone,ef,sp", "users=2,capacity=3");
    assert!(matches!(decide(&one, &|| false), Verdict::Possible(..)));
}
