//! The weights of teams: from a file of the user's, or from the queues of the product.

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::division::{Places, Queues};
use super::places::listed;
use crate::document::InputError;
use crate::document::suggest::nearest;

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
        let near = nearest(team, teams.iter().map(String::as_str));
        let near = near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
        unknown.push(format!("{team}{near}"));
    }
    if !unknown.is_empty() {
        let file = &document.file;
        let note = format!("{file} gives weights to teams of which there is no {task}: {}", listed(unknown));
        notes.push(note);
    }
    let without: Vec<&String> = teams.iter().filter(|team| !weights.contains_key(*team)).collect();
    if !without.is_empty() {
        notes.push(format!("weight 1 for want of one in {}: {}", document.file, listed(without)));
    }
    let users = weights.into_iter().map(|(team, weight)| (team, (String::new(), weight))).collect();
    Ok(Places { users, ..Places::default() })
}
