//! Assumptions in place of fields that an importer does not read.

use std::collections::BTreeSet;

use super::places::listed;
use crate::document::{InputError, Node};
use crate::workbench::Assumption;

/// The assumptions of an import: those that the user permits, and those that were made.
#[derive(Debug, Default)]
pub(super) struct Assumptions<'a> {
    permitted: &'a [(String, String)],
    /// The permitted fields that were used.
    used: BTreeSet<&'a str>,
    /// The assumptions made.
    pub(super) made: Vec<Assumption>,
}

/// Refuses what the user permits if an import that assumes by itself has not `made` it an assumption.
///
/// # Errors
/// The first such field, or one with another value than `none`.
pub(super) fn permitted(fields: &[(String, String)], made: &[Assumption]) -> Result<(), String> {
    let made_of = |name: &String| made.iter().any(|made| made.field == *name);
    let Some((field, value)) = fields.iter().find(|(name, value)| value != "none" || !made_of(name)) else {
        return Ok(());
    };
    let all = match made {
        [] => "nothing is assumed here".to_string(),
        _ => format!("assumed as `none` here: {}", listed(made.iter().map(|made| &made.field))),
    };
    Err(format!("--assume {field}={value}: nothing is taken as that; {all}"))
}

impl<'a> Assumptions<'a> {
    /// No assumption yet; `permitted` has pairs of a field and a value.
    pub(super) fn new(permitted: &'a [(String, String)]) -> Self {
        Assumptions { permitted, used: BTreeSet::new(), made: Vec::new() }
    }

    /// The value that the user gives for `field`, if any.
    pub(super) fn value(&mut self, field: &str) -> Option<&'a str> {
        let (name, value) = self.permitted.iter().find(|(name, _)| name == field)?;
        self.used.insert(name);
        Some(value)
    }

    /// Continues without `field` of `node`, which the decision depends on, if the user permits that.
    ///
    /// # Errors
    /// A field that the user does not name, or takes as anything but `none`.
    pub(super) fn need(&mut self, node: &Node<'_>, field: &str) -> Result<(), InputError> {
        match self.value(field) {
            Some("none") => {
                self.add(field, &format!("Field {field} is not read, and taken as none"));
                Ok(())
            }
            Some(other) => Err(node.error(format!("--assume {field}={other}: it can be taken as `none` alone"))),
            None => Err(node.error(format!(
                "field `{field}` is not read, and the decision depends on it; --assume {field}=none goes on as if it were not there"
            ))),
        }
    }

    /// Refuses what the user permits if nothing was taken as that; `file` is the place of the error.
    pub(super) fn all_used(&self, file: &Node<'_>) -> Result<(), InputError> {
        match self.permitted.iter().find(|(name, _)| !self.used.contains(name.as_str())) {
            None => Ok(()),
            Some((name, value)) => Err(file.error(format!(
                "--assume {name}={value}: nothing was taken as that, because every field of that name is read or there is none"
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
