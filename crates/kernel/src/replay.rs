//! Replay: a record is judged from its file alone. Nothing is allocated, and nothing is searched for.
//!
//! The outcome is one of the mechanism by its certificate, or because the printed algorithm was followed again; the second run
//! that a witness speaks of stands in the record with a certificate of its own; the witness is one inequality.

use crate::document::{Document, InputError, Node, Value};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::refusal::{Refusal, Rejected};
use crate::model::{Hypothesis, Model};
use crate::property::evidence::{Margin, Run, Witness};
use crate::property::{self, Property};
use crate::record::{Record, read_witness, write_other, write_witness};
use crate::scalar::Rational;
use crate::specification::{self, Specification, stands};

/// No single step of shrinking keeps the violation.
pub const LOCAL: &str = "local";
/// Besides, no instance that the enumeration of its scope lists before it violates the cell.
pub const PROVEN: &str = "proven in scope";
/// The instance is as it was given, and it is not claimed to be small.
pub const GIVEN: &str = "given";

/// Why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The file is no record, or names what does not exist.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The record does not print back as its file.
    #[error("line {line} is not written as records are written")]
    Spelling {
        /// The first line that differs.
        line: usize,
    },
    /// The file is not named after what it holds.
    #[error("the file should be named {0}")]
    Name(String),
    /// The mechanism refuses the instance.
    #[error("the mechanism refuses the instance: {0}")]
    Refused(#[from] Refusal),
    /// The mechanism hands out something else.
    #[error("the mechanism hands out another outcome than the record holds")]
    Outcome,
    /// The record is of a program whose floats were judged with another slack.
    #[error("it was judged with slack {}, and now with {}; say so with --slack", of(.recorded.as_ref()), of(.now.as_ref()))]
    Slack {
        /// What the record says.
        recorded: Option<Rational>,
        /// What the mechanism has.
        now: Option<Rational>,
    },
    /// The outcome is not certified.
    #[error("the outcome is not certified: {0}")]
    Certificate(Rejected),
    /// The witness is not accepted.
    #[error("the witness is not accepted: {0}")]
    Witness(Rejected),
    /// The margin is another.
    #[error("the margin is {found}, not {recorded}")]
    Margin {
        /// What the inequality gives.
        found: Rational,
        /// What the record says.
        recorded: Rational,
    },
    /// The violation stands for more or fewer outcomes than the record says.
    #[error("`stands` should be `{0}`")]
    Stands(&'static str),
    /// A single step makes the instance smaller.
    #[error("the instance is not minimal: a single step of shrinking keeps the violation")]
    NotMinimal,
    /// The other run is not that of the witness, or is not what the mechanism hands out.
    #[error("[other] is not right: {0}")]
    Other(String),
}

/// A slack, or that there is none.
fn of(slack: Option<&Rational>) -> String {
    slack.map_or_else(|| "none".to_string(), ToString::to_string)
}

/// The second run of a record: what the mechanism allocates on the other instance that the witness speaks of.
#[derive(Debug)]
pub struct Second<M: Model> {
    /// The other instance.
    pub instance: M::Instance<Rational>,
    /// The outcome there.
    pub outcome: M::Outcome<Rational>,
    /// Its certificate, or the start of a run as printed.
    pub certificate: Option<M::Certificate>,
}

/// What a record claims, read by its model.
#[derive(Debug)]
pub struct Claim<M: Model> {
    /// The instance.
    pub instance: M::Instance<Rational>,
    /// What the mechanism is said to allocate.
    pub outcome: M::Outcome<Rational>,
    /// Its certificate, or the start of a run as printed.
    pub certificate: Option<M::Certificate>,
    /// Why that violates the property.
    pub witness: Witness<M>,
    /// By how much, as the record says.
    pub margin: Margin,
    /// Whether the record says that every outcome of the specification violates the property.
    pub every: bool,
}

/// The certificate on record: there is one exactly when the mechanism is not run as printed, or chooses what it starts from.
fn certificate_of<M: Model>(
    instance: &M::Instance<Rational>,
    mechanism: &dyn Specification<M>,
    node: &Node<'_>,
    fields: &Value,
) -> Result<Option<M::Certificate>, InputError> {
    let none = mechanism.as_printed() && !mechanism.printed().is_some_and(|printed| printed.chooses());
    match (fields.get("certificate"), none) {
        (Some(value), false) => M::read_certificate(instance, &node.child("certificate", value)).map(Some),
        (None, true) => Ok(None),
        (None, false) => Err(node.error("field `certificate` is missing")),
        (Some(value), true) => {
            Err(node.child("certificate", value).error("a mechanism that is run as printed has none"))
        }
    }
}

impl<M: Model> Claim<M> {
    /// Reads what the document of a record claims of a mechanism.
    ///
    /// # Errors
    /// A part that is missing or cannot be read, with its place.
    pub fn read(document: &Document, mechanism: &dyn Specification<M>) -> Result<Self, InputError> {
        let root = document.node();
        let part = |name: &'static str| {
            let value =
                document.root.get(name).ok_or_else(|| root.error(format!("field `{name}` is missing")));
            value.map(|value| root.child(name, value))
        };
        let node = part("instance")?;
        let instance = M::read(&node)?;
        if M::in_classes(&instance) {
            return Err(node.error("a record has its instance written out, without classes"));
        }
        let outcome = M::read_outcome(&instance, &part("outcome")?)?;
        let (witness, margin, every) = read_witness::<M>(&instance, &part("witness")?)?;
        let certificate = certificate_of::<M>(&instance, mechanism, &root, &document.root)?;
        Ok(Claim { instance, outcome, certificate, witness, margin, every })
    }

    /// Reads the second run, which must be there exactly when the witness speaks of another instance, and be of that one.
    ///
    /// # Errors
    /// What is missing, superfluous or of another instance.
    pub fn second(
        &self,
        document: &Document,
        mechanism: &dyn Specification<M>,
    ) -> Result<Option<Second<M>>, ReplayError> {
        let wrong = |reason: &str| ReplayError::Other(reason.to_string());
        let (root, expected) = (document.node(), self.witness.other(&self.instance));
        let (value, expected) = match (document.root.get("other"), expected) {
            (None, None) => return Ok(None),
            (Some(value), Some(expected)) => (value, expected),
            (None, Some(_)) => {
                return Err(wrong("the witness compares two runs, and the second is missing"));
            }
            (Some(_), None) => return Err(wrong("the witness speaks of one run only")),
        };
        let node = root.child("other", value);
        let mut parts = node.fields()?;
        let instance = M::read(&parts.required("instance")?)?;
        if M::write(&instance) != M::write(&expected) {
            return Err(wrong("its instance is not the one that the witness leads to"));
        }
        let outcome = M::read_outcome(&instance, &parts.required("outcome")?)?;
        let certificate = certificate_of::<M>(&instance, mechanism, &node, value)?;
        parts.optional("certificate");
        parts.finish()?;
        Ok(Some(Second { instance, outcome, certificate }))
    }
}

/// Whether an outcome stands: what a program outside answered does, because its caller has asked it.
fn standing<M: Model>(
    mechanism: &dyn Specification<M>,
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: Option<&M::Certificate>,
) -> Result<(), ReplayError> {
    if mechanism.as_printed() && mechanism.printed().is_none() {
        return Ok(());
    }
    stands(mechanism, instance, outcome, certificate).map_err(ReplayError::Certificate)
}

/// Checks all that a record claims: its outcomes stand, it prints back as its file, the witness is confirmed with the same
/// margin, and the violation stands for as many outcomes as it says.
///
/// # Errors
/// The first thing that is not right.
pub fn accept<M: Model>(
    claim: &Claim<M>,
    document: &Document,
    text: &str,
    record: &Record,
    mechanism: &dyn Specification<M>,
    property: &dyn Property<M>,
) -> Result<(), ReplayError> {
    let Claim { instance, outcome, certificate, witness, margin, every } = claim;
    if property.judges_endless() {
        // The outcome is a state of a run without end; the witness says which, and `confirm` follows the run to it.
        mechanism.domain(instance)?;
    } else {
        standing(mechanism, instance, outcome, certificate.as_ref())?;
    }
    let second = claim.second(document, mechanism)?;
    if let Some(Second { instance, outcome, certificate }) = &second {
        standing(mechanism, instance, outcome, certificate.as_ref())?;
    }
    // The same values, written again: whatever stands otherwise in the file is a spelling of its own.
    let canonical = Record {
        instance: M::write(instance),
        outcome: M::write_outcome(instance, outcome),
        certificate: certificate.as_ref().map(|c| M::write_certificate(instance, c)),
        witness: write_witness::<M>(instance, witness, margin, *every),
        other: second.as_ref().map(|s| write_other::<M>(&s.instance, &s.outcome, s.certificate.as_ref())),
        ..record.clone()
    };
    let printed = canonical.to_toml();
    if printed != text {
        let same = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
        return Err(ReplayError::Spelling { line: same + 1 });
    }
    let run = Run { mechanism, instance, outcome: outcome.clone() };
    let found = property
        .confirm(&run, witness, second.as_ref().map(|second| &second.outcome))
        .map_err(ReplayError::Witness)?;
    if found != *margin {
        return Err(ReplayError::Margin { found, recorded: margin.clone() });
    }
    if *every != stands_for_every(property, &run, witness) {
        return Err(ReplayError::Stands(if *every { "chosen" } else { "every" }));
    }
    Ok(())
}

/// Whether the violation stands for every outcome that the mechanism's specification allows, not only for
/// the one that was chosen: on every instance that the witness speaks of, what it reads is settled.
pub fn stands_for_every<M: Model>(
    property: &dyn Property<M>,
    run: &Run<'_, M>,
    witness: &Witness<M>,
) -> bool {
    let reads = property.reads(run, witness);
    let settled = |instance: &M::Instance<Rational>| run.mechanism.settles(instance) >= reads;
    settled(run.instance) && witness.other(run.instance).is_none_or(|other| settled(&other))
}

/// Judges a record by the tables of this crate; the name of its file is compared with what it holds.
///
/// # Errors
/// The first thing that is not right; for the rule of a program or of somebody else, that it is not covered here.
pub fn replay(document: &Document, text: &str) -> Result<(), ReplayError> {
    let record = Record::read(document)?;
    match record.model.as_str() {
        Arrivals::ID => replay_in(document, text, &record, specification::ARRIVALS, property::ARRIVALS),
        Cluster::ID => replay_in(document, text, &record, specification::CLUSTER, property::CLUSTER),
        Cohort::ID => replay_in(document, text, &record, specification::COHORT, property::COHORT),
        Covering::ID => replay_in(document, text, &record, specification::COVERING, property::COVERING),
        other => Err(document.node().error(format!("model: `{other}` is not covered here")).into()),
    }
}

fn replay_in<M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    specifications: &[&'static dyn Specification<M>],
    properties: &[&'static dyn Property<M>],
) -> Result<(), ReplayError> {
    let uncovered =
        |field: &str, id: &str| document.node().error(format!("{field}: `{id}` is not covered here"));
    let mechanism = specifications.iter().copied().find(|m| m.id() == record.mechanism);
    let mechanism = mechanism.ok_or_else(|| uncovered("mechanism", &record.mechanism))?;
    let property = properties.iter().copied().find(|p| p.id() == record.property);
    let property = property.ok_or_else(|| uncovered("property", &record.property))?;
    let claim = Claim::read(document, mechanism)?;
    accept(&claim, document, text, record, mechanism, property)?;
    well_found::<M>(document, record, &claim.instance)?;
    let name = record.file_name(&M::size_label(&claim.instance));
    if std::path::Path::new(&document.file).file_name().is_none_or(|file| file != name.as_str()) {
        return Err(ReplayError::Name(name));
    }
    Ok(())
}

/// The hypothesis under which a record was found, which its instance must meet; its word on how small it is must be known.
///
/// # Errors
/// A word that is unknown, or a hypothesis that is none of the model or that the instance, or that of a second run, does not meet.
pub fn well_found<M: Model>(
    document: &Document,
    record: &Record,
    instance: &M::Instance<Rational>,
) -> Result<Hypothesis, InputError> {
    let root = document.node();
    if ![LOCAL, PROVEN, GIVEN].contains(&record.found.minimality.as_str()) {
        return Err(root.error("found.minimality: must be `local`, `proven in scope` or `given`"));
    }
    let known = Hypothesis::named(&record.found.hypothesis);
    let met =
        |h: &Hypothesis| h.is_of(M::ID) && h.admits::<M>(instance) && h.admits_other::<M>(&record.other);
    known.filter(met).ok_or_else(|| {
        let what =
            "found.hypothesis: not one of the model, or the instance or that of `other` does not meet it";
        root.error(what)
    })
}
