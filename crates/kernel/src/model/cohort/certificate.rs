//! Why a decision meets a preemption rule's specification: the rule is followed again.

use crate::document::{InputError, Node, Value};

/// Nothing but the rule: a decision is checked by following the rule again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certificate;

/// Writes the certificate as it would stand in a record.
pub(super) fn write() -> Value {
    Value::Table(vec![("kind".to_string(), Value::text("rule"))])
}

/// Reads what [`write`] wrote.
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
