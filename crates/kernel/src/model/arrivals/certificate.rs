//! Certificates of the arrivals model: why a history meets a mechanism's specification.

use super::Sequence;
use crate::document::{Node, Read, Value};

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
    Value::table([("kind", Value::text(kind)), ("resource", resource)])
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(sequence: &Sequence, node: &Node<'_>) -> Read<Certificate> {
    let row = |node: &Node<'_>| node.each(|r| r.index(sequence.resources(), "resource"));
    node.table(|fields| {
        let (kind, resource) = (fields.required("kind")?, fields.required("resource")?);
        match kind.text()? {
            "tight" => Ok(Certificate::Tight(row(&resource)?)),
            "bottlenecks" => Ok(Certificate::Bottlenecks(resource.each(row)?)),
            other => Err(kind.error(format!("`{other}` is no kind of certificate of this model"))),
        }
    })
}
