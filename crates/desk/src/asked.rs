//! What an audit is asked: the properties by their ids, and the priorities that a file states.

use crate::audit::{self, USUAL};
use crate::document::{Document, InputError, Node, Value, suggest::nearest};
use crate::model::cluster::Cluster;
use crate::property::Examine;
use crate::workbench::PRIORITY;

/// The properties that an audit can use, and those among them that it uses by default.
fn table() -> (Vec<&'static dyn Examine<Cluster>>, Vec<&'static dyn Examine<Cluster>>) {
    let all = audit::of_one_outcome();
    let usual = USUAL.iter().filter_map(|id| all.iter().copied().find(|property| property.id() == *id));
    let usual = usual.collect();
    (all, usual)
}

/// The ids of the properties that an audit can judge by.
pub fn audit_properties() -> Vec<&'static str> {
    table().0.iter().map(|property| property.id()).collect()
}

/// The properties with the given ids, or the default ones if no id is given.
pub(crate) fn chosen(ids: &[String]) -> Result<Vec<&'static dyn Examine<Cluster>>, InputError> {
    let (all, usual) = table();
    if ids.is_empty() {
        return Ok(usual);
    }
    let one = |id: &String| {
        let known = all.iter().copied().find(|property| property.id() == id);
        known.ok_or_else(|| {
            let hint = match nearest(id, all.iter().map(|property| property.id())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", audit_properties().join(", ")),
            };
            let elsewhere = crate::property::CLUSTER.iter().any(|property| property.id() == id);
            let reason = match elsewhere {
                true => format!("`{id}` compares two runs, and what stands is one outcome; {}", hint_all()),
                false => format!("`{id}` is no property of an outcome; {hint}"),
            };
            InputError { file: "--property".to_string(), field: String::new(), reason }
        })
    };
    ids.iter().map(one).collect()
}

fn hint_all() -> String {
    format!("there are: {}", audit_properties().join(", "))
}

/// The priority of each user's tasks; empty if the file states none.
pub(crate) fn priorities(document: &Document, users: usize) -> Result<Vec<i64>, InputError> {
    let Some(list) = document.root.get(PRIORITY) else { return Ok(Vec::new()) };
    let root = document.node();
    let one = |node: &Node<'_>| match node.value() {
        Value::Integer(priority) => Ok(*priority),
        _ => Err(node.error("expected a whole number")),
    };
    root.child(PRIORITY, list).list_of(users, "user")?.iter().map(one).collect()
}
