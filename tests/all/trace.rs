//! The steps of a run end at its outcome, on every record and on random instances of every model.

use fairwitness::document::{Document, Value};
use fairwitness::instances::{self, Instances, Scope, draw_number};
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Mechanism, Settles};
use fairwitness::model::Model;
use fairwitness::scalar::Rational;
use fairwitness::trace::{BOUND, CERTIFICATE, Step};
use fairwitness::workbench::bench_of;

use super::support::{ended, json, load, pool_of, printed, records};

/// The mechanisms whose steps are tables alone.
const UNTOLD: [&str; 2] = ["quota-tree", "quota-tree-over"];

/// Compares the end of the steps with the outcome, and returns `true` if there was an outcome to compare with.
fn ends_at_the_outcome<M: Model>(mechanism: &dyn Mechanism<M>, instance: &M::Instance<Rational>) -> bool {
    let id = mechanism.id();
    let trace = mechanism.trace(instance, &Patience::unlimited());
    if trace
        .as_ref()
        .is_ok_and(|trace| trace.steps.iter().all(|step| ["table", CERTIFICATE].contains(&step.kind)))
    {
        return false;
    }
    let outcome = match mechanism.allocate(instance, &Patience::unlimited()) {
        Ok(outcome) => outcome,
        // A run that does not end has steps and no end.
        Err(refusal) => {
            let end = trace.ok().and_then(|trace| trace.end);
            assert!(end.is_none(), "{id}: {refusal}, and the steps end on {instance:?}");
            return false;
        }
    };
    let trace = trace.unwrap_or_else(|e| panic!("{id}: {e}: {instance:?}"));
    let end = trace.end.unwrap_or_else(|| panic!("{id}: the steps do not end on {instance:?}"));
    if mechanism.settles(instance) == Settles::Outcome {
        assert_eq!(end, outcome, "{id} on {instance:?}");
    }
    assert_eq!(M::gets(instance, &end), M::gets(instance, &outcome), "{id} on {instance:?}");
    M::feasible(mechanism.setting(), instance, &end)
        .or_else(|e| if mechanism.as_printed() { Ok(()) } else { Err(e) })
        .unwrap_or_else(|e| panic!("{id}: {e}"));
    check_text(id, &trace.steps);
    true
}

/// The sentences of steps are whole sentences in the field's words.
fn check_text(id: &str, steps: &[Step]) {
    let bound = steps.iter().position(|step| step.kind == BOUND).unwrap_or(steps.len());
    assert!(steps[bound..].iter().all(|step| step.kind == BOUND), "{id}: a step behind a bound");
    for step in steps {
        assert!(step.says.ends_with(['.', ':']) && !step.says.contains("  "), "{id}: {:?}", step.says);
        for banned in ["nobody", "everybody", "hands out", "anew", "stands highest", "whoever"] {
            assert!(!step.says.contains(banned), "{id}: {:?}", step.says);
        }
        assert!(step.lines.iter().all(|line| !line.formula.is_empty()), "{id}: {step:?}");
    }
}

fn on_random<M: Model>(mechanisms: &[&dyn Mechanism<M>], instances: &Instances<M>, scope: Scope) {
    for mechanism in mechanisms {
        let mut seen = 0;
        for number in 0..1000 {
            let instance = (instances.draw)(&mut draw_number(7, number), scope);
            seen += usize::from(ends_at_the_outcome(*mechanism, &instance));
        }
        assert!(seen > 20 || UNTOLD.contains(&mechanism.id()), "{}: {seen} outcomes", mechanism.id());
    }
}

#[test]
fn steps_of_cluster_mechanisms_end_at_the_outcome() {
    let scope = Scope { users: 3, servers: 3, resources: 2, max: 3, ..Scope::default() };
    on_random(mechanism::CLUSTER, &instances::CLUSTER, scope);
    // One pool, because the mechanisms of whole tasks accept no other instances.
    let scope = Scope { users: 4, servers: 1, resources: 3, max: 9, ..Scope::default() };
    on_random(mechanism::CLUSTER, &instances::CLUSTER, scope);
}

#[test]
fn steps_of_arrivals_end_at_the_outcome() {
    let scope = Scope { users: 6, resources: 3, max: 4, ..Scope::default() };
    on_random(mechanism::ARRIVALS, &instances::ARRIVALS, scope);
}

#[test]
fn steps_of_cohorts_end_at_the_outcome() {
    let scope = Scope { users: 3, servers: 2, resources: 2, max: 4, ..Scope::default() };
    on_random(mechanism::COHORT, &instances::COHORT, scope);
}

#[test]
fn steps_of_covering_end_at_the_outcome() {
    let scope = Scope { users: 3, resources: 6, max: 4, ..Scope::default() };
    on_random(mechanism::COVERING, &instances::COVERING, scope);
}

/// Every record has steps, or a sentence that there is a certificate alone.
#[test]
fn every_record_has_steps() {
    let mut alone = Vec::new();
    for file in records() {
        let record = load(&file);
        let text = |name: &str| match record.root.get(name) {
            Some(Value::Text(text)) => text.clone(),
            _ => String::new(),
        };
        let id = text("mechanism");
        let mut fields = vec![("model".to_string(), Value::text(text("model")))];
        fields.extend(record.root.get("instance").unwrap().fields().iter().cloned());
        let document = Document { file: file.display().to_string(), root: Value::Table(fields) };
        let steps = bench_of(&id).unwrap().trace(&id, &document, &Patience::unlimited()).unwrap();
        let steps = steps.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(steps.len() > 1, "{}", file.display());
        check_text(&id, &steps);
        if steps.iter().any(|step| step.kind == CERTIFICATE) {
            alone.push(id);
        }
    }
    alone.sort();
    alone.dedup();
    assert_eq!(alone, ["lp-sized", "optimum"]);
}

/// The steps of a mechanism on an instance.
fn steps(mechanism: &str, text: &str) -> Vec<Step> {
    let document = Document::parse("test.toml", text).unwrap();
    bench_of(mechanism).unwrap().trace(mechanism, &document, &Patience::unlimited()).unwrap().unwrap()
}

fn said(steps: &[Step], kind: &str) -> Vec<String> {
    let own = steps.iter().filter(|step| step.kind == kind);
    own.flat_map(|step| step.lines.iter().map(|line| line.formula.clone())).collect()
}

const TWO: &str = "model = \"cluster\"\ncapacity = [[1, 1], [0, 1]]\ndemand = [[1, 1], [0, 1]]\n";

/// By hand: alone the users could run 1 and 2 tasks; at the fraction t they run t and 2 t, and 3 t = 2 units of memory.
#[test]
fn tsf_by_hand() {
    let steps = steps("tsf", TWO);
    assert_eq!(said(&steps, "yardstick"), ["h1 = 1 + 0 = 1", "h2 = 1 + 1 = 2"]);
    assert_eq!(said(&steps, "round"), ["x1 = t, x2 = 2 t", "t + 2 t <= 2", "t <= 2/3"]);
    assert_eq!(
        said(&steps, BOUND),
        ["x1 + x2 <= 2", "l1 + 2 l2 <= 2", "the smallest of l1 and l2 <= 2 / 3 = 2/3"]
    );
}

/// By hand: half a unit of 3 is 1/6, and no user has a weight; 1/4 and 1/2 make 3/4, and over the weight 2 that is 3/8.
#[test]
fn shares_of_a_task_by_hand() {
    let reasons = |id: &str, text: &str| -> Vec<String> {
        let told = steps(id, &format!("model = \"cluster\"\n{text}"));
        told[0].lines.iter().map(|line| line.because.clone()).collect()
    };
    let told = reasons("drf", "capacity = [[3]]\ndemand = [[\"1/2\"]]\n");
    assert_eq!(told, ["one task of user 1 has the dominant share (1/2) / 3 = 1/6"]);
    let told = reasons("asset-fair", "capacity = [[4, 2]]\ndemand = [[1, 1]]\nweight = [2]\n");
    assert_eq!(told, ["one task of user 1 has the asset share (1 / 4 + 1 / 2) / 2 = 3/8"]);
}

/// Ghodsi et al. 2011, 4.1: 9 CPU and 18 GB, tasks of (1, 4) and (3, 1). By hand: shares of a task 2/9 and 1/3 become equal at 2/3,
/// with 3 and 2 tasks; 9/2 s + 3 * 3 s = 27/2 s of CPU are 9 at s = 2/3.
#[test]
fn drf_by_hand() {
    let text = "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n";
    let level = said(&steps("drf", text), "level");
    assert_eq!(
        level,
        [
            "x1 = 9/2 s, x2 = 3 s",
            "x1 + 3 x2 <= 9",
            "9/2 s + 9 s <= 9",
            "s <= 9 / (27/2) = 2/3",
            "x1 = 3, x2 = 2"
        ]
    );
    // Whole tasks: the picks of the paper's Table, user 2 first by the tie rule.
    let whole = steps("drf-tasks", text);
    let picks: Vec<&Value> = whole
        .iter()
        .filter(|s| s.kind == "pick")
        .map(|s| &s.data.iter().find(|d| d.0 == "user").unwrap().1)
        .collect();
    let order: Vec<i64> =
        picks.iter().map(|v| if let Value::Integer(u) = v { *u } else { panic!("{v:?}") }).collect();
    // Shares: 0, 0 -> B (1/3), A (2/9), A (4/9), B (2/3), A (2/3), then B's third task needs 3 of 0 CPU.
    assert_eq!(order, [1, 0, 0, 1, 0, 1]);
    assert!(whole.iter().any(|s| s.says.contains("The run stops")));
}

/// By hand: two agents, n = 2, demands (1, 1/2) and (1/2, 1). Step 1: x1 = 1/2. Step 2: 3/2 M <= 1, so both rise to 2/3.
#[test]
fn dynamic_drf_by_hand() {
    let text = "model = \"arrivals\"\ndemand = [[2, 1], [1, 2]]\n";
    let lines = said(&steps("ddrf", text), "arrival");
    assert_eq!(lines[..3], ["M <= 1/2", "M = (1/2 - 0) / 1 = 1/2", "x1 = 1/2"]);
    assert_eq!(lines[3..], ["3/2 M <= 1", "M = (1 - 0) / (3/2) = 2/3", "(x1, x2) = (2/3, 2/3)"]);
}

/// By hand: each user has half of the money; a task of user 1 costs all of it at the price 1 of resource 1, so it
/// runs 1/2.
#[test]
fn equal_incomes_by_hand() {
    let text = "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1], [2]]\n";
    let told = steps("ceei", text);
    assert_eq!(said(&told, "money"), ["m1 = 1/2", "m2 = 1/2"]);
    assert_eq!(said(&told, "prices"), ["p1 = 1"]);
    assert_eq!(
        said(&told, "purchases"),
        ["1 * 1 = 1", "x1 = (1/2) / 1 = 1/2", "2 * 1 = 2", "x2 = (1/2) / 2 = 1/4"]
    );
    // The shares of a full resource are equal: s each, so 2 s = 1.
    let told = steps("bmf", text);
    assert_eq!(said(&told, "bottlenecks"), ["x1 = s1", "x2 = 1/2 s1"]);
    assert_eq!(said(&told, "full"), ["x1 + 2 x2 = 1", "s1 = 1/2"]);
}

/// By hand: queue a contains users 1 and 2, user 3 is its sibling, and there are 3 units. First all shares are 0 and
/// user 1 is picked. With naive addition, queue a then has 1/3 and user 3 has 0, so user 3 is picked, and then user
/// 2. Rescaled to the smallest share in the queue, which is that of user 2, queue a has 0 and comes first again, so
/// user 2 is picked before user 3.
#[test]
fn queues_by_hand() {
    let text =
        "model = \"cluster\"\ncapacity = [[3]]\ndemand = [[1], [1], [1]]\npath = [\"a\", \"a\", \"\"]\n";
    for (id, order) in [("hdrf-naive", [0, 2, 1]), ("hdrf-tasks", [0, 1, 2]), ("hdrf-rescaled", [0, 1, 2])] {
        let told = steps(id, text);
        let users: Vec<String> = told
            .iter()
            .filter(|step| step.kind == "pick")
            .map(|step| format!("{:?}", step.data.iter().find(|d| d.0 == "user").unwrap().1))
            .collect();
        assert_eq!(users, order.map(|u| format!("{:?}", Value::Integer(u))), "{id}");
    }
    // Divisible: the root's children have equal shares of 1/2, and those of queue a halve theirs: 3/4, 3/4 and 3/2 tasks.
    let told = steps("hdrf", text);
    assert_eq!(said(&told, "placement"), ["(x1, x2, x3) = (3/4, 3/4, 3/2)"]);
}

/// Two queues with a quota of 2 each. Queue 1 runs 3 units, so its share is (3 - 2)
/// 4 = 1/4; workload 2 of queue 2 asks for 2 units, and 4 - 3 = 1 is left. Its queue stays within its quota, so workload 1 is
/// preempted without a rule.
#[test]
fn preemption_by_hand() {
    let text = "model = \"cohort\"\nquota = [[2], [2]]\nworkload = [{ queue = 0, request = [3], priority = 0 }, \
                { queue = 1, request = [2], priority = 0 }]\nadmitted = [0]\n";
    let told = steps("kueue-preempt", text);
    assert_eq!(said(&told, "shares"), ["(3 - 2) / 4 = 1/4", "0"]);
    assert_eq!(said(&told, "asks"), ["2 > 1"]);
    assert!(told.iter().any(|step| step.kind == "candidate" && step.says.ends_with("It goes.")));
    assert_eq!(said(&told, "decision"), ["0", "0"]);
}

/// The lines of the margin end at the margin that the kernel confirms, on every record with such lines.
#[test]
fn the_arithmetic_of_a_margin_ends_at_the_margin() {
    let (mut told, mut silent) = (0, Vec::new());
    for file in records() {
        let record = fairwitness::archive::record::Record::read(&load(&file)).unwrap();
        let bench = fairwitness::workbench::model(&record.model).unwrap();
        let lines = bench.margin_lines(&record).unwrap();
        match lines.last() {
            Some(last) => {
                let end = last.formula.rsplit(" = ").next().unwrap();
                assert_eq!(end, record.margin(), "{}: {lines:#?}", file.display());
                told += 1;
            }
            None => silent.push(record.property.clone()),
        }
    }
    silent.sort();
    silent.dedup();
    assert!(told > 300, "{told}");
    // Properties whose violation is visible in the instance, or explained by its sentence.
    let seen = [
        "acyclic",
        "acyclic-in-turn",
        "ends",
        "feasible",
        "legal-after",
        "legal-net",
        "lemma-3",
        "minimal-victims",
        "no-return",
        "no-starvation",
        "non-wasteful",
        "quota-kept",
    ];
    assert!(silent.iter().all(|id| seen.contains(&id.as_str())), "{silent:?}");
}

/// The program prints the steps, completely as JSON and shortened as text.
#[test]
fn the_program_prints_steps() {
    let file = "counterexamples/tsf-bf-2u2s2r.toml";
    let (text, _) = ended(&["run", "--trace", "--mech", "tsf", "--instance", file], 0);
    assert!(text.contains("how it comes about") && text.contains("why it cannot be otherwise"), "{text}");
    assert!(text.contains("t + 2 t <= 2"), "{text}");
    let steps = printed(&format!("run --trace --mech tsf --instance {file}"));
    assert_eq!(steps["trace"][1]["kind"], "round");
    assert_eq!(steps["trace"][1]["level"], "2/3");
    assert_eq!(steps["outcome"]["tasks"], serde_json::json!(["2/3", "4/3"]));
    let plain = printed(&format!("run --mech tsf --instance {file}"));
    assert!(plain.get("trace").is_none());
    // Many picks are shortened in text, with a sentence, and complete in JSON.
    let many = super::support::folder("trace-many").join("many.toml");
    std::fs::write(&many, "model = \"cluster\"\ncapacity = [[60]]\ndemand = [[1], [2]]\n").unwrap();
    let file = many.to_str().unwrap();
    let arguments = ["run", "--trace", "--mech", "drf-tasks", "--instance", file];
    let (text, _) = ended(&arguments, 0);
    assert!(text.contains("more steps like these, which --format json lists"), "{text}");
    let (_, whole) = json(&arguments);
    std::fs::remove_file(&many).unwrap();
    let picks = whole["trace"].as_array().unwrap().iter().filter(|step| step["kind"] == "pick").count();
    // 30 tasks of user 1 and 15 of user 2 make 60, and one pick stops the run.
    assert_eq!(picks, 46);
}

/// A run with too many steps is refused with a message.
#[test]
fn a_run_that_is_too_long_is_refused() {
    let pool = pool_of("capacity = [[1000000]]\ndemand = [[1]]\n");
    let mechanism = mechanism::CLUSTER.iter().find(|m| m.id() == "drf-tasks").unwrap();
    let refused = mechanism.trace(&pool, &Patience::unlimited()).unwrap_err().to_string();
    assert!(refused.contains("more than 10000 steps"), "{refused}");
}
