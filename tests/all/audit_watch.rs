//! `verify audit --watch`: the last good report, the metrics and the history, through bad input and kill -9.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

struct Watched {
    child: Child,
    address: String,
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Watched {
    fn start(here: &Path, more: &[&str]) -> Watched {
        let mut child = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(["audit", "--listen", "127.0.0.1:0", "--property", "feasible", "--history"])
            .arg(here.join("history.jsonl"))
            .args(if more.contains(&"--watch") { &[][..] } else { &["--watch", "50ms"] })
            .args(more)
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().unwrap().unwrap();
            if let Some((_, address)) = line.split_once("listening on http://") {
                break address.to_string();
            }
        };
        // What follows on stderr is read, so that the program never waits.
        std::thread::spawn(move || lines.for_each(drop));
        Watched { child, address }
    }

    /// Status line and body.
    fn get(&self, path: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.lines().next().unwrap().to_string(), body.to_string())
    }

    fn until(&self, path: &str, words: &str) -> String {
        let began = Instant::now();
        loop {
            let (_, body) = self.get(path);
            if body.contains(words) {
                return body;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "no `{words}` at {path}:\n{body}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit-watch").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// 12 CPUs, of which b has 4 and its half is 6: it lacks 2.
const STATE: &str = "model = \"cluster\"\ncapacity = [[12]]\ndemand = [[1], [1]]\nrunning = [[8], [4]]\ntasks = [12, 12]\n\
                     users = [\"a\", \"b\"]\nresources = [\"CPU\"]\n";

/// The lines of a history; none if it was killed after the full file got its second name and before the next line.
fn lines(path: &Path) -> Vec<Json> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

#[test]
fn bad_input_keeps_the_last_good_report() {
    let here = folder("bad");
    let state = here.join("state.toml");
    std::fs::write(&state, STATE).unwrap();
    let watched = Watched::start(&here, &["--instance", state.to_str().unwrap()]);
    let metrics = watched.until("/metrics", "fairwitness_short_tasks{user=\"b\"} 2.0\n");
    assert!(metrics.contains("fairwitness_input_good 1.0\n") && metrics.ends_with("# EOF\n"), "{metrics}");
    assert!(watched.until("/", "<h1>b takes").contains("2 CPUs"));
    std::fs::write(&state, "model = \"cluster\"\ncapacity = [[").unwrap();
    let metrics = watched.until("/metrics", "fairwitness_input_good 0.0\n");
    assert!(metrics.contains("fairwitness_short_tasks{user=\"b\"} 2.0\n"), "{metrics}");
    let page = watched.until("/", "could not be audited");
    assert!(page.contains("<h1>b takes"), "{page}");
    let report: Json = serde_json::from_str(&watched.get("/report.json").1).unwrap();
    assert!(report["bad"].as_str().unwrap().contains("state.toml") && report["users"][1]["short"] == "2");
    assert_eq!(watched.get("/other").0, "HTTP/1.1 404 Not Found");
    // Now b has its half.
    std::fs::write(&state, STATE.replace("[[8], [4]]", "[[6], [6]]")).unwrap();
    watched.until("/metrics", "fairwitness_short_tasks{user=\"b\"} 0.0\n");
    watched.until("/metrics", "fairwitness_input_good 1.0\n");
    drop(watched);
    let all = lines(&here.join("history.jsonl"));
    assert!(all.iter().any(|line| line["error"].as_str().is_some_and(|why| why.contains("state.toml"))));
    assert!(all.iter().any(|line| line["users"][1]["short"] == "2" && line["users"][1]["share"] == "1/3"));
}

/// Each time the program is killed, and once a line is torn; every line that is left is whole, the lines that stood there
/// before stand, and the two files together never have more than twice the bound.
#[test]
fn the_history_is_bounded_and_survives() {
    let here = folder("kill");
    let (state, file) = (here.join("state.toml"), here.join("history.jsonl"));
    std::fs::write(&state, STATE).unwrap();
    let before = json!({"time": "before"});
    std::fs::write(&file, format!("{before}\n{{\"time\": \"torn")).unwrap();
    let command = format!("cat {}", state.display());
    for round in 0..4 {
        let watched = Watched::start(&here, &["--source", &command, "--keep", "5"]);
        watched.until("/metrics", "fairwitness_history_good 1.0\n");
        std::thread::sleep(Duration::from_millis(if round == 3 { 1500 } else { 20 }));
        drop(watched);
        if round == 0 {
            assert_eq!(lines(&file)[0], before);
        }
        assert!(lines(&file).len() <= 5);
    }
    let older = here.join("history.jsonl.1");
    assert_eq!(lines(&older).len(), 5);
}

/// Where a full disk had no room for the next file, the renamed one is there and the history is not. A file that is taken
/// away leaves the same state, and the history goes on in a new one.
#[test]
fn a_history_without_its_file_goes_on() {
    let here = folder("away");
    let (state, file) = (here.join("state.toml"), here.join("history.jsonl"));
    std::fs::write(&state, STATE).unwrap();
    let watched = Watched::start(&here, &["--instance", state.to_str().unwrap(), "--keep", "5"]);
    watched.until("/metrics", "fairwitness_history_good 1.0\n");
    std::fs::remove_file(&file).unwrap();
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(30), "no new history");
        std::thread::sleep(Duration::from_millis(30));
    }
    watched.until("/metrics", "fairwitness_history_good 1.0\n");
    drop(watched);
    assert!(lines(&file).len() <= 5);
}

/// A thousand audits of a state that changes: the resident memory after 200 of them and after all differs by at most
/// 8 MiB, less than 11 KiB for each of the 800 audits between.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_flat() {
    let here = folder("flat");
    let (state, file) = (here.join("state.toml"), here.join("history.jsonl"));
    std::fs::write(&state, STATE).unwrap();
    let watched =
        Watched::start(&here, &["--instance", state.to_str().unwrap(), "--watch", "1ms", "--keep", "5000"]);
    let resident = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", watched.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    };
    let mut sizes = Vec::new();
    for many in [200, 1000] {
        let began = Instant::now();
        for turn in 0.. {
            std::fs::write(here.join("next.toml"), STATE.replace("[8]", ["[7]", "[8]"][turn % 2])).unwrap();
            std::fs::rename(here.join("next.toml"), &state).unwrap();
            if std::fs::read_to_string(&file).is_ok_and(|text| text.lines().count() >= many) {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(120), "{many} audits take too long");
            std::thread::sleep(Duration::from_millis(20));
        }
        sizes.push(resident());
    }
    assert!(sizes[1] <= sizes[0] + 8192, "{sizes:?} KiB");
}

/// The alert rules and the board name only metrics that a watch prints, and every metric of a moment has a help text.
#[test]
fn the_rules_of_the_example_name_metrics_that_exist() {
    let here = folder("names");
    let state = here.join("state.toml");
    std::fs::write(&state, STATE).unwrap();
    let watched = Watched::start(&here, &["--instance", state.to_str().unwrap()]);
    let metrics = watched.until("/metrics", "fairwitness_input_good 1.0\n");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cluster");
    let mut named = 0;
    for file in ["alerts.yaml", "alerts-test.yaml", "board.json", "README.md"] {
        let text = std::fs::read_to_string(example.join(file)).unwrap();
        for (at, _) in text.match_indices("fairwitness_") {
            let name: String =
                text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            assert!(metrics.contains(&format!("# HELP {name} ")), "{file}: {name}");
            named += 1;
        }
    }
    assert!(named > 20);
}
