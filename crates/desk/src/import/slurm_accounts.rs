//! Jobs in the JSON list of `sacct`, in the form of those of `squeue`.

use super::places::{at, list_at, name_at, number_at, text_at};
use super::snapshot::Snapshot;
use super::unread::Known;
use crate::document::{Document, Node, Read, Value};
use crate::workbench::Assumption;

/// Fields of jobs by their names in `squeue`, each with its place in `sacct`.
const FIELDS: [(&str, &[&str]); 24] = [
    ("job_id", &["job_id"]),
    ("account", &["account"]),
    ("user_name", &["user"]),
    ("qos", &["qos"]),
    ("partition", &["partition"]),
    ("job_state", &["state", "current"]),
    ("state_reason", &["state", "reason"]),
    ("hold", &["hold"]),
    ("priority", &["priority"]),
    ("node_count", &["allocation_nodes"]),
    ("cpus", &["required", "CPUs"]),
    ("memory_per_cpu", &["required", "memory_per_cpu"]),
    ("memory_per_node", &["required", "memory_per_node"]),
    ("features", &["constraints"]),
    ("licenses", &["licenses"]),
    ("resv_name", &["reservation", "name"]),
    ("reservation", &["reservation", "requested"]),
    ("mcs_label", &["mcs", "label"]),
    ("segment_size", &["segment_size"]),
    ("array_job_id", &["array", "job_id"]),
    ("array_task_id", &["array", "task_id"]),
    ("array_task_string", &["array", "task"]),
    ("array_max_tasks", &["array", "limits", "max", "running", "tasks"]),
    ("het_job_id", &["het", "job_id"]),
];

/// Fields of jobs of `sacct` that are read, or by which nothing is decided.
static KNOWN: Known = Known::new("Slurm job of sacct");

/// The list `tres` of trackable resources as a text such as `cpu=4,mem=8000M,gres/gpu=2`; memory is in MiB.
fn text(job: &Node<'_>, field: &str) -> Read<Value> {
    let mut found = Vec::new();
    for entry in list_at(job, &["tres", field])? {
        let kind = name_at(&entry, &["type"])?.to_ascii_lowercase();
        let name = text_at(&entry, &["name"])?.filter(|name| !name.is_empty());
        let count = number_at(&entry, &["count"])?.ok_or_else(|| entry.error("field `count` is missing"))?;
        let unit = if kind == "mem" { "M" } else { "" };
        found.push(format!("{}={count}{unit}", name.map_or(kind.clone(), |name| format!("{kind}/{name}"))));
    }
    Ok(Value::text(found.join(",")))
}

/// A job of `sacct` in the form of `squeue`.
fn job(job: &Node<'_>) -> Read<Value> {
    let of = |(name, path): &(&str, &[&str])| Some(((*name).to_string(), at(job, path)?.value().clone()));
    let mut fields: Vec<(String, Value)> = FIELDS.iter().filter_map(of).collect();
    let nodes = text_at(job, &["nodes"])?.filter(|nodes| *nodes != "None assigned").unwrap_or_default();
    fields.extend([
        ("nodes".to_string(), Value::text(nodes)),
        ("tres_alloc_str".to_string(), text(job, "allocated")?),
        ("tres_req_str".to_string(), text(job, "requested")?),
    ]);
    Ok(Value::Table(fields))
}

/// The list of `sacct --json` in the form of `squeue --json`; `None` if it has that form already.
///
/// # Errors
/// A list of resources that cannot be read.
pub(super) fn of_accounts(jobs: &Document, snapshot: &mut Snapshot) -> Read<Option<Document>> {
    let list = list_at(&jobs.node(), &["jobs"]).unwrap_or_default();
    let count = list.iter().filter(|job| at(job, &["state", "current"]).is_some()).count();
    if count == 0 {
        return Ok(None);
    }
    for job in &list {
        let account = text_at(job, &["account"])?.unwrap_or("(no account)");
        snapshot.unread.others(job, &KNOWN, ("jobs of", account));
    }
    let words = "`sacct --json` does not print which nodes jobs exclude or require, what they wait for, and how they are divided: taken as none; \
                 `squeue --json` prints it.";
    snapshot.assumed.push(Assumption { field: "sacct".to_string(), count, words: words.to_string() });
    let all = Value::List(list.iter().map(job).collect::<Read<_>>()?);
    let mut fields = jobs.root.fields().to_vec();
    fields.iter_mut().filter(|(name, _)| name == "jobs").for_each(|(_, value)| value.clone_from(&all));
    Ok(Some(Document { file: jobs.file.clone(), root: Value::Table(fields) }))
}
