//! Records, tables and theorems: each of the three checkers accepts the right ones and refuses those wrong in
//! one place.

use fairwitness_impossible::answer::Verdict;
use fairwitness_impossible::decide::{Prefer, decide};
use fairwitness_rules::kept::Kept;
use fairwitness_rules::record::Record;
use fairwitness_rules::rule::Table;
use fairwitness_rules::walk::{End, accept};
use fairwitness_rules::whole::Whole;
use fairwitness_rules::{coq, kept, tell};
use std::path::PathBuf;

use super::{coqc, python, question, refused_by_both, replay};

/// The record of the only kind about whole tasks.
fn read(text: &str) -> Record<Whole> {
    let Kept::Impossible(record) = Kept::read("a test", text).unwrap() else { panic!("{text}") };
    record
}

/// The record of an impossibility, or `None` if some rule has the properties.
fn decided(ids: &str, scope: &str) -> Option<Record<Whole>> {
    let question = question(ids, scope);
    let Verdict::Impossible(proof) = decide(&question, &Prefer::Any, &|| false) else { return None };
    Some(Record {
        head: question.head(format!("No rule has {}.", tell::names(&question.properties))),
        profiles: proof.profiles,
        proof: proof.proof.unwrap(),
        without: proof.without,
    })
}

fn record(ids: &str, scope: &str) -> Record<Whole> {
    decided(ids, scope).unwrap_or_else(|| panic!("{ids} is possible"))
}

/// One impossibility for each property of two runs, and some of one run.
const CASES: [(&str, &str); 12] = [
    ("po,si,sp", "users=2,capacity=2"),
    ("po,ef1,sp", "users=2,capacities=2x2"),
    ("po,ef1-own,sp-demand", "users=2,capacity=3"),
    ("po,ef", "users=2,capacity=1"),
    ("po,si,ef1", "users=2,capacity=4"),
    ("po,si,group-sp", "users=2,capacity=4"),
    ("po,si,group-sp-weak", "users=2,capacity=2"),
    ("po,anonymous", "users=2,capacity=1"),
    ("po,si,resource-monotone", "users=2,capacity=4,max=2"),
    ("po,si,sp,population-monotone", "users=3,capacity=2"),
    ("po,si,sp", "users=3,capacity=2,zeros=yes,max=2"),
    ("po,si,sp,neutral", "users=2,capacities=2x2"),
];

fn cases() -> Vec<Record<Whole>> {
    let found: Vec<Record<Whole>> = CASES.iter().filter_map(|(ids, scope)| decided(ids, scope)).collect();
    assert!(found.len() >= 10, "only {} of the cases are impossible", found.len());
    found
}

#[test]
fn records_are_accepted_by_both_and_come_back_byte_for_byte() {
    for (i, record) in cases().iter().enumerate() {
        let text = record.write();
        assert_eq!(read(&text).write(), text);
        replay(&text).unwrap();
        assert_eq!(record.without.len(), record.profiles.len());
        assert!(matches!(python(&format!("good-{i}.toml"), &text), None | Some(0)), "{text}");
    }
}

/// The records that the chapter tells are accepted as they stand, and say as much as their names.
#[test]
fn records_of_the_chapter_are_accepted() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/records");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 12);
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        replay(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        if kept::kind(&text) != Some("impossible") {
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(matches!(python(name, &text), None | Some(0)), "{name}");
            continue;
        }
        let record = read(&text);
        let ids: Vec<&str> = record.head.properties.iter().map(|p| p.id()).collect();
        let name = format!(
            "{}-{}u{}s{}r",
            ids.join("-"),
            record.head.scope.users,
            record.head.scope.servers(),
            record.head.scope.resources()
        );
        assert_eq!(path.file_stem().unwrap().to_str(), Some(name.as_str()));
        assert_eq!(record.without.len(), record.profiles.len(), "{name} is not minimal");
        assert!(matches!(python(&format!("{name}.toml"), &text), None | Some(0)), "{name}");
    }
}

/// Changes of one place of the record of the smallest theorem, each with the word that the refusal must contain.
#[test]
fn records_that_are_wrong_in_one_place_are_refused_by_both() {
    let text = record("po,si,sp", "users=2,capacity=2").write();
    let changes = [
        ("format = 1", "format = 2"),
        ("kind = \"impossible\"", "kind = \"possible\""),
        ("[\"po\", \"si\", \"sp\"]", "[\"po\", \"si\"]"),
        ("[\"po\", \"si\", \"sp\"]", "[\"po\", \"sp\"]"),
        ("[\"po\", \"si\", \"sp\"]", "[\"po\", \"si\", \"spp\"]"),
        ("[\"po\", \"si\", \"sp\"]", "[\"po\", \"si\", \"sp\", \"sp\"]"),
        ("users = 2", "users = 3"),
        ("users = 2", "users = -1"),
        ("capacity = [[2]]\nmax = [2]", "capacity = [[3]]\nmax = [2]"),
        ("max = [2]", "max = [1]"),
        ("demand = [[1], [2]]", "demand = [[2], [2]]"),
        ("demand = [[1], [2]]", "demand = [[1], [1]]"),
        ("demand = [[1], [2]]", "demand = [[0], [2]]"),
        ("demand = [[1], [2]]", "demand = [[1]]"),
        ("{ placement = [[2], [0]], next = 1 }", "{ placement = [[0], [1]], next = 1 }"),
        ("{ placement = [[2], [0]], next = 1 }", "{ placement = [[2], [0]], next = 2 }"),
        (
            "{ placement = [[2], [0]], next = 1 }",
            "{ placement = [[2], [0]], breaks = \"si\", from = 0, to = 0 }",
        ),
        ("breaks = \"sp\", from = 2, to = 0", "breaks = \"sp\", from = 0, to = 2"),
        ("breaks = \"sp\", from = 2, to = 0", "breaks = \"sp\", from = 2, to = 1"),
        ("breaks = \"sp\", from = 2, to = 0", "breaks = \"sp\", from = 2, to = 7"),
        ("breaks = \"sp\", from = 2, to = 0", "breaks = \"po\", from = 2, to = 0"),
        ("  { placement = [[0], [1]], breaks = \"sp\", from = 2, to = 0 },\n", ""),
        ("placements = [[[0], [2]], [[0], [1]]]", "placements = [[[0], [2]], [[1], [0]]]"),
        ("placements = [[[0], [2]], [[0], [1]]]", "placements = [[[0], [2]]]"),
        ("placements = [[[0], [2]], [[0], [1]]]", "placements = [[[1], [2]], [[0], [1]]]"),
        ("[[without]]\nprofile = 2\n", "[[without]]\nprofile = 1\n"),
    ];
    refused_by_both("records", &text, &changes);
    // The layout is judged here alone.
    assert!(replay(&text.replacen("users = 2", "users  = 2", 1)).is_err());
    for nonsense in
        ["", "format = 1", "\u{0}", "kind = 'impossible'\nformat = 99999999999999999999", "[[split]]"]
    {
        assert!(replay(nonsense).is_err());
        assert!(matches!(python("nonsense.toml", nonsense), None | Some(1)));
    }
}

/// Without one of the profiles, no case split is accepted.
#[test]
fn cores_with_a_profile_taken_away_are_refused() {
    for record in cases() {
        for left in 0..record.profiles.len() {
            let mut fewer = record.clone();
            fewer.profiles.remove(left);
            fewer.without.clear();
            assert!(accept(&fewer.head.properties, &fewer.profiles, None, &fewer.proof).is_err());
            assert_eq!(record.without[left].judge(&record.head.properties), Ok(()));
        }
    }
}

/// A case split is refused if it names one profile twice to fill a gap, or leaves a branch open.
#[test]
fn walks_that_cheat_are_refused() {
    let record = record("po,si,sp", "users=2,capacity=2");
    let judge = |walk: &_| accept(&record.head.properties, &record.profiles, None, walk);
    assert!(judge(&record.proof).is_ok());
    let mut twice = record.proof.clone();
    let End::Next(next) = &mut twice.cases[0].end else { panic!("one case is left at the first profile") };
    next.profile = record.proof.profile;
    assert!(judge(&twice).unwrap_err().to_string().contains("second time"));
    let mut open = record.proof.clone();
    open.cases.clear();
    assert!(judge(&open).is_err());
    let mut doubled = record.proof.clone();
    doubled.cases.push(record.proof.cases[0].clone());
    assert!(judge(&doubled).unwrap_err().to_string().contains("too many"));
    let mut beyond = record.proof.clone();
    beyond.profile = 9;
    assert!(judge(&beyond).is_err());
}

#[test]
fn theorems_compile_and_wrong_ones_do_not() {
    for (i, record) in cases().iter().enumerate() {
        let good = coq::export(&record.head.properties, &record.profiles, &record.proof);
        assert!(matches!(coqc(&format!("good_{i}.v"), &good), None | Some(0)), "{i}: {good}");
        // A few wrong records are enough, because each costs a second and all are refused by one computation.
        if i > 3 {
            continue;
        }
        let wrong = coq::export(&record.head.properties, &record.profiles[1..], &record.proof);
        assert!(matches!(coqc(&format!("wrong_{i}.v"), &wrong), None | Some(1)), "{i}: {wrong}");
    }
}

#[test]
fn tables_are_accepted_and_refused_by_both() {
    let question = question("si,ef,sp", "users=2,capacity=3");
    let Verdict::Possible(rule) = decide(&question, &Prefer::Any, &|| false) else {
        panic!("equal parts do")
    };
    let text = Table { head: question.head("A rule.".to_string()), rule }.write();
    let (Kept::Rule(read), _) = kept::replay("rule.toml", &text).unwrap() else { panic!("{text}") };
    assert_eq!(read.write(), text);
    assert!(matches!(python("rule.toml", &text), None | Some(0)));
    let changes = [
        ("[\"si\", \"ef\", \"sp\"]", "[\"si\", \"ef\", \"sp\", \"po\"]"),
        ("demand = [[1], [1]] }", "demand = [[1], [2]] }"),
        ("placement = [[1], [1]]", "placement = [[3], [0]]"),
        ("placement = [[1], [1]]", "placement = [[9], [9]]"),
        ("max = [3]", "max = [2]"),
    ];
    refused_by_both("rules", &text, &changes);
}

/// The proof names every profile, ends every case, and names the user that gains and the condition that is
/// contradicted.
#[test]
fn proofs_are_told() {
    let record = record("po,si,sp", "users=2,capacity=2");
    let told = tell::Told { properties: &record.head.properties, profiles: &record.profiles, given: None };
    let lines = tell::proof(told, &record.proof);
    assert_eq!(lines[0], "Profile 1: user 1 reports 1 and user 2 reports 2.");
    let all = lines.join("\n");
    assert!(all.contains("So the rule allocates (2, 0)."));
    assert!(all.contains("This contradicts strategy-proofness."));
    assert!(all.contains("as in the case (0, 1), with users 1 and 2 exchanged."));
    for record in cases() {
        let told =
            tell::Told { properties: &record.head.properties, profiles: &record.profiles, given: None };
        let all = tell::proof(told, &record.proof).join("\n");
        assert!((0..record.profiles.len()).all(|i| all.contains(&format!("At profile {},", i + 1))));
        assert!(all.contains("contradict"));
    }
}
