//! Cohorts: an independent program, loops followed by hand, and each property accepting and
//! rejecting.

use fairwitness::document::{Document, Node, Value};
use fairwitness::instances;
use fairwitness::linear::Patience;
use fairwitness::mechanism::{self, Anonymous, Mechanism};
use fairwitness::model::Model;
use fairwitness::model::cohort::{Cohort, Decision, Queues, Rule, Target};
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run, Witness, run_of};
use fairwitness::property::judge::{Cell, Judgement};
use fairwitness::property::{self, Examine};
use fairwitness::scalar::{Rational, Scalar};
use fairwitness::specification::cohort::{follow, in_turn, step};

use super::support::{derived, r};

const IDS: [&str; 3] = ["kueue-preempt", "kueue-preempt-a", "kueue-preempt-b"];

fn mech(id: &str) -> &'static dyn Mechanism<Cohort> {
    mechanism::COHORT.iter().copied().find(|m| m.id() == id).unwrap_or_else(|| panic!("no mechanism {id}"))
}

fn prop(id: &str) -> &'static dyn Examine<Cohort> {
    property::COHORT.iter().copied().find(|p| p.id() == id).unwrap_or_else(|| panic!("no property {id}"))
}

fn cell(mechanism: &str, property: &str) -> Cell<'static, Cohort> {
    Cell { mechanism: mech(mechanism), property: prop(property) }
}

fn read(value: &Value) -> Queues {
    Cohort::read(&Node::new("test", value)).unwrap_or_else(|e| panic!("{e}"))
}

fn queues(text: &str) -> Queues {
    read(&Document::parse("test.toml", text).unwrap_or_else(|e| panic!("{e}")).root)
}

/// Two queues with quotas of 1 and 3; workloads of 1 and 3 in the first, one of 4 in the second.
fn two_queues(admitted: &str) -> Queues {
    queues(&format!(
        "quota = [[1], [3]]\nworkload = [{{ queue = 0, request = [1] }}, {{ queue = 0, request = [3] }}, {{ queue = 1, request = [4] }}]\nadmitted = {admitted}\n"
    ))
}

/// A lender of 3, a queue with a quota of 2 and one without quota; every admission makes its queue borrow more.
fn three_queues(admitted: &str) -> Queues {
    queues(&format!(
        "quota = [[2], [0], [3]]\nworkload = [{{ queue = 1, request = [1] }}, {{ queue = 1, request = [4] }}, {{ queue = 0, request = [5] }}]\nadmitted = {admitted}\n"
    ))
}

fn list(value: &Value) -> &[Value] {
    let Value::List(items) = value else { panic!("{value:?}") };
    items
}

/// Pairs of a workload and a word, in order of workloads; `None` for null.
fn pairs(value: &Value) -> Option<Vec<(usize, String)>> {
    if *value == Value::Null {
        return None;
    }
    let pair = |pair: &Value| {
        let [Value::Integer(w), Value::Text(word)] = list(pair) else { panic!("{pair:?}") };
        (usize::try_from(*w).unwrap(), word.clone())
    };
    let mut found: Vec<_> = list(value).iter().map(pair).collect();
    found.sort();
    Some(found)
}

/// `tests/oracle/cohort.py`, which shares no code with the workbench: decisions, loops in any order, and the run in
/// turn.
#[test]
fn agrees_with_the_independent_program() {
    let Some(cases) = derived("cohort", &["1000"]) else { return };
    let (mut decided, mut looped) = (0, 0);
    for (k, case) in cases.iter().enumerate() {
        let instance = read(case.get("instance").unwrap());
        for id in IDS {
            let expected = case.get("expected").unwrap().get(id).unwrap();
            let decision = mech(id).allocate(&instance, &Patience::unlimited()).unwrap();
            let targets = decision.targets.as_ref().map(|targets| {
                let mut found: Vec<_> =
                    targets.iter().map(|t| (t.workload, t.rule.word().to_string())).collect();
                found.sort();
                found
            });
            assert_eq!(targets, pairs(expected.get("targets").unwrap()), "case {k}, {id}");
            let returns = *expected.get("returns").unwrap() == Value::Bool(true);
            let judged = cell(id, "acyclic").judge(&instance, &Patience::unlimited()).unwrap();
            assert_eq!(matches!(judged, Judgement::Violated(_)), returns, "case {k}, {id}");
            assert!(returns || matches!(judged, Judgement::Holds(_)), "case {k}, {id}");
            let judged = cell(id, "acyclic-in-turn").judge(&instance, &Patience::unlimited()).unwrap();
            let rests = *expected.get("in_turn").unwrap() != Value::Null;
            assert_eq!(matches!(judged, Judgement::Holds(_)), rests, "case {k}, {id}");
            if let (Value::Integer(count), true) = (expected.get("in_turn").unwrap(), rests) {
                let measure = property::measure::COHORT[0];
                let run = run_of(mech(id), &instance, &Patience::unlimited()).unwrap();
                assert_eq!(
                    measure.value(&run, &Patience::unlimited()),
                    Ok(Some(Rational::int(*count))),
                    "case {k}, {id}"
                );
            }
            decided += 1;
            looped += usize::from(returns);
        }
    }
    assert!(decided == 3_000 && looped > 5, "{decided} decisions, {looped} loops");
}

/// All of 4 in use. Workload 3 asks for 4: its queue would borrow 1, a share of 1/4; the other queue borrows 3, a
/// share of 3/4, and 2/4 without workload 1. S2-a preempts workload 1, S2-b workload 2, and neither fits beside
/// workload 3. Workload 1 is within the quota of its queue and preempts in return; workload 2 fits beside it. No
/// other workload is ever admitted, so the state returns in every order.
#[test]
fn three_workloads_of_two_queues_come_back_by_hand() {
    let start = two_queues("[0, 1]");
    let rule = mech("kueue-preempt").specification();
    let of = |w: usize, rule: Rule| Target { workload: w, rule };
    let steps = follow(rule, &start, &[2, 0, 1]).unwrap();
    let targets: Vec<_> = steps.iter().map(|step| step.decision.targets().to_vec()).collect();
    assert_eq!(targets, [vec![of(0, Rule::Final), of(1, Rule::Initial)], vec![of(2, Rule::Nominal)], vec![]]);
    assert_eq!(steps[2].state.admitted, start.admitted);
    // In each of the three states exactly one workload is admitted.
    for (state, next) in [(&start, 2), (&steps[0].state, 0), (&steps[1].state, 1)] {
        let let_in: Vec<usize> =
            state.pending().into_iter().filter(|w| step(rule, state, *w).unwrap().is_some()).collect();
        assert_eq!(let_in, [next]);
        assert_eq!(in_turn(rule, state).unwrap().map(|step| step.asking), Some(next));
    }
    // By S2-a alone the second target is not preempted, and workload 3 is rejected.
    assert_eq!(mech("kueue-preempt-a").allocate(&start, &Patience::unlimited()), Ok(Decision::DOWN));
}

/// The cohort with a lender, so that every queue borrows after each admission and its share rises: workload 3 has
/// 3/5, the other queue 1 with both workloads, 4/5 with workload 2 alone, and 1/5 with workload 1 alone, which is
/// below 3/5.
#[test]
fn a_preempted_workload_preempts_in_return_although_every_queue_borrows() {
    let start = three_queues("[0, 1]");
    for (workloads, queue, share) in
        [(vec![2], 0, "3/5"), (vec![0, 1], 1, "1"), (vec![1], 1, "4/5"), (vec![0], 1, "1/5")]
    {
        assert_eq!(start.share_with(queue, &workloads).finite(), Some(&r(share)));
    }
    let Judgement::Violated(found) =
        cell("kueue-preempt", "no-return").judge(&start, &Patience::unlimited()).unwrap()
    else {
        panic!()
    };
    assert_eq!((found.witness, found.margin), (Witness::Agent(0), Rational::one()));
    let steps = follow(mech("kueue-preempt").specification(), &start, &[2, 0, 1]).unwrap();
    assert_eq!(steps[1].decision.targets(), [Target { workload: 2, rule: Rule::Initial }]);
    assert_eq!(steps[2].state.admitted, start.admitted);
}

/// Quotas (0, 1) and (1, 1). Workload 1 asks for (0, 2), workloads 2 and 3 for (1, 1) each, workload 1 has the higher priority.
#[test]
fn priority_and_quota_alone_come_back_by_hand() {
    let start = queues(
        "quota = [[0, 1], [1, 1]]\nworkload = [{ queue = 1, request = [0, 2], priority = 1 }, { queue = 0, request = [1, 1] }, { queue = 1, request = [1, 1] }]\nadmitted = [0]\n",
    );
    for id in IDS {
        let steps = follow(mech(id).specification(), &start, &[1, 2, 0]).unwrap();
        let rules: Vec<Rule> = steps.iter().map(|step| step.decision.targets()[0].rule).collect();
        assert_eq!(rules, [Rule::Nominal, Rule::Nominal, Rule::Own], "{id}");
        assert_eq!(steps[2].state.admitted, [0], "{id}");
    }
}

/// Quotas 2 and 3, all of 5 in use by 3 of queue 1 and 2 of queue 2; workload 2 of queue 2 asks for 3 with a higher priority.
const COUNTED_OUT: &str = "quota = [[2], [3]]\nworkload = [{ queue = 0, request = [3] }, { queue = 1, request = [3], priority = 1 }, { queue = 1, request = [2] }]\nadmitted = [0, 2]\n";

/// The neighbour in queue 2 is counted out first, since the share of queue 2 is 2/5; then this share is 0, and so is
/// that of queue 1 without workload 1, which is preempted by S2-a. The neighbour fits beside the asking workload and
/// stays: queue 2 has 2/5, queue 1 had 1/5.
#[test]
fn a_neighbour_that_is_counted_out_stays_after_all() {
    let instance = queues(COUNTED_OUT);
    for id in IDS {
        let run = run_of(mech(id), &instance, &Patience::unlimited()).unwrap();
        assert_eq!(run.outcome.targets().iter().map(|t| t.workload).collect::<Vec<_>>(), [0], "{id}");
        let Judgement::Violated(found) =
            cell(id, "legal-net").judge(&instance, &Patience::unlimited()).unwrap()
        else {
            panic!("{id}")
        };
        assert_eq!(found.margin, r("1/5"), "{id}");
    }
    assert_eq!(instance.share_with(0, &instance.admitted).finite(), Some(&r("1/5")));
}

/// Quotas 2 and 3; in each queue a workload of 5 with priority 1 and one of 1. The small workloads are within their
/// quota and reclaim it from the other queue's large workload; the large workloads preempt in their own queue by
/// priority.
#[test]
fn two_queues_rotate_by_quota_and_priority_by_hand() {
    let start = queues(
        "quota = [[2], [3]]\nworkload = [{ queue = 0, request = [5], priority = 1 }, { queue = 0, request = [1] }, { queue = 1, request = [5], priority = 1 }, { queue = 1, request = [1] }]\nadmitted = [0]\n",
    );
    for id in IDS {
        let steps = follow(mech(id).specification(), &start, &[3, 2, 1, 0]).unwrap();
        let rules: Vec<Rule> = steps.iter().map(|step| step.decision.targets()[0].rule).collect();
        assert_eq!(rules, [Rule::Nominal, Rule::Own, Rule::Nominal, Rule::Own], "{id}");
        assert_eq!(steps[3].state.admitted, [0], "{id}");
    }
}

/// Each property on an instance on which it holds, and on one on which it is violated.
#[test]
fn every_property_accepts_and_rejects() {
    // One queue preempts borrowed resources of the other, within its own quota.
    let plain = || {
        queues(
            "quota = [[2], [2]]\nworkload = [{ queue = 0, request = [3] }, { queue = 1, request = [2] }]\nadmitted = [0]\n",
        )
    };
    // The preemptor has 2/6 afterwards; the other queue has 1 before, and 3/6 without the workload that is preempted
    // by S2-a.
    let borrowed = || {
        queues(
            "quota = [[0], [0], [6]]\nworkload = [{ queue = 0, request = [3] }, { queue = 0, request = [3] }, { queue = 1, request = [2] }]\nadmitted = [0, 1]\n",
        )
    };
    let ledger: &[(&str, Queues, Option<Queues>)] = &[
        ("acyclic", plain(), Some(two_queues("[0, 1]"))),
        ("acyclic-in-turn", plain(), Some(two_queues("[]"))),
        ("feasible", plain(), None),
        ("legal-after", borrowed(), Some(two_queues("[0, 1]"))),
        ("legal-net", borrowed(), Some(queues(COUNTED_OUT))),
        ("minimal-victims", plain(), None),
        ("no-return", plain(), Some(two_queues("[0, 1]"))),
        ("quota-kept", plain(), Some(two_queues("[0, 1]"))),
    ];
    assert_eq!(ledger.iter().map(|line| line.0).collect::<Vec<_>>(), ids());
    for (id, holds, violated) in ledger {
        let judged = cell("kueue-preempt", id).judge(holds, &Patience::unlimited()).unwrap();
        assert!(matches!(judged, Judgement::Holds(_)), "{id}: {judged:?}");
        if let Some(violated) = violated {
            assert!(
                cell("kueue-preempt", id).violated(violated, &Patience::unlimited()).unwrap().is_some(),
                "{id}"
            );
        }
    }
}

fn ids() -> Vec<&'static str> {
    property::COHORT.iter().map(|p| p.id()).collect()
}

fn said(
    property: &str,
    instance: &Queues,
    targets: &[(usize, Rule)],
    witness: &Witness<Cohort>,
) -> Result<Margin, Rejected> {
    let targets =
        targets.iter().map(|(workload, rule)| Target { workload: *workload, rule: *rule }).collect();
    let outcome = Decision { targets: Some(targets) };
    let run = Run { mechanism: mech("kueue-preempt").specification(), instance, outcome };
    prop(property).confirm(&run, witness, None)
}

#[test]
fn loops_that_are_none_are_refused() {
    let start = two_queues("[0, 1]");
    let of = |property: &str, before: &[usize], cycle: &[usize]| {
        let witness = Witness::Cycle { before: before.to_vec(), cycle: cycle.to_vec() };
        said(property, &start, &[(0, Rule::Final), (1, Rule::Initial)], &witness)
    };
    for property in ["acyclic", "acyclic-in-turn"] {
        assert_eq!(of(property, &[], &[2, 0, 1]), Ok(r("3")), "{property}");
        assert_eq!(of(property, &[2], &[0, 1, 2]), Ok(r("3")), "{property}");
        let refused = [
            (vec![], vec![]),         // no step
            (vec![], vec![2, 0]),     // the state does not return
            (vec![], vec![0, 2, 1]),  // workload 1 is not pending
            (vec![2], vec![1, 0, 2]), // workload 2 is turned down
            (vec![2, 2], vec![0, 1]), // workload 3 is not pending a second time
            (vec![0], vec![2, 0, 1]), // nor workload 1 at the start
        ];
        for (before, cycle) in refused {
            let said = of(property, &before, &cycle);
            assert!(matches!(said, Err(Rejected::Misfit(_))), "{property} {before:?} {cycle:?}: {said:?}");
        }
        assert_eq!(said(property, &start, &[], &Witness::Agent(0)), Err(Rejected::Kind));
    }
    // From the empty state workload 2 may ask first; in turn workload 1 asks, whose queue stays within its quota.
    let empty = two_queues("[]");
    let order = Witness::Cycle { before: vec![1, 0], cycle: vec![2, 0, 1] };
    let outcome = mech("kueue-preempt").allocate(&empty, &Patience::unlimited()).unwrap();
    let run = Run { mechanism: mech("kueue-preempt").specification(), instance: &empty, outcome };
    assert!(matches!(prop("acyclic").confirm(&run, &order, None), Err(Rejected::Misfit(_))));
    let order = Witness::Cycle { before: vec![1, 0, 2], cycle: vec![0, 1, 2] };
    assert_eq!(prop("acyclic").confirm(&run, &order, None), Ok(r("3")));
    assert!(matches!(prop("acyclic-in-turn").confirm(&run, &order, None), Err(Rejected::Misfit(_))));
}

/// A misspelt name of a rule is refused, with the near one.
#[test]
fn a_misspelt_rule_is_refused_with_its_place() {
    let start = two_queues("[0, 1]");
    let outcome = Document::parse("test.toml", "targets = [[0, \"nominl\"]]\n").unwrap();
    let error = Cohort::read_outcome(&start, &outcome.node()).unwrap_err();
    assert!(error.field == "targets[0][1]" && error.reason.contains("did you mean `nominal`"), "{error}");
}

/// Instances are written back byte for byte, and shrinking ends.
#[test]
fn instances_print_back_and_shrink() {
    for instance in instances::cohort::stream(instances::Scope::default(), 9).take(300) {
        let written = Cohort::write(&instance);
        assert_eq!(read(&written), instance);
        let document = Document::parse("back.toml", &written.to_toml()).unwrap();
        assert_eq!(Cohort::read(&document.node()), Ok(instance.clone()));
        for smaller in Cohort::shrink(&instance) {
            assert_ne!(smaller, instance);
            assert_eq!(read(&Cohort::write(&smaller)), smaller);
        }
    }
    let mut instance = instances::cohort::stream(instances::Scope::default(), 10).next().unwrap();
    let mut steps = 0;
    while let Some(smaller) = { Cohort::shrink(&instance).next() } {
        (instance, steps) = (smaller, steps + 1);
    }
    assert!(steps < 200, "{steps}");
}

/// Up to renaming queues no instance occurs twice, and no instance of a small scope is missing: counted by hand for
/// one queue, one resource and entries up to 1, where the quota is 1, every workload asks for 1, and at most one is
/// admitted.
#[test]
fn enumerations_are_complete_and_free_of_copies() {
    let scope = |text: &str| text.parse::<instances::Scope>().unwrap();
    let small: Vec<Queues> =
        instances::cohort::enumerate(scope("workloads=2,queues=1,resources=1,max=1"), Anonymous::ALL)
            .collect();
    // One workload, pending; two, of which none, the first or the second is admitted.
    assert_eq!(small.len(), 1 + 3);
    let pairs: Vec<Queues> =
        instances::cohort::enumerate(scope("workloads=2,queues=2,resources=2,max=1"), Anonymous::ALL)
            .collect();
    for (k, one) in pairs.iter().enumerate() {
        assert!(pairs[..k].iter().all(|other| !instances::cohort::alike(one, other)), "{one:?}");
    }
    let mut larger =
        instances::cohort::enumerate(scope("workloads=2,queues=2,resources=1,max=2"), Anonymous::ALL);
    assert!(larger.any(|one| one == queues(
        "quota = [[0], [2]]\nworkload = [{ queue = 0, request = [2] }, { queue = 1, request = [1] }]\nadmitted = [0]\n"
    )));
    assert!(pairs.len() > 100, "{}", pairs.len());
}
