//! The workbench: one seam at which types are erased. Ids and documents go in, reports and records come out.
//!
//! The command line, the tests and the book speak to models only through [`Bench`], which is [`Judging`] of one instance,
//! [`Searching`] of many, and [`Keeping`] of what was found.

mod audit;
mod history;
mod explaining;
mod infinitesimal;
mod judging;
mod keeping;
mod long;
mod report;
mod searching;
#[cfg(feature = "schema")]
pub mod shape;
mod telling;

use std::fmt::Debug;
#[cfg(feature = "programs")]
use std::sync::Arc;
use std::sync::LazyLock;

pub use crate::audit::Shape;
pub use audit::{
    AuditAsked, AuditReport, ChangeLine, PropertyLine, UserLine, audit_file, audit_pictures,
    audit_properties, audit_smaller,
};
pub use explaining::{Elsewhere, Explained, Explaining, Near, Steps, Turned};
pub use history::{AuditHistory, PropertyHistory, UserHistory};
pub use judging::{CUT, Judging};
pub use keeping::Keeping;
pub use long::LongReport;
pub use report::{
    Answer, Behaviour, CensusReport, Entry, Exhibit, Failures, MechanismCensus, OfProgram, PropertyCensus,
    Report, Ruling, RunReport, SeparationReport, Shown, WorstOfSize, WorstReport,
};
pub use searching::{Plan, Searching, strategy_list};

use crate::archive::record::{write_other, write_witness};
use crate::archive::replay::LOCAL;
use crate::document::{Document, InputError, Node, Value};
use crate::instances::{self, Instances};
use crate::linear::{Cut, Halt, Patience, Uncut as _};
#[cfg(feature = "programs")]
use crate::mechanism::outside::{Outside, Program, Spoken};
use crate::mechanism::{self, Mechanism, certified};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::refusal::Refusal;
use crate::model::{Hypothesis, Model, Presented};
use crate::pages;
use crate::property::evidence::Run;
use crate::property::judge::{Cell, Conviction};
use crate::property::measure::{self, Measure};
use crate::property::{self, Examine};
use crate::scalar::Rational;
use crate::search::Searched;

/// A model with its mechanisms and properties, types erased. Ids passed in must be of its tables.
pub trait Bench: Judging + Searching + Keeping + Explaining + Debug + Sync {
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
    static MODELS: LazyLock<[&'static dyn Bench; 4]> = LazyLock::new(|| {
        [
            Box::leak(Box::new(Workbench::<Arrivals>::standard())),
            Box::leak(Box::new(Workbench::<Cluster>::standard())),
            Box::leak(Box::new(Workbench::<Cohort>::standard())),
            Box::leak(Box::new(Workbench::<Covering>::standard())),
        ]
    });
    MODELS.as_slice()
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

/// The instance of a file as the mechanism takes it: with classes of like things where it knows them, and else written out.
/// The inner error is for one that is too large for that.
fn instance_for<M: Model>(
    mechanism: &dyn Mechanism<M>,
    document: &Document,
) -> Result<Result<M::Instance<Rational>, Refusal>, InputError> {
    let instance = instance_of::<M>(document)?;
    if mechanism.specification().takes_classes() || !M::in_classes(&instance) {
        return Ok(Ok(instance));
    }
    Ok(M::one_by_one(&instance).map_err(Refusal::OutOfDomain))
}

fn with_model<M: Model>(instance: &M::Instance<Rational>) -> Value {
    let mut fields = vec![("model".to_string(), Value::text(M::ID))];
    fields.extend(M::write(instance).fields().iter().cloned());
    Value::Table(fields)
}

type RunInfinitesimal<M> = fn(&dyn Mechanism<M>, &Document) -> Result<RunReport, InputError>;

type RunLong<M> = fn(&dyn Mechanism<M>, &<M as Model>::Instance<Rational>) -> Option<LongReport>;

/// A model with mechanisms, properties and measures: those of the tables, and one's own beside them.
/// `examples/own_mechanism.rs` registers a rule of its own and has it judged, shrunk and recorded.
#[derive(Debug)]
pub struct Workbench<M: Model> {
    page: &'static str,
    mechanisms: Vec<&'static dyn Mechanism<M>>,
    properties: Vec<&'static dyn Examine<M>>,
    measures: Vec<&'static dyn Measure<M>>,
    instances: Instances<M>,
    /// Runs an instance that uses `eps`, for models whose files may.
    infinitesimal: Option<RunInfinitesimal<M>>,
    /// Runs an instance whose outcome is much longer than it is, for models that have such.
    long: Option<RunLong<M>>,
}

impl Workbench<Arrivals> {
    /// What the tables hold for arrivals.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "arrivals"),
            mechanisms: mechanism::ARRIVALS.to_vec(),
            properties: property::ARRIVALS.to_vec(),
            measures: measure::ARRIVALS.to_vec(),
            instances: instances::ARRIVALS,
            infinitesimal: Some(infinitesimal::arrivals),
            long: Some(long::arrivals),
        }
    }
}

impl Workbench<Cluster> {
    /// What the tables hold for clusters.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "cluster"),
            mechanisms: mechanism::CLUSTER.to_vec(),
            properties: property::CLUSTER.to_vec(),
            measures: measure::CLUSTER.to_vec(),
            instances: instances::CLUSTER,
            infinitesimal: None,
            long: None,
        }
    }
}

impl Workbench<Cohort> {
    /// What the tables hold for cohorts.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "cohort"),
            mechanisms: mechanism::COHORT.to_vec(),
            properties: property::COHORT.to_vec(),
            measures: measure::COHORT.to_vec(),
            instances: instances::COHORT,
            infinitesimal: None,
            long: None,
        }
    }
}

impl Workbench<Covering> {
    /// What the tables hold for covering.
    pub fn standard() -> Self {
        Workbench {
            page: pages::of("models", "covering"),
            mechanisms: mechanism::COVERING.to_vec(),
            properties: property::COVERING.to_vec(),
            measures: measure::COVERING.to_vec(),
            instances: instances::COVERING,
            infinitesimal: None,
            long: None,
        }
    }
}

/// An id that stands for something else already.
fn taken(what: &str, id: &str) -> InputError {
    InputError {
        file: "ids".to_string(),
        field: what.to_string(),
        reason: format!("`{id}` is taken; choose another id"),
    }
}

/// Puts an entry where its id belongs in the alphabet.
fn enter<T: Copy>(
    table: &mut Vec<T>,
    new: T,
    id: impl Fn(T) -> &'static str,
    what: &str,
) -> Result<(), InputError> {
    match table.binary_search_by_key(&id(new), |known| id(*known)) {
        Ok(_) => Err(taken(what, id(new))),
        Err(at) => {
            table.insert(at, new);
            Ok(())
        }
    }
}

impl<M: Presented> Workbench<M> {
    /// A workbench for a model of one's own, with its page and where its instances come from, and with empty tables.
    pub fn of(page: &'static str, instances: Instances<M>) -> Self {
        let (mechanisms, properties, measures) = (Vec::new(), Vec::new(), Vec::new());
        Workbench { page, mechanisms, properties, measures, instances, infinitesimal: None, long: None }
    }

    /// The same with a mechanism of one's own, which is kept as long as the program runs. Its id must be free.
    pub fn with_mechanism(mut self, own: impl Mechanism<M> + 'static) -> Result<Self, InputError> {
        enter(&mut self.mechanisms, Box::leak(Box::new(own)), |m| m.id(), "mechanism")?;
        Ok(self)
    }

    /// The same with a property of one's own, which is kept as long as the program runs. Its id must be free.
    pub fn with_property(mut self, own: impl Examine<M> + 'static) -> Result<Self, InputError> {
        enter(&mut self.properties, Box::leak(Box::new(own)), |p| p.id(), "property")?;
        Ok(self)
    }

    /// The same with a measure of one's own, which is kept as long as the program runs. Its id must be free.
    pub fn with_measure(mut self, own: impl Measure<M> + 'static) -> Result<Self, InputError> {
        enter(&mut self.measures, Box::leak(Box::new(own)), |m| m.id(), "measure")?;
        Ok(self)
    }
}

/// A program or a function outside, with the slack of its floats.
#[cfg(feature = "programs")]
pub type Foreign<'a> = (&'a Arc<Program>, &'a Rational);

/// The bench of a program's model, with the program among its mechanisms. The slack is that of floats.
#[cfg(feature = "programs")]
pub fn with_program(program: &Arc<Program>, slack: &Rational) -> Result<Box<dyn Bench>, InputError> {
    with_programs((program, slack), &[])
}

/// The same with more programs of that model.
#[cfg(feature = "programs")]
pub fn with_programs(first: Foreign<'_>, more: &[Foreign<'_>]) -> Result<Box<dyn Bench>, InputError> {
    let all: Vec<Foreign<'_>> = std::iter::once(&first).chain(more).copied().collect();
    match first.0.greeting().model.as_str() {
        Arrivals::ID => Ok(Box::new(joined(Workbench::<Arrivals>::standard(), &all)?)),
        Cluster::ID => Ok(Box::new(joined(Workbench::<Cluster>::standard(), &all)?)),
        Cohort::ID => Ok(Box::new(joined(Workbench::<Cohort>::standard(), &all)?)),
        Covering::ID => Ok(Box::new(joined(Workbench::<Covering>::standard(), &all)?)),
        other => Err(InputError {
            file: first.0.command().to_string(),
            field: String::new(),
            reason: format!(
                "the greeting: `{other}` is no model; there are arrivals, cluster, cohort, covering"
            ),
        }),
    }
}

/// The workbench with the programs among its mechanisms.
#[cfg(feature = "programs")]
fn joined<M: Spoken + Presented>(
    bench: Workbench<M>,
    programs: &[Foreign<'_>],
) -> Result<Workbench<M>, InputError> {
    programs.iter().try_fold(bench, |bench, (program, slack)| {
        let failed =
            |reason: String| InputError { file: program.command().to_string(), field: String::new(), reason };
        let own = Outside::new(Arc::clone(program), (*slack).clone()).map_err(|f| failed(f.to_string()))?;
        bench.with_mechanism(own).map_err(|error| failed(format!("the greeting: {}", error.reason)))
    })
}

impl From<InputError> for Halt<InputError> {
    fn from(error: InputError) -> Self {
        Halt::Failed(error)
    }
}

impl Halt<InputError> {
    /// The error, for whoever has no other word for a cut.
    pub fn error(self) -> InputError {
        let said = |cut: Cut| InputError {
            file: "instance".to_string(),
            field: String::new(),
            reason: cut.to_string(),
        };
        match self {
            Halt::Cut => said(Cut),
            Halt::Failed(error) => error,
        }
    }
}

fn unknown(what: &str, id: &str) -> InputError {
    InputError {
        file: "ids".to_string(),
        field: what.to_string(),
        reason: format!("`{id}` is none of this model"),
    }
}

impl<M: Presented> Workbench<M> {
    fn mechanism(&self, id: &str) -> Result<&'static dyn Mechanism<M>, InputError> {
        self.mechanisms.iter().copied().find(|m| m.id() == id).ok_or_else(|| unknown("mechanism", id))
    }

    fn cell(&self, mechanism: &str, property: &str) -> Result<Cell<M>, InputError> {
        Ok(Cell { mechanism: self.mechanism(mechanism)?, property: self.property(property)? })
    }

    fn property(&self, id: &str) -> Result<&'static dyn Examine<M>, InputError> {
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
            outside: cell.mechanism.outside().is_some(),
            command: cell.mechanism.outside().map(|outside| outside.command().to_string()),
            slack: cell.mechanism.slack().cloned(),
            story: None,
            tables: Vec::new(),
            strategy: None,
            hypothesis: Hypothesis::None,
            size: None,
            minimality: LOCAL,
            searched,
            record: None,
            program: None,
        }
    }

    fn violation(
        cell: Cell<M>,
        instance: &M::Instance<Rational>,
        found: Conviction<M>,
        searched: Searched,
        patience: &Patience,
    ) -> Result<Report, Cut> {
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
        Ok(Report {
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
