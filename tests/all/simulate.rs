//! `verify simulate`: figures, the moments of a scenario, scenarios with servers that act and with a trace.

fn verify(args: &[&str]) -> (Option<i32>, String, String) {
    let output = super::support::verify(args);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn json(args: &[&str]) -> serde_json::Value {
    let (code, out, err) = verify(&[args, &["--format", "json"]].concat());
    assert_eq!((code, &err[..]), (Some(0), ""), "{args:?}: {out}");
    serde_json::from_str(&out).unwrap()
}

fn number(document: &serde_json::Value, label: &str, quantity: &str) -> f64 {
    let rows = document[0]["rows"].as_array().unwrap();
    let found = rows.iter().find(|r| {
        r["label"].as_str().unwrap().contains(label) && r["quantity"].as_str().unwrap().contains(quantity)
    });
    found.unwrap_or_else(|| panic!("{label}, {quantity}: {rows:?}"))["simulated"].as_f64().unwrap()
}

/// The format of the output of `verify simulate`, its files, and the reuse of existing runs.
#[test]
fn a_figure_on_the_command_line() {
    let folder = super::support::folder("figures-of-its-own");
    let _ = std::fs::remove_dir_all(&folder);
    let dir = folder.to_str().unwrap();
    let args = |runs| ["simulate", "wang2013-fig7", "--runs", runs, "--size", "1", "--out", dir];
    let two = json(&args("2"));
    let figure = &two.as_array().unwrap()[0];
    for field in ["id", "about", "runs", "seed", "rows"] {
        assert!(!figure[field].is_null(), "{field}");
    }
    assert_eq!((figure["runs"].as_u64(), figure["seed"].as_u64()), (Some(2), Some(0)));
    for row in figure["rows"].as_array().unwrap() {
        let [low, mean, high] = ["low", "simulated", "high"].map(|f| row[f].as_f64().unwrap());
        assert!(low <= mean && mean <= high, "{row}");
        assert!(row["label"].is_string() && row["quantity"].is_string() && row.get("printed").is_some());
    }
    assert!(figure["rows"].as_array().unwrap().iter().any(|r| r["printed"].as_f64() == Some(20.0)));
    let csv = std::fs::read_to_string(folder.join("wang2013-fig7.csv")).unwrap();
    assert_eq!(csv.lines().count(), figure["rows"].as_array().unwrap().len() + 1);
    // An existing run is read and not simulated: a changed number of the second run appears in the output.
    let kept = folder.join("wang2013-fig7.runs.jsonl");
    let text = std::fs::read_to_string(&kept).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    // Runs are stored in the order in which they end.
    let mut all: Vec<serde_json::Value> =
        lines[1..].iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    all.sort_by_key(|run| run["run"].as_u64());
    let mut second = all[1].clone();
    assert_eq!(second["run"].as_u64(), Some(1));
    let label = second["values"][0][0].as_str().unwrap().to_string();
    let quantity = second["values"][0][1].as_str().unwrap().to_string();
    second["values"][0][3] = serde_json::json!(1e6);
    std::fs::write(&kept, format!("{}\n{}\n{second}\n{{\"run\": 2, \"val", lines[0], all[0])).unwrap();
    let more = json(&[&args("3")[..], &["--resume"]].concat());
    assert!(number(&more, &label, &quantity) > 1e5);
    assert_eq!(more[0]["runs"].as_u64(), Some(3));
    // Runs of another seed are not continued.
    let (code, _, err) = verify(&[&args("3")[..], &["--resume", "--seed", "1"]].concat());
    assert_eq!(code, Some(2), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Moments judged, and the worst of them as a file that the workbench reads.
#[test]
fn moments_on_the_command_line() {
    let folder = super::support::folder("moments-of-its-own");
    let _ = std::fs::remove_dir_all(&folder);
    let dir = folder.to_str().unwrap();
    let scenario = "tests/scenarios/three-users.toml";
    let document = json(&[
        "simulate",
        "--scenario",
        scenario,
        "--judge",
        "feasible,si,ef",
        "--every",
        "5s",
        "--out",
        dir,
    ]);
    assert!(number(&document, "best-fit-drfh, feasible", "moments decided") > 90.0);
    assert!(number(&document, "best-fit-drfh, feasible", "violated").abs() < 1e-9);
    // User "cpu" arrives at 100 s when the servers are full, and has less than its slice.
    assert!(number(&document, "best-fit-drfh, si", "violated") > 0.0);
    let worst = folder.join("three-users-best-fit-drfh-si.toml");
    let (code, out, err) = verify(&["run", "--mech", "best-fit-drfh", "--instance", worst.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{out}{err}");
    let (code, _, err) = verify(&["simulate", "--scenario", scenario, "--judge", "sp"]);
    assert!(code == Some(2) && err.contains("non-wasteful"), "{err}");
    let (code, _, err) = verify(&["simulate", "--scenario", scenario, "--every", "5 parsecs"]);
    assert_eq!(code, Some(2), "{err}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Scenarios with servers that act and with a trace; errors in files name the place.
#[test]
fn scenarios_on_the_command_line() {
    let servers = json(&["simulate", "--scenario", "tests/scenarios/servers-at-once.toml"]);
    assert!((number(&servers, "periods", "in all") - 20.0).abs() < 1e-9);
    assert!(number(&servers, "periods", "with an overload").abs() < 1e-9);
    let trace = json(&["simulate", "--scenario", "tests/scenarios/trace.toml"]);
    assert!((number(&trace, "run", "tasks started") - 5.0).abs() < 1e-9);
    let notes = trace[0]["notes"].to_string();
    assert!(notes.contains("CPU request is missing") && notes.contains("first in line 7"), "{notes}");
    assert!((number(&trace, "task-events", "rows left out") - 10.0).abs() < 1e-9);
    let file = super::support::folder("simulate-scenario").join("scenario.toml");
    let head = "policy = \"first-fit-drfh\"\n[servers]\ncapacity = [[\"1\", \"1\"]]\n";
    for (text, told) in [
        (head.replace("first-fit", "fist-fit"), "policy"),
        (head.to_string(), "user"),
        (format!("{head}[[user]]\n[[user.job]]\ndemand = [\"1\"]\nseconds = 1\n"), "amount"),
        (format!("{head}[[user]]\n[[user.job]]\ndemand = [\"1\", \"1\"]\ntasks = 1\n"), "seconds"),
        (format!("{head}[[user]]\n[[user.job]]\ndemand = [\"1\", \"1\"]\nseconds = 1\n"), "horizon"),
        (
            format!(
                "{head}[[user]]\ncolour = 1\n[[user.job]]\ndemand = [\"1\", \"1\"]\ntasks = 1\nseconds = 1\n"
            ),
            "colour",
        ),
    ] {
        std::fs::write(&file, &text).unwrap();
        let (code, _, err) = verify(&["simulate", "--scenario", file.to_str().unwrap()]);
        assert!(code == Some(2) && err.contains(told), "{text}: {err}");
    }
    std::fs::remove_file(file).unwrap();
}
