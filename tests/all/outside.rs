//! Programs as mechanisms: their answers are judged, their failures are named, and none of their processes or files
//! remains.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use super::support::{folder, root, said, there};

/// The time limit of a test in this file, which only a hang exceeds.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// Returns `true` if there is a python3 to run programs; otherwise the calling test is skipped.
#[track_caller]
pub fn python() -> bool {
    there("python3", "apt-get install python3")
}

/// A program that greets, and then runs `body` for each `pool`.
pub fn program(name: &str, model: &str, numbers: &str, body: &str) -> (PathBuf, String) {
    let folder = folder(&format!("outside-{name}"));
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
    (folder, python_of(&file))
}

/// The command that runs a program in Python.
pub fn python_of(file: &Path) -> String {
    format!("python3 '{}'", file.display().to_string().replace('\'', "'\\''"))
}

/// Runs `verify`, which must end within the time limit.
pub fn verify(args: &[&str]) -> Output {
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

/// The number of processes whose command line contains the folder.
pub fn left_behind(folder: &Path) -> usize {
    let Ok(all) = std::fs::read_dir("/proc") else { return 0 };
    let name = format!("{}/", folder.display());
    let lines = all.flatten().filter_map(|p| std::fs::read(p.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(&name)).count()
}

const SMALL: [&str; 5] =
    ["--no-archive", "--budget", "100", "--scope", "users=2,servers=1,resources=2,max=2"];

pub const ASSET: &str = "if len(pool['capacity']) != 1:
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
pub fn filling(number: &str, out: &str, full: &str) -> String {
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
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
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
    assert_eq!(ef.status.code(), Some(0), "{}", said(&ef));
    assert!(said(&ef).contains("searched: 100 instances"), "{}", said(&ef));
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
    let plan = ["campaign", "plan", &hunt, "--property", "si", "--blocks", "2", "--instances", "400"];
    for words in [&plan[..], &["campaign", "run", &hunt]] {
        let output = verify(&[words, &own].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    }
    let alone = verify(&["campaign", "merge", &hunt]);
    assert!(alone.status.code() == Some(2) && said(&alone).contains("--mech-command"), "{}", said(&alone));
    let merged = verify(&[&["campaign", "merge", &hunt], &own[..]].concat());
    assert_eq!(merged.status.code(), Some(1), "{}", said(&merged));
    let records = format!("{hunt}/records");
    let again = verify(&[&["replay", &records], &own[..]].concat());
    assert!(again.status.success() && said(&again).contains("1 of 1 records verified"), "{}", said(&again));
}

#[test]
fn drf_restated_agrees_with_the_built_in_and_asset_fairness_does_not() {
    if !python() {
        return;
    }
    let budget = ["--no-archive", "--budget", "600", "--scope", "users=3,servers=1,resources=3,max=5"];
    let (_, drf) = program("drf", "cluster", "exact", &filling("F", "str", "0"));
    let output = verify(&[&["separate", "drf", "--mech-command", &drf], &budget[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("no such instance found"), "{}", said(&output));
    let (_, asset) = program("apart", "cluster", "exact", ASSET);
    let output = verify(&[&["separate", "drf", "--mech-command", &asset], &budget[..]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
}

#[test]
fn floats_are_judged_with_their_slack() {
    if !python() {
        return;
    }
    let (_, command) = program("floats", "cluster", "float", &filling("float", "float", "1e-12 * c[r]"));
    // Where a user needs only one resource, DRF itself is not population monotone.
    let scope = "users=3,servers=1,resources=2,max=7,demands=positive";
    let scope = ["--no-archive", "--budget", "300", "--scope", scope];
    for property in ["feasible", "si", "ef", "po", "bf", "single-server", "population-monotone"] {
        let args = [&["--mech-command", &command, "--property", property], &scope[..]].concat();
        let output = verify(&args);
        assert_eq!(output.status.code(), Some(0), "{property}: {}", said(&output));
        assert!(said(&output).contains("slack:  1/1000000000"), "{}", said(&output));
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
    let pool = folder("outside-pool").join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[1]]\ndemand = [[1], [1]]\n").unwrap();
    let file = pool.display().to_string();
    let output = verify(&["--mech-command", &short, "--property", "si", "--instance", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("stands: for what the program returned"), "{}", said(&output));
    let output =
        verify(&["--mech-command", &short, "--property", "si", "--instance", &file, "--slack", "0.1"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
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
        (
            "float",
            "say({'placement': [[0.5] * len(pool['capacity']) for _ in pool['demand']]})",
            "a bare float",
        ),
        ("children", "os.system('sleep 1000')", "did not answer within 300ms"),
    ];
    for (name, body, says) in cases {
        let (folder, command) = program(name, "cluster", "exact", body);
        // Writing a line of 4 MiB may take longer than the usual limit.
        let time = if name == "floods" { "20s" } else { "300ms" };
        let args = ["--mech-command", &command, "--property", "feasible", "--mech-timeout", time];
        let output = verify(&[&args[..], &SMALL].concat());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(3), "{name}: {said}");
        assert!(said.contains(says) && said.contains("nothing was decided"), "{name}: {said}");
        assert!(said.contains("not asked any more"), "{name}: {said}");
        assert!(said.lines().all(|line| line.len() < 500), "{name}: {said}");
        assert_eq!(left_behind(&folder), 0, "{name}");
    }
    let output = verify(&["--mech-command", "no-such-program --x", "--property", "si"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("no-such-program: not found"), "{}", said(&output));
}

/// Every user runs a part `k` of what it could run alone on 1/n of each server: all of it is its slice.
const SLICE: &str = "s = globals().setdefault('s', {'n': 0, 'last': None, 'known': {}})
s['n'] += 1
c, d = pool['capacity'], pool['demand']
def slice(k):
    row = lambda u: [str(k * min(F(c[i][r]) / F(x) for r, x in enumerate(d[u]) if x != '0') / len(d)) for i in range(len(c))]
    return {'placement': [row(u) for u in range(len(d))]}
";

/// A program is a function of its question, or nothing is decided: each body has `s`, the state of its process.
#[test]
fn a_program_that_is_no_function_convicts_nothing() {
    if !python() {
        return;
    }
    let bodies = [
        ("random", "say(slice(F(1, 2 + os.urandom(1)[0])))"),
        ("counter", "say(slice(F(1, 1 + s['n'] % 2)))"),
        ("late", "say(slice(F(1) if s['n'] <= 30 else F(1, 2)))"),
        ("process", "say(slice(F(1, 1000 + os.getpid())))"),
        ("clock", "say(slice(F(1, 2 + time.time_ns() % 1000003)))"),
        ("previous", "say(slice(F(1, 2) if s['last'] and s['last'] != c else F(1)))\ns['last'] = c"),
        ("first", "say(slice(F(1) if s['n'] == 1 else F(1, 2)))"),
        ("order", "k = s['known'].setdefault(str(pool), F(1, 1 + len(s['known']) % 3))\nsay(slice(k))"),
    ];
    for (name, body) in bodies {
        let (folder, command) = program(name, "cluster", "exact", &format!("{SLICE}{body}"));
        let args = ["--mech-command", &command, "--property", "si", "--format", "json"];
        let output = verify(&[&args[..], &SMALL].concat());
        let report: Json = serde_json::from_slice(&output.stdout).unwrap();
        let (verdict, reason) = (report["verdict"].as_str(), report["reason"].as_str().unwrap_or_default());
        assert_eq!((output.status.code(), verdict), (Some(3), Some("undecided")), "{name}: {report}");
        let answers = reason.strip_prefix("another answer to the same question: ").unwrap_or_default();
        assert_eq!(answers.matches("placement").count(), 2, "{name}: {reason}");
        assert_eq!(left_behind(&folder), 0, "{name}");
    }
    // The first answer of a process alone is a violation.
    let odd = format!("{SLICE}say(slice(F(1, 2) if s['n'] == 1 else F(1)))");
    let (folder, command) = program("odd", "cluster", "exact", &odd);
    let pool = folder.join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[2]]\ndemand = [[1], [1]]\n").unwrap();
    let one = ["--mech-command", &command, "--property", "si", "--instance", pool.to_str().unwrap()];
    let output = verify(&one);
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("another answer to the same question: "), "{}", said(&output));
    let worst = ["worst", "--mech-command", &command, "--measure", "si-ratio", "--format", "json"];
    let (_, command) = program("worst", "cluster", "exact", &format!("{SLICE}{}", bodies[3].1));
    let output = verify(&[&["worst", "--mech-command", &command], &worst[3..], &SMALL].concat());
    let report: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["value"]), (Some(3), &Json::Null), "{report}");
}

/// What a program starts ends with `verify`, also in a session of its own, and after its parent.
#[test]
fn no_descendant_of_a_program_remains() {
    if !python() {
        return;
    }
    let body = "import subprocess
if s['n'] == 1:
    command = ['sh', '-c', 'sleep 1000; : ' + os.path.dirname(sys.argv[0]) + '/']
    subprocess.Popen(command, start_new_session=True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execvp('sh', command)
        os._exit(0)
say(slice(F(1)))";
    let (folder, command) = program("sessions", "cluster", "exact", &format!("{SLICE}{body}"));
    let output =
        verify(&[&["--mech-command", &command, "--property", "si", "--threads", "1"], &SMALL[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(left_behind(&folder), 0);
}

/// Without `takes`, the instances that a program is asked about have demands and capacities alone.
#[test]
fn a_program_without_features_gets_plain_instances() {
    if !python() {
        return;
    }
    let body = format!(
        "{SLICE}if set(pool) - {{'model', 'capacity', 'demand'}}:\n    sys.exit(str(set(pool)))\nsay(slice(F(1)))"
    );
    let (_, command) = program("plain", "cluster", "exact", &body);
    let args = ["--mech-command", &command, "--property", "si", "--no-archive", "--budget", "200"];
    let output = verify(&args);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
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
    assert_eq!(output.status.code(), Some(3), "{}", said(&output));
    assert!(said(&output).contains("MemoryError"), "{}", said(&output));
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
        assert_eq!(output.status.code(), Some(status), "{property}: {}", said(&output));
    }
    let worst =
        verify(&["worst", "--mech-command", &command, "--measure", "maxsum-ratio", "--budget", "100"]);
    assert_eq!(worst.status.code(), Some(0), "{}", said(&worst));
    // All resources to the first task: feasible for one task only.
    let (_, first) = program("covering", "covering", "exact", "say({'assignment': [0] * len(pool['cost'])})");
    let output =
        verify(&["--mech-command", &first, "--property", "feasible", "--no-archive", "--budget", "200"]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let path = program("taken", "covering", "exact", "pass").0.join("taken.py");
    let taken = python_of(&path);
    std::fs::write(&path, "print('{\"fairwitness\": 1, \"id\": \"greedy\", \"model\": \"covering\"}', flush=True)\ninput()\ninput()\n").unwrap();
    let output = verify(&["--mech-command", &taken, "--property", "feasible"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("`greedy` is taken"), "{}", said(&output));
}

#[test]
fn conformance_is_seen_accepting_and_rejecting() {
    if !python() {
        return;
    }
    let (_, good) = program("good", "cluster", "exact", ASSET);
    let output = verify(&["mech-check", &good]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("keeps to the protocol"));
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
        assert_eq!(output.status.code(), Some(1), "{name}: {}", said(&output));
        assert!(said(&output).contains(says), "{name}: {}", said(&output));
    }
}

/// What a command with a budget of 3 s says when it ends in time: a tenth later at most, and some time to start. A busy machine
/// may be late, but not five times.
fn in_time(args: &[&str]) -> Output {
    let mut times = Vec::new();
    while times.len() < 5 {
        let began = Instant::now();
        let output = verify(args);
        times.push(began.elapsed());
        if times.last() < Some(&Duration::from_millis(3_700)) {
            return output;
        }
    }
    panic!("{args:?}: {times:?}");
}

/// The time that a program takes to start counts, and a wait ends with the budget.
#[test]
fn a_budget_covers_the_start_of_a_program_and_its_silence() {
    if !python() {
        return;
    }
    let (folder, silent) = program("silent", "cluster", "exact", "time.sleep(1000)");
    std::fs::write(folder.join("never.py"), "import time\ntime.sleep(1000)\n").unwrap();
    let slow = std::fs::read_to_string(folder.join("mine.py")).unwrap();
    std::fs::write(
        folder.join("slow.py"),
        slow.replace("sys.stdin.readline()", "sys.stdin.readline()\ntime.sleep(1)"),
    )
    .unwrap();
    let [never, slow] = ["never.py", "slow.py"].map(|name| python_of(&folder.join(name)));
    let pool = folder.join("pool.toml");
    std::fs::write(&pool, "model = \"cluster\"\ncapacity = [[2]]\ndemand = [[1], [1]]\n").unwrap();
    let search = ["--property", "ef", "--no-archive", "--budget", "3s"];
    let one = ["--property", "ef", "--instance", pool.to_str().unwrap(), "--budget", "3s"];
    let worst = ["worst", "--measure", "si-ratio", "--no-archive", "--budget", "3s"];
    for command in [&never, &slow, &silent] {
        for asked in [&search[..], &one, &worst] {
            let output = in_time(&[asked, &["--mech-command", command]].concat());
            assert_eq!(output.status.code(), Some(3), "{command} {asked:?}: {}", said(&output));
        }
    }
    let output = verify(&[&search[..], &["--mech-command", &never, "--format", "json"]].concat());
    let said: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert!(said["error"]["message"].as_str().unwrap().contains("did not greet within the budget"), "{said}");
    assert_eq!(left_behind(&folder), 0);
}

/// A batch ends within a tenth of its budget, whatever a program does; lines that it answered keep their verdicts, and every
/// line has one.
#[test]
fn the_budget_of_a_batch_covers_a_program_that_is_silent() {
    if !python() {
        return;
    }
    let each = "say({'placement': [['1'] * len(pool['capacity'])] * len(pool['demand'])})";
    let second = format!("n = globals().get('n', 0) + 1\nif n > 1: time.sleep(1000)\n{each}");
    let (folder, second) = program("batch", "cluster", "exact", &second);
    let text = std::fs::read_to_string(folder.join("mine.py")).unwrap();
    let variant = |name: &str, line: &str, instead: &str| {
        std::fs::write(folder.join(name), text.replace(line, instead)).unwrap();
        python_of(&folder.join(name))
    };
    let start = variant("start.py", "import json", "import time\ntime.sleep(1000)\nimport json");
    let greeting = variant("greeting.py", "sys.stdin.readline()", "sys.stdin.readline()\ntime.sleep(1000)");
    let slow = variant("slow.py", "sys.stdin.readline()", "sys.stdin.readline()\ntime.sleep(1)");
    // Its greeting takes a second, and the first question that it reads is the greeting.
    let dies = variant("dies.py", "sys.stdin.readline()", "time.sleep(1)");
    let deaf = variant("deaf.py", "for line in sys.stdin:", "time.sleep(1000)\nfor line in sys.stdin:");
    let small = "{\"model\": \"cluster\", \"capacity\": [[2]], \"demand\": [[1], [1]]}\n";
    let large =
        format!("{{\"model\": \"cluster\", \"capacity\": [[2]], \"demand\": {:?}}}\n", vec![[1]; 9_000]);
    let file = folder.join("all.jsonl");
    std::fs::write(&file, [small, small, &large, small, small].concat()).unwrap();
    let asked = ["judge", "--property", "si", "--budget", "3s", "--threads", "1", "--instances"];
    let cases = [(start, 0), (greeting, 0), (slow, 5), (dies, 5), (deaf, 5), (second, 5)];
    for (command, lines) in cases {
        let output = in_time(&[&asked[..], &[file.to_str().unwrap(), "--mech-command", &command]].concat());
        assert_eq!(output.status.code(), Some(3), "{command}: {}", said(&output));
        let told = String::from_utf8_lossy(&output.stdout);
        let verdicts: Vec<Json> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(verdicts.len(), lines, "{command}: {told}");
        for (k, line) in verdicts.iter().enumerate() {
            let known = k == 0 && (command.contains("mine.py") || command.contains("slow.py"));
            let verdict = if known { "holds" } else { "undecided" };
            assert_eq!(line["verdicts"]["si"]["verdict"], verdict, "{command}: {line}");
        }
    }
    assert_eq!(left_behind(&folder), 0);
}

#[test]
fn a_program_is_asked_about_instances_of_the_scope_alone() {
    if !python() {
        return;
    }
    // A wrong answer to whatever has two servers, two resources or more than two users.
    let body = "few = len(pool['capacity']) == len(pool['capacity'][0]) == 1 and len(pool['demand']) <= 2
say({'placement': [['0']] * len(pool['demand'])} if few else {'what': 'is this'})";
    let (_, command) = program("one-server", "cluster", "exact", body);
    let scope = ["--scope", "users=2,servers=1,resources=1,max=2", "--budget", "300"];
    let named = ["--mech-command", &command, "--archive"];
    for strategy in ["auto", "exhaustive", "random", "climb", "archive"] {
        let how = ["--property", "ef", "--strategy", strategy];
        let output = verify(&[&named[..], &scope, &how].concat());
        assert!(!said(&output).contains("program:"), "{strategy}: {}", said(&output));
    }
    for asked in [&["worst", "--measure", "si-ratio"][..], &["census", "--property", "ef"]] {
        let output = verify(&[asked, &named[..2], &scope].concat());
        assert!(!said(&output).contains("program:"), "{asked:?}: {}", said(&output));
    }
}
