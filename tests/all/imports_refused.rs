//! Files of products that are wrong somewhere: an import refuses them by one error, which names file, object and field,
//! or reads them as an instance.

use fairwitness::desk::import::{By, Imported, Options, YarnFiles, kubernetes, kueue, slurm, yarn};
use fairwitness::document::{Document, InputError, Value};

use super::imports::file;
use super::support::{parts, pool, root};

/// An error names the file, the object and the field.
#[test]
fn errors_name_the_object() {
    let text = |name: &str| std::fs::read_to_string(root().join("tests/imports").join(name)).unwrap();
    let broken = |name: &str, from: &str, to: &str| {
        let text = text(name);
        assert!(text.contains(from), "{name}: {from}");
        Document::parse(name, &text.replacen(from, to, 1)).unwrap()
    };
    let options = Options::default();
    let on_nodes = |from: &str, to: &str| {
        let nodes = broken("kubernetes-nodes.json", from, to);
        kubernetes(&nodes, &file("kubernetes-pods.json"), &By::Owner, &options).unwrap_err().to_string()
    };
    let on_pods = |from: &str, to: &str| {
        let pods = broken("kubernetes-pods.json", from, to);
        kubernetes(&file("kubernetes-nodes.json"), &pods, &By::Owner, &options).unwrap_err().to_string()
    };
    let on_jobs = |from: &str, to: &str| {
        let jobs = broken("slurm-24.05-jobs.json", from, to);
        slurm(&file("slurm-24.05-nodes.json"), &jobs, None, &options).unwrap_err().to_string()
    };
    let on_apps = |from: &str, to: &str| {
        let (nodes, apps) = (file("yarn-nodes.json"), broken("yarn-apps.json", from, to));
        let files = YarnFiles { nodes: &nodes, apps: &apps, scheduler: None };
        yarn(files, false, &options).unwrap_err().to_string()
    };
    let on_kueue = |from: &str, to: &str| {
        kueue(&[broken("kueue.json", from, to)], Some("all"), None, &[]).unwrap_err().to_string()
    };
    for (error, start) in [
        (on_nodes("\"7910m\"", "\"8 cores\""), "kubernetes-nodes.json: node cpu-1, status.allocatable.cpu: "),
        (
            on_nodes("\"cpu-2\", \"labels\"", "\"cpu-1\", \"labels\""),
            "kubernetes-nodes.json: node cpu-1: is given twice",
        ),
        (
            on_pods("{\"cpu\": \"1\"", "{\"cpu\": \"-1\""),
            "kubernetes-pods.json: pod shop/web-5d4f8c7b9-a, containers[0].resources.requests.cpu: ",
        ),
        (
            on_pods(
                "\"key\": \"nvidia.com/gpu\", \"operator\": \"Exists\"",
                "\"key\": \"nvidia.com/gpu\", \"operator\": \"Any\"",
            ),
            "kubernetes-pods.json: pod ml/train-0, tolerations[2]: operator: must be Exists or Equal",
        ),
        (on_jobs("\"c[1-2]\"", "\"c[1-\""), "slurm-24.05-jobs.json: job 10: nodes: "),
        (
            on_jobs("mem=8G,node=2,billing=4\", \"array", "mem=8X\", \"array"),
            "slurm-24.05-jobs.json: job 10, tres_alloc_str: `mem=8X`",
        ),
        (
            on_jobs("\"1-6:2,9\"", "\"1-6,...\""),
            "slurm-24.05-jobs.json: job 20: array_task_string: the list is cut short",
        ),
        (
            on_apps("\"numContainers\": 3", "\"numContainers\": \"three\""),
            "yarn-apps.json: app application_1700000000000_0002",
        ),
        (
            on_kueue("\"nominalQuota\": \"6\"", "\"nominalQuota\": \"six\""),
            "kueue.json: clusterqueue team-a, resourceGroups[0].flavors[0].resources[0].nominalQuota: ",
        ),
        (
            on_kueue("{\"weight\": \"2\"}", "{\"weight\": \"-1\"}"),
            "kueue.json: clusterqueue team-a, fairSharing.weight: must not be negative",
        ),
    ] {
        assert!(error.starts_with(start), "expected {start}\ngot {error}");
    }
}

/// The values that replace another value.
fn strange() -> Vec<Value> {
    vec![
        Value::Null,
        Value::Bool(true),
        Value::Integer(-1),
        Value::Integer(i64::MAX),
        Value::Float("1e999".to_string()),
        Value::text(""),
        Value::text("n[0-99999999999]"),
        Value::List(Vec::new()),
        Value::List(vec![Value::Null]),
        Value::Table(Vec::new()),
        Value::Table(vec![("number".to_string(), Value::text("x"))]),
    ]
}

/// Every tree that differs from the given one in one place, where it has a strange value.
fn each_place(value: &Value, each: &mut dyn FnMut(Value)) {
    for odd in strange() {
        each(odd);
    }
    for (_, part, with) in parts(value) {
        each_place(part, &mut |other| each(with(Some(other))));
    }
}

/// A file with a strange value in any one place leads to an instance or to one error with the file's name, and every
/// instance can be read again.
#[test]
fn anything_anywhere_in_a_file() {
    let options = Options::default();
    let mut seen = (0u32, 0u32);
    let mut check = |name: &str, made: Result<Imported, InputError>| match made {
        Ok(made) => {
            seen.0 += 1;
            if *made.instance.get("model").unwrap() == Value::text("cluster") {
                pool(&made.instance);
            }
        }
        Err(error) => {
            seen.1 += 1;
            assert!(error.to_string().starts_with(name) && !error.reason.is_empty(), "{error}");
        }
    };
    let few = |document: &Document, path: &[&str], most: usize| {
        // A few of the items are enough, because the others have their shape.
        fn cut(value: &Value, path: &[&str], most: usize) -> Value {
            match (value, path) {
                (Value::List(items), []) => Value::List(items.iter().take(most).cloned().collect()),
                (Value::Table(fields), [first, rest @ ..]) => Value::Table(
                    fields
                        .iter()
                        .map(|(name, inner)| {
                            (name.clone(), if name == first { cut(inner, rest, most) } else { inner.clone() })
                        })
                        .collect(),
                ),
                _ => value.clone(),
            }
        }
        Document { file: document.file.clone(), root: cut(&document.root, path, most) }
    };
    let at = |document: &Document, each: &mut dyn FnMut(&Document)| {
        each_place(&document.root, &mut |root| each(&Document { file: document.file.clone(), root }));
    };
    let (nodes, pods) = (few(&file("kubernetes-nodes.json"), &["items"], 1), file("kubernetes-pods.json"));
    let web = Value::Table(vec![(
        "items".to_string(),
        Value::List(
            pods.root
                .get("items")
                .and_then(|items| match items {
                    Value::List(items) => Some(items[6..7].to_vec()),
                    _ => None,
                })
                .unwrap(),
        ),
    )]);
    let pods = Document { file: pods.file.clone(), root: web };
    at(&nodes, &mut |nodes| check("", kubernetes(nodes, &pods, &By::Owner, &options)));
    at(&pods, &mut |pods| check("", kubernetes(&nodes, pods, &"label=app".parse().unwrap(), &options)));
    let (nodes, jobs) = (
        few(&file("slurm-24.05-nodes.json"), &["nodes"], 3),
        few(&file("slurm-24.05-jobs.json"), &["jobs"], 4),
    );
    at(&nodes, &mut |nodes| check("", slurm(nodes, &jobs, None, &options)));
    at(&jobs, &mut |jobs| check("", slurm(&nodes, jobs, None, &options)));
    let (nodes, apps, queues) =
        (file("yarn-nodes.json"), file("yarn-apps.json"), file("yarn-scheduler.json"));
    let all = |nodes: &Document, apps: &Document, queues: &Document, pool: bool| {
        yarn(YarnFiles { nodes, apps, scheduler: Some(queues) }, pool, &options)
    };
    at(&nodes, &mut |nodes| check("", all(nodes, &apps, &queues, false)));
    at(&apps, &mut |apps| check("", all(&nodes, apps, &queues, true)));
    at(&queues, &mut |queues| check("", all(&nodes, &apps, queues, true)));
    at(&file("kueue.json"), &mut |kueues| {
        check("", kueue(std::slice::from_ref(kueues), Some("all"), None, &[]));
    });
    let shares = std::fs::read_to_string(root().join("tests/imports/slurm-shares.json")).unwrap();
    for odd in [
        "",
        "{}",
        "Account|User|RawShares\na",
        "Account|User|RawShares\n a||parent\n",
        &shares.replace("labs", "bio"),
    ] {
        check(
            "",
            slurm(
                &file("slurm-24.05-nodes.json"),
                &file("slurm-24.05-jobs.json"),
                Some(("s", odd)),
                &options,
            ),
        );
    }
    assert!(seen.0 > 1_000 && seen.1 > 1_000, "{seen:?}");
}

/// A list under `key` of so many items.
fn numbered(key: &str, item: fn(usize) -> String, most: usize) -> Document {
    let items: Vec<String> = (0..most).map(item).collect();
    Document::parse("big.json", &format!("{{\"{key}\":[{}]}}", items.join(","))).unwrap()
}

/// A megabyte of each odd shape is answered in seconds.
#[test]
fn a_megabyte_of_anything() {
    let options = Options::default();
    let list = |key: &str, item: &str| {
        let items = vec![item; 1_000_000 / (item.len() + 1)].join(",");
        Document::parse("big.json", &format!("{{\"{key}\":[{items}]}}")).unwrap()
    };
    let (nodes, pods) = (file("kubernetes-nodes.json"), file("kubernetes-pods.json"));
    for item in ["{}", "0", "[]", "null", "\"x\"", r#"{"metadata":{"name":"n"}}"#] {
        kubernetes(&list("items", item), &pods, &By::Owner, &options).unwrap_err();
        assert!(kubernetes(&nodes, &list("items", item), &By::Owner, &options).is_err(), "{item}");
        kueue(&[list("items", item)], None, None, &[]).unwrap_err();
        slurm(&list("nodes", item), &file("slurm-24.05-jobs.json"), None, &options).unwrap_err();
        slurm(&file("slurm-24.05-nodes.json"), &list("jobs", item), None, &options).unwrap_err();
    }
    // Lists of hosts that stand for very many, and different rules on very many nodes.
    let job = |k: usize| {
        format!(
            r#"{{"job_id":{k},"account":"a","job_state":"RUNNING","nodes":"n[0-99999]","tres_alloc_str":"cpu=1"}}"#
        )
    };
    let jobs = numbered("jobs", job, 9_000);
    let error = slurm(&file("slurm-24.05-nodes.json"), &jobs, None, &options).unwrap_err();
    assert!(error.reason.contains("too long together"), "{error}");
    let many = numbered("nodes", |k| format!(r#"{{"name":"n{k}","state":"IDLE","cpus":8}}"#), 30_000);
    let unlike = |k: usize| {
        format!(
            r#"{{"job_id":{k},"account":"a{k}","job_state":"PENDING","excluded_nodes":"n{k}","tres_req_str":"cpu=1"}}"#
        )
    };
    let error = slurm(&many, &numbered("jobs", unlike, 9_000), None, &options).unwrap_err();
    assert!(error.reason.contains("too many tasks have rules of their own"), "{error}");
    let alike = |k: usize| {
        format!(r#"{{"job_id":{k},"account":"a{k}","job_state":"PENDING","tres_req_str":"cpu=1"}}"#)
    };
    let error = slurm(&many, &numbered("jobs", alike, 9_000), None, &options).unwrap_err();
    assert!(error.reason.contains("are too many"), "{error}");
}

/// Where each pod is its own owner, what is refused by owner says how it is taken.
#[test]
fn too_many_teams_say_which_are_fewer() {
    let node = |k: usize| {
        format!(
            r#"{{"kind":"Node","metadata":{{"name":"n{k}"}},"status":{{"allocatable":{{"cpu":"4","pods":"9"}}}}}}"#
        )
    };
    let pod = |k: usize| {
        let spec = r#"{"containers":[{"resources":{"requests":{"cpu":"1"}}}]}"#;
        format!(
            r#"{{"kind":"Pod","metadata":{{"name":"p{k}","namespace":"team"}},"spec":{spec},"status":{{"phase":"Pending"}}}}"#
        )
    };
    let (nodes, pods) = (numbered("items", node, 3_000), numbered("items", pod, 7_000));
    let options = Options::default();
    let error = kubernetes(&nodes, &pods, &By::Owner, &options).unwrap_err();
    assert!(
        error.reason.ends_with("too many: with --by namespace all pods of a namespace are one team"),
        "{error}"
    );
    kubernetes(&nodes, &pods, &By::Namespace, &options).unwrap();
}
