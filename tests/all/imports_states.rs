//! States of nodes and jobs of Slurm, and amounts that two of its fields state differently: each is read, said or refused.
//! The words are those of `src/plugins/data_parser/v0.0.44/parsers.c`, and of `src/common/slurm_protocol_defs.c` for tables.

use serde_json::{Value as Json, json};

use super::imports_counted::{job, node, slurm};
use super::imports_queues::write;
use super::support::{ended as verify, folder as scratch};

/// The error of an import.
fn refused(name: &str, nodes: &[Json], jobs: &[Json], more: &[&str]) -> String {
    let folder = scratch(&format!("states-{name}"));
    let nodes = write(&folder, "nodes.json", &json!({"nodes": nodes}).to_string());
    let jobs = write(&folder, "jobs.json", &json!({"jobs": jobs}).to_string());
    verify(&[&["import", "slurm", "--nodes", &nodes, "--jobs", &jobs], more].concat(), 2).1
}

/// A job with four processors on c1, one that waits for four, and fields of the first.
fn jobs(more: Json) -> Vec<Json> {
    vec![job(1, "a", "c1", "cpu=4,node=1", more), job(2, "b", "", "cpu=4,node=1", json!({}))]
}

/// A job that holds nodes by a word that is not known would vanish.
#[test]
fn jobs_in_unknown_states_are_refused() {
    for (state, says) in [
        (json!(null), "job 1: field `job_state` is missing or empty"),
        (json!([]), "job 1: field `job_state` is missing or empty"),
        (json!(["WEIRD"]), "job 1: job_state: `WEIRD` is no state of Slurm"),
        (json!(["POWER_UP_NODE"]), "job 1: job_state: `POWER_UP_NODE` does not say what the job does"),
    ] {
        let error = refused("job", &[node("c1", "")], &jobs(json!({"job_state": state})), &[]);
        assert!(error.contains(says), "{error}");
    }
    // A flag may stand beside the state, or in its place in older versions.
    for (state, runs) in [
        (json!(["RUNNING", "POWER_UP_NODE"]), 1),
        (json!("RESIZING"), 1),
        (json!(["OUT_OF_MEMORY"]), 0),
        (json!(["PENDING", "REVOKED"]), 0),
    ] {
        let (made, _) = slurm("job", &[node("c1", "")], &jobs(json!({"job_state": state})));
        assert_eq!(made.contains("running = [[1], [0]]"), runs == 1, "{made}");
        assert_eq!(made.contains("1 job left out: neither running nor waiting"), runs == 0, "{made}");
    }
}

/// Node c2 takes new jobs or none, by `make_node_avail` and where `avail_node_bitmap` is cleared; a node that is powered down
/// is started for a job.
#[test]
fn states_of_nodes_are_known() {
    let state = |words: Json| {
        let mut other = node("c2", "");
        other["state"] = words;
        [node("c1", ""), other]
    };
    for (words, open) in [
        (json!(["IDLE"]), true),
        (json!(["IDLE", "POWERED_DOWN"]), true),
        (json!(["IDLE", "CLOUD", "PLANNED", "DYNAMIC_NORM"]), true),
        (json!(["ALLOCATED", "REBOOT_REQUESTED"]), true),
        (json!("IDLE~"), true),
        (json!("idle*"), false),
        (json!(["IDLE", "POWERING_DOWN"]), false),
        (json!(["IDLE", "POWER_DOWN"]), false),
        (json!(["IDLE", "BLOCKED"]), false),
        (json!(["DOWN", "CLOUD"]), false),
    ] {
        let (made, _) = slurm("node", &state(words.clone()), &jobs(json!({})));
        assert_eq!(made.contains("servers = [\"c1\", \"c2\"]"), open, "{words}: {made}");
        assert_eq!(made.contains("node c2 left out: its state is "), !open, "{words}: {made}");
    }
    for (words, says) in [
        (json!(null), "node c2: field `state` is missing or empty"),
        (json!([]), "node c2: field `state` is missing or empty"),
        (json!(["IDLE", "WEIRD"]), "node c2: state: `WEIRD` is no state of Slurm"),
    ] {
        let error = refused("node", &state(words), &jobs(json!({})), &[]);
        assert!(error.contains(says), "{error}");
    }
}

/// A job of a has 6 processors of c1, which is drained, so there are 6 and the 8 of c2, and a has 6 of 14. Its job that waits may
/// start on c2 alone. On a node that is down nothing runs.
#[test]
fn a_draining_node_has_what_runs_there() {
    let all = [
        job(1, "a", "c1", "cpu=6,node=1", json!({})),
        job(2, "b", "c2", "cpu=6,node=1", json!({})),
        job(3, "a", "", "cpu=2,node=1", json!({})),
    ];
    let state = |words: Json| {
        let mut drained = node("c1", "");
        drained["state"] = words;
        slurm("drain", &[drained, node("c2", "")], &all)
    };
    let (made, audit) = state(json!(["MIXED", "DRAIN"]));
    for line in [
        "capacity = [[8], [6]]",
        "servers = [\"c2\", \"c1\"]",
        "running = [[0, 1], [0, 0], [1, 0]]",
        "eligible = [[0, 1], [0], [0]]",
        "1 task counted, on nodes in the state DRAIN, which have what runs there and room for nothing else: 1 of a (6 CPU)",
    ] {
        assert!(made.contains(line), "{line}: {made}");
    }
    assert!(!made.contains("node c1 left out"), "{made}");
    let of_a = &audit["users"][0];
    assert_eq!(
        [&of_a["user"], &of_a["share"], &of_a["short"]],
        [&json!("a"), &json!("3/7"), &json!("0")],
        "{audit}"
    );
    let (made, _) = state(json!(["DOWN", "DRAIN"]));
    assert!(made.contains("node c1 left out, with what 1 job has there: its state is DOWN"), "{made}");
    assert!(made.contains("1 of a (6 CPU)") && made.contains("capacity = [[8]]"), "{made}");
}

/// `select_p_job_suspend` subtracts the cores of a job, and leaves memory and generic resources. So all four GPUs are taken.
#[test]
fn a_suspended_job_keeps_memory_and_gpus() {
    let more = json!({"job_state": ["SUSPENDED"], "gres_detail": ["gpu:4(IDX:0-3)"]});
    let held = job(1, "a", "g", "cpu=8,mem=8G,node=1,gres/gpu=4", more);
    let waits = job(2, "b", "", "cpu=4,mem=4G,node=1,gres/gpu=4", json!({}));
    let (made, audit) = slurm("suspended", &[node("g", "gpu:4")], &[held, waits]);
    assert!(
        made.contains("demand = [[0, 8, 4], [4, 4, 4]]") && made.contains("running = [[1], [0]]"),
        "{made}"
    );
    assert!(made.contains("field = \"job_state\", count = 1"), "{made}");
    assert_eq!(audit["users"][1]["could_start"], "0", "{audit}");
}

/// Two GPUs with 2048 MiB each are 4 GiB. Licences are no resource of a node, wherever they stand.
#[test]
fn memory_for_gpus_and_licences_of_tasks_are_read() {
    let more = json!({"memory_per_tres": "gres/gpu:2048", "tres_per_node": "gres/gpu:2"});
    let waits = job(1, "a", "", "cpu=1,node=1,gres/gpu=2", more);
    let (made, _) = slurm("per-gpu", &[node("g", "gpu:4")], &[waits]);
    assert!(made.contains("demand = [[1, 4, 2]]"), "{made}");
    let more = json!({"tres_per_task": "cpu:1,license/matlab:1", "tasks": 1});
    let (made, _) = slurm("licences", &[node("g", "")], &[job(1, "a", "", "cpu=1,node=1", more)]);
    assert!(made.contains("demand = [[1]]") && made.contains("field = \"licenses\""), "{made}");
}

/// The parts of a job on two nodes are one processor each, of ten; and a node counts 8 GiB where 4 GiB run.
#[test]
fn amounts_that_two_fields_state_are_compared() {
    let parts = |each: usize| {
        let on = |name: &str| json!({"name": name, "cpus": each, "memory": 0});
        let more = json!({"job_resources": {"nodes": {"allocation": [on("c1"), on("c2")]}}});
        let one = job(1, "a", "c[1-2]", "cpu=10,node=2", more);
        slurm("parts", &[node("c1", ""), node("c2", "")], &[one]).0
    };
    let made = parts(1);
    assert!(made.contains("field = \"tres_alloc_str\"") && made.contains("job 1 (2 of 10 CPU)"), "{made}");
    assert!(!parts(5).contains("assumed"));
    let counts = |mib: usize| {
        let mut node = node("c1", "");
        node["alloc_memory"] = json!(mib);
        slurm("memory-in-use", &[node], &[job(1, "a", "c1", "cpu=4,mem=4G,node=1", json!({}))]).0
    };
    let made = counts(8192);
    assert!(made.contains("node c1 counts 8 GiB of memory in use, and what runs there takes 4"), "{made}");
    assert!(!counts(4096).contains("in use"));
}

/// `sacct --json` has the state in `state.current` and resources in lists, memory in MiB.
#[test]
fn the_list_of_sacct_is_read() {
    let of =
        |kind: &str, name: &str, count: usize| json!({"type": kind, "name": name, "id": 1, "count": count});
    let sacct = |id: usize, state: &str, nodes: &str, tres: &[Json]| {
        let (field, other) =
            if nodes == "c1" { ("allocated", "requested") } else { ("requested", "allocated") };
        json!({"job_id": id, "account": format!("a{id}"), "user": "u", "partition": "p", "nodes": nodes, "steps": [],
               "state": {"current": [state], "reason": "Resources"}, "tres": {field: tres, other: []}})
    };
    let all = [of("cpu", "", 4), of("mem", "", 4096), of("gres", "gpu", 2), of("node", "", 1)];
    let list = [
        sacct(1, "RUNNING", "c1", &all),
        sacct(2, "PENDING", "None assigned", &all[..2]),
        sacct(3, "COMPLETED", "c1", &all),
    ];
    let (made, _) = slurm("sacct", &[node("c1", "gpu:2")], &list);
    assert!(
        made.contains("demand = [[4, 4, 2], [4, 4, 0]]") && made.contains("running = [[1], [0]]"),
        "{made}"
    );
    assert!(made.contains("field = \"sacct\", count = 3"), "{made}");
    let error = refused("sacct", &[node("c1", "")], &[sacct(1, "WEIRD", "c1", &all)], &[]);
    assert!(error.contains("job 1: job_state: `WEIRD`"), "{error}");
    let mut broken = list[0].clone();
    broken["tres"]["allocated"][0]["count"] = json!("four");
    assert!(refused("sacct", &[node("c1", "")], &[broken], &[]).contains("count"));
}

/// An account below one that is not in the list would stand at the top.
#[test]
fn accounts_below_unlisted_ones_are_refused() {
    let folder = scratch("states-accounts");
    let of = |name: &str, above: &str| json!({"name": name, "parent": above, "shares": 1, "type": ["ASSOCIATION"]});
    let list = json!({"shares": {"shares": [of("a", "gone"), of("b", "root")]}}).to_string();
    for text in ["Account|Par Name|User|Share|\na|gone||1|\nb|root||3|\n", &list] {
        let shares = write(&folder, "shares.txt", text);
        let error = refused("shares", &[node("c1", "")], &jobs(json!({})), &["--shares", &shares]);
        assert!(
            error.contains("shares.txt: a: stands below account gone, which is not in the list"),
            "{error}"
        );
    }
}
