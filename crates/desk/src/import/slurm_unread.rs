//! Fields of waiting jobs and of nodes of Slurm on which the place or the start of a job depends, and which are not read.

use super::places::{count_at, text_at, words};
use super::tres::{TYPED, has_licences};
use super::unread::{Known, others, says};
use crate::document::Node;

/// Fields, each with the word for what it asks for.
const FIELDS: [(&str, &str); 28] = [
    ("cpus_per_tres", "CPUs for each GPU"),
    ("tasks_per_tres", "tasks for each GPU"),
    ("tasks_per_board", "few tasks a board"),
    ("sockets_per_board", "nodes with so many sockets a board"),
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
const OF_NODES: [(&str, &str); 5] = [
    ("gres_drained", "the GPUs that are drained"),
    ("reservation", "the reservations"),
    ("owner", "the users that have no others beside them"),
    ("mcs_label", "the labels of jobs"),
    ("res_cores_per_gpu", "the cores kept for GPUs"),
];

/// Fields of jobs that are read, or on which neither place nor start depends beside the fields above.
static KNOWN: Known = Known::new("Slurm job");

/// Fields of nodes that are read, or that decide nothing.
static NODE: Known = Known::new("Slurm node");

/// Values of `shared` that keep other jobs away.
const ALONE: [&str; 3] = ["user", "mcs", "exclusive"];

/// The fields of `node` among `fields` that ask for something, and those that are neither there nor among `known`, each with
/// the word for it.
fn unread_in<'a>(
    node: &Node<'a>,
    fields: &'static [(&'static str, &'static str)],
    known: &Known,
) -> Vec<(&'a str, &'static str)> {
    let unknown = others(node, known).filter(|name| !fields.iter().any(|(field, _)| field == name));
    let asked = fields.iter().filter(|(field, _)| says(node, &[field])).copied();
    asked.chain(unknown.map(|name| (name, "a field that is not known"))).collect()
}

/// The fields of `node` that keep jobs away and are not read, each with the word for it.
pub(super) fn unread_of_node<'a>(node: &Node<'a>) -> Vec<(&'a str, &'static str)> {
    unread_in(node, &OF_NODES, &NODE)
}

/// The fields of `job` that ask for something and are not read, each with the word for it.
pub(super) fn unread<'a>(job: &Node<'a>) -> Vec<(&'a str, &'static str)> {
    let shared = words(job, &["shared"]).unwrap_or_default();
    let alone = shared.iter().any(|word| ALONE.contains(&word.to_ascii_lowercase().as_str()));
    let mut found = unread_in(job, &FIELDS, &KNOWN);
    found.extend(alone.then_some(("shared", "nodes without other jobs")));
    let licences = |field: &&str| text_at(job, &[field]).ok().flatten().is_some_and(has_licences);
    if TYPED.iter().any(licences) && !found.iter().any(|(field, _)| *field == "licenses") {
        found.push(("licenses", "licences"));
    }
    let nodes = |field: &str| count_at(job, &[field]).ok().flatten().unwrap_or(0);
    found.extend((nodes("max_nodes") > nodes("node_count").max(1)).then_some(("max_nodes", "more nodes")));
    found
}
