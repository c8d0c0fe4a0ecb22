//! Quotas of a container platform: what ResourceQuota permits a namespace, and queues of Volcano and KAI.

use serde_json::{Value as Json, json};

use super::imports_queues::{entitled, write};
use super::support::{ended as verify, folder as scratch};

/// A node with eight cores.
fn nodes() -> Json {
    json!({"items": [{"kind": "Node", "metadata": {"name": "n1"}, "spec": {}, "status": {
        "allocatable": {"cpu": "8", "memory": "64Gi", "pods": "110"}, "conditions": [{"type": "Ready", "status": "True"}]}}]})
}

/// A pod of one core, which runs on the node if `runs` is `true`.
fn pod(space: &str, name: &str, runs: bool, metadata: Json) -> Json {
    let mut pod = json!({"kind": "Pod", "metadata": metadata, "status": {"phase": if runs { "Running" } else { "Pending" }},
        "spec": {"containers": [{"resources": {"requests": {"cpu": "1"}}}]}});
    pod["metadata"]["namespace"] = json!(space);
    pod["metadata"]["name"] = json!(name);
    if runs {
        pod["spec"]["nodeName"] = json!("n1");
    }
    pod
}

fn import(name: &str, items: &[Json], more: &[&str], status: i32) -> (std::path::PathBuf, String, String) {
    let folder = scratch(name);
    let nodes = write(&folder, "nodes.json", &nodes().to_string());
    let pods = write(&folder, "pods.json", &json!({"items": items}).to_string());
    let args = [&["import", "kubernetes", "--nodes", &nodes, "--pods", &pods], more].concat();
    let (made, error) = verify(&args, status);
    (folder, made, error)
}

fn waiting(space: &str, count: usize, metadata: &Json) -> Vec<Json> {
    (0..count).map(|k| pod(space, &format!("{space}-{k}"), false, metadata.clone())).collect()
}

/// Namespace a may request two of eight cores, and one if a DaemonSet's pod of its own takes the other.
#[test]
fn quotas_of_namespaces_are_caps() {
    let quota = |hard: Json, more: Json| {
        let mut spec = more;
        spec["hard"] = hard;
        json!({"kind": "ResourceQuota", "metadata": {"namespace": "a", "name": "q"}, "spec": spec,
               "status": {"used": {"requests.cpu": "4"}}})
    };
    let by = ["--by", "namespace"];
    let mut items = [waiting("a", 3, &json!({})), waiting("b", 8, &json!({}))].concat();
    items.push(pod("a", "runs", true, json!({})));
    items.push(quota(json!({"requests.cpu": "2", "limits.memory": "1Gi", "count/secrets": "3"}), json!({})));
    let (folder, made, _) = import("quota", &items, &by, 0);
    assert!(made.contains("a = { cap = [2] }"), "{made}");
    assert!(
        made.contains("not read: limits.memory of the quota of a.") && !made.contains("in use"),
        "{made}"
    );
    assert_eq!(entitled(&folder, &made).0, ["2", "6"]);
    let daemon = json!({"ownerReferences": [{"kind": "DaemonSet", "name": "d"}]});
    items.push(pod("a", "daemon", true, daemon));
    let (folder, made, _) = import("quota-daemon", &items, &by, 0);
    assert_eq!(entitled(&folder, &made).0, ["1", "6"]);
    assert!(made.contains("the quota of a counts 4 CPU in use, and its pods request 5"), "{made}");
    items.pop();
    items.pop();
    items.push(quota(json!({"cpu": "2"}), json!({"scopes": ["BestEffort"]})));
    let (folder, made, _) = import("quota-scope", &items, &by, 0);
    assert!(made.contains("not read: scopes of the quota of a."), "{made}");
    assert_eq!(entitled(&folder, &made).0, ["4", "4"]);
    items.pop();
    // A number of pods is a cap, although no node could run out of pods. Of the cores each has half.
    items.push(quota(json!({"pods": "2"}), json!({})));
    let (folder, made, _) = import("quota-pods", &items, &by, 0);
    assert_eq!(entitled(&folder, &made).0, ["2", "4"], "{made}");
    items.pop();
    items.push(quota(json!({"cpu": "lots"}), json!({})));
    let error = import("quota-bad", &items, &by, 2).2;
    assert!(
        error.contains("resourcequota a/q: cpu") || error.contains("resourcequota a/q, spec.hard: cpu"),
        "{error}"
    );
    assert_eq!(error.matches("pods.json").count(), 1, "{error}");
    items.pop();
    items.push(quota(json!({"cpu": "2"}), json!({})));
    assert!(
        import("quota-owner", &items, &["--by", "owner"], 0).1.contains("not read: quotas of namespaces.")
    );
}

fn volcano(name: &str, spec: Json) -> Json {
    json!({"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "Queue", "metadata": {"name": name}, "spec": spec})
}

/// Pods of `queues`, eight each; the first queue is named by a group, the others by annotations.
fn of_queues(queues: &[&str]) -> Vec<Json> {
    let mut items = vec![
        json!({"kind": "PodGroup", "metadata": {"namespace": queues[0], "name": "g"}, "spec": {"queue": queues[0]}}),
    ];
    for (k, queue) in queues.iter().enumerate() {
        let (name, value) = if k == 0 {
            ("scheduling.k8s.io/group-name", "g")
        } else {
            ("scheduling.volcano.sh/queue-name", *queue)
        };
        items.extend(waiting(queue, 8, &json!({"annotations": {name: value}})));
    }
    items
}

fn divided(name: &str, queues: &[&str], objects: &[Json]) -> (Vec<String>, String) {
    let items = [of_queues(queues), objects.to_vec()].concat();
    let (folder, made, _) = import(name, &items, &["--by", "queue"], 0);
    (entitled(&folder, &made).0, made)
}

/// Weights 3 and 1 of eight cores, where sci may have one; two queues below a parent; what a queue deserves comes first;
/// what is reserved for an idle queue is lent to none.
#[test]
fn queues_of_volcano_divide_the_cluster() {
    let two = [
        volcano("eng", json!({"weight": 3})),
        volcano("sci", json!({"weight": 1, "capability": {"cpu": "1"}})),
    ];
    let (due, made) = divided("volcano", &["eng", "sci"], &two);
    assert_eq!(due, ["7", "1"], "{made}");
    assert!(made.contains("field = \"Queue\"") && made.contains("proportion"), "{made}");
    let tree = [
        volcano("root", json!({})),
        volcano("a", json!({"parent": "root"})),
        volcano("x", json!({"parent": "a"})),
        volcano("y", json!({"parent": "a"})),
        volcano("z", json!({})),
    ];
    assert_eq!(divided("volcano-tree", &["x", "y", "z"], &tree).0, ["2", "2", "4"]);
    let first = [volcano("eng", json!({"deserved": {"cpu": "5"}, "priority": 7})), volcano("sci", json!({}))];
    let (due, made) = divided("volcano-deserved", &["eng", "sci"], &first);
    assert_eq!(due, ["5", "3"], "{made}");
    assert!(made.contains("plugin capacity") && made.contains("priorities of queues"), "{made}");
    let kept =
        |queue: &str| volcano(queue, json!({"guarantee": {"resource": {"cpu": "5"}}, "reclaimable": false}));
    let (due, made) = divided("volcano-reserved", &["eng"], &[volcano("eng", json!({})), kept("sci")]);
    assert_eq!(due, ["3"], "{made}");
    assert!(made.contains("field = \"reclaimable\""), "{made}");
    // A queue that is not listed is an error, and pods without a queue are a team of their own.
    let items = [of_queues(&["eng", "lost"]), vec![volcano("eng", json!({}))]].concat();
    let error = import("volcano-lost", &items, &["--by", "queue"], 2).2;
    assert!(error.contains("lost") && error.contains("is not listed"), "{error}");
    let none = import("volcano-none", &of_queues(&["eng"])[1..], &["--by", "queue"], 2).2;
    assert!(none.contains("there is no object of the kind Queue"), "{none}");
    let items = [of_queues(&["eng"]), waiting("b", 8, &json!({})), vec![volcano("eng", json!({}))]].concat();
    let (folder, made, _) = import("volcano-plain", &items, &["--by", "queue"], 0);
    assert!(made.contains("Pods that name no queue"), "{made}");
    assert_eq!(entitled(&folder, &made).0, ["4", "4"]);
}

/// Six pods of b wait, and b is entitled to four of eight cores. As a gang of all six they are short of nothing; if three of
/// them suffice, four are missing, and the plan starts them. A gang of which two run already needs one more. On two idle cores
/// two of them start if two suffice, and otherwise none.
#[test]
fn waiting_gangs_start_together() {
    let of_gang = json!({"annotations": {"scheduling.k8s.io/group-name": "g"}});
    let group =
        |spec: Json| json!({"kind": "PodGroup", "metadata": {"namespace": "b", "name": "g"}, "spec": spec});
    let runs = |space: &str, count: usize, metadata: &Json| {
        (0..count)
            .map(|k| pod(space, &format!("{space}-run-{k}"), true, metadata.clone()))
            .collect::<Vec<_>>()
    };
    for (needs, more, least, short, could) in [
        (json!({}), 0, "least = 6", 0, "0"),
        (json!({"minMember": 3}), 0, "least = 3", 4, "0"),
        (json!({"minMember": 2}), 0, "least = 2", 4, "2"),
        (json!({"minMember": 3}), 2, "", 2, "0"),
    ] {
        let pods = [runs("a", 6, &json!({})), waiting("b", 6, &of_gang), runs("b", more, &of_gang)].concat();
        let (folder, made, _) =
            import("together", &[pods, vec![group(needs)]].concat(), &["--by", "namespace"], 0);
        assert_eq!(made.contains("together = "), !least.is_empty(), "{made}");
        assert!(made.contains(least) && !made.contains("assumed"), "{made}");
        let file = write(&folder, "state.toml", &made);
        let out = super::support::verify(&[
            "audit",
            "--instance",
            &file,
            "--mech",
            "none",
            "--plan",
            "--format",
            "json",
        ]);
        let audit: Json = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(audit["users"][1]["short"], json!(short.to_string()), "{audit}");
        assert_eq!(audit["users"][1]["could_start"], could, "{audit}");
        let starts = &audit["plan"]["starts"];
        assert_eq!(starts, &if short > 0 { json!([[1, 0, short]]) } else { json!([]) }, "{audit}");
        let left = audit["plan"]["after"].get("together");
        assert!(left.is_none_or(|all| all == &json!([])), "{audit}");
    }
    // Beside a pod of two cores: it starts where the gang of six does not.
    let mut large = pod("b", "large", false, json!({}));
    large["spec"]["containers"][0]["resources"]["requests"]["cpu"] = json!("2");
    let pods = [runs("a", 6, &json!({})), waiting("b", 6, &of_gang), vec![large]].concat();
    let (folder, made, _) = import("together-team", &pods, &["--by", "namespace"], 0);
    let file = write(&folder, "state.toml", &made);
    let out = super::support::verify(&["audit", "--instance", &file, "--mech", "none", "--format", "json"]);
    let audit: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(audit["users"][1]["could_start"], "1", "{audit}");
}

/// Quotas of six and no cores of eight come first, and a limit of one core is a cap.
#[test]
fn queues_of_kai_divide_the_cluster() {
    let kai = |name: &str, above: &str, [quota, limit, weight]: [i64; 3]| {
        let free = json!({"quota": -1, "limit": -1, "overQuotaWeight": weight});
        let cpu = json!({"quota": quota, "limit": limit, "overQuotaWeight": weight});
        json!({"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": name},
               "spec": {"parentQueue": above, "resources": {"cpu": cpu, "memory": free, "gpu": free}}})
    };
    let of = |queue: &str| waiting(queue, 8, &json!({"labels": {"kai.scheduler/queue": queue}}));
    for (limit, due) in [(-1, ["6", "2"]), (1000, ["7", "1"])] {
        let queues = [kai("d", "", [-1, -1, 1]), kai("p", "d", [6000, -1, 1]), kai("q", "d", [0, limit, 1])];
        let items = [of("p"), of("q"), queues.to_vec()].concat();
        let (folder, made, _) = import("kai", &items, &["--by", "queue"], 0);
        assert_eq!(entitled(&folder, &made).0, due, "{made}");
        assert!(made.contains("quota-tree-over"), "{made}");
    }
    let items = [of("p"), vec![kai("p", "gone", [0, -1, 1])]].concat();
    let error = import("kai-orphan", &items, &["--by", "queue"], 2).2;
    assert!(error.contains("queue p: its parent gone is not in the list"), "{error}");
    let fraction = json!({"labels": {"kai.scheduler/queue": "p"}, "annotations": {"gpu-fraction": "0.5"}});
    let items = [waiting("p", 1, &fraction), vec![kai("p", "", [0, -1, 1])]].concat();
    assert!(import("kai-parts", &items, &["--by", "queue"], 0).1.contains("field = \"gpu-fraction\""));
}
