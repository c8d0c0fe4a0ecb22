//! Assumptions in place of fields that an importer does not read.

use crate::document::{InputError, Node};
use crate::workbench::Assumption;

/// The assumptions of an import: those that the user permits, and those that were made.
#[derive(Debug, Default)]
pub(super) struct Assumptions<'a> {
    permitted: &'a [(String, String)],
    /// The assumptions made.
    pub(super) made: Vec<Assumption>,
}

impl<'a> Assumptions<'a> {
    /// No assumption yet; `permitted` has pairs of a field and a value.
    pub(super) fn new(permitted: &'a [(String, String)]) -> Self {
        Assumptions { permitted, made: Vec::new() }
    }

    /// Goes on without `field` of `node`, which the decision depends on, if the user permits that.
    ///
    /// # Errors
    /// A field that the user does not name.
    pub(super) fn need(&mut self, node: &Node<'_>, field: &str) -> Result<(), InputError> {
        match self.permitted.iter().find(|(name, _)| name == field) {
            Some((_, value)) => {
                self.add(field, &format!("Field {field} is not read, and taken as {value}"));
                Ok(())
            }
            None => Err(node.error(format!(
                "field `{field}` is not read, and the decision depends on it; --assume {field}=none goes on as if it were not there"
            ))),
        }
    }

    /// Refuses the fields of `node` that are not among `known`, as [`Assumptions::need`] does.
    pub(super) fn only(&mut self, node: &Node<'_>, known: &str) -> Result<(), InputError> {
        let crate::document::Value::Table(fields) = node.value() else { return Ok(()) };
        let unread = |(name, value): &&(String, crate::document::Value)| {
            *value != crate::document::Value::Null && !known.split(' ').any(|known| known == name)
        };
        fields.iter().filter(unread).try_for_each(|(name, value)| self.need(&node.child(name, value), name))
    }

    /// Counts an object for which the assumption `words` is made in place of `field`.
    pub(super) fn add(&mut self, field: &str, words: &str) {
        match self
            .made
            .iter_mut()
            .find(|made| made.field == field && made.words.trim_end_matches('.') == words)
        {
            Some(made) => made.count += 1,
            None => {
                self.made.push(Assumption { field: field.to_string(), count: 1, words: format!("{words}.") });
            }
        }
    }
}
