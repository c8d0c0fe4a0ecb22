//! `verify simulate --log`: logs small enough for a pencil.

use serde_json::Value as Json;

fn json(args: &[&str]) -> Json {
    let out = super::support::verify(&[args, &["--format", "json"]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

fn run<'a>(document: &'a Json, rule: Option<&str>) -> &'a Json {
    document["runs"].as_array().unwrap().iter().find(|run| run["rule"].as_str() == rule).unwrap()
}

/// m1 has 3 of the 4 GPUs, and every job takes one GPU of m1 for an hour, 1/4 of all GPUs. prep submits three jobs at
/// 10:00, train one at 10:00, eval one at 10:30. Alone, each could run 3 tasks on m1.
///
/// *As it was*: prep's three jobs run until 11:00, the others start then and end at 12:00. From 10:00 each of two teams is
/// entitled to 3/2 tasks, a whole one: train lacks one task for half an hour. From 10:30 each of three teams is entitled to 1:
/// train and eval lack one each. So train lacks 1 task hour, 1/4 share hours, and eval half of that. Both envy prep, whose
/// bundle would run their one task.
///
/// *Under DRF*, prep gets 2 and train 1 of the 3 GPUs at 10:00, because train has no more tasks. At 10:30 m1 is full, and
/// nothing is stopped: eval lacks a task until 11:00, when the last job of prep starts beside it. With eval's job on m2
/// eval lacks nothing.
#[test]
fn what_would_have_been() {
    let files = ["examples/replay/jobs.txt", "examples/replay/nodes.json"];
    let document = json(&["simulate", "--log", files[0], "--nodes", files[1]]);
    let was = run(&document, None);
    assert_eq!(was["lacks"], "3/8");
    for (team, short, lacks, gpu) in
        [("prep", "0", "0", "3"), ("train", "1", "1/4", "1"), ("eval", "1/2", "1/8", "1")]
    {
        let part = &was["teams"][team];
        let found =
            ["missing tasks", "missing share", "envy", "used gres/gpu"].map(|name| part[name].as_str());
        assert_eq!(found, [short, lacks, lacks, gpu].map(Some), "{team}");
    }
    let drf = run(&document, Some("drf"));
    assert_eq!((&drf["lacks"], &drf["teams"]["eval"]["missing tasks"]), (&"1/8".into(), &"1/2".into()));
    assert_eq!(drf["teams"]["train"]["missing tasks"], "0");
    for (hour, gpu) in [("2026-11-22T10:00:00", "2"), ("2026-11-22T11:00:00", "1")] {
        assert_eq!(drf["hours"][hour]["prep"]["used gres/gpu"], gpu);
    }
    let changes = document["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["change"], "labels: jobs of eval may run on every machine");
    assert_eq!((&changes[0]["before"], &changes[0]["after"]), (&"1/8".into(), &"0".into()));
    // The audit of a moment of the log says the same: at 10:45 train and eval lack one task each.
    let over = super::support::verify(&[
        "audit",
        "--over",
        files[0],
        "--nodes",
        files[1],
        "--moments",
        "8",
        "--format",
        "json",
    ]);
    let over: Json = serde_json::from_slice(&over.stdout).unwrap();
    let train = over["users"].as_array().unwrap().iter().find(|user| user["user"] == "train").unwrap();
    assert_eq!(train["below"], 4);
}

/// m1 has 3 of 5 GPUs. prep runs three jobs on m1 from 10:00 to 11:00, eval asks for one GPU of m1 at 10:30 and late at 10:45;
/// under DRF eval lacks 1/5 of all GPUs for half an hour, late for a quarter: 1/10 + 1/20 = 3/20. With m2 eval lacks
/// nothing, which leaves 1/20, and with m2 late lacks nothing, which leaves 1/10. So the change for eval comes first.
#[test]
fn changes_that_remove_most_come_first() {
    let here = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay-changes");
    std::fs::create_dir_all(&here).unwrap();
    let path = |name: &str| here.join(name).to_str().unwrap().to_string();
    let nodes = r#"{"nodes": [{"name": "m1", "state": ["IDLE"], "tres": "gres/gpu=3", "partitions": ["big"]},
                              {"name": "m2", "state": ["IDLE"], "tres": "gres/gpu=2", "partitions": ["small"]}]}"#;
    std::fs::write(path("nodes.json"), nodes).unwrap();
    let job = |id: u32, team: &str, submit: u32, start: u32| {
        format!("{id}|{team}|big|{submit}|{start}|{}|m1|gres/gpu=1\n", start + 3600)
    };
    let rows = [
        job(1, "late", 38_700, 39_600),
        job(2, "eval", 37_800, 39_600),
        job(3, "prep", 36_000, 36_000),
        job(4, "prep", 36_000, 36_000),
        job(5, "prep", 36_000, 36_000),
    ];
    let log = format!("JobID|Account|Partition|Submit|Start|End|NodeList|ReqTRES\n{}", rows.concat());
    std::fs::write(path("log.txt"), log).unwrap();
    let document = json(&["simulate", "--log", &path("log.txt"), "--nodes", &path("nodes.json")]);
    let found = document["changes"].as_array().unwrap().iter();
    let found = found.map(|one| ["change", "before", "after"].map(|field| one[field].as_str().unwrap()));
    let words = |team| format!("labels: jobs of {team} may run on every machine");
    let expected = [[&words("eval"), "3/20", "1/20"], [&words("late"), "3/20", "1/10"]];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}

/// A log of `sacct`, in which a user has a space in its name, a job asks for more than any node has, and a job never starts.
/// From 1970-01-01T00:00:10 to 00:20:10 `a b` has both CPUs, and ml waits for one: 1/3 task hours, 1/2 of all CPUs each.
#[test]
fn a_log_of_sacct_and_bad_lines() {
    let here = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("replay");
    std::fs::create_dir_all(&here).unwrap();
    let path = |name: &str| here.join(name).to_str().unwrap().to_string();
    let nodes = r#"{"nodes": [{"name": "n1", "cpus": 2, "real_memory": 4096, "state": ["IDLE"]}]}"#;
    std::fs::write(path("nodes.json"), nodes).unwrap();
    let head = "JobID|Account|Submit|Start|End|NodeList|AllocTRES|ReqTRES\n";
    let rows = "2|ml|1970-01-01T00:00:10|1970-01-01T00:20:10|1970-01-01T00:40:10|n1|cpu=1|cpu=1\n\
                1|a b|10|10|1970-01-01T00:20:10|n1|cpu=2|cpu=2\n\
                1.batch|a b|10|10|1970-01-01T00:20:10|n1|cpu=2|cpu=2\n\
                3|big|10|Unknown|1970-01-01T00:40:10|None assigned||cpu=3\n";
    std::fs::write(path("log.txt"), format!("{head}{rows}")).unwrap();
    let of = |log: &str| json(&["simulate", "--log", &path(log), "--nodes", &path("nodes.json")]);
    let document = of("log.txt");
    let teams = &run(&document, None)["teams"];
    assert_eq!(
        (&teams["ml"]["missing tasks"], &teams["ml"]["missing share"]),
        (&"1/3".into(), &"1/6".into())
    );
    assert_eq!(teams["a b"]["used CPU"], "2/3");
    assert_eq!(
        document["notes"][0],
        "left out, because no node of the list ran them or could run them: 1 job"
    );
    // Under each rule each team gets one CPU, and the job of `a b` needs two at once, so that ml starts first.
    for rule in ["drf", "tsf", "hdrf", "quota-tree"] {
        assert_eq!(run(&document, Some(rule))["teams"]["ml"]["missing tasks"], "0", "{rule}");
    }
    // A log in which no time passes has no integrals, and a log of one job that never waits has no shortfall.
    std::fs::write(path("moment.txt"), format!("{head}1|a b|10|10|10|n1|cpu=2|cpu=2\n")).unwrap();
    assert_eq!(run(&of("moment.txt"), None)["lacks"], "0");
    std::fs::write(path("alone.txt"), format!("{head}1|a b|10|10|3610|n1|cpu=2|cpu=2\n")).unwrap();
    let alone = of("alone.txt");
    assert_eq!((&run(&alone, None)["lacks"], &alone["changes"]), (&"0".into(), &serde_json::json!([])));
    assert_eq!(run(&alone, Some("tsf"))["teams"]["a b"]["used CPU"], "2");
    for (log, text, field) in [
        ("bad.txt", format!("{head}7|bio|soon|||n1||cpu=1\n"), "line 2, column Submit"),
        (
            "order.txt",
            format!("{head}7|bio|10|20|15|n1|cpu=1|cpu=1\n"),
            "line 2, column End: a job ends before it starts",
        ),
        ("far.txt", format!("{head}7|bio|10|20|99999999999|n1|cpu=1|cpu=1\n"), "more than 100000 hours"),
        ("short.txt", format!("{head}7|bio\n"), "line 2: has 2 cells"),
        ("empty.txt", head.to_string(), "line 1, column JobID: no job"),
    ] {
        std::fs::write(path(log), text).unwrap();
        let out = super::support::verify(&["simulate", "--log", &path(log), "--nodes", &path("nodes.json")]);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(2) && said.contains(log) && said.contains(field), "{said}");
    }
}
