//! `verify audit` of teams with several shapes of tasks, of classes of identical servers, and of logs of jobs. Each
//! derivation is above its test.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use super::audit::verify;
use super::support::ended;

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-teams").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Two files of `kubectl`, two commands; the numbers are worked out in `tests/audits/teams.toml`.
#[test]
fn from_two_files_of_kubectl_to_a_page() {
    let (state, page) = (folder("kubectl").join("state.toml"), folder("kubectl").join("report.html"));
    let files =
        ["--nodes", "tests/imports/kubernetes-nodes.json", "--pods", "tests/imports/kubernetes-pods.json"];
    let (text, _) = ended(&[&["import", "kubernetes", "--by", "namespace"], &files[..]].concat(), 0);
    assert!(text.contains("team = [\"batch\", \"ml\", \"shop\", \"shop\"]"), "{text}");
    std::fs::write(&state, text).unwrap();
    let out = verify(&["--instance", state.to_str().unwrap(), "--html", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap_or_else(|e| panic!("{e}: {out:?}"));
    assert!(page.contains("Kinds of tasks") && page.contains("shop/shape-2"));
}

/// Two nodes of 2 CPUs. From 10:00 to 10:40 bio runs a task of 2 CPUs on each; from 10:10 ml has two tasks of 1 CPU,
/// which start at 10:40 on n1 and end at 11:00. Six moments: 10:05, 10:15, .., 10:55. Alone ml runs 4 tasks and bio
/// 2, so halves are 2 and 1.
/// ml is present at five moments, lacks 2, 2, 2 at the first three, and then runs all its tasks: 6/5 on average, and
/// the median is 2.
/// At its worst moment ml lacks all of its share and no CPU is idle; one node suffices to show that.
#[test]
fn a_log_of_jobs() {
    let here = folder("log");
    let node =
        |name: &str| format!(r#"{{"name": "{name}", "cpus": 2, "real_memory": 4096, "state": ["IDLE"]}}"#);
    let nodes = here.join("nodes.json");
    std::fs::write(&nodes, format!(r#"{{"nodes": [{}, {}]}}"#, node("n1"), node("n2"))).unwrap();
    let at = |minute: u32| format!("2026-11-22T{:02}:{:02}:00", 10 + minute / 60, minute % 60);
    let job = |id: &str, account: &str, times: [u32; 3], on: &str, cpus: u32| {
        let [submit, start, end] = times.map(at);
        format!(
            "{id}|{account}|{submit}|{start}|{end}|{on}|cpu={cpus},node=1,billing={cpus}|cpu={cpus},node=1\n"
        )
    };
    let head = "JobID|Account|Submit|Start|End|NodeList|AllocTRES|ReqTRES\n";
    let rows = [
        job("1", "bio", [0, 0, 40], "n1", 2),
        job("1.batch", "bio", [0, 0, 40], "n1", 2),
        job("2", "bio", [0, 0, 40], "n2", 2),
        job("3_1", "ml", [10, 40, 60], "n1", 1),
        job("3_2", "ml", [10, 40, 60], "n1", 1),
    ];
    let log = here.join("log.txt");
    std::fs::write(&log, format!("{head}{}", rows.concat())).unwrap();
    let kept = here.join("kept");
    let _ = std::fs::remove_dir_all(&kept);
    let over = ["--over", log.to_str().unwrap(), "--nodes", nodes.to_str().unwrap(), "--moments", "6"];
    let out = verify(&[&over[..], &["--format", "json", "--out", kept.to_str().unwrap()]].concat());
    assert_eq!(out.status.code(), Some(1), "{}", String::from_utf8_lossy(&out.stderr));
    let report: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["moments"], 6);
    let ml = report["users"].as_array().unwrap().iter().find(|user| user["user"] == "ml").unwrap();
    assert_eq!((&ml["moments"], &ml["below"]), (&5.into(), &3.into()));
    let longest =
        serde_json::json!({"moments": 3, "from": "2026-11-22T10:15:00", "to": "2026-11-22T10:35:00"});
    assert_eq!(ml["longest"], longest);
    assert_eq!(ml["short_mean"], "6/5");
    assert_eq!(ml["short_percentiles"], serde_json::json!({"50": "2", "90": "2", "99": "2"}));
    let small = std::fs::read_to_string(kept.join("1-ml-small.toml")).unwrap();
    assert!(small.contains("capacity = [[2]]") && small.contains("users = [\"bio\", \"ml\"]"), "{small}");
    assert!(small.starts_with("# ml lacks 1 of its share at 2026-11-22T10:15:00\n"), "{small}");
    let again = verify(&["--instance", kept.join("1-ml.toml").to_str().unwrap(), "--mech", "none"]);
    assert!(
        String::from_utf8_lossy(&again.stdout)
            .starts_with("ml takes 0 % of all CPUs, and its share is 50 %: 2 CPUs")
    );
    let out = verify(&[&over[..], &["--format", "prometheus"]].concat());
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("fairwitness_over_below_share_ratio{user=\"ml\"} 0.6\n"), "{text}");
    // An error is reported with file, line and column.
    for (rows, field, why) in [
        ("7|bio|soon|Unknown|Unknown|||cpu=1\n", "line 2, column Submit", "no time"),
        ("x|bio|2026-11-22T10:00:00|Unknown|Unknown|||cpu=1\n", "line 2, column JobID", "no number of a job"),
        ("7|bio\n", "line 2", "has 2 cells"),
        (
            "7|bio|2026-11-22T10:00:00|Unknown|Unknown|||cpu=many\n",
            "line 2, column ReqTRES",
            "no trackable resource",
        ),
    ] {
        std::fs::write(&log, format!("{head}{rows}")).unwrap();
        let out = verify(&[&over[..], &["--format", "json"]].concat());
        let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        assert!(out.status.code() == Some(2) && said.contains(field) && said.contains(why), "{said}");
    }
}

/// If nodes allocate processors alone, jobs request memory and get none. The waiting job then equals the running
/// one, and there is one kind of task, of 1 CPU.
#[test]
fn memory_that_is_never_allocated() {
    let here = folder("memory");
    let (nodes, jobs) = (here.join("nodes.json"), here.join("jobs.json"));
    std::fs::write(
        &nodes,
        r#"{"nodes": [{"name": "n1", "cpus": 2, "real_memory": 4096, "state": ["MIXED"]}]}"#,
    )
    .unwrap();
    let asks = r#""account": "bio", "node_count": 1, "tres_req_str": "cpu=1,mem=1M,node=1,billing=1""#;
    let runs = format!(
        r#"{{"job_id": 1, {asks}, "job_state": "RUNNING", "nodes": "n1", "tres_alloc_str": "cpu=1,node=1,billing=1"}}"#
    );
    let waits = format!(r#"{{"job_id": 2, {asks}, "job_state": "PENDING", "tres_alloc_str": ""}}"#);
    std::fs::write(&jobs, format!(r#"{{"jobs": [{runs}, {waits}]}}"#)).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["import", "slurm", "--nodes", nodes.to_str().unwrap(), "--jobs", jobs.to_str().unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("demand = [[1]]") && text.contains("tasks = [2]"), "{text}");
    assert!(text.contains("# memory that waiting jobs ask for left out"), "{text}");
}

/// 12 CPUs for three shapes of tasks of 1, 2 and 3 CPUs, each with a third of the CPUs under DRFH: 4 and 2 tasks for
/// team a, which has 8/12 of the CPUs, and 4/3 of a task for team b, which has 4/12.
#[test]
fn a_run_adds_up_the_shapes_of_each_team() {
    let text =
        "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [2], [3]]\nteam = [\"a\", \"a\", \"b\"]\n";
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("added-up.toml");
    std::fs::write(&path, text).unwrap();
    let arguments = ["run", "--mech", "drfh", "--instance", path.to_str().unwrap()];
    let out = Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    let (_, teams) = text.split_once("teams (all shapes together)").unwrap();
    let rows: Vec<Vec<&str>> = teams.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(
        rows.contains(&vec!["a", "2", "6", "2/3"]) && rows.contains(&vec!["b", "1", "4/3", "1/3"]),
        "{text}"
    );
}
