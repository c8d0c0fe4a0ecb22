//! The workbench: one seam at which types are erased. Ids and documents go in, reports and records come out.
//!
//! The command line, the tests and the book speak to models only through [`Bench`], which is [`Judging`] of one instance,
//! [`Searching`] of many, and [`Keeping`] of what was found.

mod infinitesimal;
mod judging;
mod keeping;
mod report;
mod searching;

use std::fmt::Debug;

pub use judging::Judging;
pub use keeping::Keeping;
pub use report::{
    Answer, CensusReport, Entry, Exhibit, MechanismCensus, PropertyCensus, Report, RunReport,
    SeparationReport, WorstReport,
};
pub use searching::{Plan, Searching, strategy_list};

use crate::archive::record::{write_other, write_witness};
use crate::archive::replay::LOCAL;
use crate::document::{Document, InputError, Node, Value};
use crate::instances::{self, Instances};
use crate::mechanism::{self, Mechanism, certified};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::covering::Covering;
use crate::model::{Hypothesis, Model};
use crate::property::evidence::Run;
use crate::property::judge::{Cell, Conviction};
use crate::property::measure::{self, Measure};
use crate::property::{self, Property};
use crate::scalar::Rational;
use crate::search::Searched;

/// A model with its mechanisms and properties, types erased. Ids passed in must be of its tables.
pub trait Bench: Judging + Searching + Keeping + Debug + Sync {
    /// The model's id.
    fn model(&self) -> &'static str;
    /// Its page.
    fn page(&self) -> &'static str;
    /// What it is about, in a few words.
    fn summary(&self) -> String {
        Entry { id: self.model(), page: self.page() }.name()
    }
    /// Its mechanisms, by id.
    fn mechanisms(&self) -> Vec<Entry>;
    /// Its properties, by id.
    fn properties(&self) -> Vec<Entry>;
    /// Its measures, by id.
    fn measures(&self) -> Vec<Entry>;
}

/// The models of the workbench.
pub fn models() -> &'static [&'static dyn Bench] {
    &[
        &Workbench::<Arrivals> {
            page: include_str!("../../models/arrivals.md"),
            mechanisms: mechanism::ARRIVALS,
            properties: property::ARRIVALS,
            measures: measure::ARRIVALS,
            instances: instances::ARRIVALS,
            infinitesimal: Some(infinitesimal::arrivals),
        },
        &Workbench::<Cluster> {
            page: include_str!("../../models/cluster.md"),
            mechanisms: mechanism::CLUSTER,
            properties: property::CLUSTER,
            measures: measure::CLUSTER,
            instances: instances::CLUSTER,
            infinitesimal: None,
        },
        &Workbench::<Covering> {
            page: include_str!("../../models/covering.md"),
            mechanisms: mechanism::COVERING,
            properties: property::COVERING,
            measures: measure::COVERING,
            instances: instances::COVERING,
            infinitesimal: None,
        },
    ]
}

/// The bench of that model.
pub fn model(id: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.model() == id)
}

/// The bench of a mechanism.
pub fn bench_of(mechanism: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.mechanisms().iter().any(|entry| entry.id == mechanism))
}

/// The fields of a file that says which model it is of, which must be `M`; without `model`.
fn instance_fields<M: Model>(document: &Document) -> Result<Value, InputError> {
    let root = document.node();
    let Some(model) = document.root.get("model") else {
        return Err(root.error(format!("field `model` is missing: write model = \"{}\"", M::ID)));
    };
    if *model != Value::text(M::ID) {
        let node = root.child("model", model);
        return Err(node.error(format!("is `{}`, and the mechanism allocates `{}`", node.text()?, M::ID)));
    }
    let fields = document.root.fields().iter().filter(|(name, _)| name != "model").cloned();
    Ok(Value::Table(fields.collect()))
}

/// The instance of a file.
fn instance_of<M: Model>(document: &Document) -> Result<M::Instance<Rational>, InputError> {
    M::read(&Node::new(&document.file, &instance_fields::<M>(document)?))
}

fn with_model<M: Model>(instance: &M::Instance<Rational>) -> Value {
    let mut fields = vec![("model".to_string(), Value::text(M::ID))];
    fields.extend(M::write(instance).fields().iter().cloned());
    Value::Table(fields)
}

type RunInfinitesimal<M> = fn(&dyn Mechanism<M>, &Document) -> Result<RunReport, InputError>;

#[derive(Debug)]
struct Workbench<M: Model> {
    page: &'static str,
    mechanisms: &'static [&'static dyn Mechanism<M>],
    properties: &'static [&'static dyn Property<M>],
    measures: &'static [&'static dyn Measure<M>],
    instances: Instances<M>,
    /// Runs an instance that uses `eps`, for models whose files may.
    infinitesimal: Option<RunInfinitesimal<M>>,
}

fn unknown(what: &str, id: &str) -> InputError {
    InputError {
        file: "ids".to_string(),
        field: what.to_string(),
        reason: format!("`{id}` is none of this model"),
    }
}

impl<M: Model> Workbench<M> {
    fn mechanism(&self, id: &str) -> Result<&'static dyn Mechanism<M>, InputError> {
        self.mechanisms.iter().copied().find(|m| m.id() == id).ok_or_else(|| unknown("mechanism", id))
    }

    fn cell(&self, mechanism: &str, property: &str) -> Result<Cell<M>, InputError> {
        Ok(Cell { mechanism: self.mechanism(mechanism)?, property: self.property(property)? })
    }

    fn property(&self, id: &str) -> Result<&'static dyn Property<M>, InputError> {
        self.properties.iter().copied().find(|p| p.id() == id).ok_or_else(|| unknown("property", id))
    }

    fn blank(cell: Cell<M>, answer: Answer, searched: Searched) -> Report {
        Report {
            mechanism: cell.mechanism.id(),
            property: cell.property.id(),
            model: M::ID,
            answer,
            reason: None,
            instance: None,
            outcome: None,
            witness: None,
            certificate: None,
            other: None,
            as_printed: cell.mechanism.as_printed(),
            story: None,
            tables: Vec::new(),
            strategy: None,
            hypothesis: Hypothesis::None,
            size: None,
            minimality: LOCAL,
            searched,
        }
    }

    fn violation(
        cell: Cell<M>,
        instance: &M::Instance<Rational>,
        found: Conviction<M>,
        searched: Searched,
    ) -> Report {
        let run = Run { mechanism: cell.mechanism, instance, outcome: found.outcome };
        let every = cell.stands_for_every(&run, &found.witness);
        let proof = |instance: &M::Instance<Rational>, outcome: &M::Outcome<Rational>| {
            let asked = !cell.mechanism.as_printed();
            asked.then(|| certified(cell.mechanism, instance, outcome).ok()).flatten()
        };
        let certificate = proof(instance, &run.outcome);
        let other = found.witness.other(instance).and_then(|other| {
            let outcome = cell.mechanism.allocate(&other).ok()?;
            Some(write_other::<M>(&other, &outcome, proof(&other, &outcome).as_ref()))
        });
        Report {
            instance: Some(with_model::<M>(instance)),
            outcome: Some(M::write_outcome(instance, &run.outcome)),
            certificate: certificate.map(|c| M::write_certificate(instance, &c)),
            other,
            witness: Some(write_witness::<M>(instance, &found.witness, &found.margin, every)),
            story: Some(cell.property.tell(&run, &found.witness)),
            tables: M::tables(instance, Some(&run.outcome)),
            size: Some(M::size_label(instance)),
            ..Self::blank(cell, Answer::Violated, searched)
        }
    }
}

impl<M: Model> Bench for Workbench<M> {
    fn model(&self) -> &'static str {
        M::ID
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn mechanisms(&self) -> Vec<Entry> {
        self.mechanisms.iter().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }

    fn properties(&self) -> Vec<Entry> {
        self.properties.iter().map(|p| Entry { id: p.id(), page: p.page() }).collect()
    }

    fn measures(&self) -> Vec<Entry> {
        self.measures.iter().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }
}
