//! `verify audit` of teams with several shapes of tasks, of classes of identical servers, and of logs of jobs. Each
//! derivation is above its test.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;

use super::audit::{counts, each, holds, mend, verdict, verify, violated};

fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-teams").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn audited(test: &str, text: &str, more: &[&str]) -> (i32, Json) {
    let path = folder(test).join("cluster.toml");
    std::fs::write(&path, text).unwrap();
    let out = verify(
        &[&["--instance", path.to_str().unwrap(), "--mech", "none", "--format", "json"], more].concat(),
    );
    let report = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)));
    (out.status.code().unwrap(), report)
}

/// 3 nodes of 8 CPUs and 32 GiB; shop has web (2 CPUs, 4 GiB; 8 tasks) and db (1 CPU, 8 GiB; 4 tasks), ads 1 CPU and
/// 2 GiB (20 tasks); weights 1 + 1 and 2. In all 24 CPUs and 96 GiB: the value of a task of web is 2/24 = 1/12, of
/// db 8/96 = 1/12, of ads 1/24.
///
/// shop runs a web on n1 and a db on n2: 3 CPUs and 12 GiB, an eighth of each. Alone, with one shape on a node, it
/// fills all CPUs with web, so its right is one half. From 3 to 12 CPUs and 12 to 48 GiB there is room for 4 more
/// web (8 CPUs) and then 1 more db.
/// ads runs 19; its half is 12, so it has 7 to spare. Idle: n1 1 CPU and 18 GiB, n2 1 CPU and 12 GiB. Only db fits,
/// on n1 or n2.
///
/// si: half of a node, 4 CPUs and 16 GiB, holds at most two tasks, 6 in all: 6/12, and shop has 2/12. The margin is
/// 1/3.
/// ef: in the bundle of ads, 5 CPUs and 10 GiB, 6 and 12, 8 and 16, web fits 2, 3 and 4 times. There are 8 web, and
/// then no room for a db: 8/12, so the margin is 1/2. Without any one task of ads 8 tasks still fit, so ef1 has the
/// margin 1/2 too.
/// po: 22 of 24 CPUs are used, and 2 tasks of db can start: 2 tasks more, and no more than 2 with 2 CPUs.
/// The 4 web and 1 db need 9 CPUs, 2 are idle, so 7 tasks of ads stop. On one node that is not enough: after 7 stops
/// on n3 three web fit there. With one stop on n1 a web fits there, and with 6 on n2 three web and a db.
#[test]
fn a_team_with_two_shapes() {
    let text = r#"model = "cluster"
        capacity = [[8, 32], [8, 32], [8, 32]]
        demand = [[2, 4], [1, 8], [1, 2]]
        weight = [1, 1, 2]
        tasks = [8, 4, 20]
        running = [[1, 0, 0], [0, 1, 0], [5, 6, 8]]
        team = ["shop", "shop", "ads"]
        users = ["web", "db", "ads"]
        servers = ["n1", "n2", "n3"]
        resources = ["CPU", "memory"]"#;
    let (code, report) = audited("two-shapes", text, &[]);
    assert_eq!(code, 1);
    assert_eq!(
        report["sentence"],
        "shop takes 12.50 % of all CPUs, and its share is 50 %: 9 CPUs are missing, for 4 of web and 1 of db; 1 CPU idle on n1 could serve 1 of \
         the 5 tasks that are missing."
    );
    assert_eq!(each(&report, "user"), ["shop", "ads"]);
    assert_eq!(each(&report, "tasks"), ["2", "19"]);
    assert_eq!(each(&report, "share"), ["1/8", "19/24"]);
    assert_eq!(each(&report, "part"), ["1/2", "1/2"]);
    assert_eq!(each(&report, "entitled"), ["7", "12"]);
    assert_eq!(each(&report, "entitled_share"), ["1/2", "1/2"]);
    assert_eq!(each(&report, "short"), ["5", "0"]);
    assert_eq!(each(&report, "over"), ["0", "7"]);
    assert_eq!(each(&report, "could_start"), ["2", "1"]);
    let shapes = &report["users"][0]["shapes"];
    assert_eq!(shapes[0], serde_json::json!({"shape": "web", "tasks": "1", "has": "8", "short": "4"}));
    assert_eq!(shapes[1]["short"], "1");
    assert!(report["users"][1]["shapes"].is_null());
    violated(&report, "si", "1/3");
    violated(&report, "ef", "1/2");
    violated(&report, "ef1", "1/2");
    violated(&report, "po", "2");
    holds(&report, &["feasible", "non-wasteful"]);
    assert_eq!(report["users"][0]["envies"], serde_json::json!([{"user": "ads", "by": "1/2"}]));
    assert_eq!(counts(&report, 0), [7, 0, 5]);
    // Properties that rest on the one demand of a user do not extend to teams; with --shapes they are judged for
    // three users.
    let (_, report) = audited("two-shapes", text, &["--property", "bf"]);
    let (state, _) = verdict(&report, "bf");
    assert_eq!(state, "out-of-scope");
    assert!(report["properties"][0]["tells"].as_str().unwrap().contains("shop has 2 shapes of tasks"));
    // Shares need no search, and are told when there is no time for verdicts.
    let (_, hasty) = audited("two-shapes", text, &["--budget", "1ms"]);
    assert_eq!(each(&hasty, "share"), ["1/8", "19/24"]);
    assert_eq!(each(&hasty, "short"), ["5", "0"]);
    assert!(["undecided", "violated"].contains(&verdict(&hasty, "si").0.as_str()), "{hasty}");
    let (_, report) = audited("two-shapes", text, &["--shapes"]);
    assert_eq!(each(&report, "user"), ["web", "db", "ads"]);
}

/// gpu-1 and gpu-2 have 8 CPUs and 4 GPUs, cpu-1 and cpu-2 8 CPUs: 32 CPUs, 8 GPUs. ml has train (1 CPU, 1 GPU; 6
/// tasks) and prep (2 CPUs; 4 tasks), web 2 CPUs (13 tasks); weights 1 + 1 and 2. gpu-1: 2 train and 3 web; gpu-2: 4
/// web; cpu-1: 2 prep and 2 web; cpu-2: 4 web.
///
/// ml uses 6 of 32 CPUs and 2 of 8 GPUs: a quarter of the GPUs. Alone it fills all CPUs with prep, so its right is
/// one half: 2 more train make 4 GPUs, and then 2 more prep make 12 CPUs of 16. web runs 13 tasks with 26 CPUs, and
/// its half is 8, so it has 5 to spare.
/// si: the value of a train is 1/8, of a prep 1/16. Half of a GPU node, 4 CPUs and 2 GPUs, holds 2 train and 1 prep,
/// half of a CPU node 2 prep. That is 4 train and, of the 6 prep that fit, the 4 that exist: 3/4. ml has 2/8 + 2/16
/// = 3/8, so the margin is 3/8.
/// ef: web has no GPU, and the value of 4 prep is 1/4. All CPUs are used, so no shape can gain without the loss of
/// another.
/// po: ml can give up its 2 prep on cpu-1, and 2 web of the GPU nodes take their place. The 4 CPUs and 6 idle GPUs then
/// hold 4 more train: ml has 6/8 in place of 3/8, and web has 13 tasks as before. 6 CPUs hold no more than 6 train.
/// 2 train and 2 prep need 6 CPUs, for which 3 web stop. 3 train need 3 CPUs, for which 2 web stop on gpu-2, where 4
/// GPUs are idle: then ml has 5/8 of the GPUs, which is above its right, so no prep is missing. 1 web does not suffice.
/// No task can move, since no CPU is idle.
#[test]
fn shapes_with_and_without_a_gpu() {
    let (code, report) = audited(
        "gpu",
        r#"model = "cluster"
        capacity = [[8, 4], [8, 4], [8, 0], [8, 0]]
        demand = [[1, 1], [2, 0], [2, 0]]
        weight = [1, 1, 2]
        tasks = [6, 4, 13]
        running = [[2, 0, 0, 0], [0, 0, 2, 0], [3, 4, 2, 4]]
        team = ["ml", "ml", "web"]
        users = ["train", "prep", "web"]
        servers = ["gpu-1", "gpu-2", "cpu-1", "cpu-2"]
        resources = ["CPU", "GPU"]"#,
        &[],
    );
    assert_eq!(code, 1);
    assert_eq!(
        report["sentence"],
        "ml takes 25 % of all GPUs, and its share is 50 %: 2 GPUs are missing, for 2 of train and 2 of prep; no idle resources could serve it."
    );
    assert_eq!(each(&report, "share"), ["1/4", "13/16"]);
    assert_eq!(each(&report, "short"), ["4", "0"]);
    assert_eq!(each(&report, "over"), ["0", "5"]);
    violated(&report, "si", "3/8");
    holds(&report, &["feasible", "ef", "ef1", "non-wasteful"]);
    violated(&report, "po", "3/8");
    assert_eq!(counts(&report, 0), [2, 0, 3]);
}

/// Two files of `kubectl`, two commands. cpu-1 and cpu-2 have 7.5 CPUs and 29.5 GiB after their DaemonSet and static
/// pods, gpu-1 has 15.5, 59.5 and 4 GPUs: 30.5 CPUs, 118.5 GiB. A web of shop needs 1.5 CPUs and 2.5 GiB with its
/// sidecar, a db 2 CPUs and 8 GiB; both are eligible on CPU nodes alone. A job of batch needs 5.5 CPUs and 8 GiB,
/// one of ml 2 CPUs, 8 GiB and a GPU. Each team has a third.
///
/// shop runs 2 + 2 web and a db: 8 CPUs, 16/61 of all, and 18 GiB. Alone it runs 5 web on each CPU node, 15 CPUs or
/// 30/61, so its right is 10/61, and it is above. Without the db and a web it uses 4.5 CPUs, 9/61, and one more web
/// would make 12/61: so it has these two to spare. Without another web, one more would make 9/61, which is within
/// its right. Alone batch could run 1 + 1 + 2 and ml 4; a third of 4 is 1 in whole tasks, and both run 2.
/// No team has a shortfall, but two web can start at once. A better allocation: a job of batch moves to cpu-2 beside
/// the db, then 5 web fit on cpu-1, and 2 more jobs of ml on gpu-1: 3 tasks more. More than 3 is impossible, since
/// ml has 4 GPUs, and a sixth web needs 1.5 CPUs beside 7.5 on either node.
#[test]
fn from_two_files_of_kubectl_to_a_report() {
    let here = folder("kubectl");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports");
    let (nodes, pods) = (files.join("kubernetes-nodes.json"), files.join("kubernetes-pods.json"));
    let out = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(["import", "kubernetes", "--by", "namespace", "--nodes"])
        .args([nodes, "--pods".into(), pods])
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(0));
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains("team = [\"batch\", \"ml\", \"shop\", \"shop\"]"), "{text}");
    let page = here.join("report.html");
    let (code, report) = audited("kubectl", &text, &["--html", page.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert_eq!(each(&report, "user"), ["batch", "ml", "shop"]);
    assert_eq!(each(&report, "tasks"), ["2", "2", "5"]);
    assert_eq!(each(&report, "share"), ["22/61", "1/2", "16/61"]);
    assert_eq!(report["users"][2]["right"], "10/61");
    assert_eq!(each(&report, "entitled"), ["1", "1", "3"]);
    assert_eq!(each(&report, "short"), ["0", "0", "0"]);
    assert_eq!(each(&report, "over"), ["1", "1", "2"]);
    assert_eq!(each(&report, "could_start"), ["0", "0", "2"]);
    holds(&report, &["feasible", "si", "ef", "ef1", "non-wasteful"]);
    violated(&report, "po", "3");
    let told = report["sentence"].as_str().unwrap();
    assert!(
        told.starts_with("Every user runs at least what its share would run, but `po` is violated:"),
        "{told}"
    );
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Kinds of tasks") && page.contains("shop/shape-2"));
}

/// One class of 3 nodes of 4 CPUs, tasks of 1 CPU. Alone each user runs 12, so halves are 6. a runs 9, b runs 3: b
/// lacks 3, and half of each node holds 2, so si is violated by 3. Each task of a has room for one of b: b envies a
/// by 9 - 3, and without a task by 5.
///
/// With 6 and 2, and 10 tasks of b in all, 4 CPUs are idle: one on each node if tasks are spread evenly, which
/// serves 3 of the 4 that b lacks. One more task fits for every distribution: 8 CPUs in use fill at most 2 of the 3
/// nodes.
#[test]
fn whole_tasks_on_a_class() {
    let class = |running: &str| {
        format!(
            "model = \"cluster\"\ncapacity = [[4]]\ncount = [3]\ndemand = [[1], [1]]\ntasks = [\"inf\", 10]\nrunning = {running}\n\
             users = [\"a\", \"b\"]\nservers = [\"rack\"]\nresources = [\"CPU\"]\n"
        )
    };
    let (code, report) = audited("class", &class("[[9], [3]]"), &[]);
    assert_eq!(code, 1);
    assert_eq!(
        report["sentence"],
        "b takes 25 % of all CPUs, and its share is 50 %: 3 CPUs are missing, for 3 tasks; no idle resources could serve it."
    );
    violated(&report, "si", "3");
    violated(&report, "ef", "6");
    violated(&report, "ef1", "5");
    holds(&report, &["feasible", "non-wasteful"]);
    assert_eq!(verdict(&report, "po").0, "undecided");
    assert_eq!(
        mend(&report, 1),
        "stop 3 tasks of a on rack (3 alike), then start 3 tasks of b on rack (3 alike)"
    );
    let (_, report) = audited("class", &class("[[6], [2]]"), &[]);
    assert_eq!(each(&report, "short"), ["0", "4"]);
    assert_eq!(each(&report, "could_start"), ["3", "3"]);
    violated(&report, "po", "1");
}

#[test]
fn what_does_not_extend_is_refused() {
    let head = "model = \"cluster\"\ncapacity = [[4], [4]]\ndemand = [[1], [2], [1]]\nteam = [\"a\", \"a\", \"b\"]\n";
    let whole = "running = [[1, 0], [0, 1], [1, 1]]\n";
    for (more, why) in [
        (
            "running = [[\"1/2\", 0], [0, 1], [1, 1]]\n".to_string(),
            "counts whole tasks, and parts of tasks run",
        ),
        (format!("{whole}weight = [[1], [1], [2]]\n"), "takes one weight for each user"),
    ] {
        let (code, report) = audited("refused", &format!("{head}{more}"), &[]);
        let message = report["error"]["message"].as_str().unwrap();
        assert!(code == 2 && message.contains(why), "{message}");
    }
    // In one queue the two shapes of a have half of the cluster, and b the other half.
    let (_, report) = audited("queues", &format!("{head}{whole}path = [\"x\", \"x\", \"\"]\n"), &[]);
    let part = |at: usize| report["users"][at]["part"].as_str();
    assert_eq!((part(0), part(1)), (Some("1/2"), Some("1/2")));
}

/// Parts of a GPU: 1/2 divides 1, and 1/4 divides 1/2; 2/3 does not divide 1, although two tasks of 2/3 fit into
/// 4/3.
#[test]
fn parts_of_a_gpu_are_said() {
    let assumed = |demand: &str| {
        let text = format!(
            "model = \"cluster\"\ncapacity = [[8, 4]]\ndemand = {demand}\nrunning = [[1], [1]]\nresources = [\"CPU\", \"gpu\"]\n"
        );
        audited("parts", &text, &[]).1["assumed"].to_string()
    };
    assert!(
        assumed("[[1, \"1/2\"], [1, \"1/4\"]]")
            .contains("fit onto the devices of a server whenever their sum does")
    );
    assert!(assumed("[[1, \"2/3\"], [1, 3]]").contains("may not fit onto its devices"));
    assert!(assumed("[[1, \"1/2\"], [1, 3]]").contains("whenever their sum does"));
    assert!(!assumed("[[1, 2], [1, 3]]").contains("devices"));
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
        ("7|bio|2026-11-22T10:00:00|Unknown|Unknown|||cpu=many\n", "job 7", "no trackable resource"),
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
