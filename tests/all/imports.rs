//! Files as products print them, and the instances imported from them. Every expected number is worked out by hand
//! beside the test.
//!
//! `tests/imports/slurm-22.05-*.json` were printed by Slurm 22.05.8 on four nodes (without fields that the importer
//! ignores); the other files are written by hand in the format of the product's version, which their names or
//! contents give.

use std::path::Path;
use std::process::Command;

use fairwitness::desk::import::{By, Imported, Options, YarnFiles, kubernetes, kueue, slurm, tables, yarn};
use fairwitness::document::{Document, Value};
use fairwitness::model::cluster::{Hierarchy, Placement, Pool, Setting, Weight};
use fairwitness::model::{Model as _, cluster::Cluster};

use super::outside::{python, python_of};
use super::support::{folder, numbers, pool, r, root, rows, running, said};

pub fn file(name: &str) -> Document {
    Document::load(&root().join("tests/imports").join(name)).unwrap()
}

fn weights(pool: &Pool) -> Vec<String> {
    let Weight::User(weights) = &pool.weight else { panic!("weights by resource") };
    weights.iter().map(ToString::to_string).collect()
}

fn servers(pool: &Pool, user: usize) -> Vec<usize> {
    (0..pool.servers()).filter(|&i| pool.eligible[user][i]).collect()
}

fn tasks(pool: &Pool) -> Vec<String> {
    pool.tasks.iter().map(|has| has.as_ref().map_or("inf".to_string(), ToString::to_string)).collect()
}

/// The running tasks are feasible as whole tasks.
fn runs(made: &Imported) -> (Pool, Placement) {
    let pool = pool(&made.instance);
    let placement = Placement { tasks: running(&pool) };
    Cluster::feasible(Setting::WHOLE, &pool, &placement).unwrap();
    (pool, placement)
}

fn of_kubernetes(by: &By, options: &Options<'_>) -> Imported {
    kubernetes(&file("kubernetes-nodes.json"), &file("kubernetes-pods.json"), by, options).unwrap()
}

/// Nodes. cpu-1 and cpu-2 can allocate 7.91 CPU and 30 GiB; a DaemonSet uses 0.11 CPU and half a GiB of each, a
/// static pod 0.3 CPU: 7.5 CPU and 29.5 GiB are left. gpu-1 can allocate 15.61 CPU, 60 GiB and 4 GPUs: 15.5 CPU and
/// 59.5 GiB are left. old-1 is cordoned.
///
/// Pods. web requests 1 CPU and 2 GiB and a sidecar with 0.5 CPU and 0.5 GiB: together 1.5 and 2.5; its init
/// container requests 0.25 CPU and 1 GiB, with the sidecar 0.75 and 1.5, which is less. Four run, two of a newer
/// ReplicaSet wait, one runs on old-1 and is omitted. db requests 2 CPU and 8 GiB. Jobs of ml request a GPU; those
/// of batch fill the node with GPUs: 2 * 5.5 + 2 * 2 = 15 of 15.5 CPU, so two GPUs are idle while three pods wait
/// for one.
#[test]
fn teams_of_a_container_platform() {
    let made = of_kubernetes(&By::Namespace, &Options::default());
    let (pool, _) = runs(&made);
    assert_eq!(pool.labels.servers, ["cpu-1", "cpu-2", "gpu-1"]);
    assert_eq!(pool.labels.resources, ["CPU", "memory (GiB)", "nvidia.com/gpu"]);
    assert_eq!(
        pool.capacity,
        rows(&[&["15/2", "59/2", "0"], &["15/2", "59/2", "0"], &["31/2", "119/2", "4"]])
    );
    assert_eq!(pool.labels.users, ["batch", "ml", "shop/shape-1", "shop/shape-2"]);
    let demand = rows(&[&["11/2", "8", "0"], &["2", "8", "1"], &["3/2", "5/2", "0"], &["2", "8", "0"]]);
    assert_eq!(pool.demand, demand);
    assert_eq!(
        [0, 1, 2, 3].map(|u| servers(&pool, u)),
        [vec![0, 1, 2], vec![0, 1, 2], vec![0, 1], vec![0, 1]]
    );
    assert_eq!(tasks(&pool), ["3", "5", "6", "1"]);
    let expected = [["0", "0", "2"], ["0", "0", "2"], ["2", "2", "0"], ["1", "0", "0"]];
    assert_eq!(running(&pool), rows(&expected.each_ref().map(|row| &row[..])));
    // In all 30.5 CPU and 118.5 GiB. Six pods of web are 6 * 1.5/30.5 = 18/61 by CPU, the pod of db is 8/118.5 =
    // 16/237 by memory. The proportion is 18 * 237 to 16 * 61, or 2133 to 488, and their sum is the weight of
    // another team: 2621.
    assert_eq!(weights(&pool), ["2621", "2621", "2133", "488"]);
    for note in [
        "node old-1 left out, with the 2 pods there: it takes no pods",
        "1 pod left out: their work is done",
        "1 pod left out, because they request nothing: 1 of shop",
        "1 pod left out, because no node that may run one has room for it even when empty: 1 of ml (64 CPU, 8 GiB of memory)",
        "shop/shape-2 is 1 pod of 2 CPU, 8 GiB of memory, such as shop/db-0",
    ] {
        assert!(made.notes.iter().any(|n| n == note), "{note}: {:?}", made.notes);
    }
    // What runs on the cordoned node is held by its team, so no answer without it is certain.
    let assumed = made.instance.get("assumed").map(|list| list.to_json()).unwrap();
    assert_eq!((&assumed[0]["field"], &assumed[0]["count"]), (&"unschedulable".into(), &1.into()));
}

/// By owner there is one kind of pod each, and the two ReplicaSets of a Deployment are one user.
#[test]
fn owners_and_labels_of_pods() {
    let pool_by = |by: &By| pool(&of_kubernetes(by, &Options::default()).instance);
    let owners = pool_by(&By::Owner);
    assert_eq!(owners.labels.users, ["batch/crunch", "ml/train", "shop/db", "shop/web"]);
    assert_eq!(tasks(&owners), ["3", "5", "1", "6"]);
    assert_eq!(weights(&owners), ["1", "1", "1", "1"]);
    let labelled = pool_by(&"label=app".parse().unwrap());
    assert_eq!(labelled.labels.users[0], "(no label)/shape-1");
    assert_eq!(labelled.labels.users.last().unwrap(), "web");
    for wrong in ["label=", "label", "team", ""] {
        assert!(wrong.parse::<By>().is_err(), "{wrong}");
    }
}

/// cpu-1 and cpu-2 are identical, and their running tasks are added.
#[test]
fn like_nodes_become_one_row() {
    let options = Options { classes: true, ..Options::default() };
    let made = of_kubernetes(&By::Namespace, &options);
    assert_eq!(numbers(made.instance.get("count").unwrap()), [r("2"), r("1")]);
    let written = made.instance.get("capacity").unwrap();
    assert_eq!(*written, Value::matrix(&rows(&[&["15/2", "59/2", "0"], &["31/2", "119/2", "4"]])));
    let pool = pool(&made.instance);
    assert_eq!(running(&pool), rows(&[&["0", "2"], &["0", "2"], &["4", "0"], &["1", "0"]]));
    assert_eq!(pool.labels.servers, ["cpu-1", "gpu-1"]);
    assert_eq!(servers(&pool, 2), [0]);
}

#[test]
fn weights_from_a_file() {
    let document = |text: &str| Document::parse("w.toml", text).unwrap();
    let made = |text: &str| {
        let document = document(text);
        let options = Options { weights: Some(&document), endless: true, ..Options::default() };
        kubernetes(&file("kubernetes-nodes.json"), &file("kubernetes-pods.json"), &By::Namespace, &options)
    };
    let read = made("shop = 2\nmll = 3\n").unwrap();
    let read_pool = pool(&read.instance);
    // shop has weight 2: 2 * 2133/2621 and 2 * 488/2621.
    assert_eq!(weights(&read_pool), ["2621", "2621", "4266", "976"]);
    assert_eq!(tasks(&read_pool), ["inf"; 4]);
    let notes = read.notes.join("\n");
    assert!(
        notes.contains("w.toml gives weights to teams of which there is no pod: mll (did you mean ml?)"),
        "{notes}"
    );
    assert!(notes.contains("weight 1 for want of one in w.toml: batch, ml"), "{notes}");
    let error = made("shop = 0\n").unwrap_err().to_string();
    assert_eq!(error, "w.toml: shop: must be above zero, is 0");
}

/// A pod that runs on a node that its rules exclude is counted there, and that node is eligible as well.
#[test]
fn a_pod_that_outlived_its_node_selector() {
    let nodes = r#"{"items": [{"metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "4"}}},
        {"metadata": {"name": "b", "labels": {"disk": "ssd"}}, "status": {"allocatable": {"cpu": "4"}}}]}"#;
    let pods = r#"{"items": [{"metadata": {"name": "p", "namespace": "x"}, "status": {"phase": "Running"},
        "spec": {"nodeName": "a", "nodeSelector": {"disk": "ssd"}, "containers": [{"resources": {"requests": {"cpu": "5"}}}]}}]}"#;
    let json = |name: &str, text: &str| Document::parse(name, text).unwrap();
    let made =
        kubernetes(&json("n.json", nodes), &json("p.json", pods), &By::Owner, &Options::default()).unwrap();
    let read = pool(&made.instance);
    assert_eq!(servers(&read, 0), [0, 1]);
    assert_eq!(running(&read), rows(&[&["1", "0"]]));
    let notes = made.notes.join("\n");
    assert!(notes.contains("their rules would not place them there: x/p on a"), "{notes}");
    assert!(notes.contains("node a is overloaded: what runs there takes 5 CPU, and there is 4"), "{notes}");
}

fn of_slurm(version: &str, shares: Option<&str>) -> Imported {
    let text = shares.map(|name| std::fs::read_to_string(root().join("tests/imports").join(name)).unwrap());
    let shares = shares.zip(text.as_deref());
    let (nodes, jobs) = (format!("slurm-{version}-nodes.json"), format!("slurm-{version}-jobs.json"));
    slurm(&file(&nodes), &file(&jobs), shares, &Options::default()).unwrap()
}

/// The nodes have 8 CPUs and 16 GiB each, g1 also two GPUs; d1 is drained, so it has the 6 CPUs and 6 GiB of the three jobs
/// there. Job 1 has 4 CPUs and 8 GiB on n1. Job 2
/// with 4 CPUs and 8 GiB is on n1 and n2, half of it on each. Of array 4, which may run 4 at a time, 4 run, one of
/// them on n1 and three on d1; so none of the six that wait could start. Two jobs of ml request both GPUs, and one
/// runs; a third is held.
///
/// The usage of each node is Slurm's: 8 CPUs and 14 GiB of n1, 2 and 4 of n2 and of g1.
#[test]
fn accounts_of_a_real_slurm() {
    let made = of_slurm("22.05", None);
    let (pool, placement) = runs(&made);
    assert_eq!(pool.labels.servers, ["g1", "n1", "n2", "d1"]);
    assert_eq!(pool.labels.resources, ["CPU", "memory (GiB)", "gres/gpu"]);
    let free = ["8", "16", "0"];
    assert_eq!(pool.capacity, rows(&[&["8", "16", "2"], &free, &free, &["6", "6", "0"]]));
    let users = ["bio/shape-1", "bio/shape-2", "ml", "physics/shape-1", "physics/shape-2"];
    assert_eq!(pool.labels.users, users);
    let of_bio = ["2", "2", "0"];
    assert_eq!(pool.demand, rows(&[&of_bio, &of_bio, &["2", "4", "2"], &["4", "8", "0"], &["2", "4", "0"]]));
    assert_eq!(tasks(&pool), ["3", "1", "2", "1", "2"]);
    // One of the four jobs of bio is not on d1. Job 1 takes 4 of 30 CPUs and 8 of 54 GiB, which is what job 2 takes.
    assert_eq!(weights(&pool), ["3", "1", "4", "2", "2"]);
    let said = file("slurm-22.05-nodes.json");
    for node in said.root.get("nodes").map(|nodes| said.node().child("nodes", nodes)).unwrap().list().unwrap()
    {
        let name = node.value().get("name").unwrap();
        let Some(i) = pool.labels.servers.iter().position(|server| Value::text(server.as_str()) == *name)
        else {
            continue;
        };
        let used = [0, 1].map(|resource| placement.used(&pool, i, resource));
        let expected = format!("cpu={},mem={}G", used[0], used[1]);
        assert_eq!(*node.value().get("tres_used").unwrap(), Value::text(expected));
    }
    let notes = made.notes.join("\n");
    for part in [
        "3 tasks counted, on nodes in the state DRAIN, which have what runs there and room for nothing else: 3 of bio (6 CPU, 6 GiB of memory)",
        "left out, waiting for the reason JobHeldUser: 1 of ml (",
        "6 tasks of arrays left out: the array may not run this many at a time",
    ] {
        assert!(notes.contains(part), "{part}: {notes}");
    }
}

/// c2 keeps 2 CPUs and 1 GiB for itself; c3 is down. Job 10 is on c1 and c2, 2 CPUs and 4 GiB on each; job 11
/// requests that on three nodes: 2 + 3 tasks of physics. One job of bio's array runs and `1-6:2,9` waits, which is
/// 1, 3, 5 and 9. ml requires a feature that g1 alone has. Below the root, labs has 60 shares of 100 and ml 40;
/// below labs, physics has 2 of 3 and bio 1.
#[test]
fn accounts_and_shares_of_a_newer_slurm() {
    for shares in ["slurm-shares.txt", "slurm-shares.json"] {
        let (pool, _) = runs(&of_slurm("24.05", Some(shares)));
        assert_eq!(pool.capacity, rows(&[&["8", "16", "0"], &["6", "15", "0"], &["8", "16", "2"]]));
        assert_eq!(pool.labels.users, ["bio", "ml", "physics"]);
        assert_eq!(pool.demand, rows(&[&["1", "1", "0"], &["2", "4", "1"], &["2", "4", "0"]]));
        assert_eq!(tasks(&pool), ["5", "2", "5"]);
        assert_eq!([0, 1, 2].map(|u| servers(&pool, u)), [vec![0, 1, 2], vec![2], vec![0, 1, 2]]);
        assert_eq!(running(&pool), rows(&[&["1", "0", "0"], &["0", "0", "1"], &["1", "1", "0"]]));
        // 3/5 * 1/3 = 1/5, 2/5, and 3/5 * 2/3 = 2/5.
        let tree = Hierarchy::of(&pool, Setting::WHOLE);
        let parts = tree.shares(&pool, 0);
        assert_eq!([0, 1, 2].map(|u| parts[tree.leaf[u]].clone()), ["1/5", "2/5", "2/5"].map(r), "{shares}");
    }
}

fn of_yarn(scheduler: bool, together: bool) -> Imported {
    let (nodes, apps, queues) =
        (file("yarn-nodes.json"), file("yarn-apps.json"), file("yarn-scheduler.json"));
    let files = YarnFiles { nodes: &nodes, apps: &apps, scheduler: scheduler.then_some(&queues) };
    yarn(files, together, &Options::default()).unwrap()
}

/// Two nodes of 8 cores and 8 GiB run, one is lost. An application of eng has 3 containers with 3 cores and 6 GiB
/// and requests two more of 1 core and 2 GiB, which are listed again for a host and for a rack; one of sci waits for
/// three of 2 cores and 4 GiB. The queues have 62.5 and 37.5 per cent, which is 5 to 3.
#[test]
fn queues_of_a_resource_manager() {
    let apart = of_yarn(true, false);
    let read = pool(&apart.instance);
    assert_eq!(read.capacity, rows(&[&["8", "8"], &["8", "8"]]));
    assert_eq!(read.labels.users, ["root.eng", "root.sci"]);
    assert_eq!(read.demand, rows(&[&["1", "2"], &["2", "4"]]));
    assert_eq!(
        (tasks(&read), weights(&read)),
        (vec!["5".to_string(), "3".to_string()], vec!["5".to_string(), "3".to_string()])
    );
    assert_eq!(read.running, None);
    assert!(apart.notes.iter().any(|note| note.contains("not in `running`")), "{:?}", apart.notes);
    let (together, _) = runs(&of_yarn(false, true));
    assert_eq!(together.capacity, rows(&[&["16", "16"]]));
    assert_eq!(running(&together), rows(&[&["3"], &["0"]]));
    assert_eq!(together.labels.users, ["eng", "sci"]);
    assert_eq!(weights(&together), ["1", "1"]);
}

/// team-a has 6 CPUs, 2 GPUs and weight 2, team-b 4 CPUs. job-one is two pods with half a CPU and a GPU; job-two is
/// three pods with 2 CPUs, and was admitted earlier though created later; job-three waits; job-four is finished. The
/// queue `alone` has no cohort.
#[test]
fn queues_of_a_cohort() {
    let made = kueue(&[file("kueue.json")], Some("all"), Some("a/job-three"), &[]).unwrap();
    let field = |name: &str| made.instance.get(name).unwrap().clone();
    assert_eq!(field("model"), Value::text("cohort"));
    assert_eq!(field("quota"), Value::matrix(&rows(&[&["6", "2"], &["4", "0"]])));
    assert_eq!(numbers(&field("weight")), [r("2"), r("1")]);
    let Value::List(workloads) = field("workload") else { panic!("no list") };
    let expected = [(0, ["1", "2"], 0), (1, ["6", "0"], 0), (0, ["5", "0"], 100)];
    assert_eq!(workloads.len(), expected.len());
    for (workload, (queue, request, priority)) in workloads.iter().zip(expected) {
        assert_eq!(*workload.get("queue").unwrap(), Value::Integer(queue));
        assert_eq!(numbers(workload.get("request").unwrap()), request.map(r));
        assert_eq!(*workload.get("priority").unwrap(), Value::Integer(priority));
    }
    assert_eq!(field("admitted"), Value::indexes([1, 0]));
    assert_eq!(field("incoming"), Value::Integer(2));
    let wrong = |cohort: Option<&str>, incoming: Option<&str>| {
        kueue(&[file("kueue.json")], cohort, incoming, &[]).unwrap_err().reason
    };
    // A workload waits in one cohort alone.
    assert_eq!(kueue(&[file("kueue.json")], None, Some("a/job-three"), &[]).unwrap(), made);
    assert!(wrong(Some("al"), None).contains("did you mean all?"));
    assert!(wrong(Some("all"), Some("a/job-one")).contains("no workload a/job-one waits"));
}

#[test]
fn what_runs_in_a_table() {
    let machines = ("m.csv", "name,count,cpu\nbig,2,8\nsmall,1,2\n");
    let ask = |running: &str, classes: bool| {
        let text = format!("name,cpu,tasks,running\nweb,1,9,{running}\n");
        tables(machines, ("r.csv", &text), &Options { classes, ..Options::default() })
    };
    let read = pool(&ask("big-1:3 small", false).unwrap().instance);
    assert_eq!(running(&read), rows(&[&["3", "0", "1"]]));
    let read = pool(&ask("big:3 small:2", true).unwrap().instance);
    assert_eq!((running(&read), read.count), (rows(&[&["3", "2"]]), vec![2, 1]));
    for (running, part) in [
        ("big:1", "r.csv: line 2, column running: `big` are several machines: say which, such as big-1"),
        ("smal:1", "r.csv: line 2, column running: there is no machine `smal`; did you mean `small`?"),
        ("small:x", "r.csv: line 2, column running: `small:x`: `x` is no number of tasks"),
    ] {
        assert_eq!(ask(running, false).unwrap_err().to_string(), part);
    }
}

/// Runs the program in a folder of files, and returns its output and exit status.
fn typed(folder: &Path, line: &str) -> (String, Option<i32>) {
    let words = line.strip_prefix("verify ").unwrap().split(' ');
    let program = env!("CARGO_BIN_EXE_verify");
    let output = Command::new(program).args(words).current_dir(folder).output().unwrap();
    (said(&output), output.status.code())
}

/// A first user: two files, an import, a verdict. Nodes a and b have 4 CPUs and 8 GiB. A task of x needs 1 CPU and 4
/// GiB, a task of y 2 CPUs and 1 GiB. Alone, x would run 2 on each node (memory) and y 2 (CPU). TSF raises both
/// fractions of 4: at t there are 4t tasks of each, which use 12t of 8 CPUs and 20t of 16 GiB. CPUs are exhausted
/// first, at t = 2/3: 8/3 tasks each. Half of each node runs 1 task of x and 1 of y, in all 2 each, which is less.
#[test]
fn from_two_files_to_a_verdict() {
    let folder = folder("import");
    for name in ["two-teams-nodes.json", "two-teams-pods.json"] {
        std::fs::copy(root().join("tests/imports").join(name), folder.join(name)).unwrap();
    }
    let import = "verify import kubernetes --nodes two-teams-nodes.json --pods two-teams-pods.json";
    for (name, more) in [("apart.toml", ""), ("classes.toml", " --classes")] {
        let (text, status) = typed(&folder, &format!("{import} --by namespace --endless{more}"));
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("demand = [[1, 4], [2, 1]]"), "{text}");
        // One pod of x runs on a; one pod of y runs on a and two on b.
        let running = if more.is_empty() { "running = [[1, 0], [1, 2]]" } else { "running = [[1], [3]]" };
        assert!(text.contains(running), "{text}");
        std::fs::write(folder.join(name), text).unwrap();
        let (text, _) = typed(&folder, &format!("verify run --mech tsf --instance {name} --format json"));
        assert!(text.contains("\"8/3\"") && text.contains("\"certified\": true"), "{text}");
        let (text, status) = typed(&folder, &format!("verify --mech tsf --property si --instance {name}"));
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("holds"), "{text}");
    }
    let (text, status) = typed(&folder, &format!("{import} --by team"));
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("must be namespace, owner, queue or label=KEY"), "{text}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The model of a product's rule in `examples/schedulers` accepts instances imported from the product.
#[test]
fn rules_of_products_take_what_is_imported() {
    if !python() {
        return;
    }
    let folder = folder("accepted");
    for (program, made) in [
        ("slurm", of_slurm("22.05", None)),
        ("slurm", of_slurm("24.05", Some("slurm-shares.txt"))),
        ("yarn", of_yarn(false, false)),
        ("yarn", of_yarn(false, true)),
        ("mesos", of_kubernetes(&By::Namespace, &Options::default())),
        ("volcano", of_kubernetes(&By::Owner, &Options::default())),
    ] {
        std::fs::write(folder.join("cluster.toml"), made.instance.to_toml()).unwrap();
        let script = root().join(format!("examples/schedulers/{program}.py"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_verify"));
        command.args(["run", "--mech-command", &python_of(&script)]);
        let output = command.args(["--instance", "cluster.toml"]).current_dir(&folder).output().unwrap();
        let text = said(&output);
        // The models divide by weights of users; queues in a tree are refused by name.
        let flat = made.instance.get("path").is_none();
        assert_eq!(output.status.code(), Some(if flat { 0 } else { 2 }), "{program}: {text}");
        let says = if flat { "can be carried out" } else { "takes no queues in a tree" };
        assert!(text.contains(says), "{program}: {text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
