//! Records: a violation with everything needed to judge the violation again, as a file for readers.
//!
//! The format is described in `counterexamples/README.md`. A record prints back byte for byte.

use crate::document::{Document, InputError, Node, Value};
use crate::model::Model;
use crate::property::evidence::{Margin, Witness};
use crate::scalar::Rational;

/// The version of the record format without a program outside.
pub const FORMAT: i64 = 2;
/// The version of the record format whose mechanism is a program outside, which the record names.
pub const FORMAT_OF_PROGRAMS: i64 = 3;

/// The program outside that the id of a record's mechanism stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command, or the name of a function. Printed for a reader, and never run.
    pub command: String,
    /// The slack by which the floats of the program's answers were judged; `None` if the answers are exact.
    pub slack: Option<Rational>,
}

impl Program {
    fn to_value(&self) -> Value {
        let mut fields = vec![("command".to_string(), Value::text(&self.command))];
        fields.extend(self.slack.clone().map(|slack| ("slack".to_string(), Value::Number(slack))));
        Value::Table(fields)
    }

    fn read(node: &Node<'_>) -> Result<Program, InputError> {
        let mut fields = node.fields()?;
        let command = fields.required("command")?.text()?.to_string();
        let slack = fields.optional("slack").map(|node| node.number()).transpose()?;
        fields.finish()?;
        Ok(Program { command, slack })
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

/// Reads the instance of a record. Classes of servers are refused: a record lists every server, so that a
/// reader of records need not know classes.
fn written_out(node: &Node<'_>) -> Result<Value, InputError> {
    match node.value().get("count") {
        Some(count) => {
            Err(node.child("count", count).error("a record has its servers written out one by one"))
        }
        None => Ok(node.value().clone()),
    }
}

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
        if self.program.is_some() { FORMAT_OF_PROGRAMS } else { FORMAT }
    }

    /// The record as a document.
    pub fn to_value(&self) -> Value {
        let found = vec![
            ("strategy".to_string(), Value::text(&self.found.strategy)),
            ("seed".to_string(), Value::Integer(i64::try_from(self.found.seed).unwrap_or(i64::MAX))),
            ("hypothesis".to_string(), Value::text(&self.found.hypothesis)),
            ("minimality".to_string(), Value::text(&self.found.minimality)),
        ];
        let mut fields = vec![
            ("format".to_string(), Value::Integer(self.format())),
            ("model".to_string(), Value::text(&self.model)),
            ("mechanism".to_string(), Value::text(&self.mechanism)),
            ("property".to_string(), Value::text(&self.property)),
            ("claims".to_string(), Value::texts(&self.claims)),
            ("note".to_string(), Value::text(&self.note)),
        ];
        fields.extend(self.program.as_ref().map(|program| ("program".to_string(), program.to_value())));
        fields.push(("instance".to_string(), self.instance.clone()));
        fields.push(("outcome".to_string(), self.outcome.clone()));
        fields.extend(self.certificate.clone().map(|value| ("certificate".to_string(), value)));
        fields.push(("witness".to_string(), self.witness.clone()));
        fields.extend(self.other.clone().map(|value| ("other".to_string(), value)));
        fields.push(("found".to_string(), Value::Table(found)));
        Value::Table(fields)
    }

    /// The record as the text of its file.
    pub fn to_toml(&self) -> String {
        self.to_value().to_toml()
    }

    /// Reads a record. Instance, outcome and witness stay documents, which the model reads.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed, with its position.
    pub fn read(document: &Document) -> Result<Record, InputError> {
        let mut fields = document.node().fields()?;
        let format = match fields.optional("format") {
            Some(format) => format,
            None if fields.optional("model").is_some() && fields.optional("instance").is_none() => {
                return Err(document.node().error("is an instance, and no record of a violation"));
            }
            None => fields.required("format")?,
        };
        let of_program = match format.value() {
            Value::Integer(FORMAT) => false,
            Value::Integer(FORMAT_OF_PROGRAMS) => true,
            _ => {
                let known = format!("{FORMAT}, and {FORMAT_OF_PROGRAMS} of programs");
                return Err(format.error(format!("this program reads records of format {known}")));
            }
        };
        let text = |node: &Node<'_>| node.text().map(ToString::to_string);
        let texts = |node: &Node<'_>| node.list()?.iter().map(&text).collect::<Result<Vec<_>, _>>();
        let record = Record {
            model: text(&fields.required("model")?)?,
            mechanism: text(&fields.required("mechanism")?)?,
            property: text(&fields.required("property")?)?,
            program: match of_program {
                true => Some(Program::read(&fields.required("program")?)?),
                false => None,
            },
            claims: texts(&fields.required("claims")?)?,
            note: text(&fields.required("note")?)?,
            instance: written_out(&fields.required("instance")?)?,
            outcome: fields.required("outcome")?.value().clone(),
            certificate: fields.optional("certificate").map(|node| node.value().clone()),
            witness: fields.required("witness")?.value().clone(),
            other: fields.optional("other").map(|node| node.value().clone()),
            found: {
                let mut found = fields.required("found")?.fields()?;
                let read = Found {
                    strategy: text(&found.required("strategy")?)?,
                    seed: found.required("seed")?.count()? as u64,
                    hypothesis: text(&found.required("hypothesis")?)?,
                    minimality: text(&found.required("minimality")?)?,
                };
                found.finish()?;
                read
            },
        };
        fields.finish()?;
        Ok(record)
    }
}

/// The document of the second run of a witness that compares two runs.
pub fn write_other<M: Model>(
    instance: &M::Instance<Rational>,
    outcome: &M::Outcome<Rational>,
    certificate: Option<&M::Certificate>,
) -> Value {
    let mut fields = vec![
        ("instance".to_string(), M::write(instance)),
        ("outcome".to_string(), M::write_outcome(instance, outcome)),
    ];
    fields.extend(certificate.map(|c| ("certificate".to_string(), M::write_certificate(instance, c))));
    Value::Table(fields)
}

/// The name of the file of a record, from the ids of its cell, the label of its size, and its origin.
pub fn file_name(mechanism: &str, property: &str, size: &str, hypothesis: &str, minimality: &str) -> String {
    let given = if minimality == "given" { "-given" } else { "" };
    let assumed = if hypothesis == "none" { String::new() } else { format!("-{hypothesis}") };
    format!("{mechanism}-{property}-{size}{assumed}{given}.toml")
}

/// The largest number of rounds of an iteration that a witness may name.
const LONGEST: usize = 100_000;

/// The document of a witness, its margin, and the outcomes that the violation stands for: every outcome or
/// the chosen one.
pub fn write_witness<M: Model>(
    instance: &M::Instance<Rational>,
    witness: &Witness<M>,
    margin: &Margin,
    every_outcome: bool,
) -> Value {
    let agent = |u: &usize| Value::index(*u);
    let (kind, mut parts): (&str, Vec<(&str, Value)>) = match witness {
        Witness::Outcome => ("outcome", vec![]),
        Witness::Agent(u) => ("agent", vec![("agent", agent(u))]),
        Witness::Envy { envious, envied } => {
            ("envy", vec![("envious", agent(envious)), ("envied", agent(envied))])
        }
        Witness::Better(outcome) => ("better", vec![("instead", M::write_outcome(instance, outcome))]),
        Witness::Complaint { by, instead } => {
            ("complaint", vec![("by", agent(by)), ("instead", M::write_outcome(instance, instead))])
        }
        Witness::Misreport { by, report } => {
            ("misreport", vec![("by", agent(by)), ("report", M::write_report(report))])
        }
        Witness::Collusion(lies) => {
            let lie = |(by, report): &(usize, M::Report)| {
                Value::Table(vec![
                    ("by".to_string(), agent(by)),
                    ("report".to_string(), M::write_report(report)),
                ])
            };
            ("collusion", vec![("lies", Value::List(lies.iter().map(lie).collect()))])
        }
        Witness::Departure { leaves, loses } => {
            ("departure", vec![("leaves", agent(leaves)), ("loses", agent(loses))])
        }
        Witness::Sibling { instance, loses } => {
            ("sibling", vec![("loses", agent(loses)), ("becomes", M::write(instance))])
        }
        Witness::Recurrence { rounds, period } => {
            ("recurrence", vec![("rounds", Value::index(*rounds)), ("period", Value::index(*period))])
        }
        Witness::Node { agent: u, depth } => {
            ("node", vec![("agent", agent(u)), ("depth", Value::index(*depth))])
        }
        Witness::State { waits, running } => {
            ("state", vec![("waits", agent(waits)), ("running", M::write_outcome(instance, running))])
        }
        Witness::Cycle { before, cycle } => {
            let order = |who: &Vec<usize>| Value::indexes(who.iter().copied());
            ("cycle", vec![("before", order(before)), ("cycle", order(cycle))])
        }
    };
    parts.insert(0, ("kind", Value::text(kind)));
    parts.push(("margin", Value::Number(margin.clone())));
    parts.push(("stands", Value::text(if every_outcome { "every" } else { "chosen" })));
    Value::Table(parts.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// Reads a document written by [`write_witness`]: witness, margin, and `true` if the violation stands for
/// every outcome.
///
/// # Errors
/// A field that is missing, unknown or malformed, with its position.
pub fn read_witness<M: Model>(
    instance: &M::Instance<Rational>,
    node: &Node<'_>,
) -> Result<(Witness<M>, Margin, bool), InputError> {
    let mut fields = node.fields()?;
    let agents = M::agents(instance);
    let kind = fields.required("kind")?;
    let mut agent = |name: &'static str| fields.required(name)?.index(agents, M::AGENT);
    let witness = match kind.text()? {
        "outcome" => Witness::Outcome,
        "agent" => Witness::Agent(agent("agent")?),
        "envy" => Witness::Envy { envious: agent("envious")?, envied: agent("envied")? },
        "better" => Witness::Better(M::read_outcome(instance, &fields.required("instead")?)?),
        "complaint" => Witness::Complaint {
            by: agent("by")?,
            instead: M::read_outcome(instance, &fields.required("instead")?)?,
        },
        "misreport" => Witness::Misreport {
            by: agent("by")?,
            report: M::read_report(instance, &fields.required("report")?)?,
        },
        "collusion" => {
            let lie = |node: &Node<'_>| {
                let mut fields = node.fields()?;
                let by = fields.required("by")?.index(M::agents(instance), M::AGENT)?;
                let report = M::read_report(instance, &fields.required("report")?)?;
                fields.finish()?;
                Ok((by, report))
            };
            let lies = fields.required("lies")?.list()?;
            Witness::Collusion(lies.iter().map(lie).collect::<Result<_, InputError>>()?)
        }
        "departure" => Witness::Departure { leaves: agent("leaves")?, loses: agent("loses")? },
        "sibling" => {
            Witness::Sibling { loses: agent("loses")?, instance: M::read(&fields.required("becomes")?)? }
        }
        "recurrence" => Witness::Recurrence {
            rounds: fields.required("rounds")?.index(LONGEST, "round")?,
            period: fields.required("period")?.index(LONGEST, "round")?,
        },
        "node" => {
            let agent = agent("agent")?;
            Witness::Node { agent, depth: fields.required("depth")?.count()? }
        }
        "state" => Witness::State {
            waits: agent("waits")?,
            running: M::read_outcome(instance, &fields.required("running")?)?,
        },
        "cycle" => {
            let mut order = |name: &'static str| {
                fields
                    .required(name)?
                    .list()?
                    .iter()
                    .map(|w| w.index(agents, M::AGENT))
                    .collect::<Result<_, _>>()
            };
            Witness::Cycle { before: order("before")?, cycle: order("cycle")? }
        }
        other => return Err(kind.error(format!("`{other}` is no kind of witness"))),
    };
    let margin = fields.required("margin")?.number()?;
    let stands = fields.required("stands")?;
    let every = match stands.text()? {
        "every" => true,
        "chosen" => false,
        _ => return Err(stands.error("must be `every` or `chosen`")),
    };
    fields.finish()?;
    Ok((witness, margin, every))
}
