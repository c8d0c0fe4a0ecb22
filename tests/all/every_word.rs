//! A law: the ways of asking about a cell and a small scope never contradict each other. Every instance of the scope, in
//! every order, is written down by code that shares nothing with the enumeration of the engine, and judged by itself.
//!
//! `FAIRWITNESS_PAIRS=2000 cargo test -p fairwitness --test all -- --nocapture every_word` compares 2,000 pairs of a cell and a
//! scope instead of a few, and prints what was compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use std::time::Duration;

use fairwitness::document::{Document, files};
use fairwitness::instances::{Scope, draw_number};
use fairwitness::library::prove::proof::{ProveError, Question, Subject, Verdict, askable};
use fairwitness::library::prove::scope::ProofScope;
use fairwitness::library::prove::solver::{Solver, find};
use fairwitness::linear::{Patience, Stop};
use fairwitness::search::{Budget, Limits};
use fairwitness::workbench::{Answer, Bench, Entry, Plan, bench_of, models};
use rand::RngExt as _;
use serde_json::Value as Json;

use super::listed::{Words, every};
use super::support::root;

/// The largest number of instances of a scope that are judged one by one; the default search lists such a scope as a whole.
const MOST: usize = 400;

/// The cells with a record, which likely have a violation in some small scope.
static ON_RECORD: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let records = files::records(&root().join(files::ARCHIVE)).unwrap().into_iter();
    records.map(|filed| [filed.record.mechanism, filed.record.property]).collect()
});

/// A cell and every instance of a scope, each with its answer.
struct Pair {
    bench: &'static dyn Bench,
    mech: &'static str,
    prop: &'static str,
    words: Words,
    judged: Vec<(Json, Document, Answer)>,
}

impl Pair {
    /// A random cell that is not empty by its nature, with a random scope of few instances; every other one is on record.
    fn drawn(k: u64) -> Option<Pair> {
        let mut rng = draw_number(97, k);
        let known = &ON_RECORD[rng.random_range(0..ON_RECORD.len())];
        // Clusters have most of the mechanisms and words.
        let mut bench = models()[[0, 1, 1, 1, 1, 2, 3][rng.random_range(0..7)]];
        let mut cell =
            [bench.mechanisms(), bench.properties()].map(|all| all[rng.random_range(0..all.len())].id);
        if k.is_multiple_of(2) {
            let entry = |all: Vec<Entry>, id: &str| {
                all.into_iter().find(|entry| entry.id == id).map(|entry| entry.id)
            };
            bench = bench_of(&known[0])?;
            cell = [entry(bench.mechanisms(), &known[0])?, entry(bench.properties(), &known[1])?];
        }
        let [mech, prop] = cell;
        if bench.never(mech, prop).unwrap().is_some() {
            return None;
        }
        // The largest of some small scopes: most of those that are drawn hold next to nothing.
        let scopes = (0..12).filter_map(|_| {
            let words = Words::drawn(&mut rng, bench.model());
            every(&words, MOST).map(|all| (words, all))
        });
        let (words, all) = scopes.max_by_key(|(_, all)| all.len())?;
        let cells = bench.cells(mech, &[prop]).unwrap();
        let judge = |json: Json| {
            let text = json.to_string();
            let document = Document::parse("instance.json", &text).unwrap();
            let answer = bench.judge(mech, prop, &document, &Patience::unlimited()).unwrap().answer;
            let batch = cells.rulings_on_text("line.json", &text, &Patience::unlimited()).unwrap();
            assert_eq!(batch[0].answer, answer, "{mech} {prop}, a line of a batch and a file: {text}");
            (json, document, answer)
        };
        let judged = all.into_iter().map(judge).collect();
        Some(Pair { bench, mech, prop, words, judged })
    }

    fn count(&self, answer: Answer) -> usize {
        self.judged.iter().filter(|one| one.2 == answer).count()
    }

    /// What the searches and the census say that the instances do not.
    fn searched(&self, seed: u64) -> Vec<String> {
        let (Pair { bench, mech, prop, words, .. }, stop) = (self, Stop::new());
        let limits =
            Limits { budget: Budget::instances(3 * MOST as u64), threads: 1, stop: &stop, progress: &|_| {} };
        let scope: Scope = words.text().parse().unwrap();
        // Fractions, and floors and caps of queues, are left out of enumerations.
        let bounded = words.bound("parts") == 1 && words.bound("quotas") == 0;
        let written = |document: &Document| bench.instance(document).unwrap().to_toml();
        let inside: BTreeSet<String> = self.judged.iter().map(|(_, document, _)| written(document)).collect();
        let (mut said, mut wrong) = (Vec::new(), Vec::new());
        for strategy in ["auto", "exhaustive", "random"] {
            let plan = Plan { strategy, scope, seed, archive: Vec::new() };
            let report = bench.search(mech, prop, &plan, &limits).unwrap();
            let whole = report.searched.exhausted || strategy == "auto" && bounded;
            said.push((strategy, report.answer, whole));
            let open = strategy == "exhaustive" && report.answer != Answer::Violated;
            if open && report.searched.exhausted != bounded {
                wrong.push(format!("exhaustive: complete is {}", report.searched.exhausted));
            }
            if let Some(root) = report.instance {
                let found = written(&Document { file: "found".to_string(), root });
                if !inside.contains(&found) {
                    wrong.push(format!("{strategy}: outside the scope: {found}"));
                }
            }
        }
        let census = bench.census(&[mech], &[prop], scope, &limits).unwrap();
        let of = &census.mechanisms[0].properties[0];
        let answer = match (of.violated, of.holds) {
            (0, 0) => Answer::Undecided,
            (0, _) => Answer::Unrefuted,
            _ => Answer::Violated,
        };
        let counted = of.violated + of.holds + of.undecided + of.out_of_scope;
        let refused = census.mechanisms[0].refused + census.mechanisms[0].without_outcome;
        if counted + refused != census.searched.instances {
            wrong.push(format!(
                "census: {counted} counted, {refused} refused of {}",
                census.searched.instances
            ));
        }
        said.push(("census", answer, census.searched.exhausted));
        let (violated, holds) = (self.count(Answer::Violated), self.count(Answer::Holds));
        for (way, answer, whole) in said {
            let found = contradiction(answer, whole, violated, holds);
            wrong.extend(found.map(|what| format!("{way}: {what}")));
        }
        wrong
    }

    fn put(&self, subject: Subject, solvers: &[Solver]) -> Option<fairwitness::library::prove::proof::Proof> {
        let stop = Stop::new();
        let question = Question {
            bench: self.bench,
            mechanism: self.mech,
            property: self.prop,
            subject,
            budget: Duration::from_secs(2),
            out: None,
            stop: &stop,
        };
        question.put(|| Ok::<_, ProveError>(solvers.to_vec())).ok()
    }

    /// What proofs say that the instances do not: of every instance of the largest size, and of two instances.
    fn proved(&self, solvers: &[Solver], proofs: &mut BTreeMap<&'static str, usize>) -> Vec<String> {
        let bound = |word: &str| self.words.bound(word);
        let form = |(_, m, p): &(_, Vec<&str>, Vec<&str>)| m.contains(&self.mech) && p.contains(&self.prop);
        if solvers.is_empty() || !askable().iter().any(form) {
            return Vec::new();
        }
        let mut wrong = Vec::new();
        for answer in [Answer::Violated, Answer::Holds] {
            let Some((_, document, _)) = self.judged.iter().find(|one| one.2 == answer) else { continue };
            let Some(proof) = self.put(Subject::One(document.clone()), solvers) else { continue };
            *proofs.entry(proof.verdict.word()).or_default() += 1;
            let other = if answer == Answer::Violated { Verdict::Proved } else { Verdict::Violated };
            if proof.verdict == other {
                wrong.push(format!(
                    "prove --instance: {} of {}",
                    proof.verdict.word(),
                    document.root.to_toml()
                ));
            }
        }
        let scope = if self.words.model == "arrivals" {
            ProofScope { users: bound("agents") as usize, ..ProofScope::default() }
        } else {
            ProofScope {
                users: bound("users") as usize,
                servers: bound("servers") as usize,
                ..ProofScope::default()
            }
        };
        let positive = bound("demands") == 1;
        let scope = ProofScope { resources: bound("resources") as usize, positive, ..scope };
        let Some(proof) = self.put(Subject::Every(scope), solvers) else { return wrong };
        *proofs.entry(proof.verdict.word()).or_default() += 1;
        if proof.verdict == Verdict::Proved {
            let against = |(json, _, answer): &&(Json, Document, Answer)| {
                *answer == Answer::Violated
                    && of_size(json, &scope)
                    && proof.hypothesis.iter().all(|sentence| meets(json, sentence))
            };
            wrong
                .extend(self.judged.iter().find(against).map(|one| format!("proved for {scope}: {}", one.0)));
        }
        wrong
    }
}

/// Whether an instance has exactly the sizes of a theorem.
fn of_size(json: &Json, scope: &ProofScope) -> bool {
    let rows = |name: &str| json.get(name).map_or(0, |rows| rows.as_array().unwrap().len());
    let agents = json.get("agents").map_or(rows("demand"), |n| n.as_u64().unwrap() as usize);
    let cluster = json.get("capacity").is_none() || rows("capacity") == scope.servers;
    let resources = json["demand"][0].as_array().unwrap().len();
    // Whoever proves with queues and owners says so.
    agents == scope.users && cluster && resources == scope.resources && json.get("path").is_none()
}

/// Whether an instance of a cluster meets a hypothesis of a theorem.
fn meets(json: &Json, sentence: &str) -> bool {
    let all = |name: &str, one: &dyn Fn(&Json) -> bool| json[name].as_array().unwrap().iter().all(one);
    match sentence {
        "every demand is above zero" => all("demand", &|row| !row.as_array().unwrap().contains(&0.into())),
        "all weights are equal" => all("weight", &|w| *w == json["weight"][0] && !w.is_array()),
        "each user has one weight for all resources" => all("weight", &|w| !w.is_array()),
        "each user may run on every server" => all("eligible", &|set| {
            set.as_array().unwrap().len() == json["capacity"].as_array().unwrap().len()
        }),
        "each user may run on at least one server" => true,
        "no user's tasks are finite" => all("tasks", &|tasks| *tasks == "inf"),
        "the tasks per whole server follow from demands and capacities, and no rates are given" => {
            json.get("rate").is_none()
        }
        other => panic!("{other}"),
    }
}

/// The contradiction between an answer about the scope and the verdicts on all of its instances, if there is one.
fn contradiction(answer: Answer, whole: bool, violated: usize, holds: usize) -> Option<&'static str> {
    match answer {
        Answer::Violated if violated == 0 => Some("violated, and no instance is"),
        Answer::Violated => None,
        _ if whole && violated > 0 => Some("the whole scope has no violation, and an instance is one"),
        Answer::Undecided if whole && holds > 0 => Some("nothing is decided, and an instance is"),
        _ => None,
    }
}

#[test]
fn contradictions_are_seen() {
    assert!(contradiction(Answer::Violated, false, 0, 5).is_some());
    assert!(contradiction(Answer::Unrefuted, true, 1, 5).is_some());
    assert!(contradiction(Answer::Undecided, true, 0, 5).is_some());
    assert!(contradiction(Answer::Unrefuted, true, 0, 5).is_none());
    assert!(contradiction(Answer::Unrefuted, false, 1, 5).is_none());
}

#[test]
fn no_two_ways_of_asking_contradict_each_other() {
    let wanted = std::env::var("FAIRWITNESS_PAIRS").ok().and_then(|text| text.parse().ok());
    // A proof takes longer than all else, so a short run asks for few.
    let (wanted, proofs) = wanted.map_or((30, 4), |wanted| (wanted, 3));
    let solvers: Vec<Solver> = find("z3").into_iter().collect();
    let (mut pairs, mut violations, mut judged) = (0, 0, 0);
    let (mut proved, mut wrong) = (BTreeMap::new(), Vec::new());
    for pair in (0..).map(|k| (k, Pair::drawn(k))) {
        let (k, Some(pair)) = pair else { continue };
        pairs += 1;
        judged += pair.judged.len();
        violations += usize::from(pair.count(Answer::Violated) > 0);
        let asked = if k.is_multiple_of(proofs) { &solvers[..] } else { &[] };
        for what in [pair.searched(k), pair.proved(asked, &mut proved)].concat() {
            wrong.push(format!("{k}: {} {} {}, {what}", pair.mech, pair.prop, pair.words.text()));
            println!("{}", wrong[wrong.len() - 1]);
        }
        if pairs == wanted {
            break;
        }
    }
    println!("{pairs} pairs, {violations} with a violation, {judged} instances, proofs {proved:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(violations * 20 > pairs, "{violations} of {pairs} pairs have a violation");
}
