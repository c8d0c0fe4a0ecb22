//! `verify audit` and its files: refusals and their messages, files written, hostile names and numbers, output
//! formats.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use fairwitness::document::{Document, Value};
use fairwitness::model::Model as _;
use fairwitness::model::cluster::Cluster;

use super::support::{pool_of, rows, running};

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-files");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn audit(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_verify")).arg("audit").args(arguments).output().unwrap()
}

fn of(name: &str, text: &str, more: &[&str]) -> Output {
    let path = file(name, text);
    audit(&[&["--instance", path.to_str().unwrap()], more].concat())
}

const TWO: &str = "model = \"cluster\"\ncapacity = [[2], [2], [2]]\ndemand = [[1], [1]]\n";

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cases = [
        ("", "field `running` is missing"),
        ("running = [[1, 0, 0]]", "running: expected 2 entries, one a user, found 1"),
        ("running = [[1, 0], [0, 0, 0]]", "running[0]: expected 3 entries, one a server, found 2"),
        ("running = [[1, 0, 0], [0, -1, 0]]", "running[1][1]: must not be negative, is -1"),
        ("running = [[1, 0, 0], [0, 0.5, 0]]", "running[1][1]: a bare float"),
        ("running = [[1, 0, 0], [0, \"1/0\", 0]]", "running[1][1]:"),
        ("runing = [[1, 0, 0], [0, 0, 0]]", "did you mean `running`?"),
        ("rate = [[1, 1, 1], [1, 1, 1]]\nrunning = [[1, 0, 0], [0, 0, 0]]", "rate"),
    ];
    for (line, reason) in cases {
        let out = of("wrong.toml", &format!("{TWO}{line}\n"), &[]);
        let said = String::from_utf8_lossy(&out.stderr).to_string();
        assert_eq!(out.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("wrong.toml") && said.contains(reason), "{line}: {said}");
    }
    let good = format!("{TWO}running = [[1, 0, 0], [0, 0, 0]]\n");
    for (id, reason) in [("sf", "`sf` is no property of an outcome"), ("sp", "compares two runs")] {
        let out = of("good.toml", &good, &["--property", id]);
        assert_eq!(out.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&out.stderr).contains(reason), "{out:?}");
    }
    let out = of("good.toml", &good, &["--mech", "ddrf"]);
    assert_eq!(out.status.code(), Some(2));
}

/// Usage above a capacity, on an ineligible server or beyond a user's tasks leads to a verdict, and not to an error.
#[test]
fn what_cannot_be_is_a_verdict() {
    for line in [
        "running = [[3, 0, 0], [0, 0, 0]]",
        "running = [[1, 0, 0], [0, 0, 0]]\ntasks = [0, 1]",
        "running = [[1, 0, 0], [0, 0, 0]]\neligible = [[1], [0]]",
    ] {
        let out =
            of("cannot.toml", &format!("{TWO}{line}\n"), &["--property", "feasible", "--format", "json"]);
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        assert_eq!(
            (out.status.code(), &report["properties"][0]["verdict"]),
            (Some(1), &"violated".into()),
            "{line}"
        );
    }
}

#[test]
fn what_runs_is_written_back_and_shrinks_with_the_instance() {
    let text = "capacity = [[2], [2], [2]]\ndemand = [[1], [1]]\nrunning = [[1, 0, 2], [0, \"1/2\", 0]]\n";
    let pool = pool_of(text);
    assert_eq!(running(&pool), rows(&[&["1", "0", "2"], &["0", "1/2", "0"]]));
    assert_eq!(Cluster::write(&pool).to_toml(), text);
    let again = Document::parse("again.json", &Cluster::write(&pool).to_json().to_string()).unwrap();
    assert_eq!(super::support::pool(&again.root), pool);
    for smaller in Cluster::shrink(&pool) {
        if let Some(running) = &smaller.running {
            assert_eq!(running.users(), smaller.users());
            assert!(running.entries().all(|(_, i, _)| i < smaller.servers()));
        }
        let written = Value::Table(Cluster::write(&smaller).fields().to_vec());
        assert_eq!(super::support::pool(&written), smaller);
    }
    assert!(Cluster::shrink(&pool).any(|smaller| smaller.running.is_none()));
}

/// Rules allocate an empty pool, regardless of running tasks, and the output says so.
#[test]
fn rules_do_not_look_at_what_runs() {
    let path = file("both.toml", &format!("{TWO}running = [[1, 0, 0], [0, 0, 0]]\n"));
    let bare = file("bare.toml", TWO);
    let run = |path: &Path| {
        let arguments = ["run", "--mech", "tsf", "--instance", path.to_str().unwrap(), "--format", "json"];
        Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap()
    };
    let (with, without) = (run(&path), run(&bare));
    assert_eq!(with.stdout, without.stdout);
    assert!(String::from_utf8_lossy(&with.stderr).contains("`running` does not count here"));
    assert!(without.stderr.is_empty());
}

/// Names are plain text in every form of the report.
#[test]
fn names_are_text_and_nothing_else() {
    let text = format!(
        "{TWO}running = [[1, 0, 0], [0, 0, 0]]\nusers = [\"<script>alert(1)</script>\", \"=1+1\"]\n\
         servers = [\"\\\"><img src=x>\", \"a,b\", \"{{{{#include /etc/passwd}}}}\"]\nresources = [\"https://x.example\"]\n"
    );
    let page = file("names.html", "");
    let out = of("names.toml", &text, &["--html", page.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    let html = std::fs::read_to_string(&page).unwrap();
    for bad in ["<script", "<img", "src=", "href=", "<link", "url(", "@import"] {
        let escaped = html.replace("&lt;img src=x", "");
        assert!(!escaped.contains(bad), "{bad}");
    }
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("default-src 'none'"));
    // The only addresses in the page are that of the SVG namespace, and the name of a resource that looks like one.
    for at in html.match_indices("http").map(|(at, _)| &html[at..]) {
        assert!(
            at.starts_with("http-equiv")
                || at.starts_with("http://www.w3.org/2000/svg")
                || at.starts_with("https://x.example"),
            "{}",
            &at[..40]
        );
    }
    let csv = of("names.toml", &text, &["--format", "csv"]);
    let csv = String::from_utf8(csv.stdout).unwrap();
    assert!(csv.lines().nth(2).unwrap().starts_with("'=1+1,"), "{csv}");
    let gauges = of("names.toml", &text, &["--format", "prometheus"]);
    let gauges = String::from_utf8(gauges.stdout).unwrap();
    assert!(gauges.contains("fairwitness_tasks{user=\"<script>alert(1)</script>\"} 1.0\n"), "{gauges}");
    for line in gauges.lines().filter(|line| !line.starts_with('#')) {
        let (head, value) = line.rsplit_once(' ').unwrap();
        assert!(
            head.starts_with("fairwitness_") && head.ends_with('}') && value.parse::<f64>().is_ok(),
            "{line}"
        );
    }
}

/// Huge and tiny numbers, and states in which no change helps, are answered in time.
#[test]
fn hostile_numbers_are_answered_in_time() {
    let huge = format!("\"1{}\"", "0".repeat(300));
    let tiny = format!("\"1/1{}\"", "0".repeat(300));
    let many = |row: &str, n: usize| vec![row.to_string(); n].join(", ");
    let cases = [
        format!(
            "model = \"cluster\"\ncapacity = [[{huge}], [1]]\ndemand = [[{tiny}], [1]]\nrunning = [[{huge}, 0], [0, 1]]\n"
        ),
        format!(
            "model = \"cluster\"\ncapacity = [[{huge}], [{huge}]]\ndemand = [[1], [1]]\nrunning = [[{huge}, {huge}], [0, 0]]\n"
        ),
        format!(
            "model = \"cluster\"\ncapacity = [{}]\ndemand = [{}]\nrunning = [[{}], {}]\n",
            many("[10]", 60),
            many("[3]", 20),
            many("3", 60),
            many(&format!("[{}]", many("0", 60)), 19)
        ),
    ];
    for (k, text) in cases.iter().enumerate() {
        let began = Instant::now();
        let out = of(&format!("hostile-{k}.toml"), text, &["--budget", "2s", "--mech", "none"]);
        assert!(matches!(out.status.code(), Some(1 | 3)), "{k}: {out:?}");
        assert!(began.elapsed() < Duration::from_secs(20), "{k}: {:?}", began.elapsed());
    }
}
