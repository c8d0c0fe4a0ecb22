//! `verify audit` on clusters whose answers are worked out by hand. Each derivation is above its test; tasks are
//! whole, and users, servers and resources are in the order of the file.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

/// Writes `text` to the file `name` in a folder for this test.
fn file(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit").join(test);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

pub(super) fn verify(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).arg("audit").args(arguments).output().unwrap()
}

/// Exit status and report of an audit of `text` without rules.
fn audited(test: &str, text: &str) -> (i32, Json) {
    let path = file(test, "cluster.toml", text);
    let out = verify(&["--instance", path.to_str().unwrap(), "--mech", "none", "--format", "json"]);
    let report = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&out.stderr)));
    (out.status.code().unwrap(), report)
}

/// Verdict and margin of a property in the report.
pub(super) fn verdict(report: &Json, property: &str) -> (String, Option<String>) {
    let all = report["properties"].as_array().unwrap();
    let line = all.iter().find(|line| line["property"] == property).unwrap();
    (line["verdict"].as_str().unwrap().to_string(), line["margin"].as_str().map(String::from))
}

pub(super) fn holds(report: &Json, properties: &[&str]) {
    for property in properties {
        assert_eq!(verdict(report, property), ("holds".to_string(), None), "{property}");
    }
}

pub(super) fn violated(report: &Json, property: &str, margin: &str) {
    assert_eq!(verdict(report, property), ("violated".to_string(), Some(margin.to_string())), "{property}");
}

/// The values of one field of every user.
pub(super) fn each(report: &Json, field: &str) -> Vec<String> {
    let users = report["users"].as_array().unwrap();
    users.iter().map(|user| user[field].as_str().unwrap().to_string()).collect()
}

/// The repair of a user's shortfall in words.
pub(super) fn mend(report: &Json, user: usize) -> &str {
    report["users"][user]["mend"]["tells"].as_str().unwrap()
}

/// The numbers of tasks that stop, move and start in the repair of a user's shortfall.
pub(super) fn counts(report: &Json, user: usize) -> [i64; 3] {
    let changes = report["users"][user]["mend"]["changes"].as_array().unwrap();
    let tasks = |change: &Json| change["tasks"].as_str().unwrap().parse::<i64>().unwrap();
    ["stop", "move", "start"]
        .map(|kind| changes.iter().filter(|change| change["kind"] == kind).map(tasks).sum())
}

/// GPU nodes filled by CPU jobs. A task of ml is 1 CPU and 1 GPU, a task of web 2 CPUs. gpu-1 and gpu-2 have 8 CPUs
/// and 4 GPUs, cpu-1 has 8 CPUs.
///
/// Alone ml runs 4 + 4 + 0 = 8, so its half is 4, and half of each server holds 2 + 2. It runs 2, so its shortfall
/// is 2.
/// Alone web runs 4 on each server, 12, so its half is 6; it runs 4 + 3 = 7.
/// gpu-1: 4 x 2 = 8 CPUs; gpu-2: 3 x 2 + 2 = 8 CPUs. So 6 of 8 GPUs are idle, and no CPU beside them: no task can
/// start.
/// If one task of web moves from gpu-1 to cpu-1, gpu-1 has 2 CPUs and 4 GPUs for two tasks of ml. If one task of web
/// stops there, web still has its 6 tasks and ml has room as well.
/// No user envies: ml needs GPUs, of which web has none; with the two tasks of ml web could run 2
/// 2 = 1.
/// Best without loss: web has no more than 7 tasks; 4 of them on cpu-1 leave 16 - 6 = 10 CPUs beside the 8 GPUs, so
/// ml runs 8, which is 6 more.
#[test]
fn gpu_nodes_filled_by_cpu_jobs() {
    let (code, report) = audited(
        "gpu",
        r#"model = "cluster"
        capacity = [[8, 4], [8, 4], [8, 0]]
        demand = [[1, 1], [2, 0]]
        tasks = [8, 7]
        running = [[0, 2, 0], [4, 3, 0]]
        users = ["ml", "web"]
        servers = ["gpu-1", "gpu-2", "cpu-1"]
        resources = ["CPU", "GPU"]"#,
    );
    assert_eq!(code, 1);
    assert_eq!(
        report["sentence"],
        "ml takes 25 % of all GPUs, and its share is 50 %: 2 GPUs are missing, for 2 tasks; no idle resources could serve it."
    );
    assert_eq!(each(&report, "entitled"), ["4", "6"]);
    assert_eq!(each(&report, "short"), ["2", "0"]);
    assert_eq!(each(&report, "over"), ["0", "1"]);
    // 2 of 8 GPUs; 14 of 24 CPUs.
    assert_eq!(each(&report, "share"), ["1/4", "7/12"]);
    assert_eq!(mend(&report, 0), "move 1 task of web from gpu-1 to cpu-1, then start 2 tasks of ml on gpu-1");
    violated(&report, "si", "2");
    violated(&report, "po", "6");
    holds(&report, &["feasible", "ef", "ef1", "non-wasteful"]);
    assert_eq!(verdict(&report, "bf").0, "out-of-scope");
}

/// A team above its share must lose tasks: 3 nodes of 8 CPUs, tasks of 1 CPU. Halves are 12. a runs 8 + 8 + 1 = 17,
/// b runs 7.
///
/// The shortfall of b is 5, and no CPU is idle. All nodes are full, so no task can move. If 5 tasks of a stop on one
/// node, a keeps 12.
/// b envies a by 17 - 7 = 10, and without one task of a by 9. All 24 CPUs are used, so no user can gain unless
/// another loses.
#[test]
fn a_team_above_its_share_has_to_give() {
    let (code, report) = audited(
        "give",
        r#"model = "cluster"
        capacity = [[8], [8], [8]]
        demand = [[1], [1]]
        running = [[8, 8, 1], [0, 0, 7]]
        users = ["a", "b"]
        servers = ["n1", "n2", "n3"]"#,
    );
    assert_eq!(code, 1);
    assert_eq!(each(&report, "entitled"), ["12", "12"]);
    assert_eq!(each(&report, "short"), ["0", "5"]);
    assert_eq!(mend(&report, 1), "stop 5 tasks of a on n1, then start 5 tasks of b on n1");
    assert_eq!(report["users"][1]["envies"], serde_json::json!([{"user": "a", "by": "10"}]));
    violated(&report, "si", "5");
    violated(&report, "ef", "10");
    violated(&report, "ef1", "9");
    holds(&report, &["feasible", "po", "non-wasteful"]);
}

/// Two workloads of one team, each with half of its weight: 3 nodes of 12 CPUs; web 1 CPU, db 2 CPUs, ads 1 CPU;
/// weights 1/2, 1/2, 1.
///
/// Alone web runs 36 and its part is 1/4: 9. Alone db runs 18, a quarter is 4 1/2, in whole tasks 4; a quarter of
/// one node, 3 CPUs, holds one task of db, so its slices run 3, and the property `si` requires no more. ads: 36
/// 2 = 18.
/// web runs 8, db 3, ads 18. n1: 4 + 2 + 6 = 12 CPUs; n2: 4 + 6 = 10; n3: 2 x 2 + 6 = 10: 2 idle CPUs on n2 and on
/// n3.
/// db lacks 1 of 4, web 1 of 9, so db comes first. Each starts one task on idle CPUs.
/// db takes 3 x 2 of 36 CPUs, 16.67 %; its right is 4 1/2 tasks, 9 of 36.
#[test]
fn two_workloads_of_one_team() {
    let (code, report) = audited(
        "team",
        r#"model = "cluster"
        capacity = [[12], [12], [12]]
        demand = [[1], [2], [1]]
        weight = ["1/2", "1/2", 1]
        tasks = [20, 20, 20]
        running = [[4, 4, 0], [1, 0, 2], [6, 6, 6]]
        users = ["shop/web", "shop/db", "ads"]
        servers = ["n1", "n2", "n3"]
        resources = ["CPU"]"#,
    );
    assert_eq!(code, 1);
    assert_eq!(each(&report, "part"), ["1/4", "1/4", "1/2"]);
    assert_eq!(each(&report, "entitled"), ["9", "4", "18"]);
    assert_eq!(each(&report, "short"), ["1", "1", "0"]);
    assert_eq!(
        report["sentence"],
        "shop/db takes 16.67 % of all CPUs, and its share is 25 %: 2 CPUs are missing, for 1 task; 2 CPUs idle on n2 could \
         serve it. One more user is below its share."
    );
    assert_eq!([counts(&report, 0), counts(&report, 1)], [[0, 0, 1]; 2]);
    violated(&report, "si", "1");
    assert_eq!(report["resources"], serde_json::json!([{"resource": "CPU", "idle": "4", "capacity": "36"}]));
}

/// An idle node that no user may use: 4 nodes of 4 CPUs, tasks of 1 CPU, no user is eligible on n4. Alone each user
/// runs 12, so halves are 6. With 6 and 6 every property holds, although n4 is idle.
///
/// With 5 and 7, the shortfall of a is 1 and b has 1 to spare. The other nodes are full, so no task moves: one of b
/// stops.
#[test]
fn an_idle_node_that_nobody_may_use() {
    let cluster = |running: &str| {
        format!(
            r#"model = "cluster"
            capacity = [[4], [4], [4], [4]]
            demand = [[1], [1]]
            eligible = [[0, 1, 2], [0, 1, 2]]
            tasks = [20, 20]
            running = {running}
            users = ["a", "b"]
            servers = ["n1", "n2", "n3", "n4"]"#
        )
    };
    let (code, report) = audited("closed", &cluster("[[2, 2, 2, 0], [2, 2, 2, 0]]"));
    assert_eq!(code, 0);
    holds(&report, &["feasible", "si", "ef", "ef1", "po", "non-wasteful"]);
    assert_eq!(each(&report, "could_start"), ["0", "0"]);
    assert_eq!(report["resources"][0]["idle"], "4");
    let (code, report) = audited("closed", &cluster("[[2, 2, 1, 0], [2, 2, 3, 0]]"));
    assert_eq!(code, 1);
    assert_eq!(each(&report, "short"), ["1", "0"]);
    assert_eq!(counts(&report, 0), [1, 0, 1]);
}

/// No finding: 9 nodes of 4 CPUs, three teams with 4 tasks of 1 CPU on 3 nodes each. A third of 36 is 12; by slices
/// of single nodes, a third of 4 CPUs, it is 9.
#[test]
fn everything_is_fine() {
    let row = |first: usize| {
        let on = |i: usize| if (first..first + 3).contains(&i) { "4" } else { "0" };
        format!("[{}]", (0..9).map(on).collect::<Vec<_>>().join(", "))
    };
    let text = format!(
        "model = \"cluster\"\ncapacity = {:?}\ndemand = [[1], [1], [1]]\nrunning = [{}, {}, {}]\n",
        [[4]; 9],
        row(0),
        row(3),
        row(6)
    );
    let (code, report) = audited("fine", &text);
    assert_eq!(code, 0);
    assert_eq!(each(&report, "entitled"), ["12", "12", "12"]);
    assert_eq!(
        report["sentence"],
        "Every user runs at least what its share would run, and these properties hold: feasible, si, ef, ef1, po, non-wasteful."
    );
    assert!(report["users"].as_array().unwrap().iter().all(|user| user["mend"].is_null()));
}

/// Two changes are needed: ml needs all 4 CPUs and a GPU of gpu-1 or gpu-2; a and b have one task of 2 CPUs on each.
/// n3 and n4 have 2 CPUs, and a and b are eligible everywhere; weights 2, 1, 1.
///
/// Alone ml runs 2, and its half is 1; it runs 0. A single change frees at most 2 CPUs of a node. a and b could run
/// 2 + 2 + 1 + 1 = 6 alone and are entitled to 1 each; they run 2. So two tasks must leave one node: both can move,
/// one to n3 and one to n4, and no task stops.
#[test]
fn two_changes_where_no_single_one_helps() {
    let (_, report) = audited(
        "pair",
        r#"model = "cluster"
        capacity = [[4, 1], [4, 1], [2, 0], [2, 0]]
        demand = [[4, 1], [2, 0], [2, 0]]
        weight = [2, 1, 1]
        tasks = [1, 2, 2]
        running = [[0, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
        users = ["ml", "a", "b"]
        servers = ["gpu-1", "gpu-2", "n3", "n4"]"#,
    );
    assert_eq!(each(&report, "short"), ["1", "0", "0"]);
    assert_eq!(counts(&report, 0), [0, 2, 1]);
}

/// Many changes at once: big needs a whole node of 10 CPUs, and b, c, d have tasks of 1 CPU on each of three nodes;
/// weights 3, 1, 1, 1.
///
/// Alone big runs 3, and its half is 1; it runs 0. Alone each of the others runs 30, a sixth is 5, and they run 5
/// each, so no user has tasks to spare. The fewest tasks, 4, run on n3, and the others have 4 + 5 idle CPUs.
#[test]
fn a_node_is_emptied_by_moves() {
    let (_, report) = audited(
        "moves",
        r#"model = "cluster"
        capacity = [[10], [10], [10]]
        demand = [[10], [1], [1], [1]]
        weight = [3, 1, 1, 1]
        running = [[0, 0, 0], [2, 2, 1], [2, 2, 1], [2, 1, 2]]
        users = ["big", "b", "c", "d"]"#,
    );
    assert_eq!(each(&report, "entitled"), ["1", "5", "5", "5"]);
    assert_eq!(counts(&report, 0), [0, 4, 1]);
}

/// Proved that nothing helps: two nodes of 3 CPUs, and a task of big takes 3. Alone big runs 2, and half of that is 1;
/// small could run 6, its half is 3, and it runs 2 on each node. A whole node for big leaves small 3 on the other one,
/// of which it has to move 1. So that is a plan. With priority small does not make room.
#[test]
fn no_plan_is_a_proof() {
    let cluster = |priority: &str| {
        format!(
            "model = \"cluster\"\ncapacity = [[3], [3]]\ndemand = [[3], [1]]\ntasks = [1, 4]\nrunning = [[0, 0], [2, 2]]\n{priority}"
        )
    };
    let plan = |name: &str, text: &str| {
        let path = file("proof", name, text);
        let out =
            verify(&["--instance", path.to_str().unwrap(), "--plan", "--mech", "none", "--format", "json"]);
        serde_json::from_slice::<Json>(&out.stdout).unwrap()["plan"].clone()
    };
    let found = plan("plan.toml", &cluster(""));
    assert_eq!(
        (&found["verdict"], &found["fewest"], &found["bound"]),
        (&"plan".into(), &1.into(), &1.into())
    );
    let none = plan("none.toml", &cluster("priority = [0, 1]\n"));
    assert_eq!(
        (&none["verdict"], &none["bound"], &none["after"]),
        (&"none".into(), &Json::Null, &Json::Null)
    );
    assert_eq!(none["tells"], "no change of what runs repairs it, which is proved");
}

/// Two shapes of one team, and the smallest plan for all teams: 4 GPUs, and ml has 3 train on them, which is above its
/// half. When one of them stops, b has its half; ml has its own with 2 train, and its prep wait for CPUs, which are idle.
///
/// Weights are 1 + 1 for ml and 2 for b, so each has half; alone ml reaches all 4 GPUs with 4 train and b with 4 tasks, so
/// both rights are 1/2, 2 GPUs. After one stop ml runs 2 train and its 4 prep: 2/4 of the GPUs and 6/100 of the CPUs, and a
/// third train would make 3/4, more than 1/2; b runs 2 tasks, and a third would make 3/4. So no team is short, and no
/// priority or number of tasks forbids a change. No stop is not enough, since no GPU is idle. With three stops ml would be
/// short itself: beside 4 prep two of its waiting train fit into 2/4, and b, with more than its half, would hold them.
#[test]
fn the_giver_starts_waiting_work() {
    let text = r#"model = "cluster"
        capacity = [[100, 4]]
        demand = [[1, 0], [1, 1], [1, 1]]
        tasks = [4, 4, 4]
        weight = [1, 1, 2]
        running = [[0], [3], [1]]
        team = ["ml", "ml", "b"]"#;
    let path = file("giver", "ml.toml", text);
    let folder = path.parent().unwrap().join("out");
    let arguments = ["--instance", path.to_str().unwrap(), "--plan", "--out", folder.to_str().unwrap()];
    let out = verify(&[&arguments[..], &["--format", "json"]].concat());
    let plan = serde_json::from_slice::<Json>(&out.stdout).unwrap()["plan"].clone();
    assert_eq!(plan["stops"], serde_json::json!([[1, 0, 1]]));
    assert_eq!(plan["starts"], serde_json::json!([[0, 0, 4], [2, 0, 1]]));
    let after = folder.join("after.toml");
    let out =
        verify(&["--instance", after.to_str().unwrap(), "--plan", "--mech", "none", "--format", "json"]);
    let report: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (each(&report, "short"), &report["plan"]["verdict"]),
        (vec!["0".into(), "0".into()], &"not-needed".into())
    );
    let (_, three) = audited("three-stops", &text.replace("[[0], [3], [1]]", "[[4], [0], [4]]"));
    assert_eq!(each(&three, "short"), ["2", "0"]);
}

/// Usage above capacity: 3 nodes of 2 CPUs, and 3 tasks of 1 CPU of b on n1. Only `feasible` and `non-wasteful`
/// report it. No task of b waits, and a could start 1 + 2 on n2 and n3; its half is 3 and it runs 1, so it starts 2.
#[test]
fn more_runs_than_there_is() {
    let (code, report) = audited(
        "over",
        r#"model = "cluster"
        capacity = [[2], [2], [2]]
        demand = [[1], [1]]
        tasks = ["inf", 3]
        running = [[0, 1, 0], [3, 0, 0]]
        users = ["a", "b"]
        servers = ["n1", "n2", "n3"]
        resources = ["CPU"]"#,
    );
    assert_eq!(code, 1);
    violated(&report, "feasible", "1");
    holds(&report, &["non-wasteful"]);
    assert_eq!(verdict(&report, "si").0, "out-of-scope");
    assert_eq!(report["sentence"], "The allocation cannot be carried out: CPU of n1 is overloaded (by 1).");
    assert_eq!(counts(&report, 0), [0, 0, 2]);
}

/// Divisible tasks: 3 nodes of 2 CPUs, tasks of 1 CPU, halves of 3. a runs 1/2 + 2, b runs 3/2 + 2: a lacks 1/2 and
/// b has 1/2 to spare. All CPUs are used, and max-min fairness of the one resource would give 3 each: a lacks 1/2 of
/// 6 CPUs, a twelfth.
#[test]
fn divisible_tasks() {
    let (_, report) = audited(
        "divisible",
        r#"model = "cluster"
        capacity = [[2], [2], [2]]
        demand = [[1], [1]]
        running = [["1/2", 2, 0], ["3/2", 0, 2]]
        users = ["a", "b"]
        servers = ["n1", "n2", "n3"]"#,
    );
    assert_eq!(report["division"], "divisible");
    assert_eq!(each(&report, "short"), ["1/2", "0"]);
    violated(&report, "si", "1/2");
    violated(&report, "ef", "1");
    violated(&report, "bf", "1/12");
    assert_eq!(verdict(&report, "ef1").0, "out-of-scope");
    assert_eq!(mend(&report, 0), "stop 1/2 of a task of b on n1, then start 1/2 of a task of a on n1");
}

/// Moments: two nodes of 4 CPUs, tasks of 1 CPU, halves of 4; at the second, third and fifth of five moments b lacks
/// 1, 2 and 1 tasks. Sorted, the shortfalls are 0, 0, 1, 1, 2: the median is 1 and the 90th and 99th percentiles are
/// 2. At the fifth moment one CPU is idle.
#[test]
fn moments() {
    let folder = file("moments", "x", "").parent().unwrap().join("five");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let running = ["[4, 0], [0, 4]", "[4, 1], [0, 3]", "[4, 2], [0, 2]", "[4, 0], [0, 4]", "[4, 0], [0, 3]"];
    let mut lines = String::new();
    for (k, running) in running.iter().enumerate() {
        let text = format!(
            r#"{{"model": "cluster", "capacity": [[4], [4]], "demand": [[1], [1]], "running": [{running}], "users": ["a", "b"]}}"#
        );
        std::fs::write(folder.join(format!("{}.json", k + 1)), &text).unwrap();
        lines += &(text + "\n");
    }
    let jsonl = file("moments", "five.jsonl", &lines);
    for path in [&folder, &jsonl] {
        let out = verify(&["--over", path.to_str().unwrap(), "--property", "si,ef", "--format", "json"]);
        assert_eq!(out.status.code(), Some(1));
        let report: Json = serde_json::from_slice(&out.stdout).unwrap();
        let b = &report["users"][1];
        assert_eq!(report["moments"], 5);
        assert_eq!((&b["below"], &b["below_share"]), (&3.into(), &"3/5".into()));
        assert_eq!(b["longest"]["moments"], 2);
        assert_eq!(b["short_mean"], "4/5");
        assert_eq!(b["short_percentiles"], serde_json::json!({"50": "1", "90": "2", "99": "2"}));
        assert_eq!(b["worst"]["amount"], "2");
        assert!(b["worst"]["moment"].as_str().unwrap().contains('3'));
        assert_eq!((&b["wasted"], &report["wasted"]), (&1.into(), &1.into()));
        let si = &report["properties"][0];
        assert_eq!(
            (&si["holds"], &si["violated"], &si["worst"]["amount"]),
            (&2.into(), &3.into(), &"2".into())
        );
    }
    // One file of one moment is for another option, which the answer names.
    let one = file("moments", "one.toml", "model = \"cluster\"\n");
    let out = verify(&["--over", one.to_str().unwrap()]);
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2));
    assert!(error.contains(&format!("verify audit --instance {}", one.display())), "{error}");
    // A moment that is no instance is reported, and the others count.
    let broken =
        file("moments", "broken.jsonl", &(lines.lines().next().unwrap().to_string() + "\n{\"model\": 3}\n"));
    let out = verify(&["--over", broken.to_str().unwrap(), "--format", "json"]);
    let report: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!((out.status.code(), &report["moments"]), (Some(2), &1.into()));
    assert!(report["errors"][0].as_str().unwrap().contains("line 2: model"), "{report}");
}

/// Rules that continue: 3 nodes of 2 CPUs, tasks of 1 CPU; a runs 3 (2 on n1, 1 on n2), b runs 0, each has 4. Idle:
/// 1 on n2, 2 on n3. b has the smallest share with 0 of 6, then with 1 and 2; so all three tasks that fit belong to
/// b, which then has 3. From an empty pool each user would get 3.
#[test]
fn rules_go_on_from_what_runs() {
    let text = r#"model = "cluster"
        capacity = [[2], [2], [2]]
        demand = [[1], [1]]
        tasks = [4, 4]
        running = [[2, 1, 0], [0, 0, 0]]"#;
    let path = file("next", "cluster.toml", text);
    let arguments =
        ["--instance", path.to_str().unwrap(), "--continue", "--mech", "first-fit-drfh", "--format", "json"];
    let report: Json = serde_json::from_slice(&verify(&arguments).stdout).unwrap();
    let rules: Vec<(&str, &str, &Json)> = report["rules"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| (rule["mechanism"].as_str().unwrap(), rule["from"].as_str().unwrap(), &rule["tasks"]))
        .collect();
    let all = serde_json::json!(["3", "3"]);
    assert_eq!(
        rules,
        [
            ("best-fit-drfh", "running", &all),
            ("first-fit-drfh", "running", &all),
            ("first-fit-drfh", "empty", &all)
        ]
    );
    // With one more task of a on n3 there is room for two tasks, and a has 4 of 6.
    let path = file("next", "fuller.toml", &text.replace("[2, 1, 0]", "[2, 1, 1]"));
    let arguments =
        ["--instance", path.to_str().unwrap(), "--continue", "--mech", "first-fit-drfh", "--format", "json"];
    let report: Json = serde_json::from_slice(&verify(&arguments).stdout).unwrap();
    assert_eq!(report["rules"][0]["tasks"], serde_json::json!(["4", "2"]));
    assert_eq!(report["rules"][2]["tasks"], all);
}
