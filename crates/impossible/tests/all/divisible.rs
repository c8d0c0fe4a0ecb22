//! Divisible tasks on one server: answers known or derived by hand, and records that both checkers accept or
//! refuse.

use fairwitness_impossible::answer::{Proof, State, Verdict};
use fairwitness_impossible::divisible::lattice as all;
use fairwitness_impossible::divisible::search::decide;
use fairwitness_impossible::known;
use fairwitness_impossible::question::Question;
use fairwitness_rules::condition::NotLinear;
use fairwitness_rules::coq::divisible as coq;
use fairwitness_rules::divisible::Divisible;
use fairwitness_rules::file::Head;
use fairwitness_rules::kept::Kept;
use fairwitness_rules::record::Record;
use fairwitness_rules::rule::Table;
use fairwitness_rules::scope::ProfileScope;
use fairwitness_rules::tell::divisible as tell;

use super::{coqc, properties, python, refused_by_both, replay, second_look};

fn question(ids: &str, scope: &str) -> Question {
    Question::divisible(properties(ids), ProfileScope::parse(scope).unwrap()).unwrap()
}

fn head(question: &Question) -> Head {
    question.head("A test.".to_string())
}

fn impossible(question: &Question) -> (Proof<Divisible>, String) {
    let Verdict::Impossible(proof) = decide(question, &|| false) else {
        panic!("{:?} is not refuted", question.ids())
    };
    let Proof { profiles, proof: refutation, without, .. } = proof.clone();
    let text =
        Record::<Divisible> { head: head(question), profiles, proof: refutation.unwrap(), without }.write();
    (proof, text)
}

/// The example of Ghodsi et al. (2011) by hand, on a small scope. User 1 reports (1, 2), user 2 reports (2, 1). On (1, 2) half of the server
/// holds 1/2 task of user 1, so resource 1 leaves user 2 at most 1/4 task. On (1, 1) user 2 has no more, by monotonicity; by symmetry through
/// (2, 1) user 1 has at most 1/4 task as well. Then 3/4 of each resource is used, and none is full.
#[test]
fn sharing_incentive_and_pareto_optimality_exclude_resource_monotonicity() {
    let (proof, text) = impossible(&question("si,po,resource-monotone", "users=2,resources=2,capacity=2"));
    let capacities: Vec<_> = proof.profiles.iter().map(|p| p.capacity[0].clone()).collect();
    assert_eq!(capacities, [[1, 1], [1, 2], [2, 1]]);
    assert!(proof.profiles.iter().all(|p| p.demand == [[1, 2], [2, 1]] || p.demand == [[2, 1], [1, 2]]));
    assert_eq!(proof.without.len(), proof.profiles.len());
    replay(&text).unwrap();
    let Kept::DivisibleImpossible(read) = Kept::read("monotone.toml", &text).unwrap() else {
        panic!("{text}")
    };
    assert_eq!(read.write(), text);
    assert!(matches!(python("divisible/monotone.toml", &text), None | Some(0)), "{text}");
    let told = tell::proof(&proof.profiles, proof.proof.as_ref().unwrap()).join("\n");
    assert!(told.contains("This is a contradiction.") && told.contains("by resource monotonicity"), "{told}");
}

/// The part of the proof above that is done by hand, with multipliers found by hand: in the case that resource 1 is
/// full on (1, 1), 2 (x1 + 2 x2 - 1) + (1 - 2 x1 - x2) leaves 3 x2 >= 1, whereas 3 times x2 <= 1/4.
#[test]
fn a_sum_by_hand_is_accepted() {
    let text = "format = 1\nkind = \"divisible-impossible\"\nproperties = [\"po\", \"resource-monotone\", \"si\"]\nnote = \"By hand.\"\n\n[scope]\nusers = 2\ncapacity = [[2, 2]]\nmax = [2, 2]\nzeros = false\nsmaller = true\n\n[[profile]]\ncapacity = [[1, 1]]\ndemand = [[1, 2], [2, 1]]\n\n[[profile]]\ncapacity = [[1, 2]]\ndemand = [[1, 2], [2, 1]]\n\n[[profile]]\ncapacity = [[2, 1]]\ndemand = [[1, 2], [2, 1]]\n\n[[node]]\nprofile = 0\nfull = [[0], [1]]\n\n[[node]]\nsum = [\n  { times = \"2\", by = \"full\", profile = 0, resource = 0 },\n  { times = \"1\", by = \"capacity\", profile = 0, resource = 1 },\n  { times = \"3\", by = \"resource-monotone\", profile = 1, user = 1, to = 0, other = 1 },\n  { times = \"3/2\", by = \"capacity\", profile = 1, resource = 0 },\n  { times = \"3/2\", by = \"si\", profile = 1, user = 0 },\n]\n\n[[node]]\nsum = [\n  { times = \"2\", by = \"full\", profile = 0, resource = 1 },\n  { times = \"1\", by = \"capacity\", profile = 0, resource = 0 },\n  { times = \"3\", by = \"resource-monotone\", profile = 2, user = 0, to = 0, other = 0 },\n  { times = \"3/2\", by = \"capacity\", profile = 2, resource = 1 },\n  { times = \"3/2\", by = \"si\", profile = 2, user = 1 },\n]\n";
    replay(text).unwrap();
    assert!(matches!(python("divisible/hand.toml", text), None | Some(0)));
    let changes = [
        ("times = \"2\"", "times = \"1\""),
        ("times = \"2\"", "times = \"-2\""),
        ("times = \"3\"", "times = \"4\""),
        ("full = [[0], [1]]", "full = [[0]]"),
        ("full = [[0], [1]]", "full = [[1], [0]]"),
        ("by = \"full\", profile = 0, resource = 0", "by = \"full\", profile = 0, resource = 1"),
        ("by = \"full\", profile = 0, resource = 0", "by = \"full\", profile = 0, resource = 9"),
        ("by = \"si\", profile = 1, user = 0", "by = \"si\", profile = 1, user = 1"),
        ("by = \"si\", profile = 1, user = 0", "by = \"si\", profile = 7, user = 0"),
        ("profile = 1, user = 1, to = 0, other = 1", "profile = 0, user = 1, to = 1, other = 1"),
        ("profile = 1, user = 1, to = 0, other = 1", "profile = 1, user = 1, to = 0, other = 0"),
        ("\"po\", ", ""),
        (", \"si\"]", "]"),
        ("\"po\", \"resource-monotone\"", "\"po\", \"sp\""),
        ("smaller = true", "smaller = false"),
        ("capacity = [[2, 2]]", "capacity = [[2, 2], [2, 2]]"),
        ("[[node]]\nprofile = 0", "[[node]]\nprofile = 5"),
    ];
    refused_by_both("divisible", text, &changes);
}

/// On one resource with weights equal, a user that reports less cannot be told from one that needs less: by hand, at (1, 1) on 1 unit Pareto
/// optimality and sharing incentive give (1/2, 1/2); at (2, 1) they give x1 = 1/4. Dominant resource fairness has all but resource
/// monotonicity (Ghodsi et al. 2011), and equal parts have it too on one resource.
#[test]
fn known_rules_answer_what_is_possible() {
    for (ids, scope) in [
        ("po,si,ef,sp", "users=2,resources=2,capacity=2"),
        ("po,si,ef,sp,anonymous,neutral", "users=2,resources=2,capacity=2,zeros=yes"),
        ("po,si,ef,sp,resource-monotone", "users=2,capacity=3"),
        ("si,ef,sp,resource-monotone", "users=2,resources=2,capacity=2"),
        ("po,sp,resource-monotone", "users=2,capacity=2"),
    ] {
        let question = question(ids, scope);
        let Verdict::Possible(rule) = decide(&question, &|| false) else { panic!("{ids} is possible") };
        assert!(known::divisible(&rule).is_some(), "{ids}");
        let file = Table { head: head(&question), rule };
        let text = file.write();
        replay(&text).unwrap();
        assert!(matches!(python("divisible/rule.toml", &text), None | Some(0)), "{ids}");
        let first = text.find("tasks = [\"").unwrap() + 9;
        let end = first + text[first..].find(']').unwrap();
        let wrong = format!("{}\"99\", \"99\"{}", &text[..first], &text[end..]);
        assert!(replay(&wrong).is_err());
        assert!(matches!(python("divisible/wrong-rule.toml", &wrong), None | Some(1)));
    }
}

/// Answers on scopes where no known rule has the properties: both answers stand up to both judges, and a core is minimal.
#[test]
fn answers_are_judged_whatever_they_are() {
    let (mut refuted, mut searched) = (0, 0);
    for (ids, scope) in [
        ("po,ef,resource-monotone", "users=2,resources=2,capacity=2"),
        ("po,anonymous,resource-monotone", "users=2,resources=2,capacity=2"),
        ("po,sp,anonymous,resource-monotone", "users=2,resources=2,capacity=2"),
        ("po,si,population-monotone", "users=2,resources=2,capacity=2"),
        ("po,ef,sp,resource-monotone", "users=2,resources=2,capacity=2"),
        ("po,si,resource-monotone", "users=2,resources=2,capacity=3,max=3"),
        ("po,si,resource-monotone", "users=3,resources=2,capacity=2"),
    ] {
        let question = question(ids, scope);
        let text = match decide(&question, &|| false) {
            Verdict::Possible(rule) => {
                searched += usize::from(known::divisible(&rule).is_none());
                Table { head: head(&question), rule }.write()
            }
            Verdict::Impossible(Proof { profiles, proof, without, .. }) => {
                assert_eq!(without.len(), profiles.len());
                refuted += 1;
                Record::<Divisible> { head: head(&question), profiles, proof: proof.unwrap(), without }
                    .write()
            }
            Verdict::Undecided(why) => panic!("{ids} {scope}: {why}"),
        };
        replay(&text).unwrap();
        let name = format!("divisible/{}-{}.toml", ids.replace(',', "-"), question.profiles.len());
        assert!(matches!(python(&name, &text), None | Some(0)), "{ids} {scope}");
    }
    assert_eq!((refuted, searched), (2, 4));
}

/// By Theorem 12 the three properties exclude each other, and any two do not: equal parts lack `po` alone, dominant
/// resource fairness has `po` and `si`, and a serial dictatorship has `po` and loses nothing when capacity grows for
/// the first user; here a rule with both was judged.
#[test]
fn all_sets_of_three_properties() {
    let question = question("po,si,resource-monotone", "users=2,resources=2,capacity=2");
    let found = all(&question, &|| false);
    assert!(found.complete);
    let mut possible: Vec<_> = found.possible.iter().map(|(set, ..)| set.clone()).collect();
    possible.sort();
    assert_eq!(possible, [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(found.impossible.iter().map(|(set, _)| set.clone()).collect::<Vec<_>>(), [[0, 1, 2]]);
    assert!(!all(&question, &|| true).complete);
}

#[test]
fn what_is_not_decided_is_refused_with_a_sentence() {
    let ask = |ids: &str, scope: &str| {
        Question::divisible(properties(ids), ProfileScope::parse(scope).unwrap()).map(|_| ())
    };
    assert_eq!(ask("po,si", "users=2,servers=2,capacity=2"), Err(NotLinear::Servers(2).into()));
    assert_eq!(ask("po,ef1", "users=2,capacity=2"), Err(NotLinear::Property("ef1").into()));
    assert_eq!(ask("po,group-sp", "users=2,capacity=2"), Err(NotLinear::Property("group-sp").into()));
    assert!(ask("po", "users=4,capacity=100").unwrap_err().to_string().contains("100000000 profiles"));
    let stopped = decide(&question("si,po,resource-monotone", "users=2,resources=2,capacity=2"), &|| true);
    assert!(matches!(stopped, Verdict::Undecided(_)));
}

/// Properties, capacities, largest demands and, if the demands are restricted, the list of demands: scopes that the
/// second search decides in a few seconds.
const SECOND: [(&str, &str, &str, Option<&str>); 3] = [
    ("po,si,ef,sp,resource-monotone,anonymous", "2", "2", None),
    ("po,si,ef,sp", "1x1", "1x2", None),
    ("po,si,ef,resource-monotone", "2x2", "2x2", Some("[[1, 2], [2, 1]]")),
];

/// Every subset of the properties over small scopes: the answers agree with cases of full resources gone through in another order, and linear
/// systems solved by another method. On one resource, and with capacities that do not change, every set is possible, as dominant resource
/// fairness shows; of the third list the sets with `po`, `si` and `resource-monotone` are not.
#[test]
fn every_subset_agrees_with_a_second_look() {
    let mut impossible = 0;
    for (ids, capacities, max, demand) in SECOND {
        let names: Vec<&str> = ids.split(',').collect();
        let mut question = question(ids, &format!("users=2,capacities={capacities},max={max}"));
        if let Some(demand) = demand {
            let demand: Vec<Vec<u32>> = serde_json::from_str(demand).unwrap();
            question.profiles.retain(|p| p.demand == demand);
        }
        let found = all(&question, &|| false);
        assert!(found.complete);
        let arguments: Vec<&str> = [ids, capacities, max].into_iter().chain(demand).collect();
        let Some(answers) = second_look("divisible.py", &arguments) else { return };
        for answer in answers {
            let inside = |id: &str| answer["properties"].as_array().unwrap().iter().any(|k| k == id);
            let set: Vec<usize> = (0..names.len()).filter(|&k| inside(names[k])).collect();
            let expected = if answer["possible"] == true { State::Possible } else { State::Impossible };
            assert_eq!(found.state(&set), expected, "{capacities}: {set:?} of {ids}");
            impossible += usize::from(expected == State::Impossible);
        }
    }
    assert_eq!(impossible, 2);
}

/// The core of the chapter's record is impossible and each smaller set of its profiles is possible, by the second look.
#[test]
fn the_core_agrees_with_a_second_look() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/records/divisible-po-si-resource-monotone-2u1s2r.toml");
    let Some(answers) = second_look("divisible.py", &["--core", file]) else { return };
    assert_eq!(answers.len(), 8);
    for answer in answers {
        let all = answer["profiles"].as_array().unwrap().len() == 3;
        assert_eq!(answer["possible"], !all, "{answer}");
    }
}

/// Impossibilities that are exported as theorems of Coq.
const COQ: [(&str, &str); 1] = [("po,si,resource-monotone", "users=2,resources=2,capacity=2")];

/// Coq accepts a theorem for each kind of condition, and refuses a sum with a wrong multiplier, a missing case, and
/// a missing property.
#[test]
fn theorems_of_coq_compile_and_wrong_ones_do_not() {
    let two = "users=2,resources=2,capacity=2";
    let mut seen = String::new();
    for (i, (ids, scope)) in COQ.iter().enumerate() {
        let (proof, _) = impossible(&question(ids, scope));
        let asked = question(ids, scope).properties;
        let text = coq::export(&asked, &proof.profiles, proof.proof.as_ref().unwrap()).unwrap();
        assert!(
            matches!(coqc(&format!("divisible/good_{i}.v"), &text), None | Some(0)),
            "{ids} over {scope}"
        );
        seen += text.split("Definition refutation").nth(1).unwrap();
    }
    for reason in ["Capacity", "Full", "Share", "Related", "Cases"] {
        assert!(seen.contains(reason), "{reason} is in no theorem");
    }
    let asked = question("si,po,resource-monotone", two);
    let (proof, _) = impossible(&asked);
    let text = coq::export(&asked.properties, &proof.profiles, proof.proof.as_ref().unwrap()).unwrap();
    let at = text.find("Definition refutation").unwrap();
    for (i, (old, new)) in [
        ("Sum [(", "Sum [(1"),
        ("Share 1 0", "Share 0 0"),
        ("Cases 0 0 [", "Cases 1 0 ["),
        ("Full 0 0", "Full 1 0"),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(text[at..].contains(old), "{old}");
        let wrong = format!("{}{}", &text[..at], text[at..].replacen(old, new, 1));
        assert!(matches!(coqc(&format!("divisible/wrong_{i}.v"), &wrong), None | Some(1)), "{old} -> {new}");
    }
    let fewer = text.replacen(" /\\ si F p (f p)", "", 1);
    assert_ne!(fewer, text);
    assert!(matches!(coqc("divisible/fewer.v", &fewer), None | Some(1)));
}

/// Profiles that no comparison joins are asked apart, so a scope of 729 profiles is decided although amounts of all of them are 1,458.
#[test]
fn independent_profiles_are_asked_apart() {
    let question = question("po,ef,resource-monotone", "users=2,resources=2,capacity=3,max=3");
    assert_eq!(question.profiles.len(), 729);
    assert!(!matches!(decide(&question, &|| false), Verdict::Undecided(_)));
}
