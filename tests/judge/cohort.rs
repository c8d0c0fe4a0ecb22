//! Cohorts by hand: decisions that can be carried out, and what each property reads of them.

use fairwitness::archive::record::{Record, read_witness};
use fairwitness::document::{Document, Node};
use fairwitness::mechanism;
use fairwitness::model::Model as _;
use fairwitness::model::cohort::{
    Certificate, Cohort, Decision, Queues, Rule, Setting, Target, Terms, Workload,
};
use fairwitness::model::refusal::Rejected;
use fairwitness::property;
use fairwitness::property::evidence::{Margin, Run, Witness};

use super::support::{load, r, records, root, rows};

/// Queues of weight 1; each workload has a queue and a request.
fn queues(quota: &[&[&str]], workloads: &[(usize, &[&str])], admitted: &[usize]) -> Queues {
    let workload = |(queue, request): &(usize, &[&str])| Workload {
        queue: *queue,
        request: rows(&[request]).remove(0),
        priority: 0,
    };
    Queues {
        quota: rows(quota),
        weight: vec![r("1"); quota.len()],
        workload: workloads.iter().map(workload).collect(),
        admitted: admitted.to_vec(),
        incoming: None,
        terms: Terms::default(),
    }
}

fn admits(targets: &[(usize, Rule)]) -> Decision {
    Decision { targets: Some(targets.iter().map(|&(workload, rule)| Target { workload, rule }).collect()) }
}

/// Quotas of (3, 1) and (1, 1); workloads 1 and 2 are admitted, and workload 3 asks for 2 of resource 1.
#[test]
fn a_workload_is_admitted_where_it_fits() {
    let queues =
        queues(&[&["3", "1"], &["1", "1"]], &[(0, &["2", "1"]), (1, &["1", "0"]), (1, &["2", "1"])], &[0, 1]);
    let of = |targets: &[usize]| {
        let targets: Vec<(usize, Rule)> = targets.iter().map(|w| (*w, Rule::Own)).collect();
        Cohort::feasible(Setting, &queues, &admits(&targets))
    };
    // Admitted are 3 of 4 units of resource 1: workload 3 fits once workload 1 or workload 2 is gone.
    assert_eq!(Cohort::feasible(Setting, &queues, &Decision::DOWN), Ok(()));
    assert_eq!(of(&[0]), Ok(()));
    assert_eq!(of(&[1]), Ok(()));
    assert_eq!(of(&[1, 0]), Ok(()));
    let what = "the asking workload needs more of resource 1 than is left".to_string();
    assert_eq!(of(&[]), Err(Rejected::Infeasible { what, by: r("1") }));
    let misfit = |what: &str| Err(Rejected::Misfit(what.to_string()));
    assert_eq!(of(&[2]), misfit("workload 3 is a target and is not admitted"));
    assert_eq!(of(&[1, 0, 1]), misfit("workload 2 is a target twice"));
    let all = Queues { admitted: vec![0, 1, 2], ..queues.clone() };
    assert_eq!(Cohort::feasible(Setting, &all, &admits(&[])), misfit("no workload asks"));
    // Once it is admitted, the workload that the file names asks no more.
    let named = Queues { incoming: Some(2), ..queues.clone() };
    assert_eq!(named.after(2, &admits(&[(0, Rule::Own)])).asks(), Some(0));
}

/// Two queues with a quota of 2. Queue 2 runs workloads 1 and 2 with 2 and 1 units, and workload 3 of queue 1 asks for 3: queue 1
/// would have a share of 1/4. Queue 2 has a share of 1/4 before, and of nothing without workload 1.
#[test]
fn decisions_are_compared_by_shares_and_quotas() {
    let queues = queues(&[&["2"], &["2"]], &[(1, &["2"]), (1, &["1"]), (0, &["3"])], &[0, 1]);
    let of = |id: &str, targets: &[(usize, Rule)], witness: &Witness<Cohort>| -> Result<Margin, Rejected> {
        let mechanism = mechanism::COHORT[0].specification();
        let property = property::COHORT.iter().find(|p| p.id() == id).unwrap();
        property.confirm(&Run { mechanism, instance: &queues, outcome: admits(targets) }, witness, None)
    };
    let none = |margin: &str| Err(Rejected::NoViolation(r(margin)));
    let by = |id: &str, rule: Rule| of(id, &[(0, rule)], &Witness::Agent(0));
    assert_eq!(by("legal-net", Rule::Final), none("0"));
    assert_eq!(by("legal-net", Rule::Initial), none("0"));
    assert_eq!(by("legal-after", Rule::Final), Ok(r("1/4")));
    assert!(matches!(by("legal-after", Rule::Initial), Err(Rejected::OutOfScope(_))));
    let other = "workload 1 was not taken by a rule that compares shares".to_string();
    for rule in [Rule::Own, Rule::Nominal] {
        assert_eq!(by("legal-net", rule), Err(Rejected::Misfit(other.clone())));
    }
    // With workload 1 beside workload 2 queue 2 exceeds its quota; alone each is within it.
    let both = [(0, Rule::Final), (1, Rule::Initial)];
    assert_eq!(by("quota-kept", Rule::Final), none("0"));
    assert_eq!(of("quota-kept", &both, &Witness::Agent(0)), Ok(r("2")));
    assert_eq!(of("quota-kept", &both, &Witness::Agent(1)), Ok(r("1")));
    assert!(matches!(by("quota-kept", Rule::Own), Err(Rejected::OutOfScope(_))));
    // Workload 2 fits beside workload 3, and workload 1 does not.
    assert_eq!(of("minimal-victims", &both, &Witness::Agent(1)), Ok(r("1")));
    assert_eq!(of("minimal-victims", &both, &Witness::Agent(0)), none("0"));
    for id in ["legal-net", "legal-after", "quota-kept", "minimal-victims", "no-return"] {
        assert_eq!(of(id, &both, &Witness::Outcome), Err(Rejected::Kind), "{id}");
        let misfit = of(id, &both[..1], &Witness::Agent(1));
        assert_eq!(misfit, Err(Rejected::Misfit("workload 2 is no target".to_string())), "{id}");
    }
}

/// A queue within its quota takes the only workload of the queue that borrows, and no other decision is that of a rule.
#[test]
fn a_decision_is_that_of_the_rule() {
    let queues = queues(&[&["2"], &["2"]], &[(1, &["4"]), (0, &["2"])], &[0]);
    for mechanism in mechanism::COHORT {
        let specification = mechanism.specification();
        let decision = specification.printed().unwrap().run(&queues, None).unwrap();
        assert_eq!(decision.targets().len(), 1, "{}", mechanism.id());
        assert_eq!(specification.check(&queues, &decision, &Certificate), Ok(()), "{}", mechanism.id());
        for other in [Decision::DOWN, admits(&[]), admits(&[(0, Rule::Own)])] {
            assert!(specification.check(&queues, &other, &Certificate).is_err(), "{}", mechanism.id());
        }
    }
    let read = |text: &str| {
        let document = Document::parse("test.toml", text).unwrap();
        Cohort::read_certificate(&queues, &document.node())
    };
    assert_eq!(read("kind = \"rule\""), Ok(Certificate));
    assert!(
        read("kind = \"rules\"").is_err() && read("kind = \"rule\"\nmore = 1").is_err() && read("").is_err()
    );
    let written = Cohort::write_certificate(&queues, &Certificate);
    assert_eq!(Cohort::read_certificate(&queues, &Node::new("certificate", &written)), Ok(Certificate));
}

/// Workload 1 is preempted for workload 3, and asks next: in its own queue it preempts workload 2, whose priority is lower.
#[test]
fn a_target_that_returns_elsewhere_does_not_hit_back() {
    let mut queues = queues(&[&["2"], &["2"]], &[(1, &["2"]), (1, &["2"]), (0, &["2"])], &[0, 1]);
    queues.workload[0].priority = 1;
    let property = property::COHORT.iter().find(|p| p.id() == "no-return").unwrap();
    for mechanism in mechanism::COHORT {
        let run = Run {
            mechanism: mechanism.specification(),
            instance: &queues,
            outcome: admits(&[(0, Rule::Final)]),
        };
        let said = property.confirm(&run, &Witness::Agent(0), None);
        assert_eq!(said, Err(Rejected::NoViolation(r("0"))), "{}", mechanism.id());
    }
}

/// Quotas of 2 and 3: workload 1 would borrow 3 of 5 units and workload 3 would borrow 2, so workload 3 is first in turn.
#[test]
fn a_cycle_in_turn_begins_with_the_smaller_share() {
    let file = root().join("counterexamples/kueue-preempt-a-acyclic-2q4w1r.toml");
    let record = Record::read(&load(&file)).unwrap();
    let queues = Cohort::read(&Node::new("instance", &record.instance)).unwrap();
    let outcome = Cohort::read_outcome(&queues, &Node::new("outcome", &record.outcome)).unwrap();
    let (witness, ..) = read_witness::<Cohort>(&queues, &Node::new("witness", &record.witness)).unwrap();
    let mechanism = mechanism::COHORT.iter().find(|m| m.id() == record.mechanism).unwrap().specification();
    let property = property::COHORT.iter().find(|p| p.id() == "acyclic-in-turn").unwrap();
    let said = property.confirm(&Run { mechanism, instance: &queues, outcome }, &witness, None);
    assert_eq!(said, Err(Rejected::Misfit("workload 1 asks before it is its turn".to_string())));
}

/// A cycle on record, from the first state on, is one also if the file names the workload that asks.
#[test]
fn a_cycle_begins_with_any_workload() {
    let mut tried = 0;
    for file in records() {
        let record = Record::read(&load(&file)).unwrap();
        if record.model != "cohort" || record.property != "acyclic" {
            continue;
        }
        let mut queues = Cohort::read(&Node::new("instance", &record.instance)).unwrap();
        let outcome = Cohort::read_outcome(&queues, &Node::new("outcome", &record.outcome)).unwrap();
        let (witness, margin, _) =
            read_witness::<Cohort>(&queues, &Node::new("witness", &record.witness)).unwrap();
        let mechanism =
            mechanism::COHORT.iter().find(|m| m.id() == record.mechanism).unwrap().specification();
        let property = property::COHORT.iter().find(|p| p.id() == "acyclic").unwrap();
        queues.incoming = queues.pending().last().copied();
        let run = Run { mechanism, instance: &queues, outcome };
        assert_eq!(property.confirm(&run, &witness, None), Ok(margin), "{}", file.display());
        tried += 1;
    }
    assert!(tried > 2, "{tried}");
}
