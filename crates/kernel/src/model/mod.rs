//! Models: what an instance, an outcome and a report are. Inside a model everything is typed.

pub mod arrivals;
pub mod cluster;
pub mod cohort;
pub mod covering;
pub mod refusal;

use std::fmt::Debug;

use crate::document::{InputError, Node, Value};
use crate::model::refusal::Rejected;
use crate::scalar::{Rational, Scalar, simplest_between};

/// A model of allocation: the types that its mechanisms and properties speak of.
pub trait Model: Debug + Copy + PartialEq + Send + Sync + 'static {
    /// The name in files and on the command line.
    const ID: &'static str;
    /// What the agents are called, in the singular.
    const AGENT: &'static str;
    /// A problem to allocate.
    type Instance<S: Scalar>: Clone + Debug + PartialEq + Send + Sync;
    /// What a mechanism hands out.
    type Outcome<S: Scalar>: Clone + Debug + PartialEq + Send + Sync;
    /// What an agent says about itself, and could lie about.
    type Report: Clone + Debug + PartialEq + Send + Sync;
    /// Why an outcome meets a mechanism's specification.
    type Certificate: Clone + Debug + PartialEq + Send + Sync;
    /// What a mechanism takes for feasible (for instance, how servers are divided).
    type Setting: Copy + Debug + PartialEq + Send + Sync;

    /// Checks that an outcome can be carried out on the instance.
    fn feasible(
        setting: Self::Setting,
        instance: &Self::Instance<Rational>,
        outcome: &Self::Outcome<Rational>,
    ) -> Result<(), Rejected>;

    /// Reads an instance from the fields of a file, `model` aside.
    fn read(node: &Node<'_>) -> Result<Self::Instance<Rational>, InputError>;
    /// Writes an instance as the fields of a file, without `model`.
    fn write(instance: &Self::Instance<Rational>) -> Value;
    /// Reads an outcome for the instance.
    fn read_outcome(
        instance: &Self::Instance<Rational>,
        node: &Node<'_>,
    ) -> Result<Self::Outcome<Rational>, InputError>;
    /// Writes an outcome.
    fn write_outcome(instance: &Self::Instance<Rational>, outcome: &Self::Outcome<Rational>) -> Value;
    /// Reads a certificate of an outcome of the instance.
    fn read_certificate(
        instance: &Self::Instance<Rational>,
        node: &Node<'_>,
    ) -> Result<Self::Certificate, InputError>;
    /// Writes a certificate.
    fn write_certificate(instance: &Self::Instance<Rational>, certificate: &Self::Certificate) -> Value;
    /// Reads a report of an agent of the instance.
    fn read_report(instance: &Self::Instance<Rational>, node: &Node<'_>) -> Result<Self::Report, InputError>;
    /// Writes a report.
    fn write_report(report: &Self::Report) -> Value;
    /// The instance in which `agent` reports `report` instead of the truth.
    fn misreported(
        instance: &Self::Instance<Rational>,
        agent: usize,
        report: &Self::Report,
    ) -> Self::Instance<Rational>;
    /// The instance without `agent`; `None` when nobody would be left.
    fn without(instance: &Self::Instance<Rational>, agent: usize) -> Option<Self::Instance<Rational>>;
    /// The number of agents.
    fn agents(instance: &Self::Instance<Rational>) -> usize;
    /// Strictly smaller instances, the boldest steps first.
    fn shrink(instance: &Self::Instance<Rational>)
    -> Box<dyn Iterator<Item = Self::Instance<Rational>> + '_>;
    /// Whether the instance meets the hypothesis; one that speaks of nothing in this model is met.
    fn meets(hypothesis: Hypothesis, instance: &Self::Instance<Rational>) -> bool;
    /// What every agent gets, in the order of agents, to compare outcomes by.
    fn gets(instance: &Self::Instance<Rational>, outcome: &Self::Outcome<Rational>) -> Vec<Rational>;
    /// What amounts of the instance are held against where a slack is relative; above zero.
    fn scale(instance: &Self::Instance<Rational>) -> Rational;
    /// Whether something in the instance stands for several like things, which only some mechanisms take as one.
    fn in_classes(_instance: &Self::Instance<Rational>) -> bool {
        false
    }
    /// The instance with like things written out one by one.
    ///
    /// # Errors
    /// Why there are too many of them.
    fn one_by_one(instance: &Self::Instance<Rational>) -> Result<Self::Instance<Rational>, String> {
        Ok(instance.clone())
    }
    /// How large an instance is, in short, for file names.
    fn size_label(instance: &Self::Instance<Rational>) -> String;
}

/// What a claim assumes of its instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// Nothing.
    None,
    /// Every demand is above zero.
    PositiveDemands,
    /// Sizes are 1 and demands whole, in covering.
    UnitSizes,
    /// Each user has one weight, and not one for each resource, in cluster.
    UserWeights,
}

impl Hypothesis {
    /// All hypotheses.
    pub const ALL: [Hypothesis; 4] =
        [Hypothesis::None, Hypothesis::PositiveDemands, Hypothesis::UnitSizes, Hypothesis::UserWeights];

    /// The hypothesis of that id.
    pub fn named(id: &str) -> Option<Hypothesis> {
        Hypothesis::ALL.into_iter().find(|h| h.id() == id)
    }

    /// The id in records and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Hypothesis::None => "none",
            Hypothesis::PositiveDemands => "positive",
            Hypothesis::UnitSizes => "unit",
            Hypothesis::UserWeights => "user-weights",
        }
    }

    /// True if the hypothesis is one of the model with that id; of another model it says nothing.
    pub fn is_of(self, model: &str) -> bool {
        match self {
            Hypothesis::None | Hypothesis::PositiveDemands => true,
            Hypothesis::UnitSizes => model == "covering",
            Hypothesis::UserWeights => model == "cluster",
        }
    }

    /// Whether the instance meets it.
    pub fn admits<M: Model>(self, instance: &M::Instance<Rational>) -> bool {
        self == Hypothesis::None || M::meets(self, instance)
    }

    /// True if the instance of a second run, as a record holds it, meets the hypothesis, or if there is no second run.
    pub fn admits_other<M: Model>(self, other: &Option<Value>) -> bool {
        let Some(instance) = other.as_ref().and_then(|other| other.get("instance")) else { return true };
        M::read(&Node::new("other", instance)).is_ok_and(|instance| self.admits::<M>(&instance))
    }
}

/// How far a number is from zero on the scale of simplicity: its bits, then its value.
fn weight_of(x: &Rational) -> (u64, Rational) {
    (x.bits() + 2 * x.denominator().bits(), x.clone())
}

/// Simpler numbers that could stand for `x >= 0`, simplest first.
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
