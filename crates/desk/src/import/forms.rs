//! Files in another form than JSON, and answers that carry errors, recognised by their beginnings.

use super::places::{at, list_at, text_at};
use crate::document::{InputError, Node, Value};

/// What a text is and what to give in its place, if its beginning shows that it is no JSON.
pub fn recognised(text: &str) -> Option<String> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let first = text.lines().next().unwrap_or_default();
    let yaml = ["apiVersion:", "kind:", "items:", "nodes:", "jobs:", "---", "%YAML", "- "]
        .iter()
        .any(|head| first.starts_with(head));
    let columns: Vec<&str> = first.split_whitespace().collect();
    let heads =
        columns.iter().all(|word| word.chars().all(|c| c.is_ascii_uppercase() || "()-_%/*:".contains(c)));
    let lower = text.get(..20).unwrap_or(text).to_ascii_lowercase();
    let (what, instead) = if text.is_empty() {
        ("empty", "run the command again; it may have failed")
    } else if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        (
            "a page in HTML",
            "ask the address of the programming interface with the header Accept: application/json",
        )
    } else if text.starts_with('<') {
        ("XML", "ask with the header Accept: application/json")
    } else if yaml {
        ("YAML", "ask with `-o json`, or with `--json` for Slurm")
    } else if first.starts_with("NodeName=") || first.starts_with("JobId=") {
        ("the text form of scontrol", "ask with `--json`")
    } else if columns.len() > 1 && heads {
        ("a table for readers", "ask with `-o json`, or with `--json` for Slurm")
    } else {
        return None;
    };
    Some(format!("is {what} and no JSON: {instead}"))
}

/// The error of a list at `path` that is missing or null: the errors that the answer carries, or the command `from` that
/// prints the list.
pub(super) fn missing(root: &Node<'_>, path: &[&str], from: &str) -> InputError {
    let errors = list_at(root, &["errors"]).unwrap_or_default();
    let told = errors.iter().find_map(|error| {
        let of = |field: &str| text_at(error, &[field]).ok().flatten().filter(|text| !text.is_empty());
        of("description").or(of("error"))
    });
    let remote = text_at(root, &["RemoteException", "message"]).ok().flatten();
    let status = text_at(root, &["message"]).ok().flatten().filter(|_| at(root, &["status"]).is_some());
    if let Some(told) = told.or(remote).or(status) {
        let list = at(root, path).map_or(" and no list", |_| "");
        return root.error(format!("carries an error{list}: {told}; run `{from}` again"));
    }
    let parent = path.iter().try_fold(root.value(), |value, name| value.get(name));
    let what = if parent == Some(&Value::Null) { "is null" } else { "is missing" };
    root.error(format!("field `{}` {what}: give what `{from}` prints", path.join(".")))
}
