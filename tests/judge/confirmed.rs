//! Every `confirm` on outcomes made by hand, by the tables in `tests/judge/cases`: the margin by the definition on the page,
//! no violation at the border, and refusals.

use fairwitness::archive::record::read_witness;
use fairwitness::document::{Node, Value};
use fairwitness::mechanism::{self, Mechanism};
use fairwitness::model::Model;
use fairwitness::model::cluster::Cluster;
use fairwitness::model::refusal::Rejected;
use fairwitness::property::evidence::{Margin, Run};
use fairwitness::property::{self, Examine};
use fairwitness::scalar::sum;

use super::support::{confirm, load, numbers, root};

fn list(value: &Value) -> &[Value] {
    let Value::List(items) = value else { panic!("no list: {value:?}") };
    items
}

fn text(value: &Value) -> &str {
    let Value::Text(text) = value else { panic!("no text: {value:?}") };
    text
}

/// An outcome as records have it: a placement, which is a list here, with the tasks of each user.
fn outcome<M: Model>(value: &Value) -> Value {
    match value {
        Value::List(rows) if M::ID == Cluster::ID => {
            let tasks: Vec<_> = rows.iter().map(|row| sum(numbers(row))).collect();
            let fields = [("placement", value.clone()), ("tasks", Value::numbers(&tasks))];
            Value::Table(fields.map(|(name, value)| (name.to_string(), value)).to_vec())
        }
        other => other.clone(),
    }
}

/// A witness as records have it, with a margin and a reach that are not compared.
fn witness<M: Model>(value: &Value) -> Value {
    let field = |(name, value): &(String, Value)| match name.as_str() {
        "instead" | "running" => (name.clone(), outcome::<M>(value)),
        _ => (name.clone(), value.clone()),
    };
    let unread = [("margin", Value::Integer(1)), ("stands", Value::text("chosen"))];
    let unread = unread.map(|(name, value)| (name.to_string(), value));
    Value::Table(value.fields().iter().map(field).chain(unread).collect())
}

/// The margin of a violation, a margin that is none, or the word for a refusal.
fn word(said: &Result<Margin, Rejected>) -> String {
    let word = match said {
        Ok(margin) => return margin.to_string(),
        Err(Rejected::NoViolation(margin)) => return format!("none: {margin}"),
        Err(Rejected::Kind) => "kind",
        Err(Rejected::Misfit(_)) => "misfit",
        Err(Rejected::OutOfScope(_)) => "out of scope",
        Err(Rejected::Infeasible { .. }) => "infeasible",
        Err(other) => return other.to_string(),
    };
    word.to_string()
}

/// Compares each case of a model with its property; the number of cases, each counted once for every property.
fn compared<M: Model>(
    mechanisms: &[&'static dyn Mechanism<M>],
    properties: &[&'static dyn Examine<M>],
) -> usize {
    let mut count = 0;
    for given in
        list(load(&root().join(format!("tests/judge/cases/{}.toml", M::ID))).root.get("given").unwrap())
    {
        let instance = M::read(&Node::new("instance", given.get("instance").unwrap())).unwrap();
        for case in list(given.get("cases").unwrap()) {
            let of = |name: &str| case.get(name).or_else(|| given.get(name)).unwrap();
            let mechanism = mechanisms.iter().find(|m| m.id() == text(of("mechanism"))).unwrap();
            let placed = outcome::<M>(of("outcome"));
            let outcome = M::read_outcome(&instance, &Node::new("outcome", &placed)).unwrap();
            let run = Run { mechanism: mechanism.specification(), instance: &instance, outcome };
            let filed = witness::<M>(of("witness"));
            let (witness, ..) = read_witness::<M>(&instance, &Node::new("witness", &filed)).unwrap();
            for id in list(of("property")).iter().map(text) {
                let property = properties.iter().find(|p| p.id() == id).unwrap();
                let said = confirm(*mechanism, *property, &run, &witness);
                match text(of("says")) {
                    "refused" => {
                        assert!(!matches!(said, Ok(_) | Err(Rejected::NoViolation(_))), "{id}: {case:?}");
                    }
                    says => assert_eq!(word(&said), says, "{id}: {case:?}"),
                }
                count += 1;
            }
        }
    }
    count
}

#[test]
fn every_case_is_confirmed_or_refused_as_its_derivation_says() {
    assert!(compared(mechanism::CLUSTER, property::CLUSTER) > 150);
    assert!(compared(mechanism::ARRIVALS, property::ARRIVALS) > 10);
}
