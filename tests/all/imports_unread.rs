//! Fields on which a finding depends: each is read, refused by its name, or an assumption of the instance; and sums that the
//! product states itself are compared with those of the import.

use serde_json::{Value as Json, json};

use super::support::{ended as verify, folder as scratch};

fn write(folder: &str, name: &str, json: &Json) -> String {
    // Tests with one name of a folder run at the same time.
    let file = scratch(&format!("{folder}-{:?}", std::thread::current().id())).join(name);
    std::fs::write(&file, json.to_string()).unwrap();
    file.to_str().unwrap().to_string()
}

/// A queue with two CPUs of each of the flavors a and b, and a workload that asks for one CPU.
fn kueue() -> Vec<Json> {
    let flavor = |name: &str| json!({"name": name, "resources": [{"name": "cpu", "nominalQuota": "2"}]});
    let groups = json!([{"coveredResources": ["cpu"], "flavors": [flavor("a"), flavor("b")]}]);
    let pods = json!([{"name": "main", "count": 1, "template": {"spec": {
        "containers": [{"resources": {"requests": {"cpu": "1"}}}]}}}]);
    vec![
        json!({"kind": "ClusterQueue", "metadata": {"name": "q"}, "spec": {"resourceGroups": groups}, "status": {}}),
        json!({"kind": "LocalQueue", "metadata": {"namespace": "n", "name": "l"}, "spec": {"clusterQueue": "q"}}),
        json!({"kind": "Workload", "metadata": {"namespace": "n", "name": "w"},
               "spec": {"queueName": "l", "podSets": pods}, "status": {}}),
    ]
}

fn flavor(name: &str, spec: Json) -> Json {
    json!({"kind": "ResourceFlavor", "metadata": {"name": name}, "spec": spec})
}

/// The import of objects, with flavors that have neither labels nor taints if there are none.
fn import(objects: &[Json], more: &[&str], status: i32) -> (String, String) {
    let plain = ["a", "b"].map(|name| flavor(name, json!({})));
    let given = objects.iter().any(|one| one["kind"] == "ResourceFlavor");
    bare(&[objects, if given { &[] } else { &plain }].concat(), more, status)
}

fn bare(objects: &[Json], more: &[&str], status: i32) -> (String, String) {
    let file = write("unread-kueue", "kueue.json", &json!({"items": objects}));
    verify(&[&["import", "kueue", &file], more].concat(), status)
}

/// The request of the workload, by flavor.
fn request(made: &str) -> &str {
    made.split("request = ").nth(1).unwrap().split(']').next().unwrap()
}

/// A workload takes the first flavor whose nodes have the labels that it selects, and whose taints it tolerates. Labels
/// that no flavor has do not count.
#[test]
fn labels_and_taints_of_flavors_choose() {
    let with = |a: Json, b: Json, rules: Json| {
        let mut objects = kueue();
        let spec = objects[2].pointer_mut("/spec/podSets/0/template/spec").unwrap();
        rules.as_object().unwrap().iter().for_each(|(name, value)| spec[name] = value.clone());
        objects.extend([flavor("a", a), flavor("b", b)]);
        objects
    };
    let labelled = |value: &str| json!({"nodeLabels": {"zone": value}});
    let choose = |zone: &str| json!({"nodeSelector": {"zone": zone, "unknown": "x"}});
    for (zone, first) in [("1", "[1, 0"), ("2", "[0, 1")] {
        let made = import(&with(labelled("1"), labelled("2"), choose(zone)), &[], 0).0;
        assert_eq!(request(&made), first, "{made}");
        assert!(!made.contains("assumed"), "{made}");
    }
    let (_, error) = import(&with(labelled("1"), labelled("2"), choose("3")), &[], 2);
    assert!(error.contains("no flavor of the queue has nodes for the pods: 1 of n/l (1 CPU"), "{error}");
    let taint = json!({"nodeTaints": [{"key": "gpu", "value": "yes", "effect": "NoSchedule"}]});
    let tolerated = json!({"tolerations": [{"key": "gpu", "operator": "Exists"}]});
    for (rules, first) in [(json!({}), "[0, 1"), (tolerated, "[1, 0")] {
        assert_eq!(request(&import(&with(taint.clone(), json!({}), rules), &[], 0).0), first);
    }
    // Without the objects a selector ends the import, or is taken as none.
    let selects = &with(json!({}), json!({}), choose("2"))[..3];
    assert!(bare(selects, &[], 2).1.contains("workload n/w: field `nodeSelector` is not read"));
    assert!(bare(selects, &["--assume", "nodeSelector=none"], 0).0.contains("field = \"nodeSelector\""));
    let topology = import(&with(json!({"topologyName": "t"}), json!({}), json!({})), &[], 0).0;
    assert!(topology.contains("field = \"topologyName\""), "{topology}");
}

/// A flavor by preemption in other queues is better than one by preemption in the own queue, and the preference says
/// which of preemption and borrowing is better. A resource in two groups is one of the first.
#[test]
fn flavors_by_preemption_are_compared() {
    let admitted = |name: &str, queue: &str, flavor: &str, priority: i64| {
        json!({"kind": "Workload", "metadata": {"namespace": "n", "name": name, "uid": name},
               "spec": {"queueName": "l", "priority": priority}, "status": {
            "conditions": [{"type": "QuotaReserved", "status": "True", "lastTransitionTime": "2026-01-01T01:00:00Z"}],
            "admission": {"clusterQueue": queue, "podSetAssignments": [{"name": "main", "count": 1,
                "flavors": {"cpu": flavor}, "resourceUsage": {"cpu": "2"}}]}}})
    };
    let with = |of_b: &str, fungibility: Json| {
        let mut objects = kueue();
        let mut lender = objects[0].clone();
        lender["metadata"]["name"] = json!("r");
        for (quota, amount) in [("0", 0), (if of_b == "r" { "0" } else { "2" }, 1)] {
            lender["spec"]["resourceGroups"][0]["flavors"][amount]["resources"][0]["nominalQuota"] =
                json!(quota);
        }
        objects[0]["spec"]["preemption"] =
            json!({"withinClusterQueue": "LowerPriority", "reclaimWithinCohort": "Any"});
        objects[0]["spec"]["flavorFungibility"] = fungibility;
        objects.push(lender);
        objects.extend([admitted("low", "q", "a", -1), admitted("other", of_b, "b", 0)]);
        objects.extend([json!({"kind": "Cohort", "metadata": {"name": "team"}, "spec": {}})]);
        objects.iter_mut().filter(|one| one["kind"] == "ClusterQueue").for_each(|one| {
            one["spec"]["cohortName"] = json!("team");
            one["status"]["fairSharing"] = json!({"weightedShare": 0});
        });
        import(&objects, &[], 0).0
    };
    let asks = |made: &str| request(made.split("name = \"n/w\"").nth(1).unwrap()).to_string();
    // Flavor b is lent to r, and reclaimed.
    assert_eq!(asks(&with("r", json!({}))), "[0, 1");
    assert_eq!(asks(&with("r", json!({"whenCanPreempt": "MayStopSearch"}))), "[1, 0");
    // Flavor b is borrowed from r.
    assert_eq!(asks(&with("q", json!({}))), "[0, 1");
    let made = with("q", json!({"preference": "PreemptionOverBorrowing", "whenCanBorrow": "TryNextFlavor"}));
    assert_eq!(asks(&made), "[1, 0");
    assert!(!made.contains("assumed"), "{made}");
    let mut twice = kueue();
    let again = twice[0]["spec"]["resourceGroups"][0].clone();
    twice[0]["spec"]["resourceGroups"].as_array_mut().unwrap().push(again);
    assert_eq!(request(&import(&twice, &[], 0).0), "[1, 0");
}

/// What a user permits is used or refused.
#[test]
fn an_assumption_is_never_ignored() {
    let unused = import(&kueue(), &["--assume", "topologyName=none"], 2).1;
    assert!(unused.contains("--assume topologyName=none: nothing was taken as that"), "{unused}");
    let mut objects = kueue();
    let quota = objects[0].pointer_mut("/spec/resourceGroups/0/flavors/0/resources/0").unwrap();
    quota.as_object_mut().unwrap().remove("nominalQuota");
    assert!(import(&objects, &[], 2).1.contains("--assume nominalQuota=AMOUNT"));
    let made = import(&objects, &["--assume", "nominalQuota=500m"], 0).0;
    assert!(made.contains("quota = [[\"1/2\", 2]]") && made.contains("taken as 500m"), "{made}");
    objects = kueue();
    objects[0]["spec"]["namespaceSelector"] = json!({"matchLabels": {"a": "b"}});
    let other = import(&objects, &["--assume", "namespaceSelector=all"], 2).1;
    assert!(other.contains("it can be taken as `none` alone"), "{other}");
}

/// The quota of a cohort without an object is not known, unless the list of all cohorts is there and has none.
#[test]
fn a_list_of_cohorts_settles_which_exist() {
    let mut objects = kueue();
    objects[0]["spec"]["cohortName"] = json!("team");
    let made = import(&objects, &[], 0).0;
    assert!(made.contains("field = \"Cohort\""), "{made}");
    assert!(import(&objects, &["--assume", "Cohort=none"], 0).0.contains("field = \"Cohort\""));
    assert!(import(&objects, &["--assume", "Cohort=4"], 2).1.contains("`none` alone"));
    let list = write("unread-cohorts", "cohorts.json", &json!({"kind": "CohortList", "items": []}));
    let made = import(&objects, &[&list], 0).0;
    assert!(!made.contains("assumed"), "{made}");
}

#[test]
fn checks_delays_and_counts_of_queues() {
    let mut objects = kueue();
    objects[0]["spec"]["admissionChecks"] = json!(["budget"]);
    objects[0]["status"] = json!({"pendingWorkloads": 3, "reservingWorkloads": 0});
    let made = import(&objects, &[], 0).0;
    assert!(made.contains("field = \"admissionChecks\""), "{made}");
    assert!(made.contains("clusterqueue q counts 3 workloads that wait, and 1 is read"), "{made}");
    assert!(made.contains("field = \"status.pendingWorkloads\""), "{made}");
    assert!(!made.contains("that have quota"), "{made}");
    objects = kueue();
    objects[2]["status"]["conditions"] = json!([{"type": "Requeued", "status": "False"}]);
    assert!(
        import(&objects, &[], 2)
            .1
            .contains("because of a delay before the next attempt (Requeued): 1 of n/l")
    );
}

/// A node of Slurm with what it counts itself, and a waiting job with further fields.
fn slurm(node: Json, job: Json) -> String {
    let merge = |mut to: Json, from: &Json| {
        from.as_object().unwrap().iter().for_each(|(name, value)| to[name] = value.clone());
        to
    };
    let runs = json!({"job_id": 1, "account": "a", "job_state": ["RUNNING"], "partition": "p", "nodes": "n1",
                      "node_count": 1, "tres_alloc_str": "cpu=2,mem=4G,node=1,gres/gpu=1"});
    let waits = json!({"job_id": 2, "account": "b", "job_state": ["PENDING"], "partition": "p", "nodes": "",
                       "node_count": 1, "tres_req_str": "cpu=2,mem=4G,node=1", "state_reason": "Resources"});
    let has = json!({"name": "n1", "state": ["MIXED"], "cpus": 8, "real_memory": 16384, "gres": "gpu:2", "partitions": ["p"]});
    let nodes = write("unread-slurm", "nodes.json", &json!({"nodes": [merge(has, &node)]}));
    let jobs = write("unread-jobs", "jobs.json", &json!({"jobs": [runs, merge(waits, &job)]}));
    verify(&["import", "slurm", "--nodes", &nodes, "--jobs", &jobs], 0).0
}

#[test]
fn nodes_of_slurm_count_what_is_in_use() {
    let like = json!({"alloc_cpus": 2, "gres_used": "gpu:1(IDX:0)", "tres_used": "cpu=2,mem=4G,gres/gpu=1"});
    assert!(!slurm(like, json!({})).contains("in use"));
    let made = slurm(json!({"alloc_cpus": 6, "gres_used": "gpu:0"}), json!({}));
    for words in [
        "node n1 counts 6 CPU in use, and what runs there takes 2",
        "node n1 counts 0 gres/gpu in use, and what runs there takes 1",
    ] {
        assert!(made.contains(words), "{made}");
    }
}

/// The import of jobs on node n1 with two GPUs of the type a100, and node n2 with two of the type v100.
fn slurm_jobs(jobs: &[Json]) -> String {
    let node = |name: &str, gres: &str| json!({"name": name, "state": ["MIXED"], "cpus": 16, "real_memory": 16384, "gres": gres, "partitions": ["p"]});
    let all = json!({"nodes": [node("n1", "gpu:a100:2(S:0)"), node("n2", "gpu:v100:2(S:0-1)")]});
    let nodes = write("unread-typed-nodes", "nodes.json", &all);
    let jobs = write("unread-typed-jobs", "jobs.json", &json!({"jobs": jobs}));
    verify(&["import", "slurm", "--nodes", &nodes, "--jobs", &jobs], 0).0
}

/// Versions until 0.0.38 list what a job has by the place of the node, and a job that says nothing of its GPUs on several
/// nodes is divided by an assumption.
#[test]
fn older_versions_say_how_a_job_is_divided() {
    let job = |gpus: &str| {
        json!({"job_id": 1, "account": "a", "job_state": "RUNNING", "partition": "p", "nodes": "n[1-2]", "node_count": 2,
               "tres_alloc_str": format!("cpu=8,mem=4G,node=2{gpus}"),
               "job_resources": {"nodes": "n[1-2]", "allocated_cpus": 8, "allocated_nodes": {
                   "0": {"sockets": {"0": "unassigned"}, "memory": 1024, "cpus": 2},
                   "1": {"sockets": {"0": "unassigned"}, "memory": 3072, "cpus": 6}}}})
    };
    let made = slurm_jobs(&[job("")]);
    assert!(
        made.contains("demand = [[2, 1], [6, 3]]") && made.contains("running = [[1, 0], [0, 1]]"),
        "{made}"
    );
    assert!(!made.contains("assumed"), "{made}");
    assert!(slurm_jobs(&[job(",gres/gpu=3")]).contains("field = \"job_resources\""));
}

/// A job that asks for a type of GPU can run where nodes have it.
#[test]
fn types_of_gpus_choose_nodes() {
    for (kind, eligible) in [("a100", "eligible = [[0]]"), ("v100", "eligible = [[1]]")] {
        for (field, asks) in [
            ("tres_per_node", format!("gres:gpu:{kind}:1")),
            ("tres_req_str", format!("cpu=1,gres/gpu:{kind}=1")),
        ] {
            let mut job = json!({"job_id": 1, "account": "a", "job_state": ["PENDING"], "partition": "p", "nodes": "",
                                 "node_count": 1, "tres_req_str": "cpu=1,mem=1G,node=1", "state_reason": "Resources"});
            job[field] = json!(asks);
            let made = slurm_jobs(&[job]);
            assert!(made.contains(eligible), "{made}");
        }
    }
}

/// Annotations that change a decision end the import, and workloads that wait in a strict queue ask one after another.
#[test]
fn annotations_and_strict_queues_are_named() {
    for name in ["admission-gated-by", "workload-allowed-resource-flavors", "workload-slice-replacement-for"]
    {
        let mut objects = kueue();
        objects[2]["metadata"]["annotations"] = json!({format!("kueue.x-k8s.io/{name}"): "a"});
        assert!(import(&objects, &[], 2).1.contains(&format!("field `kueue.x-k8s.io/{name}` is not read")));
    }
    for (place, field, value) in [
        ("metadata", "deletionTimestamp", json!("2026-01-01T00:00:00Z")),
        ("metadata", "kueue.x-k8s.io/of-a-later-version", json!("1")),
        ("status", "requeueAt", json!("2027-01-01T00:00:00Z")),
        ("status", "admissionChecks", json!([{"name": "c", "state": "Retry"}])),
    ] {
        let mut objects = kueue();
        let within = match field {
            "requeueAt" => "requeueState",
            name if name.contains('/') => "labels",
            _ => field,
        };
        objects[2][place][within] = if within == field { value } else { json!({field: value}) };
        let made = import(&objects, &[], 0).0;
        assert!(made.contains(&format!("field = \"{field}\"")), "{made}");
    }
    let mut objects = kueue();
    objects[2]["metadata"]["labels"] = json!({"kueue.x-k8s.io/job-uid": "u", "app": "a"});
    assert!(!import(&objects, &[], 0).0.contains("assumed"));
    objects[2]["spec"]["podSets"][0]["template"]["spec"]["resourceClaims"] = json!([{"name": "gpu"}]);
    assert!(import(&objects, &[], 2).1.contains("field `resourceClaims` is not read"));
    let mut objects = kueue();
    objects[0]["spec"]["queueingStrategy"] = json!("StrictFIFO");
    assert!(!import(&objects, &[], 0).0.contains("assumed"));
    objects.push(objects[2].clone());
    objects[3]["metadata"]["name"] = json!("later");
    assert!(import(&objects, &[], 0).0.contains("field = \"queueingStrategy\""));
}

/// Fair sharing shows in the status of queues and in the object Configuration; a queue in no cohort borrows nothing. A workload that is left out is named with the reason.
#[test]
fn preemption_by_priority_assumes_fair_sharing() {
    let mut objects = kueue();
    assert!(!import(&objects, &[], 0).0.contains("assumed"));
    objects[0]["spec"]["cohortName"] = json!("team");
    objects[0]["spec"]["preemption"] = json!({"reclaimWithinCohort": "Any"});
    objects.push(json!({"kind": "Cohort", "metadata": {"name": "team"}, "spec": {}}));
    assert!(!import(&objects, &[], 0).0.contains("assumed"), "the workload fits as things are");
    for flavor in ["a", "b"] {
        objects.push(json!({"kind": "Workload", "metadata": {"namespace": "n", "name": flavor, "uid": flavor},
            "spec": {"queueName": "l", "priority": 0}, "status": {
            "conditions": [{"type": "QuotaReserved", "status": "True", "lastTransitionTime": "2026-01-01T01:00:00Z"}],
            "admission": {"clusterQueue": "q", "podSetAssignments": [{"name": "main", "count": 1,
                "flavors": {"cpu": flavor}, "resourceUsage": {"cpu": "2"}}]}}}));
    }
    assert!(import(&objects, &[], 0).0.contains("field = \"fairSharing\""));
    let configuration =
        |fair: Json| json!({"kind": "Configuration", "metadata": {"name": "k"}, "fairSharing": fair});
    let with = |fair: Json| [&objects[..], &[configuration(fair)]].concat();
    assert!(!import(&with(json!({"enable": true})), &[], 0).0.contains("assumed"));
    for off in [json!({"enable": false}), json!(null)] {
        assert!(import(&with(off), &[], 2).1.contains("preemption without fair sharing is not modelled"));
    }
    // `Enable` of apis/config/v1beta1 is a bool of Go and false if it is missing.
    let mut old = with(json!({"preemptionStrategies": []}));
    old.last_mut().unwrap()["apiVersion"] = json!("config.kueue.x-k8s.io/v1beta1");
    assert!(import(&old, &[], 2).1.contains("preemption without fair sharing is not modelled"));
    // Other strategies decide otherwise, and other fields change what counts.
    let given = |list: Json| with(json!({"preemptionStrategies": list}));
    let (a, b) = ("LessThanOrEqualToFinalShare", "LessThanInitialShare");
    assert!(!import(&given(json!([a, b])), &[], 0).0.contains("assumed"));
    assert!(import(&given(json!([b])), &[], 2).1.contains("`preemptionStrategies` is not read"));
    let taken = import(&given(json!([b])), &["--assume", "preemptionStrategies=none"], 0).0;
    assert!(taken.contains("field = \"preemptionStrategies\""), "{taken}");
    for field in ["resources", "featureGates", "waitForPodsReady", "admissionFairSharing"] {
        let mut all = with(json!({}));
        all.last_mut().unwrap()[field] = json!({"a": true});
        assert!(import(&all, &[], 2).1.contains(&format!("field `{field}` is not read")));
    }
    objects.truncate(3);
    objects[0]["spec"]["cohortName"] = json!(null);
    objects[0]["status"]["fairSharing"] = json!({"weightedShare": 0});
    assert!(!import(&objects, &[], 0).0.contains("assumed"));
    objects.push(objects[2].clone());
    objects[3]["metadata"]["name"] = json!("odd");
    *objects[3].pointer_mut("/spec/podSets/0/template/spec/containers/0/resources/requests").unwrap() =
        json!({"tpu": "1"});
    let error = import(&objects, &["--incoming", "n/odd"], 2).1;
    assert!(error.contains("the queue does not cover tpu: 1 of n/l"), "{error}");
}

/// Pods, kinds of objects, jobs, nodes and applications with something that is not read: each import carries an assumption.
#[test]
fn what_is_not_read_is_an_assumption() {
    let node = |name: &str| {
        json!({"kind": "Node", "metadata": {"name": name}, "status": {
        "allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}, "conditions": [{"type": "Ready", "status": "True"}]}})
    };
    let nodes = write("unread-pod-nodes", "nodes.json", &json!({"items": [node("n1"), node("n2")]}));
    let pods = |change: Json, more: &[Json]| {
        let mut pod = json!({"kind": "Pod", "metadata": {"name": "w", "namespace": "b"}, "status": {"phase": "Pending"},
            "spec": {"priority": 0, "containers": [{"name": "c", "resources": {"requests": {"cpu": "2", "memory": "1Gi"}}}]}});
        for part in ["metadata", "spec", "status"] {
            let fields = change[part].as_object().into_iter().flatten();
            fields.for_each(|(name, value)| pod[part][name] = value.clone());
        }
        let items = [&[pod], more].concat();
        let list = json!({"kind": "List", "items": items});
        let file = write("unread-pods", "pods.json", &list);
        verify(&["import", "kubernetes", "--nodes", &nodes, "--pods", &file], 0).0
    };
    let volume = |volume: Json| json!({"spec": {"volumes": [volume]}});
    let allocated = |cpu: &str| {
        let has = json!({"cpu": cpu, "memory": "1Gi"});
        json!({"spec": {"nodeName": "n1"}, "status": {"phase": "Running", "containerStatuses": [
        {"name": "c", "allocatedResources": has}]}})
    };
    let disk = json!({"name": "d", "gcePersistentDisk": {"pdName": "d"}});
    for (field, change) in [
        ("exclusiveCores", json!({"spec": {"exclusiveCores": true}})),
        ("volumes", volume(disk)),
        ("resize", allocated("4")),
        ("schedulerName", json!({"spec": {"schedulerName": "volcano"}})),
        ("nominatedNodeName", json!({"status": {"nominatedNodeName": "n1"}})),
        ("volcano.sh/preemptable", json!({"metadata": {"annotations": {"volcano.sh/preemptable": "true"}}})),
        ("kueue.x-k8s.io/queue-name", json!({"metadata": {"labels": {"kueue.x-k8s.io/queue-name": "l"}}})),
    ] {
        let made = pods(change, &[]);
        assert!(made.contains(&format!("field = \"{field}\"")), "{made}");
    }
    let secret = json!({"name": "s", "secret": {"secretName": "s"}});
    let plain = json!({"metadata": {"labels": {"app": "a"}}, "spec": {"schedulerName": "default-scheduler"}});
    for change in [plain, volume(secret), allocated("2000m")] {
        let made = pods(change, &[json!({"kind": "Service", "metadata": {"name": "s"}})]);
        assert!(!made.contains("assumed"), "{made}");
    }
    let made = pods(json!({}), &[json!({"kind": "ElasticQuota", "metadata": {"name": "q"}, "spec": {}})]);
    assert!(made.contains("field = \"ElasticQuota\""), "{made}");
    let number = |n: i64| json!({"set": n > 0, "infinite": false, "number": n});
    for (field, value) in [
        ("segment_size", number(2)),
        ("cpus_per_tres", json!("gres:gpu:4")),
        ("of_a_later_version", number(1)),
    ] {
        let made = slurm(json!({}), json!({field: value}));
        assert!(made.contains(&format!("field = \"{field}\"")), "{made}");
        assert!(!slurm(json!({}), json!({field: number(0)})).contains("assumed"));
    }
    for (field, value) in
        [("owner", json!("root")), ("gres_drained", json!("gpu:1")), ("of_a_later_version", json!(2))]
    {
        let made = slurm(json!({field: value}), json!({}));
        assert!(made.contains(&format!("field = \"{field}\"")), "{made}");
        assert!(!slurm(json!({field: ""}), json!({})).contains("assumed"));
    }
    let total = json!({"memory": 20480, "vCores": 20});
    let nodes = json!({"nodes": {"node": [{"id": "n:1", "state": "RUNNING", "totalResource": total}]}});
    let nodes = write("unread-yarn-nodes", "nodes.json", &nodes);
    let yarn = |field: &str, value: Json| {
        let mut app = json!({"id": "application_1_1", "user": "u", "queue": "q", "state": "RUNNING", "allocatedMB": 1024,
            "allocatedVCores": 1, "runningContainers": 1, "resourceRequests": [
            {"capability": {"memory": 1024, "vCores": 1}, "numContainers": 4, "resourceName": "*", "relaxLocality": true}]});
        *app.pointer_mut(field).unwrap() = value;
        let apps = write("unread-yarn", "apps.json", &json!({"apps": {"app": [app]}}));
        verify(&["import", "yarn", "--nodes", &nodes, "--apps", &apps, "--pool"], 0).0
    };
    assert!(!yarn("/user", json!("v")).contains("assumed"));
    let strict = yarn("/resourceRequests/0/relaxLocality", json!(false));
    assert!(strict.contains("field = \"resourceRequests\""), "{strict}");
}

/// Limits and states of queues of YARN that may bind are assumptions, and those that bind nobody are not.
#[test]
fn limits_of_queues_that_are_not_read_are_assumptions() {
    let total = json!({"memory": 20480, "vCores": 20});
    let node = |more: Json| {
        let mut node = json!({"id": "n:1", "state": "RUNNING", "totalResource": total});
        more.as_object().unwrap().iter().for_each(|(name, value)| node[name] = value.clone());
        write("unread-queue-nodes", "nodes.json", &json!({"nodes": {"node": [node]}}))
    };
    let app = |n: usize| {
        json!({"id": format!("application_1_{n}"), "user": format!("u{n}"), "queue": "q", "state": "RUNNING",
               "allocatedMB": 1024, "allocatedVCores": 1, "runningContainers": 1})
    };
    let apps = write("unread-queue-apps", "apps.json", &json!({"apps": {"app": [app(1), app(2)]}}));
    let import = |nodes: &str, more: Json| {
        let mut queue = json!({"queueName": "q", "queuePath": "root.q", "capacity": 100, "absoluteCapacity": 100,
                               "numActiveApplications": 2, "numPendingApplications": 0, "state": "RUNNING"});
        more.as_object().unwrap().iter().for_each(|(name, value)| queue[name] = value.clone());
        let root = json!({"queueName": "root", "capacity": 100, "queues": {"queue": [queue]}});
        let scheduler = json!({"scheduler": {"schedulerInfo": root}});
        let scheduler = write("unread-queue", "scheduler.json", &scheduler);
        let args = ["import", "yarn", "--nodes", nodes, "--apps", &apps, "--scheduler", &scheduler, "--pool"];
        verify(&args, 0).0
    };
    let nodes = node(json!({}));
    let limit = json!({"memory": 2048, "vCores": 2});
    for (field, more) in [
        ("maxApplications", json!({"maxApplications": 2})),
        ("AMResourceLimit", json!({"AMResourceLimit": limit, "numPendingApplications": 1})),
        ("userLimit", json!({"userLimit": 25})),
        ("preemptionDisabled", json!({"preemptionDisabled": true})),
        ("state", json!({"state": "STOPPED"})),
        ("queuePriority", json!({"queuePriority": 2})),
        ("defaultNodeLabelExpression", json!({"defaultNodeLabelExpression": "gpu"})),
        ("ofALaterVersion", json!({"ofALaterVersion": 1})),
    ] {
        let made = import(&nodes, more);
        assert!(made.contains(&format!("field = \"{field}\"")), "{made}");
    }
    let free = json!({"maxApplications": 3, "AMResourceLimit": limit, "userLimit": 100, "queuePriority": 0});
    let made = import(&nodes, free);
    assert!(!made.contains("assumed"), "{made}");
    let made = import(&node(json!({"ofALaterVersion": "x"})), json!({}));
    assert!(made.contains("not read: a field, of node n:1."), "{made}");
}
