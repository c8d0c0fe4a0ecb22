//! Certificates of the cohort model: the rule itself, which is evaluated again.

use crate::document::{Node, Read, Value};

/// No data: a decision is checked by evaluating the preemption rule again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate;

/// Writes the certificate as a document of a record.
pub(super) fn write() -> Value {
    Value::table([("kind", Value::text("rule"))])
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(node: &Node<'_>) -> Read<Certificate> {
    node.table(|fields| {
        let kind = fields.required("kind")?;
        match kind.text()? {
            "rule" => Ok(Certificate),
            other => Err(kind.error(format!("`{other}` is no kind of certificate of this model"))),
        }
    })
}
