//! Certificates of the cohort model: the rule itself, which is evaluated again.

use crate::document::{InputError, Node, Value};

/// No data: a decision is checked by evaluating the preemption rule again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate;

/// Writes the certificate as a document of a record.
pub(super) fn write() -> Value {
    Value::Table(vec![("kind".to_string(), Value::text("rule"))])
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(node: &Node<'_>) -> Result<Certificate, InputError> {
    let mut fields = node.fields()?;
    let kind = fields.required("kind")?;
    if kind.text()? != "rule" {
        let reason = format!("`{}` is no kind of certificate of this model", kind.text()?);
        return Err(kind.error(reason));
    }
    fields.finish()?;
    Ok(Certificate)
}
