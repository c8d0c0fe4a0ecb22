//! From two files of `kubectl` to the names of the pods to stop.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value as Json, json};

fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap()
}

/// A node of 4 CPUs, pods of 1 CPU. big runs three, small one, and one pod of small waits. Halves are 2, so small lacks
/// 1, and one pod of big stops: big/b2, which was created last.
#[test]
fn the_youngest_pod_is_named() {
    let here = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-names");
    let _ = std::fs::remove_dir_all(&here);
    std::fs::create_dir_all(&here).unwrap();
    let file = |name: &str, text: String| {
        std::fs::write(here.join(name), text).unwrap();
        here.join(name).to_str().unwrap().to_string()
    };
    let node = json!({"kind": "Node", "metadata": {"name": "n1"}, "spec": {},
        "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}});
    let pod = |space: &str, name: &str, hour: u32, runs: bool| {
        let spec = json!({"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]});
        let mut pod = json!({"kind": "Pod", "spec": spec, "status": {"phase": if runs { "Running" } else { "Pending" }},
            "metadata": {"name": name, "namespace": space, "creationTimestamp": format!("2026-11-26T{hour}:00:00Z")}});
        if runs {
            pod["spec"]["nodeName"] = "n1".into();
        }
        pod
    };
    let pods = [
        pod("big", "b1", 10, true),
        pod("big", "b2", 12, true),
        pod("big", "b3", 11, true),
        pod("small", "s1", 9, true),
        pod("small", "s2", 13, false),
    ];
    let nodes = file("nodes.json", json!({"kind": "List", "items": [node]}).to_string());
    let pods = file("pods.json", json!({"kind": "List", "items": pods}).to_string());
    let out = verify(&["import", "kubernetes", "--nodes", &nodes, "--pods", &pods, "--by", "namespace"]);
    let cluster = file("cluster.toml", String::from_utf8(out.stdout).unwrap());
    let folder = here.join("out");
    let arguments = ["audit", "--instance", &cluster, "--plan", "--out", folder.to_str().unwrap()];
    let out = verify(&[&arguments[..], &["--format", "json"]].concat());
    let report: Json = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    let names = &report["plan"]["names"];
    assert_eq!(names["stop"], json!(["big/b2"]));
    let line = "kubectl delete pod b2 --namespace big --dry-run=server";
    assert_eq!(names["dry_run"], json!([line]));
    let script = std::fs::read_to_string(folder.join("stop.sh")).unwrap();
    assert!(script.ends_with(&format!("\n{line}\n")), "{script}");
    // The state after the plan is clean, and its names are of what still runs.
    let after = folder.join("after.toml");
    let out = verify(&[
        "audit",
        "--instance",
        after.to_str().unwrap(),
        "--plan",
        "--format",
        "json",
        "--property",
        "feasible",
    ]);
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stdout));
    let text = std::fs::read_to_string(after).unwrap();
    assert!(text.contains("\"big/b3\", \"big/b1\"") && !text.contains("big/b2"), "{text}");
    let wrong = file("wrong.toml", text.replace("names = [[0, 0", "names = [[7, 0"));
    let out = verify(&["audit", "--instance", &wrong]);
    assert_eq!(out.status.code(), Some(2));
}
