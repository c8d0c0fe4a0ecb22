//! `verify audit` on clusters whose answers are worked out by hand: those of `tests/audits/`, and those that need several
//! runs. Each derivation is above its case; tasks are whole.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

use super::support::{ended, files, load};

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

/// The part of a report at a path such as `users.0.share`; the name of a field after a list stands for that field of every
/// item.
fn part(report: &Json, path: &str) -> Json {
    path.split('.').fold(report.clone(), |here, key| match (&here, key.parse::<usize>()) {
        (Json::Array(items), Err(_)) => items.iter().map(|item| item[key].clone()).collect(),
        (_, Ok(at)) => here[at].clone(),
        _ => here[key].clone(),
    })
}

/// The differences between the report of an audit and what a case expects.
fn differences(report: &Json, case: &Json) -> Vec<String> {
    let (mut told, none) = (Vec::new(), serde_json::Map::new());
    let mut expect = |what: &str, found: Json, agrees: bool| {
        if !agrees {
            told.push(format!("{what} is {found}"));
        }
    };
    let fields = |name: &str| case[name].as_object().unwrap_or(&none).iter();
    for (path, value) in fields("report") {
        let found = part(report, path);
        expect(path, found.clone(), found == *value);
    }
    for (name, wanted) in [("contains", true), ("lacks", false)] {
        for (path, words) in fields(name) {
            let found = part(report, path);
            expect(path, found.clone(), found.to_string().contains(words.as_str().unwrap()) == wanted);
        }
    }
    for path in case["absent"].as_array().into_iter().flatten() {
        let found = part(report, path.as_str().unwrap());
        expect(path.as_str().unwrap(), found.clone(), found.is_null());
    }
    // The margin of a property that is violated, or else the verdict.
    for (id, value) in fields("verdicts") {
        let line = report["properties"].as_array().unwrap().iter().find(|line| line["property"] == **id);
        let found =
            line.map(|line| if line["margin"].is_null() { &line["verdict"] } else { &line["margin"] });
        expect(id, found.cloned().into(), found == Some(value));
    }
    // The numbers of tasks that stop, move and start.
    for (user, value) in fields("counts") {
        let changes = part(report, &format!("users.{user}.mend.changes"));
        let tasks = |change: &Json| change["tasks"].as_str().unwrap().parse::<i64>().unwrap();
        let of = |kind| {
            let all = changes.as_array().unwrap().iter().filter(|change| change["kind"] == kind);
            all.map(tasks).sum::<i64>()
        };
        let found = Json::from(["stop", "move", "start"].map(of).to_vec());
        expect(user, found.clone(), found == *value);
    }
    told
}

#[test]
fn worked_clusters_are_audited_as_by_hand() {
    for table in files("tests/audits", "toml") {
        let cases = load(&table).root.get("case").unwrap().to_json();
        for (k, case) in cases.as_array().unwrap().iter().enumerate() {
            let words = |field: &str| -> Vec<&str> {
                case[field].as_array().into_iter().flatten().map(|word| word.as_str().unwrap()).collect()
            };
            let imported = || ended(&[&["import"], &words("import")[..]].concat(), 0).0;
            let text = case["instance"].as_str().map_or_else(imported, String::from);
            let path = file("worked", "cluster.toml", &text);
            let mut all = vec!["--instance", path.to_str().unwrap(), "--format", "json"];
            all.extend(words("arguments"));
            if !all.contains(&"--mech") {
                all.extend(["--mech", "none"]);
            }
            let out = verify(&all);
            let report = serde_json::from_slice(&out.stdout).unwrap_or_else(|e| panic!("{k}: {e}: {out:?}"));
            let mut told = differences(&report, case);
            if case["exit"].as_i64().is_some_and(|exit| out.status.code() != Some(exit as i32)) {
                told.push(format!("it ends with {}", out.status));
            }
            assert!(told.is_empty(), "{}, case {k}: {}\n{text}", table.display(), told.join("; "));
        }
    }
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
    assert_eq!(part(&report, "users.short"), serde_json::json!(["0", "0"]));
    assert_eq!(report["plan"]["verdict"], "not-needed");
    let three = file("giver", "three.toml", &text.replace("[[0], [3], [1]]", "[[4], [0], [4]]"));
    let out = verify(&["--instance", three.to_str().unwrap(), "--mech", "none", "--format", "json"]);
    let report: Json = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(part(&report, "users.short"), serde_json::json!(["2", "0"]));
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
