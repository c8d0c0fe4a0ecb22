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

pub(super) fn slurm(name: &str, nodes: &[Json], jobs: &[Json]) -> (String, Json) {
    let (nodes, jobs) = (json!({"nodes": nodes}), json!({"jobs": jobs}));
    audited(name, &[("nodes", &nodes), ("jobs", &jobs)], &["slurm"])
}

pub(super) fn node(name: &str, gres: &str) -> Json {
    json!({"name": name, "state": ["MIXED"], "cpus": 8, "real_memory": 16384, "gres": gres, "partitions": ["p"]})
}

/// A job of `account` with what it has on `nodes`, or requests if these are empty, and further fields.
pub(super) fn job(id: usize, account: &str, nodes: &str, tres: &str, more: Json) -> Json {
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

fn pod(space: &str, name: &str, runs: bool, cpu: &str, metadata: Json) -> Json {
    let requests = if cpu.is_empty() { json!({}) } else { json!({"cpu": cpu}) };
    let mut pod = json!({"kind": "Pod", "metadata": metadata, "status": {"phase": if runs { "Running" } else { "Pending" }},
        "spec": {"containers": [{"resources": {"requests": requests}}]}});
    pod["metadata"]["namespace"] = json!(space);
    pod["metadata"]["name"] = json!(name);
    if runs {
        pod["spec"]["nodeName"] = json!("n1");
    }
    pod
}

/// A node of eight processors that may run `most` pods.
fn pods(name: &str, most: &str, items: &[Json]) -> (String, Json) {
    let nodes = json!({"items": [{"kind": "Node", "metadata": {"name": "n1"}, "spec": {}, "status": {
        "allocatable": {"cpu": "8", "memory": "64Gi", "pods": most}}}]});
    let list = json!({"kind": "List", "items": items});
    audited(name, &[("nodes", &nodes), ("pods", &list)], &["kubernetes", "--by", "namespace"])
}

fn eight(of: impl Fn(usize) -> Json) -> Vec<Json> {
    (0..8).map(of).collect()
}

/// Eight pods of a gang run where four of another namespace are due. One by one four stop; a gang of all stays; of a gang that
/// needs four, the other four stop, which is assumed.
#[test]
fn pods_above_the_least_of_a_gang_stop_one_by_one() {
    for (least, gangs, stops) in [(1, 0, 4), (4, 4, 4), (8, 8, 0)] {
        let of = json!({"annotations": {"scheduling.k8s.io/group-name": "g"}});
        let mut items = eight(|k| pod("a", &format!("a{k}"), true, "1", of.clone()));
        items.extend((0..6).map(|k| pod("b", &format!("b{k}"), false, "1", json!({}))));
        items.push(json!({"kind": "PodGroup", "metadata": {"namespace": "a", "name": "g"}, "spec": {"minMember": least}}));
        let (made, audit) = pods("least", "110", &items);
        let held = made
            .split("gangs = ")
            .nth(1)
            .map_or(0, |gangs| gangs.lines().next().unwrap().matches("a/a").count());
        assert_eq!(held, gangs, "{made}");
        assert_eq!(audit["plan"]["names"]["stop"].as_array().unwrap().len(), stops, "{audit}");
        assert_eq!(made.contains("field = \"minMember\""), gangs == 4, "{made}");
    }
}

/// Eight pods of a controller run and two wait, so it is to have ten. A percentage is rounded up.
#[test]
fn budgets_without_a_status_allow_what_their_specification_says() {
    let app = |more: Json| {
        let mut metadata = json!({"labels": {"app": "a"}});
        more.as_object().unwrap().iter().for_each(|(name, value)| metadata[name] = value.clone());
        metadata
    };
    let owned = json!({"ownerReferences": [{"kind": "ReplicaSet", "name": "r", "controller": true}]});
    for (field, value, owners, allowed) in [
        ("minAvailable", json!(7), &owned, 1),
        ("minAvailable", json!(7), &json!({}), 1),
        ("minAvailable", json!("50%"), &owned, 3),
        ("minAvailable", json!("41%"), &owned, 3),
        ("minAvailable", json!("50%"), &json!({}), 0),
        ("maxUnavailable", json!(3), &owned, 1),
        ("maxUnavailable", json!("30%"), &owned, 1),
        ("maxUnavailable", json!("100%"), &owned, 8),
        ("other", json!(1), &owned, 0),
    ] {
        let one = |runs, k| pod("a", &format!("a{k}"), runs, "1", app(owners.clone()));
        let mut items = eight(|k| one(true, k));
        items.extend([one(false, 8), one(false, 9)]);
        items.push(json!({"kind": "PodDisruptionBudget", "metadata": {"namespace": "a", "name": "x"},
                          "spec": {"selector": {"matchLabels": {"app": "a"}}, field: value}}));
        let (made, _) = pods("budget", "110", &items);
        assert!(made.contains(&format!("allowed = {allowed} }}")), "{field} {value}: {made}");
        assert!(made.contains("field = \"disruptionsAllowed\""), "{made}");
        // A pod that is not ready is not healthy.
        items[0]["status"]["conditions"] = json!([{"type": "Ready", "status": "False"}]);
        let (made, _) = pods("budget", "110", &items);
        let less = if allowed > 0 { allowed - 1 } else { 0 };
        assert!(made.contains(&format!("allowed = {less} }}")), "{field} {value}: {made}");
    }
}

/// Eight pods run where two of another namespace wait, and two of theirs are not ready. A budget that is full keeps all eight;
/// the two go where its policy is to evict what is not ready always, or while as many are healthy as are wanted.
#[test]
fn pods_that_are_not_ready_go_as_their_budget_says() {
    let stops = |name: &str, more: Json, status: Json| {
        let mut items = eight(|k| pod("a", &format!("a{k}"), true, "1", json!({"labels": {"app": "a"}})));
        for item in &mut items[..2] {
            item["status"]["conditions"] = json!([{"type": "Ready", "status": "False"}]);
        }
        items.extend((0..2).map(|k| pod("b", &format!("b{k}"), false, "1", json!({}))));
        let mut budget = json!({"kind": "PodDisruptionBudget", "metadata": {"namespace": "a", "name": "x"}, "status": status,
            "spec": {"selector": {"matchLabels": {"app": "a"}}, "minAvailable": 7}});
        more.as_object().unwrap().iter().for_each(|(name, value)| budget["spec"][name] = value.clone());
        items.push(budget);
        let (_, audit) = pods(name, "110", &items);
        let stop = audit["plan"]["names"]["stop"].as_array().cloned().unwrap_or_default();
        stop.iter().map(|name| name.as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    let lacks = json!({"disruptionsAllowed": 0, "currentHealthy": 6, "desiredHealthy": 7});
    let full = json!({"disruptionsAllowed": 0, "currentHealthy": 6, "desiredHealthy": 6});
    let unready = ["a/a0", "a/a1"];
    assert!(stops("unready-kept", json!({}), lacks.clone()).is_empty());
    assert!(
        stops("unready-if", json!({"unhealthyPodEvictionPolicy": "IfHealthyBudget"}), lacks.clone())
            .is_empty()
    );
    assert_eq!(stops("unready-always", json!({"unhealthyPodEvictionPolicy": "AlwaysAllow"}), lacks), unready);
    assert_eq!(stops("unready-full", json!({}), full), unready);
}

/// A pod behind a gate is not asked for yet; a node counts its pod as the larger of what was asked for before and after a change.
#[test]
fn pods_that_wait_for_others_or_change_are_said() {
    let mut gated = pod("a", "a0", false, "1", json!({}));
    gated["spec"]["schedulingGates"] = json!([{"name": "example.com/later"}]);
    let (made, audit) = pods("gated", "110", &[gated, pod("b", "b0", false, "1", json!({}))]);
    assert!(
        made.contains("1 pod left out, because a scheduling gate holds them back: 1 of a (1 CPU)"),
        "{made}"
    );
    assert_eq!(audit["users"].as_array().unwrap().len(), 1, "{audit}");
    let mut grown = pod("a", "a0", true, "1", json!({}));
    grown["spec"]["containers"][0]["name"] = json!("c");
    grown["status"]["containerStatuses"] = json!([{"name": "c", "resources": {"requests": {"cpu": "4"}}}]);
    let (made, audit) = pods("grown", "110", &[grown.clone(), pod("b", "b0", false, "1", json!({}))]);
    assert!(made.contains("field = \"resize\""), "{made}");
    assert_eq!(audit["assumed"][0]["field"], "resize", "{audit}");
    grown["status"]["containerStatuses"][0]["resources"]["requests"]["cpu"] = json!("1000m");
    assert!(!pods("grown", "110", &[grown, pod("b", "b0", false, "1", json!({}))]).0.contains("resize"));
}

/// Every answer on a state repeats what its import assumed: in text, and as field, count and words in JSON.
#[test]
fn answers_repeat_what_was_assumed() {
    let mut spread = pod("a", "a0", false, "1", json!({}));
    spread["spec"]["affinity"] = json!({"podAntiAffinity": {}});
    let (made, audit) = pods("answers", "110", &[spread, pod("b", "b0", false, "1", json!({}))]);
    let folder = scratch("counted-repeated");
    let file = write(&folder, "state.toml", &made);
    let one =
        json!({"model": "cluster", "capacity": [[8]], "demand": [[1]], "assumed": [audit["assumed"][0]]});
    let lines = write(&folder, "state.jsonl", &one.to_string());
    let expected = json!([{"field": "podAntiAffinity", "count": 1, "words": audit["assumed"][0]["words"]}]);
    assert_eq!(audit["assumed"][0], expected[0]);
    assert!(audit["assumed"][1]["field"].is_null(), "{audit}");
    let words = expected[0]["words"].as_str().unwrap();
    for args in [
        &["run", "--mech", "drf", "--instance", &file][..],
        &["--mech", "drf", "--property", "ef", "--instance", &file],
        &["--mech", "drf", "--property", "ef,si", "--instance", &file],
        &["score", "--mech", "drf", "--instance", &file],
        &["audit", "--instance", &file],
    ] {
        let text = String::from_utf8(program(args).stdout).unwrap();
        assert!(text.contains(words), "{args:?}: {text}");
        let said: Json =
            serde_json::from_slice(&program(&[args, &["--format", "json"]].concat()).stdout).unwrap();
        let said = said.get(0).unwrap_or(&said);
        assert_eq!(said["assumed"][0], expected[0], "{args:?}: {said}");
    }
    let judged = program(&["judge", "--mech", "drf", "--property", "ef", "--instances", &lines]);
    let judged: Json = serde_json::from_slice(&judged.stdout).unwrap();
    assert_eq!(judged["assumed"], expected);
    let metrics = program(&["audit", "--instance", &file, "--format", "prometheus"]);
    let metrics = String::from_utf8(metrics.stdout).unwrap();
    assert!(metrics.contains("assumed{field=\"podAntiAffinity\"} 1"), "{metrics}");
}

/// A node that may run two pods runs two that request nothing, and one that waits has room where they are gone.
#[test]
fn pods_that_request_nothing_hold_the_places_of_a_node() {
    let all = |most: &str| {
        let idle = |k: usize| pod("a", &format!("a{k}"), true, "", json!({}));
        pods("idle", most, &[idle(0), idle(1), pod("b", "b", false, "1", json!({}))])
    };
    let (made, audit) = all("2");
    assert!(made.contains("demand = [[0, 1], [1, 1]]") && made.contains("running = [[2], [0]]"), "{made}");
    assert_eq!(audit["plan"]["names"]["stop"].as_array().unwrap().len(), 1, "{audit}");
    let (made, _) = all("3");
    assert!(made.contains("users = [\"b\"]"), "{made}");
    assert!(made.contains("2 pods left out, because they request nothing: 2 of a"), "{made}");
}

/// What a DaemonSet and a static pod take of a node is said.
#[test]
fn pods_of_nodes_are_counted_by_owner() {
    let owner = |kind: &str, name: &str| json!({"ownerReferences": [{"kind": kind, "name": name}]});
    let items = [
        pod("sys", "d-1", true, "1", owner("DaemonSet", "d")),
        pod("sys", "api-n1", true, "2", owner("Node", "n1")),
        pod("b", "b", false, "1", json!({})),
    ];
    let (made, _) = pods("daemons", "110", &items);
    assert!(made.contains("capacity = [[5]]"), "{made}");
    assert!(made.contains("less for others: 1 of sys/api-n1 (2 CPU), 1 of sys/d (1 CPU)"), "{made}");
}

/// Queue q is capped at half of 20 processors by its own field alone, q.r at half of that. A request of 15 GiB fits on no node
/// of ten, and nodes that count as one are said.
#[test]
fn caps_and_sizes_of_yarn_are_read() {
    let cap = |name: &str, below: &[Json]| json!({"queueName": name, "capacity": 50, "maxCapacity": 50, "queues": {"queue": below}});
    let other = json!({"queueName": "o", "capacity": 50, "maxCapacity": 100});
    let root = json!({"queueName": "root", "capacity": 100, "maxCapacity": 100, "queues": {"queue": [cap("q", &[cap("r", &[]), other.clone()]), other]}});
    let scheduler = json!({"scheduler": {"schedulerInfo": root}});
    let node =
        |id: &str| json!({"id": id, "state": "RUNNING", "totalResource": {"memory": 10240, "vCores": 10}});
    let nodes = json!({"nodes": {"node": [node("n1:1"), node("n2:1")]}});
    let app = |queue: &str, gib: usize| {
        json!({"id": format!("application_1_{gib}"), "user": "u", "queue": queue, "state": "RUNNING", "runningContainers": 0,
               "resourceRequests": [{"capability": {"memory": 1024 * gib, "vCores": 1}, "numContainers": 3, "resourceName": "*"}]})
    };
    let apps = json!({"apps": {"app": [app("root.q.r", 1), app("root.q.o", 2), app("root.o", 15)]}});
    let files = [("nodes", &nodes), ("apps", &apps), ("scheduler", &scheduler)];
    let (made, _) = audited("yarn", &files, &["yarn", "--pool"]);
    assert!(made.contains("cap = [5, 5]") && made.contains("cap = [10, 10]"), "{made}");
    assert!(made.contains("room for it even when empty: 3 of root.o (3 CPU, 45 GiB"), "{made}");
    assert!(made.contains("field = \"nodes\", count = 2"), "{made}");
}

/// The decision on the workload that asks, where w1 and w2 wait with these priorities, w3 is admitted, and the times of
/// creation are in the list or not.
fn kueue(priorities: [i64; 3], times: bool) -> (String, String) {
    let workload = |k: usize| {
        let mut one = json!({"kind": "Workload", "metadata": {"namespace": "n", "name": format!("w{}", k + 1), "uid": k.to_string()},
            "spec": {"queueName": "l", "priority": priorities[k], "podSets": [{"name": "main", "count": 1, "template": {"spec": {
                "containers": [{"resources": {"requests": {"cpu": "2"}}}]}}}]}, "status": {}});
        if times {
            one["metadata"]["creationTimestamp"] = json!(format!("2026-01-01T0{k}:00:00Z"));
        }
        if k == 2 {
            one["status"] = json!({
                "conditions": [{"type": "QuotaReserved", "status": "True", "lastTransitionTime": "2026-01-01T05:00:00Z"}],
                "admission": {"clusterQueue": "q", "podSetAssignments": [{"name": "main", "count": 1,
                    "flavors": {"cpu": "a"}, "resourceUsage": {"cpu": "2"}}]}});
        }
        one
    };
    let flavors = json!([{"name": "a", "resources": [{"name": "cpu", "nominalQuota": "2"}]}]);
    let objects = [
        json!({"kind": "ClusterQueue", "metadata": {"name": "q"}, "spec": {
            "resourceGroups": [{"coveredResources": ["cpu"], "flavors": flavors}],
            "preemption": {"withinClusterQueue": "LowerOrNewerEqualPriority"}}, "status": {}}),
        json!({"kind": "LocalQueue", "metadata": {"namespace": "n", "name": "l"}, "spec": {"clusterQueue": "q"}}),
        workload(0),
        workload(1),
        workload(2),
    ];
    let folder = scratch(&format!("counted-kueue-{priorities:?}-{times}"));
    let file = write(&folder, "kueue.json", &json!({"items": objects}).to_string());
    let made = verify(&["import", "kueue", &file], 0).0;
    let state = write(&folder, "cohort.toml", &made);
    let run = verify(&["run", "--mech", "kueue-preempt", "--instance", &state, "--trace"], 0).0;
    (made, run)
}

/// The head of a queue is the pending workload of the highest priority, of equal ones the oldest. One of equal priority is
/// preempted because it is newer, which times of creation show.
#[test]
fn the_head_of_a_queue_asks() {
    let asks = |run: &str| run.lines().find(|line| line.contains(" asks")).unwrap_or_default().to_string();
    for (priorities, head) in [([1, 9, 20], "n/w2"), ([9, 1, 20], "n/w1"), ([5, 5, 20], "n/w1")] {
        let (made, run) = kueue(priorities, true);
        assert!(asks(&run).contains(head), "{made}{run}");
        assert!(!made.contains("creationTimestamp"), "{made}");
    }
    let (_, run) = kueue([5, 9, 9], true);
    assert!(run.contains("newer in the same queue") && !run.contains("lower priority"), "{run}");
    let (_, run) = kueue([5, 9, 7], true);
    assert!(run.contains("lower priority in the same queue") && !run.contains("newer"), "{run}");
    for (priorities, decides) in [([5, 9, 9], true), ([5, 5, 1], true), ([5, 9, 7], false)] {
        let (made, _) = kueue(priorities, false);
        assert_eq!(made.contains("field = \"creationTimestamp\""), decides, "{made}");
    }
}

/// An error names the file and the kind of object at fault.
#[test]
fn errors_name_the_table_and_the_queue_at_fault() {
    let folder = scratch("counted-tables");
    let asked = write(&folder, "r.csv", "name,cpu\nx,1\n");
    for (machines, error) in [
        ("name,cpu\na,1\na,2\n", "m.csv: line 3, column name: a machine `a` is given twice"),
        ("Name,cpu\na,1\n", "m.csv: line 1, column Name: call the column `name`, in small letters"),
    ] {
        let stock = write(&folder, "m.csv", machines);
        let said = verify(&["import", "csv", &stock, &asked], 2).1;
        assert!(said.contains(error), "{said}");
    }
    let total = json!({"memory": 1024, "vCores": 1});
    let nodes = json!({"nodes": {"node": [{"id": "n:1", "state": "RUNNING", "totalResource": total}]}});
    let app = json!({"id": "application_1_1", "user": "u", "queue": "default", "state": "ACCEPTED",
                     "resourceRequests": [{"capability": total, "numContainers": 1, "resourceName": "*"}]});
    let queues = json!({"scheduler": {"schedulerInfo": {"queueName": "root", "capacity": 100}}});
    let files = [("nodes", nodes), ("apps", json!({"apps": {"app": [app]}})), ("scheduler", queues)]
        .map(|(name, json)| write(&folder, &format!("{name}.json"), &json.to_string()));
    let [nodes, apps, scheduler] = &files;
    let args = ["import", "yarn", "--nodes", nodes, "--apps", apps, "--scheduler", scheduler];
    assert!(verify(&args, 2).1.contains("scheduler.json: queue default: is not listed"));
}

/// `--assume` names a field that need not be read; one of which nothing is taken ends the import.
#[test]
fn every_import_takes_what_may_be_assumed() {
    let folder = scratch("counted-assume");
    let nodes = write(&folder, "nodes.json", &json!({"nodes": [node("c1", "")]}).to_string());
    let jobs = json!({"jobs": [job(1, "a", "", "cpu=4,node=1", json!({"licenses": "matlab:1"}))]});
    let jobs = write(&folder, "jobs.json", &jobs.to_string());
    let import = |assume, status| {
        verify(&["import", "slurm", "--nodes", &nodes, "--jobs", &jobs, "--assume", assume], status)
    };
    assert!(import("licenses=none", 0).0.contains("field = \"licenses\""));
    for assume in ["licenses=2", "network=none"] {
        let said = import(assume, 2).1;
        assert!(
            said.contains(&format!(
                "--assume {assume}: nothing is taken as that; assumed as `none` here: licenses"
            )),
            "{said}"
        );
    }
}
