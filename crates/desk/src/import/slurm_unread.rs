//! Fields of waiting jobs and of nodes of Slurm on which the place or the start of a job depends, and which are not read.

use super::places::{at, count_at, words};
use crate::document::{Node, Value};
use crate::scalar::Scalar as _;

/// Fields, each with the word for what it asks for. A field asks for nothing if it is empty, zero, false or `none`.
const FIELDS: [(&str, &str); 24] = [
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
    ("segment_size", "segments of neighbouring nodes"),
    ("sockets_per_node", "nodes with so many sockets"),
    ("cores_per_socket", "nodes with so many cores a socket"),
    ("threads_per_core", "nodes with so many threads a core"),
    ("tasks_per_socket", "few tasks a socket"),
    ("tasks_per_core", "few tasks a core"),
    ("dependency", "the end of other jobs"),
    ("mcs_label", "nodes without jobs of other labels"),
    ("batch_features", "features of the first node"),
    ("cluster_features", "features of the cluster"),
];

/// Fields of a node that keep some jobs away from it, each with the word for what it holds.
const OF_NODES: [(&str, &str); 4] = [
    ("reservation", "the reservations"),
    ("owner", "the users that have no others beside them"),
    ("mcs_label", "the labels of jobs"),
    ("res_cores_per_gpu", "the cores kept for GPUs"),
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

/// The fields of `node` that keep jobs away and are not read, each with the word for it.
pub(super) fn unread_of_node(node: &Node<'_>) -> impl Iterator<Item = (&'static str, &'static str)> {
    OF_NODES.into_iter().filter(|(field, _)| asks(node, field))
}

/// The fields of `job` that ask for something and are not read, each with the word for it.
pub(super) fn unread(job: &Node<'_>) -> Vec<(&'static str, &'static str)> {
    let shared = words(job, &["shared"]).unwrap_or_default();
    let alone = shared.iter().any(|word| ALONE.contains(&word.to_ascii_lowercase().as_str()));
    let mut found: Vec<_> = FIELDS.into_iter().filter(|(field, _)| asks(job, field)).collect();
    found.extend(alone.then_some(("shared", "nodes without other jobs")));
    found
}
