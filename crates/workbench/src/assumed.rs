//! Fields of an instance file about the state from which it was imported. No rule and no property reads them.

use super::Read;
use beside::ASSUMED;
use serde::Serialize;

use crate::document::{Document, Fields, Value};

/// The names of the fields.
pub mod beside {
    /// The assumptions of an import.
    pub const ASSUMED: &str = "assumed";
    /// The priority of each user's tasks, which an audit reads.
    pub const PRIORITY: &str = "priority";
    /// The names of running tasks, which an audit reads: `[[user, server, ["ns/pod", ..]], ..]`.
    pub const NAMES: &str = "names";
    /// The gangs of running tasks, which stop together: `[[[user, server, tasks or their names], ..], ..]`.
    pub const GANGS: &str = "gangs";
    /// Budgets of disruptions: `[{ name, users, allowed }, ..]`.
    pub const BUDGETS: &str = "budgets";
    /// The waiting tasks of gangs, of which at least a number starts together: `[{ name, user, tasks, least }, ..]`.
    pub const TOGETHER: &str = "together";
    /// The name of the cluster.
    pub const CLUSTER: &str = "cluster";
    /// The date of the state, as a text.
    pub const DATE: &str = "date";
    /// The fields that no model reads.
    pub const ALL: [&str; 9] = ["model", ASSUMED, NAMES, PRIORITY, GANGS, TOGETHER, BUDGETS, CLUSTER, DATE];
}

/// An assumption that an import made in place of reading a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assumption {
    /// The field of the source that was not read.
    pub field: String,
    /// The number of objects that have the field.
    pub count: usize,
    /// The assumption in a sentence.
    pub words: String,
}

impl Assumption {
    /// The assumption as an entry of the field `assumed`.
    pub fn to_value(&self) -> Value {
        Value::table([
            ("field", Value::text(&self.field)),
            ("count", Value::index(self.count)),
            ("words", Value::text(&self.words)),
        ])
    }
}

/// The assumptions of an instance file; empty without the field `assumed`.
///
/// # Errors
/// An entry that is no assumption.
pub fn assumptions(document: &Document) -> Read<Vec<Assumption>> {
    let Some(list) = document.root.get(ASSUMED) else { return Ok(Vec::new()) };
    let root = document.node();
    let one = |fields: &mut Fields<'_>| {
        let field = fields.required("field")?.text()?.to_string();
        let count = fields.required("count")?.index(usize::MAX, "object")?;
        Ok(Assumption { field, count, words: fields.required("words")?.text()?.to_string() })
    };
    root.child(ASSUMED, list).each(|node| node.table(one))
}
