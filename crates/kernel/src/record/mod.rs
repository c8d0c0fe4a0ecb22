//! Records: a violation with everything needed to judge the violation again, as a file for readers.
//!
//! The format is described in `counterexamples/README.md`. A record prints back byte for byte. A file holds the records of
//! one instance ([`Records`]), or one record alone.

mod file;
mod witness;

pub use file::{Cells, Name, Part, Records, name, name_in};
pub use witness::{read_witness, write_witness};

use crate::document::{Document, Fields, Node, Read, Value};
use crate::model::{Instance, Model, Outcome};
use crate::scalar::Rational;

/// The version of the format of one record alone, without a program outside.
pub const FORMAT: i64 = 2;
/// The version of the format of one record alone whose mechanism or property is a program outside, which the record
/// names; and of the records of one instance.
pub const FORMAT_OF_PROGRAMS: i64 = 3;

/// The program outside that the id of a record's mechanism or property stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command, or the name of a function. Printed for a reader, and never run.
    pub command: String,
    /// The slack by which the floats of the program's answers were judged; `None` if the answers are exact.
    pub slack: Option<Rational>,
}

impl Program {
    fn to_value(&self) -> Value {
        let slack = self.slack.clone().map(Value::Number);
        Value::table([("command", Some(Value::text(&self.command))), ("slack", slack)])
    }

    fn read(node: &Node<'_>) -> Read<Program> {
        node.table(|fields| {
            let command = fields.required("command")?.text()?.to_string();
            Ok(Program { command, slack: fields.maybe("slack", Node::number)? })
        })
    }
}

/// A violation on record. Instance, outcome and witness are kept as documents of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Id of the model, such as `cluster`.
    pub model: String,
    /// Id of the mechanism, such as `drfh`.
    pub mechanism: String,
    /// Id of the property, such as `si`.
    pub property: String,
    /// The program outside that is the mechanism, if any. A record of version 2 names none.
    pub program: Option<Program>,
    /// The program outside that is the property, if any.
    pub judge: Option<Program>,
    /// Ids of the claims that the record bears on.
    pub claims: Vec<String>,
    /// One line about the violation for a reader.
    pub note: String,
    /// The instance on which the property is violated.
    pub instance: Value,
    /// The outcome that the mechanism allocates.
    pub outcome: Value,
    /// The certificate that the outcome meets the mechanism's specification; `None` for a mechanism that is
    /// run as printed.
    pub certificate: Option<Value>,
    /// The witness: its kind, its parts, its margin, and for which outcomes it stands.
    pub witness: Value,
    /// The second run, if the witness compares two runs: its instance, outcome and certificate.
    pub other: Option<Value>,
    /// Origin of the record: strategy, seed, hypothesis and minimality.
    pub found: Found,
}

/// Origin of a record: how its instance was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The strategy that proposed the instance.
    pub strategy: String,
    /// The seed of the strategy's random choices.
    pub seed: u64,
    /// The hypothesis that the instance meets: `none`, or the id of another hypothesis such as `positive`.
    pub hypothesis: String,
    /// `local`: no single shrinking step keeps the violation. `proven in scope`: besides, no smaller instance
    /// of the scope violates the property. `given`: the instance is as its author gave it.
    pub minimality: String,
}

/// Fields with their names, in order; those without a value are left out.
type Named<const N: usize> = [(&'static str, Option<Value>); N];

impl Record {
    /// The file name of the record: mechanism, property, size, the hypothesis if there is one, and `given` if
    /// the instance is as its author gave it.
    pub fn file_name(&self, size: &str) -> String {
        file_name(&self.mechanism, &self.property, size, &self.found.hypothesis, &self.found.minimality)
    }

    /// The margin as written: the amount by which the inequality of the witness fails.
    pub fn margin(&self) -> String {
        match self.witness.get("margin") {
            Some(Value::Text(margin)) => margin.clone(),
            Some(Value::Number(margin)) => margin.to_string(),
            Some(Value::Integer(margin)) => margin.to_string(),
            _ => String::new(),
        }
    }

    /// Returns `true` if every outcome that the mechanism's specification admits violates the property.
    pub fn stands_for_every(&self) -> bool {
        matches!(self.witness.get("stands"), Some(Value::Text(stands)) if stands == "every")
    }

    /// The version of the record format: the oldest one that can hold the record.
    pub fn format(&self) -> i64 {
        if self.program.is_some() || self.judge.is_some() { FORMAT_OF_PROGRAMS } else { FORMAT }
    }

    /// The fields of the violation without its instance: `head` up to the note and the program, `tail` from the outcome.
    fn halves(&self) -> (Named<6>, Named<5>) {
        let found = Value::table([
            ("strategy", Value::text(&self.found.strategy)),
            ("seed", Value::Integer(i64::try_from(self.found.seed).unwrap_or(i64::MAX))),
            ("hypothesis", Value::text(&self.found.hypothesis)),
            ("minimality", Value::text(&self.found.minimality)),
        ]);
        let head = [
            ("mechanism", Some(Value::text(&self.mechanism))),
            ("property", Some(Value::text(&self.property))),
            ("claims", Some(Value::texts(&self.claims))),
            ("note", Some(Value::text(&self.note))),
            ("program", self.program.as_ref().map(Program::to_value)),
            ("judge", self.judge.as_ref().map(Program::to_value)),
        ];
        let tail = [
            ("outcome", Some(self.outcome.clone())),
            ("certificate", self.certificate.clone()),
            ("witness", Some(self.witness.clone())),
            ("other", self.other.clone()),
            ("found", Some(found)),
        ];
        (head, tail)
    }

    /// The record alone as a document.
    pub fn to_value(&self) -> Value {
        let (head, tail) = self.halves();
        let version = ("format", Some(Value::Integer(self.format())));
        let instance = ("instance", Some(self.instance.clone()));
        let first = [version, ("model", Some(Value::text(&self.model)))];
        Value::table(first.into_iter().chain(head).chain([instance]).chain(tail))
    }

    /// The record alone as the text of a file.
    pub fn to_toml(&self) -> String {
        self.to_value().to_toml()
    }

    /// Reads a record. Instance, outcome and witness stay documents, which the model reads. Of a file with several
    /// violations the record is the one that the file is named after.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed, with its position; several violations, none of the file's name.
    pub fn read(document: &Document) -> Read<Record> {
        Record::read_by(document, name)
    }

    /// [`Record::read`] with another function that names the violations.
    ///
    /// # Errors
    /// As for [`Record::read`].
    pub fn read_by(document: &Document, name: Name) -> Read<Record> {
        Records::read(document)?.chosen(document, name)
    }

    /// Reads the fields of one violation of `instance`; `of_programs` says if the format names programs.
    fn fields(fields: &mut Fields<'_>, model: String, instance: Value, of_programs: bool) -> Read<Record> {
        let text = |node: &Node<'_>| node.text().map(ToString::to_string);
        let mut program = |name| if of_programs { fields.maybe(name, Program::read) } else { Ok(None) };
        let (program, judge) = (program("program")?, program("judge")?);
        Ok(Record {
            model,
            mechanism: text(&fields.required("mechanism")?)?,
            property: text(&fields.required("property")?)?,
            program,
            judge,
            claims: fields.required("claims")?.each(text)?,
            note: text(&fields.required("note")?)?,
            instance,
            outcome: fields.required("outcome")?.value().clone(),
            certificate: fields.optional("certificate").map(|node| node.value().clone()),
            witness: fields.required("witness")?.value().clone(),
            other: fields.optional("other").map(|node| node.value().clone()),
            found: fields.required("found")?.table(|found| {
                Ok(Found {
                    strategy: text(&found.required("strategy")?)?,
                    seed: found.required("seed")?.count()? as u64,
                    hypothesis: text(&found.required("hypothesis")?)?,
                    minimality: text(&found.required("minimality")?)?,
                })
            })?,
        })
    }
}

/// The document of the second run of a witness that compares two runs.
pub fn write_other<M: Model>(
    instance: &Instance<M>,
    outcome: &Outcome<M>,
    certificate: Option<&M::Certificate>,
) -> Value {
    Value::table([
        ("instance", Some(M::write(instance))),
        ("outcome", Some(M::write_outcome(instance, outcome))),
        ("certificate", certificate.map(|c| M::write_certificate(instance, c))),
    ])
}

/// The name of the file of a record, from the ids of its cell, the label of its size, and its origin.
pub fn file_name(mechanism: &str, property: &str, size: &str, hypothesis: &str, minimality: &str) -> String {
    let given = if minimality == "given" { "-given" } else { "" };
    let assumed = if hypothesis == "none" { String::new() } else { format!("-{hypothesis}") };
    format!("{mechanism}-{property}-{size}{assumed}{given}.toml")
}
