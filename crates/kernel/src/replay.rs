//! Replay: a record is judged from its file alone, without allocation or search.
//!
//! The outcome is accepted by its certificate, or because the printed algorithm is followed again. The second
//! run of a witness that compares two runs stands in the record with a certificate of its own. The witness is
//! one inequality.

use crate::document::{Document, InputError, Node, Read, Value};
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::model::{Hypothesis, Instance, Model, Outcome, Refusal, Rejected};
use crate::property::{self, Margin, Property, Run, Witness};
use crate::record::{Name, Part, Record, Records, name, read_witness, write_other, write_witness};
use crate::scalar::Rational;
use crate::specification::{self, Specification, stands};

/// Minimality: no single shrinking step keeps the violation.
pub const LOCAL: &str = "local";
/// Minimality: besides, no instance that the enumeration of its scope lists earlier violates the property.
pub const PROVEN: &str = "proven in scope";
/// Minimality: the instance is as its author gave it, and no claim is made that it is small.
pub const GIVEN: &str = "given";

/// Reasons why a record is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The file is no record, or has an id that does not exist.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The record, written again, differs from its file.
    #[error("line {line} is not written as records are written")]
    Spelling {
        /// The first line that differs.
        line: usize,
    },
    /// The file name is not the one that its contents require; holds the required name.
    #[error("the file should be named {0}")]
    Name(String),
    /// The mechanism refuses the instance.
    #[error("the mechanism refuses the instance: {0}")]
    Refused(#[from] Refusal),
    /// The mechanism allocates another outcome than the one on record.
    #[error("the mechanism allocates another outcome than the one on record")]
    Outcome,
    /// The record is of a program whose floats were judged by a slack other than the present one.
    #[error("it was judged with slack {}, and now with {}; say so with --slack", of(.recorded.as_ref()), of(.now.as_ref()))]
    Slack {
        /// The slack as the record states it.
        recorded: Option<Rational>,
        /// The slack of the mechanism now.
        now: Option<Rational>,
    },
    /// The certificate of the outcome is not accepted.
    #[error("the outcome is not certified: {0}")]
    Certificate(Rejected),
    /// The witness is not accepted.
    #[error("the witness is not accepted: {0}")]
    Witness(Rejected),
    /// The margin on record is not the margin of the inequality.
    #[error("the margin is {found}, not {recorded}")]
    Margin {
        /// The margin of the inequality.
        found: Rational,
        /// The margin as the record states it.
        recorded: Rational,
    },
    /// The violation stands for more or fewer outcomes than the record says.
    #[error("`stands` should be `{0}`")]
    Stands(&'static str),
    /// A single shrinking step keeps the violation, so the instance is not minimal.
    #[error("the instance is not minimal: a single step of shrinking keeps the violation")]
    NotMinimal,
    /// The second run is not the one that the witness names, or its outcome is not the mechanism's.
    #[error("[other] is not right: {0}")]
    Other(String),
}

/// The slack as text, or `none`.
fn of(slack: Option<&Rational>) -> String {
    slack.map_or_else(|| "none".to_string(), ToString::to_string)
}

/// The second run of a record: the outcome of the mechanism on the second instance that the witness names.
#[derive(Debug)]
pub struct Second<M: Model> {
    /// The second instance, to which the outcome belongs.
    pub instance: Instance<M>,
    /// The mechanism's outcome on that instance.
    pub outcome: Outcome<M>,
    /// Certificate of the outcome, or the starting point of a printed algorithm.
    pub certificate: Option<M::Certificate>,
}

/// The claim of a record, read by its model.
#[derive(Debug)]
pub struct Claim<M: Model> {
    /// The instance on which the property is claimed to fail.
    pub instance: Instance<M>,
    /// The outcome that the mechanism is said to allocate.
    pub outcome: Outcome<M>,
    /// Certificate of the outcome, or the starting point of a printed algorithm.
    pub certificate: Option<M::Certificate>,
    /// The witness of the violation.
    pub witness: Witness<M>,
    /// The margin as the record states it.
    pub margin: Margin,
    /// `true` if the record says that every outcome of the specification violates the property.
    pub every: bool,
}

/// Reads the certificate on record. There is one unless the mechanism is run as printed without a starting
/// point to choose.
fn certificate_of<M: Model>(
    instance: &Instance<M>,
    mechanism: &dyn Specification<M>,
    node: &Node<'_>,
    fields: &Value,
) -> Read<Option<M::Certificate>> {
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
    /// Reads the claim of a record about `mechanism` from its document.
    ///
    /// # Errors
    /// A part that is missing or cannot be read, with its position.
    pub fn read(document: &Document, mechanism: &dyn Specification<M>) -> Read<Self> {
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

    /// Reads the second run. It must be there exactly when the witness names another instance, and its
    /// instance must be that one.
    ///
    /// # Errors
    /// A second run that is missing, superfluous or of another instance.
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

/// Checks that the outcome is one of the mechanism's. The answer of a program outside counts as such, because
/// the caller has asked the program.
fn standing<M: Model>(
    mechanism: &dyn Specification<M>,
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    certificate: Option<&M::Certificate>,
) -> Result<(), ReplayError> {
    if mechanism.as_printed() && mechanism.printed().is_none() {
        return Ok(());
    }
    stands(mechanism, instance, outcome, certificate).map_err(ReplayError::Certificate)
}

/// Checks every claim of a record: the outcomes are the mechanism's, the record written again is its file,
/// the witness is confirmed with the margin on record, and the violation stands for the outcomes that the
/// record names.
///
/// # Errors
/// The first claim that fails.
pub fn accept<M: Model>(
    claim: &Claim<M>,
    document: &Document,
    text: &str,
    record: &Record,
    mechanism: &dyn Specification<M>,
    property: &dyn Property<M>,
) -> Result<(), ReplayError> {
    let Claim { instance, outcome, certificate, witness, margin, every } = claim;
    if property.facts().judges_endless {
        // The outcome is a state of an endless run; the witness names the round, and `confirm` follows the
        // run up to it.
        mechanism.domain(instance)?;
    } else {
        standing(mechanism, instance, outcome, certificate.as_ref())?;
    }
    let second = claim.second(document, mechanism)?;
    if let Some(Second { instance, outcome, certificate }) = &second {
        standing(mechanism, instance, outcome, certificate.as_ref())?;
    }
    // The values on record, written again; a difference is one of spelling.
    let canonical = Record {
        instance: M::write(instance),
        outcome: M::write_outcome(instance, outcome),
        certificate: certificate.as_ref().map(|c| M::write_certificate(instance, c)),
        witness: write_witness::<M>(instance, witness, margin, *every),
        other: second.as_ref().map(|s| write_other::<M>(&s.instance, &s.outcome, s.certificate.as_ref())),
        ..record.clone()
    };
    spelled(&canonical.to_toml(), text)?;
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

/// Returns `true` if the violation stands for every outcome that the mechanism's specification admits, not only for
/// the chosen one: on every instance that the witness names, the specification settles all that `property` reads.
pub fn stands_for_every<M: Model>(
    property: &dyn Property<M>,
    run: &Run<'_, M>,
    witness: &Witness<M>,
) -> bool {
    let reads = property.reads(run, witness);
    let settled = |instance: &Instance<M>| run.mechanism.settles(instance) >= reads;
    settled(run.instance) && witness.other(run.instance).is_none_or(|other| settled(&other))
}

/// The judgement of a violation: the name of its record, and the first claim that fails, if any does.
pub type Judged = (String, Result<(), ReplayError>);

/// Judges the violations of a file by the tables of this crate, and compares the file's name and spelling with its contents.
///
/// # Errors
/// A file that is no record.
pub fn replay(document: &Document, text: &str) -> Read<Vec<Judged>> {
    let records = Records::read(document)?;
    let known = records.known(document).map_err(ReplayError::from);
    let mut form = known.and_then(|()| written(&records, document, text, name));
    let parts = records.parts(document, text, name)?;
    let one = |part: Part| {
        let found = judged(&part.document, &part.text, &part.record).map_err(|e| part.in_file(e, text));
        let found = match found {
            Err(ReplayError::Name(_)) if part.among.is_some() => Ok(()),
            found => found,
        };
        // The first violation answers for the form of the whole file.
        (part.name, found.and_then(|()| std::mem::replace(&mut form, Ok(()))))
    };
    Ok(parts.into_iter().map(one).collect())
}

/// Checks that a file of several violations is written as such files are written, and is named after the first one.
///
/// # Errors
/// The first line that differs, or the name that it should have.
pub fn written(records: &Records, document: &Document, text: &str, name: Name) -> Result<(), ReplayError> {
    if records.alone() {
        return Ok(());
    }
    spelled(&records.to_toml(), text)?;
    let path = records.path(name)?;
    let file = |path: &str| std::path::Path::new(path).file_name().map(std::ffi::OsStr::to_os_string);
    if file(&document.file) == file(&path) { Ok(()) } else { Err(ReplayError::Name(path)) }
}

impl Part {
    /// An error about the part as one about the file with this text.
    pub fn in_file(&self, error: ReplayError, text: &str) -> ReplayError {
        match (error, self.among) {
            (ReplayError::Spelling { line }, Some(at)) => {
                ReplayError::Spelling { line: self.line_in(at, text, line) }
            }
            (error, _) => error,
        }
    }
}

/// Compares the canonical print of a record or of a file with its text.
fn spelled(printed: &str, text: &str) -> Result<(), ReplayError> {
    if printed == text {
        return Ok(());
    }
    let same = printed.lines().zip(text.lines()).take_while(|(a, b)| a == b).count();
    Err(ReplayError::Spelling { line: same + 1 })
}

/// Judges one record alone.
fn judged(document: &Document, text: &str, record: &Record) -> Result<(), ReplayError> {
    match record.model.as_str() {
        Arrivals::ID => replay_in(document, text, record, specification::ARRIVALS, property::ARRIVALS),
        Cluster::ID => replay_in(document, text, record, specification::CLUSTER, property::CLUSTER),
        Cohort::ID => replay_in(document, text, record, specification::COHORT, property::COHORT),
        Covering::ID => replay_in(document, text, record, specification::COVERING, property::COVERING),
        other => Err(document.node().error(format!("model: `{other}` is not covered here")).into()),
    }
}

fn replay_in<M: Model>(
    document: &Document,
    text: &str,
    record: &Record,
    specifications: &[&dyn Specification<M>],
    properties: &[&dyn Property<M>],
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

/// Checks the origin of a record: its instance meets the hypothesis, and the word for its minimality is
/// known. Returns the hypothesis.
///
/// # Errors
/// An unknown word, a hypothesis of another model, or a hypothesis that the instance or the second instance
/// does not meet.
pub fn well_found<M: Model>(
    document: &Document,
    record: &Record,
    instance: &Instance<M>,
) -> Read<Hypothesis> {
    let root = document.node();
    if ![LOCAL, PROVEN, GIVEN].contains(&record.found.minimality.as_str()) {
        return Err(root.error("found.minimality: must be `local`, `proven in scope` or `given`"));
    }
    let known = Hypothesis::named(&record.found.hypothesis);
    let met = |h: &Hypothesis| {
        M::HYPOTHESES.contains(h) && h.admits::<M>(instance) && h.admits_other::<M>(&record.other)
    };
    known.filter(met).ok_or_else(|| {
        let what =
            "found.hypothesis: not one of the model, or the instance or that of `other` does not meet it";
        root.error(what)
    })
}
