//! The workbench: the one place where types are erased. Ids and documents go in, reports and records come
//! out.
//!
//! The command line, the tests and the book access models only through [`Bench`], which consists of
//! [`Judging`] of one instance, [`Searching`] of many, and [`Keeping`] of the results.

mod assumed;
mod bounded;
#[cfg(feature = "curate")]
mod departed;
#[cfg(feature = "curate")]
mod explaining;
mod fitted;
mod gist;
mod held;
mod infinitesimal;
mod judging;
mod keeping;
mod latex;
mod listing;
mod long;
#[cfg(feature = "curate")]
mod marked;
#[cfg(feature = "curate")]
mod own;
mod program;
#[cfg(feature = "programs")]
mod programs;
mod report;
mod ruling;
mod searching;
mod standard;
mod verdict;
pub mod query;

use std::fmt::Debug;
use std::sync::LazyLock;

pub use assumed::{Assumption, assumptions, beside};
#[cfg(feature = "curate")]
pub use explaining::{Elsewhere, Explained, Explaining, Near, Turned};
pub use gist::{last_sentence, note};
pub use held::Held;
pub use judging::Judging;
pub use keeping::Keeping;
use listing::{Listing, unknown};
pub use long::LongReport;
pub use program::{Behaviour, OfProgram};
#[cfg(feature = "programs")]
pub use programs::{Foreign, on_record, with_programs};
pub use report::{
    Answer, CellReport, CensusReport, Entry, Exhibit, MechanismCensus, PropertyCensus, Ruling, RunReport,
    SeparationReport, Shown, Steps, WorstOfSize, WorstReport,
};
pub use ruling::Cells;
pub use searching::{Plan, Searching, strategy_list};
pub use verdict::{Concluded, concluded, status, tried};

#[cfg(feature = "curate")]
use fairwitness_engine::threads;
use fairwitness_engine::{
    archive, clock, inert, instances, linear, mechanism, model, property, scalar, search, trace,
};
use fairwitness_kernel::document;

use crate::archive::record::{write_other, write_witness};
use crate::archive::replay::LOCAL;
use crate::document::suggest::nearest;
use crate::document::{Document, InputError, Node, Read, Value, shown};
use crate::instances::Instances;
use crate::linear::{Cut, Halt, Patience, Uncut as _};
use crate::mechanism::{Mechanism, certified};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::{Cluster, Pool};
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::refusal::Refusal;
use crate::model::{Model, Presented};
use crate::property::Examine;
use crate::property::evidence::Run;
use crate::property::judge::{Cell, Conviction};
use crate::property::measure::Measure;
use crate::scalar::Rational;
use crate::search::Searched;

/// A value, or the id that is unknown or the field that cannot be read, or that the work was cut short.
pub type Within<T> = Result<T, Halt<InputError>>;

/// A model with its mechanisms and properties, with types erased. Ids passed in must occur in its tables.
pub trait Bench: Judging + Searching + Keeping + Explaining + Debug + Send + Sync {
    /// Returns the id of the model.
    fn model(&self) -> &'static str;
    /// Returns the page of the model.
    fn page(&self) -> &'static str;
    /// Returns the subject of the model in a few words.
    fn summary(&self) -> String {
        Entry { id: self.model(), page: self.page() }.name()
    }
    /// Returns the entries of the mechanisms, by id.
    fn mechanisms(&self) -> Vec<Entry<'_>>;
    /// Returns the entries of the properties, by id.
    fn properties(&self) -> Vec<Entry<'_>>;
    /// Returns the entries of the measures, by id.
    fn measures(&self) -> Vec<Entry<'_>>;
}

/// Without the feature `curate` records are not explained.
#[cfg(not(feature = "curate"))]
pub trait Explaining {}

#[cfg(not(feature = "curate"))]
impl<M: Presented> Explaining for Workbench<M> {}

/// Returns the benches of all models.
pub fn models() -> &'static [&'static dyn Bench] {
    static ARRIVALS: LazyLock<Workbench<Arrivals>> = LazyLock::new(Workbench::<Arrivals>::standard);
    static CLUSTER: LazyLock<Workbench<Cluster>> = LazyLock::new(Workbench::<Cluster>::standard);
    static COHORT: LazyLock<Workbench<Cohort>> = LazyLock::new(Workbench::<Cohort>::standard);
    static COVERING: LazyLock<Workbench<Covering>> = LazyLock::new(Workbench::<Covering>::standard);
    static MODELS: LazyLock<[&'static dyn Bench; 4]> =
        LazyLock::new(|| [&*ARRIVALS, &*CLUSTER, &*COHORT, &*COVERING]);
    MODELS.as_slice()
}

/// Returns the bench of the model with this id.
pub fn model(id: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.model() == id)
}

/// Returns the bench that has a mechanism with this id.
pub fn bench_of(mechanism: &str) -> Option<&'static dyn Bench> {
    models().iter().copied().find(|bench| bench.mechanisms().iter().any(|entry| entry.id == mechanism))
}

/// Returns the fields of an instance file whose model must be `M`, to be read without the field `model` and the fields
/// about the state from which a file was imported.
fn instance_fields<M: Model>(document: &Document) -> Read<Node<'_>> {
    let root = document.node();
    let Some(model) = document.root.get("model") else {
        return Err(root.error(format!("field `model` is missing: write model = \"{}\"", M::ID)));
    };
    if !matches!(model, Value::Text(text) if text == M::ID) {
        let node = root.child("model", model);
        let asked = node.text()?;
        // The ids alone: the benches would put every model into the engine of a page.
        let known = [Arrivals::ID, Cluster::ID, Cohort::ID, Covering::ID];
        let near = if known.contains(&asked) { None } else { nearest(asked, known) };
        return Err(node.error(match near {
            Some(near) => format!("is `{}`, which is no model; did you mean `{near}`?", shown(asked)),
            None => format!("is `{}`, and the mechanism allocates `{}`", shown(asked), M::ID),
        }));
    }
    assumptions(document)?;
    Ok(root.without(&beside::ALL))
}

/// Reads the instance of a file.
///
/// # Errors
/// The file has another model, or is no instance of `M`.
pub(crate) fn instance_of<M: Model>(document: &Document) -> Read<M::Instance<Rational>> {
    M::read(&instance_fields::<M>(document)?)
}

/// Reads the cluster of a file, for an audit of what runs, which takes larger ones than mechanisms do.
///
/// # Errors
/// The file has another model, or is no instance of a cluster.
pub fn cluster_to_audit(document: &Document) -> Read<Pool> {
    Cluster::read_to_audit(&instance_fields::<Cluster>(document)?)
}

/// Reads the instance of a file in the form that the mechanism accepts: with classes of equal items if it
/// supports classes, and expanded otherwise. The inner error is for an instance that is too large to expand.
fn instance_for<M: Model>(
    mechanism: &dyn Mechanism<M>,
    document: &Document,
) -> Read<Result<M::Instance<Rational>, Refusal>> {
    let instance = instance_of::<M>(document)?;
    if mechanism.facts().takes_classes || !M::in_classes(&instance) {
        return Ok(Ok(instance));
    }
    Ok(M::one_by_one(&instance).map_err(Refusal::OutOfDomain))
}

fn with_model<M: Model>(instance: &M::Instance<Rational>) -> Value {
    let written = M::write(instance);
    let fields = written.fields().iter().map(|(name, value)| (name.as_str(), value.clone()));
    Value::table(std::iter::once(("model", Value::text(M::ID))).chain(fields))
}

type RunInfinitesimal<M> = fn(&dyn Mechanism<M>, &Document) -> Read<RunReport>;

type RunLong<M> = fn(&dyn Mechanism<M>, &<M as Model>::Instance<Rational>) -> Option<LongReport>;

/// A model with its mechanisms, properties and measures, built-in and the caller's own.
/// [`Workbench::with_rule`] and [`Workbench::with_gap`] add functions, `with_mechanism` and its like whole algorithms.
#[derive(Debug)]
pub struct Workbench<M: Model> {
    page: &'static str,
    mechanisms: Listing<dyn Mechanism<M>>,
    properties: Listing<dyn Examine<M>>,
    measures: Listing<dyn Measure<M>>,
    instances: Instances<M>,
    /// Runs an instance that uses `eps`, for models whose files admit it.
    infinitesimal: Option<RunInfinitesimal<M>>,
    /// Runs an instance whose outcome is much longer than the instance, for models that have such instances.
    long: Option<RunLong<M>>,
}

impl<M: Presented> Workbench<M> {
    /// Returns a workbench for a model of the caller's own, with its page and source of instances, and with
    /// empty tables.
    pub fn of(page: &'static str, instances: Instances<M>) -> Self {
        Self::with(page, (&[], &[], &[]), instances)
    }

    /// Adds a mechanism of the caller's own. Its id must be unused.
    ///
    /// # Errors
    /// The id is in use.
    pub fn with_mechanism(mut self, own: impl Mechanism<M> + 'static) -> Read<Self> {
        self.mechanisms.enter(Box::new(own))?;
        Ok(self)
    }

    /// Adds a property of the caller's own. Its id must be unused.
    ///
    /// # Errors
    /// The id is in use.
    pub fn with_property(mut self, own: impl Examine<M> + 'static) -> Read<Self> {
        self.properties.enter(Box::new(own))?;
        Ok(self)
    }

    /// Adds a measure of the caller's own. Its id must be unused.
    ///
    /// # Errors
    /// The id is in use.
    pub fn with_measure(mut self, own: impl Measure<M> + 'static) -> Read<Self> {
        self.measures.enter(Box::new(own))?;
        Ok(self)
    }
}

impl<M: Presented> Workbench<M> {
    fn mechanism(&self, id: &str) -> Read<&dyn Mechanism<M>> {
        self.mechanisms.find(id)
    }

    fn cell(&self, mechanism: &str, property: &str) -> Read<Cell<'_, M>> {
        Ok(Cell { mechanism: self.mechanism(mechanism)?, property: self.property(property)? })
    }

    fn property(&self, id: &str) -> Read<&dyn Examine<M>> {
        self.properties.find(id)
    }

    fn blank(cell: Cell<'_, M>, answer: Answer, searched: Searched) -> CellReport {
        CellReport {
            mechanism: cell.mechanism.id(),
            property: cell.property.id(),
            model: M::ID,
            answer,
            as_printed: cell.mechanism.as_printed(),
            outside: cell.mechanism.outside().is_some(),
            command: cell.mechanism.outside().map(|outside| outside.command().to_string()),
            slack: cell.mechanism.slack().cloned(),
            judge: cell.property.command().map(ToString::to_string),
            minimality: LOCAL,
            searched,
            ..CellReport::default()
        }
    }

    fn violation(
        cell: Cell<'_, M>,
        instance: &M::Instance<Rational>,
        found: Conviction<M>,
        searched: Searched,
        patience: &Patience,
    ) -> Result<CellReport, Cut> {
        let run = Run { mechanism: cell.mechanism.specification(), instance, outcome: found.outcome };
        let every = cell.stands_for_every(&run, &found.witness);
        let proof = |instance: &M::Instance<Rational>, outcome: &M::Outcome<Rational>| {
            if cell.mechanism.as_printed() {
                return cell.mechanism.start(instance, patience);
            }
            Ok(certified(cell.mechanism, instance, outcome, patience).uncut()?.ok())
        };
        let certificate = proof(instance, &run.outcome)?;
        let mut second = None;
        if let Some(other) = found.witness.other(instance)
            && let Ok(outcome) = cell.mechanism.allocate(&other, patience).uncut()?
        {
            second = Some(write_other::<M>(&other, &outcome, proof(&other, &outcome)?.as_ref()));
        }
        Ok(CellReport {
            instance: Some(with_model::<M>(instance)),
            outcome: Some(M::write_outcome(instance, &run.outcome)),
            certificate: certificate.map(|c| M::write_certificate(instance, &c)),
            other: second,
            witness: Some(write_witness::<M>(instance, &found.witness, &found.margin, every)),
            story: Some(cell.tell(&run, &found.witness, patience)?),
            tables: M::tables(instance, Some(&run.outcome)),
            size: Some(M::size_label(instance)),
            ..Self::blank(cell, Answer::Violated, searched)
        })
    }
}

impl<M: Presented> Bench for Workbench<M> {
    fn model(&self) -> &'static str {
        M::ID
    }

    fn page(&self) -> &'static str {
        self.page
    }

    fn mechanisms(&self) -> Vec<Entry<'_>> {
        self.mechanisms.each().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }

    fn properties(&self) -> Vec<Entry<'_>> {
        self.properties.each().map(|p| Entry { id: p.id(), page: p.page() }).collect()
    }

    fn measures(&self) -> Vec<Entry<'_>> {
        self.measures.each().map(|m| Entry { id: m.id(), page: m.page() }).collect()
    }
}
