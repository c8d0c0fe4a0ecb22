//! Amounts, gangs, budgets and turns that products state in a form of their own: each is read, or said. Every expected value
//! is derived by hand.

use serde_json::{Value as Json, json};

use super::imports_queues::write;
use super::support::{ended as verify, folder as scratch, verify as program};

/// The import of files with these names, which the arguments name, and the audit of it with a plan.
fn audited(name: &str, files: &[(&str, &Json)], args: &[&str]) -> (String, Json) {
    let folder = scratch(&format!("counted-{name}"));
    let mut all = vec!["import".to_string(), args[0].to_string()];
    for (flag, json) in files {
        all.push(format!("--{flag}"));
        all.push(write(&folder, &format!("{flag}.json"), &json.to_string()));
    }
    all.extend(args[1..].iter().map(ToString::to_string));
    let made = verify(&all.iter().map(String::as_str).collect::<Vec<_>>(), 0).0;
    let file = write(&folder, "state.toml", &made);
    let out = program(&["audit", "--instance", &file, "--mech", "none", "--plan", "--format", "json"]);
    (made, serde_json::from_slice(&out.stdout).unwrap())
}

fn slurm(name: &str, nodes: &[Json], jobs: &[Json]) -> (String, Json) {
    let (nodes, jobs) = (json!({"nodes": nodes}), json!({"jobs": jobs}));
    audited(name, &[("nodes", &nodes), ("jobs", &jobs)], &["slurm"])
}

fn node(name: &str, gres: &str) -> Json {
    json!({"name": name, "state": ["MIXED"], "cpus": 8, "real_memory": 16384, "gres": gres, "partitions": ["p"]})
}

/// A job of `account` with what it has on `nodes`, or requests if these are empty, and further fields.
fn job(id: usize, account: &str, nodes: &str, tres: &str, more: Json) -> Json {
    let state = if nodes.is_empty() { "PENDING" } else { "RUNNING" };
    let field = if nodes.is_empty() { "tres_req_str" } else { "tres_alloc_str" };
    let mut job = json!({"job_id": id, "account": account, "job_state": [state], "partition": "p", "nodes": nodes,
                         "node_count": 1, "state_reason": "Resources", field: tres});
    more.as_object().unwrap().iter().for_each(|(name, value)| job[name] = value.clone());
    job
}

/// Jobs 1 and 2 have four processors on each of two nodes of eight. Two jobs of four wait, so one of the jobs that run stops,
/// and its two parts stop together.
#[test]
fn a_job_on_several_nodes_stops_as_a_whole() {
    let allocation = json!([{"name": "c1", "cpus": 4, "memory": 0}, {"name": "c2", "cpus": 4, "memory": 0}]);
    let runs = |id| {
        job(
            id,
            "bio",
            "c[1-2]",
            "cpu=8,node=2",
            json!({"job_resources": {"nodes": {"allocation": allocation}}}),
        )
    };
    let waits = |id| job(id, "phys", "", "cpu=4,node=1", json!({}));
    let (made, audit) =
        slurm("gang", &[node("c1", ""), node("c2", "")], &[runs(1), runs(2), waits(3), waits(4)]);
    assert!(
        made.contains("gangs = [[[0, 0, [\"job 1\"]], [0, 1, [\"job 1\"]]], [[0, 0, [\"job 2\"]]"),
        "{made}"
    );
    let stop = audit["plan"]["names"]["stop"].as_array().unwrap();
    assert!(stop[..] == [json!("job 1")] || stop[..] == [json!("job 2")], "{stop:?}");
}

/// The node has two GPUs of each type, and those of the type a100 are taken.
#[test]
fn types_of_gpus_on_one_node_stay_apart() {
    let runs = job(1, "a", "g", "cpu=1,node=1", json!({"gres_detail": ["gpu:a100:2(IDX:0-1)"]}));
    for (field, asks, starts) in [
        ("tres_per_node", "gres/gpu:a100:1", "0"),
        ("tres_per_node", "gres/gpu:v100:1", "2"),
        ("tres_req_str", "cpu=1,node=1,gres/gpu=1,gres/gpu:v100=1", "2"),
    ] {
        let waits = |id| job(id, "b", "", "cpu=1,node=1", json!({field: asks}));
        let (made, audit) =
            slurm("types", &[node("g", "gpu:v100:2,gpu:a100:2")], &[runs.clone(), waits(2), waits(3)]);
        assert_eq!(audit["users"][1]["could_start"], starts, "{made}");
        assert!(!made.contains("assumed"), "{made}");
    }
    let any = job(2, "b", "", "cpu=1,node=1,gres/gpu=1", json!({}));
    let (made, _) = slurm("any-type", &[node("g", "gpu:v100:3,gpu:a100:2")], &[runs, any]);
    assert!(made.contains("of any type counted as with gres/gpu:v100"), "{made}");
    // What the node counts by type is what runs there.
    let mut counts = node("g", "gpu:v100:2,gpu:a100:2");
    counts["gres_used"] = json!("gpu:v100:1(IDX:0),gpu:a100:2(IDX:2-3)");
    counts["tres_used"] = json!("cpu=1,gres/gpu=3");
    let runs = job(1, "a", "g", "cpu=1,node=1", json!({"gres_detail": ["gpu:a100:2(IDX:0-1)"]}));
    let (made, _) = slurm("counts", &[counts], &[runs]);
    assert_eq!(made.matches(" in use, and ").count(), 1, "{made}");
    assert!(made.contains("node g counts 1 gres/gpu:v100 in use, and what runs there takes 0"), "{made}");
}

/// `gres_detail` lists the nodes in order, whether or not `job_resources` is there. Three GPUs on two nodes without it are
/// two and one, which is assumed.
#[test]
fn gpus_of_a_job_on_several_nodes_are_whole() {
    let nodes = [node("g1", "gpu:2"), node("g2", "gpu:2")];
    let of = |more: Json| job(1, "a", "g[1-2]", "cpu=4,node=2,gres/gpu=3", more);
    let (made, _) =
        slurm("detail", &nodes, &[of(json!({"gres_detail": ["gpu:1(IDX:0)", "gpu:2(IDX:0-1)"]}))]);
    assert!(made.contains("demand = [[2, 1], [2, 2]]"), "{made}");
    let waits = job(1, "a", "", "cpu=4,node=2", json!({"node_count": 2, "tres_per_job": "gres/gpu:3"}));
    for one in [of(json!({})), waits] {
        let (made, _) = slurm("whole", &nodes, &[one]);
        assert!(made.contains("demand = [[2, 2], [2, 1]]") && made.contains("assumed"), "{made}");
    }
}

/// Four processors with 2 GiB each, and 3 GiB for the node.
#[test]
fn memory_is_requested_in_other_fields() {
    let asks = |id, field: &str, mib: usize| job(id, field, "", "cpu=4,node=1", json!({field: mib}));
    let jobs = [asks(1, "memory_per_cpu", 2048), asks(2, "memory_per_node", 3072)];
    let (made, _) = slurm("memory", &[node("c1", "")], &jobs);
    assert!(made.contains("demand = [[4, 8], [4, 3]]"), "{made}");
    let runs = job(3, "a", "c1", "cpu=1,node=1", json!({"memory_per_cpu": 2048}));
    let (made, _) = slurm("no-memory", &[node("c1", "")], &[runs, jobs[0].clone()]);
    assert!(made.contains("demand = [[1], [4]]") && made.contains("were allocated none"), "{made}");
}
