//! Models of allocation, each with its types of instance, outcome, report and certificate.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod covering;
pub mod refusal;

pub use refusal::{Checked, Refusal, Rejected, certain, uncertified};

use std::fmt::Debug;

use crate::document::{Node, Read, Value};
use crate::scalar::{Rational, Scalar, simplest_between};

/// The quotas of queues with which a property is defined, each kind with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quotas {
    /// Neither floors nor caps.
    None,
    /// Floors.
    Floors,
    /// Floors and caps.
    Caps,
}

/// An allocation problem of a model, in exact numbers.
pub type Instance<M> = <M as Model>::Instance<Rational>;

/// An allocation of a model, in exact numbers.
pub type Outcome<M> = <M as Model>::Outcome<Rational>;

/// A model of allocation: the types that its mechanisms and properties speak of.
pub trait Model: Debug + Copy + PartialEq + Send + Sync + 'static {
    /// The model's name in files and on the command line.
    const ID: &'static str;
    /// The word for an agent in the singular, such as `user`.
    const AGENT: &'static str;
    /// `true` if the amounts of agents are tasks.
    const IN_TASKS: bool = false;
    /// The unit of the margins of most properties, in words that follow the number; empty for tasks.
    const UNIT: &'static str = "";
    /// The hypotheses that can be stated for instances of the model.
    const HYPOTHESES: &'static [Hypothesis] = &[Hypothesis::None, Hypothesis::PositiveDemands];
    /// An allocation problem with numbers of type `S`.
    type Instance<S: Scalar>: Clone + Debug + PartialEq + Send + Sync;
    /// An allocation, the answer of a mechanism.
    type Outcome<S: Scalar>: Clone + Debug + PartialEq + Send + Sync;
    /// The part of an instance that an agent states itself and can misreport.
    type Report: Clone + Debug + PartialEq + Send + Sync;
    /// A proof that an outcome meets a mechanism's specification.
    type Certificate: Clone + Debug + PartialEq + Send + Sync;
    /// The reading of feasibility that a mechanism uses, such as how servers are divided.
    type Setting: Copy + Debug + PartialEq + Send + Sync;
    /// The certificate without data of a rule that is evaluated again; `None` if the model has no such certificate.
    const RULE: Option<Self::Certificate> = None;

    /// Checks that `outcome` can be carried out on `instance`.
    ///
    /// # Errors
    /// The first constraint that is violated, and the amount.
    fn feasible(setting: Self::Setting, instance: &Instance<Self>, outcome: &Outcome<Self>) -> Checked;

    /// Reads an instance from the fields of a file; the field `model` is read by the caller.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    fn read(node: &Node<'_>) -> Read<Instance<Self>>;
    /// Reads the instance of a JSON text without building a tree, if the text is so plain that this model has a direct
    /// reader for it; the instance then equals that of [`Model::read`]. `None` for every other text.
    fn read_plain(_text: &str) -> Option<Instance<Self>> {
        None
    }
    /// Writes an instance as the fields of a file, without `model`.
    fn write(instance: &Instance<Self>) -> Value;
    /// Reads an outcome of `instance`.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    fn read_outcome(instance: &Instance<Self>, node: &Node<'_>) -> Read<Outcome<Self>>;
    /// Writes an outcome of `instance` as a document.
    fn write_outcome(instance: &Instance<Self>, outcome: &Outcome<Self>) -> Value;
    /// Reads a certificate of an outcome of `instance`.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    fn read_certificate(instance: &Instance<Self>, node: &Node<'_>) -> Read<Self::Certificate>;
    /// Writes a certificate of an outcome of `instance` as a document.
    fn write_certificate(instance: &Instance<Self>, certificate: &Self::Certificate) -> Value;
    /// Reads the report of an agent of `instance`.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed.
    fn read_report(instance: &Instance<Self>, node: &Node<'_>) -> Read<Self::Report>;
    /// Writes a report as a document.
    fn write_report(report: &Self::Report) -> Value;
    /// The instance in which `agent` reports `report` instead of the truth.
    fn misreported(instance: &Instance<Self>, agent: usize, report: &Self::Report) -> Instance<Self>;
    /// The instance without `agent`; `None` if no agent would be left.
    fn without(instance: &Instance<Self>, agent: usize) -> Option<Instance<Self>>;
    /// The number of agents of the instance.
    fn agents(instance: &Instance<Self>) -> usize;
    /// Strictly smaller instances, one shrinking step away, the boldest steps first.
    fn shrink(instance: &Instance<Self>) -> Box<dyn Iterator<Item = Instance<Self>> + '_>;
    /// Returns `true` if the instance meets the hypothesis. An instance meets every hypothesis that is not
    /// about its model.
    fn meets(hypothesis: Hypothesis, instance: &Instance<Self>) -> bool;
    /// The reason why most properties are not defined for the instance under any mechanism, to follow the name of one;
    /// `None` if they are.
    fn beyond(_instance: &Instance<Self>) -> Option<String> {
        None
    }
    /// The reason why a property that is defined with the `quotas` of queues is not defined for the instance.
    fn unread(_instance: &Instance<Self>, _quotas: Quotas) -> Option<String> {
        None
    }
    /// The utility of every agent, in the order of agents, by which outcomes are compared.
    fn gets(instance: &Instance<Self>, outcome: &Outcome<Self>) -> Vec<Rational>;
    /// The amount, above zero, that a relative slack is multiplied by.
    fn scale(instance: &Instance<Self>) -> Rational;
    /// Returns `true` if one row of the instance stands for several identical servers, which only some
    /// mechanisms accept.
    fn in_classes(_instance: &Instance<Self>) -> bool {
        false
    }
    /// The instance with a row for each of several identical servers.
    ///
    /// # Errors
    /// The reason why there are too many of them.
    fn one_by_one(instance: &Instance<Self>) -> Result<Instance<Self>, String> {
        Ok(instance.clone())
    }
    /// The size of the instance in short, for file names.
    fn size_label(instance: &Instance<Self>) -> String;
}

/// A hypothesis that a claim makes about its instances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hypothesis {
    /// Every instance of the model is admitted.
    #[default]
    None,
    /// Every demand is above zero.
    PositiveDemands,
    /// Every size is 1 and every demand is whole (model `covering`).
    UnitSizes,
    /// Each user has one weight, and not one for each resource (model `cluster`).
    UserWeights,
}

impl Hypothesis {
    /// Every hypothesis, in the order of their declaration.
    pub const ALL: [Hypothesis; 4] =
        [Hypothesis::None, Hypothesis::PositiveDemands, Hypothesis::UnitSizes, Hypothesis::UserWeights];

    /// The hypothesis whose id is `id`; `None` for an unknown id.
    pub fn named(id: &str) -> Option<Hypothesis> {
        Hypothesis::ALL.into_iter().find(|h| h.id() == id)
    }

    /// The id of the hypothesis in records and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Hypothesis::None => "none",
            Hypothesis::PositiveDemands => "positive",
            Hypothesis::UnitSizes => "unit",
            Hypothesis::UserWeights => "user-weights",
        }
    }

    /// Returns `true` if the instance meets the hypothesis.
    pub fn admits<M: Model>(self, instance: &M::Instance<Rational>) -> bool {
        self == Hypothesis::None || M::meets(self, instance)
    }

    /// Returns `true` if the instance of the second run of a record meets the hypothesis, or if there is no
    /// second run.
    pub fn admits_other<M: Model>(self, other: &Option<Value>) -> bool {
        let Some(instance) = other.as_ref().and_then(|other| other.get("instance")) else { return true };
        M::read(&Node::new("other", instance)).is_ok_and(|instance| self.admits::<M>(&instance))
    }
}

/// Key by which numbers are ordered from simple to complicated: the number of bits, then the value.
fn weight_of(x: &Rational) -> (u64, Rational) {
    (x.bits() + 2 * x.denominator().bits(), x.clone())
}

/// Simpler numbers to try in place of `x >= 0`, simplest first.
pub(crate) fn simpler(x: &Rational) -> Vec<Rational> {
    let half = (x / Rational::int(2)).floor();
    let floor = x.floor();
    let within = |slack: i64| {
        let slack = x / Rational::int(slack);
        simplest_between(&(x - &slack), &(x + &slack))
    };
    let candidates = [
        Rational::zero(),
        Rational::one(),
        half,
        floor.clone(),
        floor + Rational::one(),
        x - Rational::one(),
        within(3),
        within(10),
        within(100),
    ];
    let mut found: Vec<Rational> = Vec::new();
    for c in candidates {
        if !c.is_negative() && weight_of(&c) < weight_of(x) && !found.contains(&c) {
            found.push(c);
        }
    }
    found
}
