//! Certificates of the arrivals model: why a history meets a mechanism's specification.

use super::Sequence;
use crate::document::{InputError, Node, Value};

/// A proof that a history meets an arrivals mechanism's specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The resource that stops the agents with the smallest share, at each step.
    Tight(Vec<usize>),
    /// The bottleneck resource of each agent, at each step.
    Bottlenecks(Vec<Vec<usize>>),
}

/// Writes a certificate as a document of a record.
pub(super) fn write(certificate: &Certificate) -> Value {
    let (kind, resource) = match certificate {
        Certificate::Tight(resources) => ("tight", Value::indexes(resources.iter().copied())),
        Certificate::Bottlenecks(steps) => {
            let row = |row: &Vec<usize>| Value::indexes(row.iter().copied());
            ("bottlenecks", Value::List(steps.iter().map(row).collect()))
        }
    };
    Value::Table(vec![("kind".to_string(), Value::text(kind)), ("resource".to_string(), resource)])
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(sequence: &Sequence, node: &Node<'_>) -> Result<Certificate, InputError> {
    let mut fields = node.fields()?;
    let kind = fields.required("kind")?;
    let resource = fields.required("resource")?;
    let row = |node: &Node<'_>| {
        node.list()?.iter().map(|r| r.index(sequence.resources(), "resource")).collect::<Result<Vec<_>, _>>()
    };
    let read = match kind.text()? {
        "tight" => Certificate::Tight(row(&resource)?),
        "bottlenecks" => {
            Certificate::Bottlenecks(resource.list()?.iter().map(row).collect::<Result<_, _>>()?)
        }
        other => return Err(kind.error(format!("`{other}` is no kind of certificate of this model"))),
    };
    fields.finish()?;
    Ok(read)
}
