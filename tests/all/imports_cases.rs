//! Small states of each product with a known right answer, each an example of a class: the import states what the
//! product states, and the audit asks for what the product could do.

use serde_json::Value as Json;

use fairwitness::document::Value;

use super::support::{ended as verify, folder as scratch, load, verify as program};

fn case(name: &str) -> String {
    format!("{}/tests/imports/cases/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The imported instance, and the audit of it.
fn audited(name: &str, args: &[&str]) -> (String, Json) {
    let (instance, _) = verify(&[&["import"], args].concat(), 0);
    let file = scratch(name).join("state.toml");
    std::fs::write(&file, &instance).unwrap();
    let out = program(&["audit", "--instance", file.to_str().unwrap(), "--mech", "none", "--format", "json"]);
    (instance, serde_json::from_slice(&out.stdout).unwrap())
}

/// A value of each user, by the user's name.
fn of_users(audit: &Json, field: &str) -> Vec<(String, String)> {
    let user =
        |user: &Json| (user["user"].as_str().unwrap().to_string(), user[field].as_str().unwrap().to_string());
    audit["users"].as_array().unwrap().iter().map(user).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(user, value)| (user.to_string(), value.to_string())).collect()
}

fn pods(name: &str) -> Vec<String> {
    let args =
        ["kubernetes", "--nodes", &case("pods-nodes.json"), "--pods", &case(name), "--by", "namespace"];
    args.map(String::from).to_vec()
}

fn mends(audit: &Json, user: &str) -> String {
    let users = audit["users"].as_array().unwrap();
    users.iter().find(|one| one["user"] == user).unwrap()["mend"].to_string()
}

#[test]
fn a_node_with_all_its_pods_starts_no_more() {
    let args = pods("pods-limit.json");
    let (_, audit) = audited("pods-limit", &args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(of_users(&audit, "could_start"), pairs(&[("a", "0"), ("b", "0")]));
    assert_eq!(of_users(&audit, "entitled"), pairs(&[("a", "2"), ("b", "2")]));
    assert!(mends(&audit, "b").contains("stop"), "{}", mends(&audit, "b"));
}

#[test]
fn no_task_stops_for_a_lower_priority() {
    let args = pods("pods-prio.json");
    let (instance, audit) = audited("pods-prio", &args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(instance.contains("priority = [0, 1000000]"), "{instance}");
    assert!(!mends(&audit, "dev").contains("\"stop\""), "{}", mends(&audit, "dev"));
    // With the priorities exchanged the tasks of prod may stop.
    let file = scratch("pods-prio-down").join("state.toml");
    std::fs::write(&file, instance.replace("[0, 1000000]", "[1000000, 0]")).unwrap();
    let out = program(&["audit", "--instance", file.to_str().unwrap(), "--mech", "none", "--format", "json"]);
    let audit = serde_json::from_slice(&out.stdout).unwrap();
    assert!(mends(&audit, "dev").contains("\"stop\""), "{}", mends(&audit, "dev"));
}

#[test]
fn what_is_left_out_is_counted_when_nothing_is_left() {
    for (name, owner, why) in [
        ("pods-big.json", "1 of b (64 CPU)", "has room for it even when empty"),
        ("pods-gone.json", "1 of b (1 CPU)", "node gone is not in the list"),
    ] {
        let args = pods(name);
        let all: Vec<&str> = std::iter::once("import").chain(args.iter().map(String::as_str)).collect();
        let (_, error) = verify(&all, 2);
        assert!(error.contains(owner) && error.contains(why) && !error.contains("no user asks"), "{error}");
    }
}

/// `kubectl get nodes,pods -A -o json` prints one list of both.
#[test]
fn nodes_and_pods_of_one_list_are_told_apart() {
    let list = |name: &str, kind: &str| {
        let text = std::fs::read_to_string(case(name)).unwrap();
        let mut list: Json = serde_json::from_str(&text).unwrap();
        let items = list["items"].as_array_mut().unwrap();
        items.iter_mut().for_each(|item| item["kind"] = Json::from(kind));
        items.clone()
    };
    let both = [list("pods-nodes.json", "Node"), list("pods-limit.json", "Pod")].concat();
    let file = scratch("both").join("both.json");
    std::fs::write(&file, serde_json::json!({ "kind": "List", "items": both }).to_string()).unwrap();
    let file = file.to_str().unwrap();
    let (made, _) = audited("both", &["kubernetes", "--nodes", file, "--pods", file, "--by", "namespace"]);
    let args = pods("pods-limit.json");
    let (apart, _) = audited("apart", &args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(made, apart);
}

fn slurm(name: &str, nodes: &str, jobs: &str, shares: Option<&str>) -> (String, Json) {
    let (nodes, jobs, shares) = (case(nodes), case(jobs), shares.map(case));
    let mut args = vec!["slurm", "--nodes", &nodes, "--jobs", &jobs];
    args.extend(shares.iter().flat_map(|shares| ["--shares", shares]));
    audited(name, &args)
}

/// c1 holds 2 of the 10 processors of job 1 and the 6 of job 2, c2 the other 8.
#[test]
fn a_job_is_divided_as_its_resources_say() {
    let (instance, audit) = slurm("split", "split-nodes.json", "split-jobs.json", None);
    for line in ["demand = [[2, 2], [8, 8], [6, 6]]", "running = [[1, 0], [0, 1], [1, 0]]"] {
        assert!(instance.contains(line), "{instance}");
    }
    let feasible = &audit["properties"].as_array().unwrap()[0];
    assert_eq!(feasible["verdict"], "holds");
    assert!(audit["resources"].as_array().unwrap().iter().all(|resource| resource["idle"] == "0"));
}

#[test]
fn gpus_of_a_job_a_node_a_socket_and_a_task_count() {
    let (instance, audit) = slurm("gpus", "gpu-nodes.json", "gpu-jobs.json", None);
    assert!(instance.contains("demand = [[1, 1, 4], [1, 1, 4], [1, 1, 4], [1, 1, 4]]"), "{instance}");
    let gpus = &audit["resources"].as_array().unwrap()[2];
    assert_eq!((gpus["resource"].as_str(), gpus["idle"].as_str()), (Some("gres/gpu"), Some("0")));
}

/// An account with no shares comes after all others, and an account that is not listed has no weight.
#[test]
fn accounts_without_shares_come_last() {
    let (_, audit) = slurm("zero", "tree-nodes.json", "tree-jobs.json", Some("shares-zero.txt"));
    assert_eq!(of_users(&audit, "entitled"), pairs(&[("p1", "0"), ("q1", "20")]));
    let shares = scratch("unlisted").join("shares.txt");
    let text = std::fs::read_to_string(case("shares-zero.txt")).unwrap().replace(" p1|", " p2|");
    std::fs::write(&shares, text).unwrap();
    let (nodes, jobs) = (case("tree-nodes.json"), case("tree-jobs.json"));
    let args = ["import", "slurm", "--nodes", &nodes, "--jobs", &jobs, "--shares", shares.to_str().unwrap()];
    assert!(verify(&args, 2).1.contains("account p1: is not listed"));
}

/// P and Q have half each. P uses 25 of 100 parts through p1 alone, so p1 is short.
#[test]
fn accounts_divide_level_by_level() {
    let (_, audit) = slurm("levels", "tree-nodes.json", "tree-jobs.json", Some("shares-tree.txt"));
    assert_eq!(of_users(&audit, "short"), pairs(&[("p1", "5"), ("q1", "0")]));
}

/// `fairResources` gives p1 all of its parent's 10 processors, because no sibling has work.
#[test]
fn queues_of_the_fair_scheduler_get_their_parents_part() {
    let (nodes, apps, scheduler) =
        (case("yarn-nodes.json"), case("yarn-apps.json"), case("yarn-scheduler.json"));
    let args = ["yarn", "--nodes", &nodes, "--apps", &apps, "--scheduler", &scheduler, "--pool"];
    let (instance, audit) = audited("yarn", &args);
    assert_eq!(of_users(&audit, "entitled"), pairs(&[("root.p.p1", "10"), ("root.q.q1", "10")]));
    assert_eq!(of_users(&audit, "short"), pairs(&[("root.p.p1", "5"), ("root.q.q1", "0")]));
    assert!(!instance.contains("the scheduler entitles"), "{instance}");
}

/// Queue p and user q1 have half each, and the two users of p a quarter each.
#[test]
fn a_pool_is_divided_once_along_its_tree() {
    let tree = case("tree.toml");
    let (text, _) = verify(&["audit", "--instance", &tree, "--mech", "none", "--format", "json"], 0);
    let audit: Json = serde_json::from_str(&text).unwrap();
    assert_eq!(of_users(&audit, "entitled"), pairs(&[("p1", "3"), ("p2", "3"), ("q1", "6")]));
    assert_eq!(of_users(&audit, "short"), pairs(&[("p1", "0"), ("p2", "0"), ("q1", "0")]));
}

/// The decision on the first waiting workload: the names of the workloads preempted, or `None` if it waits; and the
/// assumptions.
fn kueue(name: &str, change: impl Fn(String) -> String) -> (Option<Vec<String>>, Vec<String>) {
    let text = change(std::fs::read_to_string(case(name)).unwrap());
    // Tests of one case run at the same time.
    let folder = scratch(&format!("kueue-{name}-{:?}", std::thread::current().id()));
    let (source, instance) = (folder.join("kueue.json"), folder.join("cohort.toml"));
    std::fs::write(&source, text).unwrap();
    let (made, _) = verify(&["import", "kueue", source.to_str().unwrap()], 0);
    std::fs::write(&instance, made).unwrap();
    let args = ["run", "--mech", "kueue-preempt", "--instance", instance.to_str().unwrap()];
    let run: Json = serde_json::from_str(&verify(&[&args[..], &["--format", "json"]].concat(), 0).0).unwrap();
    let words = |list: &Json, field: &str| -> Vec<String> {
        let all = list.as_array().into_iter().flatten();
        all.map(|one| one[field].as_str().unwrap_or_default().to_string()).collect()
    };
    let assumed = words(&run["assumed"], "field");
    // The share of a queue, exactly and in thousandths.
    assert!(
        run["share"].as_array().is_some_and(|all| all.iter().all(|one| one["exact"].is_string())),
        "{run}"
    );
    let (text, certain) = (verify(&args, 0).0, assumed.is_empty());
    assert_eq!(run["certified"], if certain { Json::Bool(true) } else { Json::Null });
    assert_eq!(
        (text.contains("certified"), text.contains("the answer cannot be known")),
        (certain, !certain)
    );
    let file = load(&instance).root;
    let Some(Value::List(workloads)) = file.get("workload") else { panic!("no workloads") };
    let name = |target: &Json| {
        let Some(Value::Text(name)) = workloads[target[0].as_u64().unwrap() as usize].get("name") else {
            panic!("no name")
        };
        name.clone()
    };
    let targets: Option<Vec<String>> =
        run["outcome"]["targets"].as_array().map(|targets| targets.iter().map(name).collect());
    let named: Vec<&str> =
        run["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(named, targets.clone().unwrap_or_default());
    (targets, assumed)
}

/// Rules of the mechanism are chosen by name, and a version that decides otherwise is refused.
#[test]
fn strategies_and_versions_are_settings() {
    let instance = scratch("options").join("cohort.toml");
    // Queue 2 borrows 2 of 4 by one workload: rule S2-b alone takes it for queue 1, which borrows 1.
    let text = "model = \"cohort\"\nquota = [[2], [2], [0]]\nworkload = [{ queue = 0, request = [3] }, { queue = 2, request = [2] }]\nadmitted = [1]\n";
    std::fs::write(&instance, text).unwrap();
    let run = |options: &[&str], status: i32| {
        let args =
            ["run", "--mech", "kueue-preempt", "--instance", instance.to_str().unwrap(), "--format", "json"];
        let (out, error) = verify(&[&args[..], options].concat(), status);
        if status == 0 {
            serde_json::from_str::<Json>(&out).unwrap()["outcome"]["targets"].to_string()
        } else {
            out + &error
        }
    };
    assert_eq!(run(&["--option", "strategies=a,b", "--option", "version=0.19"], 0), "[[1,\"b\"]]");
    assert_eq!(run(&["--option", "strategies=b"], 0), "[[1,\"b\"]]");
    assert_eq!(run(&["--option", "strategies=a"], 0), "null");
    assert!(run(&["--option", "version=0.16"], 2).contains("0.17, 0.18"));
    assert!(run(&["--option", "strategies=b,a"], 2).contains("takes no other list"));
}

fn goes(names: &[&str]) -> Option<Vec<String>> {
    Some(names.iter().map(|name| name.to_string()).collect())
}

/// A cohort of unknown quotas, and preemption of which no status says that it is fair.
fn both() -> Vec<String> {
    ["Cohort", "fairSharing"].map(String::from).to_vec()
}

/// Both policies default to `Never`, so the workload waits; with `Any` t1 goes.
#[test]
fn policies_of_preemption_have_the_defaults_of_the_api() {
    assert_eq!(kueue("policies-default.json", |text| text).0, None);
    let any = |text: String| {
        let policy = "\"preemption\": {\"reclaimWithinCohort\": \"Any\"}, \"cohortName\"";
        text.replace("\"cohortName\"", policy)
    };
    assert_eq!(kueue("policies-default.json", any).0, goes(&["n/t1"]));
}

#[test]
fn a_queue_without_a_cohort_borrows_nothing() {
    assert_eq!(kueue("no-cohort.json", |text| text), (None, Vec::new()));
}

/// With the asking workload p borrows 10 of 20 GPUs of both flavors, and t borrows 3.
#[test]
fn a_share_adds_up_the_flavors_of_a_resource() {
    assert_eq!(kueue("two-flavors.json", |text| text).0, None);
}

/// Of two workloads admitted in one second the one with the smaller identifier goes, whatever their names.
#[test]
fn identifiers_order_what_was_admitted_in_one_second() {
    assert_eq!(kueue("same-second.json", |text| text), (goes(&["n/t1"]), both()));
    let exchanged = |text: String| {
        let text = text.replace("\"uid\": \"1\"", "\"uid\": \"3\"");
        text.replace("\"name\": \"t1\"", "\"name\": \"t0\"")
    };
    assert_eq!(kueue("same-second.json", exchanged).0, goes(&["n/t2"]));
}

/// Half past one, two hours ahead of Greenwich, is before one o'clock there, so t1 is newer. Of a condition without a time
/// Kueue has the zero time of Go, which no real object has.
#[test]
fn times_of_admission_are_compared_as_instants() {
    let last = |text: &str, time: &str| {
        let (before, after) = text.rsplit_once("\"2026-01-01T01:00:00Z\"").unwrap();
        format!("{before}{time}{after}")
    };
    let ahead = kueue("same-second.json", |text| last(&text, "\"2026-01-01T01:30:00+02:00\""));
    assert_eq!(ahead, (goes(&["n/t1"]), both()));
    let (_, assumed) = kueue("same-second.json", |text| last(&text, "null"));
    assert!(assumed.contains(&"lastTransitionTime".to_string()), "{assumed:?}");
}

/// The cohort has four units of its own; without its object the answer rests on an assumption.
#[test]
fn the_quota_of_a_cohort_counts() {
    assert_eq!(kueue("cohort-quota.json", |text| text), (goes(&[]), Vec::new()));
    assert_eq!(kueue("cohort-quota-missing.json", |text| text), (goes(&["n/t2"]), both()));
}

/// p asks for three units and has two; if it may not borrow, it waits although there is room.
#[test]
fn a_queue_borrows_within_its_limit() {
    let limited = |text: String| {
        text.replacen("\"nominalQuota\": \"2\"", "\"nominalQuota\": \"2\", \"borrowingLimit\": \"0\"", 1)
    };
    assert_eq!(kueue("cohort-quota.json", limited).0, goes(&[]));
    let asks_more = |text: String| {
        let at = text.rfind("\"cpu\": \"2\"").unwrap();
        format!("{}\"cpu\": \"3\"{}", &text[..at], &text[at + "\"cpu\": \"2\"".len()..])
    };
    assert_eq!(kueue("cohort-quota.json", asks_more).0, goes(&[]));
    assert_eq!(kueue("cohort-quota.json", |text| asks_more(limited(text))).0, None);
}

/// A stopped queue loses nothing, while its quota and what it uses count as before.
#[test]
fn a_stopped_queue_keeps_what_it_uses() {
    let stop = |text: String| {
        let at = text.find("\"metadata\": {\"name\": \"t\"}, \"spec\": {").unwrap();
        let end = at + "\"metadata\": {\"name\": \"t\"}, \"spec\": {".len();
        format!("{}\"stopPolicy\": \"Hold\", {}", &text[..end], &text[end..])
    };
    assert_eq!(kueue("cohort-quota-missing.json", stop).0, None);
    assert_eq!(kueue("cohort-quota.json", stop).0, goes(&[]));
}

/// Cohorts of cohorts: p asks for two units of its own, and t borrows them through the cohort above both, unless the
/// cohort of t may borrow nothing, or has these units itself.
#[test]
fn cohorts_are_read_as_a_tree() {
    let tree = |of_t: &'static str| {
        move |text: String| {
            let at = text.find("{\"kind\": \"ClusterQueue\"").unwrap();
            let cohort = |name: &str, quota: &str| {
                format!(
                    "{{\"kind\": \"Cohort\", \"metadata\": {{\"name\": \"{name}\"}}, \"spec\": {{\"parentName\": \"all\", {quota}}}}},\n"
                )
            };
            let quota = "\"resourceGroups\": [{\"coveredResources\": [\"cpu\"], \"flavors\": [{\"name\": \"f\", \"resources\": [{\"name\": \"cpu\", ";
            let below = cohort("below", &format!("{quota}{of_t}}}]}}]}}]"));
            let all = "{\"kind\": \"Cohort\", \"metadata\": {\"name\": \"all\"}, \"spec\": {}},\n";
            let rest = text[at..].replacen("\"cohortName\": \"team\"", "\"cohortName\": \"all\"", 1);
            let rest = rest.replacen("\"cohortName\": \"team\"", "\"cohortName\": \"below\"", 1);
            format!("{}{all}{below}{rest}", &text[..at])
        }
    };
    let goes_with = |of_t| kueue("cohort-quota-missing.json", tree(of_t));
    assert_eq!(goes_with("\"nominalQuota\": \"0\""), (goes(&["n/t2"]), both()[1..].to_vec()));
    assert_eq!(goes_with("\"nominalQuota\": \"2\""), (goes(&[]), Vec::new()));
}

#[test]
fn a_field_that_is_not_read_ends_the_import() {
    let text = std::fs::read_to_string(case("same-second.json")).unwrap();
    let text = text.replacen(
        "\"cohortName\"",
        "\"namespaceSelector\": {\"matchLabels\": {\"a\": \"b\"}}, \"cohortName\"",
        1,
    );
    let file = scratch("kueue-field").join("kueue.json");
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let (_, error) = verify(&["import", "kueue", file], 2);
    assert!(
        error.contains("clusterqueue p, namespaceSelector: field `namespaceSelector` is not read"),
        "{error}"
    );
    let (made, _) = verify(&["import", "kueue", file, "--assume", "namespaceSelector=none"], 0);
    assert!(made.contains("Field namespaceSelector is not read, and taken as none."), "{made}");
}

/// Files in another form are named, with what to give in their place.
#[test]
fn other_forms_are_recognised() {
    let folder = scratch("forms");
    for (text, words) in [
        ("<?xml version=\"1.0\"?><nodes/>", "is XML and no JSON"),
        ("<!DOCTYPE html><html></html>", "is a page in HTML"),
        ("apiVersion: v1\nitems: []\n", "is YAML and no JSON: ask with `-o json`"),
        ("NAME   STATUS   ROLES\nn1   Ready   <none>\n", "is a table for readers"),
        ("NodeName=c1 Arch=x86_64 CPUAlloc=0\n", "the text form of scontrol"),
        ("", "is empty"),
        ("{\"items\": null}", "field `items` is null: give what `kubectl get nodes -o json` prints"),
        (
            "{\"errors\": [{\"description\": \"no contact\"}], \"items\": null}",
            "carries an error and no list: no contact",
        ),
    ] {
        let file = folder.join("nodes.json");
        std::fs::write(&file, text).unwrap();
        let pods = case("pods-big.json");
        let (_, error) =
            verify(&["import", "kubernetes", "--nodes", file.to_str().unwrap(), "--pods", &pods], 2);
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Jobs of one state grouped in four ways; with shares, the shares of users divide the part of their account.
#[test]
fn jobs_are_grouped_by_account_user_partition_or_qos() {
    let job = |id: usize, account: &str, user: &str, partition: &str, qos: &str| {
        format!(
            "{{\"job_id\": {id}, \"account\": \"{account}\", \"user_name\": \"{user}\", \"partition\": \"{partition}\", \
             \"qos\": \"{qos}\", \"job_state\": [\"PENDING\"], \"tres_req_str\": \"cpu=1,node=1\", \"node_count\": 1, \
             \"state_reason\": \"Resources\", \"array_task_string\": \"1-30\"}}"
        )
    };
    let runs = job(4, "p1", "ann", "p", "low").replace("PENDING", "RUNNING").replace(
        "\"array_task_string\": \"1-30\"",
        "\"nodes\": \"n1\", \"tres_alloc_str\": \"cpu=1,node=1\"",
    );
    let jobs = [
        job(1, "p1", "ann", "p", "low"),
        job(2, "p1", "bob", "p", "high"),
        job(3, "q1", "ann", "p", "low"),
        runs,
    ];
    let folder = scratch("by");
    let (file, shares) = (folder.join("jobs.json"), folder.join("shares.txt"));
    std::fs::write(&file, format!("{{\"jobs\": [{}]}}", jobs.join(", "))).unwrap();
    let table =
        "Account|User|RawShares|\nroot||1|\n p1||1|\n  p1|ann|3|\n  p1|bob|1|\n q1||1|\n  q1|ann|1|\n";
    std::fs::write(&shares, table).unwrap();
    let (nodes, file, shares) = (case("tree-nodes.json"), file.to_str().unwrap(), shares.to_str().unwrap());
    let base = ["slurm", "--nodes", &nodes, "--jobs", file];
    for (by, more, expected) in [
        ("account", &[][..], &[("p1", "10"), ("q1", "10")][..]),
        ("user", &[], &[("ann", "10"), ("bob", "10")]),
        ("partition", &[], &[("p", "20")]),
        ("qos", &[], &[("high", "10"), ("low", "10")]),
        ("user", &["--shares", shares], &[("p1/ann", "7"), ("p1/bob", "2"), ("q1/ann", "10")]),
    ] {
        let (_, audit) =
            audited(&format!("by-{by}-{}", more.len()), &[&base[..], &["--by", by], more].concat());
        assert_eq!(of_users(&audit, "entitled"), pairs(expected), "{by}");
    }
    let of_partitions = [&["import"], &base[..], &["--by", "partition", "--shares", shares]].concat();
    assert!(
        verify(&of_partitions, 2).1.contains("has shares of accounts and users, and none of a partition")
    );
    let several =
        std::fs::read_to_string(file).unwrap().replace("\"partition\": \"p\"", "\"partition\": \"p,r\"");
    std::fs::write(file, several).unwrap();
    let by_partition = [&["import"], &base[..], &["--by", "partition"]].concat();
    assert!(verify(&by_partition, 2).1.contains("job 1: partition: the job waits in several partitions"));
}
