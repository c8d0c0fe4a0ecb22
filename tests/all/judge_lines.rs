//! `verify judge` on many instances: lines and files in order, questions that are put ahead to a program, and lines
//! that are wrong, long or slow.

use std::path::Path;

use serde_json::Value as Json;

use super::outside::{ASSET, filling, left_behind, program, python, verify};
use super::support::{folder, said};

/// The instance of the README, on which TSF violates bottleneck fairness by 1/6.
const README: &str = r#"{"model": "cluster", "capacity": [[1, 1], [0, 1]], "demand": [[1, 1], [0, 1]]}"#;

#[test]
fn many_instances_are_judged_in_order_and_gone_on_with() {
    let folder = folder("outside-many");
    let fine = r#"{"model": "cluster", "capacity": [[4, 4]], "demand": [[1, 2], [1, 2]]}"#;
    let lines = [fine, README, "", "{", r#"{"model": "cluster", "capacity": [[1]]}"#, README, fine];
    let file = folder.join("all.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let path = file.display().to_string();
    let args = ["judge", "--mech", "tsf", "--property", "bf,ef", "--instances", &path];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let all = String::from_utf8(output.stdout.clone()).unwrap();
    let rows: Vec<Json> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<u64> = rows.iter().map(|row| row["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 4, 5, 6, 7]);
    assert_eq!(rows[0]["verdicts"]["bf"]["verdict"], "holds");
    assert_eq!(rows[0]["verdicts"]["bf"]["margin"], Json::Null);
    assert_eq!(rows[1]["verdicts"]["bf"]["verdict"], "violated");
    assert_eq!(rows[1]["verdicts"]["bf"]["margin"], "1/6");
    assert!(rows[2]["error"].is_string() && rows[2].get("verdicts").is_none());
    assert!(rows[3]["error"].as_str().unwrap().contains("demand"), "{}", rows[3]);
    let summary = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(summary.contains("4 instances judged, 2 lines with errors"), "{summary}");
    assert!(summary.contains("the worst by 1/6 (0.1667), line 2"), "{summary}");
    // A file that was cut in the middle of a line and continued equals the complete file.
    let part = folder.join("part.jsonl");
    let half = all.find("{\"format\":1,\"line\":5").unwrap() + 22;
    std::fs::write(&part, &all[..half]).unwrap();
    let resumed = verify(&[&args[..], &["--resume", &part.display().to_string()]].concat());
    assert!(resumed.stdout.is_empty());
    assert_eq!(std::fs::read_to_string(&part).unwrap(), all);
    let tail = verify(&[&args[..], &["--from", "6", "--threads", "1"]].concat());
    assert_eq!(
        String::from_utf8(tail.stdout).unwrap(),
        all.lines().skip(4).map(|l| format!("{l}\n")).collect::<String>()
    );
    let csv = verify(&[&args[..], &["--format", "csv"]].concat());
    let csv = String::from_utf8(csv.stdout).unwrap();
    assert_eq!(csv.lines().next(), Some("line,file,bf,bf-margin,ef,ef-margin,error"));
    assert!(csv.lines().nth(2).is_some_and(|line| line.starts_with("2,,violated,1/6,")), "{csv}");
    // A folder of files is judged in the order of their names.
    std::fs::write(folder.join("a.json"), README).unwrap();
    std::fs::write(folder.join("b.toml"), "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1]]\n").unwrap();
    let all =
        verify(&["judge", "--mech", "drf", "--property", "si", "--instances", &folder.display().to_string()]);
    let rows: Vec<Json> =
        String::from_utf8(all.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["verdicts"]["si"]["verdict"], "out-of-scope", "drf takes one server");
    assert_eq!(rows[1]["verdicts"]["si"]["verdict"], "holds");
}

/// Several rules: a line per instance and rule, a table with a column of rules, and an output cut between two rules of one
/// instance goes on with that instance.
#[test]
fn several_rules_are_judged_on_each_instance() {
    let folder = folder("judge-several");
    let file = folder.join("all.jsonl");
    let one = r#"{"model": "cluster", "capacity": [[9, 18]], "demand": [[1, 4], [1, 3]]}"#;
    std::fs::write(&file, [README, one].join("\n")).unwrap();
    let path = file.display().to_string();
    let args = ["judge", "--mech", "tsf,ps-dsf", "--property", "bf", "--instances", &path];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let all = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Json> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = |row: &Json| {
        (row["line"].clone(), row["mechanism"].clone(), row["verdicts"]["bf"]["verdict"].clone())
    };
    let row = |line: u64, mechanism: &str, verdict: &str| (line.into(), mechanism.into(), verdict.into());
    assert_eq!(
        rows.iter().map(told).collect::<Vec<(Json, Json, Json)>>(),
        [
            row(1, "tsf", "violated"),
            row(1, "ps-dsf", "holds"),
            row(2, "tsf", "holds"),
            row(2, "ps-dsf", "holds")
        ]
    );
    assert!(rows.iter().all(|row| row["format"] == 1));
    for kept in [1, 2, 3] {
        let part = folder.join("part.jsonl");
        let lines: String = all.lines().take(kept).map(|line| format!("{line}\n")).collect();
        std::fs::write(&part, lines).unwrap();
        verify(&[&args[..], &["--resume", &part.display().to_string()]].concat());
        assert_eq!(std::fs::read_to_string(&part).unwrap(), all, "{kept}");
    }
    let csv = String::from_utf8(verify(&[&args[..], &["--format", "csv"]].concat()).stdout).unwrap();
    assert!(csv.starts_with("line,mechanism,file,bf,bf-margin,error\n1,tsf,,violated,1/6,\n"), "{csv}");
    let two = verify(&["judge", "--mech", "tsf,ddrf", "--property", "ef", "--instances", &path]);
    assert_eq!(two.status.code(), Some(2));
    assert!(said(&two).contains("two models"), "{}", said(&two));
}

/// A program that repeats the numbers of questions and may receive several questions before it answers.
fn numbered(folder: &Path) -> String {
    let text = std::fs::read_to_string(folder.join("mine.py")).unwrap();
    let text = text
        .replace("'model':", "'numbered': True, 'model':")
        .replace(
            "pool = json.loads(line)['instance']",
            "message = json.loads(line); pool = message['instance']",
        )
        .replace("def say(x):", "message = {}\ndef say(x):\n    if message: x['number'] = message['number']");
    let file = folder.join("numbered.py");
    std::fs::write(&file, text).unwrap();
    super::outside::python_of(&file)
}

/// 200 pools of two users on one server, one per line.
fn two_hundred(folder: &Path) -> String {
    let pool = |k: u32| {
        let d = [k % 5 + 1, k % 7, k / 50 + 1, k % 3 + 1];
        format!(
            "{{\"model\": \"cluster\", \"capacity\": [[9, 18]], \"demand\": [[{}, {}], [{}, {}]]}}\n",
            d[0], d[1], d[2], d[3]
        )
    };
    let file = folder.join("pools.jsonl");
    std::fs::write(&file, (0..200).map(pool).collect::<String>()).unwrap();
    file.display().to_string()
}

#[test]
fn questions_put_ahead_are_answered_alike() {
    if !python() {
        return;
    }
    // A rule, and a program that ends, hangs or answers too much on some of the pools.
    let failing = "if pool['demand'][0] == ['2', '5']: sys.exit('no such thing')
if pool['demand'][0] == ['3', '2']:
    print('by the way', flush=True)
    continue
";
    let rule = filling("F", "str", "0");
    for (name, body) in [("ahead", rule.clone()), ("ahead-failing", failing.to_string() + &rule)] {
        let (folder, plain) = program(name, "cluster", "exact", &body);
        let (ahead, pools) = (numbered(&folder), two_hundred(&folder));
        let judge = |command: &str, threads: &str| {
            let rest = ["--instances", &pools, "--format", "json", "--threads", threads];
            verify(&[&["judge", "--mech-command", command, "--property", "si,ef"], &rest[..]].concat())
        };
        let alone = judge(&plain, "1");
        let lines = String::from_utf8_lossy(&alone.stdout).into_owned();
        assert_eq!(lines.lines().count(), 200, "{}", said(&alone));
        for word in ["no such thing", "by the way"] {
            assert_eq!(lines.contains(word), name == "ahead-failing", "{name}: {word}");
        }
        for threads in ["1", "2"] {
            let output = judge(&ahead, threads);
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(said.lines().count(), 200, "{name} on {threads}");
            for (ours, theirs) in said.lines().zip(lines.lines()) {
                assert_eq!(ours, theirs, "{name} on {threads}");
            }
            assert_eq!(output.status.code(), alone.status.code());
        }
        assert_eq!(left_behind(&folder), 0);
    }
    let (folder, plain) = program("ahead-asset", "cluster", "exact", ASSET);
    let search = |command: &str| {
        let args = [
            "--mech-command",
            command,
            "--property",
            "si",
            "--strategy",
            "random",
            "--no-archive",
            "--format",
            "json",
        ];
        let found: Json = serde_json::from_slice(&verify(&args).stdout).unwrap();
        (found["verdict"].clone(), found["instance"].clone(), found["searched"]["instances"].clone())
    };
    assert_eq!(search(&numbered(&folder)), search(&plain));
}

#[test]
fn an_answer_to_another_question_is_refused() {
    if !python() {
        return;
    }
    // From the fifth question on, the answer to the previous question.
    let late = "last = globals().setdefault('last', [])
last.append({'placement': [['0'] for _ in pool['demand']], 'number': message['number']})
print(json.dumps(last[-2] if len(last) > 5 else last[-1]), flush=True)
continue
";
    let (folder, _) = program("late", "cluster", "exact", late);
    let (command, pools) = (numbered(&folder), two_hundred(&folder));
    let args = [
        "judge",
        "--mech-command",
        &command,
        "--property",
        "feasible",
        "--instances",
        &pools,
        "--threads",
        "1",
    ];
    let output = verify(&args);
    assert!(said(&output).contains("as in the question"), "{}", said(&output));
    assert!(!said(&output).contains("violated"), "{}", said(&output));
}

/// A line that takes too long is undecided, with the reason, and the lines after it are judged.
#[test]
fn a_line_that_takes_too_long_does_not_stop_the_others() {
    let folder = folder("outside-slow-line");
    let grid = |rows: usize, columns: usize, most: usize| {
        let row = |k: usize| (0..columns).map(|r| (k * k * 7 + r * 5 + k * r) % most + 1).collect();
        (0..rows).map(row).collect::<Vec<Vec<usize>>>()
    };
    // Thousands of lies, each a programme of hundreds of variables.
    let slow =
        serde_json::json!({"model": "cluster", "capacity": grid(12, 3, 97), "demand": grid(30, 3, 89)});
    let file = folder.join("all.jsonl");
    std::fs::write(&file, [README, &slow.to_string(), README].join("\n")).unwrap();
    let path = file.display().to_string();
    let args = ["judge", "--mech", "tsf", "--property", "bf,sp", "--instances", &path];
    let started = std::time::Instant::now();
    let output = verify(&[&args[..], &["--budget", "300ms"]].concat());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let rows: Vec<Json> = String::from_utf8(output.stdout.clone())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let numbers: Vec<u64> = rows.iter().map(|row| row["line"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let slow = &rows[1]["verdicts"]["sp"];
    assert_eq!(slow["verdict"], "undecided", "{}", rows[1]);
    assert!(slow["reason"].as_str().unwrap().contains("in the time that it had"), "{slow}");
    for row in [&rows[0], &rows[2]] {
        assert_eq!(row["verdicts"]["bf"]["verdict"], "violated", "{row}");
        assert_eq!(row["verdicts"]["sp"]["verdict"], "undecided", "{row}");
        assert!(row["verdicts"]["sp"]["reason"].as_str().unwrap().contains("lies pays"), "{row}");
    }
    // A number of instances is not accepted as a time.
    let output = verify(&[&args[..], &["--budget", "100"]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("give a time"), "{}", said(&output));
}

/// The error in a long line is quoted in short.
#[test]
fn a_long_line_has_a_short_error() {
    let file = folder("outside-long-line").join("all.jsonl");
    std::fs::write(&file, format!("{{\"model\": \"{}\"}}\n", "\\u202e".repeat(170_000))).unwrap();
    let output =
        verify(&["judge", "--mech", "tsf", "--property", "si", "--instances", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    let line: Json = serde_json::from_slice(&output.stdout).unwrap();
    let error = line["error"].as_str().unwrap();
    assert!(error.contains("model") && error.len() < 1_000, "{}", error.len());
    assert!(output.stderr.len() < 2_000, "{}", output.stderr.len());
}
