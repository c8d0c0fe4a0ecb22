//! Fields of waiting jobs of Slurm on which the place or the start of a job depends, and which are not read.

use super::places::{at, count_at};
use super::slurm_nodes::words;
use crate::document::{Node, Value};
use crate::scalar::Scalar as _;

/// Fields, each with the word for what it asks for. A field asks for nothing if it is empty, zero, false or `none`.
const FIELDS: [(&str, &str); 14] = [
    ("licenses", "licences"),
    ("resv_name", "a reservation"),
    ("reservation", "a reservation"),
    ("exclusive", "nodes without other jobs"),
    ("contiguous", "neighbouring nodes"),
    ("burst_buffer", "burst buffers"),
    ("network", "a network"),
    ("core_spec", "cores kept for the system"),
    ("thread_spec", "threads kept for the system"),
    ("het_job_id", "parts that start together"),
    ("prefer", "features that are preferred"),
    ("minimum_tmp_disk_per_node", "temporary disk"),
    ("minimum_switches", "few switches"),
    ("required_switches", "few switches"),
];

/// Values of a field that ask for nothing.
const NOTHING: [&str; 8] = ["", "none", "(null)", "null", "no", "false", "0", "n/a"];

/// Values of `shared` that keep other jobs away.
const ALONE: [&str; 3] = ["user", "mcs", "exclusive"];

fn asks(job: &Node<'_>, field: &str) -> bool {
    let Some(found) = at(job, &[field]) else { return false };
    match found.value() {
        Value::Bool(asks) => *asks,
        Value::Integer(number) => *number > 0 && *number < 0xfffe,
        Value::Number(number) => number.is_positive(),
        Value::Table(_) => count_at(job, &[field]).ok().flatten().is_some_and(|n| n > 0 && n < 0xfffe),
        Value::Text(_) | Value::List(_) => {
            let words = words(job, &[field]).unwrap_or_default();
            words.iter().any(|word| !NOTHING.contains(&word.to_ascii_lowercase().as_str()))
        }
        _ => false,
    }
}

/// The fields of `job` that ask for something and are not read, each with the word for it.
pub(super) fn unread(job: &Node<'_>) -> Vec<(&'static str, &'static str)> {
    let shared = words(job, &["shared"]).unwrap_or_default();
    let alone = shared.iter().any(|word| ALONE.contains(&word.to_ascii_lowercase().as_str()));
    let mut found: Vec<_> = FIELDS.into_iter().filter(|(field, _)| asks(job, field)).collect();
    found.extend(alone.then_some(("shared", "nodes without other jobs")));
    found
}
