//! Queues in trees with floors and caps, as YARN's schedulers and Slurm's associations list them: terms of queues reach
//! the instance, and the audit entitles each queue to what the tree divides.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::support::{ended as verify, folder as scratch, verify as program};

pub(super) fn write(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(name);
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_string()
}

/// The entitlement of each user in the audit of `instance`, and the tasks that `quota-tree` runs for each.
pub(super) fn entitled(folder: &Path, instance: &str) -> (Vec<String>, Vec<String>) {
    let file = write(folder, "state.toml", instance);
    let out = program(&["audit", "--instance", &file, "--mech", "none", "--format", "json"]);
    let audit: Json = serde_json::from_slice(&out.stdout).unwrap();
    let due =
        audit["users"].as_array().unwrap().iter().map(|user| user["entitled"].as_str().unwrap().to_string());
    let run = verify(&["run", "--mech", "quota-tree", "--instance", &file, "--format", "json"], 0).0;
    let run: Json = serde_json::from_str(&run).unwrap();
    let tasks = run["outcome"]["tasks"].as_array().unwrap().iter().map(|n| n.as_str().unwrap().to_string());
    (due.collect(), tasks.collect())
}

/// One node of 20 cores and 20 GiB for each label.
fn yarn_nodes(labels: &[&str]) -> Json {
    let node = |label: &&str| {
        let labels = if label.is_empty() { json!([]) } else { json!([label]) };
        json!({"id": format!("n{label}:1"), "state": "RUNNING", "nodeLabels": labels,
               "totalResource": {"memory": 20480, "vCores": 20}})
    };
    json!({"nodes": {"node": labels.iter().map(node).collect::<Vec<_>>()}})
}

/// An application with `runs` containers of a core and a GiB, and 40 more requested.
fn app(number: usize, queue: &str, user: &str, runs: usize) -> Json {
    json!({"id": format!("application_1_{number}"), "user": user, "queue": queue, "state": "RUNNING",
           "allocatedMB": 1024 * runs, "allocatedVCores": runs, "runningContainers": runs,
           "resourceRequests": [{"capability": {"memory": 1024, "vCores": 1}, "numContainers": 40, "resourceName": "*"}]})
}

fn mib(memory: usize, cores: usize) -> Json {
    json!({"memory": memory, "vCores": cores})
}

/// A queue of the fair scheduler: the fair shares now and steadily, the least and the most.
fn fair(name: &str, [now, steady, least, most]: [(usize, usize); 4], below: &[Json]) -> Json {
    let of = |(memory, cores)| mib(memory, cores);
    json!({"queueName": name, "schedulingPolicy": "DRF", "fairResources": of(now), "steadyFairResources": of(steady),
           "minResources": of(least), "maxResources": of(most), "clusterResources": mib(20480, 20),
           "childQueues": {"queue": below}})
}

const ALL: (usize, usize) = (20480, 20);
const NONE: (usize, usize) = (0, 0);

fn imported(name: &str, [nodes, apps, scheduler]: [&Json; 3]) -> (std::path::PathBuf, String) {
    let folder = scratch(name);
    let files = [("nodes", nodes), ("apps", apps), ("scheduler", scheduler)]
        .map(|(name, json)| write(&folder, &format!("{name}.json"), &json.to_string()));
    let [nodes, apps, scheduler] = &files;
    let args = ["import", "yarn", "--nodes", nodes, "--apps", apps, "--scheduler", scheduler, "--pool"];
    let instance = verify(&args, 0).0;
    (folder, instance)
}

fn apps(list: &[Json]) -> Json {
    json!({"apps": {"app": list}})
}

/// Queue q may use 4 GiB, and p1 has a floor of 6 GiB; p1 and p2 have the weights 1 and 4, as their steady cores show. So
/// memory divides into 6, 10 and 4 GiB, and cores into 2, 8 and 10. If p2 is idle, p1 has all of p.
#[test]
fn floors_and_caps_of_the_fair_scheduler_are_terms_of_queues() {
    let scheduler = |p1, p2| {
        let p1 = fair("root.p.p1", [p1, (6144, 2), (6144, 0), ALL], &[]);
        let p2 = fair("root.p.p2", [p2, (10240, 8), NONE, ALL], &[]);
        let p = fair("root.p", [(16384, 10), (16384, 10), NONE, ALL], &[p1, p2]);
        let q = fair("root.q", [(4096, 10), (4096, 10), NONE, (4096, 20)], &[]);
        let root = fair("root", [ALL, ALL, NONE, ALL], &[p, q]);
        json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}})
    };
    let all = [app(1, "root.p.p1", "u", 2), app(2, "root.p.p2", "u", 8), app(3, "root.q", "u", 10)];
    let files = [&yarn_nodes(&[""]), &apps(&all), &scheduler((6144, 2), (10240, 8))];
    let (folder, instance) = imported("fair-terms", files);
    for line in [
        "path = [\"p/p1\", \"p\", \"q\"]",
        "weight = [4, 4, 4]",
        "\"p/p1\" = { floor = [0, 6] }",
        "cap = [\"inf\", 4]",
    ] {
        assert!(instance.contains(line), "{instance}");
    }
    assert!(!instance.contains("assumed") && !instance.contains("the scheduler"), "{instance}");
    let due = ["2", "8", "4"].map(String::from).to_vec();
    assert_eq!(entitled(&folder, &instance), (due.clone(), due));
    let some = apps(&[all[0].clone(), all[2].clone()]);
    let (folder, instance) =
        imported("fair-idle", [&yarn_nodes(&[""]), &some, &scheduler((16384, 10), NONE)]);
    assert!(!instance.contains("the scheduler"), "{instance}");
    let due = ["10", "4"].map(String::from).to_vec();
    assert_eq!(entitled(&folder, &instance), (due.clone(), due));
    // What the scheduler itself says is compared.
    let (_, instance) =
        imported("fair-unlike", [&yarn_nodes(&[""]), &apps(&all), &scheduler((8192, 2), (8192, 8))]);
    assert!(
        instance.contains("the scheduler entitles root.p.p1 to 2 CPU, its weights, floors and caps to 5 CPU"),
        "{instance}"
    );
}

/// The queues below p may take 4 GiB and 4 cores together. YARN's fair scheduler counts the cap of a queue alone, so it divides 20
/// into 10 and 10, and 6 of p's are nobody's share. A run of all tasks leaves nothing idle: q takes the other 16.
#[test]
fn what_caps_keep_from_children_stays_with_their_queue() {
    let part = (2048, 2);
    let [p1, p2] = ["root.p.p1", "root.p.p2"].map(|name| fair(name, [part, part, NONE, part], &[]));
    let half = (10240, 10);
    let p = fair("root.p", [half, half, NONE, ALL], &[p1, p2]);
    let q = fair("root.q", [half, half, NONE, ALL], &[]);
    let root = fair("root", [ALL, ALL, NONE, ALL], &[p, q]);
    let scheduler = json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}});
    let all = [app(1, "root.p.p1", "u", 1), app(2, "root.p.p2", "u", 1), app(3, "root.q", "u", 1)];
    let (folder, instance) = imported("fair-above", [&yarn_nodes(&[""]), &apps(&all), &scheduler]);
    let of = |numbers: [&str; 3]| numbers.map(String::from).to_vec();
    assert_eq!(entitled(&folder, &instance), (of(["2", "2", "10"]), of(["2", "2", "16"])), "{instance}");
    assert!(instance.contains("p = { own-terms = true }"), "{instance}");
    assert!(!instance.contains("maxResources") && !instance.contains("the scheduler"), "{instance}");
}

/// `ComputeFairShares` of Hadoop, run on these weights, floors and caps, gives these shares: p, q and r have the weights 1, 2 and
/// 1, and of the parts of p and r a queue of weight zero and two caps keep 1 GiB and 2 cores, and 3 GiB and 4 cores. A run of
/// all tasks divides 20 cores by 11, 6 and 3 and 20 GiB by 9, 8 and 3.
#[test]
fn shares_are_those_of_the_fair_scheduler() {
    let state =
        |name: &str, share, least, most, below: &[Json]| fair(name, [share, share, least, most], below);
    let p1 = state("root.p.p1", (4096, 4), NONE, (4096, 4), &[]);
    let p2 = state("root.p.p2", (1024, 1), (1024, 1), ALL, &[]);
    let r1 = state("root.r.r1", (1024, 1), NONE, (1024, 1), &[]);
    let r2 = state("root.r.r2", (2048, 2), NONE, (2048, 2), &[]);
    let p = state("root.p", (6144, 7), NONE, ALL, &[p1, p2]);
    let q = state("root.q", (8192, 6), NONE, (8192, 6), &[]);
    let r = state("root.r", (6144, 7), NONE, ALL, &[r1, r2]);
    let root = state("root", ALL, NONE, ALL, &[p, q, r]);
    let scheduler = json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}});
    let names = ["root.p.p1", "root.p.p2", "root.q", "root.r.r1", "root.r.r2"];
    let list: Vec<Json> = names.iter().enumerate().map(|(k, name)| app(k, name, "u", 1)).collect();
    let (folder, instance) = imported("fair-own", [&yarn_nodes(&[""]), &apps(&list), &scheduler]);
    let of = |numbers: [&str; 5]| numbers.map(String::from).to_vec();
    let expected = (of(["4", "1", "6", "1", "2"]), of(["4", "5", "6", "1", "2"]));
    assert_eq!(entitled(&folder, &instance), expected, "{instance}");
    assert!(!instance.contains("maxResources") && !instance.contains("the scheduler"), "{instance}");
}

/// The steady share of q stands at its most in both resources, so its weight is not known.
#[test]
fn weights_that_the_fair_scheduler_hides_are_assumed() {
    let p = fair("root.p", [(16384, 16), (16384, 16), NONE, ALL], &[]);
    let q = fair("root.q", [(4096, 4), (4096, 4), NONE, (4096, 4)], &[]);
    let root = fair("root", [ALL, ALL, NONE, ALL], &[p, q]);
    let scheduler = json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}});
    let all = apps(&[app(1, "root.p", "u", 1), app(2, "root.q", "u", 1)]);
    let (_, instance) = imported("fair-hidden", [&yarn_nodes(&[""]), &all, &scheduler]);
    assert!(instance.contains("field = \"weight\""), "{instance}");
}

/// Steadily p stands at its least and hides its weight; while r is idle, p and q have the same share and so the same weight.
/// Until they have work, all of them are entitled and nothing runs.
#[test]
fn weights_show_in_the_shares_of_the_moment() {
    let scheduler = |[p, q]: [(usize, usize); 2], [least, q_steady, r_steady]: [(usize, usize); 3]| {
        let p = fair("root.p", [p, least, least, ALL], &[]);
        let q = fair("root.q", [q, q_steady, NONE, ALL], &[]);
        let r = fair("root.r", [NONE, r_steady, NONE, ALL], &[]);
        let root = fair("root", [ALL, ALL, NONE, ALL], &[p, q, r]);
        json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}})
    };
    let half = (10240, 10);
    for runs in [4, 0] {
        let all = apps(&[app(1, "root.p", "u", runs), app(2, "root.q", "u", runs)]);
        let files = [&yarn_nodes(&[""]), &all, &scheduler([half, half], [(8192, 8), (4096, 4), (8192, 8)])];
        let (folder, instance) = imported("fair-moment", files);
        assert!(!instance.contains("assumed") && !instance.contains("the scheduler"), "{instance}");
        let due = ["10", "10"].map(String::from).to_vec();
        assert_eq!(entitled(&folder, &instance), (due.clone(), due));
    }
    // At its least now and steadily, the weight of p agrees with both, and is assumed.
    let all = apps(&[app(1, "root.p", "u", 1), app(2, "root.q", "u", 1)]);
    let (p, q) = ((12288, 12), (8192, 8));
    let bound = scheduler([p, q], [p, (2730, 2), (5461, 5)]);
    let instance = imported("fair-bound", [&yarn_nodes(&[""]), &all, &bound]).1;
    assert!(instance.contains("field = \"weight\"") && !instance.contains("the scheduler"), "{instance}");
}

/// Queue a has 60 of 100 parts, and b 40, of which b1 and b2 have half each; b may use half of the cluster. One user of b1
/// may use no more than the 20 parts of the queue, two users twice as much.
#[test]
fn capacities_and_limits_of_users_are_terms_of_queues() {
    let queue = |name: &str, [capacity, absolute, most]: [f64; 3], below: &[Json]| {
        json!({"queueName": name, "capacity": capacity, "absoluteCapacity": absolute, "absoluteMaxCapacity": most,
               "userLimitFactor": 1.0, "queues": {"queue": below}})
    };
    let b = [queue("b1", [50.0, 20.0, 50.0], &[]), queue("b2", [50.0, 20.0, 50.0], &[])];
    let all = [queue("a", [60.0, 60.0, 100.0], &[]), queue("b", [40.0, 40.0, 50.0], &b)];
    let root = json!({"queueName": "root", "capacity": 100.0, "absoluteMaxCapacity": 100.0, "queues": {"queue": all}});
    let scheduler = json!({"scheduler": {"schedulerInfo": root}});
    let nodes = yarn_nodes(&[""]);
    for (users, due) in [(&["u"][..], &["4"][..]), (&["u", "v"], &["8"]), (&["u", "v", "w"], &["10"])] {
        let list: Vec<Json> = users.iter().enumerate().map(|(k, user)| app(k, "b1", user, 1)).collect();
        let (folder, instance) =
            imported(&format!("users-{}", users.len()), [&nodes, &apps(&list), &scheduler]);
        assert_eq!(entitled(&folder, &instance).0, due, "{instance}");
    }
}

/// Nodes with a label stay a server of their own, and an application runs where its one partition is in use.
#[test]
fn labels_stay_apart_in_a_pool() {
    let mut labelled = app(2, "default", "u", 3);
    labelled["resourceInfo"] = json!({"resourceUsagesByPartition": [
        {"partitionName": "", "used": mib(0, 0)}, {"partitionName": "gpu", "used": mib(3072, 3)}]});
    let folder = scratch("labels");
    let nodes = write(&folder, "nodes.json", &yarn_nodes(&["", "gpu"]).to_string());
    let list = write(&folder, "apps.json", &apps(&[app(1, "default", "u", 2), labelled]).to_string());
    let instance = verify(&["import", "yarn", "--nodes", &nodes, "--apps", &list, "--pool"], 0).0;
    assert!(instance.contains("servers = [\"all nodes\", \"all nodes labelled gpu\"]"), "{instance}");
    assert!(instance.contains("running = [[2, 0], [0, 3]]"), "{instance}");
}

/// An application that waits for an unknown amount is counted, and assumed to ask for nothing.
#[test]
fn applications_of_unknown_size_are_said() {
    let waits = json!({"id": "application_1_2", "user": "u", "queue": "default", "state": "ACCEPTED",
                       "allocatedMB": -1, "allocatedVCores": -1, "runningContainers": -1});
    let folder = scratch("unknown");
    let nodes = write(&folder, "nodes.json", &yarn_nodes(&[""]).to_string());
    let list = write(&folder, "apps.json", &apps(&[app(1, "default", "u", 2), waits]).to_string());
    let instance = verify(&["import", "yarn", "--nodes", &nodes, "--apps", &list, "--pool"], 0).0;
    assert!(
        instance.contains("field = \"resourceRequests\"") && instance.contains("1 of default"),
        "{instance}"
    );
}

/// Accounts p and q have one share each, and p may use 4 of the 20 processors and 4 of the 20 GiB. A limit of nodes is not read.
#[test]
fn limits_of_associations_are_caps() {
    let folder = scratch("associations");
    let table = |group: &str| {
        format!(
            "Account|Par Name|User|Share|GrpTRES|\nroot|||1||\np|root||1|{group}|\np1|p||1||\nq1|root||1||\n"
        )
    };
    let case = |name: &str| format!("{}/tests/imports/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let import = |group: &str, status: i32| {
        let shares = write(&folder, "shares.txt", &table(group));
        let (nodes, jobs) = (case("tree-nodes.json"), case("tree-jobs.json"));
        verify(&["import", "slurm", "--nodes", &nodes, "--jobs", &jobs, "--shares", &shares], status)
    };
    for (group, due) in [("", ["10", "10"]), ("cpu=4,mem=4G", ["4", "16"]), ("cpu=0,mem=0", ["0", "20"])] {
        let instance = import(group, 0).0;
        assert_eq!(entitled(&folder, &instance).0, due, "{instance}");
        assert!(!instance.contains("assumed"), "{instance}");
    }
    let instance = import("node=1,gres/gpu:a100=2", 0).0;
    assert!(instance.contains("field = \"GrpTRES\""), "{instance}");
    assert!(import("cpu=x", 2).1.contains("line 3: column GrpTRES: `cpu=x`"));
}

/// The error of an import of applications of the fair scheduler's queue root.q.
fn refused(name: &str, apps: &Json, scheduler: &Json) -> String {
    let folder = scratch(name);
    let files = [("nodes", &yarn_nodes(&[""])), ("apps", apps), ("scheduler", scheduler)]
        .map(|(name, json)| write(&folder, &format!("{name}.json"), &json.to_string()));
    let [nodes, apps, scheduler] = &files;
    verify(&["import", "yarn", "--nodes", nodes, "--apps", apps, "--scheduler", scheduler, "--pool"], 2).1
}

/// A fair scheduler with the queue root.q and further fields of it.
fn one_queue(more: Json) -> Json {
    let mut queue = fair("root.q", [ALL, ALL, NONE, ALL], &[]);
    more.as_object().unwrap().iter().for_each(|(name, value)| queue[name] = value.clone());
    let root = fair("root", [ALL, ALL, NONE, ALL], &[queue]);
    json!({"scheduler": {"schedulerInfo": {"type": "fairScheduler", "rootQueue": root}}})
}

/// `RMServerUtils` prints -1 for an application that the scheduler does not know, and `AppInfo` leaves the start at 0 for one
/// that the asker may not see. Such an application that runs would vanish.
#[test]
fn applications_that_run_say_what_they_hold() {
    for (field, value, says) in [
        ("runningContainers", json!(-1), "app application_1_1: runningContainers: is missing or no number"),
        ("runningContainers", json!(null), "app application_1_1: runningContainers: is missing or no number"),
        ("startedTime", json!(0), "app application_1_1: startedTime: is 0"),
        (
            "allocatedMB",
            json!(null),
            "app application_1_1: allocatedMB: says nothing of what 2 running containers take",
        ),
    ] {
        let mut one = app(1, "root.q", "u", 2);
        one[field] = value;
        if field == "allocatedMB" {
            one["allocatedVCores"] = json!(null);
        }
        let error = refused("yarn-hidden", &apps(&[one]), &one_queue(json!({})));
        assert!(error.contains(says), "{error}");
    }
    for none in [json!({"apps": null}), json!({"apps": {}})] {
        let error = refused("yarn-none", &none, &one_queue(json!({})));
        assert!(error.contains("the list has no container"), "{error}");
    }
    let leaf =
        |name: &str, below: &[Json]| json!({"queueName": name, "capacity": 50, "queues": {"queue": below}});
    let all = [leaf("a", &[leaf("x", &[])]), leaf("b", &[leaf("x", &[])])];
    let root = json!({"queueName": "root", "capacity": 100, "queues": {"queue": all}});
    let scheduler = json!({"scheduler": {"schedulerInfo": root}});
    let error = refused("yarn-names", &apps(&[app(1, "x", "u", 2)]), &scheduler);
    assert!(error.contains("queue: `x` may be any of root.a.x, root.b.x: write its path"), "{error}");
    let folder = scratch("yarn-unlabelled");
    let nodes = write(&folder, "nodes.json", &yarn_nodes(&["gpu"]).to_string());
    let list = write(&folder, "apps.json", &apps(&[app(1, "q", "u", 2)]).to_string());
    let error = verify(&["import", "yarn", "--nodes", &nodes, "--apps", &list, "--pool"], 2).1;
    assert!(error.contains("because no node without a label is in the list"), "{error}");
}

/// The queue counts 40 containers that wait, or demands more than it uses, and two applications request 0 or 40.
#[test]
fn containers_that_no_application_requests_are_assumptions() {
    let mut silent = app(1, "root.q", "u", 2);
    silent["resourceRequests"] = json!([]);
    for (one, more, lacks) in [
        (&silent, json!({"pendingContainers": 40}), "at least 40 of root.q"),
        (
            &silent,
            json!({"demandResources": mib(8192, 8), "usedResources": mib(2048, 2)}),
            "at least 1 of root.q",
        ),
        (&silent, json!({"pendingContainers": 0}), ""),
        (&app(1, "root.q", "u", 2), json!({"pendingContainers": 40, "demandResources": mib(43008, 42)}), ""),
    ] {
        let instance = imported(
            "yarn-pending",
            [&yarn_nodes(&[""]), &apps(std::slice::from_ref(one)), &one_queue(more)],
        )
        .1;
        let field = "field = \"resourceRequests\"";
        assert_eq!(instance.contains(field), !lacks.is_empty(), "{instance}");
        assert!(instance.contains(lacks), "{instance}");
    }
}

/// The applications use 2 of the 10 cores that the node counts, and none of the 5 that a queue counts without applications.
#[test]
fn amounts_in_use_are_compared_with_nodes_and_queues() {
    let mut nodes = yarn_nodes(&[""]);
    nodes["nodes"]["node"][0]["usedVirtualCores"] = json!(10);
    nodes["nodes"]["node"][0]["usedMemoryMB"] = json!(2048);
    let idle = json!({"queueName": "p", "capacity": 50, "resourcesUsed": mib(0, 5)});
    let root = json!({"queueName": "root", "capacity": 100, "queues": {"queue": [idle, {"queueName": "q", "capacity": 50}]}});
    let scheduler = json!({"scheduler": {"schedulerInfo": root}});
    let instance = imported("yarn-in-use", [&nodes, &apps(&[app(1, "q", "u", 2)]), &scheduler]).1;
    assert!(instance.contains("the nodes count 10 CPU in use, the applications 2 CPU"), "{instance}");
    assert!(
        instance.contains("the scheduler counts 5 CPU in use by root.p, its applications 0 CPU"),
        "{instance}"
    );
    assert_eq!(instance.matches(" in use").count(), 2, "{instance}");
    // A node that is being decommissioned has what its containers take, and no room for others.
    nodes["nodes"]["node"][0]["state"] = json!("DECOMMISSIONING");
    nodes["nodes"]["node"].as_array_mut().unwrap().push(yarn_nodes(&[""])["nodes"]["node"][0].clone());
    nodes["nodes"]["node"][1]["id"] = json!("other:1");
    let instance = imported("yarn-leaving", [&nodes, &apps(&[app(1, "q", "u", 2)]), &scheduler]).1;
    assert!(instance.contains("capacity = [[30, 22]]"), "{instance}");
    assert!(instance.contains("node n:1 counted with what its containers take"), "{instance}");
}
