//! Programs as mechanisms: their answers are judged, their failures are named, and none of their processes or files
//! remains.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use fairwitness::scalar::Rational;
use serde_json::Value as Json;

use super::support::root;

/// The time limit of a test in this file, which only a hang exceeds.
const PATIENCE: Duration = Duration::from_secs(90);

/// Returns `true` if there is a python3 to run programs. Without it nothing here is tested; CI has one.
fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok_and(|o| o.status.success());
    assert!(there || std::env::var_os("CI").is_none(), "CI has python3");
    there
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fairwitness-outside-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program that greets, and then runs `body` for each `pool`.
fn program(name: &str, model: &str, numbers: &str, body: &str) -> (PathBuf, String) {
    let folder = folder(name);
    let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!(
        "import json, os, sys, time\nfrom fractions import Fraction as F\n\
         def say(x):\n    print(json.dumps(x), flush=True)\n\
         sys.stdin.readline()\n\
         say({{'fairwitness': 1, 'id': 'mine', 'model': '{model}', 'division': 'resource', 'tasks': 'divisible', 'numbers': '{numbers}'}})\n\
         for line in sys.stdin:\n    pool = json.loads(line)['instance']\n{body}"
    );
    let file = folder.join("mine.py");
    std::fs::write(&file, text).unwrap();
    (folder, format!("python3 {}", file.display()))
}

/// Runs `verify`, which must end within the time limit.
fn verify(args: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_verify"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).unwrap();
        text
    });
    let complaints = std::thread::spawn(move || {
        let mut text = Vec::new();
        stderr.read_to_end(&mut text).unwrap();
        text
    });
    let until = Instant::now() + PATIENCE;
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if Instant::now() > until => {
                child.kill().unwrap();
                panic!("hangs: {args:?}");
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    Output { status, stdout: reader.join().unwrap(), stderr: complaints.join().unwrap() }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The number of processes whose command line contains the folder.
fn left_behind(folder: &Path) -> usize {
    let Ok(all) = std::fs::read_dir("/proc") else { return 0 };
    let name = format!("{}/", folder.display());
    let lines = all.flatten().filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(&name)).count()
}

const SMALL: [&str; 5] =
    ["--no-archive", "--budget", "100", "--scope", "users=2,servers=1,resources=2,max=2"];

const ASSET: &str = "if len(pool['capacity']) != 1:
    say({'refuse': 'needs one server'})
    continue
if any(t != 'inf' for t in pool.get('tasks', [])) or any(isinstance(w, list) for w in pool.get('weight', [])):
    say({'refuse': 'knows no finite tasks'})
    continue
c, d = [F(x) for x in pool['capacity'][0]], [[F(x) for x in row] for row in pool['demand']]
can = [0 in e for e in pool.get('eligible', [[0]] * len(d))]
can = [can[u] and all(c[r] > 0 for r in range(len(c)) if d[u][r] > 0) for u in range(len(d))]
w = [F(x) for x in pool.get('weight', [1] * len(d))]
s = [w[u] / sum(d[u][r] / c[r] for r in range(len(c)) if d[u][r] > 0) if can[u] else F(0) for u in range(len(d))]
loads = [sum(s[u] * d[u][r] for u in range(len(d))) for r in range(len(c))]
level = min((c[r] / loads[r] for r in range(len(c)) if loads[r] > 0), default=F(0))
say({'placement': [[str(level * x)] for x in s]})";

/// Progressive filling at equal dominant shares, in the numbers of `N`.
fn filling(number: &str, out: &str, full: &str) -> String {
    format!(
        "N = {number}
if len(pool['capacity']) != 1 or 'weight' in pool or 'tasks' in pool:
    say({{'refuse': 'not meant for it'}})
    continue
c, d = [N(x) for x in pool['capacity'][0]], [[N(x) for x in row] for row in pool['demand']]
R, U = range(len(c)), range(len(d))
can = [0 in e for e in pool.get('eligible', [[0]] * len(d))]
rising = [u for u in U if can[u] and all(c[r] > 0 for r in R if d[u][r] > 0)]
unit = [min(c[r] / d[u][r] for r in R if d[u][r] > 0) if u in rising else N(0) for u in U]
x, free = [N(0)] * len(d), list(c)
while rising:
    load = [sum(unit[u] * d[u][r] for u in rising) for r in R]
    step = min(free[r] / load[r] for r in R if load[r] > 0)
    for u in rising:
        x[u] += step * unit[u]
    free = [free[r] - step * load[r] for r in R]
    stuck = [r for r in R if load[r] > 0 and free[r] <= {full}]
    rising = [u for u in rising if all(d[u][r] == 0 for r in stuck)]
say({{'placement': [[{out}(t)] for t in x]}})"
    )
}

#[test]
fn a_rule_in_python_is_judged_and_its_violation_made_small() {
    if !python() {
        return;
    }
    let (folder, command) = program("asset", "cluster", "exact", ASSET);
    let args = ["--mech-command", &command, "--property", "si", "--no-archive", "--format", "json"];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["verdict"], "violated");
    assert_eq!(found["stands"], "for what the program returned");
    assert_eq!(found["slack"], Json::Null);
    // Two users with (1, 1) and (1, 0) of a server with (1, 1): speeds 1/2 and 1, level 2/3, so 1/3 and 2/3 tasks,
    // and 1/3 is 1/6 less than a half.
    let capacity = &found["instance"]["capacity"];
    assert_eq!((capacity[0].as_array().unwrap().len(), capacity.as_array().unwrap().len()), (2, 1));
    assert_eq!(found["witness"]["margin"], "1/6", "{found:#}");
    assert_eq!(verify(&args).stdout, output.stdout, "the same seed");
    let ef = verify(&[&["--mech-command", &command, "--property", "ef"], &SMALL[..]].concat());
    assert_eq!(ef.status.code(), Some(0), "{}", text(&ef));
    assert!(text(&ef).contains("searched: 100 instances"), "{}", text(&ef));
    assert_eq!(left_behind(&folder), 0);
}

/// When blocks are merged, a finding about a program is put to the program again, and its records can be replayed.
#[test]
fn a_campaign_of_a_program_is_merged_with_it_alone() {
    if !python() {
        return;
    }
    let (folder, command) = program("asset-campaign", "cluster", "exact", ASSET);
    let hunt = folder.join("hunt").display().to_string();
    let own = ["--mech-command", &command];
    let plan = ["campaign", &hunt, "--no-merge", "--property", "si", "--blocks", "2", "--instances", "400"];
    let begun = verify(&[&plan[..], &own].concat());
    assert_eq!(begun.status.code(), Some(0), "{}", text(&begun));
    let alone = verify(&["campaign", "merge", &hunt]);
    assert!(alone.status.code() == Some(2) && text(&alone).contains("--mech-command"), "{}", text(&alone));
    let merged = verify(&[&["campaign", "merge", &hunt], &own[..]].concat());
    assert_eq!(merged.status.code(), Some(1), "{}", text(&merged));
    let records = format!("{hunt}/records");
    let again = verify(&[&["replay", &records], &own[..]].concat());
    assert!(again.status.success() && text(&again).contains("1 of 1 records verified"), "{}", text(&again));
}

#[test]
fn drf_restated_agrees_with_the_built_in_and_asset_fairness_does_not() {
    if !python() {
        return;
    }
    let budget = ["--no-archive", "--budget", "600", "--scope", "users=3,servers=1,resources=3,max=5"];
    let (_, drf) = program("drf", "cluster", "exact", &filling("F", "str", "0"));
    let output = verify(&[&["separate", "drf", "--mech-command", &drf], &budget[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("no such instance found"), "{}", text(&output));
    let (_, asset) = program("apart", "cluster", "exact", ASSET);
    let output = verify(&[&["separate", "drf", "--mech-command", &asset], &budget[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
}

#[test]
fn floats_are_judged_with_their_slack() {
    if !python() {
        return;
    }
    let (_, command) = program("floats", "cluster", "float", &filling("float", "float", "1e-12 * c[r]"));
    let scope = ["--no-archive", "--budget", "300", "--scope", "users=3,servers=1,resources=2,max=7"];
    for property in ["feasible", "si", "ef", "po", "bf", "single-server", "population-monotone"] {
        let args = [&["--mech-command", &command, "--property", property], &scope[..]].concat();
        let output = verify(&args);
        assert_eq!(output.status.code(), Some(0), "{property}: {}", text(&output));
        assert!(text(&output).contains("slack:  1/1000000000"), "{}", text(&output));
    }
    // Without slack the rounding errors are found, because thirds are not floats.
    let args = [&["--mech-command", &command, "--property", "single-server", "--slack", "0"], &scope[..]];
    assert_eq!(verify(&args.concat()).status.code(), Some(1));
    // An error above the slack is found with slack, too: a user with 1 % less than its half.
    let (_, short) = program(
        "short",
        "cluster",
        "float",
        "say({'placement': [[0.99 / len(pool['demand']) / len(pool['capacity']) for _ in pool['capacity']] for _ in pool['demand']]})",
    );
    let pool = folder("pool").join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1], [1]]\n").unwrap();
    let file = pool.display().to_string();
    let output = verify(&["--mech-command", &short, "--property", "si", "--instance", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("stands: for what the program returned"), "{}", text(&output));
    let output =
        verify(&["--mech-command", &short, "--property", "si", "--instance", &file, "--slack", "0.1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
}

#[test]
fn a_float_is_the_number_that_it_is() {
    assert_eq!(Rational::of_float(0.75), Some(Rational::new(3, 4)));
    assert_eq!(Rational::of_float(-3.0), Some(Rational::from(-3)));
    // The binary64 nearest to a tenth, from the standard's own expansion.
    assert_eq!(Rational::of_float(0.1), "3602879701896397/36028797018963968".parse().ok());
    assert_eq!(Rational::of_float(f64::NAN), None);
    assert_eq!(Rational::of_float(f64::INFINITY), None);
    // The smallest positive float, and the largest: 2^-1074 and (2^53 - 1) 2^971.
    let power = |two: Rational, n: u32| (0..n).fold(Rational::from(1), |x, _| x * &two);
    assert_eq!(Rational::of_float(5e-324), Some(power(Rational::new(1, 2), 1074)));
    assert_eq!(
        Rational::of_float(f64::MAX),
        Some(power(Rational::from(2), 971) * Rational::from((1 << 53) - 1))
    );
    assert_eq!(Rational::of_float(1e300).map(|x| x.to_f64()), Some(1e300));
}

#[test]
fn a_program_that_fails_is_named_and_never_a_verdict() {
    if !python() {
        return;
    }
    let cases = [
        ("sleeps", "time.sleep(1000)", "did not answer within 300ms"),
        ("dies", "sys.exit(3)", "ended instead of answering (exit status: 3"),
        ("raises", "raise ValueError('too hard')", "ValueError: too hard"),
        ("garbage", "print('hello', flush=True)", "cannot be read"),
        ("floods", "while True: sys.stdout.write('x' * 65536)", "floods"),
        ("nan", "say({'placement': [[float('nan')]]})", "`NaN` is no number"),
        ("another", "say({'placement': [['1'] * 7] * 7})", "expected"),
        ("float", "say({'placement': [[0.5] for _ in pool['demand']]})", "a bare float"),
        ("children", "os.system('sleep 1000')", "did not answer within 300ms"),
    ];
    for (name, body, says) in cases {
        let (folder, command) = program(name, "cluster", "exact", body);
        // Writing a line of 4 MiB may take longer than the usual limit.
        let time = if name == "floods" { "20s" } else { "300ms" };
        let args = ["--mech-command", &command, "--property", "feasible", "--mech-timeout", time];
        let output = verify(&[&args[..], &SMALL].concat());
        let said = text(&output);
        assert_eq!(output.status.code(), Some(3), "{name}: {said}");
        assert!(said.contains(says) && said.contains("no instance was decided"), "{name}: {said}");
        assert!(said.contains("not asked any more"), "{name}: {said}");
        assert!(said.lines().all(|line| line.len() < 500), "{name}: {said}");
        assert_eq!(left_behind(&folder), 0, "{name}");
    }
    let output = verify(&["--mech-command", "no-such-program --x", "--property", "si"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("no-such-program: not found"), "{}", text(&output));
}

#[test]
fn a_program_that_is_no_function_is_reported() {
    if !python() {
        return;
    }
    let body = "say({'placement': [[f'{int.from_bytes(os.urandom(6), \"big\")}/1000000000000000000' for _ in pool['capacity']] for _ in pool['demand']]})";
    let (_, command) = program("random", "cluster", "exact", body);
    let output = verify(&[&["--mech-command", &command, "--property", "si"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("not a function"), "{}", text(&output));
}

#[test]
fn the_memory_of_a_program_is_limited() {
    if !python() {
        return;
    }
    let body = "b = bytearray(1 << 30)\nsay({'refuse': 'all well'})";
    let (_, command) = program("memory", "cluster", "exact", body);
    let args = ["--mech-command", &command, "--property", "si", "--mech-memory", "256M"];
    let output = verify(&[&args[..], &SMALL].concat());
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(text(&output).contains("MemoryError"), "{}", text(&output));
}

#[test]
fn other_models_and_commands_take_programs() {
    if !python() {
        return;
    }
    // Every newcomer gets 1/n of its dominant resource, and no other agent gains.
    let equal = "n = pool.get('agents', len(pool['demand']))
say({'shares': [[str(F(1, n))] * (k + 1) for k in range(len(pool['demand']))]})";
    let (_, command) = program("arrivals", "arrivals", "exact", equal);
    let scope = ["--no-archive", "--budget", "200", "--scope", "agents=3,resources=2,max=3"];
    for (property, status) in [("feasible", 0), ("dynamic-si", 0), ("irrevocable", 0), ("dynamic-po", 1)] {
        let output = verify(&[&["--mech-command", &command, "--property", property], &scope[..]].concat());
        assert_eq!(output.status.code(), Some(status), "{property}: {}", text(&output));
    }
    let worst =
        verify(&["worst", "--mech-command", &command, "--measure", "maxsum-ratio", "--budget", "100"]);
    assert_eq!(worst.status.code(), Some(0), "{}", text(&worst));
    // All resources to the first task: feasible for one task only.
    let (_, first) = program("covering", "covering", "exact", "say({'assignment': [0] * len(pool['cost'])})");
    let output =
        verify(&["--mech-command", &first, "--property", "feasible", "--no-archive", "--budget", "200"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let taken = program("taken", "covering", "exact", "pass").1.replace("mine.py", "taken.py");
    let path = taken.trim_start_matches("python3 ");
    std::fs::write(path, "print('{\"fairwitness\": 1, \"id\": \"greedy\", \"model\": \"covering\"}', flush=True)\ninput()\ninput()\n").unwrap();
    let output = verify(&["--mech-command", &taken, "--property", "feasible"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("`greedy` is taken"), "{}", text(&output));
}

#[test]
fn conformance_is_seen_accepting_and_rejecting() {
    if !python() {
        return;
    }
    let (_, good) = program("good", "cluster", "exact", ASSET);
    let output = verify(&["mech-check", &good]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("keeps to the protocol"));
    for (name, body, says) in [
        (
            "too-much",
            "say({'placement': [['1000000'] * len(pool['capacity'])] * len(pool['demand'])})",
            "overloaded",
        ),
        (
            "no-unicode",
            "line.encode('ascii'); say({'refuse': 'x'} if pool.get('users') is None else 1)",
            "WRONG",
        ),
        ("chatter", "print('debug', flush=True); say({'refuse': 'x'})", "WRONG"),
        ("refuses-all", "say({'refuse': 'x'})", "0 of 17 cases are answered"),
    ] {
        let (_, command) = program(name, "cluster", "exact", body);
        let output = verify(&["mech-check", &command, "--mech-timeout", "2s"]);
        assert_eq!(output.status.code(), Some(1), "{name}: {}", text(&output));
        assert!(text(&output).contains(says), "{name}: {}", text(&output));
    }
}

#[test]
fn an_interruption_leaves_nothing_running() {
    if !python() || !Path::new("/proc").exists() {
        return;
    }
    let (folder, command) = program(
        "interrupted",
        "cluster",
        "exact",
        "open(os.path.dirname(os.path.abspath(__file__)) + '/asked', 'w').close()\ntime.sleep(1000)",
    );
    let asked = folder.join("asked");
    for signal in ["-INT", "-TERM"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(["--mech-command", &command, "--property", "si", "--mech-timeout", "5m"])
            .current_dir(root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let until = Instant::now() + PATIENCE;
        while !asked.exists() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::fs::remove_file(&asked).unwrap();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
                panic!("{signal} does not end it");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(status.code(), Some(3));
        assert_eq!(left_behind(&folder), 0, "{signal}");
    }
}

/// The instance of the README, on which TSF violates bottleneck fairness by 1/6.
const README: &str = r#"{"model": "cluster", "capacity": [[1, 1], [0, 1]], "demand": [[1, 1], [0, 1]]}"#;

#[test]
fn many_instances_are_judged_in_order_and_gone_on_with() {
    let folder = folder("many");
    let fine = r#"{"model": "cluster", "capacity": [[4, 4]], "demand": [[1, 2], [1, 2]]}"#;
    let lines = [fine, README, "", "{", r#"{"model": "cluster", "capacity": [[1]]}"#, README, fine];
    let file = folder.join("all.jsonl");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let path = file.display().to_string();
    let args = ["judge", "--mech", "tsf", "--property", "bf,ef", "--instances", &path];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
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
    let half = all.find("{\"line\":5").unwrap() + 11;
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
    format!("python3 {}", file.display())
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
        assert_eq!(lines.lines().count(), 200, "{}", text(&alone));
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
    assert!(text(&output).contains("as in the question"), "{}", text(&output));
    assert!(!text(&output).contains("violated"), "{}", text(&output));
}

/// A line that takes too long is undecided, with the reason, and the lines after it are judged.
#[test]
fn a_line_that_takes_too_long_does_not_stop_the_others() {
    let folder = folder("slow-line");
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
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
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
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("give a time"), "{}", text(&output));
}

/// The error in a long line is quoted in short.
#[test]
fn a_long_line_has_a_short_error() {
    let file = folder("long-line").join("all.jsonl");
    std::fs::write(&file, format!("{{\"model\": \"{}\"}}\n", "\\u202e".repeat(170_000))).unwrap();
    let output =
        verify(&["judge", "--mech", "tsf", "--property", "si", "--instances", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let line: Json = serde_json::from_slice(&output.stdout).unwrap();
    let error = line["error"].as_str().unwrap();
    assert!(error.contains("model") && error.len() < 1_000, "{}", error.len());
    assert!(output.stderr.len() < 2_000, "{}", output.stderr.len());
}
