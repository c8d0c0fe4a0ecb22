//! The witness of a record as a document: its kind, its parts, its margin, and the outcomes that it stands for.

use crate::document::{Fields, Node, Read, Value};
use crate::model::{Instance, Model};
use crate::property::{Margin, Witness};

/// The largest number of rounds of an iteration that a witness may name.
const LONGEST: usize = 100_000;

/// The document of a witness, its margin, and the outcomes that the violation stands for: every outcome or
/// the chosen one.
pub fn write_witness<M: Model>(
    instance: &Instance<M>,
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
                Value::table([("by", agent(by)), ("report", M::write_report(report))])
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
        Witness::Said(says) => ("said", vec![("says", says.clone())]),
    };
    parts.insert(0, ("kind", Value::text(kind)));
    parts.push(("margin", Value::Number(margin.clone())));
    parts.push(("stands", Value::text(if every_outcome { "every" } else { "chosen" })));
    Value::table(parts)
}

/// Reads a document written by [`write_witness`]: witness, margin, and `true` if the violation stands for
/// every outcome.
///
/// # Errors
/// A field that is missing, unknown or malformed, with its position.
pub fn read_witness<M: Model>(instance: &Instance<M>, node: &Node<'_>) -> Read<(Witness<M>, Margin, bool)> {
    node.table(|fields| {
        let witness = kind(instance, fields)?;
        let margin = fields.required("margin")?.number()?;
        let stands = fields.required("stands")?;
        match stands.text()? {
            "every" => Ok((witness, margin, true)),
            "chosen" => Ok((witness, margin, false)),
            _ => Err(stands.error("must be `every` or `chosen`")),
        }
    })
}

/// Reads the kind of a witness and its parts.
fn kind<M: Model>(instance: &Instance<M>, fields: &mut Fields<'_>) -> Read<Witness<M>> {
    let agents = M::agents(instance);
    let kind = fields.required("kind")?;
    let mut agent = |name: &'static str| fields.required(name)?.index(agents, M::AGENT);
    Ok(match kind.text()? {
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
            let lie = |fields: &mut Fields<'_>| {
                let by = fields.required("by")?.index(agents, M::AGENT)?;
                Ok((by, M::read_report(instance, &fields.required("report")?)?))
            };
            Witness::Collusion(fields.required("lies")?.each(|node| node.table(lie))?)
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
            let mut order = |name| fields.required(name)?.each(|w| w.index(agents, M::AGENT));
            Witness::Cycle { before: order("before")?, cycle: order("cycle")? }
        }
        "said" => Witness::Said(fields.required("says")?.value().clone()),
        other => return Err(kind.error(format!("`{other}` is no kind of witness"))),
    })
}
