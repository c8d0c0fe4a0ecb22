//! The weights of teams: from a file of the user's, or from the queues of the product.

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::division::{Places, Queue, Queues};
use super::places::listed;
use crate::document::suggest::nearest;
use crate::document::{Document, InputError, Read, Value};
use crate::scalar::{Rational, Scalar as _};

/// Notes the teams to which a file gives weights and that have no task.
fn note_unknown(
    file: &str,
    unknown: Vec<&String>,
    teams: &BTreeSet<String>,
    task: &str,
    notes: &mut Vec<String>,
) {
    let near = |team: &String| {
        let near = nearest(team, teams.iter().map(String::as_str));
        team.clone() + &near.map_or_else(String::new, |near| format!(" (did you mean {near}?)"))
    };
    let unknown: Vec<String> = unknown.into_iter().map(near).collect();
    if !unknown.is_empty() {
        notes.push(format!("{file} gives weights to teams of which there is no {task}: {}", listed(unknown)));
    }
}

/// The place and weight of each of `teams`: at the root with the weight in the user's file, where a team without a line
/// has weight 1, or in the tree of the product's queues. Notes teams without a line, and lines of unknown teams; `task`
/// is the word for a task.
///
/// # Errors
/// A weight that is no positive number, or a team that the product's queues do not list.
pub(super) fn weights(
    teams: &BTreeSet<String>,
    queues: Option<&Queues>,
    options: &Options<'_>,
    (task, notes): (&str, &mut Vec<String>),
) -> Result<Places, InputError> {
    let Some(document) = options.weights else {
        return queues.map_or_else(|| Ok(Places::default()), |queues| queues.placed(teams));
    };
    let (mut weights, mut unknown) = (BTreeMap::new(), Vec::new());
    for (team, value) in document.root.fields() {
        let weight = document.node().child(team, value).positive()?;
        if teams.contains(team) {
            weights.insert(team.clone(), weight);
            continue;
        }
        unknown.push(team);
    }
    note_unknown(&document.file, unknown, teams, task, notes);
    let without: Vec<&String> = teams.iter().filter(|team| !weights.contains_key(*team)).collect();
    if !without.is_empty() {
        notes.push(format!("weight 1 for want of one in {}: {}", document.file, listed(without)));
    }
    let users = weights.into_iter().map(|(team, weight)| (team, (String::new(), weight))).collect();
    Ok(Places { users, ..Places::default() })
}

/// The queues of `teams` in a log. The file of weights has a number for each team, its weight, or a table with `weight`,
/// `above` (the queue above), `floor` and `cap` (amounts by resource); a team without an entry has weight 1.
///
/// # Errors
/// An entry that cannot be read.
pub(super) fn queues(document: &Document, teams: &BTreeSet<String>, notes: &mut Vec<String>) -> Read<Queues> {
    let mut list = Vec::new();
    for (name, value) in document.root.fields() {
        let node = document.node();
        let node = node.child(name, value);
        let Value::Table(_) = value else {
            list.push(Queue::new(name.clone(), None, node.positive()?));
            continue;
        };
        let mut fields = node.fields()?;
        let weight = fields.optional("weight").map_or(Ok(Rational::one()), |n| n.non_negative())?;
        let above = fields.optional("above").map(|n| Ok(n.text()?.to_string())).transpose()?;
        let mut queue = Queue::new(name.clone(), above, weight);
        for (field, into) in [("floor", &mut queue.floor), ("cap", &mut queue.cap)] {
            let Some(node) = fields.optional(field) else { continue };
            for (resource, amount) in node.value().fields() {
                into.insert(resource.clone(), node.child(resource, amount).non_negative()?);
            }
        }
        fields.finish()?;
        list.push(queue);
    }
    let above = |name: &String| list.iter().any(|queue| queue.above.as_ref() == Some(name));
    let names = || list.iter().map(|queue| &queue.name);
    let unknown = names().filter(|name| !teams.contains(*name) && !above(name)).collect();
    note_unknown(&document.file, unknown, teams, "job", notes);
    let missing = teams.iter().filter(|team| !names().any(|name| name == *team));
    let missing: Vec<Queue> = missing.map(|team| Queue::new(team.clone(), None, Rational::one())).collect();
    list.extend(missing);
    Queues::new(&document.file, "queue", list)
}
